//! Rounds of the past.

use serde::Serialize;
use utoipa::ToSchema;

use super::bet::SettledBet;
use crate::model::{Colour, NoSpinReason, Page, Pocket, RoundRecall, SeatRecall, Timestamp, VoidReason};

/// Recalled rounds, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Rounds {
    /// The rounds; a seat sees only its own part of them.
    pub(in crate::http) rounds: Vec<Round>,
    /// The journal's head that these rounds are part of, as `NUMBER:HASH`: somebody who keeps it can have it proved later that nothing of them was
    /// changed.
    #[schema(example = "1234:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub(in crate::http) head: String,
}

/// A page of past rounds.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct History {
    /// The rounds, newest first; for a seat with its own part alone.
    rounds: Vec<Round>,
    /// What `before` is for the next page; null where there is no earlier round.
    #[schema(required, example = 4711)]
    next: Option<u64>,
    /// How far back was looked for this page: when the earliest record was written that was read for it; null where there is none. What is sought
    /// and stands on no page so far began before.
    #[schema(required)]
    back_to: Option<u64>,
    /// The journal's head after the newest record that was read for this page, as `NUMBER:HASH`: the page is part of the history up to there.
    /// Kept off the board it proves that later. Empty where there is no record.
    #[schema(example = "1234:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    head: String,
}

impl From<&Page<RoundRecall>> for History {
    fn from(page: &Page<RoundRecall>) -> Self {
        Self {
            rounds: page.entries.iter().map(Round::from).collect(),
            next: page.next,
            back_to: page.back_to.map(Timestamp::microseconds),
            head: page.head.clone(),
        }
    }
}

/// A recalled round.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Round {
    /// The round.
    #[schema(example = 11)]
    round: u64,
    /// When betting opened.
    opened_at: u64,
    /// When betting closed, if it has.
    #[schema(required)]
    closed_at: Option<u64>,
    /// When it was settled, if it is.
    #[schema(required)]
    settled_at: Option<u64>,
    /// Where the ball lay.
    #[schema(required)]
    outcome: Option<Outcome>,
    /// Why it was voided, if it was: every stake came back.
    #[schema(required)]
    voided: Option<Voided>,
    /// The attendant's words, where an attendant voided it.
    #[schema(required)]
    void_reason: Option<String>,
    /// The spins that did not count.
    #[schema(value_type = Vec<String>, example = json!(["same-direction"]))]
    no_spins: Vec<NoSpinReason>,
    /// The seats with bets in it.
    seats: Vec<SeatPart>,
}

/// Where the ball lay.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"pocket": 17, "colour": "black"}))]
pub(super) struct Outcome {
    /// The number, 0 to 36.
    #[schema(maximum = 36)]
    pocket: u8,
    /// Its colour.
    #[schema(value_type = String, example = "black")]
    colour: Colour,
}

impl From<Pocket> for Outcome {
    fn from(pocket: Pocket) -> Self {
        Self { pocket: pocket.number(), colour: pocket.colour() }
    }
}

/// Why a round was voided.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Voided {
    /// An attendant decided so.
    Attendant,
    /// The cabinet had stopped between the close and the result.
    Restart,
    /// More spins in a row did not count than the rules allow.
    TooManyNoSpins,
}

impl From<&VoidReason> for Voided {
    fn from(reason: &VoidReason) -> Self {
        match reason {
            VoidReason::Attendant { .. } => Self::Attendant,
            VoidReason::Restart => Self::Restart,
            VoidReason::TooManyNoSpins => Self::TooManyNoSpins,
        }
    }
}

impl From<&RoundRecall> for Round {
    fn from(round: &RoundRecall) -> Self {
        let void_reason = match &round.voided {
            Some(VoidReason::Attendant { reason, .. }) => Some(reason.clone()),
            _ => None,
        };
        Self {
            round: round.round,
            opened_at: round.opened_at.microseconds(),
            closed_at: round.closed_at.map(Timestamp::microseconds),
            settled_at: round.settled_at.map(Timestamp::microseconds),
            outcome: round.outcome.map(Outcome::from),
            voided: round.voided.as_ref().map(Voided::from),
            void_reason,
            no_spins: round.no_spins.clone(),
            seats: round.seats.iter().map(|seat| SeatPart::from(&**seat)).collect(),
        }
    }
}

/// A seat's part of a round.
#[derive(Serialize, ToSchema)]
pub(super) struct SeatPart {
    /// The seat, 1 to 6.
    #[schema(example = 3)]
    seat: u8,
    /// The round.
    #[schema(example = 11)]
    round: u64,
    /// What was staked in all.
    #[schema(example = 300)]
    staked: i64,
    /// What came back in all, winning stakes included.
    #[schema(example = 1080)]
    returned: i64,
    /// What was won in all; negative where more was lost.
    #[schema(example = 780)]
    net: i64,
    /// The bets.
    bets: Vec<SettledBet>,
}

impl From<&SeatRecall> for SeatPart {
    fn from(part: &SeatRecall) -> Self {
        Self {
            seat: part.seat.number(),
            round: part.round,
            staked: part.staked.minor(),
            returned: part.returned.minor(),
            net: (part.returned - part.staked).minor(),
            bets: part.bets.iter().map(SettledBet::from).collect(),
        }
    }
}
