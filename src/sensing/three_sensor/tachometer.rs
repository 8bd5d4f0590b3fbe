//! How fast the rotor turns just now, also while it starts, brakes or stands still: what the motor is driven by.
//!
//! Where the rotor stands is no business of this one. `Rotor` says that, and says nothing while it is not certain.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// Over how many encoder pulses the speed is taken.
const PULSES: usize = 8;

/// Slower than this, in turns a minute, is all but standing still.
const NEARLY_STILL_RPM: f64 = 4.0;

/// The next pulse is late after so many gaps: one that is missing is not late yet.
const LATE_GAPS: f64 = 2.5;

/// An encoder that shows less than this part of its pulses in a turn misses them.
const PULSES_LEAST_PART: f64 = 0.75;

/// An index that gives this part of the encoder's pulses, or more, between two of the encoder is the encoder.
const EXCHANGED_LEAST_PART: f64 = 0.6;

/// So many turns by the index that are alike, to so large a part and within so many pulses of the encoder, show how many teeth its disc has.
/// The pulses must be more alike the fewer teeth there are too many or too few: some are missed in any turn.
const TURNS_ALIKE: usize = 4;
const ALIKE_PART: f64 = 0.03;
const ALIKE_PULSES: u32 = 2;

/// An encoder that was not heard for this long, in seconds, is asked no more; the index has to do.
const ENCODER_SILENT_SECONDS: f64 = 2.0;

/// The newest pulses of the rotor; times in seconds.
#[derive(Clone, Debug)]
pub(super) struct Tachometer {
    encoder_pulses: f64,
    encoder: VecDeque<f64>,
    /// The newest two pulses of the index.
    index: [Option<f64>; 2],
    /// How many pulses of the encoder came since the newest pulse of the index.
    since_index: u32,
    /// The newest turns by the index: how long each took, and how many pulses of the encoder it had.
    turns: VecDeque<(f64, u32)>,
    /// How many pulses of the index came since the newest pulse of the encoder, and between it and the one before.
    since_encoder: u32,
    in_pitch: u32,
}

impl Tachometer {
    pub(super) fn new(encoder_pulses: u32) -> Self {
        Self {
            encoder_pulses: f64::from(encoder_pulses),
            encoder: VecDeque::with_capacity(PULSES),
            index: [None; 2],
            since_index: 0,
            turns: VecDeque::with_capacity(TURNS_ALIKE),
            since_encoder: 0,
            in_pitch: 0,
        }
    }

    pub(super) fn encoder(&mut self, at: f64) {
        if self.encoder.len() == PULSES {
            self.encoder.pop_front();
        }
        self.encoder.push_back(at);
        self.since_index = self.since_index.saturating_add(1);
        self.in_pitch = core::mem::take(&mut self.since_encoder);
    }

    pub(super) fn index(&mut self, at: f64) {
        self.index = [self.index[1], Some(at)];
        let pulses = core::mem::take(&mut self.since_index);
        if let [Some(before), Some(last)] = self.index {
            if self.turns.len() == TURNS_ALIKE {
                self.turns.pop_front();
            }
            self.turns.push_back((last - before, pulses));
        }
        self.since_encoder = self.since_encoder.saturating_add(1);
    }

    /// Turns a minute at `now`. A pulse that has not come yet bounds the speed, so a rotor that stops is soon known to be slow.
    pub(super) fn rpm(&self, now: f64) -> f64 {
        self.by_encoder(now).or_else(|| self.by_index(now)).unwrap_or(0.0)
    }

    /// Whether the rotor all but stands still at `now`: its newest two pulses lie far apart, or the next one does not come. The mean over
    /// several pulses is too slow to see a rotor that is being turned round.
    pub(super) fn is_nearly_still(&self, now: f64) -> bool {
        let mut newest = self.encoder.iter().rev();
        match (newest.next(), newest.next()) {
            (Some(last), Some(before)) if now - last <= ENCODER_SILENT_SECONDS => {
                let gap = (last - before).max(now - last);
                gap * self.encoder_pulses >= 60.0 / NEARLY_STILL_RPM
            }
            _ => self.rpm(now) < NEARLY_STILL_RPM,
        }
    }

    fn by_encoder(&self, now: f64) -> Option<f64> {
        let since = now - *self.encoder.back()?;
        let mut gaps: Vec<f64> = self.encoder.iter().zip(self.encoder.iter().skip(1)).map(|(before, at)| at - before).collect();
        gaps.sort_by(f64::total_cmp);
        // The one in the middle: a pulse that is missing or one too many does not change it.
        let middle = *gaps.get(gaps.len() / 2).filter(|_| since <= ENCODER_SILENT_SECONDS)?;
        let gap = if since > LATE_GAPS * middle { since } else { middle };
        Some(60.0 / (gap * self.encoder_pulses))
    }

    /// Whether the newest turn by the index, at this speed or a higher one, had fewer pulses of the encoder than its disc has teeth, by far.
    pub(super) fn misses_pulses(&self, least_rpm: f64) -> bool {
        let misses =
            |(seconds, pulses): &(f64, u32)| 60.0 / seconds >= least_rpm && f64::from(*pulses) < self.encoder_pulses * PULSES_LEAST_PART;
        self.turns.back().is_some_and(misses)
    }

    /// How many teeth the disc has where turn after turn shows as many, and not those that it should have.
    pub(super) fn other_teeth(&self) -> Option<u32> {
        let (seconds, _) = *self.turns.front().filter(|_| self.turns.len() == TURNS_ALIKE)?;
        let least = self.turns.iter().map(|(_, pulses)| *pulses).min()?;
        let most = self.turns.iter().map(|(_, pulses)| *pulses).max()?;
        let other = most.abs_diff(self.encoder_pulses as u32).checked_sub(1)?;
        let is_alike = self.turns.iter().all(|(other, _)| (other / seconds - 1.0).abs() <= ALIKE_PART);
        (is_alike && most - least <= other.min(ALIKE_PULSES) && least > ALIKE_PULSES).then_some(most)
    }

    /// Whether the encoder's pulses come on the line of the index, and the other way round.
    pub(super) fn lines_are_exchanged(&self) -> bool {
        f64::from(self.in_pitch) >= self.encoder_pulses * EXCHANGED_LEAST_PART
    }

    fn by_index(&self, now: f64) -> Option<f64> {
        let [Some(before), Some(last)] = self.index else { return None };
        Some(60.0 / (last - before).max(now - last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The speed at `now` after encoder pulses 50 ms apart and index pulses 3.7 s apart: 16.2 turns a minute.
    #[track_caller]
    fn check(encoder_until: f64, now: f64, expected: f64) {
        let mut tachometer = Tachometer::new(74);
        (0..=80).map(|pulse| f64::from(pulse) * 0.05).filter(|at| *at <= encoder_until).for_each(|at| tachometer.encoder(at));
        [0.3, 4.0].into_iter().for_each(|at| tachometer.index(at));
        assert!((tachometer.rpm(now) - expected).abs() < 0.1, "{}", tachometer.rpm(now));
    }

    #[test]
    fn the_speed_is_that_of_the_encoder_while_it_is_heard() {
        check(4.0, 4.01, 16.2);
    }

    #[test]
    fn a_rotor_that_stops_is_soon_known_to_be_slow() {
        check(4.0, 4.5, 1.6);
    }

    #[test]
    fn a_pulse_that_is_missing_or_one_too_many_changes_no_speed() {
        let mut tachometer = Tachometer::new(74);
        [0.0, 0.05, 0.1, 0.2, 0.25, 0.26, 0.3, 0.35].into_iter().for_each(|at| tachometer.encoder(at));
        assert!((tachometer.rpm(0.44) - 16.2).abs() < 0.1, "{}", tachometer.rpm(0.44));
    }

    #[test]
    fn a_rotor_that_is_turned_round_is_nearly_still_for_a_moment() {
        let mut tachometer = Tachometer::new(74);
        let mut at = 0.0;
        tachometer.encoder(at);
        for gap in [0.05, 0.05, 0.05, 0.06, 0.07, 0.09, 0.12] {
            at += gap;
            tachometer.encoder(at);
            assert!(!tachometer.is_nearly_still(at), "{at}");
        }
        assert!(tachometer.is_nearly_still(at + 0.21));
        tachometer.encoder(at + 0.22);
        assert!(tachometer.is_nearly_still(at + 0.23));
    }

    #[test]
    fn the_index_alone_will_do() {
        check(1.0, 4.01, 16.2);
        check(1.0, 14.0, 6.0);
    }

    /// A rotor of 16.2 turns a minute whose lines show this on their pulses: so many of the encoder between two of the index.
    #[track_caller]
    fn check_lines(encoder_in_turn: u32, index_in_turn: u32, misses: bool, exchanged: bool) {
        let mut tachometer = Tachometer::new(74);
        for turn in 0..3_u32 {
            let at = |pulse: u32, of: u32| (f64::from(turn) + f64::from(pulse) / f64::from(of)) * 3.7;
            let mut pulses: Vec<(f64, bool)> = (0..encoder_in_turn).map(|pulse| (at(pulse, encoder_in_turn) + 0.01, true)).collect();
            pulses.extend((0..index_in_turn).map(|pulse| (at(pulse, index_in_turn), false)));
            pulses.sort_by(|a, b| a.0.total_cmp(&b.0));
            pulses.into_iter().for_each(|(at, is_encoder)| if is_encoder { tachometer.encoder(at) } else { tachometer.index(at) });
        }
        assert_eq!((tachometer.misses_pulses(10.0), tachometer.lines_are_exchanged()), (misses, exchanged));
    }

    #[test]
    fn a_disc_with_other_teeth_shows_how_many_it_has() {
        let teeth = |teeth: u32, of: u32| {
            let mut tachometer = Tachometer::new(of);
            for turn in 0..6_u32 {
                tachometer.index(f64::from(turn) * 3.7);
                (0..teeth).for_each(|tooth| tachometer.encoder((f64::from(turn) + f64::from(tooth) / f64::from(teeth)) * 3.7));
            }
            tachometer.other_teeth()
        };
        assert_eq!((teeth(74, 74), teeth(72, 74), teeth(148, 74)), (None, Some(72), Some(148)));
    }

    #[test]
    fn few_pulses_in_a_turn_and_a_turn_of_them_on_the_other_line_are_told_apart() {
        check_lines(74, 1, false, false);
        check_lines(60, 1, false, false);
        check_lines(24, 1, true, false);
        check_lines(1, 74, true, true);
        check_lines(1, 40, true, false);
    }

    #[test]
    fn a_rotor_that_was_never_heard_stands_still() {
        assert_eq!(Tachometer::new(74).rpm(5.0), 0.0);
    }
}
