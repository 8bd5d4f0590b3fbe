//! The options page: every key of `device-profiles/rules/top-card/*.toml`.

use serde::{Deserialize, Serialize};

use crate::games::antes;
use crate::model::{Odds, Rounding};

/// The rules of one house for Top Card Trump.
pub type Rules = antes::Rules<Play>;

/// What a deal goes by. A deal carries it, so that it ends by the rules it began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Who gets his open card of the war first (BQAM-Q41).
    pub war_first: WarFirst,
    /// How half of an odd ante is rounded (BQAM-Q42), and wins that the smallest coin cannot pay.
    pub rounding: Rounding,
    /// What a win wins; the stake comes back as well.
    pub pays: Pays,
}

/// Who gets his open card of the war first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WarFirst {
    /// The dealer, as the text orders (BQAM-43).
    Dealer,
    /// The player, as of the first two cards.
    Player,
}

/// What each stake wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pays {
    /// The ante, on the higher card (BQAM-Q40).
    pub ante: Odds,
    /// The war stake (BQAM-44).
    pub war: Odds,
}
