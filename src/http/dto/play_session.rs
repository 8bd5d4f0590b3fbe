//! Sessions of play, for the protection of players, and the bodies of the orders of a player in one.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::model::{Confirmation, Order, PlaySessionView, RealityCheck, SESSION_MINUTES_MOST};

/// A session of play: from money coming to a seat until its player is paid out.
#[derive(Serialize, ToSchema)]
pub(super) struct PlaySession {
    /// When it began.
    #[schema(example = 1_763_690_000_000_000_u64)]
    began_at: u64,
    /// The player confirms that he is so many years old or older before he stakes; null where he need not, or has.
    #[schema(required, example = json!(null))]
    age_to_confirm: Option<u8>,
    /// What the player confirms that he has seen before he stakes on; null where nothing is due.
    #[schema(required)]
    reality_check: Option<DueCheck>,
    /// After how many minutes it ends, by the law or by the player's own limit, which comes first; null where it does not.
    #[schema(required, example = 120)]
    limit_minutes: Option<u32>,
    /// When that is.
    #[schema(required, example = 1_763_697_200_000_000_u64)]
    ends_at: Option<u64>,
    /// Whether that has come: the player stakes nothing more until he is paid out.
    is_over: bool,
}

impl From<&PlaySessionView> for PlaySession {
    fn from(view: &PlaySessionView) -> Self {
        Self {
            began_at: view.began_at.microseconds(),
            age_to_confirm: view.age_to_confirm,
            reality_check: view.check.as_ref().map(DueCheck::from),
            limit_minutes: view.limit_minutes,
            ends_at: view.ends_at.map(|at| at.microseconds()),
            is_over: view.is_over,
        }
    }
}

/// How long a player has played and what it came to, when the check became due.
#[derive(Serialize, ToSchema)]
struct DueCheck {
    /// How long, in whole minutes.
    #[schema(example = 60)]
    minutes: u32,
    /// The settled stakes.
    #[schema(example = 42_000)]
    staked: i64,
    /// What was won; below 0 where it was lost. Stakes that lay are counted as the player's.
    #[schema(example = -3_500)]
    result: i64,
}

impl From<&RealityCheck> for DueCheck {
    fn from(check: &RealityCheck) -> Self {
        Self { minutes: check.minutes, staked: check.staked.minor(), result: check.result.minor() }
    }
}

/// What a player confirms.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"what": "reality-check"}))]
pub(in crate::http) struct ConfirmForm {
    /// `age`: that he is as old as `age_to_confirm`; `reality-check`: that he has seen `reality_check`.
    what: Confirmed,
}

/// What is confirmed.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Confirmed {
    /// The age.
    Age,
    /// The reality check.
    RealityCheck,
}

impl ConfirmForm {
    pub(in crate::http) fn order(&self) -> Order {
        Order::Confirm(match self.what {
            Confirmed::Age => Confirmation::Age,
            Confirmed::RealityCheck => Confirmation::RealityCheck,
        })
    }
}

/// How long a player lets his session be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"minutes": 90}))]
pub(in crate::http) struct SessionLimitForm {
    /// After so many minutes from its beginning it ends; fewer than `limit_minutes`, where there is a limit.
    #[schema(minimum = 1, maximum = 1_440)]
    minutes: u32,
}

impl SessionLimitForm {
    pub(in crate::http) fn order(&self) -> Order {
        const { assert!(SESSION_MINUTES_MOST == 1_440, "as the document says") };
        Order::LimitPlaySession { minutes: self.minutes }
    }
}
