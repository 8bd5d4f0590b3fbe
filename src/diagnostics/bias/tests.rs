//! A fair wheel passes, and each kind of unfair one is caught by the test that is named for it.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::{Counts, SpinList, SpinsRead, Wheel, findings, shown, verdicts};
use crate::diagnostics::Verdict;
use crate::model::{JournalReach, POCKETS, Pocket, SpinFinding, SpinVerdict, WHEEL_ORDER};

const SPINS: usize = 40_000;

/// Draws of which each is as likely as any other, as far as a remainder of 64 bits can tell.
struct Chance(ChaCha12Rng);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }

    fn pocket(&mut self) -> Pocket {
        pocket(self.below(POCKETS as u64) as u8)
    }
}

/// Spins of a wheel whose ball is moved in this way after it fell fairly: what lay before, where it fell now, and chance.
fn spins(seed: u64, mut moved: impl FnMut(Pocket, Pocket, &mut Chance) -> Pocket) -> Counts {
    let mut chance = Chance(ChaCha12Rng::seed_from_u64(seed));
    let mut session = vec![chance.pocket()];
    for before in 0..SPINS {
        let fell = chance.pocket();
        session.push(moved(session[before], fell, &mut chance));
    }
    Counts::of(&past(&[session]))
}

/// Sessions of a single-zero wheel.
fn past(sessions: &[Vec<Pocket>]) -> SpinList {
    let sessions = sessions.iter().map(|session| session.iter().map(|pocket| pocket.place()).collect()).collect();
    SpinList { wheel: Wheel::SingleZero, sessions, no_spins: 0, no_spin_places: Vec::new() }
}

fn past_of(places: Vec<usize>) -> SpinList {
    SpinList { wheel: Wheel::SingleZero, sessions: vec![places], no_spins: 0, no_spin_places: Vec::new() }
}

fn failed(counts: &Counts) -> Vec<&'static str> {
    verdicts(counts).iter().filter(|verdict| verdict.is_failure()).map(|verdict| verdict.test).collect()
}

#[track_caller]
fn check(test: &str, moved: impl FnMut(Pocket, Pocket, &mut Chance) -> Pocket) {
    let counts = spins(3, moved);
    assert!(failed(&counts).contains(&test), "{:?}", verdicts(&counts));
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
fn too_few_spins_say_nothing() {
    let few = Counts::of(&past(&[vec![pocket(3); 90]]));
    assert!(verdicts(&few).iter().all(|verdict| verdict.word() == "sample-too-small"), "{few:?}");
    assert_eq!((findings(&verdicts(&few)), few.band(), few.strongest_sector()), (vec![], None, None));
}

#[test]
fn spins_follow_each_other_within_a_session_only() {
    let seven = || vec![pocket(7); 60];
    let sample = |verdicts: &[Verdict]| verdicts.iter().find(|verdict| verdict.test == "repeats").map(|verdict| verdict.sample);
    assert_eq!(sample(&verdicts(&Counts::of(&past(&[seven(), seven()])))), Some(118));
}

#[test]
fn numbers_in_a_row_are_counted_beside_what_is_expected() {
    let list = past(&[[5, 5, 5, 1].map(pocket).into(), [1, 1].map(pocket).into()]);
    let runs: Vec<(usize, u64)> = Counts::of(&list).runs().iter().map(|run| (run.length, run.came)).collect();
    assert_eq!(runs, [(2, 3), (3, 1), (4, 0)]);
    let expected = Counts::of(&list).runs()[0].expected;
    assert!((expected - 4.0 / 37.0).abs() < 1e-12, "{expected}");
}

#[test]
fn no_spins_are_told_with_the_pocket_where_it_is_known() {
    let past = SpinList { wheel: Wheel::SingleZero, sessions: vec![vec![0]], no_spins: 3, no_spin_places: vec![1, 1] };
    let told: Vec<_> = Counts::of(&past).pockets().filter(|of| of.no_spins > 0).map(|of| (of.pocket, of.no_spins)).collect();
    assert_eq!(told, [(Some(pocket(32)), 2)]);
}

#[test]
fn a_wheel_with_two_zeros_has_a_pocket_more() {
    // Every pocket ten times, one after the other around the wheel: the wins are even, the distances are not.
    let round: Vec<usize> = (0..380).map(|spin| spin % 38).collect();
    let counts = Counts::of(&SpinList { wheel: Wheel::DoubleZero, ..past_of(round) });
    let verdicts = verdicts(&counts);
    let told = |test: &str| verdicts.iter().find(|verdict| verdict.test == test).and_then(|verdict| verdict.result.clone());
    let pockets = told("pockets").expect("ten of each suffice");
    assert_eq!((pockets.statistic, pockets.degrees_of_freedom), (0.0, Some(37.0)));
    assert!(!told("distances").expect("they suffice").passed);
    assert_eq!(counts.pockets().count(), 38);
}

/// `each` spins of every pocket of the single-zero wheel, one after the other around it, with what is added to some places.
fn around(each: usize, more: &[(usize, usize)]) -> Vec<usize> {
    let even = (0..37 * each).map(|spin| spin % 37);
    even.chain(more.iter().flat_map(|(place, times)| vec![*place; *times])).collect()
}

#[test]
fn the_strongest_sector_goes_over_zero_and_is_told_with_what_was_to_be_expected() {
    let counts = Counts::of(&past_of(around(10, &[(36, 7), (1, 8)])));
    let sector = counts.strongest_sector().expect("ten of each suffice");
    // Of those that hold both, the one that begins nearest to zero clockwise: 34 to 1.
    assert_eq!((sector.first, sector.pockets, sector.wins), (34, 5, 65));
    assert!((sector.expected - 385.0 * 5.0 / 37.0).abs() < 1e-9, "{sector:?}");
}

#[test]
fn all_pockets_of_a_fair_wheel_stay_within_the_band_99_times_in_100() {
    // The quantiles of the binomial distribution for 0.005/37 on each side.
    for (spins, band) in [(185, (0, 15)), (400, (1, 24)), (3_700, (66, 138))] {
        let counts = Counts::of(&past_of((0..spins).map(|spin| spin % 37).collect()));
        assert_eq!(counts.band(), Some(band), "{spins} spins");
    }
}

#[test]
fn what_a_technician_is_shown_is_what_was_counted() {
    let list = SpinList { no_spins: 4, no_spin_places: vec![2, 2, 36], ..past_of(around(10, &[(5, 30)])) };
    let view = shown(&SpinsRead { list, rounds: 405, newest_round: 1_000, reach: JournalReach::GoesOn });
    assert_eq!((view.spins, view.rounds, view.newest_round, view.reach), (400, 405, 1_000, JournalReach::GoesOn));
    assert_eq!((view.no_spins, view.no_spins_with_pocket), (4, 3));
    let of_place = |place: usize| (view.pockets[place].pocket, view.pockets[place].wins, view.pockets[place].no_spins);
    assert_eq!([of_place(0), of_place(5)], [(pocket(0), 10, 0), (pocket(21), 40, 0)]);
    assert_eq!([of_place(2), of_place(36)], [(pocket(15), 10, 2), (pocket(26), 10, 1)]);
    let sector = view.sector.as_ref().expect("ten of each suffice");
    // Every sector that holds the pocket 21 won as often; the one told is the first clockwise from zero.
    assert_eq!((&sector.pockets, sector.wins), (&[32, 15, 19, 4, 21].map(pocket).to_vec(), 80));
    assert_eq!((sector.expected_thousandths, view.runs[0].length, view.runs[0].came), (54_054, 2, 29));
    assert_eq!((view.least_bias_permille, view.spins_for_a_tenth), (Some(1_777), 126_304));
    let pockets = &view.tests[0];
    assert_eq!(
        (pockets.test, pockets.sample, pockets.verdict, pockets.degrees_of_freedom),
        ("pockets", 400, SpinVerdict::Failed, Some(36))
    );
    // The sum of the squares of all wins, by the wins expected of one pocket, less all spins: 5,200 · 37 / 400 - 400.
    assert_eq!((pockets.statistic_thousandths, pockets.critical_thousandths), (Some(81_000), Some(58_619)));
    assert!(pockets.p_millionths.is_some_and(|p| p < 100), "{pockets:?}");
    assert!(view.findings.contains(&SpinFinding::UnevenPockets), "{view:?}");
}
