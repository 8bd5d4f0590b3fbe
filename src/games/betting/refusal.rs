//! Why an action is refused that the seat whose turn it is may not do.

use super::{Action, Wager};

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
    /// The seat may not stop taking cards: its game does not know it, no card is to come, or it has stopped (TPAM-45).
    NoStop,
    /// The seat is asked something else: who trades cannot check, who bets cannot go on without paying (TPAM-34).
    OtherQuestion,
    /// So many cards may not be bought, or one of them is none of the hand (TPAM-23).
    CardsNotOffered,
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
            Self::NoStop => f.write_str("the seat may not stop taking cards now"),
            Self::CardsNotOffered => f.write_str("these cards may not be exchanged"),
            Self::OtherQuestion => f.write_str("the seat is asked something else"),
            Self::AmountNotOffered(Wager { least, most, step, all_in, .. }) if all_in <= most => {
                write!(f, "the amount is from {least} to {most} in steps of {step}, or {all_in}")
            }
            Self::AmountNotOffered(Wager { least, most, step, .. }) => write!(f, "the amount is from {least} to {most} in steps of {step}"),
        }
    }
}

impl core::error::Error for BettingRefusal {}

impl Wager {
    /// Whether this bet or raise is called as it is offered, and its amount is offered.
    pub(super) fn accept(self, action: Action) -> Result<(), BettingRefusal> {
        if self.is_bet != matches!(action, Action::Bet(_)) {
            return Err(BettingRefusal::NotCalledSo);
        }
        if action.amount().is_some_and(|to| self.has(to)) { Ok(()) } else { Err(BettingRefusal::AmountNotOffered(self)) }
    }
}
