//! `croupierctl shifts`: the shifts that were closed, each with its cash and the difference.

use std::collections::VecDeque;
use std::fmt::Write;

use clap::Args;

use super::{Closed, Place, read};
use crate::ctl::Failure;
use crate::ctl::journal::{lines_or_head, table_with_head};
use crate::model::Money;

/// Which shifts to list.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// How many shifts, the newest of all.
    #[arg(long, value_name = "COUNT", default_value_t = 30)]
    last: usize,
    /// A table in Markdown instead of JSON.
    #[arg(long)]
    as_table: bool,
    #[command(flatten)]
    place: Place,
}

/// The newest shifts, oldest first, one JSON object a line.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mut shifts: VecDeque<Closed> = VecDeque::new();
    let head = read(&arguments.place, |closed| {
        shifts.push_back(closed);
        if shifts.len() > arguments.last {
            shifts.pop_front();
        }
    })?;
    if arguments.as_table {
        return Ok(table_with_head(table(&shifts), Some(head)));
    }
    Ok(lines_or_head(shifts.iter().map(|closed| format!("{}\n", closed.as_json())).collect(), head))
}

/// The lines for people.
fn table(shifts: &VecDeque<Closed>) -> String {
    let mut text = String::from(
        "| shift | opened | by | closed | by | cash at open | in | out | expected | counted | difference | |\n\
         | ---: | --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n",
    );
    for Closed { report, currency, decimals, .. } in shifts {
        let meters = &report.meters;
        let cash = [report.cash_at_open, meters.credit_in, meters.credit_out, report.cash_expected(), report.cash_counted];
        let cash = cash.iter().chain([&report.cash_difference()]).map(|amount: &Money| amount.in_units(*decimals)).collect::<Vec<_>>();
        let (opened, closed) = (report.opened_at.utc(), report.closed_at.utc());
        let (opened_by, closed_by) = (report.opened_by.replace('|', "\\|"), report.closed_by.replace('|', "\\|"));
        writeln!(text, "| {} | {opened} | {opened_by} | {closed} | {closed_by} | {} | {currency} |", report.number, cash.join(" | "))
            .expect("a string takes everything");
    }
    text
}
