//! The attendants' orders that were refused while the journal had no room to say so: what comes again under the key of one is refused again.
//!
//! A tablet that asks again because it never heard the refusal must not pay in later what nobody puts on the table any more, nor let go of a
//! hold that nobody has looked at. Here never lives what was carried out, nor what the journal has recorded.

use std::collections::VecDeque;

use crate::model::{Command, Refusal, Who};

/// How many are remembered for each attendant: as many as the journal remembers of payments.
const REMEMBERED: usize = 2_048;

/// What each of them was answered.
const WITHOUT_ROOM: Refusal = Refusal::OutOfService;

/// The refused orders of attendants, oldest first.
#[derive(Debug, Default)]
pub(super) struct RefusedOrders(VecDeque<Command>);

impl RefusedOrders {
    /// What such a command is answered where its key is one of theirs.
    pub(super) fn answer(&self, command: &Command) -> Option<Refusal> {
        let is_of_key = |other: &&Command| other.key == command.key && other.who == command.who;
        let refused = self.0.iter().find(is_of_key).filter(|_| command.key.is_some())?;
        let is_same = refused.round == command.round && refused.order.as_wished() == command.order.as_wished();
        Some(if is_same { WITHOUT_ROOM } else { Refusal::KeyReused })
    }

    /// Whether such a command stays refused once it was. A seat's orders name their round or deal.
    pub(super) const fn is_to_stay(command: &Command) -> bool {
        command.key.is_some() && matches!(command.who, Who::Attendant(_))
    }

    /// Whether the command would have to stay refused, and no more of its giver can be remembered: then nobody may be told that it was refused.
    pub(super) fn is_full_for(&self, command: &Command) -> bool {
        let of_person = self.0.iter().filter(|refused| refused.who == command.who);
        Self::is_to_stay(command) && self.answer(command).is_none() && of_person.count() >= REMEMBERED
    }

    /// Remembers that the command was refused for want of room, where it is one that stays refused.
    pub(super) fn remember(&mut self, command: Command) {
        if Self::is_to_stay(&command) && self.answer(&command).is_none() {
            self.0.push_back(command);
        }
    }

    /// The oldest of them with its refusal, which is remembered here no more.
    pub(super) fn take_oldest(&mut self) -> Option<(Command, Refusal)> {
        self.0.pop_front().map(|command| (command, WITHOUT_ROOM))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Money, Order, Resumption, Seat};

    fn payment(who: &str, key: usize, amount: i64) -> Command {
        let order = Order::CreditIn { seat: Seat::new(1).expect("a seat"), amount: Money::from_minor(amount) };
        Command { who: Who::Attendant(who.into()), key: Some(key.to_string()), round: None, order }
    }

    #[test]
    fn each_attendant_has_room_of_his_own_and_what_was_refused_is_not_forgotten_for_it() {
        let mut refused = RefusedOrders::default();
        refused.remember(payment("Ada", 0, 5));
        for key in 0..REMEMBERED {
            assert!(!refused.is_full_for(&payment("Bob", key, 5)), "{key}");
            refused.remember(payment("Bob", key, 5));
        }
        assert!(refused.is_full_for(&payment("Bob", REMEMBERED, 5)), "one too many");
        assert!(!refused.is_full_for(&payment("Bob", 0, 5)), "it is remembered already");
        assert!(!refused.is_full_for(&payment("Ada", REMEMBERED, 5)));
        assert!(!refused.is_full_for(&Command { key: None, ..payment("Bob", REMEMBERED, 5) }), "without a key it comes once");
        assert_eq!(refused.answer(&payment("Ada", 0, 5)), Some(WITHOUT_ROOM));
        assert_eq!(refused.answer(&payment("Bob", 0, 5)), Some(WITHOUT_ROOM));
        assert_eq!(refused.answer(&payment("Bob", 1, 5)), Some(WITHOUT_ROOM));
        assert_eq!(refused.answer(&payment("Bob", 1, 6)), Some(Refusal::KeyReused), "another wish");
        assert_eq!(refused.answer(&payment("Eve", 1, 5)), None);
    }

    #[test]
    fn a_hold_is_not_let_go_under_the_key_of_a_refused_order_either() {
        let mut refused = RefusedOrders::default();
        let resume = Command { order: Order::Resume(Resumption::Continue), ..payment("Ada", 1, 5) };
        refused.remember(resume.clone());
        assert_eq!(refused.answer(&resume), Some(WITHOUT_ROOM));
        assert_eq!(refused.answer(&payment("Ada", 1, 5)), Some(Refusal::KeyReused), "another wish");
    }

    #[test]
    fn what_is_recorded_is_taken_out_and_the_oldest_first() {
        let mut refused = RefusedOrders::default();
        refused.remember(payment("Ada", 1, 5));
        refused.remember(payment("Bob", 1, 5));
        assert_eq!(refused.take_oldest(), Some((payment("Ada", 1, 5), WITHOUT_ROOM)));
        assert_eq!(refused.answer(&payment("Ada", 1, 5)), None);
        assert_eq!(refused.answer(&payment("Bob", 1, 5)), Some(WITHOUT_ROOM));
    }

    #[test]
    fn what_is_a_seats_or_has_no_key_is_not_remembered() {
        let mut refused = RefusedOrders::default();
        let of_seat = Command { who: Who::Seat(Seat::new(1).expect("a seat")), order: Order::Clear, ..payment("Ada", 1, 5) };
        let without_key = Command { key: None, ..payment("Ada", 1, 5) };
        for command in [of_seat, without_key] {
            refused.remember(command.clone());
            assert_eq!(refused.answer(&command), None);
        }
    }
}
