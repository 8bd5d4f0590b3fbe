//! `croupierctl validate`: reads a cabinet file and every file that it names as the daemon does at its start, and says everything that is
//! wrong with them, or what is offered where.

use std::fmt::Write;
use std::path::Path;

use clap::Args;
use serde_json::{Value, json};

use super::Failure;
use super::journal::hex;
use crate::cabinet::{CardTerms, PlayerTableTerms, Terms};
use crate::configuration::{CardDevice, Configuration, require_alike};
use crate::model::Money;
use crate::profiles::{CabinetFile, CardSourceKeys, Errors, ProfileError, StakeKey, WheelKeys};
use crate::sim;

/// Which cabinet file.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The cabinet file: a path, or a shipped name such as `demo`.
    cabinet: String,
    /// For a workbench: real devices may stand beside simulated ones, as with the daemon's own `--bench`.
    #[arg(long)]
    bench: bool,
    /// A page in Markdown instead of JSON.
    #[arg(long)]
    as_table: bool,
}

/// One JSON object, or a page for people.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let configuration = Configuration::read(&arguments.cabinet)?;
    require_alike(&configuration.file, arguments.bench).map_err(|message| Failure::refused("real-and-simulated", message))?;
    check_simulated_faults(&configuration)?;
    if arguments.as_table { Ok(page(&configuration)) } else { Ok(format!("{}\n", json_of(&configuration))) }
}

/// The mistakes that simulated sources of cards are to make are words of theirs.
fn check_simulated_faults(configuration: &Configuration) -> Result<(), Failure> {
    let mut wrong = Vec::new();
    for (source, device) in configuration.file.value.card_sources().zip(&configuration.card_devices) {
        let CardSourceKeys::Simulated { faults, .. } = source.keys else { continue };
        let unknown = |text: &String| {
            let added = match device {
                Some(CardDevice::Shuffler(_)) => sim::devices::shuffler::Behaviour::default().faults.add(text),
                Some(CardDevice::Shoe(_)) => sim::devices::shoe::Behaviour::default().faults.add(text),
                None => Ok(()),
            };
            added.err()
        };
        wrong.extend(faults.iter().filter_map(unknown).map(|expected| bad_faults(configuration, &source.path, &expected)));
    }
    Ok(Errors::or(wrong, ())?)
}

fn bad_faults(configuration: &Configuration, source: &str, expected: &str) -> ProfileError {
    let key = format!("{source}.faults");
    let (file, place) = (configuration.file.name.clone(), configuration.file.place_of(&key));
    ProfileError::Wrong { file, place, key, expected: format!("expected {expected}") }
}

fn json_of(configuration: &Configuration) -> Value {
    let Configuration { file, terms, .. } = configuration;
    let files: Vec<Value> = terms.files.iter().map(|file| json!({"name": file.name, "sha256": hex(&file.sha256)})).collect();
    json!({
        "name": file.value.name,
        "currency": terms.currency,
        "decimals": terms.decimals,
        "wheel": wheel(&file.value, terms),
        "card_tables": terms.card_tables.iter().zip(&file.value.card_tables).map(|(table, keys)| {
            with_source(offered(table), &keys.source)
        }).collect::<Vec<_>>(),
        "doors": file.value.doors.iter().map(|door| json!({"name": door.name, "driver": door.driver()})).collect::<Vec<_>>(),
        "lamp": file.value.lamp.as_ref().map(|lamp| json!({"driver": lamp.driver()})),
        "machines": terms.machines.iter().map(offered).collect::<Vec<_>>(),
        "player_tables": terms.player_tables.iter().zip(&file.value.player_tables).map(|(table, keys)| {
            with_source(between_players(table), &keys.source)
        }).collect::<Vec<_>>(),
        "files": files,
    })
}

fn wheel(cabinet: &CabinetFile, terms: &Terms) -> Value {
    let port = if let WheelKeys::Serial { port, .. } = &cabinet.wheel { Some(port_of(port)) } else { None };
    json!({
        "rules": terms.rules_name,
        "driver": cabinet.wheel.driver(),
        "device": cabinet.wheel.device(),
        "port": port,
        "betting_seconds": terms.roulette.round.betting_seconds,
        "spins_per_hour_most": terms.roulette.round.spins_per_hour_most,
    })
}

fn port_of_source(source: &CardSourceKeys) -> Option<Value> {
    if let CardSourceKeys::Serial { port, .. } = source { Some(port_of(port)) } else { None }
}

/// A port, and whether there is one now: a file may be checked on another machine than the cabinet's.
fn port_of(port: &Path) -> Value {
    json!({"path": port, "is_there": port.exists()})
}

/// What is played at a table.
fn offered(table: &CardTerms) -> Value {
    let stakes = table.game.rules().offers().into_iter().map(|offer| {
        let minor = |money: Money| money.minor();
        json!({"stake": StakeKey(offer.kind).to_string(), "least_minor": minor(offer.least), "most_minor": minor(offer.most), "step_minor": minor(offer.step)})
    });
    json!({"name": table.name, "game": table.game.name(), "rules": table.rules_name, "stakes": stakes.collect::<Vec<_>>()})
}

/// What is played at a table between players.
fn between_players(table: &PlayerTableTerms) -> Value {
    let (least, most) = table.rules.buy_in();
    json!({
        "name": table.name,
        "rules": table.rules_name,
        "limit": table.rules.house.betting.limit.name(),
        "buy_in_least_minor": least.minor(),
        "buy_in_most_minor": most.minor(),
    })
}

fn with_source(mut offered: Value, source: &CardSourceKeys) -> Value {
    offered["source"] = json!({"driver": source.driver(), "device": source.device(), "port": port_of_source(source)});
    offered
}

/// The same for people.
fn page(configuration: &Configuration) -> String {
    let Configuration { file, terms, .. } = configuration;
    let (cabinet, amount) = (&file.value, |money: Money| money.in_units(terms.decimals));
    let mut page = format!("# {}\n\nThe files are good and fit together. Amounts are in {}.\n\n", cabinet.name, terms.currency);
    page.push_str("| where | what | rules | from | least to most of each stake |\n| --- | --- | --- | --- | --- |\n");
    let port = if let WheelKeys::Serial { port, .. } = &cabinet.wheel { said_port(port) } else { String::new() };
    let from = format!("{} {}{port}", cabinet.wheel.driver(), cabinet.wheel.device());
    let straight = &terms.roulette.limits.position.straight;
    let range = format!("straight up {} to {}", amount(straight.least), amount(straight.most));
    let _ = writeln!(page, "| wheel | roulette | {} | {from} | {range} |", terms.rules_name);
    let stakes = |table: &CardTerms| {
        let offers = table.game.rules().offers();
        let ranges = offers.iter().map(|offer| format!("{} {} to {}", StakeKey(offer.kind), amount(offer.least), amount(offer.most)));
        ranges.collect::<Vec<_>>().join(", ")
    };
    for (number, (table, keys)) in (1..).zip(terms.card_tables.iter().zip(&cabinet.card_tables)) {
        let from = said_source(&keys.source);
        let _ = writeln!(page, "| table {number} | {} | {} | {from} | {} |", table.name, table.rules_name, stakes(table));
    }
    for machine in &terms.machines {
        let _ = writeln!(page, "| every seat | {} | {} | virtual | {} |", machine.name, machine.rules_name, stakes(machine));
    }
    for (table, keys) in terms.player_tables.iter().zip(&cabinet.player_tables) {
        let from = said_source(&keys.source);
        let (least, most) = table.rules.buy_in();
        let range = format!("to sit down {} to {}", amount(least), amount(most));
        let _ = writeln!(page, "| between players | {} | {} | {from} | {range} |", table.name, table.rules_name);
    }
    for door in &cabinet.doors {
        let _ = writeln!(page, "| door | {} | | {} | |", door.name, door.driver());
    }
    if let Some(lamp) = &cabinet.lamp {
        let _ = writeln!(page, "| cabinet | lamp | | {} | |", lamp.driver());
    }
    page
}

/// A source of cards as people read it.
fn said_source(source: &CardSourceKeys) -> String {
    let port = if let CardSourceKeys::Serial { port, .. } = source { said_port(port) } else { String::new() };
    let device = source.device().map_or_else(String::new, |device| format!(" {device}"));
    format!("{}{device}{port}", source.driver())
}

/// A port as people read it, with what is missing.
fn said_port(port: &Path) -> String {
    format!(" at {}{}", port.display(), if port.exists() { "" } else { " (not there now)" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profiles::{Kind, list};

    fn validate(cabinet: &str, as_table: bool) -> Result<String, Failure> {
        run(&Arguments { cabinet: cabinet.to_owned(), bench: false, as_table })
    }

    /// The shipped demo's file on the disk, with these changes.
    fn changed(changes: &[(&str, &str)]) -> tempfile::NamedTempFile {
        let mut text = include_str!("../../device-profiles/cabinets/demo.toml").to_owned();
        for (from, to) in changes {
            assert!(text.contains(from), "the demo has {from:?}");
            text = text.replacen(from, to, 1);
        }
        let file = tempfile::Builder::new().suffix(".toml").tempfile().expect("a temporary file can be made");
        std::fs::write(file.path(), text).expect("the temporary file can be written");
        file
    }

    /// The line of the demo's file that begins so.
    fn line_of(start: &str) -> usize {
        let text = include_str!("../../device-profiles/cabinets/demo.toml");
        text.lines().position(|line| line.starts_with(start)).expect("the demo has such a line") + 1
    }

    /// What is said of the demo with these changes: for each problem its line and what it is about.
    #[track_caller]
    fn check(changes: &[(&str, &str)], expected: &[(usize, &str)]) {
        let problems = problems(changes);
        let told: Vec<(u64, &str)> = problems.iter().map(about).collect();
        let expected: Vec<(u64, &str)> = expected.iter().map(|(line, key)| (*line as u64, *key)).collect();
        assert_eq!(told, expected, "{problems:?}");
    }

    /// Every problem of the demo with these changes.
    #[track_caller]
    fn problems(changes: &[(&str, &str)]) -> Vec<Value> {
        let file = changed(changes);
        let path = file.path().to_str().expect("the temporary folder has a readable name");
        let failure = validate(path, false).expect_err("something is wrong").to_string();
        let failure: Value = serde_json::from_str(&failure).expect("a failure is JSON");
        let error = &failure["error"];
        error["problems"].as_array().map_or_else(|| vec![error.clone()], Clone::clone)
    }

    fn about(problem: &Value) -> (u64, &str) {
        (problem["line"].as_u64().unwrap_or_default(), problem["key"].as_str().unwrap_or_default())
    }

    #[test]
    fn every_shipped_cabinet_is_good_and_says_what_is_offered_where() {
        for name in list(Kind::Cabinet) {
            let told = validate(&name, false).unwrap_or_else(|failure| panic!("{name}: {failure}"));
            let told: Value = serde_json::from_str(&told).expect("it is JSON");
            assert!(told["wheel"]["device"].is_string() && told["files"][0]["sha256"].is_string(), "{told}");
            let page = validate(&name, true).expect("it is good");
            assert!(page.contains("| wheel | roulette |"), "{page}");
        }
        let demo: Value = serde_json::from_str(&validate("demo", false).expect("it is good")).expect("it is JSON");
        let player = json!({"stake": "player", "least_minor": 500, "most_minor": 200_000, "step_minor": 100});
        assert_eq!((&demo["card_tables"][0]["rules"], &demo["card_tables"][0]["stakes"][0]), (&json!("baccarat/am"), &player));
    }

    #[test]
    fn everything_that_is_wrong_is_told_at_once_with_its_line() {
        let (decimals, credit_most, device) = (line_of("decimals"), line_of("credit_most_minor"), line_of("device"));
        // One file: a key that nobody knows, a kind, a range.
        check(
            &[("decimals = 2", "decimals = 9\ncolour = 1"), ("credit_most_minor = 100_000_000", "credit_most_minor = 0")],
            &[(decimals, "money.decimals"), (decimals + 1, "money.colour"), (credit_most + 1, "money.credit_most_minor")],
        );
        // One file: a range beside a key of another kind, and a key that is missing.
        check(
            &[
                ("jurisdiction = \"by\"", ""),
                ("decimals = 2", "decimals = 99"),
                ("credit_most_minor = 100_000_000", "credit_most_minor = \"much\""),
            ],
            &[(1, "jurisdiction"), (decimals, "money.decimals"), (credit_most, "money.credit_most_minor")],
        );
        // The chips are good or not by the price of a unit, which is no amount: nothing is said of them.
        check(&[("unit_price_minor = 100", "unit_price_minor = \"much\"")], &[(line_of("unit_price_minor"), "money.unit_price_minor")]);
        // Files that do not go together, and one that is not there.
        check(
            &[("jurisdiction = \"by\"", "jurisdiction = \"nowhere\""), ("device = \"slingshot-2\"", "device = \"shoe\"")],
            &[(line_of("jurisdiction"), "jurisdiction"), (device, "wheel.device")],
        );
    }

    #[test]
    fn a_cabinet_file_that_is_wrong_hides_nothing_that_is_wrong_with_the_files_that_it_names() {
        let (name, rules, jurisdiction) = (line_of("name = "), line_of("rules = "), line_of("jurisdiction"));
        let bad_law = ("jurisdiction = \"by\"", "jurisdiction = \"nowhere\"");
        let bad_device = ("device = \"slingshot-2\"", "device = \"slingshot-9\"");
        let device = line_of("device");
        // A key of another kind, one that nobody knows, one that is missing, a value that makes no sense, a choice that there is not.
        let of_kind = ("name = \"Demo cabinet\"", "name = 5");
        check(&[of_kind, ("rules = \"roulette/by\"", "rules = \"roulette/xx\"")], &[(name, "name"), (rules, "rules")]);
        check(
            &[bad_law, ("decimals = 2", "decimals = 2\ncolour = 1")],
            &[(jurisdiction, "jurisdiction"), (line_of("decimals") + 1, "money.colour")],
        );
        check(&[bad_law, ("rules = \"roulette/by\"", "")], &[(1, "rules"), (jurisdiction, "jurisdiction")]);
        check(&[bad_law, ("decimals = 2", "decimals = 9")], &[(jurisdiction, "jurisdiction"), (line_of("decimals"), "money.decimals")]);
        let driver = device - 1;
        check(&[bad_device, ("driver = \"simulated\"", "driver = \"simulate\"")], &[(driver, "wheel.driver"), (device, "wheel.device")]);
        // A table's rules and its source's device, with a driver that there is not.
        let table = "[[card_table]]\nname = \"More\"\nrules = \"baccarat/xx\"\nlimits = {}\n\
                     [card_table.source]\ndriver = \"simulate\"\ndevice = \"shoe-9\"\n\n[[card_table]]";
        let at = line_of("[[card_table]]");
        check(
            &[("[[card_table]]", table)],
            &[(at + 2, "card_table[0].rules"), (at + 5, "card_table[0].source.driver"), (at + 6, "card_table[0].source.device")],
        );
        // A name that is no text names nothing.
        check(&[("jurisdiction = \"by\"", "jurisdiction = 5")], &[(jurisdiction, "jurisdiction")]);
        // A file that cannot be read.
        let no_file = ("jurisdiction = \"by\"", "jurisdiction = \"/nowhere/law.toml\"");
        check(&[of_kind, no_file], &[(name, "name"), (jurisdiction, "jurisdiction")]);
    }

    #[test]
    fn what_is_wrong_in_a_file_that_two_tables_name_is_told_once_whether_or_not_the_cabinet_file_is_good() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let file = folder.path().join("baccarat").join("mine.toml");
        std::fs::create_dir(file.with_file_name("")).expect("the folder can be made");
        let shipped = include_str!("../../device-profiles/rules/baccarat/am.toml");
        std::fs::write(&file, format!("nothing = 1\n{shipped}")).expect("the temporary file can be written");
        let rules = format!("rules = {:?}", file.display().to_string());
        let (first, second) = (("rules = \"baccarat/am\"", &*rules), ("rules = \"blackjack/by\"", &*rules));
        check(&[first, second], &[(1, "nothing")]);
        check(&[first, second, ("name = \"Demo cabinet\"", "name = 5")], &[(line_of("name = "), "name"), (1, "nothing")]);
    }

    #[test]
    fn a_file_that_is_not_there_is_told_with_the_place_of_its_name() {
        let change = |name: &str| format!("jurisdiction = {name:?}");
        let check = |name: &str, reason: &str, expected: &str| {
            let told = problems(&[("jurisdiction = \"by\"", &change(name))]).remove(0);
            let of = |key: &str| told[key].as_str().unwrap_or_default().to_owned();
            assert_eq!(
                (of("reason"), of("key"), of("name"), of("expected")),
                (reason.into(), "jurisdiction".into(), name.into(), expected.into())
            );
            assert_eq!(told["line"], line_of("jurisdiction"));
            assert_eq!(told["column"], 16);
            let place = format!("{}:{}:16: `jurisdiction`: ", of("file"), line_of("jurisdiction"));
            assert!(of("file").ends_with(".toml") && of("message").starts_with(&place), "{told}");
        };
        let shipped = list(Kind::Jurisdiction).join(", ");
        check("nowhere", "unknown-profile", &format!("one of {shipped}, or a path that ends in .toml"));
        check("/nowhere/law.toml", "unreadable-file", "a file that can be read");
    }

    #[test]
    fn an_amount_is_written_in_the_currencys_units() {
        for (minor, decimals, expected) in [(1_234, 2, "12.34"), (5, 2, "0.05"), (1_234, 0, "1234"), (1_000, 3, "1.000")] {
            assert_eq!(Money::from_minor(minor).in_units(decimals), expected);
        }
    }
}
