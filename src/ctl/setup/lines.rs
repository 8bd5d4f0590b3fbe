//! The bare lines of a wheel: the chips that are there, and which line changes while somebody turns the rotor or rolls a ball past a sensor.

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

/// Asks for the chip and for each line.
pub(super) fn ask(dialogue: &mut Dialogue<'_>, board: &dyn Board) -> Result<LineAnswers, Failure> {
    let chip = chip(dialogue, board)?;
    let sensors_pull_down = dialogue.agree("Do the sensors pull their line down when they see something", true)?;
    dialogue.say("Each line by its number on the chip; `w 5 6 16` watches these lines for a while, and says which have changed.")?;
    let mut taken = Vec::new();
    let mut inputs = Vec::new();
    for (input, usual) in Input::ALL.into_iter().zip(INPUT_LINES) {
        let line = line(dialogue, board, &chip, (input.name(), usual, is_switch(input)), &taken)?;
        taken.extend(line);
        inputs.push((input, line));
    }
    let mut outputs = Vec::new();
    for (output, usual) in Output::ALL.into_iter().zip(OUTPUT_LINES) {
        let line = line(dialogue, board, &chip, (output.name(), usual, false), &taken)?;
        taken.extend(line);
        outputs.extend(line.map(|line| (output, line)));
    }
    Ok(LineAnswers { chip: chip.label, sensors_pull_down, inputs, outputs })
}

fn chip(dialogue: &mut Dialogue<'_>, board: &dyn Board) -> Result<ChipThere, Failure> {
    let mut chips = board.chips();
    if chips.is_empty() {
        let message = "no GPIO chip can be opened here: run this at the cabinet's board, as a member of the group gpio";
        return Err(Failure::refused("chip-not-there", message));
    }
    let names: Vec<String> = chips.iter().map(|chip| format!("{} ({}, {} lines)", chip.label, chip.path.display(), chip.lines)).collect();
    Ok(chips.swap_remove(dialogue.choose("Chip of the wheel's lines", &names, Some(0))?))
}

/// Asks for one line until it is one that is free; none where it may be left out and is.
fn line(
    dialogue: &mut Dialogue<'_>,
    board: &dyn Board,
    chip: &ChipThere,
    (name, usual, may_be_left_out): (&str, u32, bool),
    taken: &[u32],
) -> Result<Option<u32>, Failure> {
    let expected = if may_be_left_out { "number, or not-wired" } else { "number" };
    let usual = usual.to_string();
    loop {
        let answer = dialogue.ask(&format!("{name}, {expected}"), Some(&usual), |answer| read(answer, chip, may_be_left_out, taken))?;
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
