//! The decree's studs: the cases S and V of `table-poker-am`. The button is the last seat, so the first hand is seat 1.

use super::*;

const FIVE: &str = "open-stud5/am";
const SEVEN: &str = "open-stud7/am";

/// Initial stake and blind of this size.
fn stake(size: i64) -> Level {
    Level { ante: money(size), ..blinds(0, size, 1) }
}

fn begin(rules: &str, size: i64, own: &[&str]) -> Case {
    let stacks: Vec<i64> = own.iter().map(|_| 10 * size).collect();
    let button = u8::try_from(own.len()).expect("a few seats");
    Case::new(rules, stake(size), &stacks, button, own, "")
}

/// Everybody matches the blind and nobody bets; who has all the cards that the case names stops there.
fn check(rules: &str, bank: i64, own: &[&str], expected: &str) {
    let mut case = begin(rules, bank / (2 * own.len() as i64), own);
    case.deal();
    while let HandWants::Decision(asked) = case.hand.wants() {
        let offers = case.hand.offers(asked).expect("it is asked");
        let count = case.hand.seats()[asked.index()].expect("it plays").cards().len();
        let action = match (offers.may_stop && count == case.own[asked.index()].len(), offers.call.is_zero()) {
            _ if offers.may_divide => Action::Divide,
            (true, _) => Action::Stop,
            (false, true) => Action::Check,
            (false, false) => Action::Call,
        };
        case.hand.take(asked, action).expect("it is offered");
        case.deal();
    }
    assert_eq!(told(&case.hand).split("; stacks").next(), Some(expected), "{own:?}");
}

#[test]
fn s1_the_highest_open_card_begins_and_of_equal_ones_the_nearest_to_the_dealers_left() {
    let own = ["2c Kd", "2d Ks", "2h 7h"];
    begin(FIVE, 100, &own).check_asked("", "1: 0 200-900");
    // The first hand moves with the button; its blind is matched by the others.
    Case::new(FIVE, stake(100), &[1_000; 3], 1, &own, "").check_asked("", "2: 0 200-900");
    begin(FIVE, 100, &["2c 7d", "2d Ks", "2h 7h"]).check_asked("", "2: 100 200-900");
}

#[test]
fn s2_an_open_pair_begins_the_next_round() {
    begin(FIVE, 100, &["2c Kd 4c", "2d Ks 4h", "2h 7h 7s"]).check_asked("1 check, 2 call, 3 call", "3: 0 100-800");
}

#[test]
fn s3_a_flush_wins_what_one_who_surrendered_has_matched() {
    let own = ["As Ks 9s 5s 2s", "Ad Qh Jd Tc 9h", "7h 3c 4d"];
    let words = "1 check, 2 call, 3 call, 1 check, 2 check, 3 fold, 1 check, 2 check, 1 check, 2 check";
    begin(FIVE, 100, &own).check(words, "600-30 1:570; stacks 1370 800 800");
}

#[test]
fn s4_to_s8_hands_of_those_who_stopped() {
    check(FIVE, 900, &["8s 8d 8h", "Kc Kd 4s 4h Jc", "Ah Qd 9c 7s 3d"], "900-45 1:855");
    check(FIVE, 600, &["8s 8d 8h", "7c 7d 7s Ah Kc"], "600-30 1:570");
    check(FIVE, 400, &["Ks Kd", "Kh Kc 4s 3d 2c"], "400-20 2:380");
    check(FIVE, 400, &["Qs Qd 5h 5c", "Js Jd Th Tc Ac"], "400-20 1:380");
    check(FIVE, 400, &["Ah Jh 7h 4h", "2s 2d 5c 6s 8d"], "400-20 2:380");
}

#[test]
fn s9_who_has_stopped_matches_or_surrenders() {
    let own = ["Ks Kd", "2h Qc 3s 4d 5c"];
    let stopped = || begin(FIVE, 100, &own).play("1 stop, 1 check, 2 call, 1 check, 2 bet 100");
    let asked = stopped();
    assert_eq!(asked.hand.wants(), HandWants::Decision(seat(1)));
    assert_eq!(asked.hand.offers(seat(1)).map(|offers| (offers.call, offers.may_stop)), Some((money(100), false)));
    stopped().check("1 fold", "back 2:100; 400-20 2:380; stacks 800 1180");
}

#[test]
fn s10_nothing_is_compared_before_the_stakes_of_the_fourth_round_are_equal() {
    let own = ["2s Kd 3s 4s 6s", "2h Qc 5h 7h 8d"];
    let words = "1 check, 2 call, 1 check, 2 check, 1 check, 2 check, 1 check, 2 bet 100";
    let played = begin(FIVE, 100, &own).play(words);
    assert_eq!(played.hand.wants(), HandWants::Decision(seat(1)));
    assert!(played.hand.shown().is_empty());
    assert_eq!(played.hand.offers(seat(1)).map(|offers| offers.call), Some(money(100)));
}

#[test]
fn tpam_q7_tied_hands_divide_and_the_odd_unit_goes_to_the_dealers_left() {
    check(FIVE, 500, &["Ks Qd", "Kh Qc"], "500-25 1:238 2:237");
    check(FIVE, 300, &["As Kd 9c 7h 4s", "Ah Kc 9d 7s 4d"], "300-15 1:143 2:142");
}

#[test]
fn s12_s13_s15_and_s16_hands() {
    check(FIVE, 600, &["Ks Kd Kh 4c 4s", "Ah Qh 9h 6h 2h"], "600-30 1:570");
    check(FIVE, 600, &["As 2d 3h 4c 5s", "Ah Ad Kc Qd 9s"], "600-30 1:570");
    check(FIVE, 400, &["Ks Qd", "Kh Jc"], "400-20 1:380");
    check(FIVE, 800, &["9s 9d 9h 9c", "Kc Kd Kh 4c 4s"], "800-40 1:760");
}

#[test]
fn s14_the_last_one_takes_the_bank_unseen_and_the_fee_is_taken() {
    let own = ["2c 7d", "2d 8s", "2h Kh Ah"];
    let words = "3 call, 1 check, 2 call, 3 bet 100, 1 fold, 2 fold";
    let played = begin(FIVE, 100, &own).play(words);
    assert!(played.hand.shown().is_empty());
    assert_eq!(told(&played.hand), "back 3:100; 600-30 3:570; stacks 800 800 1370");
}

#[test]
fn tpam_q22_at_most_four_raises_in_a_round() {
    let words = "1 raise 200, 2 raise 300, 1 raise 400, 2 raise 500";
    begin(FIVE, 100, &["2c Kd", "2d 7s"]).check_asked(words, "1: 100");
}

#[test]
fn spg_74_who_stops_has_decided_by_the_cards_as_they_lie() {
    let case = begin(FIVE, 100, &["2c Kd", "2d 7s"]).play("");
    assert!(case.hand.can_be_boxed());
    let case = begin(FIVE, 100, &["2c Kd", "2d 7s"]).play("1 stop");
    assert!(!case.hand.can_be_boxed());
}

#[test]
fn tpam_q24_who_has_stopped_takes_no_card_again() {
    let case = begin(FIVE, 100, &["2c Kd", "2d 7s"]).play("1 stop");
    let mut hand = case.hand;
    assert_eq!(hand.take(seat(1), Action::Stop), Err(crate::games::betting::BettingRefusal::NoStop));
    // It is still his turn; where both have stopped, nothing more is dealt or bet.
    hand.take(seat(1), Action::Check).expect("he owes nothing");
    hand.take(seat(2), Action::Stop).expect("a card is to come");
    hand.take(seat(2), Action::Call).expect("he owes the blind");
    assert_eq!(hand.wants(), HandWants::Settlement);
    assert_eq!(hand.seats().iter().flatten().map(|player| player.cards().len()).sum::<usize>(), 4);
}

#[test]
fn v1_to_v7_hands_of_seven_cards() {
    let both = |a: &str, b: &str, expected: &str| check(SEVEN, 1_000, &[a, b], expected);
    both("As Ad 7c 7h Kd 9s 2c", "Qs Qh Qd 4c 4s 8h 3d", "1000-50 2:950");
    both("9s 8d 7c 6h 5s", "Kd Kc 3s 3h Jd 6c 2h", "1000-50 1:950");
    both("Ah Kd Qs Jc Th 4s 2d", "Ad Kh Qc Js Tc 9s 9d", "1000-50 1:475 2:475");
    both("As Ad 7c 7h Kd Ks 2c", "Ah Ac 9d 9s Kh 4d 3c", "1000-50 1:950");
    both("5h 6h 7h 8h 9h Kc Ks", "Js Jd Jh Jc 2s 4d 6s", "1000-50 1:950");
    both("Qs Qd Qh 8c 8s 8d 2c", "Kc Kd Kh 2s 2d 5c 7h", "1000-50 2:950");
    both("Ah Jh 9h 7h 4h 2h Kc", "Ad Jd 9d 7d 3d Ks Kh", "1000-50 1:950");
}

#[test]
fn v8_to_v13_hands_of_those_who_stopped_and_of_seven_cards() {
    let both = |a: &str, b: &str, expected: &str| check(SEVEN, 1_000, &[a, b], expected);
    both("5s 5d 5h", "Ac Ad Kc Ks 9h 7d 2c", "1000-50 1:950");
    both("8s 7d 6c 5h", "2s 2d 9c Jh 4d 6h Tc", "1000-50 2:950");
    both("As 2d 3h 4c 5s Kh Kd", "Qs Qd Qh 9c 7d 4s 2c", "1000-50 1:950");
    both("Ts Td Th Tc As 4d 2c", "9s 9d 9h 9c Ad Kd Qh", "1000-50 1:950");
    both("Ks Kd 8c 8h Jd 4s 2c", "Kh Kc 8s 8d Jh 3s 2d", "1000-50 1:475 2:475");
    both("Ks Kd 8c 8h Qd 4s 2c", "Kh Kc 8s 8d Jh 3s 2d", "1000-50 1:950");
}

/// Five open cards are a combination of their own: here a straight before three of a kind.
#[test]
fn tpam_44_the_best_open_combination_begins_the_last_round() {
    let own = ["2c 3d Kd Ks Kh 7c 4c", "Ac Ad 5s 6d 7h 8s 9c"];
    let round = "check, check, ";
    let words = ["1 check, 2 call, ", round, round, round].concat();
    begin(SEVEN, 100, &own).check_asked(&words, "2: 0 100-800");
}

#[test]
fn v14_and_v15_only_the_first_two_of_six_hands_lie_closed() {
    let mut case = begin(SEVEN, 100, &[""; 6]);
    let mut dealt = Vec::new();
    while case.hand.wants() != HandWants::Settlement {
        match case.hand.wants() {
            HandWants::Card(to) => {
                dealt.push(to);
                case.hand.take_card(case.others.pop().expect("the pack suffices"));
            }
            HandWants::Decision(asked) => {
                let offers = case.hand.offers(asked).expect("it is asked");
                let action = match (offers.may_divide, offers.call.is_zero()) {
                    (true, _) => Action::Divide,
                    (false, true) => Action::Check,
                    (false, false) => Action::Call,
                };
                case.hand.take(asked, action).expect("it is offered");
            }
            HandWants::Shuffle | HandWants::Settlement => {}
        }
    }
    let is_down = |to: &CardTo| matches!(to, CardTo::Down(_));
    assert_eq!((dealt.len(), dealt.iter().filter(|to| is_down(to)).count()), (42, 12));
    assert!(dealt[..12].iter().all(is_down) && dealt[0] == CardTo::Down(seat(1)));
}
