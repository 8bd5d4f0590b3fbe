//! What each stake of a spin returns: its own win as long as there is so much, what was risked away taken from the last ones first, and what
//! the risk game won beside the first win.

use super::super::Settled;
use super::super::keys::Ratio;
use super::super::line::{Line, Won};
use super::Deal;
use crate::model::{BoxStake, StakeKind};

/// What a stake would return by itself: each of these so many times.
struct Due {
    stake: i64,
    times: Vec<i64>,
}

impl Due {
    fn amount(&self) -> i64 {
        self.times.iter().sum::<i64>() * self.stake
    }

    /// Its wins; with the first of them the stake comes back.
    fn wins(&self) -> Vec<Won> {
        let beyond = self.times.iter().enumerate().map(|(nth, times)| times - i64::from(nth == 0));
        beyond.filter(|times| *times > 0).map(|times| Won::of(self.stake, Ratio { win: times, per: 1 }, false, None)).collect()
    }

    /// What it returns where so much of it is left, and so much came of the risk game beside it.
    fn line(&self, left: i64, risked: i64) -> Line {
        if left < self.amount() {
            return self.part(left);
        }
        let mut wins = self.wins();
        wins.extend((risked > 0).then(|| even(risked)));
        wins.sort_by_key(|won| -won.amount);
        match wins.is_empty() {
            true if self.times.is_empty() => Line::GONE,
            true => Line::BACK,
            false => Line { wins, ..Line::wins(even(0)) },
        }
    }

    fn part(&self, left: i64) -> Line {
        match left {
            0 => Line::GONE,
            _ if left < self.stake => Line::part(left),
            _ if left == self.stake => Line::BACK,
            _ => Line::wins(even(left - self.stake)),
        }
    }
}

/// What the risk game made of a win is told as one for one.
const fn even(amount: i64) -> Won {
    Won { amount, odds: Ratio { win: 1, per: 1 }, combination: None }
}

impl Deal {
    /// What the stakes return where this much comes back in all, what was paid in for a round that has not come to its end included.
    pub(super) fn settled_with(&self, win: i64) -> Settled {
        let due: Vec<Due> = self.stakes.iter().map(|stake| self.due(stake)).collect();
        let all: i64 = due.iter().map(Due::amount).sum();
        let bearer = self.bearer();
        let mut left = win;
        let line = |(at, due): (usize, &Due)| {
            let of_this = left.min(due.amount());
            left -= of_this;
            due.line(of_this, if at == bearer { win - all } else { 0 })
        };
        Settled { lines: due.iter().enumerate().map(line).collect(), stakes: self.stakes.clone(), cuts: Vec::new() }
    }

    fn due(&self, stake: &BoxStake) -> Due {
        let amount = stake.amount.minor();
        if stake.kind == StakeKind::Double {
            return Due { stake: amount, times: vec![1] };
        }
        let is_bearer = self.stakes[self.bearer()].place == stake.place;
        let on_line = self.won_on(stake).map(|(_, times)| times);
        let in_bonus = self.runs.iter().filter(|_| is_bearer).map(|run| run.pays.minor() / amount).filter(|times| *times > 0);
        Due { stake: amount, times: on_line.into_iter().chain(in_bonus).collect() }
    }

    /// The line with which the bonus and the risk game are paid: the first that has won, or else the first.
    fn bearer(&self) -> usize {
        self.lines().position(|stake| self.won_on(stake).is_some()).unwrap_or(0)
    }
}
