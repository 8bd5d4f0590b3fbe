//! The amounts of a table and its boxes.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::Decode;
use serde::{Deserialize, Serialize};

use super::payout::PayoutMost;
use crate::games::house_settings::{HouseSettings, StakeAmounts};
use crate::games::range::BetRange;
use crate::games::shoe::ShoeRules;
use crate::games::timing::Timing;
use crate::model::{Money, StakeKind};

/// The limits of amounts, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The smallest chip. Antes are multiples of twice its value: one and a half antes and half an ante can then be paid (HA-3).
    #[n(0)]
    pub chip_minor: Money,
    /// The least and most ante on one box (HPC-5); the most is at most 10,000,000,000.
    #[n(1)]
    pub ante: BetRange,
    /// The bonus stake; none where absent.
    #[n(2)]
    pub bonus: Option<BonusStake>,
}

/// How much the bonus stake is (HA-28).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BonusStake {
    /// Exactly half of the ante.
    #[n(0)]
    HalfAnte,
    /// As it stands on the table's plate.
    #[n(1)]
    Plate(#[n(0)] PlateBonus),
}

/// What a table's plate says of the bonus stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlateBonus {
    /// Multiples of this.
    #[n(0)]
    pub step_minor: Money,
    /// The least.
    #[n(1)]
    pub least: Money,
    /// The most; at most 10,000,000,000.
    #[n(2)]
    pub most: Money,
}

/// The boxes of a table, and which of them a player may look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxRules {
    /// How many boxes are in play; 1 to 6, and no more than the cards suffice for.
    #[n(0)]
    pub boxes: u8,
    /// How many boxes a player may play light; they are side by side and have equal antes. 1 or 2.
    #[n(1)]
    pub light_most: u8,
    /// Whether a dark box must have another ante than the player's light boxes (HA-11).
    #[n(2)]
    pub dark_must_differ: bool,
}

impl Limits {
    /// The most that an ante or a bonus may be: with it no win leaves the range of an amount.
    pub const STAKE_MOST: Money = Money::from_minor(10_000_000_000);

    /// What antes are multiples of.
    pub(super) fn ante_step(&self) -> Money {
        self.chip_minor + self.chip_minor
    }

    /// What of them a house may narrow.
    pub(in crate::games) fn house_settings<'a>(&'a mut self, payout: &'a mut PayoutMost, timing: &'a mut Timing) -> HouseSettings<'a> {
        let ante = StakeAmounts { kind: StakeKind::Ante, least: &mut self.ante.least, most: &mut self.ante.most };
        let (steps, payouts) = (alloc::vec![&mut self.chip_minor], payout.house_settings());
        let mut house_settings = HouseSettings { steps, stakes: alloc::vec![ante], payouts, timing };
        if let Some(BonusStake::Plate(plate)) = &mut self.bonus {
            house_settings.steps.push(&mut plate.step_minor);
            house_settings.stakes.push(StakeAmounts { kind: StakeKind::Bonus, least: &mut plate.least, most: &mut plate.most });
        }
        house_settings
    }

    /// What is wrong: the key and what was expected.
    fn problem(&self) -> Option<(&'static str, &'static str)> {
        if !self.chip_minor.is_positive() || self.chip_minor > Self::STAKE_MOST {
            return Some(("limits.chip_minor", "an amount above 0 and up to 10000000000"));
        }
        if self.ante.problem(self.ante_step()).is_some() || self.ante.most > Self::STAKE_MOST {
            return Some(("limits.ante", "a least amount above 0 in steps of twice limits.chip_minor, and a most up to 10000000000"));
        }
        let Some(BonusStake::Plate(plate)) = self.bonus else { return None };
        let range = BetRange { least: plate.least, most: plate.most };
        let is_wrong = !plate.step_minor.is_positive() || range.problem(plate.step_minor).is_some() || plate.most > Self::STAKE_MOST;
        is_wrong.then_some(("limits.bonus", "a step and a least above 0, the least in steps, and a most up to 10000000000"))
    }
}

impl BoxRules {
    /// What is wrong, where so many boxes can be played at most.
    fn problem(&self, boxes_most: u8) -> Option<(&'static str, String)> {
        if self.boxes == 0 || self.boxes > boxes_most {
            return Some(("boxes.boxes", format!("1 to {boxes_most} boxes, for which one pack suffices (HA-33)")));
        }
        (!(1..=2).contains(&self.light_most)).then(|| ("boxes.light_most", "1 or 2 boxes".into()))
    }
}

/// What is wrong with the parts that every rules file of house poker with these limits has.
pub(in crate::games) fn first_problems(
    shoe: &ShoeRules,
    timing: &Timing,
    limits: &Limits,
    (boxes, boxes_most): (&BoxRules, u8),
) -> Vec<(String, String)> {
    let first = one_pack_problems(shoe, timing).chain(limits.problem()).map(|(key, expected)| (key, expected.into()));
    first.chain(boxes.problem(boxes_most)).map(|(key, expected)| (key.into(), expected)).collect()
}

/// What is wrong with the cards and the course, where one pack is shuffled before every deal.
pub(in crate::games) fn one_pack_problems(shoe: &ShoeRules, timing: &Timing) -> impl Iterator<Item = (&'static str, &'static str)> {
    let one_pack = (shoe.packs != 1).then_some(("shoe.packs", "1 pack (HPC-1)"));
    let fresh = (shoe.behind_cut != shoe.cards())
        .then_some(("shoe.behind_cut", "as many as the pack holds: the cards are shuffled before every deal (HPC-14)"));
    [shoe.problem(), one_pack, fresh, timing.problem()].into_iter().flatten()
}
