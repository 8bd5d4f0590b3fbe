//! Whole deals by what everybody does.

use super::*;

// Seats: the small blind is 1, the big blind 2, the button the last one.

#[test]
fn spb_w25_all_fold_and_the_uncalled_part_comes_back() {
    Case::new("holdem/sport-no-limit", blinds(25, 50, 1), &[1_500; 4], 4, &[], "")
        .check("3 raise 150, 4 raise 450, fold, fold, fold", "back 4:300; 375-0 4:375; stacks 1475 1450 1350 1725");
}

#[test]
fn spb_w29_three_side_pots_with_an_odd_chip() {
    let own = ["2d 2c", "Ah Qd", "Ac Qh", "Js Jd", "9h 9c"];
    Case::new("holdem/sport-no-limit", blinds(50, 100, 25), &[900, 1_575, 2_500, 4_000, 400], 5, &own, "Qs 9d 4c 4h 2s").check(
        "3 raise 300, 4 call, 5 raise 400, 1 raise 900, 2 raise 1575, 3 raise 2500, 4 call",
        "2000-0 5:2000; 2000-0 1:2000; 2025-0 2:1025 3:1000; 1850-0 3:1850; stacks 2000 1025 2850 1500 2000",
    );
}

#[test]
fn spb_w30_three_play_the_board_with_an_odd_chip() {
    Case::new("holdem/sport-no-limit", blinds(25, 50, 25), &[2_000; 4], 4, &[], "As Ks Qd Jh Tc").check(
        "3 raise 175, call, 1 fold, call, check, check, check, check, check, check, check, check, check",
        "550-0 2:200 3:175 4:175; stacks 1975 2025 2000 2000",
    );
}

#[test]
fn spb_w31_two_odd_chips_and_a_side_pot() {
    let own = ["As 3c", "Qh Qc", "Ac 3d", "Ad 3h"];
    Case::new("holdem/sport-no-limit", blinds(5, 10, 5), &[205, 400, 400, 115], 4, &own, "Ah Kd 7c 7s 2h").check(
        "3 raise 40, 4 raise 115, 1 raise 205, call, call, 2 bet 195, call",
        "460-0 1:155 3:155 4:150; 270-0 1:135 3:135; 390-0 3:390; stacks 290 0 680 150",
    );
}

#[test]
fn spb_w32_ante_first_and_a_big_blind_that_cannot_cover_both() {
    let level = Level { ante: money(25), ..blinds(100, 200, 1) };
    let case =
        || Case::new("holdem/sport-no-limit", level, &[2_000, 150, 2_000, 2_000], 4, &["2c 7d", "As Ah", "Kc Kd", ""], "Ac 9d 5h 3s Js");
    case().check_asked("", "3: 200 400-1975");
    case().check("3 call, 4 fold, 1 call, check, check, check, check, check, check", "475-0 2:475; 150-0 3:150; stacks 1775 475 1925 1975");
}

#[test]
fn spb_w33_heads_up() {
    // The button is seat 2 and posts the small blind.
    Case::new("holdem/sport-no-limit", blinds(10, 20, 1), &[1_000; 2], 2, &[], "")
        .check("2 raise 50, 1 call, 1 check, 2 bet 60, 1 raise 180, 2 fold", "back 1:120; 220-0 1:220; stacks 1110 890");
}

#[test]
fn ta_1_heads_up_by_the_letter() {
    let case = || Case::new("holdem/by", blinds(10, 20, 1), &[1_000; 2], 2, &[], "");
    case().check_asked("", "1: 10 40-1000");
    case().check_asked("1 call, 2 check", "1: 0 20-980");
}

#[test]
fn spb_w36_a_lone_small_blind_plays_for_what_it_matched() {
    let own = ["As Ah", "Kc Kd"];
    Case::new("holdem/sport-no-limit", blinds(50, 100, 1), &[1_000, 30, 1_000, 1_000], 4, &own, "Qs 9d 4c 4h 2s")
        .check("3 fold, 4 fold", "back 1:20; 60-0 1:60; stacks 1030 0 1000 1000");
}

#[test]
fn spb_w37_the_side_pot_ends_with_a_fold() {
    let own = ["Kh Qh", "7d 2d", "Ac Td"];
    Case::new("holdem/sport-no-limit", blinds(25, 50, 1), &[1_000, 1_000, 100], 3, &own, "Kd 7h 3c As 2s")
        .check("3 raise 100, 1 call, 2 raise 300, 1 call, 1 bet 200, 2 fold", "back 1:200; 300-0 3:300; 400-0 1:400; stacks 1100 700 300");
}

#[test]
fn spb_w39_all_fold_to_the_big_blind() {
    Case::new("holdem/sport-no-limit", blinds(10, 20, 1), &[1_000; 4], 4, &[], "")
        .check("fold, fold, fold", "back 2:10; 20-0 2:20; stacks 990 1010 1000 1000");
}

#[test]
fn spb_w40_pot_sized_bets_on_every_street() {
    let own = ["", "Jh Tc", "Kh Kd"];
    Case::new("holdem/sport-pot-limit", blinds(50, 100, 1), &[6_000; 3], 3, &own, "Qs 9h 8d Ks 3c").check(
        "3 raise 350, 1 fold, 2 call, check, 3 bet 750, call, 2 bet 2250, call, 2 bet 2650, call",
        "12050-0 2:12050; stacks 5950 12050 0",
    );
}

#[test]
fn spg_w12_four_rounds_and_a_kicker() {
    let own = ["", "7c 5c", "Ad Kd", "As Qs"];
    let words = "3 raise 60, 4 call, 1 fold, 2 call, 2 check, 3 bet 100, 4 call, 2 fold, 3 bet 200, 4 call, 3 check, 4 bet 300, 3 call";
    let case = || Case::new("holdem/sport-no-limit", blinds(10, 20, 1), &[1_500; 4], 4, &own, "Ac 9d 4s 7h 2c");
    case().check(words, "1390-0 3:1390; stacks 1490 1440 2230 840");
    assert_eq!(case().play(words).hand.showdown(), [seat(4), seat(3)]);
}

#[test]
fn spg_w13_low_pairs_are_counterfeited() {
    let words = "3 raise 40, 1 fold, 2 call, check, check, check, check, check, check";
    let case = || Case::new("holdem/sport-no-limit", blinds(10, 20, 10), &[600; 3], 3, &["", "6s 6d", "5s 5d"], "Ks Kd 8c 8h Ac");
    case().check(words, "90-0 2:50 3:40; stacks 590 610 600");
    assert_eq!(case().play(words).hand.showdown(), [seat(2), seat(3)]);
}

#[test]
fn spg_w16_pot_limit_omaha_with_a_side_pot() {
    let own = ["", "Ah Ad Ks Kd", "Jh 3h Qc 8s", "Kh Qh Js 8c"];
    Case::new("omaha/sport-pot-limit", blinds(25, 50, 1), &[3_000, 800, 3_000, 3_000], 4, &own, "Th 9h 2h Kc 5h").check(
        "3 raise 175, call, 1 fold, 2 raise 725, call, call, 2 bet 75, call, call, 3 check, 4 bet 600, call, check, check",
        "2425-0 4:2425; 1200-0 4:1200; stacks 2975 0 1600 5225",
    );
}

#[test]
fn spg_w17_exactly_two_of_the_hand_tie() {
    let own = ["", "Ah Qc Jd 9s", "Ac Qd Jh 8s"];
    Case::new("omaha/sport-pot-limit", blinds(5, 10, 1), &[1_000; 3], 3, &own, "As Kd 7c 7h 2s")
        .check("3 raise 33, 1 fold, call, check, 3 bet 60, call, check, check, check, check", "191-0 2:96 3:95; stacks 995 1003 1002");
}

#[test]
fn spg_w18_a_royal_flush_on_the_board() {
    let words = "3 raise 30, 1 fold, call, check, check, check, check, check, check";
    let board = "As Ks Qs Js Ts";
    Case::new("omaha/sport-pot-limit", blinds(5, 10, 1), &[1_000; 3], 3, &["", "Ad Ah 2c 3c", "Kd Kh 4c 5c"], board)
        .check(words, "65-0 2:65; stacks 995 1035 970");
    Case::new("holdem/sport-pot-limit", blinds(5, 10, 1), &[1_000; 3], 3, &["", "Ad Ah", "Kd Kh"], board)
        .check(words, "65-0 2:33 3:32; stacks 995 1003 1002");
}

#[test]
fn spg_w19_to_w21_who_posts_the_bring_in() {
    let poster = |doors: &[&str], expected: u8| {
        let own: Vec<String> = doors.iter().map(|door| format!("{} {door}", hidden(doors, door))).collect();
        let own: Vec<&str> = own.iter().map(String::as_str).collect();
        let played = Case::new("stud7/sport-fixed-limit", stud(1, 3, 10), &[200; 5], 6, &own, "").play("");
        let posted = Seat::all().find(|seat| played.hand.seats()[seat.index()].is_some_and(|player| player.put_in == money(4)));
        assert_eq!(posted, Some(seat(expected)), "{doors:?}");
    };
    poster(&["Kd", "7h", "3s", "9c", "Jd"], 3);
    poster(&["2d", "2h", "2s", "Ts", "8c"], 1);
    poster(&["4s", "9d", "Jc", "7h", "4d"], 5);
    poster(&["6c", "6d", "6h", "6s", "Kh"], 1);
    poster(&["Ac", "Kd", "Qh", "Ah", "Ks"], 3);
}

/// Two closed cards that no case of door cards names.
fn hidden(doors: &[&str], door: &str) -> &'static str {
    let pairs = ["5c 5d", "5h 5s", "Tc Td", "8d 8h", "3c 3d"];
    pairs[doors.iter().position(|other| *other == door).expect("it is one of them")]
}

#[test]
fn ps_1_and_ps_8_bring_in_of_the_house() {
    Case::new("stud7/by", stud(0, 10, 10), &[200; 3], 6, &["Ac Kc 5c", "Ad Kd 9d", "Ah Kh 5h"], "").check_asked("", "2: 10 20-200");
    Case::new("stud5/by", stud(0, 10, 10), &[200; 3], 6, &["Ac Kd", "Ad 2h", "Ah 2s"], "").check_asked("", "3: 10 20-200");
}

#[test]
fn ps_2_and_ps_3_the_highest_open_hand_speaks_first() {
    let own = ["2c 3c Ad Kd", "2d 3d 7c 7d", "2h 3h Qs Js"];
    Case::new("stud7/by", stud(0, 10, 10), &[200; 3], 6, &own, "").check_asked("3 call, 1 call", "2: 0 10-190");
    // TA-3: equal hands by place, from the button on.
    let own = ["2c 3c Ad Kd", "2d 3d 7c 8d", "2h 3h As Ks"];
    Case::new("stud7/by", stud(0, 10, 10), &[200; 3], 1, &own, "").check_asked("3 call, 1 call", "3: 0 10-190");
}

#[test]
fn spg_w24_the_bring_in_passes_on() {
    let own = ["Ac 9d Kd Qd Jh 9h 8h", "Ad As 2c Ah 7c 7d 4s", "Kc 9c Qs", "Kh 9s Js"];
    Case::new("stud7/sport-fixed-limit", stud(2, 3, 10), &[200, 2, 200, 200], 6, &own, "")
        .check("3 fold, 4 call, 1 raise 10, 4 fold", "back 1:7; 8-0 2:8; 6-0 1:6; stacks 201 8 198 195");
}

#[test]
fn spg_w26_to_w28_an_open_pair_on_fourth_street() {
    let case = |own: &[&str]| Case::new("stud7/sport-fixed-limit", stud(2, 3, 10), &[305; 3], 6, own, "");
    let paired = ["2c 3c 9s 9h", "2d 3d Kd 4c", "2h 3h Jc 8d"];
    case(&paired).check_asked("2 call, 3 call", "1: 0 10-20");
    case(&paired).check_asked("2 call, 3 call, 1 check, 2 bet 10, 3 raise 30", "1: 30 50-50");
    case(&["2c 3c 9s 8h", "2d 3d Kd 4c", "2h 3h Jc 8d"]).check_asked("2 call, 3 call", "2: 0 10-10");
}

#[test]
fn spg_w29_a_complete_stud_deal() {
    let own = ["Ah Kh 9d 4h", "7c 7d 2d 7h 2s Tc 3d", "Qs Js 2c", "5h 5s Kd 5c 9c Ks Kc", "8s 6c Jc"];
    Case::new("stud7/sport-fixed-limit", stud(2, 3, 10), &[300; 5], 6, &own, "").check(
        "4 raise 10, 5 fold, 1 call, 2 raise 20, 3 fold, 4 call, 1 call, 4 bet 10, 1 call, 2 raise 20, 4 raise 30, 1 fold, 2 call, \
         2 bet 20, 4 raise 40, 2 raise 60, 4 call, 4 bet 20, 2 raise 40, 4 call, 4 bet 20, 2 call",
        "383-0 4:383; stacks 268 128 295 511 298",
    );
}

#[test]
fn spg_w30_equal_boards_and_an_odd_chip_by_suit() {
    let own = ["Kc 4d 2h", "9h 8d 7c 6h 5d Kd 2c", "9s 8c 7d 6c 5s Qd 3h"];
    Case::new("stud7/sport-fixed-limit", stud(1, 2, 10), &[100; 3], 6, &own, "").check(
        "2 raise 10, 3 call, 1 fold, 3 check, 2 check, 3 check, 2 check, 2 check, 3 check, 2 check, 3 check",
        "25-0 3:13 2:12; stacks 97 101 102",
    );
}

#[test]
fn pw_1_and_pw_7_fees_of_a_house() {
    let own = ["9s 9c", "Jh Ts", "Kd Qc"];
    Case::new("holdem/by", blinds(50, 100, 1), &[1_000; 3], 3, &own, "Ks 9h 4d 2c 7s").check(
        "3 call, 1 call, 2 check, check, check, check, check, check, check, check, check, check",
        "300-15 1:285; stacks 1185 900 900",
    );
    let own = ["8s 8c", "Ah Kd", "Qd Qc"];
    Case::new("holdem/by", blinds(50, 100, 1), &[1_000, 1_000, 100], 3, &own, "Qs 8h 5d 3c 2s")
        .check("3 call, 1 raise 300, 2 call, check, check, check, check, check, check", "300-15 3:285; 400-20 1:380; stacks 1080 700 285");
}

#[test]
fn pw_12_the_fee_where_all_fold() {
    Case::new("holdem/by", blinds(50, 100, 1), &[1_000; 3], 3, &[], "")
        .check("3 fold, 1 fold", "back 2:50; 100-5 2:95; stacks 950 1045 1000");
}
