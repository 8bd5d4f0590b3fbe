//! A deal that is over, as it is recalled.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use crate::cabinet::recall::Past;
use crate::games::card_game::CardDeal;
use crate::games::contract::Deal as _;
use crate::model::{DealRecall, DealSettlement, DealVoid, Eyes, HandLook, Seat, TableNumber, Timestamp};

/// A deal that is over.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct Finished {
    #[n(0)]
    pub(super) deal: u64,
    #[n(1)]
    pub(super) rules_name: String,
    #[n(2)]
    pub(super) opened_at: Timestamp,
    #[n(3)]
    pub(super) settled_at: Timestamp,
    /// The cards as they lay; `None` where it was void before the first card.
    #[n(4)]
    pub(super) cards: Option<CardDeal>,
    #[n(5)]
    pub(super) settlement: DealSettlement,
    #[n(6)]
    pub(super) voided: Option<DealVoid>,
    #[n(7)]
    pub(super) table: TableNumber,
}

impl Finished {
    /// The hands as these eyes may see them.
    pub(super) fn hands(&self, eyes: Eyes) -> Vec<HandLook> {
        self.cards.as_ref().map(|deal| deal.look(eyes)).unwrap_or_default()
    }

    fn look(&self, eyes: Eyes, settlement: DealSettlement) -> DealRecall {
        DealRecall {
            table: self.table,
            deal: self.deal,
            rules_name: self.rules_name.clone(),
            opened_at: self.opened_at,
            settled_at: self.settled_at,
            hands: self.hands(eyes),
            settlement,
            voided: self.voided.clone(),
        }
    }
}

impl Past for Finished {
    type Look = DealRecall;

    /// Everybody's stakes; cards that were never opened stay hidden.
    fn whole(&self) -> DealRecall {
        self.look(Eyes::Public, self.settlement.clone())
    }

    fn part_of(&self, seat: Seat) -> Option<DealRecall> {
        let DealSettlement { returns, cuts } = &self.settlement;
        let returns: Vec<_> = returns.iter().filter(|line| line.stake.seat == seat).cloned().collect();
        let cuts = cuts.iter().filter(|cut| cut.seat == seat).copied().collect();
        (!returns.is_empty()).then(|| self.look(Eyes::Seat(seat), DealSettlement { returns, cuts }))
    }
}
