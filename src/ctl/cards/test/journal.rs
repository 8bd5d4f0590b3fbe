//! The cards of the deals in a journal.

use super::sample::{Sample, Shoe};
use crate::ctl::Failure;
use crate::ctl::journal::{Place, Replayed};
use crate::journal::{Head, Link, Record};
use crate::model::{Card, Event, Fact, TableFact, TableNumber, What};

/// Reads every card that came in the deals of this table. Burnt cards are not told, and need not be: what was not seen may lie anywhere.
/// With them comes the head of the journal up to where it was read.
pub(super) fn read(place: &Place, table: u8) -> Result<(Sample, Head), Failure> {
    let replayed = Replayed::from(place.first_state()?);
    let mut reading = Reading { table: TableNumber(table), replayed, sample: Sample::default() };
    let head = place.read_through("read", |link| reading.take(link))?;
    Ok((reading.seen(), head))
}

struct Reading {
    table: TableNumber,
    replayed: Replayed,
    sample: Sample,
}

impl Reading {
    fn take(&mut self, link: &Link) -> Result<(), Failure> {
        let record = Record::decode(&link.entry.payload)?;
        let card = match &record.input.what {
            What::Event(Event::Cards { table, event }) if *table == self.table => {
                self.replayed.current().and_then(|cabinet| cabinet.card_of_deal(*table, event)).map(|dealt| dealt.card)
            }
            _ => None,
        };
        self.replayed.take(link)?;
        if let Some(card) = card {
            self.note_card(card);
        }
        for fact in record.facts {
            match fact {
                Fact::Table { table, fact: TableFact::Shuffled } if table == self.table => self.begin_shoe(),
                Fact::Table { table, fact: TableFact::Opened { .. } } if table == self.table => self.begin_play(),
                _ => {}
            }
        }
        Ok(())
    }

    /// A deal without a card says nothing, and would stand between those before and after it: cards are shuffled after a deal has opened, and
    /// a deal may be void before its first card. So would a shuffle from which nothing was dealt.
    fn seen(mut self) -> Sample {
        let shoes = &mut self.sample.shoes;
        shoes.iter_mut().for_each(|shoe| shoe.plays.retain(|play| !play.is_empty()));
        shoes.retain(|shoe| !shoe.plays.is_empty());
        self.sample
    }

    fn begin_shoe(&mut self) {
        let terms = self.replayed.current().map(|cabinet| cabinet.terms());
        let of_cards = terms.and_then(|terms| terms.card_tables.get(usize::from(self.table.0).checked_sub(1)?));
        // Every deal between players is of one pack.
        let between_players = self.table.between_players().map_or(0, |_| 1);
        let packs = of_cards.map_or(between_players, |terms| terms.game.rules().shoe().packs);
        self.sample.shoes.push(Shoe { packs, plays: vec![Vec::new()] });
    }

    fn begin_play(&mut self) {
        if let Some(shoe) = self.sample.shoes.last_mut() {
            shoe.plays.push(Vec::new());
        }
    }

    fn note_card(&mut self, card: Card) {
        if let Some(play) = self.sample.shoes.last_mut().and_then(|shoe| shoe.plays.last_mut()) {
            play.push(card);
        }
    }
}
