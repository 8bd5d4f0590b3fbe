//! What is taken on a box before the deal (HPC-4 to HPC-6, OAS-3, OAS-4, RUS-3, RUS-17).

use alloc::vec::Vec;

use super::limits::{BonusStake, BoxRules, Limits};
use crate::games::asked::{self, in_steps};
use crate::games::range::BetRange;
use crate::model::{BoxNumber, BoxStake, Money, Odds, Refusal, Seat, StakeKind, StakeOffer};

/// What a table of house poker takes.
#[derive(Clone, Copy, Debug)]
pub(in crate::games) struct Staking<'a> {
    pub(in crate::games) limits: &'a Limits,
    pub(in crate::games) boxes: &'a BoxRules,
    /// How many antes an insurance of a dark box may be, where there is one (HA-25).
    pub(in crate::games) dark_insurance_antes_most: Option<u8>,
    /// What the insurance pays.
    pub(in crate::games) insurance_odds: Odds,
}

impl Staking<'_> {
    /// What is taken, in the order of a console.
    pub(in crate::games) fn offers(&self) -> Vec<StakeOffer> {
        let kinds = [StakeKind::Ante, StakeKind::Bet, StakeKind::Bonus, StakeKind::Insurance];
        kinds.into_iter().filter_map(|kind| self.offer(kind)).collect()
    }

    fn offer(&self, kind: StakeKind) -> Option<StakeOffer> {
        let BetRange { least, most } = self.limits.ante;
        let (step, chip) = (self.limits.ante_step(), self.limits.chip_minor);
        let (least, most, step) = match (kind, self.limits.bonus) {
            (StakeKind::Ante, _) => (least, most, step),
            (StakeKind::Bet, _) => (times(least, 2), times(most, 2), times(step, 2)),
            (StakeKind::Bonus, Some(BonusStake::HalfAnte)) => (half(least), half(most), chip),
            (StakeKind::Bonus, Some(BonusStake::Plate(plate))) => (plate.least, plate.most, plate.step_minor),
            (StakeKind::Insurance, _) => (least, times(most, self.dark_insurance_antes_most?), chip),
            _ => return None,
        };
        let odds = (kind == StakeKind::Insurance).then_some(self.insurance_odds);
        Some(StakeOffer { kind, least, most, step, odds })
    }

    /// Whether the seat may lay these stakes beside those that lie.
    pub(in crate::games) fn accept(&self, lie: &[BoxStake], seat: Seat, asked: &[BoxStake]) -> Result<(), Refusal> {
        let asked = Asked { rules: self, lie, seat, asked };
        asked.check(&[
            Asked::is_offered,
            Asked::is_on_free_box,
            Asked::is_beside_what_it_needs,
            Asked::leaves_light_boxes_to_look_at,
            Asked::is_in_steps,
            Asked::is_in_ratio,
            Asked::is_within_limits,
        ])
    }
}

/// Stakes that a seat asks for at house poker.
type Asked<'a> = asked::Asked<'a, Staking<'a>>;

impl Asked<'_> {
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
        let places = (1..=self.rules.boxes.boxes).map(BoxNumber);
        places.filter(move |place| self.has(*place, StakeKind::Ante) && self.has(*place, StakeKind::Bet) == is_dark)
    }

    fn is_offered(&self, stake: &BoxStake) -> Result<(), Refusal> {
        if stake.hand != 0 || stake.seat != self.seat {
            return Err(Refusal::BetMalformed);
        }
        self.rules.offer(stake.kind).map(|_| ()).ok_or(Refusal::BetNotOffered)
    }

    fn is_on_free_box(&self, stake: &BoxStake) -> Result<(), Refusal> {
        if !(1..=self.rules.boxes.boxes).contains(&stake.place.0) {
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
        let light: Vec<u8> = self.boxes(false).map(|BoxNumber(place)| place).collect();
        let is_side_by_side = light.windows(2).all(|pair| pair[1] - pair[0] == 1);
        let is_few = light.len() <= usize::from(self.rules.boxes.light_most);
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
        let is_half = self.rules.limits.bonus != Some(BonusStake::HalfAnte)
            || !self.has(stake.place, StakeKind::Bonus)
            || bonus.checked_mul(2) == Some(ante);
        if is_double && is_half && self.antes_stand_in_ratio() { Ok(()) } else { Err(Refusal::StakeUnequal) }
    }

    /// Light boxes have equal antes (OAS-3); those of dark boxes differ from them, where the house wants it (OAS-4).
    fn antes_stand_in_ratio(&self) -> bool {
        let ante = |place| self.sum(place, StakeKind::Ante);
        let Some(light) = self.boxes(false).map(ante).next() else { return true };
        let are_equal = self.boxes(false).all(|place| ante(place) == light);
        let do_differ = !self.rules.boxes.dark_must_differ || self.boxes(true).all(|place| ante(place) != light);
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
        let (least, most) = match (kind, self.rules.dark_insurance_antes_most) {
            (StakeKind::Insurance, Some(antes)) => {
                let ante = self.sum(place, StakeKind::Ante);
                (ante, ante.checked_mul(i64::from(antes)).unwrap_or(offer.most))
            }
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

/// Half of an amount that is even, because the ante step is (HA-3).
pub(in crate::games) const fn half(amount: Money) -> Money {
    Money::from_minor(amount.minor() / 2)
}
