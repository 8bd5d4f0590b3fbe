//! What a house says about betting: the keys of its rules file.

use serde::{Deserialize, Serialize};

/// What may be bet and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BettingRules {
    /// How large a wager may be.
    pub limit: Limit,
    /// How many raises a round has at most, over the bet (SPB-34, SPB-44); none: any number, as in no-limit and pot-limit always (SPB-37).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raises_most: Option<u8>,
    /// When that cap does not hold (SPB-35).
    pub cap_ends: CapEnds,
    /// Who may raise again after an incomplete all-in (SPB-42).
    pub reopens: Reopens,
    /// Whether a check closes raising for a seat that then faces an incomplete all-in alone (SPB-A06).
    pub check_is_action: bool,
    /// How a short blind counts in the pot of pot-limit (SPB-29).
    pub short_blind: ShortBlind,
    /// Who posts which blind of two players (SPB-A10, TA-1).
    pub heads_up: HeadsUp,
    /// What is done for a seat that owes nothing when its time is over (SPB-61, SPB-A14); none: it checks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_over: Option<TimeOver>,
}

impl BettingRules {
    /// Whether a seat that owes nothing folds when its time is over.
    #[must_use]
    pub fn time_folds(&self) -> bool {
        self.time_over == Some(TimeOver::Fold)
    }
}

/// How large a wager may be (SPB-25 to SPB-30, TA-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// Up to the stack.
    NoLimit,
    /// Up to what lies in the pot after the call.
    PotLimit,
    /// Exactly the size of the round.
    FixedLimit,
    /// From the table's least to its most, on top of the price.
    Spread,
}

impl Limit {
    /// Its name in rules files and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoLimit => "no-limit",
            Self::PotLimit => "pot-limit",
            Self::FixedLimit => "fixed-limit",
            Self::Spread => "spread",
        }
    }
}

/// When the most of raises does not hold (SPB-35, SPB-A04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CapEnds {
    /// Where no more than two with chips began the round; before the flop everybody dealt in counts.
    TwoAtRoundStart,
    /// As soon as two with chips remain.
    TwoRemaining,
    /// It always holds.
    Never,
}

/// Who may raise again (SPB-42, SPB-A05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reopens {
    /// Who faces as much as a full raise, however many all-ins it is made of.
    Cumulative,
    /// Who faces a full raise of one seat.
    Individual,
}

/// How a blind that was posted short counts (SPB-A07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShortBlind {
    /// As if it were whole.
    Full,
    /// As what was posted.
    Actual,
}

/// What is done for who owes nothing and does not decide in time (SPB-61).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeOver {
    /// He checks.
    Check,
    /// He folds, as the rule book has it.
    Fold,
}

/// The blinds of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeadsUp {
    /// The button posts the small blind and speaks first before the flop (SPB-A10).
    ButtonIsSmallBlind,
    /// The seat after the button posts the small blind and speaks first in every round (TA-1).
    Literal,
}
