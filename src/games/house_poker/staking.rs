//! What is taken on a box before the deal (HPC-4 to HPC-6, OAS-3, OAS-4, RUS-3, RUS-17).

use alloc::vec::Vec;

use super::limits::{BonusStake, BoxRules, Limits, PlateBonus};
use crate::games::range::BetRange;
use crate::games::stake_request::{self, in_steps};
use crate::model::{BoxNumber, BoxStake, Money, Odds, Refusal, Seat, StakeKind, StakeOffer};

/// What a table of house poker takes.
#[derive(Clone, Copy, Debug)]
pub(in crate::games) struct Staking {
    /// How many boxes are in play.
    pub(in crate::games) boxes: u8,
    /// The ante, and what it is a multiple of.
    pub(in crate::games) ante: (BetRange, Money),
    /// What the table says of boxes that a player may look at; nothing where he may look at all of his.
    pub(in crate::games) light: Option<LightBoxes>,
    /// Whether a bet may lie before the deal: its box is dark then.
    pub(in crate::games) takes_dark: bool,
    /// The bonus; none where absent.
    pub(in crate::games) bonus: Option<BonusTaken>,
    /// The insurance of a dark box, where there is one.
    pub(in crate::games) dark_insurance: Option<InsuranceTaken>,
    /// Whether the antes of all boxes of a player must be equal.
    pub(in crate::games) equal_antes: bool,
}

/// The boxes that a player may look at. They are side by side and have equal antes.
#[derive(Clone, Copy, Debug)]
pub(in crate::games) struct LightBoxes {
    /// How many.
    most: u8,
    /// Whether the antes of his dark boxes must differ from theirs.
    dark_must_differ: bool,
}

/// How much a bonus is.
#[derive(Clone, Copy, Debug)]
pub(in crate::games) enum BonusTaken {
    /// Half of the ante, where this is the smallest chip.
    HalfAnte(Money),
    /// As it stands on the table's plate.
    Plate(PlateBonus),
    /// So, but no more than the ante of its box; what wins, wins this.
    UpToAnte(PlateBonus, Odds),
    /// So, but no more than half of the ante of its box (`house-poker-am` HPAM-8).
    UpToHalf(PlateBonus),
}

/// An insurance that is laid before the deal.
#[derive(Clone, Copy, Debug)]
pub(in crate::games) struct InsuranceTaken {
    /// How many antes it may be (HA-25).
    pub(in crate::games) antes_most: u8,
    /// What it pays.
    pub(in crate::games) odds: Odds,
    /// The smallest chip.
    pub(in crate::games) chip: Money,
}

impl Staking {
    /// At a table with these limits and boxes; no insurance.
    pub(in crate::games) fn of(limits: &Limits, boxes: &BoxRules) -> Self {
        Self {
            boxes: boxes.boxes,
            ante: (limits.ante, limits.ante_step()),
            light: Some(LightBoxes { most: boxes.light_most, dark_must_differ: boxes.dark_must_differ }),
            takes_dark: true,
            bonus: limits.bonus.map(|bonus| match bonus {
                BonusStake::HalfAnte => BonusTaken::HalfAnte(limits.chip_minor),
                BonusStake::Plate(plate) => BonusTaken::Plate(plate),
            }),
            dark_insurance: None,
            equal_antes: false,
        }
    }

    /// What is taken, in the order of a console.
    pub(in crate::games) fn offers(&self) -> Vec<StakeOffer> {
        let kinds = [StakeKind::Ante, StakeKind::Bet, StakeKind::Bonus, StakeKind::Insurance];
        kinds.into_iter().filter_map(|kind| self.offer(kind)).collect()
    }

    fn offer(&self, kind: StakeKind) -> Option<StakeOffer> {
        let (BetRange { least, most }, step) = self.ante;
        let offer = |least, most, step, odds| StakeOffer { kind, least, most, step, odds };
        Some(match kind {
            StakeKind::Ante => offer(least, most, step, None),
            StakeKind::Bet if self.takes_dark => offer(times(least, 2), times(most, 2), times(step, 2), None),
            StakeKind::Bonus => match self.bonus? {
                BonusTaken::HalfAnte(chip) => offer(half(least), half(most), chip, None),
                BonusTaken::Plate(plate) => offer(plate.least, plate.most, plate.step_minor, None),
                BonusTaken::UpToHalf(plate) => offer(plate.least, plate.most.min(half(most)), plate.step_minor, None),
                BonusTaken::UpToAnte(plate, odds) => offer(plate.least, plate.most.min(most), plate.step_minor, Some(odds)),
            },
            StakeKind::Insurance => {
                let InsuranceTaken { antes_most, odds, chip } = self.dark_insurance?;
                offer(least, times(most, antes_most), chip, Some(odds))
            }
            _ => return None,
        })
    }

    /// Whether the seat may lay these stakes beside those that lie.
    pub(in crate::games) fn accept(&self, lie: &[BoxStake], seat: Seat, asked: &[BoxStake]) -> Result<(), Refusal> {
        let asked = StakeRequest { rules: self, lie, seat, asked };
        asked.check(&[
            StakeRequest::is_offered,
            StakeRequest::is_on_free_box,
            StakeRequest::is_beside_what_it_needs,
            StakeRequest::leaves_light_boxes_to_look_at,
            StakeRequest::is_in_steps,
            StakeRequest::is_in_ratio,
            StakeRequest::is_within_limits,
        ])
    }
}

/// Stakes that a seat asks for at house poker.
type StakeRequest<'a> = stake_request::StakeRequest<'a, Staking>;

impl StakeRequest<'_> {
    /// What would lie of the seat's stakes of this kind on this box; more than every limit where the sum leaves 64 bits.
    fn sum(&self, place: BoxNumber, kind: StakeKind) -> Money {
        let of_kind = |stake: &&BoxStake| stake.place == place && stake.kind == kind;
        let add = |sum: Money, stake: &BoxStake| sum.checked_add(stake.amount);
        self.own().filter(of_kind).try_fold(Money::ZERO, add).unwrap_or(Money::from_minor(i64::MAX))
    }

    fn has(&self, place: BoxNumber, kind: StakeKind) -> bool {
        self.own().any(|stake| stake.place == place && stake.kind == kind)
    }

    /// The boxes of the seat that it may look at, or that are dark.
    fn boxes(&self, is_dark: bool) -> impl Iterator<Item = BoxNumber> {
        let places = (1..=self.rules.boxes).map(BoxNumber);
        places.filter(move |place| self.has(*place, StakeKind::Ante) && self.has(*place, StakeKind::Bet) == is_dark)
    }

    fn is_offered(&self, stake: &BoxStake) -> Result<(), Refusal> {
        if stake.hand != 0 || stake.seat != self.seat {
            return Err(Refusal::BetMalformed);
        }
        self.rules.offer(stake.kind).map(|_| ()).ok_or(Refusal::BetNotOffered)
    }

    fn is_on_free_box(&self, stake: &BoxStake) -> Result<(), Refusal> {
        if !(1..=self.rules.boxes).contains(&stake.place.0) {
            return Err(Refusal::BoxUnknown);
        }
        let is_taken = self.lie.iter().any(|other| other.place == stake.place && other.seat != self.seat);
        if is_taken { Err(Refusal::BoxTaken) } else { Ok(()) }
    }

    /// A bonus and a bet need an ante, the insurance of a dark box its bet.
    fn is_beside_what_it_needs(&self, stake: &BoxStake) -> Result<(), Refusal> {
        let needed = if stake.kind == StakeKind::Insurance { StakeKind::Bet } else { StakeKind::Ante };
        if self.has(stake.place, needed) { Ok(()) } else { Err(Refusal::StakeMissing) }
    }

    /// A player has only so many light boxes, side by side (OAS-3, RUS-3); every other box of his is dark.
    fn leaves_light_boxes_to_look_at(&self, _: &BoxStake) -> Result<(), Refusal> {
        let Some(LightBoxes { most, .. }) = self.rules.light else { return Ok(()) };
        let light: Vec<u8> = self.boxes(false).map(|BoxNumber(place)| place).collect();
        let is_side_by_side = light.windows(2).all(|pair| pair[1] - pair[0] == 1);
        let is_few = light.len() <= usize::from(most);
        if is_few && is_side_by_side { Ok(()) } else { Err(Refusal::TooManyLightBoxes) }
    }

    fn is_in_steps(&self, stake: &BoxStake) -> Result<(), Refusal> {
        let offer = self.rules.offer(stake.kind).ok_or(Refusal::BetNotOffered)?;
        in_steps(stake.amount, offer.step)
    }

    fn is_in_ratio(&self, stake: &BoxStake) -> Result<(), Refusal> {
        let ante = self.sum(stake.place, StakeKind::Ante);
        let is_double = !self.has(stake.place, StakeKind::Bet) || ante.checked_mul(2) == Some(self.sum(stake.place, StakeKind::Bet));
        let bonus = self.sum(stake.place, StakeKind::Bonus);
        let is_half = !matches!(self.rules.bonus, Some(BonusTaken::HalfAnte(_)))
            || !self.has(stake.place, StakeKind::Bonus)
            || bonus.checked_mul(2) == Some(ante);
        if is_double && is_half && self.antes_stand_in_ratio() { Ok(()) } else { Err(Refusal::StakeUnequal) }
    }

    /// Light boxes have equal antes (OAS-3); those of dark boxes differ from them, where the house wants it (OAS-4).
    fn antes_stand_in_ratio(&self) -> bool {
        let ante = |place| self.sum(place, StakeKind::Ante);
        let mut antes = [false, true].into_iter().flat_map(|is_dark| self.boxes(is_dark)).map(ante);
        let are_one = !self.rules.equal_antes || antes.next().is_none_or(|first| antes.all(|other| other == first));
        if !are_one {
            return false;
        }
        let Some(LightBoxes { dark_must_differ, .. }) = self.rules.light else { return true };
        let Some(light) = self.boxes(false).map(ante).next() else { return true };
        let are_equal = self.boxes(false).all(|place| ante(place) == light);
        let do_differ = !dark_must_differ || self.boxes(true).all(|place| ante(place) != light);
        are_equal && do_differ
    }

    /// What an insurance may be follows from the ante, and the ante may be raised after it was laid.
    fn is_within_limits(&self, stake: &BoxStake) -> Result<(), Refusal> {
        self.is_kind_within_limits(stake.place, stake.kind)?;
        let is_insured = self.has(stake.place, StakeKind::Insurance);
        if is_insured { self.is_kind_within_limits(stake.place, StakeKind::Insurance) } else { Ok(()) }
    }

    fn is_kind_within_limits(&self, place: BoxNumber, kind: StakeKind) -> Result<(), Refusal> {
        let offer = self.rules.offer(kind).ok_or(Refusal::BetNotOffered)?;
        let ante = self.sum(place, StakeKind::Ante);
        let (least, most) = match (kind, self.rules.bonus, self.rules.dark_insurance) {
            (StakeKind::Bonus, Some(BonusTaken::UpToAnte(..)), _) => (offer.least, offer.most.min(ante)),
            (StakeKind::Bonus, Some(BonusTaken::UpToHalf(_)), _) => (offer.least, offer.most.min(half(ante))),
            (StakeKind::Insurance, _, Some(taken)) => (ante, ante.checked_mul(i64::from(taken.antes_most)).unwrap_or(offer.most)),
            _ => (offer.least, offer.most),
        };
        match self.sum(place, kind) {
            sum if sum < least => Err(Refusal::BelowLeast),
            sum if sum > most => Err(Refusal::AboveMost),
            _ => Ok(()),
        }
    }
}

fn times(amount: Money, factor: u8) -> Money {
    amount.checked_mul(i64::from(factor)).expect("antes are bounded by Limits::STAKE_MOST, so their multiples fit")
}

/// Half of an amount, rounded down. Where it is a price or a win the amount is even, because the ante step is (HA-3).
pub(in crate::games) const fn half(amount: Money) -> Money {
    Money::from_minor(amount.minor() / 2)
}
