//! The Mercury 360: other meanings of the same bits.

use super::{check_kind, mercury_360};

#[track_caller]
fn check(capture: &str, expected: &str) {
    check_kind(mercury_360(), capture, expected);
}

#[test]
fn a_dealer_spin_counts_games_and_warning_1_does_not_stop_it() {
    check(
        "0 < *X;2;255;24;0;160;0
         1 < *X;3;255;24;1;160;0
         4 < *X;4;255;24;1;000;0
         7.9 <  9
         8 < *X;5;000; 9;0;160;0
         9 < *X;5;000; 9;0;160;0
         12 < *X;1;000; 9;0;160;0
         13 < *X;3;000; 9;0;160;0
         14 < *X;4;000; 9;0;160;0
         15 < *X;5;001; 7;0;160;0
         16 < *X;5;001; 7;0;160;0",
        "0 wheel-opened
         1 ball-launched
         4 no-more-bets
         9 result 9
         13 ball-launched
         14 no-more-bets
         16 result 7",
    );
}

#[test]
fn warnings_2_4_and_8_are_same_direction_sensor_and_void() {
    for (warning, end) in [(2, "no-spin same-direction"), (4, "fault sensor"), (8, "no-spin unreadable")] {
        check(
            &alloc::format!(
                "0 < *X;3;007;24;0;160;0
                 1 < *X;4;007;24;{warning};160;0
                 1.5 < *X;4;007;24;{warning};160;0
                 2 < *X;5;007; 9;{warning};160;0
                 3 < *X;5;007; 9;{warning};160;0"
            ),
            &alloc::format!("0 wheel-opened\n0 ball-launched\n1 no-more-bets\n1.5 {end}"),
        );
    }
}

#[test]
fn the_extended_lines_are_read_too_and_a_closed_table_counts_anew() {
    check(
        "0 < *X;3;007;24;0;160;0;0012;0A;?;?????;??
         1 < *X;4;007;24;0;160;0;0012;0A;1;05F00;??
         2 < *X;5;007; 9;0;160;0;0112;0A;1;?????; 9
         3 < *X;5;007; 9;0;160;0;0112;0A;1;?????; 9
         4 < *X;6;000;  ;0;000;0;0001;00;?;?????;??
         5 < *X;2;000;  ;0;160;0;0012;00;?;?????;??",
        "0 wheel-opened
         0 ball-launched
         1 no-more-bets
         3 result 9
         4 wheel-closed
         5 wheel-opened",
    );
}
