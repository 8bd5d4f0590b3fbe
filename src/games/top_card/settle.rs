//! What each stake returns.

use core::cmp::Ordering;

use alloc::vec::Vec;

use super::{Deal, Play};
use crate::games::antes::AntePlay;
use crate::model::{BoxStake, Money, Odds, PayRow, RuleNote, StakeKind, StakeReturn, Win};

impl Play {
    const fn won(&self, amount: Money, odds: Odds) -> Money {
        odds.win_of(amount, self.rounding)
    }
}

impl AntePlay for Play {
    /// The higher card, or a war that is won; where not every ante goes to war, less comes back.
    fn return_most(&self, antes: &[Money]) -> Money {
        let on_higher = |ante: &Money| *ante + self.won(*ante, self.pays.ante);
        let on_war = |ante: &Money| *ante + *ante + self.won(*ante, self.pays.war);
        antes.iter().map(on_higher).sum::<Money>().max(antes.iter().map(on_war).sum())
    }

    fn pays(&self) -> Vec<PayRow> {
        self.pay_rows()
    }

    fn notes(&self) -> Vec<RuleNote> {
        self.rule_notes()
    }
}

impl Deal {
    /// What this stake returns when the last card lies.
    pub(super) fn returned(&self, stake: BoxStake) -> StakeReturn {
        match (self.compared(0), self.compared(1)) {
            (Some(Ordering::Greater), _) => self.won(stake, self.play.pays.ante),
            (Some(Ordering::Equal), _) if !self.goes_to_war(stake.place) => {
                StakeReturn::surrendered(stake, self.play.won(stake.amount, Odds::HALF))
            }
            (Some(Ordering::Equal), Some(Ordering::Greater | Ordering::Equal)) if stake.kind == StakeKind::War => {
                self.won(stake, self.play.pays.war)
            }
            (Some(Ordering::Equal), Some(Ordering::Greater | Ordering::Equal)) => StakeReturn::back(stake),
            (Some(_), _) => StakeReturn::lost(stake),
            (None, _) => panic!("two cards lie when a deal is settled"),
        }
    }

    fn won(&self, stake: BoxStake, odds: Odds) -> StakeReturn {
        StakeReturn::won(stake, Win { combination: None, odds, amount: self.play.won(stake.amount, odds) })
    }

    /// How the player's card stands to the dealer's: the first ones, or those of the war.
    pub(super) fn compared(&self, which: usize) -> Option<Ordering> {
        Some(self.player.get(which)?.rank().cmp(&self.dealer.get(which)?.rank()))
    }
}
