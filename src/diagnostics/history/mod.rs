//! What is over, of any age, a page at a time: rounds, and deals at a table; those of one seat, or all of them.
//!
//! Here lives how pages are read off the journal's mirror, backwards and a few segments at a time, and how their first one is found without
//! reading what came after it. What is read is in the files beside it.

mod deals;
mod hands;
mod rounds;
mod stay;
#[cfg(test)]
mod tests;

pub use deals::deals_of;
pub use hands::hands_of;
pub use rounds::rounds_of;
pub use stay::has_stayed;

use deals::Deals;
use hands::Hands;
use rounds::Rounds;

use core::ops::ControlFlow;

use crate::journal::{Entry, Head, JournalError, Link, MirrorReader, Record};
use crate::model::{ClockOffset, Fact, Page, PageRequest, PastGame, PastPart, Seat, Sought, Timestamp};

/// How many segments of the mirror are read for a page, unless what is looked for is longer. A page may so be short, or empty where nothing was
/// played for long; the next one goes on before it.
const SEGMENTS: usize = 2;

/// How many segments are looked into to find where a number lies, and in how many the end of what began there is looked for. Of what takes
/// longer, more pages are read.
const LOOKS: usize = 16;

/// What is looked for in the journal: something that facts tell of from its opening on, one after the other.
trait Search {
    /// What is found.
    type Found: Told;

    /// Whether the fact tells of one.
    fn is_told_by(&self, fact: &Fact) -> bool;

    /// What this fact opens; `None` where it opens nothing.
    fn open(&self, at: Timestamp, fact: &Fact) -> Option<Self::Found>;

    /// Adds what a later fact tells.
    fn add(&self, found: &mut Self::Found, at: Timestamp, fact: Fact);

    /// Puts into it the moments as people were shown them.
    fn show(&self, found: &mut Self::Found, offset: ClockOffset);

    /// Whether it is over, and for the eyes that look.
    fn is_wanted(&self, found: &Self::Found) -> bool;
}

/// What is told of by the journal, as far as it can be sought by it.
trait Told {
    fn number(&self) -> u64;
    fn began_at(&self) -> Timestamp;
    fn parts(&self) -> Vec<PastPart>;
}

/// A fact that is told of something looked for, with the record that told it.
struct RecordedFact {
    number: u64,
    at: Timestamp,
    /// By how much the wall clock was ahead then.
    offset: ClockOffset,
    fact: Fact,
}

/// What one segment tells.
struct Segment {
    told: Vec<RecordedFact>,
    /// The moment of its first record, as people were shown it.
    begins_at: Option<Timestamp>,
    /// The head after its last record that was read.
    head: Option<Head>,
}

/// Something that was told of.
struct Recalled<F> {
    /// The record that opened it.
    opened: u64,
    /// By how much the wall clock was ahead when it was told of last.
    offset: ClockOffset,
    found: F,
}

/// The record with which a game began that is over; `None` where there is no such game, or for the eyes of a seat where it had no part in it: where
/// no page of the seat's past would list it. For a seat no more is read than is looked into to find where a number lies, as it may ask for anything
/// as often as it likes: of a game that is not found so, at a table where nothing was played for very long, there is nothing for it either.
///
/// # Errors
/// Where the mirror cannot be read.
pub fn opening_of(reader: &MirrorReader, eyes: Option<Seat>, game: PastGame) -> Result<Option<u64>, JournalError> {
    let pages_most = eyes.map_or(usize::MAX, |_| LOOKS / SEGMENTS);
    match game {
        PastGame::Round(round) => opening(pages_most, reader, &Rounds { eyes }, round),
        PastGame::Deal { table, deal } if table.between_players().is_some() => opening(pages_most, reader, &Hands { eyes, table }, deal),
        PastGame::Deal { table, deal } => opening(pages_most, reader, &Deals { eyes, table }, deal),
    }
}

/// Those that are asked for, newest first.
fn page<S: Search>(reader: &MirrorReader, search: &S, asked: &PageRequest) -> Result<Page<S::Found>, JournalError> {
    read_back(reader, search, asked).map(|reading| reading.page)
}

/// The record that opened the one of this number, which is over; `None` where there is none, or none on so many pages.
fn opening<S: Search>(pages_most: usize, reader: &MirrorReader, search: &S, number: u64) -> Result<Option<u64>, JournalError> {
    let sought = Sought { number: Some(number), ..Sought::default() };
    let mut asked = PageRequest { sought, before: None, count: 1 };
    for _ in 0..pages_most {
        let reading = read_back(reader, search, &asked)?;
        match (reading.opened.first(), reading.page.next) {
            (Some(opened), _) => return Ok(Some(*opened)),
            (None, None) => return Ok(None),
            (None, next) => asked.before = next,
        }
    }
    Ok(None)
}

fn read_back<'a, S: Search>(reader: &MirrorReader, search: &'a S, asked: &'a PageRequest) -> Result<Reading<'a, S>, JournalError> {
    let (end, told) = match asked.before {
        Some(before) => (before, Vec::new()),
        None => last_of(reader, search, &asked.sought)?,
    };
    let page = Page { entries: Vec::new(), next: None, back_to: None, head: String::new() };
    let mut reading = Reading { search, asked, end, told, has_found: false, opened: Vec::new(), page };
    let starts = reader.starts().into_iter().rev().filter(|start| *start <= end);
    let mut read = 0;
    for start in starts {
        if read >= SEGMENTS && reading.page.next.is_some() {
            return Ok(reading);
        }
        // Of a segment that begins where the page does only one record is read.
        read += usize::from(start < reading.end);
        let segment = tell(reader, search, start, reading.end)?;
        if reading.take(start, segment).is_break() {
            return Ok(reading);
        }
    }
    reading.page.next = None;
    Ok(reading)
}

/// A page on its way back through the journal.
struct Reading<'a, S: Search> {
    search: &'a S,
    asked: &'a PageRequest,
    /// The last record that is not read yet.
    end: u64,
    /// What was told of one whose beginning is not read yet.
    told: Vec<RecordedFact>,
    has_found: bool,
    /// The records that opened what stands on the page.
    opened: Vec<u64>,
    page: Page<S::Found>,
}

impl<S: Search> Reading<'_, S> {
    /// Takes in the segment that begins with this record, the newest first, until the page is whole.
    fn take(&mut self, start: u64, segment: Segment) -> ControlFlow<()> {
        let Segment { told, begins_at, head } = segment;
        self.told.splice(0..0, told);
        self.end = start - 1;
        if self.page.head.is_empty() {
            self.page.head = head.map(|head| head.to_string()).unwrap_or_default();
        }
        self.page.back_to = begins_at.or(self.page.back_to);
        match self.told.iter().position(|told| self.search.open(told.at, &told.fact).is_some()) {
            Some(first) => self.take_opened(first)?,
            // Where nothing waits for its beginning, the next page may begin here.
            None if self.told.is_empty() => self.page.next = Some(start),
            None => self.page.next = self.page.next.filter(|_| self.has_found),
        }
        if begins_at.is_some_and(|begins_at| self.asked.sought.is_behind(begins_at)) {
            self.page.next = None;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Takes in what was told of from its opening on, of which the first is this one.
    fn take_opened(&mut self, first: usize) -> ControlFlow<()> {
        let PageRequest { sought, before, count } = *self.asked;
        (self.page.next, self.has_found) = (Some(self.told[first].number), true);
        for Recalled { opened, found, .. } in recall(self.search, self.told.split_off(first)).into_iter().rev() {
            let (number, began_at) = (found.number(), found.began_at());
            let is_earlier = before.is_none_or(|before| opened < before);
            if is_earlier && self.search.is_wanted(&found) && sought.is(number, began_at, &found.parts()) {
                self.page.entries.push(found);
                self.opened.push(opened);
            }
            if sought.ends_with(number, began_at) {
                self.page.next = None;
                return ControlFlow::Break(());
            }
            if self.page.entries.len() == count {
                self.page.next = Some(opened);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

/// The last record before which all that is sought began, and what is told behind it of one that began before it.
fn last_of<S: Search>(reader: &MirrorReader, search: &S, sought: &Sought) -> Result<(u64, Vec<RecordedFact>), JournalError> {
    let starts = reader.starts();
    let end_of = |segment: usize| starts.get(segment + 1).map_or(u64::MAX, |next| next - 1);
    let mut behind = starts.len();
    if let Some(until) = sought.until {
        behind = first_behind(behind, |segment| {
            let begins_at = tell(reader, search, starts[segment], starts[segment])?.begins_at;
            Ok(begins_at.map(|begins_at| until < begins_at))
        })?;
    }
    if let Some(number) = sought.number {
        behind = first_behind(behind, |segment| {
            let (_, opened) = told_until_opened(reader, search, starts[segment], end_of(segment))?;
            Ok(opened.map(|opened| number < opened))
        })?;
    }
    let Some(&start) = starts.get(behind) else { return Ok((u64::MAX, Vec::new())) };
    let (told, _) = told_until_opened(reader, search, start, end_of(behind + LOOKS))?;
    Ok((start - 1, told))
}

/// The first of so many segments that lies behind what is sought. `is_behind` says so of one, or nothing where the segment does not tell; of
/// segments that need too many looks, the first of those after them.
fn first_behind(segments: usize, mut is_behind: impl FnMut(usize) -> Result<Option<bool>, JournalError>) -> Result<usize, JournalError> {
    let (mut low, mut high, mut looks) = (0, segments, 0);
    while low < high {
        let middle = low.midpoint(high);
        let (mut next, mut told) = (middle, None);
        while told.is_none() && next < high {
            if looks == LOOKS {
                return Ok(high);
            }
            (told, looks, next) = (is_behind(next)?, looks + 1, next + 1);
        }
        match told {
            Some(false) => low = next,
            Some(true) | None => high = middle,
        }
    }
    Ok(high)
}

/// What the records from `start` to `end` tell up to the first opening among them, and the number of what is opened there.
fn told_until_opened<S: Search>(
    reader: &MirrorReader,
    search: &S,
    start: u64,
    end: u64,
) -> Result<(Vec<RecordedFact>, Option<u64>), JournalError> {
    let mut told = Vec::new();
    for link in reader.range(start, end) {
        for fact in facts_of(search, &link?)? {
            if let Some(opened) = search.open(fact.at, &fact.fact) {
                return Ok((told, Some(opened.number())));
            }
            told.push(fact);
        }
    }
    Ok((told, None))
}

/// What the records from `start` to `end`, which lie in one segment, tell of what is looked for.
fn tell<S: Search>(reader: &MirrorReader, search: &S, start: u64, end: u64) -> Result<Segment, JournalError> {
    let mut segment = Segment { told: Vec::new(), begins_at: None, head: None };
    for link in reader.range(start, end) {
        let link = link?;
        segment.head = Some(link.head());
        if segment.begins_at.is_none() {
            let offset = Record::decode(&link.entry.payload)?.clock_offset.unwrap_or_default();
            segment.begins_at = Some(offset.shown(link.entry.at));
        }
        segment.told.extend(facts_of(search, &link)?);
    }
    Ok(segment)
}

/// What a record tells of what is looked for.
fn facts_of<S: Search>(search: &S, link: &Link) -> Result<Vec<RecordedFact>, JournalError> {
    let Entry { number, at, payload, .. } = &link.entry;
    let Record { facts, clock_offset, .. } = Record::decode(payload)?;
    let facts = facts.into_iter().filter(|fact| search.is_told_by(fact));
    Ok(facts.map(|fact| RecordedFact { number: *number, at: *at, offset: clock_offset.unwrap_or_default(), fact }).collect())
}

/// What was told of from its opening on, in order. As in the live view, its moments are shown by the wall clock as that was at its end.
fn recall<S: Search>(search: &S, told: Vec<RecordedFact>) -> Vec<Recalled<S::Found>> {
    let mut all: Vec<Recalled<S::Found>> = Vec::new();
    for RecordedFact { number, at, offset, fact } in told {
        if let Some(found) = search.open(at, &fact) {
            all.push(Recalled { opened: number, offset, found });
        } else if let Some(last) = all.last_mut() {
            last.offset = offset;
            search.add(&mut last.found, at, fact);
        }
    }
    all.iter_mut().for_each(|each| search.show(&mut each.found, each.offset));
    all
}
