//! Limits of stakes that an attendant sets at a table while the cabinet runs. They only ever narrow those of the files.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{BetKind, Money, StakeKind, TableNumber, Timestamp};

/// An amount that a table limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum LimitedAmount {
    /// All stakes of one seat in one round of the wheel.
    #[n(0)]
    SeatTotal,
    /// What the wheel's table could have to pay above the stakes that lie on it.
    #[n(1)]
    TableExposure,
    /// One seat's stake on one position of the layout. Both sides of an even chance have one limit, under the name of the first.
    #[n(2)]
    Position(#[n(0)] BetKind),
    /// A stake at a card table or a machine.
    #[n(3)]
    Stake(#[n(0)] StakeKind),
}

impl LimitedAmount {
    /// Its name in messages: of one table's amounts no two have the same.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SeatTotal => "seat-total",
            Self::TableExposure => "table-exposure",
            Self::Position(BetKind::Red | BetKind::Black) => "colour",
            Self::Position(BetKind::Odd | BetKind::Even) => "parity",
            Self::Position(BetKind::Low | BetKind::High) => "half",
            Self::Position(kind) => kind.name(),
            Self::Stake(kind) => kind.into(),
        }
    }

    /// Every amount that a wheel's table can limit.
    pub fn of_wheel() -> impl Iterator<Item = Self> {
        let is_named = |kind: &BetKind| !matches!(kind, BetKind::Black | BetKind::Even | BetKind::High);
        [Self::SeatTotal, Self::TableExposure].into_iter().chain(BetKind::ALL.into_iter().filter(is_named).map(Self::Position))
    }

    /// Whether it has a most and no least.
    #[must_use]
    pub const fn is_total(self) -> bool {
        matches!(self, Self::SeatTotal | Self::TableExposure)
    }
}

/// What an attendant sets of one limit. A bound that is `None` is that of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct StakeLimit {
    /// What it limits.
    #[n(0)]
    pub of: LimitedAmount,
    /// The least, in minor units.
    #[n(1)]
    pub least: Option<Money>,
    /// The most, in minor units.
    #[n(2)]
    pub most: Option<Money>,
}

/// A limit as it is: both bounds, in minor units and both allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct LimitValues {
    /// The least; `None` where there is only a most.
    #[n(0)]
    pub least: Option<Money>,
    /// The most.
    #[n(1)]
    pub most: Money,
}

impl LimitValues {
    /// These bounds with those that are set in their place.
    #[must_use]
    pub fn with(self, limit: &StakeLimit) -> Self {
        Self { least: self.least.map(|least| limit.least.unwrap_or(least)), most: limit.most.unwrap_or(self.most) }
    }
}

/// A limit before an order and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct LimitChange {
    /// What it limits.
    #[n(0)]
    pub of: LimitedAmount,
    /// What was set or, where nothing was, what the files say.
    #[n(1)]
    pub old: LimitValues,
    /// What is set now or, where nothing is, what the files say.
    #[n(2)]
    pub new: LimitValues,
}

/// The limits that stand at one table by an attendant's order.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct StandingLimits {
    /// The table; the wheel's where `None`.
    #[n(0)]
    pub table: Option<TableNumber>,
    /// Who has set them last.
    #[n(1)]
    pub by: String,
    /// Since when they are set, as the wall clock showed it.
    #[n(2)]
    pub since: Timestamp,
    /// What is set; never empty, and no bound in it is that of the files at the time.
    #[n(3)]
    pub limits: Vec<StakeLimit>,
}

/// The limits of one table as people of the house see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLimitsView {
    /// The table; the wheel's where `None`.
    pub table: Option<TableNumber>,
    /// Every limit that an attendant may narrow.
    pub lines: Vec<LimitLine>,
    /// What an attendant has set, where one has.
    pub standing: Option<StandingLimits>,
}

impl TableLimitsView {
    /// Whether other limits come into force with the next round or deal.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.lines.iter().any(|line| line.in_force != Some(line.next))
    }
}

/// One limit of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitLine {
    /// What it limits.
    pub of: LimitedAmount,
    /// Bounds are multiples of this.
    pub step: Money,
    /// What the files say: nobody may go beyond it.
    pub of_files: LimitValues,
    /// What holds now; `None` where the game in force knows no such stake, and another one waits.
    pub in_force: Option<LimitValues>,
    /// What holds from the next round or deal on.
    pub next: LimitValues,
}
