//! Any card game, played by somebody who lets every decision pass. Where nobody decides anything this is the game itself.

use super::Effort;
use super::figure::{Figures, bets_of};
use super::simulate::{Bet, Plan, simulate};
use crate::games::card_game::CardGame;
use crate::model::{BoxNumber, BoxStake, Money, Seat, StakeKind};
use crate::sim::strategies::hands::Undecided;

/// So much that rounding is far below what a sample can show.
const STAKE: Money = Money::from_minor(1_000_000);

/// Every bet that is offered before the deal, all laid at once.
pub(super) fn figures(game: &CardGame, effort: &Effort) -> Figures {
    let kinds = bets_of(game);
    let stake =
        |kind: &StakeKind| BoxStake { seat: Seat::new(1).expect("1 is a seat"), place: BoxNumber(1), hand: 0, kind: *kind, amount: STAKE };
    let bets = kinds.iter().map(|kind| Bet::of(game, *kind)).collect();
    let plan = Plan { game, stakes: kinds.iter().map(stake).collect(), bets, strategy: &Undecided, strategy_name: "no decisions".into() };
    simulate(&plan, effort.hands, effort.seed)
}
