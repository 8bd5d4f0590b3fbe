//! `croupierctl shifts report`: what one shift came to, of any age.

use clap::Args;

use super::{Place, html, read};
use crate::ctl::Failure;

/// Which shift, and how its report is written.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The shift's number.
    shift: u32,
    /// Prints it as CSV: a line for each seat and one for the cabinet, amounts in units of the currency.
    #[arg(long, conflicts_with = "html")]
    csv: bool,
    /// Prints it as a page for a printer.
    #[arg(long)]
    html: bool,
    #[command(flatten)]
    place: Place,
}

/// The report as one JSON object, as CSV, or as a page.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let shift = arguments.shift;
    let mut found = None;
    read(&arguments.place, |closed| {
        if closed.report.number == shift {
            found = Some(closed);
        }
    })?;
    let missing = || Failure::refused("no-such-shift", format!("no shift {shift} was closed in this journal")).with("shift", shift);
    let closed = found.ok_or_else(missing)?;
    if arguments.csv {
        return Ok(closed.report.csv(&closed.currency, closed.decimals));
    }
    Ok(if arguments.html { html::page(&closed) } else { format!("{}\n", closed.as_json()) })
}
