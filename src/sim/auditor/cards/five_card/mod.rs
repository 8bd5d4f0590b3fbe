//! The five-card pokers of `house-poker-am`, once more: where each card goes, who decides and sees what, what a wrong number of cards costs the
//! house, and what every stake returns.

mod dealing_order;
mod hand;
mod mistakes;
mod rules;
mod settle;

pub(super) use rules::read;

use mistakes::Void;
use rules::Rules;

use crate::model::{BoxNumber, BoxStake, Card, CardPlace, Seat, StakeKind};

/// How many cards are dealt to a hand (HPAM-9).
const FIVE: usize = 5;

/// A deal.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Deal {
    rules: Rules,
    /// In the order in which they were laid, and after those the ones that the decisions placed.
    stakes: Vec<BoxStake>,
    /// From the dealer's left.
    boxes: Vec<PlayedBox>,
    dealer: Vec<Card>,
    /// The dealer has had his fifth card: nobody touches his own before (HPAM-9).
    is_dealt: bool,
}

/// A box with an ante.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PlayedBox {
    seat: Seat,
    place: BoxNumber,
    ante: i64,
    cards: Vec<Card>,
    /// The five cards dealt, on which the bonus is judged (HPAM-Q8).
    dealt: Vec<Card>,
    has_bought: bool,
    /// Where among its cards the bought one comes, until it does.
    owed: Option<usize>,
    /// Whether it plays on or was surrendered, once that is decided.
    plays: Option<bool>,
    /// Its hand does not count (HPAM-30, HPAM-32).
    void: Option<Void>,
}

impl PlayedBox {
    fn new(ante: &BoxStake) -> Self {
        let BoxStake { seat, place, amount, .. } = *ante;
        let (cards, dealt) = (Vec::new(), Vec::new());
        Self { seat, place, ante: amount.minor(), cards, dealt, has_bought: false, owed: None, plays: None, void: None }
    }

    const fn at(&self) -> CardPlace {
        CardPlace::Hand { place: self.place, hand: 0 }
    }

    fn has_surrendered(&self) -> bool {
        self.plays == Some(false)
    }

    /// It is compared with the dealer.
    fn is_in_play(&self) -> bool {
        self.plays == Some(true) && self.void.is_none()
    }

    /// It has nothing more to decide.
    const fn is_decided(&self) -> bool {
        self.plays.is_some() || self.void.is_some()
    }
}

impl Deal {
    fn new(rules: Rules, laid: &[BoxStake]) -> Self {
        let antes = laid.iter().filter(|stake| stake.kind == StakeKind::Ante);
        let mut boxes: Vec<PlayedBox> = antes.map(PlayedBox::new).collect();
        boxes.sort_by_key(|of| of.place);
        Self { rules, stakes: laid.to_vec(), boxes, dealer: Vec::new(), is_dealt: false }
    }

    fn of(&self, place: BoxNumber) -> Option<&PlayedBox> {
        self.boxes.iter().find(|of| of.place == place)
    }

    fn of_mut(&mut self, place: BoxNumber) -> Option<&mut PlayedBox> {
        self.boxes.iter_mut().find(|of| of.place == place)
    }
}

#[cfg(test)]
mod tests;
