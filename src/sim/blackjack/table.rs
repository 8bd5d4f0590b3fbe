//! One seat at one box, hand after hand.

use super::Strategy;
use crate::games::blackjack::{Deal, Rules};
use crate::games::contract::Deal as _;
use crate::model::{BoxNumber, BoxStake, Card, Money, Seat, StakeKind, Want};
use crate::sim::chance::Chance;

/// A table with a shoe and one player.
#[derive(Debug)]
pub struct Table<'a> {
    rules: &'a Rules,
    strategy: &'a Strategy,
    chance: Chance,
    /// Every card of the packs; those that have not come yet stand first.
    cards: Vec<Card>,
    left: usize,
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
        let cards: Vec<Card> = (0..rules.shoe.packs).flat_map(|_| Card::all()).collect();
        let seat = Seat::all().next().expect("there are seats");
        let stake = BoxStake { seat, place: BoxNumber(1), hand: 0, kind: StakeKind::Main, amount: stake };
        let mut table = Self { rules, strategy, chance, left: 0, cards, stake };
        table.shuffle();
        table
    }

    /// One hand, from the first card to the settlement.
    pub fn hand(&mut self) -> PlayedHand {
        let mut deal = Deal::new(self.rules, core::slice::from_ref(&self.stake));
        loop {
            match deal.wants() {
                Want::Card { .. } => deal.take_card(self.draw()),
                Want::Decision(decision) => {
                    let cards = deal.hand_cards(decision.place, decision.hand).expect("a decision is about a hand that there is");
                    let choice = self.strategy.choose(&decision, cards, deal.dealer_cards());
                    deal.take_choice(choice);
                }
                Want::Settlement => break,
            }
        }
        if self.left <= usize::from(self.rules.shoe.behind_cut) {
            self.shuffle();
        }
        PlayedHand { staked: deal.stakes().iter().map(|stake| stake.amount).sum(), returned: deal.returned() }
    }

    /// Every card is as likely as any other that is left, so cards that were drawn are shuffled by being left again.
    fn shuffle(&mut self) {
        self.left = self.cards.len();
        for _ in 0..self.rules.shoe.burn {
            self.draw();
        }
    }

    /// A card; where none is left the packs are shuffled again.
    pub fn draw(&mut self) -> Card {
        if self.left == 0 {
            self.left = self.cards.len();
        }
        let drawn = self.chance.place(self.left as u32) as usize;
        self.left -= 1;
        self.cards.swap(drawn, self.left);
        self.cards[self.left]
    }
}
