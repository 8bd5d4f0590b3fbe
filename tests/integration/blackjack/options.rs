//! The alternatives that the rule books' gaps leave, one key each.

use croupier::games::blackjack::{AgainstBlackjacks, BlackjackTakes, BlindCounts, DealerFirstCard, InsuranceAsked, Rules, Soft17, SplitBy};
use croupier::model::{Money, Odds};

use super::case::{am, by, check, play};

fn am_with(change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules = am();
    change(&mut rules);
    rules
}

fn by_with(change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules = by();
    change(&mut rules);
    rules
}

#[track_caller]
fn check_offered(rules: &Rules, script: &str, offered: &str) {
    assert_eq!(play(rules, "20", script).offered(), offered, "{script}");
}

#[test]
fn ba_4_a_dealer_who_draws_on_soft_17() {
    let rules = by_with(|rules| rules.play.dealer.soft_17 = Soft17::Hit);
    check(&rules, "20", "Ts 6h 8d stand Ac 4d", "main 20>0", (20, 0));
}

#[test]
fn bjam_q4_an_ace_and_a_ten_after_a_split_are_a_blackjack() {
    let rules = am_with(|rules| rules.play.blackjack.after_split = true);
    check(&rules, "100", "As Ah 9c split Kd 7d stand Th", "main 100>250, split.1 100>0", (200, 250));
}

#[test]
fn bjam_q5_split_aces_get_one_card() {
    let rules = am_with(|rules| {
        rules.play.split.aces_one_card = true;
        rules.play.double.on_split_aces = false;
    });
    check(&rules, "100", "As Ah 9c split 5d 9d Th", "main 100>0, split.1 100>200", (200, 200));
}

#[test]
fn bjam_q7_double_only_on_some_counts_and_not_after_a_split() {
    let rules = am_with(|rules| {
        (rules.play.double.least_points, rules.play.double.most_points) = (9, 11);
        rules.play.double.after_split = false;
    });
    check_offered(&rules, "5s 3d Th", "1 on 1.0: hit stand surrender");
    check_offered(&rules, "5s 4d Th", "1 on 1.0: hit stand double=20 surrender");
    check_offered(&rules, "5s 7d Th", "1 on 1.0: hit stand surrender");
    check_offered(&rules, "8s 8d Th split 3d", "1 on 1.0: hit stand");
}

#[test]
fn bjam_q9_surrender_of_a_split_hand() {
    let mut rules = am();
    rules.play.surrender.as_mut().expect("surrender is offered").after_split = true;
    check(&rules, "100", "8s 8h Th split 8d surrender Td stand 7c", "main 100>50, split.1 100>200", (200, 250));
}

#[test]
fn bjam_q10_ba_12_a_surrender_that_a_later_blackjack_takes() {
    let mut rules = am();
    rules.play.surrender.as_mut().expect("surrender is offered").is_final = false;
    check(&rules, "100", "Ts 6d As decline surrender Kc", "main 100>0", (100, 0));
    check(&rules, "100", "Ts 6d As decline surrender 9c", "main 100>50", (100, 50));
    check(&rules, "100", "Ts 6d 9s surrender", "main 100>50", (100, 50));
}

#[test]
fn no_surrender_and_no_insurance_where_they_are_not_named() {
    let rules = am_with(|rules| (rules.play.surrender, rules.play.insurance) = (None, None));
    check_offered(&rules, "Ts 6d As", "1 on 1.0: hit stand double=20");
    // Even money alone is offered at the box.
    check_offered(&rules, "Ks Ad As", "1 on 1.0: even-money decline");
}

#[test]
fn ba_9_original_bets_only() {
    let rules = by_with(|rules| rules.play.dealer.blackjack_takes = BlackjackTakes::OriginalOnly);
    check(&rules, "20", "6s Th 5d double 9c Ac", "main 20>0, double 20>20", (40, 20));
    // A hand over 21 has lost all of it at once.
    check(&rules, "20 20", "Ts Ts Th 4d Td double 9c stand Ac", "main 20>0, main 20>0, double 20>0", (60, 0));
}

#[test]
fn bjam_q14_partial_insurance_and_ba_11_against_a_ten() {
    let mut rules = by();
    let insurance = rules.play.insurance.as_mut().expect("insurance is offered");
    insurance.partial = false;
    insurance.against_ten = true;
    check_offered(&rules, "Ts Th 7d", "1 on 1.0: hit stand double=20 surrender insure=10");
    check(&rules, "20", "Ts Th 7d insure=10 stand Ac", "main 20>0, insurance 10>30", (30, 30));
    check_offered(&rules, "Ks Th Ad", "1 on 1.0: insure=10 decline");
}

#[test]
fn bjam_q17_ba_20_a_blackjack_that_may_not_be_insured() {
    let mut rules = am();
    rules.play.insurance.as_mut().expect("insurance is offered").on_blackjack = false;
    check_offered(&rules, "Ks Ad As", "1 on 1.0: even-money decline");
    rules.play.blackjack.even_money = false;
    check(&rules, "100", "Ks Ad As 5d 5h", "main 100>250", (100, 250));
}

#[test]
fn bjam_q18_insurance_at_the_box() {
    let mut rules = am();
    rules.play.insurance.as_mut().expect("insurance is offered").asked = InsuranceAsked::AtTheBox;
    check_offered(&rules, "Ts 6d As", "1 on 1.0: hit stand double=20 surrender insure=10");
    check_offered(&rules, "Ts 6d As stand", "1 on 1.0: insure=10 decline");
    check_offered(&rules, "Ts 6d As insure=10", "1 on 1.0: hit stand double=20 surrender");
}

#[test]
fn bjam_q16_a_dealer_who_always_completes_the_hand() {
    let rules = am_with(|rules| rules.play.dealer.draws_for_nobody = true);
    check(&rules, "100", "Ts 6d Th surrender 5c 9d", "main 100>50", (100, 50));
}

#[test]
fn ba_18_a_dealer_who_completes_the_hand_against_blackjacks() {
    let rules = by_with(|rules| rules.play.dealer.against_blackjacks = AgainstBlackjacks::WholeHand);
    check(&rules, "20", "As Th Kd 6c 5d", "main 20>50", (20, 50));
    let rules = am_with(|rules| rules.play.dealer.against_blackjacks = AgainstBlackjacks::OneCard);
    check(&rules, "100", "As Kd 7c Ts", "main 100>250", (100, 250));
    check(&rules, "100", "As Kd 5c 6s", "main 100>250", (100, 250));
}

#[test]
fn bjam_q19_q20_prizes_on_the_first_stake() {
    let rules = am_with(|rules| {
        let prizes = &mut rules.play.prizes;
        prizes.three_sevens = Some(Odds::to_one(3));
        prizes.six_cards = Some(Odds::to_one(1));
        prizes.six_seven_eight = Some(Odds::to_one(2));
        prizes.suited_blackjack = Some(Odds::to_one(1));
    });
    // K7: the stake is lost, the prize is paid.
    check(&rules, "100", "7s 7d As decline hit 7h Kc", "main 100>300", (100, 300));
    check(&rules, "100", "2s 3d Tc hit 4h hit 2c hit 5s hit 3h stand 9h", "main 100>200", (100, 200));
    check(&rules, "100", "6s 7s Tc hit 8s 9h", "main 100>400", (100, 400));
    check(&rules, "100", "6s 7s Tc hit 8d 9h", "main 100>200", (100, 200));
    check(&rules, "100", "As Ks 7c Tc", "main 100>350", (100, 350));
    check(&rules, "100", "7s 7d 9c split 7h stand 7c hit 7s Tc", "main 100>0, split.1 100>200", (200, 200));
}

#[test]
fn bjam_q25_a_21_that_may_draw() {
    let rules = am_with(|rules| rules.play.twenty_one_stands = false);
    check(&rules, "100", "7s 7d 9c hit 7h stand Tc", "main 100>200", (100, 200));
    check(&rules, "100", "7s 7d 9c hit 7h hit 2h", "main 100>0", (100, 0));
}

#[test]
fn ba_3_a_soft_hand_that_counts_low_for_a_blind_double() {
    check_offered(&by(), "As Th 5d", "1 on 1.0: hit stand double=20 surrender");
    let rules = by_with(|rules| rules.play.double.blind_counts = BlindCounts::Low);
    check_offered(&rules, "As Th 5d", "1 on 1.0: hit stand double=20 double-blind=20 surrender");
}

#[test]
fn ba_6_split_by_value() {
    let rules = by_with(|rules| rules.play.split.by = SplitBy::Value);
    check_offered(&rules, "Ks Th Qd", "1 on 1.0: hit stand double=20 split=20 surrender");
    let rules = am_with(|rules| rules.play.split.by = SplitBy::Rank);
    check_offered(&rules, "Ks Qd Th", "1 on 1.0: hit stand double=20 surrender");
}

#[test]
fn ba_7_split_aces_that_may_not_be_split_again() {
    let rules = by_with(|rules| rules.play.split.aces_again = false);
    check(&rules, "20", "As 9h Ad split Ac 9c Tc", "main 20>0, split.1 20>40", (40, 40));
}

#[test]
fn ba_8_a_double_on_a_split_ace() {
    let rules = by_with(|rules| rules.play.double.on_split_aces = true);
    check_offered(&rules, "As 9h Ad split 2c", "1 on 1.0: stand double=20");
    check(&rules, "20", "As 9h Ad split 2c double 8c 9c stand Tc", "main 20>40, split.1 20>40, double 20>40", (60, 120));
}

#[test]
fn bjb_27_ba_17_a_bust_hand_that_ends_no_splitting() {
    let rules = by_with(|rules| rules.play.split.ends_with_bust = false);
    check_offered(&rules, "8s Th 8d split 6c hit Tc 8c", "1 on 1.1: hit stand double=20 split=20");
}

#[test]
fn a_hidden_bust_ends_no_splitting_for_nobody_knows_of_it() {
    let rules = by_with(|rules| rules.play.double.blind_most_points = Some(21));
    check_offered(&rules, "8s Th 8d split 6c blind Tc 8c", "1 on 1.1: hit stand double=20 double-blind=20 split=20");
}

#[test]
fn ba_13_raises_within_the_most_of_the_box() {
    let rules = by_with(|rules| {
        rules.limits.raises_within_box_most = true;
        rules.limits.box_most_minor = Money::from_minor(40);
    });
    check_offered(&rules, "8s Th 8d", "1 on 1.0: hit stand double=20 split=20 surrender");
    check_offered(&rules, "8s Th 8d split 3c", "1 on 1.0: hit stand");
}

#[test]
fn ba_16_a_most_win_of_a_stake() {
    let rules = by_with(|rules| rules.limits.win_most_minor = Some(Money::from_minor(25)));
    check(&rules, "20", "As 6h Kd", "main 20>50", (20, 45));
    check(&rules, "20", "6s 6h 5d double 9c Tc 2d", "main 20>40, double 20>40", (40, 80));
}

#[test]
fn the_dealers_first_card_may_come_last() {
    let rules = by_with(|rules| rules.play.dealer.first_card = DealerFirstCard::AfterRounds);
    check(&rules, "20 20", "Ts 9s 8d 8c 9h stand stand Tc", "main 20>0, main 20>0", (40, 0));
}
