//! One seat at one box, hand after hand.

use super::Strategy;
use crate::games::blackjack::{Deal, Rules};
use crate::games::contract::Deal as _;
use crate::model::{BoxNumber, BoxStake, Money, Seat, StakeKind};
use crate::sim::chance::Chance;
use crate::sim::strategies::hands::play_out;
use crate::sim::strategies::seeded_shoe::SeededShoe;

/// A table with a shoe and one player.
#[derive(Debug)]
pub struct Table<'a> {
    rules: &'a Rules,
    strategy: &'a Strategy,
    shoe: SeededShoe,
    stake: BoxStake,
}

/// What a hand came to, all its stakes together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedHand {
    /// What was staked.
    pub staked: Money,
    /// What came back.
    pub returned: Money,
}

impl<'a> Table<'a> {
    /// A table with a new shuffle, at which `stake` lies on every hand.
    #[must_use]
    pub fn new(rules: &'a Rules, strategy: &'a Strategy, chance: Chance, stake: Money) -> Self {
        let seat = Seat::all().next().expect("there are seats");
        let stake = BoxStake { seat, place: BoxNumber(1), hand: 0, kind: StakeKind::Main, amount: stake };
        Self { rules, strategy, shoe: SeededShoe::new(&rules.shoe, chance), stake }
    }

    /// One hand, from the first card to the settlement.
    pub fn hand(&mut self) -> PlayedHand {
        let mut deal = Deal::new(self.rules, core::slice::from_ref(&self.stake));
        play_out(&mut deal, &mut self.shoe, |deal, decision| {
            let cards = deal.hand_cards(decision.place, decision.hand).expect("a decision is about a hand that there is");
            self.strategy.choose(decision, cards, deal.dealer_cards())
        });
        PlayedHand { staked: deal.stakes().iter().map(|stake| stake.amount).sum(), returned: deal.returned() }
    }
}
