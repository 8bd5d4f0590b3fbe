//! What may lie before a deal of house poker.

use crate::model::{BoxNumber, BoxStake, Seat, StakeKind};
use crate::sim::auditor::cards::keys::Keys;
use crate::sim::auditor::cards::limits::Range;
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

/// What lies on one box of house poker.
struct OnBox {
    seat: Seat,
    place: i64,
    ante: i64,
    is_dark: bool,
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
        let places: std::collections::BTreeSet<BoxNumber> = lying.iter().map(|stake| stake.place).collect();
        let boxes: Vec<OnBox> = places.into_iter().map(|place| self.check_box(place, lying)).collect::<Result<_, _>>()?;
        Seat::all().try_for_each(|seat| self.check_boxes(&boxes.iter().filter(|of| of.seat == seat).collect::<Vec<_>>()))
    }

    /// HPC-4, HPC-5, HPC-6, HA-3, HA-25, HA-28, RUS-17, RUS-24, OAS-15.
    fn check_box(&self, place: BoxNumber, lying: &[BoxStake]) -> Result<OnBox, String> {
        let on_box: Vec<&BoxStake> = lying.iter().filter(|stake| stake.place == place).collect();
        let lies = |kind| on_box.iter().find(|stake| stake.kind == kind).map(|stake| stake.amount.minor());
        let seat = on_box[0].seat;
        require(on_box.iter().all(|stake| stake.seat == seat), "two players are on one box")?;
        require((1..=self.boxes).contains(&i64::from(place.0)), format!("there is no box {}", place.0))?;
        let ante = lies(StakeKind::Ante).ok_or("a stake lies without an ante")?;
        self.ante.check(ante, 2 * self.chip, "ante")?;
        require(lies(StakeKind::Bet).is_none_or(|bet| bet == 2 * ante), "a bet is not two antes")?;
        match (lies(StakeKind::Bonus), self.bonus) {
            (None, _) => {}
            (Some(_), None) => return Err("the table takes no bonus".into()),
            (Some(bonus), Some(Bonus::HalfAnte)) => require(2 * bonus == ante, "a bonus is not half of the ante")?,
            (Some(bonus), Some(Bonus::Plate { step, of })) => of.check(bonus, step, "bonus")?,
        }
        let is_dark = lies(StakeKind::Bet).is_some();
        if let Some(insurance) = lies(StakeKind::Insurance) {
            let antes = self.dark_insurance_most.filter(|_| is_dark).ok_or("a box is insured before the deal that may not be")?;
            Range { least: ante, most: antes * ante }.check(insurance, self.chip, "insurance")?;
        }
        Ok(OnBox { seat, place: i64::from(place.0), ante, is_dark })
    }

    /// The boxes of one player: OAS-3, OAS-4, RUS-3, HPC-11.
    fn check_boxes(&self, own: &[&OnBox]) -> Result<(), String> {
        let light: Vec<&&OnBox> = own.iter().filter(|of| !of.is_dark).collect();
        require(light.len() as i64 <= self.light_most, "a player has more light boxes than he may")?;
        require(light.windows(2).all(|pair| pair[0].place + 1 == pair[1].place), "light boxes are not side by side")?;
        require(light.windows(2).all(|pair| pair[0].ante == pair[1].ante), "light boxes have different antes")?;
        let Some(first) = light.first() else { return Ok(()) };
        let differ = own.iter().filter(|of| of.is_dark).all(|dark| dark.ante != first.ante);
        require(!self.dark_must_differ || differ, "a dark box has the ante of a light one")
    }
}
