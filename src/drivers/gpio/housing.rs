//! The lines of a cabinet's doors and of its lamp, by the kernel's character device on any board.

use std::time::Duration;

use gpiocdev::line::Value;

use super::LineError;
use super::character_device::{Held, drain_one, hold, levels, wait, wanted_input, wanted_output};
use super::chip::{Chips, unusable};
use crate::profiles::{InputKeys, OutputKeys};
use crate::sensing::DoorLook;

/// The lines of doors, each known by its place.
pub struct DoorLines {
    held: Vec<Held<usize>>,
    count: usize,
}

impl DoorLines {
    /// Asks the kernel for the lines. It is not asked to debounce them: how a contact bounces is what a technician wants to know.
    ///
    /// # Errors
    /// The first chip or line that is not there, is held, or cannot be used.
    pub fn open(keys: &[InputKeys]) -> Result<Self, LineError> {
        let wanted = keys.iter().enumerate().map(|(place, keys)| wanted_input((place, "door"), keys, 0)).collect();
        Ok(Self { held: hold(&mut Chips::default(), wanted)?, count: keys.len() })
    }

    /// Waits until a line changes, but no longer than `timeout`.
    ///
    /// # Errors
    /// Where the lines cannot be read any more.
    pub fn wait(&self, timeout: Duration) -> Result<(), LineError> {
        wait(&self.held, timeout)
    }

    /// How each door stands now, in their order, and how often its line has changed since the look before.
    ///
    /// # Errors
    /// Where the lines cannot be read any more.
    pub fn look(&mut self) -> Result<Vec<DoorLook>, LineError> {
        let mut looks = vec![DoorLook { changes: 0, is_open: false }; self.count];
        for held in &self.held {
            drain_one(held, |told, _| looks[told.purpose].changes += 1)?;
        }
        levels(&self.held, &mut |place, is_open| looks[place].is_open = is_open)?;
        Ok(looks)
    }
}

/// The line of the lamp. It is dark when opened and when this is dropped.
pub struct LampLine(Vec<Held<()>>);

impl LampLine {
    /// Asks the kernel for the line.
    ///
    /// # Errors
    /// Where the chip or the line is not there, is held, or cannot be used.
    pub fn open(keys: &OutputKeys) -> Result<Self, LineError> {
        Ok(Self(hold(&mut Chips::default(), vec![wanted_output(((), "lamp"), keys)])?))
    }

    /// Lights the lamp or puts it out, and gives what the line shows then.
    ///
    /// # Errors
    /// Where the line cannot be driven or read back.
    pub fn set(&mut self, is_lit: bool) -> Result<bool, LineError> {
        let value = if is_lit { Value::Active } else { Value::Inactive };
        let mut shown = is_lit;
        for held in &self.0 {
            let failed = |error| unusable(&held.chip, "the line for `lamp` cannot be driven".into(), &error);
            for offset in held.lines.keys() {
                held.request.set_value(*offset, value).map_err(failed)?;
                shown = held.request.value(*offset).map_err(failed)? == Value::Active;
            }
        }
        Ok(shown)
    }
}

impl Drop for LampLine {
    fn drop(&mut self) {
        // A line that cannot be reached any more is as dark as it can be made.
        drop(self.set(false));
    }
}
