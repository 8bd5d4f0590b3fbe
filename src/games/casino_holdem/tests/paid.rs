//! What is paid or lost before the deal is over, and what a void makes of it (`house-rules-by` HX-3, HRB-24 to HRB-26).

use super::{BoxText, Rules, dealt, lines, returned, rules_with};
use crate::games::contract::{CardRules as _, Deal as _};
use crate::games::early_payments::{EarlyPayments, Forfeits};
use crate::model::{Fate, Money};

/// Box 1 passes with a bonus that wins, box 2 bets with one that is lost.
const BOXES: [BoxText<'_>; 2] = [(1, "ante 10, bonus 10", "9c 4d"), (2, "ante 20, bonus 5", "Kc Qd")];
const DEALER: &str = "Qs Jc";
const FLOP: &str = "As Ah 7d";

fn rules(payments: EarlyPayments, forfeits: Forfeits) -> Rules {
    rules_with(|rules| (rules.play.payments_in_void, rules.play.forfeits_in_void) = (payments, forfeits))
}

/// What was paid or lost after these decisions.
#[track_caller]
fn check(forfeits: Forfeits, boxes: &[BoxText<'_>], board: &str, decisions: &str, expected: &str) {
    let deal = dealt(&rules(EarlyPayments::Stand, forfeits), boxes, DEALER, board, decisions);
    assert_eq!(lines(&deal.paid()), expected, "{board} {decisions}");
}

#[test]
fn thb_14_bonuses_are_settled_when_the_last_box_has_decided() {
    let aces: [BoxText<'_>; 2] = [(1, "ante 10, bonus 10", "9c 4d"), (2, "ante 20, bonus 5", "Kc 3d")];
    check(Forfeits::ComeBack, &aces, "As Ad", "", "");
    check(Forfeits::ComeBack, &aces, "As Ad 7d", "bet", "");
    check(Forfeits::ComeBack, &aces, "As Ad 7d", "bet bet", "bonus 80 (pair 7:1), bonus 40 (pair 7:1)");
    check(Forfeits::ComeBack, &aces, "As Ad 7d Kd", "bet bet", "bonus 80 (pair 7:1), bonus 40 (pair 7:1)");
}

#[test]
fn a_passed_ante_and_a_lost_bonus_are_lost_at_once_only_where_that_is_final() {
    let lost: [BoxText<'_>; 2] = [(1, "ante 10, bonus 10", "9c 4d"), (2, "ante 20, bonus 5", "Kc 3d")];
    let board = "Ks 8h 7d";
    check(Forfeits::ComeBack, &lost, board, "fold bet", "");
    check(Forfeits::Stand, &lost, board, "fold", "ante 0");
    check(Forfeits::Stand, &lost, board, "fold bet", "ante 0, bonus 0, bonus 0");
    check(Forfeits::Stand, &BOXES, FLOP, "fold bet", "ante 0, bonus 80 (pair 7:1), bonus 40 (pair 7:1)");
}

#[test]
fn a_dark_boxs_bonus_is_settled_with_the_deal() {
    let rules = rules_with(|rules| (rules.boxes.dark, rules.play.forfeits_in_void) = (true, Forfeits::Stand));
    let deal = dealt(&rules, &[(1, "ante 10, bet 20, bonus 10", "9c 4d")], DEALER, FLOP, "");
    assert_eq!(lines(&deal.paid()), "");
}

#[test]
fn ha_29_what_is_paid_at_once_is_cut_at_once() {
    let rules = rules_with(|rules| rules.play.payout.bonus_most_minor = Some(Money::from_minor(30)));
    let deal = dealt(&rules, &BOXES, DEALER, &format!("{FLOP} Kd 2h"), "fold bet");
    // 80 less 40, and 40 less 5.
    assert_eq!(returned(&deal.paid()), 75);
    assert_eq!(returned(&deal.paid()) + returned(&deal.settle().beyond(&deal.paid())), returned(&deal.settle()));
}

/// What comes back in all where the deal is void after the bonuses, and how much of it was a void stake.
#[track_caller]
fn check_void(payments: EarlyPayments, forfeits: Forfeits, in_all: i64, void: i64) {
    let rules = rules(payments, forfeits);
    let deal =
        dealt(&rules, &[BOXES[0], (2, "ante 20, bonus 5", "8c 3d"), (3, "ante 30, bonus 5", "Kc 3d")], DEALER, "As 9d 9h", "fold bet bet");
    let settlement = rules.early_payments().void(deal.stakes(), &deal.paid());
    let voided: i64 = settlement.returns.iter().filter(|line| line.fate == Fate::Void).map(|line| line.returned.minor()).sum();
    assert_eq!((returned(&settlement), voided), (in_all, void));
}

#[test]
fn hx_3_hrb_24_hrb_26_a_void_gives_back_what_does_not_stand() {
    // Staked: 10 and 10, passed; 20, 5 and 40; 30, 5 and 60. Box 1 has three nines: its bonus of 10 was paid 80; the others lost theirs.
    check_void(EarlyPayments::Stand, Forfeits::ComeBack, 250, 170);
    check_void(EarlyPayments::ComeBack, Forfeits::ComeBack, 180, 180);
    check_void(EarlyPayments::Stand, Forfeits::Stand, 230, 150);
    check_void(EarlyPayments::ComeBack, Forfeits::Stand, 160, 160);
}
