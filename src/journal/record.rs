//! The record: what the payload of an entry holds. An input, what it brought about, and under which rules.
//!
//! The encoding is CBOR with explicit indices, so that old records stay readable when fields are added. One byte before it says
//! whether the rest is compressed, which a spin's evidence (the same status line again and again) makes worth while.

use minicbor::{Decode, Encode};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::JournalError;
use super::salt::{SALT_BYTES, Salts};
use crate::model::{ClockOffset, Event, Fact, Input, Timestamp, What};

/// Plain CBOR follows.
const PLAIN: u8 = 0;
/// Raw deflate of CBOR follows.
const DEFLATED: u8 = 1;
/// Below this size compression gains little, and packing compresses small records together anyway.
const WORTH_COMPRESSING: usize = 512;
/// Deflate effort: the fast end, because a commit waits for it.
const EFFORT: u8 = 3;
/// No record is larger than this when unpacked; a damaged one must not fill the memory.
const UNPACKED_MOST: usize = 16 << 20;

/// What this release is called in its records.
pub const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// What one entry of the journal records.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Record {
    /// The input as it was taken in.
    #[n(0)]
    pub input: Input,
    /// What stepping it brought about; recomputed and compared by verification.
    #[n(1)]
    pub facts: Vec<Fact>,
    /// SHA-256 of the rules file that was in force.
    #[cbor(n(2), with = "minicbor::bytes")]
    pub terms_sha256: [u8; 32],
    /// By how much the wall clock was ahead of the input's time after the step; `None` in records of releases that did not say.
    #[n(3)]
    pub clock_offset: Option<ClockOffset>,
    /// The release that wrote it; `None` in records of the first releases, which did not say.
    #[n(4)]
    pub release: Option<String>,
    /// What nobody can guess, in a record that may hold what nobody may see; `None` in all others, and in those of older releases.
    #[cbor(n(5), with = "minicbor::bytes")]
    pub salt: Option<[u8; SALT_BYTES]>,
}

impl Record {
    /// A record that this release makes.
    #[must_use]
    pub fn new(input: Input, facts: Vec<Fact>, terms_sha256: [u8; 32], clock_offset: ClockOffset) -> Self {
        Self { input, facts, terms_sha256, clock_offset: Some(clock_offset), release: Some(RELEASE.to_owned()), salt: None }
    }

    /// A record of an input alone, as the first releases made it: without clock, release or salt.
    #[must_use]
    pub const fn bare(input: Input, facts: Vec<Fact>, terms_sha256: [u8; 32]) -> Self {
        Self { input, facts, terms_sha256, clock_offset: None, release: None, salt: None }
    }

    /// The record with a salt, where a card source or a draw of chance speaks in it.
    #[must_use]
    pub fn salted(self, salts: &Salts) -> Self {
        let is_secret = matches!(self.input.what, What::Event(Event::Cards { .. } | Event::Drawn { .. }));
        Self { salt: is_secret.then(|| salts.of(self.input.number)), ..self }
    }

    /// Whether the release that wrote it kept the journal's mark as well: each that says its name does, from 0.1.3 on. Of those before, only
    /// the last did.
    #[must_use]
    pub fn is_of_marked_journal(&self) -> bool {
        self.release.is_some()
    }

    /// What people were shown as this moment when the record was made. A release that did not record it is taken to have shown the house's
    /// own time.
    #[must_use]
    pub fn shown(&self, at: Timestamp) -> Timestamp {
        self.clock_offset.unwrap_or_default().shown(at)
    }

    /// The record as the payload of an entry.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut plain = vec![PLAIN];
        minicbor::encode(self, &mut plain).expect("encoding into memory cannot fail");
        if plain.len() < WORTH_COMPRESSING {
            return plain;
        }
        let deflated = compress_to_vec(&plain[1..], EFFORT);
        if deflated.len() + 1 >= plain.len() {
            return plain;
        }
        let mut payload = vec![DEFLATED];
        payload.extend(deflated);
        payload
    }

    /// The record in a payload.
    ///
    /// # Errors
    /// [`JournalError::Record`] where the payload is not one that [`Record::encode`] of this or an older version makes.
    pub fn decode(payload: &[u8]) -> Result<Self, JournalError> {
        let bad = |message: &str| JournalError::Record(message.to_owned());
        match payload.split_first() {
            Some((&PLAIN, plain)) => minicbor::decode(plain).map_err(|error| bad(&error.to_string())),
            Some((&DEFLATED, deflated)) => {
                let plain = decompress_to_vec_with_limit(deflated, UNPACKED_MOST).map_err(|error| bad(&error.to_string()))?;
                minicbor::decode(&plain).map_err(|error| bad(&error.to_string()))
            }
            Some(_) => Err(bad("it begins with an unknown byte; a newer version may have written it")),
            None => Err(bad("it is empty")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CardSourceEvent, Command, Money, Order, Pocket, Refusal, Seat, TableNumber, WheelEvent, WheelHappening, Who};

    fn result_with(evidence: &[u8]) -> Record {
        let pocket = Pocket::new(17).expect("it is on the wheel");
        let event = WheelEvent { spin: Some(4), happening: WheelHappening::Result(pocket), evidence: evidence.to_vec() };
        let input = Input { number: 12, at: Timestamp::from_microseconds(99), what: What::Event(Event::Wheel(event)) };
        Record {
            input,
            facts: vec![Fact::Outcome { round: 3, pocket }],
            terms_sha256: [7; 32],
            clock_offset: None,
            release: Some("0.1.3".to_owned()),
            salt: None,
        }
    }

    /// A refused order as release 0.1.8 recorded it, and as it is recorded since: whether it stays refused stands behind the reason.
    #[test]
    fn the_record_of_a_refused_order_is_read_as_it_was_written_then_and_is_written_now() {
        let (head, command) =
            ("85 831848 1b0006610ee6167fec 820181 8208", "848201816b617474656e64616e742d31 6772656675736564 f6 8207820307");
        let rest = "80 58208c62c73b6add726d8367baf8b7162a34db92c8328099ef8a191c6c30902ca940 00 65302e312e39";
        let then = format!("00 {head} 82 {command} 82181b80 {rest}");
        let now = format!("00 {head} 83 {command} 82181b80 f5 {rest}");
        let bytes = |text: &str| -> Vec<u8> {
            let digits: Vec<u8> = text.bytes().filter(|digit| *digit != b' ').collect();
            let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).expect("digits"), 16).expect("digits");
            digits.chunks(2).map(byte).collect()
        };
        let seat = Seat::new(3).expect("there is a third seat");
        let order = Order::CreditOut { seat, amount: Some(Money::from_minor(7)) };
        let command = Command { who: Who::Attendant("attendant-1".to_owned()), key: Some("refused".to_owned()), round: None, order };
        let record = |stays| Record {
            input: Input {
                number: 72,
                at: Timestamp::from_microseconds(1_795_566_477_934_572),
                what: What::Event(Event::OrderRefused { command: command.clone(), refusal: Refusal::CreditTooSmall, stays }),
            },
            facts: Vec::new(),
            terms_sha256: bytes(&rest[7..71]).try_into().expect("32 bytes"),
            clock_offset: Some(ClockOffset::default()),
            release: Some("0.1.9".to_owned()),
            salt: None,
        };
        assert_eq!(Record::decode(&bytes(&then)).expect("it is read"), record(false));
        assert_eq!(Record::decode(&bytes(&now)).expect("it is read"), record(true));
        assert_eq!(record(true).encode(), bytes(&now));
    }

    #[test]
    fn a_record_reads_back_whether_compressed_or_not() {
        let lines = b"12.345 < *X;5;017;17;0;158;0\n".repeat(80);
        let mut state = 1_u32;
        let noise = std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state as u8
        });
        let noise: Vec<u8> = noise.take(3_000).collect();
        let check = |record: Record, first_byte: u8, bytes_most: usize| {
            let payload = record.encode();
            assert_eq!(payload[0], first_byte);
            assert!(payload.len() <= bytes_most, "{} bytes", payload.len());
            assert_eq!(Record::decode(&payload).expect("just encoded"), record);
        };
        check(result_with(b""), PLAIN, 100);
        check(result_with(&lines), DEFLATED, 300);
        check(result_with(&noise), PLAIN, 3_100);
    }

    #[test]
    fn a_record_of_a_newer_version_with_a_field_more_is_still_read() {
        #[derive(Encode)]
        struct Newer {
            #[n(0)]
            input: Input,
            #[n(1)]
            facts: Vec<Fact>,
            #[cbor(n(2), with = "minicbor::bytes")]
            terms_sha256: [u8; 32],
            #[n(3)]
            clock_offset: Option<ClockOffset>,
            #[n(4)]
            release: Option<String>,
            #[cbor(n(5), with = "minicbor::bytes")]
            salt: Option<[u8; SALT_BYTES]>,
            #[n(6)]
            operator: u64,
        }
        let Record { input, facts, terms_sha256, clock_offset, release, salt } = result_with(b"");
        let mut payload = vec![PLAIN];
        minicbor::encode(Newer { input, facts, terms_sha256, clock_offset, release, salt, operator: 5 }, &mut payload).expect("encoded");
        assert_eq!(Record::decode(&payload).expect("it is understood"), result_with(b""));
    }

    #[test]
    fn a_record_of_the_first_releases_says_no_release_and_is_the_same_bytes_again() {
        #[derive(Encode)]
        struct Older {
            #[n(0)]
            input: Input,
            #[n(1)]
            facts: Vec<Fact>,
            #[cbor(n(2), with = "minicbor::bytes")]
            terms_sha256: [u8; 32],
            #[n(3)]
            clock_offset: Option<ClockOffset>,
        }
        let Record { input, facts, terms_sha256, .. } = result_with(b"");
        let mut payload = vec![PLAIN];
        minicbor::encode(Older { input, facts, terms_sha256, clock_offset: Some(ClockOffset::default()) }, &mut payload).expect("encoded");
        let record = Record::decode(&payload).expect("it is understood");
        assert_eq!((&record.release, record.encode() == payload), (&None, true));
    }

    #[test]
    fn a_record_says_which_release_made_it() {
        let Record { input, facts, terms_sha256, .. } = result_with(b"");
        let made = Record::new(input, facts, terms_sha256, ClockOffset::default());
        let read = Record::decode(&made.encode()).expect("just encoded");
        assert_eq!(read.release.as_deref(), Some(env!("CARGO_PKG_VERSION")));
    }

    #[test]
    fn a_record_in_which_a_card_may_stand_has_a_salt_and_reads_back_with_it() {
        let check = |what: What, is_salted: bool| {
            let input = Input { number: 12, at: Timestamp::default(), what };
            let made = Record::new(input, Vec::new(), [0; 32], ClockOffset::default()).salted(&Salts::new([9; 32]));
            assert_eq!(made.salt, is_salted.then(|| Salts::new([9; 32]).of(12)));
            assert_eq!(Record::decode(&made.encode()).expect("just encoded"), made);
        };
        check(What::Event(Event::Cards { table: TableNumber(1), event: CardSourceEvent::Opened }), true);
        check(What::Event(Event::Wake), false);
    }

    #[test]
    fn damaged_bytes_are_an_error_and_never_a_panic() {
        for payload in [&b""[..], &[PLAIN], &[DEFLATED], &[2, 0x80], &[DEFLATED, 0xFF, 0xFF], &[PLAIN, 0x9B, 0xFF, 0xFF, 0xFF, 0xFF]] {
            assert!(Record::decode(payload).is_err(), "{payload:?}");
        }
        for sound in [result_with(b"").encode(), result_with(&b"1.0 < *X;1;\n".repeat(90)).encode()] {
            for bit in 0..sound.len() * 8 {
                let mut payload = sound.clone();
                payload[bit / 8] ^= 1 << (bit % 8);
                // The chain of hashes finds a change; here it must only do no harm.
                let _ = Record::decode(&payload);
                let _ = Record::decode(&payload[..bit / 8]);
            }
        }
    }
}
