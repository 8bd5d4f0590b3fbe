//! What officials may see.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use super::super::sheet::Text;
use super::attendant_call::WaitingCall;
use super::dispute::Dispute;
use super::hand_pay::HandPayDue;
use super::hold::Fault;
use super::journal::Journal;
use super::play_session::PlaySession;
use super::round::Round;
use super::seat_lock::StandingLock;
use super::self_test::PartState;
use super::shift::{ClosedShift, OpenShift};
use super::stake_limits::ChangedLimits;
use super::table::{Table, TableDeal};
use crate::model::{DealRecall, DisputeView, MetersView, OfficialView, RoundRecall, SeatLine, ShiftReport};

/// The books as officials may see them.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Official {
    /// Every seat.
    seats: Vec<OfficialSeat>,
    /// The cabinet's meters.
    meters: Meters,
    /// All fees at tables between players: those of pots, which the meters count as staked and not returned, and those by the hour, which stand in
    /// `hourly_fees` as well and not in `staked`.
    #[schema(example = 250)]
    fees: i64,
    /// What the table could have to pay out at most in this round, above the stakes that lie on it.
    #[schema(example = 18000)]
    exposure: i64,
    /// The recalled rounds of all seats, newest first, the unfinished one included.
    #[schema(value_type = Vec<Round>)]
    rounds: Vec<Text>,
    /// The recalled deals of the card tables, table by table, newest first.
    #[schema(value_type = Vec<TableDeal>)]
    deals: Vec<Text>,
    /// Every seat's machines.
    #[schema(value_type = Vec<Table>)]
    machines: Vec<Text>,
    /// The shift that is open; null where none is.
    #[schema(required)]
    shift: Option<OpenShift>,
    /// The shift that was closed last; null where none was. `/api/v1/shifts` shows those before, too.
    #[schema(required, value_type = Option<ClosedShift>)]
    last_shift: Option<Text>,
    /// The wins that wait for an attendant to pay them by hand, oldest first.
    hand_pays: Vec<HandPayDue>,
    /// The seats that wait for an attendant, longest first.
    attendant_calls: Vec<WaitingCall>,
    /// The locks of the seats that attendants have locked, longest first.
    seat_locks: Vec<StandingLock>,
    /// Where the limits of stakes are not those of the cabinet file, or change with the next round or deal. `/api/v1/table/limits` and
    /// `/api/v1/tables/{table}/limits` show the amounts.
    limits: Vec<ChangedLimits>,
    /// The faults of the house itself that stand, oldest first. No table stands still for one.
    house_faults: Vec<Fault>,
    /// The parts that can test themselves, each with its newest self-test.
    self_tests: Vec<PartState>,
    /// The disputes that are open and the newest that are decided, newest first. `/api/v1/disputes` shows their games, too.
    #[schema(value_type = Vec<Dispute>)]
    disputes: Vec<Text>,
    /// The journal.
    journal: Journal,
}

impl Official {
    /// The books; `round`, `deal`, `shift` and `dispute` say how each was written, and `machines` are as they were written.
    pub(in crate::http) fn new(
        view: &OfficialView,
        round: impl Fn(&Arc<RoundRecall>) -> Text,
        deal: impl Fn(&Arc<DealRecall>) -> Text,
        shift: impl Fn(&Arc<ShiftReport>) -> Text,
        dispute: impl Fn(&Arc<DisputeView>) -> Text,
        machines: Vec<Text>,
    ) -> Self {
        Self {
            seats: view.seats.iter().map(OfficialSeat::from).collect(),
            meters: view.meters.into(),
            fees: view.fees.minor(),
            exposure: view.exposure.minor(),
            rounds: view.rounds.iter().map(round).collect(),
            deals: view.deals.iter().map(deal).collect(),
            machines,
            shift: view.shift.as_ref().map(OpenShift::from),
            last_shift: view.shifts.first().map(shift),
            hand_pays: view.hand_pays.iter().map(HandPayDue::from).collect(),
            attendant_calls: view.attendant_calls.iter().map(WaitingCall::from).collect(),
            seat_locks: view.seat_locks.iter().map(StandingLock::from).collect(),
            limits: view.limits.iter().filter_map(|limits| ChangedLimits::of(limits)).collect(),
            house_faults: view.house_faults.iter().map(Fault::from).collect(),
            self_tests: view.self_tests.iter().map(PartState::from).collect(),
            disputes: view.disputes.iter().map(dispute).collect(),
            journal: Journal::from(&view.journal),
        }
    }
}

/// One seat's books.
#[derive(Serialize, ToSchema)]
struct OfficialSeat {
    /// The seat, 1 to 6.
    #[schema(example = 3)]
    seat: u8,
    /// Its credit.
    #[schema(example = 5000)]
    credit: i64,
    /// What lies on the layout and at the tables.
    #[schema(example = 300)]
    staked: i64,
    /// What lies before it at tables between players.
    #[schema(example = 2000)]
    stacks: i64,
    /// Its session of play; null where none is under way, or the jurisdiction asks for none.
    #[schema(required)]
    play_session: Option<PlaySession>,
    /// Its meters.
    meters: Meters,
}

impl From<&SeatLine> for OfficialSeat {
    fn from(line: &SeatLine) -> Self {
        Self {
            seat: line.seat.number(),
            credit: line.credit.minor(),
            staked: line.staked.minor(),
            stacks: line.stacks.minor(),
            play_session: line.play_session.as_ref().map(PlaySession::from),
            meters: line.meters.into(),
        }
    }
}

/// Meters: they only ever grow.
#[derive(Serialize, ToSchema)]
pub(super) struct Meters {
    /// Money put on the credit.
    credit_in: i64,
    /// Money paid out by attendants.
    credit_out: i64,
    /// Stakes of settled and voided rounds.
    staked: i64,
    /// What those stakes returned.
    returned: i64,
    /// Rounds played to an outcome.
    games: u64,
    /// Rounds voided.
    voids: u64,
    /// How often an attendant paid out.
    attendant_payments: u64,
    /// What the house put on the credit for disputes that were upheld.
    corrections: i64,
    /// Wins paid in cash by an attendant's hand.
    hand_paid: i64,
    /// Fees for hours at tables between players.
    hourly_fees: i64,
}

impl From<MetersView> for Meters {
    fn from(meters: MetersView) -> Self {
        Self {
            credit_in: meters.credit_in.minor(),
            credit_out: meters.credit_out.minor(),
            staked: meters.staked.minor(),
            returned: meters.returned.minor(),
            games: meters.games,
            voids: meters.voids,
            attendant_payments: meters.attendant_payments,
            corrections: meters.corrections.minor(),
            hand_paid: meters.hand_paid.minor(),
            hourly_fees: meters.hourly_fees.minor(),
        }
    }
}
