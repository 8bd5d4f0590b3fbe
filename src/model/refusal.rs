//! Why a command is refused: one named reason each, in the order in which they are checked.

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};

/// The reasons to refuse a command. They are checked from top to bottom, and the first that holds is the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// The same idempotency key came with another command before.
    #[n(0)]
    KeyReused,
    /// The journal cannot be written or the books do not balance.
    #[n(1)]
    OutOfService,
    /// This person may not give this order.
    #[n(2)]
    NotEntitled,
    /// The cabinet has no such table.
    #[n(3)]
    TableUnknown,
    /// The round that the command is meant for is not the current one.
    #[n(4)]
    OtherRound,
    /// The table stands still until an attendant has decided.
    #[n(5)]
    TableHeld,
    /// The order fits only another phase of the round.
    #[n(6)]
    WrongPhase,
    /// No more bets.
    #[n(7)]
    BettingClosed,
    /// Another seat, another hand or a card is waited for.
    #[n(8)]
    NotYourTurn,
    /// The hand has no such choice now.
    #[n(9)]
    ChoiceNotOffered,
    /// There is no bet to undo, double or take back.
    #[n(10)]
    NothingPlaced,
    /// There is no earlier round to repeat.
    #[n(11)]
    NothingToRepeat,
    /// There is no such bet.
    #[n(12)]
    BetUnknown,
    /// The bet lacks something, or says too much.
    #[n(13)]
    BetMalformed,
    /// The rules in force do not offer this bet.
    #[n(14)]
    BetNotOffered,
    /// There is no such place on the layout.
    #[n(15)]
    PositionUnknown,
    /// The table has no such box.
    #[n(16)]
    BoxUnknown,
    /// Another player has the box, or it has as many players as it may have.
    #[n(17)]
    BoxTaken,
    /// The stake needs another one on the same box: a bonus its ante, a dark box its bet.
    #[n(18)]
    StakeMissing,
    /// The seat has as many boxes it may look at as the rules let it have.
    #[n(19)]
    TooManyLightBoxes,
    /// The amount is not more than nothing.
    #[n(20)]
    AmountNotPositive,
    /// The amount is not a multiple of the bet step.
    #[n(21)]
    AmountOffStep,
    /// The stakes of the seat's boxes must be equal, or must differ, or stand in a fixed ratio.
    #[n(22)]
    StakeUnequal,
    /// The bet is below the least for its kind.
    #[n(23)]
    BelowLeast,
    /// The bet is above the most for its kind on one position.
    #[n(24)]
    AboveMost,
    /// All bets of the seat together would be above the most for one seat and spin.
    #[n(25)]
    AboveSeatMost,
    /// The table could have to pay more than it may.
    #[n(26)]
    AboveTableExposure,
    /// The seat's credit is too small.
    #[n(27)]
    CreditTooSmall,
    /// The seat's credit could become more than it may.
    #[n(28)]
    AboveCreditMost,
    /// What came under this idempotency key before may have been forgotten, so that it could be done twice.
    #[n(29)]
    KeyForgotten,
    /// A shift is open already.
    #[n(30)]
    ShiftOpen,
    /// No shift is open.
    #[n(31)]
    NoShift,
    /// A note is empty, longer than it may be, or not one line.
    #[n(32)]
    NoteUnfit,
    /// No round or deal of this number is over and recalled.
    #[n(33)]
    GameUnknown,
    /// The seat had no stake in this round or deal.
    #[n(34)]
    NotInGame,
    /// The seat has a dispute about this round or deal, or had one.
    #[n(35)]
    AlreadyDisputed,
    /// As many disputes are open as can be kept.
    #[n(36)]
    TooManyDisputes,
    /// No dispute of this number is open.
    #[n(37)]
    DisputeNotOpen,
    /// The seat has a win that an attendant has to pay by hand first.
    #[n(38)]
    HandPayWaits,
    /// No hand pay of this number waits for an attendant.
    #[n(39)]
    NoHandPay,
    /// The table stands closed until a seat opens it.
    #[n(40)]
    TableClosed,
    /// As many sit at the table as may.
    #[n(41)]
    TableFull,
    /// The seat waits for an attendant already, and for the same.
    #[n(42)]
    AlreadyCalled,
    /// The seat does not wait for an attendant, or no call of this number waits.
    #[n(43)]
    NoCall,
    /// The seat has no credit to be paid out.
    #[n(44)]
    NoCredit,
    /// A round or a deal is under way, or stakes lie, at a table of the part that was to test itself.
    #[n(45)]
    RoundUnderWay,
    /// A self-test is running.
    #[n(46)]
    SelfTestRuns,
    /// The cabinet has no such part.
    #[n(47)]
    PartUnknown,
    /// An attendant has locked the seat.
    #[n(48)]
    SeatLocked,
    /// No attendant has locked the seat.
    #[n(49)]
    SeatNotLocked,
    /// The time of the seat's session is up; it ends when its player is paid out.
    #[n(50)]
    SessionLimitReached,
    /// The player has not confirmed his age yet.
    #[n(51)]
    AgeNotConfirmed,
    /// The player has not confirmed his reality check yet.
    #[n(52)]
    RealityCheckOpen,
    /// The player is not asked to confirm this.
    #[n(53)]
    NothingToConfirm,
    /// The seat has no session of play.
    #[n(54)]
    NoPlaySession,
    /// The limit of a session is not shorter than the one that holds, or not 1 to 1440 minutes.
    #[n(55)]
    SessionLimitUnfit,
    /// The table has no such limit, or it was named twice.
    #[n(56)]
    LimitUnknown,
    /// A limit goes beyond what the files allow.
    #[n(57)]
    LimitTooWide,
    /// The least is above the most.
    #[n(58)]
    LeastAboveMost,
    /// The game cannot be played with these limits together, or by them would pay what the files never did.
    #[n(59)]
    LimitsUnfit,
}

impl Refusal {
    /// Every reason, in the order of checking.
    pub const ALL: [Self; 60] = [
        Self::KeyReused,
        Self::KeyForgotten,
        Self::OutOfService,
        Self::NotEntitled,
        Self::TableUnknown,
        Self::OtherRound,
        Self::SeatLocked,
        Self::SessionLimitReached,
        Self::AgeNotConfirmed,
        Self::RealityCheckOpen,
        Self::HandPayWaits,
        Self::TableHeld,
        Self::TableClosed,
        Self::WrongPhase,
        Self::TableFull,
        Self::ShiftOpen,
        Self::NoShift,
        Self::NoteUnfit,
        Self::GameUnknown,
        Self::NotInGame,
        Self::AlreadyDisputed,
        Self::TooManyDisputes,
        Self::DisputeNotOpen,
        Self::NoHandPay,
        Self::SeatNotLocked,
        Self::NoCredit,
        Self::RoundUnderWay,
        Self::SelfTestRuns,
        Self::PartUnknown,
        Self::AlreadyCalled,
        Self::NoCall,
        Self::NothingToConfirm,
        Self::NoPlaySession,
        Self::SessionLimitUnfit,
        Self::BettingClosed,
        Self::NotYourTurn,
        Self::ChoiceNotOffered,
        Self::NothingPlaced,
        Self::NothingToRepeat,
        Self::LimitUnknown,
        Self::BetUnknown,
        Self::BetMalformed,
        Self::BetNotOffered,
        Self::PositionUnknown,
        Self::BoxUnknown,
        Self::BoxTaken,
        Self::StakeMissing,
        Self::TooManyLightBoxes,
        Self::AmountNotPositive,
        Self::AmountOffStep,
        Self::LimitTooWide,
        Self::LeastAboveMost,
        Self::LimitsUnfit,
        Self::StakeUnequal,
        Self::BelowLeast,
        Self::AboveMost,
        Self::AboveSeatMost,
        Self::AboveTableExposure,
        Self::CreditTooSmall,
        Self::AboveCreditMost,
    ];

    /// The reason's name in messages and logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::KeyReused => "key-reused",
            Self::KeyForgotten => "key-forgotten",
            Self::OutOfService => "out-of-service",
            Self::NotEntitled => "not-entitled",
            Self::TableUnknown => "table-unknown",
            Self::OtherRound => "other-round",
            Self::TableHeld => "table-held",
            Self::TableClosed => "table-closed",
            Self::WrongPhase => "wrong-phase",
            Self::TableFull => "table-full",
            Self::ShiftOpen => "shift-open",
            Self::NoShift => "no-shift",
            Self::NoteUnfit => "note-unfit",
            Self::GameUnknown => "game-unknown",
            Self::NotInGame => "not-in-game",
            Self::AlreadyDisputed => "already-disputed",
            Self::TooManyDisputes => "too-many-disputes",
            Self::DisputeNotOpen => "dispute-not-open",
            Self::HandPayWaits => "hand-pay-waits",
            Self::NoHandPay => "no-hand-pay",
            Self::SeatLocked => "seat-locked",
            Self::SeatNotLocked => "seat-not-locked",
            Self::SessionLimitReached => "session-limit-reached",
            Self::AgeNotConfirmed => "age-not-confirmed",
            Self::RealityCheckOpen => "reality-check-open",
            Self::NothingToConfirm => "nothing-to-confirm",
            Self::NoPlaySession => "no-play-session",
            Self::SessionLimitUnfit => "session-limit-unfit",
            Self::AlreadyCalled => "already-called",
            Self::NoCall => "no-call",
            Self::NoCredit => "no-credit",
            Self::RoundUnderWay => "round-under-way",
            Self::SelfTestRuns => "self-test-runs",
            Self::PartUnknown => "part-unknown",
            Self::BettingClosed => "betting-closed",
            Self::NotYourTurn => "not-your-turn",
            Self::ChoiceNotOffered => "choice-not-offered",
            Self::NothingPlaced => "nothing-placed",
            Self::NothingToRepeat => "nothing-to-repeat",
            Self::LimitUnknown => "limit-unknown",
            Self::LimitTooWide => "limit-too-wide",
            Self::LeastAboveMost => "least-above-most",
            Self::LimitsUnfit => "limits-unfit",
            Self::BetUnknown => "bet-unknown",
            Self::BetMalformed => "bet-malformed",
            Self::BetNotOffered => "bet-not-offered",
            Self::PositionUnknown => "position-unknown",
            Self::BoxUnknown => "box-unknown",
            Self::BoxTaken => "box-taken",
            Self::StakeMissing => "stake-missing",
            Self::TooManyLightBoxes => "too-many-light-boxes",
            Self::AmountNotPositive => "amount-not-positive",
            Self::AmountOffStep => "amount-off-step",
            Self::StakeUnequal => "stake-unequal",
            Self::BelowLeast => "below-least",
            Self::AboveMost => "above-most",
            Self::AboveSeatMost => "above-seat-most",
            Self::AboveTableExposure => "above-table-exposure",
            Self::CreditTooSmall => "credit-too-small",
            Self::AboveCreditMost => "above-credit-most",
        }
    }

    /// The sentence that the person sees. The consoles show it in the person's language by the reason's name.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::KeyReused => "This request was used before for something else.",
            Self::KeyForgotten => "Nobody knows any more whether this was done. Look first, then order it anew.",
            Self::OutOfService => "The table is out of service. Please call an attendant.",
            Self::NotEntitled => "You are not entitled to do this.",
            Self::TableUnknown => "There is no such table.",
            Self::OtherRound => "That round is not the current one.",
            Self::TableHeld => "The table is on hold. Please wait for an attendant.",
            Self::TableClosed => "The table is closed. Open it first.",
            Self::TableFull => "All places of this table are taken.",
            Self::WrongPhase => "This is not possible at this moment of the round.",
            Self::ShiftOpen => "A shift is open already.",
            Self::NoShift => "No shift is open.",
            Self::NoteUnfit => "The note is empty or too long.",
            Self::GameUnknown => "There is no such round or deal that is over.",
            Self::NotInGame => "That seat had no part in it.",
            Self::AlreadyDisputed => "That seat has disputed it already.",
            Self::TooManyDisputes => "Too many disputes are open. Decide one first.",
            Self::DisputeNotOpen => "No such dispute is open.",
            Self::HandPayWaits => "Your win is paid by hand. Please wait for an attendant.",
            Self::NoHandPay => "No such hand pay waits.",
            Self::SeatLocked => "An attendant has locked this seat.",
            Self::SeatNotLocked => "This seat is not locked.",
            Self::SessionLimitReached => "The time of your session is up. An attendant pays you out.",
            Self::AgeNotConfirmed => "Confirm your age first.",
            Self::RealityCheckOpen => "Confirm first that you have seen how long you have played.",
            Self::NothingToConfirm => "There is nothing to confirm.",
            Self::NoPlaySession => "No session of play is under way at this seat.",
            Self::SessionLimitUnfit => "The limit must be shorter than the one that holds.",
            Self::AlreadyCalled => "An attendant is called already.",
            Self::NoCall => "That call has ended.",
            Self::NoCredit => "Your balance is empty.",
            Self::RoundUnderWay => "A round is under way. Wait for its end.",
            Self::SelfTestRuns => "A self-test is running. Wait for its end.",
            Self::PartUnknown => "This cabinet has no such part.",
            Self::BettingClosed => "No more bets. Nothing was taken.",
            Self::NotYourTurn => "It is not your turn.",
            Self::ChoiceNotOffered => "This is not possible with this hand now.",
            Self::NothingPlaced => "You have no bets on the layout.",
            Self::NothingToRepeat => "There is no earlier round to repeat.",
            Self::LimitUnknown => "This table has no such limit.",
            Self::LimitTooWide => "A limit may not be wider than in the cabinet file.",
            Self::LeastAboveMost => "The minimum is above the maximum.",
            Self::LimitsUnfit => "The rules of the game do not allow these limits.",
            Self::BetUnknown => "There is no such bet.",
            Self::BetMalformed => "The bet is incomplete or says too much.",
            Self::BetNotOffered => "This bet is not offered at this table.",
            Self::PositionUnknown => "There is no such place on the layout.",
            Self::BoxUnknown => "There is no such box.",
            Self::BoxTaken => "That box is taken.",
            Self::StakeMissing => "That stake needs another one beside it.",
            Self::TooManyLightBoxes => "You must play this box dark.",
            Self::AmountNotPositive => "The amount must be more than nothing.",
            Self::AmountOffStep => "The amount is not a multiple of the bet step.",
            Self::StakeUnequal => "The stakes must stand in the ratio that the rules ask for.",
            Self::BelowLeast => "The bet is below the minimum.",
            Self::AboveMost => "The bet is above the maximum.",
            Self::AboveSeatMost => "Your bets together would be above the maximum for one seat.",
            Self::AboveTableExposure => "The table cannot accept more on these numbers in this round.",
            Self::CreditTooSmall => "Your credit is too small.",
            Self::AboveCreditMost => "The credit would become larger than this seat may hold.",
        }
    }
}
