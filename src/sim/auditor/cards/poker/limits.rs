//! What may lie before a deal of house poker.

use crate::model::{BoxStake, Seat, StakeKind};
use crate::sim::auditor::cards::keys::Keys;
use crate::sim::auditor::cards::limits::{OnBox, Range};
use crate::sim::auditor::cards::line::require;

/// The limits of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    boxes: i64,
    light_most: i64,
    dark_must_differ: bool,
    pub(super) chip: i64,
    ante: Range,
    bonus: Option<Bonus>,
    /// How many antes the insurance of a dark box may be (HA-25), where there is one.
    dark_insurance_most: Option<i64>,
}

/// How much a bonus is (HA-28).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bonus {
    HalfAnte,
    Plate { step: i64, of: Range },
}

impl Limits {
    pub(super) fn read(keys: &Keys<'_>) -> Result<Self, String> {
        let plate = keys.has("limits.bonus.plate");
        let bonus = match keys.has("limits.bonus") {
            false => None,
            true if plate => {
                let step = keys.number("limits.bonus.plate.step_minor")?;
                Some(Bonus::Plate { step, of: Range::read(keys, "limits.bonus.plate")? })
            }
            true => keys.only("limits.bonus", "half-ante").map(|()| Some(Bonus::HalfAnte))?,
        };
        Ok(Self {
            boxes: keys.number("boxes.boxes")?,
            light_most: keys.number("boxes.light_most")?,
            dark_must_differ: keys.flag("boxes.dark_must_differ")?,
            chip: keys.number("limits.chip_minor")?,
            ante: Range::read(keys, "limits.ante")?,
            bonus,
            dark_insurance_most: keys.number_if("play.dark_insurance.antes_most")?,
        })
    }

    pub(super) fn check(&self, lying: &[BoxStake]) -> Result<(), String> {
        let kinds = [StakeKind::Ante, StakeKind::Bonus, StakeKind::Bet, StakeKind::Insurance];
        let boxes = OnBox::all(lying, self.boxes, &kinds)?;
        boxes.iter().try_for_each(|on_box| self.check_box(on_box))?;
        Seat::all().try_for_each(|seat| self.check_boxes(&boxes.iter().filter(|of| of.seat == seat).collect::<Vec<_>>()))
    }

    /// HPC-4, HPC-5, HPC-6, HA-3, HA-25, HA-28, RUS-17, RUS-24, OAS-15.
    fn check_box(&self, on_box: &OnBox) -> Result<(), String> {
        let (ante, lies) = (on_box.ante, |kind| on_box.lies(kind));
        self.ante.check(ante, 2 * self.chip, "ante")?;
        require(lies(StakeKind::Bet).is_none_or(|bet| bet == 2 * ante), "a bet is not two antes")?;
        match (lies(StakeKind::Bonus), self.bonus) {
            (None, _) => {}
            (Some(_), None) => return Err("the table takes no bonus".into()),
            (Some(bonus), Some(Bonus::HalfAnte)) => require(2 * bonus == ante, "a bonus is not half of the ante")?,
            (Some(bonus), Some(Bonus::Plate { step, of })) => of.check(bonus, step, "bonus")?,
        }
        if let Some(insurance) = lies(StakeKind::Insurance) {
            let antes = self.dark_insurance_most.filter(|_| is_dark(on_box)).ok_or("a box is insured before the deal that may not be")?;
            Range { least: ante, most: antes * ante }.check(insurance, self.chip, "insurance")?;
        }
        Ok(())
    }

    /// The boxes of one player: OAS-3, OAS-4, RUS-3, HPC-11.
    fn check_boxes(&self, own: &[&OnBox]) -> Result<(), String> {
        let light: Vec<&&OnBox> = own.iter().filter(|of| !is_dark(of)).collect();
        require(light.len() as i64 <= self.light_most, "a player has more light boxes than he may")?;
        require(light.windows(2).all(|pair| pair[0].place.0 + 1 == pair[1].place.0), "light boxes are not side by side")?;
        require(light.windows(2).all(|pair| pair[0].ante == pair[1].ante), "light boxes have different antes")?;
        let Some(first) = light.first() else { return Ok(()) };
        let differ = own.iter().filter(|of| is_dark(of)).all(|dark| dark.ante != first.ante);
        require(!self.dark_must_differ || differ, "a dark box has the ante of a light one")
    }
}

/// The bet lies before the deal (HPC-6).
fn is_dark(of: &OnBox) -> bool {
    of.lies(StakeKind::Bet).is_some()
}
