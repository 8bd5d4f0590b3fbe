//! How many laps count: NS-3.

use super::tests::{events, parameters, told};
use super::{Level, Recorded, Script, spin};

/// How many of these spins of so many hundredths of a lap counted, where the place at which the ball is blown is `known`, or is not.
fn counted(level: Level, hundredths: u32, known: bool, spins: u64) -> usize {
    let mut parameters = parameters();
    let counts = |seed: &u64| {
        let Recorded { edges, truth } = spin(*seed, level, Script::Laps(hundredths));
        assert!(truth.laps * 100.0 >= f64::from(hundredths) && truth.laps * 100.0 < f64::from(hundredths) + 1.0, "{}", truth.laps);
        if known {
            (parameters.ball.blown_at_degrees, parameters.ball.blown_within_degrees) = (truth.blown_at_degrees, 3.0);
        }
        told(&events(&parameters, &edges)).end.starts_with("result")
    };
    (0..spins).filter(counts).count()
}

/// NS-3: of 60 spins of so many hundredths of a lap, this many count.
#[track_caller]
fn check_laps(level: Level, hundredths: u32, expected: impl std::ops::RangeBounds<usize>) {
    for known in [false, true] {
        let counted = counted(level, hundredths, known, 60);
        assert!(expected.contains(&counted), "{level:?}, {hundredths} hundredths, place of the launch known {known}: {counted} of 60");
    }
}

#[test]
fn a_ball_of_fewer_than_three_laps_never_counts() {
    for level in [Level::Clean, Level::Field, Level::Harsh] {
        check_laps(level, 200, 0..=0);
        check_laps(level, 250, 0..=0);
        check_laps(level, 290, 0..=0);
        check_laps(level, 299, 0..=0);
    }
}

#[test]
fn a_ball_of_three_laps_and_three_quarters_always_counts() {
    check_laps(Level::Clean, 375, 60..);
    check_laps(Level::Clean, 400, 60..);
    check_laps(Level::Clean, 500, 60..);
    check_laps(Level::Field, 400, 57..);
    check_laps(Level::Field, 500, 59..);
}

#[test]
fn between_three_laps_and_three_quarters_more_only_what_was_seen_counts() {
    check_laps(Level::Clean, 300, ..=6);
    check_laps(Level::Clean, 310, ..=12);
    check_laps(Level::Clean, 350, 20..=50);
}

#[test]
fn where_the_place_of_the_launch_is_known_more_is_seen() {
    let [unknown, known] = [false, true].map(|known| counted(Level::Clean, 330, known, 60));
    assert!(unknown + 3 <= known, "{unknown} and {known} of 60");
}
