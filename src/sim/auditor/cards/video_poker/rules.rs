//! The rules of one house for video poker, and what a hand and a win come to by them.

use std::sync::Arc;

use super::Deal;
use crate::model::{BoxStake, Card, CardChoice, Choice, Combination};
use crate::sim::auditor::cards::clerk::{Clerk, DealClerk};
use crate::sim::auditor::cards::keys::{Keys, Ratio};
use crate::sim::auditor::cards::limits::Range;
use crate::sim::auditor::cards::line::{End, Line, Won};
use crate::sim::auditor::cards::machine;
use crate::sim::auditor::cards::poker::rank::Five;

/// Reads the rules of one house.
pub(in crate::sim::auditor::cards) fn read(keys: &Keys<'_>) -> Result<Arc<dyn Clerk>, String> {
    Ok(Arc::new(Rules::read(keys)?))
}

/// The number of a jack: a pair of lower cards pays nothing.
const JACK: u8 = 11;

/// The rows of the pay table from two pairs up, by their keys.
const FROM_TWO_PAIR: [(&str, Combination); 8] = [
    ("two_pair", Combination::TwoPair),
    ("three_of_a_kind", Combination::ThreeOfAKind),
    ("straight", Combination::Straight),
    ("flush", Combination::Flush),
    ("full_house", Combination::FullHouse),
    ("four_of_a_kind", Combination::FourOfAKind),
    ("straight_flush", Combination::StraightFlush),
    ("royal_flush", Combination::RoyalFlush),
];

/// The rules that differ from house to house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    step: i64,
    main: Range,
    /// BQAM-Q70: how many times the stake comes back in all.
    jacks_or_better: i64,
    from_two_pair: [i64; FROM_TWO_PAIR.len()],
    royal_flush_at_highest_step: i64,
    /// BQAM-Q74.
    doublings_most: u32,
    risk_most: Option<i64>,
}

/// What a hand wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Win {
    /// With what.
    combination: Combination,
    /// How many times the stake comes back in all.
    times: i64,
    stake: i64,
    /// How often it was doubled.
    doublings: u32,
}

impl Rules {
    pub(super) fn read(keys: &Keys<'_>) -> Result<Self, String> {
        let pays = |name: &str| keys.number(&format!("play.pays.{name}"));
        let mut from_two_pair = [0; FROM_TWO_PAIR.len()];
        for (times, (name, _)) in from_two_pair.iter_mut().zip(FROM_TWO_PAIR) {
            *times = pays(name)?;
        }
        let doublings_most = keys.number("play.risk.doublings_most")?;
        Ok(Self {
            step: keys.number("limits.step_minor")?,
            main: Range::read(keys, "limits.main")?,
            jacks_or_better: pays("jacks_or_better")?,
            from_two_pair,
            royal_flush_at_highest_step: pays("royal_flush_at_highest_step")?,
            doublings_most: u32::try_from(doublings_most).map_err(|_| "play.risk.doublings_most is no count")?,
            risk_most: keys.number_if("play.risk.most_minor")?,
        })
    }

    /// BQAM-62: what five cards win with a stake of this amount; none where they are no winning combination.
    pub(super) fn win(&self, cards: &[Card], stake: i64) -> Option<Win> {
        let five = Five::of(cards);
        let (combination, times) = match five.rank {
            10 if stake == self.main.most => (Combination::RoyalFlush, self.royal_flush_at_highest_step),
            rank @ 3..=10 => (FROM_TWO_PAIR[rank - 3].1, self.from_two_pair[rank - 3]),
            2 if five.numbers[0] >= JACK => (Combination::Pair, self.jacks_or_better),
            _ => return None,
        };
        (times > 0).then_some(Win { combination, times, stake, doublings: 0 })
    }

    /// BQAM-Q74: whether this win may be put at risk.
    pub(super) fn may_risk(&self, win: &Win) -> bool {
        win.doublings < self.doublings_most && self.risk_most.is_none_or(|most| 2 * win.amount() <= most)
    }
}

impl Win {
    /// What comes back in all, the stake included.
    pub(super) fn amount(&self) -> i64 {
        (self.times * self.stake) << self.doublings
    }

    pub(super) const fn doubled(self) -> Self {
        Self { doublings: self.doublings + 1, ..self }
    }

    /// The win as it is settled: what the hand wins beyond the stake, and what the risk game won on all of it.
    pub(super) fn line(&self) -> Line {
        let of_risk = (1 << self.doublings) - 1;
        let to_one = |win| Ratio { win, per: 1 };
        let of_hand = (self.times > 1).then(|| Won::of(self.stake, to_one(self.times - 1), false, Some(self.combination)));
        let doubled = (of_risk > 0).then(|| Won::of(self.times * self.stake, to_one(of_risk), false, None));
        let wins: Vec<Won> = of_hand.into_iter().chain(doubled).collect();
        if wins.is_empty() { Line::BACK } else { Line { end: End::Wins, wins } }
    }
}

impl Clerk for Rules {
    /// BQAM-62: one stake on the only box, in steps.
    fn check_laid(&self, lying: &[BoxStake]) -> Result<(), String> {
        machine::check_only_stake(lying, self.main, self.step)
    }

    fn begin(&self, laid: &[BoxStake]) -> Result<Box<dyn DealClerk>, String> {
        let [stake] = *laid else { return Err("a deal began without one stake".into()) };
        Ok(Box::new(Deal::new(self.clone(), stake)))
    }

    /// All cards are kept, what was won is collected, and of the closed cards it is the first.
    fn is_default(&self, choice: Choice) -> bool {
        matches!(choice, Choice::Exchange(CardChoice(0)) | Choice::Collect | Choice::Pick(CardChoice(1)))
    }
}
