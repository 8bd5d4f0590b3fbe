//! What may lie before a deal of baccarat.

use crate::model::{BoxStake, StakeKind};
use crate::sim::auditor::cards::keys::Keys;
use crate::sim::auditor::cards::limits::Range;
use crate::sim::auditor::cards::line::require;

/// The limits of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    step: i64,
    /// Of each bet that is on offer.
    ranges: Vec<(StakeKind, Range)>,
    /// A bet on a side or a tie must lie beside every other (BQAM-Q14).
    needs_main: bool,
}

const BETS: [(StakeKind, &str); 10] = [
    (StakeKind::Player, "player"),
    (StakeKind::Banker, "banker"),
    (StakeKind::Tie, "tie"),
    (StakeKind::PlayerPair, "player_pair"),
    (StakeKind::BankerPair, "banker_pair"),
    (StakeKind::PerfectPair, "perfect_pair"),
    (StakeKind::TwoPerfectPairs, "two_perfect_pairs"),
    (StakeKind::EitherPair, "either_pair"),
    (StakeKind::PlayerBonus, "player_bonus"),
    (StakeKind::BankerBonus, "banker_bonus"),
];

/// The name of a bet in the rules file; of no key where it is no bet of this game.
pub(in crate::sim::auditor::cards) fn key_of(kind: StakeKind) -> &'static str {
    BETS.into_iter().find(|(bet, _)| *bet == kind).map_or("", |(_, name)| name)
}

impl Limits {
    pub(super) fn read(keys: &Keys<'_>) -> Result<Self, String> {
        let offered = BETS.into_iter().filter(|(_, name)| keys.has(&format!("limits.stake.{name}")));
        let ranges = offered.map(|(kind, name)| Ok((kind, Range::read(keys, &format!("limits.stake.{name}"))?)));
        Ok(Self {
            step: keys.number("limits.step_minor")?,
            ranges: ranges.collect::<Result<_, String>>()?,
            needs_main: keys.flag("side_bets_need_main")?,
        })
    }

    pub(super) fn check(&self, lying: &[BoxStake]) -> Result<(), String> {
        for stake in lying {
            let range = self.ranges.iter().find(|(kind, _)| *kind == stake.kind);
            let (kind, range) = range.ok_or_else(|| format!("{:?} is no bet of this table", stake.kind))?;
            range.check(stake.amount.minor(), self.step, &format!("{kind:?}"))?;
            let is_main = |other: &BoxStake| matches!(other.kind, StakeKind::Player | StakeKind::Banker | StakeKind::Tie);
            let has_main = lying.iter().any(|other| other.seat == stake.seat && is_main(other));
            require(!self.needs_main || has_main, "a side bet lies alone")?;
        }
        Ok(())
    }
}
