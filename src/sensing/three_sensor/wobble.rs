//! How far the disc of the encoder runs out of true, by the times of its own pulses.
//!
//! A disc that wobbles shifts its teeth to and fro once a turn. Pulses that lie half a turn apart are then shifted the opposite ways, and
//! their third difference holds eight times the shift, while a steady speed and a rotor that runs down leave nothing in it. An oval disc
//! shifts them twice a turn, one with four lobes four times: there the opposite teeth lie a quarter and an eighth of a turn apart.

use alloc::collections::VecDeque;

/// How many half turns the third difference spans, and how many times the shift it holds.
const HALF_TURNS: usize = 3;
const TIMES_THE_SHIFT: f64 = 8.0;

/// Teeth that are shifted the opposite ways lie a half, a quarter or an eighth of a turn apart: half a turn in so many parts.
const PARTS_OF_HALF_TURN: [usize; 3] = [1, 2, 4];

/// What they are shifted the same way is at most this part of it, in the mean of the squares.
const SAME_WAY_MOST_PART: f64 = 0.25;

/// The times of the newest pulses of the encoder, over two and a half turns.
#[derive(Clone, Debug)]
pub(super) struct Wobble {
    half_turn: usize,
    times: VecDeque<f64>,
}

impl Wobble {
    /// Of an encoder with so many pulses a turn.
    pub(super) const fn new(pulses: u32) -> Self {
        Self { half_turn: pulses as usize / 2, times: VecDeque::new() }
    }

    /// The count was lost: the times of before belong to other teeth.
    pub(super) fn clear(&mut self) {
        self.times.clear();
    }

    /// The encoder has advanced by so many pulses by this moment, in seconds. Those that were missed lie evenly between.
    pub(super) fn add(&mut self, at: f64, steps: f64) {
        let before = self.times.back().map_or(at, |before| *before);
        let missed = libm::round(steps) as u32;
        (1..=missed).for_each(|step| self.push(before + (at - before) * f64::from(step) / steps));
    }

    fn push(&mut self, at: f64) {
        if self.times.len() == self.half_turn * (HALF_TURNS + 2) {
            self.times.pop_front();
        }
        self.times.push_back(at);
    }

    /// How far a tooth stands from its place where it is farthest, in teeth. `None` before two and a half turns were counted, and where the
    /// times show something else: a pulse that nothing causes shifts all teeth after it the same way.
    pub(super) fn teeth(&self) -> Option<f64> {
        let shifted = |shift: Shift| (shift.same_way <= shift.square * SAME_WAY_MOST_PART).then_some(shift.teeth);
        self.shifts()?.into_iter().filter_map(shifted).max_by(f64::total_cmp)
    }

    /// The same at the most. A rotor that turns faster and slower in every turn shows here as well.
    pub(super) fn teeth_most(&self) -> Option<f64> {
        self.shifts()?.into_iter().map(|shift| shift.teeth).max_by(f64::total_cmp)
    }

    /// What the third differences hold; `None` before two and a half turns were counted.
    fn shifts(&self) -> Option<[Shift; 3]> {
        let is_enough = self.times.len() >= self.half_turn * (HALF_TURNS + 2);
        is_enough.then(|| PARTS_OF_HALF_TURN.map(|parts| self.shifted_by(self.half_turn / parts)))
    }

    /// The same where teeth that are shifted the opposite ways lie so many teeth apart.
    fn shifted_by(&self, apart: usize) -> Shift {
        let turn = self.half_turn * 2;
        let third_difference =
            |at: usize| self.times[at + 3 * apart] - 3.0 * self.times[at + 2 * apart] + 3.0 * self.times[at + apart] - self.times[at];
        let mean = |count: usize, value: &dyn Fn(usize) -> f64| (0..count).map(|at| libm::pow(value(at), 2.0)).sum::<f64>() / count as f64;
        let square = mean(turn, &third_difference);
        let same_way = mean(turn - apart, &|at| third_difference(at) + third_difference(at + apart));
        let pitch = (self.times[turn] - self.times[0]) / turn as f64;
        // The square of a sine is a half in the mean.
        Shift { teeth: libm::sqrt(2.0 * square) / TIMES_THE_SHIFT / pitch, square, same_way }
    }
}

/// By how far teeth are shifted, and the mean squares of the third difference and of what they are shifted the same way.
#[derive(Clone, Copy)]
struct Shift {
    teeth: f64,
    square: f64,
    same_way: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    const PULSES: u32 = 74;

    /// A disc that runs out of true by so many teeth, on a rotor that runs down, is told to within a fiftieth of a tooth, though every
    /// `missing`th pulse is not seen.
    #[track_caller]
    fn check(out_of_true_teeth: f64, missing: u32) {
        check_lobes(1, out_of_true_teeth, missing);
    }

    /// The same of a disc with so many lobes.
    #[track_caller]
    fn check_lobes(lobes: u32, out_of_true_teeth: f64, missing: u32) {
        let mut wobble = Wobble::new(PULSES);
        let mut steps = 0.0;
        for tooth in 0..5 * PULSES {
            let turns = f64::from(tooth) / f64::from(PULSES);
            let shifted = turns + out_of_true_teeth * (turns * f64::from(lobes) * core::f64::consts::TAU + 1.0).sin() / f64::from(PULSES);
            steps += 1.0;
            if tooth % missing != missing - 1 {
                wobble.add(shifted / 0.28 + 0.01 * shifted * shifted, steps);
                steps = 0.0;
            }
        }
        // Where nothing is shifted, nothing is shifted the opposite way either.
        let teeth = wobble.teeth().unwrap_or(0.0);
        assert!((teeth - out_of_true_teeth).abs() < 0.02, "{teeth}");
        let most = wobble.teeth_most().expect("two and a half turns were counted");
        assert!((most - out_of_true_teeth).abs() < 0.02, "{most}");
    }

    #[test]
    fn a_disc_that_runs_true_shows_no_wobble() {
        check(0.0, 1_000);
        check(0.0, 5);
    }

    #[test]
    fn a_disc_that_runs_out_of_true_shows_by_how_much() {
        check(0.1, 1_000);
        check(0.5, 1_000);
        check(0.5, 7);
    }

    #[test]
    fn an_oval_disc_shows_how_far_it_stands_out_and_so_do_three_and_four_lobes() {
        check_lobes(2, 0.2, 1_000);
        check_lobes(2, 0.2, 9);
        check_lobes(3, 0.2, 1_000);
        check_lobes(4, 0.2, 1_000);
    }

    #[test]
    fn a_pulse_that_nothing_causes_is_no_wobble() {
        let mut wobble = Wobble::new(PULSES);
        for pulse in 0..4 * PULSES {
            // The spark and the tooth after it share a pitch.
            let tooth = f64::from(pulse) - if pulse > 3 * PULSES { 1.0 } else { 0.0 };
            wobble.add(tooth, 1.0);
            let teeth = wobble.teeth();
            assert!(teeth.is_none_or(|teeth| teeth < 0.01), "{pulse}: {teeth:?}");
        }
    }

    #[test]
    fn of_two_turns_nothing_is_known() {
        let mut wobble = Wobble::new(PULSES);
        (0..2 * PULSES).for_each(|tooth| wobble.add(f64::from(tooth), 1.0));
        assert_eq!(wobble.teeth(), None);
    }
}
