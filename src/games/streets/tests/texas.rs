//! Texas poker of the decree: the cases T of `table-poker-am`. The button is the last seat, so seat order begins with seat 1.

use super::*;
use crate::games::betting::BettingRefusal::{AmountNotOffered, NoWager, NothingOwed, OtherQuestion, SomethingOwed};
use crate::games::betting::{Limit, TradingRules};

const RULES: &str = "texas/am";
const OWN: [&str; 3] = ["As Kd", "9h 9c", "7s 6s"];
const MIDDLE: &str = "Ah 9d 8s 5s 2s";

/// Compulsory stake and price.
fn stake(size: i64) -> Level {
    Level { ante: money(size), unit: money(1), ..Level::default() }
}

fn begin(own: &[&str], middle: &str) -> Case {
    let stacks: Vec<i64> = own.iter().map(|_| 1_000).collect();
    Case::new(RULES, stake(100), &stacks, u8::try_from(own.len()).expect("a few seats"), own, middle)
}

/// What everybody pays for, a letter an opening, `y` or `n`, in the order of the seats; `s` surrenders. Nobody surrenders at the end.
fn play(mut case: Case, paid: &[&str]) -> Case {
    case.deal();
    while let HandWants::Decision(asked) = case.hand.wants() {
        let may_divide = case.hand.offers(asked).is_some_and(|offers| offers.may_divide);
        let action = match paid[asked.index()].as_bytes().get(case.hand.street()) {
            _ if may_divide => Action::Divide,
            Some(b'y') => Action::Call,
            Some(b's') => Action::Fold,
            _ => Action::Pass,
        };
        case.hand.take(asked, action).expect("it is offered");
        case.deal();
    }
    case
}

fn check(own: &[&str], middle: &str, paid: &[&str], expected: &str) {
    let played = play(begin(own, middle), paid);
    assert_eq!(told(&played.hand).split("; stacks").next(), Some(expected), "{own:?} {paid:?}");
}

#[test]
fn t1_to_t5_a_hand_uses_the_cards_that_its_player_paid_for() {
    let own = ["As Kd", "9h 9c", "7s 6s"];
    check(&own, MIDDLE, &["yyy", "yyy", "yyy"], "1200-60 3:1140");
    check(&own, MIDDLE, &["yyy", "yyy", "yyn"], "1100-55 3:1045");
    check(&own, MIDDLE, &["yyy", "yyy", "nyy"], "1100-55 2:1045");
    check(&own, MIDDLE, &["yyy", "yyy", "yny"], "1100-55 2:1045");
    check(&own, MIDDLE, &["yyy", "yyy", "s"], "900-45 2:855");
}

#[test]
fn tpam_37_what_may_be_used_is_what_was_paid_for() {
    let usable = |paid: &str| {
        let played = play(begin(&OWN, MIDDLE), &["yyy", "yyy", paid]);
        played.hand.usable(seat(3)).iter().map(|card| format!("{card} ")).collect::<String>()
    };
    assert_eq!(["yyy", "yyn", "nyy", "yny", "nnn"].map(usable), ["Ah 9d 8s 5s 2s ", "Ah 9d 8s 5s ", "5s 2s ", "Ah 9d 8s 2s ", ""]);
}

#[test]
fn t6_nobody_pays_and_two_cards_decide() {
    check(&["As 9d", "Ah 9c", "Ac 8d"], "2c 3c 4h 5h 6d", &["nnn"; 3], "300-15 1:143 2:142");
}

#[test]
fn t7_and_t8_who_pays_nothing_plays_for_the_whole_bank() {
    let middle = "Kh 8c 5d 3s 2c";
    check(&["Qs Jd", "9h 9c"], middle, &["yyy", "nnn"], "500-25 2:475");
    check(&["As 9d", "Ah Jd"], middle, &["nnn", "yyy"], "500-25 2:475");
}

#[test]
fn t9_to_t11_the_middle_is_in_common() {
    let broadway = "Th Jd Qs Kc As";
    check(&["2c 3d", "4h 5d"], broadway, &["yyy", "yyy"], "800-40 1:380 2:380");
    check(&["2c 3d", "4h 5d"], broadway, &["yyn", "yyy"], "700-35 2:665");
    check(&["Ah Qc", "Ac Qd", "Ad Qh"], "7h 7d 2c Ks 4d", &["ynn", "yyy", "yyy"], "1000-50 2:475 3:475");
}

/// A table of the spread limit from 50 to 500.
fn spread(trading: TradingRules) -> Case {
    let mut house = house(RULES);
    (house.betting.limit, house.trading) = (Limit::Spread, Some(trading));
    assert_eq!(house.problems(), []);
    let level = Level { small_bet: money(50), most_bet: money(500), ..stake(100) };
    Case::of(house, level, &[1_000; 3], 3, &OWN, MIDDLE)
}

const ONE_PASS: TradingRules = TradingRules { equalise: false, final_round: false };

#[test]
fn t12_a_stake_is_not_below_the_one_before() {
    let mut case = spread(ONE_PASS).play("1 bet 200");
    assert!(matches!(case.hand.take(seat(2), Action::RaiseTo(money(150))), Err(AmountNotOffered(_))));
    case.check_asked("", "2: 200 201-500");
}

#[test]
fn t13_a_stake_is_within_the_limits_of_the_house() {
    let mut case = spread(ONE_PASS);
    case.deal();
    for amount in [40, 600] {
        assert!(matches!(case.hand.take(seat(1), Action::Bet(money(amount))), Err(AmountNotOffered(_))), "{amount}");
    }
    case.check_asked("", "1: 50 51-500");
}

#[test]
fn t14_one_pass_and_nobody_tops_up() {
    let played = spread(ONE_PASS).play("1 bet 100, 2 raise 200, 3 call");
    assert_eq!((played.hand.pot(), played.hand.street()), (money(800), 1));
    assert!(Seat::all().take(3).all(|seat| played.hand.usable(seat).len() == 3));
}

#[test]
fn tpam_q11_a_house_may_have_earlier_stakes_topped_up() {
    let equalises = TradingRules { equalise: true, ..ONE_PASS };
    let played = spread(equalises).play("1 bet 100, 2 raise 200, 3 pass");
    let mut hand = played.hand.clone();
    assert_eq!(hand.take(seat(1), Action::Pass), Err(SomethingOwed));
    assert_eq!(hand.otherwise(seat(1)), Action::Fold);
    played.check_asked("", "1: 100");
    let played = spread(equalises).play("1 bet 100, 2 raise 200, 3 pass, 1 call");
    assert_eq!((played.hand.pot(), played.hand.street()), (money(700), 1));
}

#[test]
fn t16_no_seat_is_beyond_the_table() {
    // The table has six seats, fewer than the seven of the decree (TPAM-Q30).
    assert_eq!(Seat::all().count(), 6);
}

#[test]
fn tpam_q14_after_the_fifth_card_a_player_may_only_surrender() {
    let words = "1 call, 2 call, 3 call, 1 call, 2 call, 3 call, 1 call, 2 call, 3 call";
    let mut last = begin(&OWN, MIDDLE).play(words);
    assert_eq!(last.hand.take(seat(1), Action::Call), Err(NothingOwed));
    assert_eq!(last.hand.take(seat(1), Action::Bet(money(100))), Err(NoWager));
    last.play("1 fold, 2 pass, 3 pass").check("", "1200-60 3:1140; stacks 600 600 1740");
    let mut house = house(RULES);
    house.trading = Some(TradingRules { final_round: true, ..ONE_PASS });
    Case::of(house, stake(100), &[1_000; 3], 3, &OWN, MIDDLE).check_asked(words, "1: 100");
}

#[test]
fn tpam_34_and_tpam_36_who_is_asked_to_pay_does_not_check() {
    let mut case = begin(&OWN, MIDDLE);
    case.deal();
    assert_eq!(case.hand.wants(), HandWants::Decision(seat(1)));
    assert_eq!(case.hand.take(seat(1), Action::Check), Err(OtherQuestion));
    // Who does not decide in time goes on without paying (TPAM-Q31).
    assert_eq!(case.hand.otherwise(seat(1)), Action::Pass);
    let offers = case.hand.offers(seat(1)).expect("it is asked");
    assert_eq!((offers.call, offers.wager, offers.may_pass, offers.may_stop), (money(100), None, true, false));
}

#[test]
fn tpam_q25_a_price_is_paid_whole_or_not_at_all() {
    let case = Case::new(RULES, stake(100), &[150, 1_000, 100], 3, &OWN, MIDDLE);
    // Seat 3 has nothing left after the compulsory stake and is asked nothing; it plays for the whole bank.
    let played = case.play("1 pass, 2 call, 1 pass, 2 call, 1 pass, 2 call");
    assert_eq!(told(&play(played, &["n", "n", "n"]).hand), "600-30 2:570; stacks 50 1170 0");
}

#[test]
fn tpam_30_who_has_less_than_the_compulsory_stake_is_not_dealt_in() {
    let begun = |stacks: [i64; 3]| {
        let stacks: Vec<(Seat, Money)> = (1..).zip(stacks).map(|(number, stack)| (seat(number), money(stack))).collect();
        Hand::begin(house(RULES), stake(100), &stacks, seat(3)).map(|hand| hand.seats().iter().flatten().count())
    };
    assert_eq!([begun([100, 99, 100]), begun([99, 99, 1_000])], [Some(2), None]);
}

/// No card of the middle exists before it is opened, and no closed hand is opened while somebody may still pay.
#[test]
fn tpam_31_nothing_is_opened_before_its_time() {
    let mut case = Case::new(RULES, stake(100), &[100, 100, 1_000], 3, &OWN, MIDDLE);
    let mut opened = Vec::new();
    loop {
        let is_compared = |asked| case.hand.offers(asked).is_some_and(|offers| offers.may_divide);
        assert!(case.hand.wants() == HandWants::Settlement || Seat::all().any(is_compared) || case.hand.shown().is_empty());
        match case.hand.wants() {
            HandWants::Card(CardTo::Board) => opened.push(case.hand.street()),
            HandWants::Card(to) => assert!(matches!(to, CardTo::Down(_))),
            HandWants::Decision(asked) => {
                let action = if is_compared(asked) { Action::Divide } else { Action::Pass };
                case.hand.take(asked, action).expect("it is offered");
                continue;
            }
            HandWants::Shuffle | HandWants::Settlement => break,
        }
        case.hand.take_card(case.others.pop().expect("the pack suffices"));
        if case.hand.wants() == HandWants::Settlement {
            break;
        }
    }
    assert_eq!(opened, [1, 1, 1, 2, 3]);
    assert_eq!(case.hand.shown(), [seat(1), seat(2), seat(3)]);
}
