//! What each stake returns, what is over before the last two cards, and what is cut.

use core::cmp::Ordering;

use super::hand::Hand;
use super::{Deal, FIRST, PlayedBox};
use crate::model::{BoxStake, StakeKind};
use crate::sim::auditor::cards::Settled;
use crate::sim::auditor::cards::keys::Ratio;
use crate::sim::auditor::cards::line::{Line, Won};

/// THB-6, and THB-14.
const FOURS: u8 = 4;
const ACES: u8 = 14;

impl Deal {
    /// What these stakes return, and what is cut of it.
    pub(super) fn settled(&self, stakes: Vec<BoxStake>) -> Result<Settled, String> {
        let lines: Vec<Line> = stakes.iter().map(|stake| self.line(stake)).collect::<Result<_, _>>()?;
        Ok(self.rules.payout.settled(stakes, lines, self.boxes.iter().map(|of| (of.seat, of.place))))
    }

    /// Whether a stake is over, or is by now where the house lets a void change nothing about it. A bonus is settled when the last box has
    /// decided (THB-14); the ante of a box that is passed is lost with it (THB-3).
    pub(super) fn is_over(&self, stake: &BoxStake) -> bool {
        let Some(of) = self.of(stake.place) else { return false };
        let stands = self.rules.forfeits_stand;
        match stake.kind {
            StakeKind::Bonus => self.are_decided() && !of.is_dark && (stands || self.bonus_hand(of).is_some()),
            StakeKind::Ante => of.has_passed() && stands,
            _ => false,
        }
    }

    fn line(&self, stake: &BoxStake) -> Result<Line, String> {
        let of = self.of(stake.place).ok_or("a stake on no box")?;
        let amount = stake.amount.minor();
        // All odds of the tables are whole; nothing is rounded up where a house has others.
        let wins = |odds: Ratio, combination| Line::wins(Won::of(amount, odds, false, combination));
        if stake.kind == StakeKind::Bonus {
            // The record names the combination on the first five cards, though all pay alike.
            let hand = self.bonus_hand(of);
            return Ok(hand.map_or(Line::GONE, |hand| wins(self.rules.bonus_pays, Some(hand.combination))));
        }
        if of.has_passed() {
            return Ok(Line::GONE);
        }
        let (own, dealer) = (Hand::best(&of.cards, &self.board), Hand::best(&self.dealer, &self.board));
        let is_game = dealer.reaches_pair_of(FOURS);
        Ok(match (stake.kind, own.compare(&dealer)) {
            (StakeKind::Ante, _) if !is_game => self.ante_wins(&own, amount)?,
            (_, _) if !is_game => Line::BACK,
            (_, Ordering::Less) => Line::GONE,
            (_, Ordering::Equal) => Line::BACK,
            (StakeKind::Ante, Ordering::Greater) => self.ante_wins(&own, amount)?,
            (_, Ordering::Greater) => wins(self.rules.bet_pays, None),
        })
    }

    /// THB-12; HA-4 below its first row.
    fn ante_wins(&self, own: &Hand, amount: i64) -> Result<Line, String> {
        let won = |odds, combination| Line::wins(Won::of(amount, odds, false, combination));
        if !own.reaches_pair_of(FOURS) {
            return Ok(won(self.rules.low_pays, None));
        }
        let row = self.rules.ante_pays.iter().find(|(combination, _)| *combination == own.combination);
        let (combination, odds) = row.ok_or_else(|| format!("no row has {:?}", own.combination))?;
        Ok(won(*odds, Some(*combination)))
    }

    /// What wins the bonus of a box: its two cards and the first three of the board (THB-14); `None` where it loses.
    fn bonus_hand(&self, of: &PlayedBox) -> Option<Hand> {
        if of.has_passed() && !self.rules.bonus_survives_pass {
            return None;
        }
        let five: Vec<_> = of.cards.iter().chain(&self.board[..FIRST]).copied().collect();
        Some(Hand::of_five(&five)).filter(|hand| hand.reaches_pair_of(ACES))
    }
}
