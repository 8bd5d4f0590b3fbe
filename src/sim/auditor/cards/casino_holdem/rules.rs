//! The keys of Texas hold'em against the house, and what may lie before a deal.

use std::sync::Arc;

use super::Deal;
use crate::model::{BoxStake, Choice, Combination, StakeKind};
use crate::sim::auditor::cards::clerk::{Clerk, DealClerk};
use crate::sim::auditor::cards::keys::{Keys, Ratio};
use crate::sim::auditor::cards::limits::{OnBox, Range};
use crate::sim::auditor::cards::line::require;
use crate::sim::auditor::cards::payout::Payout;

/// The rules that differ from house to house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    boxes: i64,
    /// HA-7.
    dark: bool,
    step: i64,
    ante: Range,
    /// The step, the least and the house's most of the bonus, where there is one (THB-13).
    bonus: Option<(i64, i64, i64)>,
    /// HA-5.
    pub(super) bonus_survives_pass: bool,
    /// HX-3.
    pub(super) payments_stand: bool,
    /// HRB-24, HRB-26.
    pub(super) forfeits_stand: bool,
    /// HPC-13, THB-15.
    pub(super) payout: Payout,
    /// THB-8.
    pub(super) bet_pays: Ratio,
    /// THB-14.
    pub(super) bonus_pays: Ratio,
    /// HA-4.
    pub(super) low_pays: Ratio,
    /// THB-12, from a pair on.
    pub(super) ante_pays: Vec<(Combination, Ratio)>,
}

/// The rows of THB-12, the lowest first.
const ROWS: [(&str, Combination); 9] = [
    ("pair", Combination::Pair),
    ("two_pair", Combination::TwoPair),
    ("three_of_a_kind", Combination::ThreeOfAKind),
    ("straight", Combination::Straight),
    ("flush", Combination::Flush),
    ("full_house", Combination::FullHouse),
    ("four_of_a_kind", Combination::FourOfAKind),
    ("straight_flush", Combination::StraightFlush),
    ("royal_flush", Combination::RoyalFlush),
];

/// Reads the rules of one house.
pub(in crate::sim::auditor::cards) fn read(keys: &Keys<'_>) -> Result<Arc<dyn Clerk>, String> {
    Ok(Arc::new(Rules::read(keys)?))
}

impl Rules {
    pub(super) fn read(keys: &Keys<'_>) -> Result<Self, String> {
        let bonus = keys.has("limits.bonus").then(|| bonus_limits(keys));
        let row = |(key, combination): (&str, Combination)| Ok::<_, String>((combination, keys.odds(&format!("play.pays.ante.{key}"))?));
        Ok(Self {
            boxes: keys.number("boxes.boxes")?,
            dark: keys.flag("boxes.dark")?,
            step: keys.number("limits.step_minor")?,
            ante: Range::read(keys, "limits.ante")?,
            bonus: bonus.transpose()?,
            bonus_survives_pass: keys.flag("play.bonus_survives_pass")?,
            payments_stand: keys.is("play.payments_in_void", "stand", "come-back")?,
            forfeits_stand: keys.is("play.forfeits_in_void", "stand", "come-back")?,
            payout: Payout::read(keys)?,
            bet_pays: keys.odds("play.pays.bet")?,
            bonus_pays: keys.odds("play.pays.bonus")?,
            low_pays: keys.odds("play.pays.no_game_low")?,
            ante_pays: ROWS.into_iter().map(row).collect::<Result<_, _>>()?,
        })
    }

    /// HPC-4, HPC-5, THB-13, HA-7: what one player lays on one box.
    fn check_box(&self, on_box: &OnBox) -> Result<(), String> {
        let ante = on_box.ante;
        self.ante.check(ante, self.step, "ante")?;
        if let Some(bonus) = on_box.lies(StakeKind::Bonus) {
            let (step, least, most) = self.bonus.ok_or("the table takes no bonus")?;
            Range { least, most: most.min(ante) }.check(bonus, step, "bonus")?;
        }
        let Some(bet) = on_box.lies(StakeKind::Bet) else { return Ok(()) };
        require(self.dark, "a bet lies before the deal, and the house knows no dark boxes")?;
        require(bet == 2 * ante, format_args!("a bet of {bet} lies beside an ante of {ante}"))
    }
}

fn bonus_limits(keys: &Keys<'_>) -> Result<(i64, i64, i64), String> {
    let most = keys.number_if("limits.bonus.most")?.unwrap_or(i64::MAX);
    Ok((keys.number("limits.bonus.step_minor")?, keys.number("limits.bonus.least")?, most))
}

impl Clerk for Rules {
    /// THB-13: all of the ante.
    fn bonus_most(&self) -> Option<i64> {
        self.bonus.map(|(.., most)| most.min(self.ante.most))
    }

    fn check_laid(&self, lying: &[BoxStake]) -> Result<(), String> {
        OnBox::all(lying, self.boxes, &[StakeKind::Ante, StakeKind::Bonus, StakeKind::Bet])?
            .iter()
            .try_for_each(|on_box| self.check_box(on_box))
    }

    fn begin(&self, laid: &[BoxStake]) -> Result<Box<dyn DealClerk>, String> {
        Ok(Box::new(Deal::new(self.clone(), laid)))
    }

    /// A box whose player is silent is passed (THB-3, HRAM-Q12).
    fn is_default(&self, choice: Choice) -> bool {
        choice == Choice::Fold
    }
}
