//! Captures in the tests' hand, and what is read of them, in words.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::source::CardDialect;
use super::*;
use crate::sensing::capture::{self, Direction};
use crate::sensing::shuffler::tests::in_words;

/// A capture of these lines, each `SECONDS < BODY` or `SECONDS > BODY`: a body gets its frame, one that ends with `??` that of a card that
/// was left out; what begins with `=` stands as it is.
fn capture_of(lines: &[&str]) -> String {
    let framed = |line: &&str| {
        let (head, body) = line.split_at(line.find(['<', '>']).map_or(line.len(), |sign| sign + 2));
        match (body.strip_prefix('='), body.strip_suffix("??")) {
            (Some(text), _) => format!("{head}{text}\n"),
            (None, Some(_)) => format!("{head}:{body}#????????;\n"),
            (None, None) => format!("{head}{}\n", String::from_utf8_lossy(frame(body).trim_ascii_end())),
        }
    };
    lines.iter().map(framed).collect()
}

/// What a device tells of a capture of these lines, each with its time, and what it was told of last.
#[track_caller]
pub(in crate::sensing) fn check<D: CardDialect>(device: D, lines: &[&str], expected: &[&str]) {
    let told = replay(device, capture::rows(&capture_of(lines)));
    let told: Vec<String> = told.iter().map(|told| format!("{} {}", told.at.milliseconds(), told_in_words(&told.told))).collect();
    assert_eq!(told, expected);
}

fn told_in_words(told: &Told) -> String {
    match told {
        Told::Asked { body, is_repeated } => format!("{} {body}", if *is_repeated { "asked again" } else { "asked" }),
        Told::Said { body, is_card_left_out, answer_milliseconds } => {
            let took = answer_milliseconds.map_or(String::new(), |took| format!(" after {took}"));
            format!("said {body}{}{took}", if *is_card_left_out { ", a card" } else { "" })
        }
        Told::Doubted { direction: Direction::From } => "doubted".to_owned(),
        Told::Doubted { direction: Direction::To } => "doubted question".to_owned(),
        Told::Event(event) => in_words(event),
        Told::BadLine { expected } => format!("bad line: {expected}"),
    }
}
