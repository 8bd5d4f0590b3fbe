//! The doors and the lamp of the cabinet, on bare lines.

use super::answers::{DoorAnswers, HousingAnswers, LineAnswers, WheelAnswer};
use super::dialogue::Dialogue;
use super::lines::{self, Board};
use crate::ctl::Failure;
use crate::drivers::gpio::ChipThere;

/// The lines that the shipped example has for the first door and for the lamp.
const DOOR_LINE: u32 = 27;
const LAMP_LINE: u32 = 21;

/// Asks for the doors and the lamp; none where the cabinet has neither.
pub(super) fn ask(dialogue: &mut Dialogue<'_>, board: &dyn Board, wheel: &WheelAnswer) -> Result<Option<HousingAnswers>, Failure> {
    let has_chip = !board.chips().is_empty();
    let names = door_names(dialogue, has_chip)?;
    let has_lamp = has_lamp(dialogue, has_chip)?;
    if names.is_empty() && !has_lamp {
        return Ok(None);
    }
    let of_wheel = if let WheelAnswer::Lines(_, lines) = wheel { Some(lines) } else { None };
    let chip = lines::chip(dialogue, board, "Chip of the lines of doors and lamp", of_wheel.map(|lines| &*lines.chip))?;
    let mut taken = of_wheel.filter(|lines| lines.chip == chip.label).map_or_else(Vec::new, taken_by);
    dialogue.say(lines::HINT)?;
    let doors = if names.is_empty() { DoorAnswers::default() } else { doors(dialogue, board, &chip, names, &mut taken)? };
    let lamp = if has_lamp { lamp(dialogue, board, &chip, &taken)? } else { None };
    Ok(Some(HousingAnswers { chip: chip.label, doors, lamp }))
}

/// Asks for the line of each door, and how all of them are read.
fn doors(
    dialogue: &mut Dialogue<'_>,
    board: &dyn Board,
    chip: &ChipThere,
    names: Vec<String>,
    taken: &mut Vec<u32>,
) -> Result<DoorAnswers, Failure> {
    let mut lines = Vec::new();
    for name in names {
        let usual = lines.is_empty().then_some(DOOR_LINE);
        let line = lines::line(dialogue, board, chip, (&format!("door {name}"), usual, false), taken)?;
        taken.extend(line);
        lines.extend(line.map(|line| (name, line)));
    }
    let is_high = dialogue.agree("Is the line of a door high while the door is open, so that a cut cable is an open door", true)?;
    let question = "How long a line stands still before its door counts as opened or closed, in milliseconds";
    let debounce_milliseconds = dialogue.ask(question, Some("30"), milliseconds_of)?;
    Ok(DoorAnswers { lines, is_low_while_open: !is_high, debounce_milliseconds })
}

/// Asks for the lamp's line, and whether it is low while the lamp is lit.
fn lamp(dialogue: &mut Dialogue<'_>, board: &dyn Board, chip: &ChipThere, taken: &[u32]) -> Result<Option<(u32, bool)>, Failure> {
    let line = lines::line(dialogue, board, chip, ("lamp", Some(LAMP_LINE), false), taken)?;
    let is_high_while_lit = dialogue.agree("Is the lamp lit while its line is high", true)?;
    Ok(line.map(|line| (line, !is_high_while_lit)))
}

fn door_names(dialogue: &mut Dialogue<'_>, has_chip: bool) -> Result<Vec<String>, Failure> {
    let question = "Doors with a switch on a bare line, beside those of the wheel, by their names with commas between them, or none";
    dialogue.ask(question, Some("none"), |answer| {
        let names = answer.split(',').map(str::trim).filter(|name| !name.is_empty() && *name != "none");
        let names: Vec<String> = names.map(str::to_owned).collect();
        if names.is_empty() || has_chip { Ok(names) } else { Err(format!("none, for {}", lines::NO_CHIP)) }
    })
}

fn has_lamp(dialogue: &mut Dialogue<'_>, has_chip: bool) -> Result<bool, Failure> {
    loop {
        if !dialogue.agree("Is there a lamp on a bare line", false)? {
            return Ok(false);
        }
        if has_chip {
            return Ok(true);
        }
        dialogue.say(format!("  expected no, for {}", lines::NO_CHIP))?;
    }
}

/// The lines that the wheel has.
fn taken_by(lines: &LineAnswers) -> Vec<u32> {
    lines.inputs.iter().filter_map(|(_, line)| *line).chain(lines.outputs.iter().map(|(_, line)| *line)).collect()
}

fn milliseconds_of(answer: &str) -> Result<u32, String> {
    answer.parse().ok().filter(|milliseconds| (1..=1_000).contains(milliseconds)).ok_or_else(|| "1 to 1000".to_owned())
}
