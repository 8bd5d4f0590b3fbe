//! The spins that were made, as the journal tells them: the newest first, a few segments at a time, each read once.

use std::collections::VecDeque;

use super::wheel::Wheel;
use crate::diagnostics::rounds;
use crate::journal::{Bookmark, Entry, JournalError, MirrorReader, Record};
use crate::model::{Fact, JournalReach};

/// Past spins, each by its pocket's place on the wheel. Those of a session follow each other.
#[derive(Debug, PartialEq, Eq)]
pub struct SpinList {
    /// The wheel.
    pub wheel: Wheel,
    /// Where the ball lay, session by session.
    pub sessions: Vec<Vec<usize>>,
    /// How many spins did not count; a list from elsewhere does not tell of them.
    pub no_spins: usize,
    /// Where the ball lay in those of them of which the wheel said it.
    pub no_spin_places: Vec<usize>,
}

/// The spins of a journal, as far as they were read.
#[derive(Debug, PartialEq, Eq)]
pub struct SpinsRead {
    /// The spins. All are one session: which ball fell before which is known.
    pub list: SpinList,
    /// Of how many rounds they are, the newest of all.
    pub rounds: u64,
    /// The number of the newest round.
    pub newest_round: u64,
    /// How far back they were read.
    pub reach: JournalReach,
}

/// The spins of the newest rounds, kept up from one look to the next: what was read is not read again.
#[derive(Debug)]
pub struct PastSpins {
    /// Of how many rounds at most.
    most: u64,
    gathered: Option<Gathered>,
}

impl PastSpins {
    /// Those of the newest `most` rounds; nothing is read yet.
    #[must_use]
    pub const fn new(most: u64) -> Self {
        Self { most, gathered: None }
    }

    /// Reads what is new, and at most so many segments farther back. What is damaged there, and all that lies before it, is left out.
    ///
    /// # Errors
    /// Where what is new cannot be read; the next look then begins anew.
    pub fn look(&mut self, reader: &MirrorReader, segments: usize) -> Result<SpinsRead, JournalError> {
        let mut gathered = self.read_on(reader)?;
        if !gathered.is_damaged {
            gathered.is_damaged = gathered.read_back(reader, self.most, segments).is_err();
        }
        Ok(self.keep(gathered, reader))
    }

    /// Reads all of them.
    ///
    /// # Errors
    /// Where the mirror cannot be read.
    pub fn read_all(&mut self, reader: &MirrorReader) -> Result<SpinsRead, JournalError> {
        let mut gathered = self.read_on(reader)?;
        gathered.read_back(reader, self.most, usize::MAX)?;
        Ok(self.keep(gathered, reader))
    }

    fn read_on(&mut self, reader: &MirrorReader) -> Result<Gathered, JournalError> {
        let mut gathered = self.gathered.take().unwrap_or_else(|| Gathered::begin(reader));
        gathered.read_on(reader)?;
        Ok(gathered)
    }

    fn keep(&mut self, mut gathered: Gathered, reader: &MirrorReader) -> SpinsRead {
        gathered.forget_before(self.most);
        let read = gathered.shown(reader, self.most);
        // A journal that has no segment yet has no place to read on from.
        self.gathered = gathered.bookmark.is_some().then_some(gathered);
        read
    }
}

/// What a record tells of a spin of this round. A place on the wheel is at most 36.
#[derive(Clone, Copy, Debug)]
struct Told {
    round: u64,
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    /// The ball lay there, and the spin counts.
    Fell(u8),
    /// A spin did not count.
    NoSpin,
    /// The wheel told a place that was not accepted.
    Uncounted(u8),
}

/// What was read so far.
#[derive(Debug)]
struct Gathered {
    /// How far that is; `None` where the journal has no segment.
    bookmark: Option<Bookmark>,
    /// The record with which that begins, the first of a segment.
    from: u64,
    told: VecDeque<Told>,
    /// The oldest and the newest round of all records that were read; 0 where there was none.
    oldest: u64,
    newest: u64,
    /// Whether what lies before cannot be read.
    is_damaged: bool,
}

impl Gathered {
    /// Nothing yet, before the last segment.
    fn begin(reader: &MirrorReader) -> Self {
        let from = reader.starts().last().copied().unwrap_or(1);
        Self { bookmark: reader.bookmark(from), from, told: VecDeque::new(), oldest: 0, newest: 0, is_damaged: false }
    }

    fn read_on(&mut self, reader: &MirrorReader) -> Result<(), JournalError> {
        let Some(bookmark) = self.bookmark else { return Ok(()) };
        let end = reader.read_on(&bookmark, |link| {
            let record = Record::decode(&link.entry.payload)?;
            self.note_round(link.entry.round);
            self.told.extend(told(&link.entry, &record));
            Ok(())
        })?;
        self.bookmark = Some(end);
        Ok(())
    }

    /// Reads at most so many segments before what was read, the nearest first, until the newest `most` rounds are whole.
    fn read_back(&mut self, reader: &MirrorReader, most: u64, segments: usize) -> Result<(), JournalError> {
        for start in self.earlier(reader).take(segments) {
            if self.has_all(most) {
                return Ok(());
            }
            let mut earlier = Vec::new();
            for link in reader.range(start, self.from - 1) {
                let entry = link?.entry;
                self.note_round(entry.round);
                earlier.extend(told(&entry, &Record::decode(&entry.payload)?));
            }
            earlier.into_iter().rev().for_each(|told| self.told.push_front(told));
            self.from = start;
        }
        Ok(())
    }

    /// Where the segments begin that are not read yet, the last one first.
    fn earlier(&self, reader: &MirrorReader) -> impl Iterator<Item = u64> + use<> {
        let from = self.from;
        reader.starts().into_iter().rev().filter(move |start| *start < from)
    }

    /// A record may be of no round.
    fn note_round(&mut self, round: u64) {
        if round != 0 {
            self.oldest = if self.oldest == 0 { round } else { self.oldest.min(round) };
            self.newest = self.newest.max(round);
        }
    }

    /// Whether a round was read that is older than the newest `most`.
    const fn has_all(&self, most: u64) -> bool {
        self.newest - self.oldest >= most
    }

    fn forget_before(&mut self, most: u64) {
        while self.told.front().is_some_and(|told| told.round.saturating_add(most) <= self.newest) {
            self.told.pop_front();
        }
    }

    fn shown(&self, reader: &MirrorReader, most: u64) -> SpinsRead {
        let reach = if self.has_all(most) || self.earlier(reader).next().is_none() {
            JournalReach::Whole
        } else if self.is_damaged {
            JournalReach::Damaged
        } else {
            JournalReach::GoesOn
        };
        let rounds = if self.newest == 0 { 0 } else { (self.newest - self.oldest + 1).min(most) };
        SpinsRead { list: list(&self.told), rounds, newest_round: self.newest, reach }
    }
}

/// What the record tells of spins, in order.
fn told(entry: &Entry, record: &Record) -> Vec<Told> {
    let place = |place: usize| u8::try_from(place).unwrap_or_default();
    let uncounted = rounds::uncounted(record).filter(|_| entry.round != 0);
    let uncounted = uncounted.map(|pocket| Told { round: entry.round, what: What::Uncounted(place(pocket.place())) });
    let of_facts = record.facts.iter().filter_map(|fact| match fact {
        Fact::Outcome { round, pocket } => Some(Told { round: *round, what: What::Fell(place(pocket.place())) }),
        Fact::NoSpin { round, .. } => Some(Told { round: *round, what: What::NoSpin }),
        _ => None,
    });
    uncounted.into_iter().chain(of_facts).collect()
}

fn list(all: &VecDeque<Told>) -> SpinList {
    let mut list = SpinList { wheel: Wheel::SingleZero, sessions: Vec::new(), no_spins: 0, no_spin_places: Vec::new() };
    let (mut session, mut settled) = (Vec::new(), 0);
    for Told { round, what } in all {
        match what {
            What::Fell(place) => {
                settled = *round;
                session.push(usize::from(*place));
            }
            What::NoSpin => list.no_spins += 1,
            // A number that is told once more after it was settled is no other spin.
            What::Uncounted(place) if settled != *round => list.no_spin_places.push(usize::from(*place)),
            What::Uncounted(_) => {}
        }
    }
    list.sessions.push(session);
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::played::Played;
    use crate::model::{Event, NoSpinReason, Pocket, WheelEvent, WheelHappening};

    fn pocket(number: u8) -> Pocket {
        Pocket::new(number).expect("a pocket")
    }

    /// The place on the wheel where round `round` of these journals ends.
    fn place(round: u64) -> usize {
        pocket((round % 37) as u8).place()
    }

    impl Played {
        fn tell(&mut self, round: u64, number: u8, facts: Vec<Fact>) {
            let happening = WheelHappening::Result(pocket(number));
            self.happen(round, Event::Wheel(WheelEvent { spin: Some(1), happening, evidence: Vec::new() }), facts);
        }

        /// A whole round that ends with the number of its own number.
        fn spun_round(&mut self, round: u64) {
            self.record(round, vec![Fact::RoundOpened { round }]);
            let number = (round % 37) as u8;
            self.tell(round, number, vec![Fact::Outcome { round, pocket: pocket(number) }]);
        }

        fn look(&self, past: &mut PastSpins, segments: usize) -> SpinsRead {
            past.look(&self.reader(), segments).expect("it can be read")
        }
    }

    /// Which rounds a look at a journal of whole rounds has read, and how far that is.
    #[track_caller]
    fn check(read: &SpinsRead, rounds: std::ops::RangeInclusive<u64>, reach: JournalReach) {
        assert_eq!(read.list.sessions, [rounds.clone().map(place).collect::<Vec<_>>()]);
        assert_eq!((read.rounds, read.newest_round, read.reach), (rounds.end() + 1 - rounds.start(), *rounds.end(), reach));
    }

    #[test]
    fn a_journal_without_a_record_has_no_spins() {
        let (played, mut past) = (Played::new(), PastSpins::new(5));
        let read = played.look(&mut past, 2);
        assert_eq!((read.rounds, read.newest_round, read.reach), (0, 0, JournalReach::Whole));
        assert_eq!(read.list.sessions, [[0_usize; 0]]);
    }

    #[test]
    fn the_newest_rounds_are_counted_and_older_ones_forgotten() {
        let (mut played, mut past) = (Played::new(), PastSpins::new(5));
        (1..=3).for_each(|round| played.spun_round(round));
        check(&played.look(&mut past, 2), 1..=3, JournalReach::Whole);
        (4..=9).for_each(|round| played.spun_round(round));
        check(&played.look(&mut past, 2), 5..=9, JournalReach::Whole);
        check(&PastSpins::new(5).read_all(&played.reader()).expect("it can be read"), 5..=9, JournalReach::Whole);
        check(&PastSpins::new(50).read_all(&played.reader()).expect("it can be read"), 1..=9, JournalReach::Whole);
    }

    /// Rounds of which each takes more than half a segment.
    fn long_rounds(rounds: u64) -> Played {
        let mut played = Played::new();
        for round in 1..=rounds {
            played.spun_round(round);
            (0..5).for_each(|_| played.fill(round));
        }
        assert!(played.reader().starts().len() > 4, "they lie in several segments");
        played
    }

    #[test]
    fn each_look_reads_a_few_segments_farther_back_until_all_are_read() {
        let played = long_rounds(8);
        let mut past = PastSpins::new(100);
        let mut before = 0;
        for look in 1..20 {
            let read = played.look(&mut past, 1);
            assert!(read.rounds > before, "look {look}: {} rounds after {before}", read.rounds);
            before = read.rounds;
            if read.reach == JournalReach::Whole {
                assert!(look > 2, "not all were read at once");
                check(&read, 1..=8, JournalReach::Whole);
                return;
            }
            assert_eq!((read.reach, read.newest_round), (JournalReach::GoesOn, 8));
        }
        panic!("all are read by then");
    }

    #[test]
    fn nothing_is_read_that_is_older_than_the_rounds_asked_for() {
        let played = long_rounds(8);
        played.damage("000001.mirror");
        check(&played.look(&mut PastSpins::new(2), 10), 7..=8, JournalReach::Whole);
        assert!(PastSpins::new(100).read_all(&played.reader()).is_err(), "it is damaged");
    }

    #[test]
    fn what_lies_before_damage_is_left_out_and_that_is_said() {
        let played = long_rounds(8);
        played.damage("000001.mirror");
        let mut past = PastSpins::new(100);
        for _ in 0..2 {
            let read = played.look(&mut past, 20);
            assert_eq!((read.reach, read.newest_round), (JournalReach::Damaged, 8));
            assert!((2..8).contains(&read.rounds), "{} rounds", read.rounds);
        }
    }

    /// How many spins did not count, and the pockets of those of them of which the wheel said it, in a round of these numbers, each told of a
    /// launch or not, and settled or not.
    #[track_caller]
    fn check_no_spins(told: &[(u8, bool)], expected: &[u8]) {
        let mut played = Played::new();
        played.record(1, vec![Fact::RoundOpened { round: 1 }, Fact::NoSpin { round: 1, reason: NoSpinReason::CalledOff }]);
        for (number, is_settled) in told {
            let outcome = Fact::Outcome { round: 1, pocket: pocket(*number) };
            played.tell(1, *number, if *is_settled { vec![outcome] } else { Vec::new() });
        }
        let list = played.look(&mut PastSpins::new(5), 2).list;
        let expected: Vec<usize> = expected.iter().map(|number| pocket(*number).place()).collect();
        assert_eq!((list.no_spins, list.no_spin_places), (1, expected));
    }

    #[test]
    fn a_number_that_was_not_accepted_is_of_a_spin_that_did_not_count() {
        check_no_spins(&[(17, false), (5, true)], &[17]);
        check_no_spins(&[(5, true), (5, false)], &[]);
    }
}
