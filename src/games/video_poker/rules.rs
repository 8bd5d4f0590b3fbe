//! The options page: every key of `device-profiles/rules/video-poker/*.toml`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::games::machine::{self, Limits, MachinePlay, StepsAndPayouts};
use crate::games::ranking::Strength;
use crate::games::risk::RiskRules;
use crate::games::shoe::ShoeRules;
use crate::model::{Combination, LimitKind, Money, Odds, PayRow, Rank, RuleNote};

/// The rules of one house for video poker.
pub type Rules = machine::Rules<Play>;

/// What a deal goes by. A deal carries it, so that it ends by the rules it began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The risk game.
    pub risk: RiskRules,
    /// What the hands pay.
    pub pays: Pays,
}

/// How many times the stake each hand pays in all, the stake included; 0 to 10,000, where 0 pays nothing (BQAM-Q70).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are the hands")]
pub struct Pays {
    /// A royal flush with the highest stake.
    pub royal_flush_at_highest_step: u32,
    pub royal_flush: u32,
    pub straight_flush: u32,
    pub four_of_a_kind: u32,
    pub full_house: u32,
    pub flush: u32,
    pub straight: u32,
    pub three_of_a_kind: u32,
    pub two_pair: u32,
    /// A pair of jacks, queens, kings or aces.
    pub jacks_or_better: u32,
}

impl Pays {
    /// How many times the stake this hand pays.
    #[must_use]
    pub fn times(&self, hand: Strength, is_highest_step: bool) -> u32 {
        match hand.combination() {
            Combination::RoyalFlush if is_highest_step => self.royal_flush_at_highest_step,
            Combination::RoyalFlush => self.royal_flush,
            Combination::StraightFlush => self.straight_flush,
            Combination::FourOfAKind => self.four_of_a_kind,
            Combination::FullHouse => self.full_house,
            Combination::Flush => self.flush,
            Combination::Straight => self.straight,
            Combination::ThreeOfAKind => self.three_of_a_kind,
            Combination::TwoPair => self.two_pair,
            Combination::Pair if hand >= Strength::of_pair(Rank::Jack) => self.jacks_or_better,
            _ => 0,
        }
    }

    /// Every row, from the highest hand down.
    pub(super) const fn rows(&self) -> [(&'static str, u32); 10] {
        [
            ("royal_flush_at_highest_step", self.royal_flush_at_highest_step),
            ("royal_flush", self.royal_flush),
            ("straight_flush", self.straight_flush),
            ("four_of_a_kind", self.four_of_a_kind),
            ("full_house", self.full_house),
            ("flush", self.flush),
            ("straight", self.straight),
            ("three_of_a_kind", self.three_of_a_kind),
            ("two_pair", self.two_pair),
            ("jacks_or_better", self.jacks_or_better),
        ]
    }
}

impl MachinePlay for Play {
    /// Every hand with as many doublings as the risk game allows on what it pays.
    fn return_most(&self, stake: Money, limits: &Limits) -> Money {
        let is_highest_step = stake == limits.main.most;
        let rows = self.pays.rows().into_iter().skip(usize::from(!is_highest_step));
        rows.map(|(_, times)| self.risk.most_of(paid(stake, times))).max().unwrap_or_default()
    }

    fn pays_otherwise_at_most(&self) -> bool {
        self.pays.royal_flush_at_highest_step != self.pays.royal_flush
    }

    fn pays(&self) -> Vec<PayRow> {
        self.pay_rows()
    }

    fn notes(&self) -> Vec<RuleNote> {
        self.rule_notes()
    }

    fn problem(&self, _: &ShoeRules, _: &Limits) -> Option<(String, String)> {
        let row = self.pays.rows().into_iter().find(|(_, times)| *times > Odds::MOST);
        let row = row.map(|(name, _)| (alloc::format!("play.pays.{name}"), "0 to 10000 times the stake".to_string()));
        row.or_else(|| self.risk.problem().map(|(key, expected)| (key.into(), expected.into())))
    }

    fn steps_and_payouts(&mut self) -> StepsAndPayouts<'_> {
        (Vec::new(), alloc::vec![(LimitKind::RiskPayout, &mut self.risk.most_minor)])
    }
}

/// So many times the stake.
///
/// # Panics
/// Where the product leaves 64 bits: a stake above [`Money::MOST`] was let in.
pub(super) const fn paid(stake: Money, times: u32) -> Money {
    stake.checked_mul(times as i64).expect("stakes are bounded by Money::MOST, so what they pay fits")
}
