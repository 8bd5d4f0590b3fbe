//! What a device reports about itself, as technicians read it. No card stands in it.

use crate::drivers::line_wheel;
use crate::model::Reading;
use crate::sensing::LinkState;
use crate::sensing::card_source::{Identity, LineStatus};
use crate::sensing::slingshot::Warnings;
use crate::sensing::three_sensor::{Duty, Input};
use crate::sensing::{shoe, shuffler, slingshot};

/// What is known of a wheel on a serial line.
pub(super) fn of_wheel(status: &slingshot::Status, warnings: Warnings) -> Vec<Reading> {
    let mut readings = vec![link(status.link)];
    if let Some(report) = status.report {
        let words = warnings.words(report.warnings);
        readings.extend([
            reading("state", report.state_name()),
            reading("spin_counter", report.counter),
            reading("last_number", report.winning.map_or_else(String::new, |pocket| pocket.number().to_string())),
            reading("warnings", if words.is_empty() { "none".into() } else { words.join(", ") }),
            reading("rotor_rpm", format!("{}.{}", report.tenths_rpm / 10, report.tenths_rpm % 10)),
            reading("rotor_direction", if report.clockwise { "clockwise" } else { "anticlockwise" }),
        ]);
    }
    readings.extend(status.version.iter().chain(&status.firmware).next().map(|version| reading("firmware", version)));
    readings.extend(status.answering.milliseconds.map(Reading::of_answer));
    readings.extend([
        count("status_lines", status.status_lines),
        count("repeated_questions", status.answering.repeated_questions),
        count("unreadable_lines", status.unreadable_lines),
        count("doubted_lines", status.doubted_lines),
        count("results_without_bare_number", status.results_without_bare_number),
    ]);
    readings
}

/// What is known of a wheel on bare lines: what each of its sensors has given, and how its outputs are driven.
pub(super) fn of_lines(status: &line_wheel::Status) -> Vec<Reading> {
    let inputs = || Input::ALL.iter().zip(&status.inputs);
    let active: Vec<_> = inputs().filter(|(_, input)| input.active).map(|(input, _)| input.name()).collect();
    let own = [
        reading("link", if status.open { "lines-open" } else { "lines-gone" }),
        reading("rotor_rpm", status.rotor_rpm.map_or_else(String::new, |rpm| format!("{rpm:.1}"))),
        reading("rotor_direction", if status.drive.rotor_clockwise { "clockwise" } else { "anticlockwise" }),
        reading("rotor_motor", percent(status.drive.rotor_motor)),
        reading("blower_driven", percent(status.drive.blower)),
        reading("ball_release", if status.drive.ball_release { "on" } else { "off" }),
        reading("lines_active", if active.is_empty() { "none".into() } else { active.join(", ") }),
    ];
    own.into_iter().chain(inputs().map(|(input, known)| reading(input.name(), known.changes))).collect()
}

/// What is known of a shuffle machine.
pub(super) fn of_shuffler(status: &shuffler::Status) -> Vec<Reading> {
    let state = status.state.map(|state| reading("state", state.word()));
    let cards = [reading("cards_left", status.cards_left), reading("jam_retries", status.retries)];
    of_line(&status.line, state.into_iter().chain(cards))
}

/// What is known of a card-reading shoe.
pub(super) fn of_shoe(status: &shoe::Status) -> Vec<Reading> {
    let state = status.state.map(|state| reading("state", state.word()));
    let load = status.load.into_iter().flat_map(|load| [reading("packs", load.packs), reading("cards_drawn", load.drawn)]);
    of_line(&status.line, state.into_iter().chain(load))
}

/// What every source of cards on a line tells, around what only its kind does.
fn of_line(line: &LineStatus, own: impl Iterator<Item = Reading>) -> Vec<Reading> {
    let answer = line.answer_milliseconds.map(Reading::of_answer);
    let counted = [
        count("understood_frames", line.understood_frames),
        count("repeated_questions", line.repeated_questions),
        count("damaged_frames", line.damaged_frames),
    ];
    [link(line.link)].into_iter().chain(line.identity.iter().flat_map(identity)).chain(own).chain(answer).chain(counted).collect()
}

fn identity(identity: &Identity) -> [Reading; 3] {
    [reading("model", &identity.model), reading("serial_number", &identity.serial), reading("firmware", &identity.firmware)]
}

fn link(state: LinkState) -> Reading {
    let word = match state {
        LinkState::Unknown => "never-heard",
        LinkState::Heard => "heard",
        LinkState::Silent => "silent",
        LinkState::Lost => "port-gone",
    };
    reading("link", word)
}

/// How strongly an output is driven, in per cent.
fn percent(duty: Duty) -> String {
    format!("{}.{} %", duty.thousandths() / 10, duty.thousandths() % 10)
}

fn reading(name: &'static str, value: impl ToString) -> Reading {
    Reading { name, value: value.to_string(), is_count: false }
}

/// How often something came.
fn count(name: &'static str, times: impl ToString) -> Reading {
    Reading { is_count: true, ..reading(name, times) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Pocket;
    use crate::sensing::slingshot::{Answering, Report};
    use crate::sensing::three_sensor::Drive;

    const WARNINGS: Warnings = Warnings::Slingshot { launch_failed_seconds: 75, ball_missing_seconds: 5 };

    #[track_caller]
    fn check(readings: &[Reading], expected: &[(&str, &str)]) {
        let told: Vec<_> = readings.iter().map(|reading| (reading.name, reading.value.as_str())).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn a_wheel_that_was_never_heard_says_so_and_nothing_else() {
        let counted = ["status_lines", "repeated_questions", "unreadable_lines", "doubted_lines", "results_without_bare_number"]
            .map(|name| (name, "0"));
        let expected: Vec<_> = [("link", "never-heard")].into_iter().chain(counted).collect();
        check(&of_wheel(&slingshot::Status::default(), WARNINGS), &expected);
    }

    #[test]
    fn a_wheel_tells_its_state_its_speed_and_its_warnings_in_words() {
        let report = Report { state: 3, counter: 256, winning: Pocket::new(0), warnings: 9, tenths_rpm: 246, clockwise: false };
        let status = slingshot::Status {
            link: LinkState::Heard,
            report: Some(report),
            firmware: Some("V2.50".into()),
            status_lines: 7,
            unreadable_lines: 1,
            doubted_lines: 3,
            answering: Answering { milliseconds: Some(21), repeated_questions: 2 },
            ..Default::default()
        };
        check(
            &of_wheel(&status, WARNINGS),
            &[
                ("link", "heard"),
                ("state", "ball on the rim"),
                ("spin_counter", "256"),
                ("last_number", "0"),
                ("warnings", "ball not seen, launch failed"),
                ("rotor_rpm", "24.6"),
                ("rotor_direction", "anticlockwise"),
                ("firmware", "V2.50"),
                ("answer_milliseconds", "21"),
                ("status_lines", "7"),
                ("repeated_questions", "2"),
                ("unreadable_lines", "1"),
                ("doubted_lines", "3"),
                ("results_without_bare_number", "0"),
            ],
        );
    }

    #[test]
    fn a_wheel_on_bare_lines_tells_what_each_sensor_has_given() {
        let drive = Drive { rotor_motor: Duty::from_thousandths(425), rotor_clockwise: true, ..Drive::SAFE };
        let mut status = line_wheel::Status { open: true, drive, rotor_rpm: Some(24.58), ..line_wheel::Status::default() };
        status.inputs[1] = line_wheel::InputStatus { active: true, changes: 96 };
        status.inputs[5] = line_wheel::InputStatus { active: true, changes: 1 };
        let driven = [
            ("link", "lines-open"),
            ("rotor_rpm", "24.6"),
            ("rotor_direction", "clockwise"),
            ("rotor_motor", "42.5 %"),
            ("blower_driven", "0.0 %"),
        ];
        let told = [
            ("ball_release", "off"),
            ("lines_active", "rotor-encoder, door"),
            ("rotor-index", "0"),
            ("rotor-encoder", "96"),
            ("ball-1", "0"),
        ];
        let rest = [("ball-2", "0"), ("ball-3", "0"), ("door", "1"), ("lid", "0"), ("mains", "0"), ("emergency-stop", "0")];
        let expected: Vec<_> = driven.into_iter().chain(told).chain(rest).collect();
        check(&of_lines(&status), &expected);
    }

    #[test]
    fn a_source_of_cards_counts_them_and_names_none() {
        let status = shuffler::Status {
            line: LineStatus { link: LinkState::Lost, ..LineStatus::default() },
            state: Some(shuffler::State::Jam),
            retries: 2,
            cards_left: 51,
            ..Default::default()
        };
        check(
            &of_shuffler(&status),
            &[
                ("link", "port-gone"),
                ("state", "JAM"),
                ("cards_left", "51"),
                ("jam_retries", "2"),
                ("understood_frames", "0"),
                ("repeated_questions", "0"),
                ("damaged_frames", "0"),
            ],
        );
        let load = shoe::Load { name: None, packs: 8, drawn: 3, cut: None };
        let status = shoe::Status {
            line: LineStatus { link: LinkState::Heard, understood_frames: 4, answer_milliseconds: Some(12), ..LineStatus::default() },
            state: Some(shoe::State::Ready),
            load: Some(load),
        };
        check(
            &of_shoe(&status),
            &[
                ("link", "heard"),
                ("state", "READY"),
                ("packs", "8"),
                ("cards_drawn", "3"),
                ("answer_milliseconds", "12"),
                ("understood_frames", "4"),
                ("repeated_questions", "0"),
                ("damaged_frames", "0"),
            ],
        );
    }
}
