//! The attendants of a scenario with the cash in their drawer: they open shifts and close them, and mostly count right. What they order is drawn
//! from the seed, by a stream of its own.

use super::crowd::WILD_AMOUNTS;
use crate::model::{Command, Money, OfficialView, Order, Seat, Who};
use crate::sim::chance::Chance;

/// Who has a drawer.
const NAMES: [&str; 2] = ["attendant", "another attendant"];

/// The attendants.
pub(super) struct Shifts {
    chance: Chance,
}

impl Shifts {
    pub(super) const fn new(chance: Chance) -> Self {
        Self { chance }
    }

    /// An order, which mostly fits what is shown; mostly none.
    pub(super) fn order(&mut self, shown: &OfficialView) -> Option<Command> {
        if self.chance.below(25) != 0 {
            return None;
        }
        let is_open = shown.shift.is_some() != (self.chance.below(6) == 0);
        let order = if is_open { Order::CloseShift { cash: self.counted(shown) } } else { Order::OpenShift { cash: self.cash() } };
        let who = match self.chance.below(30) {
            0 => Who::Seat(Seat::all().next().expect("there are seats")),
            number => Who::Attendant(NAMES[number as usize % NAMES.len()].into()),
        };
        let key = (self.chance.below(3) == 0).then(|| format!("shift {}", self.chance.below(40)));
        Some(Command { who, key, round: None, order })
    }

    fn cash(&mut self) -> Money {
        match self.chance.below(12) {
            0 => Money::from_minor(WILD_AMOUNTS[self.chance.below(WILD_AMOUNTS.len() as u64) as usize]),
            _ => Money::from_minor(self.chance.below(1_000_000) as i64),
        }
    }

    /// What is counted at the close: mostly what must be there. More may have been paid out than there was, out of another pocket.
    fn counted(&mut self, shown: &OfficialView) -> Money {
        let expected = shown.shift.as_ref().map_or(Money::ZERO, |shift| shift.cash_expected.max(Money::ZERO));
        match self.chance.below(4) {
            0 => self.cash(),
            _ => expected,
        }
    }
}
