//! `croupierctl shuffler simulate`, and `status`, `shuffle`, `verify` and `selftest` on the port it makes.

use std::path::Path;
use std::process::Command;

use croupier::model::FaultCode;
use serde_json::Value;

use crate::simulated::{Simulation, TOOL};
use crate::tool::{refused, said};

fn start(link: &Path, more: &[&str]) -> Simulation {
    Simulation::start("shuffler", link, &[&["--speed", "50", "--packs", "2"], more].concat())
}

#[test]
fn a_machine_says_what_it_is_shuffles_counts_and_tests_itself() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("shuffler");
    let simulation = start(&link, &["--fault", "missing-card@2"]);
    let status = said(&["shuffler", "status"], &link);
    assert_eq!((&status["model"], &status["state"], &status["newest"]), (&"SIM-6".into(), &"idle".into(), &Value::Null));
    assert_eq!((&status["fault"], &status["meaning"], &status["check"]), (&Value::Null, &Value::Null, &Value::Null));
    let count = said(&["shuffler", "shuffle", "--packs", "2"], &link);
    assert_eq!((&count["complete"], &count["cards"]), (&true.into(), &104.into()));
    let count = said(&["shuffler", "verify", "--packs", "2"], &link);
    assert_eq!((&count["complete"], &count["cards"], &count["missing"]), (&false.into(), &103.into(), &1.into()));
    check_obstacle(&link, "count", FaultCode::WrongCardCount);
    assert_eq!(said(&["shuffler", "selftest"], &link)["passed"], true);
    assert_eq!(said(&["shuffler", "status"], &link)["newest"]["order"], "00000000-3");
    simulation.end(&link);
    assert_eq!(refused(&["shuffler", "status"], &link), "port-not-there");
}

/// The machine is in this state, and what keeps cards from coming has its code, its meaning and what to check.
#[track_caller]
fn check_obstacle(link: &Path, state: &str, code: FaultCode) {
    let status = said(&["shuffler", "status"], link);
    let expected = [state, code.name(), code.meaning(), code.what_to_check()];
    assert_eq!(["state", "fault", "meaning", "check"].map(|key| status[key].as_str()), expected.map(Some), "{status}");
}

#[test]
fn what_a_machine_did_is_printed_and_an_impossible_order_is_refused() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("shuffler");
    let mut simulation = start(&link, &["--fault", "defect@1", "--orders", "2"]);
    assert_eq!(said(&["shuffler", "selftest"], &link)["passed"], false);
    let order = simulation.until("order");
    assert_eq!((&order["deed"], &order["end"], &order["faults"][0]), (&"test".into(), &"tested".into(), &"defect".into()));
    // The machine is gone with its second order; whether its answer came through does not matter.
    let asked = Command::new(TOOL).args(["shuffler", "selftest", "--port"]).arg(&link).output();
    assert!(asked.is_ok() && simulation.ended(), "two orders were asked for");
}

#[test]
fn a_line_of_nothing_but_noise_is_no_answer() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("shuffler");
    let simulation = start(&link, &["--fault", "cut=1"]);
    assert_eq!(refused(&["shuffler", "status", "--patience", "2"], &link), "no-answer");
    simulation.end(&link);
}

#[test]
fn a_fault_that_does_not_exist_is_refused_with_the_names_of_those_that_do() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let check = |fault: &str, part: &str| {
        let link = folder.path().join("shuffler");
        let output = Command::new(TOOL).args(["shuffler", "simulate", "--fault", fault, "--link"]).arg(&link).output();
        let output = output.expect("the tool runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && output.stdout.is_empty() && error.contains(part), "{error}");
    };
    check("earthquake=0.1", "jam-freed, jam");
    check("jam", "NAME=RATE or NAME@NUMBER");
    check("jam=2", "a rate from 0 to 1");
    check("jam@0", "a number from 1");
}
