//! How much a device may say. What it says is written into the journal, and no device may fill a disk or take the deciding thread's time
//! from the others: one that says more is not listened to for a while, and for longer each time that it does so again.

use crate::model::{Span, Timestamp};

/// For how long a device is not listened to the first time, and at most.
const FIRST_HOLD: Span = Span::from_seconds(60);
const LONGEST_HOLD: Span = Span::from_seconds(60 * 64);

/// How much of its allowance a change of a bare line takes.
pub(super) const EDGE_BYTES: usize = 8;

/// How much a device may say, in bytes: an event costs so many, and its evidence its own size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// What every event costs.
    pub event_bytes: u64,
    /// So much at once.
    pub at_once_bytes: u64,
    /// And so much more in each second, over any time.
    pub bytes_a_second: u64,
}

impl Allowance {
    /// That of a wheel. A game has six events and 4 to 20 KB of evidence, and takes 45 seconds.
    pub const WHEEL: Self = Self { event_bytes: 1_024, at_once_bytes: 256 * 1_024, bytes_a_second: 1_024 };

    /// That of bare lines, whose changes have so many bytes each as [`EDGE_BYTES`] says: 4,096 changes a second over any time, of which a wheel
    /// with a finely divided rotor has some hundred.
    pub(super) const LINES: Self = Self { event_bytes: 0, at_once_bytes: 512 * 1_024, bytes_a_second: 32 * 1_024 };

    /// That of a source of cards, whose events hold no evidence: a card a second over any time, and more than a shoe can hold at once.
    pub const CARDS: Self = Self { event_bytes: 1_024, at_once_bytes: 512 * 1_024, bytes_a_second: 1_024 };
}

/// What a device may still say.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    allowance: Allowance,
    left_bytes: u64,
    /// Up to when it was earned; after now while the device is not listened to.
    counted_at: Timestamp,
    hold: Span,
}

/// The part of the allowance that a device has when it is listened to again: enough to say that it is there.
const AFTER_HOLD_PART: u64 = 8;

impl Budget {
    /// The whole allowance, for a device that has said nothing yet.
    pub(super) const fn new(allowance: Allowance, now: Timestamp) -> Self {
        Self { allowance, left_bytes: allowance.at_once_bytes, counted_at: now, hold: FIRST_HOLD }
    }

    /// The device has said something at `now`, with so much evidence. Where that is too much: for how long it is not to be listened to.
    pub(super) fn spend(&mut self, evidence_bytes: usize, now: Timestamp) -> Option<Span> {
        if now < self.counted_at {
            // What follows from its not being listened to.
            return None;
        }
        self.earn(now);
        let cost = self.allowance.event_bytes.saturating_add(evidence_bytes as u64);
        if let Some(left) = self.left_bytes.checked_sub(cost) {
            self.left_bytes = left;
            return None;
        }
        let hold = self.hold;
        self.left_bytes = self.allowance.at_once_bytes / AFTER_HOLD_PART;
        self.counted_at = now.after(hold);
        self.hold = LONGEST_HOLD.min(Span::from_microseconds(hold.microseconds() * 2));
        Some(hold)
    }

    /// Time has brought something back. A device that has its whole allowance again has behaved.
    fn earn(&mut self, now: Timestamp) {
        let seconds = now.since(self.counted_at).microseconds() / 1_000_000;
        self.counted_at = self.counted_at.after(Span::from_seconds(seconds));
        self.left_bytes = self.left_bytes.saturating_add(seconds.saturating_mul(self.allowance.bytes_a_second));
        if self.left_bytes >= self.allowance.at_once_bytes {
            self.left_bytes = self.allowance.at_once_bytes;
            self.hold = FIRST_HOLD;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWANCE: Allowance = Allowance { event_bytes: 100, at_once_bytes: 1_000, bytes_a_second: 10 };

    /// Events at these seconds, each with so much evidence; when it was too much, and for how many seconds nobody listens.
    #[track_caller]
    fn check(events: impl IntoIterator<Item = (u64, usize)>, expected: &[(u64, u64)]) {
        let mut budget = Budget::new(ALLOWANCE, Timestamp::default());
        let at = |seconds| Timestamp::default().after(Span::from_seconds(seconds));
        let held = events.into_iter().filter_map(|(second, evidence)| {
            let hold = budget.spend(evidence, at(second))?;
            Some((second, hold.microseconds() / 1_000_000))
        });
        assert_eq!(held.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_device_may_say_much_at_once_and_its_rate_for_ever() {
        check((0..10).map(|_| (0, 0)), &[]);
        check((0..10_000).map(|event| (event * 10, 0)), &[]);
    }

    #[test]
    fn one_that_says_more_is_held_at_the_event_that_is_too_much() {
        check((0..11).map(|_| (0, 0)), &[(0, 60)]);
        check((0..12).map(|event| (event, 0)), &[(11, 60)]);
    }

    #[test]
    fn evidence_costs_its_size() {
        check([(0, 800), (0, 0)], &[]);
        check([(0, 800), (0, 1)], &[(0, 60)]);
        check([(0, 800), (0, 1), (59, 800), (60, 0), (60, 0)], &[(0, 60), (60, 120)]);
    }

    #[test]
    fn each_time_again_it_is_held_for_longer_and_never_for_more_than_an_hour() {
        let flood = (0..20_000).map(|second| (second, 0));
        check(
            flood,
            &[
                (11, 60),
                (72, 120),
                (193, 240),
                (434, 480),
                (915, 960),
                (1_876, 1_920),
                (3_797, 3_840),
                (7_638, 3_840),
                (11_479, 3_840),
                (15_320, 3_840),
                (19_161, 3_840),
            ],
        );
    }

    #[test]
    fn one_that_has_behaved_begins_anew() {
        let burst = |second| (0..11).map(move |_| (second, 0));
        check(burst(0).chain(burst(3_600)), &[(0, 60), (3_600, 60)]);
    }

    #[test]
    fn a_device_that_does_its_worst_for_a_day_writes_a_bounded_amount() {
        let mut budget = Budget::new(Allowance::WHEEL, Timestamp::default());
        let (mut now, mut written) = (Timestamp::default(), 0_u64);
        while now < Timestamp::default().after(Span::from_seconds(86_400)) {
            let hold = budget.spend(2_000, now);
            written += 1;
            now = now.after(hold.unwrap_or(Span::from_milliseconds(20)));
        }
        assert!(written < 1_000, "{written} events in a day");
    }
}
