//! The order of a deal: which card comes where, and whose turn it is.

use super::rank::{self, ACE_KING};
use super::rules::Game;
use super::{Bought, Deal, PokerBox};
use crate::model::{BoxNumber, Card, CardPlace, Face, Seat};
use crate::sim::auditor::cards::line::pips;

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Card(CardPlace, Face),
    /// The first decision of a box.
    First(usize),
    /// The decision of a box on the cards that it has bought.
    Final(usize),
    /// Whether a box buys the dealer's game.
    Purchase(usize),
    Settlement,
}

impl Deal {
    /// OAS-2, RUS-2.
    pub(super) fn next(&self) -> Next {
        let rounds = || (0..=self.boxes.len()).find_map(|round| self.next_of_round(round));
        self.next_dealt().or_else(rounds).or_else(|| self.next_of_purchase()).unwrap_or(Next::Settlement)
    }

    /// Where the next card goes, and which way up, once nobody has anything to decide.
    pub(in crate::sim::auditor::cards) fn next_card(&self) -> Option<(CardPlace, Face)> {
        if let Next::Card(to, face) = self.next() { Some((to, face)) } else { None }
    }

    /// From left to right five cards to each box and to the dealer, whose last one is opened.
    fn next_dealt(&self) -> Option<Next> {
        match self.boxes.iter().find(|of| of.first_five.len() < 5) {
            Some(of) => Some(Next::Card(hand(of.place), Face::Down)),
            None if self.dealer.cards.len() < 4 => Some(Next::Card(CardPlace::Dealer, Face::Down)),
            None if self.dealer.cards.len() == 4 => Some(Next::Card(CardPlace::Dealer, Face::Up)),
            None => None,
        }
    }

    /// From left to right all first decisions, then the cards that were bought, then the decisions on them.
    fn next_of_round(&self, round: usize) -> Option<Next> {
        let first = |is: &dyn Fn(&PokerBox) -> bool| self.boxes.iter().position(|of| self.round_of(of) == round && is(of));
        if let Some(at) = first(&|of| self.has_first_decision(of)) {
            return Some(Next::First(at));
        }
        if let Some(at) = first(&|of| of.owed > 0) {
            return Some(Next::Card(hand(self.boxes[at].place), Face::Down));
        }
        first(&|of| of.has_improved && !of.has_bet && !of.has_folded).map(Next::Final)
    }

    /// HPC-11: each player's first light boxes, then their second ones; the dark ones after the light ones, where they decide at all
    /// (HA-12), as they do about the dealer's game (RUS-21).
    fn round_of(&self, of: &PokerBox) -> usize {
        let is_before = |other: &&PokerBox| other.seat == of.seat && !other.is_dark && other.place < of.place;
        if of.is_dark { self.boxes.len() } else { self.boxes.iter().filter(is_before).count() }
    }

    fn has_first_decision(&self, of: &PokerBox) -> bool {
        match of.is_dark {
            true => self.rules.dark_improvement && !of.has_improved && !of.has_declined_cards,
            false => !of.has_improved && !of.has_bet && !of.has_folded,
        }
    }

    /// RUS-2, RUS-19, RUS-21: only on no game; light boxes decide first, then dark ones; HA-27: one replacement for all who buy.
    fn next_of_purchase(&self) -> Option<Next> {
        let is_for_sale = matches!(self.rules.game, Game::Russian { .. }) && self.is_no_game();
        let is_asked = |of: &&PokerBox| is_for_sale && of.is_in_play() && of.buys_game.is_none();
        let asked = |is_dark: bool| self.boxes.iter().position(|of| of.is_dark == is_dark && is_asked(&of));
        if let Some(at) = asked(false).or_else(|| asked(true)) {
            return Some(Next::Purchase(at));
        }
        let is_bought = self.boxes.iter().any(PokerBox::has_bought_game);
        (is_bought && self.bought().came.is_none()).then_some(Next::Card(CardPlace::Dealer, Face::Up))
    }

    fn is_no_game(&self) -> bool {
        self.dealer.cards.len() == 5 && rank::best(&self.dealer.cards).rank < ACE_KING
    }

    /// The dealer has opened, and with him every box that plays.
    pub(in crate::sim::auditor::cards) fn is_open(&self) -> bool {
        let are_decided = self.next_dealt().is_none() && (0..=self.boxes.len()).all(|round| self.next_of_round(round).is_none());
        are_decided && self.boxes.iter().any(PokerBox::is_in_play)
    }

    /// Whether a player sees the cards of a box of his that lie face down: of a light one when all are dealt, and of the second when he is
    /// done with the first (HPC-6, HPC-9, HPC-10, HPC-11).
    pub(in crate::sim::auditor::cards) fn is_seen_by(&self, seat: Seat, place: BoxNumber) -> bool {
        let Some(of) = self.boxes.iter().find(|of| (of.seat, of.place) == (seat, place) && !of.is_dark) else { return false };
        let mut before = self.boxes.iter().filter(|other| other.seat == seat && !other.is_dark && other.place < of.place);
        self.next_dealt().is_none() && before.all(|other| other.has_bet || other.has_folded)
    }

    /// The card that was ordered for this place has come.
    pub(in crate::sim::auditor::cards) fn take(&mut self, to: CardPlace, card: Card) {
        if let CardPlace::Hand { place, .. } = to {
            let of = self.boxes.iter_mut().find(|of| of.place == place).expect("the place was looked at before");
            of.cards.push(card);
            if of.first_five.len() < 5 { of.first_five.push(card) } else { of.owed -= 1 }
        } else if self.dealer.cards.len() < 5 {
            self.dealer.cards.push(card);
        } else if pips(self.bought().thrown) != pips(card) {
            self.dealer.came = Some(card);
        }
    }

    /// RUS-19: the dealer's highest card is thrown away, and another one comes.
    pub(super) fn bought(&self) -> Bought {
        let cards = &self.dealer.cards;
        let thrown = *cards.iter().max_by_key(|card| pips(**card)).expect("the dealer has his cards");
        let kept = cards.iter().copied().filter(|card| *card != thrown).collect();
        Bought { kept, thrown, came: self.dealer.came }
    }
}

const fn hand(place: BoxNumber) -> CardPlace {
    CardPlace::Hand { place, hand: 0 }
}
