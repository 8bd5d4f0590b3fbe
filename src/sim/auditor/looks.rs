//! What anybody sees of the cards: no view shows a card to eyes that may not see it.

use super::Objection;
use super::book::Book;
use crate::model::{BoxNumber, CardPlace, ChoiceKind, TablePhase, TableView, Views};

impl Book {
    /// Compares what everybody and every seat sees at the card tables with the cards that lie face up and with whose boxes they are.
    ///
    /// # Errors
    /// A card that is shown to eyes that may not see it.
    pub fn compare_looks(&mut self, input: u64, views: &Views) -> Result<(), Objection> {
        for (index, table) in views.cabinet.tables.iter().enumerate() {
            self.compare_public(index, table, views)
                .and_then(|()| compare_seats(table, views))
                .map_err(|objection| Objection { input, objection: format!("table {}: {objection}", table.table.0) })?;
        }
        Ok(())
    }

    fn compare_public(&mut self, index: usize, table: &TableView, views: &Views) -> Result<(), String> {
        let Some(own) = self.tables.get_mut(index) else { return Err("a table is shown that is not there".into()) };
        // Who may buy the dealer's game has seen it, and so has everybody.
        let mut offers = views.seats.iter().filter_map(|seat| seat.tables.get(index)).flat_map(|seat| &seat.offers);
        let is_open = offers.any(|offer| offer.kind == ChoiceKind::BuyGame);
        own.note_showdown(is_open);
        let shown = table.hands.iter().flat_map(|hand| hand.cards.iter().flatten());
        let hidden = shown.copied().find(|card| table.phase == TablePhase::Dealing && !own.may_show(*card));
        hidden.map_or(Ok(()), |card| Err(format!("{card} is shown to everybody and lies face down")))
    }
}

fn compare_seats(table: &TableView, views: &Views) -> Result<(), String> {
    for seat in &views.seats {
        let is_own = |place: BoxNumber| table.stakes.iter().any(|stake| stake.seat == seat.seat && stake.place == place);
        let looks = seat.tables.iter().filter(|own| own.table == table.table).flat_map(|own| &own.hands);
        for (mine, public) in looks.zip(&table.hands) {
            let is_own = matches!(mine.at, CardPlace::Hand { place, .. } if is_own(place));
            if !is_own && mine.cards != public.cards {
                return Err(format!("seat {} sees more of {:?} than is its own", seat.seat, mine.at));
            }
        }
    }
    Ok(())
}
