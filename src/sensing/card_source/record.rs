//! What of a card source's line may be kept in a record: everything but the cards.

use alloc::format;
use alloc::string::String;

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
        Kept::ButTheCard => {
            let without = body.rsplit_once(' ').map_or("", |(before, _)| before);
            *kept += &format!(":{without} ??#????????;");
        }
        Kept::Nothing => kept.extend(core::iter::repeat_n('?', whole.len())),
    }
}
