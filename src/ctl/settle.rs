//! `croupierctl settle`: what bets return, round by round, one JSON object a line in and one a line out.
//!
//! Here never lives a rule of a game: the bets are checked and settled by `games::roulette`, as the cabinet does it.
//!
//! Where any line is refused, nothing at all is printed. The answers therefore wait until the last line is read: the first
//! mebibyte of them in memory, the rest in a temporary file without a name, so that memory stays the same however long the input is.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, Read as _, Seek as _, Write};

use clap::Args;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_path_to_error::Segment;

use super::Failure;
use crate::games::roulette::{self, Rules};
use crate::model::{Bet, BetForm, BetReturn, Money, Pocket, Refusal, Seat, Stake};
use crate::profiles::{Kind, load};

/// What to settle by.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The rules: a shipped file such as `roulette/am`, or a path.
    #[arg(long, value_name = "NAME-OR-FILE")]
    rules: String,
}

/// Settles what stands on standard input. The answers are written here, because they may be longer than memory.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let rules: Rules = load(Kind::Rules, &arguments.rules)?.value;
    match settle_all(&rules, io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => Ok(String::new()),
        Err(SettleFailure::Io { source, .. }) if source.kind() == io::ErrorKind::BrokenPipe => Ok(String::new()),
        Err(failure) => Err(failure.into()),
    }
}

impl From<SettleFailure> for Failure {
    fn from(failure: SettleFailure) -> Self {
        let message = failure.to_string();
        let SettleFailure::Refused(error) = failure else { return Self::ours("input-output", message) };
        let failure = Self::refused(error.reason, message).with("line", error.line);
        let failure = error.seat.into_iter().fold(failure, |failure, seat| failure.with("seat", seat));
        error.bet.into_iter().fold(failure, |failure, bet| failure.with("bet", bet))
    }
}

/// The longest line that is read, in bytes: some thirty thousand bets.
const LINE_BYTES_MOST: usize = 1 << 20;

/// How many bytes of answers wait in memory.
const ANSWERS_IN_MEMORY_MOST: usize = 1 << 20;

/// Why a round was refused, and where in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct SettleError {
    /// The reason's name: that of a [`Refusal`], or `not-json`, `line-too-long`, `round-malformed`, `pocket-unknown`, `seat-unknown`.
    pub reason: &'static str,
    /// The reason in words.
    pub message: String,
    /// The line, from 1; 0 where one line alone was settled.
    pub line: u64,
    /// The seat, where one is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The place of the bet in the seat's list, from 0, where one is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bet: Option<usize>,
}

/// Why settling ended without answers.
#[derive(Debug, thiserror::Error)]
pub enum SettleFailure {
    /// A line was refused.
    #[error("line {}: {}", .0.line, .0.message)]
    Refused(SettleError),
    /// Reading, keeping or writing failed.
    #[error("{what}: {source}")]
    Io {
        /// What was being done.
        what: &'static str,
        /// What the system says.
        source: io::Error,
    },
}

/// Settles every line of `input` and writes the answers to `output` once the last line is settled.
///
/// # Errors
/// [`SettleFailure::Refused`] for the first line that is refused, with nothing written; [`SettleFailure::Io`] where the system fails.
pub fn settle_all(rules: &Rules, input: impl BufRead, mut output: impl Write) -> Result<(), SettleFailure> {
    let io = |what: &'static str| move |source| SettleFailure::Io { what, source };
    let mut answers = tempfile::SpooledTempFile::new(ANSWERS_IN_MEMORY_MOST);
    for_each_line(input, |line, text| {
        let answer = settle_line(rules, text).map_err(|error| SettleFailure::Refused(SettleError { line, ..error }))?;
        writeln!(answers, "{answer}").map_err(io("cannot keep the answers"))
    })?;
    answers.rewind().map_err(io("cannot read the answers back"))?;
    io::copy(&mut answers, &mut output).map_err(io("cannot write the answers"))?;
    output.flush().map_err(io("cannot write the answers"))
}

/// Hands each line that is not blank to `take`, with its number from 1.
fn for_each_line(mut input: impl BufRead, mut take: impl FnMut(u64, &str) -> Result<(), SettleFailure>) -> Result<(), SettleFailure> {
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let limit = LINE_BYTES_MOST as u64 + 1;
        let read = input.by_ref().take(limit).read_until(b'\n', &mut bytes);
        if read.map_err(|source| SettleFailure::Io { what: "cannot read the rounds", source })? == 0 {
            break;
        }
        let refuse = |reason, message: &str| SettleFailure::Refused(SettleError { line, ..SettleError::new(reason, message) });
        if bytes.len() > LINE_BYTES_MOST {
            return Err(refuse("line-too-long", "a round is at most one mebibyte long"));
        }
        let text = core::str::from_utf8(&bytes).map_err(|_| refuse("not-json", "the line is not UTF-8 text"))?;
        if !text.trim().is_empty() {
            take(line, text)?;
        }
    }
    Ok(())
}

/// Settles one round: `text` is one JSON object of `interfaces.md`, and so is the answer.
///
/// # Errors
/// [`SettleError`], where the text is no such object or the rules do not take one of its bets.
pub fn settle_line(rules: &Rules, text: &str) -> Result<String, SettleError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let round: Round = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| SettleError::of_json(&error))?;
    deserializer.end().map_err(|error| SettleError::new("not-json", &error.to_string()))?;
    let mut answer = RoundAnswer { pocket: round.pocket, seats: BTreeMap::new() };
    for (seat, forms) in &round.seats.0 {
        let settled = settle_seat(rules, round.pocket, forms).map_err(|error| SettleError { seat: Some(seat.number()), ..error })?;
        answer.seats.insert(seat.number(), settled);
    }
    Ok(serde_json::to_string(&answer).expect("an answer of numbers and names can always be written as JSON"))
}

fn settle_seat(rules: &Rules, pocket: Option<Pocket>, forms: &[BetForm]) -> Result<SeatAnswer, SettleError> {
    let mut stakes: Vec<Stake> = Vec::new();
    for (index, form) in forms.iter().enumerate() {
        let accepted = form.bet().and_then(|bet| accept_whole(rules, &stakes, bet));
        stakes.extend(accepted.map_err(|refusal| SettleError::of_bet(refusal, index))?);
    }
    let bets = match pocket {
        Some(pocket) => roulette::returned_each(rules, &stakes, pocket),
        None => stakes.iter().copied().map(roulette::void).collect(),
    };
    Ok(SeatAnswer::new(&bets))
}

/// The stakes of one bet; here a bet counts whole or is refused, also where the rules would take a part of it while betting is open.
fn accept_whole(rules: &Rules, placed: &[Stake], bet: Bet) -> Result<Vec<Stake>, Refusal> {
    let accepted = roulette::accept(rules, placed, &[bet])?;
    if accepted.refused.is_zero() { Ok(accepted.stakes) } else { Err(Refusal::AboveMost) }
}

impl SettleError {
    fn new(reason: &'static str, message: &str) -> Self {
        Self { reason, message: message.into(), line: 0, seat: None, bet: None }
    }

    fn of_bet(refusal: Refusal, index: usize) -> Self {
        Self { bet: Some(index), ..Self::new(refusal.name(), refusal.sentence()) }
    }

    /// Says by the place of the error in the text what kind of thing is wrong there.
    fn of_json(error: &serde_path_to_error::Error<serde_json::Error>) -> Self {
        let path: Vec<&Segment> = error.path().iter().collect();
        let key = |place: usize| match path.get(place) {
            Some(Segment::Map { key }) => Some(key.as_str()),
            _ => None,
        };
        let seat = key(1).and_then(|key| key.parse().ok()).filter(|_| key(0) == Some("seats"));
        let bet = match path.get(2) {
            Some(Segment::Seq { index }) if seat.is_some() => Some(*index),
            _ => None,
        };
        let is_syntax = !matches!(error.inner().classify(), serde_json::error::Category::Data);
        let reason = match key(0) {
            _ if is_syntax => "not-json",
            _ if bet.is_some() => Refusal::BetMalformed.name(),
            Some("pocket") => "pocket-unknown",
            Some("seats") if seat.is_none() => "seat-unknown",
            _ => "round-malformed",
        };
        Self { seat, bet, ..Self::new(reason, &error.inner().to_string()) }
    }
}

/// A round as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Round {
    /// Where the ball lies; null for a void spin, but never left out.
    #[serde(deserialize_with = "Option::deserialize")]
    pocket: Option<Pocket>,
    seats: Seats,
}

/// The bets of each seat, none named twice.
struct Seats(BTreeMap<Seat, Vec<BetForm>>);

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(SeatsVisitor)
    }
}

struct SeatsVisitor;

impl<'de> Visitor<'de> for SeatsVisitor {
    type Value = Seats;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bets of each seat, by the seat's number")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Seats, A::Error> {
        let mut seats = BTreeMap::new();
        while let Some(name) = map.next_key::<String>()? {
            let seat = Seat::all().find(|seat| seat.to_string() == name);
            let seat = seat.ok_or_else(|| de::Error::custom(format_args!("there is no seat {name:?}; seats are \"1\" to \"6\"")))?;
            if seats.contains_key(&seat) {
                return Err(de::Error::custom(format_args!("seat {name:?} is named twice")));
            }
            seats.insert(seat, map.next_value()?);
        }
        Ok(Seats(seats))
    }
}

/// The answer to a round.
#[derive(Serialize)]
struct RoundAnswer {
    pocket: Option<Pocket>,
    seats: BTreeMap<u8, SeatAnswer>,
}

#[derive(Serialize)]
struct SeatAnswer {
    staked: Money,
    returned: Money,
    net: Money,
    bets: Vec<BetAnswer>,
}

/// A simple bet as it is written, with what it returned.
#[derive(Serialize)]
struct BetAnswer {
    #[serde(flatten)]
    form: BetForm,
    returned: Money,
}

impl SeatAnswer {
    fn new(bets: &[BetReturn]) -> Self {
        let staked = bets.iter().map(|bet| bet.stake).sum();
        let returned = bets.iter().map(|bet| bet.returned).sum();
        let answer =
            |bet: &BetReturn| BetAnswer { form: Stake { position: bet.position, amount: bet.stake }.into(), returned: bet.returned };
        Self { staked, returned, net: returned - staked, bets: bets.iter().map(answer).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(name: &str) -> Rules {
        load(Kind::Rules, name).expect("a shipped rules file").value
    }

    /// Settles `lines` under the rules `name`; the answers, or the refusal's reason with line, seat and bet.
    fn settle(name: &str, lines: &str) -> Result<String, String> {
        let mut output = Vec::new();
        let outcome = settle_all(&rules(name), lines.as_bytes(), &mut output);
        let output = String::from_utf8(output).expect("answers are text");
        match outcome {
            Ok(()) => Ok(output),
            Err(SettleFailure::Refused(error)) => {
                assert_eq!(output, "", "nothing is written where a line is refused");
                Err(format!("{} line {} seat {:?} bet {:?}", error.reason, error.line, error.seat, error.bet))
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn check(name: &str, lines: &str, expected: &str) {
        assert_eq!(settle(name, lines), Ok(expected.to_owned()), "{lines}");
    }

    fn check_refused(name: &str, lines: &str, expected: &str) {
        assert_eq!(settle(name, lines), Err(expected.to_owned()), "{lines}");
    }

    #[test]
    fn the_example_of_the_contract() {
        check(
            "roulette/by",
            r#"{"pocket": 17, "seats": {"4": [{"bet": "zero-game", "chip": 2}], "1": [{"bet": "straight", "numbers": [17], "stake": 5}, {"bet": "red", "stake": 10}]}}"#,
            concat!(
                r#"{"pocket":17,"seats":{"1":{"staked":15,"returned":180,"net":165,"bets":["#,
                r#"{"bet":"straight","numbers":[17],"stake":5,"returned":180},{"bet":"red","stake":10,"returned":0}]},"#,
                r#""4":{"staked":8,"returned":0,"net":-8,"bets":[{"bet":"split","numbers":[0,3],"stake":2,"returned":0},"#,
                r#"{"bet":"split","numbers":[12,15],"stake":2,"returned":0},{"bet":"split","numbers":[32,35],"stake":2,"returned":0},"#,
                r#"{"bet":"straight","numbers":[26],"stake":2,"returned":0}]}}}"#,
                "\n"
            ),
        );
    }

    #[test]
    fn a_void_spin_returns_every_stake() {
        check(
            "roulette/am",
            "{\"pocket\":null,\"seats\":{\"6\":[{\"bet\":\"dozen\",\"which\":2,\"stake\":7}]}}\n\n{\"pocket\":0,\"seats\":{}}\n",
            concat!(
                r#"{"pocket":null,"seats":{"6":{"staked":7,"returned":7,"net":0,"bets":[{"bet":"dozen","which":2,"stake":7,"returned":7}]}}}"#,
                "\n",
                r#"{"pocket":0,"seats":{}}"#,
                "\n"
            ),
        );
    }

    #[test]
    fn a_round_that_is_not_one_is_refused() {
        for (line, expected) in [
            ("{", "not-json line 1 seat None bet None"),
            ("[]", "round-malformed line 1 seat None bet None"),
            (r#"{"seats":{}}"#, "round-malformed line 1 seat None bet None"),
            (r#"{"pocket":1}"#, "round-malformed line 1 seat None bet None"),
            (r#"{"pocket":1,"seats":{}} {}"#, "not-json line 1 seat None bet None"),
            (r#"{"pocket":1,"pocket":2,"seats":{}}"#, "round-malformed line 1 seat None bet None"),
            (r#"{"pocket":1,"seats":{},"seats":{}}"#, "round-malformed line 1 seat None bet None"),
            (r#"{"pocket":1,"seats":{},"wheel":1}"#, "round-malformed line 1 seat None bet None"),
            (r#"{"pocket":37,"seats":{}}"#, "pocket-unknown line 1 seat None bet None"),
            (r#"{"pocket":-1,"seats":{}}"#, "pocket-unknown line 1 seat None bet None"),
            (r#"{"pocket":17.0,"seats":{}}"#, "pocket-unknown line 1 seat None bet None"),
            (r#"{"pocket":"17","seats":{}}"#, "pocket-unknown line 1 seat None bet None"),
            (r#"{"pocket":1,"seats":{"7":[]}}"#, "seat-unknown line 1 seat None bet None"),
            (r#"{"pocket":1,"seats":{"0":[]}}"#, "seat-unknown line 1 seat None bet None"),
            (r#"{"pocket":1,"seats":{"01":[]}}"#, "seat-unknown line 1 seat None bet None"),
            (r#"{"pocket":1,"seats":{"1":[],"1":[]}}"#, "seat-unknown line 1 seat None bet None"),
            (r#"{"pocket":1,"seats":[]}"#, "seat-unknown line 1 seat None bet None"),
            (r#"{"pocket":1,"seats":{"1":{}}}"#, "round-malformed line 1 seat Some(1) bet None"),
        ] {
            check_refused("roulette/by", line, expected);
        }
    }

    #[test]
    fn a_bet_that_cannot_be_is_refused() {
        for (bet, reason) in [
            (r#"{"bet":"banana","stake":1}"#, "bet-unknown"),
            (r#"{"stake":1}"#, "bet-malformed"),
            (r#"{"bet":"red"}"#, "bet-malformed"),
            (r#"{"bet":"red","stake":1,"colour":"red"}"#, "bet-malformed"),
            (r#"{"bet":"red","stake":1,"stake":2}"#, "bet-malformed"),
            (r#"{"bet":"red","stake":1.5}"#, "bet-malformed"),
            (r#"{"bet":"red","stake":1.0}"#, "bet-malformed"),
            (r#"{"bet":"red","stake":1e3}"#, "bet-malformed"),
            (r#"{"bet":"red","stake":"1"}"#, "bet-malformed"),
            (r#"{"bet":"red","stake":true}"#, "bet-malformed"),
            (r#"{"bet":"red","stake":9223372036854775808}"#, "bet-malformed"),
            (r#"{"bet":"red","numbers":[1],"stake":1}"#, "bet-malformed"),
            (r#"{"bet":"red","chip":1,"stake":1}"#, "bet-malformed"),
            (r#"{"bet":"red","which":1,"stake":1}"#, "bet-malformed"),
            (r#"{"bet":"dozen","stake":1}"#, "bet-malformed"),
            (r#"{"bet":"dozen","which":0,"stake":1}"#, "bet-malformed"),
            (r#"{"bet":"column","which":4,"stake":1}"#, "bet-malformed"),
            (r#"{"bet":"straight","numbers":[37],"stake":1}"#, "bet-malformed"),
            (r#"{"bet":"straight","numbers":[300],"stake":1}"#, "bet-malformed"),
            (r#"{"bet":"split","numbers":[1,1],"stake":1}"#, "bet-malformed"),
            (r#"{"bet":"voisins","stake":1}"#, "bet-malformed"),
            (r#"{"bet":"voisins","chip":1,"number":1}"#, "bet-malformed"),
            (r#"{"bet":"neighbours","chip":1}"#, "bet-malformed"),
            (r#"{"bet":"neighbours","number":37,"chip":1}"#, "bet-malformed"),
            (r#"{"bet":"straight","numbers":[],"stake":1}"#, "position-unknown"),
            (r#"{"bet":"straight","numbers":[1,2],"stake":1}"#, "position-unknown"),
            (r#"{"bet":"split","numbers":[1,5],"stake":1}"#, "position-unknown"),
            (r#"{"bet":"split","numbers":[3,4],"stake":1}"#, "position-unknown"),
            (r#"{"bet":"split","numbers":[0,4],"stake":1}"#, "position-unknown"),
            (r#"{"bet":"street","numbers":[2,3,4],"stake":1}"#, "position-unknown"),
            (r#"{"bet":"street","numbers":[0,1,3],"stake":1}"#, "position-unknown"),
            (r#"{"bet":"corner","numbers":[0,1,2,3],"stake":1}"#, "position-unknown"),
            (r#"{"bet":"corner","numbers":[3,4,6,7],"stake":1}"#, "position-unknown"),
            (r#"{"bet":"six-line","numbers":[2,3,4,5,6,7],"stake":1}"#, "position-unknown"),
            (r#"{"bet":"red","stake":0}"#, "amount-not-positive"),
            (r#"{"bet":"red","stake":-5}"#, "amount-not-positive"),
            (r#"{"bet":"red","stake":-9223372036854775808}"#, "amount-not-positive"),
            (r#"{"bet":"red","stake":9223372036854775807}"#, "above-most"),
            (r#"{"bet":"red","stake":1000000001}"#, "above-most"),
            (r#"{"bet":"voisins","chip":0}"#, "amount-not-positive"),
            (r#"{"bet":"voisins","chip":9223372036854775807}"#, "above-most"),
            (r#"{"bet":"voisins","chip":512409557603043101}"#, "above-most"),
        ] {
            let good = r#"{"bet":"red","stake":1}"#;
            let lines =
                format!("{{\"pocket\":1,\"seats\":{{}}}}\n{{\"pocket\":1,\"seats\":{{\"2\":[{good}],\"5\":[{good},{good},{bet}]}}}}\n");
            check_refused("roulette/by", &lines, &format!("{reason} line 2 seat Some(5) bet Some(2)"));
        }
    }

    #[test]
    fn ram_q6_and_q7_what_the_text_does_not_name_is_not_offered() {
        for (bet, reason) in [
            (r#"{"bet":"column","which":2,"stake":1}"#, "bet-not-offered"),
            (r#"{"bet":"first-four","stake":1}"#, "bet-not-offered"),
            (r#"{"bet":"street","numbers":[0,1,2],"stake":1}"#, "position-unknown"),
            (r#"{"bet":"voisins","chip":1}"#, "bet-not-offered"),
            (r#"{"bet":"tiers","chip":1}"#, "bet-not-offered"),
            (r#"{"bet":"orphelins","chip":1}"#, "bet-not-offered"),
            (r#"{"bet":"zero-game","chip":1}"#, "bet-not-offered"),
            (r#"{"bet":"neighbours","number":1,"chip":1}"#, "bet-not-offered"),
        ] {
            for name in ["roulette/am", "roulette/am-literal"] {
                let line = format!("{{\"pocket\":1,\"seats\":{{\"1\":[{bet}]}}}}");
                check_refused(name, &line, &format!("{reason} line 1 seat Some(1) bet Some(0)"));
            }
        }
    }

    #[test]
    fn the_most_of_a_position_holds_for_all_bets_of_a_seat_together() {
        let bet = r#"{"bet":"red","stake":600000000}"#;
        check_refused(
            "roulette/am",
            &format!("{{\"pocket\":1,\"seats\":{{\"1\":[{bet},{bet}]}}}}"),
            "above-most line 1 seat Some(1) bet Some(1)",
        );
        let other = r#"{"bet":"odd","stake":600000000}"#;
        let line = format!("{{\"pocket\":1,\"seats\":{{\"1\":[{bet},{other}]}}}}");
        check_refused("roulette/am", &line, "above-seat-most line 1 seat Some(1) bet Some(1)");
    }

    #[test]
    fn a_line_without_an_end_is_refused_and_not_kept() {
        let endless = std::io::BufReader::new(std::io::repeat(b' '));
        let outcome = settle_all(&rules("roulette/am"), endless, std::io::sink());
        assert!(matches!(outcome, Err(SettleFailure::Refused(error)) if error.reason == "line-too-long"));
    }

    #[test]
    fn many_lines_are_answered_in_order_beyond_what_memory_keeps() {
        let line = r#"{"pocket":0,"seats":{"1":[{"bet":"voisins","chip":2}]}}"#;
        let count = 6_000;
        let answers = settle("roulette/by", &format!("{line}\n").repeat(count)).expect("every line can be settled");
        assert!(answers.len() > 2 * ANSWERS_IN_MEMORY_MOST, "{}", answers.len());
        assert_eq!(answers.lines().filter(|answer| answer.contains(r#""staked":18,"returned":48,"net":30"#)).count(), count);
    }
}
