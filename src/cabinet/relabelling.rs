//! The keys of the cabinet's files that say what its money and its history mean.
//!
//! Other terms wait for the next round or deal and are played then. These would give another meaning to what is there already: an amount
//! of one currency would be paid out in another. So they may only change while there is nothing that they could re-label; the currency and
//! its decimals also stand behind every amount on the meters and in the history.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::card_table::CardTable;
use super::ledger::Felt;
use super::player_tables::HostedTable;
use super::{Cabinet, DeviceFile, Terms};
use crate::model::{Money, Seat, TableNumber};

/// A key whose value differs, though there is something that the change would re-label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relabelling {
    /// The key in the cabinet file.
    pub key: String,
    /// What it was while the journal was written.
    pub was: String,
    /// What the file says now.
    pub is: String,
    /// What would be re-labelled.
    pub because: String,
    /// Whether that stays when everything is paid out, so that only a new journal takes the change.
    pub is_for_good: bool,
}

impl fmt::Display for Relabelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is {} in the cabinet file and was {}, while {}", self.key, self.is, self.was, self.because)
    }
}

/// What a key was and what it is, where the two differ.
type Change = Option<(String, String)>;

/// A key that may not change while a seat has credit or a stake, or a table waits for an attendant.
struct OfCabinet {
    key: &'static str,
    change: fn(&Terms, &Terms) -> Change,
}

/// The keys of the money itself. Meters and history are written in it, so they may not change once there was any.
const OF_MONEY: [OfCabinet; 2] = [
    OfCabinet { key: "money.currency", change: |was, is| differ(&was.currency, &is.currency) },
    OfCabinet { key: "money.decimals", change: |was, is| differ(&was.decimals, &is.decimals) },
];

/// The keys of what was played on: meters and history of play for fun do not go on as those of play for money, nor the other way round.
const OF_PLAY: [OfCabinet; 1] = [OfCabinet {
    key: "wheel",
    change: |was, is| {
        let (was, is) = (wheel(was)?, wheel(is)?);
        other_device(was, is).filter(|_| was.is_simulated() != is.is_simulated())
    },
}];

/// The same of what was played on a workbench. While there is money each table is asked for itself.
const OF_WORKBENCH: [OfCabinet; 1] = [OfCabinet { key: "card_table.source", change: workbench }];

/// The other keys of the whole cabinet. The number of seats is no key: every cabinet has [`crate::model::SEATS`].
const OF_CABINET: [OfCabinet; 4] = [
    OfCabinet { key: "money.unit_price_minor", change: |was, is| differ(&unit_price(was).minor(), &unit_price(is).minor()) },
    OfCabinet { key: "jurisdiction", change: jurisdiction },
    OfCabinet { key: "name", change: |was, is| differ(&was.fittings.as_ref()?.cabinet, &is.fittings.as_ref()?.cabinet) },
    // Credit that was played for fun on a simulated wheel is not paid out by a real one.
    OfCabinet { key: "wheel", change: |was, is| other_device(wheel(was)?, wheel(is)?) },
];

/// A key that may not change while stakes lie at its card table, or the table waits for an attendant.
struct OfTable {
    key: &'static str,
    change: fn(&CardTable, &Terms, &Terms) -> Change,
}

/// The keys of each card table. A table is known by its number, so a list in another order gives every number another name.
const OF_TABLE: [OfTable; 3] = [
    OfTable { key: "name", change: |table, _, is| differ(&table.name(), &is.table(table.number()).map_or(NO_TABLE, |of| &of.name)) },
    OfTable { key: "rules", change: |table, _, is| differ(&table.game(), &is.table(table.number())?.game.name()) },
    OfTable { key: "source", change: |table, was, is| other_device(source(was, table.number())?, source(is, table.number())?) },
];

/// What stands for the name of a table that the file does not know any more.
const NO_TABLE: &str = "no table";

fn differ<T: PartialEq + ToString + ?Sized>(was: &T, is: &T) -> Change {
    (was != is).then(|| (was.to_string(), is.to_string()))
}

const fn unit_price(terms: &Terms) -> Money {
    terms.roulette.limits.step_minor
}

/// The same jurisdiction may have a new text, and its file may have moved; one with another name and another text is another, and so is the
/// text of another one in the same place.
fn jurisdiction(was: &Terms, is: &Terms) -> Change {
    let (file, new_file) = (was.files.get(Terms::JURISDICTION)?, is.files.get(Terms::JURISDICTION)?);
    if file.sha256 == new_file.sha256 {
        return None;
    }
    let of_text = || differ(was.fittings.as_ref()?.jurisdiction.as_ref()?, is.fittings.as_ref()?.jurisdiction.as_ref()?);
    differ(&file.name, &new_file.name).or_else(of_text)
}

/// A wheel or a source of cards as the cabinet file names it.
#[derive(Clone, Copy)]
struct Device<'a> {
    /// Its driver and its device file, such as `serial slingshot-2`.
    name: &'a str,
    /// The text of that file; `None` where there is none, or it was not recorded.
    file: Option<&'a DeviceFile>,
}

impl Device<'_> {
    /// Whether it is simulated.
    fn is_simulated(&self) -> bool {
        self.name.split(' ').next() == Some("simulated")
    }

    /// Whether it is a real one. The virtual deck is neither: it deals for money, as a machine's does, and for fun beside a simulated wheel.
    fn is_real(&self) -> bool {
        !self.is_simulated() && self.name != "virtual"
    }
}

fn wheel(terms: &Terms) -> Option<Device<'_>> {
    let fittings = terms.fittings.as_ref()?;
    Some(Device { name: &fittings.wheel, file: fittings.wheel_file.as_ref() })
}

/// Where a shared table's cards come from. Every machine has a virtual deck.
fn source(terms: &Terms, table: TableNumber) -> Option<Device<'_>> {
    let fittings = terms.fittings.as_ref()?;
    let (names, files, index) = match table.between_players() {
        Some(place) => (&fittings.player_sources, &fittings.player_source_files, place),
        None => (&fittings.card_sources, &fittings.card_source_files, usize::from(table.0) - 1),
    };
    let file = files.get(index).and_then(Option::as_ref);
    // Releases that did not record the sources of tables between players dealt each from a virtual deck.
    let is_old = table.between_players().is_some_and(|place| names.is_empty() && place < terms.player_tables.len());
    let name = names.get(index).map(String::as_str).or(is_old.then_some("virtual"));
    Some(Device { name: name?, file })
}

/// Every table that the seats share.
fn shared_tables() -> impl Iterator<Item = TableNumber> {
    let between_players = (0..TableNumber::BETWEEN_PLAYERS_MOST.into()).map(TableNumber::of_players);
    (1..=TableNumber::MOST).map(TableNumber).chain(between_players)
}

/// The wheel and every shared table's source of cards.
fn devices(terms: &Terms) -> impl Iterator<Item = Device<'_>> {
    wheel(terms).into_iter().chain(shared_tables().filter_map(|table| source(terms, table)))
}

/// Real devices beside simulated ones are a workbench's: what was played there does not go on in service, where all are alike, nor the other way
/// round. A journal of a release that did not record the devices says nothing of them.
fn workbench(was: &Terms, is: &Terms) -> Change {
    was.fittings.as_ref()?;
    differ(kinds(was), kinds(is)).filter(|(was, is)| was == BENCH || is == BENCH)
}

/// What [`kinds`] says of a workbench.
const BENCH: &str = "of real and of simulated devices side by side";

/// Of what kind the devices are. The virtual deck is of none.
fn kinds(terms: &Terms) -> &'static str {
    match (devices(terms).any(|device| device.is_real()), devices(terms).any(|device| device.is_simulated())) {
        (true, true) => BENCH,
        (true, false) => "of real devices alone",
        (false, _) => "of simulated devices alone",
    }
}

/// Where another device is named, or another one is behind the same name: which, by the text of its file.
fn other_device(was: Device<'_>, is: Device<'_>) -> Change {
    let of_text = || {
        let (file, new_file) = (was.file?, is.file?);
        let words = |file: &DeviceFile| format!("{} ({file})", was.name);
        file.is_other_than(new_file).then(|| (words(file), words(new_file)))
    };
    differ(was.name, is.name).or_else(of_text)
}

/// Where the shared table of this number has another source, or comes or goes, and one credit would be staked against simulated and real
/// devices: one of the two sources is simulated, or one is real and anything else in the cabinet is simulated. Not even with the table away for
/// a while in between.
fn mixed(was: &Terms, is: &Terms, table: TableNumber) -> Change {
    // A journal of a release that did not record the sources says nothing of them.
    was.fittings.as_ref()?;
    let sources = [source(was, table), source(is, table)];
    let name = |source: Option<Device<'_>>| source.map_or(NO_TABLE, |source| source.name).to_string();
    let change = match sources {
        [Some(was), Some(is)] => other_device(was, is),
        [was, is] => differ(&name(was), &name(is)),
    };
    let has = |what: fn(&Device<'_>) -> bool| sources.iter().flatten().any(what);
    let is_beside_simulated = || devices(was).chain(devices(is)).any(|device| device.is_simulated());
    change.filter(|_| has(|source| source.is_simulated()) || (has(|source| source.is_real()) && is_beside_simulated()))
}

/// What the cabinet file calls this key of the table.
fn key_of(number: TableNumber, key: &str) -> String {
    if let Some(place) = number.between_players() {
        return format!("player_table[{place}].{key}");
    }
    number.machine().map_or_else(|| format!("card_table[{}].{key}", number.0 - 1), |machine| format!("machine[{machine}].{key}"))
}

impl Cabinet {
    /// The newest terms that were brought to the cabinet: they are in force, or come into force with the next round.
    #[must_use]
    pub fn newest_terms(&self) -> &Terms {
        self.next_terms.as_ref().unwrap_or(&self.terms)
    }

    /// What these terms would re-label; nothing where the cabinet can take them.
    #[must_use]
    pub fn relabelled_by(&self, terms: &Terms) -> Vec<Relabelling> {
        let was = self.newest_terms();
        let changed = |keys: &[OfCabinet], was: &Terms, because: &str, is_for_good| -> Vec<Relabelling> {
            let of_key = |key: &OfCabinet| relabelling(key.key.into(), because, is_for_good, (key.change)(was, terms));
            keys.iter().filter_map(of_key).collect()
        };
        let money = self.what_money_there_is();
        let lies = money.clone().or_else(|| self.what_is_undecided());
        let counted = self.what_is_counted();
        // Money lies in the currency in force, even where a release that did not ask for the round at the wheel lets another one wait.
        let of_money = lies.as_deref().or(counted.as_deref()).map(|because| changed(&OF_MONEY, &self.terms, because, counted.is_some()));
        let of_cabinet = match (&lies, &counted) {
            (Some(because), _) => Some(changed(&OF_CABINET, was, because, false)),
            (None, Some(because)) => Some(changed(&OF_PLAY, was, because, true)),
            (None, None) => None,
        };
        let without_money = counted.as_deref().or(lies.as_deref()).filter(|_| money.is_none());
        let of_workbench = without_money.map(|because| changed(&OF_WORKBENCH, was, because, counted.is_some()));
        let mut found: Vec<Relabelling> = of_money.into_iter().chain(of_cabinet).chain(of_workbench).flatten().collect();
        for table in &self.card_tables {
            let Some(because) = self.what_lies_at(table) else { continue };
            let changes = OF_TABLE.iter().map(|of| (key_of(table.number(), of.key), (of.change)(table, was, terms)));
            found.extend(changes.filter_map(|(key, change)| relabelling(key, &because, false, change)));
        }
        for table in &self.player_tables {
            let Some(because) = self.what_lies_between_players(table) else { continue };
            let place = table.number().between_players().unwrap_or_default();
            let of = terms.player_tables.get(place);
            let name = differ(&*table.terms().name, of.map_or(NO_TABLE, |of| &of.name));
            let rules = of.and_then(|of| differ(&table.terms().rules_name, &of.rules_name));
            let source = source(was, table.number()).zip(source(terms, table.number())).and_then(|(was, is)| other_device(was, is));
            let changes = [("name", name), ("rules", rules), ("source", source)].map(|(key, change)| (key_of(table.number(), key), change));
            found.extend(changes.into_iter().filter_map(|(key, change)| relabelling(key, &because, false, change)));
        }
        if let Some(because) = money {
            let changes = shared_tables().map(|table| (key_of(table, "source"), mixed(was, terms, table)));
            let changed = changes.filter_map(|(key, change)| relabelling(key, &because, false, change));
            let new: Vec<Relabelling> = changed.filter(|change| found.iter().all(|known| known.key != change.key)).collect();
            found.extend(new);
        }
        // The tables of one machine are one key.
        found.dedup_by(|later, earlier| later.key == earlier.key);
        found
    }

    /// All credit, stakes and stacks of all seats.
    #[must_use]
    pub fn money_of_seats(&self) -> Money {
        let of_seat = |seat| self.ledger.credit_and_held(seat) + self.ledger.staked_everywhere(seat) + self.ledger.stacks_everywhere(seat);
        Seat::all().map(of_seat).sum()
    }

    /// The first seat that has money, and how much.
    fn what_money_there_is(&self) -> Option<String> {
        let of_seat = |seat: Seat| {
            let (credit, staked) =
                (self.ledger.credit_and_held(seat), self.ledger.staked_everywhere(seat) + self.ledger.stacks_everywhere(seat));
            let has_money = !credit.is_zero() || !staked.is_zero();
            has_money.then(|| format!("seat {seat} has a credit of {} minor units and {} staked", credit.minor(), staked.minor()))
        };
        Seat::all().find_map(of_seat)
    }

    /// The first thing in the cabinet that an open decision is about, or because of which other terms would wait: until they came into force
    /// credit could come in under the former ones.
    fn what_is_undecided(&self) -> Option<String> {
        let waits_at_wheel = self.table.lifecycle.holds.waits_for_attendant();
        waits_at_wheel
            .then(|| "the wheel's table waits for an attendant".into())
            .or_else(|| (!self.takes_terms_at_once()).then(|| "a round is under way at the wheel".into()))
            .or_else(|| self.card_tables.iter().find_map(|table| self.what_lies_at(table)))
            .or_else(|| self.player_tables.iter().find_map(|table| self.what_lies_between_players(table)))
    }

    /// What meters and history say of the money. All of it has once come in, so that meter alone tells whether there was any.
    fn what_is_counted(&self) -> Option<String> {
        let came_in = self.ledger.cabinet_meters().credit_in;
        let words = || format!("its meters count {} minor units of credit in, and its history is in that money", came_in.minor());
        (!came_in.is_zero()).then(words)
    }

    /// What lies at a card table that another meaning of the table would be about.
    fn what_lies_at(&self, table: &CardTable) -> Option<String> {
        let number = table.number();
        let staked: Money = Seat::all().map(|seat| self.ledger.staked(Felt::Cards(number), seat)).sum();
        if !staked.is_zero() {
            return Some(format!("{} minor units are staked at card table {}", staked.minor(), number.0));
        }
        if table.is_dealing() {
            return Some(format!("a deal is under way at card table {}", number.0));
        }
        table.lifecycle().holds.waits_for_attendant().then(|| format!("card table {} waits for an attendant", number.0))
    }
}

impl Cabinet {
    /// What lies at a table between players that another meaning of the table would be about.
    fn what_lies_between_players(&self, table: &HostedTable) -> Option<String> {
        let number = table.number();
        let stacks: Money = Seat::all().map(|seat| self.ledger.stack(number, seat)).sum();
        if !stacks.is_zero() {
            return Some(format!("{} minor units lie before the seats at table {}", stacks.minor(), number.0));
        }
        if table.is_dealing() {
            return Some(format!("a deal is under way at table {}", number.0));
        }
        table.lifecycle().holds.waits_for_attendant().then(|| format!("table {} waits for an attendant", number.0))
    }
}

fn relabelling(key: String, because: &str, is_for_good: bool, change: Change) -> Option<Relabelling> {
    let (was, is) = change?;
    Some(Relabelling { key, was, is, because: because.into(), is_for_good })
}
