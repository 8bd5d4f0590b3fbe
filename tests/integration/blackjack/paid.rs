//! What is paid before a deal is over, and what a void does with it.

use croupier::games::blackjack::{BlackjackRules, Rules};
use croupier::games::card_game::CardGame;
use croupier::games::contract::Deal as _;
use croupier::games::early_payments::{EarlyPayments, Forfeits};
use croupier::model::Money;

use super::case::{am, by, play};

/// Checks that the deal has paid so much when the script has been played.
#[track_caller]
fn check(rules: &Rules, stakes: &str, script: &str, paid: i64) {
    let settlement = play(rules, stakes, script).deal.paid();
    let returned: Money = settlement.returns.iter().map(|line| line.returned).sum();
    let cut: Money = settlement.cuts.iter().map(|cut| cut.amount).sum();
    assert_eq!((returned - cut).minor(), paid, "{stakes}: {script}");
}

#[test]
fn bw_1_a_blackjack_is_paid_at_once_against_2_to_9() {
    check(&by(), "20", "As 6h", 0);
    check(&by(), "20", "As 6h Kd", 50);
    check(&by(), "20", "As 2h Kd", 50);
    check(&by(), "20", "As 9h Kd", 50);
    check(&by(), "20", "As Th Kd", 0);
    check(&by(), "20", "As Kh Kd", 0);
    check(&by(), "20", "As Ah Kd", 0);
    check(&by(), "20", "As Ah Kd decline", 0);
    check(&by(), "20", "Ts 6h Kd", 0);
}

#[test]
fn section_4_it_is_paid_when_the_croupier_comes_to_its_box() {
    check(&by(), "20 20", "Ts As 6h Td Kd", 0);
    check(&by(), "20 20", "Ts As 6h Td Kd stand", 50);
    check(&by(), "20 20", "As Ts 6h Kd Td", 50);
    check(&by(), "1@1=20 2@1=10", "As 6h Kd", 75);
}

#[test]
fn bw_4_k5_even_money_is_paid_when_it_is_taken() {
    check(&by(), "20", "As Ah Kd even-money", 40);
    check(&by(), "1@1=20 2@1=10", "As Ah Kd even-money", 40);
    check(&am(), "100 100", "As Ts Kd 6d Ah even-money", 200);
    check(&am(), "100", "As Kd 6h", 0);
}

#[test]
fn ba_16_a_most_win_cuts_it_there() {
    let mut rules = by();
    rules.limits.win_most_minor = Some(Money::from_minor(25));
    check(&rules, "20", "As 6h Kd", 45);
}

#[test]
fn rules_that_were_written_down_before_there_was_the_key_pay_with_the_settlement_only() {
    let bytes = minicbor::to_vec((true, true, false)).expect("encoding to memory cannot fail");
    let blackjack: BlackjackRules = minicbor::decode(&bytes).expect("the three keys of that time are enough");
    assert_eq!(blackjack.payments_in_void, EarlyPayments::None);
    let mut rules = by();
    rules.play.blackjack = blackjack;
    check(&rules, "20", "As 6h Kd", 0);
    check(&rules, "20", "As Ah Kd even-money", 0);
}

/// Checks that these stakes are over when the script has been played, where a void does not return what was forfeited.
#[track_caller]
fn check_forfeits(mut rules: Rules, stakes: &str, script: &str, over: &str) {
    assert!(!play(&rules, stakes, script).over().contains('>'), "{script}: by the shipped rules it is settled with the deal");
    rules.play.forfeits_in_void = Forfeits::Stand;
    assert_eq!(play(&rules, stakes, script).over(), over, "{stakes}: {script}");
}

#[test]
fn bjb_17_over_21_the_stake_loses_at_once_where_it_stands_in_a_void() {
    check_forfeits(by(), "20", "Ts Th 6d hit", "");
    check_forfeits(by(), "20 20", "Ts Ts Th 6d 6d hit Kc", "main 20>0");
    check_forfeits(by(), "20 20", "Ts Ts Th 4d 6d double 9c", "main 20>0, double 20>0");
    check_forfeits(by(), "20 20", "Ts Ts Ah 4d 6d insure=10 hit Kc", "main 20>0");
    check_forfeits(by(), "1@1=20 2@1=10", "Ts Th 6d hit Kc", "main 20>0, main 10>0");
    check_forfeits(am(), "100", "8s 8d Th split 8c hit Kd", "main 100>0");
}

#[test]
fn ba_24_what_lies_face_down_is_not_over_before_it_is_seen() {
    let mut rules = by();
    rules.play.double.blind_most_points = Some(21);
    check_forfeits(rules, "20 20", "Ts Ts Th 6d 6d blind Kc", "");
}

#[test]
fn ba_12_bjam_q10_half_is_returned_at_once_where_it_stands_in_a_void() {
    check_forfeits(by(), "20 20", "Ts Ts Th 6d 6d surrender", "main 20>10");
    check_forfeits(am(), "25 100", "Ts Ts 6d 6d Th surrender", "main 25>13");
    let mut rules = by();
    rules.play.surrender.as_mut().expect("surrender is offered").is_final = false;
    check_forfeits(rules, "20 20", "Ts Ts Th 6d 6d surrender", "");
}

#[test]
fn rules_that_were_written_down_before_there_was_the_key_return_forfeits_in_a_void() {
    let mut rules = by();
    rules.play.forfeits_in_void = Forfeits::Stand;
    let text = toml::to_string(&rules).expect("rules can be written");
    let read =
        |text: &str| -> CardGame { minicbor::decode(&minicbor::to_vec(("blackjack", text)).expect("it fits")).expect("rules can be read") };
    assert_eq!(read(&text), CardGame::Blackjack(rules.clone()), "a text that has the key means what it says");
    let older = text.replace("forfeits_in_void = \"stand\"\n", "");
    assert_ne!(older, text);
    rules.play.forfeits_in_void = Forfeits::ComeBack;
    assert_eq!(read(&older), CardGame::Blackjack(rules));
}
