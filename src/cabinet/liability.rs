//! What each number would return, for the limits of the table and of a seat's credit.

use crate::games::roulette::{self, Rules};
use crate::model::{Money, POCKETS, Pocket, Stake};

/// What each of the 37 numbers would return.
#[derive(Clone)]
pub(super) struct Liability([Money; POCKETS]);

impl Default for Liability {
    fn default() -> Self {
        Self([Money::ZERO; POCKETS])
    }
}

impl Liability {
    /// The same with what `stakes` would return.
    pub(super) fn with(mut self, rules: &Rules, stakes: &[Stake]) -> Self {
        for pocket in Pocket::all() {
            let returned = stakes.iter().map(|stake| roulette::returned(rules, *stake, pocket).returned).sum();
            self.0[usize::from(pocket.number())] = self.0[usize::from(pocket.number())] + returned;
        }
        self
    }

    /// The most that one number would return.
    pub(super) fn most(&self) -> Money {
        self.0.iter().copied().max().unwrap_or(Money::ZERO)
    }
}
