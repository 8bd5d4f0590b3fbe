//! Bets: as they are asked for, as they lie, and as they were settled.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::problem::Problem;
use crate::model::{self, Bet, Money, Position, Refusal, RoundBet, Stake};

/// A bet that is asked for, flat, with only the keys that its kind needs. Simple bets carry `stake`, called bets `chip`.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"bet": "split", "numbers": [17, 20], "stake": 500}))]
pub(in crate::http) struct BetForm {
    /// The bet: `straight`, `split`, `street`, `corner`, `six-line` (with `numbers`), `first-four`, `dozen`, `column` (with `which`), `red`, `black`,
    /// `odd`, `even`, `low`, `high`; or a call: `voisins`, `tiers`, `orphelins`, `zero-game`, `neighbours` (with `number`).
    bet: String,
    /// The numbers covered, 0 to 36.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    numbers: Option<Vec<u8>>,
    /// Which dozen or column, 1 to 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 3)]
    which: Option<u8>,
    /// The middle number of neighbours, 0 to 36.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 36)]
    number: Option<u8>,
    /// The stake of a simple bet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stake: Option<i64>,
    /// The value of one chip of a called bet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chip: Option<i64>,
}

impl BetForm {
    /// The bet that is asked for; `place` is the form's place in its request, for the words of the problem.
    pub(in crate::http) fn bet(&self, place: usize) -> Result<Bet, Problem> {
        for (key, amount) in [("stake", self.stake), ("chip", self.chip)] {
            within_reach(&format!("bets[{place}].{key}"), amount)?;
        }
        let form = model::BetForm {
            bet: self.bet.clone(),
            numbers: self.numbers.clone(),
            which: self.which,
            number: self.number,
            stake: self.stake,
            chip: self.chip,
        };
        Ok(form.bet()?)
    }
}

/// An amount beyond every limit there can be is a mistake of the program that sends it, and is kept away from all sums.
pub(super) fn within_reach(key: &str, amount: Option<i64>) -> Result<(), Problem> {
    let most = Money::MOST.minor();
    match amount {
        Some(amount) if !(-most..=most).contains(&amount) => Err(Problem::bad(format!("`{key}`: expected an amount of at most {most}"))),
        _ => Ok(()),
    }
}

/// A place on the layout: a simple bet without its stake.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"bet": "split", "numbers": [17, 20]}))]
pub(in crate::http) struct PositionForm {
    /// The simple bet that lies there.
    bet: String,
    /// The numbers covered, 0 to 36.
    #[serde(default)]
    numbers: Option<Vec<u8>>,
    /// Which dozen or column, 1 to 3.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 3)]
    which: Option<u8>,
}

impl PositionForm {
    /// The place on the layout.
    pub(in crate::http) fn position(&self) -> Result<Position, Problem> {
        let form = model::BetForm {
            bet: self.bet.clone(),
            numbers: self.numbers.clone(),
            which: self.which,
            // A position has no stake, but it is read as a bet, which must have one.
            stake: Some(0),
            ..model::BetForm::default()
        };
        match form.bet()? {
            Bet::Simple(stake) => Ok(stake.position),
            Bet::Called(_) => Err(Refusal::BetMalformed.into()),
        }
    }
}

/// A bet that lies on the layout.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"bet": "split", "numbers": [17, 20], "stake": 500}))]
pub(in crate::http) struct PlacedBet {
    /// The simple bet.
    bet: String,
    /// The numbers covered, where the name does not say them.
    #[serde(skip_serializing_if = "Option::is_none")]
    numbers: Option<Vec<u8>>,
    /// Which dozen or column.
    #[serde(skip_serializing_if = "Option::is_none")]
    which: Option<u8>,
    /// What lies there.
    stake: i64,
}

impl From<&Stake> for PlacedBet {
    fn from(stake: &Stake) -> Self {
        let model::BetForm { bet, numbers, which, .. } = model::BetForm::from(*stake);
        Self { bet, numbers, which, stake: stake.amount.minor() }
    }
}

/// A bet of a recalled round with what came back for it.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"bet": "straight", "numbers": [17], "stake": 500, "returned": 18000}))]
pub(in crate::http) struct SettledBet {
    /// The bet.
    #[serde(flatten)]
    bet: PlacedBet,
    /// What came back, the stake included; nothing where it lost or the round is not settled.
    returned: i64,
}

impl From<&RoundBet> for SettledBet {
    fn from(bet: &RoundBet) -> Self {
        Self { bet: PlacedBet::from(&bet.stake), returned: bet.returned.minor() }
    }
}
