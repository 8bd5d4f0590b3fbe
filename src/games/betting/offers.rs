//! What the seat whose turn it is may do, and why something else is refused.

use crate::model::Money;

/// What the seat whose turn it is may do. It may always fold (SPB-17).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offers {
    /// What a call costs, at most the stack; nothing: it may check.
    pub call: Money,
    /// What it may bet or raise to, where it may.
    pub wager: Option<Wager>,
}

/// The amounts that may be bet or raised to: from the least to the most in steps, and the whole stack where that is at most the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wager {
    /// Whether it is the first of the round, so that it is called a bet.
    pub is_bet: bool,
    /// The least.
    pub least: Money,
    /// The most.
    pub most: Money,
    /// The step from the least on.
    pub step: Money,
    /// What the seat has in all in this round: its bet and its stack.
    pub all_in: Money,
}

impl Wager {
    /// Whether this amount is one of them.
    #[must_use]
    pub fn has(&self, amount: Money) -> bool {
        let is_within = amount >= self.least && amount <= self.most;
        is_within && (amount == self.all_in || (amount - self.least).is_multiple_of(self.step))
    }
}

/// Why an action is refused. Nothing is corrected: what is illegal is refused with what would be legal (SPB-74).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BettingRefusal {
    /// Another seat is asked, or none (SPB-11).
    NotYourTurn,
    /// The seat owes something, so it may not check (SPB-19).
    SomethingOwed,
    /// The seat owes nothing, so there is nothing to call (SPB-21).
    NothingOwed,
    /// The first wager of a round is a bet, a later one a raise (SPB-20, SPB-22).
    NotCalledSo,
    /// The seat may not bet or raise now (SPB-38, SPB-39, the cap).
    NoWager,
    /// The amount is none of those offered.
    AmountNotOffered(Wager),
}

impl core::fmt::Display for BettingRefusal {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::NotYourTurn => f.write_str("it is not this seat's turn"),
            Self::SomethingOwed => f.write_str("the seat owes something and cannot check"),
            Self::NothingOwed => f.write_str("the seat owes nothing, there is nothing to call"),
            Self::NotCalledSo => f.write_str("the first wager of a round is a bet, a later one a raise"),
            Self::NoWager => f.write_str("the seat may not bet or raise now"),
            Self::AmountNotOffered(Wager { least, most, step, all_in, .. }) if all_in <= most => {
                write!(f, "the amount is from {least} to {most} in steps of {step}, or {all_in}")
            }
            Self::AmountNotOffered(Wager { least, most, step, .. }) => write!(f, "the amount is from {least} to {most} in steps of {step}"),
        }
    }
}

impl core::error::Error for BettingRefusal {}
