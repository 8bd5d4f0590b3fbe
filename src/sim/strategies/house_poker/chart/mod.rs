//! A chart: for each class of hands and each open card of the dealer's what is done first where it is offered, and what else. It is what
//! a person can read, learn and change; best play looks at every hand by itself and returns a little more.
//!
//! Here never lives a rule of the game: what is offered, and at which price, is asked of it.

mod action;
mod best;
mod class;
mod deals;
mod draw;
mod file;
mod kept;
mod offered;
#[cfg(test)]
mod tests;

pub use file::ChartFile;

use super::ranks::RANKS;
use super::seen::Seen;
use crate::model::{Choice, Decision, HandView};
use crate::sim::strategies::hands::Strategy;
use action::{Action, Advice};

/// The advice for one class of hands against the dealer's two to ace.
type Row = Vec<Advice>;

/// How hands of house poker are played, class by class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// By the draws, which come first while a hand can be improved.
    draws: Vec<Row>,
    /// By the classes.
    hands: Vec<Row>,
}

impl Strategy for Chart {
    fn choose(&self, decision: &Decision, hands: &[HandView]) -> Choice {
        let seen = Seen::of(decision, hands);
        let Some(open) = seen.open().filter(|_| !seen.own.is_empty()) else { return decision.otherwise };
        let can_improve = decision.offers.iter().filter_map(Action::of).any(Action::improves);
        let draw = if can_improve { draw::draw_of(&seen.own, open.rank()) } else { None };
        let row = match draw {
            Some((row, _)) => &self.draws[row],
            None => &self.hands[class::class_of(&seen.own, open.rank())],
        };
        row[open.rank() as usize].choice(decision, &seen.own, draw.map(|(_, cards)| cards))
    }
}

/// How many columns a row has.
const COLUMNS: usize = RANKS;
