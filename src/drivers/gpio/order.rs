//! From what the kernel tells to what has happened: in the order of time, with nothing missing, or else with a sign that something is.
//!
//! Changes come over several queues, each numbered, and a queue may tell a change a little after another has told a later one. So each
//! is held back for a moment. Here never lives a clock or a line: this is arithmetic, and its tests have time of their own.

use std::collections::BTreeMap;
use std::time::Duration;

use super::Batch;
use crate::model::FaultCode;
use crate::sensing::three_sensor::{Change, Input, Signal};

/// How far a time stamp may lie ahead of the clock, in nanoseconds, before the two cannot be the same clock.
const AHEAD_MOST: u64 = 1_000_000;

/// How many changes may be held back. A wheel makes forty a second.
const HELD_MOST: usize = 16_384;

/// A change as the kernel tells it.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueuedChange {
    /// Which queue it came over.
    pub(super) queue: usize,
    /// Its number in that queue; the first is 1, and 0 comes after the greatest.
    pub(super) number: u32,
    /// The change.
    pub(super) change: Change,
}

/// The changes that are held back, and what is known of those before.
#[derive(Debug)]
pub(super) struct Order {
    hold_back: u64,
    /// The newest number of each queue.
    numbers: BTreeMap<usize, u32>,
    /// When each input changed last, and how it stands since.
    inputs: BTreeMap<Input, (u64, bool)>,
    /// The inputs that stood otherwise than told when they were looked at, and since when.
    doubted: BTreeMap<Input, u64>,
    held: Vec<(u64, Signal)>,
    /// Up to when everything has been given.
    until: u64,
}

impl Order {
    /// Nothing has been told yet.
    pub(super) fn new(hold_back: Duration) -> Self {
        let hold_back = u64::try_from(hold_back.as_nanos()).unwrap_or(u64::MAX);
        Self { hold_back, numbers: BTreeMap::new(), inputs: BTreeMap::new(), doubted: BTreeMap::new(), held: Vec::new(), until: 0 }
    }

    /// The lines have been opened, and this is how one of them stands.
    pub(super) fn opened(&mut self, change: Change) {
        self.stands(change);
        self.hold(change.at_nanoseconds, Signal::Change(change));
    }

    /// The kernel tells a change, at `now`.
    pub(super) fn tell(&mut self, told: QueuedChange, now: u64) {
        let QueuedChange { queue, number, change } = told;
        let name = change.input.name();
        let expected = self.numbers.get(&queue).map_or(1, |newest| newest.wrapping_add(1));
        self.numbers.insert(queue, number);
        if number != expected {
            self.lose(now, format!("changes were lost before one of {name}: number {number} came where {expected} was expected"));
        }
        let at = change.at_nanoseconds;
        let before = self.inputs.get(&change.input).map_or(0, |(before, _)| *before);
        if at > now.saturating_add(AHEAD_MOST) {
            self.disorder(now, format!("a change of {name} is stamped {} us after the present", (at - now) / 1_000));
        } else if at < before {
            self.disorder(now, format!("a change of {name} is stamped {} us before the one that came before it", (before - at) / 1_000));
        } else if at < self.until {
            self.disorder(now, format!("a change of {name} was told {} us later than changes are waited for", (self.until - at) / 1_000));
        }
        // What is damaged already is still given, at a time that can be, so that what stands is known.
        let at_nanoseconds = at.clamp(before.max(self.until), now.max(before).max(self.until));
        let change = Change { at_nanoseconds, ..change };
        self.stands(change);
        self.hold(at_nanoseconds, Signal::Change(change));
    }

    /// This is how an input stands at `now`, while the queues are empty. One that goes on standing otherwise than told has changed
    /// without a word.
    pub(super) fn look(&mut self, input: Input, active: bool, now: u64) {
        let Some((_, told)) = self.inputs.get(&input).copied() else { return };
        if told == active {
            self.doubted.remove(&input);
            return;
        }
        let since = *self.doubted.entry(input).or_insert(now);
        if now.saturating_sub(since) <= self.hold_back {
            return;
        }
        self.doubted.remove(&input);
        let is = if active { "active" } else { "inactive" };
        self.lose(now, format!("{} is {is}, and no change said so", input.name()));
        let change = Change { at_nanoseconds: now, input, active };
        self.stands(change);
        self.hold(now, Signal::Change(change));
    }

    /// Changes are missing between now and what was given last.
    pub(super) fn lose(&mut self, now: u64, detail: String) {
        self.unknown(now, FaultCode::DeviceLost, detail);
    }

    /// A change came with a time at which it cannot be put in order.
    fn disorder(&mut self, now: u64, detail: String) {
        self.unknown(now, FaultCode::TimesOutOfOrder, detail);
    }

    /// What happened is not known from now on back to what was given last.
    fn unknown(&mut self, now: u64, code: FaultCode, detail: String) {
        let at_nanoseconds = now.max(self.until);
        self.hold(at_nanoseconds, Signal::Lost { at_nanoseconds, code, detail });
    }

    /// When something held back can be given, if anything is.
    pub(super) fn due(&self) -> Option<u64> {
        self.held.iter().map(|(at, _)| at.saturating_add(self.hold_back)).min()
    }

    /// Gives what happened long enough before `heard`, the moment up to which everything the kernel had has been told.
    pub(super) fn give(&mut self, heard: u64) -> Batch {
        self.until = self.until.max(heard.saturating_sub(self.hold_back));
        let until = self.until;
        self.held.sort_by_key(|(at, _)| *at);
        let count = self.held.partition_point(|(at, _)| *at <= until);
        let signals = self.held.drain(..count).map(|(_, signal)| signal).collect();
        Batch { signals, until_nanoseconds: until }
    }

    fn stands(&mut self, change: Change) {
        self.inputs.insert(change.input, (change.at_nanoseconds, change.active));
        self.doubted.remove(&change.input);
    }

    fn hold(&mut self, at: u64, signal: Signal) {
        if self.held.len() >= HELD_MOST {
            let detail = format!("{HELD_MOST} changes came in one moment and were given up");
            self.held = vec![(at, Signal::Lost { at_nanoseconds: at, code: FaultCode::DeviceLost, detail })];
            let stands = |(input, (_, active)): (&Input, &(u64, bool))| Change { at_nanoseconds: at, input: *input, active: *active };
            self.held.extend(self.inputs.iter().map(|input| (at, Signal::Change(stands(input)))));
        }
        self.held.push((at, signal));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BALL: Input = Input::Ball(0);
    const INDEX: Input = Input::RotorIndex;

    /// What one call does, with times in microseconds.
    enum Call {
        /// A queue tells number, time, input and level at a moment.
        Tell(usize, u32, u64, Input, bool, u64),
        /// An input is looked at.
        Look(Input, bool, u64),
        /// What can be given is given.
        Give(u64),
    }
    use Call::{Give, Look, Tell};

    /// Plays calls with a hold-back of two milliseconds; what was given, one word each.
    #[track_caller]
    fn check(calls: &[Call], expected: &[&str]) {
        let mut order = Order::new(Duration::from_millis(2));
        let mut given = Vec::new();
        let mut newest = 0;
        for call in calls {
            match *call {
                Tell(queue, number, at, input, active, now) => {
                    let change = Change { at_nanoseconds: at * 1_000, input, active };
                    order.tell(QueuedChange { queue, number, change }, now * 1_000);
                }
                Look(input, active, now) => order.look(input, active, now * 1_000),
                Give(heard) => {
                    let batch = order.give(heard * 1_000);
                    for signal in batch.signals {
                        let (at, word) = match signal {
                            Signal::Change(change) => {
                                (change.at_nanoseconds, format!("{} {}", change.input.name(), u8::from(change.active)))
                            }
                            Signal::Lost { at_nanoseconds, code, detail } => (at_nanoseconds, format!("{}: {detail}", code.name())),
                        };
                        assert!(newest <= at && at <= batch.until_nanoseconds, "{word} is given in the order of time");
                        newest = at;
                        given.push(format!("{} {word}", at / 1_000));
                    }
                }
            }
        }
        assert_eq!(given, expected);
    }

    #[test]
    fn changes_of_two_queues_are_given_in_the_order_of_time() {
        let calls = [Tell(0, 1, 5_000, BALL, true, 5_100), Tell(1, 1, 4_900, INDEX, true, 5_200), Give(6_899), Give(7_000)];
        check(&calls, &["4900 rotor-index 1", "5000 ball-1 1"]);
    }

    #[test]
    fn a_change_is_held_back_until_nothing_can_come_before_it() {
        check(&[Tell(0, 1, 5_000, BALL, true, 5_000), Give(6_999)], &[]);
    }

    #[test]
    fn a_gap_in_the_numbers_of_a_queue_is_a_loss() {
        let calls = [Tell(0, 1, 5_000, BALL, true, 5_000), Tell(0, 4, 6_000, BALL, false, 6_000), Give(9_000)];
        check(
            &calls,
            &[
                "5000 ball-1 1",
                "6000 device-lost: changes were lost before one of ball-1: number 4 came where 2 was expected",
                "6000 ball-1 0",
            ],
        );
    }

    #[test]
    fn a_first_number_that_is_not_one_is_a_loss() {
        let calls = [Tell(0, 2, 5_000, BALL, true, 5_000), Give(9_000)];
        check(&calls, &["5000 device-lost: changes were lost before one of ball-1: number 2 came where 1 was expected", "5000 ball-1 1"]);
    }

    #[test]
    fn a_number_that_came_already_is_a_loss() {
        let calls = [Tell(0, 1, 5_000, BALL, true, 5_000), Tell(0, 1, 5_500, BALL, false, 5_500), Give(9_000)];
        check(
            &calls,
            &[
                "5000 ball-1 1",
                "5500 device-lost: changes were lost before one of ball-1: number 1 came where 2 was expected",
                "5500 ball-1 0",
            ],
        );
    }

    #[test]
    fn a_queue_counts_on_from_nought_after_its_greatest_number() {
        let mut order = Order::new(Duration::ZERO);
        order.numbers.insert(0, u32::MAX);
        let change = Change { at_nanoseconds: 5, input: BALL, active: true };
        order.tell(QueuedChange { queue: 0, number: 0, change }, 5);
        assert_eq!(order.give(5).signals, [Signal::Change(change)]);
    }

    #[test]
    fn a_time_stamp_of_another_clock_is_out_of_order() {
        let calls = [Tell(0, 1, 90_000, BALL, true, 5_000), Give(9_000)];
        check(&calls, &["5000 times-out-of-order: a change of ball-1 is stamped 85000 us after the present", "5000 ball-1 1"]);
    }

    #[test]
    fn a_time_stamp_that_runs_backwards_is_out_of_order() {
        let calls = [Tell(0, 1, 5_000, BALL, true, 5_000), Tell(0, 2, 4_500, BALL, false, 5_500), Give(9_000)];
        check(
            &calls,
            &[
                "5000 ball-1 1",
                "5000 ball-1 0",
                "5500 times-out-of-order: a change of ball-1 is stamped 500 us before the one that came before it",
            ],
        );
    }

    #[test]
    fn a_change_that_is_told_too_late_is_out_of_order() {
        let calls = [Tell(0, 1, 5_000, BALL, true, 5_000), Give(9_000), Tell(1, 1, 6_000, INDEX, true, 9_500), Give(20_000)];
        check(
            &calls,
            &[
                "5000 ball-1 1",
                "7000 rotor-index 1",
                "9500 times-out-of-order: a change of rotor-index was told 1000 us later than changes are waited for",
            ],
        );
    }

    #[test]
    fn a_line_that_stands_otherwise_than_told_has_lost_a_change() {
        let told = || Tell(0, 1, 5_000, BALL, true, 5_000);
        check(&[told(), Look(BALL, false, 6_000), Look(BALL, false, 8_000), Give(20_000)], &["5000 ball-1 1"]);
        let calls = [told(), Look(BALL, false, 6_000), Look(BALL, false, 8_001), Give(20_000)];
        check(&calls, &["5000 ball-1 1", "8001 device-lost: ball-1 is inactive, and no change said so", "8001 ball-1 0"]);
        let late = Tell(0, 2, 5_900, BALL, false, 7_000);
        check(&[told(), Look(BALL, false, 6_000), late, Look(BALL, false, 8_001), Give(20_000)], &["5000 ball-1 1", "5900 ball-1 0"]);
    }

    #[test]
    fn more_changes_than_can_be_held_are_a_loss_and_not_a_flood_of_memory() {
        let mut order = Order::new(Duration::from_millis(2));
        for number in 1..=(HELD_MOST as u32 * 3) {
            let change = Change { at_nanoseconds: 5, input: BALL, active: number % 2 == 1 };
            order.tell(QueuedChange { queue: 0, number, change }, 5);
        }
        let batch = order.give(9_000_000);
        assert!(batch.signals.len() <= HELD_MOST + 1);
        assert!(matches!(batch.signals[0], Signal::Lost { .. }));
    }
}
