//! What the cabinet shows: to everybody, to one seat, to officials. A view holds only what its eyes may see.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{
    AttendantCall, BetKind, BetReturn, Call, DealRecall, DisputeView, FaultCode, HandPay, JournalView, Money, NoSpinReason, PartView,
    PlaySessionView, PlayerTableView, Pocket, Seat, SeatLock, SeatPlayerTableView, SeatSettlement, SeatTableView, ShiftReport, ShiftView,
    Stake, TableLimitsView, TableView, Timestamp, VoidReason,
};

/// Everything there is to see after a step. Each person is shown only the part that is for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Views {
    /// For everybody.
    pub cabinet: CabinetView,
    /// For each seat, in order.
    pub seats: Vec<SeatView>,
    /// For officials.
    pub official: OfficialView,
}

/// The phase of the wheel's round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhaseView {
    /// Bets are taken; no ball is running.
    Open,
    /// The ball has been asked for or runs on the rim. Whether bets are still taken says `betting_open`.
    BallRunning,
    /// No more bets; waiting for the ball.
    Closed,
    /// The outcome is recorded and every bet of the round is settled.
    Paid,
    /// The table stands still.
    Held,
}

/// What everybody may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CabinetView {
    /// The moment of the newest input this view knows of.
    pub at: Timestamp,
    /// The number of that input.
    pub number: u64,
    /// The current round.
    pub round: u64,
    /// Its phase.
    pub phase: PhaseView,
    /// Whether a bet would be taken now.
    pub betting_open: bool,
    /// Whether the ball is seen running on the rim.
    pub ball_on_rim: bool,
    /// Whether the wheel rests because nobody plays; the next bet starts it.
    pub wheel_rests: bool,
    /// When what ends at `ends_at` began; `None` where nothing ends by itself.
    pub began_at: Option<Timestamp>,
    /// When the present phase ends by itself: the countdown in `Open`, the pause in `Paid`; `None` where it waits for something.
    pub ends_at: Option<Timestamp>,
    /// The outcome while the phase is `Paid`; `None` there means a voided round.
    pub outcome: Option<Pocket>,
    /// Why the round is void, where it is and the next one is not open yet, also while the table is held.
    pub voided: Option<VoidReason>,
    /// How many spins of this round did not count.
    pub no_spins: u32,
    /// Why the last of them did not count.
    pub last_no_spin: Option<NoSpinReason>,
    /// Why the table is held, where it is.
    pub hold: Option<HoldView>,
    /// The faults that stand now.
    pub faults: Vec<FaultView>,
    /// The last rounds with an outcome, newest first, at most 100.
    pub last: Vec<LastRound>,
    /// How many seats have bets in this round.
    pub seats_playing: u32,
    /// The rules in force.
    pub rules: Arc<RulesView>,
    /// The card tables; a table that was not touched is the very one of the views before.
    pub tables: Vec<Arc<TableView>>,
    /// The tables between players, likewise.
    pub player_tables: Vec<Arc<PlayerTableView>>,
}

/// Why the table is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoldView {
    /// The device fault that holds it; `None` where an attendant does.
    pub fault: Option<FaultCode>,
    /// In words.
    pub reason: String,
    /// Since when.
    pub since: Timestamp,
    /// Whether betting can simply go on (no ball was launched).
    pub can_continue: bool,
    /// Whether the hold ends by itself when the fault or the self-test is over.
    pub ends_by_itself: bool,
    /// Whether a self-test runs.
    pub is_self_test: bool,
}

/// A fault that stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultView {
    /// Which.
    pub code: FaultCode,
    /// What was seen.
    pub detail: String,
    /// Since when.
    pub since: Timestamp,
}

/// A round of the past, as the board shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct LastRound {
    /// The round.
    #[n(0)]
    pub round: u64,
    /// Where the ball lay.
    #[n(1)]
    pub pocket: Pocket,
}

/// The rules in force, as the rules screen shows them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesView {
    /// The rules file's name, such as `roulette/am`.
    pub name: String,
    /// The pay table's name, such as `AM-TO1`.
    pub pay_table: String,
    /// SHA-256 of the rules file.
    pub sha256: [u8; 32],
    /// The currency's code, such as `AMD`.
    pub currency: String,
    /// How many decimals an amount is shown with.
    pub decimals: u8,
    /// The kinds offered with what they pay and their limits.
    pub bets: Vec<BetLimit>,
    /// Whether the trios 0-1-2 and 0-2-3 are offered as streets.
    pub zero_trios: bool,
    /// The called bets offered.
    pub calls: Vec<Call>,
    /// Bets are multiples of this.
    pub step: Money,
    /// The most of all bets of one seat in one round.
    pub seat_most: Money,
    /// The most that one position of one seat wins; `None` where nothing is cut (RA-14).
    pub win_most: Option<Money>,
    /// The values of the chips on the console.
    pub chips: Vec<Money>,
    /// Whether bets are still taken while the ball runs on the rim.
    pub open_while_ball_runs: bool,
}

/// A kind of bet with what it returns and its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BetLimit {
    /// The kind.
    pub kind: BetKind,
    /// What a stake of 1 returns in all when it wins, the stake included.
    pub returns: i64,
    /// The least on one position.
    pub least: Money,
    /// The most of one seat on one position.
    pub most: Money,
}

/// What a seat alone may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// The seat.
    pub seat: Seat,
    /// Its credit; what lies on the layout is no longer in it.
    pub credit: Money,
    /// What lies on the layout.
    pub staked: Money,
    /// Its bets of the current round, one a position.
    pub bets: Vec<Stake>,
    /// Whether there is something to undo.
    pub can_undo: bool,
    /// What [`super::Order::Repeat`] would place.
    pub repeat: Vec<Stake>,
    /// Its newest settlement.
    pub last: Option<Arc<SeatRecall>>,
    /// Its own part of the recalled rounds, newest first.
    pub rounds: Vec<Arc<RoundRecall>>,
    /// What an attendant has to pay it by hand before it stakes anything more; nothing where it is not locked. It is not in the credit.
    pub hand_pay: Money,
    /// Its call, while it waits for an attendant.
    pub attendant_call: Option<AttendantCall>,
    /// Whether an attendant has locked it.
    pub is_locked: bool,
    /// Its session of play; `None` where none is under way, or nobody asks for any.
    pub play_session: Option<PlaySessionView>,
    /// Its own disputes, newest first.
    pub disputes: Vec<Arc<DisputeView>>,
    /// Its part of the card tables, in the order of [`CabinetView::tables`].
    pub tables: Vec<Arc<SeatTableView>>,
    /// Its part of the tables between players, in the order of [`CabinetView::player_tables`].
    pub player_tables: Vec<Arc<SeatPlayerTableView>>,
}

/// What officials may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfficialView {
    /// Every seat.
    pub seats: Vec<SeatLine>,
    /// The cabinet's meters.
    pub meters: MetersView,
    /// All fees at tables between players. Those of pots are part of what the meters count as staked and not returned; those by the hour are not, and
    /// stand in [`MetersView::hourly_fees`] as well.
    pub fees: Money,
    /// What the table could have to pay out at most in this round, above the stakes that lie on it.
    pub exposure: Money,
    /// The recalled rounds, newest first, the unfinished one included.
    pub rounds: Vec<Arc<RoundRecall>>,
    /// The recalled deals of the card tables, table by table, newest first.
    pub deals: Vec<Arc<DealRecall>>,
    /// The shift that is open.
    pub shift: Option<ShiftView>,
    /// The shifts before, newest first.
    pub shifts: Vec<Arc<ShiftReport>>,
    /// The wins that wait for an attendant to pay them by hand, oldest first.
    pub hand_pays: Vec<HandPay>,
    /// The seats that wait for an attendant, longest first.
    pub attendant_calls: Vec<AttendantCall>,
    /// The locks of the seats that an attendant has locked, longest first.
    pub seat_locks: Vec<SeatLock>,
    /// The limits of the wheel's table and of every card table and machine; one that was not touched is the very one of the views before.
    pub limits: Vec<Arc<TableLimitsView>>,
    /// The faults of the house itself that stand, oldest first: no table stands still for one.
    pub house_faults: Vec<FaultView>,
    /// The parts that can be told to test themselves, each with its newest test.
    pub self_tests: Vec<PartView>,
    /// The disputes that are open and the newest that are decided, newest first.
    pub disputes: Vec<Arc<DisputeView>>,
    /// The journal, of which the cabinet itself knows nothing.
    pub journal: JournalView,
}

/// One seat in the officials' view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatLine {
    /// The seat.
    pub seat: Seat,
    /// Its credit.
    pub credit: Money,
    /// What lies on the layout and at the tables.
    pub staked: Money,
    /// What lies before it at tables between players.
    pub stacks: Money,
    /// Its session of play; `None` where none is under way, or nobody asks for any.
    pub play_session: Option<PlaySessionView>,
    /// Its meters.
    pub meters: MetersView,
}

/// Meters: they only ever grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct MetersView {
    /// Money put on the credit.
    #[n(0)]
    pub credit_in: Money,
    /// Money paid out by attendants.
    #[n(1)]
    pub credit_out: Money,
    /// Stakes of settled and voided rounds.
    #[n(2)]
    pub staked: Money,
    /// What those stakes returned.
    #[n(3)]
    pub returned: Money,
    /// Rounds played to an outcome.
    #[n(4)]
    pub games: u64,
    /// Rounds voided.
    #[n(5)]
    pub voids: u64,
    /// How often an attendant paid out.
    #[n(6)]
    pub attendant_payments: u64,
    /// What the house put on the credit for disputes that were upheld. Meters of older releases have none.
    #[cbor(default)]
    #[n(7)]
    pub corrections: Money,
    /// Wins paid in cash by an attendant's hand, before they came onto the credit. Meters of older releases have none.
    #[cbor(default)]
    #[n(8)]
    pub hand_paid: Money,
    /// Fees for hours at tables between players. Meters of older releases have none.
    #[cbor(default)]
    #[n(9)]
    pub hourly_fees: Money,
}

/// A round recalled: everything needed to settle an argument about it, with the places of the wheel's raw lines.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct RoundRecall {
    /// The round.
    #[n(0)]
    pub round: u64,
    /// When betting opened.
    #[n(1)]
    pub opened_at: Timestamp,
    /// When betting closed, if it has.
    #[n(2)]
    pub closed_at: Option<Timestamp>,
    /// When it was settled, if it is.
    #[n(3)]
    pub settled_at: Option<Timestamp>,
    /// Where the ball lay.
    #[n(4)]
    pub outcome: Option<Pocket>,
    /// Why it was voided, if it was.
    #[n(5)]
    pub voided: Option<VoidReason>,
    /// The spins that did not count.
    #[n(6)]
    pub no_spins: Vec<NoSpinReason>,
    /// The seats with bets in it; for a seat's eyes only its own.
    #[cbor(n(7), with = "crate::model::shared::list")]
    pub seats: Vec<Arc<SeatRecall>>,
    /// The journal's numbers of the records that hold the wheel's raw lines: results, no spins and faults.
    #[n(8)]
    pub evidence: Vec<u64>,
}

/// A seat's part of a recalled round.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct SeatRecall {
    /// The round.
    #[n(0)]
    pub round: u64,
    /// The seat.
    #[n(1)]
    pub seat: Seat,
    /// What was staked in all.
    #[n(2)]
    pub staked: Money,
    /// What came back in all; nothing yet where the round is not settled.
    #[n(3)]
    pub returned: Money,
    /// The bets.
    #[n(4)]
    pub bets: Vec<RoundBet>,
}

impl From<&SeatSettlement> for SeatRecall {
    fn from(settlement: &SeatSettlement) -> Self {
        let bet = |bet: &BetReturn| RoundBet { stake: Stake { position: bet.position, amount: bet.stake }, returned: bet.returned };
        Self {
            round: settlement.round,
            seat: settlement.seat,
            staked: settlement.staked,
            returned: settlement.returned,
            bets: settlement.bets.iter().map(bet).collect(),
        }
    }
}

/// A bet of a recalled round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct RoundBet {
    /// What was staked where.
    #[n(0)]
    pub stake: Stake,
    /// What came back, the stake included.
    #[n(1)]
    pub returned: Money,
}
