//! A wrong number of cards: whose hand does not count, and what the house owes for it (HPAM-30 to HPAM-32).

use super::{Deal, FIVE, PlayedBox};
use crate::model::{BoxNumber, CardPlace};
use crate::sim::auditor::cards::Mistake;
use crate::sim::auditor::cards::keys::Ratio;
use crate::sim::auditor::cards::line::{Line, require};

/// Why a hand does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Void {
    /// It has a wrong number of cards.
    Own,
    /// The dealer's has.
    OfDealer,
}

/// HPAM-31: the dealer's hand that is repaired.
const REPAIRED: u8 = 4;

impl Deal {
    /// HPAM-30: a wrong hand of a box is none of the others'. HPAM-31, HPAM-32, HPAM-Q19: of the dealer's only four instead of five are repaired.
    pub(super) fn is_void_by(&self, mistake: Mistake) -> bool {
        match mistake {
            Mistake::StrayCard => true,
            Mistake::ExposedCard => self.rules.exposed_voids,
            Mistake::CardTooMany(_) | Mistake::MissedBox(_) => false,
            Mistake::WrongCount { at: CardPlace::Hand { .. }, .. } => false,
            Mistake::WrongCount { cards, .. } => cards != REPAIRED || self.dealer.len() != FIVE,
        }
    }

    /// The deal goes on.
    pub(super) fn mend(&mut self, mistake: Mistake) -> Result<(), String> {
        match mistake {
            Mistake::StrayCard | Mistake::ExposedCard => Ok(()),
            Mistake::CardTooMany(place) | Mistake::MissedBox(place) => self.void_box(place, None),
            Mistake::WrongCount { at: CardPlace::Hand { place, .. }, cards } => self.void_box(place, Some(cards)),
            // The last card that was recorded for the dealer is not his.
            Mistake::WrongCount { .. } => {
                self.dealer.pop();
                Ok(())
            }
        }
    }

    /// The hand of this box does not count; it is said to have so many cards.
    fn void_box(&mut self, place: BoxNumber, cards: Option<u8>) -> Result<(), String> {
        let of = self.of_mut(place).ok_or_else(|| format!("box {} has no ante and a wrong number of cards", place.0))?;
        let is_right = cards.is_some_and(|cards| usize::from(cards) == of.cards.len() && of.owed.is_none());
        require(!is_right, format_args!("box {} has {} cards, and that was taken for wrong", place.0, of.cards.len()))?;
        require(of.void.is_none(), format_args!("the hand of box {} was void before", place.0))?;
        of.void = Some(Void::Own);
        Ok(())
    }

    /// HPAM-32: all hands are void.
    pub(super) fn give_up(&mut self, mistake: Mistake) {
        if self.is_void_by(mistake) {
            self.boxes.iter_mut().for_each(|of| of.void = of.void.or(Some(Void::OfDealer)));
        }
    }

    /// M8: a box that was surrendered before stays so, where the house reads it like that.
    pub(super) fn stays_surrendered(&self, of: &PlayedBox) -> bool {
        of.void == Some(Void::OfDealer) && of.has_surrendered() && !self.rules.surrendered_too
    }

    /// HPAM-30, HPAM-Q29: the ante, and half of it.
    pub(super) fn compensated(&self, ante: i64) -> Line {
        Line::compensated(Ratio { win: 1, per: 2 }.of(ante, self.rules.penalty_up))
    }
}
