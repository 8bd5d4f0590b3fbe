//! `croupierctl shoe simulate`, and `status` on the port it makes.

use std::process::Command;

use serde_json::Value;

use crate::simulated::{Simulation, TOOL};
use crate::tool::{refused, said};

#[test]
fn a_shoe_says_what_it_is_and_nothing_of_its_cards() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("shoe");
    let simulation = Simulation::start("shoe", &link, &["--speed", "50"]);
    let status = said(&["shoe", "status"], &link);
    assert_eq!((&status["drawn"], &status["shoe"], &status["damaged_frames"]), (&0.into(), &Value::Null, &0.into()), "{status}");
    let keys: Vec<&str> = status.as_object().expect("an object").keys().map(String::as_str).collect();
    let expected =
        ["check", "cut_after", "damaged_frames", "drawn", "fault", "firmware", "meaning", "model", "packs", "serial", "shoe", "state"];
    assert_eq!(keys, expected);
    simulation.end(&link);
    assert_eq!(refused(&["shoe", "status"], &link), "port-not-there");
}

#[test]
fn a_mistake_that_does_not_exist_is_refused_with_the_names_of_those_that_do() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let check = |fault: &str, part: &str| {
        let link = folder.path().join("shoe");
        let output = Command::new(TOOL).args(["shoe", "simulate", "--fault", fault, "--link"]).arg(&link).output();
        let output = output.expect("the tool runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && output.stdout.is_empty() && error.contains(part), "{error}");
    };
    check("earthquake=0.1", "one-too-many");
    check("one-too-many", "NAME=RATE or NAME@NUMBER");
    check("one-too-many=2", "a rate from 0 to 1");
}
