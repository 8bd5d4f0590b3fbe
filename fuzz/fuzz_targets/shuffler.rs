//! Any bytes in any rhythm, with any wishes in between, into the shuffle machine's dialect: no panic, and what
//! `support` says of every card source.
#![no_main]

#[path = "support/card_source.rs"]
mod support;

use std::sync::LazyLock;

use croupier::model::{Card, CardWish, OrderNumber};
use croupier::profiles::{Kind, load};
use croupier::sensing::shuffler::{Parameters, Shuffler};
use libfuzzer_sys::fuzz_target;
use support::{HOST, Script};

static DEVICE: LazyLock<Parameters> = LazyLock::new(|| load(Kind::Device, "shuffler").expect("a shipped device").value);

/// The newest request: its sequence number and its words.
#[derive(Default)]
struct Asked(Option<(String, String)>);

fuzz_target!(|data: &[u8]| support::play(Asked::default(), data));

impl Script for Asked {
    type Machine = Shuffler;

    fn machine() -> Shuffler {
        Shuffler::new(DEVICE.clone(), HOST)
    }

    fn shoe(&self) -> OrderNumber {
        1
    }

    fn ordered(&mut self, _: &CardWish) {}

    fn sent(&mut self, bytes: Vec<u8>) {
        let text = String::from_utf8(bytes).expect("requests are text");
        let body = text.strip_prefix(":Q").and_then(|text| text.split_once('#')).expect("requests are frames").0;
        let (sequence, words) = body.split_once(' ').expect("a request has words");
        self.0 = Some((sequence.to_owned(), words.to_owned()));
    }

    /// An answer to the newest request.
    fn say(&mut self, choice: u8, number: OrderNumber) -> Option<String> {
        let (sequence, words) = self.0.as_ref()?;
        let order = words.split(' ').nth(1).unwrap_or("CAFE0001-1");
        let answer = match choice {
            0..52 => format!("JOB {order} CARD {}", Card::from_index(choice.into()).expect("one of 52")),
            52..56 => format!("JOB {order} RUN {}", choice - 52),
            56..60 => format!("JOB {order} RUN {} {}", choice % 2, u16::from(choice - 56) * 104),
            60..80 => {
                let words = ["JAM", "DOOR", "EMPTY", "SERVICE"];
                format!("JOB {order} HELD {} 1", words[usize::from(choice) % words.len()])
            }
            80..120 => {
                let words = ["OFF", "EMPTY", "UNREADABLE", "FOREIGN", "DUPLICATE", "DOUBLE", "UNKNOWN", "SHOE", "IMPOSSIBLE"];
                format!("JOB {order} FAIL {}", words[usize::from(choice) % words.len()])
            }
            120..140 => format!("JOB {order} SHUFFLED {} 0 0 0 {}", 312 - u16::from(choice % 2), choice % 3),
            140..150 => format!("JOB {order} TESTED {}", choice % 2),
            150..160 => format!("NO {order} {}", ["OLD", "OTHER", "BUSY", "SERVICE"][usize::from(choice) % 4]),
            160..190 => "ID 1 M F S".to_owned(),
            190..200 => "ST SERVICE 0 0 - -".to_owned(),
            200..210 => format!("ST JAM 3 9 CAFE0001-1 CAFE0001-{number}/HELD"),
            _ => format!("ST READY 0 312 CAFE0001-1 CAFE0001-{number}/DONE"),
        };
        Some(format!("A{sequence} {answer}"))
    }

    fn named(number: OrderNumber, card: Card) -> String {
        format!("JOB {HOST:08X}-{number} CARD {card}#")
    }
}
