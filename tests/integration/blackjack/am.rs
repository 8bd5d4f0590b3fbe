//! The worked cases K1 to K52 of `blackjack-am`. Cards come in dealing order: two to every box, one to the dealer, then as drawn.

use croupier::games::blackjack::{BlackjackTakes, Soft17};
use croupier::games::contract::CardRules as _;
use croupier::games::early_payments::EarlyPayments;
use croupier::model::{Refusal, Rounding};

use super::case::{am, check, play, seat, stake};

macro_rules! cases {
    ($($name:ident: $placed:literal, $script:literal, $settled:literal, $sums:expr;)*) => {
        $(#[test] fn $name() { check(&am(), $placed, $script, $settled, $sums); })*
    };
}

cases! {
    k1_a_blackjack_wins_three_to_two: "100", "As Kd 7c Ts", "main 100>250", (100, 250);
    k2_a_blackjack_against_one_is_a_draw: "100", "As Kd Ah decline Kc", "main 100>100", (100, 100);
    k3_without_even_money_it_wins_three_to_two: "100", "As Kd Ah decline 9c", "main 100>250", (100, 250);
    // The dealer's second card is not drawn: nothing is left that it could change (BJAM-Q16).
    k4_k5_even_money_is_paid_whatever_the_dealer_would_get: "100", "As Kd Ah even-money", "main 100>200", (100, 200);
    k4_even_money_beside_a_box_that_plays: "100 100", "As Td Kd Td Ah even-money decline stand Kc", "main 100>200, main 100>0", (200, 200);
    k5_even_money_beside_a_box_that_plays: "100 100", "As Td Kd Td Ah even-money decline stand 9c", "main 100>200, main 100>100", (200, 300);
    k6_twenty_one_in_three_cards_ties_no_blackjack: "100", "As Kd 5h 6c Ts", "main 100>250", (100, 250);
    k7_twenty_one_in_three_cards_loses_to_a_blackjack: "100", "7s 7d As decline hit 7h Kc", "main 100>0", (100, 0);
    k8_twenty_one_against_twenty_one: "100", "7s 7d 5h hit 7h 6c Ts", "main 100>100", (100, 100);
    k9_nineteen_wins: "100", "Ts 9d Th stand 8c", "main 100>200", (100, 200);
    k10_eighteen_loses: "100", "Ts 8d Th stand 9c", "main 100>0", (100, 0);
    k11_eighteen_stays: "100", "Ts 8d 9h stand 9c", "main 100>100", (100, 100);
    k12_a_bust_hand_has_lost_and_the_dealer_need_not_draw: "100", "Ts 6d 6h hit 6h", "main 100>0", (100, 0);
    k12_a_bust_hand_loses_even_if_the_dealer_busts: "100 100", "Ts Ts 6d 2d 6h hit 6h stand 6c Kd", "main 100>0, main 100>200", (200, 200);
    k13_twelve_wins_against_a_bust_dealer: "100", "Ts 2d Th stand 6c 9s", "main 100>200", (100, 200);
    k14_two_card_soft_17_stands: "100", "Ts 8d As decline stand 6d", "main 100>200", (100, 200);
    k15_three_card_soft_17_stands: "100", "Ts 7d 2s stand 4d Ac", "main 100>100", (100, 100);
    k16_soft_16_draws: "100", "Ts 7d As decline stand 5d Kc 2h", "main 100>0", (100, 0);
    k17_double_wins: "100", "6s 5d Th double Th Qc", "main 100>200, double 100>200", (200, 400);
    k18_double_loses: "100", "6s 5d Th double 4h Qc", "main 100>0, double 100>0", (200, 0);
    k19_double_stays: "100", "6s 5d Th double 9h Qc", "main 100>100, double 100>100", (200, 200);
    k20_two_boxes: "100 100", "9s 9h Kd 8d Tc stand stand 8h", "main 100>200, main 100>0", (200, 200);
    k21_split_eights: "100", "8s 8h Th split Td stand 3d hit Tc 9c", "main 100>0, split.1 100>200", (200, 200);
    k22_split_eights_and_double_the_first: "100", "8s 8h Tc split 3c double 7d 9d stand 7h", "main 100>200, split.1 100>100, double 100>200", (300, 500);
    k23_split_king_and_queen: "100", "Ks Qd 8c split 9c stand 5h hit 3s stand Kh", "main 100>200, split.1 100>100", (200, 300);
    k24_split_aces_count_21_and_are_no_blackjack: "100", "As Ah 9c split Kd 7d stand Th", "main 100>200, split.1 100>0", (200, 200);
    k25_split_aces_play_on: "100", "As Ah 9c split 5d hit 4c stand 9d stand Th", "main 100>200, split.1 100>200", (200, 400);
    k26_three_splits_four_hands: "100",
        "8s 8h 6h split 8d split 8c split Kc stand Ad stand 7c hit Tc 2d hit 9s stand Tc 9d",
        "main 100>200, split.1 100>200, split.2 100>0, split.3 100>200", (400, 600);
    // The dealer draws no card: nothing is left to compare (BJAM-Q16).
    k27_surrender: "100", "Ts 6d Th surrender", "main 100>50", (100, 50);
    k28_surrender_before_the_dealer_completes_a_blackjack: "100 100", "Ts Td 6d Td As decline decline surrender stand Kc", "main 100>50, main 100>0", (200, 50);
    k29_one_box_surrenders: "100 100", "Ts 9s 6d 9d Th surrender stand 8c", "main 100>50, main 100>100", (200, 150);
    k30_insurance_wins: "100", "Ts Qd As insure=50 stand Kc", "main 100>0, insurance 50>150", (150, 150);
    k31_insurance_loses_and_the_hand_stays: "100", "Ts Qd As insure=50 stand 9c", "main 100>100, insurance 50>0", (150, 100);
    k32_insurance_loses_and_the_hand_wins: "100", "Ts Qd As insure=50 stand 7c", "main 100>200, insurance 50>0", (150, 200);
    k33_insurance_of_a_bust_hand: "100", "Ts 5d As insure=50 hit 9h Kc", "main 100>0, insurance 50>150", (150, 150);
    k34_an_insured_blackjack_against_one: "100", "As Kd Ah insure=50 Kc", "main 100>100, insurance 50>150", (150, 250);
    k35_an_insured_blackjack_against_none: "100", "As Kd Ah insure=50 9c", "main 100>250, insurance 50>0", (150, 250);
    k36_a_double_loses_to_a_blackjack: "100", "6s 5d Ah decline double Th Kc", "main 100>0, double 100>0", (200, 0);
    k37_a_split_loses_to_a_blackjack: "100", "8s 8h Ah decline split Td stand Kd stand Kc", "main 100>0, split.1 100>0", (200, 0);
    k38_three_to_two_of_25_is_rounded_up: "25", "As Kd 7c Ts", "main 25>63", (25, 63);
    k39_half_of_25_is_rounded_up: "25", "Ts 6d Th surrender", "main 25>13", (25, 13);
    k40_insurance_of_25_is_12: "25", "Ts Qd As insure=12 stand Kc", "main 25>0, insurance 12>36", (37, 36);
    k41_six_cards_have_no_prize: "100", "2s 3d Tc hit 4h hit 2c hit 5s hit 3h stand 9h", "main 100>100", (100, 100);
}

#[test]
fn k42_k43_a_blackjack_takes_the_original_stake_only() {
    let mut rules = am();
    rules.play.dealer.blackjack_takes = BlackjackTakes::OriginalOnly;
    check(&rules, "100", "6s 5d Ah decline double Th Kc", "main 100>0, double 100>100", (200, 100));
    check(&rules, "100", "8s 8h Ah decline split Td stand Kd stand Kc", "main 100>0, split.1 100>100", (200, 100));
}

#[test]
fn k44_the_dealer_draws_on_soft_17() {
    let mut rules = am();
    rules.play.dealer.soft_17 = Soft17::Hit;
    // 2 4 A 9 is 16: another card comes.
    check(&rules, "100", "Ts 7d 2s stand 4d Ac 9d Tc", "main 100>200", (100, 200));
}

#[test]
fn k45_no_fourth_split() {
    let played = play(&am(), "100", "8s 8h 6h split 8d split 8c split 8s");
    assert_eq!(played.offered(), "1 on 1.0: hit stand double=100");
}

#[test]
fn k46_no_split_of_ten_and_nine() {
    assert_eq!(play(&am(), "100", "Ts 9d 6h").offered(), "1 on 1.0: hit stand double=100 surrender");
}

#[test]
fn k47_no_choice_raises_a_stake_after_the_first_card() {
    // The cabinet takes stakes before the deal only; from the first card on the deal wants nothing but cards and the choices it offers.
    assert_eq!(play(&am(), "100", "Ts").offered(), "Card { to: Hand { place: BoxNumber(1), hand: 0 }, face: Up }");
}

#[test]
fn k48_no_insurance_against_a_ten() {
    assert_eq!(play(&am(), "100", "Ts 9d Th").offered(), "1 on 1.0: hit stand double=100 surrender");
}

#[test]
fn k49_insurance_is_exactly_half() {
    use croupier::games::contract::Deal as _;
    use croupier::model::{Choice, Money, Want};
    let played = play(&am(), "100", "Ts 9d Ah");
    assert_eq!(played.offered(), "1 on 1.0: insure=50 decline");
    let Want::Decision(decision) = played.deal.wants() else { panic!("insurance is asked for") };
    let refusal = |amount| decision.offer_for(&Choice::Insure(Money::from_minor(amount))).err();
    assert_eq!([60, 49, 50].map(refusal), [Some(Refusal::AboveMost), Some(Refusal::BelowLeast), None]);
}

#[test]
fn k50_a_void_deal_returns_everything() {
    use croupier::games::contract::Deal as _;
    let played = play(&am(), "100", "6s 5d Ah insure=50 double");
    let settlement = EarlyPayments::Stand.void(played.deal.stakes(), &played.deal.paid());
    let returned: i64 = settlement.returns.iter().map(|line| line.returned.minor()).sum();
    assert_eq!(returned, 250);
}

#[test]
fn k51_k52_rounded_down() {
    let mut rules = am();
    rules.play.rounding = Rounding::Floor;
    check(&rules, "25", "As Kd 7c Ts", "main 25>62", (25, 62));
    check(&rules, "25", "Ts 6d Th surrender", "main 25>12", (25, 12));
}

#[test]
fn bjam_q24_one_player_on_a_box() {
    assert_eq!(am().accept(&[stake(1, 3, 100)], seat(2), &[stake(2, 3, 100)]), Err(Refusal::BoxTaken));
    assert_eq!(am().accept(&[stake(1, 3, 100)], seat(1), &[stake(1, 3, 100)]), Ok(()));
}
