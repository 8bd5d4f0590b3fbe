//! Sessions of play, for the protection of players: how long somebody has played at a seat, what he must confirm, and when he must stop. They exist only
//! where the jurisdiction asks for them.

use minicbor::{Decode, Encode};

use super::{Money, Timestamp};

/// What a jurisdiction asks for the protection of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct PlayerProtection {
    /// Before the first stake of a session the player confirms that he is so many years old or older; `None` where nobody is asked.
    #[n(0)]
    pub age_least_years: Option<u8>,
    /// After so many minutes of play, and again after as many, the player confirms that he has seen how long he has played and what he has won or
    /// lost; `None` where he is not told.
    #[n(1)]
    pub reality_check_minutes: Option<u32>,
    /// After so many minutes a session ends: the player stakes nothing more until he is paid out; `None` where only he himself sets a limit.
    #[n(2)]
    pub session_most_minutes: Option<u32>,
    /// A player who has lost everything goes on with his session where he brings money within so many minutes; 0 where it ends at once.
    #[n(3)]
    pub session_pause_minutes: u32,
}

impl PlayerProtection {
    /// Whether no file says otherwise: nobody is asked again at once, or sent away at once.
    #[must_use]
    pub fn is_playable(&self) -> bool {
        let minutes = 1..=SESSION_MINUTES_MOST;
        self.reality_check_minutes.into_iter().chain(self.session_most_minutes).all(|asked| minutes.contains(&asked))
    }
}

/// The longest limit of a session, in minutes: a day.
pub const SESSION_MINUTES_MOST: u32 = 1_440;

/// What a player confirms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Confirmation {
    /// That he is as old as the law asks.
    #[n(0)]
    Age,
    /// That he has seen his reality check.
    #[n(1)]
    RealityCheck,
}

impl Confirmation {
    /// The name in requests and in the journal's listing.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Age => "age",
            Self::RealityCheck => "reality-check",
        }
    }
}

/// What a player is told of his session, as of the moment when the check became due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct RealityCheck {
    /// How long he has played, in whole minutes.
    #[n(0)]
    pub minutes: u32,
    /// His settled stakes.
    #[n(1)]
    pub staked: Money,
    /// What he has won; below nothing where he has lost. Stakes that lie are still his.
    #[n(2)]
    pub result: Money,
}

/// A session of play, as its seat and officials see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaySessionView {
    /// When it began, as the wall clock showed it.
    pub began_at: Timestamp,
    /// The age that the player has to confirm before he stakes; `None` where he need not, or has.
    pub age_to_confirm: Option<u8>,
    /// The check that he has to confirm before he stakes on.
    pub check: Option<RealityCheck>,
    /// After how many minutes it ends, by the law or by his own limit, which comes first; `None` where it does not.
    pub limit_minutes: Option<u32>,
    /// When that is, as the wall clock shows it.
    pub ends_at: Option<Timestamp>,
    /// Whether that has come: he stakes nothing more until he is paid out.
    pub is_over: bool,
}
