//! A box, its cards, and how far it is.

use core::fmt;
use core::ops::Deref;

use minicbor::Decode;

use crate::games::cards::Cards;
use crate::model::{BoxNumber, Card, CardChoice, Money, Seat};

/// Cards that not everybody may see: what is written for people says only how many.
#[derive(Clone, Copy, Default, PartialEq, Eq, Decode)]
#[cbor(transparent)]
pub(in crate::games) struct Hidden(#[n(0)] Cards);

impl Hidden {
    pub(super) fn push(&mut self, card: Card) {
        self.0.push(card);
    }

    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    pub(super) fn replace(&mut self, place: usize, card: Card) {
        self.0.replace(place, card);
    }
}

impl Deref for Hidden {
    type Target = Cards;

    fn deref(&self) -> &Cards {
        &self.0
    }
}

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cards", self.len())
    }
}

/// When a box decides: the first light box of every player, then the second ones, then the dark ones (HPC-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Decode)]
pub(in crate::games) enum Turn {
    /// A player's first light box.
    #[n(0)]
    First,
    /// A player's second light box; he looks at it when he is done with the first.
    #[n(1)]
    Second,
    /// A dark box (HPC-6).
    #[n(2)]
    Dark,
}

impl Turn {
    pub(super) const ALL: [Self; 3] = [Self::First, Self::Second, Self::Dark];
}

/// How far a box is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode)]
pub(in crate::games) enum State {
    /// Its player has not decided.
    #[n(0)]
    Undecided,
    /// These cards wait to be replaced.
    #[n(1)]
    Exchanging(#[n(0)] CardChoice),
    /// It waits for its sixth card.
    #[n(2)]
    Buying,
    /// It has its new cards; its player decides for the last time.
    #[n(3)]
    Improved,
    /// The bet stands.
    #[n(4)]
    InPlay,
    /// Given up.
    #[n(5)]
    Folded,
}

/// A box with an ante on it.
#[derive(Clone, Debug, PartialEq, Eq, Decode)]
pub(in crate::games) struct PokerBox {
    #[n(0)]
    pub(in crate::games) seat: Seat,
    #[n(1)]
    pub(in crate::games) place: BoxNumber,
    #[n(2)]
    pub(in crate::games) ante: Money,
    #[n(3)]
    pub(in crate::games) turn: Turn,
    #[n(4)]
    pub(in crate::games) state: State,
    /// Its cards as they are now.
    #[n(5)]
    pub(in crate::games) cards: Hidden,
    /// Its five cards as they were dealt: the bonus plays on them (OAS-16).
    #[n(6)]
    pub(in crate::games) first_cards: Hidden,
    /// Whether it has a wrong number of cards, so that it does not count (`house-poker-am` HPAM-30).
    #[cbor(skip)]
    pub(in crate::games) is_void: bool,
}

impl PokerBox {
    /// The second stake: always two antes (HPC-4).
    pub(in crate::games) fn bet(&self) -> Money {
        self.ante + self.ante
    }

    pub(in crate::games) fn is_dark(&self) -> bool {
        self.turn == Turn::Dark
    }

    pub(in crate::games) fn is_in_play(&self) -> bool {
        self.state == State::InPlay && !self.is_void
    }

    pub(in crate::games) fn is_folded(&self) -> bool {
        self.state == State::Folded
    }

    /// Whether its player has nothing more to decide before the showdown.
    pub(in crate::games) fn is_final(&self) -> bool {
        self.is_void || self.is_in_play() || self.is_folded()
    }

    /// A card comes: one of the first five, or for one that is exchanged, or the sixth.
    pub(super) fn take(&mut self, card: Card) {
        match self.state {
            _ if self.first_cards.len() < HAND => {
                self.first_cards.push(card);
                self.cards.push(card);
            }
            State::Exchanging(CardChoice(places)) => {
                self.cards.replace(places.trailing_zeros() as usize, card);
                let left = places & (places - 1);
                self.state = if left == 0 { self.improved() } else { State::Exchanging(CardChoice(left)) };
            }
            _ => {
                self.cards.push(card);
                self.state = self.improved();
            }
        }
    }

    /// The bet of a dark box stands already (HPC-6).
    fn improved(&self) -> State {
        if self.is_dark() { State::InPlay } else { State::Improved }
    }
}

/// How many cards are dealt to a box and to the dealer.
pub(super) const HAND: usize = 5;
