//! The faults of the whole journal, as it tells them: from its oldest record on, a few segments at a time, each read once.

use super::Gathered;
use crate::journal::{Bookmark, JournalError, Link, MirrorReader, Record};
use crate::model::{FaultHistoryView, JournalReach};

/// The faults of a journal, kept up from one look to the next.
#[derive(Debug, Default)]
pub struct FaultHistory {
    counted: Counted,
    is_damaged: bool,
    place: Place,
}

/// How far the journal was read.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// All segments that begin before this record.
    Before(u64),
    /// All that there was.
    End(Bookmark),
}

impl Default for Place {
    fn default() -> Self {
        Self::Before(0)
    }
}

/// What was counted so far.
#[derive(Debug, Default)]
struct Counted {
    faults: Gathered,
    /// The first and the newest round of the records; `None` where none was of a round.
    rounds: Option<(u64, u64)>,
}

impl FaultHistory {
    /// Reads at most so many of the segments that are not read yet, the oldest first, and after them all that is new. What lies before something
    /// damaged is left out.
    ///
    /// # Errors
    /// Where what is new cannot be read; the next look then begins anew.
    pub fn look(&mut self, reader: &MirrorReader, segments: usize) -> Result<FaultHistoryView, JournalError> {
        let mut history = std::mem::take(self);
        for _ in 0..segments {
            history.read_segment(reader);
        }
        history.read_on(reader)?;
        *self = history;
        Ok(self.view())
    }

    /// Reads one segment, if it is not the last one: that one still grows.
    fn read_segment(&mut self, reader: &MirrorReader) {
        let Place::Before(read_to) = self.place else { return };
        let starts = reader.starts();
        let mut unread = starts.into_iter().filter(|start| *start >= read_to);
        let Some(start) = unread.next() else { return };
        let Some(end) = unread.next() else {
            self.place = reader.bookmark(start).map_or(self.place, Place::End);
            return;
        };
        let read = reader.range(start, end - 1).try_for_each(|link| self.counted.take(&link?));
        if read.is_err() {
            (self.counted, self.is_damaged) = (Counted::default(), true);
        }
        self.place = Place::Before(end);
    }

    fn read_on(&mut self, reader: &MirrorReader) -> Result<(), JournalError> {
        let Place::End(bookmark) = self.place else { return Ok(()) };
        self.place = Place::End(reader.read_on(&bookmark, |link| self.counted.take(link))?);
        Ok(())
    }

    fn view(&self) -> FaultHistoryView {
        let Counted { faults, rounds } = &self.counted;
        let reach = match self.place {
            Place::Before(_) => JournalReach::GoesOn,
            Place::End(_) if self.is_damaged => JournalReach::Damaged,
            Place::End(_) => JournalReach::Whole,
        };
        FaultHistoryView {
            faults: faults.newest_first(),
            tallies: faults.tallies(),
            since: faults.since(),
            until: faults.until(),
            rounds: rounds.map_or(0, |(first, newest)| newest - first + 1),
            reach,
        }
    }
}

impl Counted {
    fn take(&mut self, link: &Link) -> Result<(), JournalError> {
        self.faults.take(&Record::decode(&link.entry.payload)?);
        let round = link.entry.round;
        if round != 0 {
            let (first, newest) = self.rounds.unwrap_or((round, round));
            self.rounds = Some((first.min(round), newest.max(round)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::played::{Played, second};
    use crate::model::{Event, FaultCode, WheelEvent, WheelHappening};

    impl Played {
        fn happen_at_wheel(&mut self, round: u64, happening: WheelHappening) {
            self.happen(round, Event::Wheel(WheelEvent { spin: None, happening, evidence: Vec::new() }), Vec::new());
        }

        /// A round in which a fault comes and goes, and which takes more than half a segment.
        fn faulty_round(&mut self, round: u64) {
            self.happen_at_wheel(round, WheelHappening::Fault { code: FaultCode::Sensor, detail: round.to_string() });
            self.happen_at_wheel(round, WheelHappening::FaultCleared(FaultCode::Sensor));
            (0..5).for_each(|_| self.fill(round));
        }
    }

    fn played(rounds: u64) -> Played {
        let mut played = Played::new();
        (1..=rounds).for_each(|round| played.faulty_round(round));
        assert!(rounds < 8 || played.reader().starts().len() > 4, "they lie in several segments");
        played
    }

    fn look(history: &mut FaultHistory, played: &Played, segments: usize) -> FaultHistoryView {
        history.look(&played.reader(), segments).expect("it can be read")
    }

    /// How often the sensor's fault came, over how many rounds that was counted, and how far the journal was read.
    #[track_caller]
    fn check(view: &FaultHistoryView, times: u64, rounds: u64, reach: JournalReach) {
        let counted: u64 = view.tallies.iter().map(|tally| tally.times).sum();
        assert_eq!((counted, view.rounds, view.reach), (times, rounds, reach));
    }

    #[test]
    fn a_journal_without_a_record_has_no_faults() {
        let view = look(&mut FaultHistory::default(), &Played::new(), 2);
        assert_eq!((view.faults.len(), view.since, view.until), (0, None, None));
        check(&view, 0, 0, JournalReach::Whole);
    }

    #[test]
    fn every_fault_of_the_journal_is_counted_once_however_many_looks_read_it() {
        let mut played = played(8);
        let (mut of_many_looks, mut before) = (FaultHistory::default(), 0);
        for number in 1.. {
            let view = look(&mut of_many_looks, &played, 1);
            assert!(view.rounds > before, "look {number}: {} rounds after {before}", view.rounds);
            before = view.rounds;
            if view.reach == JournalReach::Whole {
                assert!(number > 3, "not all were read at once");
                break;
            }
            check(&view, view.rounds, view.rounds, JournalReach::GoesOn);
        }
        (9..=12).for_each(|round| played.faulty_round(round));
        let view = look(&mut of_many_looks, &played, 1);
        check(&view, 12, 12, JournalReach::Whole);
        assert_eq!(view, look(&mut FaultHistory::default(), &played, 100), "a look that reads all at once");
        assert_eq!((view.faults[0].detail.as_str(), view.since), ("12", Some(second(1))));
    }

    #[test]
    fn what_lies_before_damage_is_left_out_and_that_is_said() {
        let played = played(8);
        played.damage("000002.mirror");
        let mut history = FaultHistory::default();
        for _ in 0..2 {
            let view = look(&mut history, &played, 100);
            assert!((2..8).contains(&view.rounds), "{} rounds", view.rounds);
            // Of the first of these rounds only the end lies behind the damage.
            check(&view, view.rounds - 1, view.rounds, JournalReach::Damaged);
        }
    }

    #[test]
    fn a_journal_whose_newest_records_cannot_be_read_is_read_anew_once_they_can() {
        let mut played = played(1);
        let mut history = FaultHistory::default();
        check(&look(&mut history, &played, 100), 1, 1, JournalReach::Whole);
        let last = played.mirror().join("000001.mirror");
        let whole = std::fs::read(&last).expect("the segment can be read");
        played.faulty_round(2);
        let grown = std::fs::read(&last).expect("the segment can be read");
        let new = whole.iter().zip(&grown).position(|(before, after)| before != after).expect("the segment has grown");
        let mut broken = grown.clone();
        broken[new + 60] ^= 1;
        std::fs::write(&last, broken).expect("it can be written");
        assert!(history.look(&played.reader(), 100).is_err(), "what is new is damaged");
        std::fs::write(&last, grown).expect("it can be written");
        check(&look(&mut history, &played, 100), 2, 2, JournalReach::Whole);
    }
}
