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
    /// The table stands still until an attendant has decided.
    #[n(3)]
    TableHeld,
    /// The order fits only another phase of the round.
    #[n(4)]
    WrongPhase,
    /// The round named in the order is not the current one.
    #[n(5)]
    OtherRound,
    /// No more bets.
    #[n(6)]
    BettingClosed,
    /// There is no bet to undo, double or take back.
    #[n(7)]
    NothingPlaced,
    /// There is no earlier round to repeat.
    #[n(8)]
    NothingToRepeat,
    /// There is no such bet.
    #[n(9)]
    BetUnknown,
    /// The bet lacks something, or says too much.
    #[n(10)]
    BetMalformed,
    /// The rules in force do not offer this bet.
    #[n(11)]
    BetNotOffered,
    /// There is no such place on the layout.
    #[n(12)]
    PositionUnknown,
    /// The amount is not more than nothing.
    #[n(13)]
    AmountNotPositive,
    /// The amount is not a multiple of the bet step.
    #[n(14)]
    AmountOffStep,
    /// The bet is below the least for its kind.
    #[n(15)]
    BelowLeast,
    /// The bet is above the most for its kind on one position.
    #[n(16)]
    AboveMost,
    /// All bets of the seat together would be above the most for one seat and spin.
    #[n(17)]
    AboveSeatMost,
    /// The table could have to pay more than it may.
    #[n(18)]
    AboveTableExposure,
    /// The seat's credit is too small.
    #[n(19)]
    CreditTooSmall,
    /// The seat's credit could become more than it may.
    #[n(20)]
    AboveCreditMost,
}

impl Refusal {
    /// Every reason, in the order of checking.
    pub const ALL: [Self; 21] = [
        Self::KeyReused,
        Self::OutOfService,
        Self::NotEntitled,
        Self::TableHeld,
        Self::WrongPhase,
        Self::OtherRound,
        Self::BettingClosed,
        Self::NothingPlaced,
        Self::NothingToRepeat,
        Self::BetUnknown,
        Self::BetMalformed,
        Self::BetNotOffered,
        Self::PositionUnknown,
        Self::AmountNotPositive,
        Self::AmountOffStep,
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
            Self::OutOfService => "out-of-service",
            Self::NotEntitled => "not-entitled",
            Self::TableHeld => "table-held",
            Self::WrongPhase => "wrong-phase",
            Self::OtherRound => "other-round",
            Self::BettingClosed => "betting-closed",
            Self::NothingPlaced => "nothing-placed",
            Self::NothingToRepeat => "nothing-to-repeat",
            Self::BetUnknown => "bet-unknown",
            Self::BetMalformed => "bet-malformed",
            Self::BetNotOffered => "bet-not-offered",
            Self::PositionUnknown => "position-unknown",
            Self::AmountNotPositive => "amount-not-positive",
            Self::AmountOffStep => "amount-off-step",
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
            Self::OutOfService => "The table is out of service. Please call an attendant.",
            Self::NotEntitled => "You are not entitled to do this.",
            Self::TableHeld => "The table is on hold. Please wait for an attendant.",
            Self::WrongPhase => "This is not possible at this moment of the round.",
            Self::OtherRound => "That round is not the current one.",
            Self::BettingClosed => "No more bets. Nothing was taken.",
            Self::NothingPlaced => "You have no bets on the layout.",
            Self::NothingToRepeat => "There is no earlier round to repeat.",
            Self::BetUnknown => "There is no such bet.",
            Self::BetMalformed => "The bet is incomplete or says too much.",
            Self::BetNotOffered => "This bet is not offered at this table.",
            Self::PositionUnknown => "There is no such place on the layout.",
            Self::AmountNotPositive => "The amount must be more than nothing.",
            Self::AmountOffStep => "The amount is not a multiple of the bet step.",
            Self::BelowLeast => "The bet is below the minimum.",
            Self::AboveMost => "The bet is above the maximum.",
            Self::AboveSeatMost => "Your bets together would be above the maximum for one seat.",
            Self::AboveTableExposure => "The table cannot accept more on these numbers in this round.",
            Self::CreditTooSmall => "Your credit is too small.",
            Self::AboveCreditMost => "The credit would become larger than this seat may hold.",
        }
    }
}
