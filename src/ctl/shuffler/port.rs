//! `croupierctl shuffler status | shuffle | verify | selftest`: a shuffle machine on a port, while no daemon has it.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use crate::ctl::runtime::block_on;
use crate::ctl::{Failure, port};
use crate::drivers::technician::converse;
use crate::model::{CardSourceEvent, CardWish, DeckCount, OrderFailure, OrderNumber};
use crate::profiles::{self, Kind};
use crate::sensing::SerialMachine;
use crate::sensing::card_source::TECHNICIAN;
use crate::sensing::shuffler::{Parameters, Progress, Shuffler, State, Status};

/// How long a machine may take to say who and how it is, besides the time an order takes.
const PATIENCE: Duration = Duration::from_secs(10);

/// Which machine to ask.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The port, such as `/dev/serial/by-id/...`.
    #[arg(long, value_name = "PATH")]
    port: PathBuf,
    /// The machine: a shipped device such as `shuffler`, or a device file.
    #[arg(long, default_value = "shuffler", value_name = "NAME-OR-FILE")]
    device: String,
    /// How long to wait for the machine, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3_600))]
    patience: Option<u64>,
}

/// Which machine to ask, and how many packs should be in it.
#[derive(Debug, Args)]
pub(crate) struct PackArguments {
    #[command(flatten)]
    machine: Arguments,
    /// How many packs should be in the machine.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=8))]
    packs: u8,
}

/// What the machine says about itself; no card and no order of cards.
pub(super) fn status(arguments: &Arguments) -> Result<String, Failure> {
    let machine = talk(arguments, PATIENCE, |_| CardWish::Ready, |shuffler, _| shuffler.status().state.is_some())?;
    let status = machine.shuffler.status();
    let Some(state) = status.state else { return Err(no_answer(arguments, &machine)) };
    Ok(format!("{}\n", status_as_json(status, state)))
}

fn status_as_json(status: &Status, state: State) -> Value {
    let identity = status.line.identity.as_ref();
    let newest = status.newest.map(|newest| {
        let progress = match newest.progress {
            Progress::Running => "running",
            Progress::Held => "held",
            Progress::Done => "done",
        };
        json!({ "order": newest.order.to_string(), "progress": progress })
    });
    let fault = state.obstacle();
    json!({
        "model": identity.map(|identity| &identity.model),
        "firmware": identity.map(|identity| &identity.firmware),
        "serial": identity.map(|identity| &identity.serial),
        "state": state.word().to_lowercase(),
        "fault": fault,
        "meaning": fault.map(|fault| fault.meaning()),
        "check": fault.map(|fault| fault.what_to_check()),
        "jam_retries": status.retries,
        "place": status.place.map(|place| place.word().to_lowercase()),
        "cards_left": status.cards_left,
        "shoe": status.shoe.map(|shoe| shoe.to_string()),
        "newest": newest,
        "damaged_frames": status.line.damaged_frames,
    })
}

/// Lets the machine shuffle; says what it counted.
pub(super) fn shuffle(arguments: &PackArguments) -> Result<String, Failure> {
    let packs = arguments.packs;
    let limit = |device: &Parameters| device.limits.shuffle_seconds;
    count(arguments, limit, |number| CardWish::Shuffle { number, deck: packs.into() })
}

/// Lets the machine count its cards; says what it counted, never in which order they lie.
pub(super) fn verify(arguments: &PackArguments) -> Result<String, Failure> {
    let packs = arguments.packs;
    let limit = |device: &Parameters| device.limits.verify_seconds;
    count(arguments, limit, |number| CardWish::Verify { number, deck: packs.into() })
}

fn count(arguments: &PackArguments, limit: fn(&Parameters) -> u64, wish: impl Fn(OrderNumber) -> CardWish) -> Result<String, Failure> {
    let machine = &arguments.machine;
    match order(machine, limit, wish)? {
        CardSourceEvent::Shuffled { count, .. } | CardSourceEvent::Counted { count, .. } => {
            Ok(format!("{}\n", count_as_json(&count, arguments.packs)))
        }
        end => Err(failed(machine, &end)),
    }
}

/// Runs the self-test.
pub(super) fn self_test(arguments: &Arguments) -> Result<String, Failure> {
    match order(arguments, |device| device.limits.self_test_seconds, |number| CardWish::SelfTest { number })? {
        CardSourceEvent::SelfTested { passed, .. } => Ok(format!("{}\n", json!({ "passed": passed }))),
        end => Err(failed(arguments, &end)),
    }
}

fn count_as_json(count: &DeckCount, packs: u8) -> Value {
    json!({
        "complete": count.is_complete(packs),
        "packs": packs,
        "cards": count.cards,
        "duplicate": count.duplicate,
        "missing": count.missing,
        "foreign": count.foreign,
        "unreadable": count.unreadable,
    })
}

/// Gives one order and waits for its end.
fn order(arguments: &Arguments, limit: fn(&Parameters) -> u64, wish: impl Fn(OrderNumber) -> CardWish) -> Result<CardSourceEvent, Failure> {
    let patience = PATIENCE + Duration::from_secs(limit(&device(arguments)?));
    let next = |status: &Status| {
        let newest = status.newest.filter(|newest| newest.order.host == TECHNICIAN).map_or(0, |newest| newest.order.number);
        wish(newest + 1)
    };
    let mut machine = talk(arguments, patience, next, |_, events| events.iter().any(|event| event.ends().is_some()))?;
    let end = machine.events.iter().position(|event| event.ends().is_some());
    end.map(|place| machine.events.swap_remove(place)).ok_or_else(|| no_answer(arguments, &machine))
}

/// A machine after a talk, and what it said.
struct Talked {
    shuffler: Shuffler,
    events: Vec<CardSourceEvent>,
}

/// Talks with the machine until `is_over`; once its state is known, `wish` says what is wanted.
fn talk(
    arguments: &Arguments,
    patience: Duration,
    wish: impl Fn(&Status) -> CardWish,
    is_over: impl Fn(&Shuffler, &[CardSourceEvent]) -> bool,
) -> Result<Talked, Failure> {
    let device = device(arguments)?;
    let baud = device.line.baud;
    let mut shuffler = Shuffler::new(device, TECHNICIAN);
    let mut events = Vec::new();
    let mut wished = None;
    let patience = arguments.patience.map_or(patience, Duration::from_secs);
    let step = |shuffler: &mut Shuffler| {
        if shuffler.status().state.is_some() && wished.is_none() {
            let wish = *wished.insert(wish(shuffler.status()));
            shuffler.wish(wish, port::now());
        }
        events.extend(std::iter::from_fn(|| shuffler.poll_event()));
        is_over(shuffler, &events)
    };
    block_on(converse(&mut shuffler, &arguments.port, baud, patience, &port::now, step))?
        .map_err(|error| port::failure(&error, &arguments.port))?;
    Ok(Talked { shuffler, events })
}

fn device(arguments: &Arguments) -> Result<Parameters, Failure> {
    Ok(profiles::load::<Parameters>(Kind::Device, &arguments.device)?.value)
}

fn no_answer(arguments: &Arguments, machine: &Talked) -> Failure {
    let status = machine.shuffler.status();
    let message = match status.state {
        Some(state) => format!("the machine did not finish in time; it says {}", state.word().to_lowercase()),
        None => "nothing that can be understood came: is the machine switched on, and is this its port?".to_owned(),
    };
    port::no_answer(&arguments.port, &message).with("damaged_frames", status.line.damaged_frames)
}

fn failed(arguments: &Arguments, end: &CardSourceEvent) -> Failure {
    let why = if let CardSourceEvent::Failed { why, .. } = end { why.name() } else { OrderFailure::Impossible.name() };
    Failure::refused("order-failed", format!("{}: the machine did not do it: {why}", arguments.port.display())).with("why", why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::FaultCode;

    /// Whether cards may come in this state, and what keeps them from it otherwise.
    #[track_caller]
    fn check(state: State, obstacle: Option<FaultCode>) {
        let said = status_as_json(&Status::default(), state);
        let told = ["fault", "meaning", "check"].map(|key| said[key].as_str());
        let expected = obstacle.map(|code| [code.name(), code.meaning(), code.what_to_check()]);
        assert_eq!(told, expected.map_or([None; 3], |words| words.map(Some)), "{said}");
    }

    #[test]
    fn every_state_that_keeps_cards_from_coming_says_why_and_what_to_check() {
        let at_work = [State::Idle, State::Loading, State::Shuffling, State::Verified, State::Ready, State::Dealing];
        for state in at_work {
            check(state, None);
        }
        // A technician has it, and knows why.
        check(State::Service, None);
        check(State::Empty, Some(FaultCode::CardHopperEmpty));
        for state in State::ALL.into_iter().filter(|state| !at_work.contains(state) && *state != State::Service) {
            assert!(state.obstacle().is_some(), "{state:?}");
            check(state, state.obstacle());
        }
    }
}
