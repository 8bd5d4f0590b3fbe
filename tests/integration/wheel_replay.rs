//! `croupierctl wheel replay` and `calibrate` on files, from outside: events as JSON lines, errors as one JSON object and nothing else.

use std::process::{Command, Output};

use croupier::sensing::three_sensor::Edge;
use croupier::sensing::trace;
use croupier::sim::devices::three_sensor::{Defect, Level, Script, lying_calibration, spin};
use serde_json::{Value, json};

fn replay(device: &str, capture: &[u8]) -> Output {
    tool(&["replay", "--device", device], &[capture])
}

/// What `croupierctl wheel` with these arguments says of files of this content.
fn tool(arguments: &[&str], contents: &[&[u8]]) -> Output {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let files: Vec<_> = (1..=contents.len()).map(|number| folder.path().join(number.to_string())).collect();
    for (file, content) in files.iter().zip(contents) {
        std::fs::write(file, content).expect("the file can be written");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupierctl"));
    command.arg("wheel").args(arguments).args(files).output().expect("croupierctl can be started")
}

#[test]
fn events_are_lines_of_json_in_seconds_from_the_files_start() {
    let output = replay("slingshot-2", b"# a comment\n1.25 < *X;6;001;  ;0;000;0\n2.500 < *X;1;001;  ;4;000;0\n");
    assert_eq!(output.status.code(), Some(0));
    let lines: Vec<Value> =
        String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect();
    let names: Vec<(&Value, &Value)> = lines.iter().map(|line| (&line["t"], &line["event"])).collect();
    assert_eq!(names, [(&json!(1.25), &json!("wheel-closed")), (&json!(2.5), &json!("wheel-opened")), (&json!(2.5), &json!("fault"))]);
    assert_eq!(lines[2]["code"], "sensor");
    assert!(output.stderr.is_empty());
}

#[track_caller]
fn check_refused(output: &Output, reason: &str, more: &[(&str, Value)]) {
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let error: Value = serde_json::from_slice(&output.stderr).expect("the error is one JSON object");
    assert_eq!(error["error"]["reason"], reason);
    assert!(error["error"]["message"].is_string());
    for (key, value) in more {
        assert_eq!(&error["error"][key], value);
    }
}

#[test]
fn bad_input_is_refused_with_its_place() {
    check_refused(&replay("slingshot-2", b"0.0 < *X;6;001;  ;0;000;0\nnonsense\n"), "bad-capture", &[("line", json!(2))]);
    check_refused(&replay("slingshot-3", b""), "unknown-profile", &[("name", json!("slingshot-3"))]);
    check_refused(&replay("/nowhere/device.toml", b""), "unreadable-file", &[("file", json!("/nowhere/device.toml"))]);
}

#[test]
fn a_device_file_with_a_wrong_key_is_refused_with_its_place() {
    let file = tempfile::Builder::new().suffix(".toml").tempfile().expect("a temporary file can be made");
    let device = include_str!("../../device-profiles/devices/slingshot-2.toml").replace("silence_seconds = 5", "silence_seconds = 0");
    std::fs::write(file.path(), &device).expect("the temporary file can be written");
    let line = device.lines().position(|line| line == "silence_seconds = 0").expect("the key is in the file") + 1;
    let expected = [("key", json!("limits.silence_seconds")), ("line", json!(line)), ("expected", json!("expected 1 to 60 seconds"))];
    check_refused(&replay(&file.path().display().to_string(), b""), "bad-profile", &expected);
}

#[test]
fn any_bytes_are_replayed_or_refused() {
    let output = replay("mercury-360", b"0.0 < \xff\xfe*X;5\x00;00*X;*X;4;\n1.0 < \n1.5 > *u 1\n");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn a_bad_row_of_an_edge_trace_is_refused_with_its_place() {
    let output = replay("three-sensor-gpio", b"t_ns,line,level\n0,rotor-direction,1\n5,ball-4,1\n");
    check_refused(&output, "bad-trace", &[("line", json!(3))]);
    let output = replay("three-sensor-gpio", b"t_ns,line,level\n0,rotor-direction,1\n0,blower,1\n");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b""[..]));
}

/// A simulated spin in which this happens is replayed with this trouble of the rotor, which stands as `motor` for those who know no more.
#[track_caller]
fn check_rotor(script: Script, fault: &str) {
    let trace = trace::write(&spin(1, Level::Field, script).edges);
    let output = replay("three-sensor-gpio", trace.as_bytes());
    let events = String::from_utf8_lossy(&output.stdout);
    let faults: Vec<Value> =
        events.lines().filter_map(|line| serde_json::from_str(line).ok()).filter(|line: &Value| line["event"] == "fault").collect();
    let told: Vec<_> = faults.iter().map(|line| (&line["code"], &line["fault"])).collect();
    assert_eq!(told, [(&json!("motor"), &json!(fault))], "{events}");
    assert!(faults[0]["detail"].is_string());
}

#[test]
fn a_trouble_of_the_rotor_is_told_with_its_own_name_beside_that_of_the_interface() {
    check_rotor(Script::RotorStops, "rotor-not-turning");
    check_rotor(Script::RotorSlows, "rotor-too-slow");
    check_rotor(Script::RotorRaces, "rotor-too-fast");
    check_rotor(Script::RotorVaries, "rotor-speed-varies");
    check_rotor(Script::RotorBackwards, "rotor-wrong-way");
    check_rotor(Script::EncoderLost, "rotor-encoder");
    check_rotor(Script::IndexLost, "rotor-index");
}

fn calibrate(arguments: &[&str], traces: &[Vec<Edge>]) -> Output {
    let contents: Vec<String> = traces.iter().map(|edges| trace::write(edges)).collect();
    tool(&[&["calibrate"], arguments].concat(), &contents.iter().map(String::as_bytes).collect::<Vec<_>>())
}

#[test]
fn a_trace_of_a_ball_fixed_in_zero_gives_the_key_for_the_device_file() {
    let output = calibrate(&[], &[lying_calibration(3, Level::Field, &[])]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let found: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let offset = found["offset_pockets"].as_f64().expect("a number");
    assert!(offset.abs() < 0.12, "{found}");
    assert_eq!((&found["table"], &found["key"]), (&json!("reading"), &json!(format!("offset_pockets = {offset:.3}"))));
}

/// A wheel that lies in this way is not calibrated, and this is said of it.
#[track_caller]
fn check_not_calibrated(lie: Defect, said: &str) {
    let output = calibrate(&[], &[lying_calibration(3, Level::Field, &[lie])]);
    check_refused(&output, "not-calibrated", &[]);
    assert!(String::from_utf8_lossy(&output.stderr).contains(said), "{lie:?}: {output:?}");
}

#[test]
fn a_trace_that_contradicts_itself_gives_no_offset_and_ends_with_an_error() {
    check_not_calibrated(Defect::SecondMark, "rotor-second-index");
    check_not_calibrated(Defect::IndexAbsent, "rotor-index");
    check_not_calibrated(Defect::EncoderAbsent, "rotor-encoder");
    check_not_calibrated(Defect::IndexHearsEncoder, "line-noise");
}

#[test]
fn traces_of_spins_give_the_speed_at_which_balls_leave_and_too_few_of_them_do_not() {
    let spins: Vec<Vec<Edge>> = (0..24).map(|seed| spin(seed, Level::Field, Script::Plain).edges).collect();
    let output = calibrate(&["--leaving"], &spins);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let found: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert!(found["spins"].as_u64().is_some_and(|spins| spins >= 20), "{found}");
    assert!(found["key"].as_str().is_some_and(|key| key.starts_with("leave_most_turns_per_second = 0.")), "{found}");
    check_refused(&calibrate(&["--leaving"], &spins[..3]), "not-calibrated", &[]);
}

#[test]
fn an_offset_is_found_by_one_trace_and_not_by_several_or_by_none() {
    let trace = lying_calibration(3, Level::Field, &[]);
    check_refused(&calibrate(&[], &[trace.clone(), trace]), "too-many-traces", &[]);
    check_refused(&calibrate(&[], &[vec![]]), "not-calibrated", &[]);
}
