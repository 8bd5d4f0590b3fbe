//! The rotor alone, by pulses of its index and its encoder.

use super::*;

const PULSES: f64 = 74.0;
const STEP: f64 = 0.000_5;

/// As in the device file.
const KEYS: RotorKeys = RotorKeys {
    encoder_pulses: 74,
    least_rpm: 10.0,
    most_rpm: 30.0,
    wrong_seconds: 3.0,
    still_seconds: 6.5,
    varies_part: 0.25,
    encoder_tolerance_pitches: 0.25,
    encoder_gap_pulses: 5,
    index_tolerance_pitches: 0.15,
    index_tolerance_part: 0.015,
    encoder_alone_turns: 8.0,
};

/// Turns a good rotor round, to so many turns a second, that is so far from its index by then, in turns, as its motor does: what the index says
/// against it is nothing.
#[track_caller]
fn check_turned_round(from: f64, to: f64) {
    let (mut rotor, mut turns, mut speed, mut driven) = (Rotor::new(KEYS), from - 6.0, 0.3, 0.3);
    for step in 0..100_000_u32 {
        let now = f64::from(step) * STEP;
        if driven > 0.0 && turns >= from {
            driven = -to;
            rotor.turn_round();
        }
        let before = turns;
        speed += (driven - speed) * STEP / 2.5;
        turns += speed * STEP;
        let passed = |pitch: f64| ((before / pitch).floor() != (turns / pitch).floor()).then_some(pitch / speed.abs());
        if let Some(turn) = passed(1.0) {
            rotor.index(now, turn * 0.0026);
        }
        if passed(1.0 / PULSES).is_some() {
            rotor.encoder(now);
        }
        let marks = rotor.marks();
        assert_eq!((marks.doubt(), marks.has_moved()), (None, false), "{from}, {to}: at {now}");
    }
    assert!(rotor.marks().is_sure(), "{from}, {to}");
}

#[test]
fn a_rotor_that_is_turned_round_anywhere_contradicts_itself_nowhere() {
    for place in 0..100 {
        [0.22, 0.25, 0.3].into_iter().for_each(|to| check_turned_round(f64::from(place) / 100.0, to));
    }
}

/// A rotor of one turn in three seconds shows its mark at these teeth in each turn. At each launch what was seen more than 13 seconds before is
/// forgotten. What is said against the index in the end.
#[track_caller]
fn check_marks(teeth: impl Fn(u32) -> &'static [u32], launches: &[f64], turns: u32, expected: Option<Doubt>) {
    const PITCH: f64 = 3.0 / PULSES;
    let (mut rotor, mut launches) = (Rotor::new(KEYS), launches.iter().peekable());
    for tooth in 0..turns * KEYS.encoder_pulses {
        let now = f64::from(tooth) * PITCH;
        if launches.next_if(|launch| **launch <= now).is_some() {
            rotor.forget_index_before(now - 13.0);
        }
        rotor.encoder(now);
        if teeth(tooth / KEYS.encoder_pulses).contains(&(tooth % KEYS.encoder_pulses)) {
            rotor.index(now, 0.008);
        }
    }
    assert_eq!((rotor.marks().doubt(), rotor.marks().is_sure()), (expected, expected.is_none()));
}

/// At the second launch the pulses that prove where it stood are forgotten.
#[test]
fn a_mark_that_moves_before_a_launch_is_against_the_encoder_in_every_later_spin() {
    let moves = |turn| if turn < 16 { &[5][..] } else { &[9] };
    check_marks(moves, &[15.0, 55.0], 24, Some(Doubt::AgainstEncoder));
    check_marks(moves, &[15.0, 55.0, 100.0, 200.0], 90, Some(Doubt::AgainstEncoder));
    check_marks(|_| &[5], &[15.0, 55.0, 100.0, 200.0], 90, None);
}

#[test]
fn a_mark_that_moves_while_it_is_not_seen_is_against_the_encoder() {
    let check_hidden = |until: u32, moves_to: &'static [u32], expected| {
        let hidden = |turn: u32| match turn {
            ..16 => &[5][..],
            turn if turn < until => &[],
            _ => moves_to,
        };
        check_marks(hidden, &[15.0, 57.0, 100.0, 200.0], 90, expected);
    };
    check_hidden(19, &[9], Some(Doubt::AgainstEncoder));
    // For longer than the encoder is believed alone.
    check_hidden(30, &[9], Some(Doubt::AgainstEncoder));
    check_hidden(19, &[5], None);
    check_hidden(30, &[5], None);
}

#[test]
fn a_second_mark_that_outlives_the_first_is_not_believed() {
    let second = |turn: u32| match turn {
        ..11 => &[5][..],
        11..13 => &[5, 30],
        _ => &[30],
    };
    check_marks(second, &[15.0, 82.0, 200.0], 90, Some(Doubt::AgainstEncoder));
}

#[test]
fn a_mark_that_was_seen_only_once_before_it_moved_is_against_the_encoder_after_every_launch() {
    let seen_once = |turn: u32| match turn {
        0 => &[20][..],
        1 => &[],
        _ => &[40],
    };
    check_marks(seen_once, &[15.0, 55.0, 100.0], 60, Some(Doubt::AgainstEncoder));
    // Seen in the turn of that pulse as well, it was a spark.
    let spark = |turn: u32| if turn == 0 { &[20, 40][..] } else { &[40] };
    check_marks(spark, &[15.0, 55.0, 100.0], 60, None);
}

#[test]
fn a_mark_that_moved_before_it_was_proved_is_against_the_encoder_after_every_launch() {
    let beside_another = |turn: u32| if turn < 8 { &[5, 30][..] } else { &[9] };
    check_marks(beside_another, &[15.0, 55.0, 100.0], 60, Some(Doubt::AgainstEncoder));
}

#[test]
fn a_spark_that_comes_twice_at_one_place_moves_no_mark() {
    let sparks = |turn: u32| if [20, 23].contains(&turn) { &[5, 40][..] } else { &[5] };
    check_marks(sparks, &[15.0, 75.0, 140.0], 60, None);
}

/// A rotor of one turn in so many seconds shows its mark at tooth 5 of each of eight turns. In the fifth its teeth come so many pitches late, or
/// not at all: the count stays known.
#[track_caller]
fn check_counted_on(turn_seconds: f64, late_pitches: impl Fn(u32) -> Option<f64>) {
    let pitch = turn_seconds / PULSES;
    let mut rotor = Rotor::new(KEYS);
    for tooth in 0..8 * KEYS.encoder_pulses {
        let now = f64::from(tooth) * pitch;
        let (turn, place) = (tooth / KEYS.encoder_pulses, tooth % KEYS.encoder_pulses);
        if let Some(late) = if turn == 4 { late_pitches(place) } else { Some(0.0) } {
            rotor.encoder(now + late * pitch);
        }
        if place == 5 {
            rotor.index(now, turn_seconds * 0.0026);
        }
        let is_known = rotor.turns_back_at(now).is_some();
        assert!(turn < 3 || is_known && rotor.marks().is_sure(), "turn {turn}, tooth {place}");
    }
}

/// Counted by two gaps of two pitches each, a slow rotor would turn at half its speed, and nearly stand still.
#[test]
fn a_slow_rotor_that_misses_every_second_pulse_for_a_while_does_not_stand_still() {
    check_counted_on(4.6, |tooth| (![20, 22].contains(&tooth)).then_some(0.0));
    check_counted_on(4.6, |tooth| (![20, 22, 24, 26].contains(&tooth)).then_some(0.0));
}

#[test]
fn one_late_pulse_after_even_ones_is_no_other_pitch() {
    let late = |tooth| match tooth {
        30 => 0.02,
        31 => 0.28,
        _ => 0.0,
    };
    check_counted_on(3.5, |tooth| Some(late(tooth)));
}
