//! Hands of any card game, dealt from a seeded shoe and played by a strategy, at a pace of millions.
//!
//! Here never lives a rule of a game, and no strategy of one: a strategy sees what its seat sees and answers one decision.

use super::chance::Chance;
use crate::games::card_game::CardGame;
use crate::games::contract::Deal;
use crate::games::shoe::ShoeRules;
use crate::model::{BoxStake, Card, Choice, DealSettlement, Decision, Eyes, HandLook, Want};

/// How a player decides.
pub trait Strategy: Sync {
    /// One of the choices that the decision offers; `hands` is all that the seat sees of the table.
    fn choose(&self, decision: &Decision, hands: &[HandLook]) -> Choice;
}

/// The player who lets every decision pass, and gets what the rules do then.
#[derive(Clone, Copy, Debug)]
pub struct Undecided;

impl Strategy for Undecided {
    fn choose(&self, decision: &Decision, _: &[HandLook]) -> Choice {
        decision.otherwise
    }
}

/// A table with its shoe, dealing one hand after the other.
#[derive(Debug)]
pub struct Table<'a> {
    game: &'a CardGame,
    chance: Chance,
    /// Every card of the packs; those that have not come yet stand first.
    cards: Vec<Card>,
    left: usize,
}

impl<'a> Table<'a> {
    /// A table with a new shuffle.
    #[must_use]
    pub fn new(game: &'a CardGame, chance: Chance) -> Self {
        let packs = game.rules().shoe().packs;
        let cards: Vec<Card> = (0..packs).flat_map(|_| Card::all()).collect();
        let mut table = Self { game, chance, left: 0, cards };
        table.shuffle();
        table
    }

    /// One hand from the first card to the settlement.
    ///
    /// # Panics
    /// Where the strategy chooses what is not offered.
    pub fn hand(&mut self, stakes: &[BoxStake], strategy: &dyn Strategy) -> DealSettlement {
        let mut deal = self.game.deal(stakes.to_vec());
        loop {
            match deal.wants() {
                Want::Card { .. } => deal.take_card(self.draw()),
                Want::Decision(decision) => {
                    let choice = strategy.choose(&decision, &deal.look(Eyes::Seat(decision.seat)));
                    assert!(decision.offer_for(&choice).is_ok(), "{choice:?} is not among {:?}", decision.offers);
                    deal.take_choice(choice);
                }
                Want::Settlement => break,
            }
        }
        self.end();
        deal.settle()
    }

    fn shoe(&self) -> &ShoeRules {
        self.game.rules().shoe()
    }

    fn shuffle(&mut self) {
        self.left = self.cards.len();
        for _ in 0..self.shoe().burn {
            self.draw();
        }
    }

    /// A card, each of those that are left equally likely. Where none is left the packs are shuffled again.
    fn draw(&mut self) -> Card {
        if self.left == 0 {
            self.left = self.cards.len();
        }
        let drawn = self.chance.below(self.left as u64) as usize;
        self.left -= 1;
        self.cards.swap(drawn, self.left);
        self.cards[self.left]
    }

    fn end(&mut self) {
        if self.left <= usize::from(self.shoe().behind_cut) {
            self.shuffle();
        }
    }
}
