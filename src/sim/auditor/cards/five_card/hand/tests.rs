//! Hands with a joker and hands of six, as house-poker-am sections 3, 4 and 8 compare them.

use core::cmp::Ordering::{self, Equal, Greater, Less};

use super::*;

const DIGEST: Ranking = Ranking { wheel: true, joker_yields_to_category: false };
const NO_WHEEL: Ranking = Ranking { wheel: false, ..DIGEST };
const BY_CATEGORY: Ranking = Ranking { joker_yields_to_category: true, ..DIGEST };

fn hand(names: &str, ranking: Ranking) -> Hand {
    let cards: Vec<Card> = names.split(' ').map(|name| name.parse().expect("the case names cards")).collect();
    Hand::best(&cards, ranking)
}

#[track_caller]
fn makes(ranking: Ranking, names: &str, combination: &str) {
    assert_eq!(NAMES[hand(names, ranking).rank].0, combination, "{names}");
}

/// The first is higher than the second, equal or lower, and the other way round.
#[track_caller]
fn check(ranking: Ranking, one: &str, other: &str, order: Ordering) {
    let (first, second) = (hand(one, ranking), hand(other, ranking));
    assert_eq!(first.compare(&second, ranking), order, "{one} and {other}");
    assert_eq!(second.compare(&first, ranking), order.reverse(), "{other} and {one}");
}

#[test]
fn hpam_q13_what_a_joker_makes() {
    makes(DIGEST, "As Kd 9c 7h Jk", "pair");
    makes(DIGEST, "8s 8d Qh Kc Jk", "three_of_a_kind");
    makes(DIGEST, "8s 8d Qh Qc Jk", "full_house");
    makes(DIGEST, "9s 8d 7h 5c Jk", "straight");
    makes(DIGEST, "9s 8d 6h 5c Jk", "straight");
    makes(DIGEST, "As Kd Qh Jc Jk", "straight");
    makes(DIGEST, "Kh Th 7h 4h Jk", "flush");
    makes(DIGEST, "5s 5d 5h Ks Jk", "four_of_a_kind");
    makes(DIGEST, "Th 9h 8h 7h Jk", "straight_flush");
    makes(DIGEST, "As Ks Qs Js Jk", "royal_flush");
    makes(DIGEST, "Ts Ks Qs Js Jk", "royal_flush");
    makes(DIGEST, "7s 7d 7h 7c Jk", "five_of_a_kind");
    // Two pairs are always natural (J5), and Ace-King is too.
    makes(DIGEST, "As Ad Kh Kc Jk", "full_house");
    makes(DIGEST, "As Kd Qh 9c 7s", "ace_king");
    makes(DIGEST, "As Qd Jh 9c 7s", "nothing");
}

#[test]
fn hpam_q9_the_lowest_straight() {
    makes(DIGEST, "As 2d 3h 4c 5s", "straight");
    makes(DIGEST, "As 2s 3s 4s 5s", "straight_flush");
    makes(DIGEST, "As 2d 3h 4c Jk", "straight");
    makes(DIGEST, "Ks As 2d 3h 4c", "ace_king");
    makes(DIGEST, "Qs Ks As 2d 3h", "ace_king");
    check(DIGEST, "As 2d 3h 4c 5s", "6s 2s 3d 4h 5d", Less);
    check(DIGEST, "As 2d 3h 4c 5s", "Ad 2s 3d 4h 5d", Equal);
    // 2-3-4-5 and the joker is the one to the six.
    check(DIGEST, "2d 3h 4c 5s Jk", "As 2s 3d 4h 5d", Greater);
    makes(NO_WHEEL, "As 2d 3h 4c 5s", "nothing");
    makes(NO_WHEEL, "As 2s 3s 4s 5s", "flush");
    makes(NO_WHEEL, "As 2d 3h 4c Jk", "pair");
    makes(NO_WHEEL, "6s 2d 3h 4c 5s", "straight");
    check(NO_WHEEL, "As 2d 3h 4c 5s", "Ac Qh 9d 7s 3c", Less);
    check(NO_WHEEL, "As 2d 3h 4c 5s", "Ks Qh 9d 7s 3c", Greater);
    check(NO_WHEEL, "As 2s 3s 4s 5s", "Ah 6h 4h 3h 2h", Less);
    check(NO_WHEEL, "As 2s 3s 4s 5s", "Kh Qh 9h 7h 2h", Greater);
}

#[test]
fn hpam_17_hpam_q12_a_natural_hand_against_one_with_the_joker() {
    // J14 to J19.
    check(DIGEST, "9s 9d 7h 3c 2d", "9h Jk 8s 4c 2s", Greater);
    check(DIGEST, "9s Jk Ac 7h 2d", "9h 9c 5s 4c 3s", Greater);
    check(DIGEST, "Th 9d 8c 7s 6h", "Ts 9c 8d 7h Jk", Less);
    check(DIGEST, "Th 9d 8c 7s 6h", "Ts 9c 8d Jk 6s", Greater);
    check(DIGEST, "Qs Jk Kd 8h 4c", "Qh Qd Kc 8s 4h", Greater);
    check(DIGEST, "As Jk Kd 8h 4c", "Ah Ad 7c 6s 3h", Less);
    // Of flushes all five cards are the combination (HPAM-Q5).
    check(DIGEST, "Ah Kh Th 7h 4h", "Kd Td 7d 4d Jk", Greater);
    check(DIGEST, "Ah Kh Th 7h 3h", "Kd Td 7d 4d Jk", Less);
    check(DIGEST, "As Ks Qs Js Ts", "Ah Kh Jk Jh Th", Greater);
    // M16.
    check(BY_CATEGORY, "9s Jk Ac 7h 2d", "9h 9c 5s 4c 3s", Less);
    check(BY_CATEGORY, "Th 9d 8c 7s 6h", "Ts 9c 8d 7h Jk", Greater);
    check(BY_CATEGORY, "9s 9d 7h 3c 2d", "9h Jk 8s 4c 2s", Greater);
    check(BY_CATEGORY, "8s 8d Jk Kc 3s", "Jh Jd 6c 6s Ac", Greater);
}

#[test]
fn hpam_q11_the_joker_is_no_card_that_the_hand_holds() {
    check(DIGEST, "Ah Kh Qh Jh 2h", "Ad Kd Td 7d Jk", Greater);
    check(DIGEST, "Ah Kh Qh 8h 2h", "Ad Kd Td 7d Jk", Less);
    check(DIGEST, "7s 7d 7h 7c Jk", "Ah Kh Qh Jh Th", Greater);
}

#[test]
fn hpam_18_hpam_q5_hpam_q6_the_order_within_a_category() {
    check(DIGEST, "8s 8d Ac Kh 2s", "9h 9c 5d 4s 3h", Less);
    check(DIGEST, "Qs Qd Ac 9h 2s", "Qh Qc Ad 8s 7h", Greater);
    check(DIGEST, "Qs Qd Ac 8h 2s", "Qh Qc Ad 8s 7h", Less);
    check(DIGEST, "Ks Kd 7c 7h 4s", "Kh Kc 7d 7s 4h", Equal);
    check(DIGEST, "Ks Kd 2c 2h 4s", "Qh Qc Jd Js Ah", Greater);
    check(DIGEST, "3s 3d 3c 2h 2s", "2d 2c 2h As Ad", Greater);
    check(DIGEST, "As Kd 9c 7h 2s", "Ah Kc 8d 5s 3h", Greater);
    check(DIGEST, "As Kd Tc 6h 3s", "Ah Kc Td 6s 3h", Equal);
    check(DIGEST, "As Qd 9c 7h 2s", "Ah Kc 4d 3s 2h", Less);
    check(DIGEST, "Ah Jh 9h 7h 2h", "As Js 9s 7s 2s", Equal);
}

#[test]
fn hpam_13_the_best_five_of_six() {
    makes(DIGEST, "9s 8d 7h 6c Ks 5s", "straight");
    makes(DIGEST, "As 9c 7h 4d 2s Kd", "ace_king");
    // X14: the third pair gives the fifth card; X15; X11: of two kings one counts.
    check(DIGEST, "Ks Kd 9c 9h 4s 4d", "Kh Kc 9d 9s 3h", Greater);
    check(DIGEST, "Ks Kd 9c 9h 4s 4d", "Kh Kc 9d 9s 4h", Equal);
    check(DIGEST, "Kh Qh 9h 7h 4h 2h", "Kd Qd 9d 7d 4d", Equal);
    check(DIGEST, "5s 5d 5h Kc Ks 5c", "5s 5d 5h 5c Kh", Equal);
    check(DIGEST, "3s 3d 3c 9h 9s 9d", "9h 9s 9d 3c 3h", Equal);
    // With a joker: four kings and the joker of six.
    makes(DIGEST, "Ks Kd Kh Kc 4s Jk", "five_of_a_kind");
    makes(DIGEST, "Ah Kh Qh Jh Th Jk", "royal_flush");
    check(DIGEST, "Ah Kh Qh Jh Th Jk", "As Ks Qs Js Ts", Equal);
}
