//! What every stake returns. Lines have their own wins; what the bonus and the risk game have made of them is told at one stake.

use alloc::vec::Vec;

use super::Deal;
use super::rules::paid;
use crate::model::{BoxStake, DealSettlement, Money, Odds, StakeKind, StakeReturn, Win};

impl Deal {
    /// What every stake returns where this comes back in all.
    ///
    /// The stakes are filled in their order: each line with its own win, the first one that wins (else the first line) with the bonus as
    /// well, each stake that was laid beside a win at risk with its amount. What is left then, the risk game has won, and is told at the
    /// line with the bonus.
    pub(super) fn returning(&self, total: Money) -> DealSettlement {
        let teller = self.teller();
        let mut left = total;
        let mut shares: Vec<Money> = Vec::new();
        for nth in 0..self.stakes.len() {
            let share = self.own_of(nth, teller).min(left);
            left = left - share;
            shares.push(share);
        }
        let returned = |(nth, share): (usize, &Money)| {
            let gained = if nth == teller { left } else { Money::ZERO };
            self.line_of(nth, *share, self.own_of(nth, teller), gained, teller)
        };
        DealSettlement { returns: shares.iter().enumerate().map(returned).collect(), cuts: Vec::new() }
    }

    /// The stake at which the bonus and the gain of the risk game are told.
    fn teller(&self) -> usize {
        (0..self.stakes.len()).find(|nth| self.win_of_line(*nth).times > 0).unwrap_or_default()
    }

    /// What comes back for this stake without a risk game.
    fn own_of(&self, nth: usize, teller: usize) -> Money {
        let stake = &self.stakes[nth];
        if stake.kind == StakeKind::Double {
            return stake.amount;
        }
        let line = paid(stake.amount, self.win_of_line(nth).times);
        if nth == teller { line + self.won_by_bonus() } else { line }
    }

    fn line_of(&self, nth: usize, share: Money, own: Money, gained: Money, teller: usize) -> StakeReturn {
        let stake = self.stakes[nth];
        if share.is_zero() {
            return StakeReturn::lost(stake);
        }
        if share < own || stake.kind == StakeKind::Double {
            return left_over(stake, share);
        }
        let mut wins = self.wins_of(nth, teller);
        wins.extend(at_even_odds(gained));
        wins.sort_by_key(|win| core::cmp::Reverse(win.amount));
        if wins.is_empty() { StakeReturn::back(stake) } else { StakeReturn::won_all(stake, wins) }
    }

    /// The wins of a line, of the bonus too where it is told here. The stake itself comes back once, with the first of them.
    fn wins_of(&self, nth: usize, teller: usize) -> Vec<Win> {
        let amount = self.stakes[nth].amount;
        let lines = self.lines_played();
        let line = core::iter::once(self.win_of_line(nth).times).filter(|times| *times > 0);
        let bonus = self.runs.iter().filter(|_| nth == teller).map(|run| run.times * lines).filter(|times| *times > 0);
        let with_stake = |(nth, times): (usize, u32)| if nth == 0 { times - 1 } else { times };
        let win = |times| Odds::new(times, 1).map(|odds| Win { combination: None, odds, amount: paid(amount, times) });
        line.chain(bonus).enumerate().map(with_stake).filter_map(win).collect()
    }
}

/// A stake of which this is left, less than it had won, or as much as was laid.
fn left_over(stake: BoxStake, share: Money) -> StakeReturn {
    match share.checked_sub(stake.amount) {
        Some(gain) if gain.is_zero() => StakeReturn::back(stake),
        Some(gain) if gain.is_positive() => StakeReturn::won_all(stake, at_even_odds(gain).into_iter().collect()),
        _ => StakeReturn::surrendered(stake, share),
    }
}

/// What the risk game has made: it pays 1 to 1 of what is at risk, all rounds together.
fn at_even_odds(amount: Money) -> Option<Win> {
    amount.is_positive().then(|| Win { combination: None, odds: Odds::to_one(1), amount })
}
