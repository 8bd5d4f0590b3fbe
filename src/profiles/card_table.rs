//! The keys of a cabinet file's `[[card_table]]`: which game by which rules, the house's limits, and where the cards come from.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::{Deserialize, Serialize};

use super::Problem;
use crate::games::range::BetRange;
use crate::model::{LimitKind, Money, StakeKind, TableNumber};

/// The longest that a simulated machine may take for one pack.
const PACK_MILLISECONDS_MOST: u64 = 60_000;

/// One card table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardTableKeys {
    /// The table's name, as players and officials see it; no two tables have the same.
    pub name: String,
    /// The rules file: a shipped name such as `baccarat/am`, or a path whose folder is named after the game.
    pub rules: String,
    /// The house's own least and most of each stake that the rules file has an amount for; they may only be narrower.
    pub limits: BTreeMap<StakeKey, BetRange>,
    /// The most that this table pays out, such as `stake_win`, where the rules file knows such a limit; it may only be lower than there.
    #[serde(default)]
    pub payouts_most: BTreeMap<PayoutKey, Money>,
    /// Where the cards come from.
    pub source: CardSourceKeys,
}

/// One machine: a game that every seat plays at a table of its own, with a virtual deck of its own.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineKeys {
    /// The machine's name, as players and officials see it; no other machine or table has the same.
    pub name: String,
    /// The rules file, as at a card table.
    pub rules: String,
    /// The house's own least and most of each stake, as at a card table.
    pub limits: BTreeMap<StakeKey, BetRange>,
    /// The most that it pays out, such as `risk_payout`, as at a card table.
    #[serde(default)]
    pub payouts_most: BTreeMap<PayoutKey, Money>,
}

/// What the cabinet file says of any table: what is played there, by which limits of the house.
#[derive(Clone, Debug)]
pub struct TableKeys<'a> {
    /// Where it stands in the file, such as `card_table[2]`.
    pub path: String,
    /// The table's name.
    pub name: &'a str,
    /// The rules file.
    pub rules: &'a str,
    /// The house's own least and most of each stake.
    pub limits: &'a BTreeMap<StakeKey, BetRange>,
    /// The most that is paid out.
    pub payouts_most: &'a BTreeMap<PayoutKey, Money>,
    /// Where the cards come from; `None` where it is a virtual deck because every seat has a table of its own.
    pub source: Option<&'a CardSourceKeys>,
    /// Whether every seat has such a table of its own.
    pub is_machine: bool,
}

/// Where the cards of a table come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "SourceFile")]
pub enum CardSourceKeys {
    /// The virtual deck: each card is drawn when it is wanted, by the operating system's generator.
    #[default]
    Virtual,
    /// A simulated shuffle machine or shoe, driven by the same code as a real one of its device file.
    Simulated {
        /// The device file.
        device: String,
        /// What its cards come from.
        seed: Seed,
        /// How long one pack takes to be shuffled, by it or by a person.
        pack_milliseconds: u64,
        /// What goes wrong with it, such as `jam@7`; nothing where there is none.
        faults: Vec<String>,
    },
    /// A shuffle machine or a shoe on a serial port.
    Serial {
        /// The device file.
        device: String,
        /// The port, by a path that stays the same when other devices are plugged in.
        port: PathBuf,
    },
}

/// A table that the seats share, and where its cards come from.
#[derive(Clone, Debug)]
pub struct SourceOfTable<'a> {
    /// Where it stands in the file, such as `card_table[2].source`.
    pub path: String,
    /// The table.
    pub table: TableNumber,
    /// What the file says.
    pub keys: &'a CardSourceKeys,
}

impl SourceOfTable<'_> {
    /// The key that names its device file, such as `card_table[2].source.device`.
    #[must_use]
    pub fn device_key(&self) -> String {
        format!("{}.device", self.path)
    }
}

/// What a simulated machine's chance comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seed {
    /// Another one at each start: `"random"`.
    Random,
    /// The same cards at each start, which anybody can know beforehand: for tests, never for money.
    Number(u64),
}

/// A kind of stake by its name in rules files, such as `player_pair`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StakeKey(pub StakeKind);

/// What a most payout is about, by its name in cabinet files, such as `stake_win`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PayoutKey(pub LimitKind);

/// The table `source` as it stands in the file. Which keys there must be is said by the driver.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SourceFile {
    driver: Driver,
    device: Option<String>,
    port: Option<PathBuf>,
    seed: Option<Seed>,
    pack_milliseconds: Option<u64>,
    faults: Option<Vec<String>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Driver {
    // The first stands in for a word that is none of them: it has a device, whose file is then looked for all the same.
    Simulated,
    Serial,
    Virtual,
}

impl Driver {
    const fn name(self) -> &'static str {
        match self {
            Self::Virtual => "virtual",
            Self::Simulated => "simulated",
            Self::Serial => "serial",
        }
    }
}

impl TryFrom<SourceFile> for CardSourceKeys {
    type Error = String;

    fn try_from(table: SourceFile) -> Result<Self, String> {
        let SourceFile { driver, device, port, seed, pack_milliseconds, faults } = table;
        let name = driver.name();
        let missing = |key: &str| format!("missing field `{key}`: the driver {name:?} needs it");
        let unknown = |key: &str| format!("unknown field `{key}`: the driver {name:?} has none");
        let of_simulations = [(seed.is_some(), "seed"), (pack_milliseconds.is_some(), "pack_milliseconds"), (faults.is_some(), "faults")];
        let of_machines = [(device.is_some(), "device"), (port.is_some(), "port")];
        let surplus: Vec<(bool, &str)> = match driver {
            Driver::Virtual => of_machines.into_iter().chain(of_simulations).collect(),
            Driver::Simulated => vec![(port.is_some(), "port")],
            Driver::Serial => of_simulations.to_vec(),
        };
        if let Some((_, key)) = surplus.iter().find(|(is_there, _)| *is_there) {
            return Err(unknown(key));
        }
        if pack_milliseconds.is_some_and(|each| !(1..=PACK_MILLISECONDS_MOST).contains(&each)) {
            return Err(format!("`pack_milliseconds`: expected 1 to {PACK_MILLISECONDS_MOST}"));
        }
        let device = device.ok_or_else(|| missing("device"));
        Ok(match driver {
            Driver::Virtual => Self::Virtual,
            Driver::Simulated => Self::Simulated {
                device: device?,
                seed: seed.ok_or_else(|| missing("seed"))?,
                pack_milliseconds: pack_milliseconds.ok_or_else(|| missing("pack_milliseconds"))?,
                faults: faults.ok_or_else(|| missing("faults"))?,
            },
            Driver::Serial => Self::Serial { device: device?, port: port.ok_or_else(|| missing("port"))? },
        })
    }
}

impl CardSourceKeys {
    /// The driver's name in cabinet files.
    #[must_use]
    pub const fn driver(&self) -> &'static str {
        match self {
            Self::Virtual => Driver::Virtual.name(),
            Self::Simulated { .. } => Driver::Simulated.name(),
            Self::Serial { .. } => Driver::Serial.name(),
        }
    }

    /// The name of the device file; `None` where there is no device.
    #[must_use]
    pub fn device(&self) -> Option<&str> {
        match self {
            Self::Virtual => None,
            Self::Simulated { device, .. } | Self::Serial { device, .. } => Some(device),
        }
    }

    /// Whether nothing of it is real, so that it may run faster than life.
    #[must_use]
    pub const fn is_simulated(&self) -> bool {
        matches!(self, Self::Virtual | Self::Simulated { .. })
    }
}

impl CardTableKeys {
    /// What the file says of this table, the one with this index.
    #[must_use]
    pub fn keys(&self, index: usize) -> TableKeys<'_> {
        let Self { name, rules, limits, payouts_most, source } = self;
        TableKeys { path: format!("card_table[{index}]"), name, rules, limits, payouts_most, source: Some(source), is_machine: false }
    }
}

impl MachineKeys {
    /// What the file says of this machine, the one with this index.
    #[must_use]
    pub fn keys(&self, index: usize) -> TableKeys<'_> {
        let Self { name, rules, limits, payouts_most } = self;
        TableKeys { path: format!("machine[{index}]"), name, rules, limits, payouts_most, source: None, is_machine: true }
    }
}

impl TableKeys<'_> {
    /// The values that make no sense.
    pub(super) fn problems(&self) -> Vec<Problem> {
        let problem = |key: String, expected: &str| Problem { key: format!("{}.{key}", self.path), expected: expected.to_owned() };
        let of_name = self.name.trim().is_empty().then(|| problem("name".to_owned(), "a name"));
        let of_stake = |(stake, range): (&StakeKey, &BetRange)| {
            let expected = range.problem(Money::from_minor(1))?;
            Some(problem(format!("limits.{stake}"), expected))
        };
        of_name.into_iter().chain(self.limits.iter().filter_map(of_stake)).collect()
    }
}

impl fmt::Display for StakeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_key(&self.0, f)
    }
}

impl<'de> Deserialize<'de> for StakeKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_key(deserializer, "expected the name of a stake as its rules file has it, such as `player_pair`").map(Self)
    }
}

impl fmt::Display for PayoutKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_key(&self.0, f)
    }
}

impl<'de> Deserialize<'de> for PayoutKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_key(deserializer, "expected `stake_win`, `box_win`, `box_payout`, `bonus_win` or `risk_payout`").map(Self)
    }
}

/// A word of the model, as a key: with `_` where the word has `-`.
fn write_key(word: &impl Serialize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let name = serde_json::to_value(word).expect("the words of the model are written as one word");
    f.write_str(&name.as_str().expect("the words of the model are written as one word").replace('-', "_"))
}

/// The word of the model that a key names; nothing but its own spelling will do.
fn read_key<'de, T: DeserializeOwned, D: Deserializer<'de>>(deserializer: D, expected: &str) -> Result<T, D::Error> {
    let name = String::deserialize(deserializer)?;
    let word = name.replace('_', "-");
    let word: StrDeserializer<'_, de::value::Error> = IntoDeserializer::into_deserializer(&*word);
    let kind = T::deserialize(word).ok().filter(|_| !name.contains('-'));
    kind.ok_or_else(|| de::Error::custom(expected))
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SeedVisitor)
    }
}

struct SeedVisitor;

impl Visitor<'_> for SeedVisitor {
    type Value = Seed;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"random\" or a whole number from 0")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Seed, E> {
        u64::try_from(number).map(Seed::Number).map_err(|_| E::invalid_value(de::Unexpected::Signed(number), &self))
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<Seed, E> {
        if word == "random" { Ok(Seed::Random) } else { Err(E::invalid_value(de::Unexpected::Str(word), &self)) }
    }
}
