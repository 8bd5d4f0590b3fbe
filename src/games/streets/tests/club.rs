//! Club poker of the decree: the cases C of `table-poker-am`. The button is the last seat, so seat order begins with seat 1.

use super::*;
use crate::games::betting::BettingRefusal::{CardsNotOffered, NoStop, OtherQuestion};
use crate::games::betting::{ExchangeRules, Fee, FeeRate};

const RULES: &str = "club/am";

/// Stake of this size; bets from 50.
fn stake(size: i64) -> Level {
    Level { ante: money(size), small_bet: money(50), most_bet: money(1_000), unit: money(1), ..Level::default() }
}

fn begin(size: i64, own: &[&str]) -> Case {
    let stacks: Vec<i64> = own.iter().map(|_| 1_000).collect();
    Case::new(RULES, stake(size), &stacks, u8::try_from(own.len()).expect("a few seats"), own, "")
}

/// Two who buy nothing and put in so much in all.
fn two(each: i64, a: &str, b: &str, expected: &str) {
    let bets = if each > 100 { format!("1 bet {}, 2 call", each - 100) } else { "1 check, 2 check".into() };
    let played = begin(100, &[a, b]).play("1 pass, 2 pass").play(&bets).divide();
    assert_eq!(told(&played.hand).split("; stacks").next(), Some(expected), "{a} {b}");
}

#[test]
fn c1_cards_are_bought_into_the_bank_and_nobody_matches_their_price() {
    // The first three cards are returned and the last three bought; of the second hand the first and the last.
    let own = ["3c 3d 7h 5h 2s Js Jd 8c", "7s Tc 4d 4s 9c Th", "Ad Kd 9h 6c 2c"];
    let words = "1 buy 3, 2 buy 1, 3 pass, 1 bet 200, 2 call, 3 fold";
    begin(100, &own).check(words, "1100-55 2:1045; stacks 400 1645 900");
}

#[test]
fn c2_and_c6_to_c8_hands() {
    two(150, "Qs Qd Ac 9h 2s", "Qh Qc Ad 8s 7h", "300-15 1:285");
    two(200, "Kh Th 7h 4h 2h", "Ks Ts 7s 4s 3s", "400-20 2:380");
    two(100, "Ks Kd 4c 4h 9s", "Qs Qd Jc Jh As", "200-10 1:190");
    two(100, "Qs Jd 8c 6h 2s", "Qh Td 9c 8h 7s", "200-10 1:190");
}

#[test]
fn c3_equal_hands_divide_and_the_odd_unit_goes_to_the_dealers_left() {
    two(150, "As Kd 9c 7h 4s", "Ah Kc 9d 7s 4d", "300-15 1:143 2:142");
}

#[test]
fn c9_what_was_paid_for_cards_is_lost_by_who_surrenders() {
    let own = ["3c 3d 7h 5h 2s", "As Ad 4d 4s 9c", "Kd Qd 9h 6c 2c"];
    begin(100, &own).check("1 buy 2, 2 pass, 3 pass, 1 fold, 2 check, 3 check", "500-25 2:475; stacks 700 1375 900");
}

#[test]
fn c10_and_c11_up_to_three_cards_one_for_each_that_is_returned() {
    let mut case = begin(100, &["", ""]);
    case.deal();
    let exchange = |bits: u8| Action::Exchange(CardChoice(bits));
    for wrong in [0b1111, 0b1_1111, 0, 0b10_0000] {
        assert_eq!(case.hand.take(seat(1), exchange(wrong)), Err(CardsNotOffered), "{wrong:#b}");
    }
    let before = case.hand.seats()[0].expect("it plays").down;
    assert_eq!(case.hand.take(seat(1), exchange(0b1_0110)), Ok(money(300)));
    case.deal();
    let after = case.hand.seats()[0].expect("it plays").down;
    assert_eq!((after.len(), &after[..2]), (5, &[before[0], before[3]][..]));
    assert!(after[2..].iter().all(|card| !before.contains(card)));
    assert_eq!(case.hand.seats()[0].map(|player| player.bought), Some(3));
}

#[test]
fn c12_the_last_one_takes_the_bank_unseen() {
    let played = begin(100, &["", "", "", ""]).play("1 buy 2, 2 pass, 3 pass, 4 pass, 1 fold, 2 fold, 3 fold");
    assert!(played.hand.shown().is_empty());
    assert_eq!(told(&played.hand), "600-30 4:570; stacks 700 900 900 1470");
}

#[test]
fn c13_the_fee_is_rounded_down() {
    let own = ["As Ad 4d 4s 9c", "Kd Qd 9h 6c 2c", "Ks Qs 9d 6d 2d"];
    begin(333, &own).check("pass, pass, pass, check, check, check", "999-49 1:950; stacks 1617 667 667");
}

#[test]
fn c14_no_seat_is_beyond_the_table() {
    assert_eq!(Seat::all().count(), 6);
}

#[test]
fn c15_a_fee_above_five_percent_is_refused() {
    let mut house = house(RULES);
    assert_eq!(house.problems(), []);
    house.fee = Fee { rate: FeeRate::PercentHundredths(600), ..house.fee };
    assert_eq!(house.problems().len(), 1);
}

#[test]
fn tpam_10_a_file_takes_a_fee_of_the_banks_or_by_the_hour() {
    let check = |fee: Fee, expected: &[&str]| {
        let keys: Vec<String> = House { fee, ..house(RULES) }.problems_of_file().into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys, expected, "{fee:?}");
    };
    let of_banks = house(RULES).fee;
    let by_the_hour = |minor: i64| Fee { hourly_minor: Some(money(minor)), ..Fee::NONE };
    check(of_banks, &[]);
    check(by_the_hour(500), &[]);
    check(by_the_hour(0), &["fee.hourly_minor"]);
    check(Fee { rate: of_banks.rate, ..by_the_hour(500) }, &["fee.rate"]);
    let absent = crate::games::seating::Absent::PostsAndFolds;
    let mut house_of_absent = House { fee: by_the_hour(500), ..house(RULES) };
    house_of_absent.seating.absent = absent;
    assert_eq!(house_of_absent.problems()[0].0, "fee.hourly_minor", "who cannot pay must not post");
    // Stacks stay whole chips.
    let problem = |unit: i64| Level { unit: money(unit), ..stake(100) }.problem(&House { fee: by_the_hour(500), ..house(RULES) });
    assert_eq!((problem(100), problem(200).map(|(key, _)| key)), (None, Some("unit")));
}

/// By the hour nothing is taken of a bank (TPAM-Q29).
#[test]
fn c16_a_house_may_take_nothing_of_a_bank() {
    let mut house = house(RULES);
    house.fee = Fee::NONE;
    let own = ["As Ad 4d 4s 9c", "Kd Qd 9h 6c 2c"];
    let case = Case::of(house, stake(100), &[1_000; 2], 2, &own, "");
    case.check("pass, pass, 1 bet 400, 2 call", "1000-0 1:1000; stacks 1500 500");
}

#[test]
fn tpam_22_who_is_asked_to_buy_does_not_bet_and_who_bets_does_not_buy() {
    let mut case = begin(100, &["", ""]);
    case.deal();
    for other in [Action::Check, Action::Call, Action::Bet(money(100))] {
        assert_eq!(case.hand.take(seat(1), other), Err(OtherQuestion), "{other:?}");
    }
    assert_eq!(case.hand.take(seat(1), Action::Stop), Err(NoStop));
    // Who does not decide in time buys nothing (TPAM-Q31).
    assert_eq!(case.hand.otherwise(seat(1)), Action::Pass);
    let mut betting = case.play("1 pass, 2 pass").hand;
    for other in [Action::Pass, Action::Exchange(CardChoice(1))] {
        assert_eq!(betting.take(seat(1), other), Err(OtherQuestion), "{other:?}");
    }
}

#[test]
fn tpam_q5_a_card_costs_the_initial_stake_and_who_cannot_pay_buys_less() {
    let mut case = Case::new(RULES, stake(100), &[350, 199, 100], 3, &["", "", ""], "");
    case.deal();
    let most = |hand: &Hand, number: u8| hand.offers(seat(number)).map(|offers| offers.exchange.map(|offer| offer.most));
    assert_eq!(most(&case.hand, 1), Some(Some(2)));
    let case = case.play("1 buy 2");
    // Seat 2 cannot buy any, and seat 3 has nothing left and is not asked.
    assert_eq!(most(&case.hand, 2), Some(None));
    let played = case.play("2 pass");
    assert_eq!(played.hand.street(), 1);
}

/// Who has less than a bet is all-in and wins of each at most as much (TPAM-Q25); cards that were bought lie in the main pot.
#[test]
fn tpam_q25_side_banks_and_the_price_of_cards() {
    let own = ["As Ad 4d 4s 9c", "3c 3h 9h 6c 2c Kd Kc", "Qs Qd 9d 6d 2d"];
    let case = Case::new(RULES, stake(100), &[150, 1_000, 1_000], 3, &own, "");
    let words = "1 pass, 2 buy 2, 3 pass, 1 bet 50, 2 raise 200, 3 call";
    let played = case.play(words);
    assert_eq!(played.hand.pots().iter().map(|pot| pot.amount).collect::<Vec<_>>(), [money(650), money(300)]);
    assert_eq!(told(&played.hand), "650-32 1:618; 300-15 2:285; stacks 618 785 700");
}

#[test]
fn tpam_q3_a_house_may_have_a_round_before_cards_are_bought() {
    let mut house = house(RULES);
    house.exchange = Some(ExchangeRules { cards_most: 3, pre_round: true });
    let own = ["As Ad 4d 4s 9c", "Kd Qd 9h 6c 2c"];
    let case = Case::of(house, stake(100), &[1_000; 2], 2, &own, "");
    case.check("1 bet 50, 2 call, 1 pass, 2 pass, 1 check, 2 check", "300-15 1:285; stacks 1135 850");
}

#[test]
fn tpam_21_six_hands_and_all_that_they_may_buy_are_less_than_a_pack() {
    let mut case = begin(100, &["", "", "", "", "", ""]);
    case.deal();
    let words = ["buy 3, "; 6].concat();
    let played = case.play(&words);
    // 48 of 52 were dealt (TPAM, the table of the four games).
    assert_eq!((played.others.len(), played.hand.street()), (4, 1));
}
