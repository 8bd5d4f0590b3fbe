//! `croupierctl shifts`: every shift that was ever closed, read from the mirror, also while the daemon writes.

mod html;
mod list;
pub(in crate::ctl) mod paper;
mod report;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::Failure;
use super::journal::Place;
use super::meters::meters;
use crate::cabinet::{Cabinet, Terms};
use crate::journal::{Head, Record};
use crate::model::{Event, Fact, ShiftOfSeat, ShiftReport, What};

/// What to show of the shifts.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    list: list::Arguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Prints the report of one shift, as JSON, CSV, or a page for a printer.
    Report(report::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    match &arguments.command {
        None => list::run(&arguments.list),
        Some(Command::Report(report)) => report::run(report),
    }
}

/// A shift that was closed, with the currency of the cabinet then and its decimals, and where the journal stood after it.
struct Closed {
    report: ShiftReport,
    currency: String,
    decimals: u8,
    head: Head,
}

impl Closed {
    fn as_json(&self) -> Value {
        let mut value = as_json(&self.report);
        for (key, told) in [("currency", json!(self.currency)), ("decimals", json!(self.decimals)), ("head", json!(self.head.to_string()))]
        {
            value[key] = told;
        }
        value
    }
}

/// Reads the journal and hands every shift that was closed to `each`, oldest first: the journal's head.
fn read(place: &Place, mut each: impl FnMut(Closed)) -> Result<Head, Failure> {
    let state = place.first_state()?;
    let [mut brought, mut in_force] = [Cabinet::newest_terms, Cabinet::terms].map(|of| state.as_ref().map(|state| of(state).clone()));
    place.read_through("read", |link| {
        let record = Record::decode(&link.entry.payload)?;
        if let What::Event(Event::Terms { terms }) = &record.input.what {
            brought = Terms::from_bytes(terms).or(brought.take());
        }
        for fact in record.facts {
            match fact {
                Fact::TermsInForce => in_force = brought.take().or(in_force.take()),
                Fact::ShiftClosed(report) => {
                    let (currency, decimals) =
                        in_force.as_ref().map_or((String::new(), 0), |terms| (terms.currency.clone(), terms.decimals));
                    each(Closed { report, currency, decimals, head: link.head() });
                }
                _ => {}
            }
        }
        Ok(())
    })
}

/// The report, amounts in minor units.
pub(super) fn as_json(report: &ShiftReport) -> Value {
    let seat = |line: &ShiftOfSeat| json!({"seat": line.seat.number(), "meters": meters(&line.meters), "holds": line.holds.minor()});
    json!({
        "number": report.number,
        "opened_by": report.opened_by,
        "opened_at": report.opened_at.microseconds(),
        "closed_by": report.closed_by,
        "closed_at": report.closed_at.microseconds(),
        "cash_at_open": report.cash_at_open.minor(),
        "cash_counted": report.cash_counted.minor(),
        "cash_expected": report.cash_expected().minor(),
        "cash_difference": report.cash_difference().minor(),
        "fees": report.fees.minor(),
        "meters": meters(&report.meters),
        "seats": report.seats.iter().map(seat).collect::<Value>(),
    })
}
