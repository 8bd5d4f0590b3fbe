//! The spins that a list tells of.

use serde_json::{Value, json};

use crate::ctl::Failure;
use crate::diagnostics::bias::{SpinList, Wheel};

/// So many wrong words of a list are told, and how many more there are.
const TOLD_MOST: usize = 100;

/// Those of a file.
pub(super) fn import(file: &str, wheel: Wheel) -> Result<SpinList, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| Failure::unreadable(file, &error))?;
    parse(file, &text, wheel)
}

/// Those of this text, in lines of pockets with commas between them; or everything that is none.
pub(super) fn parse(file: &str, text: &str, wheel: Wheel) -> Result<SpinList, Failure> {
    let mut wrong = Vec::new();
    let mut sessions = Vec::new();
    for (line, session) in (1_usize..).zip(text.lines()).filter(|(_, session)| !session.trim().is_empty()) {
        let words = session.split(',').map(str::trim);
        let place = |word| {
            wheel.place_of(word).or_else(|| {
                wrong.push(Wrong { line, found: word });
                None
            })
        };
        sessions.push(words.filter_map(place).collect());
    }
    if !wrong.is_empty() {
        return Err(refused(file, wheel, &wrong));
    }
    Ok(SpinList { wheel, sessions, no_spins: 0, no_spin_places: Vec::new() })
}

/// What a list of spins of this wheel is made of.
const fn expected(wheel: Wheel) -> &'static str {
    match wheel {
        Wheel::SingleZero => "numbers from 0 to 36 with commas between them (00 only with --double-zero)",
        Wheel::DoubleZero => "00 and numbers from 0 to 36 with commas between them",
    }
}

/// A word of a list that is no pocket.
struct Wrong<'a> {
    line: usize,
    found: &'a str,
}

fn refused(file: &str, wheel: Wheel, wrong: &[Wrong]) -> Failure {
    let expected = expected(wheel);
    let told = || wrong.iter().take(TOLD_MOST);
    let mut lines: Vec<String> =
        told().map(|Wrong { line, found }| format!("{file}, line {line}: expected {expected}; found {found:?}")).collect();
    if wrong.len() > TOLD_MOST {
        lines.push(format!("{file}: {} more words that are no pockets", wrong.len() - TOLD_MOST));
    }
    let problems: Vec<Value> =
        told().map(|Wrong { line, found }| json!({"file": file, "line": line, "expected": expected, "found": found})).collect();
    Failure::refused("bad-spins", lines.join("\n")).with("file", file).with("line", wrong[0].line).with("problems", problems)
}
