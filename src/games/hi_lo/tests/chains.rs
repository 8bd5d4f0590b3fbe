//! How long a chain goes on, and how far its pot and what it may return.

use super::*;

/// A chain from the two up: so many guesses of a higher card, each right.
fn rising(steps: usize) -> String {
    let drawn = ["3d", "4h", "5c", "6s", "7d", "8h", "9c", "Ts", "Jd", "Qh"];
    let guessed: Vec<String> = drawn[..steps].iter().map(|card| format!("higher, {card}")).collect();
    format!("2s, {}", guessed.join(", "))
}

#[test]
fn h14_after_ten_right_guesses_the_pot_is_paid() {
    let nine = played(&rising(9));
    assert!(offers(&nine).iter().any(|offer| offer.kind == ChoiceKind::Collect));
    let ten = played_at(&rules_with(|rules| rules.play.times_most = 10_000), 100, &rising(10));
    assert_eq!(ten.wants(), Want::Settlement);
    let line = &ten.settle().returns[0];
    let growth: Money = line.wins.iter().map(|win| win.amount).sum();
    assert_eq!((line.fate, line.wins.len(), line.returned), (Fate::Won, 10, stake(100).amount + growth));
    check_at(&rules_with(|rules| rules.play.steps_most = 1), 100, "7s, higher, Jd", &[(Fate::Won, 190)]);
}

#[test]
fn bqam_q31_a_push_does_not_count_towards_the_end_of_the_chain() {
    let two = rules_with(|rules| rules.play.steps_most = 2);
    check_at(&two, 100, "7s, higher, 7d, lower, 7h, higher, Jd, lower, Jc, lower, 4d", &[(Fate::Won, 219)]);
}

#[test]
fn no_guess_is_offered_that_would_bring_the_pot_above_its_limit() {
    let most = |minor| rules_with(move |rules| rules.play.most_minor = Some(Money::from_minor(minor)));
    assert_eq!(offered(&played_at(&most(1_060), 100, "7s, higher, Jd")), "higher 5.58 1060, lower 1.14 217, tie 1-100, collect 190");
    assert_eq!(offered(&played_at(&most(1_059), 100, "7s, higher, Jd")), "lower 1.14 217, tie 1-100, collect 190");
    let times = rules_with(|rules| rules.play.times_most = 12);
    assert_eq!(offered(&played_at(&times, 100, "2s, lower, Ad")), "higher 1.00 1140, tie 1-100, collect 1140");
    assert_eq!(offered(&played_at(&times, 100, "7s, higher, Jd, higher, Qc")), "lower 1.04 1102, tie 1-100, collect 1060");
}

#[test]
fn where_no_guess_is_offered_any_more_the_pot_is_paid() {
    let limited = rules_with(|rules| rules.play.most_minor = Some(Money::from_minor(1_200)));
    check_at(&limited, 100, "2s, lower, Ad, higher, 7h", &[(Fate::Won, 1_140)]);
}

#[test]
fn each_win_names_what_its_guess_added_and_at_what_part_of_the_pot() {
    let deal = played("7s, higher, Jd, lower, Jc, lower, 4d, collect");
    let wins: Vec<_> = deal.settle().returns[0].wins.iter().map(|win| (win.odds.to_string(), win.amount.minor())).collect();
    assert_eq!(wins, [("90:100".to_owned(), 90), ("14:100".to_owned(), 27)]);
}

#[test]
fn bqam_q36_each_step_is_rounded_half_up() {
    let check = |ante, words: &str, pot| check_at(&rules_with(|_| ()), ante, words, &[(Fate::Won, pot)]);
    check(5, "7s, higher, Jd, collect", 10);
    check(25, "7s, higher, Jd, collect", 48);
    check(1, "7s, higher, Jd, collect", 2);
    check_at(&rules_with(|_| ()), 1, "2s, higher, Jd, collect", &[(Fate::Returned, 1)]);
}

#[test]
fn the_most_that_can_return_is_the_highest_pot_and_three_bets_on_a_tie_of_each_rank() {
    let most = |amount, change: fn(&mut Rules)| rules_with(change).return_most(&[stake(amount)]).minor();
    assert_eq!(most(100, |_| ()), 100 * 1_000 + 30 * 1_100);
    assert_eq!(most(100, |rules| rules.play.steps_most = 20), 100 * 1_000 + 39 * 1_100);
    assert_eq!(most(100, |rules| rules.play.tie.is_offered = false), 100_000);
    assert_eq!(most(100, |rules| rules.play.tie.step_minor = Money::from_minor(30)), 100_000 + 30 * 990);
    assert_eq!(most(100, |rules| rules.play.most_minor = Some(Money::from_minor(5_000))), 5_000 + 30 * 1_100);
    let tie = BoxStake { kind: StakeKind::Tie, ..stake(20) };
    assert_eq!(rules_with(|_| ()).return_most(&[stake(100), tie]).minor(), 133_000, "bets on a tie are among what may be staked");
    let greatest = BoxStake { amount: Money::MOST, ..stake(1) };
    assert!(rules_with(|rules| rules.play.times_most = 10_000).return_most(&[greatest]).is_positive());
}
