//! Where the ball left the rim, and whether the wheel stands level, as the simulated wheel's lines tell it.

use super::{Bowl, Level, Recorded, Script, spin_in};
use crate::model::toml_keys::read_text;
use crate::profiles::{Device, load_device};
use crate::sensing::three_sensor::{CalibratedLeaving, DropZone, LeavingCalibration, LeavingError, Parameters, RimRun, Wheel};

/// The last of its passes is long over by then, in seconds after the ball left the rim.
const FALLEN_SECONDS: f64 = 3.0;

fn parameters() -> Parameters {
    match load_device("three-sensor-gpio").expect("the device file is good").value {
        Device::ThreeSensor(parameters) => *parameters,
        Device::Slingshot(_) | Device::Shuffler(_) | Device::Shoe(_) => panic!("the file says that it is one of a three-sensor wheel"),
    }
}

/// How many spins: few by day, and what `CROUPIER_WHEEL_SPINS` says for the full proof.
fn spins(by_day: u64, part: u64) -> u64 {
    std::env::var("CROUPIER_WHEEL_SPINS").ok().and_then(|spins| spins.parse::<u64>().ok()).map_or(by_day, |spins| spins / part)
}

/// Each ball that fell: what was seen of it, and where it left the rim, in degrees.
fn run(bowl: &Bowl, level: Level, parameters: &Parameters, seeds: std::ops::Range<u64>) -> Vec<(RimRun, f64)> {
    let run = |seed| {
        let Recorded { edges, truth } = spin_in(bowl, seed, level, Script::Plain);
        let mut wheel = Wheel::new(parameters.clone());
        let fallen = ((truth.left_rim_s + FALLEN_SECONDS) * 1e9) as u64;
        edges.iter().take_while(|edge| edge.at_nanoseconds < fallen).for_each(|edge| wheel.edge(*edge));
        wheel.wake(fallen);
        Some((wheel.rim_run()?, truth.left_at_degrees))
    };
    seeds.filter_map(run).collect()
}

const fn bowl(least: f64, most: f64, tilt_degrees: f64) -> Bowl {
    Bowl { leave_turns_per_second: [least, most], tilt_degrees, highest_at_degrees: 200.0, seen_falling_part: 0.0 }
}

/// How far each place was told wrongly, in degrees, in rising order; and in how many of them by no more than was said.
fn errors(zone: &DropZone, truth: &[f64]) -> (Vec<f64>, usize) {
    let off = |told: f64, truth: f64| ((told * 360.0 - truth + 540.0).rem_euclid(360.0) - 180.0).abs();
    let each = zone.places.iter().zip(truth).map(|(left, truth)| (off(left.turns, *truth), left.within_turns * 360.0));
    let inside = each.clone().filter(|(off, within)| off <= within).count();
    let mut errors: Vec<f64> = each.map(|(off, _)| off).collect();
    errors.sort_by(f64::total_cmp);
    (errors, inside)
}

/// Of 80 spins: the middle error of a place, the speed at which balls leave, and the tilt, within these bounds; nine of ten places are
/// where it was said that they are.
#[track_caller]
fn check(level: Level, bowl: &Bowl, middle_most_degrees: f64) {
    let (runs, truth): (Vec<RimRun>, Vec<f64>) = run(bowl, level, &parameters(), 0..80).into_iter().unzip();
    let zone = DropZone::of(&runs);
    let (errors, inside) = errors(&zone, &truth);
    let said = format!("{level:?}, {bowl:?}: {} of 80, {:?}, {:?}, {inside} inside", runs.len(), zone.speed, zone.tilt);
    assert!(runs.len() >= 76, "{said}");
    assert!(errors[errors.len() / 2] <= middle_most_degrees, "{} degrees: {said}", errors[errors.len() / 2]);
    assert!(inside as f64 >= 0.84 * errors.len() as f64, "{said}");
    let [least, most] = bowl.leave_turns_per_second;
    assert!((zone.speed.mean - (least + most) / 2.0).abs() < 0.01 + (most - least) / 10.0, "{said}");
    let tilt = zone.tilt.expect("enough balls have run");
    assert!((tilt.degrees - bowl.tilt_degrees).abs() < 0.02 + 0.04 * bowl.tilt_degrees, "{said}");
    assert_eq!(zone.tilted, Some(bowl.tilt_degrees > 0.0), "{said}");
    if bowl.tilt_degrees > 0.0 {
        assert!((tilt.highest_at_turns * 360.0 - bowl.highest_at_degrees).abs() < 8.0, "{said}");
    }
}

#[test]
fn the_place_is_told_to_a_few_degrees_whatever_the_speed_at_which_balls_leave() {
    check(Level::Field, &bowl(0.45, 0.45, 0.0), 8.0);
    check(Level::Field, &bowl(0.47, 0.47, 0.0), 8.0);
    check(Level::Field, &bowl(0.505, 0.505, 0.0), 8.0);
    check(Level::Field, &bowl(0.56, 0.56, 0.0), 8.0);
    check(Level::Harsh, &bowl(0.60, 0.60, 0.0), 8.0);
}

#[test]
fn the_place_on_a_tilted_wheel_is_told_as_well() {
    check(Level::Field, &bowl(0.45, 0.45, 0.3), 8.0);
    check(Level::Field, &bowl(0.56, 0.56, 0.3), 8.0);
    check(Level::Harsh, &bowl(0.60, 0.60, 0.3), 8.0);
    check(Level::Field, &bowl(0.505, 0.505, 1.0), 8.0);
}

#[test]
fn balls_that_are_seen_once_more_after_they_have_left_the_rim_do_not_mislead() {
    let falling = |leave, tilt_degrees, seen_falling_part| Bowl { seen_falling_part, ..bowl(leave, leave, tilt_degrees) };
    check(Level::Field, &falling(0.45, 0.0, 0.2), 8.0);
    check(Level::Field, &falling(0.47, 0.0, 0.5), 20.0);
    check(Level::Harsh, &falling(0.505, 0.0, 0.5), 20.0);
    check(Level::Field, &falling(0.6, 0.0, 0.5), 20.0);
    check(Level::Field, &falling(0.45, 0.3, 0.5), 20.0);
    check(Level::Field, &falling(0.56, 0.3, 0.5), 20.0);
}

#[test]
fn balls_that_leave_at_unlike_speeds_are_told_less_exactly_and_that_is_said() {
    check(Level::Field, &bowl(0.495, 0.515, 0.0), 15.0);
    check(Level::Field, &bowl(0.45, 0.60, 0.0), 35.0);
}

#[test]
fn the_degrees_of_a_tilt_are_those_of_a_rim_of_the_radius_in_the_device_file() {
    let mut parameters = parameters();
    let mut told = |radius_metres: f64| {
        parameters.ball.rim_radius_metres = radius_metres;
        let runs: Vec<RimRun> = run(&bowl(0.5, 0.5, 0.3), Level::Field, &parameters, 0..40).into_iter().map(|(run, _)| run).collect();
        DropZone::of(&runs).tilt.expect("forty balls show it")
    };
    let (usual, large) = (told(0.242), told(0.484));
    assert!((large.degrees / usual.degrees - 2.0).abs() < 1e-9, "{usual:?}, {large:?}");
    assert_eq!((large.chance, large.highest_at_turns), (usual.chance, usual.highest_at_turns));
}

#[test]
fn a_device_file_without_the_radius_of_its_rim_has_the_usual_one() {
    let file = include_str!("../../../../device-profiles/devices/three-sensor-gpio.toml");
    let without = file.replace("rim_radius_metres = 0.242\n", "");
    assert_ne!(without, file);
    let parameters: Parameters = read_text(&without).expect("it has a default");
    assert!((parameters.ball.rim_radius_metres - 0.242).abs() < 1e-9);
}

#[test]
fn a_sensor_that_stands_three_degrees_off_tilts_no_wheel() {
    let mut parameters = parameters();
    parameters.ball.sensor_degrees[1] += 3.0;
    for tilt in [0.0, 0.3] {
        let (runs, _): (Vec<RimRun>, Vec<f64>) = run(&bowl(0.5, 0.51, tilt), Level::Field, &parameters, 0..80).into_iter().unzip();
        let zone = DropZone::of(&runs);
        assert_eq!(zone.tilted, Some(tilt > 0.0), "{:?}", zone.tilt);
    }
}

/// Of balls that leave between these speeds, on a wheel that is tilted by 0.3 degrees uphill towards there, so many spins tell it.
#[track_caller]
fn check_tilt_told(level: Level, leave: [f64; 2], highest_at_degrees: f64, spins: u64) {
    let bowl = Bowl { highest_at_degrees, ..bowl(leave[0], leave[1], 0.3) };
    let start = highest_at_degrees as u64 * 1_000;
    let runs: Vec<RimRun> = run(&bowl, level, &parameters(), start..start + spins).into_iter().map(|(run, _)| run).collect();
    let zone = DropZone::of(&runs);
    assert_eq!(zone.tilted, Some(true), "{level:?}, {bowl:?}: within {} spins {:?}", runs.len(), zone.tilt);
}

#[test]
fn a_tilt_of_three_tenths_of_a_degree_is_told_within_two_hundred_spins() {
    for (highest, leave) in [20.0, 110.0, 200.0, 300.0].into_iter().zip([0.45, 0.5, 0.55, 0.6]) {
        check_tilt_told(Level::Field, [leave, leave], highest, 40);
        check_tilt_told(Level::Harsh, [leave, leave], highest, 40);
        check_tilt_told(Level::Field, [0.45, 0.6], highest + 45.0, 200);
    }
}

#[test]
fn no_level_wheel_is_told_to_be_tilted() {
    let parameters = parameters();
    let bowls = [(Level::Field, 0.45, 0.45), (Level::Harsh, 0.6, 0.6), (Level::Field, 0.495, 0.515), (Level::Harsh, 0.45, 0.6)];
    for (wheel, (level, least, most)) in (0..).zip(bowls) {
        let (start, count) = (100_000 * (wheel + 1), spins(100, 4));
        let runs = run(&bowl(least, most, 0.0), level, &parameters, start..start + count);
        let runs: Vec<RimRun> = runs.into_iter().map(|(run, _)| run).collect();
        // As a technician's page looks at them: again and again at the last 200.
        for end in (20..=runs.len()).step_by(20) {
            let zone = DropZone::of(&runs[end.saturating_sub(200)..end]);
            assert_eq!(zone.tilted, Some(false), "{level:?}, {least} to {most}, spin {end}: {:?}, {}", zone.tilt, zone.chance);
        }
    }
}

/// What calibration says of so many spins in this bowl.
fn calibrated(bowl: &Bowl, level: Level, spins: u64) -> Result<CalibratedLeaving, LeavingError> {
    let mut calibration = LeavingCalibration::new(&parameters());
    for seed in 0..spins {
        calibration.begin_anew();
        spin_in(bowl, seed, level, Script::Plain).edges.into_iter().for_each(|edge| calibration.edge(edge));
    }
    calibration.outcome()
}

/// Sixty balls that leave at these speeds tell their mean as exactly as is said, and the speed that none exceeds.
#[track_caller]
fn check_calibrated(level: Level, least: f64, most: f64, tilt: f64) {
    let found = calibrated(&bowl(least, most, tilt), level, 60).expect("sixty spins are enough");
    let mean = (least + most) / 2.0;
    assert!((found.speed.mean - mean).abs() <= found.sure_within() + 0.003, "{level:?}, {least} to {most}: {found:?}");
    assert!(found.sure_within() < 0.04 && found.spins >= 55, "{level:?}, {least} to {most}: {found:?}");
    let limit = found.most_turns_per_second();
    assert!(limit >= most - 0.005 && limit <= mean + 0.03 + (most - least), "{level:?}, {least} to {most}: {limit}, {found:?}");
}

#[test]
fn calibration_tells_the_speed_at_which_balls_leave_even_where_the_device_file_has_another() {
    check_calibrated(Level::Field, 0.45, 0.45, 0.0);
    check_calibrated(Level::Field, 0.505, 0.505, 0.0);
    check_calibrated(Level::Harsh, 0.56, 0.56, 0.0);
    check_calibrated(Level::Field, 0.45, 0.60, 0.0);
    // Faster than the 0.61 of the device file.
    check_calibrated(Level::Field, 0.75, 0.75, 0.0);
    check_calibrated(Level::Field, 0.505, 0.505, 0.3);
}

#[test]
fn calibration_refuses_a_speed_that_too_few_spins_show() {
    assert_eq!(calibrated(&bowl(0.5, 0.5, 0.0), Level::Clean, 15), Err(LeavingError::TooFewSpins { spins: 15 }));
    assert_eq!(calibrated(&bowl(0.5, 0.5, 0.0), Level::Clean, 0), Err(LeavingError::TooFewSpins { spins: 0 }));
}

#[test]
fn a_few_spins_say_nothing() {
    let parameters = parameters();
    let runs: Vec<RimRun> = run(&bowl(0.5, 0.5, 1.0), Level::Clean, &parameters, 0..15).into_iter().map(|(run, _)| run).collect();
    assert_eq!(DropZone::of(&runs).tilted, None);
    assert!(DropZone::of(&[]).places.is_empty());
}

#[test]
fn the_simulated_ball_leaves_a_level_rim_anywhere() {
    let leave = |seed| spin_in(&bowl(0.5, 0.51, 0.0), seed, Level::Clean, Script::Plain).truth.left_at_degrees;
    let mut parts = [0_u32; 12];
    (0..600).map(leave).for_each(|degrees| parts[(degrees / 30.0) as usize % 12] += 1);
    // Fifty each, by chance seven more or less.
    assert!(parts.iter().all(|count| (25..=75).contains(count)), "{parts:?}");
}
