//! One round: two cards, the window in which all boxes decide, and the third card.

use alloc::vec::Vec;

use super::settle::{Ends, returned};
use super::{Play, Rules};
use crate::games::antes::{Antes, Raise};
use crate::games::cards::Cards;
use crate::games::contract;
use crate::model::{
    BoxNumber, BoxStake, Card, CardPlace, Choice, Combination, DealSettlement, Eyes, Face, HandView, Points, StakeKind, Standing, Want,
    Window,
};

/// Ride or stand; silence stands (BQAM-22).
const RIDE: Raise = Raise { choice: Choice::Ride, kind: StakeKind::Ride, otherwise: Choice::Stand };

/// A round of Red Dog. Every card lies open on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    play: Play,
    antes: Antes,
    cards: Cards,
}

impl Deal {
    /// A round before its first card.
    #[must_use]
    pub fn new(rules: &Rules, stakes: &[BoxStake]) -> Self {
        Self { play: rules.play, antes: Antes::new(stakes), cards: Cards::NONE }
    }

    fn ends(&self) -> Option<Ends> {
        Some(Ends::of(*self.cards.first()?, *self.cards.get(1)?))
    }

    /// The boxes that are asked for a decision now.
    fn window(&self) -> Option<Window> {
        let is_asked = self.cards.len() == 2 && matches!(self.ends(), Some(Ends::Spread(_)));
        if is_asked { self.antes.window(&RIDE) } else { None }
    }

    fn is_over(&self) -> bool {
        let want_third = |ends: Ends| ends.want_third(&self.play);
        self.ends().is_some_and(|ends| self.cards.len() == 2 + usize::from(want_third(ends)))
    }
}

impl contract::Deal for Deal {
    fn wants(&self) -> Want {
        if self.is_over() {
            return Want::Settlement;
        }
        self.window().map_or(Want::Card { to: CardPlace::Board, face: Face::Up }, Want::Window)
    }

    fn take_card(&mut self, card: Card) {
        self.cards.push(card);
    }

    fn take_choice(&mut self, choice: Choice) -> Vec<BoxStake> {
        panic!("all boxes decide at once at Red Dog: {choice:?}")
    }

    fn take_choice_of(&mut self, place: BoxNumber, choice: Choice) -> Vec<BoxStake> {
        self.antes.take_choice_of(place, choice, &RIDE)
    }

    fn stakes(&self) -> &[BoxStake] {
        self.antes.stakes()
    }

    fn settle(&self) -> DealSettlement {
        assert!(self.is_over(), "a round is settled when its last card has come");
        let returns = self.stakes().iter().map(|stake| returned(&self.play, *stake, &self.cards)).collect();
        DealSettlement { returns, cuts: Vec::new() }
    }

    /// The board counts its spread.
    fn look(&self, _: Eyes) -> Vec<HandView> {
        let ends = self.ends();
        let spread = if let Some(Ends::Spread(spread)) = ends { Some(spread) } else { None };
        let is_pair = ends == Some(Ends::Pair);
        let is_three = is_pair && self.cards.get(2).is_some_and(|third| third.rank() == self.cards[0].rank());
        let pair = if is_three { Combination::ThreeOfAKind } else { Combination::Pair };
        alloc::vec![HandView {
            at: CardPlace::Board,
            cards: self.cards.iter().copied().map(Some).collect(),
            points: spread.map(|points| Points { points, is_soft: false }),
            combinations: is_pair.then_some(pair).into_iter().collect(),
            standing: if self.is_over() { Standing::Decided } else { Standing::Playing },
        }]
    }
}
