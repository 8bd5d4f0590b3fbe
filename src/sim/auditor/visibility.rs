//! What anybody sees of the cards: no view shows a card to eyes that may not see it.

use std::collections::BTreeSet;

use super::Objection;
use super::book::Book;
use super::cards::CardTable;
use crate::model::{Card, CardPlace, HandView, Pay, PayRow, PaysWith, Seat, SeatView, Standing, TablePhase, TableView, Views};

impl Book {
    /// Compares what everybody and every seat sees at the card tables with the cards that lie face up, with whose boxes they are, and with
    /// whose turn it is; and what every seat sees of its disputes.
    ///
    /// # Errors
    /// A card that is shown to eyes that may not see it, or hidden from those that may; somebody who is asked out of turn; a win that the
    /// pay table does not name; a dispute that is another seat's.
    pub fn compare_looks(&self, input: u64, views: &Views) -> Result<(), Objection> {
        for table in &views.cabinet.player_tables {
            let own = self.player_tables.get(&table.table).ok_or_else(|| "a table is shown that is not there".to_owned());
            own.and_then(|own| own.compare_looks(table, &views.seats, views.cabinet.at))
                .map_err(|objection| Objection { input, objection: format!("table {}: {objection}", table.table.0) })?;
        }
        let of_seats = views.seats.iter().try_for_each(|seat| {
            self.compare_hand_pay_of(seat)?;
            self.compare_call_of(seat)?;
            self.compare_lock_of(seat)?;
            self.compare_session_of(seat)?;
            self.compare_disputes_of(seat, &views.official)
        });
        of_seats.and_then(|()| self.compare_test_hold(&views.cabinet)).map_err(|objection| Objection { input, objection })?;
        for table in &views.cabinet.tables {
            let own = self.tables.get(&table.table).ok_or_else(|| "a table is shown that is not there".to_owned());
            own.and_then(|own| compare_table(own, table, views))
                .map_err(|objection| Objection { input, objection: format!("table {}: {objection}", table.table.0) })?;
        }
        Ok(())
    }
}

fn compare_table(own: &CardTable, table: &TableView, views: &Views) -> Result<(), String> {
    own.check_turn(table, &views.seats)?;
    compare_public(own, table)?;
    match own.totals() {
        Some(totals) => compare_totals(&totals, table)?,
        None => compare_pays(table)?,
    }
    views.seats.iter().try_for_each(|seat| compare_seat(own, table, seat))
}

fn compare_public(own: &CardTable, table: &TableView) -> Result<(), String> {
    own.check_pieces(&table.pieces)?;
    table.hands.iter().try_for_each(|hand| check_public(own, table.phase, hand))
}

/// What everybody sees of a hand.
pub(super) fn check_public(own: &CardTable, phase: TablePhase, hand: &HandView) -> Result<(), String> {
    check_unnamed(hand)?;
    if let Some(cards) = own.shows(hand.at) {
        let is_right = hand.cards == cards;
        return if is_right { Ok(()) } else { Err(format!("everybody sees {:?} of {:?}, and may see {cards:?}", hand.cards, hand.at)) };
    }
    let may_be_shown = |card: Card| phase != TablePhase::Dealing || own.may_show(card);
    let hidden = match own.is_open_at(hand.at) {
        Some(true) if hand.cards.contains(&None) => return Err(format!("everybody may see {:?}, and sees {:?}", hand.at, hand.cards)),
        Some(true) => None,
        Some(false) => hand.cards.iter().flatten().next(),
        None => hand.cards.iter().flatten().find(|card| !may_be_shown(**card)),
    };
    hidden.map_or(Ok(()), |card| Err(format!("{card} is shown to everybody and lies face down")))
}

/// Everything that is paid is a row of the pay table that the players read, at the odds that stand there.
fn compare_pays(table: &TableView) -> Result<(), String> {
    let lines = table.settlement.iter().chain([&table.paid]).flat_map(|settlement| &settlement.returns);
    for (kind, win) in lines.flat_map(|line| line.wins.iter().map(|win| (line.stake.kind, win))) {
        let is_row = |row: &PayRow| match row.with {
            PaysWith::Combination(combination) => win.combination == Some(combination),
            PaysWith::Case(_) | PaysWith::Anything => true,
        };
        if !table.sheet.pays.iter().any(|row| row.stake == kind && row.pays.is_at(win.odds) && is_row(row)) {
            return Err(format!("{kind:?} pays {:?} {}, and no row of the pay table says so", win.combination, win.odds));
        }
    }
    Ok(())
}

/// The pay table that the players read has a row for each of these, and no other; the settlement itself is reckoned win by win.
fn compare_totals(own: &BTreeSet<i64>, table: &TableView) -> Result<(), String> {
    let total = |row: &PayRow| match row.pays {
        Pay::Total(times) => Ok(i64::from(times)),
        other => Err(format!("{other:?} is a row of the pay table, and tells no total")),
    };
    let shown: BTreeSet<i64> = table.sheet.pays.iter().map(total).collect::<Result<_, String>>()?;
    if shown == *own { Ok(()) } else { Err(format!("the rows of the pay table pay {shown:?}, and the rules {own:?}")) }
}

/// A view of a hand with a hidden card shows no combination, no points and no "no game": each would tell the card.
fn check_unnamed(hand: &HandView) -> Result<(), String> {
    let is_named = !hand.combinations.is_empty() || hand.points.is_some() || hand.standing == Standing::NoGame;
    let is_told = is_named && hand.cards.contains(&None);
    if is_told { Err(format!("what {:?} comes to is told, and it is not seen whole", hand.at)) } else { Ok(()) }
}

/// A seat sees what everybody sees, and the cards of a box of its own at which it may look.
fn compare_seat(own: &CardTable, table: &TableView, seat: &SeatView) -> Result<(), String> {
    let looks = seat.tables.iter().filter(|own| own.table == table.table).flat_map(|own| &own.hands);
    looks.zip(&table.hands).try_for_each(|(mine, public)| check_own(own, table.phase, seat.seat, mine, public))
}

/// What a seat sees of a hand that everybody sees so.
pub(super) fn check_own(own: &CardTable, phase: TablePhase, seat: Seat, mine: &HandView, public: &HandView) -> Result<(), String> {
    check_unnamed(mine)?;
    let may_look = matches!(mine.at, CardPlace::Hand { place, .. } if own.is_seen_by(seat, place));
    let is_right = if may_look { mine.cards.iter().all(Option::is_some) } else { mine.cards == public.cards };
    let is_checked = phase == TablePhase::Dealing || own.is_open_at(mine.at).is_some() || own.shows(mine.at).is_some();
    if is_checked && !is_right { Err(format!("seat {seat} sees {:?} of {:?}", mine.cards, mine.at)) } else { Ok(()) }
}
