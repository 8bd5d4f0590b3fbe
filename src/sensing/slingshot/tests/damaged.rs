//! One damaged digit of one line voids no spin; a number that was shown once is confirmed by what follows.

use alloc::format;
use alloc::string::String;

use super::check;

/// A spin with this line among those of state 4 has its result.
#[track_caller]
fn check_damaged(line: &str) {
    check(
        &format!(
            "0.0 < *X;3;007;24;0;160;0
             4.0 < *X;4;007;24;0;160;0
             4.5 < *X;4;007;24;0;160;0
             5.0 < {line}
             5.5 < *X;4;007;24;0;160;0
             9.0 < *X;5;007; 9;0;160;0
             9.5 < *X;5;007; 9;0;160;0"
        ),
        "0 wheel-opened
         0 ball-launched
         4 no-more-bets
         9.5 result 9",
    );
}

#[test]
fn one_line_of_state_4_with_another_state_is_noise() {
    for state in [1, 2, 3, 5, 6, 7] {
        check_damaged(&format!("*X;{state};007;24;0;160;0"));
    }
}

#[test]
fn a_last_line_of_state_4_that_seems_to_be_the_first_of_state_5_is_noise() {
    check(
        "0.0 < *X;3;007;24;0;160;0
         4.0 < *X;4;007;24;0;160;0
         8.5 < *X;5;007;24;0;160;0
         9.0 < *X;5;007; 9;0;160;0
         9.5 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         0 ball-launched
         4 no-more-bets
         9.5 result 9",
    );
}

#[test]
fn one_line_of_state_4_with_another_counter_or_warning_is_noise() {
    check_damaged("*X;4;003;24;0;160;0");
    check_damaged("*X;4;207;24;0;160;0");
    for warning in ["1", "2", "4", "8", "F"] {
        check_damaged(&format!("*X;4;007;24;{warning};160;0"));
    }
}

#[test]
fn the_first_line_of_state_4_closes_betting_even_where_its_counter_is_damaged() {
    check(
        "0.0 < *X;3;007;24;0;160;0
         4.0 < *X;4;003;24;0;160;0
         4.5 < *X;4;007;24;0;160;0
         9.0 < *X;5;007; 9;0;160;0
         9.5 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         0 ball-launched
         4 no-more-bets
         9.5 result 9",
    );
}

#[test]
fn the_same_number_twice_in_a_row_is_read_on_its_second_line() {
    check(
        "0.0 < *X;3;007; 9;0;160;0
         4.0 < *X;4;007; 9;0;160;0
         8.0 < *X;4;007; 9;0;160;0
         9.0 < *X;5;007; 9;0;160;0
         9.5 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         0 ball-launched
         4 no-more-bets
         9.5 result 9",
    );
}

#[test]
fn a_warning_on_a_winning_line_keeps_it_from_counting() {
    check(
        "0.0 < *X;3;007;24;0;160;0
         4.0 < *X;4;007;24;0;160;0
         8.0 < *X;4;007;24;0;160;0
         9.0 < *X;5;007; 9;0;160;0
         9.5 < *X;5;007; 9;4;160;0
         10.0 < *X;5;007; 9;4;160;0
         10.5 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         0 ball-launched
         4 no-more-bets
         10 fault sensor
         10.5 fault-cleared sensor",
    );
}

/// A spin whose number stands on one line, with these lines after it and these ends.
#[track_caller]
fn check_shown_once(bare: &str, after: &str, ends: &str) {
    let spin =
        format!("0.0 < *X;3;007;24;0;160;0\n4.0 < *X;4;007;24;0;160;0\n8.0 < *X;4;007;24;0;160;0\n{bare}9.0 < *X;5;007;17;0;160;0\n");
    let said = String::from("0 wheel-opened\n0 ball-launched\n4 no-more-bets\n");
    check(&(spin + after), &(said + ends));
}

#[test]
fn a_number_that_was_shown_once_with_its_bare_number_is_confirmed_by_the_next_game() {
    check_shown_once("8.9 < 17\n", "12.0 < *X;2;008;17;0;160;0", "12 result 17");
    check_shown_once("8.9 < 17\n", "75.0 < *X;2;008;17;0;160;0", "75 result 17");
    check_shown_once("8.9 < 17\n", "75.0 < *X;1;008;17;0;160;0\n79.0 < *X;2;008;17;0;160;0", "75 result 17");
}

#[test]
fn nothing_less_confirms_it() {
    check_shown_once("", "12.0 < *X;2;008;17;0;160;0", "12 fault result-disputed");
    check_shown_once("", "75.0 < *X;2;008;17;0;160;0", "14 fault device-lost\n75 fault-cleared device-lost");
    check_shown_once("8.9 < 16\n", "12.0 < *X;2;008;17;0;160;0", "12 fault result-disputed");
    check_shown_once("8.9 < 17\n", "12.0 < *X;2;007;17;0;160;0", "12 fault result-disputed");
    check_shown_once("8.9 < 17\n", "12.0 < *X;2;009;17;0;160;0", "12 fault result-disputed");
    check_shown_once("8.9 < 17\n", "12.0 < *X;2;008;18;0;160;0", "12 fault result-disputed");
    check_shown_once("8.9 < 17\n", "12.0 < *X;3;008;17;0;160;0", "12 no-spin unreadable\n12 ball-launched");
}

#[test]
fn a_wheel_that_never_comes_back_is_lost_when_the_next_game_should_have_come() {
    check_shown_once("8.9 < 17\n", "200.0 < *X;2;008;17;0;160;0", "129 fault device-lost\n200 fault-cleared device-lost");
}

#[test]
fn a_counter_that_the_wheel_cannot_have_is_survived() {
    let mut parameters = super::slingshot();
    parameters.counter.most = 15;
    let capture = "0 < *X;3;256;24;0;160;0\n4 < *X;4;256;24;0;160;0\n8 < *X;5;000; 9;0;160;0\n9 < *X;5;000; 9;0;160;0";
    let events = super::replay(parameters, capture);
    assert!(events.iter().all(|(_, event)| !matches!(event.happening, crate::model::WheelHappening::Result(_))));
}
