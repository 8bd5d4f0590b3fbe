//! The classes of hands as they are: every hand falls into one.

use crate::games::ranking::CardSet;
use crate::model::{Card, Combination, Rank};

/// A class of hands: its row in a chart.
pub(super) struct Class {
    /// The row.
    pub(super) name: &'static str,
    has: fn(&Hand) -> bool,
}

/// What the classes look at.
pub(super) struct Hand {
    combination: Combination,
    /// How many cards of each rank.
    of_rank: [u8; Rank::ALL.len()],
    open: Rank,
}

impl Hand {
    /// Of these cards against this one of the dealer's.
    pub(super) fn of(cards: &[Card], open: Rank) -> Self {
        let mut of_rank = [0; Rank::ALL.len()];
        cards.iter().for_each(|card| of_rank[card.rank() as usize] += 1);
        Self { combination: CardSet::of(cards).strength().combination(), of_rank, open }
    }

    pub(super) fn is(&self, combination: Combination) -> bool {
        self.combination == combination
    }

    fn has(&self, rank: Rank) -> bool {
        self.of_rank[rank as usize] > 0
    }

    fn is_pair_of(&self, rank: Rank) -> bool {
        self.is(Combination::Pair) && self.of_rank[rank as usize] == 2
    }

    pub(super) fn is_pair_below(&self, rank: Rank) -> bool {
        Rank::ALL.into_iter().take_while(|lower| *lower < rank).any(|lower| self.is_pair_of(lower))
    }

    fn has_queen_or_jack(&self) -> bool {
        self.has(Rank::Queen) || self.has(Rank::Jack)
    }

    fn has_ace_king(&self) -> bool {
        self.has(Rank::Ace) && self.has(Rank::King)
    }
}

const fn class(name: &'static str, has: fn(&Hand) -> bool) -> Class {
    Class { name, has }
}

/// Every class, those first that come before others: a hand is of the first one that has it. The last one has every hand.
pub(super) const CLASSES: &[Class] = &[
    class("royal-flush", |hand| hand.is(Combination::RoyalFlush)),
    class("straight-flush", |hand| hand.is(Combination::StraightFlush)),
    class("four-of-a-kind", |hand| hand.is(Combination::FourOfAKind)),
    class("full-house", |hand| hand.is(Combination::FullHouse)),
    class("flush", |hand| hand.is(Combination::Flush)),
    class("straight", |hand| hand.is(Combination::Straight)),
    class("three-of-a-kind-and-ace-king", |hand| hand.is(Combination::ThreeOfAKind) && hand.has_ace_king()),
    class("three-of-a-kind", |hand| hand.is(Combination::ThreeOfAKind)),
    class("two-pair", |hand| hand.is(Combination::TwoPair)),
    class("pair-and-ace-king", |hand| hand.is(Combination::Pair) && hand.has_ace_king()),
    class("pair-of-aces", |hand| hand.is_pair_of(Rank::Ace)),
    class("pair-of-kings", |hand| hand.is_pair_of(Rank::King)),
    class("pair-of-queens", |hand| hand.is_pair_of(Rank::Queen)),
    class("pair-of-jacks", |hand| hand.is_pair_of(Rank::Jack)),
    class("pair-of-tens", |hand| hand.is_pair_of(Rank::Ten)),
    class("pair-of-nines", |hand| hand.is_pair_of(Rank::Nine)),
    class("pair-of-eights", |hand| hand.is_pair_of(Rank::Eight)),
    class("pair-of-sevens", |hand| hand.is_pair_of(Rank::Seven)),
    class("pair-of-sixes", |hand| hand.is_pair_of(Rank::Six)),
    class("pair-of-fives", |hand| hand.is_pair_of(Rank::Five)),
    class("pair-of-fours", |hand| hand.is_pair_of(Rank::Four)),
    class("pair-of-threes", |hand| hand.is_pair_of(Rank::Three)),
    class("pair-of-twos", |hand| hand.is_pair_of(Rank::Two)),
    class("ace-king-queen-or-jack-and-the-dealers-rank", |hand| hand.has_ace_king() && hand.has_queen_or_jack() && hand.has(hand.open)),
    class("ace-king-and-the-dealers-rank", |hand| hand.has_ace_king() && hand.has(hand.open)),
    class("ace-king-queen", |hand| hand.has_ace_king() && hand.has(Rank::Queen)),
    class("ace-king-jack", |hand| hand.has_ace_king() && hand.has(Rank::Jack)),
    class("ace-king", Hand::has_ace_king),
    class("ace-high", |hand| hand.has(Rank::Ace)),
    class("king-high", |hand| hand.has(Rank::King)),
    class("nothing", |_| true),
];

/// The row of five or six cards against this card of the dealer's.
pub(super) fn class_of(cards: &[Card], open: Rank) -> usize {
    let hand = Hand::of(cards, open);
    CLASSES.iter().position(|class| (class.has)(&hand)).expect("the last class has every hand")
}
