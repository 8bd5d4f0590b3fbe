//! How much a device may say. What it says is written into the journal, and no device may fill a disk or take the deciding thread's time
//! from the others: one that says more is not listened to for a while, and for longer each time that it does so again.

use crate::model::{Span, Timestamp};

/// For how long a device is not listened to the first time, and at most.
const FIRST_HOLD: Span = Span::from_seconds(60);
const LONGEST_HOLD: Span = Span::from_seconds(60 * 64);

/// How much of its allowance a change of a bare line takes.
pub(super) const EDGE_BYTES: usize = 8;

/// How fast a device may say something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// So much at once.
    pub at_once_bytes: u64,
    /// And so much more in each second, over any time.
    pub bytes_a_second: u64,
}

/// How much a device may say, in bytes: an event costs so many, and its evidence its own size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// What every event costs.
    pub event_bytes: u64,
    /// Everything that it says.
    pub all: Rate,
    /// And of that what is of no game: that it is there or gone, its faults and their ends. Some 4 MiB a day.
    pub of_no_game: Rate,
}

/// What is said of no game.
const OF_NO_GAME: Rate = Rate { at_once_bytes: 128 * 1_024, bytes_a_second: 48 };

impl Allowance {
    /// That of a wheel. A game has six events and 4 to 20 KB of evidence, and takes 45 seconds.
    pub const WHEEL: Self =
        Self { event_bytes: 1_024, all: Rate { at_once_bytes: 256 * 1_024, bytes_a_second: 1_024 }, of_no_game: OF_NO_GAME };

    /// That of bare lines, whose changes have so many bytes each as [`EDGE_BYTES`] says: 4,096 changes a second over any time, of which a wheel
    /// with a finely divided rotor has some hundred.
    pub(super) const LINES: Self =
        Self { event_bytes: 0, all: Rate { at_once_bytes: 512 * 1_024, bytes_a_second: 32 * 1_024 }, of_no_game: OF_NO_GAME };

    /// That of a source of cards, whose events hold no evidence: a card a second over any time, and more than a shoe can hold at once.
    pub const CARDS: Self =
        Self { event_bytes: 1_024, all: Rate { at_once_bytes: 512 * 1_024, bytes_a_second: 1_024 }, of_no_game: OF_NO_GAME };
}

/// What is left of a rate.
#[derive(Clone, Copy, Debug)]
struct Purse {
    rate: Rate,
    left_bytes: u64,
}

impl Purse {
    const fn full(rate: Rate) -> Self {
        Self { rate, left_bytes: rate.at_once_bytes }
    }

    const fn is_full(&self) -> bool {
        self.left_bytes == self.rate.at_once_bytes
    }

    fn earn(&mut self, seconds: u64) {
        let earned = seconds.saturating_mul(self.rate.bytes_a_second);
        self.left_bytes = self.left_bytes.saturating_add(earned).min(self.rate.at_once_bytes);
    }

    /// What is left once a device is listened to again: enough to say that it is there.
    const fn after_hold(&mut self) {
        self.left_bytes = self.rate.at_once_bytes / AFTER_HOLD_PART;
    }
}

/// What a device may still say.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    event_bytes: u64,
    all: Purse,
    of_no_game: Purse,
    /// Up to when it was earned; after now while the device is not listened to.
    counted_at: Timestamp,
    hold: Span,
}

/// The part of the allowance that a device has when it is listened to again.
const AFTER_HOLD_PART: u64 = 8;

impl Budget {
    /// The whole allowance, for a device that has said nothing yet.
    pub(super) const fn new(allowance: Allowance, now: Timestamp) -> Self {
        Self {
            event_bytes: allowance.event_bytes,
            all: Purse::full(allowance.all),
            of_no_game: Purse::full(allowance.of_no_game),
            counted_at: now,
            hold: FIRST_HOLD,
        }
    }

    /// The device is listened to again. A clock that has not come so far, as that of lines which were opened anew may not have, counts from
    /// here.
    pub(super) fn listens_again(&mut self, now: Timestamp) {
        self.counted_at = self.counted_at.min(now);
    }

    /// The device has said something at `now`, with so much evidence. Where that is too much: for how long it is not to be listened to.
    pub(super) fn spend(&mut self, evidence_bytes: usize, is_of_no_game: bool, now: Timestamp) -> Option<Span> {
        if now < self.counted_at {
            // What follows from its not being listened to.
            return None;
        }
        self.earn(now);
        let cost = self.event_bytes.saturating_add(evidence_bytes as u64);
        let of_no_game = if is_of_no_game { cost } else { 0 };
        if let (Some(all), Some(rest)) = (self.all.left_bytes.checked_sub(cost), self.of_no_game.left_bytes.checked_sub(of_no_game)) {
            (self.all.left_bytes, self.of_no_game.left_bytes) = (all, rest);
            return None;
        }
        let hold = self.hold;
        self.all.after_hold();
        self.of_no_game.after_hold();
        self.counted_at = now.after(hold);
        self.hold = LONGEST_HOLD.min(Span::from_microseconds(hold.microseconds() * 2));
        Some(hold)
    }

    /// Time has brought something back. A device that has its whole allowance again has behaved.
    fn earn(&mut self, now: Timestamp) {
        let seconds = now.since(self.counted_at).microseconds() / 1_000_000;
        self.counted_at = self.counted_at.after(Span::from_seconds(seconds));
        self.all.earn(seconds);
        self.of_no_game.earn(seconds);
        if self.all.is_full() && self.of_no_game.is_full() {
            self.hold = FIRST_HOLD;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWANCE: Allowance = Allowance {
        event_bytes: 100,
        all: Rate { at_once_bytes: 1_000, bytes_a_second: 10 },
        of_no_game: Rate { at_once_bytes: 400, bytes_a_second: 1 },
    };

    /// Events of a game at these seconds, each with so much evidence; when it was too much, and for how many seconds nobody listens.
    #[track_caller]
    fn check(events: impl IntoIterator<Item = (u64, usize)>, expected: &[(u64, u64)]) {
        check_of(false, events, expected);
    }

    #[track_caller]
    fn check_of(no_game: bool, events: impl IntoIterator<Item = (u64, usize)>, expected: &[(u64, u64)]) {
        let mut budget = Budget::new(ALLOWANCE, Timestamp::default());
        let at = |seconds| Timestamp::default().after(Span::from_seconds(seconds));
        let held = events.into_iter().filter_map(|(second, evidence)| {
            let hold = budget.spend(evidence, no_game, at(second))?;
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
    fn what_is_of_no_game_has_a_smaller_allowance_of_its_own() {
        check_of(true, (0..4).map(|_| (0, 0)), &[]);
        check_of(true, (0..5).map(|_| (0, 0)), &[(0, 60)]);
        check_of(true, (0..10_000).map(|event| (event * 100, 0)), &[]);
        check_of(true, (0..10).map(|event| (event * 20, 0)), &[(80, 60), (140, 120)]);
    }

    #[test]
    fn a_clock_that_begins_anew_is_no_way_to_say_more() {
        let mut budget = Budget::new(ALLOWANCE, Timestamp::default());
        let at = |seconds| Timestamp::default().after(Span::from_seconds(seconds));
        assert_eq!(budget.spend(2_000, false, at(500)), Some(Span::from_seconds(60)));
        budget.listens_again(at(1));
        assert_eq!(budget.spend(25, false, at(1)), None);
        assert_eq!(budget.spend(0, false, at(1)), Some(Span::from_seconds(120)));
    }

    /// How many events are written in a day of a device that says something this often.
    fn written_in_a_day(is_of_no_game: bool, evidence_bytes: usize, each: Span) -> u64 {
        let mut budget = Budget::new(Allowance::WHEEL, Timestamp::default());
        let (mut now, mut written) = (Timestamp::default(), 0);
        while now < Timestamp::default().after(Span::from_seconds(86_400)) {
            let hold = budget.spend(evidence_bytes, is_of_no_game, now);
            written += 1;
            now = now.after(hold.unwrap_or(each));
        }
        written
    }

    #[test]
    fn a_device_that_does_its_worst_for_a_day_writes_a_bounded_amount() {
        let flooded = written_in_a_day(false, 2_000, Span::from_milliseconds(20));
        assert!(flooded < 1_000, "{flooded} events in a day");
        // As often as it may without ever being held: some 4 MiB.
        let patient = written_in_a_day(true, 0, Span::from_milliseconds(21_334));
        assert!((4_000..4_200).contains(&patient), "{patient} events in a day");
        let toggling = written_in_a_day(true, 0, Span::from_seconds(5));
        assert!(toggling < 1_000, "{toggling} events in a day");
    }
}
