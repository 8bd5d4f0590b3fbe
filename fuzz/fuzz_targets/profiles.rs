//! Any text as a profile file of any kind: a value or an error that names the file, never a panic; and what was read can be used.
//!
//! Input: the first byte, a digit, chooses the kind; the rest is the file.
#![no_main]

use croupier::configuration::terms_of;
use croupier::games::roulette::Rules;
use croupier::games::streets::House;
use croupier::profiles::{CabinetFile, Checked, Jurisdiction, Kind, Profile, load, parse};
use croupier::sensing::slingshot::{Parameters, Wheel};
use libfuzzer_sys::fuzz_target;
use serde::de::DeserializeOwned;

fuzz_target!(|data: &[u8]| {
    let Some((kind, bytes)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match kind.wrapping_sub(b'0') % 5 {
        0 => drop(read::<Parameters>(text).map(Wheel::new)),
        1 => drop(read::<Rules>(text)),
        2 => drop(read::<Jurisdiction>(text)),
        3 => drop(read::<CabinetFile>(text).map(use_cabinet)),
        _ => drop(read::<House>(text)),
    }
});

fn read<T: DeserializeOwned + Checked>(text: &str) -> Option<T> {
    match parse::<T>("fuzzed.toml", text) {
        Ok(value) => Some(value),
        Err(error) => {
            let said = error.to_string();
            assert!(said.starts_with("fuzzed.toml:"), "{said}");
            None
        }
    }
}

/// A cabinet file that is good makes terms or is refused, no matter what its limits are.
fn use_cabinet(mut file: CabinetFile) {
    let mut profile: Profile<CabinetFile> = load(Kind::Cabinet, "demo").expect("a shipped cabinet");
    // Other files are not read: their names could be any path.
    file.rules = "roulette/by".to_owned();
    file.jurisdiction = "by".to_owned();
    profile.value = file;
    drop(terms_of(&profile));
}
