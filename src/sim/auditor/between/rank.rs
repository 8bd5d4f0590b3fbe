//! The auditor's own hand ranks: every choice of five cards is tried.

use super::rules::{PlayerRules, Variant};
use super::{pips, suit_order};
use crate::model::{Card, Combination};

/// How good five cards are: the category, then the ranks in the order in which they are compared (SPG-8). The greater wins.
pub(super) type Strength = (u8, Vec<u8>);

/// The cards of one hand, with the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cards {
    pub(super) own: Vec<Card>,
    pub(super) board: Vec<Card>,
}

/// SPG-8 and TPC-2; without the wheel the ace is never low (TPAM-Q26).
pub(super) fn strength(five: &[Card], has_wheel: bool) -> Strength {
    let groups = groups(five);
    let counts: Vec<usize> = groups.iter().map(|(count, _)| *count).collect();
    let ranks: Vec<u8> = groups.iter().map(|(_, rank)| *rank).collect();
    let is_flush = five.iter().all(|card| card.suit() == five[0].suit());
    if five.len() < 5 {
        return few(&counts, ranks);
    }
    let straight = straight_top(&ranks).filter(|top| has_wheel || *top != 5);
    match (counts.as_slice(), straight) {
        (_, Some(top)) if is_flush => (8, vec![top]),
        ([4, 1], _) => (7, ranks),
        ([3, 2], _) => (6, ranks),
        _ if is_flush => (5, ranks),
        (_, Some(top)) => (4, vec![top]),
        ([3, 1, 1], _) => (3, ranks),
        ([2, 2, 1], _) => (2, ranks),
        ([2, 1, 1, 1], _) => (1, ranks),
        _ => (0, ranks),
    }
}

/// TPAM-Q15: fewer than five cards make no straight and no flush; a card that is missing is lower than a two.
fn few(counts: &[usize], ranks: Vec<u8>) -> Strength {
    let category = match counts {
        [4, ..] => 7,
        [3, ..] => 3,
        [2, 2, ..] => 2,
        [2, ..] => 1,
        _ => 0,
    };
    (category, ranks)
}

/// How often each rank is there, the most frequent and then the highest first.
pub(super) fn groups(cards: &[Card]) -> Vec<(usize, u8)> {
    let count = |rank| cards.iter().filter(|card| pips(**card) == rank).count();
    let mut groups: Vec<(usize, u8)> = (2..=14).map(|rank| (count(rank), rank)).filter(|(count, _)| *count > 0).collect();
    groups.sort_unstable_by(|one, other| other.cmp(one));
    groups
}

/// The highest rank of a straight; SPG-3: the ace is low in 5-4-3-2-A alone.
fn straight_top(ranks: &[u8]) -> Option<u8> {
    match *ranks {
        [14, 5, 4, 3, 2] => Some(5),
        [top, .., lowest] if ranks.len() == 5 && top - lowest == 4 => Some(top),
        _ => None,
    }
}

/// The choices of five cards that the game allows: exactly two of the hand in Omaha (SPG-42), else any (SPG-28, SPG-66).
fn choices(variant: Variant, cards: &Cards) -> Vec<Vec<Card>> {
    match variant {
        Variant::Omaha | Variant::OmahaHighLow => {
            let boards = some_of(&cards.board, 3);
            let with_board = |own: Vec<Card>| boards.iter().map(move |board| [own.as_slice(), board].concat()).collect::<Vec<_>>();
            some_of(&cards.own, 2).into_iter().flat_map(with_board).collect()
        }
        // TPAM-Q15: who has stopped early or not paid may have fewer, and they are all that he has.
        _ => {
            let all = [cards.own.as_slice(), &cards.board].concat();
            let count = if variant.is_of_decree() || variant.trades() { all.len().min(5) } else { 5 };
            some_of(&all, count as u32)
        }
    }
}

/// Every choice of so many of these.
fn some_of(cards: &[Card], count: u32) -> Vec<Vec<Card>> {
    let masks = (0_u32..1 << cards.len()).filter(|mask| mask.count_ones() == count);
    let chosen = |mask: u32| cards.iter().enumerate().filter(|(nth, _)| mask & (1 << nth) != 0).map(|(_, card)| *card).collect();
    masks.map(chosen).collect()
}

/// The best five cards.
pub(super) fn high(variant: Variant, has_wheel: bool, cards: &Cards) -> Strength {
    choices(variant, cards).iter().map(|five| strength(five, has_wheel)).max().expect("a hand at a showdown has its cards")
}

/// What the best five make: a high card is no combination.
pub(super) fn combination(variant: Variant, has_wheel: bool, cards: &Cards) -> Option<Combination> {
    let (category, ranks) = choices(variant, cards).iter().map(|five| strength(five, has_wheel)).max()?;
    let made = match category {
        8 if ranks == [14] => Combination::RoyalFlush,
        8 => Combination::StraightFlush,
        7 => Combination::FourOfAKind,
        6 => Combination::FullHouse,
        5 => Combination::Flush,
        4 => Combination::Straight,
        3 => Combination::ThreeOfAKind,
        2 => Combination::TwoPair,
        1 => Combination::Pair,
        _ => return None,
    };
    Some(made)
}

/// The highest card of the best five, by its suit, for the odd unit of a stud (SPB-53): of several equal fives, of the one that has the
/// highest.
pub(super) fn high_card(rules: &PlayerRules, cards: &Cards) -> (u8, u8) {
    let best = high(rules.variant, rules.has_wheel, cards);
    let fives = choices(rules.variant, cards).into_iter().filter(|five| strength(five, rules.has_wheel) == best);
    let top = |five: Vec<Card>| five.into_iter().map(|card| (pips(card), suit_order(card))).max();
    fives.filter_map(top).max().expect("a hand at a showdown has its cards")
}

/// The lowest five different ranks up to the most that the rules file names, the highest first and the ace as one; the lesser wins (OHL-4,
/// OHL-5).
pub(super) fn low(rules: &PlayerRules, cards: &Cards) -> Option<Vec<u8>> {
    let low_of = |five: &Vec<Card>| {
        let mut ranks: Vec<u8> = five.iter().map(|card| if pips(*card) == 14 { 1 } else { pips(*card) }).collect();
        ranks.sort_unstable_by(|one, other| other.cmp(one));
        let is_low = ranks[0] <= rules.low_rank_most && ranks.windows(2).all(|pair| pair[0] != pair[1]);
        is_low.then_some(ranks)
    };
    if rules.variant != Variant::OmahaHighLow {
        return None;
    }
    choices(rules.variant, cards).iter().filter_map(low_of).min()
}
