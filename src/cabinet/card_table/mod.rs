//! A card table: stakes, cards, decisions and settlement of one game after the other.
//!
//! Here lives the course of a deal in the cabinet: when stakes are taken, which card is ordered, how long a decision may take, what a
//! fault or a restart does, and where the money goes. Here never live: a rule of a game, a clock, the order of a card that is to come.

mod attendant;
mod chance;
mod context;
mod dealing;
mod finished;
mod holds;
mod in_force;
mod shoe;
mod source;
mod staking;
mod timing;
mod views;

#[cfg(test)]
mod tests;

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::decode::{self, Decoder};
use minicbor::{Decode, Encode};

pub(super) use context::{CabinetContext, TableContext};
pub(super) use finished::Finished;

use in_force::InForce;

use super::kept::Kept;
use super::lifecycle::{Lifecycle, decode_table};
use super::recall::Recalled;
use crate::games::card_game::CardGame;
use crate::games::contract::Deal as _;
use crate::games::recorded::RecordedDeal;
use crate::model::{
    BoxStake, Card, CardPlace, DealSettlement, Face, Money, OrderNumber, PlayedAs, SEATS, Seat, StakeForm, TableNumber, Timestamp,
};

/// What holds at a card table from the opening of a deal to its end.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct CardTerms {
    /// The table's name, as the cabinet file gives it.
    #[n(0)]
    pub name: String,
    /// The rules file's name, such as `blackjack/by`.
    #[n(1)]
    pub rules_name: String,
    /// SHA-256 of the rules file.
    #[cbor(n(2), with = "minicbor::bytes")]
    pub rules_sha256: [u8; 32],
    /// The game with its rules, narrowed by the house's own limits.
    #[n(3)]
    pub game: CardGame,
    /// Whether they wait for nothing but the stakes that lie, and offer nobody what was staked at another game. Those that older releases
    /// brought waited for the end of the deal that was open also where nothing lay in it, and left every seat what it could repeat.
    #[cbor(default)]
    #[n(4)]
    pub waits_for_stakes_only: bool,
}

impl CardTerms {
    /// What a deal under these terms is played as.
    fn played_as(&self) -> PlayedAs {
        PlayedAs { table_name: self.name.clone(), game: self.game.name().to_owned(), rules_name: self.rules_name.clone() }
    }
}

/// A card of a deal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DealtCard {
    /// Which.
    pub card: Card,
    /// Where it went, and which way up; `None` where nobody had asked for it.
    pub to: Option<(CardPlace, Face)>,
}

/// The state of one card table.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct CardTable {
    #[n(0)]
    number: TableNumber,
    #[n(1)]
    terms: InForce,
    /// The terms that come into force with the next deal; that opens as soon as no stake lies.
    #[n(2)]
    next_terms: Option<CardTerms>,
    #[n(3)]
    deal: u64,
    #[n(4)]
    opened_at: Timestamp,
    #[n(5)]
    stage: Stage,
    /// How many decisions are behind this deal; with each of them another one is meant.
    #[n(7)]
    decided: u32,
    #[n(8)]
    shoe: Option<shoe::TableShoe>,
    /// The number of the newest order to the card source.
    #[n(9)]
    newest_order: OrderNumber,
    /// The order that has not come to its end.
    #[n(10)]
    order: Option<shoe::Order>,
    /// Cards that were opened by mistake and are the first of the next deal, in this order (`blackjack-by` BJB-34).
    #[n(12)]
    left_over: Vec<Card>,
    /// What each seat staked in its last deal. What waits for the next deal lies there already and is not in it.
    #[n(15)]
    last_stakes: [Vec<StakeForm>; SEATS],
    /// The last deals, oldest first.
    #[n(16)]
    finished: Vec<Recalled<Finished>>,
    /// How many of the deal's stakes were laid before its first card.
    #[n(17)]
    laid: u16,
    /// Whether the terms know the table no more.
    #[n(18)]
    is_retired: bool,
    /// How far the newest shuffle is, as far as the card source tells it.
    #[n(20)]
    shuffle: Option<shoe::Shuffle>,
    /// What the deal has paid so far; its stakes lie no more.
    #[cbor(default)]
    #[n(21)]
    paid: DealSettlement,
    #[cbor(default)]
    #[n(22)]
    lifecycle: Lifecycle,
}

/// Where the deal stands.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
enum Stage {
    /// Stakes are taken; these lie.
    #[n(0)]
    Staking(#[n(0)] Vec<BoxStake>),
    /// No more stakes; the cards are not ready yet.
    #[n(1)]
    Closed(#[n(0)] Vec<BoxStake>),
    /// Cards are dealt and decisions taken.
    #[n(2)]
    Dealing(#[n(0)] Box<RecordedDeal>),
    /// The newest of the finished deals is shown, none where the table has just begun; these stakes wait for the next one.
    #[n(3)]
    Paid(#[n(0)] Vec<BoxStake>),
}

impl CardTable {
    /// A table on which nothing has been staked yet and whose card source has yet to show itself.
    pub(super) fn new(number: TableNumber, terms: CardTerms, at: Timestamp) -> Self {
        Self {
            number,
            terms: InForce::new(terms),
            next_terms: None,
            deal: 0,
            opened_at: at,
            stage: Stage::Paid(Vec::new()),
            decided: 0,
            shoe: None,
            newest_order: 0,
            order: None,
            left_over: Vec::new(),
            last_stakes: Default::default(),
            finished: Vec::new(),
            laid: 0,
            is_retired: false,
            shuffle: None,
            paid: DealSettlement::default(),
            lifecycle: Lifecycle::new(at),
        }
    }

    /// Decodes a table of this release or an older one.
    fn decode_any_release<'b, C>(d: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
        decode_table(d, context, |table: &mut Self| &mut table.lifecycle, [19, 6, 11, 13])
    }

    pub(super) const fn lifecycle(&self) -> &Lifecycle {
        &self.lifecycle
    }

    pub(super) const fn number(&self) -> TableNumber {
        self.number
    }

    /// The table's name.
    pub(super) fn name(&self) -> &str {
        &self.terms.name
    }

    /// The game in force, with the limits in force.
    pub(super) fn game_in_force(&self) -> &CardGame {
        &self.terms.game
    }

    /// The name of the game that is played at the table.
    pub(super) fn game(&self) -> &'static str {
        self.terms.game.name()
    }

    /// Whether a deal is between its close and its settlement.
    pub(super) const fn is_dealing(&self) -> bool {
        matches!(self.stage, Stage::Closed(_) | Stage::Dealing(_))
    }

    /// The number of the deal.
    pub(super) const fn deal(&self) -> u64 {
        self.deal
    }

    /// The number of the deal, and when stakes were first taken for it.
    pub(super) const fn opened(&self) -> (u64, Timestamp) {
        (self.deal, self.opened_at)
    }

    /// New terms wait until no stake lies at the table.
    pub(super) fn take_terms(&mut self, terms: CardTerms) {
        self.next_terms = (terms != *self.terms).then_some(terms);
        self.is_retired = false;
    }

    /// The table finishes its deal and takes no more stakes.
    pub(super) fn retire(&mut self) {
        self.is_retired = true;
    }

    /// Every stake of the deal that is under way; between two deals those that wait for the next.
    pub(super) fn stakes(&self) -> &[BoxStake] {
        match &self.stage {
            Stage::Staking(lie) | Stage::Closed(lie) | Stage::Paid(lie) => lie,
            Stage::Dealing(deal) => deal.stakes(),
        }
    }

    fn stakes_of(&self, seat: Seat) -> Vec<BoxStake> {
        self.stakes().iter().filter(|stake| stake.seat == seat).copied().collect()
    }

    /// The stakes that lie: those of the deal that were not paid before its end.
    fn lying(&self) -> impl Iterator<Item = &BoxStake> {
        self.stakes().iter().filter(|stake| self.paid.line_of(stake).is_none())
    }

    fn lying_of(&self, seat: Seat) -> impl Iterator<Item = &BoxStake> {
        self.lying().filter(move |stake| stake.seat == seat)
    }

    /// The most that the stakes at the table could return to this seat, with everything it may still stake on them.
    pub(super) fn best_return(&self, seat: Seat) -> Money {
        let stakes: Vec<BoxStake> = self.lying_of(seat).copied().collect();
        if stakes.is_empty() { Money::ZERO } else { self.terms.game.rules().return_most(&stakes) }
    }
}

/// Decodes the tables of a cabinet of this release or an older one.
pub(super) fn decode_tables<'b, C>(d: &mut Decoder<'b>, context: &mut C) -> Result<Vec<Kept<CardTable>>, decode::Error> {
    let count = d.array()?.ok_or_else(|| decode::Error::message("a list says how many tables it has"))?;
    (0..count).map(|_| CardTable::decode_any_release(d, context).map(Kept::new)).collect()
}
