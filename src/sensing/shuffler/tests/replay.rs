//! What is read of a capture of a shuffle machine.

use super::*;
use crate::sensing::card_source::tests;

/// What is told of a capture of these lines.
#[track_caller]
fn check(lines: &[&str], expected: &[&str]) {
    tests::check(Shuffler::new(parameters(), 0), lines, expected);
}

#[test]
fn a_shuffle_and_a_card_are_told_with_what_was_asked_and_how_long_each_answer_took() {
    check(
        &[
            "0.000 > Q001 ID",
            "0.012 < A001 ID 1 CS6 1.0 SN7",
            "0.012 > Q002 ST",
            "0.020 < A002 ST IDLE 0 0 - -",
            "0.500 > Q003 DO CAFE0001-1 SHUFFLE 2",
            "0.505 < A003 JOB CAFE0001-1 RUN 0 0",
            "0.555 > Q004 DO CAFE0001-1 SHUFFLE 2",
            "0.560 < A004 JOB CAFE0001-1 SHUFFLED 104 0 0 0 0",
            "0.600 > Q005 DO CAFE0001-2 DEAL 1 BOX3.0 DOWN",
            "1.640 < A005 JOB CAFE0001-2 CARD ??",
        ],
        &[
            "0 asked Q001 ID",
            "12 said A001 ID 1 CS6 1.0 SN7 after 12",
            "12 asked Q002 ST",
            "20 said A002 ST IDLE 0 0 - - after 8",
            "20 card-source-opened",
            "500 asked Q003 DO CAFE0001-1 SHUFFLE 2",
            "505 said A003 JOB CAFE0001-1 RUN 0 0 after 5",
            "505 shuffling",
            "555 asked Q004 DO CAFE0001-1 SHUFFLE 2",
            "560 said A004 JOB CAFE0001-1 SHUFFLED 104 0 0 0 0 after 5",
            "560 shuffled 1 104",
            "600 asked Q005 DO CAFE0001-2 DEAL 1 BOX3.0 DOWN",
            "1640 said A005 JOB CAFE0001-2 CARD, a card after 1040",
        ],
    );
}

#[test]
fn a_capture_that_begins_in_the_middle_is_read() {
    check(
        &[
            "0.000 < A017 ST READY 0 312 CAFE0001-1 CAFE0001-1/DONE",
            "0.100 > Q018 DO CAFE0001-5 DEAL 1 DEALER UP",
            "0.110 < A018 JOB CAFE0001-5 HELD JAM 3 FEED",
            "0.200 > Q019 OFF CAFE0001-5",
            "0.210 < A019 JOB CAFE0001-5 FAIL OFF",
        ],
        &[
            "0 said A017 ST READY 0 312 CAFE0001-1 CAFE0001-1/DONE",
            "100 asked Q018 DO CAFE0001-5 DEAL 1 DEALER UP",
            "110 said A018 JOB CAFE0001-5 HELD JAM 3 FEED after 10",
            "110 fault card-jam",
            "200 asked Q019 OFF CAFE0001-5",
            "210 said A019 JOB CAFE0001-5 FAIL OFF after 10",
            "210 failed 5 called-off",
            "210 cleared card-jam",
        ],
    );
}

#[test]
fn a_machine_that_does_not_answer_is_lost_when_the_driver_gave_it_up() {
    check(
        &["1.000 > Q002 ST", "1.250 > Q002 ST", "1.500 > Q002 ST", "2.750 > Q003 ID", "2.760 < A003 ID 1 CS6 1.0 SN7"],
        &[
            "1000 asked Q002 ST",
            "1250 asked again Q002 ST",
            "1500 asked again Q002 ST",
            "1750 fault card-source-lost",
            "2750 asked Q003 ID",
            "2760 said A003 ID 1 CS6 1.0 SN7 after 10",
            "2760 cleared card-source-lost",
        ],
    );
    // No more is known of a question after which the capture ends, or that was not asked again.
    check(&["1.000 > Q002 ST", "9.000 > Q003 ID"], &["1000 asked Q002 ST", "9000 asked Q003 ID"]);
}

#[test]
fn answers_that_cannot_be_understood_are_doubted_and_garble_the_line() {
    check(
        &[
            "1.000 > Q002 ST",
            "1.010 < =??????????????",
            "1.250 > Q002 ST",
            "1.260 < A002 JOB CAFE0001-2 CARD ??",
            "1.500 > Q002 ST",
            "3.000 > =*T M",
        ],
        &[
            "1000 asked Q002 ST",
            "1010 doubted",
            "1250 asked again Q002 ST",
            "1260 doubted",
            "1500 asked again Q002 ST",
            "1750 fault card-source-garbled",
            "3000 doubted question",
        ],
    );
}

#[test]
fn a_card_that_stands_in_a_capture_is_not_told() {
    let told = ["0 asked Q001 DO CAFE0001-2 DEAL 1 DEALER DOWN", "10 said A001 JOB CAFE0001-2 CARD, a card after 10"];
    let asked = "0.000 > Q001 DO CAFE0001-2 DEAL 1 DEALER DOWN";
    check(&[asked, "0.010 < A001 JOB CAFE0001-2 CARD As"], &told);
    check(&[asked, "0.010 < A001 JOB CAFE0001-2 CARD ??"], &told);
    check(&[asked, "0.010 < A001 PEEK As"], &[told[0], "10 doubted"]);
    // Noise before it is doubted, and the card's frame is found all the same.
    check(&[asked, "0.010 < =?????:A001 JOB CAFE0001-2 CARD ??#????????;???"], &[told[0], "10 doubted", told[1], "10 doubted"]);
}

#[test]
fn a_card_is_no_end_of_a_shuffle_and_what_looks_like_a_card_that_was_left_out_is_doubted() {
    let asked = ["0.000 > Q001 DO CAFE0001-2 SHUFFLE 6", "0 asked Q001 DO CAFE0001-2 SHUFFLE 6"];
    for body in ["A001 JOB CAFE0001-2 CARD ??", "A001 JOB CAFE0001-3 CARD ??", "A001 JOB CARD ??", "A001 ??", "??"] {
        check(&[asked[0], &format!("0.010 < {body}")], &[asked[1], "10 doubted"]);
    }
}

#[test]
fn lines_that_are_none_are_told_in_their_places_and_the_rest_is_read() {
    check(
        &["0.000 > Q001 ID", "nonsense", "# a comment", "0.012 < A001 ID 1 CS6 1.0 SN7", "0.001 > Q002 ST", "0.020 > Q003 ST"],
        &[
            "0 asked Q001 ID",
            "0 bad line: `SECONDS < LINE` or `SECONDS > LINE`",
            "12 said A001 ID 1 CS6 1.0 SN7 after 12",
            "12 bad line: a time that is not before that of the line before",
            "20 asked Q003 ST",
        ],
    );
}

#[test]
fn an_order_that_takes_too_long_stalls_in_the_captures_own_time() {
    check(
        &[
            "0.000 > Q001 DO CAFE0001-2 DEAL 1 DEALER UP",
            "0.010 < A001 JOB CAFE0001-2 RUN 0",
            "60.000 > Q002 DO CAFE0001-2 DEAL 1 DEALER UP",
        ],
        &[
            "0 asked Q001 DO CAFE0001-2 DEAL 1 DEALER UP",
            "10 said A001 JOB CAFE0001-2 RUN 0 after 10",
            "20010 fault card-source-stalled",
            "60000 asked Q002 DO CAFE0001-2 DEAL 1 DEALER UP",
        ],
    );
}
