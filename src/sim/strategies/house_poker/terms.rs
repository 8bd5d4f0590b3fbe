//! What the options say about money, in antes.

use crate::games::house_poker::Pays;
use crate::games::ranking::{CardSet, DoubleRules, HandCombinations, Strength, combinations};
use crate::games::{oasis, russian};
use crate::model::{Card, Combination, Money, Odds, Rounding};

/// The bet is two antes (HPC-4).
pub(super) const BET: f64 = 2.0;

/// What is lost with a hand that is lower than the dealer's.
pub(super) const LOST: f64 = -1.0 - BET;

/// What a passed hand loses.
pub(super) const PASSED: f64 = -1.0;

/// What a strategy is worked out from.
pub(super) struct Terms {
    /// What the ante wins where the dealer has no game.
    pub(super) on_no_game: f64,
    /// What the ante wins where the hand is higher than the dealer's.
    ante_on_win: f64,
    /// What an insurance of 1 wins.
    pub(super) insurance: f64,
    /// The lowest hand that can be insured.
    insured_from: Combination,
    /// The two combinations of a hand, where two are paid.
    doubles: Option<DoubleRules>,
    /// Whether the dealer's game can be bought.
    pub(super) sells_game: bool,
    pays: Pays,
}

/// A hand by what matters at the showdown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    /// What is compared.
    pub(super) strength: Strength,
    /// What ante and bet win with it over a dealer with game.
    pub(super) wins: f64,
    /// The most that can be insured; nothing where it cannot.
    pub(super) insurance_most: f64,
}

impl Terms {
    /// Those of Oasis poker.
    pub(super) fn oasis(rules: &oasis::Rules) -> Self {
        let pays = rules.play.pays;
        let ante = times(pays.ante);
        Self {
            on_no_game: ante,
            ante_on_win: ante,
            insurance: times(pays.insurance),
            insured_from: Combination::Straight,
            doubles: None,
            sells_game: false,
            pays,
        }
    }

    /// Those of Russian poker.
    pub(super) fn russian(rules: &russian::Rules) -> Self {
        let pays = rules.play.pays;
        Self {
            on_no_game: times(pays.ante),
            ante_on_win: 0.0,
            insurance: times(pays.insurance),
            insured_from: Combination::ThreeOfAKind,
            doubles: Some(rules.play.doubles),
            sells_game: true,
            pays,
        }
    }

    /// What matters of these cards.
    pub(super) fn hand(&self, cards: &[Card]) -> Hand {
        let alone = || HandCombinations { first: CardSet::of(cards).strength(), second: None };
        let HandCombinations { first, second } = self.doubles.map_or_else(alone, |rules| combinations(cards, rules));
        let win = |combination| self.pays.bet.of(combination).map_or(0.0, |odds| BET * times(odds));
        let insured = first.combination() >= self.insured_from;
        Hand {
            strength: first,
            wins: self.ante_on_win + win(first.combination()) + second.map_or(0.0, win),
            insurance_most: if insured { win(first.combination()) } else { 0.0 },
        }
    }
}

/// What a stake of 1 wins.
pub(super) fn times(odds: Odds) -> f64 {
    const UNIT: Money = Money::from_minor(1_000_000);
    odds.win_of(UNIT, Rounding::HalfUp).minor() as f64 / UNIT.minor() as f64
}
