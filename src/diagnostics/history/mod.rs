//! What of a seat's own is over, of any age, a page at a time: the rounds in which it had bets, and its deals at a table.
//!
//! Here lives how pages are read off the journal's mirror, backwards and a few segments at a time. What is read is in the files beside it.

mod deals;
mod hands;
mod rounds;

pub use deals::deals_of;
pub use hands::hands_of;
pub use rounds::rounds_of;

use crate::journal::{Head, JournalError, MirrorReader, Record};
use crate::model::{ClockOffset, Fact, Page, Timestamp};

/// How many segments of the mirror are read for a page, unless what is looked for is longer. A page may so be short, or empty where the seat
/// has not played for long; the next one goes on before it.
const SEGMENTS: usize = 2;

/// What is looked for in the journal: something that facts tell of from its opening on, one after the other.
trait Search {
    /// What is found.
    type Found;

    /// Whether the fact tells of one.
    fn is_told_by(&self, fact: &Fact) -> bool;

    /// What this fact opens; `None` where it opens nothing.
    fn open(&self, at: Timestamp, fact: &Fact) -> Option<Self::Found>;

    /// Adds what a later fact tells.
    fn add(&self, found: &mut Self::Found, at: Timestamp, fact: Fact);

    /// Puts into it the moments as people were shown them.
    fn show(&self, found: &mut Self::Found, offset: ClockOffset);

    /// Whether it is over, and of the seat.
    fn is_wanted(&self, found: &Self::Found) -> bool;
}

/// A fact that is told of something looked for, with the record that told it.
struct RecordedFact {
    number: u64,
    at: Timestamp,
    /// By how much the wall clock was ahead then.
    offset: ClockOffset,
    fact: Fact,
}

/// The newest first: at most `count` of those that were opened before record `before`, or of all.
fn page<S: Search>(reader: &MirrorReader, search: &S, before: Option<u64>, count: usize) -> Result<Page<S::Found>, JournalError> {
    let mut page = Page { entries: Vec::new(), next: None, head: String::new() };
    let mut end = before.unwrap_or(u64::MAX);
    let starts = reader.starts().into_iter().rev().filter(|start| *start < end);
    // What was told of one whose beginning is not read yet.
    let mut told = Vec::new();
    for (read, start) in starts.collect::<Vec<_>>().into_iter().enumerate() {
        if read >= SEGMENTS && page.next.is_some() {
            return Ok(page);
        }
        let (of_segment, head) = tell(reader, search, start, end)?;
        told.splice(0..0, of_segment);
        // The newest are read first.
        if page.head.is_empty() {
            page.head = head.map(|head| head.to_string()).unwrap_or_default();
        }
        end = start - 1;
        let Some(first) = told.iter().position(|told| search.open(told.at, &told.fact).is_some()) else { continue };
        page.next = Some(told[first].number);
        for (opened, found) in recall(search, told.split_off(first)).into_iter().rev() {
            page.entries.push(found);
            if page.entries.len() == count {
                return Ok(Page { next: Some(opened), ..page });
            }
        }
    }
    Ok(Page { next: None, ..page })
}

/// What these records tell of what is looked for, and the head after the last of them.
fn tell<S: Search>(reader: &MirrorReader, search: &S, start: u64, end: u64) -> Result<(Vec<RecordedFact>, Option<Head>), JournalError> {
    let (mut told, mut head) = (Vec::new(), None);
    for link in reader.range(start, end) {
        let link = link?;
        head = Some(link.head());
        let entry = link.entry;
        let Record { facts, clock_offset, .. } = Record::decode(&entry.payload)?;
        let offset = clock_offset.unwrap_or_default();
        let facts = facts.into_iter().filter(|fact| search.is_told_by(fact));
        told.extend(facts.map(|fact| RecordedFact { number: entry.number, at: entry.at, offset, fact }));
    }
    Ok((told, head))
}

/// What was told of from its opening on and is wanted, each with the record that opened it. As in the live view, its moments are shown by the
/// wall clock as that was at its end.
fn recall<S: Search>(search: &S, told: Vec<RecordedFact>) -> Vec<(u64, S::Found)> {
    let mut all: Vec<(u64, ClockOffset, S::Found)> = Vec::new();
    for RecordedFact { number, at, offset, fact } in told {
        if let Some(found) = search.open(at, &fact) {
            all.push((number, offset, found));
        } else if let Some((_, last, found)) = all.last_mut() {
            *last = offset;
            search.add(found, at, fact);
        }
    }
    all.retain(|(.., found)| search.is_wanted(found));
    let shown = |(number, offset, mut found)| {
        search.show(&mut found, offset);
        (number, found)
    };
    all.into_iter().map(shown).collect()
}
