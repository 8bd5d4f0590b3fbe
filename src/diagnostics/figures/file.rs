//! The file in which the figures outlive a restart. It is written whole or not at all; what does not read back as it was written is noticed by its
//! checksum. Such a file, and one of another release, is set aside, and the figures begin anew; one that cannot be read is left as it is.
//!
//! A line says what the file is, a second one has the checksum of the rest: deflated CBOR with explicit indices.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use minicbor::{Decode, Encode};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use rustix::fs::{Mode, OFlags};

use super::history::{FigureHistory, Series, Source};
use super::steps::{Step, Steps};
use crate::journal::{JournalError, write_whole};
use crate::model::{ClockOffset, Figure, FigureHistoryView, FigureLimits, FigureSpan, TableNumber, Timestamp};

/// The name of the file in the daemon's directory.
pub const FIGURES_FILE: &str = "figures";

const TITLE: &str = "croupier figures 1\n";
/// What the title begins with in every release.
const TITLE_OF_ANY_RELEASE: &str = "croupier figures ";
/// The checksum in 8 digits, and the line's end.
const CHECKSUM_BYTES: usize = 8 + 1;
/// Deflate effort: nobody waits for it.
const EFFORT: u8 = 6;
/// No file is larger than this: a larger one is not read.
const BYTES_MOST: usize = 1 << 20;
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
    /// Something that is no figures, and why.
    Damaged(&'static str),
    /// Figures as another release writes them.
    OfAnotherRelease,
    /// Something that the operating system does not let be read: it may be figures.
    Unread(io::Error),
}

#[derive(Encode, Decode)]
struct Content {
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
        match bytes_of(path) {
            Ok(Some(bytes)) if bytes.len() > BYTES_MOST => FoundFigures::Damaged("it is larger than figures can be"),
            Ok(Some(bytes)) => Self::found(&bytes),
            Ok(None) => FoundFigures::Damaged("it is no regular file"),
            Err(error) if error.kind() == ErrorKind::NotFound => FoundFigures::Nothing,
            Err(error) => FoundFigures::Unread(error),
        }
    }

    fn found(bytes: &[u8]) -> FoundFigures {
        let is_of_another_release = bytes.starts_with(TITLE_OF_ANY_RELEASE.as_bytes()) && has_another_title(bytes);
        match Self::decode(bytes) {
            Some(kept) => FoundFigures::Kept(kept),
            None if is_of_another_release => FoundFigures::OfAnotherRelease,
            None => FoundFigures::Damaged("it does not read back as it was written"),
        }
    }

    /// Renames the file at `path` to `path.broken`, in the place of an older one that was set aside: what it is called now.
    ///
    /// # Errors
    /// Where it cannot be renamed; then it is where it was.
    pub fn set_aside(path: &Path) -> io::Result<PathBuf> {
        let aside = path.with_extension("broken");
        fs::rename(path, &aside)?;
        Ok(aside)
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
        let file = Content {
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
        let file: Content = minicbor::decode(&decompress_to_vec_with_limit(packed, UNPACKED_MOST).ok()?).ok()?;
        // A figure of a later release is left out, and one that makes no sense: the others stay.
        let limits = file
            .limits
            .into_iter()
            .filter_map(|limits| Some((Figure::named(&limits.figure)?, FigureLimits { least: limits.least, most: limits.most })));
        let limits = limits.collect();
        let known = file.series.into_iter().filter_map(|series| Some((Figure::named(&series.figure)?, series)));
        let series: BTreeMap<_, _> = known.filter_map(|(figure, series)| series_of_file(figure, series)).collect();
        Some(Self { history: FigureHistory { series, limits }, at: file.at, offset: file.offset, record: file.record })
    }
}

/// The bytes of the regular file at `path`, one more than the most at the most; `None` where something else is there. Nothing here waits: a pipe or a
/// device would never end.
fn bytes_of(path: &Path) -> io::Result<Option<Vec<u8>>> {
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    // What is there may have become another thing meanwhile.
    let file = File::from(rustix::fs::open(path, OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty())?);
    if !file.metadata()?.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.take(BYTES_MOST as u64 + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Whether a whole first line is there that is not this release's: one that was cut short is none.
fn has_another_title(bytes: &[u8]) -> bool {
    let number = bytes[TITLE_OF_ANY_RELEASE.len()..].split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    is_number && bytes.get(TITLE_OF_ANY_RELEASE.len() + number.len()) == Some(&b'\n') && !bytes.starts_with(TITLE.as_bytes())
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

    /// What lies at `path`, in words.
    fn found(path: &Path) -> String {
        match KeptFigures::read(path) {
            FoundFigures::Nothing => "nothing".to_owned(),
            FoundFigures::Kept(_) => "kept".to_owned(),
            FoundFigures::Damaged(why) => format!("damaged: {why}"),
            FoundFigures::OfAnotherRelease => "of another release".to_owned(),
            FoundFigures::Unread(_) => "unread".to_owned(),
        }
    }

    #[test]
    fn what_is_no_regular_file_is_damaged_and_is_not_waited_for() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let (inner, pipe) = (folder.path().join("folder"), folder.path().join("pipe"));
        fs::create_dir(&inner).expect("a folder can be made");
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).expect("a pipe can be made");
        for path in [&inner, &pipe, Path::new("/dev/zero")] {
            assert_eq!(found(path), "damaged: it is no regular file", "{}", path.display());
        }
    }

    #[test]
    fn a_file_is_told_by_what_is_in_it() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join(FIGURES_FILE);
        let broken = "damaged: it does not read back as it was written";
        let cases: [(&[u8], &str); 8] = [
            (&KeptFigures::default().encode(), "kept"),
            (&vec![b'0'; (1 << 20) + 1], "damaged: it is larger than figures can be"),
            (&vec![b'0'; 1 << 20], broken),
            (b"", broken),
            (b"croupier figures 1\nffffffff\n", broken),
            (b"croupier figures 2\n", "of another release"),
            (b"croupier figures 10\nanything", "of another release"),
            (b"croupier figures 2", broken),
        ];
        for (bytes, expected) in cases {
            fs::write(&path, bytes).expect("this disk can be written");
            assert_eq!(found(&path), expected, "{} bytes", bytes.len());
        }
    }

    #[test]
    fn what_the_system_does_not_let_be_read_is_not_damaged() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join(FIGURES_FILE);
        std::os::unix::fs::symlink(&path, &path).expect("a link can be made");
        assert_eq!(found(&path), "unread");
    }

    #[test]
    fn what_is_set_aside_takes_the_place_of_an_older_one() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let (path, aside) = (folder.path().join("figures"), folder.path().join("figures.broken"));
        for content in ["older", "newer"] {
            fs::write(&path, content).expect("this disk can be written");
            assert_eq!(KeptFigures::set_aside(&path).expect("it can be renamed"), aside);
            assert_eq!(fs::read_to_string(&aside).expect("it is there"), content);
            assert_eq!(found(&path), "nothing");
        }
    }

    /// How many figures a file with this series and a sound one holds.
    #[track_caller]
    fn check(series: FileSeries, expected: usize) {
        let step = || vec![[5, 1, 2_000, 0, 0]];
        let sound = FileSeries { figure: "rotor-speed".into(), table: None, sensor: None, spans: vec![step(), step(), step()] };
        let series = vec![series, sound];
        let file = Content { at: Timestamp::default(), offset: ClockOffset::default(), record: 0, limits: Vec::new(), series };
        let packed = compress_to_vec(&minicbor::to_vec(file).expect("memory takes everything"), EFFORT);
        let bytes = [format!("{TITLE}{:08x}\n", crc32fast::hash(&packed)).into_bytes(), packed].concat();
        let kept = KeptFigures::decode(&bytes).expect("one figure that makes no sense is no reason to leave out the others");
        assert!(kept.history.series.contains_key(&Source::of_wheel(Figure::RotorSpeed)));
        assert_eq!(kept.history.series.len(), expected);
    }

    #[test]
    fn figures_of_a_later_release_and_those_that_make_no_sense_are_left_out_and_the_others_stay() {
        let series = |figure: &str, hour: &[[u64; 5]], spans: usize| {
            let rest = std::iter::repeat_n(Vec::new(), spans - 1);
            FileSeries { figure: figure.into(), table: None, sensor: None, spans: [hour.to_vec()].into_iter().chain(rest).collect() }
        };
        check(series("lap-time", &[[5, 1, 640, 0, 0], [1, 2, 600, 40, 40]], 3), 2);
        check(series("lap-colour", &[[5, 1, 640, 0, 0]], 3), 1);
        check(series("lap-time", &[[5, 1, 640, 0, 0]], 2), 1);
        check(series("lap-time", &[[5, 1, 640, 0, 0], [0, 1, 640, 0, 0]], 3), 1);
        check(series("lap-time", &[[5, 0, 640, 0, 0]], 3), 1);
        check(series("lap-time", &[[5, 1, 640, 0, 1]], 3), 1);
        check(series("lap-time", &[[5, 1, u64::MAX, 0, 0]], 3), 1);
        check(series("lap-time", &[[u64::MAX, 1, 1, 0, 0], [u64::MAX, 1, 1, 0, 0]], 3), 1);
    }
}
