//! The most that is paid out on one box, and what is cut off (HPC-13, HA-1, HA-2).

use alloc::vec::Vec;

use minicbor::Decode;
use serde::{Deserialize, Serialize};

use crate::model::{BoxNumber, Cut, LimitKind, Money, Seat, StakeKind, StakeReturn};

/// The most that is paid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PayoutMost {
    /// The most on one box; no limit where absent.
    #[n(0)]
    pub box_most_minor: Option<Money>,
    /// The most of the bonus alone; no limit where absent (HA-29).
    #[n(1)]
    pub bonus_most_minor: Option<Money>,
    /// What the limit of a box counts (HA-1).
    #[n(2)]
    pub cap_on: CapOn,
    /// Whether the limit of a box counts the insurance (HA-15).
    #[n(3)]
    pub insurance_in_cap: bool,
    /// Whether the limit of a box counts the bonus (HA-35).
    #[n(4)]
    pub bonus_in_cap: bool,
}

/// What the most payout of a box counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CapOn {
    /// Winnings only.
    #[n(0)]
    NetWinnings,
    /// Winnings and the stakes that come back; a stake itself is never cut.
    #[n(1)]
    TotalReturned,
}

/// The most that is paid out of each kind, to be narrowed.
type Payouts<'a> = Vec<(LimitKind, &'a mut Option<Money>)>;

impl CapOn {
    const fn of_box(self) -> LimitKind {
        match self {
            Self::NetWinnings => LimitKind::BoxWin,
            Self::TotalReturned => LimitKind::BoxPayout,
        }
    }

    /// These two limits as what a house may narrow.
    pub(in crate::games) fn house_settings<'a>(self, of_box: &'a mut Option<Money>, of_bonus: &'a mut Option<Money>) -> Payouts<'a> {
        alloc::vec![(self.of_box(), of_box), (LimitKind::BonusWin, of_bonus)]
    }
}

impl PayoutMost {
    /// What is wrong: the key and what was expected.
    pub(in crate::games) fn problem(&self) -> Option<(&'static str, &'static str)> {
        let is_wrong = |most: Option<Money>| most.is_some_and(|most| !most.is_positive() || most > Money::MOST);
        let keys = [("play.payout.box_most_minor", self.box_most_minor), ("play.payout.bonus_most_minor", self.bonus_most_minor)];
        keys.into_iter().find(|(_, most)| is_wrong(*most)).map(|(key, _)| (key, "an amount from 1 to 100000000000000"))
    }

    /// What of it a house may narrow.
    pub(super) fn house_settings(&mut self) -> Payouts<'_> {
        self.cap_on.house_settings(&mut self.box_most_minor, &mut self.bonus_most_minor)
    }

    /// What is cut off the wins of each box; the returns stand uncut in the record.
    pub(in crate::games) fn cuts(&self, boxes: impl Iterator<Item = (Seat, BoxNumber)>, returns: &[StakeReturn]) -> Vec<Cut> {
        let cut = |(seat, place): (Seat, BoxNumber)| Cut { seat, place, amount: self.cut(place, returns) };
        boxes.map(cut).filter(|cut| cut.amount.is_positive()).collect()
    }

    fn cut(&self, place: BoxNumber, returns: &[StakeReturn]) -> Money {
        let lines = || returns.iter().filter(move |line| line.stake.place == place);
        let bonus_win: Money = lines().filter(|line| line.stake.kind == StakeKind::Bonus).map(win).sum();
        let off_bonus = above(bonus_win, self.bonus_most_minor);
        let in_cap = || lines().filter(|line| self.counts(line.stake.kind));
        let off_bonus_in_cap = if self.bonus_in_cap { off_bonus } else { Money::ZERO };
        let wins = in_cap().map(win).sum::<Money>() - off_bonus_in_cap;
        let counted = match self.cap_on {
            CapOn::NetWinnings => wins,
            CapOn::TotalReturned => in_cap().map(|line| line.returned).sum::<Money>() - off_bonus_in_cap,
        };
        off_bonus + above(counted, self.box_most_minor).min(wins)
    }

    const fn counts(&self, kind: StakeKind) -> bool {
        match kind {
            StakeKind::Insurance => self.insurance_in_cap,
            StakeKind::Bonus => self.bonus_in_cap,
            _ => true,
        }
    }

    /// The most that wins in this limit, and outside it, can come to after cutting.
    pub(in crate::games) fn after_cut(&self, in_box: Money, insurance: Money, bonus: Money) -> Money {
        let bonus = bonus - above(bonus, self.bonus_most_minor);
        let counted = |amount, counts| if counts { (amount, Money::ZERO) } else { (Money::ZERO, amount) };
        let (insurance_in, insurance_out) = counted(insurance, self.insurance_in_cap);
        let (bonus_in, bonus_out) = counted(bonus, self.bonus_in_cap);
        let in_cap = in_box + insurance_in + bonus_in;
        in_cap - above(in_cap, self.box_most_minor) + insurance_out + bonus_out
    }
}

fn win(line: &StakeReturn) -> Money {
    line.wins.iter().map(|win| win.amount).sum()
}

/// By how much an amount is above the most.
fn above(amount: Money, most: Option<Money>) -> Money {
    most.map_or(Money::ZERO, |most| (amount - most).max(Money::ZERO))
}
