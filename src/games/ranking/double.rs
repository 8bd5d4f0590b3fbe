//! The two combinations that one hand of five or six cards may hold at once (`house-poker-by` RUS-11 to RUS-13).

use minicbor::Decode;
use serde::{Deserialize, Serialize};

use super::{CardSet, Strength};
use crate::model::{Card, Combination, Rank};

/// When a second combination counts beside the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoubleRules {
    /// How the two must differ.
    #[n(0)]
    pub test: DoubleTest,
    /// Whether A-K counts beside a combination that has both that ace and that king among its own cards, and more (HA-18).
    #[n(1)]
    pub ace_king_inside_first: bool,
}

/// How the second combination must differ from the first (HA-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DoubleTest {
    /// It has a card of its own that the first does not have.
    #[n(0)]
    NewCoreCard,
    /// It leaves out a card of the first: the wording of the source, by which three of a kind are also a pair.
    #[n(1)]
    LeavesOneOut,
}

/// The combinations of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandCombinations {
    /// The highest five cards.
    pub first: Strength,
    /// What else it holds, where it counts; never higher than the first.
    pub second: Option<Combination>,
}

/// The first and the second combination of five or six cards.
#[must_use]
pub fn combinations(cards: &[Card], rules: DoubleRules) -> HandCombinations {
    let best = groups(cards, 5).map(|five| (five.strength(), five)).max_by_key(|(strength, _)| *strength);
    let (first, five) = best.unwrap_or_else(|| (CardSet::of(cards).strength(), CardSet::of(cards)));
    if first.combination() == Combination::Nothing {
        return HandCombinations { first, second: None };
    }
    let first_core = core(five, first);
    let second = candidates(cards, rules.test)
        .filter(|(combination, core)| counts(*combination, *core, first_core, rules))
        .map(|(combination, _)| combination)
        .max();
    HandCombinations { first, second }
}

/// Whether a combination with this core counts beside the first.
fn counts(combination: Combination, core: CardSet, first_core: CardSet, rules: DoubleRules) -> bool {
    let inside_first = combination == Combination::AceKing && rules.ace_king_inside_first && core != first_core;
    let differs = match rules.test {
        DoubleTest::NewCoreCard => !core.is_within(first_core),
        DoubleTest::LeavesOneOut => !first_core.is_within(core),
    };
    differs || inside_first && core.is_within(first_core)
}

/// Every combination that the hand holds, with the cards that make it: of five cards each, and every ace with every king (RUS-13, 1).
/// Where three of a kind are to be a pair as well, also of fewer cards.
fn candidates(cards: &[Card], test: DoubleTest) -> impl Iterator<Item = (Combination, CardSet)> {
    let least = match test {
        DoubleTest::NewCoreCard => 5,
        DoubleTest::LeavesOneOut => 2,
    };
    let of_cards = (least..=5).flat_map(|count| groups(cards, count)).filter_map(|group| {
        let strength = group.strength();
        (strength.combination() >= Combination::Pair).then(|| (strength.combination(), core(group, strength)))
    });
    of_cards.chain(ace_kings(cards).map(|pair| (Combination::AceKing, pair)))
}

/// The cards that make the combination of these five: the others only stand beside it.
fn core(five: CardSet, strength: Strength) -> CardSet {
    match strength.combination() {
        Combination::AceKing | Combination::Pair | Combination::TwoPair | Combination::ThreeOfAKind | Combination::FourOfAKind => {
            five.of_ranks(strength.own_ranks())
        }
        _ => five,
    }
}

/// Every group of so many of the cards.
fn groups(cards: &[Card], count: u32) -> impl Iterator<Item = CardSet> {
    let members = move |group: u32| cards.iter().enumerate().filter(move |(place, _)| group & 1 << place != 0).map(|(_, card)| card);
    let set = move |group| members(group).fold(CardSet::NONE, |set, card| set.with(*card));
    (0..1u32 << cards.len()).filter(move |group| group.count_ones() == count).map(set)
}

/// Every ace of the hand with every king.
fn ace_kings(cards: &[Card]) -> impl Iterator<Item = CardSet> {
    let of = |rank: Rank| cards.iter().filter(move |card| card.rank() == rank);
    of(Rank::Ace).flat_map(move |ace| of(Rank::King).map(move |king| CardSet::NONE.with(*ace).with(*king)))
}
