//! `croupierctl audit`: who did what. The orders of people of the house, those that were refused under a key among them, the changes of who is
//! let in, and decisions about the journal. Limits of stakes that lapsed with other files are told as the cabinet's.

use std::collections::VecDeque;

use clap::Args;
use serde_json::{Value, json};

use super::Failure;
use super::journal::{Place, access_change, facts_as_json, input_as_json, lines_or_head};
use crate::journal::Record;
use crate::model::{Changer, Command, Event, Fact, Order, What, Who};

/// Which deeds to list.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Only what this person did.
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    /// How many deeds, the newest of all.
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    last: usize,
    #[command(flatten)]
    place: Place,
}

/// What did by itself what no person ordered.
const CABINET: &str = "the cabinet";

/// The newest deeds, oldest first, one JSON object a line.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mut lines: VecDeque<String> = VecDeque::new();
    let head = arguments.place.read_through("read", |link| {
        let record = Record::decode(&link.entry.payload)?;
        let Some((people, deed)) = deed(&record) else { return Ok(()) };
        if arguments.by.as_ref().is_some_and(|by| !people.contains(by)) {
            return Ok(());
        }
        let person = people.join(" and ");
        let head = link.head().to_string();
        let at = record.shown(record.input.at).microseconds();
        lines.push_back(format!("{}\n", json!({"record": record.input.number, "at": at, "person": person, "deed": deed, "head": head})));
        if lines.len() > arguments.last {
            lines.pop_front();
        }
        Ok(())
    })?;
    Ok(lines_or_head(lines.into_iter().collect(), head))
}

/// What a person did, or two, with their names; nothing where it is a player's or a device's. Limits of stakes are told with what has changed.
fn deed(record: &Record) -> Option<(Vec<String>, Value)> {
    let what = &record.input.what;
    match what {
        What::Command(Command { who: Who::Attendant(name), order: Order::SetLimits { .. }, .. }) => {
            let mut deed = input_as_json(what);
            deed["facts"] = facts_as_json(record.facts.iter().filter(|fact| matches!(fact, Fact::LimitsSet { .. })));
            Some((vec![name.clone()], deed))
        }
        What::Command(command) | What::Event(Event::OrderRefused { command, .. }) => match &command.who {
            Who::Attendant(name) => Some((vec![name.clone()], input_as_json(what))),
            Who::Seat(_) => None,
        },
        What::Event(Event::Access(change)) => Some((changer(&change.by), access_change(change))),
        What::Event(Event::JournalDecided(decision)) => {
            Some(([&decision.by].into_iter().chain(&decision.second).cloned().collect(), input_as_json(what)))
        }
        What::Event(Event::Terms { .. }) => {
            let lapsed = facts_as_json(record.facts.iter().filter(|fact| matches!(fact, Fact::LimitsLapsed { .. })));
            let is_any = lapsed.as_array().is_some_and(|facts| !facts.is_empty());
            is_any.then(|| (vec![CABINET.into()], json!({"event": "terms", "facts": lapsed})))
        }
        What::Event(_) => None,
    }
}

fn changer(by: &Changer) -> Vec<String> {
    match by {
        Changer::Person(name) | Changer::Account(name) => vec![name.clone()],
        Changer::Cabinet => vec![CABINET.into()],
        Changer::Console => vec!["the console".into()],
        Changer::Two(first, second) => vec![first.clone(), second.clone()],
    }
}
