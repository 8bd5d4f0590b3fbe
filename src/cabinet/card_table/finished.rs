//! A deal that is over, as it is recalled.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::data::Type;
use minicbor::decode::{self, Decoder};
use minicbor::{Decode, Encode};

use crate::cabinet::recall::Past;
use crate::games::card_game::CardDeal;
use crate::games::contract::Deal;
use crate::games::first_releases::{self, NumberedDeal};
use crate::model::{DealRecall, DealSettlement, DealVoid, Eyes, HandView, Piece, PlayedAs, Seat, TableNumber, Timestamp};

/// A deal that is over.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(in crate::cabinet) struct Finished {
    #[n(0)]
    pub(in crate::cabinet) deal: u64,
    #[n(1)]
    pub(super) rules_name: String,
    #[n(2)]
    pub(super) opened_at: Timestamp,
    #[n(3)]
    pub(super) settled_at: Timestamp,
    /// The cards as they lay; none where it was void before the first card.
    #[n(4)]
    pub(super) cards: SeenCards,
    #[n(5)]
    pub(super) settlement: DealSettlement,
    #[n(6)]
    pub(super) voided: Option<DealVoid>,
    #[n(7)]
    pub(in crate::cabinet) table: TableNumber,
    /// What it was played as; `None` in checkpoints of releases that did not keep it.
    #[n(8)]
    pub(super) played: Option<PlayedAs>,
    /// What lay at the table besides cards.
    #[cbor(default)]
    #[n(9)]
    pub(super) pieces: Vec<Piece>,
}

/// The cards of a deal that is over, as everybody saw them, and as those seats did that saw more. A release that has other words for a
/// game, or other rules, recalls them as they were.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode)]
pub(super) struct SeenCards {
    #[n(0)]
    public: Vec<HandView>,
    #[n(1)]
    own: Vec<SeenBySeat>,
}

/// The cards as one seat saw them.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct SeenBySeat {
    #[n(0)]
    seat: Seat,
    #[n(1)]
    hands: Vec<HandView>,
}

impl SeenCards {
    /// The cards as they lie at the end of a deal.
    pub(super) fn of(deal: &impl Deal) -> Self {
        let public = deal.look(Eyes::Public);
        let own = Seat::all().map(|seat| SeenBySeat { seat, hands: deal.look(Eyes::Seat(seat)) });
        Self { own: own.filter(|seen| seen.hands != public).collect(), public }
    }

    fn by(&self, eyes: Eyes) -> &[HandView] {
        let own = self.own.iter().find(|seen| eyes == Eyes::Seat(seen.seat));
        own.map_or(&self.public, |seen| &seen.hands)
    }
}

impl<'b, C> Decode<'b, C> for SeenCards {
    fn decode(d: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
        if d.datatype()? == Type::Null {
            // A deal that was void before its first card, as the first releases wrote it.
            d.null()?;
            return Ok(Self::default());
        }
        if first_releases::are_next(d) {
            return Ok(Self::of(&CardDeal::from(NumberedDeal::decode(d, context)?)));
        }
        d.array()?;
        Ok(Self { public: d.decode_with(context)?, own: d.decode_with(context)? })
    }
}

impl Finished {
    /// The hands as these eyes may see them.
    pub(super) fn hands(&self, eyes: Eyes) -> Vec<HandView> {
        self.cards.by(eyes).to_vec()
    }

    /// The same deal, which holds the cards alone that everybody has seen.
    pub(in crate::cabinet) fn closed(mut self) -> Self {
        self.cards.own.clear();
        self
    }

    fn look(&self, eyes: Eyes, settlement: DealSettlement) -> DealRecall {
        DealRecall {
            table: self.table,
            deal: self.deal,
            table_name: self.played.as_ref().map(|played| played.table_name.clone()),
            game: self.played.as_ref().map(|played| played.game.clone()),
            rules_name: self.rules_name.clone(),
            opened_at: self.opened_at,
            settled_at: self.settled_at,
            hands: self.hands(eyes),
            pieces: self.pieces.clone(),
            settlement,
            voided: self.voided.clone(),
        }
    }
}

impl Past for Finished {
    type View = DealRecall;
    type Whole = DealRecall;

    /// Everybody's stakes; cards that were never opened stay hidden.
    fn whole(&self) -> DealRecall {
        self.look(Eyes::Public, self.settlement.clone())
    }

    fn part_of(&self, seat: Seat) -> Option<DealRecall> {
        let own = self.settlement.part_of(seat);
        (!own.returns.is_empty()).then(|| self.look(Eyes::Seat(seat), own))
    }
}
