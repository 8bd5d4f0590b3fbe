//! The players of a scenario who call an attendant, and the attendants who come. What they order is drawn from the seed, by a stream of its own.

use crate::model::{CallReason, Command, OfficialView, Order, Seat, Who};
use crate::sim::chance::Chance;

/// The players and the attendants.
pub(super) struct AttendantCalls {
    chance: Chance,
}

impl AttendantCalls {
    pub(super) const fn new(chance: Chance) -> Self {
        Self { chance }
    }

    /// An order, which mostly fits what is shown; now and then somebody gives one that he may not, or that comes too late.
    pub(super) fn order(&mut self, shown: &OfficialView) -> Option<Command> {
        if self.chance.below(12) != 0 {
            return None;
        }
        let seat = Seat::all().nth(self.chance.below(6) as usize).expect("there are six seats");
        let reason = CallReason::ALL[self.chance.below(2) as usize];
        let waits = shown.attendant_calls.iter().find(|call| call.seat == seat);
        let late = Order::AnswerCall { number: self.chance.below(30) as u32 };
        let order = match (self.chance.below(12), waits) {
            (0..=5, Some(call)) => Order::AnswerCall { number: call.number },
            (6, Some(_)) | (0, None) => Order::WithdrawCall,
            (7, Some(_)) | (1, None) => late,
            _ => Order::CallAttendant(reason),
        };
        let (player, attendant) = (Who::Seat(seat), Who::Attendant("attendant".into()));
        let who = if order.is_a_players() == (self.chance.below(40) != 0) { player } else { attendant };
        let key = (self.chance.below(3) == 0).then(|| format!("call {}", self.chance.below(40)));
        Some(Command { who, key, round: None, order })
    }
}
