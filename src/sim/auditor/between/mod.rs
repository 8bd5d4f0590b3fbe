//! The auditor at a table between players: who sits with what, whose turn it is and what he may do, who wins which pot, and what everybody
//! may see, by the auditor's own reading of `sport-poker-betting` (SPB), `sport-poker-games` (SPG), `sport-poker-tournament` (SPT),
//! `table-poker-by` (TPC) and `table-poker-am` (TPAM), and of the rules file.
//!
//! It keeps the history of the deal alone, and reckons everything anew from that at each step. Here never live: anything of `games` or
//! `cabinet`, and no key of a rules file that was read by them.

mod again;
mod deal;
mod draw;
mod exchange;
mod mistakes;
mod open_cards;
mod past;
mod pots;
mod progress;
mod rank;
mod round;
mod rules;
mod seating;
mod settlement;
mod showdown;
mod table;
mod trading;
mod visibility;

pub use rules::PlayerRules;
pub(super) use table::{Change, PlayersTable};

use std::fmt::Display;

use crate::model::{Card, Rank, Seat, Suit};

/// Objects unless this holds.
fn require(holds: bool, objection: impl Display) -> Result<(), String> {
    if holds { Ok(()) } else { Err(objection.to_string()) }
}

/// The number on a card: 2 to 10, jack 11, queen 12, king 13, ace 14.
fn pips(card: Card) -> u8 {
    let nth = Rank::ALL.iter().position(|rank| *rank == card.rank()).expect("every rank is in the list of all");
    u8::try_from(nth).expect("there are thirteen") + 2
}

/// SPG-4, TA-8: clubs are lowest, then diamonds, hearts, spades.
const fn suit_order(card: Card) -> u8 {
    match card.suit() {
        Suit::Clubs => 0,
        Suit::Diamonds => 1,
        Suit::Hearts => 2,
        Suit::Spades => 3,
    }
}

/// The seats clockwise, the first one after this.
fn after(seat: Seat) -> impl Iterator<Item = Seat> {
    let rest = Seat::all().filter(move |other| *other > seat);
    rest.chain(Seat::all().filter(move |other| *other <= seat))
}

#[cfg(test)]
mod tests;
