//! Red Dog as `baccarat-and-quick-cards-am` section B has it, once more: who is asked, and what ante and ride return.

use std::sync::Arc;

use super::antes::{Antes, Limits, Raise};
use super::clerk::{Clerk, DealClerk};
use super::expected_turn::ExpectedTurn;
use super::keys::{Keys, Ratio};
use super::line::{Line, Won, pips};
use super::{Chosen, Settled};
use crate::model::{BoxStake, Card, CardPlace, Choice, Combination, Face, StakeKind};

/// BQAM-22.
const RIDE: Raise = Raise { by: Choice::Ride, kind: StakeKind::Ride, otherwise: Choice::Stand };

/// Reads the rules of one house.
pub(super) fn read(keys: &Keys<'_>) -> Result<Arc<dyn Clerk>, String> {
    Ok(Arc::new(Rules::read(keys)?))
}

/// The rules that differ from house to house.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rules {
    limits: Limits,
    /// BQAM-Q21: a pair gets a third card; otherwise it ends the deal, and the ante comes back.
    pair_gets_third: bool,
    /// BQAM-Q23: a third card that equals an end loses; otherwise ante and ride come back.
    equal_end_loses: bool,
    /// BQAM-Q22: the ride wins at the odds of the ante; otherwise 1:1.
    ride_by_spread: bool,
    halves_up: bool,
    three_of_a_kind: Ratio,
    /// Where one, two or three ranks lie between the two cards.
    narrow: [Ratio; 3],
    /// Where four ranks or more do.
    wide: Ratio,
}

impl Rules {
    fn read(keys: &Keys<'_>) -> Result<Self, String> {
        let pays = |name: &str| keys.odds(&format!("play.pays.{name}"));
        Ok(Self {
            limits: Limits::read(keys)?,
            pair_gets_third: keys.is("play.pair", "third-card", "returned")?,
            equal_end_loses: keys.is("play.equal_end", "loses", "returned")?,
            ride_by_spread: keys.is("play.ride_pays", "spread", "even")?,
            halves_up: keys.is("play.rounding", "half-up", "floor")?,
            three_of_a_kind: pays("three_of_a_kind")?,
            narrow: [pays("spread_1")?, pays("spread_2")?, pays("spread_3")?],
            wide: pays("spread_4_to_11")?,
        })
    }
}

impl Clerk for Rules {
    /// BQAM-20, BQAM-Q24: before the deal nothing lies but an ante, on the box of the seat's own number.
    fn check_laid(&self, lying: &[BoxStake]) -> Result<(), String> {
        self.limits.check_laid(lying)
    }

    fn begin(&self, laid: &[BoxStake]) -> Result<Box<dyn DealClerk>, String> {
        Ok(Box::new(Deal::new(self.clone(), laid)))
    }

    /// A seat that is silent stands: nothing is staked for it (BQAM-22, HRAM-Q12).
    fn is_default(&self, choice: Choice) -> bool {
        choice == Choice::Stand
    }
}

/// A deal. Any malfunction voids it (BQAM-12, HRAM-30).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Deal {
    rules: Rules,
    cards: Vec<Card>,
    antes: Antes,
}

/// How the first two cards lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    Pair,
    Consecutive,
    /// So many ranks lie between.
    Between(u8),
}

/// BQAM-20, BQAM-21, BQAM-Q25: by rank alone, the ace always above the king.
fn gap(first: Card, second: Card) -> Gap {
    match pips(first).abs_diff(pips(second)) {
        0 => Gap::Pair,
        1 => Gap::Consecutive,
        apart => Gap::Between(apart - 1),
    }
}

impl Deal {
    fn new(rules: Rules, laid: &[BoxStake]) -> Self {
        Self { rules, cards: Vec::new(), antes: Antes::new(RIDE, laid) }
    }

    /// Whether a third card is to come once all have decided who are asked.
    fn has_third(&self, first: Card, second: Card) -> bool {
        match gap(first, second) {
            Gap::Pair => self.rules.pair_gets_third,
            Gap::Consecutive => false,
            Gap::Between(_) => true,
        }
    }

    /// What one stake returns.
    fn line(&self, stake: &BoxStake) -> Result<Line, String> {
        let rules = &self.rules;
        let won = |odds, combination| Line::wins(Won::of(stake.amount.minor(), odds, rules.halves_up, combination));
        let (first, second, third) = match self.cards[..] {
            [first, second] => (first, second, None),
            [first, second, third] => (first, second, Some(third)),
            _ => return Err("a deal was settled without two cards".into()),
        };
        let Some(third) = third else {
            // BQAM-23: consecutive cards, or a pair that gets no third.
            return Ok(Line::BACK);
        };
        let between = match gap(first, second) {
            Gap::Between(between) => between,
            // BQAM-24, BQAM-23.
            Gap::Pair if third.rank() == first.rank() => return Ok(won(rules.three_of_a_kind, Some(Combination::ThreeOfAKind))),
            Gap::Pair | Gap::Consecutive => return Ok(Line::BACK),
        };
        let (low, high) = (pips(first).min(pips(second)), pips(first).max(pips(second)));
        let third = pips(third);
        Ok(if low < third && third < high {
            let is_even = stake.kind == StakeKind::Ride && !rules.ride_by_spread;
            let by_spread = rules.narrow.get(usize::from(between) - 1).copied().unwrap_or(rules.wide);
            won(if is_even { Ratio { win: 1, per: 1 } } else { by_spread }, None)
        } else if (third == low || third == high) && !rules.equal_end_loses {
            Line::BACK
        } else {
            Line::GONE
        })
    }
}

impl DealClerk for Deal {
    fn next_card(&self) -> Option<(CardPlace, Face)> {
        let is_wanted = match self.cards[..] {
            [] | [_] => true,
            [first, second] => self.has_third(first, second) && self.asked().is_empty(),
            _ => false,
        };
        is_wanted.then_some((CardPlace::Board, Face::Up))
    }

    /// BQAM-21, BQAM-22, BQAM-Q24: all at once, but where there is nothing to judge.
    fn asked(&self) -> Vec<ExpectedTurn> {
        let are_asked = matches!(self.cards[..], [first, second] if matches!(gap(first, second), Gap::Between(_)));
        if are_asked { self.antes.asked() } else { Vec::new() }
    }

    fn take(&mut self, to: CardPlace, face: Face, card: Card) -> Result<(), String> {
        self.may_take(to, face)?;
        self.cards.push(card);
        Ok(())
    }

    fn chose(&mut self, chosen: &Chosen<'_>) -> Result<(), String> {
        let asked = self.asked();
        self.antes.chose(&asked, chosen)
    }

    fn settle(&self) -> Result<Settled, String> {
        self.may_settle()?;
        self.antes.settled(|stake| self.line(stake))
    }
}

#[cfg(test)]
mod tests;
