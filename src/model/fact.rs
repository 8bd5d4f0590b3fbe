//! What a step of the cabinet brought about. Facts stand in the journal beside the input that caused them, so that every
//! settlement can be recomputed and compared.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{
    CallReason, FaultCode, HandPayment, LimitChange, Money, NoSpinReason, PastGame, Pocket, Position, RealityCheck, Seat, ShiftReport,
    Stake, StakeLimit, TableFact, TableNumber, TestEnd, TestedPart, Verdict,
};

/// One thing that a step brought about.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Fact {
    /// Betting is open for this round.
    #[n(0)]
    RoundOpened {
        /// The round.
        #[n(0)]
        round: u64,
    },
    /// A seat's stakes were accepted and taken from its credit.
    #[n(1)]
    Placed {
        /// The seat.
        #[n(0)]
        seat: Seat,
        /// What was accepted.
        #[n(1)]
        stakes: Vec<Stake>,
        /// What was refused of it, where the rules let the excess over a maximum be refused alone.
        #[n(2)]
        refused: Money,
    },
    /// A seat's stakes were given back before the close.
    #[n(2)]
    TakenBack {
        /// The seat.
        #[n(0)]
        seat: Seat,
        /// What was given back.
        #[n(1)]
        stakes: Vec<Stake>,
    },
    /// Betting is closed.
    #[n(3)]
    Closed {
        /// The round.
        #[n(0)]
        round: u64,
    },
    /// A spin did not count.
    #[n(4)]
    NoSpin {
        /// The round.
        #[n(0)]
        round: u64,
        /// Why.
        #[n(1)]
        reason: NoSpinReason,
    },
    /// The round's outcome; recorded once and never changed.
    #[n(5)]
    Outcome {
        /// The round.
        #[n(0)]
        round: u64,
        /// Where the ball lies.
        #[n(1)]
        pocket: Pocket,
    },
    /// The round was voided: every stake comes back.
    #[n(6)]
    Voided {
        /// The round.
        #[n(0)]
        round: u64,
        /// Why.
        #[n(1)]
        reason: VoidReason,
    },
    /// What a seat's bets of the round returned.
    #[n(7)]
    Settled(#[n(0)] SeatSettlement),
    /// Money came onto a seat's credit.
    #[n(8)]
    CreditIn {
        /// The seat.
        #[n(0)]
        seat: Seat,
        /// How much.
        #[n(1)]
        amount: Money,
    },
    /// A seat's credit was paid out by an attendant.
    #[n(9)]
    CreditOut {
        /// The seat.
        #[n(0)]
        seat: Seat,
        /// How much.
        #[n(1)]
        amount: Money,
    },
    /// The table stands still.
    #[n(10)]
    Held {
        /// The device's fault, where it was one.
        #[n(0)]
        fault: Option<FaultCode>,
        /// Why, in words.
        #[n(1)]
        reason: String,
    },
    /// The table goes on.
    #[n(11)]
    Resumed,
    /// New terms came into force.
    #[n(12)]
    TermsInForce,
    /// Something happened at a card table.
    #[n(13)]
    Table {
        /// Which table.
        #[n(0)]
        table: TableNumber,
        /// What.
        #[n(1)]
        fact: TableFact,
    },
    /// A shift was opened.
    #[n(14)]
    ShiftOpened {
        /// Its number.
        #[n(0)]
        number: u32,
        /// The cash in the drawer.
        #[n(1)]
        cash: Money,
    },
    /// The shift was closed.
    #[n(15)]
    ShiftClosed(#[n(0)] ShiftReport),
    /// A dispute was opened.
    #[n(16)]
    DisputeOpened {
        /// Its number.
        #[n(0)]
        number: u32,
        /// The seat whose player does not agree.
        #[n(1)]
        seat: Seat,
        /// What is disputed.
        #[n(2)]
        game: PastGame,
    },
    /// A dispute was decided. Where it was upheld, its amount went from the house to the seat's credit.
    #[n(17)]
    DisputeDecided {
        /// Its number.
        #[n(0)]
        number: u32,
        /// The seat whose player did not agree.
        #[n(1)]
        seat: Seat,
        /// What was decided.
        #[n(2)]
        verdict: Verdict,
    },
    /// A win has to be paid by hand: it was taken off the seat's credit and lies beside it, and the seat is locked until then.
    #[n(18)]
    HandPayDue {
        /// Its number.
        #[n(0)]
        number: u32,
        /// The seat.
        #[n(1)]
        seat: Seat,
        /// What it was won in.
        #[n(2)]
        game: PastGame,
        /// How much.
        #[n(3)]
        amount: Money,
    },
    /// A win was paid by hand.
    #[n(19)]
    HandPaid {
        /// The number of the hand pay.
        #[n(0)]
        number: u32,
        /// The seat.
        #[n(1)]
        seat: Seat,
        /// How much.
        #[n(2)]
        amount: Money,
        /// How.
        #[n(3)]
        how: HandPayment,
    },
    /// A seat waits for an attendant, or waits for something else from now on.
    #[n(20)]
    AttendantCalled {
        /// The number of the call.
        #[n(0)]
        number: u32,
        /// The seat.
        #[n(1)]
        seat: Seat,
        /// What for.
        #[n(2)]
        reason: CallReason,
    },
    /// A seat does not wait for an attendant any more.
    #[n(21)]
    CallEnded {
        /// The number of the call.
        #[n(0)]
        number: u32,
        /// The seat.
        #[n(1)]
        seat: Seat,
    },
    /// A part of the cabinet tests itself; its tables stand still until that is over.
    #[n(22)]
    SelfTestBegun {
        /// The number of the self-test.
        #[n(0)]
        number: u32,
        /// The part.
        #[n(1)]
        part: TestedPart,
    },
    /// A self-test is over, and its tables are as they were before.
    #[n(23)]
    SelfTestEnded {
        /// The number of the self-test.
        #[n(0)]
        number: u32,
        /// The part.
        #[n(1)]
        part: TestedPart,
        /// How.
        #[n(2)]
        end: TestEnd,
    },
    /// An attendant has locked a seat. Who, and why, says the order.
    #[n(24)]
    SeatLocked {
        /// The seat.
        #[n(0)]
        seat: Seat,
    },
    /// An attendant has unlocked a seat.
    #[n(25)]
    SeatUnlocked {
        /// The seat.
        #[n(0)]
        seat: Seat,
    },
    /// A session of play has begun: money came to a seat that had none.
    #[n(26)]
    PlaySessionBegan {
        /// The seat.
        #[n(0)]
        seat: Seat,
    },
    /// A session of play is over: its player was paid out, or has had no money for a while.
    #[n(27)]
    PlaySessionEnded {
        /// The seat.
        #[n(0)]
        seat: Seat,
    },
    /// A player has confirmed that he is as old as the law asks.
    #[n(28)]
    AgeConfirmed {
        /// The seat.
        #[n(0)]
        seat: Seat,
    },
    /// A player is told how long he has played and what it came to; he stakes nothing anew until he has confirmed it.
    #[n(29)]
    RealityCheckDue {
        /// The seat.
        #[n(0)]
        seat: Seat,
        /// What he is told.
        #[n(1)]
        check: RealityCheck,
    },
    /// A player has confirmed his reality check.
    #[n(30)]
    RealityCheckConfirmed {
        /// The seat.
        #[n(0)]
        seat: Seat,
    },
    /// A player has limited his session.
    #[n(31)]
    PlaySessionLimited {
        /// The seat.
        #[n(0)]
        seat: Seat,
        /// After how many minutes it ends.
        #[n(1)]
        minutes: u32,
    },
    /// The time of a session is up: its player stakes nothing more until he is paid out.
    #[n(32)]
    PlaySessionLimitReached {
        /// The seat.
        #[n(0)]
        seat: Seat,
    },
    /// An attendant has set limits of stakes at a table. Who, says the order; when they come into force, says `TermsInForce` of that table.
    #[n(33)]
    LimitsSet {
        /// The table; the wheel's where `None`.
        #[n(0)]
        table: Option<TableNumber>,
        /// What has changed by it, with the values before and after.
        #[n(1)]
        changes: Vec<LimitChange>,
    },
    /// New terms do not allow any more what an attendant had set: from now on their own limits are meant.
    #[n(34)]
    LimitsLapsed {
        /// The table; the wheel's where `None`.
        #[n(0)]
        table: Option<TableNumber>,
        /// The bounds that had been set and are no more.
        #[n(1)]
        lapsed: Vec<StakeLimit>,
    },
}

/// Why a round was voided.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum VoidReason {
    /// An attendant decided so.
    #[n(0)]
    Attendant {
        /// The name of the attendant's token.
        #[n(0)]
        name: String,
        /// The attendant's words.
        #[n(1)]
        reason: String,
    },
    /// The daemon had stopped between the close and the result.
    #[n(1)]
    Restart,
    /// More spins in a row did not count than the rules allow.
    #[n(2)]
    TooManyNoSpins,
}

/// What one seat's bets of one round returned.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct SeatSettlement {
    /// The seat.
    #[n(0)]
    pub seat: Seat,
    /// The round.
    #[n(1)]
    pub round: u64,
    /// What was staked in all.
    #[n(2)]
    pub staked: Money,
    /// What came back in all, winning stakes included.
    #[n(3)]
    pub returned: Money,
    /// Every simple bet with what it returned.
    #[n(4)]
    pub bets: Vec<BetReturn>,
}

/// What one simple bet returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct BetReturn {
    /// Where it lay.
    #[n(0)]
    pub position: Position,
    /// What was staked.
    #[n(1)]
    pub stake: Money,
    /// What came back, the stake included.
    #[n(2)]
    pub returned: Money,
}
