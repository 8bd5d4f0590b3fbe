//! The attendants of a scenario who lock seats now and then, and unlock them soon. What they order is drawn from the seed, by a stream of its own.

use crate::model::{Command, OfficialView, Order, Seat, Who};
use crate::sim::chance::Chance;

/// The attendants.
pub(super) struct SeatLocks {
    chance: Chance,
}

impl SeatLocks {
    pub(super) const fn new(chance: Chance) -> Self {
        Self { chance }
    }

    /// An order, which mostly fits what is shown; now and then one that somebody may not give, or that is done already.
    pub(super) fn order(&mut self, shown: &OfficialView) -> Option<Command> {
        let (locks, unlocks) = (self.chance.below(100) == 0, self.chance.below(4) == 0);
        let seat = Seat::all().nth(self.chance.below(6) as usize).expect("there are six seats");
        let standing = shown.seat_locks.first().map(|lock| lock.seat);
        let is_mistaken = self.chance.below(8) == 0;
        let order = match standing {
            Some(seat) if unlocks => Order::UnlockSeat { seat },
            Some(seat) if locks && is_mistaken => Order::LockSeat { seat, reason: "a question".into() },
            None if locks && is_mistaken => Order::UnlockSeat { seat },
            None if locks => Order::LockSeat { seat, reason: "a question".into() },
            _ => return None,
        };
        let who = match self.chance.below(30) {
            0 => Who::Seat(seat),
            _ => Who::Attendant("attendant".into()),
        };
        let key = (self.chance.below(3) == 0).then(|| format!("lock {}", self.chance.below(200)));
        Some(Command { who, key, round: None, order })
    }
}
