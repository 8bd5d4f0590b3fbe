//! What a chart says about one hand against one card: letters in the order of preference.

use super::kept::given;
use crate::model::{Card, CardChoice, Choice, ChoiceKind, Decision, Offer};

/// What may be done with a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// The exchange of so many cards: `1` to `5`.
    Exchange(u8),
    /// A sixth card: `S`.
    SixthCard,
    /// An insurance of the most that is offered: `I`.
    Insure,
    /// The dealer's game is bought: `G`.
    BuyGame,
    /// The bet: `B`.
    Bet,
    /// The hand is given up: `F`.
    Fold,
}

impl Action {
    /// What is done where this is offered; `None` where a chart has nothing to say about it.
    pub(super) const fn of(offer: &Offer) -> Option<Self> {
        match offer.kind {
            ChoiceKind::Exchange => Some(Self::Exchange(offer.cards)),
            ChoiceKind::SixthCard => Some(Self::SixthCard),
            ChoiceKind::Insure => Some(Self::Insure),
            ChoiceKind::BuyGame => Some(Self::BuyGame),
            ChoiceKind::Bet => Some(Self::Bet),
            ChoiceKind::Fold => Some(Self::Fold),
            _ => None,
        }
    }

    /// The letter of a chart's file.
    pub(super) const fn letter(self) -> char {
        match self {
            Self::Exchange(cards) => (b'0' + cards) as char,
            Self::SixthCard => 'S',
            Self::Insure => 'I',
            Self::BuyGame => 'G',
            Self::Bet => 'B',
            Self::Fold => 'F',
        }
    }

    /// Whether it improves a hand that is not final.
    pub(super) const fn improves(self) -> bool {
        matches!(self, Self::Exchange(_) | Self::SixthCard)
    }

    /// Whether nothing comes after it.
    pub(super) const fn ends(self) -> bool {
        matches!(self, Self::Bet | Self::Fold)
    }

    /// The choice at this offer, of a hand of these cards.
    fn choice(self, offer: &Offer, own: &[Card], draw: Option<CardChoice>) -> Choice {
        match self {
            Self::Exchange(cards) => Choice::Exchange(given(own, cards, draw)),
            _ => Choice::of(offer.kind, offer.most, CardChoice::default()),
        }
    }
}

/// What is done with one hand against one card: the first of these that is offered. The last one is to bet or to fold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Advice(Vec<Action>);

impl Advice {
    /// These actions in this order; `None` where not the last and only the last is to bet or to fold, or one comes twice.
    pub(super) fn of(actions: Vec<Action>) -> Option<Self> {
        let ends_with_the_last = actions.iter().position(|action| action.ends()).is_some_and(|end| end + 1 == actions.len());
        let is_new = |(at, action)| !actions[..at].contains(action);
        (ends_with_the_last && actions.iter().enumerate().all(is_new)).then_some(Self(actions))
    }

    /// The advice of this word of letters, where each is of one of these actions.
    pub(super) fn read(word: &str, actions: &[Action]) -> Option<Self> {
        let action = |letter| actions.iter().copied().find(|action| action.letter() == letter);
        Self::of(word.chars().map(action).collect::<Option<_>>()?)
    }

    /// The letters.
    pub(super) fn word(&self) -> String {
        self.0.iter().map(|action| action.letter()).collect()
    }

    /// The first that is offered for these cards; of an exchange the cards of the draw stay, where there is one.
    pub(super) fn choice(&self, decision: &Decision, own: &[Card], draw: Option<CardChoice>) -> Choice {
        let offer_of = |action: &Action| decision.offers.iter().find(|offer| Action::of(offer) == Some(*action));
        let first = self.0.iter().find_map(|action| offer_of(action).map(|offer| action.choice(offer, own, draw)));
        first.unwrap_or(decision.otherwise)
    }
}
