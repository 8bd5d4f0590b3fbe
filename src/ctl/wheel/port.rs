//! `croupierctl wheel status | parameters | self-test`: asking a wheel on a port, while no daemon has it.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use crate::ctl::runtime::block_on;
use crate::ctl::{Failure, port as shared};
use crate::drivers::technician::{Talk, talk};
use crate::drivers::wheel::WheelPort;
use crate::profiles::{self, Kind};
use crate::sensing::slingshot::{Answer, Counters, LaunchedBy, Parameters, Question, Report, SelfTestCode, Status};

/// How long a wheel may take to be known. It answers some twenty questions, each in up to a second.
pub(super) const PATIENCE: Duration = Duration::from_secs(25);

/// The adjustable values, their names in the wheel's language and ours.
const PARAMETERS: [(char, &str); 14] = [
    ('d', "stop_distance_before_firing"),
    ('c', "firing_position_for_zero"),
    ('p', "ball_jet_to_rim_jet_milliseconds"),
    ('q', "rim_jet_to_wheel_start_milliseconds"),
    ('k', "ball_keep_time_1_2048_s_per_revolution"),
    ('i', "half_seconds_before_sensor_off_in_state_4"),
    ('j', "sensor_positions_and_order"),
    ('r', "rim_jet_duration_least_and_most"),
    ('s', "rotor_rpm_least_and_most"),
    ('t', "deceleration_distance_to_firing_position"),
    ('n', "no_more_bets_threshold_1_2048_s_per_revolution"),
    ('m', "most_rpm_change_after_no_more_bets"),
    ('h', "games_per_hour"),
    ('z', "pockets"),
];

/// The letter and the name of an adjustable value, from either.
pub(super) fn parameter(letter_or_name: &str) -> Option<(char, &'static str)> {
    PARAMETERS
        .into_iter()
        .find(|(letter, name)| *name == letter_or_name || letter_or_name.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4])))
}

/// All of them, for somebody who named another.
pub(super) fn parameter_names() -> String {
    PARAMETERS.map(|(letter, name)| format!("{letter} ({name})")).join(", ")
}

/// Which wheel to ask.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The port, such as `/dev/serial/by-id/...`.
    #[arg(long, value_name = "PATH")]
    pub(super) port: PathBuf,
    /// The wheel: a shipped device such as `slingshot-2` or `mercury-360`, or a device file.
    #[arg(long, default_value = "slingshot-2", value_name = "NAME-OR-FILE")]
    pub(super) device: String,
    /// How long to wait for the wheel, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3_600))]
    patience: Option<u64>,
}

impl Arguments {
    /// The wheel of this kind on this port.
    pub(super) const fn of(port: PathBuf, device: String) -> Self {
        Self { port, device, patience: None }
    }
}

/// What the wheel shows, says about itself and has counted.
pub(super) fn status(arguments: &Arguments) -> Result<String, Failure> {
    let device = device(arguments)?;
    let speaks = device.launched_by == LaunchedBy::Wheel;
    let questions: &[Question] = if speaks { &[Question::ChiSquare, Question::Wins, Question::Misfires] } else { &[] };
    let known = |status: &Status| status.report.is_some() && (!speaks || (status.version.is_some() && status.setup.is_some()));
    let talk = ask(arguments, device.clone(), questions, known, PATIENCE)?;
    let report = shown(&talk, arguments)?;
    let answer = |question: &Question| talk.answers.iter().find(|(asked, _)| asked == question).map(|(_, answer)| answer);
    let setup = talk
        .status
        .setup
        .map(|setup| json!({ "games_per_hour": setup.games_per_hour, "mode": setup.mode, "protocol_on": setup.protocol_on }));
    let value = json!({
        "state": report.state,
        "state_name": report.state_name(),
        "spin_counter": report.counter,
        "last_number": report.winning,
        "warnings": device.warnings.words(report.warnings),
        "rotor_rpm": f64::from(report.tenths_rpm) / 10.0,
        "rotor_direction": if report.clockwise { "clockwise" } else { "anticlockwise" },
        "firmware": talk.status.firmware,
        "version": talk.status.version,
        "setup": setup,
        "chi_square": answer(&Question::ChiSquare).and_then(chi_square),
        "wins": answer(&Question::Wins).and_then(table),
        "misfires": answer(&Question::Misfires).and_then(table),
        "answer_milliseconds": talk.status.answering.milliseconds,
        "status_lines": talk.status.status_lines,
        "repeated_questions": talk.status.answering.repeated_questions,
        "unreadable_lines": talk.status.unreadable_lines,
        "doubted_lines": talk.status.doubted_lines,
        "results_without_bare_number": talk.status.results_without_bare_number,
    });
    Ok(format!("{value}\n"))
}

/// The adjustable values as the wheel wrote them; `null` for one it did not tell.
pub(super) fn parameters(arguments: &Arguments) -> Result<String, Failure> {
    let device = device(arguments)?;
    let known = |status: &Status| PARAMETERS.iter().all(|(letter, _)| status.parameters.contains_key(letter));
    let talk = ask(arguments, device, &[], known, PATIENCE)?;
    shown(&talk, arguments)?;
    let values = PARAMETERS.map(|(letter, name)| json!({ "letter": letter, "name": name, "value": talk.status.parameters.get(&letter) }));
    if talk.status.parameters.is_empty() {
        return Err(shared::no_answer(&arguments.port, "the wheel tells none of its parameters"));
    }
    Ok(format!("{}\n", json!({ "parameters": values })))
}

/// Runs the self-test, which a wheel does only while it is off, and says what each code means and what to look at.
pub(super) fn self_test(arguments: &Arguments) -> Result<String, Failure> {
    let device = device(arguments)?;
    let patience = Duration::from_secs(device.commands.self_test_seconds) + PATIENCE;
    let talk = ask(arguments, device, &[Question::SelfTest], |_| true, patience)?;
    let report = shown(&talk, arguments)?;
    let running = || {
        let message = "the self-test runs only while the wheel is off (state 6): stop the game and switch the wheel off";
        Failure::refused("wheel-is-running", message).with("state", report.state)
    };
    match talk.answers.first().map(|(_, answer)| answer) {
        Some(Answer::SelfTest(codes)) => Ok(format!("{}\n", self_test_as_json(codes))),
        Some(Answer::NotNow) => Err(running()),
        Some(Answer::Refused | Answer::Busy) => Err(Failure::refused("refused-by-wheel", "the wheel refuses the self-test")),
        _ => Err(shared::no_answer(&arguments.port, "the self-test came to no end")),
    }
}

fn self_test_as_json(codes: &[SelfTestCode]) -> Value {
    let each = codes.iter().map(|code| {
        let fault = code.fault();
        json!({ "code": code.0, "meaning": code.meaning(), "fault": fault, "check": fault.map(|fault| fault.what_to_check()) })
    });
    json!({ "passed": codes.iter().all(|code| code.fault().is_none()), "codes": each.collect::<Vec<_>>() })
}

pub(super) fn device(arguments: &Arguments) -> Result<Parameters, Failure> {
    Ok(profiles::load::<Parameters>(Kind::Device, &arguments.device)?.value)
}

pub(super) fn ask(
    arguments: &Arguments,
    device: Parameters,
    questions: &[Question],
    known: impl Fn(&Status) -> bool,
    patience: Duration,
) -> Result<Talk, Failure> {
    let port = WheelPort { port: arguments.port.clone(), device, record: None, analyser: None, speed: 1, settled: None };
    let patience = arguments.patience.map_or(patience, Duration::from_secs);
    block_on(talk(&port, questions, known, patience, shared::now))?.map_err(|error| shared::failure(&error, &arguments.port))
}

/// The newest status line; without one there is no wheel at this port, or it is off at the mains.
pub(super) fn shown(talk: &Talk, arguments: &Arguments) -> Result<Report, Failure> {
    talk.status.report.ok_or_else(|| {
        shared::no_answer(&arguments.port, "no status line came: is the wheel switched on, and is this its port?")
            .with("unreadable_lines", talk.status.unreadable_lines)
    })
}

fn chi_square(answer: &Answer) -> Option<Value> {
    match answer {
        Answer::ChiSquare { statistic, percent } => Some(json!({ "statistic": statistic, "percent": percent })),
        _ => None,
    }
}

fn table(answer: &Answer) -> Option<Value> {
    match answer {
        Answer::Table(Counters { total, counts }) => Some(json!({ "total": total, "counts": counts })),
        _ => None,
    }
}
