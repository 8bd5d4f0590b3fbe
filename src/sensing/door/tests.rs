//! Switches that bounce, flicker or say nothing, with every time in milliseconds.

use super::*;

/// What happens at a moment.
#[derive(Clone, Copy)]
enum Do {
    /// The door in this place is looked at: so many changes of its line, and whether it is open.
    Look(usize, u32, bool),
    /// The lines cannot be read.
    Lose,
    /// This test is wanted.
    Test(u32, u8),
    /// No test is wanted, or that of another part.
    NoTest,
    /// Nothing happens.
    Wait,
}
use Do::{Look, Lose, NoTest, Test, Wait};

fn at(milliseconds: u64) -> Timestamp {
    Timestamp::from_microseconds(milliseconds * 1_000)
}

fn in_words(event: Event) -> String {
    match event {
        Event::HouseFault { code, detail } => format!("{}: {detail}", code.name()),
        Event::HouseFaultCleared(code) => format!("{} over", code.name()),
        Event::SelfTested { number, findings, seen } => {
            let found: Vec<_> = findings.into_iter().map(|finding| format!("{}: {}", finding.code.name(), finding.detail)).collect();
            format!("test {number}: {}{}", found.join("; "), seen.unwrap_or_default())
        }
        _ => "something else".into(),
    }
}

/// What two doors tell, whose lines have to stand still for 20 ms; each with its moment.
#[track_caller]
fn check(happens: &[(u64, Do)], expected: &[(u64, &str)]) {
    let doors = ["front", "drop"].map(|name| (name.to_owned(), Span::from_milliseconds(20)));
    let mut doors = Doors::new(doors, at(0));
    let mut told = Vec::new();
    for (milliseconds, what) in happens {
        let now = at(*milliseconds);
        // As its driver does: it is asked again at each moment that it wants to be woken at.
        while let Some(moment) = doors.wake_at().filter(|moment| *moment < now) {
            told.extend(doors.tell(moment).into_iter().map(|event| (moment.microseconds() / 1_000, in_words(event))));
        }
        match *what {
            Look(door, changes, is_open) => doors.look(door, DoorLook { changes, is_open }, now),
            Lose => doors.lose("the chip is gone".into()),
            Test(number, door) => doors.want_test(Some((number, TestedPart::Door(door))), now),
            NoTest => doors.want_test(Some((9, TestedPart::Lamp)), now),
            Wait => {}
        }
        told.extend(doors.tell(now).into_iter().map(|event| (*milliseconds, in_words(event))));
    }
    let told: Vec<(u64, &str)> = told.iter().map(|(at, said)| (*at, said.as_str())).collect();
    assert_eq!(told, expected);
}

#[test]
fn a_door_stands_as_its_line_does_once_that_has_not_changed_for_a_while() {
    let closed = (0, Look(0, 0, false));
    check(&[closed, (100, Look(0, 1, true)), (119, Wait)], &[]);
    check(&[closed, (100, Look(0, 1, true)), (120, Wait)], &[(120, "cabinet-door-open: front")]);
    let bouncing =
        [closed, (100, Look(0, 1, true)), (110, Look(0, 2, true)), (125, Look(0, 1, false)), (126, Look(0, 1, true)), (200, Wait)];
    check(&bouncing, &[(146, "cabinet-door-open: front")]);
    check(&[closed, (100, Look(0, 1, true)), (119, Look(0, 1, false)), (999, Wait)], &[]);
}

#[test]
fn a_door_that_was_open_before_anybody_looked_is_told_at_once() {
    check(&[(0, Look(0, 0, true)), (5, Look(1, 0, false))], &[(0, "cabinet-door-open: front")]);
}

#[test]
fn every_open_door_is_named_and_the_fault_is_over_with_the_last() {
    let happens = [
        (0, Look(0, 0, false)),
        (0, Look(1, 0, false)),
        (100, Look(0, 1, true)),
        (200, Look(1, 1, true)),
        (300, Look(0, 1, false)),
        (400, Look(1, 1, false)),
        (500, Wait),
    ];
    let told = [
        (120, "cabinet-door-open: front"),
        (220, "cabinet-door-open: front, drop"),
        (320, "cabinet-door-open: drop"),
        (420, "cabinet-door-open over"),
    ];
    check(&happens, &told);
}

#[test]
fn a_change_of_which_the_line_tells_nothing_counts_all_the_same() {
    check(&[(0, Look(0, 0, false)), (100, Look(0, 0, true)), (120, Wait)], &[(120, "cabinet-door-open: front")]);
}

#[test]
fn while_the_lines_are_not_read_the_doors_stand_as_they_did_and_that_is_a_fault_of_its_own() {
    let happens =
        [(0, Look(0, 0, true)), (1_000, Lose), (2_000, Lose), (3_000, Look(0, 0, true)), (4_000, Lose), (5_000, Look(0, 0, false))];
    let told = [
        (0, "cabinet-door-open: front"),
        (1_000, "door-switch: the chip is gone"),
        (3_000, "door-switch over"),
        (4_000, "door-switch: the chip is gone"),
        (5_000, "cabinet-door-open over"),
        (5_000, "door-switch over"),
    ];
    check(&happens, &told);
}

#[test]
fn of_a_switch_that_flickers_the_house_is_told_twenty_times_and_then_once_a_minute() {
    let flickers: Vec<(u64, Do)> = (0..150).map(|second| (second * 1_000, Look(0, 1, second % 2 == 1))).collect();
    let mut told: Vec<(u64, &str)> = (1..=20)
        .map(|second| (second * 1_000 + 20, if second % 2 == 1 { "cabinet-door-open: front" } else { "cabinet-door-open over" }))
        .collect();
    // It was told last that it is closed, 20 seconds after it was opened first.
    told.extend([(61_020, "cabinet-door-open: front"), (122_020, "cabinet-door-open over")]);
    check(&flickers, &told);
}

#[test]
fn a_test_is_passed_by_a_door_that_is_opened_and_closed_in_either_order() {
    let opened_and_closed =
        [(0, Look(0, 0, false)), (1_000, Test(3, 1)), (4_180, Look(0, 3, true)), (6_000, Look(0, 1, false)), (6_020, Wait), (99_000, Wait)];
    let told = [
        (4_200, "cabinet-door-open: front"),
        (6_020, "test 3: it opened after 3.2 s and closed after 5.0 s; changes of its line: 4, bounces among them: 2"),
        (6_020, "cabinet-door-open over"),
    ];
    check(&opened_and_closed, &told);
    let closed_and_opened = [(0, Look(1, 0, true)), (0, Test(1, 2)), (980, Look(1, 1, false)), (1_980, Look(1, 1, true)), (2_000, Wait)];
    let told = [
        (0, "cabinet-door-open: drop"),
        (1_000, "cabinet-door-open over"),
        (2_000, "test 1: it opened after 2.0 s and closed after 1.0 s; changes of its line: 2, bounces among them: 0"),
        (2_000, "cabinet-door-open: drop"),
    ];
    check(&closed_and_opened, &told);
}

#[test]
fn a_test_says_what_was_missing() {
    let closed = (0, Look(0, 0, false));
    let (begins, ends) = ((1_000, Test(1, 1)), (61_000, Wait));
    let nothing = "test 1: door-switch: no change was seen within 60 s: check the magnet, the switch and the plug";
    check(&[closed, begins, (60_999, Wait)], &[]);
    check(&[closed, begins, ends], &[(61_000, nothing)]);
    // Another door was opened.
    let other = [closed, (0, Look(1, 0, false)), begins, (2_000, Look(1, 1, true)), (3_000, Look(1, 1, false)), ends];
    check(&other, &[(2_020, "cabinet-door-open: drop"), (3_020, "cabinet-door-open over"), (61_000, nothing)]);
    check(
        &[closed, begins, (2_000, Look(0, 1, true)), (2_010, Look(0, 1, false)), ends],
        &[(61_000, "test 1: door-switch: it was not seen to open or to close within 60 s; changes of its line: 2, bounces among them: 2")],
    );
    check(
        &[closed, begins, (2_000, Look(0, 1, true)), ends],
        &[
            (2_020, "cabinet-door-open: front"),
            (
                61_000,
                "test 1: door-switch: it opened after 1.0 s and did not close within 60 s; changes of its line: 1, bounces among them: 0",
            ),
        ],
    );
}

#[test]
fn a_door_whose_line_is_not_read_does_not_pass() {
    check(&[(0, Test(1, 1)), (60_000, Wait)], &[(60_000, "test 1: door-switch: nothing was read of its line")]);
    let lost = [(0, Look(0, 0, false)), (10, Test(1, 1)), (20, Lose), (30, NoTest)];
    check(&lost, &[(20, "test 1: door-switch: the chip is gone"), (20, "door-switch: the chip is gone")]);
    check(&[(0, Test(1, 7))], &[(0, "test 1: door-switch: the cabinet file has no such door")]);
}

#[test]
fn a_test_that_is_wanted_no_more_is_over_without_a_word() {
    check(&[(0, Look(0, 0, false)), (1_000, Test(1, 1)), (2_000, NoTest), (99_000, Wait)], &[]);
}
