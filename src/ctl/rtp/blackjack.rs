//! Blackjack: one seat at one box, hands by the million.

use std::borrow::Cow;

use super::Effort;
use super::figure::{Figure, Figures, first_bet, name};
use super::simulate::{LOT, in_lots};
use crate::ctl::Failure;
use crate::games::blackjack::Rules;
use crate::games::card_game::CardGame;
use crate::model::Money;
use crate::profiles::{Kind, load_as};
use crate::sim::strategies::blackjack::{Strategy, StrategyFile, Table};

/// So much that rounding is far below what a sample can show.
const STAKE: Money = Money::from_minor(1_000_000);

/// What a stake returns, with every double, split and insurance on top of it.
pub(super) fn figures(game: &CardGame, rules: &Rules, effort: &Effort) -> Result<Figures, Failure> {
    let (strategy, strategy_name): (Strategy, Cow<'static, str>) = match &effort.strategy {
        None => (Strategy::best(rules), "basic strategy".into()),
        Some(file) => (from_file(file)?, file.clone().into()),
    };
    let play_lot = |chance, sums: &mut [_]| {
        let mut table = Table::new(rules, &strategy, chance, STAKE);
        for _ in 0..LOT {
            let hand = table.hand();
            sums.iter_mut().for_each(|sums: &mut super::simulate::Sums| {
                sums.add_sums(STAKE.minor().into(), hand.staked.minor().into(), hand.returned.minor().into());
            });
        }
    };
    let sums = in_lots(game.name(), effort.hands, effort.seed, 1, play_lot);
    let figure = |sums: super::simulate::Sums| Figure::Simulated(sums.sample(strategy_name.clone(), effort.seed));
    Ok(sums.into_iter().map(|sums| (name(first_bet(game)), figure(sums))).collect())
}

/// The best strategy as the file that would be read as it.
pub(super) fn best_strategy(rules: &Rules) -> String {
    Strategy::best(rules).to_string()
}

/// Kind only says where a shipped name would be looked for; no strategy is shipped, so the name is a path.
fn from_file(file: &str) -> Result<Strategy, Failure> {
    Ok(load_as(Kind::Rules, file, |keys: StrategyFile| keys.strategy())?.value)
}
