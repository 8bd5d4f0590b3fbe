//! Pots, fees and shares: what was put in is what comes back and the fee.

use alloc::format;
use alloc::string::String;

use super::*;

/// Each seat from the first on: what it has put in; a minus sign says that it has folded.
fn contributions(amounts: &[i64]) -> Vec<PutIn> {
    (1..).zip(amounts).map(|(number, amount)| PutIn { seat: seat(number), amount: money(amount.abs()), is_live: *amount > 0 }).collect()
}

/// A percentage of each pot, without any of the house's exceptions.
const FIVE_PERCENT: Fee = Fee { rate: FeeRate::PercentHundredths(500), most_minor: None, without_flop: true, hourly_minor: None };

/// Settles what was put in; `best` are the seats from the best hand down, equal ones in one group, in the order in which odd units go.
/// What is told: the uncalled part, each pot as amount, fee and shares.
fn settled(amounts: &[i64], best: &[&[u8]], dividing: Dividing) -> String {
    let put_in = contributions(amounts);
    let winners = |claimants: &[Seat]| {
        let of = |group: &&[u8]| seats(group).into_iter().filter(|seat| claimants.contains(seat)).collect::<SeatList>();
        Winners { high: best.iter().map(of).find(|group| !group.is_empty()).unwrap_or_default(), low: SeatList::new() }
    };
    let settlement = settle(&Banks::default(), &put_in, dividing, winners);
    let mut told = settlement.uncalled.map(|(seat, amount)| format!("back {seat}:{amount} ")).unwrap_or_default();
    for pot in settlement.pots {
        told += &format!("{}-{}", pot.amount, pot.fee);
        pot.shares.iter().for_each(|share| told += &format!(" {}:{}", share.seat, share.amount));
        told += "; ";
    }
    told.trim_end_matches("; ").into()
}

fn dividing(fee: Fee) -> Dividing {
    Dividing { odd: OddUnits::OneEach, unit: money(1), fee, dead: Money::ZERO, has_flop: true }
}

fn check(amounts: &[i64], best: &[&[u8]], expected: &str) {
    assert_eq!(settled(amounts, best, dividing(FIVE_PERCENT)), expected, "{amounts:?}");
}

fn check_free(amounts: &[i64], best: &[&[u8]], unit: i64, expected: &str) {
    assert_eq!(settled(amounts, best, Dividing { unit: money(unit), ..dividing(Fee::NONE) }), expected, "{amounts:?}");
}

#[test]
fn tpc_13_and_pw_1_to_6_one_pot_after_its_fee() {
    check(&[100, 100, 100], &[&[1]], "300-15 1:285");
    check(&[200, 200], &[&[1, 2]], "400-20 1:190 2:190");
    // PW-3: the odd unit goes to the first after the button.
    check(&[100, 100, -100], &[&[1, 2]], "300-15 1:143 2:142");
    check(&[300, 300], &[&[2]], "600-30 2:570");
}

#[test]
fn tpc_10_and_pw_7_to_11_side_pots_are_fees_of_their_own() {
    check(&[100, 300, 300], &[&[1], &[2], &[3]], "300-15 1:285; 400-20 2:380");
    check(&[100, 300, 300], &[&[3], &[1], &[2]], "300-15 3:285; 400-20 3:380");
    // PW-9 and PW-10: the uncalled 180 come back, and no fee is taken of them (TA-13).
    check(&[50, 120, 300, -20], &[&[1], &[3], &[2]], "back 3:180 170-8 1:162; 140-7 3:133");
    check(&[60, 160, 400, 400], &[&[1], &[2], &[3], &[4]], "240-12 1:228; 300-15 2:285; 480-24 3:456");
}

#[test]
fn pw_12_all_fold_to_the_big_blind() {
    check(&[-50, 100], &[], "back 2:50 100-5 2:95");
}

#[test]
fn pw_19_and_20_a_smaller_fee_and_one_that_is_refused() {
    let fee = |hundredths| Fee { rate: FeeRate::PercentHundredths(hundredths), ..FIVE_PERCENT };
    assert_eq!(settled(&[500, 500], &[&[2]], dividing(fee(300))), "1000-30 2:970");
    assert_eq!(fee(500).problem(), None);
    assert_eq!(fee(600).problem().map(|(key, _)| key), Some("fee.rate"));
}

#[test]
fn ps_10_antes_and_bring_in_are_in_the_main_pot() {
    check(&[40, 100, 100], &[&[1], &[2]], "120-6 1:114; 120-6 2:114");
}

#[test]
fn ta_13_a_fee_is_rounded_down_to_the_smallest_chip_and_has_its_most() {
    check(&[499, 500], &[&[2]], "back 2:1 998-49 2:949");
    let with_most = Fee { most_minor: Some(money(20)), ..FIVE_PERCENT };
    assert_eq!(settled(&[100, 300, 300], &[&[1], &[2]], dividing(with_most)), "300-15 1:285; 400-5 2:395");
    let in_chips_of_10 = Dividing { unit: money(10), ..dividing(FIVE_PERCENT) };
    assert_eq!(settled(&[300, 300], &[&[2]], in_chips_of_10), "600-30 2:570");
    assert_eq!(settled(&[150, 150], &[&[2]], in_chips_of_10), "300-10 2:290");
    let flat = Fee { rate: FeeRate::FlatMinor(money(350)), ..FIVE_PERCENT };
    assert_eq!(settled(&[100, 300, 300], &[&[1], &[2]], dividing(flat)), "300-300 1:0; 400-50 2:350");
}

#[test]
fn ta_13_no_fee_without_a_flop_where_the_house_says_so() {
    let fee = Fee { without_flop: false, ..FIVE_PERCENT };
    assert_eq!(settled(&[-50, 100], &[], Dividing { has_flop: false, ..dividing(fee) }), "back 2:50 100-0 2:100");
    assert_eq!(settled(&[-50, 100], &[], dividing(fee)), "back 2:50 100-5 2:95");
}

#[test]
fn spb_47_what_nobody_matched_comes_back_before_pots_are_built() {
    // W02: the branch where P1 folds; W25; W36; W37; W39.
    check_free(&[-10, 20, 50], &[&[2], &[3]], 1, "back 3:30 50-0 2:50");
    check_free(&[-25, -50, -150, 450], &[], 1, "back 4:300 375-0 4:375");
    check_free(&[50, 30], &[&[1]], 1, "back 1:20 60-0 1:60");
    check_free(&[500, -300, 100], &[&[3], &[1]], 1, "back 1:200 300-0 3:300; 400-0 1:400");
    check_free(&[-10, 20], &[], 1, "back 2:10 20-0 2:20");
}

#[test]
fn spb_48_layers_are_the_contributions_of_live_seats() {
    // W13 with the 40 that lay before; W15; W19; W32; W34; W35.
    check_free(&[45, 25, 45, 45], &[&[2], &[1]], 1, "100-0 2:100; 60-0 1:60");
    check_free(&[-50, 30, 300, 300], &[&[2], &[3]], 1, "120-0 2:120; 560-0 3:560");
    check_free(&[225, 150, 225, -25], &[&[2], &[1]], 1, "475-0 2:475; 150-0 1:150");
    check_free(&[-15, 4, 30, 30], &[&[2], &[3]], 1, "16-0 2:16; 63-0 3:63");
}

#[test]
fn spb_49_what_a_folded_seat_put_in_above_all_others_stays() {
    check_free(&[10, -60, 20], &[&[1], &[3]], 1, "30-0 1:30; 60-0 3:60");
}

#[test]
fn spb_w29_three_side_pots_one_of_them_split_with_an_odd_chip() {
    let amounts = [900, 1_575, 2_500, 2_500, 400];
    let expected = "2000-0 5:2000; 2000-0 1:2000; 2025-0 2:1025 3:1000; 1850-0 3:1850";
    check_free(&amounts, &[&[5], &[1], &[2, 3], &[4]], 25, expected);
}

#[test]
fn spb_w30_and_w31_odd_units_go_one_each_or_all_to_the_first() {
    check_free(&[-25, 175, 175, 175], &[&[2, 3, 4]], 25, "550-0 2:200 3:175 4:175");
    let amounts = [205, 400, 400, 115];
    let best: [&[u8]; 2] = [&[1, 3, 4], &[2]];
    check_free(&amounts, &best, 5, "460-0 1:155 3:155 4:150; 270-0 1:135 3:135; 390-0 3:390");
    let literal = Dividing { odd: OddUnits::AllToFirst, unit: money(5), ..dividing(Fee::NONE) };
    assert_eq!(settled(&amounts, &best, literal), "460-0 1:160 3:150 4:150; 270-0 1:135 3:135; 390-0 3:390");
}

#[test]
fn spg_w11_four_divide_250() {
    let told = |odd| shares(money(250), &seats(&[1, 2, 3, 4]), odd, money(1)).iter().map(|(_, amount)| amount.minor()).collect::<Vec<_>>();
    assert_eq!(told(OddUnits::OneEach), [63, 63, 62, 62]);
    assert_eq!(told(OddUnits::AllToFirst), [64, 62, 62, 62]);
}

#[test]
fn pl_8_what_cannot_be_halved_goes_to_the_high_half() {
    assert_eq!(halves(money(381), money(1)), (money(191), money(190)));
    assert_eq!(halves(money(375), money(25)), (money(200), money(175)));
}

#[test]
fn spb_8_blinds_of_two_and_of_more() {
    let of = |button, heads_up, players: &[u8]| {
        let players = seats(players);
        blinds(seat(button), heads_up, |seat| players.contains(&seat)).map(|(small, big)| (small.number(), big.number()))
    };
    assert_eq!(of(2, HeadsUp::ButtonIsSmallBlind, &[2, 5]), Some((2, 5)));
    assert_eq!(of(2, HeadsUp::Literal, &[2, 5]), Some((5, 2)));
    assert_eq!(of(6, HeadsUp::ButtonIsSmallBlind, &[2, 4, 6]), Some((2, 4)));
    assert_eq!(of(3, HeadsUp::ButtonIsSmallBlind, &[2, 5]), Some((5, 2)));
    assert_eq!(of(3, HeadsUp::Literal, &[2]), None);
}
