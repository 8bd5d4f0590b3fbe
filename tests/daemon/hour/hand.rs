//! A hand in a house: it brings faults about on purpose, one after the other, and each is over before the next.

use std::fs;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Live;
use crate::daemon::{Home, Links};
use crate::players::{help_held_tables, help_held_wheel};
use crate::wrong_clock::{is_stepped, let_go_on, set_wrong, step, tells_fault};

/// The file that names the line of the wheel which shows nothing, and the one that names the doors that are open.
pub(super) const DEFECT: &str = "defect";
pub(super) const OPEN_DOORS: &str = "open";

/// What a person does to a wheel on bare lines and to a house, by turns: the file, what is written there, and the fault that comes of it.
const DEEDS: [(&str, &str, &str); 3] =
    [(OPEN_DOORS, "drop\n", "cabinet-door-open"), (DEFECT, "rotor-index\n", "rotor-index"), (DEFECT, "rotor-encoder\n", "rotor-encoder")];

/// Between two looks of a technician at the wheel.
const LOOK: Duration = Duration::from_millis(500);
/// Nothing that is waited for takes so long, only so that a test that is wrong ends.
const WAIT_MOST: Duration = Duration::from_secs(300);
/// The faults of a wheel on bare lines that last until somebody has looked.
const WAIT_FOR_A_LOOK: [&str; 4] = ["rotor-second-index", "rotor-index-against-encoder", "ball-already-lies", "no-spins-in-a-row"];

/// Whether a state that officials are shown tells this fault, of the wheel or of the house.
fn tells(shown: &Value, code: &str) -> bool {
    let of_house = shown["official"]["house_faults"].as_array().expect("they are listed");
    tells_fault(&shown["cabinet"], code) || of_house.iter().any(|fault| fault["code"] == code)
}

/// Waits for a state that officials are shown, which a busy machine may hold up.
fn wait(live: &mut Live, what: &str, mut wanted: impl FnMut(&Value) -> bool) -> Value {
    let since = Instant::now();
    live.see(|shown| {
        assert!(since.elapsed() < WAIT_MOST, "{what} is waited for in vain: {shown}");
        wanted(shown)
    })
}

/// Waits until a fault has come of what was done, undoes it, and waits until the fault is over.
fn comes_and_goes(links: &Links, live: &mut Live, code: &str, undo: impl FnOnce()) {
    wait(live, code, |shown| tells(shown, code));
    undo();
    let mut looked = Instant::now();
    wait(live, &format!("the end of {code}"), |shown| {
        if looked.elapsed() > LOOK {
            look_at_the_wheel(links, &shown["cabinet"]);
            looked = Instant::now();
        }
        !tells(shown, code)
    });
}

/// A technician looks at a wheel that waits for that: it goes on.
pub(super) fn look_at_the_wheel(links: &Links, cabinet: &Value) {
    if !WAIT_FOR_A_LOOK.iter().any(|code| tells_fault(cabinet, code)) {
        return;
    }
    help_held_wheel(&links.attendant(), cabinet, &format!("looked-{}", cabinet["now"]));
}

/// Opens a door, breaks two lines of the wheel and the switches of the doors, and mends each, while everybody plays: the faults that came and went.
pub(super) fn meddle(home: &Home, links: &Links) -> Vec<&'static str> {
    let mut live = links.attendant().watch("/api/v1/official/live");
    for (file, text, code) in DEEDS {
        home.write(file, text);
        comes_and_goes(links, &mut live, code, || fs::remove_file(home.path(file)).expect("it is there"));
    }
    // What cannot be read says nothing of the doors.
    fs::create_dir(home.path(OPEN_DOORS)).expect("a folder can be made");
    comes_and_goes(links, &mut live, "door-switch", || fs::remove_dir(home.path(OPEN_DOORS)).expect("it is there"));
    DEEDS.into_iter().map(|(_, _, code)| code).chain(["door-switch"]).collect()
}

/// The power fails, and one copy of the journal is lost with it: the house stands until an attendant has looked at the money.
pub(super) fn lose_a_copy(home: &Home) {
    fs::remove_dir_all(home.data().join("mirror")).expect("a copy can be removed");
}

/// Nobody plays after that loss: an attendant looks, and what tests itself finds what is broken, and that it is whole again.
pub(super) fn look_and_test(home: &Home, links: &Links) -> [&'static str; 3] {
    let mut live = links.attendant().watch("/api/v1/official/live");
    wait(&mut live, "the fault", |shown| tells(shown, "journal-end-unproved"));
    let_go_on(links, "unproved");
    wait(&mut live, "its end", |shown| !tells(shown, "journal-end-unproved"));

    let in_the_way = home.data().join("self-test");
    fs::create_dir(&in_the_way).expect("a folder can be made");
    finds(links, &mut live, "disk", "disk-defect");
    fs::remove_dir(&in_the_way).expect("it is there");
    passes(links, &mut live, "disk");

    let mirror = home.data().join("mirror").join("000001.mirror");
    flip_a_bit(&mirror);
    finds(links, &mut live, "journal", "journal-damaged");
    flip_a_bit(&mirror);
    passes(links, &mut live, "journal");
    ["journal-end-unproved", "disk-defect", "journal-damaged"]
}

/// From the next start on the house has the board's clock, which is years wrong.
pub(super) fn set_the_clock(home: &mut Home) {
    set_wrong(home, 315_576_000);
    // A hurried clock is no wall clock, and takes no notice of one.
    home.arguments.retain(|argument| !argument.starts_with("--clock-speed="));
    home.arguments.push("--wheel-speed=30".to_owned());
}

/// An attendant looks at the clock that was set; it jumps once more while it is tested.
pub(super) fn look_at_the_clock(home: &Home, links: &Links) -> [&'static str; 2] {
    let mut live = links.attendant().watch("/api/v1/official/live");
    wait(&mut live, "the fault", |shown| is_stepped(&shown["cabinet"]));
    let_go_on(links, "set");
    wait(&mut live, "its end", |shown| !is_stepped(&shown["cabinet"]));
    let before = begin(links, &mut live, "clock");
    step(home, 315_576_030);
    assert_eq!(end(&mut live, "clock", &before)["findings"][0]["code"], "clock-wrong");
    passes(links, &mut live, "clock");
    ["clock-stepped", "clock-wrong"]
}

/// Changes one bit in the middle of what the mirror holds, or changes it back.
fn flip_a_bit(mirror: &Path) {
    let bytes = fs::read(mirror).expect("there is a mirror");
    let commits: Vec<usize> = bytes.windows(4).enumerate().filter(|(_, word)| *word == b"CMT1").map(|(start, _)| start).collect();
    // The first commits are read back the same, no matter how many follow meanwhile.
    let place = commits[1] + 30;
    let file = fs::File::options().write(true).open(mirror).expect("it can be opened");
    file.write_all_at(&[bytes[place] ^ 1], place as u64).expect("it can be written");
}

/// The newest test of a part of the house, in what officials are shown.
fn newest<'a>(shown: &'a Value, part: &str) -> &'a Value {
    let parts = shown["official"]["self_tests"].as_array().expect("the parts are listed");
    &parts.iter().find(|each| each["part"] == part).expect("it is listed")["newest"]
}

/// Has a part test itself as soon as no round is under way: the number of its test before.
fn begin(links: &Links, live: &mut Live, part: &str) -> Value {
    let before = newest(&live.see(|_| true), part)["test"].clone();
    let body = json!({"part": part, "table": null}).to_string();
    let since = Instant::now();
    for attempt in 0.. {
        // What the house was in the middle of when it was killed may wait for an attendant.
        help_held_tables(&links.attendant(), &format!("{part}-{before}-{attempt}"));
        // A round that is open is over soon: there is no time to lose.
        let shown = links.stranger().watch("/api/v1/cabinet/live").see(|shown| shown["cabinet"]["phase"] == "open");
        let key = format!("after-{}.{part}-{before}-{attempt}", shown["cabinet"]["number"]);
        let answer = links.attendant().post("/api/v1/service/self-test", &key, &body);
        if answer.status == 200 {
            break;
        }
        assert!(matches!(answer.status, 409 | 429) && since.elapsed() < WAIT_MOST, "{part}: {}", answer.body);
    }
    before
}

/// Waits for the end of the test after this one.
fn end(live: &mut Live, part: &str, before: &Value) -> Value {
    let is_over = |shown: &Value| newest(shown, part)["test"] != *before && !newest(shown, part)["ended_at"].is_null();
    newest(&wait(live, part, is_over), part).clone()
}

fn finds(links: &Links, live: &mut Live, part: &str, code: &str) {
    let before = begin(links, live, part);
    let test = end(live, part, &before);
    assert_eq!((&test["end"], &test["findings"][0]["code"]), (&json!("failed"), &json!(code)), "{test}");
}

fn passes(links: &Links, live: &mut Live, part: &str) {
    let before = begin(links, live, part);
    let test = end(live, part, &before);
    assert_eq!((&test["end"], &test["findings"]), (&json!("passed"), &json!([])), "{test}");
}
