//! Cabinet files: which rules, which jurisdiction, which money, which limits, which devices.

use serde::Deserialize;

use super::error::ProfileErrors;
use super::housing::problems_of_doors;
use super::kind::Kind;
use super::load::{Profile, itself_where_checked};
use super::{
    CardSourceKeys, CardTableKeys, Checked, DoorKeys, LampKeys, LineName, MachineKeys, PlayerTableKeys, Problem, SourceOfTable, TableKeys,
    WheelKeys,
};
use crate::games::range::BetRange;
use crate::games::roulette::ByKind;
use crate::model::{Money, TableNumber};

/// Reads a cabinet file: a shipped name such as `demo`, or a path. Every program that reads one asks here, and need not be compiled with all that
/// its keys consist of.
///
/// # Errors
/// Every [`super::ProfileError`], with the file, the place in it, the key and what was expected.
pub fn load_cabinet(name_or_file: &str) -> Result<Profile<CabinetFile>, ProfileErrors> {
    read_cabinet(name_or_file).map_err(|wrong| wrong.errors)
}

/// A cabinet file that is wrong.
#[derive(Debug)]
pub struct WrongCabinet {
    /// Everything that is wrong with it.
    pub errors: ProfileErrors,
    /// What it says all the same: once where every key can be read, twice with different values in place of those that cannot, so that what is
    /// the same in both stands in the file. `None` where there is no text to read.
    pub readings: Option<Box<Profile<Vec<CabinetFile>>>>,
}

impl From<ProfileErrors> for WrongCabinet {
    fn from(errors: ProfileErrors) -> Self {
        Self { errors, readings: None }
    }
}

/// Reads a cabinet file as [`load_cabinet`], and of a wrong one what can be read.
///
/// # Errors
/// Everything that is wrong with the file, and what it says all the same.
pub fn read_cabinet(name_or_file: &str) -> Result<Profile<CabinetFile>, WrongCabinet> {
    let file = Profile::open(Kind::Cabinet, name_or_file)?;
    let mut readings = Vec::new();
    let keep = |cabinet: CabinetFile| {
        readings.push(cabinet.clone());
        itself_where_checked(cabinet)
    };
    match file.parse(|keys| CabinetFile::deserialize(keys), keep) {
        Ok(cabinet) => Ok(file.map(|()| cabinet)),
        Err(errors) => Err(WrongCabinet { errors, readings: Some(Box::new(file.map(|()| readings))) }),
    }
}

/// The keys of `device-profiles/cabinets/*.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CabinetFile {
    /// The cabinet's name, as players and officials see it.
    pub name: String,
    /// The rules file of the wheel table: a shipped name or a path.
    pub rules: String,
    /// The jurisdiction file: a shipped name or a path.
    pub jurisdiction: String,
    /// The money.
    pub money: MoneyKeys,
    /// The house's own limits; they may only be narrower than the rules file's.
    pub limits: HouseLimits,
    /// The wheel.
    pub wheel: WheelKeys,
    /// The card tables, in the order of their numbers; a cabinet without one says so with an empty list.
    #[serde(rename = "card_table")]
    pub card_tables: Vec<CardTableKeys>,
    /// The machines, of which every seat has a table of its own; none where there is no such key.
    #[serde(rename = "machine", default)]
    pub machines: Vec<MachineKeys>,
    /// The tables between players, in the order of their numbers; none where there is no such key.
    #[serde(rename = "player_table", default)]
    pub player_tables: Vec<PlayerTableKeys>,
    /// When an idle wheel rests; it never does where there is no such key.
    pub wheel_rest: Option<WheelRestKeys>,
    /// How long people of the house stay signed in; as the daemon has it where there is no such key.
    pub access: Option<AccessKeys>,
    /// When a seat is taken to be absent; as the daemon has it where there is no such key.
    pub presence: Option<PresenceKeys>,
    /// When a disk of the journal is nearly full; as the daemon has it where there is no such key.
    pub disk: Option<DiskKeys>,
    /// The doors of the cabinet that the house watches, beside the one that a wheel may have; none where there is no such key.
    #[serde(rename = "door", default)]
    pub doors: Vec<DoorKeys>,
    /// The cabinet's lamp; none where there is no such key.
    pub lamp: Option<LampKeys>,
}

/// When a disk of the journal is nearly full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiskKeys {
    /// Of how many MiB at least there is to be room, else people are told; 16 to 1,048,576.
    pub free_least_mebibytes: u32,
}

/// When a seat is taken to be absent from the tables between players at which it sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PresenceKeys {
    /// After how many seconds without a line of its console, and without an order; 1 to 600.
    pub grace_seconds: u16,
}

/// When a wheel rests on which nobody plays, and what wakes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WheelRestKeys {
    /// After how many rounds in a row without a bet; 1 to 1,000.
    pub after_empty_rounds: u32,
    /// What wakes it.
    pub woken_by: WakerKey,
}

/// What wakes a wheel that rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WakerKey {
    /// A bet.
    Bet,
    /// Credit that is put on a seat, or a bet.
    Credit,
}

/// How long people of the house stay signed in.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccessKeys {
    /// After how many minutes without an order a session ends; 1 to 120.
    pub idle_minutes: u8,
    /// After how many hours it ends in any case; 1 to 24.
    pub shift_hours: u8,
    /// After how many days a paired console must be paired anew; 1 to 3,650. A year where there is no such key.
    pub console_days: Option<u16>,
}

/// The money of the cabinet.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoneyKeys {
    /// The currency's code, such as `AMD`.
    pub currency: String,
    /// How many decimals an amount is shown with; 0 to 3.
    pub decimals: u8,
    /// The price of one unit; every stake is a multiple of it.
    pub unit_price_minor: Money,
    /// The values of the chips on the consoles, rising, each a multiple of the unit price; 1 to 8 of them.
    pub chips_minor: Vec<Money>,
    /// The most a seat's credit may come to.
    pub credit_most_minor: Money,
    /// A win of so much or more in one round or deal is paid by an attendant's hand; none is where there is no such key.
    pub hand_pay_from_minor: Option<Money>,
}

/// The house's own limits.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseLimits {
    /// The most of all stakes of one player in one round.
    pub seat_most_minor: Money,
    /// The most the table could have to pay above the stakes that lie on it.
    pub table_exposure_most_minor: Money,
    /// The least and most of one player on one position, for each kind.
    pub position: ByKind<BetRange>,
}

/// Where a line is: its chip and which of its lines.
type PlaceOfLine<'a> = (&'a str, &'a LineName);

impl Checked for CabinetFile {
    fn problems(&self) -> Vec<Problem> {
        let amounts = Money::from_minor(1)..=Money::MOST;
        let money = &self.money;
        let chips = &money.chips_minor;
        let are_units = chips.iter().all(|chip| chip.is_positive() && chip.is_multiple_of(money.unit_price_minor));
        let cases = [
            (!self.name.trim().is_empty(), "name", "a name"),
            (money.decimals <= 3, "money.decimals", "0 to 3"),
            ((3..=4).contains(&money.currency.len()), "money.currency", "a currency code such as \"AMD\""),
            (amounts.contains(&money.unit_price_minor), "money.unit_price_minor", "an amount above 0"),
            ((1..=8).contains(&chips.len()), "money.chips_minor", "1 to 8 chips"),
            (chips.is_sorted() && are_units, "money.chips_minor", "rising multiples of money.unit_price_minor"),
            (amounts.contains(&money.credit_most_minor), "money.credit_most_minor", "an amount above 0"),
            (money.hand_pay_from_minor.is_none_or(|least| amounts.contains(&least)), "money.hand_pay_from_minor", "an amount above 0"),
            (amounts.contains(&self.limits.seat_most_minor), "limits.seat_most_minor", "an amount above 0"),
            (amounts.contains(&self.limits.table_exposure_most_minor), "limits.table_exposure_most_minor", "an amount above 0"),
            (
                self.wheel_rest.is_none_or(|keys| (1..=1_000).contains(&keys.after_empty_rounds)),
                "wheel_rest.after_empty_rounds",
                "1 to 1000",
            ),
            (self.access.as_ref().is_none_or(|keys| (1..=120).contains(&keys.idle_minutes)), "access.idle_minutes", "1 to 120"),
            (self.access.as_ref().is_none_or(|keys| (1..=24).contains(&keys.shift_hours)), "access.shift_hours", "1 to 24"),
            (
                self.access.as_ref().and_then(|keys| keys.console_days).is_none_or(|days| (1..=3_650).contains(&days)),
                "access.console_days",
                "1 to 3650",
            ),
            (self.presence.is_none_or(|keys| (1..=600).contains(&keys.grace_seconds)), "presence.grace_seconds", "1 to 600"),
            (
                self.disk.is_none_or(|keys| (16..=1_048_576).contains(&keys.free_least_mebibytes)),
                "disk.free_least_mebibytes",
                "16 to 1048576",
            ),
        ];
        let found = super::problems_of(cases).into_iter().chain(self.wheel.problems()).chain(self.problems_of_tables());
        let of_housing = problems_of_doors(&self.doors).into_iter().chain(self.lamp.as_ref().and_then(LampKeys::problems));
        found.chain(of_housing).chain(self.lines_taken()).chain(self.ports_taken()).collect()
    }
}

impl CabinetFile {
    /// What the file says of every table: of those that the seats share, then of the machines.
    pub fn tables(&self) -> impl Iterator<Item = TableKeys<'_>> {
        let shared = self.card_tables.iter().enumerate().map(|(index, table)| table.keys(index));
        shared.chain(self.machines.iter().enumerate().map(|(index, machine)| machine.keys(index)))
    }

    /// Where the cards of every table come from that the seats share: those of the card tables, then those of the tables between players.
    pub fn card_sources(&self) -> impl Iterator<Item = SourceOfTable<'_>> {
        let numbers = (1..=TableNumber::MOST).map(TableNumber);
        let of_cards = self.card_tables.iter().zip(numbers).enumerate();
        let of_cards = of_cards.map(|(index, (table, number))| (format!("card_table[{index}].source"), number, &table.source));
        let between_players = self.player_tables.iter().enumerate().take(TableNumber::BETWEEN_PLAYERS_MOST.into());
        let between_players =
            between_players.map(|(index, table)| (format!("player_table[{index}].source"), TableNumber::of_players(index), &table.source));
        of_cards.chain(between_players).map(|(path, table, keys)| SourceOfTable { path, table, keys })
    }

    fn problems_of_tables(&self) -> Vec<Problem> {
        let too_many = |key: &str, count: usize, most: u8, what: &str| {
            let problem = || Problem { key: key.to_owned(), expected: format!("at most {most} {what}") };
            (count > usize::from(most)).then(problem)
        };
        let counts = [
            too_many("card_table", self.card_tables.len(), TableNumber::MOST, "card tables"),
            too_many("machine", self.machines.len(), TableNumber::MACHINES_MOST, "machines"),
            too_many("player_table", self.player_tables.len(), TableNumber::BETWEEN_PLAYERS_MOST, "tables between players"),
        ];
        let of_tables = self.tables().flat_map(|table| table.problems());
        let between_players = self.player_tables.iter().enumerate().flat_map(|(index, table)| table.problems(index));
        counts.into_iter().flatten().chain(of_tables).chain(between_players).chain(self.names_taken()).collect()
    }

    /// The doors and the lamp whose line is that of something before them, the wheel first.
    fn lines_taken(&self) -> Vec<Problem> {
        let of_wheel = if let WheelKeys::Lines { lines, .. } = &self.wheel { Some(lines) } else { None };
        let mut taken: Vec<(String, PlaceOfLine<'_>)> = Vec::new();
        taken.extend(
            of_wheel.into_iter().flat_map(|lines| lines.places()).map(|(name, chip, line)| (format!("wheel.lines.{name}"), (chip, line))),
        );
        let of_doors =
            self.doors.iter().enumerate().filter_map(|(place, door)| Some((format!("door[{place}].input"), door.input.as_ref()?)));
        let of_doors = of_doors.map(|(key, input)| (key, (&*input.chip, &input.line)));
        let lamp = self.lamp.as_ref().and_then(|lamp| lamp.output.as_ref());
        let lamp = lamp.map(|output| ("lamp.output".to_owned(), (&*output.chip, &output.line)));
        let mut found = Vec::new();
        for (key, place) in of_doors.chain(lamp) {
            if place.0.trim().is_empty() {
                let expected = "a path such as \"/dev/gpiochip0\", or a chip's label".to_owned();
                found.push(Problem { key: format!("{key}.chip"), expected });
            }
            if let Some((other, _)) = taken.iter().find(|(_, other)| *other == place) {
                found.push(Problem { key: format!("{key}.line"), expected: format!("a line that is not the one of {other}") });
            }
            taken.push((key, place));
        }
        found
    }

    /// The sources of cards whose port is that of a device before them, the wheel first: a device serves one table.
    fn ports_taken(&self) -> Vec<Problem> {
        let of_wheel = if let WheelKeys::Serial { port, .. } = &self.wheel { Some(("wheel".to_owned(), port)) } else { None };
        let of_sources = self.card_sources().filter_map(|SourceOfTable { path, keys, .. }| match keys {
            CardSourceKeys::Serial { port, .. } => Some((path, port)),
            CardSourceKeys::Virtual | CardSourceKeys::Simulated { .. } => None,
        });
        let all: Vec<_> = of_wheel.into_iter().chain(of_sources).collect();
        let taken = |nth: usize| {
            let (path, port) = &all[nth];
            let (other, _) = all[..nth].iter().find(|(_, other)| other == port)?;
            Some(Problem { key: format!("{path}.port"), expected: format!("a port that is not the one of {other}") })
        };
        (0..all.len()).filter_map(taken).collect()
    }

    /// The tables that have the name of one before them.
    fn names_taken(&self) -> Vec<Problem> {
        let of_tables = self.tables().map(|table| (table.path, table.name));
        let between_players = self.player_tables.iter().enumerate();
        let between_players = between_players.map(|(index, table)| (format!("player_table[{index}]"), &*table.name));
        let named: Vec<(String, &str)> = of_tables.chain(between_players).collect();
        let is_taken = |(nth, (_, name)): &(usize, &(String, &str))| named[..*nth].iter().any(|(_, other)| other == name);
        let taken = |path: &str| Problem { key: format!("{path}.name"), expected: "a name that no other table has".to_owned() };
        named.iter().enumerate().filter(is_taken).map(|(_, (path, _))| taken(path)).collect()
    }
}
