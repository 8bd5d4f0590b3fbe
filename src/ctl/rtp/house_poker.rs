//! House poker, played by a strategy that fits into one sentence. It is not the best one: what it returns, any player can have.

use super::Effort;
use super::figure::{Figures, name};
use super::simulate::{Bet, Plan, simulate};
use crate::games::card_game::CardGame;
use crate::model::{
    BoxNumber, BoxStake, CardPlace, Choice, ChoiceKind, Combination, Decision, HandLook, Money, Seat, StakeKind, StakeOffer,
};
use crate::sim::hands::Strategy;

/// So much that rounding is far below what a sample can show.
const ANTE: i64 = 1_000_000;

/// What may be staked on an ante in the course of a hand.
const ON_THE_ANTE: &[StakeKind] = &[StakeKind::Bet, StakeKind::Insurance, StakeKind::Exchange, StakeKind::SixthCard, StakeKind::Purchase];

/// Plays with ace and king or better, gives up anything less, and buys nothing.
struct AceKingOrBetter;

impl Strategy for AceKingOrBetter {
    fn choose(&self, decision: &Decision, hands: &[HandLook]) -> Choice {
        if !decision.offers.iter().any(|offer| offer.kind == ChoiceKind::Bet) {
            return decision.otherwise;
        }
        let own = CardPlace::Hand { place: decision.place, hand: decision.hand };
        let mut combinations = hands.iter().filter(|hand| hand.at == own).flat_map(|hand| &hand.combinations);
        if combinations.any(|combination| *combination >= Combination::AceKing) { Choice::Bet } else { Choice::Fold }
    }
}

/// The ante with all that comes on top of it, and the bonus where the rules offer one.
pub(super) fn figures(game: &CardGame, effort: &Effort) -> Figures {
    let before_the_deal = |offer: &StakeOffer| matches!(offer.kind, StakeKind::Ante | StakeKind::Bonus);
    let kinds: Vec<StakeKind> = game.rules().offers().iter().filter(|offer| before_the_deal(offer)).map(|offer| offer.kind).collect();
    let further = |kind| if kind == StakeKind::Ante { ON_THE_ANTE } else { &[] };
    let plan = Plan {
        game,
        stakes: kinds.iter().copied().map(stake).collect(),
        bets: kinds.iter().map(|kind| Bet { name: name(*kind), first: *kind, further: further(*kind) }).collect(),
        strategy: &AceKingOrBetter,
        strategy_name: "ace and king or better, nothing bought".into(),
    };
    simulate(&plan, effort.hands, effort.seed)
}

/// A bonus is half an ante (`house-poker-by` HA-28).
fn stake(kind: StakeKind) -> BoxStake {
    let amount = if kind == StakeKind::Bonus { ANTE / 2 } else { ANTE };
    BoxStake { seat: Seat::new(1).expect("1 is a seat"), place: BoxNumber(1), hand: 0, kind, amount: Money::from_minor(amount) }
}
