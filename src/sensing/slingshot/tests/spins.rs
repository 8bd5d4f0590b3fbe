//! When a number is a result, and when it is not.

use super::check;

#[test]
fn a_spin_has_a_launch_a_close_and_a_result_on_the_second_line_that_shows_it() {
    check(
        "0.0 < *X;2;007;24;0;160;0
         1.0 > *u 1
         1.1 < *u OK
         4.0 < *X;3;007;24;0;160;0
         4.5 < *X;3;007;24;0;160;0
         7.0 < *X;4;007;24;0;160;0
         7.5 < *X;4;007;24;0;160;0
         11.0 < *X;4;007;24;0;160;0
         14.9 <  9
         15.0 < *X;5;007; 9;0;160;0
         15.5 < *X;5;007; 9;0;160;0
         16.0 < *X;5;007; 9;0;160;0
         18.0 < *X;2;008; 9;0;160;0",
        "0 wheel-opened
         4 ball-launched
         7 no-more-bets
         15.5 result 9",
    );
}

#[test]
fn a_missing_bare_number_is_let_pass() {
    check(
        "0 < *X;2;007;24;0;160;0
         1 < *X;3;007;24;0;160;0
         4 < *X;4;007;24;0;160;0
         8 < *X;5;007; 0;0;160;0
         9 < *X;5;007; 0;0;160;0",
        "0 wheel-opened
         1 ball-launched
         4 no-more-bets
         9 result 0",
    );
}

#[test]
fn a_bare_number_that_contradicts_is_not() {
    check(
        "0 < *X;2;007;24;0;160;0
         1 < *X;3;007;24;0;160;0
         4 < *X;4;007;24;0;160;0
         7 < 19
         8 < *X;5;007; 9;0;160;0
         9 < *X;5;007; 9;0;160;0
         10 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         1 ball-launched
         4 no-more-bets
         9 fault result-disputed",
    );
    check(
        "0 < *X;2;007;24;0;160;0
         1 < *X;3;007;24;0;160;0
         4 < *X;4;007;24;0;160;0
         7 < 9
         8 < *X;5;007; 9;0;160;0
         8.5 < 8
         9 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         1 ball-launched
         4 no-more-bets
         9 fault result-disputed",
    );
}

#[test]
fn a_bare_number_outside_the_landing_says_nothing() {
    check(
        "0 < *X;2;007;24;0;160;0
         0.5 < 11
         1 < *X;3;007;24;0;160;0
         2 < 12
         4 < *X;4;007;24;0;160;0
         8 < *X;5;007; 9;0;160;0
         9 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         1 ball-launched
         4 no-more-bets
         9 result 9",
    );
}

#[test]
fn one_line_is_not_enough_and_two_different_ones_are_none() {
    check(
        "0 < *X;3;007;24;0;160;0
         4 < *X;4;007;24;0;160;0
         8 < *X;5;007; 9;0;160;0
         9 < *X;2;008; 9;0;160;0",
        "0 wheel-opened
         0 ball-launched
         4 no-more-bets
         9 fault result-disputed",
    );
    check(
        "0 < *X;3;007;24;0;160;0
         4 < *X;4;007;24;0;160;0
         8 < *X;5;007; 9;0;160;0
         9 < *X;5;007; 8;0;160;0
         10 < *X;5;007; 8;0;160;0",
        "0 wheel-opened
         0 ball-launched
         4 no-more-bets
         9 fault result-disputed",
    );
    check(
        "0 < *X;3;007;  ;0;160;0
         4 < *X;4;007;  ;0;160;0
         8 < *X;5;007;  ;0;160;0
         9 < *X;5;007;  ;0;160;0
         10 < *X;5;007; 8;0;160;0",
        "0 wheel-opened
         0 ball-launched
         4 no-more-bets
         9 fault result-disputed",
    );
}

#[test]
fn a_number_that_is_taken_back_is_disputed() {
    check(
        "0 < *X;3;007;24;0;160;0
         4 < *X;4;007;24;0;160;0
         8 < *X;5;007; 9;0;160;0
         9 < *X;4;007; 9;0;160;0
         10 < *X;5;007; 9;0;160;0
         11 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         0 ball-launched
         4 no-more-bets
         9 fault result-disputed",
    );
}

#[test]
fn a_counter_that_changes_within_the_spin_is_disputed_but_one_odd_line_is_noise() {
    check(
        "0 < *X;3;007;24;0;160;0
         4 < *X;4;007;24;0;160;0
         5 < *X;4;009;24;0;160;0
         6 < *X;4;007;24;0;160;0
         8 < *X;5;007; 9;0;160;0
         9 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         0 ball-launched
         4 no-more-bets
         9 result 9",
    );
    check(
        "0 < *X;3;007;24;0;160;0
         4 < *X;4;007;24;0;160;0
         8 < *X;5;008; 9;0;160;0
         9 < *X;5;008; 9;0;160;0",
        "0 wheel-opened
         0 ball-launched
         4 no-more-bets
         9 fault result-disputed",
    );
}

/// A spin at this count that shows 9, beginning at `start`; one that is not the first shows the 9 before it until then.
fn spin(start: u32, counter: u32) -> alloc::string::String {
    let before = if start == 0 { "24" } else { " 9" };
    alloc::format!(
        "{start}.0 < *X;2;{counter:03};{before};0;160;0
         {start}.1 < *X;3;{counter:03};{before};0;160;0
         {start}.2 < *X;4;{counter:03};{before};0;160;0
         {start}.3 < *X;5;{counter:03}; 9;0;160;0
         {start}.4 < *X;5;{counter:03}; 9;0;160;0\n"
    )
}

#[track_caller]
fn check_second_spin(capture: &str, end: &str) {
    let expected =
        alloc::format!("0 wheel-opened\n0.1 ball-launched\n0.2 no-more-bets\n0.4 result 9\n3.1 ball-launched\n3.2 no-more-bets\n3.4 {end}");
    check(capture, &expected);
}

#[test]
fn the_counter_advances_by_one_from_result_to_result() {
    check_second_spin(&(spin(0, 7) + &spin(3, 8)), "result 9");
    check_second_spin(&(spin(0, 256) + &spin(3, 1)), "result 9");
    check_second_spin(&(spin(0, 7) + &spin(3, 7)), "fault result-disputed");
    check_second_spin(&(spin(0, 7) + &spin(3, 9)), "fault result-disputed");
    check_second_spin(&(spin(0, 7) + &spin(3, 6)), "fault result-disputed");
}

#[test]
fn the_spin_after_a_disputed_counter_is_counted_from_there() {
    check(
        &(spin(0, 7) + &spin(3, 9) + &spin(6, 10)),
        "0 wheel-opened
         0.1 ball-launched
         0.2 no-more-bets
         0.4 result 9
         3.1 ball-launched
         3.2 no-more-bets
         3.4 fault result-disputed
         6.1 ball-launched
         6.2 no-more-bets
         6.4 result 9",
    );
}

#[test]
fn a_voided_spin_may_or_may_not_have_been_counted() {
    let voided = "1.0 < *X;2;008; 9;0;160;0
         1.1 < *X;3;008; 9;0;160;0
         1.2 > *R
         1.3 < *R OK
         1.4 < *X;1;008; 9;0;160;0\n";
    for (counter, end) in [(8, "result 9"), (9, "result 9"), (10, "fault result-disputed")] {
        let expected = alloc::format!(
            "0 wheel-opened\n0.1 ball-launched\n0.2 no-more-bets\n0.4 result 9\n1.1 ball-launched\n1.2 no-spin called-off
             3.1 ball-launched\n3.2 no-more-bets\n3.4 {end}"
        );
        check(&(spin(0, 7) + voided + &spin(3, counter)), &expected);
    }
}

#[test]
fn a_launch_that_failed_may_or_may_not_have_been_counted() {
    let failed = "1.0 < *X;2;008; 9;8;000;0
         1.5 < *X;2;008; 9;8;000;0
         2.0 < *X;2;008; 9;0;000;0\n";
    for (counter, end) in [(8, "result 9"), (9, "result 9"), (10, "fault result-disputed")] {
        check_second_spin(&(spin(0, 7) + failed + &spin(3, counter)), end);
    }
}

#[test]
fn after_silence_and_after_power_off_the_count_begins_anew() {
    check(
        &(spin(0, 7) + &spin(10, 90)),
        "0 wheel-opened
         0.1 ball-launched
         0.2 no-more-bets
         0.4 result 9
         5.4 fault device-lost
         10 fault-cleared device-lost
         10.1 ball-launched
         10.2 no-more-bets
         10.4 result 9",
    );
    check(
        &(spin(0, 7) + "1 < *X;6;001;  ;0;000;0\n2 < *X;1;001;  ;0;000;0\n" + &spin(3, 1)),
        "0 wheel-opened
         0.1 ball-launched
         0.2 no-more-bets
         0.4 result 9
         1 wheel-closed
         2 wheel-opened
         3.1 ball-launched
         3.2 no-more-bets
         3.4 result 9",
    );
}

#[test]
fn a_number_of_a_spin_that_was_not_seen_to_run_is_nobodys() {
    check(
        "0 < *X;5;007; 9;0;160;0
         1 < *X;5;007; 9;0;160;0
         2 < *X;2;008; 9;0;160;0",
        "0 wheel-opened",
    );
    check(
        "0 < *X;2;007;24;0;160;0
         1 > *u 1
         2 < *X;5;007; 9;0;160;0
         3 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         2 fault result-disputed",
    );
    check(
        "0 < *X;2;007;24;0;160;0
         1 < *X;3;007;24;0;160;0
         2 < *X;5;007; 9;0;160;0
         3 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         1 ball-launched
         2 fault result-disputed",
    );
}

#[test]
fn a_wheel_that_launches_again_by_itself_has_made_no_spin() {
    check(
        "0 < *X;3;007;24;0;160;0
         4 < *X;4;007;24;0;160;0
         8 < *X;2;007;24;0;160;0
         8.5 < *X;2;007;24;0;160;0
         9 < *X;3;007;24;0;160;0
         10 < *X;4;007;24;0;160;0
         11 < *X;5;007; 9;0;160;0
         12 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         0 ball-launched
         4 no-more-bets
         8.5 no-spin unreadable
         9 ball-launched
         10 no-more-bets
         12 result 9",
    );
}

#[test]
fn a_spin_that_is_called_off_never_has_a_result() {
    for command in ["*R", "*P 0"] {
        check(
            &alloc::format!(
                "0 < *X;3;007;24;0;160;0
                 4 < *X;4;007;24;0;160;0
                 5 > {command}
                 6 < *X;5;007; 9;0;160;0
                 7 < *X;5;007; 9;0;160;0"
            ),
            "0 wheel-opened
             0 ball-launched
             4 no-more-bets
             5 no-spin called-off",
        );
    }
}
