//! `croupierctl wheel simulate`, and `status`, `parameters` and `selftest` on the port it makes.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use serde_json::Value;

const TOOL: &str = env!("CARGO_BIN_EXE_croupierctl");

/// A simulation in a process of its own.
struct Simulation {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Simulation {
    fn start(link: &Path, more: &[&str]) -> Self {
        let mut command = Command::new(TOOL);
        command.args(["wheel", "simulate", "--seed", "4", "--speed", "50", "--link"]).arg(link).args(more);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the tool starts");
        let output = BufReader::new(child.stdout.take().expect("its output is taken"));
        let mut simulation = Self { child, output };
        simulation.until("port-there");
        simulation
    }

    /// The first line of this event.
    fn until(&mut self, event: &str) -> Value {
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("the simulation can be read");
            assert!(read > 0, "the simulation ended before {event}");
            let value: Value = serde_json::from_str(&line).expect("every line is an object");
            if value["event"] == event {
                return value;
            }
        }
    }

    fn end(mut self, link: &Path) {
        let process = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(process, rustix::process::Signal::TERM).expect("the simulation runs");
        assert!(self.child.wait().expect("it ends").success());
        assert!(std::fs::symlink_metadata(link).is_err(), "the link is removed");
    }
}

fn tool(command: &str, port: &Path) -> Output {
    Command::new(TOOL).args(["wheel", command, "--port"]).arg(port).output().expect("the tool runs")
}

/// What a command that succeeds says.
fn said(command: &str, port: &Path) -> Value {
    let output = tool(command, port);
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("the output is an object")
}

/// Why a command is refused: exit status 2, nothing on standard output.
fn refused(command: &str, port: &Path) -> String {
    let output = tool(command, port);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{command}");
    let error: Value = serde_json::from_slice(&output.stderr).expect("the error is an object");
    error["error"]["reason"].as_str().expect("an error has a reason").to_owned()
}

#[test]
fn a_wheel_that_is_off_says_what_it_is_and_tests_itself() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("wheel");
    let simulation = Simulation::start(&link, &[]);
    let status = said("status", &link);
    assert_eq!((&status["state"], &status["firmware"], &status["last_number"]), (&6.into(), &"V2.50".into(), &Value::Null));
    assert_eq!((&status["setup"]["mode"], &status["wins"]["total"]), (&1158.into(), &0.into()));
    let parameters = said("parameters", &link);
    let values: Vec<_> = parameters["parameters"].as_array().expect("a list").iter().map(|one| one["value"].as_str()).collect();
    assert_eq!(values.len(), 14);
    assert_eq!((values[0], values[6]), (Some("15"), Some("6705 3386 26 1")));
    let test = said("selftest", &link);
    assert_eq!((&test["passed"], &test["codes"][0]["code"]), (&true.into(), &0.into()));
    simulation.end(&link);
}

#[test]
fn a_wheel_that_runs_is_not_tested_and_a_port_that_is_none_is_refused() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("wheel");
    let simulation = Simulation::start(&link, &["--running"]);
    assert_eq!(said("status", &link)["state_name"], "place bets");
    assert_eq!(refused("selftest", &link), "wheel-is-running");
    simulation.end(&link);
    assert_eq!(refused("status", &link), "port-not-there");
    std::fs::write(&link, "").expect("a file can be written");
    assert_eq!(refused("parameters", &link), "port-unusable");
}

#[test]
fn a_dealers_wheel_plays_and_the_truth_of_each_game_is_printed() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("wheel");
    let more = ["--device", "mercury-360", "--outcomes", "7,0", "--spins", "2", "--fault", "bare-lost=1"];
    let mut simulation = Simulation::start(&link, &more);
    let spins = [simulation.until("spin"), simulation.until("spin")];
    assert_eq!(spins.each_ref().map(|spin| spin["pocket"].as_u64()), [Some(7), Some(0)]);
    assert_eq!((&spins[0]["end"], &spins[0]["faults"][0]), (&"result".into(), &"bare-lost".into()));
    assert!(simulation.child.wait().expect("it ends").success());
}

#[test]
fn a_fault_that_does_not_exist_is_refused_with_the_names_of_those_that_do() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let check = |fault: &str, part: &str| {
        let link = folder.path().join("wheel");
        let output = Command::new(TOOL).args(["wheel", "simulate", "--fault", fault, "--link"]).arg(&link).output().expect("the tool runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && output.stdout.is_empty() && error.contains(part), "{error}");
    };
    check("earthquake=0.1", "launch-failed, jammed");
    check("launch-failed", "NAME=RATE");
    check("launch-failed=2", "a rate from 0 to 1");
}
