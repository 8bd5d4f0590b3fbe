//! The most that is paid out on a box of a poker against the house.

use super::Settled;
use super::cut_off;
use super::keys::Keys;
use super::line::{End, Line};
use crate::model::{BoxNumber, BoxStake, Seat, StakeKind};

/// The most of one house (HPC-13, HA-1, HA-2, HA-29, HPAM-Q28).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Payout {
    box_most: Option<i64>,
    /// The bonus has a most of its own.
    bonus_most: Option<i64>,
    /// The most of a box counts what is won; otherwise also what comes back.
    on_winnings: bool,
    /// Kinds of stakes that the most of a box does not count.
    outside: Vec<StakeKind>,
}

impl Payout {
    pub(super) fn read(keys: &Keys<'_>) -> Result<Self, String> {
        let bonus_outside = !keys.flag("play.payout.bonus_in_cap")?;
        Ok(Self {
            box_most: keys.number_if("play.payout.box_most_minor")?,
            bonus_most: keys.number_if("play.payout.bonus_most_minor")?,
            on_winnings: keys.is("play.payout.cap_on", "net-winnings", "total-returned")?,
            outside: bonus_outside.then_some(StakeKind::Bonus).into_iter().collect(),
        })
    }

    /// The same, which does not count this kind either.
    pub(super) fn without(mut self, kind: StakeKind) -> Self {
        self.outside.push(kind);
        self
    }

    pub(super) const fn box_most(&self) -> Option<i64> {
        self.box_most
    }

    /// What these stakes come to on these boxes.
    pub(super) fn settled(&self, stakes: Vec<BoxStake>, lines: Vec<Line>, boxes: impl Iterator<Item = (Seat, BoxNumber)>) -> Settled {
        let cuts = cut_off(boxes.map(|(seat, place)| (seat, place, self.cut(place, &stakes, &lines))));
        Settled { stakes, lines, cuts }
    }

    /// What is cut off the wins of these stakes on one box.
    fn cut(&self, place: BoxNumber, stakes: &[BoxStake], lines: &[Line]) -> i64 {
        let above = |amount: i64, most: Option<i64>| most.map_or(0, |most| (amount - most).max(0));
        let (mut off_bonus, mut won, mut back) = (0, 0, 0);
        for (stake, line) in stakes.iter().zip(lines).filter(|(stake, _)| stake.place == place) {
            let off = if stake.kind == StakeKind::Bonus { above(line.won(), self.bonus_most) } else { 0 };
            off_bonus += off;
            if !self.outside.contains(&stake.kind) {
                won += line.won() - off;
                back += if matches!(line.end, End::Wins | End::ComesBack) { stake.amount.minor() } else { 0 };
            }
        }
        let counted = if self.on_winnings { won } else { won + back };
        // A stake that comes back is never cut itself.
        off_bonus + above(counted, self.box_most).min(won)
    }
}
