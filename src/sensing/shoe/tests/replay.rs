//! What is read of a capture of a card-reading shoe.

use super::*;
use crate::sensing::card_source::tests;

/// What is told of a capture of these lines.
#[track_caller]
fn check(lines: &[&str], expected: &[&str]) {
    tests::check(Shoe::new(parameters(), 0), lines, expected);
}

#[test]
fn a_loading_is_told_from_the_wish_for_it_to_its_name() {
    check(
        &[
            "0.000 > WHO",
            "0.010 < SHOE 1 CS-8 1.0 SN7",
            "0.010 > WANT NOTHING",
            "0.020 < STATE READY - 0 0 -",
            "0.500 > WANT LOAD 2",
            "0.510 < STATE READY - 0 0 -",
            "9.000 < STATE READY - 2 0 -",
            "9.010 > NAME CAFE0001-1",
            "9.020 < STATE READY CAFE0001-1 2 0 -",
        ],
        &[
            "0 asked WHO",
            "10 said SHOE 1 CS-8 1.0 SN7 after 10",
            "10 asked WANT NOTHING",
            "20 said STATE READY - 0 0 - after 10",
            "20 card-source-opened",
            "500 asked WANT LOAD 2",
            "500 fault card-hopper-empty",
            "510 said STATE READY - 0 0 - after 10",
            "9000 said STATE READY - 2 0 -",
            "9000 cleared card-hopper-empty",
            "9010 asked NAME CAFE0001-1",
            "9020 said STATE READY CAFE0001-1 2 0 - after 10",
            "9020 shuffled 1 104",
        ],
    );
}

#[test]
fn cards_are_told_without_what_was_read_of_them_also_where_the_capture_begins_in_the_middle() {
    check(
        &[
            "0.000 < DRAWN CAFE0001-1 4 ??",
            "0.100 > WANT CARD 5 BOX3.0 UP",
            "0.110 < STATE READY CAFE0001-1 2 4 -",
            "1.000 > WANT CARD 5 BOX3.0 UP",
            "2.000 < DRAWN CAFE0001-1 5 ??",
            "2.010 < STATE READY CAFE0001-1 2 5 5",
            "2.500 > TELL 5",
            "2.510 < DRAWN CAFE0001-1 5 Kd",
            "3.000 < STATE COVER CAFE0001-1 2 3 5",
        ],
        &[
            "0 said DRAWN CAFE0001-1 4, a card",
            "100 asked WANT CARD 5 BOX3.0 UP",
            "110 said STATE READY CAFE0001-1 2 4 - after 10",
            "110 card-source-opened",
            "1000 asked WANT CARD 5 BOX3.0 UP",
            "2000 said DRAWN CAFE0001-1 5, a card",
            "2010 said STATE READY CAFE0001-1 2 5 5 after 1010",
            "2010 cut-card",
            "2500 asked TELL 5",
            "2510 said DRAWN CAFE0001-1 5, a card after 10",
            // A cutting card that lies beyond what was drawn is doubted.
            "3000 doubted",
        ],
    );
}

#[test]
fn faults_of_the_shoe_and_its_contradictions_are_told() {
    check(
        &["0.000 > WANT NOTHING", "0.010 < STATE COVER CAFE0001-1 2 5 -", "0.500 > WANT NOTHING", "0.510 < STATE READY CAFE0001-1 2 4 -"],
        &[
            "0 asked WANT NOTHING",
            "10 said STATE COVER CAFE0001-1 2 5 - after 10",
            "10 card-source-opened",
            "10 fault card-door-open",
            "500 asked WANT NOTHING",
            "510 said STATE READY CAFE0001-1 2 4 - after 10",
            "510 cleared card-door-open",
            "510 fault card-source-contradiction",
        ],
    );
}

#[test]
fn a_shoe_of_another_version_is_not_believed_and_more_packs_than_it_holds_are_no_order() {
    check(
        &[
            "0.000 > WHO",
            "0.010 < SHOE 2 CS-8 1.0 SN7",
            "0.020 < STATE COVER - 0 0 -",
            "0.100 > WANT LOAD 9",
            "0.110 < STATE READY - 0 0 -",
        ],
        &[
            "0 asked WHO",
            "10 doubted",
            "20 said STATE COVER - 0 0 -",
            "100 asked WANT LOAD 9",
            "110 said STATE READY - 0 0 - after 10",
            "110 card-source-opened",
        ],
    );
}
