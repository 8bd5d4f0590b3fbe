//! `croupierctl journal export --signed` and `journal verify FILE`: evidence that leaves the cabinet, and its proof on any machine.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use serde_json::json;

use super::deals::{ToldCards, holds_card};
use super::export::require_there;
use super::{Place, Progress, key};
use crate::ctl::Failure;
use crate::journal::{ExportWriter, Head, Link, PublicKey, SignedHead, check_export, signed_heads};

/// A signed export that was written.
pub(super) struct Exported {
    /// The head that its first record follows.
    before: Head,
    /// The head of its last record.
    pub(super) end: Head,
    /// How many records are withheld, because they hold a card that is never told.
    withheld: u64,
    /// The first record that was held back for a deal under way, where one was.
    pub(super) held_back_from: Option<u64>,
    /// Who has signed it.
    key: PublicKey,
}

impl Exported {
    pub(super) fn as_json(&self) -> serde_json::Value {
        json!({
            "from": self.before.number + 1,
            "to": self.end.number,
            "head": self.end.to_string(),
            "withheld": self.withheld,
            "held_back_from": self.held_back_from,
            "key": self.key.to_string(),
            "fingerprint": self.key.fingerprint(),
        })
    }
}

/// Writes the records from `from` to `to` into a new file, without the end in which a deal is under way.
pub(super) fn export(place: &Place, from: u64, to: u64, path: &Path) -> Result<Exported, Failure> {
    // The heads first: the journal may be written while this reads, and then reaches beyond them.
    let heads = Heads::of(place, None)?;
    let reader = place.reader()?;
    let key = key::of(place)?;
    require_there(from, &reader)?;
    let told = ToldCards::of(&reader)?;
    let last = told.before_deals_under_way().unwrap_or(u64::MAX).min(to);
    let before = match from {
        0 | 1 => reader.before(),
        _ if from == reader.before().number + 1 => reader.before(),
        _ => reader.read(from - 1)?.ok_or_else(nothing)?.head(),
    };
    let progress = Progress::begin("exported");
    let mut links = reader.range(before.number + 1, last).peekable();
    if links.peek().is_none() {
        return Err(nothing());
    }
    let file = File::options().write(true).create_new(true).mode(0o600).open(path).map_err(|error| unwritable(path, &error))?;
    let written = (|| {
        let failed = |error: io::Error| unwritable(path, &error);
        let mut writer = ExportWriter::begin(BufWriter::new(file), &key, before).map_err(failed)?;
        let mut withheld = 0;
        for link in links {
            let link = link?;
            let number = link.entry.number;
            progress.reached(number);
            let withholds = holds_card(&link) && !told.has(number);
            withheld += u64::from(withholds);
            writer.record(&link, withholds).map_err(failed)?;
            for signed in heads.check(&link)? {
                writer.signed(signed).map_err(failed)?;
            }
        }
        let (file, end) = writer.end().map_err(failed)?;
        file.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| file.sync_all()).map_err(failed)?;
        // Its name must last as long as its bytes: what it holds may be removed from the board.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
        heads.require_reached(reader.head()?)?;
        Ok((end, withheld))
    })();
    let (end, withheld) = written.inspect_err(|_: &Failure| drop(fs::remove_file(path)))?;
    let held_back_from = told.before_deals_under_way().filter(|before| *before == end.number && *before < to).map(|before| before + 1);
    Ok(Exported { before, end, withheld, held_back_from, key: key.public() })
}

fn nothing() -> Failure {
    Failure::refused(
        "nothing-to-export",
        "there is no such record, or a deal is under way since: its records are held back until it has ended",
    )
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let path = path.display().to_string();
    Failure::refused("unwritable-file", format!("{path}: cannot be written as a new file: {error}")).with("path", path)
}

/// Proves an export by the cabinet's public key alone.
pub(super) fn verify(path: &Path, key: PublicKey, expected: Option<Head>) -> Result<String, Failure> {
    let name = path.display().to_string();
    let unreadable = |error: io::Error| Failure::unreadable(&name, &error);
    let file = File::open(path).map_err(unreadable)?;
    let mut found = None;
    let checked = check_export(BufReader::new(file), key, |head| {
        if expected.is_some_and(|expected| expected.number == head.number) {
            found = Some(head);
        }
    });
    let checked = checked.map_err(unreadable)?.map_err(|fault| {
        Failure::refused("export-changed", format!("{name}: {fault}"))
            .with("file", name.as_str())
            .with("number", fault.number)
            .with("line", fault.line)
    })?;
    if let Some(expected) = expected.filter(|expected| found.unwrap_or(checked.before) != *expected) {
        let message = format!("{name}: this export does not contain the history that {expected} was taken of");
        return Err(Failure::refused("head-not-contained", message).with("expected", expected.to_string()));
    }
    let mut answer = json!({
        "from": checked.before.number + 1,
        "verified": checked.end.number,
        "head": checked.end.to_string(),
        "withheld": checked.withheld,
        "signed_heads": checked.signed.len(),
        "newest_signed": checked.signed.last(),
        "other_keys": texts(&checked.other_keys),
        "fingerprint": key.fingerprint(),
        "steps": false,
    });
    if let Some(expected) = expected {
        answer["contains"] = expected.to_string().into();
    }
    Ok(format!("{answer}\n"))
}

/// Keys as they are printed.
fn texts(keys: &[PublicKey]) -> Vec<String> {
    keys.iter().map(ToString::to_string).collect()
}

/// The signed heads of a journal in a folder, to which it is held.
pub(super) struct Heads {
    /// By rising numbers.
    signed: Vec<SignedHead>,
}

impl Heads {
    /// Reads them. Each must be genuine, and where a key is given, one of its own must be there.
    pub(super) fn of(place: &Place, key: Option<PublicKey>) -> Result<Self, Failure> {
        let mut signed = Vec::new();
        for line in signed_heads(&place.paths().mirror)? {
            let head = line.map_err(|line| damaged(&format!("line {line} is damaged")).with("line", line))?;
            if !head.is_genuine() {
                let number = head.head.number;
                return Err(damaged(&format!("the signature of record {number}'s head is not genuine")).with("number", number));
            }
            signed.push(head);
        }
        signed.sort_by_key(|signed| signed.head.number);
        if let Some(key) = key.filter(|key| signed.iter().all(|signed| signed.key != *key)) {
            let message = format!("no head of this journal is signed by {key}");
            return Err(Failure::refused("not-signed", message).with("key", key.to_string()));
        }
        Ok(Self { signed })
    }

    /// The signed heads of this record, which must be the one that was signed.
    pub(super) fn check(&self, link: &Link) -> Result<&[SignedHead], Failure> {
        let number = link.entry.number;
        let from = self.signed.partition_point(|signed| signed.head.number < number);
        let to = self.signed.partition_point(|signed| signed.head.number <= number);
        let own = &self.signed[from..to];
        match own.iter().find(|signed| signed.head != link.head()) {
            None => Ok(own),
            Some(signed) => Err(not_as_signed(number, &format!("it has the hash {}, and {} was signed", link.hash, signed.head))),
        }
    }

    /// The journal must reach as far as its head was signed.
    pub(super) fn require_reached(&self, end: Head) -> Result<(), Failure> {
        match self.signed.iter().find(|signed| signed.head.number > end.number) {
            None => Ok(()),
            Some(signed) => {
                let why = format!("it is missing: the head {} was signed, and the journal ends with record {}", signed.head, end.number);
                Err(not_as_signed(end.number + 1, &why))
            }
        }
    }

    /// Of a journal that begins after this head: one that was signed of the same record must be the same.
    pub(super) fn check_before(&self, before: Head) -> Result<(), Failure> {
        match self.signed.iter().find(|signed| signed.head.number == before.number && signed.head != before) {
            None => Ok(()),
            Some(signed) => Err(not_as_signed(before.number, &format!("it begins after {before}, and {} was signed", signed.head))),
        }
    }

    /// How many there are of what a journal has that begins after this head, how far they reach, and whose they are.
    pub(super) fn told(&self, before: Head) -> serde_json::Value {
        let of_it: Vec<&SignedHead> = self.signed.iter().filter(|signed| signed.head.number >= before.number).collect();
        let mut keys: Vec<PublicKey> = of_it.iter().map(|signed| signed.key).collect();
        keys.dedup();
        json!({"heads": of_it.len(), "newest": of_it.last().map(|signed| signed.head.to_string()), "keys": texts(&keys)})
    }
}

fn damaged(why: &str) -> Failure {
    let message = format!(
        "the file of signed heads beside the mirror was changed: {why}. `croupierctl journal rebuild` sets it aside and keeps what is genuine of it"
    );
    Failure::refused("signed-heads-damaged", message)
}

fn not_as_signed(number: u64, why: &str) -> Failure {
    Failure::refused("journal-not-as-signed", format!("record {number}: this is not the journal that its cabinet has signed: {why}"))
        .with("number", number)
}
