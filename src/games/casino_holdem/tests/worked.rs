//! The worked cases of `house-poker-by` section 6.1.

use super::{Rules, dealt, lines, returned, rules_with};
use crate::games::contract::Deal as _;
use crate::model::{Money, Want};

/// One box of seat 1: its stakes and cards, the dealer's, the board, the decision; what each stake returned and how much in all.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str, i64);

#[track_caller]
fn check(rules: &Rules, case: Case) {
    let (stakes, hand, board, dealer, decision, expected, in_all) = case;
    let deal = dealt(rules, &[(1, stakes, hand)], dealer, board, decision);
    assert_eq!(deal.wants(), Want::Settlement, "{case:?}");
    let settlement = deal.settle();
    assert_eq!((lines(&settlement).as_str(), returned(&settlement)), (expected, in_all), "{case:?}");
}

const TEXAS: [Case; 25] = [
    ("ante 10", "7c 2d", "Ks 9h 4d 2c 5h", "Jc 8s", "fold", "ante 0", 0),
    ("ante 10", "Kd 7c", "Ks 9h 4d 2c 5h", "Jc 8s", "bet", "ante 20 (pair 1:1), bet 20", 40),
    ("ante 10", "Ah 8h", "Kh 9h 4d 2h 6c", "Jc 7s", "bet", "ante 30 (flush 2:1), bet 20", 50),
    ("ante 10", "Ac Qd", "Ks 9h 3d 2c 6h", "3c 8s", "bet", "ante 20, bet 20", 40),
    ("ante 10", "3c 8d", "Ks Qh 3d 7c 2h", "2c 9s", "bet", "ante 20, bet 20", 40),
    ("ante 10", "5c Qd", "Ks 9h 4d 2c 5h", "4c 8s", "bet", "ante 20 (pair 1:1), bet 40", 60),
    ("ante 10", "Ac 8d", "4s 4h Kd 9c 2s", "Qc Jd", "bet", "ante 20 (pair 1:1), bet 40", 60),
    ("ante 10", "Kd 9c", "Ks 9h 4d 2c 6h", "Qc 4s", "bet", "ante 20 (two-pair 1:1), bet 40", 60),
    ("ante 10", "9d 9c", "Ks 9h 4d 2c 6h", "Kc 7s", "bet", "ante 20 (three-of-a-kind 1:1), bet 40", 60),
    ("ante 10", "8c 7d", "Ks 6h 5d 4c Qh", "Kc 2s", "bet", "ante 20 (straight 1:1), bet 40", 60),
    ("ante 10", "Ah 8h", "Kh 9h 4d 2h 6c", "Kc 7s", "bet", "ante 30 (flush 2:1), bet 40", 70),
    ("ante 10", "9d 9c", "Ks 9h Kd 2c 6h", "Ac Qs", "bet", "ante 40 (full-house 3:1), bet 40", 80),
    ("ante 10", "9d 9c", "Ks 9h 9s 2c 6h", "Kc Kd", "bet", "ante 110 (four-of-a-kind 10:1), bet 40", 150),
    ("ante 10", "8h 7h", "Ks 6h 5h 4h Qd", "Kc Kd", "bet", "ante 210 (straight-flush 20:1), bet 40", 250),
    ("ante 10", "Ah Kh", "Qh Jh Th 4c 4d", "Qc Qd", "bet", "ante 1010 (royal-flush 100:1), bet 40", 1050),
    ("ante 10", "Kd 7c", "Ks 9h 4d 2c 5h", "Ac As", "bet", "ante 0, bet 0", 0),
    ("ante 10", "2c 3d", "Ts Jh Qd Kc Ah", "9c 9d", "bet", "ante 10, bet 20", 30),
    ("ante 10", "7c 6d", "As Ah Kd Kc Qs", "Jc 3d", "bet", "ante 10, bet 20", 30),
    ("ante 10", "Ac 8d", "8s Kh 6d 4c 2h", "Qc 8c", "bet", "ante 20 (pair 1:1), bet 40", 60),
    ("ante 10, bonus 5", "Ac 7d", "As 9h 4d 9c 2h", "9s 6c", "bet", "ante 0, bonus 40 (pair 7:1), bet 0", 40),
    ("ante 10, bonus 5", "Kc 7d", "Ks 9h 4d 8c 2h", "9s 6c", "bet", "ante 20 (pair 1:1), bonus 0, bet 40", 60),
    ("ante 10, bonus 10", "Ac 7c", "Kc 9c 4c 8d 2h", "9s 6h", "bet", "ante 30 (flush 2:1), bonus 80 (flush 7:1), bet 40", 150),
    ("ante 10, bonus 10", "9c 4d", "As Ah 7d Kc 2h", "Qs Jc", "bet", "ante 0, bonus 80 (pair 7:1), bet 0", 80),
    ("ante 10, bonus 10", "Kc Kd", "9s 6h 3d Tc Ah", "9c Ad", "bet", "ante 0, bonus 0, bet 0", 0),
    ("ante 10, bonus 10", "9c 4d", "As Ah 7d Kc 2h", "Qs Jc", "fold", "ante 0, bonus 80 (pair 7:1)", 80),
];

#[test]
fn tw_1_to_25() {
    TEXAS.into_iter().for_each(|case| check(&rules_with(|_| ()), case));
}

const ROYAL_FLUSH: &str = "ante 1010 (royal-flush 100:1), bonus 80 (royal-flush 7:1), bet 40";

/// The royal flush of TW-26, with the most payouts of the case.
#[track_caller]
fn check_cut(change: impl FnOnce(&mut Rules), in_all: i64) {
    let rules = rules_with(|rules| {
        rules.play.payout.box_most_minor = Some(Money::from_minor(500));
        change(rules);
    });
    check(&rules, ("ante 10, bonus 10", "Ah Kh", "Qh Jh Th 4c 4d", "Qc Qd", "bet", ROYAL_FLUSH, in_all));
}

#[test]
fn tw_26_a_box_wins_no_more_than_the_most_payout_and_the_bonus_is_outside_it() {
    check_cut(|_| (), 610);
}

#[test]
fn ha_1_thb_15_ha_29_what_the_most_payout_counts() {
    use crate::games::house_poker::CapOn;
    let bonus_most = |rules: &mut Rules| rules.play.payout.bonus_most_minor = Some(Money::from_minor(20));
    // 30 and 500 for the box, 10 and 70 for the bonus.
    check_cut(bonus_most, 560);
    check_cut(|rules| rules.play.payout.bonus_in_cap = true, 540);
    check_cut(|rules| rules.play.payout.cap_on = CapOn::TotalReturned, 580);
    check_cut(
        |rules| {
            bonus_most(rules);
            rules.play.payout.bonus_in_cap = true;
            rules.play.payout.cap_on = CapOn::TotalReturned;
        },
        500,
    );
}

#[test]
fn ha_5_the_bonus_of_a_box_that_passes_is_lost_where_the_house_says_so() {
    let rules = rules_with(|rules| rules.play.bonus_survives_pass = false);
    check(&rules, ("ante 10, bonus 10", "9c 4d", "As Ah 7d Kc 2h", "Qs Jc", "fold", "ante 0, bonus 0", 0));
    check(&rules, ("ante 10, bonus 10", "9c 4d", "As Ah 7d Kc 2h", "Qs Jc", "bet", "ante 0, bonus 80 (pair 7:1), bet 0", 80));
}

#[test]
fn ha_4_a_house_pays_low_hands_by_its_own_row() {
    let rules = rules_with(|rules| rules.play.pays.no_game_low = crate::model::Odds::to_one(2));
    check(&rules, ("ante 10", "Ac Qd", "Ks 9h 3d 2c 6h", "3c 8s", "bet", "ante 30, bet 20", 50));
    check(&rules, ("ante 10", "Kd 7c", "Ks 9h 4d 2c 5h", "Jc 8s", "bet", "ante 20 (pair 1:1), bet 20", 40));
}

#[test]
fn hpc_6_hpc_7_a_dark_box_plays_its_bet_and_its_bonus_and_decides_nothing() {
    let rules = rules_with(|rules| rules.boxes.dark = true);
    let dark = "ante 10, bet 20, bonus 10";
    check(&rules, (dark, "9c 4d", "As Ah 7d Kc 2h", "Qs Jc", "", "ante 0, bet 0, bonus 80 (pair 7:1)", 80));
    check(
        &rules,
        (dark, "9d 9c", "Ks 9h 4d 2c 6h", "Kc 7s", "", "ante 20 (three-of-a-kind 1:1), bet 40, bonus 80 (three-of-a-kind 7:1)", 140),
    );
}
