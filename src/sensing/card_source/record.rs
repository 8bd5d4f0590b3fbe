//! What of a card source's line may be kept in a record: everything but the cards.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::frame::{body_of, frame};

/// What of a sound frame may be kept.
pub(in crate::sensing) enum Kept {
    /// All of it.
    Whole,
    /// All but its last word, which is a card, and the check sum, from which the card could be computed.
    ButTheCard,
    /// Nothing: nobody knows what stands in it.
    Nothing,
}

/// What stands in a record in place of a card and of its frame's check sum.
const LEFT_OUT: &str = " ??#????????;";

/// A part of a line of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// Bytes as they came, or question marks in their place.
    Text(&'a str),
    /// The body of a sound frame that named a card, without it.
    WithoutCard(&'a str),
}

/// The parts of a line of a record.
pub(super) fn parts(line: &str) -> Vec<Part<'_>> {
    let (mut parts, mut rest) = (Vec::new(), line);
    while let Some((before, after)) = rest.split_once(LEFT_OUT) {
        let begin = before.rfind(':').filter(|begin| !before[begin + 1..].contains([';', '#']));
        match begin {
            Some(begin) => parts.extend([Part::Text(&before[..begin]), Part::WithoutCard(&before[begin + 1..])]),
            None => parts.push(Part::Text(&rest[..before.len() + LEFT_OUT.len()])),
        }
        rest = after;
    }
    parts.push(Part::Text(rest));
    parts
}

/// A line of a capture as it would stand in a record, no matter who wrote it: the cards are left out, where any are in it.
pub(super) fn recorded_again(line: &str, recorded: impl Fn(&[u8]) -> String) -> String {
    let again = |part| match part {
        Part::Text(text) => recorded(text.as_bytes()),
        Part::WithoutCard(body) => without_card(body),
    };
    parts(line).into_iter().map(again).collect()
}

/// A frame whose card is left out, with the rest of its body.
fn without_card(body: &str) -> String {
    format!(":{body}{LEFT_OUT}")
}

/// A line as it may be written into a record. Every byte that belongs to no sound frame is a question mark, because a damaged one may
/// still show a card.
pub(in crate::sensing) fn recorded(line: &[u8], judge: impl Fn(&str) -> Kept) -> String {
    let mut kept = String::new();
    let mut rest = line;
    while !rest.is_empty() {
        let length = match frame_at(rest) {
            Some((body, length)) => {
                keep(body, &judge(body), &mut kept);
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

fn keep(body: &str, what: &Kept, kept: &mut String) {
    let whole = frame(body);
    let whole = String::from_utf8_lossy(whole.trim_ascii_end());
    match what {
        Kept::Whole => *kept += &whole,
        Kept::ButTheCard => *kept += &without_card(body.rsplit_once(' ').map_or("", |(before, _)| before)),
        Kept::Nothing => kept.extend(core::iter::repeat_n('?', whole.len())),
    }
}
