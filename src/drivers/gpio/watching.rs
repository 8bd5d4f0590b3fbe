//! Lines of which nobody knows yet what they are: the chips that are there, and what some of their lines do for a while.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use gpiocdev::Request;
use gpiocdev::chip::{Chip, chips};
use gpiocdev::line::{Bias, EdgeDetection, Value};

use super::LineError;
use super::chip::{Chips, unusable};
use crate::profiles::LineName;

/// A chip that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipThere {
    /// Its path.
    pub path: PathBuf,
    /// Its label, which stays the same no matter what the kernel finds first.
    pub label: String,
    /// How many lines it has.
    pub lines: u32,
}

/// What a line did while it was watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineActivity {
    /// Its number on the chip.
    pub line: u32,
    /// How often it changed.
    pub changes: u64,
    /// Whether it is high now.
    pub is_high: bool,
}

/// The chips that can be opened, in the order of their paths.
#[must_use]
pub fn chips_there() -> Vec<ChipThere> {
    let opened = |path: PathBuf| {
        let info = Chip::from_path(&path).and_then(|chip| chip.info()).ok()?;
        Some(ChipThere { path, label: info.label, lines: info.num_lines })
    };
    let mut there: Vec<ChipThere> = chips().unwrap_or_default().into_iter().filter_map(opened).collect();
    there.sort_by(|one, other| one.path.cmp(&other.path));
    there
}

/// What these lines of a chip, which are made inputs with a resistor to the supply, do in this time.
///
/// # Errors
/// Where the chip or a line is not there, is held by somebody else, or cannot be used.
pub fn watch(chip: &str, lines: &[u32], time: Duration) -> Result<Vec<LineActivity>, LineError> {
    let mut chips = Chips::default();
    let found = chips.find(chip)?;
    let named = lines.iter().map(|line| Ok((found.line(&LineName::Offset(*line), "watched line")?, "watched line")));
    let named = named.collect::<Result<Vec<_>, LineError>>()?;
    let mut builder = Request::builder();
    builder.on_chip(found.path()).with_consumer("croupier").with_lines(lines).as_input();
    builder.with_bias(Bias::PullUp).with_edge_detection(EdgeDetection::BothEdges);
    let request = builder.request().map_err(|error| found.refused(&named, &error))?;
    let failed = |error| unusable(chip, "the lines cannot be read".into(), &error);
    let mut changes: BTreeMap<u32, u64> = lines.iter().map(|line| (*line, 0)).collect();
    let until = Instant::now() + time;
    while let Some(left) = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
        if request.wait_edge_event(left).map_err(failed)? {
            let event = request.read_edge_event().map_err(failed)?;
            *changes.entry(event.offset).or_default() += 1;
        }
    }
    let seen = |(line, changes)| Ok(LineActivity { line, changes, is_high: request.value(line).map_err(failed)? == Value::Active });
    changes.into_iter().map(seen).collect()
}
