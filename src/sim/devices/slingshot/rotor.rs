//! The speed of the rotor over time: a straight line from one speed to another, then steady.

use crate::model::{Span, Timestamp};

/// The rotor: where its speed comes from, where it goes, and which way it turns. Speeds are tenths of a revolution per
/// minute, as the status line shows them.
#[derive(Clone, Debug)]
pub(super) struct Rotor {
    from: u16,
    to: u16,
    since: Timestamp,
    over: Span,
    anticlockwise: bool,
}

impl Rotor {
    /// A rotor that turns at `speed` from the beginning.
    pub(super) const fn turning(speed: u16) -> Self {
        Self { from: speed, to: speed, since: Timestamp::from_microseconds(0), over: Span::ZERO, anticlockwise: false }
    }

    /// Goes to `speed` in the time `over`, evenly.
    pub(super) fn change(&mut self, speed: u16, over: Span, now: Timestamp) {
        self.from = self.speed(now);
        self.to = speed;
        self.since = now;
        self.over = over;
    }

    /// Turns the other way from now on.
    pub(super) const fn reverse(&mut self) {
        self.anticlockwise = !self.anticlockwise;
    }

    /// The speed at `now`.
    pub(super) fn speed(&self, now: Timestamp) -> u16 {
        let passed = now.since(self.since).microseconds();
        let over = self.over.microseconds();
        if passed >= over {
            return self.to;
        }
        let (from, to) = (i64::from(self.from), i64::from(self.to));
        (from + (to - from) * passed as i64 / over as i64) as u16
    }

    /// Whether the speed at `now` is neither rising nor falling.
    pub(super) fn steady(&self, now: Timestamp) -> bool {
        now.since(self.since) >= self.over
    }

    /// The direction digit of the status line: 0 clockwise, 1 anticlockwise.
    pub(super) const fn direction(&self) -> u8 {
        self.anticlockwise as u8
    }
}
