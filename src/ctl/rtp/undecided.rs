//! Any card game, played by somebody who lets every decision pass. Where nobody decides anything this is the game itself.

use super::Effort;
use super::figure::{Figures, name};
use super::simulate::{Bet, Plan, simulate};
use crate::games::card_game::CardGame;
use crate::model::{BoxNumber, BoxStake, Money, Seat, StakeKind, StakeOffer};
use crate::sim::hands::Undecided;

/// So much that rounding is far below what a sample can show.
const STAKE: Money = Money::from_minor(1_000_000);

/// Every bet that is offered before the deal, all laid at once. At house poker that is a dark box: ante, bet and all that goes with them.
pub(super) fn figures(game: &CardGame, effort: &Effort) -> Figures {
    let offers = game.rules().offers();
    let bets = offers.iter().map(|offer| Bet { name: name(offer.kind), first: offer.kind, further: &[] }).collect();
    let stakes = offers.iter().map(stake).collect();
    let plan = Plan { game, stakes, bets, strategy: &Undecided, strategy_name: "no decisions".into() };
    simulate(&plan, effort.hands, effort.seed)
}

fn stake(offer: &StakeOffer) -> BoxStake {
    let amount = match offer.kind {
        // Two antes, and half of one (`house-poker-by` HPC-4, HA-28).
        StakeKind::Bet => STAKE + STAKE,
        StakeKind::Bonus => Money::from_minor(STAKE.minor() / 2),
        _ => STAKE,
    };
    BoxStake { seat: Seat::new(1).expect("1 is a seat"), place: BoxNumber(1), hand: 0, kind: offer.kind, amount }
}
