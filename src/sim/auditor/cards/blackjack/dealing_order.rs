//! Where each card goes.

use super::{Deal, Hand, State, best, is_soft, worth};
use crate::model::{BoxNumber, Card, CardPlace, Face, StakeKind};
use crate::sim::auditor::cards::Mistake;
use crate::sim::auditor::cards::line::require;

/// No table waits with more cards than these, that nobody asked for, until somebody takes them.
const WAITING_MOST: usize = 24;

impl Deal {
    /// Where the next card goes, and which way up, once nobody has anything to decide.
    pub(in crate::sim::auditor::cards) fn next_card(&self) -> Option<(CardPlace, Face)> {
        if self.turn().is_some() {
            return None;
        }
        match self.hand_in_need() {
            Some(hand) => {
                let hand = &self.hands[hand];
                Some((CardPlace::Hand { place: hand.place, hand: hand.number }, hand.doubled.unwrap_or(Face::Up)))
            }
            None => (self.is_first_card_of_dealer() || self.dealer_draws()).then_some((CardPlace::Dealer, Face::Up)),
        }
    }

    /// Of the first two rounds, the dealer's card is next.
    fn is_first_card_of_dealer(&self) -> bool {
        self.first_cards.front() == Some(&None)
    }

    /// The hand that must get the next card; none where it is the dealer's, or nobody's.
    fn hand_in_need(&self) -> Option<usize> {
        if let Some(first) = self.first_cards.front() {
            return *first;
        }
        let first_open = self.hands.iter().position(|hand| self.is_open(hand))?;
        let hand = &self.hands[first_open];
        // BJAM-21: the second hand of a split gets its second card when the first has been played.
        (hand.is_owed || hand.cards.len() == 1).then_some(first_open)
    }

    /// The dealer draws: to a hand that stands, to a blackjack that waits, for an insurance (BJAM-Q16, BJB-20, BA-18, BA-19).
    fn dealer_draws(&self) -> bool {
        if !self.first_cards.is_empty() || self.hands.iter().any(|hand| self.is_open(hand)) {
            return false;
        }
        let rules = &self.rules;
        let stays = |hand: &&Hand| matches!(hand.state, State::Plays | State::Stands);
        let is_played_against = self.hands.iter().filter(stays).any(|hand| !self.is_paid_as_blackjack(hand));
        let is_waited_for = self.hands.iter().filter(stays).any(|hand| self.waits_for_dealer(hand));
        if rules.draws_for_nobody || is_played_against || (is_waited_for && !rules.one_card_for_blackjacks) {
            return !self.dealer_stands();
        }
        let is_insured = self.raised.iter().any(|stake| stake.kind == StakeKind::Insurance);
        let may_lose_half = self.dealer_may_have_blackjack()
            && rules.surrender.as_ref().is_some_and(|surrender| !surrender.is_final)
            && self.hands.iter().any(|hand| hand.state == State::GivenUp);
        self.dealer.len() == 1 && (is_waited_for || is_insured || may_lose_half)
    }

    /// Whether the hand is a blackjack that is not paid yet.
    fn waits_for_dealer(&self, hand: &Hand) -> bool {
        let mut players = self.laid.iter().filter(|stake| stake.place == hand.place);
        let all_took_even_money = !hand.is_of_split && players.all(|stake| self.even_money.contains(&(stake.seat, stake.place)));
        let is_paid = self.rules.paid_at_once && !self.dealer_may_have_blackjack();
        self.is_paid_as_blackjack(hand) && !all_took_even_money && !is_paid
    }

    fn dealer_may_have_blackjack(&self) -> bool {
        self.dealer.first().is_some_and(|card| matches!(worth(*card), 1 | 10))
    }

    /// 16 or less draws, 17 or more stands (BJAM-29, BJB-18, BJAM-Q2, BA-4).
    fn dealer_stands(&self) -> bool {
        let count = best(&self.dealer);
        count > 17 || (count == 17 && (self.rules.stands_on_soft_17 || !is_soft(&self.dealer)))
    }

    /// An ordered card has come to this place.
    pub(in crate::sim::auditor::cards) fn take(&mut self, to: CardPlace, card: Card) {
        match self.next_card() {
            Some((next, _)) if next == to => {
                self.put(card);
                self.hand_out();
            }
            // Something else has filled the place meanwhile: nobody wants the card now.
            _ => self.stray(card),
        }
    }

    /// A card that nobody asked for has come, and the deal goes on.
    pub(in crate::sim::auditor::cards) fn take_stray(&mut self, card: Card) -> Result<(), String> {
        require(self.rules.strays_stay, "a card that nobody asked for makes the deal void by these rules")?;
        self.stray(card);
        Ok(())
    }

    /// A card that nobody asked for goes to the next place in dealing order (BJB-32), or waits until there is one.
    pub(in crate::sim::auditor::cards) fn stray(&mut self, card: Card) {
        self.waiting.push_back(card);
        self.hand_out();
    }

    /// Cards that wait are used up before one is ordered.
    pub(super) fn hand_out(&mut self) {
        while self.next_card().is_some() {
            let Some(card) = self.waiting.pop_front() else { return };
            self.put(card);
        }
    }

    /// The cards that nobody took: the first ones of the next deal (BJB-34).
    pub(in crate::sim::auditor::cards) fn left_over(&self) -> Vec<Card> {
        self.waiting.iter().copied().collect()
    }

    fn put(&mut self, card: Card) {
        let hand = self.hand_in_need();
        self.first_cards.pop_front();
        let Some(hand) = hand else { return self.dealer.push(card) };
        let hand = &mut self.hands[hand];
        hand.cards.push(card);
        hand.is_owed = false;
        let is_over = best(&hand.cards) > 21;
        match hand.doubled {
            Some(Face::Down) => hand.state = State::Stands,
            _ if is_over => hand.state = State::Bust,
            Some(Face::Up) => hand.state = State::Stands,
            None => {}
        }
    }

    /// BJB-32, BJB-33, BJAM-Q23. A table on which so many cards wait that no hand would take them is a matter for a person.
    pub(in crate::sim::auditor::cards) fn is_void_by(&self, mistake: Mistake) -> bool {
        match mistake {
            Mistake::StrayCard | Mistake::ExposedCard | Mistake::CardTooMany(_) => {
                !self.rules.strays_stay || self.waiting.len() >= WAITING_MOST
            }
            Mistake::WrongCount { .. } => true,
            Mistake::MissedBox(place) => !self.rules.missed_sits_out || (self.has_drawn() && self.untouched(place).is_none()),
        }
    }

    /// Additional drawing has begun, of a hand or of the dealer.
    fn has_drawn(&self) -> bool {
        self.dealer.len() > 1 || self.hands.iter().any(|hand| hand.is_of_split || hand.cards.len() > 2)
    }

    /// The hand of a box that has not played. A blackjack has played when the turn has gone past it, though there was nothing to decide.
    fn untouched(&self, place: BoxNumber) -> Option<usize> {
        let is_it = |hand: &Hand| {
            hand.place == place && hand.state == State::Plays && hand.cards.len() == 2 && !hand.is_of_split && hand.doubled.is_none()
        };
        let at = self.hands.iter().position(is_it)?;
        let is_paid = self.even_money.iter().any(|(_, paid)| *paid == place);
        (!is_paid && (!self.hands[at].is_natural() || self.is_ahead(at))).then_some(at)
    }

    /// Whether the croupier has yet to come to this hand.
    fn is_ahead(&self, at: usize) -> bool {
        let is_before = self.hands[..at].iter().any(|hand| self.is_open(hand));
        !self.first_cards.is_empty() || is_before || self.turn().is_some_and(|turn| turn.at() < at)
    }

    /// Whether the croupier has come to this hand, and it has nothing more to decide or to get.
    pub(super) fn has_played(&self, at: usize) -> bool {
        !self.is_ahead(at) && !self.is_open(&self.hands[at])
    }

    /// The dealer has missed this box: while no hand has drawn, the cards are moved back; later it sits out (BJB-33).
    pub(in crate::sim::auditor::cards) fn miss(&mut self, place: BoxNumber) -> Result<(), String> {
        require(self.rules.missed_sits_out, "a missed box makes the deal void by these rules")?;
        if !self.has_drawn() {
            return Ok(());
        }
        let missed = self.untouched(place).ok_or("a box sits out that has no stake, or has played")?;
        let missed = &mut self.hands[missed];
        (missed.state, missed.is_owed) = (State::SitsOut, false);
        self.hand_out();
        Ok(())
    }
}
