//! What one seat alone may see, and the answer to an order.

use std::sync::Arc;
use std::time::Duration;

use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::super::sheet::{Sheet, Text};
use super::attendant_call::WaitingCall;
use super::bet::PlacedBet;
use super::cabinet::Cabinet;
use super::dispute::SeatDispute;
use super::play_session::PlaySession;
use super::player_table::SeatPlayerTable;
use super::round::{Round, SeatPart};
use super::table::{SeatTable, Table};
use crate::access::Holder;
use crate::model::{RoundRecall, SeatView, StaffRole};

/// The most rounds that a seat's view carries.
const ROUNDS: usize = 16;

/// A seat's own state.
#[derive(Serialize, ToSchema)]
#[schema(as = Seat)]
pub(in crate::http) struct SeatState {
    /// The seat, 1 to 6.
    #[schema(example = 3)]
    seat: u8,
    /// Its credit; what lies on the layout is no longer in it.
    #[schema(example = 5000)]
    credit: i64,
    /// What lies on the layout.
    #[schema(example = 300)]
    staked: i64,
    /// Its bets of the current round, one a position.
    bets: Vec<PlacedBet>,
    /// Whether there is something to undo.
    can_undo: bool,
    /// What `repeat` would place.
    repeat: Vec<PlacedBet>,
    /// Its newest settlement.
    #[schema(required)]
    last: Option<SeatPart>,
    /// Its own part of the recalled rounds, newest first, at most 16.
    #[schema(value_type = Vec<Round>)]
    rounds: Vec<Text>,
    /// What an attendant has to pay it by hand before it stakes anything more; 0 where it is not locked. It is not in the credit.
    #[schema(example = 0)]
    hand_pay: i64,
    /// Its call; null where it does not wait for an attendant.
    #[schema(required)]
    attendant_call: Option<WaitingCall>,
    /// Whether an attendant has locked it: it stakes nothing anew and takes part in nothing new, and what lies is played to its end.
    locked: bool,
    /// Its session of play; null where none is under way, or the jurisdiction asks for none.
    #[schema(required)]
    play_session: Option<PlaySession>,
    /// Its disputes, newest first: those that are open, and the newest that are decided.
    disputes: Vec<SeatDispute>,
    // They are written one by one (see `edition`).
    /// Its part of the card tables, in the order of the cabinet's `tables` and then of its `machines`.
    tables: Vec<SeatTable>,
    /// Its part of the tables between players, in the order of the cabinet's `player_tables`.
    player_tables: Vec<SeatPlayerTable>,
    /// Its machines: tables of its own, each as its player sees it.
    #[schema(value_type = Vec<Table>)]
    machines: Vec<Text>,
}

impl SeatState {
    /// The seat, without its card tables; `round` says how a round was written, and `machines` are as they were written.
    pub(in crate::http) fn new(view: &SeatView, round: impl Fn(&Arc<RoundRecall>) -> Text, machines: Vec<Text>) -> Self {
        Self {
            seat: view.seat.number(),
            credit: view.credit.minor(),
            staked: view.staked.minor(),
            bets: view.bets.iter().map(PlacedBet::from).collect(),
            can_undo: view.can_undo,
            repeat: view.repeat.iter().map(PlacedBet::from).collect(),
            last: view.last.as_deref().map(SeatPart::from),
            rounds: view.rounds.iter().take(ROUNDS).map(round).collect(),
            hand_pay: view.hand_pay.minor(),
            attendant_call: view.attendant_call.as_ref().map(WaitingCall::from),
            locked: view.is_locked,
            play_session: view.play_session.as_ref().map(PlaySession::from),
            disputes: view.disputes.iter().map(|dispute| SeatDispute::from(&**dispute)).collect(),
            tables: Vec::new(),
            player_tables: Vec::new(),
            machines,
        }
    }
}

/// A seat with the cabinet around it.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct SeatPage {
    /// What everybody may see.
    cabinet: Cabinet,
    /// What the seat alone may see.
    seat: SeatState,
}

/// The answer to an order that was accepted: it is done and durable.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Done {
    /// The journal's number of the command.
    #[schema(example = 1234)]
    pub(in crate::http) number: u64,
    /// Whether it had been done before under the same Idempotency-Key, so that nothing moved now.
    pub(in crate::http) repeated: bool,
    /// The seat's newest state, for orders that concern one seat.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "sheet")]
    #[schema(value_type = Option<SeatState>)]
    pub(in crate::http) seat: Option<Arc<Sheet>>,
}

fn sheet<S: Serializer>(sheet: &Option<Arc<Sheet>>, serializer: S) -> Result<S::Ok, S::Error> {
    sheet.as_deref().serialize(serializer)
}

/// Who the token's holder is.
#[derive(Serialize, ToSchema)]
#[serde(tag = "role", rename_all = "kebab-case")]
#[schema(example = json!({"role": "seat", "seat": 3}))]
pub(in crate::http) enum Me {
    /// The player at a seat.
    Seat {
        /// The seat, 1 to 6.
        seat: u8,
    },
    /// An attendant.
    Attendant(PersonMe),
    /// A technician.
    Technician(PersonMe),
    /// An auditor.
    Auditor(PersonMe),
    /// An owner.
    Owner(PersonMe),
}

/// A person of the house.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct PersonMe {
    /// The name that stands in the journal.
    name: String,
    /// After how many seconds without an order the session ends; left out where the token is a link's, which does not end.
    #[serde(skip_serializing_if = "Option::is_none")]
    idle_seconds: Option<u64>,
}

impl Me {
    /// The holder of a token; `idle` ends the session, where it is one.
    pub(in crate::http) fn new(holder: &Holder, idle: Option<Duration>) -> Self {
        match holder {
            Holder::Seat(seat) => Self::Seat { seat: seat.number() },
            Holder::Staff { name, role } => {
                let me = PersonMe { name: name.clone(), idle_seconds: idle.map(|idle| idle.as_secs()) };
                match role {
                    StaffRole::Attendant => Self::Attendant(me),
                    StaffRole::Technician => Self::Technician(me),
                    StaffRole::Auditor => Self::Auditor(me),
                    StaffRole::Owner => Self::Owner(me),
                }
            }
        }
    }
}
