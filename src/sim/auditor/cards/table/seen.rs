//! What is seen of the cards at a table, in a deal under way or after it.

use super::super::clerk::DealClerk;
use super::{CardTable, Phase};
use crate::model::{BoxNumber, Card, CardPlace, Seat};

impl CardTable {
    /// Whether everybody sees the cards at this place, all of them or none, in a deal under way or after it; `None` where the game says so of
    /// no place.
    pub(in crate::sim::auditor) fn is_open_at(&self, at: CardPlace) -> Option<bool> {
        self.seen_deal()?.is_open_at(at)
    }

    /// What everybody sees of the cards at this place, card by card, in a deal under way or after it; `None` where the game does not say so.
    pub(in crate::sim::auditor) fn shows(&self, at: CardPlace) -> Option<Vec<Option<Card>>> {
        self.seen_deal()?.shows(at)
    }

    /// Whether a player sees the cards of this box that lie face down, beyond what everybody sees.
    pub(in crate::sim::auditor) fn is_seen_by(&self, seat: Seat, place: BoxNumber) -> bool {
        self.seen_deal().is_some_and(|deal| deal.is_seen_by(seat, place))
    }

    /// The deal whose cards lie on the table.
    pub(super) fn seen_deal(&self) -> Option<&dyn DealClerk> {
        match &self.phase {
            Phase::Dealing(deal) => Some(&**deal),
            _ => self.shown.as_deref(),
        }
    }
}
