//! Limits of stakes at a table, as people of the house see them, and the bodies of the orders that set them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::problem::Problem;
use super::bet::within_reach;
use super::names::StakeName;
use super::object::objects;
use crate::model::{BetKind, LimitLine, LimitValues, LimitedAmount, Money, Order, StakeKind, StakeLimit, TableLimitsView, TableNumber};

/// The most limits of one request; no table has more.
const MOST_LIMITS: usize = 40;

/// Limits to be set at the wheel's table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"limits": [{"of": "straight", "least": 200, "most": 5000}, {"of": "seat-total", "most": 40000}]}))]
pub(in crate::http) struct WheelLimitsForm {
    /// All that is set from now on; every other limit is that of the cabinet file, and where there is none here, all are.
    #[serde(deserialize_with = "objects")]
    #[schema(max_items = 40)]
    limits: Vec<WheelLimitForm>,
}

/// A limit at the wheel's table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WheelLimitForm {
    /// Which.
    of: WheelLimitName,
    /// The least, in minor units; that of the cabinet file where it is left out, as it must be for `seat-total` and `table-exposure`.
    #[serde(default)]
    least: Option<i64>,
    /// The most, in minor units; that of the cabinet file where it is left out.
    #[serde(default)]
    most: Option<i64>,
}

/// The name of a limit at the wheel's table: a kind of bet, all stakes of one seat, or what the table could have to pay.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum WheelLimitName {
    SeatTotal,
    TableExposure,
    Straight,
    Split,
    Street,
    Corner,
    SixLine,
    FirstFour,
    Dozen,
    Column,
    /// Red and black.
    Colour,
    /// Odd and even.
    Parity,
    /// Low and high.
    Half,
}

impl WheelLimitName {
    const fn limited(self) -> LimitedAmount {
        LimitedAmount::Position(match self {
            Self::SeatTotal => return LimitedAmount::SeatTotal,
            Self::TableExposure => return LimitedAmount::TableExposure,
            Self::Straight => BetKind::Straight,
            Self::Split => BetKind::Split,
            Self::Street => BetKind::Street,
            Self::Corner => BetKind::Corner,
            Self::SixLine => BetKind::SixLine,
            Self::FirstFour => BetKind::FirstFour,
            Self::Dozen => BetKind::Dozen,
            Self::Column => BetKind::Column,
            Self::Colour => BetKind::Red,
            Self::Parity => BetKind::Odd,
            Self::Half => BetKind::Low,
        })
    }
}

impl WheelLimitsForm {
    pub(in crate::http) fn order(&self) -> Result<Order, Problem> {
        let limits = self.limits.iter().map(|form| (form.of.limited(), form.least, form.most));
        Ok(Order::SetLimits { table: None, limits: read(limits)? })
    }
}

/// Limits to be set at a card table or a machine.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"limits": [{"of": "main", "least": 500, "most": 20000}]}))]
pub(in crate::http) struct TableLimitsForm {
    /// All that is set from now on; every other limit is that of the cabinet file, and where there is none here, all are.
    #[serde(deserialize_with = "objects")]
    #[schema(max_items = 40)]
    limits: Vec<TableLimitForm>,
}

/// A limit at a card table or a machine.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TableLimitForm {
    /// Of which stake.
    #[schema(value_type = StakeName, example = "main")]
    of: StakeKind,
    /// The least, in minor units; that of the cabinet file where it is left out.
    #[serde(default)]
    least: Option<i64>,
    /// The most, in minor units; that of the cabinet file where it is left out.
    #[serde(default)]
    most: Option<i64>,
}

impl TableLimitsForm {
    pub(in crate::http) fn order(&self, table: TableNumber) -> Result<Order, Problem> {
        let limits = self.limits.iter().map(|form| (LimitedAmount::Stake(form.of), form.least, form.most));
        Ok(Order::SetLimits { table: Some(table), limits: read(limits)? })
    }
}

fn read(limits: impl ExactSizeIterator<Item = (LimitedAmount, Option<i64>, Option<i64>)>) -> Result<Vec<StakeLimit>, Problem> {
    if limits.len() > MOST_LIMITS {
        return Err(Problem::bad(format!("`limits`: expected {MOST_LIMITS} limits at most, found {}", limits.len())));
    }
    let limit = |(place, (of, least, most)): (usize, (LimitedAmount, Option<i64>, Option<i64>))| {
        within_reach(&format!("limits[{place}].least"), least)?;
        within_reach(&format!("limits[{place}].most"), most)?;
        Ok(StakeLimit { of, least: least.map(Money::from_minor), most: most.map(Money::from_minor) })
    };
    limits.enumerate().map(limit).collect()
}

/// The limits of a table.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct TableLimits {
    /// Who has set limits there last; null where all are those of the cabinet file.
    #[schema(required, example = "Anna")]
    by: Option<String>,
    /// Since when they are set.
    #[schema(required, example = 1_763_690_000_000_000_u64)]
    since: Option<u64>,
    /// Whether other limits come into force with the next round or deal.
    waits: bool,
    /// Every limit that may be narrowed.
    limits: Vec<OneLimit>,
}

/// A limit of a table.
#[derive(Serialize, ToSchema)]
struct OneLimit {
    /// Which: at the wheel's table a kind of bet, `seat-total` or `table-exposure`; else a kind of stake.
    #[schema(example = "straight")]
    of: &'static str,
    /// Bounds are multiples of this.
    #[schema(example = 100)]
    step: i64,
    /// What the cabinet file says: nothing wider is taken.
    file: Bounds,
    /// What holds now; null where another game waits for the next deal.
    #[schema(required)]
    in_force: Option<Bounds>,
    /// What holds from the next round or deal on.
    next: Bounds,
}

/// The bounds of a limit.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"least": 100, "most": 5000}))]
struct Bounds {
    /// The least; null where there is only a most.
    #[schema(required)]
    least: Option<i64>,
    /// The most.
    most: i64,
}

impl From<LimitValues> for Bounds {
    fn from(values: LimitValues) -> Self {
        Self { least: values.least.map(Money::minor), most: values.most.minor() }
    }
}

impl From<&LimitLine> for OneLimit {
    fn from(line: &LimitLine) -> Self {
        Self {
            of: line.of.name(),
            step: line.step.minor(),
            file: line.of_files.into(),
            in_force: line.in_force.map(Bounds::from),
            next: line.next.into(),
        }
    }
}

impl From<&TableLimitsView> for TableLimits {
    fn from(view: &TableLimitsView) -> Self {
        let standing = view.standing.as_ref();
        Self {
            by: standing.map(|standing| standing.by.clone()),
            since: standing.map(|standing| standing.since.microseconds()),
            waits: view.waits(),
            limits: view.lines.iter().map(OneLimit::from).collect(),
        }
    }
}

/// A table at which an attendant has set limits, or where others wait for the next round or deal.
#[derive(Serialize, ToSchema)]
pub(super) struct ChangedLimits {
    /// The table; null is the wheel's.
    #[schema(required, example = 2)]
    table: Option<u8>,
    /// Who has set limits there last; null where all are those of the cabinet file.
    #[schema(required, example = "Anna")]
    by: Option<String>,
    /// Since when they are set.
    #[schema(required, example = 1_763_690_000_000_000_u64)]
    since: Option<u64>,
    /// Whether other limits come into force with the next round or deal.
    waits: bool,
}

impl ChangedLimits {
    /// Nothing where the limits are those of the cabinet file and none wait.
    pub(super) fn of(view: &TableLimitsView) -> Option<Self> {
        let TableLimits { by, since, waits, .. } = TableLimits::from(view);
        (by.is_some() || waits).then(|| Self { table: view.table.map(|table| table.0), by, since, waits })
    }
}
