//! The heads that a cabinet has signed, in a file beside the mirror's segments: a line each, only ever appended.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::{Key, PublicKey, Signature};
use crate::journal::error::At;
use crate::journal::files::{set_aside, write_whole};
use crate::journal::{Head, JournalError, Marks};

/// The file's name.
pub(in crate::journal) const SIGNED_HEADS: &str = "signed-heads";

/// More than a line has.
const LINE_BYTES_MOST: usize = 512;

/// A head, who signed it, and the signature: `signed NUMBER:HASH KEY SIGNATURE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedHead {
    /// Where the journal stood.
    pub head: Head,
    /// Who says so.
    pub key: PublicKey,
    /// The proof.
    pub signature: Signature,
}

impl SignedHead {
    /// Whether the signature is of this head by this key.
    #[must_use]
    pub fn is_genuine(&self) -> bool {
        self.key.has_signed_head(self.head, &self.signature)
    }
}

impl fmt::Display for SignedHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "signed {} {} {}", self.head, self.key, self.signature)
    }
}

impl FromStr for SignedHead {
    type Err = ();

    /// Reads exactly what is written, not one byte otherwise.
    fn from_str(text: &str) -> Result<Self, ()> {
        let words: Vec<&str> = text.split(' ').collect();
        let ["signed", head, key, signature] = words[..] else { return Err(()) };
        let read = Self { head: head.parse().map_err(drop)?, key: key.parse().map_err(drop)?, signature: signature.parse()? };
        (read.to_string() == text).then_some(read).ok_or(())
    }
}

/// The lines of the file of signed heads beside this mirror, in their order; a line that is not one of a signed head as its number in the file.
/// The last line may be torn, and then it is none.
///
/// # Errors
/// [`JournalError::Io`] where there is a file and it cannot be read.
pub fn signed_heads(mirror: &Path) -> Result<Vec<Result<SignedHead, usize>>, JournalError> {
    let path = mirror.join(SIGNED_HEADS);
    let bytes = match fs::read(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        read => read.at("read", &path)?,
    };
    let whole = &bytes[..bytes.iter().rposition(|byte| *byte == b'\n').unwrap_or(0)];
    let lines = whole.split(|byte| *byte == b'\n').zip(1..).filter(|(line, _)| !line.is_empty());
    let read = |line: &[u8]| std::str::from_utf8(line).ok()?.parse().ok();
    Ok(lines.map(|(line, number)| read(line).ok_or(number)).collect())
}

/// Sets the signed heads of a journal aside that is begun anew, or goes on without its newest records.
pub(in crate::journal) fn set_signed_heads_aside(mirror: &Path) -> Result<Option<PathBuf>, JournalError> {
    let path = mirror.join(SIGNED_HEADS);
    if path.exists() { set_aside(&path).map(Some) } else { Ok(None) }
}

/// Sets a file of signed heads aside that holds anything else than genuine ones, and writes those anew: where it is now. Nothing is done where
/// the file is whole. Every later signature covers what the damaged ones said.
pub(in crate::journal) fn mend_signed_heads(mirror: &Path) -> Result<Option<PathBuf>, JournalError> {
    let read = signed_heads(mirror)?;
    let genuine: Vec<SignedHead> = read.iter().flatten().filter(|signed| signed.is_genuine()).copied().collect();
    if genuine.len() == read.len() {
        return Ok(None);
    }
    let aside = set_signed_heads_aside(mirror)?;
    let lines: String = genuine.iter().map(|signed| format!("{signed}\n")).collect();
    if !lines.is_empty() {
        write_whole(&mirror.join(SIGNED_HEADS), lines.as_bytes())?;
    }
    Ok(aside)
}

/// Signs the heads of one journal.
pub(in crate::journal) struct Signer {
    key: Key,
    path: PathBuf,
    newest: Head,
}

impl Signer {
    /// The signer of the journal with this mirror, where its cabinet has a key. Play does not depend on signatures: where the key or the file
    /// of signed heads cannot be read, that is said, and nothing is signed.
    pub(in crate::journal) fn of(marks: &Marks, mirror: &Path) -> Option<Self> {
        let read = Key::of_marks(marks).and_then(|key| Ok(key.zip(Some(signed_heads(mirror)?))));
        let (key, signed) = read.inspect_err(|error| tracing::error!(%error, "the journal is not signed")).ok()??;
        let public = key.public();
        let mut own: Vec<SignedHead> = signed.into_iter().rev().flatten().filter(|signed| signed.key == public).collect();
        // The farthest that is genuine: mostly one signature is looked at, and not those of years at every start.
        own.sort_by_key(|signed| std::cmp::Reverse(signed.head.number));
        let newest = own.iter().find(|signed| signed.is_genuine()).map_or(Head::START, |signed| signed.head);
        Some(Self { key, path: mirror.join(SIGNED_HEADS), newest })
    }

    /// The farthest head that it has signed.
    pub(in crate::journal) fn newest(&self) -> Head {
        self.newest
    }

    /// Forgets what was signed before: it is set aside.
    pub(in crate::journal) fn begin_anew(&mut self) -> Result<(), JournalError> {
        set_signed_heads_aside(self.path.parent().unwrap_or(Path::new(".")))?;
        self.newest = Head::START;
        Ok(())
    }

    /// Signs that the journal stands at `head`, durably. Nothing is written where that is signed already.
    pub(in crate::journal) fn sign(&mut self, head: Head) -> Result<(), JournalError> {
        if head.number <= self.newest.number {
            return Ok(());
        }
        let signed = SignedHead { head, key: self.key.public(), signature: self.key.sign_head(head) };
        self.append(&format!("{signed}\n"))?;
        self.newest = head;
        Ok(())
    }

    /// A line that a power cut has torn is cut off before the next one.
    fn append(&self, line: &str) -> Result<(), JournalError> {
        let path = &self.path;
        if !path.exists() {
            return write_whole(path, line.as_bytes());
        }
        let mut file = File::options().read(true).append(true).mode(0o600).open(path).at("open", path)?;
        let length = file.metadata().at("read", path)?.len();
        let whole = end_of_lines(&file, length).at("read", path)?;
        if whole < length {
            file.set_len(whole).at("write", path)?;
        }
        file.write_all(line.as_bytes()).at("write", path)?;
        file.sync_data().at("sync", path)
    }
}

/// Where the last whole line ends, looked for from the end on: the file grows for as long as the cabinet lives.
fn end_of_lines(file: &File, length: u64) -> io::Result<u64> {
    let mut buffer = [0; LINE_BYTES_MOST];
    let mut end = length;
    while end > 0 {
        let from = end.saturating_sub(LINE_BYTES_MOST as u64);
        let part = &mut buffer[..(end - from) as usize];
        file.read_exact_at(part, from)?;
        if let Some(place) = part.iter().rposition(|byte| *byte == b'\n') {
            return Ok(from + place as u64 + 1);
        }
        end = from;
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Hash;

    fn head(number: u64) -> Head {
        Head { number, hash: Hash([number as u8; 32]) }
    }

    fn house(key: u8) -> (tempfile::TempDir, Marks) {
        let home = tempfile::tempdir().expect("a folder can be made");
        let marks = Marks { keys: vec![home.path().join("signing-key")], ..Marks::none() };
        super::super::make_key(&marks, &[key; 32]).expect("writable");
        (home, marks)
    }

    fn numbers(mirror: &Path) -> Vec<Result<u64, usize>> {
        signed_heads(mirror).expect("readable").into_iter().map(|line| line.map(|signed| signed.head.number)).collect()
    }

    #[test]
    fn signed_heads_are_appended_and_go_on_after_a_start() {
        let (home, marks) = house(7);
        let signer = || Signer::of(&marks, home.path()).expect("there is a key");
        let mut first = signer();
        for number in [1, 512, 512, 3] {
            first.sign(head(number)).expect("writable");
        }
        let mut second = signer();
        assert_eq!(second.newest(), head(512));
        second.sign(head(600)).expect("writable");
        assert_eq!(numbers(home.path()), [Ok(1), Ok(512), Ok(600)]);
        assert!(signed_heads(home.path()).expect("readable").iter().all(|line| line.expect("whole").is_genuine()));
    }

    #[test]
    fn a_line_that_a_power_cut_tore_is_no_signature_and_is_cut_off() {
        let (home, marks) = house(7);
        let mut signer = Signer::of(&marks, home.path()).expect("there is a key");
        signer.sign(head(1)).expect("writable");
        let path = home.path().join(SIGNED_HEADS);
        let sound = fs::read(&path).expect("it is there");
        signer.sign(head(2)).expect("writable");
        let both = fs::read(&path).expect("it is there");
        for end in sound.len()..both.len() {
            fs::write(&path, &both[..end]).expect("writable");
            let mut signer = Signer::of(&marks, home.path()).expect("there is a key");
            assert_eq!(signer.newest(), head(1), "cut at {end}");
            signer.sign(head(3)).expect("writable");
            assert_eq!(numbers(home.path()), [Ok(1), Ok(3)], "cut at {end}");
        }
    }

    #[test]
    fn what_is_no_line_is_cut_off_no_matter_how_long_it_is() {
        let (home, marks) = house(7);
        let signer = || Signer::of(&marks, home.path()).expect("there is a key");
        signer().sign(head(1)).expect("writable");
        let path = home.path().join(SIGNED_HEADS);
        let sound = fs::read(&path).expect("it is there");
        for torn in [1, LINE_BYTES_MOST - 1, LINE_BYTES_MOST, LINE_BYTES_MOST + 1, 3 * LINE_BYTES_MOST] {
            fs::write(&path, [&sound[..], &vec![b'x'; torn]].concat()).expect("writable");
            signer().sign(head(2)).expect("writable");
            assert_eq!(numbers(home.path()), [Ok(1), Ok(2)], "{torn} bytes");
            fs::write(&path, vec![b'x'; torn]).expect("writable");
            signer().sign(head(3)).expect("writable");
            assert_eq!(numbers(home.path()), [Ok(3)], "{torn} bytes alone");
        }
    }

    #[test]
    fn a_line_with_one_byte_changed_is_found_or_not_genuine() {
        let (home, marks) = house(7);
        let mut signer = Signer::of(&marks, home.path()).expect("there is a key");
        signer.sign(head(1)).expect("writable");
        signer.sign(head(2)).expect("writable");
        let path = home.path().join(SIGNED_HEADS);
        let sound = fs::read(&path).expect("it is there");
        let own = Key::of_marks(&marks).expect("readable").expect("it is there").public();
        let line = sound.iter().position(|byte| *byte == b'\n').expect("there is a line");
        for at in 0..line {
            let mut bytes = sound.clone();
            bytes[at] ^= 1;
            fs::write(&path, &bytes).expect("writable");
            let first = signed_heads(home.path()).expect("readable")[0];
            assert!(first.is_err() || first.is_ok_and(|signed| signed.key != own || !signed.is_genuine()), "byte {at}");
        }
    }

    #[test]
    fn what_another_key_signed_is_not_this_signers() {
        let (home, marks) = house(7);
        Signer::of(&marks, home.path()).expect("there is a key").sign(head(9)).expect("writable");
        fs::remove_file(&marks.keys[0]).expect("it is there");
        assert!(Signer::of(&marks, home.path()).is_none());
        super::super::make_key(&marks, &[8; 32]).expect("writable");
        assert_eq!(Signer::of(&marks, home.path()).expect("there is a key").newest(), Head::START);
    }
}
