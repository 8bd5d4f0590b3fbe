//! Whole talks, with their answers as a person types them, and the files that they come to.

use std::fs::{self, Permissions};
use std::io::{BufRead, Cursor};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use super::lines::Board;
use super::money::amount_of;
use super::start::{Start, Written};
use super::{Dialogue, read_back, talk, write_whole};
use crate::drivers::gpio::{ChipThere, LineActivity, LineError};
use crate::games::streets::{House, Level};
use crate::profiles;
use crate::profiles::{Bias, CabinetFile, CardSourceKeys, Kind, LineName, WheelKeys, file_keys};
use crate::sensing::three_sensor::Input;

/// A board with one chip, whose line 16 changes while it is watched.
struct Bench;

impl Board for Bench {
    fn chips(&self) -> Vec<ChipThere> {
        vec![ChipThere { path: "/dev/gpiochip0".into(), label: "pinctrl-of-a-board".into(), lines: 54 }]
    }

    fn watch(&self, chip: &str, lines: &[u32], _time: Duration) -> Result<Vec<LineActivity>, LineError> {
        assert_eq!(chip, "pinctrl-of-a-board");
        Ok(lines.iter().map(|line| LineActivity { line: *line, changes: u64::from(*line == 16) * 7, is_high: true }).collect())
    }
}

/// The same board with a further chip before it.
struct TwoChips;

impl Board for TwoChips {
    fn chips(&self) -> Vec<ChipThere> {
        let further = ChipThere { path: "/dev/gpiochip9".into(), label: "expander".into(), lines: 16 };
        [further].into_iter().chain(Bench.chips()).collect()
    }

    fn watch(&self, chip: &str, lines: &[u32], time: Duration) -> Result<Vec<LineActivity>, LineError> {
        Bench.watch(chip, lines, time)
    }
}

/// A board without lines.
struct Nothing;

impl Board for Nothing {
    fn chips(&self) -> Vec<ChipThere> {
        Vec::new()
    }

    fn watch(&self, _chip: &str, _lines: &[u32], _time: Duration) -> Result<Vec<LineActivity>, LineError> {
        Ok(Vec::new())
    }
}

/// What these answers come to: the file and how the daemon is started, or why there is none; and what was asked.
fn talked(board: &dyn Board, answers: &[&str]) -> (Result<(String, Start), String>, String) {
    let mut typed = Cursor::new(answers.join("\n") + "\n");
    let mut asked = Vec::new();
    let talked = talk(&mut Dialogue::new(&mut typed, &mut asked), board, Path::new("/nowhere"));
    let left = typed.lines().map(|line| line.expect("it is text")).collect::<Vec<_>>();
    assert!(talked.is_err() || left.is_empty(), "nobody asked for {left:?}");
    (talked.map_err(|failure| failure.as_json()), String::from_utf8(asked).expect("questions are text"))
}

/// The cabinet file that these answers come to, which the daemon takes, and how it is started with that.
#[track_caller]
fn started(board: &dyn Board, answers: &[&str]) -> (CabinetFile, Start, String) {
    let (talked, asked) = talked(board, answers);
    let (text, start) = talked.unwrap_or_else(|failure| panic!("{failure}\n{asked}"));
    assert!(read_back(&text).expect("there is room for a file").is_ok());
    (toml::from_str(&text).expect("it was just read"), start, asked)
}

#[track_caller]
fn file(board: &dyn Board, answers: &[&str]) -> (CabinetFile, String) {
    let (file, _, asked) = started(board, answers);
    (file, asked)
}

#[track_caller]
fn assert_said(asked: &str, all: &[&str]) {
    all.iter().for_each(|said| assert!(asked.contains(said), "{said}:\n{asked}"));
}

/// Name, rules, jurisdiction and money.
const HOUSE: [&str; 8] = ["Cabinet 7", "roulette/am", "am", "amd", "0", "100", "", ""];

/// No card game, and no table between players.
const NO_TABLES: [&str; 2] = ["", ""];

/// The wheel of a workbench.
const SIMULATED: [&str; 2] = ["1", "1"];

/// No door, no lamp, no network.
const NOTHING_MORE: [&str; 3] = ["", "", "no"];

/// A workbench with these tables.
fn with_tables<'a>(tables: &[&'a str]) -> Vec<&'a str> {
    [&HOUSE[..], tables, &SIMULATED, &NOTHING_MORE].concat()
}

/// A cabinet without tables that has this wheel.
fn with_wheel<'a>(wheel: &[&'a str]) -> Vec<&'a str> {
    [&HOUSE[..], &NO_TABLES, wheel, &NOTHING_MORE].concat()
}

#[test]
fn a_workbench_needs_fifteen_answers() {
    let (file, start, asked) = started(&Nothing, &with_tables(&NO_TABLES));
    assert_eq!((&*file.name, &*file.rules, &*file.jurisdiction), ("Cabinet 7", "roulette/am", "am"));
    assert_eq!((&*file.money.currency, file.money.decimals), ("AMD", 0));
    assert_eq!(file.money.unit_price_minor.minor(), 100);
    let straight = &file.limits.position.straight;
    assert_eq!((straight.least.minor(), straight.most.minor()), (100, 20_000), "200 times the least");
    assert_eq!(file.limits.table_exposure_most_minor.minor(), 10_000_000, "500 times that");
    assert_eq!(file.limits.position.dozen.most.minor(), 200_000);
    assert_eq!(file.wheel.driver(), "simulated");
    assert_said(&asked, &["A cabinet has 6 seats; ", "Most on one number, in AMD [20000]: "]);
    assert_eq!(start, Start::default());
    assert!(!["The cards of", "Chip of", "TLS"].iter().any(|question| asked.contains(question)), "{asked}");
}

#[test]
fn amounts_are_answered_in_the_currencys_units() {
    let house = ["", "roulette/by", "by", "EUR", "2", "0.50", "250", "100000"];
    let (file, _) = file(&Nothing, &[&house[..], &NO_TABLES, &SIMULATED, &NOTHING_MORE].concat());
    let straight = &file.limits.position.straight;
    assert_eq!((file.money.unit_price_minor.minor(), straight.most.minor()), (50, 25_000));
    assert_eq!(file.money.chips_minor.iter().map(|chip| chip.minor()).collect::<Vec<_>>(), [50, 250, 500, 2_500, 5_000]);
}

#[test]
fn an_answer_that_will_not_do_is_asked_for_again_with_what_was_expected() {
    let house = ["Cabinet 7", "9", "roulette/am", "am", "euro", "eur", "7", "2", "0", "1.234", "1", "", ""];
    let rest = ["99", "", "99", "", "4", "1", "1", "", "perhaps", "no", "yes", "http://cabinet.local", "cabinet.local", "yes"];
    let (file, asked) = file(&Nothing, &[&house[..], &rest].concat());
    assert_eq!(file.money.unit_price_minor.minor(), 100);
    let expected = [
        "expected a number from 1 to 3, or one of these as it stands there",
        "expected three letters, such as EUR",
        "expected 0 to 3",
        "expected an amount above 0 with at most 2 decimals, such as 1.50",
        "with spaces between them, or none",
        "expected yes or no",
        "expected names such as cabinet.local, or addresses, without `http://` and without a port, or none",
    ];
    assert_said(&asked, &expected);
}

#[test]
fn money_that_does_not_go_together_is_said_and_asked_for_again() {
    let house = ["Cabinet 7", "roulette/am", "am", "amd", "0", "100", "50", "1", "amd", "0", "100", "", ""];
    let (file, asked) = file(&Nothing, &[&house[..], &NO_TABLES, &SIMULATED, &NOTHING_MORE].concat());
    assert_eq!(file.limits.position.straight.most.minor(), 20_000);
    assert!(asked.contains("That does not go together:\n"), "{asked}");
}

#[test]
fn every_shipped_card_game_can_be_offered() {
    let games = profiles::list(Kind::Rules);
    let card_games: Vec<&str> = games.iter().map(String::as_str).filter(|game| !game.starts_with("roulette/")).collect();
    assert!(card_games.len() > 12);
    let (mut tables, mut others) = (0, 0);
    for game in card_games {
        let rules = profiles::load_card_game(game).expect("it is shipped").value;
        let is_asked = !rules.rules().is_machine() && rules.rules().shoe().pack.is_plain();
        let source: &[&str] = if is_asked { &["1"] } else { &[] };
        let (file, asked) = file(&Nothing, &with_tables(&[&[game], source, &[""]].concat()));
        let offered: Vec<&str> = file.tables().map(|table| table.rules).collect();
        assert_eq!(offered, [game], "{asked}");
        assert_eq!(asked.contains(&format!("The cards of {game} come from [1]: ")), is_asked, "{asked}");
        *(if is_asked { &mut tables } else { &mut others }) += 1;
    }
    assert!(tables > 8 && others > 3, "{tables} tables and {others} machines and tables with a joker");
}

#[test]
fn a_game_may_have_several_tables_each_with_a_name_of_its_own() {
    let (file, _) =
        file(&Nothing, &with_tables(&["red-dog/am red-dog/am slot/am", "", "", "holdem/by holdem/by", "", "", "", "", "", "", "", ""]));
    let names: Vec<&str> = file.tables().map(|table| table.name).collect();
    assert_eq!(names, ["Red Dog", "Red Dog 2", "Slot"]);
    assert_eq!(file.player_tables.iter().map(|table| &*table.name).collect::<Vec<_>>(), ["Holdem", "Holdem 2"]);
}

#[test]
fn a_name_with_a_quotation_mark_stays_what_it_is() {
    let answers = [&["The \"Golden\" \\ wheel"], &HOUSE[1..], &NO_TABLES, &SIMULATED, &NOTHING_MORE].concat();
    assert_eq!(file(&Nothing, &answers).0.name, "The \"Golden\" \\ wheel");
}

#[test]
fn bare_lines_are_watched_named_and_left_out() {
    let lines = ["3", "1", "yes", "w 5 16", "16", "16", "6", "17", "22", "23", "not-wired", "24", "", "60", "26", "", "", "", "20"];
    let (file, asked) = file(&Bench, &with_wheel(&lines));
    assert_said(
        &asked,
        &["line 5: 0 changes, high now", "line 16: 7 changes, high now", "not taken already, as 16 is", "a number from 0 to 53"],
    );
    let WheelKeys::Lines { lines, .. } = &file.wheel else { panic!("{:?}", file.wheel) };
    let input = |name: Input| lines.inputs().find(|(input, _)| *input == name).map(|(_, keys)| (keys.line.to_string(), keys.active_low));
    assert_eq!(input(Input::RotorIndex), Some(("16".into(), true)));
    assert_eq!(input(Input::Ball(2)), Some(("23".into(), true)));
    assert_eq!(input(Input::Door), None);
    assert_eq!(input(Input::Lid), Some(("24".into(), false)));
}

#[test]
fn a_board_without_lines_says_so() {
    let (text, _) = talked(&Nothing, &with_wheel(&["3"]));
    assert!(text.expect_err("there is no chip").contains("chip-not-there"));
}

#[test]
fn a_port_that_is_not_there_is_said_and_may_be_taken_all_the_same() {
    let (file, asked) =
        file(&Nothing, &with_wheel(&["2", "slingshot-2", "wheel", "/dev/serial/by-id/of-nobody", "no", "/dev/null-of-nobody", "yes"]));
    let WheelKeys::Serial { port, .. } = &file.wheel else { panic!("{:?}", file.wheel) };
    assert_eq!(port, Path::new("/dev/null-of-nobody"));
    assert_said(
        &asked,
        &[
            "No port that is free is in /nowhere",
            "Port of the wheel, by its number or path: ",
            "a path that begins with /",
            "No wheel: /dev/serial/by-id/of-nobody: there is no such port",
        ],
    );
}

/// The sources that these answers for a table of cards and a table between players give both, and what was asked; the wheel is on a port.
#[track_caller]
fn check_sources(tables: &[&str], wheel_port: &[&str], expected: [CardSourceKeys; 2], said: &[&str]) {
    let wheel = [&["2", "slingshot-2"], wheel_port].concat();
    let (file, start, asked) = started(&Nothing, &[&HOUSE[..], tables, &wheel, &NOTHING_MORE].concat());
    let found: Vec<&CardSourceKeys> = file.card_sources().map(|source| source.keys).collect();
    assert_eq!(found, expected.each_ref(), "{asked}");
    assert!(!start.is_bench);
    assert_said(&asked, said);
}

#[test]
fn cards_come_from_a_device_that_serves_one_table() {
    let serial = |device: &str, port: &str| CardSourceKeys::Serial { device: device.to_owned(), port: port.into() };
    check_sources(
        &["red-dog/am", "3", "", "/dev/of-nobody-1", "yes", "holdem/sport-no-limit", "", "", "2", "shuffler", "/dev/of-nobody-2", "yes"],
        &["/dev/of-nobody-3", "yes"],
        [serial("shoe", "/dev/of-nobody-1"), serial("shuffler", "/dev/of-nobody-2")],
        &[
            "  1) a virtual deck\n  2) a shuffle machine on a serial port\n  3) a card-reading shoe on a serial port\n",
            "  1) shoe\nWhich device is it [1]: ",
            "Port of the card-reading shoe, by its number or path: ",
            "Listening to /dev/of-nobody-1 for 4 s ...\n  No card-reading shoe: /dev/of-nobody-1: there is no such port",
            "Port of the shuffle machine, by its number or path: ",
        ],
    );
    check_sources(
        &["red-dog/am", "", "holdem/by", "", "", "", "3", "", "/dev/of-nobody-1", "yes"],
        &["/dev/of-nobody-1", "/dev/of-nobody-3", "yes"],
        [CardSourceKeys::Virtual, serial("shoe", "/dev/of-nobody-1")],
        &["Port of the wheel, by its number or path:   expected a port that is not taken already, as /dev/of-nobody-1 is"],
    );
    check_sources(
        &[
            "red-dog/am",
            "2",
            "",
            "/dev/of-nobody-1",
            "yes",
            "holdem/by",
            "",
            "",
            "",
            "2",
            "",
            "/dev/of-nobody-1",
            "/dev/of-nobody-2",
            "yes",
        ],
        &["/dev/of-nobody-3", "yes"],
        [serial("shuffler", "/dev/of-nobody-1"), serial("shuffler", "/dev/of-nobody-2")],
        &["  expected a port that is not taken already, as /dev/of-nobody-1 is"],
    );
}

/// The amounts of a table between players by these rules after these answers, and what was asked.
#[track_caller]
fn check_amounts(rules: &str, answers: &[&str], expected: &[(&str, i64)], said: &[&str]) {
    let (file, asked) = file(&Nothing, &with_tables(&[&["", rules], answers, &[""]].concat()));
    let [table] = &file.player_tables[..] else { panic!("{:?}", file.player_tables) };
    let amounts = table.amounts.amounts().into_iter().filter(|(_, amount)| amount.is_positive());
    let amounts: Vec<(&str, i64)> = amounts.chain([("unit", table.amounts.unit)]).map(|(key, amount)| (key, amount.minor())).collect();
    assert_eq!((&*table.rules, &amounts[..]), (rules, expected), "{asked}");
    assert_eq!((table.decision_seconds, table.pause_seconds, table.time_bank.full_seconds), (30, 6, 60));
    assert_said(&asked, said);
}

#[test]
fn a_table_between_players_has_the_amounts_that_its_rules_need() {
    let unit = ("unit", 100);
    check_amounts(
        "holdem/sport-no-limit",
        &["", ""],
        &[("small_blind", 100), ("big_blind", 200), unit],
        &["Small blind of holdem/sport-no-limit, in AMD [100]: ", "Big blind of holdem/sport-no-limit, in AMD [200]: "],
    );
    check_amounts("omaha/sport-pot-limit", &["200", ""], &[("small_blind", 200), ("big_blind", 400), unit], &["in AMD [400]: "]);
    check_amounts(
        "holdem/sport-fixed-limit",
        &["", "300", "", "1000"],
        &[("small_blind", 100), ("big_blind", 300), ("small_bet", 300), ("big_bet", 1_000), unit],
        &["Small bet of holdem/sport-fixed-limit, in AMD [300]: ", "Big bet of holdem/sport-fixed-limit, in AMD [600]: "],
    );
    check_amounts(
        "holdem/by",
        &["", "", ""],
        &[("small_blind", 100), ("big_blind", 200), ("most_bet", 2_000), unit],
        &["Most of a wager above the price of holdem/by, in AMD [2000]: "],
    );
    check_amounts("stud7/sport-fixed-limit", &["", "", ""], &[("bring_in", 100), ("small_bet", 200), ("big_bet", 400), unit], &[]);
    check_amounts(
        "stud5/by",
        &["", "", ""],
        &[("bring_in", 100), ("small_bet", 100), ("most_bet", 1_000), unit],
        &["Least bet of stud5/by, in AMD [100]: "],
    );
    check_amounts(
        "open-stud7/am",
        &["", "", ""],
        &[("ante", 100), ("big_blind", 100), ("most_bet", 1_000), unit],
        &["Blind of the first hand of open-stud7/am, in AMD [100]: "],
    );
    check_amounts("club/am", &["", "", ""], &[("ante", 100), ("small_bet", 100), ("most_bet", 1_000), unit], &[]);
    check_amounts("texas/am", &[""], &[("ante", 100), unit], &["Stake of everybody before the deal of texas/am, in AMD [100]: "]);
}

#[test]
fn amounts_that_do_not_go_together_are_said_and_asked_for_again() {
    let wrong = ["300", "200", "100", "250", "100", "200"];
    check_amounts(
        "holdem/sport-no-limit",
        &wrong,
        &[("small_blind", 100), ("big_blind", 200), ("unit", 100)],
        &["That does not go together:\n", "expected at most the big blind", "expected a multiple of the smallest chip, 100"],
    );
    check_amounts(
        "stud7/sport-fixed-limit",
        &["", "", "500", "", "", ""],
        &[("bring_in", 100), ("small_bet", 200), ("big_bet", 400), ("unit", 100)],
        &["expected twice the small bet"],
    );
}

#[test]
fn every_shipped_table_between_players_can_be_offered_with_its_usual_amounts() {
    for rules in profiles::list(Kind::Betting) {
        let house = profiles::load::<House>(Kind::Betting, &rules).expect("it is shipped").value;
        let usual = vec![""; Level::needed(&house).len()];
        let (file, asked) = file(&Nothing, &with_tables(&[&["", &rules], &usual[..], &[""]].concat()));
        assert_eq!(file.player_tables[0].rules, rules, "{asked}");
    }
}

#[test]
fn more_tables_than_a_cabinet_can_have_are_asked_for_again() {
    let many = ["holdem/by"; 17].join(" ");
    let (file, asked) = file(&Nothing, &with_tables(&["", &many, "none"]));
    assert!(file.player_tables.is_empty());
    assert_said(&asked, &["That does not go together:\n", "at most 16 tables between players"]);
}

/// The doors of a cabinet with this wheel after these answers about doors and lamp, each with its line, active low and debounce; its lamp; and
/// what was asked.
#[track_caller]
fn check_housing(wheel: &[&str], answers: &[&str], doors: &[(&str, u32, bool, u32)], lamp: Option<(u32, bool)>, said: &[&str]) {
    let (file, start, asked) = started(&Bench, &[&HOUSE[..], &NO_TABLES, wheel, answers, &["no"]].concat());
    let found = file.doors.iter().map(|door| {
        let input = door.input.as_ref().expect("it has a line");
        assert_eq!((&*input.chip, input.bias), ("pinctrl-of-a-board", Bias::PullUp));
        (&*door.name, number(&input.line), input.active_low, input.debounce_microseconds)
    });
    assert_eq!(found.collect::<Vec<_>>(), doors, "{asked}");
    let output = file.lamp.as_ref().map(|lamp| lamp.output.as_ref().expect("it has a line"));
    assert_eq!(output.map(|output| (number(&output.line), output.active_low)), lamp, "{asked}");
    assert_eq!(start.is_bench, wheel == SIMULATED, "a simulated wheel beside real lines");
    assert_said(&asked, said);
}

fn number(line: &LineName) -> u32 {
    if let LineName::Offset(number) = line { *number } else { panic!("{line:?}") }
}

/// A wheel on bare lines as they usually are.
const ON_LINES: [&str; 16] = ["3", "1", "yes", "", "", "", "", "", "", "", "", "", "", "", "", ""];

#[test]
fn doors_and_a_lamp_are_on_lines_that_the_wheel_leaves_free() {
    let cash_box = ("cash box", 27, false, 30_000);
    check_housing(&ON_LINES, &["cash box", "yes", "", "", "", "", "", ""], &[cash_box], Some((21, false)), &[]);
    check_housing(
        &ON_LINES,
        &["cash box, back", "no", "", "5", "27", "w 4 16", "27", "4", "no", "0", "50"],
        &[("cash box", 27, true, 50_000), ("back", 4, true, 50_000)],
        None,
        &[
            "Chip of the lines of doors and lamp [1]: ",
            "door cash box, number [27]:   expected a line that is not taken already, as 5 is",
            "door back, number:   Watching for 5 s",
            "line 16: 7 changes, high now",
            "expected a line that is not taken already, as 27 is",
            "expected 1 to 1000",
        ],
    );
    check_housing(&SIMULATED, &["", "yes", "", "5", "no"], &[], Some((5, true)), &["lamp, number [21]: ", "Is the lamp lit while"]);
    check_housing(
        &ON_LINES,
        &["a, a", "no", "", "27", "4", "", "", "a", "no", "", "", "", ""],
        &[("a", 27, false, 30_000)],
        None,
        &["That does not go together:\n", "a name that no other door has"],
    );
}

#[test]
fn doors_are_usually_on_the_wheels_chip_and_may_be_on_another() {
    let check = |chip: &str, line: &str, expected: (&str, u32), said: &str| {
        let on_second = [&ON_LINES[..1], &["pinctrl-of-a-board (/dev/gpiochip0, 54 lines)"], &ON_LINES[2..]].concat();
        let housing = ["front", "no", chip, line, "", "", "no"];
        let (file, asked) = file(&TwoChips, &[&HOUSE[..], &NO_TABLES, &on_second, &housing].concat());
        let input = file.doors[0].input.as_ref().expect("it has a line");
        assert_eq!((&*input.chip, number(&input.line)), expected);
        assert_said(&asked, &["Chip of the lines of doors and lamp [2]: ", said]);
    };
    check("", "", ("pinctrl-of-a-board", 27), "door front, number [27]: ");
    check("1", "5", ("expander", 5), "door front, number: ");
}

#[test]
fn a_board_without_lines_has_no_doors_and_no_lamp() {
    let (file, asked) = file(&Nothing, &[&HOUSE[..], &NO_TABLES, &SIMULATED, &["front", "none", "yes", "no", "no"]].concat());
    assert!(file.doors.is_empty() && file.lamp.is_none());
    assert_said(&asked, &["expected none, for no GPIO chip can be opened here", "expected no, for no GPIO chip can be opened here"]);
}

/// What is said of the lines that the package's service needs.
const TAKES_THIS: &str = "The package's service takes this from /etc/croupier/options. A name that stands there already gets this value, or \
                          these options behind its own: of two lines with one name the last counts alone.";

/// What is said to come next after these last answers, of a cabinet on a workbench.
#[track_caller]
fn check_next(last: &[&str], data: Option<&str>, expected: &str) {
    let answers = [&HOUSE[..], &NO_TABLES, &SIMULATED, &["", ""], last].concat();
    let (_, start, _) = started(&Nothing, &answers);
    let written = Written { file: Path::new("made.toml"), data: data.map(Path::new), is_let_in: false };
    let expected = format!("made.toml is written. Next:\ncroupierctl validate --as-table made.toml\n{expected}");
    assert_eq!(start.next(&written), expected);
}

#[test]
fn what_comes_next_is_said_with_the_options_that_the_network_needs() {
    let owner = "croupierctl access add NAME --role owner";
    check_next(&["no"], None, &format!("croupierd --cabinet made.toml\n{owner}\n{TAKES_THIS}\nCROUPIER_LISTEN=127.0.0.1:8080\n"));
    check_next(
        &["yes", "none", "no"],
        None,
        &format!(
            "croupierd --cabinet made.toml --listen 0.0.0.0:8080\n{owner}\n\
             {TAKES_THIS}\n\
             CROUPIER_LISTEN=0.0.0.0:8080\n\
             PINs and tokens cross that network in plain HTTP, where others on it can read them.\n"
        ),
    );
    check_next(
        &["", "cabinet.local 10.0.0.7", ""],
        Some("kept"),
        &format!(
            "croupierd --cabinet made.toml --data kept --listen 0.0.0.0:8080 --tls --host cabinet.local --host 10.0.0.7\n\
             {owner} --data kept\n\
             {TAKES_THIS}\n\
             CROUPIER_LISTEN=0.0.0.0:8080\n\
             CROUPIER_OPTIONS=--tls --host cabinet.local --host 10.0.0.7\n\
             A start with `--tls` makes a certificate where there is none. No browser trusts it by itself: \
             `croupierctl certificate --data kept` prints its fingerprint then, and with `--pem` the certificate for the consoles.\n"
        ),
    );
}

#[test]
fn a_real_device_beside_a_simulated_wheel_is_said_to_be_a_workbench() {
    let shoe = ["red-dog/am", "3", "", "/dev/of-nobody", "yes", ""];
    let (_, start, _) = started(&Nothing, &with_tables(&shoe));
    assert_eq!(start, Start { is_bench: true, network: None });
    let next = start.next(&Written { file: Path::new("made.toml"), data: None, is_let_in: true });
    assert_eq!(
        next,
        format!(
            "made.toml is written. Next:\ncroupierctl validate --as-table made.toml\ncroupierd --cabinet made.toml --bench\n\
         The first owner signs in at `/attendant` once the cabinet runs, and has the consoles paired there.\n\
         {TAKES_THIS}\n\
         CROUPIER_LISTEN=127.0.0.1:8080\n\
         CROUPIER_OPTIONS=--bench\n\
         The file has real devices beside simulated ones: `--bench` is for a workbench, where no credit is money.\n"
        )
    );
}

#[test]
fn where_the_answers_end_nothing_is_written() {
    let answers = with_tables(&["red-dog/am", "", "holdem/by", "", "", "", ""]);
    for count in 0..answers.len() {
        let (talked, _) = talked(&Nothing, &answers[..count]);
        assert!(talked.expect_err("it is unfinished").contains("setup-unfinished"), "after {count} answers");
    }
}

#[test]
fn the_lines_that_are_proposed_are_those_of_the_shipped_example() {
    let shipped = file_keys(Kind::Cabinet, "three-sensor-gpio").expect("it is shipped");
    let answers = [&HOUSE[..], &NO_TABLES, &ON_LINES, &["cash box", "yes", "", "", "", "", "", "", "no"]].concat();
    let (talked, _) = talked(&Bench, &answers);
    let written: toml::Table = talked.expect("the usual answers do").0.parse().expect("it was just read");
    let is_line = |keys: &toml::Value| keys.get("line").is_some();
    for (name, keys) in shipped["wheel"]["lines"].as_table().expect("it is a table").iter().filter(|(_, keys)| is_line(keys)) {
        check_line(&written["wheel"]["lines"][name.as_str()], keys, name);
    }
    check_line(&written["door"][0]["input"], &shipped["door"][0]["input"], "door");
    check_line(&written["lamp"]["output"], &shipped["lamp"]["output"], "lamp");
}

#[track_caller]
fn check_line(written: &toml::Value, shipped: &toml::Value, name: &str) {
    for key in ["line", "active_low", "bias", "debounce_microseconds", "pwm_hertz"] {
        assert_eq!(written.get(key), shipped.get(key), "{name}.{key}");
    }
}

#[test]
fn an_amount_is_read_to_the_last_minor_unit() {
    let check = |answer: &str, decimals, minor: Option<i64>| {
        assert_eq!(amount_of(answer, decimals).ok().map(|amount| amount.minor()), minor, "{answer} with {decimals}");
    };
    check("1", 0, Some(1));
    check("1.0", 0, None);
    check("1", 2, Some(100));
    check("1.5", 2, Some(150));
    check("0.05", 2, Some(5));
    check("0.050", 3, Some(50));
    check("1.", 2, Some(100));
    check(".5", 2, None);
    check("0", 2, None);
    check("0.00", 2, None);
    check("-1", 2, None);
    check("1,5", 2, None);
    check("1e3", 2, None);
    check("99999999999999999999", 2, None);
}

#[test]
fn the_account_of_the_service_reads_the_file_that_root_writes() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let (file, draft) = (folder.path().join("cabinet.toml"), folder.path().join("cabinet.toml.new"));
    // The tool makes files that are its own account's alone.
    fs::write(&draft, "").expect("it can be written");
    fs::set_permissions(&draft, Permissions::from_mode(0o600)).expect("it is one's own");
    write_whole(&file, "name = \"Cabinet\"").expect("it can be written");
    let mode = fs::metadata(&file).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o644);
}
