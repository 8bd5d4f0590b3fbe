//! What a cabinet could tell wrongly of a table between deals, one by one: hours that are paid for, and a table that a seat opens.

use super::changing::*;
use super::mutations::Change;
use crate::model::{Event, PlayerTableFact, What};

/// What is told wrongly between deals.
pub(super) const SITTING: &[(&str, Change)] = &[
    ("an hour costs one unit less", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::HourPaid { fee, .. } => lower(fee),
            _ => false,
        })
    }),
    ("an hour costs one unit more", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::HourPaid { fee, .. } => raise(fee),
            _ => false,
        })
    }),
    ("another seat pays for the hour", |step, before| {
        first(step, |fact| match fact {
            PlayerTableFact::HourPaid { seat, .. } => other_player(before, *seat).is_some_and(|other| replace(seat, other)),
            _ => false,
        })
    }),
    ("an hour that was paid is not told", |step, _| without(step, |fact| matches!(fact, PlayerTableFact::HourPaid { .. }))),
    ("an hour is paid twice", |step, _| twice(step, |fact| matches!(fact, PlayerTableFact::HourPaid { .. }))),
    ("who cannot pay for the hour is dealt in", |step, _| {
        let begins = facts(step).any(|fact| matches!(fact, PlayerTableFact::Began { .. }));
        let is_by_itself = matches!(step.input.what, What::Event(Event::Cards { .. }));
        let has_hours = step.views.cabinet.player_tables[0].fee.hourly.is_some();
        has_hours && begins && is_by_itself && without(step, |fact| matches!(fact, PlayerTableFact::SatOut { is_out: true, .. }))
    }),
    ("another seat has opened the table", |step, before| {
        first(step, |fact| match fact {
            PlayerTableFact::Opened { seat, .. } => {
                let other = before.seats.iter().map(|view| view.seat).find(|other| other != seat);
                other.is_some_and(|other| replace(seat, other))
            }
            _ => false,
        })
    }),
    ("a table is opened for one seat more than was ordered", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Opened { conditions, .. } => {
                conditions.seats_most += 1;
                true
            }
            _ => false,
        })
    }),
    ("a table is opened to sit down with less than was ordered", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Opened { conditions, .. } => lower(&mut conditions.buy_in_least),
            _ => false,
        })
    }),
    ("an opening is not told", |step, _| without(step, |fact| matches!(fact, PlayerTableFact::Opened { .. }))),
    ("a closing is not told", |step, _| without(step, |fact| matches!(fact, PlayerTableFact::Closed))),
];
