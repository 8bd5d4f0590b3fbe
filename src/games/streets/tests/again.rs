//! Equal hands in the end: they divide the bank, or play for it again (TPAM-8). The button is the last seat, so seat order begins with seat 1.

use super::*;
use crate::games::betting::BettingRefusal::{NoStop, NotYourTurn, OtherQuestion};
use crate::games::betting::EqualHandsRules;

const CLUB: &str = "club/am";
const FIVE: &str = "open-stud5/am";
const TEXAS: &str = "texas/am";

/// Three hands of the same worth.
const EQUAL: [&str; 3] = ["As Kd 9c 7h 4s", "Ah Kc 9d 7s 4d", "Ac Ks 9h 7d 4h"];

/// Club poker with bets from 50.
fn club(stacks: &[i64], own: &[&str], size: i64) -> Case {
    let level = Level { ante: money(size), small_bet: money(50), most_bet: money(1_000), unit: money(1), ..Level::default() };
    Case::new(CLUB, level, stacks, u8::try_from(stacks.len()).expect("a few seats"), own, "")
}

/// Two with equal hands who have put in 150 each, up to the question.
fn two() -> Case {
    club(&[1_000; 2], &EQUAL[..2], 100).play("1 pass, 2 pass, 1 bet 50, 2 call")
}

/// The banks, each with who may win it.
fn lying(hand: &Hand) -> Vec<(i64, Vec<u8>)> {
    hand.pots().into_iter().map(|pot| (pot.amount.minor(), pot.claimants.iter().map(|seat| seat.number()).collect())).collect()
}

#[test]
fn tpam_8_who_is_asked_divides_or_plays_again_and_does_nothing_else() {
    let mut hand = two().hand;
    assert_eq!(hand.wants(), HandWants::Decision(seat(1)));
    let offers = hand.offers(seat(1)).expect("it is asked");
    assert_eq!((offers.may_divide, offers.call, offers.wager, offers.may_pass, offers.may_stop), (true, money(0), None, false, false));
    for other in [Action::Fold, Action::Check, Action::Call, Action::Pass, Action::Bet(money(50))] {
        assert_eq!(hand.take(seat(1), other), Err(OtherQuestion), "{other:?}");
    }
    assert_eq!(hand.take(seat(1), Action::Stop), Err(NoStop));
    assert_eq!(hand.take(seat(2), Action::Divide), Err(NotYourTurn));
    assert_eq!(hand.take(seat(1), Action::Divide), Ok(money(0)));
    assert_eq!(hand.wants(), HandWants::Decision(seat(2)));
    // TPAM-7: the hands were opened and compared. TPAM-Q7: no answer is no agreement.
    assert_eq!((hand.shown(), hand.otherwise(seat(2))), (vec![seat(1), seat(2)], Action::PlayAgain));
    // Who is going surrenders no share that is his.
    assert_eq!((hand.when_going(seat(2)), hand.kill(seat(2))), (Action::Divide, false));
    let mut betting = club(&[1_000; 2], &EQUAL[..2], 100).play("1 pass, 2 pass").hand;
    assert_eq!([Action::Divide, Action::PlayAgain].map(|action| betting.take(seat(1), action)), [Err(OtherQuestion); 2]);
}

/// A player who had an equal hand and is going stays in the replay as long as that is free.
#[test]
fn who_is_going_plays_again_for_his_share_where_that_is_free() {
    let replay = ["8s 8d 8h 3c 3s", "7s 7d 7h Ac As"];
    let mut hand = two().then(&replay, "").play("1 divide, 2 again, 1 pass").hand;
    assert_eq!((hand.wants(), hand.when_going(seat(2))), (HandWants::Decision(seat(2)), Action::Pass));
    assert_eq!(hand.take(seat(2), Action::Pass), Ok(money(0)));
    assert_eq!((hand.wants(), hand.when_going(seat(1))), (HandWants::Decision(seat(1)), Action::Check));
    assert_eq!((hand.take(seat(1), Action::Check), hand.take(seat(2), Action::Bet(money(100)))), (Ok(money(0)), Ok(money(100))));
    assert_eq!((hand.wants(), hand.when_going(seat(1))), (HandWants::Decision(seat(1)), Action::Fold), "that is not free");
}

#[test]
fn c3_all_agree_and_the_odd_unit_goes_to_the_dealers_left() {
    two().check("1 divide, 2 divide", "300-15 1:143 2:142; stacks 993 992");
}

#[test]
fn c4_the_tied_play_again_for_what_lies_there() {
    let replay = ["8s 8d 8h 3c 3s", "7s 7d 7h Ac As"];
    let words = "1 divide, 2 again, 1 pass, 2 pass, 1 check, 2 check";
    two().then(&replay, "").check(words, "300-15 1:285; stacks 1135 850");
}

#[test]
fn c5_a_further_bet_joins_the_bank_and_the_fee_is_taken_once() {
    let replay = ["8s 8d 8h 3c 3s", "7s 7d 7h Ac As", "Kh Qh 9d 6c 2c"];
    let case = club(&[1_000; 3], &EQUAL, 300).play("pass, pass, pass, check, check, check");
    assert_eq!(lying(&case.hand), [(900, vec![1, 2, 3])]);
    let words = "1 again, pass, pass, pass, 1 bet 100, 2 call, 3 call";
    case.then(&replay, "").check(words, "1200-60 1:1140; stacks 1740 600 600");
}

#[test]
fn s11_one_of_two_does_not_agree_and_the_bank_is_not_touched() {
    let level = Level { ante: money(125), ..blinds(0, 125, 1) };
    let case = Case::new(FIVE, level, &[1_000; 2], 2, &["Ks Qd", "Kh Qc"], "");
    let asked = case.play("1 stop, 1 check, 2 stop, 2 call");
    assert_eq!(lying(&asked.hand), [(500, vec![1, 2])]);
    let mut replay = asked.then(&["2c Kd", "2d 7h"], "").play("1 divide, 2 again");
    // Nobody has put in a blind anew, and both have new cards.
    assert_eq!((lying(&replay.hand), replay.hand.pot()), (vec![(500, vec![1, 2])], money(500)));
    assert_eq!(replay.hand.seats()[0].map(|player| player.stack), Some(money(750)));
    assert_eq!(replay.hand.seats()[0].map(|player| (player.cards().to_vec(), player.has_stopped)), Some((cards("2c Kd"), false)));
    assert_eq!((replay.hand.wants(), replay.hand.deals_first_cards()), (HandWants::Decision(seat(1)), false));
    replay = replay.play("1 bet 200, 2 fold");
    assert_eq!(told(&replay.hand), "back 1:200; 500-25 1:475; stacks 1225 750");
}

#[test]
fn t6_only_the_tied_play_again() {
    let level = Level { ante: money(100), unit: money(1), ..Level::default() };
    let case = Case::new(TEXAS, level, &[1_000; 3], 3, &["As 9d", "Ah 9c", "Ac 8d"], "2c 3c 4h 5h 6d");
    let passed = "pass, pass, pass, ".repeat(4);
    let asked = case.then(&["Ks Kd", "Qs Qd"], "2c 3c 4h 5h 6d").play(&passed);
    assert_eq!(lying(&asked.hand), [(300, vec![1, 2, 3])]);
    let again = asked.play("1 again");
    assert_eq!((lying(&again.hand), again.hand.board().len()), (vec![(300, vec![1, 2])], 0));
    assert_eq!(again.hand.seats()[2].map(|player| (player.is_live, player.cards().len())), Some((false, 0)));
    // What was paid for openings before is gone: who pays nothing now uses nothing of the middle; the price joins the bank.
    let words = "1 pass, 2 call, 1 pass, 2 pass, 1 pass, 2 pass, 1 pass, 2 pass";
    again.check(words, "400-20 1:380; stacks 1280 800 900");
}

#[test]
fn tpam_q8_after_so_many_replays_the_bank_is_divided() {
    let mut house = house(CLUB);
    house.equal_hands = Some(EqualHandsRules { replays_most: 2 });
    let level = Level { ante: money(150), small_bet: money(50), most_bet: money(1_000), unit: money(1), ..Level::default() };
    let case = Case::of(house, level, &[1_000; 2], 2, &EQUAL[..2], "");
    let (round, again) = ("1 pass, 2 pass, 1 check, 2 check, ", "1 again, ");
    let words = [round, again, round, again, round].concat();
    case.then(&EQUAL[..2], "").then(&EQUAL[1..], "").check(&words, "300-15 1:143 2:142; stacks 993 992");
}

#[test]
fn tpam_8_a_house_may_divide_without_asking() {
    let mut house = house(CLUB);
    house.equal_hands = None;
    let level = Level { ante: money(150), small_bet: money(50), most_bet: money(1_000), unit: money(1), ..Level::default() };
    Case::of(house, level, &[1_000; 2], 2, &EQUAL[..2], "").check("1 pass, 2 pass, 1 check, 2 check", "300-15 1:143 2:142; stacks 993 992");
}

/// TPAM-Q6 in a replay: who is left alone has the bank unseen.
#[test]
fn tpam_6_who_surrenders_in_the_replay_has_lost() {
    let played = two().then(&["", ""], "").play("1 again, 1 fold");
    assert!(played.hand.shown().is_empty());
    assert_eq!(told(&played.hand), "300-15 2:285; stacks 850 1135");
}

/// TPAM-23, TPAM-Q8: cards are bought again, for the stake of the first deal, and their price joins the bank.
#[test]
fn tpam_23_cards_are_bought_in_the_replay_too() {
    let replay = ["3c 3d 7h 5h 2s Js Jd 8c", "7s Tc 4d 4s 9c"];
    two().then(&replay, "").check("1 again, 1 buy 3, 2 pass, 1 check, 2 check", "600-30 1:570; stacks 1120 850");
}

/// Seat 1 is all-in for 100 and plays for the main bank alone; what nobody matched of seat 3's bet goes back to it.
#[test]
fn tpam_q25_of_side_banks_each_is_played_for_again_by_its_own() {
    let case = club(&[100, 300, 1_000], &EQUAL, 100).play("2 pass, 3 pass, 2 bet 50, 3 raise 400, 2 call");
    assert_eq!(lying(&case.hand), [(300, vec![1, 2, 3]), (400, vec![2, 3]), (200, vec![3])]);
    // The side bank is won by seat 3 in the replay, the main bank by seat 1.
    let replay = ["8s 8d 8h 3c 3s", "2s 3d 5h 9d Jc", "7s 7d 7h Ac As"];
    case.then(&replay, "").check("1 again, 3 pass", "back 3:200; 300-15 1:285; 400-20 3:380; stacks 285 0 1080");
}

/// Seats 1 and 2 are all-in and tie for the main bank; seat 3 beats seat 4 for the side bank and keeps it.
#[test]
fn tpam_q25_a_bank_that_is_won_is_not_played_for_again() {
    let own = ["Ks Kd 8h 5c 2h", "Kh Kc 8s 5s 2c", "Qs Qd 8c 5h 2s", "Jh Jd 8d 5d 2d"];
    let case = club(&[100, 100, 300, 300], &own, 100).play("3 pass, 4 pass, 3 bet 200, 4 call");
    assert_eq!(lying(&case.hand), [(400, vec![1, 2, 3, 4]), (400, vec![3, 4])]);
    let replay = ["8s 8d 8h 3c 3s", "7s 7d 7h Ac As"];
    case.then(&replay, "").check("1 again", "400-20 1:380; 400-20 3:380; stacks 380 0 380 0");
}

/// Two banks between different players: those of the first are asked first, then those of the next one, no matter how the first ended.
#[test]
fn tpam_8_of_two_banks_between_different_hands_each_is_asked_for_itself() {
    let own = ["Ks Kd 8h 5c 2h", "Kh Kc 8s 5s 2c", "Qs Qd 9c 6h 3s", "Qh Qc 9d 6d 3d"];
    let asked = || club(&[100, 100, 300, 300], &own, 100).play("3 pass, 4 pass, 3 bet 200, 4 call");
    asked().check("1 divide, 2 divide, 3 divide, 4 divide", "400-20 1:190 2:190; 400-20 3:190 4:190; stacks 190 190 190 190");
    let (first, second) = (["8s 8d 8h 3c 3s", "7s 7d 7h Ac As"], ["", "", "8s 8d 8h 3c 3s", "7s 7d 7h Ac As"]);
    let both = asked().then(&first, "").then(&second, "").play("1 again");
    assert_eq!(both.hand.wants(), HandWants::Decision(seat(3)));
    both.check("3 divide, 4 again", "400-20 1:380; 400-20 3:380; stacks 380 0 380 0");
}
