//! Which faults of the catalogue come in the hour, and which another test brings about, and why.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Those that come within minutes of play and are over, of sources of cards that lie by a script.
pub(super) const IN_MINUTES: [&str; 12] = [
    "card-door-open",
    "card-hopper-empty",
    "card-jam",
    "card-source-garbled",
    "card-source-lost",
    "card-source-stalled",
    "card-unreadable",
    "double-feed",
    "duplicate-card",
    "foreign-card",
    "missing-card",
    "wrong-card-count",
];

/// Those that chance brings about in every hour as well, of wheels.
pub(super) const IN_AN_HOUR: [&str; 5] = ["babbling", "device-lost", "launch-failed", "rotor-index-against-encoder", "rotor-not-turning"];

/// Those that somebody brings about on purpose, in their order: while everybody plays, and in the whole hour after the power has failed as well.
pub(super) const BY_HAND_IN_MINUTES: [&str; 4] = ["cabinet-door-open", "rotor-index", "rotor-encoder", "door-switch"];
pub(super) const BY_HAND_IN_AN_HOUR: [&str; 5] = ["journal-end-unproved", "disk-defect", "journal-damaged", "clock-stepped", "clock-wrong"];

/// A test that brings a fault about: where it is, and its name.
type Test = (&'static str, &'static str);

const GUARDS: Test =
    ("src/sim/devices/three_sensor/live_tests.rs", "with_the_door_the_lid_the_mains_or_the_emergency_stop_open_nothing_moves");
const EVIDENCE: Test = ("src/sim/devices/three_sensor/tests.rs", "evidence_that_contradicts_itself_is_named");
const SPEED: Test =
    ("src/sim/devices/three_sensor/live_tests.rs", "a_rotor_that_does_not_come_to_its_speed_is_a_fault_of_its_kind_until_it_follows_again");

const NO_GUARDS: &str = "the guards of a simulated wheel cannot be opened from outside";
const BY_CHANCE: &str = "chance brings it about in some hours and not in each";

/// Those that are not to be had in the hour, or not in each: why, and the test that brings each about.
const ELSEWHERE: [(&str, &str, Test); 28] = [
    ("door-open", NO_GUARDS, GUARDS),
    ("lid-open", NO_GUARDS, GUARDS),
    ("mains-lost", NO_GUARDS, GUARDS),
    ("emergency-stop", NO_GUARDS, GUARDS),
    (
        "ball-missing",
        BY_CHANCE,
        ("src/sensing/slingshot/tests/faults.rs", "warning_1_is_let_pass_for_five_seconds_and_then_the_ball_is_missing"),
    ),
    ("sensor", BY_CHANCE, ("src/sensing/slingshot/tests/faults.rs", "warning_4_is_a_sensor_fault_in_every_state_until_it_is_gone")),
    (
        "motor",
        BY_CHANCE,
        ("src/sensing/slingshot/tests/faults.rs", "a_rotor_at_an_impossible_speed_is_a_motor_fault_until_it_turns_as_it_should"),
    ),
    ("stalled", BY_CHANCE, ("src/sensing/slingshot/tests/stalled.rs", "a_launch_that_stalls_is_voided_and_commanded_anew")),
    ("rotor-too-slow", BY_CHANCE, SPEED),
    ("rotor-too-fast", BY_CHANCE, SPEED),
    ("rotor-speed-varies", BY_CHANCE, SPEED),
    ("line-noise", BY_CHANCE, EVIDENCE),
    ("rotor-second-index", BY_CHANCE, EVIDENCE),
    ("rotor-held-up", BY_CHANCE, EVIDENCE),
    (
        "rotor-wrong-way",
        BY_CHANCE,
        ("src/sim/devices/three_sensor/live_tests.rs", "a_rotor_that_turns_the_wrong_way_is_found_by_the_ball_that_lies_in_it"),
    ),
    (
        "no-spins-in-a-row",
        BY_CHANCE,
        (
            "src/sim/devices/three_sensor/defects_tests.rs",
            "three_spins_in_a_row_that_do_not_count_are_a_fault_and_one_that_counts_begins_anew",
        ),
    ),
    ("shoe-changed", BY_CHANCE, ("src/sensing/shuffler/tests/faults.rs", "a_card_that_is_none_ends_its_order_and_is_a_fault")),
    ("times-out-of-order", "the times of simulated lines are in order", EVIDENCE),
    ("ball-already-lies", "nothing lays a second ball into a simulated wheel", EVIDENCE),
    (
        "result-disputed",
        "the wheel has to show another number after a start than before",
        ("tests/daemon/disputed.rs", "a_number_that_was_settled_stays_and_is_disputed_where_the_wheel_shows_another_one_after_a_start"),
    ),
    (
        "card-source-defect",
        "only its own test finds it, for which its table has to stand still",
        ("src/sensing/shuffler/tests/faults.rs", "a_failed_self_test_is_a_fault_until_one_is_passed"),
    ),
    (
        "card-source-contradiction",
        "no simulated shoe contradicts itself",
        ("src/sensing/shoe/tests/faults.rs", "two_cards_under_one_number_are_none_before_the_deal_and_a_fault_after_it"),
    ),
    (
        "card-source-babbling",
        "no simulated source of cards babbles, and a house with another one runs no faster than life",
        ("tests/daemon/babbling.rs", "a_source_of_cards_that_babbles_is_held_and_neither_the_wheel_nor_another_table_notices"),
    ),
    (
        "chance-defect",
        "the operating system's chance does not fail",
        ("src/cabinet/card_table/tests/chance.rs", "a_draw_that_the_urn_does_not_hold_voids_the_deal_and_holds_the_machine"),
    ),
    (
        "disk-nearly-full",
        "other programs have the disk as well",
        ("src/daemon/disk_room.rs", "less_room_than_there_is_to_be_is_a_fault_and_it_is_over_when_there_is_an_eighth_more"),
    ),
    (
        "disk-slow",
        "nothing here makes a disk take its time",
        ("src/daemon/self_test.rs", "a_disk_that_takes_more_than_a_second_to_make_a_write_durable_is_slow"),
    ),
    (
        "network-unreachable",
        "the board itself is reached as long as the house is",
        ("src/daemon/self_test.rs", "a_cabinet_that_nobody_reaches_is_told"),
    ),
    (
        "lamp-defect",
        "a simulated lamp takes every level",
        ("src/daemon/lamp.rs", "a_lamp_that_cannot_be_switched_is_told_once_and_is_well_after_a_minute"),
    ),
];

/// The codes of every fault that there is, as the tool tells them.
fn catalogue() -> Vec<String> {
    let told = Command::new(env!("CARGO_BIN_EXE_croupierctl")).args(["faults", "--catalogue"]).output().expect("the tool runs");
    let code = |line: &str| serde_json::from_str::<Value>(line).ok()?["fault"].as_str().map(str::to_owned);
    String::from_utf8(told.stdout).expect("it prints text").lines().map(|line| code(line).expect("each line names a fault")).collect()
}

#[test]
fn every_fault_of_the_catalogue_comes_in_the_hour_or_has_a_reason_and_another_test() {
    let here = [&IN_MINUTES[..], &IN_AN_HOUR, &BY_HAND_IN_MINUTES, &BY_HAND_IN_AN_HOUR].concat();
    let listed: Vec<&str> = here.into_iter().chain(ELSEWHERE.map(|(code, ..)| code)).collect();
    let listed_once: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(listed.len(), listed_once.len(), "each is listed once: {listed:?}");
    let catalogue = catalogue();
    assert_eq!(listed_once, catalogue.iter().map(String::as_str).collect(), "every fault is listed");
    for (code, why, (file, name)) in ELSEWHERE {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("the file is there");
        assert!(!why.is_empty() && text.contains(&format!("fn {name}(")), "{code}: {file} has no test of this name: {name}");
    }
}
