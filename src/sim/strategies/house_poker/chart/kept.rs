//! Which cards stay when some are exchanged.

use core::cmp::Reverse;

use crate::model::{Card, CardChoice};

/// The cards that leave when so many are exchanged. Those of the draw stay where it is just as many as stay; otherwise those that make
/// the combination stay first, then the highest.
pub(super) fn given(own: &[Card], cards: u8, draw: Option<CardChoice>) -> CardChoice {
    let stay = own.len().saturating_sub(usize::from(cards));
    if let Some(draw) = draw.filter(|draw| usize::from(draw.count()) == stay) {
        return CardChoice(!draw.0 & ((1 << own.len()) - 1));
    }
    let alike = |card: Card| own.iter().filter(|other| other.rank() == card.rank()).count();
    let mut places: Vec<usize> = (0..own.len()).collect();
    places.sort_by_key(|place| Reverse((alike(own[*place]), own[*place].rank())));
    CardChoice(places[stay..].iter().fold(0, |given, place| given | 1 << place))
}
