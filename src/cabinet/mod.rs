//! The cabinet: one state, changed by inputs alone.
//!
//! `step` takes an input and says what it brought about; `outstanding` says what the cabinet wants of the world; `views` says
//! what may be seen. Here live the phases of the table, the books, the limits that concern several seats, and the memory of the
//! last rounds. Here never live: a clock, a random number, a device, a file, a rule of a game.
#![deny(clippy::float_arithmetic)]

mod attendant;
mod attendant_call;
mod card_table;
mod card_tables;
mod dispute;
mod hand_pay;
mod holds;
mod house_faults;
mod kept;
mod keys;
mod lamp;
mod ledger;
mod liability;
mod lifecycle;
mod orders;
mod outstanding;
mod play_session;
mod player_tables;
mod recall;
mod relabelling;
mod replay;
mod rest;
mod round;
mod seat;
mod seat_lock;
mod self_test;
mod shift;
mod stake_limits;
mod step;
mod table;
mod terms;
mod views;
mod wall;
mod wheel;

pub use card_table::{CardTerms, DealtCard};
pub use lamp::{LampWish, lamp_wish};
pub use outstanding::Outstanding;
pub use player_tables::PlayerTableTerms;
pub use relabelling::Relabelling;
pub use replay::{ReplayError, replay};
pub use rest::{WheelRest, WokenBy};
pub use step::{Outcome, Step, TermsMissing};
pub use terms::{DeviceFile, Fittings, Housing, Terms};

use alloc::sync::Arc;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use crate::model::Timestamp;

/// The state of one cabinet: everything a restart needs.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Cabinet {
    /// The number of the newest input stepped.
    #[n(0)]
    number: u64,
    /// Its time.
    #[n(1)]
    at: Timestamp,
    /// The terms in force, which copies of the cabinet share.
    #[cbor(n(2), with = "crate::model::shared::one")]
    terms: Arc<Terms>,
    /// The terms that come into force with the next round.
    #[cbor(n(3), with = "crate::model::shared::optional")]
    next_terms: Option<Arc<Terms>>,
    #[n(4)]
    ledger: ledger::Ledger,
    #[n(5)]
    seats: [seat::SeatState; crate::model::SEATS],
    #[cbor(n(6), decode_with = "table::decode")]
    table: table::WheelTable,
    #[n(7)]
    keys: keys::Keys,
    #[n(8)]
    recall: recall::Recall,
    /// The card tables, in the order of their numbers.
    #[cbor(n(9), decode_with = "card_table::decode_tables")]
    card_tables: Vec<kept::Kept<card_table::CardTable>>,
    /// By how much the wall clock is ahead of the time of the inputs. A checkpoint of an older release has none.
    #[cbor(default)]
    #[n(10)]
    clock_offset: crate::model::ClockOffset,
    /// What it was before the step of the wall clock that is, or was last, a fault.
    #[n(11)]
    clock_offset_before: Option<crate::model::ClockOffset>,
    /// The tables between players, in the order of their numbers. A checkpoint of an older release has none.
    #[cbor(default)]
    #[n(12)]
    player_tables: Vec<kept::Kept<player_tables::HostedTable>>,
    /// By which practice it decides: that of the newest start. A checkpoint of an older release has none.
    #[cbor(default)]
    #[n(13)]
    practice: u16,
    /// The attendants' shifts. A checkpoint of an older release has none.
    #[cbor(default)]
    #[n(14)]
    shifts: shift::Shifts,
    /// The disputes. A checkpoint of an older release has none.
    #[cbor(default)]
    #[n(15)]
    disputes: dispute::Disputes,
    /// The wins that wait to be paid by hand. A checkpoint of an older release has none.
    #[cbor(default)]
    #[n(16)]
    hand_pays: hand_pay::HandPays,
    /// The seats that wait for an attendant. A checkpoint of an older release has none.
    #[cbor(default)]
    #[n(17)]
    attendant_calls: attendant_call::AttendantCalls,
    /// The self-tests. A checkpoint of an older release has none.
    #[cbor(default)]
    #[n(18)]
    self_tests: self_test::SelfTests,
    /// The seats that attendants have locked. A checkpoint of an older release has none.
    #[cbor(default)]
    #[n(19)]
    seat_locks: seat_lock::SeatLocks,
    /// The sessions of play. A checkpoint of an older release has none.
    #[cbor(default)]
    #[n(20)]
    play_sessions: play_session::PlaySessions,
    /// The limits that attendants have set. A checkpoint of an older release has none.
    #[cbor(default)]
    #[n(21)]
    limits: stake_limits::SetLimits,
    /// The faults of the house itself. A checkpoint of an older release has none.
    #[cbor(default)]
    #[n(22)]
    house_faults: house_faults::HouseFaults,
}

impl Cabinet {
    /// The number of the newest input stepped.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// The time of the newest input stepped.
    #[must_use]
    pub const fn at(&self) -> Timestamp {
        self.at
    }

    /// The current round.
    #[must_use]
    pub const fn round(&self) -> u64 {
        self.table.round
    }

    /// The terms in force.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The whole state as bytes, for a checkpoint.
    #[must_use]
    pub fn to_bytes(&self) -> alloc::vec::Vec<u8> {
        minicbor::to_vec(self).expect("encoding to memory cannot fail")
    }

    /// The state that [`Cabinet::to_bytes`] made these bytes from; `None` where they are not such bytes or their books do not balance.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut cabinet: Self = minicbor::decode(bytes).ok()?;
        cabinet.remake_limits();
        cabinet.ledger.is_balanced().then_some(cabinet)
    }

    /// The same, of the state after this record; `None` where it is of another.
    #[must_use]
    pub fn from_state(bytes: &[u8], number: u64) -> Option<Self> {
        Self::from_bytes(bytes).filter(|cabinet| cabinet.number() == number)
    }
}

#[cfg(test)]
mod tests;
