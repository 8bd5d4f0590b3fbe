//! Who sees which cards (HPC-6 to HPC-11): what eyes may not see is not in the look, nor in what is written for people.

use croupier::games::card_game::CardGame;
use croupier::games::contract::Deal;
use croupier::model::{Eyes, HandView};

use super::round::{BoxText, begin, oasis, russian, seat};

const GAME: &str = "9h 9s 7d 5c 3h";
const NO_GAME: &str = "Qh Jd 8c 5s 3d";
/// Seat 1 has two light boxes and a dark one, seat 2 a light one.
const BOXES: [BoxText<'_>; 4] = [
    (1, "ante 10", "Tc Td Ts 7h 2c"),
    (1, "ante 10", "Qc Qd 8s 4h 2s"),
    (1, "ante 20, bet 40", "Ac Kd 6s 4c 2d"),
    (2, "ante 10", "Js 8h 6c 3s 2h"),
];

/// A look as text: hands parted by semicolons, hidden cards as `--`.
fn text(look: &[HandView]) -> String {
    let card = |card: &Option<croupier::model::Card>| card.map_or_else(|| "--".to_owned(), |card| card.to_string());
    let hand = |hand: &HandView| hand.cards.iter().map(card).collect::<Vec<_>>().join(" ");
    look.iter().map(hand).collect::<Vec<_>>().join("; ")
}

#[track_caller]
fn check(game: &CardGame, boxes: &[BoxText<'_>], dealer: &str, play: &str, eyes: Eyes, expected: &str) {
    let deal = begin(game, boxes, dealer, play);
    let look = deal.look(eyes);
    assert_eq!(text(&look), expected, "{play} {eyes:?}");
    for hand in look {
        let is_whole = hand.cards.iter().all(Option::is_some);
        assert!(is_whole || hand.combinations.is_empty(), "no combination is named of cards that are hidden: {hand:?}");
    }
}

const NONE: &str = "-- -- -- -- --";

#[test]
fn a_player_sees_his_first_light_box_and_everybody_the_dealers_last_card() {
    let game = CardGame::Oasis(oasis());
    let check = |eyes, expected: &str| check(&game, &BOXES, GAME, "-", eyes, expected);
    check(Eyes::Public, &format!("{NONE}; {NONE}; {NONE}; {NONE}; -- -- -- -- 3h"));
    check(Eyes::Seat(seat(1)), &format!("Tc Td Ts 7h 2c; {NONE}; {NONE}; {NONE}; -- -- -- -- 3h"));
    check(Eyes::Seat(seat(2)), &format!("{NONE}; {NONE}; {NONE}; Js 8h 6c 3s 2h; -- -- -- -- 3h"));
    check(Eyes::Seat(seat(3)), &format!("{NONE}; {NONE}; {NONE}; {NONE}; -- -- -- -- 3h"));
}

#[test]
fn hpc_11_he_looks_at_the_second_box_when_he_is_done_with_the_first() {
    let game = CardGame::Oasis(oasis());
    let one = Eyes::Seat(seat(1));
    check(&game, &BOXES, GAME, "exchange:4", one, &format!("Tc Td Ts 7h 2c; {NONE}; {NONE}; {NONE}; -- -- -- -- 3h"));
    check(&game, &BOXES, GAME, "bet", one, &format!("Tc Td Ts 7h 2c; Qc Qd 8s 4h 2s; {NONE}; {NONE}; -- -- -- -- 3h"));
}

#[test]
fn at_the_showdown_all_see_what_is_in_play_and_nobody_else_what_was_given_up() {
    let game = CardGame::Oasis(oasis());
    let open = "Tc Td Ts 7h 2c; Qc Qd 8s 4h 2s; Ac Kd 6s 4c 2d";
    check(&game, &BOXES, GAME, "bet fold bet", Eyes::Public, &format!("{open}; {NONE}; {GAME}"));
    check(&game, &BOXES, GAME, "bet fold bet", Eyes::Seat(seat(1)), &format!("{open}; {NONE}; {GAME}"));
    check(&game, &BOXES, GAME, "bet fold bet", Eyes::Seat(seat(2)), &format!("{open}; Js 8h 6c 3s 2h; {GAME}"));
}

#[test]
fn where_everybody_passes_the_dealers_cards_stay_hidden() {
    let hand = "Tc Td Ts 7h 2c";
    check(&CardGame::Russian(russian()), &[(1, "ante 10", hand)], NO_GAME, "fold", Eyes::Public, &format!("{NONE}; -- -- -- -- 3d"));
}

#[test]
fn rus_19_everybody_sees_the_dealers_new_hand() {
    let boxes = [(1, "ante 10", "Tc Td Ts 7h 2c"), (1, "ante 10, bet 20", "4s 4h 6c 8s Kc")];
    let open = "Tc Td Ts 7h 2c; 4s 4h 6c 8s Kc";
    let game = CardGame::Russian(russian());
    check(&game, &boxes, NO_GAME, "bet buy decline", Eyes::Public, &format!("{open}; Qh Jd 8c 5s 3d"));
    check(&game, &boxes, NO_GAME, "bet buy decline Qs", Eyes::Public, &format!("{open}; Qh Jd 8c 5s 3d"));
    check(&game, &boxes, NO_GAME, "bet buy decline Qs 8h", Eyes::Public, &format!("{open}; Jd 8c 5s 3d 8h"));
}

#[test]
fn a_hand_is_named_by_both_its_combinations() {
    let deal = begin(&CardGame::Russian(russian()), &[(1, "ante 10", "As Kd Tc Qh Qd")], GAME, "bet");
    let named: Vec<String> = deal.look(Eyes::Public).iter().map(|hand| format!("{:?}", hand.combinations)).collect();
    assert_eq!(named, ["[Pair, AceKing]", "[Pair]"]);
}

#[test]
fn what_is_written_for_people_names_no_card() {
    for game in [CardGame::Oasis(oasis()), CardGame::Russian(russian())] {
        let written = format!("{:?}", begin(&game, &[BOXES[0], BOXES[2]], GAME, "-"));
        let shown: Vec<&str> = [BOXES[0].2, BOXES[2].2, GAME].iter().flat_map(|hand| hand.split(' ')).collect();
        let named: Vec<_> = shown.iter().filter(|card| written.split(|c: char| !c.is_alphanumeric()).any(|word| word == **card)).collect();
        assert!(named.is_empty(), "{named:?} in {written}");
    }
}
