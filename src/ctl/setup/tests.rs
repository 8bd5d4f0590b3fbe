//! Whole talks, with their answers as a person types them, and the files that they come to.

use std::io::Cursor;
use std::path::Path;
use std::time::Duration;

use super::lines::Board;
use super::money::amount_of;
use super::{Dialogue, read_back, talk};
use crate::drivers::gpio::{ChipThere, LineActivity, LineError};
use crate::profiles;
use crate::profiles::{CabinetFile, Kind, WheelKeys, file_keys};
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

/// What these answers come to: the file, or why there is none; and what was asked.
fn talked(board: &dyn Board, answers: &[&str]) -> (Result<String, String>, String) {
    let mut typed = Cursor::new(answers.join("\n") + "\n");
    let mut asked = Vec::new();
    let text = talk(&mut Dialogue::new(&mut typed, &mut asked), board, Path::new("/nowhere"));
    (text.map_err(|failure| failure.as_json()), String::from_utf8(asked).expect("questions are text"))
}

/// The cabinet file that these answers come to, which the daemon takes.
#[track_caller]
fn file(board: &dyn Board, answers: &[&str]) -> (CabinetFile, String) {
    let (text, asked) = talked(board, answers);
    let text = text.unwrap_or_else(|failure| panic!("{failure}\n{asked}"));
    assert!(read_back(&text).expect("there is room for a file").is_ok());
    (toml::from_str(&text).expect("it was just read"), asked)
}

/// Name, rules, jurisdiction and money.
const HOUSE: [&str; 8] = ["Cabinet 7", "roulette/am", "am", "amd", "0", "100", "", ""];

fn with_house<'a>(rest: &[&'a str]) -> Vec<&'a str> {
    [&HOUSE[..], rest].concat()
}

#[test]
fn a_workbench_needs_a_dozen_answers() {
    let (file, asked) = file(&Nothing, &with_house(&["", "1", "1"]));
    assert_eq!((&*file.name, &*file.rules, &*file.jurisdiction), ("Cabinet 7", "roulette/am", "am"));
    assert_eq!((&*file.money.currency, file.money.decimals), ("AMD", 0));
    assert_eq!(file.money.unit_price_minor.minor(), 100);
    let straight = &file.limits.position.straight;
    assert_eq!((straight.least.minor(), straight.most.minor()), (100, 20_000), "200 times the least");
    assert_eq!(file.limits.table_exposure_most_minor.minor(), 10_000_000, "500 times that");
    assert_eq!(file.limits.position.dozen.most.minor(), 200_000);
    assert_eq!(file.wheel.driver(), "simulated");
    assert!(asked.contains("Most on one number, in AMD [20000]: "), "{asked}");
}

#[test]
fn amounts_are_answered_in_the_currencys_units() {
    let answers = ["", "roulette/by", "by", "EUR", "2", "0.50", "250", "100000", "none", "1", "1"];
    let (file, _) = file(&Nothing, &answers);
    let straight = &file.limits.position.straight;
    assert_eq!((file.money.unit_price_minor.minor(), straight.most.minor()), (50, 25_000));
    assert_eq!(file.money.chips_minor.iter().map(|chip| chip.minor()).collect::<Vec<_>>(), [50, 250, 500, 2_500, 5_000]);
}

#[test]
fn an_answer_that_will_not_do_is_asked_for_again_with_what_was_expected() {
    let answers = ["Cabinet 7", "9", "roulette/am", "am", "euro", "eur", "7", "2", "0", "1.234", "1", "", "", "99", "", "4", "1", "1"];
    let (file, asked) = file(&Nothing, &answers);
    assert_eq!(file.money.unit_price_minor.minor(), 100);
    for expected in [
        "expected a number from 1 to 3, or one of these as it stands there",
        "expected three letters, such as EUR",
        "expected 0 to 3",
        "expected an amount above 0 with at most 2 decimals, such as 1.50",
        "with spaces between them, or none",
    ] {
        assert!(asked.contains(expected), "{expected}:\n{asked}");
    }
}

#[test]
fn money_that_does_not_go_together_is_said_and_asked_for_again() {
    let answers = ["Cabinet 7", "roulette/am", "am", "amd", "0", "100", "50", "1", "amd", "0", "100", "", "", "", "1", "1"];
    let (file, asked) = file(&Nothing, &answers);
    assert_eq!(file.limits.position.straight.most.minor(), 20_000);
    assert!(asked.contains("That does not go together:\n"), "{asked}");
}

#[test]
fn every_shipped_card_game_can_be_offered() {
    let games = profiles::list(Kind::Rules);
    let card_games: Vec<&str> = games.iter().map(String::as_str).filter(|game| !game.starts_with("roulette/")).collect();
    assert!(card_games.len() > 12);
    for game in card_games {
        let (file, asked) = file(&Nothing, &with_house(&[game, "1", "1"]));
        let offered: Vec<&str> = file.tables().map(|table| table.rules).collect();
        assert_eq!(offered, [game], "{asked}");
    }
}

#[test]
fn a_name_with_a_quotation_mark_stays_what_it_is() {
    let answers = [&["The \"Golden\" \\ wheel"], &HOUSE[1..], &["none", "1", "1"]].concat();
    assert_eq!(file(&Nothing, &answers).0.name, "The \"Golden\" \\ wheel");
}

#[test]
fn bare_lines_are_watched_named_and_left_out() {
    let lines = ["3", "1", "yes", "w 5 16", "16", "16", "6", "17", "22", "23", "not-wired", "24", "", "60", "26", "", "", "", "20"];
    let (file, asked) = file(&Bench, &with_house(&[&["none"], &lines[..]].concat()));
    for said in ["line 5: 0 changes, high now", "line 16: 7 changes, high now", "not taken already, as 16 is", "a number from 0 to 53"] {
        assert!(asked.contains(said), "{said}:\n{asked}");
    }
    let WheelKeys::Lines { lines, .. } = &file.wheel else { panic!("{:?}", file.wheel) };
    let input = |name: Input| lines.inputs().find(|(input, _)| *input == name).map(|(_, keys)| (keys.line.to_string(), keys.active_low));
    assert_eq!(input(Input::RotorIndex), Some(("16".into(), true)));
    assert_eq!(input(Input::Ball(2)), Some(("23".into(), true)));
    assert_eq!(input(Input::Door), None);
    assert_eq!(input(Input::Lid), Some(("24".into(), false)));
}

#[test]
fn a_board_without_lines_says_so() {
    let (text, _) = talked(&Nothing, &with_house(&["none", "3"]));
    assert!(text.expect_err("there is no chip").contains("chip-not-there"));
}

#[test]
fn a_port_that_is_not_there_is_said_and_may_be_taken_all_the_same() {
    let (file, asked) = file(
        &Nothing,
        &with_house(&["none", "2", "slingshot-2", "wheel", "/dev/serial/by-id/of-nobody", "no", "/dev/null-of-nobody", "yes"]),
    );
    let WheelKeys::Serial { port, .. } = &file.wheel else { panic!("{:?}", file.wheel) };
    assert_eq!(port, Path::new("/dev/null-of-nobody"));
    for said in ["No port is in /nowhere", "a path that begins with /", "/dev/serial/by-id/of-nobody: there is no such port"] {
        assert!(asked.contains(said), "{said}:\n{asked}");
    }
}

#[test]
fn where_the_answers_end_nothing_is_written() {
    for count in 0..HOUSE.len() {
        let (text, _) = talked(&Nothing, &HOUSE[..count]);
        assert!(text.expect_err("it is unfinished").contains("setup-unfinished"), "after {count} answers");
    }
}

#[test]
fn the_lines_that_are_proposed_are_those_of_the_shipped_example() {
    let shipped = file_keys(Kind::Cabinet, "three-sensor-gpio").expect("it is shipped");
    let shipped = &shipped["wheel"]["lines"];
    let answers = with_house(&[&["none", "3", "1", "yes"], &[""; 13][..]].concat());
    let (text, _) = talked(&Bench, &answers);
    let written: toml::Table = text.expect("the usual answers do").parse().expect("it was just read");
    let written = &written["wheel"]["lines"];
    for (name, keys) in shipped.as_table().expect("it is a table").iter().filter(|(_, keys)| keys.get("line").is_some()) {
        for key in ["line", "active_low", "debounce_microseconds", "pwm_hertz"].iter().filter(|key| keys.get(**key).is_some()) {
            assert_eq!(written[name.as_str()].get(*key), keys.get(*key), "{name}.{key}");
        }
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
