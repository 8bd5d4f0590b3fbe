//! A shift's report as a page that prints: one file, which needs nothing else.

use super::Closed;
use super::paper::{STYLE, escaped, moment, row};
use crate::model::{MetersView, Money};

/// The page, in English.
pub(super) fn page(closed: &Closed) -> String {
    let Closed { report, currency, decimals, head } = closed;
    let units = |amount: Money| amount.in_units(*decimals);
    let (opened_by, closed_by, currency) = (escaped(&report.opened_by), escaped(&report.closed_by), escaped(currency));
    let people =
        [row("Opened", &[opened_by.clone(), moment(report.opened_at)]), row("Closed", &[closed_by.clone(), moment(report.closed_at)])];
    let cells = |meters: &MetersView, holds: Money| {
        let amounts = [meters.credit_in, meters.credit_out, meters.staked, meters.returned].map(units);
        let counts = [meters.games, meters.voids, meters.attendant_payments].map(|count| count.to_string());
        amounts
            .into_iter()
            .chain(counts)
            .chain([meters.corrections, meters.hand_paid, meters.hourly_fees, holds].map(units))
            .collect::<Vec<_>>()
    };
    let seats: String = report.seats.iter().map(|line| row(&format!("Seat {}", line.seat), &cells(&line.meters, line.holds))).collect();
    let whole = row("Cabinet", &cells(&report.meters, report.holds()));
    let cash = [
        ("Cash at open", report.cash_at_open),
        ("Paid in", report.meters.credit_in),
        ("Paid out", report.meters.credit_out.negated()),
        ("Wins paid by hand", report.meters.hand_paid.negated()),
        ("Expected", report.cash_expected()),
        ("Counted", report.cash_counted),
    ];
    let cash: String = cash.into_iter().map(|(name, amount)| row(name, &[units(amount)])).collect();
    let difference = row("Difference", &[units(report.cash_difference())]);
    let fees =
        if report.fees.is_zero() { String::new() } else { format!("<p>Fees of tables between players: {}</p>\n", units(report.fees)) };
    let number = report.number;
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Shift {number}</title>\n<style>{STYLE}</style>\n\
         </head>\n<body>\n<h1>Shift {number}</h1>\n<table>\n{}{}</table>\n\
         <p>Amounts in {currency}.</p>\n\
         <table>\n<tbody>\n{cash}</tbody>\n<tfoot>\n{difference}</tfoot>\n</table>\n\
         <table>\n<thead>\n<tr><th></th><th>In</th><th>Out</th><th>Staked</th><th>Returned</th><th>Games</th><th>Voids</th><th>Payments</th>\
         <th>Corrections</th><th>By hand</th><th>Hours</th><th>Holds</th></tr>\n</thead>\n<tbody>\n{seats}</tbody>\n<tfoot>\n{whole}</tfoot>\n</table>\n{fees}\
         <div class=\"signatures\"><p>{closed_by}</p><p>Checked by</p></div>\n\
         <p class=\"head\">Journal {head}</p>\n</body>\n</html>\n",
        people[0], people[1],
    )
}
