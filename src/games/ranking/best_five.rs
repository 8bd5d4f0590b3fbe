//! The best five of up to seven cards.
//!
//! A processor guesses which way a branch goes, and cannot guess what a hand holds: to ask about one combination after the other costs it a
//! wrong guess or two for each hand, and a wrong guess costs about as much as everything else here. Hence all hands up to the straight are
//! reckoned without a branch between them, and only the rarer ones are asked about.

use core::hint::select_unpredictable;

use super::set::{CardSet, Straights, rank_bit};
use super::strength::{ALL_RANKS, Strength};
use crate::model::{Combination, Rank};

/// The strength of the best five of these cards, the joker left out.
#[inline]
pub(super) fn best_five(cards: CardSet, straights: Straights) -> Strength {
    let cards = cards.of_ranks(ALL_RANKS);
    debug_assert!(cards.count() <= 7, "of more cards a flush may leave room for something higher");
    let counts = Counts::of(cards);
    if let Some(suited) = counts.five_of_a_suit(cards) {
        return of_suit(suited, straights);
    }
    let Times { once, twice, three_times, four_times } = Times::of(cards);
    let second_pair = without_lowest(twice);
    let third_pair = without_lowest(second_pair);
    let full_house_or_four = select_unpredictable(three_times == 0, 0, second_pair | four_times);
    if full_house_or_four != 0 {
        return rarest(once, twice, three_times, four_times);
    }
    // Of three pairs the two higher ones are the hand's own, and the lowest leaves its rank once to the others.
    let own = select_unpredictable(third_pair == 0, twice, second_pair);
    let others = beside(once ^ own, counts.all(), third_pair != 0);
    let pair = Strength::new(Combination::Pair, own, others);
    let two_pair = Strength::new(Combination::TwoPair, own, others);
    let three_of_a_kind = Strength::new(Combination::ThreeOfAKind, own, others);
    let pairs = select_unpredictable(second_pair == 0, pair, two_pair);
    let repeated = select_unpredictable(three_times == 0, pairs, three_of_a_kind);
    let unordered = select_unpredictable(twice == 0, without_a_pair(others), repeated);
    let sequence = straights.in_sequence(once);
    let straight = Strength::new(Combination::Straight, top(sequence) << 3, 0);
    select_unpredictable(sequence == 0, unordered, straight)
}

/// The strength of five or more ranks of one suit.
#[inline(never)]
fn of_suit(ranks: u32, straights: Straights) -> Strength {
    match straights.highest_of(ranks) {
        Some(top) if top == rank_bit(Rank::Ace) => Strength::new(Combination::RoyalFlush, top, 0),
        Some(top) => Strength::new(Combination::StraightFlush, top, 0),
        None => Strength::new(Combination::Flush, without_surplus(ranks, ranks.count_ones()), 0),
    }
}

/// The strength of cards that hold a full house or four of a kind, and of which no five have one suit.
/// What there is once, twice and so on comes in registers: as one value all hands would pay for storing it.
#[inline(never)]
fn rarest(once: u32, twice: u32, three_times: u32, four_times: u32) -> Strength {
    if four_times != 0 {
        return Strength::new(Combination::FourOfAKind, four_times, top(once & !four_times));
    }
    let three = top(three_times);
    Strength::new(Combination::FullHouse, three, top(twice & !three))
}

/// The strength of ranks that make nothing but perhaps A-K.
#[inline]
fn without_a_pair(ranks: u32) -> Strength {
    let ace_king = const { rank_bit(Rank::Ace) | rank_bit(Rank::King) };
    let with_both = Strength::new(Combination::AceKing, ace_king, ranks ^ ace_king);
    // All ranks below the king together are a lower number than the king.
    select_unpredictable(ranks >= ace_king, with_both, Strength::new(Combination::Nothing, 0, ranks))
}

/// What is left of the ranks beside a combination where there are so many cards, of which five count.
#[inline]
const fn without_surplus(ranks: u32, cards: u32) -> u32 {
    match cards {
        7 => without_lowest(without_lowest(ranks)),
        6 => without_lowest(ranks),
        _ => ranks,
    }
}

/// The same where a third pair takes two of the surplus cards and leaves one rank.
#[inline]
fn beside(ranks: u32, cards: u32, has_third_pair: bool) -> u32 {
    match cards {
        7 => select_unpredictable(has_third_pair, without_lowest(ranks), without_surplus(ranks, cards)),
        6 => select_unpredictable(has_third_pair, ranks, without_surplus(ranks, cards)),
        _ => ranks,
    }
}

#[inline]
const fn without_lowest(ranks: u32) -> u32 {
    ranks & ranks.wrapping_sub(1)
}

/// The highest of these ranks, or none where there are none.
const fn top(ranks: u32) -> u32 {
    match ranks.checked_ilog2() {
        Some(rank) => 1 << rank,
        None => 0,
    }
}

/// The ranks of which there are so many cards or more, a bit for each.
struct Times {
    once: u32,
    twice: u32,
    three_times: u32,
    four_times: u32,
}

impl Times {
    /// The third and the fourth suit are laid on the first and the second at once, and then those two on each other.
    #[inline]
    const fn of(cards: CardSet) -> Self {
        let (low, high) = (cards.bits(), cards.bits() >> 32);
        let (any, both) = ((low | high) as u32, (low & high) as u32);
        let (other_any, other_both) = (any >> 16, both >> 16);
        Self {
            once: (any | other_any) & ALL_RANKS,
            twice: (both | other_both | any & other_any) & ALL_RANKS,
            three_times: (both & other_any | any & other_both) & ALL_RANKS,
            four_times: both & other_both & ALL_RANKS,
        }
    }
}

/// How many cards lie in each four bits of a set.
#[derive(Clone, Copy)]
struct Counts(u64);

impl Counts {
    #[inline]
    const fn of(cards: CardSet) -> Self {
        // None of these sums overflows, which the compiler cannot know.
        let in_two = cards.bits().wrapping_sub(cards.bits() >> 1 & 0x5555_5555_5555_5555);
        Self((in_two & 0x3333_3333_3333_3333).wrapping_add(in_two >> 2 & 0x3333_3333_3333_3333))
    }

    /// How many there are: all counts come together in the highest one, as none of the sums on the way is above seven.
    #[inline]
    const fn all(self) -> u32 {
        (self.0.wrapping_mul(0x1111_1111_1111_1111) >> 60) as u32
    }

    /// The ranks of the suit of which there are five cards or more: the sum of its four counts and three reaches eight, which is one bit.
    #[inline]
    const fn five_of_a_suit(self, cards: CardSet) -> Option<u32> {
        let reached = self.0.wrapping_mul(0x1111).wrapping_add(0x3000_3000_3000_3000) & 0x8000_8000_8000_8000;
        match reached {
            0 => None,
            reached => Some((cards.bits() >> (reached.trailing_zeros() - 15)) as u32 & ALL_RANKS),
        }
    }
}
