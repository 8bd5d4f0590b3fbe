//! The language of golden rounds: one action a line, what is expected of it after `=`.
//!
//! ```text
//! # RAM-W28: the bets stay in place and may be changed
//! rules roulette/am
//! setting limits.step_minor 10
//! wheel opened                 = round 1 opens
//! seat 3 buys 1000
//! seat 3 bets 500 red          = seat 3 has 500
//! countdown ends               = betting closes, wish launch 1
//! no spin ball-left-wheel      = betting open
//!                              = seat 3 has 500 on red
//! ```
//!
//! A line without an action goes on with what is expected of the action before it. Card games have actions of
//! their own (`cards`); who does what, time and expectations are the same for all.

use super::action::{Action, Moment, Of};
use super::words::{amount_of, number, position, seat};
use super::{bets, cards};
use crate::model::{Bet, BetForm, FaultCode, NoSpinReason, Order, Pocket, Refusal, Resumption, Seat, Span, WheelHappening, Who};

/// The attendant of every golden round.
const ATTENDANT: &str = "attendant";

/// A line of a golden round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub(super) number: usize,
    /// The line as it is written, without its comment.
    pub(super) text: &'a str,
    pub(super) action: Option<Action>,
    pub(super) expected: Vec<&'a str>,
}

/// Reads a golden round.
///
/// # Errors
/// The number of the first line that is not understood, and why.
pub(super) fn read(text: &str) -> Result<Vec<Line<'_>>, (usize, String)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.split('#').next().unwrap_or_default().trim()));
    lines.filter(|(_, line)| !line.is_empty()).map(|(number, line)| read_line(number, line).map_err(|why| (number, why))).collect()
}

fn read_line(number: usize, text: &str) -> Result<Line<'_>, String> {
    let (action, expected) = text.split_once('=').map_or((text, ""), |(action, expected)| (action.trim(), expected));
    let expected = expected.split(',').map(str::trim).filter(|expected| !expected.is_empty()).collect();
    let action = if action.is_empty() { None } else { Some(read_action(action)?) };
    Ok(Line { number, text, action, expected })
}

fn read_action(words: &str) -> Result<Action, String> {
    let not_understood = || format!("{words:?} is not understood");
    if let Some(name) = words.strip_prefix("rules ") {
        return Ok(Action::Rules(name.trim().into()));
    }
    if let Some(setting) = words.strip_prefix("setting ") {
        let (key, value) = setting.trim().split_once(' ').ok_or_else(not_understood)?;
        return Ok(Action::Setting(key.into(), value.trim().into()));
    }
    if let Some(rest) = words.strip_prefix("seat ") {
        let (number, rest) = rest.split_once(' ').ok_or_else(not_understood)?;
        let seat = seat(number)?;
        return read_seat_command(seat, rest).unwrap_or_else(|| read_command(Who::Seat(seat), rest));
    }
    if let Some(rest) = words.strip_prefix("attendant ") {
        return read_command(Who::Attendant(ATTENDANT.into()), rest);
    }
    if let Some(action) = cards::read_source(words) {
        return action;
    }
    read_moment(words).or_else(|| read_wheel(words)).ok_or_else(not_understood)
}

/// What an attendant does for a seat, said of the seat.
fn read_seat_command(seat: Seat, words: &str) -> Option<Result<Action, String>> {
    let (words, key) = read_key(words);
    let order = if let Some(amount) = words.strip_prefix("buys ") {
        amount_of(amount).map(|amount| Order::CreditIn { seat, amount })
    } else if words == "cashes out" {
        Ok(Order::CreditOut { seat, amount: None })
    } else {
        let amount = words.strip_prefix("cashes out ")?;
        amount_of(amount).map(|amount| Order::CreditOut { seat, amount: Some(amount) })
    };
    Some(order.map(|order| Action::Command { who: Who::Attendant(ATTENDANT.into()), key, round: None, order: Ok(order) }))
}

fn read_command(who: Who, words: &str) -> Result<Action, String> {
    let (words, key) = read_key(words);
    let (words, round) = read_round(words)?;
    if let (Who::Seat(seat), Some(choice)) = (&who, cards::read_choice(&words)) {
        return Ok(Action::Choose { seat: *seat, round, choice: choice? });
    }
    Ok(Action::Command { who, key, round, order: read_order(&words)? })
}

/// Takes `under key NAME` off the end.
fn read_key(words: &str) -> (&str, Option<String>) {
    words.split_once(" under key ").map_or((words, None), |(words, key)| (words, Some(key.trim().into())))
}

/// Takes `in round NUMBER` off the end, or the number out of `voids round NUMBER because`.
fn read_round(words: &str) -> Result<(String, Option<u64>), String> {
    if let Some(rest) = words.strip_prefix("voids round ") {
        let (round, why) = rest.split_once(' ').ok_or("a round is voided `because` of something")?;
        return Ok((format!("voids {why}"), Some(number(round)?)));
    }
    match words.split_once(" in round ") {
        Some((words, round)) => Ok((words.into(), Some(number(round)?))),
        None => Ok((words.into(), None)),
    }
}

fn read_order(words: &str) -> Result<Result<Order, Refusal>, String> {
    let order = match words {
        "undoes" => Order::Undo,
        "clears" => Order::Clear,
        "repeats" => Order::Repeat,
        "doubles" => Order::Double,
        "calls no spin" => Order::CallNoSpin,
        "continues" => Order::Resume(Resumption::Continue),
        "respins" => Order::Resume(Resumption::Respin),
        _ => return cards::read_order(words).map_or_else(|| read_long_order(words), |order| order.map(Ok)),
    };
    Ok(Ok(order))
}

fn read_long_order(words: &str) -> Result<Result<Order, Refusal>, String> {
    if let Some(rest) = words.strip_prefix("bets ") {
        return read_bets(rest);
    }
    let order = if let Some(rest) = words.strip_prefix("takes back ") {
        Order::TakeBack(position(rest)?)
    } else if let Some(reason) = words.strip_prefix("holds because ") {
        Order::Hold { reason: reason.into() }
    } else if let Some(reason) = words.strip_prefix("voids because ") {
        Order::Void { reason: reason.into() }
    } else if let Some(rest) = words.strip_prefix("returns the stakes of seat ") {
        Order::ReturnStakes { seat: seat(rest)? }
    } else if let Some((amount, seat_number)) = words.strip_prefix("credits ").and_then(|rest| rest.split_once(" to seat ")) {
        Order::CreditIn { seat: seat(seat_number)?, amount: amount_of(amount)? }
    } else {
        return Err(format!("{words:?} is nothing that a person can do"));
    };
    Ok(Ok(order))
}

fn read_bets(words: &str) -> Result<Result<Order, Refusal>, String> {
    let bets: Result<Vec<Bet>, Refusal> = bets::bets(words)?.iter().map(BetForm::bet).collect();
    Ok(bets.map(|bets| Order::Place { bets }))
}

fn read_moment(words: &str) -> Option<Action> {
    let moment = match words {
        "countdown ends" => Moment::Countdown,
        "pause ends" => Moment::Pause,
        "time for the running ball ends" => Moment::RunningBall,
        "spin takes too long" => Moment::Spin,
        "restart" => return Some(Action::Restart),
        _ => return read_span(words),
    };
    Some(Action::Until(moment))
}

fn read_span(words: &str) -> Option<Action> {
    let (count, unit) = words.strip_suffix(" pass").or(words.strip_suffix(" passes"))?.split_once(' ')?;
    let count: u64 = count.parse().ok()?;
    match unit {
        "second" | "seconds" => Some(Action::Pass(Span::from_seconds(count))),
        "millisecond" | "milliseconds" => Some(Action::Pass(Span::from_milliseconds(count))),
        _ => None,
    }
}

fn read_wheel(words: &str) -> Option<Action> {
    let (words, of) = match words.split_once(" of spin ") {
        Some((words, number)) => (words, Of::Spin(number.parse().ok()?)),
        None => words.strip_suffix(" of no spin").map_or((words, Of::Newest), |words| (words, Of::Nobody)),
    };
    let happening = match words {
        "wheel opened" => WheelHappening::Opened,
        "wheel closed" => WheelHappening::Closed,
        "wheel silent" => WheelHappening::Silence,
        "ball launched" => WheelHappening::BallLaunched,
        "no more bets" => WheelHappening::NoMoreBets,
        _ => read_long_wheel(words)?,
    };
    Some(Action::Wheel(happening, of))
}

fn read_long_wheel(words: &str) -> Option<WheelHappening> {
    let fault = |name: &str| FaultCode::ALL.into_iter().find(|code| code.name() == name);
    if let Some(pocket) = words.strip_prefix("ball in ") {
        return Some(WheelHappening::Result(Pocket::new(pocket.parse().ok()?)?));
    }
    if let Some(code) = words.strip_prefix("fault over ") {
        return Some(WheelHappening::FaultCleared(fault(code)?));
    }
    if let Some(code) = words.strip_prefix("fault ") {
        return Some(WheelHappening::Fault { code: fault(code)?, detail: "as the round tells".into() });
    }
    let name = words.strip_prefix("no spin ")?;
    NoSpinReason::ALL.into_iter().find(|reason| reason.name() == name).map(WheelHappening::NoSpin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_an_action_and_what_is_expected_of_it() {
        let lines = read(
            "# a comment\n\nseat 1 bets 5 red, 2 straight 0 in round 3 under key k = refused other-round, seat 1 has 5\n  = phase open # so\n",
        );
        let lines = lines.expect("a good round");
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].number, 3);
        assert_eq!(lines[0].expected, ["refused other-round", "seat 1 has 5"]);
        assert!(matches!(&lines[0].action, Some(Action::Command { who: Who::Seat(_), key: Some(key), round: Some(3), .. }) if key == "k"));
        assert_eq!((lines[1].action.clone(), &lines[1].expected[..]), (None, &["phase open"][..]));
    }

    #[test]
    fn ram_w33_and_ry_19_there_is_no_seventh_seat() {
        assert_eq!(read("\nseat 7 buys 100").map_err(|(line, why)| (line, why.contains("seats are 1 to 6"))), Err((2, true)));
    }

    #[test]
    fn what_is_not_understood_is_said_with_its_line() {
        for words in
            ["ball in 37", "seat 1 dances", "no spin bad-mood", "fault tired", "three seconds pass", "attendant voids round 1", "hm"]
        {
            assert_eq!(read(words).map_err(|(line, _)| line), Err(1), "{words}");
        }
    }
}
