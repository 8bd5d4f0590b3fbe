//! What the last rounds have shown of the devices, kept up from one look to the next: what was read is not read again.

use super::{Decoder, drop_zone, rounds, spins};
use crate::journal::{Bookmark, JournalError, Link, MirrorReader, Record};
use crate::model::{DropZone, PastView};

/// How many rounds are shown to a technician.
const ROUNDS: usize = 200;

/// The figures of how many spins are shown to a technician.
const SPINS: usize = 20;

/// What the last rounds have shown of the devices.
#[derive(Debug)]
pub struct Past {
    decoder: Decoder,
    gathered: Option<Gathered>,
}

/// What was read so far.
#[derive(Debug)]
struct Gathered {
    /// How far that is.
    bookmark: Bookmark,
    rounds: rounds::Gathered,
    spins: spins::Gathered,
    /// Where the balls of these spins left the rim; `None` where others have come since.
    drop_zone: Option<DropZone>,
}

impl Past {
    /// Nothing is read yet.
    #[must_use]
    pub const fn new(decoder: Decoder) -> Self {
        Self { decoder, gathered: None }
    }

    /// Reads on, and shows what the last rounds have shown of the devices.
    ///
    /// # Errors
    /// Where the mirror cannot be read; the next look then begins anew.
    pub fn look(&mut self, reader: &MirrorReader) -> Result<PastView, JournalError> {
        let begun = match self.gathered.take() {
            None => Gathered::begin(reader)?,
            begun => begun,
        };
        let Some(mut gathered) = begun else { return Ok(PastView::default()) };
        gathered.read_on(reader, &mut self.decoder)?;
        let view = gathered.view(&mut self.decoder);
        self.gathered = Some(gathered);
        Ok(view)
    }
}

impl Gathered {
    /// Where the last rounds begin; `None` where there is nothing to read.
    fn begin(reader: &MirrorReader) -> Result<Option<Self>, JournalError> {
        let bookmark = reader.bookmark(rounds::start(reader, ROUNDS)?);
        let rounds = rounds::Gathered::new(ROUNDS);
        Ok(bookmark.map(|bookmark| Self { bookmark, rounds, spins: spins::Gathered::default(), drop_zone: None }))
    }

    fn read_on(&mut self, reader: &MirrorReader, decoder: &mut Decoder) -> Result<(), JournalError> {
        let Self { bookmark, rounds, spins, drop_zone } = self;
        let spins_before = spins.newest();
        let take = |link: &Link| {
            let record = Record::decode(&link.entry.payload)?;
            spins.take(decoder, &link.entry, &record);
            rounds.take(link, &record);
            Ok(())
        };
        *bookmark = reader.read_on(bookmark, take)?;
        if spins.newest() != spins_before {
            spins.forget_before(rounds.oldest());
            *drop_zone = None;
        }
        Ok(())
    }

    fn view(&mut self, decoder: &mut Decoder) -> PastView {
        let Self { rounds, spins, drop_zone, .. } = self;
        let drop_zone = drop_zone.get_or_insert_with(|| drop_zone::shown(&spins.drop_zone(decoder))).clone();
        PastView { drop_zone, rounds: rounds.newest_first(), spins: spins.newest_first(decoder, SPINS), limits: decoder.limits() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::played::{Played, second};
    use crate::model::toml_keys::read_text;
    use crate::model::{Fact, Figure, FigureLimits, Pocket};

    fn past() -> Past {
        Past::new(Decoder::default())
    }

    impl Played {
        /// A round of three records.
        fn whole_round(&mut self, round: u64) {
            self.record(round, vec![Fact::RoundOpened { round }]);
            self.record(round, Vec::new());
            self.record(round, vec![Fact::Closed { round }]);
        }
    }

    #[test]
    fn a_look_that_reads_on_shows_the_same_as_one_that_reads_all() {
        let (mut played, mut past_of_many_looks) = (Played::new(), past());
        assert_eq!(past_of_many_looks.look(&played.reader()).expect("it can be read"), PastView::default());
        for round in 1..=230 {
            played.whole_round(round);
            if round % 50 == 0 || round > 225 {
                let view = past_of_many_looks.look(&played.reader()).expect("it can be read");
                assert_eq!(view, past().look(&played.reader()).expect("it can be read"), "{round}");
                assert_eq!((view.rounds.len(), view.rounds[0].round), (ROUNDS.min(round as usize), round));
            }
        }
        let view = past_of_many_looks.look(&played.reader()).expect("it can be read");
        assert_eq!(view, past().look(&played.reader()).expect("it can be read"), "a look at which there is nothing new");
    }

    #[test]
    fn the_moments_of_rounds_are_those_that_the_wall_clock_showed_at_their_ends() {
        let mut played = Played::new();
        played.whole_round(1);
        played.record(1, vec![Fact::Outcome { round: 1, pocket: Pocket::new(17).expect("a pocket") }]);
        played.set_clock(3_600);
        // The pause after it.
        played.record(1, Vec::new());
        played.whole_round(2);
        let (mut looks, reader) = (past(), played.reader());
        let view = looks.look(&reader).expect("it can be read");
        let opened: Vec<_> = view.rounds.iter().map(|round| round.opened_at).collect();
        assert_eq!(opened, [Some(second(3_606)), Some(second(1))]);
    }

    #[test]
    fn the_limits_are_those_of_the_wheels_device_file() {
        let mut played = Played::new();
        played.whole_round(1);
        let text = include_str!("../../device-profiles/devices/three-sensor-gpio.toml");
        let parameters = read_text(text).expect("the shipped file is one of a wheel");
        let limits = |decoder| Past::new(decoder).look(&played.reader()).expect("it can be read").limits;
        let margin = FigureLimits { least: Some(120), most: None };
        assert_eq!(limits(Decoder::new(Some(parameters))).get(&Figure::PocketMargin), Some(&margin));
        assert!(limits(Decoder::default()).is_empty());
    }

    #[test]
    fn a_look_reads_on_into_the_next_segments() {
        let (mut played, mut past_of_many_looks) = (Played::new(), past());
        for round in 1..=4 {
            played.whole_round(round);
            (0..5).for_each(|_| played.fill(round));
            let view = past_of_many_looks.look(&played.reader()).expect("it can be read");
            assert_eq!(view, past().look(&played.reader()).expect("it can be read"), "{round}");
        }
        assert!(played.reader().starts().len() > 2, "they lie in several segments");
    }

    #[test]
    fn what_was_read_is_not_read_again() {
        let (mut played, mut past_of_many_looks) = (Played::new(), past());
        (1..=9).for_each(|round| played.whole_round(round));
        past_of_many_looks.look(&played.reader()).expect("it can be read");
        // A reader of the first commits finds them damaged.
        played.damage("000001.mirror");
        assert!(past().look(&played.reader()).is_err(), "it is damaged");
        played.whole_round(10);
        let view = past_of_many_looks.look(&played.reader()).expect("what is new can be read");
        assert_eq!(view.rounds[0].round, 10);
    }
}
