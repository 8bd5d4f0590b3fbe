//! Simulated devices in processes of their own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::Value;

pub(crate) const TOOL: &str = env!("CARGO_BIN_EXE_croupierctl");

/// A simulated device in a process of its own.
pub(crate) struct Simulation {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Simulation {
    /// Starts `croupierctl DEVICE simulate` and waits until its port can be opened.
    pub(crate) fn start(device: &str, link: &Path, more: &[&str]) -> Self {
        let mut command = Command::new(TOOL);
        command.args([device, "simulate", "--seed", "4", "--link"]).arg(link).args(more);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the tool starts");
        let output = BufReader::new(child.stdout.take().expect("its output is taken"));
        let mut simulation = Self { child, output };
        simulation.until("port-there");
        simulation
    }

    /// The first line of this event.
    pub(crate) fn until(&mut self, event: &str) -> Value {
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

    /// Whether it ends well, by itself.
    pub(crate) fn ended(&mut self) -> bool {
        self.child.wait().expect("it ends").success()
    }

    /// Ends it, and sees that its link is gone.
    pub(crate) fn end(mut self, link: &Path) {
        let process = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(process, rustix::process::Signal::TERM).expect("the simulation runs");
        assert!(self.ended());
        assert!(std::fs::symlink_metadata(link).is_err(), "the link is removed");
    }
}

impl Drop for Simulation {
    /// A test that failed leaves nothing running that holds its output open.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
