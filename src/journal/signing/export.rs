//! A signed export: records with their chain and the signed heads, as text that any machine can check with the cabinet's public key alone.
//!
//! One line each, words parted by one space, numbers in decimal, bytes in hexadecimal digits:
//!
//! - `croupier-journal-export-1 KEY BEFORE`: who exports, and the head before the first record.
//! - `record NUMBER AT ROUND HASH PAYLOAD`: a record; the hash is that of [`Link::hash`](super::Link).
//! - `withheld NUMBER AT ROUND HASH SIGNATURE`: a record whose payload must not leave the cabinet, which signs its place in the chain instead.
//! - `signed HEAD KEY SIGNATURE`: a head that was signed while the cabinet played, behind its record.
//! - `end HEAD NUMBERS SIGNATURE`: where the export ends, which records have signed heads, and the signature of every byte before it.

use std::io::{self, BufRead, Read, Write};
use std::str::FromStr;

use sha2::{Digest, Sha256};

use super::{Key, PublicKey, Signature, SignedHead};
use crate::journal::hex::{Hex, unhex_all};
use crate::journal::{Entry, Hash, Head, Link, PAYLOAD_MOST};
use crate::model::Timestamp;

/// What the first line begins with.
const TITLE: &str = "croupier-journal-export-1";

/// The first words of what is signed of a record that is withheld, and of a whole export.
const OF_WITHHELD: &[u8] = b"croupier journal withheld record 1\n";
const OF_EXPORT: &[u8] = b"croupier journal export 1\n";

/// The longest line: a record with the largest payload, or the end of an export with a million signed heads.
const LINE_MOST: u64 = 16 * PAYLOAD_MOST as u64;

/// Writes an export as its records come.
pub struct ExportWriter<'a, W> {
    key: &'a Key,
    out: W,
    sha: Sha256,
    end: Head,
    signed: Vec<u64>,
}

impl<'a, W: Write> ExportWriter<'a, W> {
    /// Begins an export of the records after `before`.
    ///
    /// # Errors
    /// Where `out` cannot be written.
    pub fn begin(out: W, key: &'a Key, before: Head) -> io::Result<Self> {
        let mut writer = Self { key, out, sha: Sha256::new(), end: before, signed: Vec::new() };
        writer.line(&format!("{TITLE} {} {before}\n", key.public()))?;
        Ok(writer)
    }

    /// Writes the next record; without its payload where that is `withheld`.
    ///
    /// # Errors
    /// Where the output cannot be written.
    pub fn record(&mut self, link: &Link, withheld: bool) -> io::Result<()> {
        let Entry { number, at, round, payload } = &link.entry;
        let place = format!("{number} {} {round} {}", at.microseconds(), link.hash);
        let line = if withheld {
            let signature = self.key.sign(&withheld_statement(self.end, &place));
            format!("withheld {place} {signature}\n")
        } else {
            format!("record {place} {}\n", Hex(payload))
        };
        self.end = link.head();
        self.line(&line)
    }

    /// Writes a head that was signed, behind its record.
    ///
    /// # Errors
    /// Where the output cannot be written.
    pub fn signed(&mut self, signed: &SignedHead) -> io::Result<()> {
        self.signed.push(signed.head.number);
        self.line(&format!("{signed}\n"))
    }

    /// Signs everything that was written: the output, and where the export ends.
    ///
    /// # Errors
    /// Where the output cannot be written.
    pub fn end(mut self) -> io::Result<(W, Head)> {
        let end = format!("end {} {} ", self.end, numbers(&self.signed));
        self.line(&end)?;
        let signature = self.key.sign(&export_statement(&self.sha));
        self.line(&format!("{signature}\n"))?;
        self.out.flush()?;
        Ok((self.out, self.end))
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        self.sha.update(text);
        self.out.write_all(text.as_bytes())
    }
}

/// Binds the withheld record to the hash before it, which its payload would do.
fn withheld_statement(before: Head, place: &str) -> Vec<u8> {
    [OF_WITHHELD, &before.hash.0, place.as_bytes()].concat()
}

fn export_statement(sha: &Sha256) -> Vec<u8> {
    [OF_EXPORT, &sha.clone().finalize()].concat()
}

/// The numbers of the records with signed heads; `-` where there are none.
fn numbers(signed: &[u64]) -> String {
    let words: Vec<String> = signed.iter().map(u64::to_string).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(",") }
}

/// What an export proves, once nothing is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedExport {
    /// The head before its first record.
    pub before: Head,
    /// The head after its last record.
    pub end: Head,
    /// How many records are withheld.
    pub withheld: u64,
    /// The records whose heads this cabinet signed while it played.
    pub signed: Vec<u64>,
    /// Other keys that have signed heads: the cabinet's former ones.
    pub other_keys: Vec<PublicKey>,
}

/// The first thing that is wrong with an export.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("record {number} (line {line}): {why}")]
pub struct ExportFault {
    /// The record that it is about; 0 before the first.
    pub number: u64,
    /// The line of the file, from 1.
    pub line: u64,
    /// What is wrong.
    pub why: String,
}

/// Reads an export from its first line to its end, and shows each head to `each`: what it proves, or the first fault.
///
/// # Errors
/// [`io::Error`] where it cannot be read; otherwise the fault.
pub fn check_export(input: impl BufRead, key: PublicKey, each: impl FnMut(Head)) -> io::Result<Result<CheckedExport, ExportFault>> {
    let mut lines = Lines { input, number: 0, is_torn: false };
    let Some(first) = lines.next()? else {
        return Ok(Err(ExportFault { number: 0, line: 1, why: "it is empty, or its first line is cut off".to_owned() }));
    };
    let found = |why: String, number: u64, line: u64| Ok(Err(ExportFault { number, line, why }));
    let mut check = match Check::begin(&first, key, each) {
        Ok(check) => check,
        Err(why) => return found(why, 0, 1),
    };
    while let Some(line) = lines.next()? {
        match check.take(&line) {
            Ok(()) => {}
            Err((number, why)) => return found(why, number, lines.number),
        }
    }
    let (next, line) = (check.so_far.end.number + 1, lines.number + 1);
    if !check.has_ended {
        return found("the export is cut off here: its signed end is missing".to_owned(), next, line);
    }
    if lines.is_torn {
        return found("something stands behind the end of the export".to_owned(), next, line);
    }
    Ok(Ok(check.so_far))
}

/// Whole lines.
struct Lines<R> {
    input: R,
    /// How many were read.
    number: u64,
    /// Whether the last of them has no end, or is longer than any may be.
    is_torn: bool,
}

impl<R: BufRead> Lines<R> {
    /// The next line without its end; `None` where there is no whole one.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        self.input.by_ref().take(LINE_MOST).read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            self.is_torn = !line.is_empty();
            return Ok(None);
        }
        line.pop();
        self.number += 1;
        Ok(Some(line))
    }
}

/// A fault: the record, and what is wrong.
type Fault = (u64, String);

/// An export, as far as it was read.
struct Check<F> {
    key: PublicKey,
    sha: Sha256,
    so_far: CheckedExport,
    /// Every record with a signed head, by any key.
    heads: Vec<u64>,
    has_ended: bool,
    each: F,
}

impl<F: FnMut(Head)> Check<F> {
    fn begin(first: &[u8], key: PublicKey, each: F) -> Result<Self, String> {
        let words = words(first).ok_or("this is no signed export of a journal")?;
        let [TITLE, named, before] = words[..] else { return Err("this is no signed export of a journal".to_owned()) };
        let named: PublicKey = exact(named).ok_or("the public key in the first line is none")?;
        if named != key {
            return Err(format!("it was exported by the holder of another key, {named}, and not by {key}"));
        }
        let before: Head = exact(before).ok_or("the head before the first record is none")?;
        let so_far = CheckedExport { before, end: before, withheld: 0, signed: Vec::new(), other_keys: Vec::new() };
        let mut check = Self { key, sha: Sha256::new(), so_far, heads: Vec::new(), has_ended: false, each };
        check.hash(first);
        Ok(check)
    }

    fn hash(&mut self, line: &[u8]) {
        self.sha.update(line);
        self.sha.update(b"\n");
    }

    fn take(&mut self, line: &[u8]) -> Result<(), Fault> {
        let next = self.so_far.end.number.saturating_add(1);
        if self.has_ended {
            return Err((next, "something stands behind the end of the export".to_owned()));
        }
        let damaged = || (next, "the line is damaged".to_owned());
        let words = words(line).ok_or_else(damaged)?;
        match words[..] {
            ["record" | "withheld", number, at, round, hash, last] => {
                let payload = if words[0] == "record" { Some(unhex_all(last).ok_or_else(damaged)?) } else { None };
                let (number, hash): (u64, Hash) = exact(number).zip(exact(hash)).ok_or_else(damaged)?;
                let (at, round): (u64, u64) = exact(at).zip(exact(round)).ok_or_else(damaged)?;
                let head = Head { number, hash };
                self.require_next(head)?;
                match payload {
                    Some(payload) => {
                        let at = Timestamp::from_microseconds(at);
                        self.record(Link { entry: Entry { number, at, round, payload }, hash })?;
                    }
                    None => self.withheld(head, &format!("{number} {at} {round} {hash}"), exact(last).ok_or_else(damaged)?)?,
                }
                (self.each)(head);
                self.so_far.end = head;
            }
            ["signed", ..] => self.signed(std::str::from_utf8(line).ok().and_then(|line| line.parse().ok()).ok_or_else(damaged)?)?,
            ["end", head, heads, signature] => {
                return self.end(line, exact(head).ok_or_else(damaged)?, heads, exact(signature).ok_or_else(damaged)?);
            }
            _ => return Err(damaged()),
        }
        self.hash(line);
        Ok(())
    }

    fn require_next(&self, head: Head) -> Result<(), Fault> {
        let next = self.so_far.end.number.saturating_add(1);
        if head.number == next {
            return Ok(());
        }
        let why = if head.number > next { "is missing here" } else { "should follow here" };
        Err((next, format!("it {why}; record {} stands in its place", head.number)))
    }

    fn record(&self, link: Link) -> Result<(), Fault> {
        if self.so_far.end.is_followed_by(&link) {
            return Ok(());
        }
        Err((link.entry.number, "it does not fit its hash and the record before it: it or its hash was changed".to_owned()))
    }

    fn withheld(&mut self, head: Head, place: &str, signature: Signature) -> Result<(), Fault> {
        if !self.key.has_signed(&withheld_statement(self.so_far.end, place), &signature) {
            return Err((head.number, "the signature that stands for its withheld content does not fit it".to_owned()));
        }
        self.so_far.withheld += 1;
        Ok(())
    }

    fn signed(&mut self, signed: SignedHead) -> Result<(), Fault> {
        let end = self.so_far.end;
        if signed.head != end {
            return Err((end.number, format!("behind it stands the signed head {} of another record", signed.head)));
        }
        if !signed.is_genuine() {
            return Err((end.number, "the signature of its head is not genuine".to_owned()));
        }
        self.heads.push(end.number);
        if signed.key == self.key {
            self.so_far.signed.push(end.number);
        } else if !self.so_far.other_keys.contains(&signed.key) {
            self.so_far.other_keys.push(signed.key);
        }
        Ok(())
    }

    fn end(&mut self, line: &[u8], head: Head, heads: &str, signature: Signature) -> Result<(), Fault> {
        let so_far = self.so_far.end;
        if head.number > so_far.number {
            return Err((so_far.number + 1, format!("it and what follows is missing: the export ends with record {}", head.number)));
        }
        if head != so_far {
            return Err((so_far.number, format!("the export ends with {head}, and not with this record")));
        }
        if let Some(number) = first_difference(&self.heads, heads) {
            return Err((number, "its signed head was taken away or added".to_owned()));
        }
        let signed = line.len() - signature.to_string().len();
        self.sha.update(&line[..signed]);
        if !self.key.has_signed(&export_statement(&self.sha), &signature) {
            return Err((head.number, "the signature of the whole export, in its last line, is not genuine".to_owned()));
        }
        self.has_ended = true;
        Ok(())
    }
}

/// The first record that has a signed head in the one list and not in the other; 0 where the list is none.
fn first_difference(found: &[u64], told: &str) -> Option<u64> {
    if numbers(found) == told {
        return None;
    }
    let told: Option<Vec<u64>> = if told == "-" { Some(Vec::new()) } else { told.split(',').map(exact).collect() };
    let Some(told) = told else { return Some(0) };
    let mut pairs = found.iter().zip(&told).find(|(found, told)| found != told).map(|(found, told)| *found.min(told));
    let rest = || found.get(told.len()).or(told.get(found.len())).copied();
    pairs.take().or_else(rest).or(Some(0))
}

fn words(line: &[u8]) -> Option<Vec<&str>> {
    Some(std::str::from_utf8(line).ok()?.split(' ').collect())
}

/// Reads exactly what is written, not one byte otherwise.
fn exact<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse().ok().filter(|read: &T| read.to_string() == text)
}
