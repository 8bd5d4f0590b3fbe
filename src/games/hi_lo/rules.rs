//! The options page: every key of `device-profiles/rules/hi-lo/*.toml`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::games::machine::{self, Limits, MachinePlay, StepsAndPayouts};
use crate::games::shoe::ShoeRules;
use crate::model::{LimitKind, Money, Odds, Pack, PayRow, Rounding, RuleNote};

/// The rules of one house for Draw Hi-Lo.
pub type Rules = machine::Rules<Play>;

/// The highest coefficient of a first guess, rounded up: 48 cards of other ranks are unseen, and four of them make the guess right.
const FIRST_TIMES_MOST: i64 = 12;

/// How many ranks there are, and how many cards after the first of a rank can follow it at once.
const RANKS: i64 = 13;
const EQUALS: i64 = 3;

/// What a deal goes by. A deal carries it, so that it ends by the rules it began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// How much of what would be even a guess returns, 1 to 100 (BQAM-Q30).
    pub return_percent: u8,
    /// After how many right guesses the pot is paid, 1 to 20 (BQAM-Q33).
    pub steps_most: u8,
    /// How many times the ante the pot may come to, 12 to 10,000.
    pub times_most: u32,
    /// What the pot may come to. Nothing limits it where this is absent; at least 12 times the most ante, so that a first guess is always
    /// offered.
    pub most_minor: Option<Money>,
    /// The bet on a tie.
    pub tie: TieBet,
}

/// The bet on the next card being of the same rank as the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TieBet {
    /// Whether it is offered.
    pub is_offered: bool,
    /// What it is a multiple of; it is at most the ante (BQAM-Q35).
    pub step_minor: Money,
    /// At which odds it wins (BQAM-32).
    pub odds: Odds,
}

impl TieBet {
    /// The most that may be bet beside this ante; `None` where nothing may be.
    pub(super) const fn most(&self, ante: Money) -> Option<Money> {
        let most = ante.minor() - ante.minor() % self.step_minor.minor();
        if self.is_offered && most > 0 { Some(Money::from_minor(most)) } else { None }
    }

    /// What this stake wins (BQAM-Q36).
    pub(super) const fn win_of(&self, stake: Money) -> Money {
        self.odds.win_of(stake, Rounding::HalfUp)
    }

    /// The most that all bets beside this ante can return in one deal. A guess ends the cards of a rank that follow each other, so of
    /// each rank at most three win, and of no more ranks than there are guesses: after the last right one nothing is bet.
    fn return_most(&self, ante: Money, steps_most: u8) -> Money {
        let Some(most) = self.most(ante) else { return Money::ZERO };
        let wins = EQUALS * RANKS.min(steps_most.into());
        (most + self.win_of(most)).checked_mul(wins).expect("stakes are bounded by Money::MOST, so what they return fits")
    }
}

impl Play {
    /// What the pot of this ante may come to.
    ///
    /// # Panics
    /// Where the product leaves 64 bits: a stake above [`Money::MOST`] was let in.
    pub(super) fn pot_most(&self, ante: Money) -> Money {
        let most = ante.checked_mul(self.times_most.into()).expect("stakes are bounded by Money::MOST, so what they come to fits");
        self.most_minor.map_or(most, |limit| limit.min(most))
    }

    fn most_problem(&self, limits: &Limits) -> bool {
        let least = limits.main.most.checked_mul(FIRST_TIMES_MOST);
        self.most_minor.is_some_and(|most| most > Money::MOST || least.is_none_or(|least| most < least))
    }
}

impl MachinePlay for Play {
    fn return_most(&self, stake: Money, _: &Limits) -> Money {
        self.pot_most(stake) + self.tie.return_most(stake, self.steps_most)
    }

    fn pays(&self) -> Vec<PayRow> {
        self.pay_rows()
    }

    fn notes(&self) -> Vec<RuleNote> {
        self.rule_notes()
    }

    fn problem(&self, shoe: &ShoeRules, limits: &Limits) -> Option<(String, String)> {
        let is_one_pack = shoe.packs == 1 && shoe.pack == Pack::Plain && shoe.burn == 0 && shoe.burn_at_change == 0;
        let step = self.tie.step_minor;
        let checks = [
            (is_one_pack && shoe.behind_cut == shoe.cards(), "shoe", "one pack of 52 cards, none burnt, shuffled before every deal"),
            ((1..=100).contains(&self.return_percent), "play.return_percent", "1 to 100 percent"),
            ((1..=20).contains(&self.steps_most), "play.steps_most", "1 to 20 right guesses"),
            ((12..=Odds::MOST).contains(&self.times_most), "play.times_most", "12 to 10000 times the stake"),
            (!self.most_problem(limits), "play.most_minor", "an amount of at least 12 times limits.main.most"),
            (step.is_positive() && step <= Money::MOST, "play.tie.step_minor", "an amount above 0"),
        ];
        let wrong = checks.into_iter().find(|(is_good, ..)| !is_good);
        wrong.map(|(_, key, expected)| (key.to_string(), expected.to_string()))
    }

    fn steps_and_payouts(&mut self) -> StepsAndPayouts<'_> {
        (alloc::vec![&mut self.tie.step_minor], alloc::vec![(LimitKind::PotPayout, &mut self.most_minor)])
    }
}
