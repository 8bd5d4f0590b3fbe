//! A fair wheel passes, each kind of unfair one is caught by the test that is named for it, and a list that is none is refused by line.

use serde_json::Value;

use super::past::Past;
use super::said;
use super::statistics::{Counts, all};
use super::wheel::Wheel;
use crate::ctl::verdict::Verdict;
use crate::model::{Pocket, WHEEL_ORDER};
use crate::sim::chance::Chance;

const SPINS: usize = 40_000;

/// Spins of a wheel whose ball is moved in this way after it fell fairly: what lay before, where it fell now, and chance.
fn spins(seed: u64, mut moved: impl FnMut(Pocket, Pocket, &mut Chance) -> Pocket) -> Counts {
    let mut chance = Chance::new(seed, 0);
    let mut session = vec![chance.pocket()];
    for before in 0..SPINS {
        let fell = chance.pocket();
        session.push(moved(session[before], fell, &mut chance));
    }
    Counts::of(&past(&[session]))
}

/// Sessions of a single-zero wheel.
fn past(sessions: &[Vec<Pocket>]) -> Past {
    let sessions = sessions.iter().map(|session| session.iter().map(|pocket| pocket.place()).collect()).collect();
    Past { wheel: Wheel::SingleZero, sessions, no_spins: 0, no_spin_places: Vec::new() }
}

fn failed(counts: &Counts) -> Vec<&'static str> {
    all(counts).iter().filter(|verdict| verdict.word() == "failed").map(|verdict| verdict.test).collect()
}

#[track_caller]
fn check(test: &str, moved: impl FnMut(Pocket, Pocket, &mut Chance) -> Pocket) {
    let counts = spins(3, moved);
    assert!(failed(&counts).contains(&test), "{:?}", all(&counts));
}

fn pocket(number: u8) -> Pocket {
    Pocket::new(number).expect("a pocket")
}

#[test]
fn a_fair_wheel_passes_and_fails_no_more_often_than_is_said() {
    let wheels = 200;
    let failing: usize = (0..wheels).map(|seed| failed(&spins(seed, |_, fell, _| fell)).len()).sum();
    // Five tests of one in a hundred each.
    assert!((1..=22).contains(&failing), "{failing} failures of {wheels} fair wheels");
    assert_eq!(failed(&spins(3, |_, fell, _| fell)), Vec::<&str>::new());
}

#[test]
fn a_favourite_pocket_is_caught() {
    check("pockets", |_, fell, chance| if chance.below(150) == 0 { pocket(17) } else { fell });
}

#[test]
fn a_favourite_sector_is_caught() {
    check("sectors", |_, fell, chance| if chance.below(60) == 0 { pocket(WHEEL_ORDER[chance.below(5) as usize]) } else { fell });
}

#[test]
fn spins_that_stand_twice_are_caught_by_the_repeats() {
    check("repeats", |before, fell, chance| if chance.below(150) == 0 { before } else { fell });
}

#[test]
fn a_ball_that_is_thrown_always_alike_is_caught_by_the_distances() {
    check("distances", |before, fell, chance| if chance.below(60) == 0 { before.neighbour(9) } else { fell });
}

#[test]
fn colours_that_alternate_are_caught() {
    check("colours", |before, fell, chance| if before.colour() == fell.colour() && chance.below(30) == 0 { chance.pocket() } else { fell });
}

#[test]
fn too_few_spins_say_nothing_and_how_much_they_could_is_said() {
    let few = Counts::of(&past(&[vec![pocket(3); 90]]));
    let verdicts = all(&few);
    assert!(verdicts.iter().all(|verdict| verdict.word() == "sample-too-small"), "{verdicts:?}");
    assert_eq!(
        said(&few, &verdicts),
        [
            "90 spins show, four times in five, a pocket that wins 375 % too often; to see 10 % takes 126304 spins. A smaller bias may be there and stay unseen.",
            "Nothing that so many spins can show is wrong."
        ]
    );
    let none = Counts::of(&past(&[]));
    assert_eq!(said(&none, &all(&none)), ["There is no spin."]);
}

#[test]
fn spins_follow_each_other_within_a_session_only() {
    let seven = || vec![pocket(7); 60];
    let sample = |verdicts: &[Verdict]| verdicts.iter().find(|verdict| verdict.test == "repeats").map(|verdict| verdict.sample);
    assert_eq!(sample(&all(&Counts::of(&past(&[seven(), seven()])))), Some(118));
}

#[test]
fn numbers_in_a_row_are_counted_beside_what_is_expected() {
    let list = Past::parse("list", "5,5,5,1\n1,1\n", Wheel::SingleZero).expect("it is a list");
    let runs: Vec<(usize, u64)> = Counts::of(&list).runs().iter().map(|run| (run.length, run.came)).collect();
    assert_eq!(runs, [(2, 3), (3, 1), (4, 0)]);
    let expected = Counts::of(&list).runs()[0].expected;
    assert!((expected - 4.0 / 37.0).abs() < 1e-12, "{expected}");
}

#[test]
fn no_spins_are_told_with_the_pocket_where_it_is_known() {
    let past = Past { wheel: Wheel::SingleZero, sessions: vec![vec![0]], no_spins: 3, no_spin_places: vec![1, 1] };
    let told: Vec<(Value, u64)> = Counts::of(&past).pockets().filter(|of| of.no_spins > 0).map(|of| (of.pocket, of.no_spins)).collect();
    assert_eq!(told, [(Value::from(32), 2)]);
}

#[test]
fn a_list_of_a_wheel_with_two_zeros_is_read_and_tested_as_such() {
    let list = Past::parse("list", "00,0,27\n", Wheel::DoubleZero).expect("it is a list");
    assert_eq!(list.sessions, [[19, 0, 20]]);
    // Every pocket ten times, one after the other around the wheel: the wins are even, the distances are not.
    let round: Vec<usize> = (0..380).map(|spin| spin % 38).collect();
    let counts = Counts::of(&Past { sessions: vec![round], ..list });
    let verdicts = all(&counts);
    let told = |test: &str| verdicts.iter().find(|verdict| verdict.test == test).and_then(|verdict| verdict.result.clone());
    let pockets = told("pockets").expect("ten of each suffice");
    assert_eq!((pockets.statistic, pockets.degrees_of_freedom), (0.0, Some(37.0)));
    assert!(!told("distances").expect("they suffice").passed);
    assert_eq!(counts.pockets().count(), 38);
}

/// What is wrong with this list: each line, and the word that is no pocket.
#[track_caller]
fn check_refused(text: &str, expected: &[(u64, &str)]) {
    let refused = Past::parse("list", text, Wheel::SingleZero).expect_err("it is no list").to_string();
    let error: Value = serde_json::from_str(&refused).expect("a failure is JSON");
    let problems = error["error"]["problems"].as_array().expect("everything that is wrong is told");
    let told: Vec<(u64, &str)> =
        problems.iter().map(|problem| (problem["line"].as_u64().unwrap_or(0), problem["found"].as_str().unwrap_or("-"))).collect();
    assert_eq!(told, expected, "{error}");
    assert!(problems.iter().all(|problem| problem["file"] == "list" && problem["expected"].is_string()), "{error}");
}

#[test]
fn a_list_is_read_and_everything_in_it_that_is_no_pocket_is_told_at_once() {
    let read = Past::parse("list", "12, 0,36\r\n\n5\n", Wheel::SingleZero).expect("it is a list");
    assert_eq!(read, past(&[vec![pocket(12), pocket(0), pocket(36)], vec![pocket(5)]]));
    check_refused("1,2\n3,37\n", &[(2, "37")]);
    check_refused("1,,2\nx\n\n7,00,-1", &[(1, ""), (2, "x"), (4, "00"), (4, "-1")]);
    let many = Past::parse("list", &"x\n".repeat(102), Wheel::SingleZero).expect_err("it is no list").to_string();
    assert!(many.contains("2 more words that are no pockets"), "{many}");
}

/// The published spins of a real table (its place is named by the environment, because nobody may ship them): no bias, and double entries.
#[test]
fn a_real_table_shows_no_bias_and_double_entries() {
    let Some(file) = std::env::var_os("CROUPIER_REAL_SPINS") else { return };
    let past = Past::import(file.to_str().expect("a readable name"), Wheel::SingleZero).expect("it is a list");
    let counts = Counts::of(&past);
    let verdicts = all(&counts);
    assert_eq!((counts.spins, past.sessions.len()), (187_630, 11_981));
    assert_eq!(failed(&counts), ["repeats"]);
    let statistic = |test: &str| verdicts.iter().find(|verdict| verdict.test == test).and_then(|verdict| verdict.result.clone());
    let [pockets, repeats] = ["pockets", "repeats"].map(|test| statistic(test).expect("they suffice"));
    assert!((pockets.statistic - 53.3).abs() < 0.05 && (pockets.p - 0.03).abs() < 0.005, "{pockets:?}");
    assert!((repeats.statistic - 3.7).abs() < 0.05, "{repeats:?}");
    let says = said(&counts, &verdicts);
    assert!(says.len() == 2 && says[1].contains("entered twice"), "{says:?}");
}
