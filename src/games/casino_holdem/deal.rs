//! One round: stages, wants, take, look.

use alloc::vec::Vec;

use super::settle::FLOP;
use super::{Play, Rules};
use crate::games::cards::Cards;
use crate::games::contract;
use crate::games::house_poker::{HouseTable, PokerBox, hand, look};
use crate::model::{
    BoxStake, Card, CardPlace, Choice, ChoiceKind, Combination, DealSettlement, Decision, Eyes, Face, HandView, Offer, StakeKind, Standing,
    Want,
};

/// So many cards come to each box and to the dealer.
const OWN: usize = 2;

/// So many cards lie on the board when the dealer opens.
const BOARD: usize = 5;

/// A round of casino hold'em.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    pub(super) play: Play,
    pub(super) table: HouseTable,
    pub(super) board: Cards,
}

/// What is wanted next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Card(CardPlace, Face),
    /// The decision of this box.
    Decision(usize),
    Over,
}

impl Deal {
    /// A round before its first card.
    #[must_use]
    pub fn new(rules: &Rules, stakes: &[BoxStake]) -> Self {
        Self { play: rules.play, table: HouseTable::new(stakes.to_vec(), false, rules.limits.step_minor), board: Cards::NONE }
    }

    fn next(&self) -> Next {
        if self.table.boxes().is_empty() {
            return Next::Over;
        }
        if let Some(to) = (1..=OWN).find_map(|cards| self.lacks(cards)) {
            return Next::Card(to, Face::Down);
        }
        let to_board = Next::Card(CardPlace::Board, Face::Up);
        match self.table.boxes().iter().position(|of| !of.is_final()) {
            _ if self.board.len() < FLOP => to_board,
            Some(at) => Next::Decision(at),
            None if self.board.len() < BOARD && self.plays_on() => to_board,
            None => Next::Over,
        }
    }

    /// Where the next card goes, where not everybody has so many.
    fn lacks(&self, cards: usize) -> Option<CardPlace> {
        let of = self.table.boxes().iter().find(|of| of.cards.len() < cards);
        of.map(|of| hand(of.place)).or_else(|| (self.table.dealer().len() < cards).then_some(CardPlace::Dealer))
    }

    fn plays_on(&self) -> bool {
        self.table.boxes().iter().any(PokerBox::is_in_play)
    }

    /// Whether the cards that the boxes decide on have come, and none has to decide any more.
    pub(super) fn is_decided(&self) -> bool {
        self.board.len() >= FLOP && self.table.boxes().iter().all(PokerBox::is_final)
    }

    fn decision(&self, at: usize) -> Decision {
        let bet = self.table.boxes()[at].bet();
        let offers = [Offer::free(ChoiceKind::Fold), Offer::at(ChoiceKind::Bet, bet)];
        self.table.decision(at, offers.into_iter().collect(), Choice::Fold)
    }

    /// Whether the dealer's cards lie open.
    fn is_open(&self) -> bool {
        self.next() == Next::Over && self.plays_on()
    }

    /// A box as these eyes see it: its player's when it is his turn to look, everybody's when its bonus is settled before the end or it is
    /// in play when the dealer has opened.
    fn look_at(&self, at: usize, eyes: Eyes) -> HandView {
        let of = &self.table.boxes()[at];
        let is_own = self.board.len() >= FLOP && self.table.may_look(of, eyes);
        let plays_bonus = self.table.has(at, StakeKind::Bonus) && (of.is_in_play() || self.play.bonus_survives_pass);
        let is_shown = self.is_decided() && !of.is_dark() && plays_bonus || of.is_in_play() && self.is_open();
        of.look(is_own || is_shown, || self.named(&of.cards))
    }

    fn look_at_dealer(&self) -> HandView {
        let (cards, is_open) = (self.table.dealer(), self.is_open());
        let standing = match is_open {
            false => Standing::Playing,
            true if Rules::has_game(self.strength(cards)) => Standing::Stands,
            true => Standing::NoGame,
        };
        look(CardPlace::Dealer, cards, is_open, standing, || self.named(cards))
    }

    fn look_at_board(&self) -> HandView {
        let standing = if self.next() == Next::Over { Standing::Decided } else { Standing::Playing };
        look(CardPlace::Board, &self.board, true, standing, Vec::new)
    }

    /// What cards make with those on the board, if it is a combination of this game.
    fn named(&self, cards: &[Card]) -> Vec<Combination> {
        let combination = self.strength(cards).combination();
        (combination >= Combination::Pair).then_some(combination).into_iter().collect()
    }
}

impl contract::Deal for Deal {
    fn wants(&self) -> Want {
        match self.next() {
            Next::Card(to, face) => Want::Card { to, face },
            Next::Decision(at) => Want::Decision(self.decision(at)),
            Next::Over => Want::Settlement,
        }
    }

    fn take_card(&mut self, card: Card) {
        match self.next() {
            Next::Card(CardPlace::Board, _) => self.board.push(card),
            Next::Card(to, _) => self.table.put(to, card),
            _ => panic!("a card is handed in only where one is wanted"),
        }
    }

    fn take_choice(&mut self, choice: Choice) -> Vec<BoxStake> {
        let Next::Decision(at) = self.next() else { panic!("a decision is handed in only where one is wanted") };
        let price = self.decision(at).offer_for(&choice).expect("only a choice that was offered is handed in").least;
        self.table.take_choice(at, choice, price)
    }

    fn stakes(&self) -> &[BoxStake] {
        self.table.stakes()
    }

    fn paid(&self) -> DealSettlement {
        self.over_already()
    }

    fn settle(&self) -> DealSettlement {
        assert!(self.next() == Next::Over, "a round is settled when everybody has decided and the last card has come");
        self.settled(self.table.returns(|at, stake| self.returned(at, stake)))
    }

    fn look(&self, eyes: Eyes) -> Vec<HandView> {
        let boxes = (0..self.table.boxes().len()).map(|at| self.look_at(at, eyes));
        boxes.chain([self.look_at_dealer(), self.look_at_board()]).collect()
    }
}
