//! Every deal of a game without decisions, counted out.
//!
//! Cards that the bets do not tell apart are one face, and the cards that a short deal does not need are dealt all the same, so that
//! every deal is one of equally many.

use crate::games::card_game::CardDeal;
use crate::games::contract::Deal;
use crate::model::{Card, Money, Want};

/// So much that every ratio of a pay table divides it: 16 and 625 times 9, 7, 11 and 13.
pub(super) const STAKE: Money = Money::from_minor(90_090_000);

/// Cards that are alike, by one of them, and how many are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Face {
    /// One of them.
    pub(super) card: Card,
    /// How many are left.
    pub(super) left: u128,
}

/// The cards of so many packs, those with the same `likeness` as one face.
pub(super) fn faces<T: PartialEq>(packs: u8, likeness: impl Fn(Card) -> T) -> Vec<Face> {
    let mut faces: Vec<Face> = Vec::new();
    for card in Card::all() {
        match faces.iter_mut().find(|face| likeness(face.card) == likeness(card)) {
            Some(face) => face.left += u128::from(packs),
            None => faces.push(Face { card, left: u128::from(packs) }),
        }
    }
    faces
}

/// Deals every deal there is, and tells `ended` of each with the number of ways in which the cards can come so, out of all the ways in
/// which `cards` cards can.
///
/// # Panics
/// Where the game wants a decision, or more than `cards` cards.
pub(super) fn every_deal(deal: &CardDeal, faces: &mut [Face], cards: u8, ended: &mut impl FnMut(&CardDeal, u128)) {
    walk(deal, faces, cards, 1, ended);
}

fn walk(deal: &CardDeal, faces: &mut [Face], cards: u8, ways: u128, ended: &mut impl FnMut(&CardDeal, u128)) {
    match deal.wants() {
        Want::Card { .. } => {}
        Want::Settlement => return ended(deal, ways * orders(faces.iter().map(|face| face.left).sum(), cards)),
        Want::Decision(_) | Want::Window(_) => panic!("a deal with decisions cannot be counted out without a strategy"),
        Want::Fresh | Want::Chance(_) => panic!("a deal of several shuffles or draws cannot be counted out"),
    }
    every_card(deal, faces, cards, |next, faces, cards, left| walk(next, faces, cards, ways * left, ended));
}

/// Deals each card that the deal can be given next, and tells `then` the deal with it, the faces without it, how many cards may come after
/// it, and how many there were of it.
///
/// # Panics
/// Where no more cards may come.
pub(super) fn every_card(deal: &CardDeal, faces: &mut [Face], cards: u8, mut then: impl FnMut(&CardDeal, &mut [Face], u8, u128)) {
    let cards = cards.checked_sub(1).expect("the game wants no more cards than was said");
    for place in 0..faces.len() {
        let Face { card, left } = faces[place];
        if left > 0 {
            let mut next = deal.clone();
            next.take_card(card);
            faces[place].left -= 1;
            then(&next, faces, cards, left);
            faces[place].left += 1;
        }
    }
}

/// In how many orders `cards` of `left` cards can come.
pub(super) fn orders(left: u128, cards: u8) -> u128 {
    (0..u128::from(cards)).map(|come| left.saturating_sub(come)).product()
}
