//! The auditor objects to decisions that the rule books do not know.

use super::{Deal, Rules};
use crate::model::{BoxNumber, BoxStake, CardPlace, Choice, Money, Seat, StakeKind};
use crate::profiles::{Kind, file_keys};
use crate::sim::auditor::cards::Chosen;
use crate::sim::auditor::cards::keys::Keys;

fn stake(seat: u8, place: u8, hand: u8, kind: StakeKind, amount: i64) -> BoxStake {
    let seat = Seat::new(seat).expect("the case names a seat");
    BoxStake { seat, place: BoxNumber(place), hand, kind, amount: Money::from_minor(amount) }
}

/// A deal with 20 of these seats on these boxes, in which these cards have come in dealing order.
fn dealt(name: &str, change: impl FnOnce(&mut toml::Table), players: &[(u8, u8)], cards: &str) -> Deal {
    let mut keys = file_keys(Kind::Rules, name).expect("a shipped rules file");
    change(&mut keys);
    let laid: Vec<BoxStake> = players.iter().map(|(seat, place)| stake(*seat, *place, 0, StakeKind::Main, 20)).collect();
    let mut deal = Deal::new(Rules::read(&Keys::new(&keys)).expect("the rules are read"), &laid);
    draw(&mut deal, cards);
    deal
}

fn draw(deal: &mut Deal, cards: &str) {
    for name in cards.split_whitespace() {
        let (to, _) = deal.next_card().expect("a card is wanted");
        deal.take(to, name.parse().expect("the case names cards"));
    }
}

/// The choice, with the stake that it places, is objected to in these words, or not at all where there are none.
#[track_caller]
fn check(deal: &mut Deal, (seat, place, hand): (u8, u8, u8), choice: Choice, placed: &[BoxStake], objection: &str) {
    let seat = Seat::new(seat).expect("the case names a seat");
    let said = deal.chose(&Chosen { seat, place: BoxNumber(place), hand, choice, stakes: placed }).err().unwrap_or_default();
    assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{choice:?}: {said:?}");
}

/// Seat 1 insures its stake on box 1 for so much.
#[track_caller]
fn insure(deal: &mut Deal, amount: i64, objection: &str) {
    let placed = [stake(1, 1, 0, StakeKind::Insurance, amount)];
    check(deal, (1, 1, 0), Choice::Insure(Money::from_minor(amount)), &placed, objection);
}

#[test]
fn bjb_28_bx_8_bx_9_a_box_is_insured_until_the_next_one_draws() {
    let mut deal = dealt("blackjack/by", |_| (), &[(1, 1), (2, 2)], "Ts 5s Ah 9d 4d");
    // At the owner's turn, or when the box has played; never twice.
    let mut insured = deal.clone();
    insure(&mut insured, 10, "");
    insure(&mut insured.clone(), 10, "was not offered");
    check(&mut insured, (1, 1, 0), Choice::Stand, &[], "");
    check(&mut insured, (2, 2, 0), Choice::Stand, &[], "");
    check(&mut deal, (1, 1, 0), Choice::Stand, &[], "");
    check(&mut deal.clone(), (2, 2, 0), Choice::Hit, &[], "it was the turn of seat 1");
    insure(&mut deal.clone(), 10, "");
    // From half of the table's least, 2, to half of the stake.
    insure(&mut deal.clone(), 1, "");
    insure(&mut deal.clone(), 0, "was not offered");
    insure(&mut deal.clone(), 11, "was not offered");
    // BA-1: in chips of half a bet step.
    let coarse = |keys: &mut toml::Table| drop(keys["limits"].as_table_mut().expect("a table").insert("chip_minor".into(), 5.into()));
    insure(&mut dealt("blackjack/by", coarse, &[(1, 1)], "Ts Ah 9d"), 5, "");
    insure(&mut dealt("blackjack/by", coarse, &[(1, 1)], "Ts Ah 9d"), 6, "was not offered");
    check(&mut deal, (1, 1, 0), Choice::Decline, &[], "");
    insure(&mut deal.clone(), 10, "it was the turn of seat 2");
    check(&mut deal, (2, 2, 0), Choice::Hit, &[], "");
    assert_eq!(deal.asked(), None, "a card must come");
    insure(&mut deal, 10, "nobody was asked for");
}

#[test]
fn bjam_q18_all_boxes_are_asked_about_insurance_before_any_plays() {
    let mut deal = dealt("blackjack/am", |_| (), &[(1, 1), (2, 2)], "Ts 5s 9d 4d Ah");
    check(&mut deal.clone(), (1, 1, 0), Choice::Stand, &[], "was not offered");
    // K49, BJAM-Q14: half of the stake and nothing else.
    insure(&mut deal.clone(), 9, "was not offered");
    insure(&mut deal, 10, "");
    insure(&mut deal.clone(), 10, "it was the turn of seat 2");
    check(&mut deal, (2, 2, 0), Choice::Decline, &[], "");
    check(&mut deal.clone(), (2, 2, 0), Choice::Stand, &[], "it was the turn of seat 1");
    check(&mut deal, (1, 1, 0), Choice::Stand, &[], "");
    insure(&mut deal.clone(), 10, "it was the turn of seat 2");
    // K48: only against an ace.
    insure(&mut dealt("blackjack/am", |_| (), &[(1, 1)], "Ts 9d Th"), 10, "was not offered");
}

#[test]
fn ba_20_ba_21_even_money_is_offered_at_the_box_and_not_beside_insurance() {
    let deal = dealt("blackjack/by", |_| (), &[(1, 1), (2, 2)], "5s As Ah 4d Kd");
    check(&mut deal.clone(), (2, 2, 0), Choice::EvenMoney, &[], "it was the turn of seat 1");
    let mut deal = deal;
    check(&mut deal, (1, 1, 0), Choice::Surrender, &[], "was not offered");
    check(&mut deal, (1, 1, 0), Choice::Stand, &[], "");
    check(&mut deal, (1, 1, 0), Choice::EvenMoney, &[], "was not offered");
    check(&mut deal, (1, 1, 0), Choice::Decline, &[], "");
    let mut insured = deal.clone();
    check(&mut insured, (2, 2, 0), Choice::Insure(Money::from_minor(10)), &[stake(2, 2, 0, StakeKind::Insurance, 10)], "");
    check(&mut insured, (2, 2, 0), Choice::EvenMoney, &[], "nobody was asked for");
    check(&mut deal, (2, 2, 0), Choice::EvenMoney, &[], "");
    check(&mut deal, (2, 2, 0), Choice::EvenMoney, &[], "nobody was asked for");
}

#[test]
fn bjb_16_bjam_21_box_by_box_and_hand_by_hand() {
    let mut deal = dealt("blackjack/am", |_| (), &[(1, 1), (2, 2)], "8s 5s 8d 4d 6h");
    check(&mut deal.clone(), (2, 2, 0), Choice::Hit, &[], "it was the turn of seat 1");
    check(&mut deal, (1, 1, 0), Choice::Split, &[stake(1, 1, 1, StakeKind::Split, 20)], "");
    check(&mut deal.clone(), (1, 1, 0), Choice::Stand, &[], "nobody was asked for");
    draw(&mut deal, "3c");
    check(&mut deal.clone(), (1, 1, 1), Choice::Stand, &[], "it was the turn of seat 1 on hand 0");
    check(&mut deal.clone(), (2, 2, 0), Choice::Stand, &[], "it was the turn of seat 1");
    check(&mut deal, (1, 1, 0), Choice::Stand, &[], "");
    draw(&mut deal, "9c");
    check(&mut deal, (1, 1, 1), Choice::Stand, &[], "");
    check(&mut deal, (2, 2, 0), Choice::Stand, &[], "");
}

#[test]
fn ba_10_a_partner_goes_along_on_a_hand_of_his_only() {
    let mut deal = dealt("blackjack/by", |_| (), &[(1, 1), (2, 1)], "8s 6h 8d");
    check(&mut deal.clone(), (2, 1, 0), Choice::Hit, &[], "it was the turn of seat 1");
    check(&mut deal, (1, 1, 0), Choice::Split, &[stake(1, 1, 1, StakeKind::Split, 20)], "");
    let mut followed = deal.clone();
    check(&mut followed, (2, 1, 0), Choice::Follow, &[stake(2, 1, 1, StakeKind::Split, 20)], "");
    check(&mut deal, (2, 1, 0), Choice::Decline, &[], "");
    for (deal, objection) in [(&mut followed, ""), (&mut deal, "nobody was asked for")] {
        draw(deal, "9c");
        check(deal, (1, 1, 0), Choice::Stand, &[], "");
        draw(deal, "3c");
        check(deal, (1, 1, 1), Choice::Double, &[stake(1, 1, 1, StakeKind::Double, 20)], "");
        check(deal, (2, 1, 1), Choice::Follow, &[stake(2, 1, 1, StakeKind::Double, 20)], objection);
    }
}

#[test]
fn ba_10_the_partners_of_a_box_are_asked_after_its_owner_one_after_another() {
    let mut deal = dealt("blackjack/by", |_| (), &[(2, 1), (1, 1), (3, 1)], "6s 6h 5d");
    let follow = |seat| [stake(seat, 1, 0, StakeKind::Double, 20)];
    check(&mut deal.clone(), (1, 1, 0), Choice::Follow, &follow(1), "it was the turn of seat 2");
    check(&mut deal, (2, 1, 0), Choice::Double, &follow(2), "");
    check(&mut deal.clone(), (3, 1, 0), Choice::Follow, &follow(3), "it was the turn of seat 1");
    assert_eq!(deal.next_card(), None, "the partners are asked first");
    check(&mut deal, (1, 1, 0), Choice::Follow, &follow(1), "");
    check(&mut deal.clone(), (1, 1, 0), Choice::Follow, &follow(1), "it was the turn of seat 3");
    check(&mut deal, (3, 1, 0), Choice::Decline, &[], "");
    draw(&mut deal, "9c");
    check(&mut deal, (3, 1, 0), Choice::Follow, &follow(3), "nobody was asked for");
}

#[test]
fn ba_13_doubles_count_for_the_most_of_a_box_where_the_house_says_so() {
    let narrow = |keys: &mut toml::Table| {
        let limits = keys["limits"].as_table_mut().expect("a table");
        limits.insert("box_most_minor".into(), 30.into());
        limits.insert("raises_within_box_most".into(), true.into());
    };
    let double = [stake(1, 1, 0, StakeKind::Double, 20)];
    check(&mut dealt("blackjack/by", |_| (), &[(1, 1)], "6s 9h 5d"), (1, 1, 0), Choice::Double, &double, "");
    check(&mut dealt("blackjack/by", narrow, &[(1, 1)], "6s 9h 5d"), (1, 1, 0), Choice::Double, &double, "was not offered");
}

#[test]
fn bjb_34_a_card_for_the_dealer_that_comes_while_a_player_is_asked_is_left_over() {
    let mut deal = dealt("blackjack/by", |_| (), &[(1, 1)], "Ts");
    let card = |name: &str| name.parse().expect("the case names cards");
    ["Ah", "As", "Kd"].into_iter().for_each(|name| deal.take_stray(card(name)).expect("it stays in play"));
    deal.take(CardPlace::Dealer, card("5c"));
    check(&mut deal, (1, 1, 0), Choice::EvenMoney, &[], "");
    assert_eq!(deal.left_over(), [card("Kd"), card("5c")]);
}

/// These stakes are over before the deal is, and return so much.
#[track_caller]
fn check_over(deal: &Deal, over: &[(StakeKind, i64)]) {
    let due = deal.due_beyond(&[]).expect("it can be reckoned");
    let told = due.stakes.iter().zip(&due.lines).map(|(stake, line)| (stake.kind, line.returned(stake.amount.minor())));
    assert_eq!(told.collect::<Vec<_>>(), over);
}

#[test]
fn bjb_17_ba_12_what_is_forfeited_is_over_at_once_where_it_stands_in_a_void() {
    for (word, over) in [("stand", true), ("come-back", false)] {
        let change =
            |keys: &mut toml::Table| drop(keys["play"].as_table_mut().expect("a table").insert("forfeits_in_void".into(), word.into()));
        let due = |lines: &'static [(StakeKind, i64)]| if over { lines } else { &[] };
        let mut lost = dealt("blackjack/by", change, &[(1, 1), (2, 2)], "Ts Ts Ah 4d 6d");
        insure(&mut lost, 10, "");
        check(&mut lost, (1, 1, 0), Choice::Double, &[stake(1, 1, 0, StakeKind::Double, 20)], "");
        check_over(&lost, &[]);
        draw(&mut lost, "9c");
        check_over(&lost, due(&[(StakeKind::Main, 0), (StakeKind::Double, 0)]));
        let mut given_up = dealt("blackjack/by", change, &[(1, 1), (2, 2)], "Ts Ts Th 6d 6d");
        check(&mut given_up, (1, 1, 0), Choice::Surrender, &[], "");
        check_over(&given_up, due(&[(StakeKind::Main, 10)]));
    }
}
