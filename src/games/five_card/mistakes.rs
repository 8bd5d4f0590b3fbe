//! Hands with a wrong number of cards (HPAM-30 to HPAM-32).

use alloc::vec::Vec;

use super::{Deal, ExposedCard, Mistakes};
use crate::games::contract::UnexpectedCard;
use crate::games::house_poker::PokerBox;
use crate::model::{BoxNumber, BoxStake, Money, Odds, StakeKind, StakeReturn};

/// So many cards belong to the dealer.
const HAND: usize = 5;

impl Mistakes {
    /// What the house pays for a void hand with this ante.
    pub(super) const fn penalty(&self, ante: Money) -> Money {
        Odds::HALF.win_of(ante, self.rounding)
    }
}

impl Deal {
    /// The hand of this box does not count.
    pub(super) fn void_hand(&mut self, place: BoxNumber) -> UnexpectedCard {
        self.table.void_box(place);
        UnexpectedCard::HandCorrected
    }

    /// The dealer has so many cards, and not as many as the record says. Where one is missing from five, he gets one more (HPAM-31).
    pub(super) fn count_dealer(&mut self, cards: u8) -> UnexpectedCard {
        if self.table.dealer().len() == HAND && usize::from(cards) + 1 == HAND {
            self.table.drop_dealers_last();
            return UnexpectedCard::HandCorrected;
        }
        self.void_all()
    }

    /// A second card of the dealer was seen (HPAM-Q19).
    pub(super) fn expose_dealers_card(&mut self) -> UnexpectedCard {
        match self.play.mistakes.exposed_card {
            ExposedCard::Void => self.void_all(),
            ExposedCard::PlaysOn => UnexpectedCard::Taken,
        }
    }

    fn void_all(&mut self) -> UnexpectedCard {
        self.is_dealer_void = true;
        let surrendered_too = self.play.mistakes.surrendered_too;
        let counts = |of: &&PokerBox| surrendered_too || !of.is_folded();
        let places: Vec<BoxNumber> = self.table.boxes().iter().filter(counts).map(|of| of.place).collect();
        places.into_iter().for_each(|place| self.table.void_box(place));
        UnexpectedCard::Voids
    }

    /// What the stakes return that the mistakes have settled. Where no hand counts, those are all.
    pub(super) fn void_lines(&self) -> Vec<StakeReturn> {
        let line = |stake: &BoxStake| {
            let of = &self.table.boxes()[self.table.box_of(stake)?];
            match () {
                () if of.is_void => Some(self.void_return(of, *stake)),
                () if self.is_dealer_void => Some(lost(*stake)),
                () => None,
            }
        };
        self.table.stakes().iter().filter_map(line).collect()
    }

    /// What a stake of a void hand returns (HPAM-30, HPAM-Q16).
    pub(super) fn void_return(&self, of: &PokerBox, stake: BoxStake) -> StakeReturn {
        let mistakes = &self.play.mistakes;
        match stake.kind {
            StakeKind::Ante => StakeReturn::compensated(stake, mistakes.penalty(of.ante)),
            StakeKind::Exchange | StakeKind::SixthCard if !mistakes.price_comes_back => StakeReturn::kept(stake),
            _ => StakeReturn::back(stake),
        }
    }
}

/// A stake of a box that had surrendered.
pub(super) fn lost(stake: BoxStake) -> StakeReturn {
    match stake.kind {
        StakeKind::Exchange | StakeKind::SixthCard => StakeReturn::kept(stake),
        _ => StakeReturn::lost(stake),
    }
}
