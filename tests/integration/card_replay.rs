//! `croupierctl shuffler replay` and `shoe replay` on files, from outside: what a capture tells as JSON lines, what is wrong with one as one
//! JSON object, and never a card.

use std::path::Path;
use std::process::{Command, Output};

use croupier::profiles::{self, Kind};
use croupier::sensing::capture;
use croupier::sensing::card_source::{Replayed, TECHNICIAN, frame, replay};
use croupier::sensing::shoe::{self, Shoe};
use croupier::sensing::shuffler::{self, Shuffler};
use croupier::sim::chance::Chance;
use serde_json::{Value, json};

use crate::simulated::TOOL;

/// What a capture that the driver has recorded tells: it is whole, and everything in it is understood.
#[track_caller]
pub(crate) fn told(device: &str, record: &Path) -> Vec<Value> {
    let output = Command::new(TOOL).args([device, "replay"]).arg(record).output().expect("the tool runs");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{output:?}");
    lines(&output)
}

/// What `croupierctl DEVICE replay` with these further words says of a capture.
fn run(device: &str, more: &[&str], capture: &[u8]) -> Output {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("a.capture");
    std::fs::write(&file, capture).expect("the file can be written");
    Command::new(TOOL).args([device, "replay"]).args(more).arg(&file).output().expect("the tool runs")
}

fn lines(output: &Output) -> Vec<Value> {
    String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("every line is an object")).collect()
}

/// A capture of these lines, of which each body gets its frame.
fn framed(lines: &[(&str, &str)]) -> String {
    let framed = |(head, body): &(&str, &str)| format!("{head} {}", String::from_utf8_lossy(&frame(body)));
    lines.iter().map(framed).collect()
}

/// Two answers of a machine with a jam, and a card that was taken out.
fn a_jam_and_a_card() -> String {
    let jam = [
        ("0.000 >", "Q001 DO CAFE0001-2 DEAL 1 DEALER DOWN"),
        ("0.012 <", "A001 JOB CAFE0001-2 HELD JAM 3 EXIT"),
        ("0.100 >", "Q002 DO CAFE0001-2 DEAL 1 DEALER DOWN"),
    ];
    framed(&jam) + "0.140 < ????\n0.190 < :A002 JOB CAFE0001-2 CARD ??#????????;\n"
}

#[test]
fn a_capture_is_told_in_lines_of_json_with_the_counts_at_the_end() {
    let output = run("shuffler", &[], a_jam_and_a_card().as_bytes());
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{output:?}");
    let mut told = lines(&output);
    let counts = told.pop().expect("the counts are the last line");
    let fault = told.remove(2);
    let expected = [
        json!({"t": 0.0, "line": 1, "event": "asked", "body": "Q001 DO CAFE0001-2 DEAL 1 DEALER DOWN"}),
        json!({"t": 0.012, "line": 2, "event": "said", "body": "A001 JOB CAFE0001-2 HELD JAM 3 EXIT", "answer_milliseconds": 12}),
        json!({"t": 0.1, "line": 3, "event": "asked", "body": "Q002 DO CAFE0001-2 DEAL 1 DEALER DOWN"}),
        json!({"t": 0.14, "line": 4, "event": "doubted", "from": "device"}),
        json!({"t": 0.19, "line": 5, "event": "said", "body": "A002 JOB CAFE0001-2 CARD", "card": "left-out", "answer_milliseconds": 90}),
        json!({"t": 0.19, "line": 5, "event": "fault-cleared", "code": "card-jam"}),
    ];
    assert_eq!(told, expected);
    assert_eq!((&fault["event"], &fault["code"], &fault["line"]), (&json!("fault"), &json!("card-jam"), &json!(2)));
    assert!(["detail", "meaning", "check"].iter().all(|key| fault[key].is_string()), "{fault}");
    let expected = json!({
        "event": "counts", "bad_lines": 0, "questions": 2, "repeated_questions": 0, "doubted_questions": 0, "understood_frames": 2,
        "damaged_frames": 1, "answers": 2, "longest_answer_milliseconds": 90, "cards_left_out": 1, "faults": {"card-jam": 1},
        "standing_faults": [],
    });
    assert_eq!(counts, expected);
}

#[test]
fn a_card_that_stands_in_a_capture_is_left_out() {
    let capture = framed(&[("0.000 >", "WANT NOTHING"), ("0.010 <", "DRAWN CAFE0001-1 9 As"), ("0.020 <", "PEEK As")]);
    let output = run("shoe", &[], capture.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let told = lines(&output);
    assert_eq!((&told[1]["body"], &told[1]["card"]), (&json!("DRAWN CAFE0001-1 9"), &json!("left-out")));
    assert_eq!(told[2]["event"], "doubted");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("As"), "{output:?}");
}

/// The command fails for this reason, with these keys; says what it has told before.
#[track_caller]
fn refused(output: &Output, reason: &str, more: &[(&str, Value)]) -> Vec<Value> {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let error: Value = serde_json::from_slice(&output.stderr).expect("the error is one JSON object");
    assert_eq!(error["error"]["reason"], reason);
    for (key, value) in more {
        assert_eq!(&error["error"][key], value, "{error}");
    }
    lines(output)
}

#[test]
fn of_a_damaged_capture_the_place_is_named_and_the_rest_is_told() {
    let capture = format!("nonsense\n{}0.100 > late\n", a_jam_and_a_card());
    let told = refused(&run("shuffler", &[], capture.as_bytes()), "bad-capture", &[("line", json!(1)), ("bad_lines", json!(2))]);
    assert_eq!((&told[0]["event"], &told[0]["line"]), (&json!("bad-line"), &json!(1)));
    assert_eq!((&told[1]["event"], &told[1]["line"]), (&json!("asked"), &json!(2)));
    assert!(told.iter().any(|line| line["event"] == "bad-line" && line["line"] == 7), "{told:?}");
    assert_eq!(told.last().map(|counts| &counts["cards_left_out"]), Some(&json!(1)));
}

#[test]
fn what_is_no_capture_and_what_is_of_another_device_is_refused() {
    let nothing: Vec<Value> = Vec::new();
    assert_eq!(refused(&run("shoe", &[], b"{\"a\":\n1}\n"), "bad-capture", &[("line", json!(1))]), nothing);
    let told = refused(&run("shoe", &[], a_jam_and_a_card().as_bytes()), "not-understood", &[]);
    assert_eq!(told.iter().filter(|line| line["event"] == "doubted").count(), 5, "{told:?}");
    assert_eq!(refused(&run("shoe", &["--device", "shuffler"], b""), "bad-profile", &[]), nothing);
    assert_eq!(refused(&run("shoe", &["--device", "shoe-9"], b""), "unknown-profile", &[("name", json!("shoe-9"))]), nothing);
    let output = Command::new(TOOL).args(["shuffler", "replay", "/nowhere/a.capture"]).output().expect("the tool runs");
    assert_eq!(refused(&output, "unreadable-file", &[("file", json!("/nowhere/a.capture"))]), nothing);
}

#[test]
fn a_capture_of_nothing_has_no_counts_but_noughts() {
    let output = run("shoe", &[], b"# from 7 microseconds after 1970-01-01\n");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!((lines(&output).len(), &lines(&output)[0]["understood_frames"]), (1, &json!(0)));
}

/// What this device says, of which two bodies name a card; what the cabinet asks it; and what reads a capture of it.
struct Talk<'a, R> {
    said: &'a [&'a str],
    asked: &'a [&'a str],
    replay: R,
}

/// Captures of such a talk, more and more damaged, and then of nothing but noise, are read to their ends, and no card is told.
fn check_damaged(talk: &Talk<'_, impl Fn(&str) -> Vec<Replayed>>) {
    let mut chance = Chance::new(7, 0);
    for damages in 0..400 {
        let mut bytes = talk_of(talk, &mut chance);
        for _ in 0..damages {
            let place = chance.below(bytes.len() as u64) as usize;
            bytes[place] = chance.below(256) as u8;
        }
        check_no_card(talk, &bytes);
    }
    for _ in 0..200 {
        let noise: Vec<u8> = (0..chance.below(500)).map(|_| b"0123456789.<> :;#?\nAJQ\xff"[chance.below(23) as usize]).collect();
        check_no_card(talk, &noise);
    }
}

fn talk_of<R>(talk: &Talk<'_, R>, chance: &mut Chance) -> Vec<u8> {
    let mut seconds = 0;
    let mut line = |sign: char, bodies: &[&str]| {
        seconds += 1 + chance.below(3);
        let body = bodies[chance.below(bodies.len() as u64) as usize];
        format!("{seconds}.{:03} {sign} {}", chance.below(1_000), String::from_utf8_lossy(&frame(body)))
    };
    (0..40).map(|_| line('>', talk.asked) + &line('<', talk.said)).collect::<String>().into_bytes()
}

fn check_no_card<R: Fn(&str) -> Vec<Replayed>>(talk: &Talk<'_, R>, capture: &[u8]) {
    let told = format!("{:?}", (talk.replay)(&String::from_utf8_lossy(capture)));
    let mut words = told.split(|sign: char| !sign.is_alphanumeric());
    assert!(!words.any(|word| ["As", "Kd"].contains(&word)), "{told}");
}

#[test]
fn no_damage_to_a_capture_of_a_machine_keeps_it_from_being_read_or_tells_a_card() {
    let device: shuffler::Parameters = profiles::load(Kind::Device, "shuffler").expect("the device file is good").value;
    check_damaged(&Talk {
        said: &[
            "A001 ID 1 CS6 1.0 SN7",
            "A001 ST READY 0 312 CAFE0001-1 CAFE0001-2/RUN",
            "A001 ST JAM 3 312 - - EXIT",
            "A001 JOB CAFE0001-1 SHUFFLED 311 0 1 0 0",
            "A001 JOB CAFE0001-2 RUN 0",
            "A001 JOB CAFE0001-2 CARD As",
            "A001 JOB CAFE0001-3 CARD Kd",
            "A001 NO CAFE0001-2 BUSY",
        ],
        asked: &["Q001 ID", "Q001 ST", "Q001 DO CAFE0001-1 SHUFFLE 6", "Q001 DO CAFE0001-2 DEAL 1 BOX3.0 UP", "Q001 OFF CAFE0001-3"],
        replay: |text: &str| replay(Shuffler::new(device.clone(), TECHNICIAN), capture::rows(text)),
    });
}

#[test]
fn no_damage_to_a_capture_of_a_shoe_keeps_it_from_being_read_or_tells_a_card() {
    let device: shoe::Parameters = profiles::load(Kind::Device, "shoe").expect("the device file is good").value;
    check_damaged(&Talk {
        said: &[
            "SHOE 1 CS-8 1.0 SN7",
            "STATE READY - 2 0 -",
            "STATE READY CAFE0001-1 2 9 9",
            "STATE EMPTY CAFE0001-1 2 7 -",
            "STATE COVER - 0 0 -",
            "DRAWN CAFE0001-1 9 As",
            "DRAWN CAFE0001-1 9 Kd",
            "DRAWN - 1 XX",
        ],
        asked: &["WHO", "WANT NOTHING", "WANT LOAD 2", "WANT CARD 9 DEALER DOWN", "NAME CAFE0001-1", "TELL 9"],
        replay: |text: &str| replay(Shoe::new(device.clone(), TECHNICIAN), capture::rows(text)),
    });
}
