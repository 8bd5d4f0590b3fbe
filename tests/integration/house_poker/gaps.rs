//! The gaps of the rule book, each resolved the other way (`house-poker-by` section 5).

use croupier::games::card_game::CardGame;
use croupier::games::contract::CardRules as _;
use croupier::games::house_poker::CapOn;
use croupier::games::ranking::DoubleTest;
use croupier::games::{oasis, russian};
use croupier::model::{Money, Refusal};

use super::round::{begin, check, lay, oasis, russian, try_choice};

const GAME: &str = "9h 9s 7d 5c 3h";
const NO_GAME: &str = "Qh Jd 8c 5s 3d";
const TRIPS: &str = "Tc Td Ts 7h 2c";
const QUADS: &str = "Tc Td Ts Th 4c";

fn oasis_with(change: impl FnOnce(&mut oasis::Rules)) -> CardGame {
    let mut rules = oasis();
    change(&mut rules);
    assert_eq!(rules.problems(), [], "the changed rules make sense");
    CardGame::Oasis(rules)
}

fn russian_with(change: impl FnOnce(&mut russian::Rules)) -> CardGame {
    let mut rules = russian();
    change(&mut rules);
    assert_eq!(rules.problems(), [], "the changed rules make sense");
    CardGame::Russian(rules)
}

#[track_caller]
fn check_insurance(game: &CardGame, hand: &str, most: i64) {
    let try_amount =
        |amount: i64| try_choice(&mut begin(game, &[(1, "ante 10", hand)], GAME, "-"), &format!("insure:{amount}")).map(|_| ());
    assert_eq!((try_amount(most), try_amount(most + 1)), (Ok(()), Err(Refusal::AboveMost)), "{hand}");
}

#[test]
fn ha_1_the_limit_counts_stakes_as_well_and_never_cuts_one() {
    let with_most = |most| {
        oasis_with(|rules| {
            rules.play.payout.cap_on = CapOn::TotalReturned;
            rules.play.payout.box_most_minor = Some(Money::from_minor(most));
        })
    };
    let lines = "ante 20, bonus 1005, bet 420 (four-of-a-kind 20:1)";
    check(&with_most(300), "ante 10, bonus 5", QUADS, "bet", GAME, lines, 1305);
    check(&with_most(5), "ante 10, bonus 5", QUADS, "bet", GAME, lines, 1035);
}

#[test]
fn ha_5_the_bonus_of_a_box_that_passed() {
    for (survives, returned) in [(true, 55), (false, 0)] {
        let lines = format!("ante 0, bonus {returned}");
        let game = oasis_with(|rules| rules.play.bonus_survives_pass = survives);
        check(&game, "ante 10, bonus 5", TRIPS, "fold", GAME, &lines, returned);
        let game = russian_with(|rules| rules.play.bonus_survives_pass = survives);
        check(&game, "ante 10, bonus 5", TRIPS, "fold", GAME, &lines, returned);
    }
}

#[test]
fn ha_9_a_k_has_no_row() {
    let game = oasis_with(|rules| rules.play.pays.bet.ace_king = None);
    check(&game, "ante 10", "Ac Kd Qs 4h 2c", "bet", "Ah Ks 7d 5c 3h", "ante 20, bet 20", 40);
    let game = russian_with(|rules| rules.play.pays.bet.ace_king = None);
    check(&game, "ante 10", "As Kd Tc Qh Qd", "bet", GAME, "ante 10, bet 40 (pair 1:1)", 50);
}

#[test]
fn ha_12_cards_of_a_dark_box_are_exchanged_unseen() {
    let game = oasis_with(|rules| rules.play.dark_improvement = true);
    let lines = "ante 20, bet 160 (full-house 7:1), exchange 0";
    check(&game, "ante 10, bet 20", "Tc Td 7s 7h 2c", "exchange:5 Th", GAME, lines, 180);
    check(&game, "ante 10, bet 20", "Tc Td 7s 7h 2c", "decline", GAME, "ante 20, bet 60 (two-pair 2:1)", 80);
    let game = russian_with(|rules| rules.play.dark_improvement = true);
    let lines = "ante 10, bet 160 (full-house 7:1), sixth-card 0";
    check(&game, "ante 10, bet 20", "Tc Td 7s 7h 2c", "sixth Th", GAME, lines, 170);
}

#[test]
fn ha_14_the_most_insurance_of_oasis() {
    let straight = "Tc 9d 8s 7h 6c";
    check_insurance(&CardGame::Oasis(oasis()), straight, 80);
    check_insurance(&oasis_with(|rules| rules.play.insurance_most = oasis::InsuranceMost::BetAndAnteWin), straight, 90);
}

#[test]
fn ha_15_the_insurance_outside_the_limit() {
    let game = oasis_with(|rules| {
        rules.play.payout.insurance_in_cap = false;
        rules.play.payout.box_most_minor = Some(Money::from_minor(80));
    });
    check(&game, "ante 10", "Ac Tc 7c 4c 2c", "insure:80 bet", NO_GAME, "ante 20, insurance 160, bet 20", 200);
}

#[test]
fn ha_16_the_insurance_of_a_box_that_passed_comes_back() {
    check(&CardGame::Oasis(oasis()), "ante 10", "Tc 9d 8s 7h 6c", "insure:80 fold", GAME, "ante 0, insurance 80", 80);
    check(&CardGame::Russian(russian()), "ante 10", TRIPS, "insure:60 fold", NO_GAME, "ante 0, insurance 60", 60);
}

#[test]
fn ha_17_the_bonus_with_exactly_two_pair() {
    let game = russian_with(|rules| rules.play.bonus_two_pair = russian::BonusTwoPair::Lose);
    check(&game, "ante 10, bonus 5", "Tc Td 7s 7h 2c", "bet", GAME, "ante 10, bonus 0, bet 60 (two-pair 2:1)", 70);
}

#[test]
fn ha_18_the_second_combination_by_the_letter() {
    let game = russian_with(|rules| rules.play.doubles.test = DoubleTest::LeavesOneOut);
    check(&game, "ante 10", TRIPS, "bet", GAME, "ante 10, bet 100 (three-of-a-kind 3:1 + pair 1:1)", 110);
}

#[test]
fn ha_18_a_k_inside_the_first_combination() {
    let game = russian_with(|rules| rules.play.doubles.ace_king_inside_first = true);
    let check_six = |hand: &str, sixth: &str, lines: &str, returned| {
        check(
            &game,
            "ante 10",
            hand,
            &format!("sixth {sixth} bet"),
            "9h 9c 8d 5c 3h",
            &format!("ante 10, sixth-card 0, {lines}"),
            returned,
        );
    };
    check_six("As Ks 9s 6s 3s", "Qd", "bet 140 (flush 5:1 + ace-king 1:1)", 150);
    check_six("Ts Js Qs Ks As", "2d", "bet 2040 (royal-flush 100:1 + ace-king 1:1)", 2050);
    check_six("As Ah Kd Kc 7s", "2h", "bet 80 (two-pair 2:1 + ace-king 1:1)", 90);
}

#[test]
fn ha_21_any_compared_ace_or_king() {
    let game = russian_with(|rules| rules.play.ace_king_withheld = russian::AceKingWithheld::AnyComparedCard);
    check(&game, "ante 10", "As Kd Tc Qh Qd", "bet", "Qs Qc Ac Ks 9h", "ante 10, bet 40 (pair 1:1)", 50);
    check(&game, "ante 10", "As Kd Tc Qh Qd", "bet", "Js Jc Ac Ks 9h", "ante 10, bet 60 (pair 1:1 + ace-king 1:1)", 70);
}

#[test]
fn ha_22_the_most_insurance_of_russian_poker() {
    let hand = "8s 8h 8d Ac Kd";
    check_insurance(&CardGame::Russian(russian()), hand, 60);
    check_insurance(&russian_with(|rules| rules.play.insurance_most = russian::InsuranceMost::Both), hand, 80);
    check_insurance(&russian_with(|rules| rules.play.payout.box_most_minor = Some(Money::from_minor(50))), hand, 50);
}

#[test]
fn ha_23_no_insurance_of_dark_boxes() {
    let game = russian_with(|rules| rules.play.dark_insurance = None);
    assert_eq!(lay(&game, &[(1, "ante 10, bet 20, insurance 10")]), Err(Refusal::BetNotOffered));
}

#[test]
fn ha_24_a_dark_insurance_that_plays_with_any_hand() {
    let any_hand = russian::DarkInsurance { antes_most: 6, needs_three_of_a_kind: false };
    let game = russian_with(|rules| rules.play.dark_insurance = Some(any_hand));
    let (stakes, hand) = ("ante 10, bet 20, insurance 10", "Tc Td 7s 4h 2c");
    check(&game, stakes, hand, "decline", NO_GAME, "ante 20, bet 20, insurance 20", 60);
    check(&game, stakes, hand, "-", GAME, "ante 10, bet 40 (pair 1:1), insurance 0", 50);
}

#[test]
fn ha_26_a_second_purchase() {
    let game = russian_with(|rules| rules.play.second_purchase = true);
    let lines = "ante 10, bet 80 (three-of-a-kind 3:1), purchase 0, purchase 0";
    check(&game, "ante 10", TRIPS, "bet buy 9c buy 5h", NO_GAME, lines, 90);
    check(&game, "ante 10", TRIPS, "bet buy 9c decline", NO_GAME, "ante 10, bet 20, purchase 0", 30);
}

#[test]
fn ha_29_the_most_of_the_bonus_alone() {
    let most = Some(Money::from_minor(1_000));
    let (hand, stakes) = ("Ac Kc Qc Jc Tc", "ante 10, bonus 5");
    let game = oasis_with(|rules| rules.play.payout.bonus_most_minor = most);
    check(&game, stakes, hand, "bet", GAME, "ante 20, bonus 5005, bet 2020 (royal-flush 100:1)", 3045);
    let game = russian_with(|rules| {
        rules.play.payout.bonus_most_minor = most;
        rules.play.payout.box_most_minor = Some(Money::from_minor(2_500));
    });
    check(&game, stakes, hand, "bet", GAME, "ante 10, bonus 5005, bet 2020 (royal-flush 100:1)", 2_535);
}

#[test]
fn ha_35_the_bonus_outside_the_limit_of_russian_poker() {
    let game = russian_with(|rules| {
        rules.play.payout.bonus_in_cap = false;
        rules.play.payout.box_most_minor = Some(Money::from_minor(1_000));
    });
    check(&game, "ante 10, bonus 5", QUADS, "bet", GAME, "ante 10, bonus 1005, bet 420 (four-of-a-kind 20:1)", 1_435);
}
