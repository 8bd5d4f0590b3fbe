//! The amounts of games that limit an ante and a bonus and have no insurance: what a table takes, what is wrong with such limits, and what
//! a house narrows of them.

use serde::{Deserialize, Serialize};

use super::{CapOn, Limits, PayoutMost, PlateBonus, half};
use crate::games::house_settings::{HouseSettings, StakeAmounts};
use crate::games::range::{BetRange, step_problem};
use crate::games::timing::Timing;
use crate::model::{Money, StakeKind};

/// The limits of amounts, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnteLimits {
    /// Antes are multiples of this.
    pub step_minor: Money,
    /// The least and most ante on one box (HPC-5); the most is at most 10,000,000,000.
    pub ante: BetRange,
    /// The bonus stake; none where absent.
    pub bonus: Option<BonusLimits>,
}

/// The limits of the bonus stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BonusLimits {
    /// Multiples of this.
    pub step_minor: Money,
    /// The least.
    pub least: Money,
    /// The most; it is never more than its share of the ante of its box, which is the only limit where this is absent.
    pub most: Option<Money>,
}

/// The most that is paid out where no insurance could be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlainPayout {
    /// The most on one box; no limit where absent.
    pub box_most_minor: Option<Money>,
    /// The most of the bonus alone; no limit where absent (HA-29).
    pub bonus_most_minor: Option<Money>,
    /// What the limit of a box counts (HA-1).
    pub cap_on: CapOn,
    /// Whether the limit of a box counts the bonus (THB-15).
    pub bonus_in_cap: bool,
}

impl From<PlainPayout> for PayoutMost {
    fn from(payout: PlainPayout) -> Self {
        let PlainPayout { box_most_minor, bonus_most_minor, cap_on, bonus_in_cap } = payout;
        Self { box_most_minor, bonus_most_minor, cap_on, insurance_in_cap: false, bonus_in_cap }
    }
}

/// How much of the ante of its box a bonus may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games) enum BonusShare {
    /// All of it (`house-poker-by` THB-13).
    Whole,
    /// Half of it (`house-poker-am` HPAM-8).
    Half,
}

impl BonusShare {
    const fn of(self, ante: Money) -> Money {
        match self {
            Self::Whole => ante,
            Self::Half => half(ante),
        }
    }

    const fn expected(self) -> &'static str {
        match self {
            Self::Whole => "a step and a least above 0, the least in steps and no more than the most, nor than the most ante",
            Self::Half => "a step and a least above 0, the least in steps and no more than the most, nor than half of the most ante",
        }
    }
}

impl BonusLimits {
    /// What may be staked beside these antes.
    pub(in crate::games) fn on_antes(self, ante: BetRange, share: BonusShare) -> PlateBonus {
        let Self { step_minor, least, most } = self;
        let most_beside = share.of(ante.most);
        PlateBonus { step_minor, least, most: most.map_or(most_beside, |most| most.min(most_beside)) }
    }
}

impl AnteLimits {
    /// What is wrong: the key and what was expected.
    pub(in crate::games) fn problem(&self, share: BonusShare) -> Option<(&'static str, &'static str)> {
        if let Some(problem) = step_problem(self.step_minor) {
            return Some(problem);
        }
        if self.ante.problem(self.step_minor).is_some() || self.ante.most > Limits::STAKE_MOST {
            return Some(("limits.ante", "a least amount above 0 in steps of limits.step_minor, and a most up to 10000000000"));
        }
        let PlateBonus { step_minor, least, most } = self.bonus?.on_antes(self.ante, share);
        let is_wrong = step_problem(step_minor).is_some() || BetRange { least, most }.problem(step_minor).is_some();
        is_wrong.then_some(("limits.bonus", share.expected()))
    }

    /// What a house may narrow.
    pub(in crate::games) fn house_settings<'a>(
        &'a mut self,
        share: BonusShare,
        payout: &'a mut PlainPayout,
        timing: &'a mut Timing,
    ) -> HouseSettings<'a> {
        let most_beside = share.of(self.ante.most);
        let ante = StakeAmounts { kind: StakeKind::Ante, least: &mut self.ante.least, most: &mut self.ante.most };
        let payouts = payout.cap_on.house_settings(&mut payout.box_most_minor, &mut payout.bonus_most_minor);
        let (steps, stakes) = (alloc::vec![&mut self.step_minor], alloc::vec![ante]);
        let mut house_settings = HouseSettings { steps, stakes, payouts, timing };
        if let Some(bonus) = &mut self.bonus {
            house_settings.steps.push(&mut bonus.step_minor);
            // Write out the default maximum, so that the house can set another.
            let most = bonus.most.get_or_insert(most_beside);
            house_settings.stakes.push(StakeAmounts { kind: StakeKind::Bonus, least: &mut bonus.least, most });
        }
        house_settings
    }
}
