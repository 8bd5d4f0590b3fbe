//! Trials by their numbers: of a wheel that lies none is read wrongly, and of a good one none that can be read is lost.

use super::Defect;
use super::tests::{parameters, spins};
use super::trials::{Condition, Trial, trial};
use crate::model::FaultCode;

#[test]
fn a_wheel_that_lies_in_one_way_or_in_two_gives_the_right_number_or_none() {
    let parameters = parameters();
    let wrong: Vec<_> = (0..spins(300, 5)).map(|number| trial(&parameters, 15, number, None)).filter(Trial::is_wrong).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_lie_and_every_pair_has_a_name_that_is_read_again() {
    let check = |condition: Condition| assert_eq!(Condition::named(&condition.name()), Ok(condition));
    check(Condition::Plain { harsh: true });
    check(Condition::Turned { harsh: false });
    Defect::ALL.into_iter().for_each(|lie| check(Condition::One(lie)));
    check(Condition::Two(Defect::SecondMark, Defect::RotorSticks));
    check(Condition::Session { harsh: true });
    check(Condition::SessionOne(Defect::IndexMarkSlips));
    check(Condition::SessionTwo(Defect::SecondMark, Defect::RotorSticks));
    assert!(Condition::named("session-turned-field").is_err());
    assert!(Condition::named("session-session-field").is_err());
    assert!(Condition::named("second-mark+nothing").is_err());
}

/// The encoder was counted by a pitch half as long again as its own, and every third of its pulses fitted: the index seemed to have two
/// marks.
#[test]
fn a_rotor_that_came_to_another_speed_in_a_moment_is_counted_by_its_own_pitch() {
    let trial = trial(&parameters(), 41, 187, Some(Condition::Turned { harsh: false }));
    assert!(is_read(&trial) && trial.spins[0].said.is_empty(), "{trial:?}");
}

/// Of the harsh spins of these numbers none says that the mark stands elsewhere.
#[track_caller]
fn check_no_moved_mark(numbers: &[u64]) {
    for number in numbers {
        let trial = trial(&parameters(), 16, *number, Some(Condition::Plain { harsh: true }));
        assert!(!trial.spins[0].said.contains(&FaultCode::RotorIndexAgainstEncoder.name()), "{number}: {trial:?}");
    }
}

/// Sparks before the count was lost, or the first pulse after it, were taken for a mark that had moved.
#[test]
fn sparks_about_a_lost_count_are_no_moved_mark() {
    check_no_moved_mark(&[391, 992, 1288, 1623, 1912]);
}

/// A spark on the line made a pulse of the mark longer, and its middle was taken for that of a mark that had moved.
#[test]
fn a_pulse_of_the_index_that_runs_into_a_spark_is_no_moved_mark() {
    check_no_moved_mark(&[489, 604, 673, 1893, 4138, 5256]);
}

/// Whether every spin of the trial is told as it lies.
fn is_read(trial: &Trial) -> bool {
    trial.spins.iter().all(|spin| spin.told.is_some() && spin.told == spin.lies_in)
}

/// The harsh spins of these numbers are read.
#[track_caller]
fn check_harsh_is_read(numbers: &[u64]) {
    for number in numbers {
        let trial = trial(&parameters(), 777, *number, Some(Condition::Plain { harsh: true }));
        assert!(is_read(&trial), "{number}: {trial:?}");
    }
}

/// The encoder's count was lost at a pulse that came beside its place.
#[test]
fn a_spark_that_makes_one_pulse_of_two_teeth_costs_no_spin() {
    check_harsh_is_read(&[579, 1_087, 2_937]);
}

/// So far beside the mark's place of its tooth it could not have been the mark.
#[test]
fn a_spark_on_the_index_between_two_teeth_costs_no_spin() {
    check_harsh_is_read(&[157, 326]);
}

/// It was said to have left the rim, and its later passes were taken for a foreign object.
#[test]
fn a_fast_ball_that_four_sensors_in_a_row_miss_runs_on() {
    check_harsh_is_read(&[978, 1_513]);
}

#[test]
fn no_line_of_a_good_wheel_is_said_to_lie() {
    const LIES: [FaultCode; 6] = [
        FaultCode::LineNoise,
        FaultCode::RotorHeldUp,
        FaultCode::TimesOutOfOrder,
        FaultCode::RotorSecondIndex,
        FaultCode::RotorIndexAgainstEncoder,
        FaultCode::BallAlreadyLies,
    ];
    let parameters = parameters();
    for number in 0..spins(150, 5) {
        let harsh = number % 2 == 0;
        for condition in [Condition::Plain { harsh }, Condition::Turned { harsh }] {
            let trial = trial(&parameters, 16, number, Some(condition));
            assert!(!LIES.iter().any(|code| trial.spins[0].said.contains(&code.name())), "{number}: {trial:?}");
        }
    }
}
