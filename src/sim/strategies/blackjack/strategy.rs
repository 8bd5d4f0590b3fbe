//! A strategy: for each hand and each card of the dealer's what is done first where it is offered, and what else.

use crate::games::counting::{CountedCards, value};
use crate::model::{Card, Choice, ChoiceKind, Decision, Money, Points};

/// What a strategy may do with a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// One more card: `H`.
    Hit,
    /// No more cards: `S`.
    Stand,
    /// The stake once more and one card: `D`.
    Double,
    /// Two hands: `P`.
    Split,
    /// Half of the stake back: `R`.
    Surrender,
}

impl Action {
    /// Every action.
    pub const ALL: [Self; 5] = [Self::Hit, Self::Stand, Self::Double, Self::Split, Self::Surrender];

    const fn choice(self) -> Choice {
        match self {
            Self::Hit => Choice::Hit,
            Self::Stand => Choice::Stand,
            Self::Double => Choice::Double,
            Self::Split => Choice::Split,
            Self::Surrender => Choice::Surrender,
        }
    }

    /// The letter of a strategy's file.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Hit => 'H',
            Self::Stand => 'S',
            Self::Double => 'D',
            Self::Split => 'P',
            Self::Surrender => 'R',
        }
    }
}

/// What is done with one hand against one card: the first of these that is offered. The last one is to hit or to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Advice {
    pub(super) actions: [Action; 5],
    pub(super) count: u8,
}

impl Advice {
    /// These actions in this order, up to the first one that is always offered; `None` where there is none.
    pub(super) fn of(actions: &[Action]) -> Option<Self> {
        let end = actions.iter().position(|action| matches!(action, Action::Hit | Action::Stand))?;
        let mut advice = Self { actions: [Action::Stand; 5], count: end as u8 + 1 };
        advice.actions.get_mut(..=end)?.copy_from_slice(&actions[..=end]);
        Some(advice)
    }

    pub(super) fn actions(&self) -> &[Action] {
        &self.actions[..usize::from(self.count)]
    }
}

/// The advice for one hand against the dealer's two to ten and ace.
pub(super) type Row = [Advice; 10];

/// How hands are played. Hands are told apart by what they count, and two equal cards by what each counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// By the count, 4 to 21.
    pub(super) hard: [Row; 22],
    /// By the count with an ace as 11, 12 to 21.
    pub(super) soft: [Row; 22],
    /// By what one of the two cards counts, an ace as 1.
    pub(super) pairs: [Row; 11],
    /// Whether insurance is taken.
    pub(super) insures: bool,
    /// Whether even money is taken.
    pub(super) takes_even_money: bool,
}

impl Strategy {
    /// A choice that the decision offers.
    #[must_use]
    pub fn choose(&self, decision: &Decision, hand: &CountedCards, dealer: &[Card]) -> Choice {
        let offered = decision.offers.iter().fold(0_u32, |kinds, offer| kinds | 1 << offer.kind as u32);
        let is_offered = |kind: ChoiceKind| offered & 1 << kind as u32 != 0;
        if decision.otherwise == Choice::Decline {
            let insurance = decision.offers.iter().find(|offer| offer.kind == ChoiceKind::Insure).filter(|_| self.insures);
            return match insurance {
                _ if self.takes_even_money && is_offered(ChoiceKind::EvenMoney) => Choice::EvenMoney,
                Some(offer) => Choice::Insure(offer.most),
                None => Choice::Decline,
            };
        }
        let advice = self.advice(hand, dealer, is_offered(ChoiceKind::Split));
        let action = advice.actions().iter().find(|action| is_offered(action.choice().kind()));
        action.map_or(decision.otherwise, |action| action.choice())
    }

    fn advice(&self, hand: &CountedCards, dealer: &[Card], may_split: bool) -> &Advice {
        let Points { points, is_soft } = hand.points();
        let rows = match (may_split, is_soft) {
            (true, _) => &self.pairs[usize::from(value(hand[0]))],
            (false, true) => &self.soft[usize::from(points)],
            (false, false) => &self.hard[usize::from(points)],
        };
        &rows[column(value(dealer[0]))]
    }

    /// Whether a side stake is ever placed.
    #[must_use]
    pub const fn insures(&self) -> bool {
        self.insures
    }
}

/// The column of a dealer's card: two to ten, then the ace.
pub(super) const fn column(dealer_value: u8) -> usize {
    if dealer_value == 1 { 9 } else { dealer_value as usize - 2 }
}

/// So much that halves and ratios of pay tables lose nothing.
pub(super) const UNIT: Money = Money::from_minor(1_000_000);
