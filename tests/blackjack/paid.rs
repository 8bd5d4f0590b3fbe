//! What is paid before a deal is over, and what a void does with it.

use croupier::games::blackjack::{BlackjackRules, Rules};
use croupier::games::contract::Deal as _;
use croupier::games::early_payments::EarlyPayments;
use croupier::model::Money;

use crate::case::{am, by, play};

/// That the deal has paid so much when the script has been played.
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
