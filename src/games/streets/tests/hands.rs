//! Who wins by which cards.

use super::*;
use crate::games::betting::Limit;

/// Two or three who put in this much each and check to the end: who wins what of the pot. The last is the button.
fn check(rules: &str, put_in: i64, board: &str, own: &[&str], expected: &str) {
    check_of(house(rules), put_in, board, own, expected);
}

fn check_of(house: House, put_in: i64, board: &str, own: &[&str], expected: &str) {
    let count = u8::try_from(own.len()).expect("a few seats");
    let stacks: Vec<i64> = own.iter().map(|_| put_in).collect();
    // Everybody is all-in by blinds and calls.
    let played = Case::of(house, blinds(put_in, put_in, 1), &stacks, count, own, board).play(if count == 3 { "call" } else { "" });
    let told = told(&played.hand);
    assert_eq!(told.split("; stacks").next(), Some(expected), "{board}: {own:?}");
}

#[test]
fn spg_w14_and_w15_omaha_uses_exactly_two() {
    check("omaha/sport-no-limit", 100, "Jh Jd Jc Js 3c", &["As Kd 4c 2d", "Qh Qd 5c 6c"], "200-0 2:200");
    check("omaha/sport-no-limit", 170, "Kh Qh 7h 4h 3s", &["Ah 9d 8c 2c", "6h 5h Tc Td"], "340-0 2:340");
}

#[test]
fn pw_2_to_pw_6_holdem_hands() {
    check("holdem/by", 200, "Ts Jh Qd Kc Ah", &["2c 3d", "9c 9d"], "400-20 1:190 2:190");
    check("holdem/by", 200, "8s Kh 6d 4c 2h", &["Ac 8d", "Qc 8c"], "400-20 1:380");
    check("holdem/by", 200, "As Kh Qd 9c 2h", &["Ac 8d", "Ad 7c"], "400-20 1:190 2:190");
    check("holdem/by", 200, "3h 4d 5c Ks Kd", &["As 2s", "Kh 8c", "Ah 6s"], "600-30 1:570");
}

#[test]
fn po_1_to_po_4_omaha_hands() {
    check("omaha/by", 100, "As Ks Qs Js 2d", &["Ts 9d 9c 2h", "3s 4s 7c 8d"], "200-10 2:190");
    check("omaha/by", 100, "9h 9d 9c Kd 2s", &["Kh Qs Js Td", "As Ah 5c 4c", "9s 3c 4h 6h"], "300-15 3:285");
    check("omaha/by", 100, "7h 7d 7c 7s Kd", &["Ah Ad 5c 4c", "Kh Ks 2c 3c"], "200-10 2:190");
    check("omaha/by", 100, "2h 5h 9h Jh Kc", &["Ah Kd Qs Ts", "3h 4h 6c 8d"], "200-10 2:190");
}

#[test]
fn pl_1_to_pl_7_halves_and_quarters() {
    let rules = "omaha-hi-lo/by";
    check(rules, 200, "3h 4d 5c Ks 9d", &["As 2s Jh 8h", "Kh Kc Qd Jc"], "400-20 1:190 low 1:190");
    check(rules, 200, "3h 4d 5c 8s 9d", &["Ah 2s Kc Kd", "6c 7c Qh Qs"], "400-20 2:190 low 1:190");
    check(rules, 200, "9h Td 5c Ks Kd", &["As 2s 3c 4h", "Kh 5d 9d 8c"], "400-20 2:380");
    check(rules, 200, "2h 5c 8d Ks Qd", &["As 3s Jc Th", "Kh Kc 9d 9c"], "400-20 2:190 low 1:190");
    check(rules, 200, "2h 5c 7d Ks Qd", &["As 3s Kc Th", "Ah 3c Jd 9c", "Qh Qc 9d 9s"], "600-30 3:285 low 1:143 low 2:142");
    check(rules, 200, "2h 3c 7d Ks 2d", &["As 2s Qc Th", "4h 5c Jd 9c"], "400-20 1:190 low 2:190");
    check(rules, 200, "4h 6c 7d Ks Qd", &["As 2s Kc Th", "Ah 3c Qh 9c"], "400-20 1:190 low 1:190");
}

#[test]
fn pl_4_seven_or_better_where_the_house_reads_so() {
    let house = House { low_rank_most: 7, ..house("omaha-hi-lo/by") };
    check_of(house, 200, "2h 5c 8d Ks Qd", &["As 3s Jc Th", "Kh Kc 9d 9c"], "400-20 2:380");
}

/// Studs where all are all-in on the ante.
fn check_stud(rules: &str, put_in: i64, own: &[&str], expected: &str) {
    let stacks: Vec<i64> = own.iter().map(|_| put_in).collect();
    let played = Case::new(rules, stud(put_in, 10, 10), &stacks, 6, own, "").play("");
    assert_eq!(told(&played.hand).split("; stacks").next(), Some(expected), "{own:?}");
}

#[test]
fn ps_4_ps_5_and_ps_9_stud_hands() {
    let own = ["Ah Kd 9c 9s 4d 9h 2c", "7c 8d 5s 6h Td 4s Jc", "Qs Qd 3h 3c 8s Js 5d"];
    check_stud("stud7/by", 233, &own, "699-34 2:665");
    // PS-5: 475 of 500; the odd one by the highest card's suit, which is hearts here.
    let own = ["Ah Kd Qc Js 9d 4h 2c", "Ac Ks Qd Jh 9s 3h 2d"];
    check_stud("stud7/by", 250, &own, "500-25 1:238 2:237");
    check_stud("stud5/by", 120, &["Ah Kd 9c 9s 4d", "Qc Qd 5s 6h Td"], "240-12 2:228");
}

#[test]
fn ps_7_six_players_stay_to_the_last_street() {
    let case = Case::new("stud7/by", stud(50, 10, 10), &[50; 6], 6, &[], "").play("");
    assert_eq!(case.hand.wants(), HandWants::Settlement);
    assert!(case.hand.seats().iter().flatten().all(|seat| seat.cards().len() == 7), "42 cards and four burnt ones of 52");
}

#[test]
fn tpc_9_ta_17_and_house_keys_are_checked() {
    let level = blinds(5, 10, 1);
    let begin = |stacks: &[(u8, i64)], level| {
        let stacks: Vec<(Seat, Money)> = stacks.iter().map(|(number, stack)| (seat(*number), money(*stack))).collect();
        Hand::begin(house("holdem/by"), level, &stacks, seat(1)).is_some()
    };
    assert!(begin(&[(1, 5), (6, 5)], level));
    assert!(!begin(&[(1, 5)], level));
    assert!(!begin(&[(1, 5), (6, 0)], level));
    assert!(!begin(&[(1, 5), (6, i64::MAX)], level));
    assert!(!begin(&[(1, 5), (6, 5)], Level { big_blind: money(4), ..level }));
    assert!(!begin(&[(1, 5), (6, 5)], Level { unit: money(0), ..level }));
    assert!(!begin(&[(1, 5), (6, 5)], Level { ante: money(-1), ..level }));
    let wrong = |change: fn(&mut House)| {
        let mut house = house("stud7/by");
        change(&mut house);
        house.problems().into_iter().map(|(key, _)| key).collect::<Vec<_>>()
    };
    assert_eq!(wrong(|house| house.low_rank_most = 9), ["low_rank_most"]);
    assert_eq!(wrong(|house| house.betting.limit = Limit::NoLimit), ["betting.limit"]);
    assert_eq!(wrong(|house| house.open_pair_doubles = true), ["open_pair_doubles"]);
    assert_eq!(wrong(|house| house.wheel = Some(false)), ["wheel"]);
    // SPB-34, SPB-37, TA-4.
    for (limit, needs_most, may_have_most) in
        [(Limit::NoLimit, false, false), (Limit::PotLimit, false, false), (Limit::FixedLimit, true, true), (Limit::Spread, false, true)]
    {
        for (raises_most, is_good) in [(None, !needs_most), (Some(3), may_have_most)] {
            let mut house = house("holdem/by");
            (house.betting.limit, house.betting.raises_most) = (limit, raises_most);
            assert_eq!(house.problems_of_file().is_empty(), is_good, "{limit:?} {raises_most:?}");
            // A journal of a release that read such a file goes on.
            assert_eq!(house.problems().is_empty(), is_good || !needs_most && !may_have_most, "{limit:?} {raises_most:?}");
        }
    }
}
