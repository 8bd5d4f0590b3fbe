//! `croupierctl figures`: how the figures of the devices went over the last hour, day or month, as the daemon last kept them.

use std::fmt::Write;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::Failure;
use super::journal::Place;
use crate::diagnostics::{FIGURES_FILE, FoundFigures, KeptFigures};
use crate::model::{FigureHistoryView, FigureLine, FigureSpan, FigureStep};

/// Which figures.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Over how long: the last hour by minutes, the last day by quarters of an hour, or the last 30 days by quarters of a day.
    #[arg(long, value_enum, default_value_t)]
    span: SpanName,
    /// A table in Markdown instead of JSON: each figure over the whole span.
    #[arg(long)]
    as_table: bool,
    #[command(flatten)]
    place: Place,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum SpanName {
    #[default]
    Hour,
    Day,
    Month,
}

/// One JSON object a line, each a figure with its steps. The daemon keeps them every quarter of an hour and at its end.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    // A folder without a journal is not the daemon's.
    arguments.place.reader()?;
    let span = match arguments.span {
        SpanName::Hour => FigureSpan::Hour,
        SpanName::Day => FigureSpan::Day,
        SpanName::Month => FigureSpan::Month,
    };
    let view = kept(&arguments.place)?.view(span);
    if arguments.as_table {
        return Ok(table(&view));
    }
    if view.figures.is_empty() {
        return Ok(format!("{}\n", of_span(&view)));
    }
    Ok(view.figures.iter().map(|line| format!("{}\n", as_json(&view, line))).collect())
}

/// What the daemon kept last; nothing where it has not kept any yet.
fn kept(place: &Place) -> Result<KeptFigures, Failure> {
    let path = place.data().join(FIGURES_FILE);
    of_found(KeptFigures::read(&path), &path.display().to_string())
}

/// The figures that were found at `path`, or why there are none.
fn of_found(found: FoundFigures, path: &str) -> Result<KeptFigures, Failure> {
    let then = "at its next start the daemon sets it aside as `figures.broken` and begins a new one";
    let (reason, message) = match found {
        FoundFigures::Kept(kept) => return Ok(kept),
        FoundFigures::Nothing => return Ok(KeptFigures::default()),
        FoundFigures::Damaged(why) => ("figures-damaged", format!("{path}: the file is damaged: {why}; {then}")),
        FoundFigures::OfAnotherRelease => ("figures-of-another-release", format!("{path}: another release wrote the file; {then}")),
        FoundFigures::Unread(error) => (
            "figures-unread",
            format!("{path}: the file cannot be read: {error}; the daemon does not write over a file that it cannot read either"),
        ),
    };
    Err(Failure::refused(reason, message).with("path", path))
}

/// The span, with the moment up to which the figures were kept; none where they were not yet.
fn of_span(view: &FigureHistoryView) -> Value {
    let until = Some(view.until.microseconds()).filter(|until| *until > 0);
    json!({"span": view.span.name(), "step_seconds": view.span.step_seconds(), "until": until})
}

fn as_json(view: &FigureHistoryView, line: &FigureLine) -> Value {
    let step = |step: &FigureStep| {
        let FigureStep { at, count, least, mean, most } = *step;
        json!({"at": at.microseconds(), "count": count, "least": least, "mean": mean, "most": most})
    };
    let mut value = json!({
        "figure": line.figure.name(),
        "unit": line.figure.unit().name(),
        "table": line.table.map(|table| table.0),
        "sensor": line.sensor,
        "least": line.limits.least,
        "most": line.limits.most,
        "steps": line.steps.iter().map(step).collect::<Vec<_>>(),
    });
    if let (Value::Object(value), Value::Object(span)) = (&mut value, of_span(view)) {
        value.extend(span);
    }
    value
}

/// The lines for people: each figure over the whole span, and its newest step.
fn table(view: &FigureHistoryView) -> String {
    let mut text = String::from(
        "| figure | table | sensor | unit | read | least | mean | most | newest | at | limits |\n\
         | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | --- | --- |\n",
    );
    for line in &view.figures {
        let Some(newest) = line.steps.last() else { continue };
        let or_dash = |value: Option<u32>| value.map_or_else(|| "–".to_owned(), |value| value.to_string());
        let (table, sensor) = (or_dash(line.table.map(|table| table.0.into())), or_dash(line.sensor.map(u32::from)));
        let (read, sum) = line.steps.iter().fold((0, 0), |(read, sum), step| {
            let count = u64::from(step.count);
            (read + count, sum + count * u64::from(step.mean))
        });
        let least = line.steps.iter().map(|step| step.least).min().unwrap_or_default();
        let most = line.steps.iter().map(|step| step.most).max().unwrap_or_default();
        let limits = match (line.limits.least, line.limits.most) {
            (None, None) => "–".to_owned(),
            (least, most) => format!("{} to {}", or_dash(least), or_dash(most)),
        };
        let (figure, unit, at) = (line.figure.name(), line.figure.unit().name(), newest.at.utc());
        let mean = (sum + read / 2) / read.max(1);
        writeln!(
            text,
            "| {figure} | {table} | {sensor} | {unit} | {read} | {least} | {mean} | {most} | {} | {at} | {limits} |",
            newest.mean
        )
        .expect("a string takes everything");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Figure, FigureLimits, TableNumber, Timestamp};

    fn view() -> FigureHistoryView {
        let step = |minute: u64, count, least, mean, most| FigureStep {
            at: Timestamp::from_microseconds(minute * 60_000_000),
            count,
            least,
            mean,
            most,
        };
        let limits = FigureLimits { least: Some(120), most: None };
        let margin = FigureLine {
            figure: Figure::PocketMargin,
            table: None,
            sensor: None,
            limits,
            steps: vec![step(0, 1, 400, 400, 400), step(61, 3, 100, 200, 300)],
        };
        let frames = FigureLine {
            figure: Figure::DamagedFrames,
            table: Some(TableNumber(2)),
            sensor: None,
            limits: FigureLimits::default(),
            steps: vec![step(61, 1, 4, 4, 4)],
        };
        FigureHistoryView { span: FigureSpan::Hour, until: Timestamp::from_microseconds(7), figures: vec![margin, frames] }
    }

    /// What the tool says where this was found.
    #[track_caller]
    fn check_refused(found: FoundFigures, reason: &str, message: &str) {
        let refused = of_found(found, "data/figures").expect_err("there are no figures").as_json();
        let refused: Value = serde_json::from_str(&refused).expect("an object");
        assert_eq!(refused, json!({"error": {"reason": reason, "message": message, "path": "data/figures"}}));
    }

    #[test]
    fn a_file_without_figures_is_told_for_what_it_is() {
        check_refused(
            FoundFigures::Damaged("it is no regular file"),
            "figures-damaged",
            "data/figures: the file is damaged: it is no regular file; at its next start the daemon sets it aside as `figures.broken` and begins a \
             new one",
        );
        check_refused(
            FoundFigures::OfAnotherRelease,
            "figures-of-another-release",
            "data/figures: another release wrote the file; at its next start the daemon sets it aside as `figures.broken` and begins a new one",
        );
        check_refused(
            FoundFigures::Unread(std::io::Error::other("bad sector")),
            "figures-unread",
            "data/figures: the file cannot be read: bad sector; the daemon does not write over a file that it cannot read either",
        );
        assert!(of_found(FoundFigures::Nothing, "data/figures").is_ok_and(|kept| kept == KeptFigures::default()));
    }

    #[test]
    fn the_table_for_people_tells_each_figure_over_the_whole_span() {
        let lines: Vec<String> = table(&view()).lines().skip(2).map(str::to_owned).collect();
        assert_eq!(
            lines,
            [
                "| pocket-margin | – | – | millipockets | 4 | 100 | 250 | 400 | 200 | 1970-01-01T01:01:00Z | 120 to – |",
                "| damaged-frames | 2 | – | times-a-minute | 1 | 4 | 4 | 4 | 4 | 1970-01-01T01:01:00Z | – |",
            ]
        );
    }

    #[test]
    fn a_figure_is_told_as_over_http_with_the_span_that_it_is_of() {
        let expected = json!({"span": "hour", "step_seconds": 60, "until": 7, "figure": "damaged-frames", "unit": "times-a-minute", "table": 2,
            "sensor": null, "least": null, "most": null, "steps": [{"at": 3_660_000_000_u64, "count": 1, "least": 4, "mean": 4, "most": 4}]});
        let view = view();
        assert_eq!(as_json(&view, &view.figures[1]), expected);
    }
}
