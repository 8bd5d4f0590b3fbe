//! Disputes: a player does not agree with a round or a deal that is over, and a person of the house decides.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{DealRecall, Money, PastHand, RoundRecall, Seat, TableNumber, Timestamp};

/// A game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub enum PastGame {
    /// A round of the wheel.
    #[n(0)]
    Round(#[n(0)] u64),
    /// A deal of a card table, or of one between players.
    #[n(1)]
    Deal {
        /// The table.
        #[n(0)]
        table: TableNumber,
        /// The deal's number at this table.
        #[n(1)]
        deal: u64,
    },
}

impl PastGame {
    /// The card table, `None` for the wheel's, and the number of the round or deal: as programs are told of a game.
    #[must_use]
    pub const fn place(self) -> (Option<u8>, u64) {
        match self {
            Self::Round(round) => (None, round),
            Self::Deal { table, deal } => (Some(table.0), deal),
        }
    }
}

/// What the program has read in the journal of a game that the cabinet does not recall any more.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum GameRead {
    /// The game, in the cabinet's own encoding, with no other cards than those that everybody has seen.
    #[n(0)]
    Found(#[cbor(n(0), with = "minicbor::bytes")] Vec<u8>),
    /// There is no such game, or it is not over.
    #[n(1)]
    Missing,
}

/// What is decided on a dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Verdict {
    /// The player is right.
    #[n(0)]
    Upheld {
        /// What the house puts on his credit for it, in minor units, more than nothing.
        #[n(0)]
        amount: Money,
    },
    /// The game stands as it was paid.
    #[n(1)]
    Rejected,
}

impl Verdict {
    /// What is paid; `None` where the dispute is rejected.
    #[must_use]
    pub const fn amount(self) -> Option<Money> {
        match self {
            Self::Upheld { amount } => Some(amount),
            Self::Rejected => None,
        }
    }
}

/// How a dispute was decided.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Ruling {
    /// What.
    #[n(0)]
    pub verdict: Verdict,
    /// Who decided.
    #[n(1)]
    pub by: String,
    /// When, as the wall clock showed it.
    #[n(2)]
    pub at: Timestamp,
    /// Why, in that person's words.
    #[n(3)]
    pub note: String,
}

/// A dispute as it is shown; to a seat's eyes with its own part of the game alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisputeView {
    /// Its number, from 1.
    pub number: u32,
    /// What is disputed.
    pub game: PastGame,
    /// The seat whose player does not agree.
    pub seat: Seat,
    /// Who opened it.
    pub opened_by: String,
    /// When, as the wall clock showed it.
    pub opened_at: Timestamp,
    /// What it is about, in that person's words.
    pub note: String,
    /// How it was decided; `None` as long as it is open.
    pub ruling: Option<Ruling>,
    /// The game as it was recalled or read in the journal, kept until the dispute is decided and as long as that is shown.
    pub kept: KeptGame,
}

/// A game that is kept for its dispute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptGame {
    /// A round of the wheel.
    Round(Arc<RoundRecall>),
    /// A deal of a card table.
    Deal(Arc<DealRecall>),
    /// A deal between players with the disputing seat's money and the cards that everybody has seen. The closed ones stay closed, or an official
    /// could look into any hand by opening a dispute about it.
    Hand(Arc<PastHand>),
}
