//! The files that a cabinet file names, and what is wrong with them where the cabinet file is wrong itself.

use std::convert::Infallible;

use super::misfit::{Findings, TermsErrors, named_by};
use crate::games::roulette::Rules;
use crate::games::streets::House;
use crate::profiles::{CabinetFile, Jurisdiction, Kind, ProfileErrors, WrongCabinet, load, load_card_game, load_device};

/// A file that a cabinet file names: the key that does, what it is a file of, and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct NamedFile {
    key: String,
    of: FileOf,
    name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileOf {
    Roulette,
    Jurisdiction,
    CardGame,
    Betting,
    Device,
}

impl NamedFile {
    fn new(key: impl Into<String>, of: FileOf, name: &str) -> Self {
        Self { key: key.into(), of, name: name.to_owned() }
    }

    fn check(&self) -> Result<(), ProfileErrors> {
        match self.of {
            FileOf::Roulette => load::<Rules>(Kind::Rules, &self.name).map(|_| ()),
            FileOf::Jurisdiction => load::<Jurisdiction>(Kind::Jurisdiction, &self.name).map(|_| ()),
            FileOf::CardGame => load_card_game(&self.name).map(|_| ()),
            FileOf::Betting => load::<House>(Kind::Betting, &self.name).map(|_| ()),
            FileOf::Device => load_device(&self.name).map(|_| ()),
        }
    }
}

fn files_of(cabinet: &CabinetFile) -> Vec<NamedFile> {
    let of_cabinet = [
        NamedFile::new("rules", FileOf::Roulette, &cabinet.rules),
        NamedFile::new("jurisdiction", FileOf::Jurisdiction, &cabinet.jurisdiction),
        NamedFile::new("wheel.device", FileOf::Device, cabinet.wheel.device()),
    ];
    let of_tables = cabinet.tables().map(|table| NamedFile::new(format!("{}.rules", table.path), FileOf::CardGame, table.rules));
    let players = cabinet.player_tables.iter().enumerate();
    let between_players =
        players.map(|(index, table)| NamedFile::new(format!("player_table[{index}].rules"), FileOf::Betting, &table.rules));
    let devices = cabinet.card_sources();
    let devices = devices.filter_map(|source| Some(NamedFile::new(source.device_key(), FileOf::Device, source.keys.device()?)));
    of_cabinet.into_iter().chain(of_tables).chain(between_players).chain(devices).collect()
}

/// Everything that is wrong with a cabinet file, and with every file that it names by a key that can be read. Whether they fit together is not
/// asked: the answer may follow from what is wrong.
pub(super) fn errors_of(wrong: WrongCabinet) -> TermsErrors {
    let Some(readings) = wrong.readings else { return wrong.errors.into() };
    let mut findings = Findings::of(&readings);
    findings.note(Err::<(), _>(wrong.errors));
    let mut each = readings.value.iter().map(files_of);
    let first = each.next().unwrap_or_default();
    // What stands in for a name that cannot be read differs from reading to reading.
    let named = each.fold(first, |named, other| named.into_iter().filter(|file| other.contains(file)).collect());
    for file in named {
        findings.note(named_by(&readings, &file.key, file.check()));
    }
    let Err(errors) = findings.or::<Infallible>(None);
    errors
}
