//! Several boxes and the order of their decisions (`house-poker-by` section 6.4, HPC-11).

use croupier::games::card_game::CardGame;
use croupier::games::contract::Deal;
use croupier::games::early_payments::EarlyPayments;
use croupier::model::{CardPlace, DealSettlement, Money, Want};

use super::round::{BoxText, begin, check, oasis, play, russian, stakes};

const LIGHT: BoxText<'_> = (1, "ante 10", "Tc Td Ts 7h 2c");
const DARK: BoxText<'_> = (1, "ante 10, bet 20", "4s 4h 6c 8s Kc");
const NO_GAME: &str = "Qh Jd 8c 5s 3d";

#[track_caller]
fn check_two(decisions: &str, lines: &str, staked: i64, returned: i64) {
    let played = play(&CardGame::Russian(russian()), &[LIGHT, DARK], NO_GAME, decisions);
    assert_eq!(played.lines(), lines);
    assert_eq!((played.staked().minor(), played.returned().minor()), (staked, returned));
}

#[test]
fn hw_1_only_the_light_box_buys() {
    check_two("bet buy decline 8h", "ante 10, bet 80 (three-of-a-kind 3:1), purchase 0; ante 20, bet 20", 70, 130);
}

#[test]
fn hw_2_both_boxes_buy() {
    check_two("bet buy buy Jh", "ante 10, bet 80 (three-of-a-kind 3:1), purchase 0; ante 0, bet 0, purchase 0", 80, 90);
}

#[test]
fn hw_3_nobody_buys() {
    check_two("bet decline decline", "ante 20, bet 20; ante 20, bet 20", 60, 80);
}

#[test]
fn hw_17_five_cards_are_exchanged_for_one_ante() {
    let hand = "Qc 9d 7s 4h 2c";
    let lines = "ante 10, exchange 0, bet 40 (pair 1:1)";
    check(&CardGame::Russian(russian()), "ante 10", hand, "exchange:12345 Tc Td 8s 6h 4c bet", "9h 9s 7d 5c 3h", lines, 50);
}

#[test]
fn hw_27_and_28_a_dark_box_of_oasis() {
    let game = CardGame::Oasis(oasis());
    let dealer = "9h 9s 7d 5c 3h";
    check(&game, "ante 20, bet 40", "Tc Td Ts 7h 2c", "-", dealer, "ante 40, bet 160 (three-of-a-kind 3:1)", 200);
    check(&game, "ante 20, bet 40", "Qc 9d 7s 4h 2c", "-", dealer, "ante 0, bet 0", 0);
}

#[test]
fn hw_29_cards_of_the_rank_that_leaves_are_discarded() {
    let game = CardGame::Russian(russian());
    check(&game, "ante 10", "Tc Td Ts 7h 2c", "bet buy Qs Qc 4h", NO_GAME, "ante 10, bet 20, purchase 0", 30);
}

#[test]
fn hw_26_hc_12_and_hc_13_a_void_deal_gives_everything_back() {
    let back =
        |text: &str| EarlyPayments::None.void(&stakes(1, 1, text), &DealSettlement::default()).returned_to(stakes(1, 1, text)[0].seat);
    assert_eq!(back("ante 10, exchange 15, bonus 5"), Money::from_minor(30));
    assert_eq!(back("ante 10, sixth-card 10, bonus 5"), Money::from_minor(25));
    assert_eq!(back("ante 10, sixth-card 10, bonus 5, bet 20, insurance 60"), Money::from_minor(105));
}

#[test]
fn hc_19_to_21_the_most_payout() {
    let mut rules = oasis();
    rules.play.payout.box_most_minor = Some(Money::from_minor(500));
    let (hand, dealer) = ("Tc Td Ts Th 4c", "9h 9s 7d 5c 3h");
    let game = CardGame::Oasis(rules);
    check(&game, "ante 50", hand, "bet", dealer, "ante 100, bet 2100 (four-of-a-kind 20:1)", 650);
    check(&game, "ante 50, bonus 10", hand, "bet", dealer, "ante 100, bonus 2010, bet 2100 (four-of-a-kind 20:1)", 2660);
    let mut rules = russian();
    rules.play.payout.box_most_minor = Some(Money::from_minor(500));
    // Half of 50 is 25: the ante step of two is kept.
    check(&CardGame::Russian(rules), "ante 50, bonus 25", hand, "bet", dealer, "ante 50, bonus 5025, bet 2100 (four-of-a-kind 20:1)", 675);
}

/// What is wanted after each word, as `seat.box` of a decision or the place of a card.
#[track_caller]
fn check_order(game: &CardGame, boxes: &[BoxText<'_>], dealer: &str, decisions: &str, expected: &str) {
    let words: Vec<&str> = decisions.split_whitespace().collect();
    let wanted = (0..=words.len()).map(|count| match begin(game, boxes, dealer, &words[..count].join(" ")).wants() {
        Want::Decision(decision) => format!("{}.{}", decision.seat, decision.place.0),
        Want::Card { to: CardPlace::Hand { place, .. }, .. } => format!("card-{}", place.0),
        Want::Card { .. } => "dealer".to_owned(),
        Want::Window(_) => "several".to_owned(),
        Want::Chance(_) => "a draw".to_owned(),
        Want::Fresh => "fresh cards".to_owned(),
        Want::Settlement => "over".to_owned(),
    });
    assert_eq!(wanted.collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn hpc_11_the_second_box_of_a_player_comes_when_all_first_ones_are_done() {
    let boxes = [
        (1, "ante 10", "Tc Td 7s 4h 2c"),
        (1, "ante 10", "9c 8d 6s 4c 2d"),
        (2, "ante 20, bet 40", "Jc Jd 6d 4d 2s"),
        (3, "ante 10", "Ac Ad 6h 4s 2h"),
    ];
    check_order(
        &CardGame::Oasis(oasis()),
        &boxes,
        "Ks Qs 9s 8s 7d",
        "exchange:5 bet 3c bet exchange:45 3d 3h fold",
        "1.1 3.4 card-1 1.1 1.2 card-2 card-2 1.2 over",
    );
}

#[test]
fn rus_21_and_ha_27_light_boxes_buy_before_dark_ones() {
    let boxes = [(1, "ante 10, bet 20", "4s 4h 6c 8s Kc"), (2, "ante 10", "Tc Td Ts 7h 2c")];
    check_order(&CardGame::Russian(russian()), &boxes, NO_GAME, "bet buy buy Qs 8h", "2.2 2.2 1.1 dealer dealer over");
}

#[test]
fn where_everybody_passes_the_dealer_does_not_open() {
    check_order(&CardGame::Russian(russian()), &[(1, "ante 10", "Tc Td Ts 7h 2c")], NO_GAME, "fold", "1.1 over");
}
