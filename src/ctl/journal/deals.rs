//! The deals of card tables, followed through a journal from its first record.
//!
//! A card of a deal is told only when the deal has ended, because until then it may lie face down; a card that is burnt or laid aside
//! belongs to no deal and is never told.

use std::collections::{BTreeMap, BTreeSet};

use super::Replayed;
use super::place::first_state;
use crate::cabinet::{Cabinet, DealtCard, PlayerTableTerms};
use crate::ctl::Failure;
use crate::journal::{Link, MirrorReader, Record};
use crate::model::{Drawn, Event, Fact, PlayerTableFact, TableAmounts, TableFact, TableNumber, Timestamp, What};

/// The deals under way, on the way through a journal.
pub(crate) struct Deals {
    replayed: Replayed,
    under_way: BTreeMap<TableNumber, Vec<(u64, Happening)>>,
    /// What the deals under way between players are played for.
    stakes: BTreeMap<TableNumber, Stakes>,
    /// The last deal of each table between players, until the next one begins: hands may be shown after it.
    ended: BTreeMap<TableNumber, EndedDeal>,
    /// The tables that have begun a deal. What ends before is of a deal whose beginning was removed.
    begun: BTreeSet<TableNumber>,
}

/// What was played between players and for how much, as it held when the deal began.
#[derive(Clone)]
pub(crate) struct Stakes {
    /// The folder of the rules file.
    pub(crate) variant: String,
    pub(crate) limit: &'static str,
    pub(crate) amounts: TableAmounts,
    /// When the deal began, as people were shown it.
    pub(crate) began_at: Timestamp,
}

/// A deal that has ended, with everything that happened in it.
#[derive(Clone)]
pub(crate) struct EndedDeal {
    pub(crate) table: TableNumber,
    pub(crate) deal: u64,
    /// What was played for, at a table between players.
    pub(crate) stakes: Option<Stakes>,
    /// What happened, each with the number of its record.
    pub(crate) course: Vec<(u64, Happening)>,
    /// Whether it was told before, when it ended, and a hand of it was shown since.
    pub(crate) is_told_again: bool,
    /// Whether all of it is told: the beginning of the first one after a trimming may have been removed.
    pub(crate) is_whole: bool,
}

/// Something that happened in a deal.
#[derive(Clone)]
pub(crate) enum Happening {
    Card(DealtCard),
    Drawn(Drawn),
    Fact(TableFact),
}

impl Deals {
    /// None yet of a cabinet in this state, as [`Place::first_state`](super::Place::first_state) gives it.
    pub(crate) fn from(state: Option<Cabinet>) -> Self {
        let (under_way, stakes, ended) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { replayed: Replayed::from(state), under_way, stakes, ended, begun: BTreeSet::new() }
    }

    /// Takes the next record; the deals that it ends, and those that are told again because a hand of them was shown.
    ///
    /// # Errors
    /// Where stepping the record does not lead to what is recorded.
    pub(crate) fn take(&mut self, link: &Link) -> Result<Vec<EndedDeal>, Failure> {
        let number = link.entry.number;
        let record = Record::decode(&link.entry.payload)?;
        if let What::Event(Event::Cards { table, event }) = &record.input.what
            && let Some(card) = self.replayed.current().and_then(|cabinet| cabinet.card_of_deal(*table, event))
        {
            self.under_way.entry(*table).or_default().push((number, Happening::Card(card)));
        }
        if let What::Event(Event::Drawn { table, number: order, drawn }) = &record.input.what
            && self.replayed.current().is_some_and(|cabinet| cabinet.is_draw_of_deal(*table, *order))
        {
            self.under_way.entry(*table).or_default().push((number, Happening::Drawn(drawn.clone())));
        }
        self.replayed.take(link)?;
        let at = record.shown(record.input.at);
        let at_tables =
            record.facts.into_iter().filter_map(|fact| if let Fact::Table { table, fact } = fact { Some((table, fact)) } else { None });
        Ok(at_tables.filter_map(|(table, fact)| self.note(number, at, table, fact)).collect())
    }

    fn note(&mut self, number: u64, at: Timestamp, table: TableNumber, fact: TableFact) -> Option<EndedDeal> {
        let course = self.under_way.entry(table).or_default();
        let ended = match fact {
            TableFact::Settled { deal, .. }
            | TableFact::Voided { deal, .. }
            | TableFact::BetweenPlayers(PlayerTableFact::Settled { deal, .. } | PlayerTableFact::Voided { deal, .. }) => Some(deal),
            TableFact::Opened { .. } => {
                course.clear();
                self.begun.insert(table);
                None
            }
            TableFact::BetweenPlayers(PlayerTableFact::Showed { .. }) => {
                let ended = self.ended.get_mut(&table)?;
                ended.course.push((number, Happening::Fact(fact)));
                ended.is_told_again = true;
                return Some(ended.clone());
            }
            TableFact::BetweenPlayers(PlayerTableFact::Began { .. }) => {
                course.clear();
                self.begun.insert(table);
                self.ended.remove(&table);
                let terms = self.replayed.current().and_then(|cabinet| cabinet.terms_between_players(table));
                self.stakes.extend(terms.map(|terms| (table, Stakes::of(terms, at))));
                None
            }
            _ => None,
        };
        course.push((number, Happening::Fact(fact)));
        let course = ended.is_some().then(|| std::mem::take(course))?;
        let is_whole = self.begun.contains(&table);
        let ended = EndedDeal { table, deal: ended?, stakes: self.stakes.remove(&table), course, is_told_again: false, is_whole };
        if table.between_players().is_some() {
            self.ended.insert(table, ended.clone());
        }
        Some(ended)
    }

    /// The first record that holds a card or a draw of a deal under way.
    fn first_under_way(&self) -> Option<u64> {
        let courses = self.under_way.values().flatten();
        courses.filter(|(_, what)| !matches!(what, Happening::Fact(_))).map(|(number, _)| *number).min()
    }

    /// The cabinet after the newest record.
    pub(crate) fn replayed(&self) -> &Replayed {
        &self.replayed
    }
}

impl Stakes {
    fn of(terms: &PlayerTableTerms, began_at: Timestamp) -> Self {
        Self { variant: terms.game().to_owned(), limit: terms.limit(), amounts: terms.amounts(), began_at }
    }
}

/// Which records' cards may be told.
#[derive(Default)]
pub(super) struct ToldCards {
    /// The numbers of the records, rising.
    records: Vec<u64>,
    /// The first record that holds a card or a draw of a deal under way.
    first_under_way: Option<u64>,
}

impl ToldCards {
    /// Follows the deals of a journal as far as it can be stepped; from a damaged record on no card is told.
    ///
    /// # Errors
    /// Where older records were removed, and the state in their place cannot be read.
    pub(super) fn of(reader: &MirrorReader) -> Result<Self, Failure> {
        let state = first_state(reader)?;
        let first = state.as_ref().map_or(1, |state| state.number() + 1);
        let mut deals = Deals::from(state);
        let mut records = Vec::new();
        for link in reader.range(first, u64::MAX) {
            let Ok(ended) = link.map_err(Failure::from).and_then(|link| deals.take(&link)) else { break };
            let new = ended.iter().filter(|deal| !deal.is_told_again);
            let cards = new.flat_map(|deal| &deal.course).filter(|(_, what)| matches!(what, Happening::Card(_)));
            records.extend(cards.map(|(number, _)| *number));
        }
        records.sort_unstable();
        Ok(Self { records, first_under_way: deals.first_under_way() })
    }

    /// The record before the first one of a deal under way; `None` where none is. From there on the hashes of releases that salted no record
    /// would tell a card to somebody who tries all of them.
    pub(super) fn before_deals_under_way(&self) -> Option<u64> {
        self.first_under_way.map(|first| first - 1)
    }

    /// Whether the card in this record may be told.
    pub(super) fn has(&self, number: u64) -> bool {
        self.records.binary_search(&number).is_ok()
    }
}

/// Whether a card stands in this record.
pub(super) fn holds_card(link: &Link) -> bool {
    let record = Record::decode(&link.entry.payload);
    record.is_ok_and(|record| matches!(&record.input.what, What::Event(Event::Cards { event, .. }) if event.card().is_some()))
}
