//! What of the line may be kept: everything but the cards.

use alloc::string::String;

use super::frame::body_of;
use super::words::{Answer, Told, split_sequence};

/// A line as it may be written into a record: sound frames stand as they came, a dealt card and its frame's check sum, from which the
/// card could be computed, are question marks, and so is every byte that belongs to no sound and known frame, because a damaged one may
/// still show a card.
#[must_use]
pub fn recorded(line: &[u8]) -> String {
    let mut kept = String::new();
    let mut rest = line;
    while !rest.is_empty() {
        let length = match frame_at(rest) {
            Some((body, length)) => {
                keep(body, &mut kept);
                length
            }
            None => {
                kept.push('?');
                1
            }
        };
        rest = &rest[length..];
    }
    kept
}

/// The body of the sound frame that begins here, and the length of the frame.
fn frame_at(bytes: &[u8]) -> Option<(&str, usize)> {
    let inside = bytes.strip_prefix(b":")?;
    let end = inside.iter().position(|byte| *byte == b';')?;
    Some((body_of(&inside[..end])?, end + 2))
}

fn keep(body: &str, kept: &mut String) {
    let answer = split_sequence(body, 'A').and_then(|(_, words)| Answer::parse(words));
    let is_request = split_sequence(body, 'Q').is_some();
    match answer {
        Some(Answer::Job(_, Told::Card(_))) => {
            let without = body.rsplit_once(' ').map_or("", |(before, _)| before);
            *kept += &alloc::format!(":{without} ??#????????;");
        }
        Some(_) => *kept += &sound(body),
        None if is_request => *kept += &sound(body),
        None => kept.extend(core::iter::repeat_n('?', sound(body).len())),
    }
}

fn sound(body: &str) -> String {
    String::from_utf8_lossy(super::frame::frame(body).trim_ascii_end()).into_owned()
}
