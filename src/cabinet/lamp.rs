//! The lamp on top of the cabinet, which people of the house see from afar: what it shows is read off what everybody and the house may see.
//!
//! Here never lives a line, or the time of a blink.

use crate::model::{HoldView, Views};

/// What the lamp is to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LampWish {
    /// Nobody is waited for.
    #[default]
    Dark,
    /// A table waits for somebody of the house.
    Lit,
    /// A player does.
    Blinking,
}

/// What the lamp is to show: it blinks while a seat has called or a win waits to be paid by hand, and is lit while a table stands still for a fault
/// or until an attendant lets it go on. A self-test needs nobody.
#[must_use]
pub fn lamp_wish(views: &Views) -> LampWish {
    let official = &views.official;
    if !official.attendant_calls.is_empty() || !official.hand_pays.is_empty() {
        return LampWish::Blinking;
    }
    let cabinet = &views.cabinet;
    let of_cards = cabinet.tables.iter().filter_map(|table| table.hold.as_ref());
    let between_players = cabinet.player_tables.iter().filter_map(|table| table.hold.as_ref());
    let mut holds = cabinet.hold.iter().chain(of_cards).chain(between_players);
    if holds.any(waits_for_somebody) { LampWish::Lit } else { LampWish::Dark }
}

fn waits_for_somebody(hold: &HoldView) -> bool {
    hold.fault.is_some() || !hold.ends_by_itself
}
