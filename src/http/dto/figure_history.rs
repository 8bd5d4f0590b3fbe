//! How the figures of the devices went, for technicians.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::model::{FigureHistoryView, FigureLine, FigureSpan, FigureStep};

/// Over how long figures are wanted.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum SpanName {
    /// The last hour, minute by minute.
    Hour,
    /// The last day, by quarters of an hour.
    Day,
    /// The last 30 days, by quarters of a day.
    Month,
}

/// Over how long figures are wanted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct SpanForm {
    /// Over how long.
    #[serde(default = "hour")]
    #[param(inline, default = "hour")]
    span: SpanName,
}

const fn hour() -> SpanName {
    SpanName::Hour
}

impl From<SpanForm> for FigureSpan {
    fn from(form: SpanForm) -> Self {
        match form.span {
            SpanName::Hour => Self::Hour,
            SpanName::Day => Self::Day,
            SpanName::Month => Self::Month,
        }
    }
}

/// How the figures of the devices went over a span of time.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct FigureHistory {
    /// Over how long: `hour`, `day` or `month`.
    #[schema(example = "hour")]
    span: &'static str,
    /// How long one step of it is.
    #[schema(example = 60)]
    step_seconds: u64,
    /// How many steps it has; the last of them is the one in which `until` lies.
    #[schema(example = 60)]
    steps: u64,
    /// Up to when, by the clock that people are shown.
    until: u64,
    /// Every figure that was read in this time.
    figures: Vec<FigureCourse>,
}

impl From<&FigureHistoryView> for FigureHistory {
    fn from(view: &FigureHistoryView) -> Self {
        Self {
            span: view.span.name(),
            step_seconds: view.span.step_seconds(),
            steps: view.span.steps(),
            until: view.until.microseconds(),
            figures: view.figures.iter().map(FigureCourse::from).collect(),
        }
    }
}

/// How one figure went.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"figure": "rotor-speed", "unit": "centirpm", "table": null, "sensor": null, "least": 1000, "most": 3000,
    "steps": [{"at": 1_767_225_600_000_000_u64, "count": 12, "least": 1640, "mean": 1652, "most": 1671}]}))]
struct FigureCourse {
    /// Which.
    figure: &'static str,
    /// The unit of all its values; a thousandth of a unit is `milli`, a hundredth `centi`.
    unit: &'static str,
    /// The card table of whose source it is; null for the wheel's.
    #[schema(required)]
    table: Option<u8>,
    /// The ball sensor that it is of, from 1 on; null where it is of none.
    #[schema(required)]
    sensor: Option<u8>,
    /// The least value that is in order; null where nothing is too little.
    #[schema(required)]
    least: Option<u32>,
    /// The greatest value that is in order; null where nothing is too much.
    #[schema(required)]
    most: Option<u32>,
    /// The steps in which it was read, oldest first; the others are missing.
    steps: Vec<FigureAt>,
}

impl From<&FigureLine> for FigureCourse {
    fn from(line: &FigureLine) -> Self {
        Self {
            figure: line.figure.name(),
            unit: line.figure.unit().name(),
            table: line.table.map(|table| table.0),
            sensor: line.sensor,
            least: line.limits.least,
            most: line.limits.most,
            steps: line.steps.iter().map(FigureAt::from).collect(),
        }
    }
}

/// What a figure was in one step.
#[derive(Serialize, ToSchema)]
struct FigureAt {
    /// When the step began.
    at: u64,
    /// How often it was read.
    count: u32,
    /// The least of that.
    least: u32,
    /// The mean.
    mean: u32,
    /// The most.
    most: u32,
}

impl From<&FigureStep> for FigureAt {
    fn from(step: &FigureStep) -> Self {
        let FigureStep { at, count, least, mean, most } = *step;
        Self { at: at.microseconds(), count, least, mean, most }
    }
}
