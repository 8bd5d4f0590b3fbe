//! What each stake returns.

use core::cmp::Ordering;

use super::hand::Hand;
use super::{Deal, PlayedBox};
use crate::model::{BoxStake, StakeKind};
use crate::sim::auditor::cards::Settled;
use crate::sim::auditor::cards::keys::Ratio;
use crate::sim::auditor::cards::line::{Line, Won};
use crate::sim::auditor::cards::poker::rank::NAMES;

impl Deal {
    /// What these stakes return, and what is cut of it.
    pub(super) fn settled(&self, stakes: Vec<BoxStake>) -> Result<Settled, String> {
        let lines: Vec<Line> = stakes.iter().map(|stake| self.line(stake)).collect::<Result<_, _>>()?;
        Ok(self.rules.payout.settled(stakes, lines, self.boxes.iter().map(|of| (of.seat, of.place))))
    }

    fn line(&self, stake: &BoxStake) -> Result<Line, String> {
        let of = self.of(stake.place).ok_or("a stake on no box")?;
        let amount = stake.amount.minor();
        if of.void.is_some() && !self.stays_surrendered(of) {
            return Ok(self.void_line(stake.kind, amount));
        }
        Ok(match stake.kind {
            // HPAM-16.
            StakeKind::Exchange | StakeKind::SixthCard => Line::PRICE,
            // M8: it stays surrendered, and its bonus with it.
            _ if of.void.is_some() => Line::GONE,
            StakeKind::Bonus => self.bonus(of, amount),
            _ if of.has_surrendered() => Line::GONE,
            StakeKind::Ante | StakeKind::Bet => self.compared(of, stake.kind, amount),
            other => return Err(format!("{other:?} is no stake of this game")),
        })
    }

    /// HPAM-30, HPAM-Q16.
    fn void_line(&self, kind: StakeKind, amount: i64) -> Line {
        match kind {
            StakeKind::Ante => self.compensated(amount),
            StakeKind::Exchange | StakeKind::SixthCard if !self.rules.price_comes_back => Line::PRICE,
            _ => Line::BACK,
        }
    }

    /// HPAM-20 to HPAM-23.
    fn compared(&self, of: &PlayedBox, kind: StakeKind, amount: i64) -> Line {
        let ranking = self.rules.ranking;
        let (own, dealer) = (Hand::best(&of.cards, ranking), Hand::best(&self.dealer, ranking));
        let is_ante = kind == StakeKind::Ante;
        let ante_wins = || Line::wins(Won::of(amount, self.rules.ante_pays, false, None));
        if dealer.rank < self.rules.dealer_from {
            return if is_ante { ante_wins() } else { Line::BACK };
        }
        match own.compare(&dealer, ranking) {
            Ordering::Less => Line::GONE,
            Ordering::Equal => Line::BACK,
            Ordering::Greater if is_ante => ante_wins(),
            Ordering::Greater => row(&self.rules.bet_pays, own.rank, amount).unwrap_or(Line::BACK),
        }
    }

    /// HPAM-24 to HPAM-26, HPAM-Q7, HPAM-Q8, HPAM-Q14, HPAM-Q15.
    fn bonus(&self, of: &PlayedBox, amount: i64) -> Line {
        let survives_purchase = self.rules.purchase.as_ref().is_some_and(|purchase| purchase.bonus_survives);
        let is_forfeited = (of.has_surrendered() && !self.rules.bonus_survives_pass) || (of.has_bought && !survives_purchase);
        let made = Hand::best(&of.dealt, self.rules.ranking).rank;
        row(&self.rules.bonus_pays, made, amount).filter(|_| !is_forfeited).unwrap_or(Line::GONE)
    }
}

/// What the row of this rank pays, where there is one.
fn row(rows: &[Option<Ratio>], rank: usize, amount: i64) -> Option<Line> {
    rows[rank].map(|odds| Line::wins(Won::of(amount, odds, false, Some(NAMES[rank].1))))
}
