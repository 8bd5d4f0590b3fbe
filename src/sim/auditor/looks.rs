//! What anybody sees of the cards: no view shows a card to eyes that may not see it.

use super::Objection;
use super::book::Book;
use super::cards::CardTable;
use crate::model::{CardPlace, PayRow, PaysWith, SeatView, TablePhase, TableView, Views};

impl Book {
    /// Compares what everybody and every seat sees at the card tables with the cards that lie face up, with whose boxes they are, and with
    /// whose turn it is.
    ///
    /// # Errors
    /// A card that is shown to eyes that may not see it, or hidden from those that may; somebody who is asked out of turn; a win that the
    /// pay table does not name.
    pub fn compare_looks(&self, input: u64, views: &Views) -> Result<(), Objection> {
        for (index, table) in views.cabinet.tables.iter().enumerate() {
            let own = self.tables.get(index).ok_or_else(|| "a table is shown that is not there".to_owned());
            own.and_then(|own| compare_table(own, table, views))
                .map_err(|objection| Objection { input, objection: format!("table {}: {objection}", table.table.0) })?;
        }
        Ok(())
    }
}

fn compare_table(own: &CardTable, table: &TableView, views: &Views) -> Result<(), String> {
    own.check_turn(table, &views.seats)?;
    compare_public(own, table)?;
    compare_pays(table)?;
    views.seats.iter().try_for_each(|seat| compare_seat(own, table, seat))
}

fn compare_public(own: &CardTable, table: &TableView) -> Result<(), String> {
    let shown = table.hands.iter().flat_map(|hand| hand.cards.iter().flatten());
    let hidden = shown.copied().find(|card| table.phase == TablePhase::Dealing && !own.may_show(*card));
    hidden.map_or(Ok(()), |card| Err(format!("{card} is shown to everybody and lies face down")))
}

/// Whatever is paid is a row of the pay table that the players read, at the odds that stand there.
fn compare_pays(table: &TableView) -> Result<(), String> {
    let lines = table.settlement.iter().chain([&table.paid]).flat_map(|settlement| &settlement.returns);
    for (kind, win) in lines.flat_map(|line| line.wins.iter().map(|win| (line.stake.kind, win))) {
        let is_row = |row: &PayRow| match row.with {
            PaysWith::Combination(combination) => win.combination == Some(combination),
            PaysWith::Case(_) | PaysWith::Anything => true,
        };
        if !table.sheet.pays.iter().any(|row| row.stake == kind && row.odds == win.odds && is_row(row)) {
            return Err(format!("{kind:?} pays {:?} {}, and no row of the pay table says so", win.combination, win.odds));
        }
    }
    Ok(())
}

/// A seat sees what everybody sees, and the cards of a box of its own at which it may look.
fn compare_seat(own: &CardTable, table: &TableView, seat: &SeatView) -> Result<(), String> {
    let looks = seat.tables.iter().filter(|own| own.table == table.table).flat_map(|own| &own.hands);
    for (mine, public) in looks.zip(&table.hands) {
        let may_look = matches!(mine.at, CardPlace::Hand { place, .. } if own.is_seen_by(seat.seat, place));
        let is_right = if may_look { mine.cards.iter().all(Option::is_some) } else { mine.cards == public.cards };
        if table.phase == TablePhase::Dealing && !is_right {
            return Err(format!("seat {} sees {:?} of {:?}", seat.seat, mine.cards, mine.at));
        }
    }
    Ok(())
}
