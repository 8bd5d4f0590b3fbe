//! The spins that have come since the last look, read from the mirror of the journal: each is decoded once.

use crate::diagnostics::Decoder;
use crate::journal::{Bookmark, JournalError, MirrorReader, Record};
use crate::model::{Event, SpinFigures, Timestamp, What};

/// Reads one spin after the other.
#[derive(Debug)]
pub struct SpinReader {
    decoder: Decoder,
    bookmark: Option<Bookmark>,
    record: u64,
}

impl SpinReader {
    /// Begins behind `record`, the last one that was read before; where that is 0, with the newest segment of the mirror.
    #[must_use]
    pub const fn new(decoder: Decoder, record: u64) -> Self {
        Self { decoder, bookmark: None, record }
    }

    /// Begins anew behind `record`, as [`Self::new`] does.
    pub const fn begin_behind(&mut self, record: u64) {
        (self.bookmark, self.record) = (None, record);
    }

    /// The last record that was read; 0 where there was none.
    #[must_use]
    pub const fn record(&self) -> u64 {
        self.record
    }

    /// Reads on: when each spin ended, by the house's time, and its figures.
    ///
    /// # Errors
    /// Where the mirror cannot be read; the next look then begins where this one did, or behind a segment that is damaged.
    pub fn read_on(&mut self, reader: &MirrorReader) -> Result<Vec<(Timestamp, SpinFigures)>, JournalError> {
        let Some(bookmark) = self.bookmark.or_else(|| self.begin(reader)) else { return Ok(Vec::new()) };
        self.bookmark = Some(bookmark);
        let (mut spins, mut last, read_before) = (Vec::new(), self.record, self.record);
        let decoder = &self.decoder;
        let read = reader.read_on(&bookmark, |link| {
            last = link.entry.number;
            if last > read_before && link.entry.round != 0 {
                spins.extend(figures(decoder, &Record::decode(&link.entry.payload)?).map(|figures| (link.entry.at, figures)));
            }
            Ok(())
        });
        let end = read.inspect_err(|error| self.bookmark = behind(error, reader).or(self.bookmark))?;
        (self.bookmark, self.record) = (Some(end), last);
        Ok(spins)
    }

    /// Where the first look begins; `None` where the mirror is empty.
    fn begin(&self, reader: &MirrorReader) -> Option<Bookmark> {
        let newest_segment = || reader.starts().last().copied();
        let next = if self.record == 0 { newest_segment()? } else { self.record.saturating_add(1) };
        reader.bookmark(next)
    }
}

/// The start of the first segment behind the one that is damaged: it would be read again and again, and no later spin. `None` where there is none, or
/// where nothing is damaged.
fn behind(error: &JournalError, reader: &MirrorReader) -> Option<Bookmark> {
    let JournalError::Damaged { number, .. } = error else { return None };
    reader.starts().into_iter().find(|start| start > number).and_then(|start| reader.bookmark(start))
}

/// What the spin showed that this record ends, if it ends one.
fn figures(decoder: &Decoder, record: &Record) -> Option<SpinFigures> {
    let What::Event(Event::Wheel(event)) = &record.input.what else { return None };
    if event.evidence.is_empty() { None } else { decoder.decode(&event.evidence).map(|measured| measured.figures) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::played::{Played, second};
    use crate::model::{Pocket, WheelEvent, WheelHappening};

    impl Played {
        /// A spin at whose end the rotor turned at so many tenths of a turn a minute: its record.
        fn spin(&mut self, tenths_rpm: u32) -> u64 {
            let happening = WheelHappening::Result(Pocket::new(17).expect("a pocket"));
            let evidence = format!("0.0 < *X;5;001;17;0;{tenths_rpm};0\n").into_bytes();
            self.happen(1, Event::Wheel(WheelEvent { spin: Some(1), happening, evidence }), Vec::new())
        }
    }

    /// When each spin ended that is new to the reader, and the rotor's speed then.
    fn read(reader: &mut SpinReader, played: &Played) -> Vec<(Timestamp, Option<u32>)> {
        let spins = reader.read_on(&played.reader()).expect("it can be read");
        spins.into_iter().map(|(at, figures)| (at, figures.rotor_at_end_centirpm)).collect()
    }

    #[test]
    fn each_spin_is_read_once_also_over_a_restart() {
        let mut played = Played::new();
        let mut reader = SpinReader::new(Decoder::default(), 0);
        assert_eq!(read(&mut reader, &played), []);
        let (first, second_record) = (played.spin(160), played.spin(170));
        assert_eq!(read(&mut reader, &played), [(second(first), Some(1_600)), (second(second_record), Some(1_700))]);
        assert_eq!(read(&mut reader, &played), []);
        let third = played.spin(180);
        let mut restarted = SpinReader::new(Decoder::default(), reader.record());
        assert_eq!(read(&mut restarted, &played), [(second(third), Some(1_800))]);
        assert_eq!(read(&mut reader, &played), [(second(third), Some(1_800))]);
    }

    #[test]
    fn a_journal_that_is_younger_than_what_was_read_is_read_on_from_its_end() {
        let mut played = Played::new();
        let old = played.spin(160);
        let mut reader = SpinReader::new(Decoder::default(), 1_000);
        assert_eq!((read(&mut reader, &played), reader.record()), (Vec::new(), old));
        let new = played.spin(170);
        assert_eq!(read(&mut reader, &played), [(second(new), Some(1_700))]);
    }

    #[test]
    fn a_mirror_that_could_not_be_read_is_tried_again() {
        let mut played = Played::new();
        let first = played.spin(160);
        // What is damaged at the very end was never acknowledged, and is no damage.
        let ends = [first, played.spin(160), played.spin(160)].map(|record| (second(record), Some(1_600)));
        let segment = played.mirror().join("000001.mirror");
        let whole = std::fs::read(&segment).expect("the segment can be read");
        let mut torn = whole.clone();
        torn[100] ^= 1;
        std::fs::write(&segment, torn).expect("it can be written");
        let mut reader = SpinReader::new(Decoder::default(), 0);
        assert!(reader.read_on(&played.reader()).is_err());
        std::fs::write(&segment, whole).expect("it can be written");
        assert_eq!(read(&mut reader, &played), ends);
    }

    #[test]
    fn a_restart_after_a_new_segment_was_begun_skips_no_spin() {
        let mut played = Played::new();
        let mut reader = SpinReader::new(Decoder::default(), 0);
        let taken = played.spin(160);
        assert_eq!(read(&mut reader, &played), [(second(taken), Some(1_600))]);
        let end_of_first = played.spin(170);
        while played.reader().starts().len() < 2 {
            played.fill(1);
        }
        let in_second = played.spin(180);
        let mut restarted = SpinReader::new(Decoder::default(), taken);
        assert_eq!(read(&mut restarted, &played), [(second(end_of_first), Some(1_700)), (second(in_second), Some(1_800))]);
        // With nothing taken before, the first segment is not read.
        let mut new = SpinReader::new(Decoder::default(), 0);
        assert_eq!(read(&mut new, &played), [(second(in_second), Some(1_800))]);
    }

    #[test]
    fn a_damaged_segment_does_not_hold_up_the_spins_of_the_next_one() {
        let mut played = Played::new();
        let taken = played.spin(160);
        while played.reader().starts().len() < 2 {
            played.fill(1);
        }
        let in_second = played.spin(180);
        let segment = played.mirror().join("000001.mirror");
        let mut torn = std::fs::read(&segment).expect("the segment can be read");
        torn[100] ^= 1;
        std::fs::write(&segment, torn).expect("it can be written");
        let mut reader = SpinReader::new(Decoder::default(), taken);
        assert!(reader.read_on(&played.reader()).is_err());
        assert_eq!(read(&mut reader, &played), [(second(in_second), Some(1_800))]);
    }

    #[test]
    fn a_read_error_after_a_first_look_skips_no_spin() {
        let mut played = Played::new();
        let mut reader = SpinReader::new(Decoder::default(), 0);
        let taken = played.spin(160);
        assert_eq!(read(&mut reader, &played), [(second(taken), Some(1_600))]);
        let segment = played.mirror().join("000001.mirror");
        let before = std::fs::read(&segment).expect("the segment can be read");
        let ends = [170, 180, 190].map(|tenths| (second(played.spin(tenths)), Some(tenths * 10)));
        let whole = std::fs::read(&segment).expect("the segment can be read");
        let next = whole.iter().zip(&before).position(|(now, then)| now != then).expect("spins were added");
        let mut torn = whole.clone();
        torn[next + 20] ^= 1;
        std::fs::write(&segment, torn).expect("it can be written");
        assert!(reader.read_on(&played.reader()).is_err());
        assert_eq!(reader.record(), taken);
        std::fs::write(&segment, whole).expect("it can be written");
        assert_eq!(read(&mut reader, &played), ends);
    }
}
