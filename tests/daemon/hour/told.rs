//! Which faults a house tells of in its log to have come and to be over.

use std::collections::BTreeSet;

/// What stands before the code of a fault that is over: in what a wheel or the house tells, and in what a source of cards does.
const IS_OVER: [&str; 2] = ["FaultCleared(", "detail=fault-cleared "];

/// The codes of the faults that had come and were over, by this log of a house. Only one that stands can be over.
pub(super) fn over(log: &str) -> BTreeSet<String> {
    log.lines().filter_map(code_in).collect()
}

/// The code of the fault that is over by this line, as people write it.
fn code_in(line: &str) -> Option<String> {
    let (_, after) = IS_OVER.iter().find_map(|mark| line.split_once(mark))?;
    let code = after.split([',', ')', ':', ' ']).next().unwrap_or_default();
    let small = |c: char| if c.is_ascii_uppercase() { format!("-{}", c.to_ascii_lowercase()) } else { c.to_string() };
    Some(code.chars().map(small).collect::<String>().trim_start_matches('-').to_owned())
}
