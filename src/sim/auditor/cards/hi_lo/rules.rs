//! The rules of one house for Draw Hi-Lo, and what a guess comes to by them.

use std::sync::Arc;

use super::Deal;
use crate::model::{BoxStake, Card, Choice, ChoiceKind};
use crate::sim::auditor::cards::clerk::{Clerk, DealClerk};
use crate::sim::auditor::cards::expected_turn::Offered;
use crate::sim::auditor::cards::keys::{Keys, Ratio};
use crate::sim::auditor::cards::limits::Range;
use crate::sim::auditor::cards::line::{Won, pips, require};
use crate::sim::auditor::cards::machine;

/// Reads the rules of one house.
pub(in crate::sim::auditor::cards) fn read(keys: &Keys<'_>) -> Result<Arc<dyn Clerk>, String> {
    Ok(Arc::new(Rules::read(keys)?))
}

/// The rules that differ from house to house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    step: i64,
    main: Range,
    /// BQAM-Q30.
    return_percent: i64,
    /// BQAM-Q33.
    pub(super) steps_most: usize,
    times_most: i64,
    most: Option<i64>,
    /// BQAM-32; none where the house has no Tie bet.
    tie: Option<Tie>,
}

/// BQAM-32, BQAM-Q35.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tie {
    pub(super) odds: Ratio,
    /// Tie bets are multiples of it, and it is the least of them.
    step: i64,
}

/// The pot before a right guess and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Raised {
    /// BQAM-33: the coefficient, which stands on the table while the guess is offered.
    pub(super) hundredths: i64,
    from: i64,
    pub(super) to: i64,
}

impl Raised {
    /// What the guess has won of the pot; none where that is nothing, be the coefficient 1 or the pot too small for it.
    pub(super) fn won(self) -> Option<Won> {
        let odds = Ratio { win: self.hundredths - 100, per: 100 };
        (self.to > self.from).then_some(Won { amount: self.to - self.from, odds, combination: None })
    }
}

/// Where the next card is guessed to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guess {
    Higher,
    Lower,
}

impl Guess {
    pub(super) const BOTH: [Self; 2] = [Self::Higher, Self::Lower];

    /// The guess that this choice makes.
    pub(super) const fn of(choice: Choice) -> Option<Self> {
        match choice {
            Choice::Higher => Some(Self::Higher),
            Choice::Lower => Some(Self::Lower),
            _ => None,
        }
    }

    pub(super) const fn kind(self) -> ChoiceKind {
        match self {
            Self::Higher => ChoiceKind::Higher,
            Self::Lower => ChoiceKind::Lower,
        }
    }

    /// Whether a card of this place among the ranks makes it right after one of that.
    pub(super) const fn is_right(self, card: u8, after: u8) -> bool {
        match self {
            Self::Higher => card > after,
            Self::Lower => card < after,
        }
    }
}

/// BQAM-30: the ace is the lowest, 1, and the king the highest, 13.
pub(super) fn place(card: Card) -> u8 {
    match pips(card) {
        14 => 1,
        place => place,
    }
}

/// What lies in the pack once these cards have been dealt: how often each place among the ranks.
pub(super) fn unseen(dealt: &[Card]) -> [i64; 14] {
    let mut left = [4; 14];
    left[0] = 0;
    for card in dealt {
        left[usize::from(place(*card))] -= 1;
    }
    left
}

/// How many cards make a guess right, and how many have another rank than the last one.
fn counts(dealt: &[Card], guess: Guess) -> (i64, i64) {
    let Some(last) = dealt.last().map(|card| place(*card)) else { return (0, 0) };
    let left = unseen(dealt);
    let sum = |counted: &dyn Fn(u8) -> bool| (1..=13).filter(|at| counted(*at)).map(|at| left[usize::from(at)]).sum::<i64>();
    (sum(&|at| guess.is_right(at, last)), sum(&|at| at != last))
}

impl Rules {
    pub(super) fn read(keys: &Keys<'_>) -> Result<Self, String> {
        require(keys.number("shoe.packs")? == 1, "the auditor reads shoe.packs and expects 1")?;
        let tie = Tie { odds: keys.odds("play.tie.odds")?, step: keys.number("play.tie.step_minor")? };
        let steps_most = keys.number("play.steps_most")?;
        Ok(Self {
            step: keys.number("limits.step_minor")?,
            main: Range::read(keys, "limits.main")?,
            return_percent: keys.number("play.return_percent")?,
            steps_most: usize::try_from(steps_most).map_err(|_| "play.steps_most is no count")?,
            times_most: keys.number("play.times_most")?,
            most: keys.number_if("play.most_minor")?,
            tie: keys.flag("play.tie.is_offered")?.then_some(tie),
        })
    }

    /// How many cards make this guess right after those that were dealt.
    pub(super) fn chances(dealt: &[Card], guess: Guess) -> i64 {
        counts(dealt, guess).0
    }

    /// BQAM-Q30, BQAM-Q32, BQAM-Q36: the pot as it becomes where this guess is right; `None` where no card makes it so (BQAM-Q34).
    pub(super) fn raised(&self, pot: i64, dealt: &[Card], guess: Guess) -> Option<Raised> {
        let (right, others) = counts(dealt, guess);
        let hundredths = (self.return_percent * others).checked_div(right)?.max(100);
        let twice = 2 * i128::from(pot) * i128::from(hundredths);
        let to = i64::try_from((twice + 100) / 200).ok()?;
        Some(Raised { hundredths, from: pot, to })
    }

    /// The same where the house offers the guess on this ante: where the pot would not come above what it pays.
    pub(super) fn offered(&self, ante: i64, pot: i64, dealt: &[Card], guess: Guess) -> Option<Raised> {
        let is_within = |raised: &Raised| raised.to <= self.times_most * ante && self.most.is_none_or(|most| raised.to <= most);
        self.raised(pot, dealt, guess).filter(is_within)
    }

    /// BQAM-32, BQAM-Q35: the Tie bet beside this ante; none where it is too small for one, or where no card of the last one's rank is left, as
    /// for a guess that cannot be right (BQAM-Q34).
    pub(super) fn tie(&self, ante: i64, dealt: &[Card]) -> Option<Offered> {
        let step = self.tie?.step;
        let may_win = dealt.last().is_some_and(|last| unseen(dealt)[usize::from(place(*last))] > 0);
        (may_win && step <= ante).then(|| Offered::tie(step, ante - ante % step, step))
    }

    pub(super) fn tie_odds(&self) -> Option<Ratio> {
        self.tie.map(|tie| tie.odds)
    }
}

impl Clerk for Rules {
    /// BQAM-30: one ante on the only box, in steps. The Tie bet comes later.
    fn check_laid(&self, lying: &[BoxStake]) -> Result<(), String> {
        machine::check_only_stake(lying, self.main, self.step)
    }

    fn begin(&self, laid: &[BoxStake]) -> Result<Box<dyn DealClerk>, String> {
        let [stake] = *laid else { return Err("a deal began without one stake".into()) };
        Ok(Box::new(Deal::new(self.clone(), stake)))
    }

    /// Which of them it is, the deal says.
    fn is_default(&self, choice: Choice) -> bool {
        matches!(choice, Choice::Higher | Choice::Lower | Choice::Collect)
    }
}
