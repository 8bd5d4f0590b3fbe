//! A fair wheel passes, each kind of unfair one is caught by the test that is named for it, and a list that is none is refused by line.

use super::past::Past;
use super::said;
use super::statistics::{Counts, all};
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
    Counts::of(&[session])
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
    let few = Counts::of(&[vec![pocket(3); 90]]);
    let verdicts = all(&few);
    assert!(verdicts.iter().all(|verdict| verdict.word() == "sample-too-small"), "{verdicts:?}");
    assert_eq!(
        said(&few, &verdicts),
        [
            "90 spins show, four times in five, a pocket that wins 375 % too often; to see 10 % takes 126304 spins.",
            "Nothing that so many spins can show is wrong."
        ]
    );
    let none = Counts::of(&[]);
    assert_eq!(said(&none, &all(&none)), ["There is no spin."]);
}

#[test]
fn spins_follow_each_other_within_a_session_only() {
    let seven = || vec![pocket(7); 60];
    let sample = |verdicts: &[Verdict]| verdicts.iter().find(|verdict| verdict.test == "repeats").map(|verdict| verdict.sample);
    assert_eq!(sample(&all(&Counts::of(&[seven(), seven()]))), Some(118));
}

#[test]
fn a_list_is_read_and_what_is_none_is_refused_by_its_line() {
    let read = Past::parse("list", "12, 0,36\r\n\n5\n").expect("it is a list");
    assert_eq!(read, Past { sessions: vec![vec![pocket(12), pocket(0), pocket(36)], vec![pocket(5)]], no_spins: 0 });
    let expected = "expected numbers from 0 to 36 with commas between them";
    for (text, line) in [("1,2\n3,37\n", "line 2"), ("1,,2", "line 1"), ("x", "line 1")] {
        let refused = Past::parse("list", text).expect_err("it is no list").to_string();
        assert!(refused.contains(&format!("list, {line}: {expected}; found")), "{refused}");
    }
}
