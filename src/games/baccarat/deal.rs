//! One round: the cards as they come, and whose turn it is to get one.

use alloc::vec::Vec;

use minicbor::Decode;

use super::settle::{Hands, returned};
use super::{Play, Rules, Side, tableau};
use crate::games::cards::Cards;
use crate::games::contract;
use crate::model::{BoxStake, Card, Choice, Combination, DealSettlement, Eyes, Face, HandView, Points, Standing, Want};

/// A round of baccarat. Every card lies open.
#[derive(Clone, Debug, PartialEq, Eq, Decode)]
pub struct Deal {
    #[n(0)]
    play: Play,
    #[n(1)]
    stakes: Vec<BoxStake>,
    #[n(2)]
    player: Cards,
    #[n(3)]
    banker: Cards,
}

impl Deal {
    /// A round before its first card.
    #[must_use]
    pub fn new(rules: &Rules, stakes: &[BoxStake]) -> Self {
        Self { play: rules.play, stakes: stakes.to_vec(), player: Cards::NONE, banker: Cards::NONE }
    }

    /// The two hands so far.
    #[must_use]
    pub fn hands(&self) -> Hands<'_> {
        Hands { player: &self.player, banker: &self.banker }
    }

    fn next(&self) -> Option<Side> {
        tableau::next(&self.play, &self.player, &self.banker)
    }

    fn look_at(&self, side: Side, cards: Cards) -> HandView {
        let next = self.next();
        let standing = match next {
            Some(_) if cards.len() < 2 => Standing::Playing,
            Some(drawing) if drawing == side => Standing::Playing,
            // A Banker waits for the Player's third card.
            Some(_) => Standing::Stands,
            None => Standing::Decided,
        };
        let natural = tableau::is_eight_or_nine(&cards).then_some(Combination::Natural);
        let pair = (cards.len() >= 2 && cards[0].rank() == cards[1].rank()).then_some(Combination::Pair);
        HandView {
            at: side.place(),
            cards: cards.iter().copied().map(Some).collect(),
            points: (!cards.is_empty()).then(|| Points { points: tableau::total(&cards), is_soft: false }),
            combinations: natural.into_iter().chain(pair).collect(),
            standing,
        }
    }
}

impl contract::Deal for Deal {
    fn wants(&self) -> Want {
        self.next().map_or(Want::Settlement, |side| Want::Card { to: side.place(), face: Face::Up })
    }

    fn take_card(&mut self, card: Card) {
        match self.next().expect("the cabinet hands in a card only where one is wanted") {
            Side::Player => self.player.push(card),
            Side::Banker => self.banker.push(card),
        }
    }

    fn take_choice(&mut self, choice: Choice) -> Vec<BoxStake> {
        panic!("nobody decides anything at baccarat, and the cabinet asks first: {choice:?}")
    }

    fn stakes(&self) -> &[BoxStake] {
        &self.stakes
    }

    fn settle(&self) -> DealSettlement {
        assert!(self.next().is_none(), "a round is settled when its last card has come");
        let returns = self.stakes.iter().map(|stake| returned(&self.play, *stake, self.hands())).collect();
        DealSettlement { returns, cuts: Vec::new() }
    }

    fn look(&self, _: Eyes) -> Vec<HandView> {
        alloc::vec![self.look_at(Side::Player, self.player), self.look_at(Side::Banker, self.banker)]
    }
}
