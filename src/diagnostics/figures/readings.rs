//! What devices report about themselves, as figures: what is measured as it reads, counts by what comes in a minute.

use std::collections::BTreeMap;

use super::history::{FigureHistory, Source};
use crate::model::{DeviceView, Figure, FigureSpan, Reading, TableNumber, Timestamp};

/// How far the devices' counts were taken in.
#[derive(Debug, Default)]
pub struct ReadingsTaken {
    /// The minute of the last look, by the house's time.
    minute: Option<u64>,
    /// What each count read when that minute began; nothing in the minute of the first look, which had begun before it.
    counts: BTreeMap<Source, u64>,
}

impl ReadingsTaken {
    /// Takes in what the devices report at `at`. Counts are taken in once a minute is over, as what came in it: from the first whole minute on in
    /// which a count was there.
    pub fn take(&mut self, history: &mut FigureHistory, at: Timestamp, devices: &[DeviceView]) {
        for device in devices.iter().filter(|device| is_heard(device)) {
            for (figure, value) in device.readings.iter().filter_map(measured) {
                history.add(Source { figure, table: device.table, sensor: None }, at, value);
            }
        }
        let minute = at.microseconds() / FigureSpan::Hour.step().microseconds();
        let Some(before) = self.minute.replace(minute).filter(|before| *before != minute) else { return };
        let counts: BTreeMap<Source, u64> = devices.iter().flat_map(|device| counts(device.table, &device.readings)).collect();
        let began = Timestamp::from_microseconds(before * FigureSpan::Hour.step().microseconds());
        for (source, count) in &counts {
            let Some(former) = self.counts.get(source) else { continue };
            // A count that is smaller than it was has begun anew.
            let came = count.checked_sub(*former).unwrap_or(*count);
            history.add(*source, began, u32::try_from(came).unwrap_or(u32::MAX));
        }
        self.counts = counts;
    }
}

/// Whether what the device reports is of now: one that is silent goes on reporting what it said last.
fn is_heard(device: &DeviceView) -> bool {
    let mut links = device.readings.iter().filter(|reading| reading.name == "link");
    links.all(|link| matches!(link.value.as_str(), "heard" | "lines-open"))
}

/// The figure that is taken as it reads, in its unit: how long a device took to answer, and the rotor's speed.
fn measured(reading: &Reading) -> Option<(Figure, u32)> {
    if let Some(milliseconds) = reading.answer_milliseconds() {
        return Some((Figure::AnswerTime, u32::try_from(milliseconds).unwrap_or(u32::MAX)));
    }
    let rpm: f64 = (reading.name == "rotor_rpm").then(|| reading.value.parse().ok())??;
    Some((Figure::RotorSpeed, (rpm * 100.0).round() as u32))
}

fn counts(table: Option<TableNumber>, readings: &[Reading]) -> impl Iterator<Item = (Source, u64)> {
    readings.iter().filter_map(move |reading| {
        let (figure, sensor) = figure_of(reading.name)?;
        Some((Source { figure, table, sensor }, reading.value.parse().ok()?))
    })
}

/// The figure that a count is kept as, with its ball sensor; `None` of what is no count.
fn figure_of(reading: &str) -> Option<(Figure, Option<u8>)> {
    let figure = match reading {
        "rotor-index" => Figure::IndexChanges,
        "rotor-encoder" => Figure::EncoderChanges,
        "ball-1" => return Some((Figure::BallChanges, Some(1))),
        "ball-2" => return Some((Figure::BallChanges, Some(2))),
        "ball-3" => return Some((Figure::BallChanges, Some(3))),
        "door" => Figure::DoorChanges,
        "lid" => Figure::LidChanges,
        "mains" => Figure::MainsChanges,
        "emergency-stop" => Figure::EmergencyStopChanges,
        "status_lines" => Figure::StatusLines,
        "unreadable_lines" => Figure::UnreadableLines,
        "doubted_lines" => Figure::DoubtedLines,
        "results_without_bare_number" => Figure::ResultsWithoutNumber,
        "understood_frames" => Figure::UnderstoodFrames,
        "repeated_questions" => Figure::RepeatedQuestions,
        "damaged_frames" => Figure::DamagedFrames,
        _ => return None,
    };
    Some((figure, None))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ClockOffset;
    use crate::sensing::three_sensor::Input;

    fn device(table: Option<u8>, readings: &[(&'static str, &str)]) -> DeviceView {
        let reading = |(name, value): &(&'static str, &str)| Reading { name, value: (*value).into(), is_count: false };
        let readings = readings.iter().map(reading).collect();
        DeviceView { table: table.map(TableNumber), driver: "serial", device: None, port: None, readings }
    }

    /// A figure, the table of its device, and each minute with its mean.
    type Course<'a> = (&'a str, Option<u8>, &'a [(u64, u32)]);

    /// The figures after looks at these seconds.
    #[track_caller]
    fn check(looks: &[(u64, DeviceView)], expected: &[Course<'_>]) {
        let (mut taken, mut history) = (ReadingsTaken::default(), FigureHistory::default());
        let second = |second: u64| Timestamp::from_microseconds(second * 1_000_000);
        looks.iter().for_each(|(at, device)| taken.take(&mut history, second(*at), std::slice::from_ref(device)));
        let last = looks.last().map_or(0, |(at, _)| *at);
        let view = history.view(FigureSpan::Hour, second(last), ClockOffset::default());
        let minutes = |line: &crate::model::FigureLine| -> Vec<(u64, u32)> {
            line.steps.iter().map(|step| (step.at.microseconds() / 60_000_000, step.mean)).collect()
        };
        let told: Vec<_> = view.figures.iter().map(|line| (line.figure.name(), line.table.map(|table| table.0), minutes(line))).collect();
        let expected: Vec<_> = expected.iter().map(|(figure, table, minutes)| (*figure, *table, minutes.to_vec())).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn a_speed_is_taken_as_it_reads_and_one_that_is_not_known_is_not() {
        let rotor = |rpm| device(None, &[("rotor_rpm", rpm)]);
        check(
            &[(0, rotor("24.6")), (5, rotor("24.8")), (10, rotor("")), (60, rotor("0.0"))],
            &[("rotor-speed", None, &[(0, 2_470), (1, 0)])],
        );
    }

    #[test]
    fn how_long_a_device_took_to_answer_is_a_figure_of_its_table_or_of_the_wheel() {
        for table in [Some(3), None] {
            let answered = |milliseconds| device(table, &[("link", "heard"), ("answer_milliseconds", milliseconds)]);
            let silent = device(table, &[("link", "silent"), ("answer_milliseconds", "99")]);
            check(&[(0, answered("12")), (5, answered("18")), (60, silent)], &[("answer-time", table, &[(0, 15)])]);
        }
    }

    #[test]
    fn what_a_silent_wheel_said_last_is_not_taken_again() {
        let wheel = |link| device(None, &[("link", link), ("rotor_rpm", "24.6")]);
        let looks = ["never-heard", "heard", "silent", "port-gone", "lines-gone", "lines-open"];
        let looks: Vec<_> = looks.into_iter().zip(0..).map(|(link, minute)| (minute * 60, wheel(link))).collect();
        check(&looks, &[("rotor-speed", None, &[(1, 2_460), (5, 2_460)])]);
    }

    #[test]
    fn a_count_is_taken_as_what_came_in_each_minute() {
        let lines = |count| device(None, &[("unreadable_lines", count)]);
        check(
            &[(0, lines("7")), (60, lines("9")), (90, lines("10")), (120, lines("12")), (185, lines("12"))],
            &[("unreadable-lines", None, &[(1, 3), (2, 0)])],
        );
    }

    #[test]
    fn what_a_serial_wheel_counts_of_its_line_is_taken_as_what_came_in_each_minute() {
        let line = |doubted, repeated| device(None, &[("doubted_lines", doubted), ("repeated_questions", repeated)]);
        check(
            &[(0, line("1", "0")), (60, line("1", "0")), (120, line("4", "2"))],
            &[("doubted-lines", None, &[(1, 3)]), ("repeated-questions", None, &[(1, 2)])],
        );
    }

    #[test]
    fn the_part_of_a_minute_after_the_first_look_counts_nothing() {
        let lines = |count| device(None, &[("unreadable_lines", count)]);
        check(&[(30, lines("7")), (59, lines("8"))], &[]);
        check(&[(30, lines("7")), (60, lines("9"))], &[]);
        check(&[(30, lines("7")), (60, lines("9")), (120, lines("10"))], &[("unreadable-lines", None, &[(1, 1)])]);
    }

    #[test]
    fn a_count_that_is_seen_for_the_first_time_is_nothing_and_not_0() {
        let (without, lines) = (device(None, &[]), |count| device(None, &[("unreadable_lines", count)]));
        check(&[(0, without.clone()), (60, without.clone()), (120, lines("7"))], &[]);
        check(&[(0, without.clone()), (60, without), (120, lines("7")), (180, lines("9"))], &[("unreadable-lines", None, &[(2, 2)])]);
    }

    #[test]
    fn a_count_that_begins_anew_is_not_negative() {
        let frames = |count| device(Some(3), &[("damaged_frames", count)]);
        check(&[(0, frames("900")), (60, frames("900")), (120, frames("4"))], &[("damaged-frames", Some(3), &[(1, 4)])]);
    }

    #[test]
    fn every_line_of_a_wheel_has_its_changes_counted() {
        let lines = Input::ALL.map(|input| (input.name(), "3"));
        let more = Input::ALL.map(|input| (input.name(), "8"));
        let (mut taken, mut history) = (ReadingsTaken::default(), FigureHistory::default());
        for (second, lines) in [(0, lines), (60, lines), (120, more)] {
            taken.take(&mut history, Timestamp::from_microseconds(second * 1_000_000), &[device(None, &lines)]);
        }
        let view = history.view(FigureSpan::Hour, Timestamp::from_microseconds(120_000_000), ClockOffset::default());
        let told: Vec<_> = view.figures.iter().filter(|line| line.steps[0].mean == 5).map(|line| line.figure.name()).collect();
        let balls = ["ball-changes"; 3];
        let doors = ["door-changes", "lid-changes", "mains-changes", "emergency-stop-changes"];
        assert_eq!(told, [["index-changes", "encoder-changes"].as_slice(), &balls, &doors].concat());
    }

    #[test]
    fn what_has_no_figure_is_passed_over() {
        let devices = ["1", "2", "3"].map(|count| device(None, &[("something_new", count)]));
        check(&[0, 60, 120].into_iter().zip(devices).collect::<Vec<_>>(), &[]);
    }
}
