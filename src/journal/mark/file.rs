//! The file of a mark: text for people, of a size that never changes, so that it can be followed up in place with a single short sync.
//!
//! Two lines say how far the journal had come, each with a checksum. They are written in turns: a power cut in the middle of one leaves
//! the other.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::os::unix::fs::FileExt;
use std::path::Path;

use crate::journal::error::At;
use crate::journal::files::write_whole;
use crate::journal::{Head, JournalError};
use crate::model::{JournalDecision, JournalStep, Timestamp};

const TITLE: &str = "croupier journal mark 1\n";
/// `reached` or `stopped`, the number in 20 digits, the hash, the checksum in 8 digits, the line's end.
const LINE_BYTES: usize = 7 + 1 + 20 + 1 + 64 + 1 + 8 + 1;

/// The first word of a line, of a program that goes on and of one that has ended in good order.
const REACHED: &str = "reached";
const STOPPED: &str = "stopped";

/// What the line of a second person begins with.
const SECOND: &str = "and ";

/// What the line of the state's SHA-256 begins with, where records were removed.
const STATE: &str = "state ";

/// How far the journal had come, by one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) head: Head,
    /// The program has ended in good order: nothing was recorded after that.
    pub(super) has_ended: bool,
}

impl Said {
    /// The program goes on: records may follow.
    pub(super) const fn reached(head: Head) -> Self {
        Self { head, has_ended: false }
    }

    /// By this the lines are put in order: what was said last is the greatest.
    const fn order(&self) -> (u64, bool) {
        (self.head.number, self.has_ended)
    }
}

/// What a mark says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// How far the journal had come.
    pub(super) said: Said,
    /// What a person has decided, until a start has recorded it.
    pub(super) decision: Option<JournalDecision>,
}

/// What lies where a mark should.
pub(super) enum Found {
    /// Nothing.
    Nothing,
    /// A mark.
    Mark(Mark),
    /// Something that cannot be read as a mark, and why.
    Damaged(String),
}

/// Reads the mark at `path`.
pub(super) fn read(path: &Path) -> Found {
    match fs::read(path) {
        Ok(bytes) => parse(&bytes).map_or_else(|| Found::Damaged("it does not read back as it was written".to_owned()), Found::Mark),
        Err(error) if error.kind() == ErrorKind::NotFound => Found::Nothing,
        Err(error) => Found::Damaged(error.to_string()),
    }
}

/// Writes a mark anew: whole or not at all, and for the program's own account alone.
pub(super) fn create(path: &Path, mark: &Mark) -> Result<(), JournalError> {
    write_whole(path, encode(mark).as_bytes())
}

/// Lets the mark at `path` say how far the journal has come: one line is written in place. What is not there, or is no mark, is made anew.
pub(super) fn say(path: &Path, said: Said) -> Result<(), JournalError> {
    let anew = || create(path, &Mark { said, decision: None });
    let file = match File::options().write(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return anew(),
        Err(error) => return Err(error).at("open", path),
    };
    let lines = fs::read(path).at("read", path)?;
    let Some(Mark { decision, .. }) = parse(&lines) else { return anew() };
    if !said.has_ended && (0..2).all(|place| line(&lines, place).is_some_and(|line| line.has_ended)) {
        // One line in place would leave another that says the end.
        return create(path, &Mark { said, decision });
    }
    // Of two lines with the same number, the `stopped` line is out of date once the program goes on.
    let age = |line: Said| if said.has_ended { line.order() } else { (line.head.number, !line.has_ended) };
    let older = (0..2).min_by_key(|place| line(&lines, *place).map_or((0, false), age)).expect("there are two lines");
    file.write_all_at(encode_line(said).as_bytes(), offset(older) as u64).at("write", path)?;
    file.sync_data().at("sync", path)
}

fn encode(mark: &Mark) -> String {
    let line = encode_line(mark.said);
    let decision = mark.decision.as_ref().map_or_else(String::new, |decision| {
        let JournalDecision { by, step, number, hash, at, second, state_sha256 } = decision;
        let former = Head { number: *number, hash: crate::journal::Hash(*hash) };
        let second = second.as_ref().map_or_else(String::new, |name| format!("{SECOND}{name}\n"));
        let state = state_sha256.map_or_else(String::new, |state| format!("{STATE}{}\n", crate::journal::Hash(state)));
        format!("{} {} {former} {by}\n{second}{state}", step.name(), at.microseconds())
    });
    format!("{TITLE}{line}{line}{decision}")
}

fn encode_line(Said { head, has_ended }: Said) -> String {
    let word = if has_ended { STOPPED } else { REACHED };
    let text = format!("{word} {:020} {}", head.number, head.hash);
    format!("{text} {:08x}\n", crc32fast::hash(text.as_bytes()))
}

/// Where a line stands, in bytes from the start of the file.
const fn offset(place: usize) -> usize {
    TITLE.len() + place * LINE_BYTES
}

/// What one of the two lines says; `None` where it is damaged.
fn line(bytes: &[u8], place: usize) -> Option<Said> {
    let bytes = bytes.get(offset(place)..offset(place + 1))?;
    let words: Vec<&str> = std::str::from_utf8(bytes).ok()?.split_ascii_whitespace().collect();
    let [word, number, hash, _] = words[..] else { return None };
    let said = Said { head: Head { number: number.parse().ok()?, hash: hash.parse().ok()? }, has_ended: word == STOPPED };
    (encode_line(said).as_bytes() == bytes).then_some(said)
}

fn parse(bytes: &[u8]) -> Option<Mark> {
    bytes.strip_prefix(TITLE.as_bytes())?;
    let said = (0..2).filter_map(|place| line(bytes, place)).max_by_key(Said::order)?;
    let rest = std::str::from_utf8(bytes.get(offset(2)..)?).ok()?;
    let decision = if rest.is_empty() { None } else { Some(parse_decision(rest)?) };
    Some(Mark { said, decision })
}

fn parse_decision(text: &str) -> Option<JournalDecision> {
    let mut lines = text.strip_suffix('\n')?.split('\n').peekable();
    let decided = lines.next()?;
    let second = lines.next_if(|line| line.starts_with(SECOND)).map(|line| line[SECOND.len()..].to_owned());
    let state = lines.next_if(|line| line.starts_with(STATE)).map(|line| line[STATE.len()..].parse::<crate::journal::Hash>());
    let state_sha256 = state.transpose().ok()?.map(|hash| hash.0);
    if lines.next().is_some() {
        return None;
    }
    let mut words = decided.splitn(4, ' ');
    let step = JournalStep::named(words.next()?)?;
    let at = Timestamp::from_microseconds(words.next()?.parse().ok()?);
    let former: Head = words.next()?.parse().ok()?;
    Some(JournalDecision { by: words.next()?.to_owned(), step, number: former.number, hash: former.hash.0, at, second, state_sha256 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Hash;

    fn head(number: u64) -> Head {
        Head { number, hash: Hash([u8::try_from(number % 251).expect("small"); 32]) }
    }

    fn reached(number: u64) -> Said {
        Said::reached(head(number))
    }

    fn ended(number: u64) -> Said {
        Said { head: head(number), has_ended: true }
    }

    fn said(path: &Path) -> Option<Mark> {
        if let Found::Mark(mark) = read(path) { Some(mark) } else { None }
    }

    fn decision() -> JournalDecision {
        let step = JournalStep::GoOn;
        let (by, second) = ("Ada of the works".to_owned(), Some("Bela of the house".to_owned()));
        JournalDecision { by, step, number: 57, hash: [9; 32], at: Timestamp::from_microseconds(5), second, state_sha256: Some([3; 32]) }
    }

    #[test]
    fn a_mark_says_what_was_written_last_and_keeps_its_size_and_the_decision() {
        let home = tempfile::tempdir().expect("a folder can be made");
        let path = home.path().join("board/mark");
        assert!(matches!(read(&path), Found::Nothing));
        create(&path, &Mark { said: Said::reached(Head::START), decision: Some(decision()) }).expect("writable");
        let size = fs::metadata(&path).expect("it is there").len();
        for number in [1, 2, 3, 7, u64::MAX] {
            say(&path, reached(number)).expect("writable");
            assert_eq!(said(&path), Some(Mark { said: reached(number), decision: Some(decision()) }));
            assert_eq!(fs::metadata(&path).expect("it is there").len(), size);
        }
        fs::remove_file(&path).expect("it is there");
        say(&path, reached(8)).expect("it is made anew");
        assert_eq!(said(&path), Some(Mark { said: reached(8), decision: None }));
    }

    #[test]
    fn a_decision_is_one_persons_or_twos() {
        let home = tempfile::tempdir().expect("a folder can be made");
        for (second, state_sha256) in [(None, None), (Some("Bela of the house".to_owned()), None), (None, Some([3; 32]))] {
            let path = home.path().join("mark");
            let mark = Mark { said: reached(3), decision: Some(JournalDecision { second, state_sha256, ..decision() }) };
            create(&path, &mark).expect("writable");
            assert_eq!(said(&path), Some(mark));
            let text = fs::read_to_string(&path).expect("readable");
            for more in ["and Carl\n", "Carl\n", "\n", "state 03\n"] {
                let has_second = text.contains("\nand ") || text.contains("\nstate ");
                fs::write(&path, format!("{text}{more}")).expect("writable");
                assert_eq!(said(&path).is_some(), !has_second && more == "and Carl\n", "{more:?} after {text:?}");
            }
        }
    }

    /// A start must be believed at once, at the number of the end before it too: what it records next is not marked for a while.
    #[test]
    fn a_mark_says_the_end_until_the_next_start() {
        let home = tempfile::tempdir().expect("a folder can be made");
        let path = home.path().join("mark");
        create(&path, &Mark { said: reached(4), decision: None }).expect("writable");
        for next in [
            reached(4),
            ended(4),
            reached(4),
            ended(4),
            reached(4),
            reached(5),
            ended(5),
            reached(5),
            reached(6),
            ended(9),
            ended(9),
            reached(9),
        ] {
            say(&path, next).expect("writable");
            assert_eq!(said(&path), Some(Mark { said: next, decision: None }));
        }
    }

    /// The line that was being written is damaged in any way: the mark still says what it said before, or what it was to say.
    #[test]
    fn a_power_cut_in_the_middle_of_a_line_leaves_the_other() {
        let home = tempfile::tempdir().expect("a folder can be made");
        let path = home.path().join("mark");
        create(&path, &Mark { said: reached(4), decision: None }).expect("writable");
        let before = fs::read(&path).expect("it is there");
        say(&path, reached(5)).expect("writable");
        let after = fs::read(&path).expect("it is there");
        for cut in 0..=LINE_BYTES {
            for garbage in [false, true] {
                let mut torn = before.clone();
                torn[offset(0)..offset(0) + cut].copy_from_slice(&after[offset(0)..offset(0) + cut]);
                if garbage {
                    torn[offset(0) + cut..offset(1)].fill(0);
                }
                let said = parse(&torn).expect("the other line is whole").said;
                assert!(said == reached(4) || (said == reached(5) && cut >= LINE_BYTES - 1), "cut at {cut}");
            }
        }
    }

    #[test]
    fn what_is_no_mark_is_told_from_nothing() {
        let home = tempfile::tempdir().expect("a folder can be made");
        let path = home.path().join("mark");
        for bytes in [&b""[..], b"croupier journal mark 2\n", TITLE.as_bytes(), &[0; 400]] {
            fs::write(&path, bytes).expect("writable");
            assert!(matches!(read(&path), Found::Damaged(_)), "{bytes:?}");
        }
    }
}
