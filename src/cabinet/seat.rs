//! What a seat has on the layout, action by action, and what it can repeat.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use crate::games::roulette::{self, Rules};
use crate::model::{Bet, Money, Position, SeatRecall, Stake};

/// One seat's bets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct SeatState {
    /// What was placed in this round, one element for each accepted command.
    #[n(0)]
    actions: Vec<Action>,
    /// The bets of the last round that was closed or given back with bets of this seat in it.
    #[n(1)]
    repeat: Vec<Bet>,
    /// The newest settlement.
    #[cbor(n(2), with = "crate::model::shared::optional")]
    pub(super) last: Option<Arc<SeatRecall>>,
    /// What the bets to repeat would place on an empty layout, under the terms in force.
    #[n(3)]
    would_repeat: Vec<Stake>,
}

/// What one command placed.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct Action {
    /// The bets as they were asked for, so that they can be asked for again.
    #[n(0)]
    bets: Vec<Bet>,
    /// The simple stakes they were placed as.
    #[n(1)]
    stakes: Vec<Stake>,
}

/// The stakes as they lie on the layout: one for each position.
pub(super) fn merged<'a>(stakes: impl Iterator<Item = &'a Stake>) -> Vec<Stake> {
    let mut lying: BTreeMap<Position, Money> = BTreeMap::new();
    for stake in stakes {
        let amount = lying.entry(stake.position).or_default();
        *amount = *amount + stake.amount;
    }
    lying.into_iter().map(|(position, amount)| Stake { position, amount }).collect()
}

impl SeatState {
    /// The stakes that lie on the layout, one for each position.
    pub(super) fn bets(&self) -> Vec<Stake> {
        merged(self.actions.iter().flat_map(|action| &action.stakes))
    }

    pub(super) fn has_bets(&self) -> bool {
        !self.actions.is_empty()
    }

    /// The bets on the layout as they were asked for.
    pub(super) fn asked(&self) -> Vec<Bet> {
        self.actions.iter().flat_map(|action| action.bets.iter().copied()).collect()
    }

    /// The bets that a repeat asks for.
    pub(super) fn to_repeat(&self) -> Vec<Bet> {
        self.repeat.clone()
    }

    /// What a repeat would place on an empty layout; nothing where the terms in force do not allow the bets any more.
    pub(super) fn would_repeat(&self) -> &[Stake] {
        &self.would_repeat
    }

    /// Measures the bets to repeat against these rules: when either of them has changed.
    pub(super) fn measure_repeat(&mut self, rules: &Rules) {
        self.would_repeat = roulette::accept(rules, &[], &self.repeat).map(|accepted| accepted.stakes).unwrap_or_default();
    }

    pub(super) fn place(&mut self, bets: Vec<Bet>, stakes: Vec<Stake>) {
        self.actions.push(Action { bets, stakes });
    }

    /// Takes the newest action back.
    pub(super) fn undo(&mut self) -> Vec<Stake> {
        self.actions.pop().map(|action| action.stakes).unwrap_or_default()
    }

    /// Takes back everything that lies on one position. What remains of a called bet stands as simple bets from now on.
    pub(super) fn take_back(&mut self, position: Position) -> Vec<Stake> {
        let mut taken = Vec::new();
        for action in &mut self.actions {
            let (of_position, rest): (Vec<_>, Vec<_>) = action.stakes.iter().copied().partition(|stake| stake.position == position);
            if !of_position.is_empty() {
                taken.extend(of_position);
                action.bets = rest.iter().copied().map(Bet::Simple).collect();
                action.stakes = rest;
            }
        }
        self.actions.retain(|action| !action.stakes.is_empty());
        taken
    }

    /// Takes everything back.
    pub(super) fn take_all_back(&mut self) -> Vec<Stake> {
        let bets = self.bets();
        self.actions.clear();
        bets
    }

    /// The seat's part in the round is over: takes its bets off the layout and remembers them as the ones to repeat.
    pub(super) fn finish_round(&mut self, rules: &Rules) -> Vec<Stake> {
        if self.has_bets() {
            self.repeat = self.asked();
            self.measure_repeat(rules);
        }
        self.take_all_back()
    }
}
