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
//! A line without an action goes on with what is expected of the action before it. The wheel and the card games have actions of
//! their own (`wheel`, `cards`); money, time and what may stand at the end of a line are the same for all.

use super::action::{Action, Of};
use super::phrase::{Phrase, Said, find};
use super::{cards, limits, wheel};
use crate::model::{Confirmation, HandPayment, Order, PastGame, Refusal, Seat, Span, TableNumber, Verdict, Who};

/// The attendant of every golden round.
const ATTENDANT: &str = "attendant";

/// How a sentence is read once its blanks are filled.
pub(super) type Read = fn(&Said) -> Result<Action, String>;

/// What can be done in every game.
const COMMON: &[Phrase<Read>] = &[
    ("rules FILE", |said| Ok(Action::Rules(said.words(0).into()))),
    ("setting KEY VALUE...", |said| Ok(Action::Setting(said.words(0).into(), said.words(1).into()))),
    ("seat SEAT buys AMOUNT", |said| Ok(by_attendant(Order::CreditIn { seat: said.seat(0)?, amount: said.amount(1)? }))),
    ("seat SEAT cashes out", |said| Ok(by_attendant(Order::CreditOut { seat: said.seat(0)?, amount: None }))),
    ("seat SEAT cashes out AMOUNT", |said| Ok(by_attendant(Order::CreditOut { seat: said.seat(0)?, amount: Some(said.amount(1)?) }))),
    ("WHO credits AMOUNT to seat SEAT", |said| ordered(said, Order::CreditIn { seat: said.seat(2)?, amount: said.amount(1)? })),
    ("WHO opens a shift with AMOUNT", |said| ordered(said, Order::OpenShift { cash: said.amount(1)? })),
    ("WHO closes the shift with AMOUNT", |said| ordered(said, Order::CloseShift { cash: said.amount(1)? })),
    ("WHO disputes round ROUND for seat SEAT because NOTE...", |said| {
        let game = PastGame::Round(said.number(1)?);
        ordered(said, Order::OpenDispute { seat: said.seat(2)?, game, note: said.words(3).into(), read: None })
    }),
    ("WHO disputes deal DEAL of table TABLE for seat SEAT because NOTE...", |said| {
        let game = PastGame::Deal { table: TableNumber(said.table(2)?), deal: said.number(1)? };
        ordered(said, Order::OpenDispute { seat: said.seat(3)?, game, note: said.words(4).into(), read: None })
    }),
    ("WHO upholds dispute DISPUTE with AMOUNT because NOTE...", |said| {
        decided(said, Verdict::Upheld { amount: said.amount(2)? }, said.words(3))
    }),
    ("WHO pays hand pay NUMBER in cash", |said| by_hand(said, HandPayment::Cash)),
    ("WHO puts hand pay NUMBER on the credit", |said| by_hand(said, HandPayment::Credit)),
    ("WHO locks seat SEAT because REASON...", |said| ordered(said, Order::LockSeat { seat: said.seat(1)?, reason: said.words(2).into() })),
    ("WHO unlocks seat SEAT", |said| ordered(said, Order::UnlockSeat { seat: said.seat(1)? })),
    ("seat SEAT confirms its age", |said| Ok(by_seat(said.seat(0)?, Order::Confirm(Confirmation::Age)))),
    ("seat SEAT confirms its reality check", |said| Ok(by_seat(said.seat(0)?, Order::Confirm(Confirmation::RealityCheck)))),
    ("seat SEAT limits its session to COUNT minutes", |said| {
        let minutes = u32::try_from(said.number(1)?).map_err(|_| "too many minutes")?;
        Ok(by_seat(said.seat(0)?, Order::LimitPlaySession { minutes }))
    }),
    ("WHO rejects dispute DISPUTE because NOTE...", |said| decided(said, Verdict::Rejected, said.words(2))),
    ("COUNT seconds pass", |said| said.number(0).map(Span::from_seconds).map(Action::Pass)),
    ("COUNT second passes", |said| said.number(0).map(Span::from_seconds).map(Action::Pass)),
    ("COUNT milliseconds pass", |said| said.number(0).map(Span::from_milliseconds).map(Action::Pass)),
    ("COUNT millisecond passes", |said| said.number(0).map(Span::from_milliseconds).map(Action::Pass)),
    ("restart", |_| Ok(Action::Restart)),
];

/// What an ending does to the action before it.
type Apply = fn(Action, &Said) -> Result<Action, String>;

/// What may stand at the end of an action.
const ENDINGS: &[Phrase<Apply>] = &[
    ("ACTION... in round ROUND", |action, said| in_round(action, said.number(1)?)),
    ("ACTION... under key KEY", |action, said| under_key(action, said.words(1))),
    ("ACTION... at the machine of seat SEAT", |action, said| at_machine(action, said.seat(1)?)),
    ("ACTION... of spin SPIN", |action, said| of_spin(action, Of::Spin(said.number(1)?))),
    ("ACTION... of no spin", |action, _| of_spin(action, Of::Nobody)),
];

/// Every sentence that is an action.
pub(super) fn sentences() -> impl Iterator<Item = &'static str> {
    let decisions = cards::DECISIONS.iter().map(|(sentence, _)| *sentence);
    actions().map(|(sentence, _)| *sentence).chain(decisions).chain(ENDINGS.iter().map(|(ending, _)| *ending))
}

/// What is taken back at a card table stands before the positions of a layout, which may be any words.
fn actions() -> impl Iterator<Item = &'static Phrase<Read>> {
    [COMMON, limits::ORDERS, cards::STAKES, cards::ATTENDANT, cards::SOURCE, wheel::ORDERS, wheel::WHEEL].into_iter().flatten()
}

/// A line of a golden round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub(super) number: usize,
    /// The line as it is written, without its comment.
    pub(super) text: &'a str,
    pub(super) action: Option<Action>,
    /// The sentences that the action is read by.
    pub(super) read_by: Vec<&'static str>,
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
    let mut read_by = Vec::new();
    let action = if action.is_empty() { None } else { Some(read_action(action, &mut read_by)?) };
    Ok(Line { number, text, action, read_by, expected })
}

/// An action with its endings. A reason may be worded as an ending is, so what makes no sense as one is read without it.
fn read_action(words: &str, read_by: &mut Vec<&'static str>) -> Result<Action, String> {
    let Some((ending, apply, said)) = find(ENDINGS, words) else { return read_sentence(words, read_by) };
    match read_action(said.words(0), read_by).and_then(|action| apply(action, &said)) {
        Ok(action) => {
            read_by.push(ending);
            Ok(action)
        }
        Err(why) => {
            read_by.clear();
            read_sentence(words, read_by).map_err(|_| why)
        }
    }
}

fn read_sentence(words: &str, read_by: &mut Vec<&'static str>) -> Result<Action, String> {
    if let Some((sentence, kind, said)) = find(&*cards::DECISIONS, words) {
        read_by.push(sentence);
        return cards::decided(sentence, *kind, &said);
    }
    let (sentence, read, said) =
        find(actions(), words).ok_or_else(|| format!("{words:?} is not understood; `croupierctl play --words` lists what is"))?;
    read_by.push(sentence);
    read(&said)
}

fn by_seat(seat: Seat, order: Order) -> Action {
    Action::Command { who: Who::Seat(seat), key: None, round: None, order: Ok(order) }
}

fn by_attendant(order: Order) -> Action {
    Action::Command { who: Who::Attendant(ATTENDANT.into()), key: None, round: None, order: Ok(order) }
}

/// The hand pay that fills the second blank is paid.
fn by_hand(said: &Said, how: HandPayment) -> Result<Action, String> {
    let number = u32::try_from(said.number(1)?).map_err(|_| "no hand pay has such a number")?;
    ordered(said, Order::PayByHand { number, how })
}

/// The decision on the dispute that fills the second blank.
fn decided(said: &Said, verdict: Verdict, note: &str) -> Result<Action, String> {
    let number = u32::try_from(said.number(1)?).map_err(|_| "no dispute has such a number")?;
    ordered(said, Order::DecideDispute { dispute: number, verdict, note: note.into() })
}

/// The order of the one who fills the first blank.
pub(super) fn ordered(said: &Said, order: Order) -> Result<Action, String> {
    asked_for(said, Ok(order))
}

/// The same where the order may be one that cannot be written at all.
pub(super) fn asked_for(said: &Said, order: Result<Order, Refusal>) -> Result<Action, String> {
    let who = match said.words(0).strip_prefix("seat ") {
        Some(number) => Who::Seat(super::words::seat(number)?),
        None => Who::Attendant(ATTENDANT.into()),
    };
    Ok(Action::Command { who, key: None, round: None, order })
}

/// The action as it is meant for one round alone.
pub(super) fn in_round(action: Action, of: u64) -> Result<Action, String> {
    match action {
        Action::Command { who, key, round: None, order } => Ok(Action::Command { who, key, round: Some(of), order }),
        Action::Choose { seat, round: None, choice } => Ok(Action::Choose { seat, round: Some(of), choice }),
        _ => Err("only what a person asks for is meant for a round, and for one".into()),
    }
}

fn under_key(action: Action, name: &str) -> Result<Action, String> {
    match action {
        Action::Command { who, key: None, round, order } => Ok(Action::Command { who, key: Some(name.into()), round, order }),
        _ => Err("only an order has a key, and one".into()),
    }
}

/// What is done at the machine of this seat, no matter who does it.
fn at_machine(action: Action, seat: Seat) -> Result<Action, String> {
    match action {
        Action::Command { order: Ok(Order::Table { .. }), .. }
        | Action::Choose { .. }
        | Action::Source(_)
        | Action::Drawn(_)
        | Action::Until(_) => Ok(Action::AtMachine(seat, Box::new(action))),
        _ => Err("only what happens at a card table happens at a machine".into()),
    }
}

fn of_spin(action: Action, of: Of) -> Result<Action, String> {
    match action {
        Action::Wheel(happening, Of::Newest) => Ok(Action::Wheel(happening, of)),
        _ => Err("only the wheel speaks of a spin, and of one".into()),
    }
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
        assert_eq!(lines[0].read_by, ["WHO bets BETS...", "ACTION... in round ROUND", "ACTION... under key KEY"]);
        assert!(matches!(&lines[0].action, Some(Action::Command { who: Who::Seat(_), key: Some(key), round: Some(3), .. }) if key == "k"));
        assert_eq!((lines[1].action.clone(), &lines[1].expected[..]), (None, &["phase open"][..]));
    }

    #[test]
    fn a_reason_may_be_worded_as_an_ending_is() {
        let lines = read("attendant holds because of no spin").expect("a good round");
        assert_eq!(lines[0].read_by, ["WHO holds because REASON..."]);
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
