//! The attendants of a scenario who pay wins by hand: mostly what waits, in cash or to the credit. What they order is drawn from the seed, by a
//! stream of its own.

use crate::model::{Command, HandPayment, OfficialView, Order, Seat, Who};
use crate::sim::chance::Chance;

/// Who pays.
const NAMES: [&str; 2] = ["attendant", "another attendant"];

/// The attendants.
pub(super) struct HandPays {
    chance: Chance,
}

impl HandPays {
    pub(super) const fn new(chance: Chance) -> Self {
        Self { chance }
    }

    /// An order, which mostly fits what is shown; none where nothing waits, but for a mistake now and then.
    pub(super) fn order(&mut self, shown: &OfficialView) -> Option<Command> {
        let waiting = &shown.hand_pays;
        let (is_wrong, waits_on) = (self.chance.below(200) == 0, self.chance.below(3) != 0);
        if !is_wrong && (waiting.is_empty() || waits_on) {
            return None;
        }
        let number = match waiting.get(self.chance.below(waiting.len().max(1) as u64) as usize) {
            Some(pay) if !is_wrong => pay.number,
            _ => self.chance.below(50) as u32,
        };
        let how = [HandPayment::Cash, HandPayment::Credit][self.chance.below(2) as usize];
        let who = match self.chance.below(30) {
            0 => Who::Seat(Seat::all().next().expect("there are seats")),
            number => Who::Attendant(NAMES[number as usize % NAMES.len()].into()),
        };
        let key = (self.chance.below(3) == 0).then(|| format!("hand pay {}", self.chance.below(40)));
        Some(Command { who, key, round: None, order: Order::PayByHand { number, how } })
    }
}
