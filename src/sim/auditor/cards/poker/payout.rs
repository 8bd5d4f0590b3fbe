//! The most that is paid out on a box (HPC-13, HA-1, HA-2).

use super::Deal;
use crate::model::{BoxNumber, StakeKind};
use crate::sim::auditor::cards::line::{End, Line};

impl Deal {
    /// What is cut off the wins of a box.
    pub(super) fn cut(&self, place: BoxNumber, lines: &[Line]) -> i64 {
        let rules = &self.rules;
        let mut off_bonus = 0;
        let (mut won, mut counted) = (0, 0);
        for (stake, line) in self.stakes.iter().zip(lines).filter(|(stake, _)| stake.place == place) {
            let mut win = line.won();
            if stake.kind == StakeKind::Bonus {
                // HA-29: the bonus has a most of its own.
                let above = rules.bonus_most.map_or(0, |most| (win - most).max(0));
                (off_bonus, win) = (off_bonus + above, win - above);
            }
            let is_inside = match stake.kind {
                StakeKind::Insurance => rules.insurance_in_cap,
                StakeKind::Bonus => rules.bonus_in_cap,
                _ => true,
            };
            if is_inside {
                won += win;
                let comes_back = matches!(line.end, End::Wins | End::ComesBack);
                counted += win + if comes_back && !rules.cap_on_winnings { stake.amount.minor() } else { 0 };
            }
        }
        // A stake that comes back is never cut itself.
        let above = rules.box_most.map_or(0, |most| (counted - most).max(0));
        off_bonus + above.min(won)
    }
}
