//! Lines that contradict each other, and marks that are not the wheel's.

use super::*;

/// The wheel has this for a while after a good spin: this is its fault, no ball is launched, and it ends with what brought it.
#[track_caller]
fn check(mishaps: Mishaps, code: FaultCode) {
    let mut bench = open(23, Mishaps::default());
    bench.spin(1);
    bench.wish(WheelWish::Ready);
    bench.live.allow(mishaps);
    assert!(bench.until(60, |bench| bench.has_fault(code)), "{mishaps:?}: {:?}", bench.events);
    bench.drives.clear();
    bench.wish(WheelWish::Launch(2));
    assert!(!bench.until(30, |bench| bench.machine.drive().blower > Duty::OFF), "{mishaps:?}: no ball is launched");
    bench.live.allow(Mishaps::default());
    assert!(bench.until(120, |bench| bench.happened(&WheelHappening::FaultCleared(code))), "{mishaps:?}: {:?}", bench.events);
    assert!(bench.until(120, |bench| bench.events.iter().any(|(_, event)| *event == launched(2))), "{mishaps:?}: {:?}", bench.events);
}

#[test]
fn a_second_mark_is_a_fault_until_it_is_gone() {
    check(Mishaps { second_mark: Some(0.4), ..Mishaps::default() }, FaultCode::RotorSecondIndex);
}

#[test]
fn an_encoder_with_another_disc_contradicts_the_index() {
    // By its count the one mark shows at another place of the rotor in every turn.
    check(Mishaps { teeth: Some(72.0), ..Mishaps::default() }, FaultCode::LineNoise);
}

#[test]
fn a_line_that_babbles_changes_more_often_than_a_driver_bears() {
    let mut live = Live::new(1, Level::Clean, Mishaps { babbles: Some(Input::Ball(1)), ..Mishaps::default() });
    let changes = live.advance(SECOND);
    assert!(changes.len() > 100_000, "{} changes in a second", changes.len());
    assert!(changes.is_sorted_by_key(|change| change.at_nanoseconds));
    live.allow(Mishaps::default());
    live.advance(2 * SECOND);
    assert_eq!(live.advance(3 * SECOND), [], "it is quiet again");
}

#[test]
fn a_ball_sensor_that_was_moved_is_named_and_no_number_is_told() {
    let mut bench = open(24, Mishaps { moved: Some((1, 3.0 / 37.0)), ..Mishaps::default() });
    let end = bench.spin(1);
    assert!(matches!(&end, WheelHappening::Fault { code: FaultCode::Sensor, detail } if detail.starts_with("ball-2")), "{end:?}");
}
