//! Every five cards of a pack, those as one that differ in nothing but which suits they have: only whether all are of one suit matters to
//! a combination (`house-poker-by` HPC-2).

use crate::model::{Card, Pack, Rank, Suit};

/// Tells `seen` of every five cards, with how many of the 2,598,960 are like them, or of the 2,869,685 with a joker.
pub(super) fn every_hand_of_five(pack: Pack, mut seen: impl FnMut(&[Card], u128)) {
    with_more(5, &mut Vec::new(), 0, 1, &mut seen);
    if pack == Pack::WithJoker {
        with_more(4, &mut Vec::new(), 0, 1, &mut |four, ways| seen(&[four, &[Card::JOKER]].concat(), ways));
    }
}

/// Every so many cards from these on, with so many of each rank from the lowest up.
fn with_more(of: usize, cards: &mut Vec<Card>, rank: usize, ways: u128, seen: &mut impl FnMut(&[Card], u128)) {
    let missing = of - cards.len();
    if missing == 0 {
        return told(cards, ways, seen);
    }
    let Some(each) = Rank::ALL.get(rank) else { return };
    for (count, choices) in CHOICES.iter().enumerate().take(missing + 1) {
        // The first card of each rank takes the next suit, so that five different ranks are not of one.
        let suit = |of: usize| Suit::ALL[(cards.len() + of) % SUITS];
        let more: Vec<Card> = (0..count).map(|at| Card::new(*each, suit(at))).collect();
        let before = cards.len();
        cards.extend(more);
        with_more(of, cards, rank + 1, ways * choices, seen);
        cards.truncate(before);
    }
}

/// Cards of five different ranks are of one suit in four ways.
fn told(cards: &[Card], ways: u128, seen: &mut impl FnMut(&[Card], u128)) {
    let are_different = cards.windows(2).all(|pair| pair[0].rank() != pair[1].rank());
    if !are_different {
        return seen(cards, ways);
    }
    let of_one_suit: Vec<Card> = cards.iter().map(|card| Card::new(card.rank(), Suit::Spades)).collect();
    seen(&of_one_suit, SUITS as u128);
    seen(cards, ways - SUITS as u128);
}

const SUITS: usize = Suit::ALL.len();

/// In how many ways so many of the four cards of a rank can come.
const CHOICES: [u128; SUITS + 1] = [1, 4, 6, 4, 1];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ranking::{CardSet, JokerHand, Straights};
    use crate::model::Combination;

    /// The published counts of five cards.
    #[test]
    fn five_cards_come_as_often_as_is_known() {
        let of = |combination: Combination| {
            let mut found = 0;
            every_hand_of_five(Pack::Plain, |cards, ways| {
                found += if CardSet::of(cards).strength().combination() == combination { ways } else { 0 }
            });
            found
        };
        assert_eq!(of(Combination::RoyalFlush), 4);
        assert_eq!(of(Combination::StraightFlush), 36);
        assert_eq!(of(Combination::FourOfAKind), 624);
        assert_eq!(of(Combination::FullHouse), 3_744);
        assert_eq!(of(Combination::Flush), 5_108);
        assert_eq!(of(Combination::Straight), 10_200);
        assert_eq!(of(Combination::ThreeOfAKind), 54_912);
        assert_eq!(of(Combination::TwoPair), 123_552);
        assert_eq!(of(Combination::Pair), 1_098_240);
        assert_eq!(of(Combination::Nothing) + of(Combination::AceKing), 1_302_540);
    }

    /// The published counts with a joker that may be any card.
    #[test]
    fn hpam_2_with_a_joker_five_cards_come_as_often_as_is_known() {
        let mut found = std::collections::BTreeMap::new();
        every_hand_of_five(Pack::WithJoker, |cards, ways| {
            let combination = JokerHand::of(CardSet::of(cards), Straights::FromTheAce).strength.combination();
            // An ace and a king are nothing more here.
            *found.entry(if combination == Combination::AceKing { Combination::Nothing } else { combination }).or_insert(0) += ways;
        });
        let expected = [
            (Combination::Nothing, 1_302_540),
            (Combination::Pair, 1_268_088),
            (Combination::TwoPair, 123_552),
            (Combination::ThreeOfAKind, 137_280),
            (Combination::Straight, 20_532),
            (Combination::Flush, 7_804),
            (Combination::FullHouse, 6_552),
            (Combination::FourOfAKind, 3_120),
            (Combination::StraightFlush, 180),
            (Combination::RoyalFlush, 24),
            (Combination::FiveOfAKind, 13),
        ];
        assert_eq!(found.values().sum::<u128>(), 2_869_685);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), expected);
    }
}
