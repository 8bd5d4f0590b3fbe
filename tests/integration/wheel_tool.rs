//! `croupierctl wheel simulate`, and `status`, `parameters`, `set`, `calibrate` and `selftest` on the port it makes.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::simulated::{Simulation, TOOL};
use crate::tool::{refused, said};

fn start(link: &Path, more: &[&str]) -> Simulation {
    Simulation::start("wheel", link, &[&["--speed", "50"], more].concat())
}

#[test]
fn a_wheel_that_is_off_says_what_it_is_and_tests_itself() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("wheel");
    let simulation = start(&link, &[]);
    let status = said(&["wheel", "status"], &link);
    assert_eq!((&status["state"], &status["firmware"], &status["last_number"]), (&6.into(), &"V2.50".into(), &Value::Null));
    assert_eq!((&status["setup"]["mode"], &status["wins"]["total"]), (&1158.into(), &0.into()));
    let parameters = said(&["wheel", "parameters"], &link);
    let values: Vec<_> = parameters["parameters"].as_array().expect("a list").iter().map(|one| one["value"].as_str()).collect();
    assert_eq!(values.len(), 14);
    assert_eq!((values[0], values[6]), (Some("15"), Some("6705 3386 26 1")));
    let test = said(&["wheel", "selftest"], &link);
    assert_eq!((&test["passed"], &test["codes"][0]["code"]), (&true.into(), &0.into()));
    simulation.end(&link);
}

#[test]
fn setup_asks_the_device_on_each_port_and_writes_a_file_that_is_good() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (link, file) = (folder.path().join("wheel"), folder.path().join("cabinet.toml"));
    let simulation = start(&link, &[]);
    let others = ["shoe", "shuffler"].map(|device| {
        let link = folder.path().join(device);
        (Simulation::start(device, &link, &["--speed", "50"]), link)
    });
    let port = link.display().to_string();
    let [shoe, shuffler] = others.each_ref().map(|(_, link)| link.display().to_string());
    let house = ["Cabinet 7", "roulette/am", "am", "amd", "0", "100", "", ""];
    let tables = ["red-dog/am slot/am", "3", "", &shoe, "holdem/sport-no-limit", "", "", "2", "", &shoe, &shuffler];
    let rest = ["2", "slingshot-2", &shuffler, &port, "", "", "yes", "cabinet.local", "yes"];
    let answers = [&house[..], &tables, &rest].concat();
    let set_up = |more: &[&str]| {
        let mut command = Command::new(TOOL)
            .arg("setup")
            .arg(&file)
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it can be run");
        let typed = command.stdin.take().expect("its input is piped").write_all((answers.join("\n") + "\n").as_bytes());
        // It may refuse before it has read an answer.
        drop(typed);
        let ended = command.wait_with_output().expect("it ends");
        let [said, asked] = [ended.stdout, ended.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        (ended.status.code(), said, asked)
    };
    let (status, said, asked) = set_up(&[]);
    assert_eq!(status, Some(0), "{asked}");
    assert!(asked.contains("The wheel is there: state ") && asked.contains("last number none"), "{asked}");
    assert!(asked.contains("The card-reading shoe is there: state ") && asked.contains("The shuffle machine is there: state "), "{asked}");
    for taken in [&shoe, &shuffler] {
        assert!(asked.contains(&format!("expected a port that is not taken already, as {taken} is")), "{asked}");
    }
    assert!(said.contains(" --listen 0.0.0.0:8080 --tls --host cabinet.local\n"), "{said}");
    simulation.end(&link);
    others.into_iter().for_each(|(simulation, link)| simulation.end(&link));
    let validated = Command::new(TOOL).arg("validate").arg(&file).output().expect("it can be run");
    let validated: Value = serde_json::from_slice(&validated.stdout).expect("it prints JSON");
    assert_eq!((&validated["wheel"]["port"]["path"], &validated["currency"]), (&port.as_str().into(), &"AMD".into()));
    assert_eq!((&validated["card_tables"][0]["game"], &validated["machines"][0]["game"]), (&"red-dog".into(), &"slot".into()));
    let keys: toml::Table = fs::read_to_string(&file).expect("it is there").parse().expect("it was read");
    assert_eq!(keys["card_table"][0]["source"]["port"].as_str(), Some(&*shoe));
    assert_eq!(keys["player_table"][0]["source"]["port"].as_str(), Some(&*shuffler));

    let text = fs::read_to_string(&file).expect("it is there");
    let (status, _, refused) = set_up(&[]);
    assert!(status == Some(2) && refused.contains("file-exists"), "{refused}");
    assert_eq!(fs::read_to_string(&file).expect("it is there still"), text);
}

#[test]
fn a_value_of_a_wheel_is_set_read_back_and_kept() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("wheel");
    let simulation = start(&link, &[]);
    let set = said(&["wheel", "set", "rotor_rpm_least_and_most", "16.0", "17.5", "--permanent"], &link);
    assert_eq!((&set["letter"], &set["before"], &set["value"]), (&"s".into(), &"16.0 18.0".into(), &"16.0 17.5".into()));
    assert_eq!(set["kept"], true);
    assert_eq!(said(&["wheel", "set", "s", "16.0 18.0"], &link)["before"], "16.0 17.5");
    assert_eq!(refused(&["wheel", "set", "s", "*P 1"], &link), "not-a-value");
    assert_eq!(refused(&["wheel", "set", "speed", "16"], &link), "no-such-parameter");
    assert_eq!(refused(&["wheel", "set", "s", "16", "--device", "mercury-360"], &link), "takes-no-commands");
    simulation.end(&link);
}

#[test]
fn a_wheel_that_is_off_calibrates_its_sensors_and_one_that_runs_does_not() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("wheel");
    let simulation = start(&link, &[]);
    let calibrated = said(&["wheel", "calibrate"], &link);
    assert_eq!((&calibrated["calibrated"], &calibrated["said"]), (&true.into(), &"OK : Completed (6705,3386,26)".into()));
    simulation.end(&link);
    let simulation = start(&link, &["--running"]);
    assert_eq!(refused(&["wheel", "calibrate"], &link), "wheel-is-running");
    simulation.end(&link);
}

#[test]
fn a_wheel_that_runs_is_not_tested_and_a_port_that_is_none_is_refused() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("wheel");
    let simulation = start(&link, &["--running"]);
    assert_eq!(said(&["wheel", "status"], &link)["state_name"], "place bets");
    assert_eq!(refused(&["wheel", "selftest"], &link), "wheel-is-running");
    simulation.end(&link);
    assert_eq!(refused(&["wheel", "status"], &link), "port-not-there");
    std::fs::write(&link, "").expect("a file can be written");
    assert_eq!(refused(&["wheel", "parameters"], &link), "port-unusable");
}

#[test]
fn a_dealers_wheel_plays_and_the_truth_of_each_game_is_printed() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("wheel");
    let more = ["--device", "mercury-360", "--outcomes", "7,0", "--spins", "2", "--fault", "bare-lost=1"];
    let mut simulation = start(&link, &more);
    let spins = [simulation.until("spin"), simulation.until("spin")];
    assert_eq!(spins.each_ref().map(|spin| spin["pocket"].as_u64()), [Some(7), Some(0)]);
    assert_eq!((&spins[0]["end"], &spins[0]["faults"][0]), (&"result".into(), &"bare-lost".into()));
    assert!(simulation.ended(), "two spins were asked for");
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

/// The status of trials with these words besides, and the reason of the error that they end with.
#[track_caller]
fn check_trials(words: &[&str], status: i32, reason: Option<&str>) {
    let output = Command::new(TOOL).args(["wheel", "trials", "--spins", "40"]).args(words).output().expect("it can be run");
    let error = serde_json::from_slice::<Value>(&output.stderr).unwrap_or_default();
    assert_eq!((output.status.code(), error["error"]["reason"].as_str()), (Some(status), reason), "{words:?}: {error}");
}

#[test]
fn trials_fail_where_too_few_spins_are_read() {
    check_trials(&["--condition", "plain-field", "--least-read", "plain-field=95"], 0, None);
    check_trials(&["--condition", "index-absent", "--least-read", "index-absent=50"], 1, Some("read-too-seldom"));
    // What was not tried was not read.
    check_trials(&["--condition", "plain-field", "--least-read", "plain-harsh=1"], 1, Some("read-too-seldom"));
    check_trials(&["--least-read", "plain-field=101"], 2, Some("usage"));
    check_trials(&["--least-read", "no-such-lie=1"], 2, Some("usage"));
}
