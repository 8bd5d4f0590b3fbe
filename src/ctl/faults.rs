//! `croupierctl faults`: every fault that made a table stand still, how often and when last, what ended it, what it means and what to check
//! first. The faults are not looked up: the journal is stepped again, and what stood after each record is compared with what stood before.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

use clap::Args;
use serde_json::{Value, json};

use super::Failure;
use super::fault_words::{FaultWords, Language};
use super::journal::{Place, Replayed, lines_or_head, table_with_head};
use crate::cabinet::Cabinet;
use crate::journal::Head;
use crate::model::{Event, FaultCode, FaultView, TableNumber, Timestamp, What};

/// Which faults.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Every fault that there is, with what it means and what to check, without reading a journal.
    #[arg(long)]
    catalogue: bool,
    /// In which language the faults are explained.
    #[arg(long, value_enum, default_value_t)]
    language: Language,
    /// A table in Markdown instead of JSON.
    #[arg(long)]
    as_table: bool,
    #[command(flatten)]
    place: Place,
}

/// One JSON object a line: faults that stand first, then the newest.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let said = FaultWords::of(arguments.language);
    let (lines, head) = if arguments.catalogue {
        (FaultCode::ALL.into_iter().map(|code| words(code, &said)).collect(), None)
    } else {
        let (lines, head) = of_journal(&arguments.place, &said)?;
        (lines, Some(head))
    };
    if arguments.as_table {
        return Ok(table(&lines, head));
    }
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    Ok(match head {
        Some(head) => lines_or_head(lines, head),
        None => lines,
    })
}

/// What the fault means and what to check first.
fn words(code: FaultCode, said: &FaultWords) -> Value {
    json!({"fault": code.name(), "meaning": said.meaning(code), "what_to_check": said.what_to_check(code)})
}

/// The lines for people, with the columns of what came where a journal was read.
fn table(lines: &[Value], head: Option<Head>) -> String {
    let (columns, rule) = if head.is_some() { ("| stands | times | ended by ", "| --- | ---: | --- ") } else { ("", "") };
    let mut text = format!("| fault | meaning | what to check {columns}|\n| --- | --- | --- {rule}|\n");
    for line in lines {
        let word = |key: &str| line[key].as_str().unwrap_or("–");
        let [fault, meaning, check] = ["fault", "meaning", "what_to_check"].map(word);
        write!(text, "| {fault} | {meaning} | {check} |").expect("a string takes everything");
        if head.is_some() {
            let stands = if line["stands"] == true { "yes" } else { "no" };
            let by = line["last"]["ended_by"].as_str().unwrap_or("–");
            write!(text, " {stands} | {} | {by} |", line["times"]).expect("a string takes everything");
        }
        text.push('\n');
    }
    table_with_head(text, head)
}

/// A line for each fault, and the head of the journal that was read.
fn of_journal(place: &Place, said: &FaultWords) -> Result<(Vec<Value>, Head), Failure> {
    let (mut replayed, mut gathered) = (Replayed::from(place.first_state()?), Gathered::default());
    let head = place.read_through("read", |link| {
        let record = replayed.take(link)?;
        if let Some(cabinet) = replayed.current() {
            gathered.take(cabinet, &record.input.what);
        }
        Ok(())
    })?;
    let mut lines = gathered.lines(said);
    lines.iter_mut().for_each(|line| line["head"] = head.to_string().into());
    Ok((lines, head))
}

/// A device: the wheel, or the card source of a table; and a fault of it.
type Standing = (Option<TableNumber>, FaultCode);

/// The faults so far.
#[derive(Default)]
struct Gathered {
    standing: BTreeMap<Standing, FaultView>,
    seen: BTreeMap<FaultCode, Seen>,
}

/// A fault that was seen.
struct Seen {
    times: u64,
    table: Option<TableNumber>,
    detail: String,
    since: Timestamp,
    /// When the newest was over, and who or what ended it.
    end: Option<(Timestamp, &'static str)>,
}

impl Gathered {
    /// Takes in what stands after a record.
    fn take(&mut self, cabinet: &Cabinet, what: &What) {
        let standing: BTreeMap<Standing, FaultView> =
            cabinet.standing_faults().into_iter().map(|(table, view)| ((table, view.code), view)).collect();
        let offset = cabinet.clock_offset();
        for ((table, code), _) in self.standing.iter().filter(|(of, _)| !standing.contains_key(of)) {
            if let Some(seen) = self.seen.get_mut(code).filter(|seen| seen.table == *table) {
                seen.end = Some((offset.shown(cabinet.at()), ended_by(what)));
            }
        }
        for ((table, code), view) in standing.iter().filter(|(of, _)| !self.standing.contains_key(of)) {
            let times = self.seen.get(code).map_or(0, |seen| seen.times) + 1;
            self.seen.insert(*code, Seen { times, table: *table, detail: view.detail.clone(), since: offset.shown(view.since), end: None });
        }
        self.standing = standing;
    }

    /// Those that stand first, and the newest of each kind first.
    fn lines(self, said: &FaultWords) -> Vec<Value> {
        let stands = |code: FaultCode| self.standing.keys().any(|(_, standing)| *standing == code);
        let mut seen: Vec<(FaultCode, Seen)> = self.seen.into_iter().collect();
        seen.sort_by_key(|(code, seen)| Reverse((stands(*code), seen.since)));
        seen.into_iter().map(|(code, seen)| line(words(code, said), &seen, stands(code))).collect()
    }
}

fn line(mut line: Value, seen: &Seen, stands: bool) -> Value {
    let last = json!({
        "table": seen.table.map(|table| table.0),
        "detail": seen.detail,
        "since": seen.since.microseconds(),
        "until": seen.end.map(|(at, _)| at.microseconds()),
        "ended_by": seen.end.map(|(_, by)| by),
    });
    for (key, value) in [("stands", json!(stands)), ("times", json!(seen.times)), ("last", last)] {
        line[key] = value;
    }
    line
}

/// Who or what ended a fault that is over after this.
const fn ended_by(what: &What) -> &'static str {
    match what {
        What::Command(_) => "attendant",
        What::Event(Event::Wheel(_) | Event::Cards { .. }) => "device",
        What::Event(Event::Started { .. }) => "start",
        What::Event(_) => "house",
    }
}
