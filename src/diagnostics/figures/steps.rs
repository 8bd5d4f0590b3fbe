//! One figure over one span of time: its steps, each with how often the figure was read, the least, the sum and the most. Never more steps than
//! the span has.

use std::collections::VecDeque;

use crate::model::{FigureSpan, FigureStep, Timestamp};

/// A step in which the figure was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// Which: so many steps after the start of 1970 it began.
    pub(super) number: u64,
    /// How often the figure was read.
    pub(super) count: u32,
    pub(super) least: u32,
    pub(super) most: u32,
    /// The sum of all readings.
    pub(super) sum: u64,
}

impl Step {
    const fn of(number: u64, value: u32) -> Self {
        Self { number, count: 1, least: value, most: value, sum: value as u64 }
    }

    /// Takes in the readings of `other`, which are of the same step.
    fn join(&mut self, other: &Self) {
        self.count = self.count.saturating_add(other.count);
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
        self.sum = self.sum.saturating_add(other.sum);
    }

    /// The mean, rounded to the nearest whole number.
    fn mean(&self) -> u32 {
        let count = u64::from(self.count.max(1));
        u32::try_from((self.sum + count / 2) / count).unwrap_or(u32::MAX)
    }
}

/// The steps of a span, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Steps(VecDeque<Step>);

impl Steps {
    /// Takes in a reading. A step that begins later is of a clock that was ahead of this one: it is forgotten.
    pub(super) fn add(&mut self, span: FigureSpan, at: Timestamp, value: u32) {
        self.add_step(span, Step::of(number(span, at), value));
    }

    /// Takes in what was read after these steps.
    pub(super) fn go_on_with(&mut self, span: FigureSpan, later: Self) {
        later.0.into_iter().for_each(|step| self.add_step(span, step));
    }

    fn add_step(&mut self, span: FigureSpan, step: Step) {
        let number = step.number;
        while self.0.back().is_some_and(|last| last.number > number) {
            self.0.pop_back();
        }
        match self.0.back_mut().filter(|last| last.number == number) {
            Some(last) => last.join(&step),
            None => self.0.push_back(step),
        }
        while self.0.front().is_some_and(|first| first.number + span.steps() <= number) {
            self.0.pop_front();
        }
    }

    /// Those of the span that ends at `now`; `shown` is what people are shown as a moment of it.
    pub(super) fn view(&self, span: FigureSpan, now: Timestamp, shown: impl Fn(Timestamp) -> Timestamp) -> Vec<FigureStep> {
        let newest = number(span, now);
        let within = self.0.iter().filter(|step| step.number <= newest && step.number + span.steps() > newest);
        let view = |step: &Step| {
            let at = Timestamp::from_microseconds(step.number.saturating_mul(span.step().microseconds()));
            FigureStep { at: shown(at), count: step.count, least: step.least, mean: step.mean(), most: step.most }
        };
        within.map(view).collect()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Step> {
        self.0.iter()
    }

    /// These steps as they were kept; `None` where they are not in order, or where no readings can have made one of them.
    pub(super) fn restored(span: FigureSpan, steps: Vec<Step>) -> Option<Self> {
        let is_in_order = steps.is_sorted_by(|one, next| one.number < next.number);
        let can_be = |step: &Step| {
            let (count, least, most) = (u64::from(step.count), u64::from(step.least), u64::from(step.most));
            count > 0
                && least <= most
                && (count * least..=count * most).contains(&step.sum)
                && step.number < u64::MAX / span.step().microseconds()
        };
        let is_sound = is_in_order && steps.len() as u64 <= span.steps() && steps.iter().all(can_be);
        is_sound.then(|| Self(steps.into()))
    }
}

fn number(span: FigureSpan, at: Timestamp) -> u64 {
    at.microseconds() / span.step().microseconds()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The minutes of readings at these seconds, as the hour until the second `now` shows them: minute, count, least, mean, most.
    #[track_caller]
    fn check(readings: &[(u64, u32)], now: u64, expected: &[(u64, u32, u32, u32, u32)]) {
        let mut steps = Steps::default();
        let second = |second: u64| Timestamp::from_microseconds(second * 1_000_000);
        readings.iter().for_each(|(at, value)| steps.add(FigureSpan::Hour, second(*at), *value));
        let view = steps.view(FigureSpan::Hour, second(now), |at| at);
        let told: Vec<_> =
            view.iter().map(|step| (step.at.microseconds() / 60_000_000, step.count, step.least, step.mean, step.most)).collect();
        assert_eq!(told, expected);
        assert!(steps.0.len() <= 60, "{} minutes are kept", steps.0.len());
    }

    #[test]
    fn a_step_holds_count_least_mean_and_most_of_its_time_alone() {
        check(&[(60, 10), (119, 25), (80, 4), (120, 7)], 120, &[(1, 3, 4, 13, 25), (2, 1, 7, 7, 7)]);
        check(&[(0, u32::MAX), (59, u32::MAX)], 59, &[(0, 2, u32::MAX, u32::MAX, u32::MAX)]);
    }

    #[test]
    fn a_time_without_readings_has_no_step() {
        check(&[(0, 1), (600, 2)], 600, &[(0, 1, 1, 1, 1), (10, 1, 2, 2, 2)]);
        check(&[], 600, &[]);
    }

    #[test]
    fn what_is_older_than_the_span_is_gone_whether_or_not_something_new_was_read() {
        check(&[(0, 1), (60, 2)], 3_599, &[(0, 1, 1, 1, 1), (1, 1, 2, 2, 2)]);
        check(&[(0, 1), (60, 2)], 3_600, &[(1, 1, 2, 2, 2)]);
        check(&[(0, 1), (60, 2)], 7_200, &[]);
        let long: Vec<(u64, u32)> = (0..500).map(|minute| (minute * 60, 3)).collect();
        check(&long, 499 * 60, &(440..500).map(|minute| (minute, 1, 3, 3, 3)).collect::<Vec<_>>());
    }

    #[test]
    fn a_clock_that_goes_back_forgets_what_it_had_not_reached_yet() {
        check(&[(60, 1), (900, 2), (120, 3)], 120, &[(1, 1, 1, 1, 1), (2, 1, 3, 3, 3)]);
        // Nothing was read since: what lies ahead is not shown.
        check(&[(60, 1), (900, 2)], 120, &[(1, 1, 1, 1, 1)]);
    }

    #[test]
    fn a_clock_that_leaps_forward_leaves_a_gap_or_nothing() {
        check(&[(60, 1), (1_800, 2)], 1_800, &[(1, 1, 1, 1, 1), (30, 1, 2, 2, 2)]);
        check(&[(60, 1), (4_000_000_000, 2)], 4_000_000_000, &[(66_666_666, 1, 2, 2, 2)]);
    }

    #[test]
    fn what_was_read_later_is_added_as_if_one_after_the_other() {
        let steps = |readings: &[(u64, u32)]| {
            let mut steps = Steps::default();
            let second = |second: u64| Timestamp::from_microseconds(second * 1_000_000);
            readings.iter().for_each(|(at, value)| steps.add(FigureSpan::Hour, second(*at), *value));
            steps
        };
        let mut joined = steps(&[(0, 9), (60, 1), (70, 4)]);
        joined.go_on_with(FigureSpan::Hour, steps(&[(80, 7), (3_600, 2)]));
        assert_eq!(joined, steps(&[(60, 1), (70, 4), (80, 7), (3_600, 2)]));
    }

    #[test]
    fn steps_that_no_readings_can_have_made_are_not_restored() {
        let step = |number, count, least, most, sum| Step { number, count, least, most, sum };
        let is_restored = |steps: &[Step]| Steps::restored(FigureSpan::Hour, steps.to_vec()).is_some();
        assert!(is_restored(&[step(1, 1, 5, 5, 5), step(2, 3, 1, 9, 12)]));
        let wrong = [step(1, 0, 5, 5, 0), step(1, 1, 6, 5, 6), step(1, 2, 4, 5, 11), step(1, 2, 4, 5, 7), step(u64::MAX, 1, 5, 5, 5)];
        assert!(wrong.iter().all(|step| !is_restored(&[*step])));
        assert!(!is_restored(&[step(2, 1, 5, 5, 5), step(2, 1, 5, 5, 5)]), "one step twice");
        assert!(!is_restored(&(0..61).map(|number| step(number, 1, 5, 5, 5)).collect::<Vec<_>>()), "more than an hour");
    }
}
