//! The worked cases BW-1 to BW-42 and the refusals among BX-1 to BX-24 of `blackjack-by`. Cards come in dealing order: one to every box,
//! one to the dealer, a second one to every box, then as drawn. BX-21 is about who cuts the
//! packs: that is done with hands, and no word of the contract speaks of it.

use croupier::games::contract::CardRules as _;

use super::case::{by, check, play};

macro_rules! cases {
    ($($name:ident: $placed:literal, $script:literal, $settled:literal, $sums:expr;)*) => {
        $(#[test] fn $name() { check(&by(), $placed, $script, $settled, $sums); })*
    };
}

cases! {
    // Paid at once, so the dealer draws no card for it (BA-19).
    bw_1_a_blackjack_against_a_six_needs_no_dealer: "20", "As 6h Kd", "main 20>50", (20, 50);
    bw_1_a_blackjack_against_a_six_that_becomes_21: "20 20", "As Td 6h Kd 9d stand Tc 5d", "main 20>50, main 20>0", (40, 50);
    bw_2_a_blackjack_against_a_ten: "20", "As Th Kd 9c", "main 20>50", (20, 50);
    bw_3_a_blackjack_against_one_with_a_ten_up: "20", "As Th Kd Ac", "main 20>20", (20, 20);
    bw_4_even_money: "20", "As Ah Kd even-money", "main 20>40", (20, 40);
    bw_5_even_money_refused_against_none: "20", "As Ah Kd decline 9c", "main 20>50", (20, 50);
    bw_6_even_money_refused_against_a_blackjack: "20", "As Ah Kd decline Tc", "main 20>20", (20, 20);
    // Only the blackjack waits: one card is drawn (BA-18). With another box the dealer makes 21 in three cards.
    bw_7_a_blackjack_against_21_in_three_cards: "20 20", "As Td Th Qd 9d stand 6c 5d", "main 20>50, main 20>0", (40, 50);
    bw_8_20_wins: "20", "Ts 9h Qd stand Tc", "main 20>40", (20, 40);
    bw_9_18_loses: "20", "Ts 9h 8d stand Tc", "main 20>0", (20, 0);
    bw_10_19_stays: "20", "Ts 9h 9d stand Tc", "main 20>20", (20, 20);
    bw_11_over_21_loses_even_if_the_dealer_is_over_too: "20 20", "Ts Ts 6h 6d 2d hit 8c stand Tc 9d", "main 20>0, main 20>40", (40, 40);
    bw_12_12_wins_against_25: "20", "Ts 6h 2d stand Tc 9d", "main 20>40", (20, 40);
    bw_13_soft_17_stands: "20", "Ts 6h 8d stand Ac", "main 20>40", (20, 40);
    bw_14_soft_16_draws: "20", "Ts 5h 8d stand Ac Tc 3d", "main 20>0", (20, 0);
    bw_15_a_hard_ace: "20", "4s Th Ad hit Tc hit 5h stand 9c", "main 20>40", (20, 40);
    bw_16_a_soft_hand: "20", "7s Th Ad stand 7c", "main 20>40", (20, 40);
    bw_17_21_in_three_cards_against_a_blackjack: "20", "7s Th 7d hit 7c Ac", "main 20>0", (20, 0);
    bw_18_21_against_21: "20", "7s Th 7d hit 7c 6c 5d", "main 20>20", (20, 20);
    bw_19_double_11_wins: "20", "6s 6h 5d double 9c Tc 2d", "main 20>40, double 20>40", (40, 80);
    bw_20_double_11_loses: "20", "6s 6h 5d double 2c Tc 4d", "main 20>0, double 20>0", (40, 0);
    bw_21_double_stays: "20", "6s Th 5d double 9c Qc", "main 20>20, double 20>20", (40, 40);
    bw_22_double_on_14: "20", "Ts 6h 4d double 6c Tc 8d", "main 20>40, double 20>40", (40, 80);
    bw_23_double_over_21: "20", "Ts 6h 4d double 9c", "main 20>0, double 20>0", (40, 0);
    bw_23_double_over_21_with_a_dealer_over_21: "20 20", "Ts Ts 6h 4d 2d double 9c stand Tc 8d", "main 20>0, main 20>40, double 20>0", (60, 40);
    bw_24_double_against_a_blackjack: "20", "6s Th 5d double 9c Ac", "main 20>0, double 20>0", (40, 0);
    bw_25_blind_double_on_9: "20", "5s 7h 4d blind Tc Tc", "main 20>40, double 20>40", (40, 80);
    bw_26_split_eights: "20", "8s 6h 8d split Tc stand 9c stand Tc 2d", "main 20>20, split.1 20>0", (40, 20);
    bw_27_split_aces_get_one_card_each: "20", "As 9h Ad split Tc 5c Tc", "main 20>40, split.1 20>0", (40, 40);
    bw_28_split_aces_against_21: "20", "As 9h Ad split Kc 5c 5c 7d", "main 20>20, split.1 20>0", (40, 20);
    bw_29_split_aces_against_a_blackjack: "20", "As Th Ad split Kc 5c Ac", "main 20>0, split.1 20>0", (40, 0);
    bw_30_split_tens_with_an_ace_are_21: "20", "Ks 9h Kd split Ac 7c stand Th", "main 20>40, split.1 20>0", (40, 40);
    bw_31_three_splits_one_double_one_bust: "20",
        "8s 6h 8d split Tc stand 8h split 9c stand 8c split 3c double Td 7c hit Qd Td Kc",
        "main 20>40, split.1 20>40, split.2 20>40, split.3 20>0, double.2 20>40", (100, 160);
    bw_32_split_nines_first_doubled: "20", "9s 6h 9d split 2c double Td 8c stand Tc 4d", "main 20>40, split.1 20>0, double 20>40", (60, 80);
    bw_33_insurance_wins: "20", "Ts Ah 9d insure=10 stand Kc", "main 20>0, insurance 10>30", (30, 30);
    bw_34_insurance_lost_and_the_hand_wins: "20", "Ts Ah Qd insure=10 stand 8c", "main 20>40, insurance 10>0", (30, 40);
    bw_35_insurance_lost_and_the_hand_too: "20", "Ts Ah 7d stand insure=10 8c", "main 20>0, insurance 10>0", (30, 0);
    bw_36_the_least_insurance: "20", "Ts Ah 9d insure=5 stand Kc", "main 20>0, insurance 5>15", (25, 15);
    bw_37_an_insured_blackjack_against_one: "20", "As Ah Qd insure=10 Kc", "main 20>20, insurance 10>30", (30, 50);
    bw_38_an_insured_blackjack_against_none: "20", "As Ah Qd insure=10 8c", "main 20>50, insurance 10>0", (30, 50);
    bw_39_over_21_but_insured_and_a_ten_comes: "20", "Ts Ah 6d insure=10 hit 9c Kc", "main 20>0, insurance 10>30", (30, 30);
    bw_39_over_21_and_insured_before_the_next_box_plays: "20", "Ts Ah 6d hit 9c insure=10 Kc", "main 20>0, insurance 10>30", (30, 30);
    bw_40_over_21_but_insured_and_no_ten_comes: "20", "Ts Ah 6d insure=10 hit 9c 5c", "main 20>0, insurance 10>0", (30, 0);
    bw_41_surrender_against_a_ten: "20", "Ts Th 6d surrender", "main 20>10", (20, 10);
    bw_42_surrender_is_final: "20 20", "Ts Ts Th 6d Td surrender stand Ac", "main 20>10, main 20>0", (40, 10);
    bx_11_blind_double_on_11: "20", "6s Th 5d blind Kd Qc", "main 20>40, double 20>40", (40, 80);
    bx_23_a_lone_blackjack_against_a_nine: "20 20", "As Ts Th Kd 6d hit 6c 9c", "main 20>50, main 20>0", (40, 50);
    bx_23_a_lone_blackjack_against_an_ace: "20 20", "As Ts Th Kd 6d hit 6c Ac", "main 20>20, main 20>0", (40, 20);
    bx_24_all_boxes_over_21: "20 20", "Ts Ts Th 6d 6d hit 9c hit 9c", "main 20>0, main 20>0", (40, 0);
}

#[track_caller]
fn check_offered(placed: &str, script: &str, offered: &str) {
    assert_eq!(play(&by(), placed, script).offered(), offered, "{script}");
}

#[test]
fn bx_6_no_surrender_against_an_ace() {
    check_offered("20", "Ts Ah 6d", "1 on 1.0: hit stand double=20 insure=5..10");
    check_offered("20", "Ts Th 6d", "1 on 1.0: hit stand double=20 surrender");
}

#[test]
fn bx_7_bx_12_no_surrender_and_no_double_after_a_third_card_and_no_surrender_after_a_split() {
    check_offered("20", "Ts Th 2d hit 2c", "1 on 1.0: hit stand");
    check_offered("20", "8s Th 8d split 5c", "1 on 1.0: hit stand double=20");
}

#[test]
fn bx_8_insurance_from_half_of_the_minimum_to_half_of_the_stake() {
    use croupier::games::contract::Deal as _;
    use croupier::model::{Choice, Money, Refusal, Want};
    let Want::Decision(decision) = play(&by(), "20", "Ts Ah 6d").deal.wants() else { panic!("the owner decides") };
    let refusal = |amount| decision.offer_for(&Choice::Insure(Money::from_minor(amount))).err();
    assert_eq!([4, 5, 10, 11].map(refusal), [Some(Refusal::BelowLeast), None, None, Some(Refusal::AboveMost)]);
}

#[test]
fn bx_20_a_cutting_card_with_40_cards_behind_it_is_refused() {
    let problems = |behind_cut| {
        let mut rules = by();
        rules.shoe.behind_cut = behind_cut;
        rules.problems()
    };
    let refused = [("shoe.behind_cut".to_owned(), "at least shoe.cut_least cards on either side of the cutting card".to_owned())];
    assert_eq!([problems(40), problems(8 * 52 - 40)], [refused.clone(), refused]);
    assert_eq!([problems(52), problems(8 * 52 - 52)], [[], []]);
}

#[test]
fn ba_1_insurance_is_placed_in_whole_chips_of_half_a_bet_step() {
    use croupier::games::contract::Deal as _;
    use croupier::model::{Choice, Money, Refusal, Want};
    let mut rules = by();
    rules.limits.chip_minor = Money::from_minor(5);
    let Want::Decision(decision) = play(&rules, "40", "Ts Ah 6d").deal.wants() else { panic!("the owner decides") };
    let refusal = |amount| decision.offer_for(&Choice::Insure(Money::from_minor(amount))).err();
    assert_eq!([5, 7, 10, 20, 25].map(refusal), [None, Some(Refusal::AmountOffStep), None, None, Some(Refusal::AboveMost)]);
}

#[test]
fn bx_9_no_insurance_of_a_box_when_the_next_one_plays() {
    check_offered("20 20", "Ts Ts Ah 6d 5d stand", "1 on 1.0: insure=5..10 decline");
    check_offered("20 20", "Ts Ts Ah 6d 5d stand decline", "1 on 2.0: hit stand double=20 insure=5..10");
    check_offered("20 20", "Ts Ts Ah 6d 5d stand decline hit 2c stand", "1 on 2.0: insure=5..10 decline");
    check_offered("20 20", "Ts Ts Ah 6d 5d stand decline hit 2c stand decline", "Card { to: Dealer, face: Up }");
}

#[test]
fn bx_10_no_blind_double_on_12() {
    check_offered("20", "7s Th 5d", "1 on 1.0: hit stand double=20 surrender");
    check_offered("20", "6s Th 5d", "1 on 1.0: hit stand double=20 double-blind=20 surrender");
}

#[test]
fn bx_13_king_and_queen_are_not_one_rank() {
    check_offered("20", "Ks Th Qd", "1 on 1.0: hit stand double=20 surrender");
    check_offered("20", "Ks Th Kd", "1 on 1.0: hit stand double=20 split=20 surrender");
}

#[test]
fn bx_14_no_split_when_a_hand_of_the_box_is_over_21() {
    check_offered("20", "8s Th 8d split 6c hit Tc 8c", "1 on 1.1: hit stand double=20");
    check_offered("20", "8s Th 8d split 6c stand 8c", "1 on 1.1: hit stand double=20 split=20");
}

#[test]
fn bx_15_a_split_ace_gets_no_second_card() {
    check_offered("20", "As Th Ad split 5c", "Card { to: Hand { place: BoxNumber(1), hand: 1 }, face: Up }");
}

#[test]
fn ba_7_split_aces_may_be_split_again_when_the_one_card_is_an_ace() {
    check_offered("20", "As 9h Ad split Ac", "1 on 1.0: stand split=20");
    check(&by(), "20", "As 9h Ad split Ac split Tc 5c 9d Tc", "main 20>40, split.1 20>40, split.2 20>0", (60, 80));
}
