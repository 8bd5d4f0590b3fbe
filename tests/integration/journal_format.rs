//! The journal's format as `docs/auditor.md` tells it, read by nothing but what stands there: the mirror of the newest release that is kept, and
//! a signed export of it.

use std::fs;
use std::path::{Path, PathBuf};

use ed25519_dalek::{Signature, VerifyingKey};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::docs::Cabinet;

/// The number of a record and its hash.
type Head = (u64, [u8; 32]);

/// Bytes that are read from the front.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }

    fn four(&mut self) -> u32 {
        u32::from_be_bytes(self.take(4).try_into().expect("four bytes"))
    }

    fn eight(&mut self) -> u64 {
        u64::from_be_bytes(self.take(8).try_into().expect("eight bytes"))
    }

    fn hash(&mut self) -> [u8; 32] {
        self.take(32).try_into().expect("32 bytes")
    }
}

fn chained(before: Head, number: u64, at: u64, round: u64, payload: &[u8]) -> [u8; 32] {
    let numbers = [number, at, round].map(u64::to_be_bytes).concat();
    Sha256::digest([&before.1[..], &numbers, payload].concat()).into()
}

/// Reads a segment: the head after its last record.
fn read_segment(bytes: &[u8], sequence: u64, mut head: Head) -> Head {
    let mut rest = Bytes(bytes);
    assert_eq!(rest.take(8), b"CROUPMR1");
    assert_eq!((rest.eight(), rest.eight(), rest.hash()), (sequence, head.0, head.1));
    assert_eq!(rest.four(), crc32fast::hash(&bytes[..56]));
    while rest.0.len() >= 24 && rest.0[..24].iter().any(|byte| *byte != 0) {
        assert_eq!(rest.take(4), b"CMT1");
        let (length, checksum) = (rest.four(), rest.four());
        let (count, first) = (rest.four(), rest.eight());
        let records = rest.take(length as usize);
        let fields = [&length.to_be_bytes()[..], &count.to_be_bytes(), &first.to_be_bytes(), records].concat();
        assert_eq!((checksum, first), (crc32fast::hash(&fields), head.0 + 1));
        head = read_commit(records, count, head);
    }
    head
}

fn read_commit(records: &[u8], count: u32, mut head: Head) -> Head {
    let mut rest = Bytes(records);
    for _ in 0..count {
        let (hash, at, round) = (rest.hash(), rest.eight(), rest.eight());
        let length = rest.four();
        let payload = rest.take(length as usize);
        assert!(matches!(payload, [0, 0x80..=0x97, ..] | [1, _, ..]), "plain CBOR of an array, or compressed: {:?}", &payload[..2]);
        assert_eq!(hash, chained(head, head.0 + 1, at, round, payload));
        head = (head.0 + 1, hash);
    }
    assert!(rest.0.is_empty(), "the records fill the commit");
    head
}

fn bytes_of(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).expect("digits"), 16).expect("digits")).collect()
}

fn text_of((number, hash): Head) -> String {
    let digits: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{number}:{digits}")
}

fn head_of(text: &str) -> Head {
    let (number, hash) = text.split_once(':').expect("a head");
    (number.parse().expect("a number"), bytes_of(hash).try_into().expect("32 bytes"))
}

/// The key's holder has signed these words, a line feed, and what follows.
fn require_signed(key: &str, signature: &str, words: &str, rest: &[u8]) {
    let key: [u8; 32] = bytes_of(key.strip_prefix("ed25519:").expect("a key")).try_into().expect("32 bytes");
    let signature: [u8; 64] = bytes_of(signature).try_into().expect("64 bytes");
    let statement = [words.as_bytes(), b"\n", rest].concat();
    VerifyingKey::from_bytes(&key).expect("a key").verify_strict(&statement, &Signature::from_bytes(&signature)).expect("it is genuine");
}

/// Reads a signed export by this key: where it ends, and how many records it has, of each kind, and signed heads.
fn read_export(text: &str, key: &str) -> (Head, [usize; 3]) {
    let mut lines = text.strip_suffix('\n').expect("whole lines").split('\n').map(|line| line.split(' ').collect::<Vec<_>>());
    let first = lines.next().expect("a first line");
    assert_eq!(first[..2], ["croupier-journal-export-1", key]);
    let (mut head, mut counts, mut signed, mut has_ended) = (head_of(first[2]), [0; 3], Vec::new(), false);
    for words in lines {
        assert!(!has_ended, "nothing follows the end");
        match words[..] {
            ["record", number, at, round, hash, payload] => {
                let [number, at, round] = [number, at, round].map(|number| number.parse::<u64>().expect("a number"));
                let next = (number, chained(head, number, at, round, &bytes_of(payload)));
                assert_eq!((number, text_of(next)), (head.0 + 1, format!("{number}:{hash}")));
                (head, counts[0]) = (next, counts[0] + 1);
            }
            ["withheld", number, at, round, hash, signature] => {
                let place = format!("{number} {at} {round} {hash}");
                let rest = [&head.1[..], place.as_bytes()].concat();
                require_signed(key, signature, "croupier journal withheld record 1", &rest);
                let next = head_of(&format!("{number}:{hash}"));
                assert_eq!(next.0, head.0 + 1);
                (head, counts[1]) = (next, counts[1] + 1);
            }
            ["signed", of, by, signature] => {
                assert_eq!(of, text_of(head));
                require_signed(by, signature, "croupier journal head 1", &[&head.0.to_be_bytes()[..], &head.1].concat());
                signed.push(head.0.to_string());
                counts[2] += 1;
            }
            ["end", last, numbers, signature] => {
                let told = if signed.is_empty() { "-".to_owned() } else { signed.join(",") };
                assert_eq!((last, numbers), (&*text_of(head), &*told));
                let before = text.strip_suffix('\n').and_then(|text| text.strip_suffix(signature)).expect("it is the last");
                require_signed(key, signature, "croupier journal export 1", &Sha256::digest(before));
                has_ended = true;
            }
            _ => panic!("{words:?}"),
        }
    }
    assert!(has_ended);
    (head, counts)
}

fn told(cabinet: &Cabinet, words: &str) -> Value {
    serde_json::from_slice(&cabinet.run(words).stdout).expect("it prints JSON")
}

fn segments(mirror: &Path) -> Vec<PathBuf> {
    let numbered = |number: u64| mirror.join(format!("{number:06}.mirror"));
    (1..).map(numbered).take_while(|path| path.exists()).collect()
}

#[test]
fn the_mirror_is_read_by_the_document_alone() {
    let cabinet = Cabinet::new();
    let paths = segments(&cabinet.0.path().join("croupier-data/mirror"));
    let bytes = paths.iter().map(|path| fs::read(path).expect("it is there"));
    let head = (1..).zip(bytes).fold((0, [0; 32]), |head, (sequence, bytes)| read_segment(&bytes, sequence, head));
    assert!(head.0 > 1_000, "the cabinet was played at: {}", head.0);
    assert_eq!(text_of(head), told(&cabinet, "journal head")["head"]);
}

#[test]
fn a_signed_export_is_proved_by_the_document_alone() {
    let cabinet = Cabinet::new();
    let made = told(&cabinet, "journal export --signed export.journal");
    let text = fs::read_to_string(cabinet.0.path().join("export.journal")).expect("it was written");
    let (head, [_, withheld, signed]) = read_export(&text, made["key"].as_str().expect("it names its key"));
    assert_eq!(made["head"], text_of(head));
    assert_eq!(made["withheld"], withheld);
    assert!(withheld > 0 && signed > 0, "{withheld} withheld records, {signed} signed heads");
}
