//! What becomes of a number that the wheel itself contradicts, before it was told and afterwards.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{check, replay, slingshot, told};
use crate::model::{FaultCode, Pocket, Timestamp, WheelHappening};
use crate::sensing::SerialMachine;
use crate::sensing::slingshot::{Settled, Wheel};

/// A spin from its launch to the close, at this count.
const RUN: &str = "0.0 < *X;3;007;24;0;160;0\n4.0 < *X;4;007;24;0;160;0\n";
/// What is said of it up to there.
const RAN: &str = "0 wheel-opened\n0 ball-launched\n4 no-more-bets\n";

#[track_caller]
fn check_end(landing: &str, ends: &str) {
    check(&format!("{RUN}{landing}"), &format!("{RAN}{ends}"));
}

#[test]
fn winning_lines_of_two_spins_by_turns_are_disputed() {
    check_end(
        "8.0 < *X;5;007;17;0;160;0
         8.5 < *X;5;008;18;0;160;0
         9.0 < *X;5;007;17;0;160;0
         9.5 < *X;5;008;18;0;160;0
         10.0 < *X;5;007;17;0;160;0",
        "9.5 fault result-disputed",
    );
    check_end(
        "8.0 < *X;5;008;18;0;160;0
         8.5 < *X;5;007;17;0;160;0
         9.0 < *X;5;008;18;0;160;0
         9.5 < *X;5;007;17;0;160;0",
        "9 fault result-disputed",
    );
}

#[test]
fn one_line_of_another_spin_between_those_of_this_one_is_noise() {
    check_end(
        "8.0 < *X;5;007;17;0;160;0
         8.5 < *X;5;017;17;0;160;0
         9.0 < *X;5;007;17;0;160;0
         9.5 < *X;5;007;17;0;160;0",
        "9.5 result 17",
    );
}

#[test]
fn a_number_that_changes_after_it_was_told_is_disputed_once_and_stays_told() {
    check_end(
        "8.0 < *X;5;007;17;0;160;0
         8.5 < *X;5;007;17;0;160;0
         9.0 < *X;5;007;18;0;160;0
         9.5 < *X;5;007;18;0;160;0
         10.0 < *X;5;007;18;0;160;0
         11.0 < *X;2;008;18;0;160;0",
        "8.5 result 17
         9.5 fault result-disputed",
    );
    check_end(
        "8.0 < *X;5;007;17;0;160;0
         8.5 < *X;5;007;17;0;160;0
         9.0 < *X;5;007;18;0;160;0
         9.5 < *X;5;007;17;0;160;0
         10.0 < *X;5;007;18;0;160;0",
        "8.5 result 17
         10 fault result-disputed",
    );
    check_end(
        "8.0 < *X;5;007;17;0;160;0
         8.5 < *X;5;007;17;0;160;0
         9.0 < *X;5;007;  ;0;160;0
         9.5 < *X;5;007;  ;0;160;0",
        "8.5 result 17
         9.5 fault result-disputed",
    );
}

#[test]
fn a_bare_number_that_contradicts_what_was_told_disputes_it() {
    check_end(
        "8.0 < *X;5;007;17;0;160;0
         8.5 < *X;5;007;17;0;160;0
         8.6 < 17
         8.7 < 18
         9.0 < *X;5;007;17;0;160;0",
        "8.5 result 17
         8.7 fault result-disputed",
    );
}

#[test]
fn bare_numbers_that_contradict_while_the_wheel_waits_dispute_it_as_status_lines_do() {
    const SHOWN: &str = "8.0 < *X;5;007;17;0;160;0\n8.5 < *X;5;007;17;0;160;0\n9.0 < *X;2;008;17;0;160;0\n";
    let check_idle = |lines: &str, says: &str| check_end(&format!("{SHOWN}{lines}"), &format!("8.5 result 17\n{says}"));
    check_idle("9.1 < 18\n9.2 < 18\n9.3 < 18", "9.2 fault result-disputed");
    check_idle("9.1 < 18\n9.2 < *X;1;008;18;0;160;0", "9.2 fault result-disputed");
    check_idle("9.1 < *X;1;008;17;0;160;0\n9.2 < 18\n9.3 < 18", "9.3 fault result-disputed");
    check_idle("9.1 < 18\n9.2 < 17\n9.5 < *X;2;008;17;0;160;0", "");
    // Another ball runs: its number may be any.
    check_idle("9.5 < *X;3;008;17;0;160;0\n10.0 < 18\n10.5 < 18", "9.5 ball-launched");
}

#[test]
fn a_result_that_the_wheel_shows_under_the_count_of_a_spin_that_never_ran_is_disputed() {
    check_end(
        "8.0 < *X;5;007;17;0;160;0
         8.5 < *X;5;007;17;0;160;0
         9.0 < *X;5;009;17;0;160;0
         9.5 < *X;5;009;17;0;160;0
         10.0 < *X;5;009;17;0;160;0",
        "8.5 result 17
         9.5 fault result-disputed",
    );
    check_end(
        "8.0 < *X;5;007;17;0;160;0
         8.5 < *X;5;007;17;0;160;0
         9.0 < *X;5;006;17;0;160;0
         9.5 < *X;5;006;17;0;160;0",
        "8.5 result 17
         9.5 fault result-disputed",
    );
    // A wheel may count the spin while it still shows it, and one line may be damaged.
    check_end(
        "8.0 < *X;5;007;17;0;160;0
         8.5 < *X;5;007;17;0;160;0
         9.0 < *X;5;008;17;0;160;0
         9.5 < *X;5;008;17;0;160;0
         10.0 < *X;5;009;17;0;160;0
         10.5 < *X;2;008;17;0;160;0",
        "8.5 result 17",
    );
}

#[test]
fn one_damaged_line_after_the_result_is_noise() {
    check_end(
        "8.0 < *X;5;007;17;0;160;0
         8.5 < *X;5;007;17;0;160;0
         9.0 < *X;5;007;16;0;160;0
         9.5 < *X;5;007;17;0;160;0
         10.0 < *X;2;008;17;0;160;0",
        "8.5 result 17",
    );
}

#[test]
fn the_number_must_stand_until_the_next_one_comes() {
    check_end(
        "8.0 < *X;5;007;17;0;160;0
         8.5 < *X;5;007;17;0;160;0
         9.0 < *X;2;008;17;0;160;0
         9.5 < *X;3;008;18;0;160;0
         10.0 < *X;3;008;18;0;160;0
         14.0 < *X;4;008;18;0;160;0
         18.0 < *X;5;008;20;0;160;0
         18.5 < *X;5;008;20;0;160;0
         19.0 < *X;2;009;20;0;160;0",
        "8.5 result 17
         9.5 ball-launched
         10 fault result-disputed
         14 no-more-bets
         18.5 result 20",
    );
}

#[test]
fn a_wheel_that_was_off_or_silent_has_nothing_to_hold_to() {
    check_end(
        "8.0 < *X;5;007;17;0;160;0
         8.5 < *X;5;007;17;0;160;0
         9.0 < *X;6;001;  ;0;000;0
         9.5 < *X;6;001;  ;0;000;0
         11.0 < *X;1;001;  ;0;000;0
         12.0 < *X;2;001;  ;0;000;0",
        "8.5 result 17
         9 wheel-closed
         11 wheel-opened",
    );
    check_end(
        "8.0 < *X;5;007;17;0;160;0
         8.5 < *X;5;007;17;0;160;0
         20.0 < *X;2;009;22;0;160;0
         20.5 < *X;2;009;22;0;160;0",
        "8.5 result 17
         13.5 fault device-lost
         20 fault-cleared device-lost",
    );
}

#[test]
fn one_line_that_says_that_another_ball_runs_ends_nothing() {
    check_end(
        "8.0 < *X;5;007;17;0;160;0
         8.5 < *X;5;007;17;0;160;0
         9.0 < *X;2;008;17;0;160;0
         9.5 < *X;3;008;17;0;160;0
         10.0 < *X;2;008;18;0;160;0
         10.5 < *X;2;008;18;0;160;0",
        "8.5 result 17
         9.5 ball-launched
         10 no-spin unreadable
         10.5 fault result-disputed",
    );
}

/// The result 17 at this count, then silence, then these lines; what they say beyond that the wheel is heard again.
#[track_caller]
fn check_after_silence(shown_last: &str, shown_then: &str, says: &str) {
    check_end(
        &format!("8.0 < *X;5;007;17;0;160;0\n8.5 < *X;5;007;17;0;160;0\n9.0 < {shown_last}\n20.0 < {shown_then}\n20.5 < {shown_then}"),
        &format!("8.5 result 17\n14 fault device-lost\n20 fault-cleared device-lost\n{says}"),
    );
}

#[test]
fn a_wheel_is_held_to_its_result_over_silence_in_which_it_counted_no_spin() {
    check_after_silence("*X;2;008;17;0;160;0", "*X;2;008;17;0;160;0", "");
    check_after_silence("*X;2;008;17;0;160;0", "*X;2;008;18;0;160;0", "20.5 fault result-disputed");
    check_after_silence("*X;5;007;17;0;160;0", "*X;5;007;18;0;160;0", "20.5 fault result-disputed");
    check_after_silence("*X;5;007;17;0;160;0", "*X;2;008;17;0;160;0", "");
    check_after_silence("*X;5;007;17;0;160;0", "*X;2;008;18;0;160;0", "20.5 fault result-disputed");
}

#[test]
fn after_silence_in_which_a_ball_may_have_fallen_any_number_may_stand() {
    check_after_silence("*X;2;008;17;0;160;0", "*X;2;009;18;0;160;0", "");
    check_after_silence("*X;2;008;17;0;160;0", "*X;5;008;18;0;160;0", "");
    check_after_silence("*X;2;008;17;0;160;0", "*X;2;008;  ;0;160;0", "");
    check_after_silence("*X;5;007;17;0;160;0", "*X;2;009;18;0;160;0", "");
    check_after_silence("*X;5;007;17;0;160;0", "*X;5;008;18;0;160;0", "");
}

/// The result 17 of spin 3 at count 7, told by a program that ended then; what the next one says of a wheel that shows this.
#[track_caller]
fn check_after_start(pocket: u8, shown: &[&str], says: &[(Option<u64>, &str)]) {
    let capture = format!("{RUN}8.0 < *X;5;007;17;0;160;0\n8.5 < *X;5;007;17;0;160;0\n");
    let (_, result) = replay(slingshot(), &capture).pop().expect("it has a result");
    assert_eq!(result.happening, WheelHappening::Result(Pocket::new(17).expect("a pocket")));
    let settled = Settled { spin: 3, pocket: Pocket::new(pocket).expect("a pocket"), evidence: result.evidence };
    let mut wheel = Wheel::new(slingshot()).held_to(&settled);
    let at = |line: usize| Timestamp::from_microseconds(1_700_000_000_000_000 + 500_000 * line as u64);
    wheel.device_found(at(0));
    shown.iter().enumerate().for_each(|(line, text)| wheel.received(format!("{text}\r\n").as_bytes(), at(line)));
    let said: Vec<(Option<u64>, String)> =
        core::iter::from_fn(|| wheel.poll_event()).map(|event| (event.spin, told(Timestamp::default(), &event))).collect();
    let expected: Vec<(Option<u64>, String)> = says.iter().map(|(spin, text)| (*spin, format!("0 {text}"))).collect();
    assert_eq!(said, expected, "{shown:?}");
}

#[test]
fn a_wheel_is_held_over_a_start_to_a_result_that_was_settled() {
    const OPENED: (Option<u64>, &str) = (None, "wheel-opened");
    const DISPUTED: (Option<u64>, &str) = (Some(3), "fault result-disputed");
    check_after_start(17, &["*X;5;007;18;0;160;0"; 3], &[OPENED, DISPUTED]);
    check_after_start(17, &["*X;2;008;18;0;160;0"; 3], &[OPENED, DISPUTED]);
    check_after_start(
        17,
        &["*X;5;007;17;0;160;0", "*X;2;008;17;0;160;0", "*X;2;008;18;0;160;0", "*X;2;008;18;0;160;0"],
        &[OPENED, DISPUTED],
    );
    check_after_start(17, &["*X;5;007;17;0;160;0", "*X;2;008;17;0;160;0", "*X;2;008;18;0;160;0"], &[OPENED]);
    // Another ball may have fallen, or the wheel was switched off meanwhile.
    check_after_start(17, &["*X;5;008;18;0;160;0"; 3], &[OPENED]);
    check_after_start(17, &["*X;2;009;18;0;160;0"; 3], &[OPENED]);
    check_after_start(17, &["*X;2;001;  ;0;160;0"; 3], &[OPENED]);
    // Lines that do not prove what was settled prove nothing.
    check_after_start(20, &["*X;5;007;18;0;160;0"; 3], &[OPENED]);
}

#[test]
fn the_lines_that_contradict_are_kept_and_take_nothing_from_the_next_spin() {
    let next = "12.0 < *X;2;008;18;0;160;0\n13.0 > *u 1\n14.0 < *X;3;008;18;0;160;0\n18.0 < *X;4;008;18;0;160;0
        22.0 < *X;5;008;20;0;160;0\n22.5 < *X;5;008;20;0;160;0";
    let capture = format!("{RUN}8.0 < *X;5;007;17;0;160;0\n8.5 < *X;5;007;17;0;160;0\n11.0 < *X;2;008;17;0;160;0\n{next}");
    let capture: String = capture.lines().map(|line| format!("{}\n", line.trim_start())).collect();
    let events = replay(slingshot(), &capture);
    let evidence = |wanted: &WheelHappening| {
        let found = events.iter().find(|(_, event)| core::mem::discriminant(&event.happening) == core::mem::discriminant(wanted));
        String::from_utf8(found.expect("it has happened").1.evidence.clone()).expect("evidence is text")
    };
    let disputed = evidence(&WheelHappening::Fault { code: FaultCode::ResultDisputed, detail: String::new() });
    assert!(disputed.contains("*X;2;008;18;0;160;0") && disputed.contains("*X;3;008;18;0;160;0"), "{disputed}");
    let (_, result) = events.last().expect("the next spin ends");
    let text = String::from_utf8(result.evidence.clone()).expect("evidence is text");
    let again = replay(slingshot(), &text);
    let again: String = again.iter().map(|(_, event)| told(Timestamp::default(), event) + "\n").collect();
    assert!(again.contains("ball-launched") && again.contains("result 20"), "{text}{again}");
}
