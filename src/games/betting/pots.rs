//! Pots as they follow from what each seat has put in: there is no account of a pot.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::model::{Money, Pot, SEATS, Seat};

/// Seats in an order that says something; no more than there are.
pub type SeatList = SmallVec<[Seat; SEATS]>;

/// What a seat has put in over the whole deal, forced bets among it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PutIn {
    /// Whose it is.
    pub seat: Seat,
    /// How much; never negative.
    pub amount: Money,
    /// Whether the seat can still win.
    pub is_live: bool,
}

/// Who gets the units that cannot be divided among equal winners (SPB-53, SPB-A13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OddUnits {
    /// One each, in the order of the winners.
    OneEach,
    /// All of them the first winner.
    AllToFirst,
}

/// The part of the highest contribution that nobody matched, which goes back to its owner before pots are built (SPB-47). Contributions
/// of folded seats count as matching.
#[must_use]
pub fn uncalled(put_in: &[PutIn]) -> Option<(Seat, Money)> {
    let highest = put_in.iter().filter(|each| each.is_live).max_by_key(|each| each.amount)?;
    let others = put_in.iter().filter(|each| each.seat != highest.seat);
    let matched = others.map(|each| each.amount).max().unwrap_or(Money::ZERO);
    (highest.amount > matched).then(|| (highest.seat, highest.amount - matched))
}

/// The pots, the main pot first: a layer for each distinct contribution of a live seat, which collects from every seat what it has put
/// in between this layer and the one below (SPB-48, SPB-49). What a folded seat has put in above every live one stays in the last pot.
#[must_use]
pub fn pots(put_in: &[PutIn]) -> Vec<Pot> {
    let mut levels: SmallVec<[Money; SEATS]> =
        put_in.iter().filter(|each| each.is_live && each.amount.is_positive()).map(|each| each.amount).collect();
    levels.sort_unstable();
    levels.dedup();
    let all: Money = put_in.iter().map(|each| each.amount).sum();
    if levels.is_empty() && all.is_positive() {
        // Who has put in nothing is left alone with what dead hands were made to put in (SPT-42).
        let claimants: Vec<Seat> = put_in.iter().filter(|each| each.is_live).map(|each| each.seat).collect();
        return if claimants.is_empty() { Vec::new() } else { [Pot { amount: all, claimants }].into() };
    }
    let below = core::iter::once(Money::ZERO).chain(levels.iter().copied());
    let mut pots: Vec<Pot> = below.zip(levels.iter()).map(|(below, level)| layer(put_in, below, *level)).collect();
    if let (Some(last), Some(top)) = (pots.last_mut(), levels.last()) {
        last.amount = last.amount + put_in.iter().map(|each| each.amount - each.amount.min(*top)).sum();
    }
    pots
}

fn layer(put_in: &[PutIn], below: Money, level: Money) -> Pot {
    Pot {
        amount: put_in.iter().map(|each| each.amount.min(level) - each.amount.min(below)).sum(),
        claimants: put_in.iter().filter(|each| each.is_live && each.amount >= level).map(|each| each.seat).collect(),
    }
}

/// An amount divided equally among `winners`, down to `unit`, the smallest chip in play; the order of the winners is the one in which odd
/// units go. What is less than a unit goes to the first.
#[must_use]
pub fn shares(amount: Money, winners: &[Seat], odd: OddUnits, unit: Money) -> SmallVec<[(Seat, Money); SEATS]> {
    let Some(count) = i64::try_from(winners.len()).ok().filter(|count| *count > 0) else { return SmallVec::new() };
    let (amount, unit) = (amount.minor(), unit.minor().max(1));
    let units = amount / unit;
    let each = units / count * unit;
    let odd_units = units % count;
    let split_of_unit = amount % unit;
    let share = |place: i64| match odd {
        OddUnits::OneEach if place < odd_units => each + unit,
        OddUnits::AllToFirst if place == 0 => each + odd_units * unit,
        _ => each,
    };
    let rest = |place: i64| if place == 0 { split_of_unit } else { 0 };
    (0..).zip(winners).map(|(place, seat)| (*seat, Money::from_minor(share(place) + rest(place)))).collect()
}

/// An amount as its high half and its low half; what cannot be halved goes to the high one (TA-11).
#[must_use]
pub fn halves(amount: Money, unit: Money) -> (Money, Money) {
    let unit = unit.minor().max(1);
    let low = amount.minor() / unit / 2 * unit;
    (amount - Money::from_minor(low), Money::from_minor(low))
}
