//! `croupierctl wheel set` and `wheel calibrate --port`: what changes a wheel on a port, while no daemon has it.

use clap::Args;
use serde_json::json;

use super::port::{self, PATIENCE};
use crate::ctl::{Failure, port as shared};
use crate::drivers::technician::Talk;
use crate::sensing::slingshot::{Answer, LaunchedBy, Parameters, Question};

/// What to set.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct Arguments {
    #[command(flatten)]
    wheel: port::Arguments,
    /// The value to change, by the letter or the name that `wheel parameters` shows.
    #[arg(value_name = "PARAMETER")]
    parameter: String,
    /// Its new value, or values, as the wheel writes them, such as `16.0 18.0`.
    #[arg(required = true, value_name = "VALUE", allow_negative_numbers = true)]
    values: Vec<String>,
    /// Keeps it over a power-off; without this the wheel forgets it when it is switched off.
    #[arg(long)]
    permanent: bool,
}

/// Sets one adjustable value, reads it back, and has the wheel keep it where that is asked for.
pub(super) fn set(arguments: &Arguments) -> Result<String, Failure> {
    let device = commanded(&arguments.wheel)?;
    let (letter, name) = port::parameter(&arguments.parameter)
        .ok_or_else(|| Failure::refused("no-such-parameter", format!("{}: expected {}", arguments.parameter, port::parameter_names())))?;
    let wanted = arguments.values.join(" ");
    let questions = [Question::Parameter(letter), Question::SetParameter(letter, wanted.clone()), Question::Parameter(letter)];
    let talk = port::ask(&arguments.wheel, device.clone(), &questions, |_| true, PATIENCE)?;
    port::shown(&talk, &arguments.wheel)?;
    done(&talk, &questions[1], &arguments.wheel)?;
    let told: Vec<&str> =
        talk.answers.iter().filter_map(|(_, answer)| if let Answer::Text(text) = answer { Some(text.as_str()) } else { None }).collect();
    let &[before, now] = told.as_slice() else {
        return Err(shared::no_answer(&arguments.wheel.port, "the wheel does not tell the value again"));
    };
    if !is_same(now, &wanted) {
        let message = format!("the wheel was told {wanted} and says {now}");
        return Err(Failure::refused("not-taken", message).with("parameter", letter.to_string()).with("value", now));
    }
    if arguments.permanent {
        let questions = [Question::KeepParameters];
        let talk = port::ask(&arguments.wheel, device, &questions, |_| true, PATIENCE)?;
        done(&talk, &questions[0], &arguments.wheel)?;
    }
    Ok(format!("{}\n", json!({ "letter": letter, "name": name, "before": before, "value": now, "kept": arguments.permanent })))
}

/// Has the wheel calibrate its ball sensors, with the ball fixed in zero; it does so only while it is off.
pub(super) fn calibrate(arguments: &port::Arguments) -> Result<String, Failure> {
    let device = commanded(arguments)?;
    let patience = std::time::Duration::from_secs(device.commands.self_test_seconds) + PATIENCE;
    let talk = port::ask(arguments, device, &[Question::Calibrate], |_| true, patience)?;
    let report = port::shown(&talk, arguments)?;
    match talk.answers.first().map(|(_, answer)| answer) {
        Some(Answer::Text(said)) if said.contains("Completed") => Ok(format!("{}\n", json!({ "calibrated": true, "said": said }))),
        Some(Answer::Text(said)) => {
            Err(Failure::refused("not-calibrated", format!("the wheel says: {said}; clean the sensors and the ball, look at their cables")))
        }
        Some(Answer::NotNow) => {
            let message = "a wheel is calibrated only while it is off (state 6): stop the game and switch the wheel off";
            Err(Failure::refused("wheel-is-running", message).with("state", report.state))
        }
        Some(Answer::Refused | Answer::Busy) => Err(Failure::refused("refused-by-wheel", "the wheel refuses to be calibrated")),
        _ => Err(shared::no_answer(&arguments.port, "the calibration came to no end")),
    }
}

/// The device, where it takes commands.
fn commanded(arguments: &port::Arguments) -> Result<Parameters, Failure> {
    let device = port::device(arguments)?;
    match device.launched_by {
        LaunchedBy::Wheel => Ok(device),
        LaunchedBy::Dealer => Err(Failure::refused("takes-no-commands", format!("{}: this wheel takes no commands", arguments.device))),
    }
}

/// The wheel has done what it was asked.
fn done(talk: &Talk, question: &Question, arguments: &port::Arguments) -> Result<(), Failure> {
    match talk.answers.iter().find(|(asked, _)| asked == question).map(|(_, answer)| answer) {
        Some(Answer::Done) => Ok(()),
        Some(Answer::NotNow) => {
            Err(Failure::refused("not-a-value", "expected numbers, at most 64 characters with the spaces between them"))
        }
        Some(Answer::Refused | Answer::Busy) => Err(Failure::refused("refused-by-wheel", "the wheel refuses it")),
        _ => Err(shared::no_answer(&arguments.port, "the wheel did not say that it has taken the value")),
    }
}

/// Whether both name the same numbers: a wheel may write 16 as 16.0.
fn is_same(one: &str, other: &str) -> bool {
    let numbers = |text: &str| text.split_ascii_whitespace().map(|word| word.parse::<f64>().ok()).collect::<Option<Vec<_>>>();
    numbers(one).is_some() && numbers(one) == numbers(other)
}

#[cfg(test)]
mod tests {
    use super::is_same;

    #[test]
    fn a_value_is_the_same_however_it_is_written() {
        assert!(is_same("16.0 18.0", "16 18"));
        assert!(!is_same("16.0 18.0", "16 18.5"));
        assert!(!is_same("16.0", "16 18"));
        assert!(!is_same("none", "none"));
    }
}
