//! The ranking beside a slow one that tries every five cards of a hand and counts their ranks and suits.

use alloc::vec::Vec;

use super::super::strength::Strength;
use super::*;
use crate::model::{Card, Suit};

/// Hands of each number of cards from each pack.
const HANDS: usize = 4_000;

/// Numbers that look random and are the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    fn hand(&mut self, pack: &mut [Card], cards: usize) -> Vec<Card> {
        for place in 0..cards {
            pack.swap(place, place + self.below(pack.len() - place));
        }
        pack[..cards].to_vec()
    }
}

/// The ranks of which there are exactly so many cards.
fn of_times(cards: &[Card], times: usize) -> u32 {
    let count = |rank: Rank| cards.iter().filter(|card| card.rank() == rank).count();
    Rank::ALL.into_iter().filter(|rank| count(*rank) == times).map(|rank| 1 << rank as u32).sum()
}

/// The highest rank of five in sequence.
fn straight_top(five: &[Card], straights: Straights) -> Option<Rank> {
    let mut ranks: Vec<Rank> = five.iter().map(|card| card.rank()).collect();
    ranks.sort();
    let lowest = [Rank::Two, Rank::Three, Rank::Four, Rank::Five, Rank::Ace];
    if ranks == lowest {
        return (straights == Straights::FromTheAce).then_some(Rank::Five);
    }
    ranks.windows(2).all(|two| two[1] as u32 == two[0] as u32 + 1).then_some(ranks[4])
}

fn plain(five: &[Card], straights: Straights) -> Strength {
    let [ones, twos, threes, fours] = [1, 2, 3, 4].map(|times| of_times(five, times));
    let is_flush = five.iter().all(|card| card.suit() == five[0].suit());
    let ace_king = 1 << Rank::Ace as u32 | 1 << Rank::King as u32;
    match (straight_top(five, straights), is_flush) {
        (Some(Rank::Ace), true) => return Strength::new(Combination::RoyalFlush, 1 << Rank::Ace as u32, 0),
        (Some(top), true) => return Strength::new(Combination::StraightFlush, 1 << top as u32, 0),
        (Some(top), false) => return Strength::new(Combination::Straight, 1 << top as u32, 0),
        (None, true) => return Strength::new(Combination::Flush, ones, 0),
        (None, false) => {}
    }
    match (fours.count_ones(), threes.count_ones(), twos.count_ones()) {
        (1, ..) => Strength::new(Combination::FourOfAKind, fours, ones),
        (_, 1, 1) => Strength::new(Combination::FullHouse, threes, twos),
        (_, 1, _) => Strength::new(Combination::ThreeOfAKind, threes, ones),
        (.., 2) => Strength::new(Combination::TwoPair, twos, ones),
        (.., 1) => Strength::new(Combination::Pair, twos, ones),
        _ if ones & ace_king == ace_king => Strength::new(Combination::AceKing, ace_king, ones & !ace_king),
        _ => Strength::new(Combination::Nothing, 0, ones),
    }
}

/// Every five of these cards.
fn fives(cards: &[Card]) -> Vec<Vec<Card>> {
    let chosen = (0u32..1 << cards.len()).filter(|mask| mask.count_ones() == 5);
    let of = |mask: u32| cards.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 1).map(|(_, card)| *card).collect();
    chosen.map(of).collect()
}

fn check_hands(mut pack: Vec<Card>, seed: u64) {
    let mut chance = Chance(seed);
    for cards in 5..=7 {
        for _ in 0..HANDS {
            let hand = chance.hand(&mut pack, cards);
            for straights in [Straights::FromTheAce, Straights::FromTheTwo] {
                let best = fives(&hand).iter().map(|five| plain(five, straights)).max();
                assert_eq!(Some(CardSet::of(&hand).strength_with(straights)), best, "{hand:?} {straights:?}");
            }
        }
    }
}

#[test]
fn hpc_2_hpc_3_every_hand_ranks_as_the_best_five_that_a_plain_count_finds() {
    check_hands(Card::all().collect(), 1);
}

#[test]
fn hpc_2_hpc_3_hands_of_two_suits_with_many_flushes_rank_so() {
    check_hands(Card::all().filter(|card| matches!(card.suit(), Suit::Spades | Suit::Clubs)).collect(), 2);
}

#[test]
fn hpc_2_hpc_3_hands_of_few_ranks_with_many_fours_and_full_houses_rank_so() {
    check_hands(Card::all().filter(|card| card.rank() <= Rank::Five || card.rank() == Rank::Ace).collect(), 3);
}

#[test]
fn a_joker_in_the_set_changes_nothing() {
    let (mut pack, mut chance): (Vec<Card>, _) = (Card::all().collect(), Chance(4));
    for cards in 0..=7 {
        for _ in 0..HANDS {
            let hand = CardSet::of(&chance.hand(&mut pack, cards));
            assert_eq!(hand.with(Card::JOKER).strength(), hand.strength(), "{hand:?}");
        }
    }
}
