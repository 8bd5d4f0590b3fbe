//! Every key that a cabinet file may have, and what becomes of a change to it. The keys are read off the types that the file is read by, so
//! that a new one is missed here.

use std::cell::Cell;
use std::collections::BTreeSet;

use serde::de::value::{Error, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error as _, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

use super::*;
use crate::profiles::{Kind, file_keys, parse};

/// What becomes of a change to a key.
#[derive(Clone, Copy)]
enum Decided {
    /// Refused while there is money, for this key.
    WithMoney(&'static str),
    /// Refused while stakes lie, a deal is under way or an attendant is waited for at this table, for this key.
    AtTable(TableNumber, &'static str),
    /// Taken; played from the next round or deal on.
    Waits,
    /// Taken, for it is no part of the terms: how a device is reached, how a simulated one behaves, how long people stay signed in, when they are
    /// taken to be absent.
    Harmless,
}

use Decided::{AtTable, Harmless, Waits, WithMoney};

/// A key, as [`kind_of`] writes it, a shipped cabinet, what is set in its file, and what becomes of that.
type Row = (&'static str, &'static str, &'static [(&'static str, &'static str)], Decided);

/// The table of the first seat at the first machine.
const MACHINE: TableNumber = TableNumber(41);

/// The first table between players.
const BETWEEN_PLAYERS: TableNumber = TableNumber(17);

/// A simulated source, for a table of the demo that has a virtual deck.
const SIMULATED: &str = "{ driver = 'simulated', device = 'shoe', seed = 7, pack_milliseconds = 7, faults = ['jam@7'] }";

const ROWS: &[Row] = &[
    ("name", "demo", &[("name", "'Another'")], WithMoney("name")),
    ("rules", "demo", &[("rules", "'roulette/am'")], Waits),
    ("jurisdiction", "demo", &[("jurisdiction", "'fifty-an-hour'")], WithMoney("jurisdiction")),
    ("money.currency", "demo", &[("money.currency", "'USD'")], WithMoney("money.currency")),
    ("money.decimals", "demo", &[("money.decimals", "0")], WithMoney("money.decimals")),
    ("money.unit_price_minor", "demo", &[("money.unit_price_minor", "50")], WithMoney("money.unit_price_minor")),
    ("money.chips_minor", "demo", &[("money.chips_minor", "[100, 200]")], Waits),
    ("money.credit_most_minor", "demo", &[("money.credit_most_minor", "5_000")], Waits),
    ("money.hand_pay_from_minor", "demo", &[("money.hand_pay_from_minor", "50_000")], Waits),
    ("limits.seat_most_minor", "demo", &[("limits.seat_most_minor", "900_000")], Waits),
    ("limits.table_exposure_most_minor", "demo", &[("limits.table_exposure_most_minor", "40_000_000")], Waits),
    ("limits.position.*.least", "demo", &[("limits.position.straight.least", "200")], Waits),
    ("limits.position.*.most", "demo", &[("limits.position.straight.most", "10_000")], Waits),
    ("wheel.driver", "demo", &[("wheel.driver", "'serial'"), ("wheel.port", "'/dev/ttyUSB0'")], WithMoney("wheel")),
    ("wheel.device", "slingshot-serial", &[("wheel.device", "'mercury-360'")], WithMoney("wheel")),
    ("wheel.port", "slingshot-serial", &[("wheel.port", "'/dev/ttyUSB7'")], Harmless),
    ("wheel.lines.reading.wait_milliseconds", "three-sensor-gpio", &[("wheel.lines.reading.wait_milliseconds", "19")], Harmless),
    ("wheel.lines.reading.hold_back_milliseconds", "three-sensor-gpio", &[("wheel.lines.reading.hold_back_milliseconds", "49")], Harmless),
    ("wheel.lines.driving.alive_milliseconds", "three-sensor-gpio", &[("wheel.lines.driving.alive_milliseconds", "999")], Harmless),
    ("wheel.lines.*", "three-sensor-gpio", &[("wheel.lines.lid", "'not-wired'")], Harmless),
    ("wheel.lines.*.chip", "three-sensor-gpio", &[("wheel.lines.ball-1.chip", "'gpiochip7'")], Harmless),
    ("wheel.lines.*.line", "three-sensor-gpio", &[("wheel.lines.ball-1.line", "77")], Harmless),
    ("wheel.lines.*.active_low", "three-sensor-gpio", &[("wheel.lines.blower.active_low", "true")], Harmless),
    ("wheel.lines.*.bias", "three-sensor-gpio", &[("wheel.lines.ball-1.bias", "'disabled'")], Harmless),
    ("wheel.lines.*.debounce_microseconds", "three-sensor-gpio", &[("wheel.lines.ball-1.debounce_microseconds", "1")], Harmless),
    ("wheel.lines.*.pwm_hertz", "three-sensor-gpio", &[("wheel.lines.rotor-motor.pwm_hertz", "99")], Harmless),
    ("card_table.name", "demo", &[("card_table.0.name", "'Punto banco'")], AtTable(BACCARAT, "card_table[0].name")),
    (
        "card_table.rules",
        "demo",
        &[("card_table.0.rules", "'red-dog/am'"), ("card_table.0.limits", "{ ante = { least = 500, most = 50_000 } }")],
        AtTable(BACCARAT, "card_table[0].rules"),
    ),
    ("card_table.limits", "demo", &[("card_table.0.limits.tie.most", "10_000")], Waits),
    ("card_table.payouts_most", "demo", &[("card_table.1.payouts_most", "{ stake_win = 50_000 }")], Waits),
    (
        "card_table.source.driver",
        "shoe-tables",
        &[("card_table.0.source", "{ driver = 'virtual' }")],
        AtTable(BACCARAT, "card_table[0].source"),
    ),
    ("card_table.source.device", "demo", &[("card_table.1.source.device", "'shoe'")], WithMoney("card_table[1].source")),
    ("card_table.source.port", "shoe-tables", &[("card_table.0.source.port", "'/dev/ttyUSB7'")], Harmless),
    ("card_table.source.seed", "demo", &[("card_table.1.source.seed", "7")], Harmless),
    ("card_table.source.pack_milliseconds", "demo", &[("card_table.1.source.pack_milliseconds", "7")], Harmless),
    ("card_table.source.faults", "demo", &[("card_table.1.source.faults", "['jam@7']")], Harmless),
    ("machine.name", "demo", &[("machine.0.name", "'Jacks'")], AtTable(MACHINE, "machine[0].name")),
    (
        "machine.rules",
        "demo",
        &[("machine.0.rules", "'slot/am'"), ("machine.2.rules", "'video-poker/am'")],
        AtTable(MACHINE, "machine[0].rules"),
    ),
    ("machine.limits", "demo", &[("machine.0.limits.main.most", "400")], Waits),
    ("player_table.name", "demo", &[("player_table.0.name", "'River'")], AtTable(BETWEEN_PLAYERS, "player_table[0].name")),
    (
        "player_table.rules",
        "demo",
        &[("player_table.0.rules", "'holdem/sport-pot-limit'")],
        AtTable(BETWEEN_PLAYERS, "player_table[0].rules"),
    ),
    ("player_table.amounts.ante", "demo", &[("player_table.0.amounts.ante", "100")], Waits),
    ("player_table.amounts.small_blind", "demo", &[("player_table.0.amounts.small_blind", "200")], Waits),
    ("player_table.amounts.big_blind", "demo", &[("player_table.0.amounts.big_blind", "400")], Waits),
    ("player_table.amounts.bring_in", "demo", &[("player_table.0.amounts.bring_in", "100")], Waits),
    ("player_table.amounts.small_bet", "demo", &[("player_table.0.amounts.small_bet", "100")], Waits),
    ("player_table.amounts.big_bet", "demo", &[("player_table.0.amounts.big_bet", "100")], Waits),
    ("player_table.amounts.most_bet", "demo", &[("player_table.1.amounts.most_bet", "4_000")], Waits),
    ("player_table.amounts.unit", "demo", &[("player_table.0.amounts", "{ small_blind = 200, big_blind = 400, unit = 200 }")], Waits),
    ("player_table.decision_seconds", "demo", &[("player_table.0.decision_seconds", "20")], Waits),
    ("player_table.offer_fold_when_free", "demo", &[("player_table.0.offer_fold_when_free", "true")], Waits),
    ("player_table.pause_seconds", "demo", &[("player_table.0.pause_seconds", "9")], Waits),
    ("player_table.time_bank.full_seconds", "demo", &[("player_table.0.time_bank.full_seconds", "90")], Waits),
    ("player_table.time_bank.gain_seconds", "demo", &[("player_table.0.time_bank.gain_seconds", "3")], Waits),
    ("player_table.absent_after_decisions", "demo", &[("player_table.0.absent_after_decisions", "3")], Waits),
    ("player_table.absent_after_deals", "demo", &[("player_table.0.absent_after_deals", "3")], Waits),
    (
        "player_table.opened_by_seat.seats_most",
        "demo",
        &[("player_table.0.opened_by_seat", "{ seats_most = 4, closes_after_seconds = 60 }")],
        Waits,
    ),
    (
        "player_table.opened_by_seat.closes_after_seconds",
        "demo",
        &[("player_table.0.opened_by_seat", "{ seats_most = 6, closes_after_seconds = 90 }")],
        Waits,
    ),
    (
        "player_table.source.driver",
        "poker-tables",
        &[("player_table.0.source", "{ driver = 'virtual' }")],
        AtTable(BETWEEN_PLAYERS, "player_table[0].source"),
    ),
    (
        "player_table.source.device",
        "poker-tables",
        &[("player_table.0.source.device", "'shoe'")],
        AtTable(BETWEEN_PLAYERS, "player_table[0].source"),
    ),
    ("player_table.source.port", "poker-tables", &[("player_table.0.source.port", "'/dev/ttyUSB7'")], Harmless),
    ("player_table.source.seed", "demo", &[("player_table.0.source", SIMULATED)], WithMoney("player_table[0].source")),
    ("player_table.source.pack_milliseconds", "demo", &[("player_table.0.source", SIMULATED)], WithMoney("player_table[0].source")),
    ("player_table.source.faults", "demo", &[("player_table.0.source", SIMULATED)], WithMoney("player_table[0].source")),
    ("player_table.show_seconds", "demo", &[("player_table.0.show_seconds", "3")], Waits),
    ("wheel_rest.after_empty_rounds", "demo", &[("wheel_rest", "{ after_empty_rounds = 9, woken_by = 'bet' }")], Waits),
    ("wheel_rest.woken_by", "demo", &[("wheel_rest", "{ after_empty_rounds = 9, woken_by = 'credit' }")], Waits),
    ("presence.grace_seconds", "demo", &[("presence", "{ grace_seconds = 9 }")], Harmless),
    ("disk.free_least_mebibytes", "demo", &[("disk", "{ free_least_mebibytes = 900 }")], Harmless),
    ("door.name", "demo", &[("door", "[{ name = 'back', driver = 'simulated' }]")], Waits),
    ("door.driver", "three-sensor-gpio", &[("door", "[{ name = 'cash box', driver = 'simulated' }]")], Harmless),
    ("door.input.chip", "three-sensor-gpio", &[("door.0.input.chip", "'gpiochip7'")], Harmless),
    ("door.input.line", "three-sensor-gpio", &[("door.0.input.line", "77")], Harmless),
    ("door.input.active_low", "three-sensor-gpio", &[("door.0.input.active_low", "true")], Harmless),
    ("door.input.bias", "three-sensor-gpio", &[("door.0.input.bias", "'disabled'")], Harmless),
    ("door.input.debounce_microseconds", "three-sensor-gpio", &[("door.0.input.debounce_microseconds", "9_000")], Harmless),
    ("lamp.driver", "three-sensor-gpio", &[("lamp", "{ driver = 'simulated' }")], Harmless),
    ("lamp.output.chip", "three-sensor-gpio", &[("lamp.output.chip", "'gpiochip7'")], Harmless),
    ("lamp.output.line", "three-sensor-gpio", &[("lamp.output.line", "77")], Harmless),
    ("lamp.output.active_low", "three-sensor-gpio", &[("lamp.output.active_low", "true")], Harmless),
    ("lamp.output.pwm_hertz", "three-sensor-gpio", &[("lamp.output.pwm_hertz", "0")], Harmless),
    ("access.idle_minutes", "demo", &[("access", "{ idle_minutes = 5, shift_hours = 12 }")], Harmless),
    ("access.shift_hours", "demo", &[("access", "{ idle_minutes = 15, shift_hours = 8 }")], Harmless),
    ("access.console_days", "demo", &[("access", "{ idle_minutes = 15, shift_hours = 12, console_days = 30 }")], Harmless),
    ("machine.payouts_most", "demo", &[("machine.0.payouts_most.risk_payout", "900_000")], Waits),
];

/// The terms of a shipped cabinet with these keys set.
fn terms_with_keys(cabinet: &str, set: &[(&str, &str)]) -> Terms {
    let mut keys = file_keys(Kind::Cabinet, cabinet).expect("a shipped cabinet");
    for (path, text) in set {
        let (folder, key) = path.rsplit_once('.').unwrap_or(("", path));
        let mut table = &mut keys;
        let mut steps = folder.split('.').filter(|step| !step.is_empty()).peekable();
        while let Some(step) = steps.next() {
            let mut value = &mut table[step];
            if let Some(index) = steps.peek().and_then(|step| step.parse::<usize>().ok()) {
                steps.next();
                value = &mut value[index];
            }
            table = value.as_table_mut().expect("a table");
        }
        let value: toml::Table = format!("value = {text}").parse().expect("a value");
        table.insert((*key).to_owned(), value["value"].clone());
    }
    let mut file: Profile<CabinetFile> = load_cabinet(cabinet).expect("a shipped cabinet");
    file.value = parse(cabinet, &keys.to_string()).unwrap_or_else(|error| panic!("{set:?}: {error}"));
    terms_of(&file).unwrap_or_else(|error| panic!("{set:?}: {error}"))
}

/// Asserts that a change becomes what was decided.
#[track_caller]
fn check_row(row: &Row) {
    let (key, cabinet, set, decided) = *row;
    let (was, is) = (terms_with_keys(cabinet, &[]), terms_with_keys(cabinet, set));
    let refused = |inputs: &[What]| relabelled(&cabinet_of(&was, inputs), &is, &Marks::none());
    let for_key = |said: Option<String>, of: &str| said.is_some_and(|said| said.contains(&format!(": `{of}` is ")));
    let hold = |table| attendant(Order::Table { table, order: TableOrder::Hold { reason: "a card stuck".to_owned() } });
    assert_eq!(refused(&[]), None, "{key}: with nothing there");
    match decided {
        WithMoney(of) => assert!(for_key(refused(&[credit()]), of), "{key}"),
        AtTable(table, of) => assert!(for_key(refused(&[hold(table)]), of), "{key}"),
        Waits => assert!(refused(&[credit(), hold(BACCARAT), hold(BETWEEN_PLAYERS)]).is_none() && was != is, "{key}"),
        Harmless => assert!(refused(&[credit()]).is_none() && was == is, "{key}"),
    }
}

#[test]
fn what_becomes_of_a_change_is_decided_for_every_key_and_so_it_is() {
    let decided: BTreeSet<String> = ROWS.iter().map(|(key, ..)| (*key).to_owned()).collect();
    let keys: BTreeSet<String> = keys_below(&[]).iter().map(|path| kind_of(path)).collect();
    assert_eq!(keys, decided, "the keys of a cabinet file, and those for which it is decided here");
    ROWS.iter().for_each(check_row);
}

/// The key with `*` for the name of a line or of a bet: those are alike.
fn kind_of(path: &[&str]) -> String {
    let mut path = path.to_vec();
    match path[..] {
        ["wheel", "lines", line, ..] if !["reading", "driving"].contains(&line) => path[2] = "*",
        ["limits", "position", ..] => path[2] = "*",
        _ => {}
    }
    path.join(".")
}

/// Every key below this one that has none below itself.
fn keys_below(path: &[&'static str]) -> Vec<Vec<&'static str>> {
    let found = Cell::new(None);
    let told = CabinetFile::deserialize(Probe { path, found: &found });
    assert!(told.is_err(), "nothing is read to its end");
    match found.get().unwrap_or_else(|| panic!("{path:?} leads nowhere")) {
        None => vec![path.to_vec()],
        Some(keys) => keys.iter().flat_map(|key| keys_below(&[path, &[*key]].concat())).collect(),
    }
}

/// Follows a path of keys into a type, and tells the keys at its end. A list is like one of its items, an optional value like the value.
#[derive(Clone, Copy)]
struct Probe<'a> {
    path: &'a [&'static str],
    /// Set at the end of the path: the keys there, or that there are none.
    found: &'a Cell<Option<Option<&'static [&'static str]>>>,
}

impl Probe<'_> {
    fn tell<T>(self, keys: Option<&'static [&'static str]>) -> Result<T, Error> {
        if self.path.is_empty() {
            self.found.set(Some(keys));
        }
        Err(Error::custom("it is only looked at"))
    }
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        self.tell(None)
    }

    fn deserialize_struct<V: Visitor<'de>>(self, _: &'static str, keys: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        if self.path.is_empty() { self.tell(Some(keys)) } else { visitor.visit_map(self) }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct map enum
        identifier ignored_any
    }
}

/// A table with the next key of the path alone.
impl<'de> MapAccess<'de> for Probe<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let key: StrDeserializer<'_, Error> = self.path[0].into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(Probe { path: &self.path[1..], found: self.found })
    }
}

/// A list of which the path goes into one item.
impl<'de> SeqAccess<'de> for Probe<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        seed.deserialize(*self).map(Some)
    }
}
