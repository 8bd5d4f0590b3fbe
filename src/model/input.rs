//! Everything that can reach the cabinet from outside, numbered and timed by the daemon.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{
    AccessChange, Bet, CallReason, CardSourceEvent, Confirmation, Drawn, FaultCode, Finding, GameRead, HandPayment, JournalDecision, Money,
    OrderNumber, PastGame, PlayerTableOrder, Position, Refusal, Seat, SoftwareIdentity, StakeLimit, TableNumber, TableOrder, TestedPart,
    Timestamp, Verdict, WheelEvent,
};

/// One input: the only thing that ever changes a cabinet.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Input {
    /// The input's number; inputs are numbered from 1 without a gap.
    #[n(0)]
    pub number: u64,
    /// When it was taken in. Never earlier than the input before it.
    #[n(1)]
    pub at: Timestamp,
    /// What it is.
    #[n(2)]
    pub what: What,
}

/// Either somebody's wish, which may be refused, or a fact from the world, which may not.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum What {
    /// A person asks for something.
    #[n(0)]
    Command(#[n(0)] Command),
    /// Something has happened.
    #[n(1)]
    Event(#[n(0)] Event),
}

/// A person's command.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Command {
    /// Who asks.
    #[n(0)]
    pub who: Who,
    /// The request's idempotency key, where one was given: a second command with the same key changes nothing.
    #[n(1)]
    pub key: Option<Key>,
    /// The round it is meant for, so that a command held up on its way cannot act on the next one; whichever is current where
    /// `None`.
    #[n(2)]
    pub round: Option<u64>,
    /// What is asked for.
    #[n(3)]
    pub order: Order,
}

/// An idempotency key: at most 64 characters, chosen by the client.
pub type Key = String;

/// Who gives a command.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub enum Who {
    /// The player at a seat.
    #[n(0)]
    Seat(#[n(0)] Seat),
    /// An attendant, by the name of the attendant's token.
    #[n(1)]
    Attendant(#[n(0)] String),
}

/// What can be asked for.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Order {
    /// A seat places bets, all of them or none.
    #[n(0)]
    Place {
        /// The bets.
        #[n(0)]
        bets: Vec<Bet>,
    },
    /// A seat takes back what it placed last in this round.
    #[n(1)]
    Undo,
    /// A seat takes back everything it placed in this round.
    #[n(2)]
    Clear,
    /// A seat takes back what lies on one position.
    #[n(3)]
    TakeBack(#[n(0)] Position),
    /// A seat places the bets of its last played round again.
    #[n(4)]
    Repeat,
    /// A seat doubles every bet it has placed.
    #[n(5)]
    Double,
    /// An attendant puts money on a seat's credit.
    #[n(6)]
    CreditIn {
        /// The seat.
        #[n(0)]
        seat: Seat,
        /// How much, more than nothing.
        #[n(1)]
        amount: Money,
    },
    /// An attendant pays out a seat's credit.
    #[n(7)]
    CreditOut {
        /// The seat.
        #[n(0)]
        seat: Seat,
        /// How much; everything where `None`.
        #[n(1)]
        amount: Option<Money>,
    },
    /// An attendant stops the table.
    #[n(8)]
    Hold {
        /// Why, in the attendant's words.
        #[n(0)]
        reason: String,
    },
    /// An attendant lets a held table go on.
    #[n(9)]
    Resume(#[n(0)] Resumption),
    /// An attendant voids the round: every stake comes back at coefficient 1.
    #[n(10)]
    Void {
        /// Why, in the attendant's words.
        #[n(0)]
        reason: String,
    },
    /// An attendant calls the running spin off (`roulette-by` NS-5).
    #[n(11)]
    CallNoSpin,
    /// The house returns what a seat has placed, before the close (`roulette-am` RAM-22).
    #[n(12)]
    ReturnStakes {
        /// The seat.
        #[n(0)]
        seat: Seat,
    },
    /// Something is ordered at a card table.
    #[n(13)]
    Table {
        /// Which table.
        #[n(0)]
        table: TableNumber,
        /// What.
        #[n(1)]
        order: TableOrder,
    },
    /// An attendant opens a shift.
    #[n(14)]
    OpenShift {
        /// The cash in the drawer.
        #[n(0)]
        cash: Money,
    },
    /// An attendant closes the shift.
    #[n(15)]
    CloseShift {
        /// The cash that was counted.
        #[n(0)]
        cash: Money,
    },
    /// An attendant opens a dispute about a game that is over: its record is kept until the dispute is decided.
    #[n(16)]
    OpenDispute {
        /// The seat whose player does not agree.
        #[n(0)]
        seat: Seat,
        /// The game.
        #[n(1)]
        game: PastGame,
        /// What it is about, 1 to [`Order::NOTE_MOST`] characters on one line.
        #[n(2)]
        note: String,
        /// What the journal holds of a game that was not recalled any more when the order came: the program reads it, no person gives it. `None`
        /// where the game was recalled, and in all that releases up to 0.1.22 recorded.
        #[n(3)]
        read: Option<GameRead>,
    },
    /// An attendant decides a dispute.
    #[n(17)]
    DecideDispute {
        /// Its number.
        #[n(0)]
        dispute: u32,
        /// What is decided.
        #[n(1)]
        verdict: Verdict,
        /// Why, 1 to [`Order::NOTE_MOST`] characters on one line.
        #[n(2)]
        note: String,
    },
    /// An attendant pays a win by hand; its seat plays on.
    #[n(18)]
    PayByHand {
        /// The number of the hand pay.
        #[n(0)]
        number: u32,
        /// How.
        #[n(1)]
        how: HandPayment,
    },
    /// A player calls an attendant to the seat.
    #[n(19)]
    CallAttendant(#[n(0)] CallReason),
    /// A player does not wait for an attendant any more.
    #[n(20)]
    WithdrawCall,
    /// An attendant has come to a seat that called.
    #[n(21)]
    AnswerCall {
        /// The number of the call.
        #[n(0)]
        number: u32,
    },
    /// Somebody of the house has a part of the cabinet test itself.
    #[n(22)]
    SelfTest(#[n(0)] TestedPart),
    /// An attendant locks a seat: its player stakes nothing anew.
    #[n(23)]
    LockSeat {
        /// The seat.
        #[n(0)]
        seat: Seat,
        /// Why, 1 to [`Order::NOTE_MOST`] characters on one line.
        #[n(1)]
        reason: String,
    },
    /// An attendant unlocks a seat.
    #[n(24)]
    UnlockSeat {
        /// The seat.
        #[n(0)]
        seat: Seat,
    },
    /// A player confirms what his session asks him.
    #[n(25)]
    Confirm(#[n(0)] Confirmation),
    /// A player limits his session.
    #[n(26)]
    LimitPlaySession {
        /// After how many minutes from its beginning it ends, 1 to [`super::SESSION_MINUTES_MOST`].
        #[n(0)]
        minutes: u32,
    },
    /// An attendant sets limits of stakes at a table, within those of the files.
    #[n(27)]
    SetLimits {
        /// The table; the wheel's where `None`.
        #[n(0)]
        table: Option<TableNumber>,
        /// All that is set there from now on; every other limit is that of the files.
        #[n(1)]
        limits: Vec<StakeLimit>,
    },
}

impl Order {
    /// The most characters of a note on a dispute, and of the reason for a lock.
    pub const NOTE_MOST: usize = 200;

    /// The order as its giver wishes it, without what the program has read for it: under its key it is the same whenever it comes.
    #[must_use]
    pub fn as_wished(&self) -> Cow<'_, Self> {
        match self {
            Self::OpenDispute { seat, game, note, read: Some(_) } => {
                Cow::Owned(Self::OpenDispute { seat: *seat, game: *game, note: note.clone(), read: None })
            }
            _ => Cow::Borrowed(self),
        }
    }

    /// Whether it puts credit on a seat or pays out, the win by hand too.
    #[must_use]
    pub const fn is_payment(&self) -> bool {
        matches!(self, Self::CreditIn { .. } | Self::CreditOut { .. } | Self::PayByHand { .. })
    }

    /// Whether an attendant's order does nothing more where it is done twice under one key: a table that is held twice is held.
    #[must_use]
    pub const fn may_come_again(&self) -> bool {
        matches!(self, Self::Hold { .. } | Self::Table { order: TableOrder::Hold { .. }, .. })
    }

    /// Whether an attendant takes a player from a table between players.
    #[must_use]
    pub const fn is_removal(&self) -> bool {
        matches!(self, Self::Table { order: TableOrder::BetweenPlayers(PlayerTableOrder::Remove { .. }), .. })
    }

    /// Whether it is the player at a seat who orders this, and nobody else.
    #[must_use]
    pub const fn is_a_players(&self) -> bool {
        match self {
            Self::Place { .. } | Self::Undo | Self::Clear | Self::TakeBack(_) | Self::Repeat | Self::Double => true,
            Self::CallAttendant(_) | Self::WithdrawCall | Self::Confirm(_) | Self::LimitPlaySession { .. } => true,
            Self::Table { order, .. } => order.is_a_players(),
            _ => false,
        }
    }
}

/// How a held table goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Resumption {
    /// Betting goes on where it was stopped; only while no ball had been launched.
    #[n(0)]
    Continue,
    /// The bets stay as they are and the ball is launched again.
    #[n(1)]
    Respin,
}

/// Something that has happened and cannot be refused.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Event {
    /// The daemon has started; what was running outside is unknown.
    #[n(0)]
    Started {
        /// The program's version.
        #[n(0)]
        version: String,
        /// What the wall clock showed. Starts of older releases did not record it, and those on a hurried clock have none.
        #[n(1)]
        wall: Option<Timestamp>,
        /// The record after which others of the last seconds may be missing: one of the journal's two copies was lost, and the program had not
        /// ended in good order. Starts of releases up to 0.1.9 did not record it.
        #[n(2)]
        unproved_after: Option<u64>,
        /// By which practice the cabinet decides from here on: see [`Event::PRACTICE`].
        #[cbor(default)]
        #[n(3)]
        practice: u16,
        /// The program and the files that this start ran with; `None` where the program could not read its own file. Starts of releases up to
        /// 0.1.21 did not record it.
        #[n(4)]
        identity: Option<SoftwareIdentity>,
    },
    /// These rules and limits are in force from the next round on.
    #[n(1)]
    Terms {
        /// The terms as the cabinet's own encoding.
        #[cbor(n(0), with = "minicbor::bytes")]
        terms: Vec<u8>,
    },
    /// A moment that the cabinet wanted to be woken at has come.
    #[n(2)]
    Wake,
    /// The wheel says something.
    #[n(3)]
    Wheel(#[n(0)] WheelEvent),
    /// The card source of a table says something.
    #[n(4)]
    Cards {
        /// Which table.
        #[n(0)]
        table: TableNumber,
        /// What.
        #[n(1)]
        event: CardSourceEvent,
    },
    /// The wall clock does not show any more what it should by the house's own time: it was set, or it drifts.
    #[n(5)]
    WallClock {
        /// What it shows.
        #[n(0)]
        wall: Timestamp,
    },
    /// A named person has decided that the journal begins anew, or goes on without what is lost.
    #[n(6)]
    JournalDecided(#[n(0)] JournalDecision),
    /// What was drawn for an order of a table.
    #[n(7)]
    Drawn {
        /// Which table.
        #[n(0)]
        table: TableNumber,
        /// The number of the order.
        #[n(1)]
        number: OrderNumber,
        /// What.
        #[n(2)]
        drawn: Drawn,
    },
    /// An attendant's order under a key was refused: it is refused again whenever it comes under that key.
    #[n(8)]
    OrderRefused {
        /// The order.
        #[n(0)]
        command: Command,
        /// Why.
        #[n(1)]
        refusal: Refusal,
        /// Whether it is refused also where its key may have been forgotten; older releases carried it out then.
        #[cbor(default)]
        #[n(2)]
        stays: bool,
    },
    /// It has changed who is let in, or somebody has signed in or out. Nothing of the cabinet's state follows from it.
    #[n(9)]
    Access(#[n(0)] AccessChange),
    /// A seat's console has had no line for longer than the cabinet file allows, or has one again. It concerns the tables between players at which
    /// the seat sits.
    #[n(10)]
    Presence {
        /// Which seat.
        #[n(0)]
        seat: Seat,
        /// Whether its console has a line.
        #[n(1)]
        is_here: bool,
    },
    /// The journal, the disk, the clock, the network, a door or the lamp has tested itself.
    #[n(11)]
    SelfTested {
        /// The number of the self-test.
        #[n(0)]
        number: u32,
        /// What was found.
        #[n(1)]
        findings: Vec<Finding>,
        /// What was seen, where more is to be said than what is wrong: of a door and of the lamp.
        #[n(2)]
        seen: Option<String>,
    },
    /// Something is wrong with the house itself that stops no table, such as a disk that is nearly full. It stands until it is told to be over, or the
    /// program starts.
    #[n(14)]
    HouseFault {
        /// Which fault.
        #[n(0)]
        code: FaultCode,
        /// What was seen.
        #[n(1)]
        detail: String,
    },
    /// A fault of the house itself is over.
    #[n(15)]
    HouseFaultCleared(#[n(0)] FaultCode),
}

impl Event {
    /// The practice of this release. A release that decides otherwise than those before it on the same inputs has a greater one, which its starts
    /// record, and the cabinet decides by that of the newest start: a journal goes on meaning what it meant. Starts of releases up to 0.1.10
    /// recorded none, which is 0. Since 1 an unproved end of the journal holds every table, and of an attendant's orders under keys that may be
    /// forgotten only a hold is carried out.
    pub const PRACTICE: u16 = 1;
}

/// A file's name with the SHA-256 of its content.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
pub struct NamedHash {
    /// The name, such as `roulette/am`.
    #[n(0)]
    pub name: String,
    /// SHA-256 of the file's bytes.
    #[cbor(n(1), with = "minicbor::bytes")]
    pub sha256: [u8; 32],
}
