//! `croupierctl meters`: the meters of the cabinet and of every seat. They are not looked up but computed again from the first
//! record on, so they are also a check on the meters that the daemon shows.

use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};

use super::Failure;
use super::journal::{Place, Replayed};
use crate::journal::Head;
use crate::model::{MetersView, Money, OfficialView};

/// Which journal to compute from.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    place: Place,
}

/// The meters as one JSON object.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mut replayed = Replayed::from(arguments.place.first_state()?);
    let head = arguments.place.read_through("computed", |link| replayed.take(link).map(drop))?;
    let cabinet = replayed.cabinet().ok_or_else(|| Failure::refused("no-journal", "the journal has no records"))?;
    let rules = Arc::new(cabinet.rules_view());
    Ok(format!("{}\n", as_json(head, &cabinet.views(rules).official)))
}

fn as_json(head: Head, official: &OfficialView) -> Value {
    let seats = official.seats.iter().map(|line| {
        let waits: Money = official.hand_pays.iter().filter(|pay| pay.seat == line.seat).map(|pay| pay.amount).sum();
        json!({
            "seat": line.seat.number(),
            "credit": line.credit.minor(),
            "staked": line.staked.minor(),
            "stacks": line.stacks.minor(),
            "hand_pay": waits.minor(),
            "meters": meters(&line.meters),
        })
    });
    json!({
        "number": head.number,
        "head": head.to_string(),
        "meters": meters(&official.meters),
        "fees": official.fees.minor(),
        "seats": seats.collect::<Value>(),
    })
}

/// Meters.
pub(super) fn meters(meters: &MetersView) -> Value {
    json!({
        "credit_in": meters.credit_in.minor(),
        "credit_out": meters.credit_out.minor(),
        "staked": meters.staked.minor(),
        "returned": meters.returned.minor(),
        "games": meters.games,
        "voids": meters.voids,
        "attendant_payments": meters.attendant_payments,
        "corrections": meters.corrections.minor(),
        "hand_paid": meters.hand_paid.minor(),
        "hourly_fees": meters.hourly_fees.minor(),
    })
}
