//! Commands of `croupierctl` on the ports that simulated devices make.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::simulated::TOOL;

fn tool(command: &[&str], port: &Path) -> Output {
    Command::new(TOOL).args(command).arg("--port").arg(port).output().expect("the tool runs")
}

/// What a command that succeeds says.
pub(crate) fn said(command: &[&str], port: &Path) -> Value {
    let output = tool(command, port);
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("the output is an object")
}

/// Why a command is refused: exit status 2, nothing on standard output.
pub(crate) fn refused(command: &[&str], port: &Path) -> String {
    let output = tool(command, port);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{command:?}");
    let error: Value = serde_json::from_slice(&output.stderr).expect("the error is an object");
    error["error"]["reason"].as_str().expect("an error has a reason").to_owned()
}
