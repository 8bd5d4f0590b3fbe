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
    /// And the same over a day and longer: near what a real game brings, so that who stays just below the other rate fills no disk either.
    pub in_the_long_run: Rate,
    /// And of that what is of no game: that it is there or gone, its faults and their ends. Some 4 MiB a day.
    pub of_no_game: Rate,
}

/// What is said of no game.
const OF_NO_GAME: Rate = Rate { at_once_bytes: 128 * 1_024, bytes_a_second: 48 };

impl Allowance {
    /// The budget of a wheel. A game has six events and 4 to 20 KB of evidence, and takes 45 seconds: 590 bytes a second at most.
    pub const WHEEL: Self = Self {
        event_bytes: 1_024,
        all: Rate { at_once_bytes: 256 * 1_024, bytes_a_second: 1_024 },
        in_the_long_run: Rate { at_once_bytes: 8 * 1_024 * 1_024, bytes_a_second: 640 },
        of_no_game: OF_NO_GAME,
    };

    /// The budget of bare lines, whose changes have so many bytes each as [`EDGE_BYTES`] says: 4,096 changes a second over any time, of which a wheel
    /// with a finely divided rotor has some hundred. They are not written one by one: what the wheel makes of them is, which has its own.
    pub(super) const LINES: Self = Self { event_bytes: 0, all: Self::OF_LINES, in_the_long_run: Self::OF_LINES, of_no_game: OF_NO_GAME };

    const OF_LINES: Rate = Rate { at_once_bytes: 512 * 1_024, bytes_a_second: 32 * 1_024 };

    /// The budget of a source of cards, whose events hold no evidence: a card a second for hours, and more than a shoe can hold at once; and three in
    /// four seconds day and night, which is more than six boxes of any game take with their decisions.
    pub const CARDS: Self = Self {
        event_bytes: 1_024,
        all: Rate { at_once_bytes: 512 * 1_024, bytes_a_second: 1_024 },
        in_the_long_run: Rate { at_once_bytes: 8 * 1_024 * 1_024, bytes_a_second: 768 },
        of_no_game: OF_NO_GAME,
    };
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

    /// Time has brought something back; whether it is whole again.
    fn earn(&mut self, seconds: u64) -> bool {
        let earned = seconds.saturating_mul(self.rate.bytes_a_second);
        self.left_bytes = self.left_bytes.saturating_add(earned).min(self.rate.at_once_bytes);
        self.left_bytes == self.rate.at_once_bytes
    }

    fn pay(&mut self, bytes: u64) {
        self.left_bytes = self.left_bytes.saturating_sub(bytes);
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
    in_the_long_run: Purse,
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
            in_the_long_run: Purse::full(allowance.in_the_long_run),
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
        let mut payments = [(&mut self.all, cost), (&mut self.in_the_long_run, cost), (&mut self.of_no_game, of_no_game)];
        if payments.iter().all(|(purse, bytes)| purse.left_bytes >= *bytes) {
            payments.iter_mut().for_each(|(purse, bytes)| purse.pay(*bytes));
            return None;
        }
        let hold = self.hold;
        self.all.after_hold();
        self.of_no_game.after_hold();
        // A burst says nothing of the long run.
        if self.in_the_long_run.left_bytes < cost {
            self.in_the_long_run.after_hold();
        }
        self.counted_at = now.after(hold);
        self.hold = LONGEST_HOLD.min(Span::from_microseconds(hold.microseconds() * 2));
        Some(hold)
    }

    /// Time has brought something back. A device that has its whole allowance again has behaved.
    fn earn(&mut self, now: Timestamp) {
        let seconds = now.since(self.counted_at).microseconds() / 1_000_000;
        self.counted_at = self.counted_at.after(Span::from_seconds(seconds));
        let purses = [&mut self.all, &mut self.in_the_long_run, &mut self.of_no_game];
        if purses.map(|purse| purse.earn(seconds)) == [true; 3] {
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
        in_the_long_run: Rate { at_once_bytes: 100_000, bytes_a_second: 10 },
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

    /// How many events are written in so many days of a device that says something this often.
    fn written_in(days: u64, allowance: Allowance, is_of_no_game: bool, evidence_bytes: usize, each: Span) -> u64 {
        let mut budget = Budget::new(allowance, Timestamp::default());
        let (mut now, mut written) = (Timestamp::default(), 0);
        while now < Timestamp::default().after(Span::from_seconds(days * 86_400)) {
            let hold = budget.spend(evidence_bytes, is_of_no_game, now);
            written += 1;
            now = now.after(hold.unwrap_or(each));
        }
        written
    }

    fn written_in_a_day(is_of_no_game: bool, evidence_bytes: usize, each: Span) -> u64 {
        written_in(1, Allowance::WHEEL, is_of_no_game, evidence_bytes, each)
    }

    #[test]
    fn a_device_that_patiently_speaks_of_games_writes_little_more_than_real_games_bring() {
        for (allowance, each_day) in [(Allowance::WHEEL, 640 * 86_400 / 1_024), (Allowance::CARDS, 768 * 86_400 / 1_024)] {
            // Each second an event of 1,024 bytes, which the short rate allows for ever.
            let written = |days| written_in(days, allowance, false, 0, Span::from_seconds(1));
            assert!(written(1) <= 8 * 1_024 + each_day, "{} events in a day", written(1));
            assert!(written(30) <= 8 * 1_024 + 30 * each_day, "{} events in thirty days", written(30));
        }
    }

    #[test]
    fn a_wheel_that_plays_the_shortest_games_with_the_most_evidence_for_a_month_is_never_held() {
        let mut budget = Budget::new(Allowance::WHEEL, Timestamp::default());
        for game in 0..30 * 86_400 / 45 {
            for event in 0..6 {
                let evidence = if event == 5 { 20 * 1_024 } else { 0 };
                let at = Timestamp::default().after(Span::from_seconds(game * 45 + event * 7));
                assert_eq!(budget.spend(evidence, false, at), None, "game {game}");
            }
        }
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
