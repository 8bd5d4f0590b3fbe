//! What anybody sees of the cards: no view shows a card to eyes that may not see it.

use super::Objection;
use super::book::Book;
use super::cards::CardTable;
use crate::model::{CardPlace, SeatView, TablePhase, TableView, Views};

impl Book {
    /// Compares what everybody and every seat sees at the card tables with the cards that lie face up, with whose boxes they are, and with
    /// whose turn it is.
    ///
    /// # Errors
    /// A card that is shown to eyes that may not see it, or hidden from those that may; somebody who is asked out of turn.
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
    views.seats.iter().try_for_each(|seat| compare_seat(own, table, seat))
}

fn compare_public(own: &CardTable, table: &TableView) -> Result<(), String> {
    let shown = table.hands.iter().flat_map(|hand| hand.cards.iter().flatten());
    let hidden = shown.copied().find(|card| table.phase == TablePhase::Dealing && !own.may_show(*card));
    hidden.map_or(Ok(()), |card| Err(format!("{card} is shown to everybody and lies face down")))
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
