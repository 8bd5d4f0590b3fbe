//! The risk game of machines, in which what was won is put at risk: one card lies open and one of four closed ones is picked, or the colour
//! of one card is told beforehand.
//!
//! Here lives what the machines have of it in common. Here never lives how much is at risk.

use alloc::vec::Vec;
use core::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::games::cards::Cards;
use crate::model::{Card, CardChoice, CardPlace, Choice, Face, HandView, Money, Offer, Offers, Standing, Suit, Want};

/// How often and how far a win may be doubled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiskRules {
    /// How often a win may be doubled in one deal; 0 to 10, where 0 means that there is no risk game (BQAM-Q74). An equal card does not
    /// count.
    pub doublings_most: u8,
    /// No win is put at risk that would be above this when doubled (BQAM-Q74). Nothing limits it where this is absent.
    pub most_minor: Option<Money>,
}

impl RiskRules {
    /// What is wrong: the key and what was expected.
    pub(super) fn problem(&self) -> Option<(&'static str, &'static str)> {
        let is_amount = self.most_minor.is_none_or(|most| most.is_positive() && most <= Money::MOST);
        if self.doublings_most > 10 {
            return Some(("play.risk.doublings_most", "0 to 10"));
        }
        (!is_amount).then_some(("play.risk.most_minor", "an amount above 0"))
    }

    /// Whether this win may be put at risk after so many doublings.
    pub(super) fn takes(&self, win: Money, doublings: u8) -> bool {
        win.is_positive() && win <= Money::MOST && self.allows(win + win, doublings)
    }

    /// Whether a round may be played after so many doublings that leaves a win of `after` where it is won.
    pub(super) fn allows(&self, after: Money, doublings: u8) -> bool {
        doublings < self.doublings_most && after <= self.most_minor.unwrap_or(Money::MOST)
    }

    /// The most that may become of this win.
    pub(super) fn most_of(&self, win: Money) -> Money {
        (0..self.doublings_most).fold(win, |win, doublings| if self.takes(win, doublings) { win + win } else { win })
    }
}

/// How many cards are picked from.
const CLOSED: u8 = 4;

/// One round of the risk game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Round {
    /// The open card, then the closed ones.
    cards: Cards,
    /// Which of the closed ones was picked, counted from 0.
    picked: Option<usize>,
}

/// What the picked card does with the win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picked {
    /// It is higher.
    Doubles,
    /// It is equal.
    Leaves,
    /// It is lower.
    Loses,
}

impl Round {
    /// Before its first card.
    pub(super) const fn new() -> Self {
        Self { cards: Cards::NONE, picked: None }
    }

    /// The next card, or the pick; silence picks the first closed card.
    pub(super) fn wants(&self, decision: impl FnOnce(Offers, Choice) -> Want) -> Want {
        let to = CardPlace::Board;
        match self.cards.len() {
            0 => Want::Card { to, face: Face::Up },
            count if count <= usize::from(CLOSED) => Want::Card { to, face: Face::Down },
            _ => decision([Offer::pick(CLOSED)].into_iter().collect(), Choice::Pick(CardChoice(1))),
        }
    }

    pub(super) fn take_card(&mut self, card: Card) {
        self.cards.push(card);
    }

    /// The closed card at this place is picked.
    pub(super) fn pick(&mut self, place: usize) -> Picked {
        self.picked = Some(place);
        match self.cards[1 + place].rank().cmp(&self.cards[0].rank()) {
            Ordering::Greater => Picked::Doubles,
            Ordering::Equal => Picked::Leaves,
            Ordering::Less => Picked::Loses,
        }
    }

    /// The cards as everybody at the machine sees them: of the closed ones the picked one alone is opened.
    pub(super) fn look(&self) -> HandView {
        let is_open = |place: usize| place == 0 || self.picked == Some(place - 1);
        HandView {
            at: CardPlace::Board,
            cards: self.cards.iter().enumerate().map(|(place, card)| is_open(place).then_some(*card)).collect(),
            points: None,
            combinations: Vec::new(),
            standing: if self.picked.is_some() { Standing::Decided } else { Standing::Playing },
        }
    }
}

/// One round in which the colour of a card is told beforehand (BQAM-84, BQAM-Q84): right doubles, wrong loses, and nothing is equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ColourRound {
    is_red: bool,
    card: Option<Card>,
}

impl ColourRound {
    /// Before its card; whether red was told.
    pub(super) const fn new(is_red: bool) -> Self {
        Self { is_red, card: None }
    }

    /// Takes the card, and says what it does with what is at risk.
    pub(super) const fn take_card(&mut self, card: Card) -> Picked {
        self.card = Some(card);
        let is_red = matches!(card.suit(), Suit::Hearts | Suit::Diamonds);
        if is_red == self.is_red { Picked::Doubles } else { Picked::Loses }
    }

    /// The card, open.
    pub(super) fn look(&self) -> HandView {
        HandView {
            at: CardPlace::Board,
            cards: self.card.into_iter().map(Some).collect(),
            points: None,
            combinations: Vec::new(),
            standing: if self.card.is_some() { Standing::Decided } else { Standing::Playing },
        }
    }
}
