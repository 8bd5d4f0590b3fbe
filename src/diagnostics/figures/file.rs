//! The file in which the figures outlive a restart. It is written whole or not at all; what does not read back as it was written is noticed by its
//! checksum, and the figures begin anew.
//!
//! A line says what the file is, a second one has the checksum of the rest: deflated CBOR with explicit indices.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use minicbor::{Decode, Encode};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::history::{FigureHistory, Series, Source};
use super::steps::{Step, Steps};
use crate::journal::{JournalError, write_whole};
use crate::model::{ClockOffset, Figure, FigureHistoryView, FigureLimits, FigureSpan, TableNumber, Timestamp};

/// The name of the file in the daemon's directory.
pub const FIGURES_FILE: &str = "figures";

const TITLE: &str = "croupier figures 1\n";
/// The checksum in 8 digits, and the line's end.
const CHECKSUM_BYTES: usize = 8 + 1;
/// Deflate effort: nobody waits for it.
const EFFORT: u8 = 6;
/// No file is larger than this when unpacked; a damaged one must not fill the memory.
const UNPACKED_MOST: usize = 4 << 20;

/// What is kept in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptFigures {
    /// The figures.
    pub history: FigureHistory,
    /// When they were kept, by the house's time.
    pub at: Timestamp,
    /// By how much the clock that people are shown was ahead of it.
    pub offset: ClockOffset,
    /// The last record of the journal whose spin is among them.
    pub record: u64,
}

/// What lies where the file should.
#[derive(Debug)]
pub enum FoundFigures {
    /// Nothing.
    Nothing,
    /// Figures.
    Kept(KeptFigures),
    /// Something that cannot be read as figures, and why.
    Damaged(String),
}

#[derive(Encode, Decode)]
struct File {
    #[n(0)]
    at: Timestamp,
    #[n(1)]
    offset: ClockOffset,
    #[n(2)]
    record: u64,
    #[n(3)]
    limits: Vec<FileLimits>,
    #[n(4)]
    series: Vec<FileSeries>,
}

#[derive(Encode, Decode)]
struct FileLimits {
    #[n(0)]
    figure: String,
    #[n(1)]
    least: Option<u32>,
    #[n(2)]
    most: Option<u32>,
}

#[derive(Encode, Decode)]
struct FileSeries {
    #[n(0)]
    figure: String,
    #[n(1)]
    table: Option<u8>,
    #[n(2)]
    sensor: Option<u8>,
    /// The steps of each span, the shortest span first. Each step is written as small numbers: by how much its number is greater than that of the
    /// step before, its count, its least, by how much its most is greater, and by how much its sum is greater than that of as many leasts.
    #[n(3)]
    spans: Vec<Vec<[u64; 5]>>,
}

impl KeptFigures {
    /// Reads the file at `path`.
    #[must_use]
    pub fn read(path: &Path) -> FoundFigures {
        match fs::read(path) {
            Ok(bytes) => {
                let damaged = || FoundFigures::Damaged("it does not read back as it was written".to_owned());
                Self::decode(&bytes).map_or_else(damaged, FoundFigures::Kept)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => FoundFigures::Nothing,
            Err(error) => FoundFigures::Damaged(error.to_string()),
        }
    }

    /// Writes the file anew: whole or not at all, and for the program's own account alone.
    ///
    /// # Errors
    /// Where it cannot be written; then a file that was there is as it was.
    pub fn write(&self, path: &Path) -> Result<(), JournalError> {
        write_whole(path, &self.encode())
    }

    /// The figures of the span up to when they were kept.
    #[must_use]
    pub fn view(&self, span: FigureSpan) -> FigureHistoryView {
        self.history.view(span, self.at, self.offset)
    }

    fn encode(&self) -> Vec<u8> {
        let limits = self.history.limits.iter();
        let limits = limits.map(|(figure, limits)| FileLimits { figure: figure.name().into(), least: limits.least, most: limits.most });
        let file = File {
            at: self.at,
            offset: self.offset,
            record: self.record,
            limits: limits.collect(),
            series: self.history.series.iter().map(series_to_file).collect(),
        };
        let packed = compress_to_vec(&minicbor::to_vec(file).expect("memory takes everything"), EFFORT);
        let head = format!("{TITLE}{:08x}\n", crc32fast::hash(&packed));
        [head.into_bytes(), packed].concat()
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (checksum, packed) = bytes.strip_prefix(TITLE.as_bytes())?.split_at_checked(CHECKSUM_BYTES)?;
        if checksum != format!("{:08x}\n", crc32fast::hash(packed)).as_bytes() {
            return None;
        }
        let file: File = minicbor::decode(&decompress_to_vec_with_limit(packed, UNPACKED_MOST).ok()?).ok()?;
        // A figure of a later release is left out.
        let limits = file
            .limits
            .into_iter()
            .filter_map(|limits| Some((Figure::named(&limits.figure)?, FigureLimits { least: limits.least, most: limits.most })));
        let limits = limits.collect();
        let known = file.series.into_iter().filter_map(|series| Some((Figure::named(&series.figure)?, series)));
        let series = known.map(|(figure, series)| series_of_file(figure, series)).collect::<Option<BTreeMap<_, _>>>()?;
        Some(Self { history: FigureHistory { series, limits }, at: file.at, offset: file.offset, record: file.record })
    }
}

fn series_to_file((source, series): (&Source, &Series)) -> FileSeries {
    let spans = series.iter().map(|steps| {
        let mut before = 0;
        let step = |step: &Step| {
            let further = step.number - std::mem::replace(&mut before, step.number);
            let least = u64::from(step.least);
            [further, step.count.into(), least, u64::from(step.most) - least, step.sum - least * u64::from(step.count)]
        };
        steps.iter().map(step).collect()
    });
    let Source { figure, table, sensor } = *source;
    FileSeries { figure: figure.name().into(), table: table.map(|table| table.0), sensor, spans: spans.collect() }
}

/// `None` where no readings can have made it.
fn series_of_file(figure: Figure, file: FileSeries) -> Option<(Source, Series)> {
    let mut series = Series::default();
    if file.spans.len() != series.len() {
        return None;
    }
    for ((span, steps), kept) in FigureSpan::ALL.into_iter().zip(&mut series).zip(file.spans) {
        let mut before: u64 = 0;
        let step = |[further, count, least, above, rest]: [u64; 5]| {
            before = before.checked_add(further)?;
            Some(Step {
                number: before,
                count: count.try_into().ok()?,
                least: least.try_into().ok()?,
                most: least.checked_add(above)?.try_into().ok()?,
                sum: least.checked_mul(count)?.checked_add(rest)?,
            })
        };
        *steps = Steps::restored(span, kept.into_iter().map(step).collect::<Option<_>>()?)?;
    }
    Some((Source { figure, table: file.table.map(TableNumber), sensor: file.sensor }, series))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A month of a wheel with three ball sensors: a spin a minute, each figure another one each time.
    fn month() -> KeptFigures {
        let mut history = FigureHistory::default();
        history.set_limits([(Figure::RotorSpeed, FigureLimits { least: Some(1_000), most: None })].into());
        let minute = |minute: u64| Timestamp::from_microseconds((20_000 * 1_440 + minute) * 60_000_000);
        // Marsaglia's xorshift: what is noise cannot be packed more tightly than a wheel's figures can.
        let mut state: u64 = 7;
        let mut noise = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % 200) as u32
        };
        let of_sensors = [Figure::SensorArc, Figure::PocketPulse, Figure::SensorJitter]
            .into_iter()
            .flat_map(|figure| (1..=3).map(move |sensor| Source { sensor: Some(sensor), ..Source::of_wheel(figure) }));
        let of_wheel = Figure::ALL[..9].iter().chain(&Figure::ALL[13..21]).map(|figure| Source::of_wheel(*figure));
        let sources: Vec<_> = of_wheel.chain(of_sensors).collect();
        for at in (0..30 * 1_440).map(minute) {
            sources.iter().for_each(|source| history.add(*source, at, 1_000 + noise()));
        }
        KeptFigures { history, at: minute(30 * 1_440), offset: ClockOffset::from_microseconds(-5), record: 4_711 }
    }

    #[test]
    fn what_is_kept_reads_back_as_it_was_and_is_small() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join(FIGURES_FILE);
        assert!(matches!(KeptFigures::read(&path), FoundFigures::Nothing));
        let month = month();
        month.write(&path).expect("this disk can be written");
        let FoundFigures::Kept(kept) = KeptFigures::read(&path) else { panic!("it was written") };
        assert!(kept == month);
        let bytes = fs::metadata(&path).expect("it is there").len();
        assert!(bytes < 64 << 10, "{bytes} bytes");
        println!("a month of {} figures takes {bytes} bytes", month.history.series.len());
    }

    #[test]
    fn a_file_that_was_cut_short_or_changed_anywhere_is_noticed() {
        let mut small = KeptFigures { record: 3, ..KeptFigures::default() };
        small.history.add(Source::of_wheel(Figure::LapTime), Timestamp::from_microseconds(90_000_000), 640);
        let whole = small.encode();
        assert!(KeptFigures::decode(&whole) == Some(small));
        for length in 0..whole.len() {
            assert!(KeptFigures::decode(&whole[..length]).is_none(), "cut short after {length} bytes");
        }
        for place in 0..whole.len() {
            let mut changed = whole.clone();
            changed[place] ^= 0x10;
            assert!(KeptFigures::decode(&changed).is_none(), "changed at byte {place}");
        }
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join(FIGURES_FILE);
        fs::write(&path, &whole[..whole.len() / 2]).expect("this disk can be written");
        assert!(matches!(KeptFigures::read(&path), FoundFigures::Damaged(_)));
    }

    /// Whether a file with this series is taken, and how many figures it then holds.
    #[track_caller]
    fn check(series: FileSeries, expected: Option<usize>) {
        let file = File { at: Timestamp::default(), offset: ClockOffset::default(), record: 0, limits: Vec::new(), series: vec![series] };
        let packed = compress_to_vec(&minicbor::to_vec(file).expect("memory takes everything"), EFFORT);
        let bytes = [format!("{TITLE}{:08x}\n", crc32fast::hash(&packed)).into_bytes(), packed].concat();
        assert_eq!(KeptFigures::decode(&bytes).map(|kept| kept.history.series.len()), expected);
    }

    #[test]
    fn figures_of_a_later_release_are_left_out_and_what_makes_no_sense_is_damage() {
        let series = |figure: &str, hour: &[[u64; 5]], spans: usize| {
            let rest = std::iter::repeat_n(Vec::new(), spans - 1);
            FileSeries { figure: figure.into(), table: None, sensor: None, spans: [hour.to_vec()].into_iter().chain(rest).collect() }
        };
        check(series("lap-time", &[[5, 1, 640, 0, 0], [1, 2, 600, 40, 40]], 3), Some(1));
        check(series("lap-colour", &[[5, 1, 640, 0, 0]], 3), Some(0));
        check(series("lap-time", &[[5, 1, 640, 0, 0]], 2), None);
        check(series("lap-time", &[[5, 1, 640, 0, 0], [0, 1, 640, 0, 0]], 3), None);
        check(series("lap-time", &[[5, 0, 640, 0, 0]], 3), None);
        check(series("lap-time", &[[5, 1, 640, 0, 1]], 3), None);
        check(series("lap-time", &[[5, 1, u64::MAX, 0, 0]], 3), None);
        check(series("lap-time", &[[u64::MAX, 1, 1, 0, 0], [u64::MAX, 1, 1, 0, 0]], 3), None);
    }
}
