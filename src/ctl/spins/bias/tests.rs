//! A list that is none is refused by line, and what the tests mean is said in sentences.

use serde_json::Value;

use super::{past, said};
use crate::ctl::Failure;
use crate::diagnostics::bias::{Counts, SpinList, Wheel, verdicts};
use crate::model::Pocket;

fn parse(text: &str, wheel: Wheel) -> Result<SpinList, Failure> {
    past::parse("list", text, wheel)
}

/// Sessions of a single-zero wheel.
fn list(sessions: &[&[u8]]) -> SpinList {
    let place = |number: &u8| Pocket::new(*number).expect("a pocket").place();
    let sessions = sessions.iter().map(|session| session.iter().map(place).collect()).collect();
    SpinList { wheel: Wheel::SingleZero, sessions, no_spins: 0, no_spin_places: Vec::new() }
}

#[test]
fn of_too_few_spins_it_is_said_how_much_they_could_show() {
    let few = Counts::of(&list(&[&[3; 90]]));
    assert_eq!(
        said(&few, &verdicts(&few)),
        [
            "90 spins show, four times in five, a pocket that wins 375 % too often; to see 10 % takes 126304 spins. A smaller bias may be there and stay unseen.",
            "So many spins show nothing wrong."
        ]
    );
    let none = Counts::of(&list(&[]));
    assert_eq!(said(&none, &verdicts(&none)), ["There is no spin."]);
}

#[test]
fn a_list_of_a_wheel_with_two_zeros_is_read_as_such() {
    assert_eq!(parse("00,0,27\n", Wheel::DoubleZero).expect("it is a list").sessions, [[19, 0, 20]]);
}

/// What is wrong with this list: each line, and the word that is no pocket.
#[track_caller]
fn check_refused(text: &str, expected: &[(u64, &str)]) {
    let refused = parse(text, Wheel::SingleZero).expect_err("it is no list").to_string();
    let error: Value = serde_json::from_str(&refused).expect("a failure is JSON");
    let problems = error["error"]["problems"].as_array().expect("everything that is wrong is told");
    let told: Vec<(u64, &str)> =
        problems.iter().map(|problem| (problem["line"].as_u64().unwrap_or(0), problem["found"].as_str().unwrap_or("-"))).collect();
    assert_eq!(told, expected, "{error}");
    assert!(problems.iter().all(|problem| problem["file"] == "list" && problem["expected"].is_string()), "{error}");
}

#[test]
fn a_list_is_read_and_everything_in_it_that_is_no_pocket_is_told_at_once() {
    let read = parse("12, 0,36\r\n\n5\n", Wheel::SingleZero).expect("it is a list");
    assert_eq!(read, list(&[&[12, 0, 36], &[5]]));
    check_refused("1,2\n3,37\n", &[(2, "37")]);
    check_refused("1,,2\nx\n\n7,00,-1", &[(1, ""), (2, "x"), (4, "00"), (4, "-1")]);
    let many = parse(&"x\n".repeat(102), Wheel::SingleZero).expect_err("it is no list").to_string();
    assert!(many.contains("2 more words that are no pockets"), "{many}");
}

/// The published spins of a real table (its place is named by the environment, because nobody may ship them): no bias, and double entries.
#[test]
fn a_real_table_shows_no_bias_and_double_entries() {
    let Some(file) = std::env::var_os("CROUPIER_REAL_SPINS") else { return };
    let past = past::import(file.to_str().expect("a readable name"), Wheel::SingleZero).expect("it is a list");
    let counts = Counts::of(&past);
    let verdicts = verdicts(&counts);
    assert_eq!((counts.spins, past.sessions.len()), (187_630, 11_981));
    let failed: Vec<_> = verdicts.iter().filter(|verdict| verdict.is_failure()).map(|verdict| verdict.test).collect();
    assert_eq!(failed, ["repeats"]);
    let statistic = |test: &str| verdicts.iter().find(|verdict| verdict.test == test).and_then(|verdict| verdict.result.clone());
    let [pockets, repeats] = ["pockets", "repeats"].map(|test| statistic(test).expect("they suffice"));
    assert!((pockets.statistic - 53.3).abs() < 0.05 && (pockets.p - 0.03).abs() < 0.005, "{pockets:?}");
    assert!((repeats.statistic - 3.7).abs() < 0.05, "{repeats:?}");
    let says = said(&counts, &verdicts);
    assert!(says.len() == 2 && says[1].contains("entered twice"), "{says:?}");
}
