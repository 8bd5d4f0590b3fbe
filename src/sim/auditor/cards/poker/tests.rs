//! The auditor objects to decisions out of turn, and to what nobody has to choose.

use super::{Deal, Rules};
use crate::model::{BoxNumber, BoxStake, CardChoice, CardPlace, Choice, Face, Money, Seat, StakeKind};
use crate::profiles::{Kind, file_keys};
use crate::sim::auditor::cards::Chosen;
use crate::sim::auditor::cards::keys::Keys;

/// A hand of nothing, of three of a kind, and one of the dealer that is no game.
const NOTHING: [&str; 3] = ["Qc 9d 7s 4h 2c", "Js 8h 6s 4d 3c", "Kh 9s 6d 5s 2h"];
const THREE: &str = "Tc Td Ts 7h 2d";
const NO_GAME: &str = "Qh Jd 8c 5c 3d";

fn stake(seat: u8, place: u8, kind: StakeKind, amount: i64) -> BoxStake {
    let seat = Seat::new(seat).expect("the case names a seat");
    BoxStake { seat, place: BoxNumber(place), hand: 0, kind, amount: Money::from_minor(amount) }
}

/// A deal with antes of 10 of these seats on boxes 1, 2 and so on, a bet beside those that are dark, in which these hands were dealt.
fn dealt(name: &str, change: impl FnOnce(&mut toml::Table), players: &[(u8, bool)], hands: &[&str]) -> Deal {
    let mut keys = file_keys(Kind::Rules, name).expect("a shipped rules file");
    change(&mut keys);
    let rules = if name == "oasis/by" { Rules::oasis(&Keys::new(&keys)) } else { Rules::russian(&Keys::new(&keys)) };
    let lies = |(place, (seat, is_dark)): (u8, &(u8, bool))| {
        let bet = is_dark.then(|| stake(*seat, place, StakeKind::Bet, 20));
        [stake(*seat, place, StakeKind::Ante, 10)].into_iter().chain(bet)
    };
    let laid: Vec<BoxStake> = (1..).zip(players).flat_map(lies).collect();
    let mut deal = Deal::new(rules.expect("the rules are read"), &laid).expect("the stakes may lie");
    hands.iter().for_each(|hand| draw(&mut deal, hand));
    deal
}

fn draw(deal: &mut Deal, cards: &str) {
    for name in cards.split_whitespace() {
        let (to, _) = deal.next_card().expect("a card is wanted");
        deal.take(to, name.parse().expect("the case names cards"));
    }
}

/// The choice of a seat on a box, with the stake that it places, is objected to in these words, or not at all where there are none.
#[track_caller]
fn check(deal: &mut Deal, (seat, place): (u8, u8), choice: Choice, placed: Option<(StakeKind, i64)>, objection: &str) {
    let placed: Vec<BoxStake> = placed.map(|(kind, amount)| stake(seat, place, kind, amount)).into_iter().collect();
    let seat = Seat::new(seat).expect("the case names a seat");
    let said = deal.chose(&Chosen { seat, place: BoxNumber(place), hand: 0, choice, stakes: &placed }).err().unwrap_or_default();
    assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{choice:?}: {said:?}");
}

/// So many cards from the left.
fn exchange(count: u8) -> Choice {
    Choice::Exchange(CardChoice((1 << count) - 1))
}

fn insure(amount: i64) -> (Choice, Option<(StakeKind, i64)>) {
    (Choice::Insure(Money::from_minor(amount)), Some((StakeKind::Insurance, amount)))
}

const BET: Option<(StakeKind, i64)> = Some((StakeKind::Bet, 20));
const EXCHANGE: Option<(StakeKind, i64)> = Some((StakeKind::Exchange, 10));

fn hand(place: u8) -> Option<(CardPlace, Face)> {
    Some((CardPlace::Hand { place: BoxNumber(place), hand: 0 }, Face::Down))
}

#[test]
fn oas_2_rus_2_from_left_to_right_first_decisions_then_cards_then_final_ones() {
    for name in ["oasis/by", "russian/by"] {
        let mut deal = dealt(name, |_| (), &[(1, false), (2, false)], &[NOTHING[0], NOTHING[1], NO_GAME]);
        check(&mut deal.clone(), (2, 2), Choice::Fold, None, "it was the turn of seat 1");
        check(&mut deal.clone(), (1, 2), Choice::Fold, None, "it was the turn of seat 1 on hand 0 of box 1");
        check(&mut deal, (1, 1), exchange(1), EXCHANGE, "");
        assert_eq!(deal.next_card(), None, "everybody decides before cards come");
        check(&mut deal.clone(), (1, 1), Choice::Bet, BET, "it was the turn of seat 2");
        check(&mut deal, (2, 2), exchange(1), EXCHANGE, "");
        assert_eq!(deal.next_card(), hand(1));
        draw(&mut deal, "Ah");
        check(&mut deal.clone(), (1, 1), Choice::Bet, BET, "nobody was asked for");
        assert_eq!(deal.next_card(), hand(2));
        draw(&mut deal, "As");
        check(&mut deal.clone(), (2, 2), Choice::Bet, BET, "it was the turn of seat 1");
        // HA-13.
        check(&mut deal.clone(), (1, 1), exchange(1), EXCHANGE, "was not offered");
        check(&mut deal, (1, 1), Choice::Fold, None, "");
        check(&mut deal, (2, 2), Choice::Fold, None, "");
        check(&mut deal, (2, 2), Choice::Bet, BET, "nobody was asked for");
    }
}

#[test]
fn hpc_11_hw_25_a_second_light_box_is_looked_at_and_decided_after_the_first() {
    let seat = |number| Seat::new(number).expect("the case names a seat");
    let sees = |deal: &Deal, place| deal.is_seen_by(seat(1), BoxNumber(place));
    let mut deal = dealt("oasis/by", |_| (), &[(1, false), (1, false), (2, false)], &[NOTHING[0], NOTHING[1], NOTHING[2]]);
    assert!(!sees(&deal, 1), "not before all cards are dealt");
    draw(&mut deal, NO_GAME);
    assert_eq!([1, 2, 3].map(|place| sees(&deal, place)), [true, false, false]);
    check(&mut deal, (1, 1), exchange(1), EXCHANGE, "");
    check(&mut deal.clone(), (1, 2), Choice::Fold, None, "it was the turn of seat 2");
    check(&mut deal, (2, 3), Choice::Fold, None, "");
    draw(&mut deal, "Ah");
    assert!(!sees(&deal, 2), "not before the final decision on the first");
    check(&mut deal.clone(), (1, 2), Choice::Fold, None, "on hand 0 of box 1");
    check(&mut deal, (1, 1), Choice::Fold, None, "");
    assert!(sees(&deal, 2), "the first box is done with");
    check(&mut deal, (1, 2), Choice::Fold, None, "");
}

#[test]
fn hpc_6_ha_12_hw_18_a_dark_box_neither_passes_nor_is_looked_at() {
    let open = |keys: &mut toml::Table| drop(keys["play"].as_table_mut().expect("a table").insert("dark_improvement".into(), true.into()));
    let players = [(1, true), (2, false)];
    let hands = [NOTHING[0], NOTHING[1], "Kh Ks 6d 5s 2h"];
    let mut deal = dealt("russian/by", |_| (), &players, &hands);
    assert!(!deal.is_seen_by(Seat::all().next().expect("there are seats"), BoxNumber(1)), "a dark box");
    check(&mut deal.clone(), (1, 1), Choice::Fold, None, "it was the turn of seat 2");
    check(&mut deal, (2, 2), Choice::Fold, None, "");
    check(&mut deal, (1, 1), exchange(1), EXCHANGE, "nobody was asked for");
    // Where the house lets dark boxes buy cards, they do so after the light ones.
    let mut deal = dealt("russian/by", open, &players, &hands);
    check(&mut deal.clone(), (1, 1), exchange(1), EXCHANGE, "it was the turn of seat 2");
    check(&mut deal, (2, 2), Choice::Fold, None, "");
    check(&mut deal.clone(), (1, 1), Choice::Fold, None, "was not offered");
    check(&mut deal, (1, 1), Choice::Decline, None, "");
    check(&mut deal, (1, 1), exchange(1), EXCHANGE, "nobody was asked for");
}

#[test]
fn ha_13_hw_9_hw_16_hw_17_what_is_bought_and_for_how_much() {
    let oasis = dealt("oasis/by", |_| (), &[(1, false)], &[NOTHING[0], NO_GAME]);
    check(&mut oasis.clone(), (1, 1), exchange(2), Some((StakeKind::Exchange, 15)), "");
    check(&mut oasis.clone(), (1, 1), exchange(2), EXCHANGE, "placed");
    check(&mut oasis.clone(), (1, 1), exchange(3), Some((StakeKind::Exchange, 15)), "was not offered");
    check(&mut oasis.clone(), (1, 1), Choice::SixthCard, Some((StakeKind::SixthCard, 10)), "was not offered");
    let mut russian = dealt("russian/by", |_| (), &[(1, false)], &[NOTHING[0], NO_GAME]);
    check(&mut russian.clone(), (1, 1), exchange(5), EXCHANGE, "");
    check(&mut russian, (1, 1), Choice::SixthCard, Some((StakeKind::SixthCard, 10)), "");
    draw(&mut russian, "Ah");
    check(&mut russian, (1, 1), exchange(1), EXCHANGE, "was not offered");
}

#[test]
fn ha_16_hw_10_to_hw_15_when_a_box_is_insured_and_for_how_much() {
    let check_insured = |deal: &Deal, amount, objection: &str| {
        let (choice, placed) = insure(amount);
        check(&mut deal.clone(), (1, 1), choice, placed, objection);
    };
    let straight = dealt("oasis/by", |_| (), &[(1, false)], &["Tc 9d 8s 7h 6c", NO_GAME]);
    check_insured(&straight, 10, "");
    check_insured(&straight, 80, "");
    check_insured(&straight, 9, "was not offered");
    check_insured(&straight, 81, "was not offered");
    check_insured(&dealt("oasis/by", |_| (), &[(1, false)], &[THREE, NO_GAME]), 10, "was not offered");
    check_insured(&dealt("russian/by", |_| (), &[(1, false)], &["Tc Td 7s 7h 2d", NO_GAME]), 10, "was not offered");
    let three = dealt("russian/by", |_| (), &[(1, false)], &[THREE, NO_GAME]);
    check_insured(&three, 60, "");
    check_insured(&three, 61, "was not offered");
    let coarse = |keys: &mut toml::Table| drop(keys["limits"].as_table_mut().expect("a table").insert("chip_minor".into(), 5.into()));
    let in_chips = dealt("russian/by", coarse, &[(1, false)], &[THREE, NO_GAME]);
    check_insured(&in_chips, 15, "");
    check_insured(&in_chips, 16, "was not offered");
    // What is insured are the final cards, once, before the bet, and before the dealer opens.
    let mut insured = three.clone();
    let (choice, placed) = insure(60);
    check(&mut insured, (1, 1), choice, placed, "");
    check_insured(&insured, 60, "was not offered");
    check(&mut insured.clone(), (1, 1), exchange(1), EXCHANGE, "was not offered");
    check(&mut insured.clone(), (1, 1), Choice::SixthCard, Some((StakeKind::SixthCard, 10)), "was not offered");
    let mut bet = three;
    check(&mut bet, (1, 1), Choice::Bet, BET, "");
    check_insured(&bet, 60, "was not offered");
}

#[test]
fn rus_21_light_boxes_buy_the_dealers_game_first_and_dark_ones_after_them() {
    let buys = Some((StakeKind::Purchase, 10));
    let players = [(1, true), (2, false), (3, false)];
    let mut deal = dealt("russian/by", |_| (), &players, &[NOTHING[0], NOTHING[1], THREE, NO_GAME]);
    check(&mut deal, (2, 2), Choice::Bet, BET, "");
    check(&mut deal.clone(), (2, 2), Choice::BuyGame, buys, "it was the turn of seat 3");
    check(&mut deal, (3, 3), Choice::Bet, BET, "");
    check(&mut deal.clone(), (1, 1), Choice::BuyGame, buys, "it was the turn of seat 2");
    check(&mut deal.clone(), (3, 3), Choice::BuyGame, buys, "it was the turn of seat 2");
    check(&mut deal, (2, 2), Choice::Decline, None, "");
    check(&mut deal, (3, 3), Choice::BuyGame, buys, "");
    check(&mut deal.clone(), (3, 3), Choice::BuyGame, buys, "it was the turn of seat 1");
    assert_eq!(deal.next_card(), None, "HA-27: everybody decides before the dealer's new card comes");
    check(&mut deal, (1, 1), Choice::BuyGame, buys, "");
    // RUS-19: a card of the rank that was thrown away is thrown away too.
    draw(&mut deal, "Qs 8s");
    check(&mut deal, (2, 2), Choice::BuyGame, buys, "nobody was asked for");
}

#[test]
fn hw_22_to_hw_24_the_dealers_game_is_for_sale_at_russian_poker_and_only_on_no_game() {
    let buys = Some((StakeKind::Purchase, 10));
    let game = "Ah Kd 8c 5c 3d";
    for (name, dealers) in [("russian/by", game), ("oasis/by", NO_GAME)] {
        let mut deal = dealt(name, |_| (), &[(1, false)], &[THREE, dealers]);
        check(&mut deal, (1, 1), Choice::Bet, BET, "");
        check(&mut deal.clone(), (1, 1), Choice::BuyGame, buys, "nobody was asked for");
        deal.settle().expect("nothing is left to decide");
    }
}
