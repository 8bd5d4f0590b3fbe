//! Finding chips and lines, and saying what is wrong with them: chip, line, and who holds it.

use std::collections::BTreeMap;
use std::path::Path;

use gpiocdev::chip::{Chip, chips};
use gpiocdev::line::Offset;

use super::LineError;
use crate::profiles::LineName;

/// A chip that was found.
pub(super) struct Found {
    /// As the cabinet file names it.
    pub(super) name: String,
    chip: Chip,
    lines: u32,
}

impl Found {
    /// Finds the chip of this path, label or name.
    ///
    /// # Errors
    /// Where there is none, or it cannot be opened.
    fn chip(name: &str) -> Result<Self, LineError> {
        if name.contains('/') {
            if !Path::new(name).exists() {
                return Err(not_there(name));
            }
            return Self::open(name, Path::new(name));
        }
        let is_meant = |info: &gpiocdev::chip::Info| info.label == name || info.name == name;
        let paths = chips().unwrap_or_default();
        let path = paths.into_iter().find(|path| Chip::from_path(path).and_then(|chip| chip.info()).is_ok_and(|info| is_meant(&info)));
        Self::open(name, &path.ok_or_else(|| not_there(name))?)
    }

    fn open(name: &str, path: &Path) -> Result<Self, LineError> {
        let failed = |error| unusable(name, "the chip cannot be opened".into(), &error);
        let chip = Chip::from_path(path).map_err(failed)?;
        let lines = chip.info().map_err(failed)?.num_lines;
        Ok(Self { name: name.to_owned(), chip, lines })
    }

    /// The chip's path.
    pub(super) fn path(&self) -> &Path {
        self.chip.path()
    }

    /// The line of this number or name, for what it is to be used as.
    ///
    /// # Errors
    /// Where the chip has no such line.
    pub(super) fn line(&self, line: &LineName, used_as: &'static str) -> Result<Offset, LineError> {
        let offset = match line {
            LineName::Offset(offset) => Some(*offset).filter(|offset| *offset < self.lines),
            LineName::Name(name) => self.chip.find_line_info(name).map(|info| info.offset),
        };
        let missing = || LineError::NoLine { chip: self.name.clone(), line: line.to_string(), name: used_as, lines: self.lines };
        offset.ok_or_else(missing)
    }

    /// Why lines of this chip could not be had: one of them is held, or else what the system said.
    pub(super) fn refused(&self, lines: &[(Offset, &'static str)], error: &gpiocdev::Error) -> LineError {
        self.holder(lines).unwrap_or_else(|| unusable(&self.name, "the lines cannot be had".into(), error))
    }

    /// Says that nobody holds a line.
    ///
    /// # Errors
    /// Where somebody does, with the holder.
    pub(super) fn is_free(&self, offset: Offset, used_as: &'static str) -> Result<(), LineError> {
        self.holder(&[(offset, used_as)]).map_or(Ok(()), Err)
    }

    /// The first of these lines that is held, with its holder.
    fn holder(&self, lines: &[(Offset, &'static str)]) -> Option<LineError> {
        lines.iter().find_map(|(offset, name)| {
            let info = self.chip.line_info(*offset).ok().filter(|info| info.used)?;
            let holder = if info.consumer.is_empty() { "somebody unnamed".to_owned() } else { format!("{:?}", info.consumer) };
            Some(LineError::Taken { chip: self.name.clone(), line: offset.to_string(), name, holder })
        })
    }
}

/// The chips that were found already, by the name they were asked for.
#[derive(Default)]
pub(super) struct Chips(BTreeMap<String, Found>);

impl Chips {
    /// The chip of this path, label or name.
    ///
    /// # Errors
    /// Where there is none, or it cannot be opened.
    pub(super) fn find(&mut self, name: &str) -> Result<&Found, LineError> {
        if !self.0.contains_key(name) {
            self.0.insert(name.to_owned(), Found::chip(name)?);
        }
        Ok(&self.0[name])
    }
}

fn not_there(name: &str) -> LineError {
    let shown = |path: std::path::PathBuf| {
        let label = Chip::from_path(&path).and_then(|chip| chip.info()).map(|info| format!(" ({})", info.label));
        format!("{}{}", path.display(), label.unwrap_or_default())
    };
    LineError::NoChip { chip: name.to_owned(), there: chips().unwrap_or_default().into_iter().map(shown).collect() }
}

/// What the library says, with what it keeps behind it.
pub(super) fn unusable(chip: &str, what: String, error: &gpiocdev::Error) -> LineError {
    LineError::Unusable { chip: chip.to_owned(), what, detail: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, reason: &str, beginning: &str) {
        let error = Found::chip(name).err().expect("there is no such chip");
        assert_eq!(error.reason(), reason);
        assert!(error.to_string().starts_with(beginning), "{error}");
    }

    #[test]
    fn a_chip_that_is_not_there_is_named() {
        check("/dev/gpiochip-of-nobody", "chip-not-there", "/dev/gpiochip-of-nobody: there is no such GPIO chip; there are ");
        check("label-of-nobody", "chip-not-there", "label-of-nobody: there is no such GPIO chip; there are ");
    }

    #[test]
    fn a_file_that_is_no_chip_is_named() {
        check("/dev/null", "line-unusable", "/dev/null: the chip cannot be opened: ");
    }
}
