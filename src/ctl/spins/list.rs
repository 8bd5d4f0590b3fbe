//! `croupierctl spins`: one line a round, oldest first.

use std::collections::BTreeMap;

use clap::Args;
use serde::Serialize;

use super::Place;
use crate::ctl::Failure;
use crate::journal::{Entry, JournalError, MirrorReader, Record};
use crate::model::{Event, Fact, Money, VoidReason, What, WheelEvent, WheelHappening};

/// Which spins to list.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// How many rounds, the newest of all.
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    last: usize,
    #[command(flatten)]
    place: Place,
}

/// What became of a round.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
struct Round {
    round: u64,
    /// First and last record that belong to it.
    records: (u64, u64),
    opened_at: Option<u64>,
    closed_at: Option<u64>,
    settled_at: Option<u64>,
    pocket: Option<u8>,
    voided: Option<&'static str>,
    no_spins: Vec<&'static str>,
    /// Where the ball left the rim, each time.
    left_rim: Vec<LeftRim>,
    staked: Money,
    returned: Money,
}

/// Where the ball left the rim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct LeftRim {
    /// Clockwise from the index sensor, 0 to 359.
    pub(super) degrees: u16,
    /// The pocket of the rotor that was there.
    rotor_pocket: Option<u8>,
}

impl LeftRim {
    /// What the input says of it, if it does.
    pub(super) fn of(what: &What) -> Option<Self> {
        let What::Event(Event::Wheel(WheelEvent { happening, .. })) = what else { return None };
        let WheelHappening::LeftRim { degrees, pocket } = happening else { return None };
        Some(Self { degrees: *degrees, rotor_pocket: pocket.map(|pocket| pocket.number()) })
    }
}

/// The newest rounds, one JSON object a line.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let reader = arguments.place.reader()?;
    let mut rounds: BTreeMap<u64, Round> = BTreeMap::new();
    for link in reader.range(start(&reader, arguments.last)?, u64::MAX) {
        take(&mut rounds, &link?.entry)?;
        // Reading begins earlier than the rounds asked for, so that none of them lacks its beginning.
        while rounds.len() > arguments.last {
            rounds.pop_first();
        }
    }
    let line = |round: &Round| serde_json::to_string(round).expect("a round has no keys that JSON cannot hold");
    Ok(rounds.values().map(|round| line(round) + "\n").collect())
}

/// Where to begin reading so as to meet the last `count` rounds from their start.
pub(super) fn start(reader: &MirrorReader, count: usize) -> Result<u64, JournalError> {
    let mut opened = 0;
    let mut end = u64::MAX;
    for start in reader.starts().into_iter().rev() {
        for link in reader.range(start, end) {
            let facts = Record::decode(&link?.entry.payload)?.facts;
            opened += facts.iter().filter(|fact| matches!(fact, Fact::RoundOpened { .. })).count();
        }
        if opened > count {
            return Ok(start);
        }
        end = start - 1;
    }
    Ok(1)
}

fn take(rounds: &mut BTreeMap<u64, Round>, entry: &Entry) -> Result<(), Failure> {
    let at = Some(entry.at.microseconds());
    if entry.round != 0 {
        of(rounds, entry.round, entry.number);
    }
    let record = Record::decode(&entry.payload)?;
    if let Some(left_rim) = LeftRim::of(&record.input.what).filter(|_| entry.round != 0) {
        of(rounds, entry.round, entry.number).left_rim.push(left_rim);
    }
    for fact in record.facts {
        match fact {
            Fact::RoundOpened { round } => of(rounds, round, entry.number).opened_at = at,
            Fact::Closed { round } => of(rounds, round, entry.number).closed_at = at,
            Fact::NoSpin { round, reason } => of(rounds, round, entry.number).no_spins.push(reason.name()),
            Fact::Outcome { round, pocket } => {
                let round = of(rounds, round, entry.number);
                (round.pocket, round.settled_at) = (Some(pocket.number()), at);
            }
            Fact::Voided { round, reason } => {
                let round = of(rounds, round, entry.number);
                (round.voided, round.settled_at) = (Some(name(&reason)), at);
            }
            Fact::Settled(settled) => {
                let round = of(rounds, settled.round, entry.number);
                round.staked = round.staked + settled.staked;
                round.returned = round.returned + settled.returned;
            }
            _ => {}
        }
    }
    Ok(())
}

/// The round, which record `number` belongs to.
fn of(rounds: &mut BTreeMap<u64, Round>, round: u64, number: u64) -> &mut Round {
    let found = rounds.entry(round).or_insert_with(|| Round { round, records: (number, number), ..Round::default() });
    found.records.1 = number;
    found
}

const fn name(reason: &VoidReason) -> &'static str {
    match reason {
        VoidReason::Attendant { .. } => "attendant",
        VoidReason::Restart => "restart",
        VoidReason::TooManyNoSpins => "too-many-no-spins",
    }
}
