//! What may lie before a deal of blackjack.

use crate::model::{BoxStake, StakeKind};
use crate::sim::auditor::cards::keys::Keys;
use crate::sim::auditor::cards::line::require;

/// The limits of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    boxes: i64,
    players: i64,
    pub(super) step: i64,
    pub(super) least: i64,
    box_most: i64,
}

impl Limits {
    pub(super) fn read(keys: &Keys<'_>) -> Result<Self, String> {
        Ok(Self {
            boxes: keys.number("boxes")?,
            players: keys.number("players_per_box")?,
            step: keys.number("limits.chip_minor")? * keys.number("limits.step_chips")?,
            least: keys.number("limits.least_minor")?,
            box_most: keys.number("limits.box_most_minor")?,
        })
    }

    /// BJB-2, BJB-5, BJAM-Q24: of each player the table's least, of all on a box together its most.
    pub(super) fn check(&self, lying: &[BoxStake]) -> Result<(), String> {
        for stake in lying {
            let on_box: Vec<&BoxStake> = lying.iter().filter(|other| other.place == stake.place).collect();
            let all: i64 = on_box.iter().map(|other| other.amount.minor()).sum();
            let own = stake.amount.minor();
            require(stake.kind == StakeKind::Main, format_args!("{:?} lies before the deal", stake.kind))?;
            require((1..=self.boxes).contains(&i64::from(stake.place.0)), format_args!("there is no box {}", stake.place.0))?;
            // Each player's stakes on a box are added up.
            require(on_box.len() as i64 <= self.players, format_args!("{} players on box {}", on_box.len(), stake.place.0))?;
            require(own >= self.least && own % self.step == 0, format_args!("{own} lies on box {}", stake.place.0))?;
            require(all <= self.box_most, format_args!("{all} lie on box {}, and {} is its most", stake.place.0, self.box_most))?;
        }
        Ok(())
    }
}
