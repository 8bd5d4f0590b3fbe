//! Wrong numbers of cards (HPAM-30 to HPAM-32, cases M1 to M8).

use super::super::ExposedCard;
use super::*;
use crate::games::contract::UnexpectedCard;
use crate::model::{Fate, Rounding, Standing};

const LOW: &str = "Qs 9d 6c 4h 2s";
const PAIR: &str = "9s 9c Kc 7h 2d";
const DEALER: &str = "Ah Kd 8d 5s 3h";

const fn at(place: u8) -> CardPlace {
    CardPlace::Hand { place: BoxNumber(place), hand: 0 }
}

/// What the stakes of a box return whose hand is found to be wrong when the round stands so, and how much that is.
#[track_caller]
fn check_void(rules: &Rules, stakes: &str, decisions: &str, expected: (&str, i64)) {
    let mut round = Round::new(rules, &[box_of(1, LOW), (2, stakes, "9s 9c Kc 7h 2d Jd")], DEALER, decisions).played();
    assert_eq!(round.deal.wrong_count(at(2), 6), UnexpectedCard::HandCorrected);
    let paid = round.deal.paid();
    assert_eq!((lines(&paid).as_str(), returned(&paid)), expected, "{stakes}, {decisions}");
    assert!(!round.deal.can_be_wrong(at(2)), "it does not count any more");
    round.decisions = "fold".split_whitespace();
    let settlement = round.played().deal.settle();
    assert!(paid.beyond(&settlement).returns.is_empty(), "the settlement says the same");
}

#[test]
fn hpam_30_a_wrong_box_gets_its_stakes_back_and_half_its_ante() {
    check_void(&rules(FIVE), "ante 100", "", ("ante 150", 150));
    check_void(&rules(FIVE), "ante 100, bonus 50", "", ("ante 150, bonus 50", 200));
    check_void(&rules(FIVE), "ante 100", "fold bet", ("ante 150, bet 200", 350));
    check_void(&rules(FIVE), "ante 100", "fold fold", ("ante 150", 150));
}

#[test]
fn hpam_q29_case_m3_half_of_an_odd_ante() {
    check_void(&rules(FIVE), "ante 25", "", ("ante 38", 38));
    check_void(&rules_with(FIVE, |rules| rules.play.mistakes.rounding = Rounding::Floor), "ante 25", "", ("ante 37", 37));
}

#[test]
fn hpam_q16_case_m7_the_price_of_a_bought_card_comes_back() {
    check_void(&rules(EXCHANGE), "ante 100", "fold 5", ("ante 150, exchange 100", 250));
    let kept = rules_with(EXCHANGE, |rules| rules.play.mistakes.price_comes_back = false);
    check_void(&kept, "ante 100", "fold 5", ("ante 150, exchange 0", 150));
}

#[test]
fn hpam_q18_the_other_boxes_play_on() {
    let mut round = Round::new(&rules(FIVE), &[box_of(1, LOW), box_of(2, PAIR)], DEALER, "").played();
    assert_eq!(round.deal.wrong_count(at(1), 4), UnexpectedCard::HandCorrected);
    let Want::Decision(decision) = round.deal.wants() else { panic!("box 2 decides") };
    assert_eq!((decision.seat, decision.place), (seat(2), BoxNumber(2)));
    round.decisions = "bet".split_whitespace();
    let settlement = round.played().deal.settle();
    assert_eq!(lines(&settlement), "ante 150, ante 200, bet 600 (pair 2:1)");
    assert_eq!(settlement.returns[0].fate, Fate::Compensated);
}

#[test]
fn hpam_30_a_missed_box_and_one_with_a_card_too_many_are_wrong() {
    let mut round = Round::new(&rules(FIVE), &[box_of(1, LOW), box_of(2, PAIR)], DEALER, "").played();
    assert_eq!([round.deal.miss_box(BoxNumber(1)), round.deal.lay_too_many(BoxNumber(2))], [UnexpectedCard::HandCorrected; 2]);
    assert_eq!((round.deal.wants(), lines(&round.deal.settle())), (Want::Settlement, "ante 150, ante 150".to_owned()));
    assert_eq!([1, 2, 7].map(|place| round.deal.can_be_wrong(at(place))), [false; 3], "none of them counts, or is in the deal");
}

#[test]
fn a_card_that_is_on_its_way_still_comes_to_a_void_box() {
    let mut round = Round::new(&rules(EXCHANGE), &[box_of(1, PAIR)], DEALER, "5").played();
    assert_eq!(round.deal.wrong_count(at(1), 6), UnexpectedCard::HandCorrected);
    assert_eq!(round.deal.wants(), Want::Card { to: at(1), face: crate::model::Face::Down });
    round.hands[0] = cards("Jd").into_iter();
    assert_eq!(lines(&round.played().deal.settle()), "ante 150, exchange 100");
}

#[test]
fn hpam_31_case_m4_a_dealer_with_four_cards_gets_one_more() {
    let mut round = Round::new(&rules(FIVE), &[box_of(1, PAIR)], "Ah Kd 8d 5s 3h 8c", "").played();
    assert_eq!(round.deal.wrong_count(CardPlace::Dealer, 4), UnexpectedCard::HandCorrected);
    assert_eq!(round.deal.wants(), Want::Card { to: CardPlace::Dealer, face: crate::model::Face::Up });
    assert_eq!(round.deal.paid().returns, []);
    round.decisions = "bet".split_whitespace();
    let deal = round.played().deal;
    let dealer = deal.look(crate::model::Eyes::Public).pop().expect("the dealer's hand is the last");
    let shown: Vec<String> = dealer.cards.iter().flatten().map(ToString::to_string).collect();
    assert_eq!(shown.join(" "), "Ah Kd 8d 5s 8c", "three of hearts went out of play");
    assert_eq!(lines(&deal.settle()), "ante 200, bet 600 (pair 2:1)");
}

/// Three boxes with antes 100, 200 and 300, the first with these decisions before the dealer's hand is found wrong.
#[track_caller]
fn check_dealer(rules: &Rules, cards: u8, decisions: &str, expected: (&str, i64)) {
    let boxes = [(1, "ante 100", LOW), (2, "ante 200", PAIR), (3, "ante 300", "Ts Td 4c 3s 2c")];
    let mut round = Round::new(rules, &boxes, DEALER, decisions).played();
    assert_eq!(round.deal.wrong_count(CardPlace::Dealer, cards), UnexpectedCard::Voids);
    let paid = round.deal.paid();
    assert_eq!((lines(&paid).as_str(), returned(&paid)), expected);
    let void = rules.early_payments().void(round.deal.stakes(), &paid);
    assert_eq!(void, paid, "nothing else moves when the deal is void");
}

#[test]
fn hpam_32_cases_m5_and_m6_any_other_wrong_dealer_is_one_to_all_boxes() {
    for cards in [3, 6] {
        check_dealer(&rules(FIVE), cards, "bet bet", ("ante 150, ante 300, ante 450, bet 200, bet 400", 1500));
    }
}

#[test]
fn case_m8_a_box_that_has_surrendered_is_void_too() {
    check_dealer(&rules(FIVE), 6, "fold bet", ("ante 150, ante 300, ante 450, bet 400", 1300));
    let strict = rules_with(FIVE, |rules| rules.play.mistakes.surrendered_too = false);
    check_dealer(&strict, 6, "fold bet", ("ante 0, ante 300, ante 450, bet 400", 1150));
}

#[test]
fn hpam_q19_a_second_open_card_of_the_dealer() {
    let expose = |exposed_card| {
        let rules = rules_with(FIVE, |rules| rules.play.mistakes.exposed_card = exposed_card);
        let mut round = Round::new(&rules, &[box_of(1, PAIR)], DEALER, "").played();
        (round.deal.expose_card(), lines(&round.deal.paid()))
    };
    assert_eq!(expose(ExposedCard::Void), (UnexpectedCard::Voids, "ante 150".into()));
    assert_eq!(expose(ExposedCard::PlaysOn), (UnexpectedCard::Taken, String::new()));
}

#[test]
fn a_void_hand_is_decided_and_its_cards_are_nobodys_but_its_players() {
    let mut round = Round::new(&rules(FIVE), &[box_of(1, PAIR), box_of(2, LOW)], DEALER, "").played();
    round.deal.wrong_count(at(1), 6);
    round.decisions = "bet".split_whitespace();
    let deal = round.played().deal;
    let seen = |eyes| deal.look(eyes)[0].cards.iter().flatten().count();
    assert_eq!((seen(crate::model::Eyes::Public), seen(crate::model::Eyes::Seat(seat(1)))), (0, 5));
    assert_eq!(deal.look(crate::model::Eyes::Public)[0].standing, Standing::Decided);
}
