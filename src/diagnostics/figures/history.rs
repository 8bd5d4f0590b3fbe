//! All figures over all spans.

use std::collections::BTreeMap;

use super::steps::Steps;
use crate::model::{
    ClockOffset, Figure, FigureHistoryView, FigureLimits, FigureLine, FigureSpan, FigureUnit, SensorFigures, SpinFigures, TableNumber,
    Timestamp,
};

/// Of what a figure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Source {
    /// The figure.
    pub figure: Figure,
    /// The card table of whose source it is; `None` for the wheel's.
    pub table: Option<TableNumber>,
    /// The ball sensor that it is of, from 1 on; `None` where it is of none.
    pub sensor: Option<u8>,
}

impl Source {
    /// A figure of the wheel.
    #[must_use]
    pub const fn of_wheel(figure: Figure) -> Self {
        Self { figure, table: None, sensor: None }
    }
}

/// One figure over all spans, in the order of [`FigureSpan::ALL`].
pub(super) type Series = [Steps; FigureSpan::ALL.len()];

/// How the figures went. It takes some 9 KiB for each figure at the most.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FigureHistory {
    pub(super) series: BTreeMap<Source, Series>,
    pub(super) limits: BTreeMap<Figure, FigureLimits>,
}

impl FigureHistory {
    /// From now on these figures have these limits, and no other has any.
    pub fn set_limits(&mut self, limits: BTreeMap<Figure, FigureLimits>) {
        self.limits = limits;
    }

    /// Takes in what was read of the devices after this, and its limits. What spins showed is left out: it is read from the journal again.
    pub fn go_on_with(&mut self, later: Self) {
        let of_devices = later.series.into_iter().filter(|(source, _)| !is_of_spins(source.figure));
        for (source, series) in of_devices {
            let former = self.series.entry(source).or_default();
            for ((span, steps), later) in FigureSpan::ALL.into_iter().zip(former).zip(series) {
                steps.go_on_with(span, later);
            }
        }
        self.limits = later.limits;
    }

    /// Takes in a reading. Times are the house's own.
    pub fn add(&mut self, source: Source, at: Timestamp, value: u32) {
        let series = self.series.entry(source).or_default();
        for (span, steps) in FigureSpan::ALL.into_iter().zip(series) {
            steps.add(span, at, value);
        }
    }

    /// Takes in what a spin showed.
    pub fn add_spin(&mut self, at: Timestamp, figures: &SpinFigures) {
        let mut add = |figure, value: Option<u32>| value.iter().for_each(|value| self.add(Source::of_wheel(figure), at, *value));
        figures.lap_milliseconds.iter().for_each(|lap| add(Figure::LapTime, Some(*lap)));
        add(Figure::BallAtClose, figures.ball_at_close_milliturns);
        add(Figure::BallAtDrop, figures.ball_at_drop_milliturns);
        add(Figure::RotorAtLaunch, figures.rotor_at_launch_centirpm);
        add(Figure::RotorAtClose, figures.rotor_at_close_centirpm);
        add(Figure::RotorAtDrop, figures.rotor_at_drop_centirpm);
        add(Figure::RotorAtEnd, figures.rotor_at_end_centirpm);
        add(Figure::PocketMargin, figures.margin_millipockets);
        if let Some(lines) = &figures.rotor_lines {
            add(Figure::IndexMissed, Some(lines.index_missed));
            add(Figure::IndexExtra, Some(lines.index_extra));
            add(Figure::IndexOffset, lines.index_off_millipitches);
            add(Figure::IndexPulse, lines.index_microseconds);
            add(Figure::EncoderMissed, Some(lines.encoder_missed));
            add(Figure::EncoderExtra, Some(lines.encoder_extra));
            add(Figure::EncoderPulse, lines.encoder_microseconds);
            add(Figure::EncoderJitter, lines.encoder_jitter_microseconds);
        }
        for (sensor, number) in figures.sensors.iter().zip(1..) {
            self.add_sensor(at, number, sensor);
        }
    }

    fn add_sensor(&mut self, at: Timestamp, number: u8, figures: &SensorFigures) {
        let all = u64::from(figures.passes) + u64::from(figures.missed);
        let missed = (u64::from(figures.missed) * 1_000).checked_div(all).and_then(|permille| u32::try_from(permille).ok());
        let read = [
            (Figure::MissedPasses, missed),
            (Figure::SensorArc, figures.arc_centidegrees),
            (Figure::PocketPulse, figures.pocket_microseconds),
            (Figure::SensorJitter, figures.jitter_microseconds),
        ];
        for (figure, value) in read.into_iter().filter_map(|(figure, value)| Some((figure, value?))) {
            self.add(Source { sensor: Some(number), ..Source::of_wheel(figure) }, at, value);
        }
    }

    /// The figures that were read in the span that ends `now`, the house's own time, which the clock that people are shown is ahead of by `offset`.
    #[must_use]
    pub fn view(&self, span: FigureSpan, now: Timestamp, offset: ClockOffset) -> FigureHistoryView {
        let line = |(source, series): (&Source, &Series)| {
            let steps = series[span as usize].view(span, now, |at| offset.shown(at));
            let Source { figure, table, sensor } = *source;
            let limits = self.limits.get(&figure).copied().unwrap_or_default();
            (!steps.is_empty()).then_some(FigureLine { figure, table, sensor, limits, steps })
        };
        FigureHistoryView { span, until: offset.shown(now), figures: self.series.iter().filter_map(line).collect() }
    }
}

/// Whether spins show the figure; the others are read of the devices.
fn is_of_spins(figure: Figure) -> bool {
    let is_of_devices = matches!(figure, Figure::RotorSpeed | Figure::AnswerTime);
    !is_of_devices && figure.unit() != FigureUnit::TimesAMinute
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::RotorLineFigures;

    const AT: Timestamp = Timestamp::from_microseconds(90_000_000);

    /// The means of the minute of a spin with these figures, by figure and sensor.
    #[track_caller]
    fn check(figures: &SpinFigures, expected: &[(&str, Option<u8>, u32)]) {
        let mut history = FigureHistory::default();
        history.add_spin(AT, figures);
        for span in FigureSpan::ALL {
            let view = history.view(span, AT, ClockOffset::default());
            let told: Vec<_> = view.figures.iter().map(|line| (line.figure.name(), line.sensor, line.steps[0].mean)).collect();
            assert_eq!(told, expected, "{}", span.name());
        }
    }

    #[test]
    fn a_spin_adds_what_its_lines_hold_and_nothing_else() {
        check(&SpinFigures::default(), &[]);
        check(&SpinFigures { lap_milliseconds: vec![600, 701], ..SpinFigures::default() }, &[("lap-time", None, 651)]);
        let seen = SensorFigures { passes: 15, missed: 5, jitter_microseconds: Some(40), ..SensorFigures::default() };
        let unseen = SensorFigures::default();
        check(
            &SpinFigures { sensors: vec![unseen, seen], ..SpinFigures::default() },
            &[("missed-passes", Some(2), 250), ("sensor-jitter", Some(2), 40)],
        );
        let lines = RotorLineFigures { encoder_missed: 3, index_microseconds: Some(9_500), ..RotorLineFigures::default() };
        let counts = [("index-missed", None, 0), ("index-extra", None, 0), ("index-pulse", None, 9_500)];
        let expected: Vec<_> = counts.into_iter().chain([("encoder-missed", None, 3), ("encoder-extra", None, 0)]).collect();
        check(&SpinFigures { rotor_lines: Some(lines), ..SpinFigures::default() }, &expected);
    }

    #[test]
    fn what_devices_reported_later_is_added_and_what_spins_showed_is_not() {
        let (rotor, lap) = (Source::of_wheel(Figure::RotorSpeed), Source::of_wheel(Figure::LapTime));
        let (lines, answer) = (Source::of_wheel(Figure::StatusLines), Source::of_wheel(Figure::AnswerTime));
        let limits: BTreeMap<_, _> = [(Figure::RotorSpeed, FigureLimits { least: Some(1_000), most: None })].into();
        let (mut history, mut later) = (FigureHistory::default(), FigureHistory::default());
        [(rotor, 2_000), (lap, 600)].iter().for_each(|(source, value)| history.add(*source, AT, *value));
        [(rotor, 2_200), (lap, 700), (lines, 3), (answer, 12)].iter().for_each(|(source, value)| later.add(*source, AT, *value));
        later.set_limits(limits.clone());
        history.go_on_with(later);
        let mut expected = FigureHistory::default();
        let kept = [(rotor, 2_000), (rotor, 2_200), (lap, 600), (lines, 3), (answer, 12)];
        kept.iter().for_each(|(source, value)| expected.add(*source, AT, *value));
        expected.set_limits(limits);
        assert_eq!(history, expected);
    }

    #[test]
    fn moments_are_those_of_the_clock_that_people_are_shown() {
        let mut history = FigureHistory::default();
        history.add(Source::of_wheel(Figure::RotorSpeed), AT, 2_460);
        let limits = FigureLimits { least: Some(1_000), most: None };
        history.set_limits([(Figure::RotorSpeed, limits)].into());
        let view = history.view(FigureSpan::Hour, AT, ClockOffset::from_microseconds(-30_000_000));
        let shown = Timestamp::from_microseconds;
        assert_eq!((view.until, view.figures[0].steps[0].at), (shown(60_000_000), shown(30_000_000)));
        assert_eq!(view.figures[0].limits, limits);
    }
}
