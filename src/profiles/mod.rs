//! Device, rules, jurisdiction and cabinet files: reading them, and saying exactly what is wrong with one.
//!
//! A file is complete: nothing is inherited, nothing has a default, an unknown key is an error. Here never live the meaning of a
//! key (that is the room's that owns the type) or a value that a file should hold.

mod cabinet;
mod card_table;
mod device;
mod error;
mod housing;
mod jurisdiction;
mod keys;
mod kind;
mod lines;
mod load;
mod place;
mod player_table;
mod rules;
#[cfg(test)]
mod tests;
mod wheel;
mod words;

pub use cabinet::{
    AccessKeys, CabinetFile, DiskKeys, HouseLimits, MoneyKeys, PresenceKeys, WakerKey, WheelRestKeys, WrongCabinet, load_cabinet,
    read_cabinet,
};
pub use card_table::{CardSourceKeys, CardTableKeys, MachineKeys, PayoutKey, Seed, SourceOfTable, StakeKey, TableKeys};
pub use device::{Device, load_device};
pub use error::{Errors, Place, ProfileError, ProfileErrors};
pub use housing::{DoorKeys, LampKeys};
pub use jurisdiction::{Jurisdiction, PlayerProtectionKeys};
pub use kind::Kind;
pub use lines::{Bias, DrivingKeys, InputKeys, LineKeys, LineName, OutputKeys, ReadingKeys, Wired};
pub use load::{Checked, Problem, Profile, file_keys, is_shipped, list, load, load_as, parse, parse_as};
pub use player_table::PlayerTableKeys;
pub use rules::{card_game_of, game_of, load_card_game, load_rules};
pub use wheel::{LineDriver, WheelKeys};

/// Those of these cases that do not hold: whether it does, the key, and what was expected there.
fn problems_of<const CASES: usize>(cases: [(bool, &str, &str); CASES]) -> Vec<Problem> {
    let wrong = cases.into_iter().filter(|(holds, ..)| !holds);
    wrong.map(|(_, key, expected)| Problem { key: key.into(), expected: expected.into() }).collect()
}
