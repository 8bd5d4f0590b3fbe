//! The vendor's policy for each warning, and our own limits.

use super::check;

#[test]
fn warning_8_is_let_pass_for_three_seconds_and_then_the_launch_has_failed() {
    check(
        "0.0 < *X;2;007;24;0;160;0
         1.0 > *u 1
         2.0 < *X;2;007;24;8;160;0
         5.0 < *X;2;007;24;8;160;0
         5.2 < *X;2;007;24;0;160;0
         6.0 < *X;2;007;24;8;160;0
         9.0 < *X;2;007;24;8;160;0
         9.1 < *X;2;007;24;8;160;0
         9.5 < *X;2;007;24;8;160;0
         10.0 < *X;3;007;24;0;160;0
         12.0 < *X;4;007;24;0;160;0
         15.0 < *X;5;007; 9;0;160;0
         15.5 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         9.1 fault launch-failed
         10 fault-cleared launch-failed
         10 ball-launched
         12 no-more-bets
         15.5 result 9",
    );
}

#[test]
fn a_jammed_launcher_is_one_fault_and_does_not_stall_as_well() {
    let jam: alloc::string::String = (1..60).map(|i| alloc::format!("{} < *X;2;007;24;8;000;0\n", i * 4)).collect();
    check(
        &("0 < *X;2;007;24;0;160;0\n1 > *u 1\n".to_owned() + &jam + "240 < *X;2;007;24;0;000;0"),
        "0 wheel-opened
         8 fault launch-failed
         240 fault-cleared launch-failed",
    );
}

#[test]
fn in_state_3_warning_8_counts_from_its_beginning_and_ends_the_spin() {
    check(
        "0 < *X;2;007;24;8;160;0
         1 < *X;3;007;24;8;160;0
         3 < *X;3;007;24;8;160;0
         4 < *X;3;007;24;8;160;0
         4.5 < *X;3;007;24;8;160;0
         5 < *X;4;007;24;0;160;0
         6 < *X;5;007; 9;0;160;0
         7 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         1 ball-launched
         4.5 fault launch-failed
         5 fault-cleared launch-failed",
    );
}

#[test]
fn a_ball_that_turns_with_the_rotor_is_no_spin() {
    check(
        "0 < *X;2;007;24;2;160;0
         1 < *X;3;007;24;2;160;0
         2 < *X;4;007;24;0;160;0
         3 < *X;5;007; 9;0;160;0
         4 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         1 ball-launched
         1 no-spin same-direction",
    );
    check(
        "0 < *X;3;007;24;0;160;0
         1 < *X;4;007;24;A;160;0
         1.5 < *X;4;007;24;A;160;0
         3 < *X;5;007; 9;0;160;0
         4 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         0 ball-launched
         1 no-more-bets
         1.5 no-spin same-direction",
    );
}

#[test]
fn warning_1_is_let_pass_for_five_seconds_and_then_the_ball_is_missing() {
    check(
        "0 < *X;3;007;24;0;160;0
         2 < *X;4;007;24;1;160;0
         6 < *X;4;007;24;1;160;0
         7 < *X;4;007;24;0;160;0
         8 < *X;4;007;24;1;160;0
         12 < *X;4;007;24;1;160;0
         13.5 < *X;4;007;24;1;160;0
         14 < *X;4;007;24;0;160;0
         15 < *X;5;007; 9;0;160;0
         16 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         0 ball-launched
         2 no-more-bets
         13.5 fault ball-missing
         14 fault-cleared ball-missing",
    );
}

#[test]
fn warning_4_is_a_sensor_fault_in_every_state_until_it_is_gone() {
    check(
        "0 < *X;3;007;24;0;160;0
         2 < *X;4;007;24;0;160;0
         4 < *X;4;007;24;4;160;0
         4.5 < *X;4;007;24;4;160;0
         8 < *X;5;007; 9;4;160;0
         9 < *X;5;007; 9;4;160;0
         10 < *X;6;007; 9;4;000;0
         14 < *X;1;007; 9;0;000;0",
        "0 wheel-opened
         0 ball-launched
         2 no-more-bets
         4.5 fault sensor
         10 wheel-closed
         14 fault-cleared sensor
         14 wheel-opened",
    );
}

#[test]
fn a_ball_that_is_launched_while_a_sensor_is_at_fault_has_no_result() {
    check(
        "0 < *X;2;007;24;4;160;0
         1 < *X;3;007;24;4;160;0
         2 < *X;4;007;24;4;160;0
         3 < *X;4;007;24;0;160;0
         4 < *X;5;007; 9;0;160;0
         5 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         0 fault sensor
         3 fault-cleared sensor",
    );
}

#[test]
fn a_rotor_at_an_impossible_speed_is_a_motor_fault_until_it_turns_as_it_should() {
    check(
        "0 < *X;3;007;24;0;160;0
         2 < *X;4;007;24;0;160;0
         3 < *X;4;007;24;0;983;0
         4 < *X;4;007;24;0;160;0
         5 < *X;4;007;24;0;983;0
         8 < *X;4;007;24;0;953;0
         8.5 < *X;4;007;24;0;953;0
         12 < *X;4;007;24;0;160;0
         13 < *X;5;007; 9;0;160;0
         14 < *X;5;007; 9;0;160;0
         15 < *X;2;008; 9;0;160;0
         17 < *X;2;008; 9;0;160;0
         18 < *X;2;008; 9;0;160;0",
        "0 wheel-opened
         0 ball-launched
         2 no-more-bets
         8.5 fault motor
         18 fault-cleared motor",
    );
    check(
        "0 < *X;3;007;24;0;160;0
         2 < *X;4;007;24;0;000;0
         5.5 < *X;4;007;24;0;000;0",
        "0 wheel-opened
         0 ball-launched
         2 no-more-bets
         5.5 fault motor",
    );
}

#[test]
fn a_wheel_that_stops_by_itself_is_at_fault_as_its_lines_say() {
    for (line, code) in [("0;160", "sensor"), ("1;160", "ball-missing"), ("0;983", "motor")] {
        check(
            &alloc::format!(
                "0 < *X;3;007;24;0;160;0
                 2 < *X;4;007;24;{line};0
                 3 < *X;6;007;24;0;000;0
                 3.5 < *X;6;007;24;0;000;0
                 5 < *X;1;007;24;0;000;0
                 6 < *X;2;007;24;0;160;0"
            ),
            &alloc::format!(
                "0 wheel-opened
                 0 ball-launched
                 2 no-more-bets
                 3.5 fault {code}
                 3.5 wheel-closed
                 5 fault-cleared {code}
                 5 wheel-opened"
            ),
        );
    }
}

#[test]
fn state_4_has_75_seconds() {
    let running: alloc::string::String = (1..20).map(|i| alloc::format!("{} < *X;4;007;24;0;160;0\n", i * 4)).collect();
    check(
        &("0 < *X;3;007;24;0;160;0\n".to_owned() + &running + "80 < *X;5;007; 9;0;160;0\n81 < *X;5;007; 9;0;160;0"),
        "0 wheel-opened
         0 ball-launched
         4 no-more-bets
         79 fault stalled
         80 fault-cleared stalled",
    );
}

#[test]
fn a_wheel_that_waits_is_not_stalled_before_it_is_asked() {
    let waiting =
        |from: u32| -> alloc::string::String { (0..40).map(|i| alloc::format!("{} < *X;2;007;24;0;160;0\n", from + i * 4)).collect() };
    check(
        &(waiting(0) + "157 > *u 1\n" + &waiting(160)),
        "0 wheel-opened
         217 fault stalled",
    );
}

#[test]
fn silence_ends_a_spin_but_is_only_noted_while_the_wheel_is_off() {
    check(
        "0 < *X;3;007;24;0;160;0
         2 < *X;4;007;24;0;160;0
         20 < *X;4;007;24;0;160;0
         21 < *X;5;007; 9;0;160;0
         22 < *X;5;007; 9;0;160;0",
        "0 wheel-opened
         0 ball-launched
         2 no-more-bets
         7 fault device-lost
         20 fault-cleared device-lost",
    );
    check(
        "0 < *X;6;007;24;0;000;0
         60 < *X;6;007;24;0;000;0
         61 < *X;1;007;24;0;000;0",
        "0 wheel-closed
         5 silence
         61 wheel-opened",
    );
    check("0 < *X;2;007;24;0;160;0\n2.9 < *X;2;007;24;0;160;0\n7.8 < *X;2;007;24;0;160;0", "0 wheel-opened");
}

#[test]
fn a_fault_code_in_play_is_a_fault_and_one_of_the_self_test_is_not() {
    check(
        "0 < *X;3;007;24;0;160;0
         2 < *X;4;007;24;0;160;0
         3 < *F 5
         4 < *X;6;007;24;0;160;0
         5 < *F 11
         6 < *X;1;007;24;0;160;0",
        "0 wheel-opened
         0 ball-launched
         2 no-more-bets
         3 fault motor
         4 wheel-closed
         6 fault-cleared motor
         6 wheel-opened",
    );
}
