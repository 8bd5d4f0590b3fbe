//! The payments that were refused while this program runs: what comes again under the key of one is refused again.
//!
//! A tablet that asks again because it never heard the refusal must not pay in later what nobody puts on the table any more. Here never lives
//! what was carried out: the journal remembers that.

use std::collections::VecDeque;

use crate::model::{Command, Refusal};

/// How many are remembered for each attendant: as many as payments that were carried out.
const REMEMBERED: usize = 2_048;

/// The newest refused payments, oldest first.
#[derive(Debug, Default)]
pub(super) struct RefusedPayments(VecDeque<(Command, Refusal)>);

impl RefusedPayments {
    /// What such a command is answered where its key is one of theirs.
    pub(super) fn answer(&self, command: &Command) -> Option<Refusal> {
        let is_of_key = |(other, _): &&(Command, Refusal)| other.key == command.key && other.who == command.who;
        let (refused, refusal) = self.0.iter().find(is_of_key).filter(|_| command.key.is_some())?;
        Some(if refused == command { *refusal } else { Refusal::KeyReused })
    }

    /// Remembers a refusal, where it was a payment with a key. That a key is used or forgotten says nothing of what first came under it.
    pub(super) fn remember(&mut self, command: &Command, refusal: Refusal) {
        let is_about_key = matches!(refusal, Refusal::KeyReused | Refusal::KeyForgotten);
        if command.key.is_none() || !command.order.is_payment() || is_about_key || self.answer(command).is_some() {
            return;
        }
        let is_of_person = |(other, _): &(Command, Refusal)| other.who == command.who;
        if self.0.iter().filter(|refused| is_of_person(refused)).count() >= REMEMBERED {
            let oldest = self.0.iter().position(is_of_person);
            oldest.and_then(|oldest| self.0.remove(oldest));
        }
        self.0.push_back((command.clone(), refusal));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Money, Order, Seat, Who};

    fn payment(who: &str, key: usize, amount: i64) -> Command {
        let order = Order::CreditIn { seat: Seat::new(1).expect("a seat"), amount: Money::from_minor(amount) };
        Command { who: Who::Attendant(who.into()), key: Some(key.to_string()), round: None, order }
    }

    #[test]
    fn the_newest_refused_payments_of_each_attendant_are_remembered() {
        let mut refused = RefusedPayments::default();
        refused.remember(&payment("Ada", 0, 5), Refusal::AboveCreditMost);
        for key in 0..=REMEMBERED {
            refused.remember(&payment("Bob", key, 5), Refusal::CreditTooSmall);
        }
        assert_eq!(refused.answer(&payment("Ada", 0, 5)), Some(Refusal::AboveCreditMost));
        assert_eq!(refused.answer(&payment("Bob", 0, 5)), None, "one too many");
        assert_eq!(refused.answer(&payment("Bob", 1, 5)), Some(Refusal::CreditTooSmall));
        assert_eq!(refused.answer(&payment("Bob", 1, 6)), Some(Refusal::KeyReused), "another wish");
        assert_eq!(refused.answer(&payment("Eve", 1, 5)), None);
    }

    #[test]
    fn what_is_no_payment_or_has_no_key_or_is_refused_for_its_key_is_not_remembered() {
        let mut refused = RefusedPayments::default();
        let hold = Command { order: Order::Hold { reason: "x".into() }, ..payment("Ada", 1, 5) };
        let without_key = Command { key: None, ..payment("Ada", 1, 5) };
        for command in [hold, without_key] {
            refused.remember(&command, Refusal::TableHeld);
            assert_eq!(refused.answer(&command), None);
        }
        refused.remember(&payment("Ada", 2, 5), Refusal::KeyReused);
        refused.remember(&payment("Ada", 2, 5), Refusal::KeyForgotten);
        assert_eq!(refused.answer(&payment("Ada", 2, 5)), None);
    }
}
