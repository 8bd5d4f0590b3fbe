//! Which of two hands is better, and which two combinations a hand holds.

use crate::model::{Card, Combination};
use crate::sim::auditor::cards::line::pips;

/// The ranks of HPC-2 from the lowest, and the one above them that only a joker makes (HPAM section 4): the key of its row, and its name.
pub(in crate::sim::auditor::cards) const NAMES: [(&str, Combination); 12] = [
    ("nothing", Combination::Nothing),
    ("ace_king", Combination::AceKing),
    ("pair", Combination::Pair),
    ("two_pair", Combination::TwoPair),
    ("three_of_a_kind", Combination::ThreeOfAKind),
    ("straight", Combination::Straight),
    ("flush", Combination::Flush),
    ("full_house", Combination::FullHouse),
    ("four_of_a_kind", Combination::FourOfAKind),
    ("straight_flush", Combination::StraightFlush),
    ("royal_flush", Combination::RoyalFlush),
    ("five_of_a_kind", Combination::FiveOfAKind),
];

pub(in crate::sim::auditor::cards) const ACE_KING: usize = 1;
pub(in crate::sim::auditor::cards) const PAIR: usize = 2;
pub(super) const TWO_PAIR: usize = 3;
pub(in crate::sim::auditor::cards) const THREE_OF_A_KIND: usize = 4;
pub(super) const STRAIGHT: usize = 5;
pub(in crate::sim::auditor::cards) const FLUSH: usize = 6;

/// Five cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::sim::auditor::cards) struct Five {
    /// The rank of the combination by HPC-2: 10 royal flush to 0 nothing.
    pub(in crate::sim::auditor::cards) rank: usize,
    /// The numbers on the cards in the order in which they are compared: those of the combination first (HPC-3).
    pub(in crate::sim::auditor::cards) numbers: Vec<u8>,
    /// The cards that make the combination (RUS-13).
    pub(super) core: Vec<Card>,
}

impl Five {
    /// Which is better comes first by this.
    pub(super) fn strength(&self) -> (usize, &[u8]) {
        (self.rank, &self.numbers)
    }

    /// The numbers on the cards of the combination, and those on the others.
    pub(in crate::sim::auditor::cards) fn parts(&self) -> (&[u8], &[u8]) {
        self.numbers.split_at(self.core.len().min(self.numbers.len()))
    }

    /// What these five cards are.
    pub(in crate::sim::auditor::cards) fn of(cards: &[Card]) -> Self {
        let mut sorted = cards.to_vec();
        let times = |number: u8| cards.iter().filter(|card| pips(**card) == number).count();
        sorted.sort_by_key(|card| core::cmp::Reverse((times(pips(*card)), pips(*card))));
        let numbers: Vec<u8> = sorted.iter().map(|card| pips(*card)).collect();
        let is_suited = cards.iter().all(|card| card.suit() == cards[0].suit());
        if let Some(high) = straight_to(&numbers) {
            let rank = match (is_suited, high) {
                (true, 14) => 10,
                (true, _) => 9,
                (false, _) => STRAIGHT,
            };
            return Self { rank, numbers: vec![high], core: sorted };
        }
        let groups: Vec<usize> = numbers.chunk_by(|one, next| one == next).map(<[u8]>::len).collect();
        let (rank, core) = match groups.as_slice() {
            [4, ..] => (8, 4),
            [3, 2] => (7, 5),
            _ if is_suited => (FLUSH, 5),
            [3, ..] => (THREE_OF_A_KIND, 3),
            [2, 2, ..] => (TWO_PAIR, 4),
            [2, ..] => (PAIR, 2),
            _ if numbers.starts_with(&[14, 13]) => (ACE_KING, 2),
            _ => (0, 0),
        };
        sorted.truncate(core);
        Self { rank, numbers, core: sorted }
    }
}

/// The highest number of a sequence; the ace is high or low, never in the middle.
fn straight_to(numbers: &[u8]) -> Option<u8> {
    match *numbers {
        [14, 5, 4, 3, 2] => Some(5),
        [high, ..] if numbers.iter().zip(0..).all(|(number, down)| *number + down == high) => Some(high),
        _ => None,
    }
}

/// The best five of five or six cards.
pub(super) fn best(cards: &[Card]) -> Five {
    fives(cards).max_by(|one, other| one.strength().cmp(&other.strength())).expect("no hand has fewer cards than five")
}

/// The rank of the second combination that counts beside the first (RUS-11 to RUS-13); an ace-king with both cards inside the first counts
/// where the house says so (HA-18).
pub(super) fn second(cards: &[Card], first: &Five, ace_king_inside: bool) -> Option<usize> {
    if first.rank == 0 {
        return None;
    }
    let brings_new = |core: &[Card]| core.iter().any(|card| !first.core.contains(card));
    let made = fives(cards).filter(|five| five.rank > ACE_KING && brings_new(&five.core)).map(|five| five.rank).max();
    let of = |number: u8| cards.iter().filter(move |card| pips(**card) == number);
    let has_ace_king = of(14).any(|ace| of(13).any(|king| brings_new(&[*ace, *king]) || (ace_king_inside && first.rank > ACE_KING)));
    made.or(has_ace_king.then_some(ACE_KING))
}

/// Every five of these five or six cards.
fn fives(cards: &[Card]) -> impl Iterator<Item = Five> {
    let without = |left_out: usize| {
        let rest = cards.iter().enumerate().filter(move |(at, _)| *at != left_out).map(|(_, card)| *card);
        rest.take(5).collect::<Vec<_>>()
    };
    // Five cards make one hand: leave out the sixth card, which does not exist.
    let first = if cards.len() == 5 { 5 } else { 0 };
    (first..cards.len().max(6)).map(move |left_out| Five::of(&without(left_out)))
}

/// The number of the player's card that decides between two hands of one rank; none where all five are equal.
pub(super) fn deciding_number(own: &Five, other: &Five) -> Option<u8> {
    own.numbers.iter().zip(&other.numbers).find(|(own, other)| own != other).map(|(own, _)| *own)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(names: &str) -> Vec<Card> {
        names.split_whitespace().map(|name| name.parse().expect("a card's name")).collect()
    }

    #[track_caller]
    fn check(names: &str, first: usize, both: Option<usize>) {
        let hand = cards(names);
        let best = best(&hand);
        assert_eq!((best.rank, second(&hand, &best, false)), (first, both), "{names}");
    }

    #[test]
    fn rus_16_the_combinations_of_the_sources_examples() {
        check("As Kd Tc Qh Qd", 2, Some(1));
        check("8s 8h 8d Ac Kd", 4, Some(1));
        check("As Ah Ad Kc 7d", 4, Some(1));
        check("2d 3d 4c 4s 5s 6h", 5, Some(5));
        check("2d 3d 4d 5d 6s 7d", 6, Some(5));
        check("2c 7c 9c 9d Jc Qc", 6, Some(2));
        check("4s 4h 4d 7c 7d 7s", 7, Some(7));
        check("2d 3d 4d 5d 6d 7d", 9, Some(9));
        check("4s 4h 6h 6c 6d 6s", 8, Some(7));
        check("9s Ts Js Qs Ks As", 10, Some(9));
        check("7s Ts Js Qs Ks As", 10, Some(6));
        check("As 2d 3s 4c 5s Kd", 5, Some(1));
        check("Ts Js Qs Ks As 2d", 10, None);
        check("As Ah Kd Kc 7s 2h", 3, None);
        check("As Ks 9s 6s 3s Qd", 6, None);
    }
}
