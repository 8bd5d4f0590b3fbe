//! `croupierctl` at a terminal: errors are sentences, and some results are laid out for people; with `--json` both are JSON all the same.

use std::process::{Command, Stdio};

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::Value;

use crate::simulated::TOOL;

/// What a command writes to a terminal, as results and as errors.
fn said(words: &str) -> String {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal can be had");
    grantpt(&terminal).and_then(|()| unlockpt(&terminal)).expect("it can be opened");
    let path = ptsname(&terminal, Vec::new()).expect("it has a name");
    let stream = || Stdio::from(open(&*path, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty()).expect("it is there"));
    Command::new(TOOL).args(words.split(' ')).stdout(stream()).stderr(stream()).status().expect("the tool runs");
    let mut text = Vec::new();
    let mut bytes = [0; 4096];
    // Nobody holds the other end any longer: after the last byte comes an error.
    while let Ok(count @ 1..) = rustix::io::read(&terminal, &mut bytes) {
        text.extend(&bytes[..count]);
    }
    String::from_utf8(text).expect("it writes text").replace("\r\n", "\n")
}

/// At a terminal an error begins so; with `--json`, before or after the command, it is an object with this reason.
#[track_caller]
fn check(words: &str, sentence: &str, reason: &str) {
    let text = said(words);
    assert!(text.starts_with(sentence) && !text.contains('{'), "{text}");
    for words in [format!("--json {words}"), format!("{words} --json")] {
        let text = said(&words);
        let error: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{words}: one object: {text}"));
        assert_eq!(error["error"]["reason"], reason, "{text}");
        assert!(error["error"]["message"].as_str().expect("it has a message").starts_with(sentence), "{text}");
    }
}

#[test]
fn errors_are_sentences_unless_json_is_asked_for() {
    check("validate nowhere.toml", "nowhere.toml: ", "unreadable-file");
    check("faults --colour", "error: unexpected argument '--colour' found", "usage");
    check("nothing", "error: unrecognized subcommand 'nothing'", "usage");
}

#[test]
fn results_for_people_are_json_where_it_is_asked_for() {
    let trials = "wheel trials --spins 2 --seed 1 --condition plain-field";
    assert!(said(trials).starts_with("| condition |"), "{}", said(trials));
    for line in said(&format!("{trials} --json")).lines() {
        let row: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("an object a line: {line}"));
        assert!(row["spins"].is_u64(), "{line}");
    }
}

#[test]
fn json_and_a_table_are_not_asked_for_together() {
    assert!(said("--json faults --catalogue --as-table").contains("--json goes without --as-table"));
}
