//! The worked cases of video poker as the auditor reckons them, and its objections to what cannot be.

use super::super::TableRules;
use super::super::clerk::Clerk as _;
use super::super::keys::Keys;
use super::super::machine::cases::{cards, changed, check_choice, draw, seat};
use super::*;
use crate::model::{Combination, Money, Offer, Seat, StakeKind};

mod at_the_table;

/// The digest's own table, apart from every shipped file.
const RULES: &str = r#"
shoe = { packs = 1 }
course = { decision_seconds = 300, restart_in_deal = "void", redeal = false }
limits = { step_minor = 5, main = { least = 5, most = 1000 } }
[play]
risk = { doublings_most = 5 }
[play.pays]
royal_flush_at_highest_step = 800
royal_flush = 250
straight_flush = 50
four_of_a_kind = 25
full_house = 9
flush = 6
straight = 4
three_of_a_kind = 3
two_pair = 2
jacks_or_better = 1
"#;

/// The digest's rules with a table of them changed.
fn keys(change: &str) -> toml::Table {
    changed(RULES.parse().expect("the rules are TOML"), change)
}

fn rules(change: &str) -> Rules {
    Rules::read(&Keys::new(&keys(change))).expect("the rules are read")
}

fn stake(amount: i64) -> BoxStake {
    BoxStake { seat: seat(), place: BoxNumber(1), hand: 0, kind: StakeKind::Main, amount: Money::from_minor(amount) }
}

/// A choice is objected to in these words, or not at all where there are none.
#[track_caller]
fn check(deal: &mut Deal, choice: Choice, objection: &str) {
    check_choice(deal, choice, &[], objection);
}

#[track_caller]
fn choose(deal: &mut Deal, choice: Choice) {
    check(deal, choice, "");
}

/// A hand of which the marked cards were changed for others, in the order in which they come.
fn hand(change: &str, amount: i64, first: &str, marked: &str, drawn: &str) -> Deal {
    let mut deal = Deal::new(rules(change), stake(amount));
    draw(&mut deal, first);
    let marked = cards(marked);
    let bits = cards(first).iter().enumerate().fold(0, |bits, (at, card)| bits | u8::from(marked.contains(card)) << at);
    choose(&mut deal, Choice::Exchange(CardChoice(bits)));
    draw(&mut deal, drawn);
    deal
}

/// What the deal returns when all is collected.
fn collected(mut deal: Deal) -> i64 {
    if !deal.asked().is_empty() {
        choose(&mut deal, Choice::Collect);
    }
    let settled = deal.settle().expect("the deal is over");
    settled.lines[0].returned(settled.stakes[0].amount.minor())
}

#[test]
fn d1_to_d13_the_worked_cases() {
    let cases = [
        ("As Ks Qs Js 4d", "4d", "Ts", 2_500),
        ("9h 8h 7h 6h 2c", "2c", "5h", 500),
        ("8s 8d 8h Kc 3s", "Kc 3s", "8c 2d", 250),
        ("8s 8d 8h Kc 3s", "3s", "Kd", 90),
        ("Kh Th 7h 4h 2s", "2s", "Ah", 60),
        ("9s 8d 7h 6c Ks", "Ks", "5s", 40),
        ("8s 8d Qh Kc 3s", "Qh Kc 3s", "8h 2c 4d", 30),
        ("Ts Td 4h Kc 7s", "Kc", "4c", 20),
        ("Js 9d 5h 3c 2s", "9d 5h 3c 2s", "Jd 8c 6h 4s", 10),
        ("Ts 9d 5h 3c 2s", "9d 5h 3c 2s", "Td 8c 6h 4s", 0),
        ("As 2d 3h 4c 9s", "9s", "5s", 40),
        ("Qs Qd 5h 3c 2s", "", "", 10),
        ("2s 4d 7h 9c Ks", "2s 4d 7h 9c Ks", "Ad Ah As 3c 3d", 90),
    ];
    for (case, (first, marked, drawn, returned)) in (1..).zip(cases) {
        assert_eq!(collected(hand("", 10, first, marked, drawn)), returned, "D{case}");
    }
    assert_eq!(collected(hand("limits = { main = { least = 5, most = 10 } }", 10, cases[0].0, cases[0].1, cases[0].2)), 8_000);
}

#[test]
fn bqam_q70_each_row_pays_its_own_hand() {
    let hands = [
        ("jacks_or_better", "Js Jd 5h 3c 2s"),
        ("two_pair", "Ts Td 4h 4c 7s"),
        ("three_of_a_kind", "8s 8d 8h 2c 4d"),
        ("straight", "9s 8d 7h 6c 5s"),
        ("flush", "Kh Th 7h 4h Ah"),
        ("full_house", "8s 8d 8h Kc Kd"),
        ("four_of_a_kind", "8s 8d 8h 8c 2d"),
        ("straight_flush", "9h 8h 7h 6h 5h"),
        ("royal_flush", "As Ks Qs Js Ts"),
    ];
    for (row, _) in hands {
        for (of, first) in hands {
            let returned = collected(hand(&format!("pays = {{ {row} = 77 }}"), 10, first, "", ""));
            assert_eq!(returned == 770, row == of, "{row} and {first}");
        }
    }
    // Ace and king, and a pair of tens, are no winning combination; nor is a row that pays nothing.
    for first in ["As Kd 7h 5c 2s", "Ts Td 7h 5c 2s"] {
        assert_eq!(collected(hand("", 10, first, "", "")), 0, "{first}");
    }
    assert_eq!(collected(hand("pays = { straight = 0 }", 10, "9s 8d 7h 6c 5s", "", "")), 0);
}

/// A flush of 10, which comes to 60.
fn sixty(change: &str) -> Deal {
    hand(change, 10, "Kh Th 7h 4h Ah", "", "")
}

/// Everything is risked on one of these cards after the open one.
fn risk(deal: &mut Deal, board: &str, picked: u8) {
    choose(deal, Choice::Risk);
    assert!(deal.wants_fresh() && deal.next_card().is_none(), "the risk game has fresh cards");
    deal.take_fresh();
    draw(deal, board);
    choose(deal, Choice::Pick(CardChoice(1 << (picked - 1))));
}

#[test]
fn d14_to_d18_the_risk_game() {
    let after = |rounds: &[(&str, u8)]| {
        let mut deal = sixty("");
        rounds.iter().for_each(|(board, picked)| risk(&mut deal, board, *picked));
        (deal.asked().len(), collected(deal))
    };
    assert_eq!(after(&[("7d Jc 2c 3c 4c", 1)]), (1, 120));
    assert_eq!(after(&[("7d Jc 2c 3c 4c", 4)]), (0, 0));
    assert_eq!(after(&[("7d Jc 7c 3c 4c", 2)]), (1, 60));
    assert_eq!(after(&[("7d Jc 2c 3c 4c", 1), ("2h 3h Kd Ks Kc", 3)]), (1, 240));
    assert_eq!(after(&[("Ad Kc Qc As 2h", 3)]), (1, 60));
    assert_eq!(after(&[("Ad Kc Qc As 2h", 1)]), (0, 0));
    // The ace is above the king, and the two below everything.
    assert_eq!(after(&[("Kd As 2c 3c 4c", 1)]), (1, 120));
    assert_eq!(after(&[("2d As 3c 2h 4c", 3)]), (1, 60));
}

#[test]
fn bqam_q74_how_often_and_how_high_a_win_is_doubled() {
    let won = ("7d Jc 2c 3c 4c", 1);
    let equal = ("7d Jc 7c 3c 4c", 2);
    // How often it is still asked after these rounds, and what comes back.
    let check = |change: &str, rounds: &[(&str, u8)], may_go_on: bool, returned: i64| {
        let mut deal = sixty(change);
        rounds.iter().for_each(|(board, picked)| risk(&mut deal, board, *picked));
        assert_eq!((!deal.asked().is_empty(), collected(deal)), (may_go_on, returned), "{change}, {rounds:?}");
    };
    check("", &[won; 4], true, 960);
    check("", &[won; 5], false, 1_920);
    check("", &[won, equal, won, equal, equal, won, won], true, 960);
    check("risk = { doublings_most = 1 }", &[equal], true, 60);
    check("risk = { doublings_most = 1 }", &[won], false, 120);
    check("risk = { doublings_most = 0 }", &[], false, 60);
    check("risk = { most_minor = 119 }", &[], false, 60);
    check("risk = { most_minor = 120 }", &[], true, 60);
    check("risk = { most_minor = 120 }", &[won], false, 120);
    check("risk = { most_minor = 240 }", &[won], true, 120);
}

/// The player to act is shown these choices, which is objected to in these words, or not at all where there are none.
#[track_caller]
fn check_shown(deal: &Deal, shown: &[Offer], objection: &str) {
    let said = deal.asked().pop().expect("somebody is asked").compare(shown, 0).err().unwrap_or_default();
    assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{shown:?}: {said:?}");
}

#[test]
fn bqam_63_bqam_64_what_is_told_to_come_of_collecting_and_of_risking() {
    let told = |collect, risk| {
        [(ChoiceKind::Collect, collect), (ChoiceKind::Risk, risk)].map(|(kind, amount)| Offer::returning(kind, Money::from_minor(amount)))
    };
    let mut deal = sixty("");
    check_shown(&deal, &told(60, 120), "");
    for (collect, risk) in [(60, 60), (60, 0), (0, 0), (50, 100), (50, 120), (120, 60), (60, 121)] {
        check_shown(&deal, &told(collect, risk), "is offered");
    }
    risk(&mut deal, "7d Jc 2c 3c 4c", 1);
    check_shown(&deal, &told(120, 240), "");
    check_shown(&deal, &told(60, 120), "is offered");
    risk(&mut deal, "7d Jc 7c 3c 4c", 2);
    check_shown(&deal, &told(120, 240), "");
    check_shown(&deal, &told(240, 480), "is offered");
}

#[test]
fn bqam_61_bqam_64_nothing_is_told_to_come_of_what_nobody_can_know() {
    let brings = |offer: Offer, amount| Offer { returns: Money::from_minor(amount), ..offer };
    let mut deal = Deal::new(rules(""), stake(10));
    draw(&mut deal, "Kh Th 7h 4h Ah");
    check_shown(&deal, &[Offer::exchange_any(5)], "");
    check_shown(&deal, &[brings(Offer::exchange_any(5), 60)], "is offered");
    let mut deal = sixty("");
    choose(&mut deal, Choice::Risk);
    deal.take_fresh();
    draw(&mut deal, "7d Jc 2c 3c 4c");
    check_shown(&deal, &[Offer::pick(4)], "");
    check_shown(&deal, &[brings(Offer::pick(4), 120)], "is offered");
}

/// The wins as they are told: what is won, at which odds, with which combination.
#[track_caller]
fn check_wins(deal: &Deal, expected: &[(i64, &str, Option<Combination>)]) {
    let settled = deal.settled();
    let wins: Vec<_> = settled.lines[0].wins.iter().map(|won| (won.amount, won.odds.to_string(), won.combination)).collect();
    let expected: Vec<_> = expected.iter().map(|(amount, odds, combination)| (*amount, (*odds).to_owned(), *combination)).collect();
    assert_eq!(wins, expected);
}

#[test]
fn bqam_q70_what_comes_back_in_all_is_told_as_wins() {
    let mut flush = sixty("");
    check_wins(&flush, &[(50, "5:1", Some(Combination::Flush))]);
    risk(&mut flush, "7d Jc 2c 3c 4c", 1);
    check_wins(&flush, &[(50, "5:1", Some(Combination::Flush)), (60, "1:1", None)]);
    risk(&mut flush, "7d Jc 2c 3c 4c", 1);
    check_wins(&flush, &[(50, "5:1", Some(Combination::Flush)), (180, "3:1", None)]);
    let mut jacks = hand("", 10, "Js Jd 5h 3c 2s", "", "");
    assert_eq!(jacks.settled().lines, [Line::BACK]);
    risk(&mut jacks, "7d Jc 2c 3c 4c", 1);
    check_wins(&jacks, &[(10, "1:1", None)]);
    assert_eq!(collected(jacks), 20);
}

const UP: [&str; 5] = ["2s", "4d", "7h", "9c", "Ks"];

fn seen(deal: &Deal, at: CardPlace) -> String {
    let cards = deal.shows(at).expect("it is shown card by card");
    cards.iter().map(|card| card.map_or("??".to_owned(), |card| card.to_string())).collect::<Vec<_>>().join(" ")
}

#[test]
fn bqam_61_marked_cards_lie_turned_down_and_are_replaced_from_the_left() {
    let mut deal = Deal::new(rules(""), stake(10));
    assert_eq!(deal.next_card(), Some((AT_HAND, Face::Up)));
    check(&mut deal, Choice::Exchange(CardChoice(0)), "nobody was asked for");
    draw(&mut deal, &UP.join(" "));
    assert_eq!((deal.next_card(), seen(&deal, AT_HAND)), (None, UP.join(" ")));
    check(&mut deal, Choice::Exchange(CardChoice(0b10_0000)), "was not offered");
    check(&mut deal, Choice::Collect, "was not offered");
    choose(&mut deal, Choice::Exchange(CardChoice(0b1_0010)));
    assert_eq!(seen(&deal, AT_HAND), "2s ?? 7h 9c ??");
    check(&mut deal, Choice::Exchange(CardChoice(0)), "nobody was asked for");
    assert!(deal.settle().expect_err("two cards are missing").contains("was to come"));
    draw(&mut deal, "Kd");
    assert_eq!(seen(&deal, AT_HAND), "2s Kd 7h 9c ??");
    draw(&mut deal, "Kh");
    assert_eq!((deal.next_card(), seen(&deal, AT_HAND)), (None, "2s Kd 7h 9c Kh".to_owned()));
}

#[test]
fn bqam_64_of_the_closed_cards_only_the_picked_one_is_seen() {
    let mut deal = sixty("");
    assert_eq!(seen(&deal, CardPlace::Board), "");
    check(&mut deal, Choice::Pick(CardChoice(1)), "was not offered");
    choose(&mut deal, Choice::Risk);
    check(&mut deal, Choice::Pick(CardChoice(1)), "nobody was asked for");
    deal.take_fresh();
    assert_eq!(deal.next_card(), Some((CardPlace::Board, Face::Up)));
    draw(&mut deal, "7d");
    assert_eq!(deal.next_card(), Some((CardPlace::Board, Face::Down)));
    draw(&mut deal, "Jc 2c 3c 4c");
    assert_eq!((deal.next_card(), seen(&deal, CardPlace::Board)), (None, "7d ?? ?? ?? ??".to_owned()));
    for wrong in [0, 0b11, 0b1_0000] {
        check(&mut deal.clone(), Choice::Pick(CardChoice(wrong)), "was not offered");
    }
    assert!(deal.settle().expect_err("nothing is picked").contains("the turn of"));
    choose(&mut deal, Choice::Pick(CardChoice(0b10)));
    assert_eq!(seen(&deal, CardPlace::Board), "7d ?? 2c ?? ??");
    assert_eq!(seen(&deal, AT_HAND), "Kh Th 7h 4h Ah");
}

#[test]
fn bqam_62_one_stake_in_steps_lies_on_the_only_box() {
    let rules = rules("");
    let said = |stakes: &[BoxStake]| rules.check_laid(stakes).err().unwrap_or_default();
    assert_eq!((said(&[stake(5)]), said(&[stake(1_000)])), (String::new(), String::new()));
    assert!(said(&[stake(1_005)]).contains("1005 lies as stake"));
    assert!(said(&[stake(12)]).contains("in steps of 5"));
    assert!(said(&[stake(5), stake(5)]).contains("other than one stake"));
    assert!(said(&[BoxStake { place: BoxNumber(2), ..stake(5) }]).contains("there is no box 2"));
    assert!(said(&[BoxStake { kind: StakeKind::Ante, ..stake(5) }]).contains("Ante lies before the deal"));
}

#[test]
fn what_is_done_for_a_player_who_is_silent() {
    let rules = rules("");
    let defaults = [Choice::Exchange(CardChoice(0)), Choice::Collect, Choice::Pick(CardChoice(1))];
    assert!(defaults.iter().all(|choice| rules.is_default(*choice)));
    for other in [Choice::Exchange(CardChoice(1)), Choice::Risk, Choice::Pick(CardChoice(0b10)), Choice::Stand] {
        assert!(!rules.is_default(other), "{other:?}");
    }
}

#[test]
fn a_key_that_the_auditor_does_not_know_is_not_passed_over() {
    let read = |change: &str| TableRules::read("video-poker", &keys(change)).err().unwrap_or_default();
    assert_eq!(read(""), "");
    assert!(read("risk = { half = true }").contains("does not know the key play.risk.half"));
    assert!(read("pays = { five_of_a_kind = 500 }").contains("does not know the key play.pays.five_of_a_kind"));
    assert!(read("risk = { doublings_most = -1 }").contains("no count"));
}
