//! Whether the index comes evenly: by its times alone, with no encoder, as one mark that was not moved comes on a rotor that is not touched.
//!
//! A mark that moved while nothing counted leaves one trace only: it comes too early or too late for the turns before and after. So the
//! pulses must lie on one smooth course, and so many of them that a moved mark would not.

use alloc::vec::Vec;

use super::fit::BallPath;

/// A mark that moved by less than this, in turns, makes no pocket another one: a ball that lies off the middle of its pocket is then read
/// there, or on an edge.
const MOVED_LEAST_TURNS: f64 = 0.01;

/// Over how many turns the pulses are looked at, and how many turns may lie between two.
const TURNS_BACK: usize = 12;
const TURNS_MISSING: f64 = 3.0;

/// On how many pulses either side of a gap it is looked whether the mark moved in that gap.
const PULSES_EACH_SIDE: usize = 5;

/// Within so many turns of each other two pulses that belong to no mark show another place of it.
const TURNS_OF_OTHER_PLACE: f64 = 2.0;

/// A pulse of the index: when, and after how many whole turns.
type Turned = (f64, f64);

/// The pulses of one mark.
#[derive(Clone, Debug, Default)]
pub(super) struct OneMark {
    /// The pulses that come after whole turns, in the order of time, the newest after none. But for the newest they are exact.
    pub(super) pulses: Vec<Turned>,
    is_newest_exact: bool,
    /// Over how many turns they came.
    pub(super) turns: usize,
    /// How many other pulses came, and whether one came before all of these: that may have been the mark, before it moved.
    sparks: usize,
    begins_with_spark: bool,
    /// Whether two of the others came after whole turns themselves, as a mark does that was elsewhere before it moved.
    has_other_place: bool,
}

impl OneMark {
    /// Looks back from the newest of these pulses, each by its time and whether that is exact. Each turn may differ from the one after it
    /// by this part. Where it is not known how long a turn takes, the newest gap is one.
    pub(super) fn look_back(mut newest_first: impl Iterator<Item = (f64, bool)>, mut turn: Option<f64>, part: f64) -> Option<Self> {
        let (mut at, is_newest_exact) = newest_first.next()?;
        let mut found = Self { pulses: Vec::from([(at, 0.0)]), is_newest_exact, ..Self::default() };
        let mut later_spark: Option<f64> = None;
        for (earlier, is_exact) in newest_first {
            let gap = at - earlier;
            let passed = turn.map_or(1.0, |turn| libm::round(gap / turn));
            let fits = turn.is_none_or(|turn| whole_turns(gap, turn, part, TURNS_MISSING).is_some());
            found.begins_with_spark = !fits;
            if found.begins_with_spark {
                let is_in_turn = |(later, turn): (f64, f64)| whole_turns(later - earlier, turn, part, TURNS_OF_OTHER_PLACE).is_some();
                found.has_other_place |= later_spark.zip(turn).is_some_and(is_in_turn);
                later_spark = Some(earlier);
                found.sparks += 1;
                continue;
            }
            (at, turn) = (earlier, Some(gap / passed));
            found.turns += passed as usize;
            if is_exact {
                found.pulses.insert(0, (at, -(found.turns as f64)));
            }
            if found.turns >= TURNS_BACK {
                break;
            }
        }
        Some(found)
    }

    /// Whether one mark gave them all, but for a single spark, and was not moved.
    pub(super) fn is_proved(&self, within_turns: f64) -> bool {
        self.sparks <= 1 && !self.begins_with_spark && come_evenly(&self.pulses, within_turns)
    }

    /// Whether they show that the mark was moved: two of them stood at another place, or those of before do not come evenly with those of
    /// after. What is not proved need not be refuted: a few sparks prove and refute nothing.
    pub(super) fn is_refuted(&self, within_turns: f64) -> bool {
        let is_uneven = |near: &[Turned]| misfit(near).is_some_and(|misfit| misfit > within_turns);
        let exact = &self.pulses[..self.pulses.len() - usize::from(!self.is_newest_exact)];
        self.has_other_place || (1..exact.len()).any(|moved| is_uneven(around(exact, moved)))
    }
}

/// How many whole turns the gap between two pulses is, each known within this part of it. `None` where it is not a number of whole turns,
/// or of more than `most`.
pub(super) fn whole_turns(gap: f64, turn: f64, part: f64, most: f64) -> Option<f64> {
    let turns = libm::round(gap / turn);
    let fits = (gap / turn - turns).abs() <= part * turns;
    ((1.0..=most).contains(&turns) && fits).then_some(turns)
}

/// The pulses on either side of this one.
fn around(pulses: &[Turned], moved: usize) -> &[Turned] {
    &pulses[moved.saturating_sub(PULSES_EACH_SIDE)..pulses.len().min(moved + PULSES_EACH_SIDE)]
}

/// Whether these pulses, in the order of time, come evenly within so many turns. Where they are too few to show that a mark was moved
/// between any two of them, that is not proved.
fn come_evenly(pulses: &[Turned], within_turns: f64) -> bool {
    (1..pulses.len()).all(|moved| {
        let near = around(pulses, moved);
        let later = pulses[moved].0;
        let step: Vec<Turned> = near.iter().map(|(at, _)| (*at, if *at < later { 0.0 } else { MOVED_LEAST_TURNS })).collect();
        let is_even = misfit(near).is_some_and(|misfit| misfit <= within_turns);
        is_even && misfit(&step).is_some_and(|misfit| misfit > within_turns)
    })
}

/// How far the pulses lie from the smooth course nearest to them, all together, in turns.
fn misfit(pulses: &[Turned]) -> Option<f64> {
    let course = BallPath::through(pulses)?;
    Some(course.residual * libm::sqrt(pulses.len() as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pulses after so many turns of a rotor that runs down, of which those from the `moved`th on come later by so many turns.
    #[track_caller]
    fn check(turns: &[f64], moved: usize, by: f64, expected: bool) {
        let at = |turns: f64| turns / 0.28 + 0.01 * turns * turns;
        let pulse = |(number, turns): (usize, &f64)| (at(turns + if number < moved { 0.0 } else { by }), *turns);
        let pulses: Vec<Turned> = turns.iter().enumerate().map(pulse).collect();
        assert_eq!(come_evenly(&pulses, 0.001), expected);
    }

    #[test]
    fn the_mark_of_a_rotor_that_runs_down_comes_evenly() {
        check(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], 0, 0.0, true);
        check(&[0.0, 1.0, 3.0, 4.0, 5.0, 7.0, 8.0], 0, 0.0, true);
        check(&[0.0, 1.0, 2.0, 3.0], 0, 0.0, true);
    }

    #[test]
    fn a_mark_that_moved_by_a_third_of_a_pocket_does_not() {
        for moved in 1..6 {
            check(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], moved, 0.01, false);
            check(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], moved, -0.01, false);
            check(&[0.0, 1.0, 2.0, 4.0, 5.0, 6.0], moved, 0.4, false);
        }
    }

    /// Whether pulses at these times are proved to be of one mark.
    #[track_caller]
    fn check_one_mark(times: &[f64], expected: bool) {
        let mark = OneMark::look_back(times.iter().rev().map(|at| (*at, true)), None, 0.015).expect("there are pulses");
        assert_eq!(mark.is_proved(0.001), expected, "{mark:?}");
    }

    #[test]
    fn a_single_spark_between_two_turns_is_no_mark_and_one_before_all_of_them_may_be() {
        check_one_mark(&[3.0, 6.0, 9.0, 12.0, 15.0], true);
        check_one_mark(&[3.0, 6.0, 7.4, 9.0, 12.0, 15.0], true);
        check_one_mark(&[3.0, 6.0, 7.4, 9.0, 10.4, 12.0, 15.0], false);
        check_one_mark(&[1.6, 3.0, 6.0, 9.0, 12.0, 15.0], false);
    }

    /// Whether pulses at these times show that the mark was moved.
    #[track_caller]
    fn check_refuted(times: &[f64], expected: bool) {
        let mark = OneMark::look_back(times.iter().rev().map(|at| (*at, true)), None, 0.015).expect("there are pulses");
        assert_eq!(mark.is_refuted(0.001), expected, "{mark:?}");
    }

    #[test]
    fn sparks_refute_nothing_and_two_pulses_a_turn_apart_elsewhere_do() {
        check_refuted(&[3.0, 6.0, 9.0, 12.0, 15.0], false);
        check_refuted(&[1.6, 3.0, 6.0, 7.4, 9.0, 12.0, 15.0], false);
        check_refuted(&[3.0, 6.0, 7.4, 9.0, 11.9, 12.0, 15.0], false);
        check_refuted(&[1.4, 4.4, 9.0, 12.0, 15.0], true);
        check_refuted(&[1.4, 7.4, 9.0, 12.0, 15.0], true);
        check_refuted(&[3.0, 6.0, 9.0, 12.04, 15.04, 18.04], true);
    }

    /// The third of five pulses is half a hundredth of a turn late.
    #[track_caller]
    fn check_late(is_exact: bool, expected: bool) {
        let pulses = [(15.0, true), (12.0, true), (9.015, is_exact), (6.0, true), (3.0, true)];
        let mark = OneMark::look_back(pulses.into_iter(), None, 0.015).expect("there are pulses");
        assert_eq!((mark.is_refuted(0.001), mark.turns), (expected, 4), "{mark:?}");
    }

    #[test]
    fn a_pulse_of_which_the_middle_is_not_known_refutes_nothing() {
        check_late(true, true);
        check_late(false, false);
    }

    #[test]
    fn with_too_few_pulses_nothing_is_proved() {
        check(&[0.0], 0, 0.0, true);
        check(&[0.0, 1.0, 2.0], 0, 0.0, false);
        check(&[0.0, 7.0, 8.0, 9.0], 0, 0.0, false);
    }
}
