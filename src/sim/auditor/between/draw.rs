//! The draw of the button (TPC-3, SPT-30, TA-16).

use super::{pips, suit_order};
use crate::model::{Card, Seat};

/// What came.
///
/// Of a seat that goes or comes in the middle of the draw the digests say nothing. The auditor follows the cabinet: the seats that are there now
/// draw, in the order of the seats, and a card of one who has gone counts no more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Draw {
    pub(super) cards: Vec<(Seat, Card)>,
}

/// How a draw stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    /// This seat's card comes next, in the order of the seats.
    Next(Seat),
    /// This seat has drawn the highest card.
    Winner(Seat),
    /// Nobody draws.
    Nobody,
}

impl Draw {
    /// How it stands between these seats; of equal cards the suit decides, or those who have them draw again.
    pub(super) fn stand(&self, seats: &[Seat], by_suit: bool) -> Stand {
        let mut drawing = seats.to_vec();
        let mut nth = 0;
        loop {
            let card = |seat: &Seat| self.cards.iter().filter(|(other, _)| other == seat).nth(nth).map(|(_, card)| (*seat, *card));
            if let Some(next) = drawing.iter().find(|seat| card(seat).is_none()) {
                return Stand::Next(*next);
            }
            let round: Vec<(Seat, Card)> = drawing.iter().filter_map(card).collect();
            match best(&round, by_suit).as_slice() {
                [] => return Stand::Nobody,
                [winner] => return Stand::Winner(*winner),
                equal => drawing = equal.to_vec(),
            }
            nth += 1;
        }
    }
}

/// Who has the highest of these cards.
fn best(round: &[(Seat, Card)], by_suit: bool) -> Vec<Seat> {
    let value = |card: Card| (pips(card), if by_suit { suit_order(card) } else { 0 });
    let best = round.iter().map(|(_, card)| value(*card)).max();
    round.iter().filter(|(_, card)| Some(value(*card)) == best).map(|(seat, _)| *seat).collect()
}
