//! Bets on the wheel that its rules allow.

use croupier::cabinet::Terms;
use croupier::games::range::BetRange;
use croupier::games::roulette;
use croupier::model::{Position, Stake};

/// Stakes of the least amount on the first `count` positions that the rules offer, inside and outside ones mixed.
pub(crate) fn stakes(terms: &Terms, count: usize) -> Vec<Stake> {
    let rules = &terms.roulette;
    let offered = roulette::positions().into_iter().filter(|position| rules.returns.of(position.kind).is_some());
    let stake = |position: Position| {
        let BetRange { least, .. } = rules.limits.of(position.kind);
        Stake { position, amount: least }
    };
    let mut all: Vec<Stake> = offered.map(stake).collect();
    // A fixed shuffle: every seventh, over and over, as 7 shares no factor with the number of positions.
    all = (0..all.len()).map(|place| all[place * 7 % all.len()]).collect();
    all.truncate(count);
    all
}
