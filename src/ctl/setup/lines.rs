//! Bare lines: the chips that are there, and which line changes while somebody turns the rotor or rolls a ball past a sensor.

use std::time::Duration;

use super::answers::{LineAnswers, is_switch};
use super::dialogue::Dialogue;
use crate::ctl::Failure;
use crate::drivers::gpio::{self, ChipThere, LineActivity, LineError};
use crate::sensing::three_sensor::{Input, Output};

/// How long lines are watched at a time.
const WATCHED: Duration = Duration::from_secs(5);

/// The lines that the shipped example has for the sensors and contacts, and for the outputs.
const INPUT_LINES: [u32; Input::ALL.len()] = [5, 6, 16, 17, 22, 23, 24, 25, 26];
const OUTPUT_LINES: [u32; Output::ALL.len()] = [12, 13, 19, 20];

/// The board's lines.
pub(super) trait Board {
    /// The chips that are there.
    fn chips(&self) -> Vec<ChipThere>;

    /// What these lines of a chip did in this time.
    fn watch(&self, chip: &str, lines: &[u32], time: Duration) -> Result<Vec<LineActivity>, LineError>;
}

/// The board on which this runs.
pub(super) struct Real;

impl Board for Real {
    fn chips(&self) -> Vec<ChipThere> {
        gpio::chips_there()
    }

    fn watch(&self, chip: &str, lines: &[u32], time: Duration) -> Result<Vec<LineActivity>, LineError> {
        gpio::watch(chip, lines, time)
    }
}

/// What a person may answer where a line is asked for.
pub(super) const HINT: &str =
    "Each line by its number on the chip; `w 5 6 16` watches these lines for a while, and says which have changed.";

/// Asks for the chip and for each line of a wheel.
pub(super) fn ask(dialogue: &mut Dialogue<'_>, board: &dyn Board) -> Result<LineAnswers, Failure> {
    let chip = chip(dialogue, board, "Chip of the wheel's lines", None)?;
    let sensors_pull_down = dialogue.agree("Do the sensors pull their line down when they see something", true)?;
    dialogue.say(HINT)?;
    let mut taken = Vec::new();
    let mut inputs = Vec::new();
    for (input, usual) in Input::ALL.into_iter().zip(INPUT_LINES) {
        let line = line(dialogue, board, &chip, (input.name(), Some(usual), is_switch(input)), &taken)?;
        taken.extend(line);
        inputs.push((input, line));
    }
    let mut outputs = Vec::new();
    for (output, usual) in Output::ALL.into_iter().zip(OUTPUT_LINES) {
        let line = line(dialogue, board, &chip, (output.name(), Some(usual), false), &taken)?;
        taken.extend(line);
        outputs.extend(line.map(|line| (output, line)));
    }
    Ok(LineAnswers { chip: chip.label, sensors_pull_down, inputs, outputs })
}

/// Why no line can be asked for.
pub(super) const NO_CHIP: &str = "no GPIO chip can be opened here: run this at the cabinet's board, as a member of the group gpio";

/// Asks for the chip, usually the one of this label or the first; where there is none, nothing can be set up.
pub(super) fn chip(dialogue: &mut Dialogue<'_>, board: &dyn Board, question: &str, label: Option<&str>) -> Result<ChipThere, Failure> {
    let mut chips = board.chips();
    if chips.is_empty() {
        return Err(Failure::refused("chip-not-there", NO_CHIP));
    }
    let usual = chips.iter().position(|chip| label == Some(&*chip.label)).unwrap_or(0);
    let names: Vec<String> = chips.iter().map(|chip| format!("{} ({}, {} lines)", chip.label, chip.path.display(), chip.lines)).collect();
    Ok(chips.swap_remove(dialogue.choose(question, &names, Some(usual))?))
}

/// Asks for the line of this name, usually this one where it is free, until it is a line that is free; none where it may be left out and
/// is.
pub(super) fn line(
    dialogue: &mut Dialogue<'_>,
    board: &dyn Board,
    chip: &ChipThere,
    (name, usual, may_be_left_out): (&str, Option<u32>, bool),
    taken: &[u32],
) -> Result<Option<u32>, Failure> {
    let expected = if may_be_left_out { "number, or not-wired" } else { "number" };
    let usual = usual.filter(|line| *line < chip.lines && !taken.contains(line)).map(|line| line.to_string());
    loop {
        let answer = dialogue.ask(&format!("{name}, {expected}"), usual.as_deref(), |answer| read(answer, chip, may_be_left_out, taken))?;
        match answer {
            Answer::Line(line) => return Ok(Some(line)),
            Answer::NotWired => return Ok(None),
            Answer::Watch(lines) => watch(dialogue, board, chip, &lines)?,
        }
    }
}

enum Answer {
    Line(u32),
    NotWired,
    Watch(Vec<u32>),
}

fn read(answer: &str, chip: &ChipThere, may_be_left_out: bool, taken: &[u32]) -> Result<Answer, String> {
    let number = |word: &str| word.parse().ok().filter(|line| *line < chip.lines);
    let no_line = || format!("a number from 0 to {}", chip.lines.saturating_sub(1));
    if let Some(lines) = answer.strip_prefix('w') {
        let lines: Option<Vec<u32>> = lines.split_whitespace().map(number).collect();
        return lines.filter(|lines| !lines.is_empty()).map(Answer::Watch).ok_or_else(|| format!("after `w`: {}, or several", no_line()));
    }
    if may_be_left_out && answer == "not-wired" {
        return Ok(Answer::NotWired);
    }
    let line = number(answer).ok_or_else(no_line)?;
    if taken.contains(&line) { Err(format!("a line that is not taken already, as {line} is")) } else { Ok(Answer::Line(line)) }
}

fn watch(dialogue: &mut Dialogue<'_>, board: &dyn Board, chip: &ChipThere, lines: &[u32]) -> Result<(), Failure> {
    dialogue.say(format!("  Watching for {} s: turn the rotor, roll a ball past the sensor, open the door ...", WATCHED.as_secs()))?;
    match board.watch(&chip.label, lines, WATCHED) {
        Err(error) => dialogue.say(format!("  {error}")),
        Ok(seen) => seen.iter().try_for_each(|seen| {
            let level = if seen.is_high { "high" } else { "low" };
            dialogue.say(format!("  line {}: {} changes, {level} now", seen.line, seen.changes))
        }),
    }
}
