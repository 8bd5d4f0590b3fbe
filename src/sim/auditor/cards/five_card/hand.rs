//! Which of two hands is higher, where one of the cards may be a joker and a hand may have six.

use core::cmp::Ordering;

use super::rules::Ranking;
use crate::model::Card;
use crate::sim::auditor::cards::poker::rank::{FLUSH, Five, NAMES};

/// A hand by its worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hand {
    /// The place of its combination in [`NAMES`].
    pub(super) rank: usize,
    is_natural: bool,
    /// The numbers on the cards of the combination in the order in which they are compared (HPAM-Q5).
    combination: Vec<u8>,
    /// Those on the other cards (HPAM-18).
    others: Vec<u8>,
}

/// Four of a kind and the joker.
const POKER: usize = NAMES.len() - 1;
const STRAIGHT_FLUSH: usize = 9;

impl Hand {
    /// The best five of these cards (HPAM-13, HPAM-Q10).
    pub(super) fn best(cards: &[Card], ranking: Ranking) -> Self {
        let without = |left_out: usize| cards.iter().enumerate().filter(move |(at, _)| *at != left_out).map(|(_, card)| *card).collect();
        let fives: Vec<Vec<Card>> = if cards.len() > 5 { (0..cards.len()).map(without).collect() } else { vec![cards.to_vec()] };
        let hands = fives.iter().map(|five| Self::of_five(five, ranking));
        hands.max_by(|one, other| one.compare(other, ranking)).expect("no hand has fewer cards than five")
    }

    /// HPAM-2, HPAM-Q11: the joker is each card of the pack in turn that is not in the hand, and the best of them.
    fn of_five(cards: &[Card], ranking: Ranking) -> Self {
        let natural: Vec<Card> = cards.iter().filter(|card| !card.is_joker()).copied().collect();
        if natural.len() == cards.len() {
            return Self::natural(cards, ranking);
        }
        if natural.iter().all(|card| card.rank() == natural[0].rank()) {
            return Self { rank: POKER, is_natural: false, combination: Vec::new(), others: Vec::new() };
        }
        let stands_for = Card::all().filter(|card| !natural.contains(card));
        let made = stands_for.map(|card| Self::natural(&[natural.as_slice(), &[card]].concat(), ranking));
        let best = made.max_by(|one, other| one.compare(other, ranking)).expect("the joker may stand for 48 cards");
        Self { is_natural: false, ..best }
    }

    /// What five cards without a joker are.
    fn natural(cards: &[Card], ranking: Ranking) -> Self {
        let five = Five::of(cards);
        // HPAM-Q9: where A-2-3-4-5 is no straight, it is ace high, in one suit a flush.
        if five.numbers == [5] && !ranking.wheel {
            let (ace_high, none) = (vec![14, 5, 4, 3, 2], Vec::new());
            return match five.rank {
                STRAIGHT_FLUSH => Self { rank: FLUSH, is_natural: true, combination: ace_high, others: none },
                _ => Self { rank: 0, is_natural: true, combination: none, others: ace_high },
            };
        }
        let (combination, others) = five.parts();
        Self { rank: five.rank, is_natural: true, combination: combination.to_vec(), others: others.to_vec() }
    }

    /// HPAM-17 to HPAM-19, HPAM-Q5, HPAM-Q6, HPAM-Q12: the category, the numbers of the combination, that no joker makes it, the other cards.
    pub(super) fn compare(&self, other: &Self, ranking: Ranking) -> Ordering {
        let natural = self.is_natural.cmp(&other.is_natural);
        let at_once = if ranking.joker_yields_to_category { natural } else { Ordering::Equal };
        let by_rank = self.rank.cmp(&other.rank).then(at_once);
        by_rank.then_with(|| self.combination.cmp(&other.combination)).then(natural).then_with(|| self.others.cmp(&other.others))
    }
}

#[cfg(test)]
mod tests;
