//! What a player reads of what games of every kind have in common. The consoles have these sentences once for all games.

use super::early_payments::{EarlyPayments, Forfeits};
use crate::model::{Rounding, RuleNote};

impl EarlyPayments {
    /// What a void of the deal does with a payment; nothing where no stake is paid early.
    pub(super) fn note(self) -> Option<RuleNote> {
        match self {
            Self::None => None,
            Self::Stand => Some(RuleNote::plain("void-payments-stand")),
            Self::ComeBack => Some(RuleNote::plain("void-payments-come-back")),
        }
    }
}

impl Forfeits {
    /// What a void of the deal does with a stake that is over, where it is not as with every other stake.
    pub(super) fn note(self) -> Option<RuleNote> {
        (self == Self::Stand).then_some(RuleNote::plain("void-forfeits-stand"))
    }
}

/// How amounts are rounded that the smallest coin cannot pay.
pub(super) const fn rounding_note(rounding: Rounding) -> RuleNote {
    RuleNote::plain(match rounding {
        Rounding::HalfUp => "round-half-up",
        Rounding::Floor => "round-floor",
    })
}
