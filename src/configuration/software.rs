//! What names the software of a start to somebody else: the program and every file that it plays by, each by its SHA-256.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::Configuration;
use crate::cabinet::{CardTerms, DeviceFile, Terms};
use crate::model::{NamedHash, SoftwareIdentity};
use crate::profiles::{Kind, is_shipped};

/// The commit that this program was built from, where `CROUPIER_BUILD` told the build.
pub const BUILD: Option<&str> = option_env!("CROUPIER_BUILD");

/// How the cabinet file is called in a listing, no matter by which path it was given.
const CABINET: &str = "cabinet";

/// What stands for the program and all its files: the SHA-256 of their listing.
#[must_use]
pub fn software_sha256(identity: &SoftwareIdentity) -> [u8; 32] {
    Sha256::digest(identity.listing()).into()
}

/// The SHA-256 of a file's bytes.
///
/// # Errors
/// Where it cannot be read.
pub fn file_sha256(path: &Path) -> io::Result<[u8; 32]> {
    let mut file = File::open(path)?;
    let mut sha = Sha256::new();
    let mut piece = vec![0; 1 << 16];
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(sha.finalize().into()),
            length => sha.update(&piece[..length]),
        }
    }
}

impl Configuration {
    /// The cabinet file and every file that it names, ordered by name: `cabinet` for the cabinet file, a shipped file by its folder and name,
    /// another by its path in the cabinet file.
    #[must_use]
    pub fn files(&self) -> Vec<NamedHash> {
        let own = NamedHash { name: CABINET.to_owned(), sha256: self.file.sha256 };
        let others = self.others().into_iter().map(|(kind, name, sha256)| named(kind, &name, sha256));
        core::iter::once(own).chain(others).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Every file that the cabinet file names, by its kind and as it names it, each once.
    #[must_use]
    pub fn named_files(&self) -> Vec<(Kind, String)> {
        let others = self.others().into_iter().map(|(kind, name, _)| (kind, name));
        others.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Every file that the cabinet file names, as often as it does.
    fn others(&self) -> Vec<(Kind, String, [u8; 32])> {
        let (cabinet, terms) = (&self.file.value, &self.terms);
        let jurisdiction = (Kind::Jurisdiction, cabinet.jurisdiction.clone(), terms.files[Terms::JURISDICTION].sha256);
        let wheel = (Kind::Rules, terms.rules_name.clone(), terms.rules_sha256);
        let of_table = |table: &CardTerms| (Kind::Rules, table.rules_name.clone(), table.rules_sha256);
        let of_cards = terms.card_tables.iter().chain(&terms.machines).map(of_table);
        let of_players = terms.player_tables.iter().map(|table| (Kind::Betting, table.rules_name.clone(), table.rules_sha256));
        [jurisdiction, wheel].into_iter().chain(of_cards).chain(of_players).chain(self.device_files()).collect()
    }

    fn device_files(&self) -> Vec<(Kind, String, [u8; 32])> {
        let cabinet = &self.file.value;
        let Some(fittings) = &self.terms.fittings else { return Vec::new() };
        let of_cards = cabinet.card_tables.iter().map(|table| table.source.device()).zip(&fittings.card_source_files);
        let of_players = cabinet.player_tables.iter().map(|table| table.source.device()).zip(&fittings.player_source_files);
        let wheel = (Some(cabinet.wheel.device()), &fittings.wheel_file);
        let device = |(name, file): (Option<&str>, &Option<DeviceFile>)| Some((Kind::Device, name?.to_owned(), file.as_ref()?.sha256));
        std::iter::once(wheel).chain(of_cards).chain(of_players).filter_map(device).collect()
    }
}

fn named(kind: Kind, name: &str, sha256: [u8; 32]) -> NamedHash {
    let name = if is_shipped(name) { format!("{}/{name}", kind.folder()) } else { name.to_owned() };
    NamedHash { name, sha256 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profiles::list;

    fn hexadecimal(sha256: [u8; 32]) -> String {
        sha256.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn files_of(cabinet: &str) -> Vec<NamedHash> {
        Configuration::read(cabinet).unwrap_or_else(|errors| panic!("{cabinet}: {errors}")).files()
    }

    #[test]
    fn the_digest_is_the_sha256_of_the_listing() {
        let file = |name: &str, byte| NamedHash { name: name.to_owned(), sha256: [byte; 32] };
        let check = |files: Vec<NamedHash>| {
            let identity = SoftwareIdentity { program_sha256: [0xab; 32], files, build: None };
            assert_eq!(hexadecimal(software_sha256(&identity)), "48e758a7b11c26c3368b137ca60211115e738e265aa200f21eb7d0c2a4c0045c");
        };
        check(vec![file("cabinet", 1), file("rules/roulette/by", 2)]);
        check(vec![file("rules/roulette/by", 2), file("cabinet", 1)]);
    }

    #[test]
    fn a_file_is_hashed_whole() {
        let file = tempfile::NamedTempFile::new().expect("there is room for a file");
        let check = |bytes: &[u8], expected: [u8; 32]| {
            std::fs::write(file.path(), bytes).expect("it can be written");
            assert_eq!(file_sha256(file.path()).expect("it can be read"), expected);
        };
        check(b"", Sha256::digest(b"").into());
        check(b"abc", Sha256::digest(b"abc").into());
        let long = vec![7; 200_000];
        check(&long, Sha256::digest(&long).into());
    }

    #[test]
    fn every_file_of_every_shipped_cabinet_is_listed_with_its_own_hash() {
        for cabinet in list(Kind::Cabinet) {
            let files = files_of(&cabinet);
            assert!(files.is_sorted_by(|one, next| one.name < next.name), "{cabinet}: {files:?}");
            for NamedHash { name, sha256 } in files {
                let name = if name == CABINET { format!("cabinets/{cabinet}") } else { name };
                let path = format!("device-profiles/{name}.toml");
                assert_eq!(file_sha256(Path::new(&path)).unwrap_or_else(|error| panic!("{path}: {error}")), sha256, "{cabinet}: {path}");
            }
        }
    }

    #[test]
    fn the_kinds_of_files_are_told_by_their_folders() {
        let check = |cabinet: &str, expected: &[&str]| {
            let files = files_of(cabinet);
            for name in expected {
                assert!(files.iter().any(|file| file.name == *name), "{cabinet}: {name} in {files:?}");
            }
        };
        check("demo", &["cabinet", "devices/slingshot-2", "jurisdictions/by", "rules/roulette/by", "rules/baccarat/am"]);
        check("three-sensor-gpio", &["cabinet", "devices/three-sensor-gpio"]);
    }

    #[test]
    fn a_changed_file_of_the_house_changes_its_line_alone() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let path = |name: &str| folder.path().join(name).to_str().expect("a temporary path is text").to_owned();
        let (rules, cabinet) = (path("rules.toml"), path("cabinet.toml"));
        let text = include_str!("../../device-profiles/cabinets/demo.toml").replacen("\"roulette/by\"", &format!("{rules:?}"), 1);
        std::fs::write(&cabinet, text).expect("it can be written");
        let identity_with = |rules_text: &str| {
            std::fs::write(&rules, rules_text).expect("it can be written");
            SoftwareIdentity { program_sha256: [0; 32], files: files_of(&cabinet), build: None }
        };
        let shipped = include_str!("../../device-profiles/rules/roulette/by.toml");
        let former = identity_with(shipped);
        assert_eq!(identity_with(shipped).changed_since(&former), [""; 0]);
        let now = identity_with(&format!("{shipped}\n# Changed.\n"));
        assert_eq!(now.changed_since(&former), [rules.as_str()]);
        assert_ne!(software_sha256(&now), software_sha256(&former));
    }
}
