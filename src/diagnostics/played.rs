//! A journal for tests, made of facts.

use std::path::Path;

use crate::journal::{Entry, Journal, MirrorReader, Paths, Record};
use crate::model::{ClockOffset, Event, Fact, Input, Page, PageRequest, Seat, Sought, Timestamp, What};

/// A journal in which something is played, each record a second after the one before it.
pub(in crate::diagnostics) struct Played {
    paths: Paths,
    journal: Journal,
    clock_offset: Option<ClockOffset>,
    _folder: tempfile::TempDir,
}

pub(in crate::diagnostics) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

pub(in crate::diagnostics) fn second(number: u64) -> Timestamp {
    Timestamp::from_microseconds(number * 1_000_000)
}

/// A page of all that is over.
pub(in crate::diagnostics) fn newest(before: Option<u64>, count: usize) -> PageRequest {
    PageRequest { sought: Sought::default(), before, count }
}

impl Played {
    pub(in crate::diagnostics) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let paths = Paths { journal: folder.path().join("journal"), mirror: folder.path().join("mirror") };
        let (journal, _) = Journal::open(&paths).expect("a journal can be begun");
        Self { paths, journal, clock_offset: None, _folder: folder }
    }

    /// A record of these facts: its number.
    pub(in crate::diagnostics) fn record(&mut self, round: u64, facts: Vec<Fact>) -> u64 {
        self.happen(round, Event::Wake, facts)
    }

    /// A record of this event and what it brought about: its number.
    pub(in crate::diagnostics) fn happen(&mut self, round: u64, event: Event, facts: Vec<Fact>) -> u64 {
        let number = self.journal.head().number + 1;
        let input = Input { number, at: second(number), what: What::Event(event) };
        let record = Record { clock_offset: self.clock_offset, ..Record::bare(input, facts, [0; 32]) };
        let entry = Entry { number, at: second(number), round, payload: record.encode() };
        self.journal.append(vec![entry]).expect("this disk can be written");
        number
    }

    /// From now on the wall clock is so many seconds ahead, and records say so.
    pub(in crate::diagnostics) fn set_clock(&mut self, seconds: i64) {
        self.clock_offset = Some(ClockOffset::from_microseconds(seconds * 1_000_000));
    }

    /// A record that takes more than an eighth of a segment: noise, which cannot be compressed.
    pub(in crate::diagnostics) fn fill(&mut self, round: u64) {
        let mut state = round;
        let mut next = || {
            // Marsaglia's xorshift.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            char::from(b' ' + (state % 95) as u8)
        };
        let reason = (0..1_200_000).map(|_| next()).collect();
        self.record(round, vec![Fact::Held { fault: None, reason }]);
    }

    /// The head after this record.
    pub(in crate::diagnostics) fn head_at(&self, number: u64) -> String {
        self.journal.read(number).expect("the journal can be read").expect("there is such a record").head().to_string()
    }

    /// Its mirror.
    pub(in crate::diagnostics) fn mirror(&self) -> &Path {
        &self.paths.mirror
    }

    /// One bit of the first commit in this segment is another one from now on.
    pub(in crate::diagnostics) fn damage(&self, segment: &str) {
        let path = self.mirror().join(segment);
        let mut bytes = std::fs::read(&path).expect("the segment can be read");
        bytes[100] ^= 1;
        std::fs::write(&path, bytes).expect("it can be written");
    }

    pub(in crate::diagnostics) fn reader(&self) -> MirrorReader {
        MirrorReader::open(&self.paths.mirror).expect("the mirror can be read")
    }

    /// The numbers of what stands on every page, page by page.
    pub(in crate::diagnostics) fn numbers<T>(&self, page: impl Fn(Option<u64>) -> Page<T>, number: impl Fn(&T) -> u64) -> Vec<Vec<u64>> {
        let mut pages = Vec::new();
        let mut before = None;
        loop {
            let page = page(before);
            pages.push(page.entries.iter().map(&number).collect());
            before = page.next;
            if before.is_none() {
                return pages;
            }
        }
    }
}
