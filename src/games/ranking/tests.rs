//! The order of hands, and the second combination of each.

mod plain;

use super::*;
use crate::games::cards::Cards;
use crate::model::{Combination, Rank};

const USUAL: DoubleRules = DoubleRules { test: DoubleTest::NewCoreCard, ace_king_inside_first: false };

fn cards(names: &str) -> Cards {
    names.split_whitespace().map(|name| name.parse().expect("the case names cards")).collect()
}

fn strength(names: &str) -> Strength {
    CardSet::of(&cards(names)).strength()
}

#[track_caller]
fn check_combination(names: &str, expected: Combination) {
    assert_eq!(strength(names).combination(), expected, "{names}");
}

/// The second hand of each pair is the lower one.
#[track_caller]
fn check_higher(higher: &str, lower: &str) {
    assert!(strength(higher) > strength(lower), "{higher} is higher than {lower}");
}

#[track_caller]
fn check_equal(one: &str, other: &str) {
    assert_eq!(strength(one), strength(other), "{one} and {other}");
}

#[track_caller]
fn check_double(names: &str, rules: DoubleRules, first: Combination, second: Option<Combination>) {
    let found = combinations(&cards(names), rules);
    assert_eq!((found.first.combination(), found.second), (first, second), "{names}");
}

#[test]
fn hpc_2_each_combination() {
    check_combination("As Ks Qs Js Ts", Combination::RoyalFlush);
    check_combination("Ks Qs Js Ts 9s", Combination::StraightFlush);
    check_combination("5s 4s 3s 2s As", Combination::StraightFlush);
    check_combination("7s 7h 7d 7c 2s", Combination::FourOfAKind);
    check_combination("7s 7h 7d 2c 2s", Combination::FullHouse);
    check_combination("As 9s 7s 4s 2s", Combination::Flush);
    check_combination("As Kh Qd Jc Ts", Combination::Straight);
    check_combination("5s 4h 3d 2c As", Combination::Straight);
    check_combination("7s 7h 7d Ac Ks", Combination::ThreeOfAKind);
    check_combination("7s 7h 2d 2c Ks", Combination::TwoPair);
    check_combination("7s 7h Ad Kc Qs", Combination::Pair);
    check_combination("As Kh 9d 4c 2s", Combination::AceKing);
    check_combination("As Qh Jd Tc 2s", Combination::Nothing);
}

#[test]
fn hpc_2_nothing_goes_round_the_ace() {
    check_combination("3s 2h Ad Kc Qs", Combination::AceKing);
    check_combination("2s Ah Kd Qc Js", Combination::AceKing);
    check_combination("4s 3h 2d Ac Qs", Combination::Nothing);
}

#[test]
fn hpc_3_own_cards_first_then_the_others_from_the_highest_down() {
    check_higher("2s 2h 3d 4c 6s", "As Kh Qd Jc 9s");
    check_higher("8s 8h 2d 3c 4s", "7s 7h Ad Kc Qs");
    check_higher("8s 8h Ad 3c 2s", "8d 8c Kd Qc Js");
    check_higher("8s 8h 3d 3c 2s", "7s 7h 6d 6c As");
    check_higher("8s 8h 4d 4c 2s", "8d 8c 3d 3c As");
    check_higher("3s 3h 3d 2c 2s", "2s 2h 2d Ac Ad");
    check_higher("6s 5h 4d 3c 2s", "5s 4h 3d 2c As");
    check_higher("As 6s 5s 4s 2s", "Kd Qd Jd Td 8d");
    check_higher("As Kh Qd 3c 2s", "Ad Kc Jd Tc 9s");
    check_higher("As Kh 4d 3c 2s", "Ad Qc Jd Tc 9s");
    check_higher("Ts 9s 8s 7s 5s", "Td 9d 8d 7d 4d");
}

#[test]
fn hpc_3_five_equal_ranks_are_equal_whatever_the_suits_and_the_order() {
    check_equal("As Kh 7d 5c 3s", "3h 5s Ad Kc 7s");
    check_equal("8s 8h 4d 4c 2s", "4s 8d 2h 8c 4h");
    check_equal("As Ts 7s 4s 2s", "Ad Td 7d 4d 2d");
    check_equal("Ts 9s 8h 7h 6h", "Td 9d 8c 7c 6c");
}

#[test]
fn the_best_five_of_seven_count() {
    check_combination("As Ks Qs Js Ts 2h 2d", Combination::RoyalFlush);
    check_combination("2s 3s 4s 5s 6s 7h 8h", Combination::StraightFlush);
    check_combination("As 9s 7s 4s 2s Ah Ad", Combination::Flush);
    check_combination("7s 7h 7d 2c 2s 2h Kd", Combination::FullHouse);
    check_combination("7s 7h 7d 2c 2s Kh Kd", Combination::FullHouse);
    check_equal("7s 7h 7d 2c 2s Kh Kd", "7s 7h 7d Kh Kd 4c 3c");
    check_equal("As Ah Kd Kc Qs Qh Jd", "As Ah Kd Kc Qs");
    check_equal("As Ah Kd Kc Qs 7h 6d", "As Ah Kd Kc Qs Jh 3d");
    check_combination("5s 5h 6d 7c 8s 9h Td", Combination::Straight);
    check_combination("As Kh 9d 7c 5s 4h 2d", Combination::AceKing);
}

/// How a hand won over a lower one: the deciding rank, and whether an ace or a king was compared.
#[track_caller]
fn check_won_by(higher: &str, lower: &str, expected: Option<(Rank, bool)>) {
    let compared = strength(higher).won_by(strength(lower));
    let decided = |compared: Compared| Rank::ALL.into_iter().find(|rank| compared.was_decided_by(*rank)).expect("a rank decided");
    let found = compared.map(|compared| (decided(compared), compared.has(Rank::Ace) || compared.has(Rank::King)));
    assert_eq!(found, expected, "{higher} over {lower}");
}

#[test]
fn rus_14_the_deciding_card() {
    check_won_by("As Kd Tc Qh Qd", "Qs Qc Ac Js 9h", Some((Rank::King, true)));
    check_won_by("As Kd Tc Qh Qd", "Qs Qc Ac Ks 9h", Some((Rank::Ten, true)));
    check_won_by("Js Td 9c Qh Qd", "Qs Qc Jc 9s 8h", Some((Rank::Ten, false)));
    check_won_by("As Kd Kh Tc Qd", "Ks Kc Js 9h 8h", Some((Rank::Ace, true)));
    check_won_by("As Qs 9s 6s 3s", "Kh Jh 9h 5h 3h", Some((Rank::Ace, true)));
}

#[test]
fn ha_21_a_higher_pair_is_another_combination() {
    check_won_by("Ks Kd 4c 3h 2d", "Qs Qc Ac Js 9h", None);
    check_won_by("As Kd Tc Qh Qd", "As Kd Tc 9h 9d", None);
    check_won_by("Qs Qc Ac Js 9h", "Qs Qc Ac Js 9h", None);
}

#[test]
fn rus_16_five_cards() {
    check_double("As Kd Tc Qh Qd", USUAL, Combination::Pair, Some(Combination::AceKing));
    check_double("8s 8h 8d Ac Kd", USUAL, Combination::ThreeOfAKind, Some(Combination::AceKing));
    check_double("As Kd Kh Tc Qd", USUAL, Combination::Pair, Some(Combination::AceKing));
    check_double("As Ah Ad Kc 7d", USUAL, Combination::ThreeOfAKind, Some(Combination::AceKing));
    check_double("As Kh Qd Jc Ts", USUAL, Combination::Straight, None);
    check_double("As Kd 9c 5h 2d", USUAL, Combination::AceKing, None);
    check_double("8s 8h 8d 4c 4d", USUAL, Combination::FullHouse, None);
    check_double("Qs Jd 9c 5h 2d", USUAL, Combination::Nothing, None);
}

#[test]
fn rus_16_six_cards() {
    check_double("2d 3d 4c 4s 5s 6h", USUAL, Combination::Straight, Some(Combination::Straight));
    check_double("2s 3d 4c 5h 6s 7c", USUAL, Combination::Straight, Some(Combination::Straight));
    check_double("2d 3d 4d 5d 6s 7d", USUAL, Combination::Flush, Some(Combination::Straight));
    check_double("2c 7c 9c 9d Jc Qc", USUAL, Combination::Flush, Some(Combination::Pair));
    check_double("4s 4h 4d 7c 7d 7s", USUAL, Combination::FullHouse, Some(Combination::FullHouse));
    check_double("2d 3d 4d 5d 6d 7d", USUAL, Combination::StraightFlush, Some(Combination::StraightFlush));
    check_double("4s 4h 6h 6c 6d 6s", USUAL, Combination::FourOfAKind, Some(Combination::FullHouse));
    check_double("6s 6h 6d 6c 8s 8d", USUAL, Combination::FourOfAKind, Some(Combination::FullHouse));
    check_double("9s Ts Js Qs Ks As", USUAL, Combination::RoyalFlush, Some(Combination::StraightFlush));
    check_double("As 2d 3s 4c 5s Kd", USUAL, Combination::Straight, Some(Combination::AceKing));
    check_double("Js Jh 8d 8h 4c 4d", USUAL, Combination::TwoPair, Some(Combination::TwoPair));
    check_double("Qs Qh 9c 5h 3d 2d", USUAL, Combination::Pair, None);
}

#[test]
fn ha_18_ace_and_king_inside_the_first() {
    let inside = DoubleRules { ace_king_inside_first: true, ..USUAL };
    for (names, first) in [
        ("As Ks 9s 6s 3s Qd", Combination::Flush),
        ("Ts Js Qs Ks As 2d", Combination::RoyalFlush),
        ("As Ah Kd Kc 7s 2h", Combination::TwoPair),
    ] {
        check_double(names, USUAL, first, None);
        check_double(names, inside, first, Some(Combination::AceKing));
    }
    check_double("As Kd 9c 5h 2d", inside, Combination::AceKing, None);
}

#[test]
fn ha_18_by_the_letter_three_of_a_kind_are_a_pair_too() {
    let letter = DoubleRules { test: DoubleTest::LeavesOneOut, ..USUAL };
    check_double("8s 8h 8d Qc 4d", USUAL, Combination::ThreeOfAKind, None);
    check_double("8s 8h 8d Qc 4d", letter, Combination::ThreeOfAKind, Some(Combination::Pair));
    check_double("8s 8h Qd Qc 4d", letter, Combination::TwoPair, Some(Combination::Pair));
    check_double("8s 8h Qd Jc 4d", letter, Combination::Pair, None);
}
