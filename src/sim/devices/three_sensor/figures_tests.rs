//! The figures of a spin, beside what really happened.

use super::{Level, Recorded, Script, spin};
use crate::model::SpinFigures;
use crate::profiles::{Device, load_device};
use crate::sensing::three_sensor::{Edge, Line, Measured, Parameters};
use crate::sim::chance::Chance;

fn parameters() -> Parameters {
    match load_device("three-sensor-gpio").expect("the device file is good").value {
        Device::ThreeSensor(parameters) => *parameters,
        Device::Slingshot(_) | Device::Shuffler(_) | Device::Shoe(_) => panic!("the file says that it is one of a three-sensor wheel"),
    }
}

fn measured(seed: u64, level: Level, script: Script) -> (SpinFigures, super::Truth) {
    let Recorded { edges, truth } = spin(seed, level, script);
    (Measured::of(&edges, &parameters()).figures, truth)
}

/// The laps between these ends, as milliseconds.
fn true_laps(truth: &super::Truth) -> Vec<f64> {
    truth.lap_ends_s.windows(2).map(|pair| (pair[1] - pair[0]) * 1e3).collect()
}

#[track_caller]
fn check(seed: u64, level: Level, jitter_microseconds: std::ops::RangeInclusive<u32>) {
    let (figures, truth) = measured(seed, level, Script::Plain);
    let said = format!("seed {seed}, {level:?}: {figures:?}");
    // The laps begin elsewhere on the rim, so the last ones are compared to a part of what a lap differs from the next.
    let (laps, true_laps) = (&figures.lap_milliseconds, true_laps(&truth));
    assert!(laps.len() + 2 >= true_laps.len() && laps.len() <= true_laps.len() + 2, "{} of {} laps: {said}", laps.len(), true_laps.len());
    let last = f64::from(*laps.last().expect("the ball ran"));
    assert!((last / true_laps[true_laps.len() - 1] - 1.0).abs() < 0.2, "{true_laps:?}, {said}");
    assert!(laps.windows(2).skip(2).all(|pair| pair[1] + 4 >= pair[0]), "a ball on a level rim never gets faster: {said}");
    let drop = f64::from(figures.ball_at_drop_milliturns.expect("the ball left the rim")) / 1e3;
    assert!((drop - truth.left_turns_per_second).abs() < 0.05, "{} and {drop}: {said}", truth.left_turns_per_second);
    assert!(figures.ball_at_close_milliturns.is_some_and(|close| f64::from(close) / 1e3 > drop + 0.1), "{said}");
    for rpm in
        [figures.rotor_at_launch_centirpm, figures.rotor_at_close_centirpm, figures.rotor_at_drop_centirpm, figures.rotor_at_end_centirpm]
    {
        assert!(rpm.is_some_and(|rpm| (1_300..=2_050).contains(&rpm)), "{said}");
    }
    assert!(figures.rotor_at_end_centirpm <= figures.rotor_at_launch_centirpm.map(|rpm| rpm + 10), "it runs down: {said}");
    assert_eq!(figures.sensors.len(), 3, "{said}");
    for sensor in &figures.sensors {
        // As the simulated ball covers 3.3 to 5.3 degrees of the rim and is seen for 35 to 55 ms in a pocket.
        assert!(sensor.arc_centidegrees.is_some_and(|arc| (330..=530).contains(&arc)), "{said}");
        assert!(sensor.pocket_microseconds.is_some_and(|long| (34_000..=56_000).contains(&long)), "{said}");
        assert!(sensor.jitter_microseconds.is_some_and(|jitter| jitter_microseconds.contains(&jitter)), "{said}");
        assert!(sensor.passes + sensor.missed + 3 >= laps.len() as u32, "{said}");
    }
    // The simulated ball rests up to a quarter of a pocket from the middle.
    assert!(figures.margin_millipockets.is_some_and(|margin| (150..=500).contains(&margin)), "{said}");
    let lines = figures.rotor_lines.expect("the rotor was heard");
    assert!(lines.index_off_millipitches.is_some_and(|off| off < 120), "{said}");
    assert_eq!((lines.index_extra, lines.encoder_extra), (0, 0), "{said}");
    assert!(lines.index_microseconds.is_some_and(|long| (6_000..=16_000).contains(&long)), "{said}");
    assert!(lines.encoder_microseconds.is_some_and(|long| (6_000..=20_000).contains(&long)), "{said}");
    assert!(lines.encoder_jitter_microseconds.is_some_and(|jitter| jitter < 1_000), "{said}");
}

#[test]
fn the_figures_of_a_spin_are_what_really_happened() {
    // In spins 3 and 10 the falling ball bounces past a sensor just where it would have come next.
    for seed in [0, 1, 2, 4, 5, 6, 7, 8, 9, 11] {
        check(seed, Level::Clean, 0..=100);
        check(seed, Level::Field, 60..=700);
    }
}

#[test]
fn what_lines_lack_is_counted() {
    let (figures, _) = measured(5, Level::Clean, Script::Plain);
    let lines = figures.rotor_lines.expect("the rotor was heard");
    assert_eq!((lines.index_missed, lines.encoder_missed), (0, 0), "{lines:?}");
    assert!(figures.sensors.iter().all(|sensor| sensor.missed == 0), "{figures:?}");
    let Recorded { mut edges, .. } = spin(5, Level::Clean, Script::Plain);
    let mut rises = 0;
    let mut drops = |edge: &Edge, line: Line, every: u32| {
        rises += u32::from(edge.line == line && edge.active);
        edge.line == line && rises % every == 0
    };
    edges.retain(|edge| !drops(edge, Line::RotorEncoder, 50));
    let figures = Measured::of(&edges, &parameters()).figures;
    let missed = figures.rotor_lines.expect("the rotor was heard").encoder_missed;
    let pulses = edges.iter().filter(|edge| edge.line == Line::RotorEncoder && edge.active).count() as u32;
    assert!(missed.abs_diff(pulses / 49) <= 2, "{missed} of {pulses}");
}

#[test]
fn a_sensor_that_misses_passes_is_named_by_its_figures() {
    let Recorded { mut edges, .. } = spin(5, Level::Clean, Script::Plain);
    let mut seen = 0;
    edges.retain(|edge| {
        seen += u32::from(edge.line == Line::Ball(1) && edge.active);
        edge.line != Line::Ball(1) || seen % 3 != 0
    });
    let sensors = Measured::of(&edges, &parameters()).figures.sensors;
    assert!(sensors[1].missed >= 2 && sensors[0].missed == 0 && sensors[2].missed == 0, "{sensors:?}");
}

#[test]
fn a_spin_that_was_broken_off_has_what_was_seen() {
    let (figures, _) = measured(4, Level::Field, Script::BallLeftWheel);
    assert!(!figures.lap_milliseconds.is_empty() && figures.margin_millipockets.is_none(), "{figures:?}");
    let (figures, _) = measured(4, Level::Field, Script::LaunchFailed);
    assert!(figures.lap_milliseconds.is_empty() && figures.ball_at_drop_milliturns.is_none(), "{figures:?}");
    assert_eq!(Measured::of(&[], &parameters()), Measured::default());
}

#[test]
fn any_edges_at_any_time_give_figures_without_a_panic() {
    let parameters = parameters();
    for seed in 0..100 {
        let mut chance = Chance::new(seed, 5);
        let mut at = 0_u64;
        let edges: Vec<Edge> = (0..1_500)
            .map(|_| {
                at = match chance.below(40) {
                    0 => at.wrapping_sub(chance.below(5_000_000_000)),
                    1 => at.wrapping_add(chance.below(1 << 50)),
                    2..10 => at.wrapping_add(chance.below(2_000_000_000)),
                    _ => at.wrapping_add(chance.below(60_000_000)),
                };
                Edge { at_nanoseconds: at, line: Line::ALL[chance.below(7) as usize], active: chance.below(2) == 0 }
            })
            .collect();
        let figures = Measured::of(&edges, &parameters).figures;
        assert_eq!(figures.margin_millipockets, None, "no pocket is read of noise: seed {seed}");
    }
    for seed in 0..30 {
        let Recorded { mut edges, .. } = spin(seed, Level::Harsh, Script::Plain);
        let mut chance = Chance::new(seed, 6);
        for _ in 0..=chance.below(300) {
            let at = chance.below(edges.len() as u64) as usize;
            match chance.below(3) {
                0 => drop(edges.remove(at)),
                1 => edges[at].line = Line::ALL[chance.below(7) as usize],
                _ => edges[at].at_nanoseconds = edges[at].at_nanoseconds.wrapping_sub(chance.below(900_000_000)),
            }
        }
        let measured = Measured::of(&edges, &parameters);
        assert!(measured.figures.margin_millipockets.is_none_or(|margin| margin <= 500), "{measured:?}");
    }
}
