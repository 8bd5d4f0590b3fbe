//! The draw for the button: one open card for each seat that can be dealt in, and the highest has it (TPC-3, SPT-30).

use alloc::vec::Vec;

use super::table::PlayerTable;
use crate::games::seating::ButtonTies;
use crate::model::{Card, Seat, Suit};

/// How a draw for the button stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonDraw {
    /// This seat has the button.
    Lies(Seat),
    /// This seat draws a card.
    Next {
        /// Who.
        seat: Seat,
        /// Whether he draws again, because the highest cards are equal (TA-16).
        is_again: bool,
    },
}

impl PlayerTable {
    /// How the draw stands after these cards, which are looked at in the order in which each seat drew its own. Cards that do not count,
    /// such as those of a seat that is gone, may be among them.
    ///
    /// # Panics
    /// Where nobody can be dealt in.
    #[must_use]
    pub fn draw(&self, drawn: &[(Seat, Card)]) -> ButtonDraw {
        let mut drawing: Vec<Seat> = Seat::all().filter(|seat| self.is_present(*seat)).collect();
        for round in 0.. {
            let card_of = |seat: Seat| drawn.iter().filter(|(other, _)| *other == seat).nth(round).map(|(_, card)| *card);
            let mut cards = Vec::new();
            for seat in drawing {
                match card_of(seat) {
                    Some(card) => cards.push((seat, card)),
                    None => return ButtonDraw::Next { seat, is_again: round > 0 },
                }
            }
            let highest = cards.iter().map(|(_, card)| card.rank()).max();
            cards.retain(|(_, card)| Some(card.rank()) == highest);
            if cards.len() == 1 || self.rules.house.seating.button_ties == ButtonTies::Suit {
                cards.sort_by_key(|(_, card)| suit_order(card.suit()));
                let (button, _) = cards.last().expect("somebody can be dealt in");
                return ButtonDraw::Lies(*button);
            }
            drawing = cards.into_iter().map(|(seat, _)| seat).collect();
        }
        unreachable!("a draw has an end, because a pack has one")
    }
}

/// Clubs, diamonds, hearts, spades (SPT-30).
const fn suit_order(suit: Suit) -> u8 {
    match suit {
        Suit::Clubs => 0,
        Suit::Diamonds => 1,
        Suit::Hearts => 2,
        Suit::Spades => 3,
    }
}
