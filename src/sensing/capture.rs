//! The text format of serial captures: one line of the wire a line, with its time and direction.
//!
//! `SECONDS < LINE` came from the device, `SECONDS > LINE` went to it; `#` starts a comment line. Exactly one space follows the sign,
//! and the line may begin with spaces of its own. A comment as [`head`] writes it says at what moment the times after it begin, so that
//! records that follow each other in one file are one.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::model::{Span, Timestamp};

/// Which way a line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the device.
    From,
    /// To the device.
    To,
}

/// One line of a capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureLine {
    /// When, from the start of the capture's first record.
    pub at: Span,
    /// Which way it went.
    pub direction: Direction,
    /// The line without its end.
    pub line: String,
}

/// Why a capture cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureError {
    /// The line of the file, from 1.
    pub line: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for CaptureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected {}", self.line, self.expected)
    }
}

impl core::error::Error for CaptureError {}

/// The longest time a capture can show, so that arithmetic with its times cannot overflow: about 31 years.
const LONGEST_SECONDS: u64 = 1_000_000_000;

/// Reads a capture.
///
/// # Errors
/// The first line that is not `SECONDS < LINE`, `SECONDS > LINE`, a comment or empty, or whose time is before that of the line before.
pub fn parse(text: &str) -> Result<Vec<CaptureLine>, CaptureError> {
    rows(text).map(|(line, row)| row.map_err(|expected| CaptureError { line, expected })).collect()
}

/// Every line of a capture that is no comment and not empty, with its number in the file, from 1: what stands there, or what was expected
/// there. One whose time is before that of the good line before it is none.
pub fn rows(text: &str) -> impl Iterator<Item = (usize, Result<CaptureLine, &'static str>)> + '_ {
    let (mut clock, mut last) = (Clock::default(), Span::ZERO);
    text.lines().enumerate().filter_map(move |(index, text)| {
        if text.starts_with('#') || text.trim().is_empty() {
            clock.note(text);
            return None;
        }
        let row = parse_line(text).and_then(|line| {
            let line = CaptureLine { at: clock.at(line.at), ..line };
            if line.at < last {
                return Err("a time that is not before that of the line before");
            }
            last = line.at;
            Ok(line)
        });
        Some((index + 1, row))
    })
}

/// What stands around the microseconds in the comment that begins a record.
const HEAD: (&str, &str) = ("# from ", " microseconds after 1970-01-01");

/// The comment, with its end, that says at what moment the times after it begin.
#[must_use]
pub fn head(start: Timestamp) -> String {
    format!("{}{}{}\n", HEAD.0, start.microseconds(), HEAD.1)
}

/// Where the times of a record stand among those of the records before it.
#[derive(Clone, Copy, Debug, Default)]
struct Clock {
    /// When the first record began; none before one has said it.
    first: Option<Timestamp>,
    /// How much later than that the newest one began.
    later: Span,
}

impl Clock {
    /// A comment: it may be the head of a record.
    fn note(&mut self, comment: &str) {
        let digits = comment.trim_end().strip_prefix(HEAD.0).and_then(|rest| rest.strip_suffix(HEAD.1));
        let Some(start) = digits.and_then(|digits| digits.parse().ok()).map(Timestamp::from_microseconds) else { return };
        let later = start.since(*self.first.get_or_insert(start));
        if later <= Span::from_seconds(LONGEST_SECONDS) {
            self.later = later;
        }
    }

    /// A time of the newest record, from the start of the first one.
    const fn at(&self, at: Span) -> Span {
        Span::from_microseconds(at.microseconds() + self.later.microseconds())
    }
}

fn parse_line(text: &str) -> Result<CaptureLine, &'static str> {
    const FORM: &str = "`SECONDS < LINE` or `SECONDS > LINE`";
    let (seconds, rest) = text.split_once(' ').ok_or(FORM)?;
    let at = parse_seconds(seconds).ok_or("a time in seconds such as 12.345")?;
    let (direction, rest) = match rest.split_at_checked(1) {
        Some(("<", rest)) => (Direction::From, rest),
        Some((">", rest)) => (Direction::To, rest),
        _ => return Err(FORM),
    };
    // A host that logged an empty line leaves nothing behind the sign.
    let line = if rest.is_empty() { "" } else { rest.strip_prefix(' ').ok_or("exactly one space after the sign")? };
    Ok(CaptureLine { at, direction, line: line.to_owned() })
}

/// Whole seconds with up to six decimals.
fn parse_seconds(text: &str) -> Option<Span> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    if whole.is_empty() || decimals.is_empty() || !digits(whole) || !digits(decimals) {
        return None;
    }
    let whole: u64 = whole.parse().ok().filter(|seconds| *seconds <= LONGEST_SECONDS)?;
    let microseconds: u64 = format!("{decimals:0<6}")[..6].parse().ok()?;
    Some(Span::from_microseconds(whole * 1_000_000 + microseconds))
}

/// Writes one line of a capture, with its end.
pub fn write_line(text: &mut String, at: Span, direction: Direction, line: &str) {
    let seconds = at.microseconds() / 1_000_000;
    let microseconds = at.microseconds() % 1_000_000;
    let sign = match direction {
        Direction::From => '<',
        Direction::To => '>',
    };
    if microseconds.is_multiple_of(1_000) {
        *text += &format!("{seconds}.{:03} {sign} {line}\n", microseconds / 1_000);
    } else {
        *text += &format!("{seconds}.{microseconds:06} {sign} {line}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, (usize, &'static str)>) {
        let found = parse(text).map(|lines| {
            let mut written = String::new();
            lines.iter().for_each(|line| write_line(&mut written, line.at, line.direction, &line.line));
            written
        });
        assert_eq!(found, expected.map(str::to_owned).map_err(|(line, expected)| CaptureError { line, expected }));
    }

    #[test]
    fn a_capture_is_written_as_it_was_read() {
        check("# a comment\n0.000 < *X;6;001;  ;4;000;0\n\n2.699 > *T M\n", Ok("0.000 < *X;6;001;  ;4;000;0\n2.699 > *T M\n"));
        check("41 <  9\n41.5 < 27\n41.500001 < \n", Ok("41.000 <  9\n41.500 < 27\n41.500001 < \n"));
    }

    #[test]
    fn a_line_that_is_not_one_is_named() {
        check("0.0 < *K\nnonsense\n", Err((2, "`SECONDS < LINE` or `SECONDS > LINE`")));
        check("x < *K\n", Err((1, "a time in seconds such as 12.345")));
        check("-1.0 < *K\n", Err((1, "a time in seconds such as 12.345")));
        check("99999999999 < *K\n", Err((1, "a time in seconds such as 12.345")));
        check("1.0 <*K\n", Err((1, "exactly one space after the sign")));
        check("1.0 = *K\n", Err((1, "`SECONDS < LINE` or `SECONDS > LINE`")));
        check("2.0 < *K\n1.0 < *K\n", Err((2, "a time that is not before that of the line before")));
    }

    #[test]
    fn records_that_follow_each_other_are_one_capture() {
        let of = |microseconds| head(Timestamp::from_microseconds(microseconds));
        check(&format!("{}2.0 < *K\n{}1.0 < *K\n", of(5_000_000), of(9_000_000)), Ok("2.000 < *K\n5.000 < *K\n"));
        // A clock that was set back, and a moment that no record can begin at.
        let expected = "a time that is not before that of the line before";
        check(&format!("{}2.0 < *K\n{}1.0 < *K\n", of(5_000_000), of(4_000_000)), Err((4, expected)));
        check(&format!("{}2.0 < *K\n{}2.0 < *K\n", of(0), of(u64::MAX)), Ok("2.000 < *K\n2.000 < *K\n"));
        check("# from here on\n2.0 < *K\n", Ok("2.000 < *K\n"));
    }

    #[test]
    fn what_follows_a_bad_line_is_read() {
        let text = "0.5 < *K\nnonsense\n2.0 < *K\n1.0 < *K\n\n2.5 > *T\n";
        let numbers: Vec<(usize, bool)> = rows(text).map(|(line, row)| (line, row.is_ok())).collect();
        assert_eq!(numbers, [(1, true), (2, false), (3, true), (4, false), (6, true)]);
    }
}
