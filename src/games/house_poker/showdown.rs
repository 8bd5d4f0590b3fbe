//! The dealer's hand against those of the boxes.

use core::cmp::Ordering;

use super::pays::win_of;
use crate::games::ranking::Strength;
use crate::model::{BoxStake, Combination, Odds, StakeReturn, Win};

/// How a box came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games) enum Outcome {
    /// Its player passed.
    Folded,
    /// The dealer has no game.
    NoGame,
    /// The dealer's game was bought, and he still has none (HA-26).
    BoughtNoGame,
    /// The player's hand is the higher one.
    Higher,
    /// The dealer's hand is the higher one.
    Lower,
    /// Five equal ranks: a stay (HPC-3).
    Equal,
}

impl Outcome {
    /// The comparison of the player's hand with a dealer's that is game.
    pub(in crate::games) fn of(player: Strength, dealer: Strength) -> Self {
        match player.cmp(&dealer) {
            Ordering::Greater => Self::Higher,
            Ordering::Less => Self::Lower,
            Ordering::Equal => Self::Equal,
        }
    }
}

/// Whether the dealer's hand is game: A-K or more (HPC-12, OAS-7, RUS-6).
pub(in crate::games) fn has_game(dealer: Strength) -> bool {
    dealer.combination() >= Combination::AceKing
}

/// A stake that won at these odds.
pub(in crate::games) fn won(stake: BoxStake, combination: Option<Combination>, odds: Odds) -> StakeReturn {
    StakeReturn::won(stake, Win { combination, odds, amount: win_of(odds, stake.amount) })
}

/// What the insurance against "no game" returns (OAS-13, RUS-18): it looks at the hand that the dealer was dealt. Of a hand that is
/// given up it comes back, for it neither wins nor loses.
pub(in crate::games) fn insurance_return(stake: BoxStake, dealt: Strength, outcome: Outcome, odds: Odds) -> StakeReturn {
    match outcome {
        Outcome::Folded => StakeReturn::back(stake),
        _ if !has_game(dealt) => won(stake, None, odds),
        Outcome::Higher => StakeReturn::lost(stake),
        _ => StakeReturn::back(stake),
    }
}
