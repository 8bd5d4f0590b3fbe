//! Hands of any card game, dealt from a seeded shoe and played by a strategy, at a pace of millions.
//!
//! Here never lives a rule of a game, and no strategy of one: a strategy sees what its seat sees and answers one decision.

use super::seeded_shoe::SeededShoe;
use crate::games::card_game::CardGame;
use crate::games::contract::Deal;
use crate::model::{BoxStake, Choice, DealSettlement, Decision, Eyes, HandView, Want};
use crate::sim::chance::Chance;

/// How a player decides.
pub trait Strategy: Sync {
    /// One of the choices that the decision offers; `hands` is all that the seat sees of the table.
    fn choose(&self, decision: &Decision, hands: &[HandView]) -> Choice;
}

/// The player who lets every decision pass, and gets what the rules do then.
#[derive(Clone, Copy, Debug)]
pub struct Undecided;

impl Strategy for Undecided {
    fn choose(&self, decision: &Decision, _: &[HandView]) -> Choice {
        decision.otherwise
    }
}

/// Plays a deal from its first card to its end: cards come from the shoe, `choose` decides, and at the end the shoe is shuffled where its
/// cutting card has come.
pub fn play_out<D: Deal>(deal: &mut D, shoe: &mut SeededShoe, mut choose: impl FnMut(&D, &Decision) -> Choice) {
    loop {
        let want = deal.wants();
        match &want {
            Want::Card { .. } => deal.take_card(shoe.draw()),
            // A decision is long, so it stays where it is.
            Want::Decision(decision) => {
                let choice = choose(deal, decision);
                deal.take_choice(choice);
            }
            Want::Window(window) => {
                let (_, decision) = window.open.first().expect("a window has a decision left");
                let choice = choose(deal, decision);
                deal.take_choice_of(decision.place, choice);
            }
            Want::Chance(urn) => deal.take_drawn(&shoe.draw_from(urn)),
            Want::Fresh => {
                shoe.shuffle();
                deal.take_fresh();
            }
            Want::Settlement => break,
        }
    }
    shoe.end_deal();
}

/// A table with its shoe, dealing one hand after the other.
#[derive(Debug)]
pub struct HandDealer<'a> {
    game: &'a CardGame,
    shoe: SeededShoe,
}

impl<'a> HandDealer<'a> {
    /// A table with a new shuffle.
    #[must_use]
    pub fn new(game: &'a CardGame, chance: Chance) -> Self {
        Self { game, shoe: SeededShoe::new(game.rules().shoe(), chance) }
    }

    /// One hand from the first card to the settlement.
    ///
    /// # Panics
    /// Where the strategy chooses what is not offered.
    pub fn hand(&mut self, stakes: &[BoxStake], strategy: &dyn Strategy) -> DealSettlement {
        let mut deal = self.game.deal(stakes);
        play_out(&mut deal, &mut self.shoe, |deal, decision| {
            let choice = strategy.choose(decision, &deal.look(Eyes::Seat(decision.seat)));
            assert!(decision.offer_for(&choice).is_ok(), "{choice:?} is not among {:?}", decision.offers);
            choice
        });
        deal.settle()
    }
}
