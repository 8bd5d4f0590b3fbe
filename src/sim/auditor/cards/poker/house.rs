//! House poker as the auditor's table asks for it.

use std::sync::Arc;

use super::{Deal, Rules};
use crate::model::{BoxNumber, BoxStake, Card, CardPlace, Choice, Face, Seat};
use crate::sim::auditor::cards::clerk::{Clerk, DealClerk};
use crate::sim::auditor::cards::expected_turn::ExpectedTurn;
use crate::sim::auditor::cards::keys::Keys;
use crate::sim::auditor::cards::{Chosen, Settled};

/// Reads the rules of one house for Oasis poker.
pub(in crate::sim::auditor::cards) fn read_oasis(keys: &Keys<'_>) -> Result<Arc<dyn Clerk>, String> {
    Ok(Arc::new(Rules::oasis(keys)?))
}

/// Reads the rules of one house for Russian poker.
pub(in crate::sim::auditor::cards) fn read_russian(keys: &Keys<'_>) -> Result<Arc<dyn Clerk>, String> {
    Ok(Arc::new(Rules::russian(keys)?))
}

impl Clerk for Rules {
    fn check_laid(&self, lying: &[BoxStake]) -> Result<(), String> {
        self.limits.check(lying)
    }

    fn begin(&self, laid: &[BoxStake]) -> Result<Box<dyn DealClerk>, String> {
        Ok(Box::new(Deal::new(self.clone(), laid)?))
    }

    /// A light box passes, and what was offered besides is declined (HRAM-Q12).
    fn is_default(&self, choice: Choice) -> bool {
        matches!(choice, Choice::Fold | Choice::Decline)
    }
}

/// No text keeps a card that nobody asked for.
impl DealClerk for Deal {
    fn next_card(&self) -> Option<(CardPlace, Face)> {
        self.next_card()
    }

    fn asked(&self) -> Vec<ExpectedTurn> {
        self.asked().into_iter().collect()
    }

    fn take(&mut self, to: CardPlace, face: Face, card: Card) -> Result<(), String> {
        self.may_take(to, face)?;
        self.take(to, card);
        Ok(())
    }

    fn is_open(&self) -> bool {
        self.is_open()
    }

    fn is_seen_by(&self, seat: Seat, place: BoxNumber) -> bool {
        self.is_seen_by(seat, place)
    }

    fn chose(&mut self, chosen: &Chosen<'_>) -> Result<(), String> {
        self.chose(chosen)
    }

    fn settle(&self) -> Result<Settled, String> {
        self.settle()
    }
}
