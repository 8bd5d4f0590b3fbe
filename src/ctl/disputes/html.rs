//! A dispute's report as a page that prints: one file, which needs nothing else.

use super::{CameTo, Dispute, game_words, said};
use crate::ctl::shifts::paper::{STYLE, escaped, moment, row};

/// The page, in English.
pub(super) fn page(dispute: &Dispute, came_to: &CameTo) -> String {
    let units = |amount: crate::model::Money| amount.in_units(dispute.decimals);
    let (number, currency) = (dispute.number, escaped(&dispute.currency));
    let outcome = came_to.outcome.map(|pocket| row("Outcome", &[pocket.to_string()])).unwrap_or_default();
    let record = came_to.record.map(|record| row("Settled by record", &[record.to_string()])).unwrap_or_default();
    let game = [
        row("Seat", &[dispute.seat.to_string()]),
        row("Game", &[game_words(dispute.game)]),
        outcome,
        row("Staked", &[units(came_to.staked)]),
        row("Returned", &[units(came_to.returned)]),
        record,
    ];
    let opened = [
        row("Opened", &[escaped(&dispute.opened_by), moment(dispute.opened_at)]),
        format!("<tr><td>Note</td><td colspan=\"2\">{}</td></tr>\n", escaped(&dispute.note)),
    ];
    let decided = dispute.ruling.as_ref().map_or_else(
        || row("Decided", &["not yet".into(), String::new()]),
        |ruling| {
            let amount = ruling.verdict.amount().map(|amount| row("Paid", &[units(amount), String::new()])).unwrap_or_default();
            let note = format!("<tr><td>Note</td><td colspan=\"2\">{}</td></tr>\n", escaped(&ruling.note));
            let verdict = row("Verdict", &[said(ruling.verdict).0.into(), String::new()]);
            format!("{}{verdict}{amount}{note}", row("Decided", &[escaped(&ruling.by), moment(ruling.at)]))
        },
    );
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Dispute {number}</title>\n<style>{STYLE}</style>\n\
         </head>\n<body>\n<h1>Dispute {number}</h1>\n<table>\n{}</table>\n<p>Amounts in {currency}.</p>\n<table>\n{}</table>\n\
         <table>\n{decided}</table>\n<div class=\"signatures\"><p>For the house</p><p>The player</p></div>\n\
         <p class=\"head\">Journal {}</p>\n</body>\n</html>\n",
        game.concat(),
        opened.concat(),
        dispute.head,
    )
}
