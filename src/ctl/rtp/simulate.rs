//! Hands by the million: what came back, and how far that may be from the truth.
//!
//! The hands are cut into lots, each with its own stream of chance, so that the figures do not depend on how many cores there are.

use std::borrow::Cow;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};

use super::figure::{Figure, Figures, Sample, name, rounded};
use crate::games::card_game::CardGame;
use crate::model::{BoxStake, DealSettlement, StakeKind};
use crate::sim::chance::Chance;
use crate::sim::strategies::hands::{HandDealer, Strategy};

/// How many hands a lot has.
pub(super) const LOT: u64 = 10_000;

/// 95 of 100 normal values lie within so many standard deviations.
const WITHIN: f64 = 1.959_964;

/// What is simulated.
pub(super) struct Plan<'a> {
    /// The game.
    pub(super) game: &'a CardGame,
    /// What is staked before every hand.
    pub(super) stakes: Vec<BoxStake>,
    /// What the stakes are counted as.
    pub(super) bets: Vec<Bet>,
    /// How the player decides.
    pub(super) strategy: &'a dyn Strategy,
    /// What the strategy is called.
    pub(super) strategy_name: Cow<'static, str>,
}

/// A bet: its first stake, and what may be staked on top of it in the course of a hand.
pub(super) struct Bet {
    /// What it is called.
    name: Cow<'static, str>,
    /// The kind of its first stake.
    first: StakeKind,
    /// The kinds of the further ones.
    further: Vec<StakeKind>,
}

impl Bet {
    /// This bet of the game, with all that the game's description lays on top of it.
    pub(super) fn of(game: &CardGame, kind: StakeKind) -> Self {
        Self { name: name(kind), first: kind, further: game.sheet().on(kind).collect() }
    }
}

/// Sums over hands, in minor units. They are whole, so that it does not matter in which order they were formed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    hands: u64,
    first: i128,
    staked: i128,
    returned: i128,
    staked_squared: i128,
    returned_squared: i128,
    staked_by_returned: i128,
}

impl Sums {
    /// One hand; `cut` is what was taken off its wins.
    fn add_hand(&mut self, bet: &Bet, settlement: &DealSettlement, cut: i128) {
        let (mut first, mut staked, mut returned) = (0, 0, -cut);
        for line in &settlement.returns {
            let amount = i128::from(line.stake.amount.minor());
            let is_first = line.stake.kind == bet.first;
            if is_first || bet.further.contains(&line.stake.kind) {
                first += if is_first { amount } else { 0 };
                staked += amount;
                returned += i128::from(line.returned.minor());
            }
        }
        self.add_sums(first, staked, returned);
    }

    /// One hand more with these amounts in minor units.
    pub(super) fn add_sums(&mut self, first: i128, staked: i128, returned: i128) {
        self.add(&Self {
            hands: 1,
            first,
            staked,
            returned,
            staked_squared: staked * staked,
            returned_squared: returned * returned,
            staked_by_returned: staked * returned,
        });
    }

    fn add(&mut self, other: &Self) {
        self.hands += other.hands;
        self.first += other.first;
        self.staked += other.staked;
        self.returned += other.returned;
        self.staked_squared += other.staked_squared;
        self.returned_squared += other.returned_squared;
        self.staked_by_returned += other.staked_by_returned;
    }

    /// Half the interval's width of the mean of `returned - factor * staked`, in minor units.
    fn half_width(&self, factor: f64) -> f64 {
        let hands = self.hands as f64;
        let mean = (self.returned as f64 - factor * self.staked as f64) / hands;
        let squares =
            self.returned_squared as f64 - 2.0 * factor * self.staked_by_returned as f64 + factor * factor * self.staked_squared as f64;
        let variance = (squares / hands - mean * mean).max(0.0);
        WITHIN * (variance / hands).sqrt()
    }

    /// What these hands came to, decided by this strategy.
    pub(super) fn sample(&self, strategy: Cow<'static, str>, seed: u64) -> Sample {
        let hands = self.hands as f64;
        let (first, staked, returned) = (self.first as f64 / hands, self.staked as f64 / hands, self.returned as f64 / hands);
        let ratio = returned / staked;
        Sample {
            hands: self.hands,
            seed,
            strategy,
            return_percent: rounded(ratio * 100.0),
            return_half_width_percent: rounded(self.half_width(ratio) / staked * 100.0),
            edge_percent: rounded((staked - returned) / first * 100.0),
            edge_half_width_percent: rounded(self.half_width(1.0) / first * 100.0),
            staked_per_first_stake: rounded(staked / first),
        }
    }
}

/// Plays `hands` hands, rounded up to whole lots, on every core.
pub(super) fn simulate(plan: &Plan<'_>, hands: u64, seed: u64) -> Figures {
    let sums = in_lots(plan.game.name(), hands, seed, plan.bets.len(), |chance, sums| play_lot(plan, chance, sums));
    let figure = |sums: Sums| Figure::Simulated(sums.sample(plan.strategy_name.clone(), seed));
    plan.bets.iter().zip(sums).map(|(bet, sums)| (bet.name.clone(), figure(sums))).collect()
}

/// Plays lots of [`LOT`] hands on every core, each with its own stream of chance, and adds up what they came to.
pub(super) fn in_lots(game: &'static str, hands: u64, seed: u64, bets: usize, play_lot: impl Fn(Chance, &mut [Sums]) + Sync) -> Vec<Sums> {
    let lots = hands.div_ceil(LOT);
    let progress = progress(game, lots * LOT);
    let next = AtomicU64::new(0);
    let work = || {
        let mut sums = vec![Sums::default(); bets];
        loop {
            let lot = next.fetch_add(1, Ordering::Relaxed);
            if lot >= lots {
                return sums;
            }
            play_lot(Chance::new(seed, lot), &mut sums);
            progress.inc(LOT);
        }
    };
    let all = thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let mut all = vec![Sums::default(); bets];
        for worker in workers {
            let sums = worker.join().expect("a worker ends only with its last lot");
            all.iter_mut().zip(&sums).for_each(|(all, sums)| all.add(sums));
        }
        all
    });
    progress.finish_and_clear();
    all
}

fn play_lot(plan: &Plan<'_>, chance: Chance, sums: &mut [Sums]) {
    let mut table = HandDealer::new(plan.game, chance);
    for _ in 0..LOT {
        let settlement = table.hand(&plan.stakes, plan.strategy);
        // A cut is made on the box, not on a bet: the first bet bears it.
        let mut cut: i128 = settlement.cuts.iter().map(|cut| i128::from(cut.amount.minor())).sum();
        for (sums, bet) in sums.iter_mut().zip(&plan.bets) {
            sums.add_hand(bet, &settlement, core::mem::take(&mut cut));
        }
    }
}

/// A bar on standard error, where that is a terminal.
fn progress(game: &'static str, hands: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {human_pos} of {human_len} hands, {eta} left")
        .expect("the template is one that the tests have drawn");
    ProgressBar::new(hands).with_style(style).with_prefix(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{BoxNumber, Money, Odds, Seat, StakeReturn, Win};

    #[test]
    fn what_is_cut_off_a_box_is_not_returned() {
        let seat = Seat::new(1).expect("1 is a seat");
        let stake = BoxStake { seat, place: BoxNumber(1), hand: 0, kind: StakeKind::Ante, amount: Money::from_minor(100) };
        let win = Win { combination: None, odds: Odds::to_one(3), amount: Money::from_minor(300) };
        let settlement = DealSettlement { returns: vec![StakeReturn::won(stake, win)], ..DealSettlement::default() };
        let mut sums = Sums::default();
        sums.add_hand(&Bet { name: "ante".into(), first: StakeKind::Ante, further: Vec::new() }, &settlement, 50);
        assert_eq!((sums.hands, sums.first, sums.staked, sums.returned), (1, 100, 100, 350));
    }
}
