//! Blackjack as the auditor's table asks for it.

use std::sync::Arc;

use super::{Deal, Rules};
use crate::model::{BoxStake, Card, CardPlace, Choice, Face};
use crate::sim::auditor::cards::clerk::{Clerk, DealClerk};
use crate::sim::auditor::cards::expected_turn::ExpectedTurn;
use crate::sim::auditor::cards::keys::Keys;
use crate::sim::auditor::cards::{Chosen, Mistake, Settled};

/// Reads the rules of one house.
pub(in crate::sim::auditor::cards) fn read(keys: &Keys<'_>) -> Result<Arc<dyn Clerk>, String> {
    Ok(Arc::new(Rules::read(keys)?))
}

impl Clerk for Rules {
    fn check_laid(&self, lying: &[BoxStake]) -> Result<(), String> {
        self.limits.check(lying)
    }

    fn begin(&self, laid: &[BoxStake]) -> Result<Box<dyn DealClerk>, String> {
        Ok(Box::new(Deal::new(self.clone(), laid)))
    }

    /// A hand stands, and what was offered besides is declined (HRAM-Q12).
    fn is_default(&self, choice: Choice) -> bool {
        matches!(choice, Choice::Stand | Choice::Decline)
    }
}

impl DealClerk for Deal {
    fn next_card(&self) -> Option<(CardPlace, Face)> {
        self.next_card()
    }

    fn asked(&self) -> Vec<ExpectedTurn> {
        self.asked().into_iter().collect()
    }

    fn take(&mut self, to: CardPlace, _: Face, card: Card) -> Result<(), String> {
        self.take(to, card);
        Ok(())
    }

    /// A card that was doubled face down is opened when the dealer has finished (BJB-22).
    fn is_open(&self) -> bool {
        self.next_card().is_none() && self.asked().is_none()
    }

    fn take_stray(&mut self, card: Card) -> Result<(), String> {
        self.take_stray(card)
    }

    /// There are rules for mistakes (BJB-32, BJB-33, BJAM-Q23).
    fn is_void_by(&self, mistake: Mistake) -> bool {
        self.is_void_by(mistake)
    }

    fn mend(&mut self, mistake: Mistake) -> Result<(), String> {
        if let Mistake::MissedBox(place) = mistake { self.miss(place) } else { Ok(()) }
    }

    fn begin_with(&mut self, cards: Vec<Card>) {
        cards.into_iter().for_each(|card| self.stray(card));
    }

    fn chose(&mut self, chosen: &Chosen<'_>) -> Result<(), String> {
        self.chose(chosen)
    }

    fn settle(&self) -> Result<Settled, String> {
        self.settle()
    }

    /// Some stakes are paid at once (BJB-30, BW-1, BJAM-27).
    fn due_beyond(&self, paid: &[BoxStake]) -> Result<Settled, String> {
        self.due_beyond(paid)
    }

    fn payments_stand(&self) -> bool {
        self.payments_stand()
    }

    fn left_over(&self) -> Vec<Card> {
        self.left_over()
    }
}
