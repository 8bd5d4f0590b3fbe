//! Several players on one box (`blackjack-by` BJB-3, BA-10): its owner decides, the others go along with their own stakes or not.

use super::case::{by, check, play};

#[track_caller]
fn check_offered(placed: &str, script: &str, offered: &str) {
    assert_eq!(play(&by(), placed, script).offered(), offered, "{script}");
}

#[test]
fn bx_22_a_partner_declines_a_double() {
    check(&by(), "1@1=20 2@1=10", "6s 9h 5d double decline 9c 9d", "main 20>40, main 10>20, double 20>40", (50, 100));
}

#[test]
fn ba_10_a_partner_follows_a_double() {
    check_offered("1@1=20 2@1=10", "6s 9h 5d double", "2 on 1.0: follow=10 decline");
    check(&by(), "1@1=20 2@1=10", "6s 9h 5d double follow 9c 9d", "main 20>40, main 10>20, double 20>40, double 10>20", (60, 120));
}

#[test]
fn ba_10_a_partner_who_declines_a_split_plays_the_first_hand() {
    check(&by(), "1@1=20 2@1=10", "8s 6h 8d split decline Tc stand 9c stand Tc 2d", "main 20>20, main 10>10, split.1 20>0", (50, 30));
}

#[test]
fn ba_10_a_partner_is_asked_only_about_hands_with_a_stake_of_his() {
    let script = "8s 6h 8d split decline Tc stand 3c double 9c";
    check_offered("1@1=20 2@1=10", script, "Card { to: Dealer, face: Up }");
    let script = "8s 6h 8d split follow Tc stand 3c double";
    check_offered("1@1=20 2@1=10", script, "2 on 1.1: follow=10 decline");
}

#[test]
fn ba_10_two_partners_are_asked_in_the_order_in_which_they_came() {
    check_offered("3@1=20 2@1=10 1@1=30", "6s 9h 5d double", "2 on 1.0: follow=10 decline");
    check_offered("3@1=20 2@1=10 1@1=30", "6s 9h 5d double decline", "1 on 1.0: follow=30 decline");
    check_offered("3@1=20 2@1=10 1@1=30", "6s 9h 5d double decline follow", "Card { to: Hand { place: BoxNumber(1), hand: 0 }, face: Up }");
}

#[test]
fn ba_10_even_money_and_insurance_are_each_players_own() {
    check_offered("1@1=20 2@1=10", "As Ah Kd", "1 on 1.0: even-money insure=5..10 decline");
    check_offered("1@1=20 2@1=10", "As Ah Kd decline", "2 on 1.0: even-money insure=5 decline");
    check(&by(), "1@1=20 2@1=10", "As Ah Kd decline even-money Tc", "main 20>20, main 10>20", (30, 40));
    check(&by(), "1@1=20 2@1=10", "Ts Ah 9d stand decline insure=5 Tc", "main 20>0, main 10>0, insurance 5>15", (35, 15));
}

#[test]
fn ba_20_whoever_has_insured_is_not_asked_again() {
    check_offered("1@1=20 2@1=10", "Ts Ah 9d insure=10 stand", "2 on 1.0: insure=5 decline");
}

#[test]
fn bjb_31_the_owner_gives_up_the_hand_for_all() {
    check(&by(), "1@1=20 2@1=10", "Ts Th 6d surrender", "main 20>10, main 10>5", (30, 15));
}

#[test]
fn boxes_play_in_dealing_order_whoever_came_first() {
    check_offered("1@5=20 2@2=20", "Ts 9s Th 6d 6c", "2 on 2.0: hit stand double=20 surrender");
}
