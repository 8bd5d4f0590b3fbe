//! Cards that nobody asked for, and boxes that were missed (`blackjack-by` BJB-32 to BJB-34, BX-16 to BX-19; `blackjack-am` BJAM-Q23).

use croupier::games::blackjack::InsuranceAsked;
use croupier::games::contract::{Deal as _, UnexpectedCard};
use croupier::model::{BoxNumber, Card, CardPlace, Eyes, Want};

use super::case::{Played, am, by, play};

fn card(name: &str) -> Card {
    name.parse().expect("a card's name")
}

/// The cards of a hand as everybody sees them.
fn seen(played: &Played, at: CardPlace) -> String {
    let looks = played.deal.look(Eyes::Public);
    let look = looks.iter().find(|look| look.at == at).expect("there is such a hand");
    look.cards.iter().map(|card| card.map_or("--".to_owned(), |card| card.to_string())).collect::<Vec<_>>().join(" ")
}

fn hand(place: u8) -> CardPlace {
    CardPlace::Hand { place: BoxNumber(place), hand: 0 }
}

/// The boxes and amounts of the stakes that stay on the table.
fn waiting(played: &Played) -> Vec<(u8, i64)> {
    played.deal.settle().waiting().map(|stake| (stake.place.0, stake.amount.minor())).collect()
}

const THREE_BOXES: &str = "20 20 20";
const SEVEN_BOXES: &str = "20 20 20 20 20 20 20";

#[test]
fn bx_16_a_card_too_many_is_the_first_of_the_next_deal() {
    let mut played = play(&by(), "20", "Ts 7h 9d stand Tc");
    assert_eq!(played.deal.wants(), Want::Settlement);
    assert_eq!(played.deal.take_stray(card("4h")), UnexpectedCard::FirstOfNext);
    assert_eq!(played.deal.left_over(), [card("4h")]);
    assert_eq!(played.settled(), "main 20>40");
}

#[test]
fn bx_17_an_unasked_card_goes_to_the_next_place_that_takes_one() {
    // Box 2 stands on 18; the card waits until box 3 asks.
    let mut played = play(&by(), THREE_BOXES, "Ts Ts 5s 7h 8d 8c 6c stand");
    assert_eq!(played.deal.take_stray(card("4h")), UnexpectedCard::Taken);
    played.go_on("stand hit");
    assert_eq!((seen(&played, hand(2)), seen(&played, hand(3))), ("Ts 8c".to_owned(), "5s 6c 4h".to_owned()));
    assert!(played.deal.left_over().is_empty());
}

#[test]
fn bx_17_an_unasked_card_goes_to_the_dealer_when_nobody_asks() {
    let mut played = play(&by(), THREE_BOXES, "Ts Ts Ts 7h 8d 8c 8h stand");
    assert_eq!(played.deal.take_stray(card("Th")), UnexpectedCard::Taken);
    played.go_on("stand stand");
    assert_eq!(seen(&played, CardPlace::Dealer), "7h Th");
    assert_eq!(played.sums(), (60, 120));
}

#[test]
fn bjb_34_an_unasked_card_that_no_place_takes_is_the_first_of_the_next_deal() {
    let mut played = play(&by(), "20", "Ts Th 6d");
    assert_eq!(played.deal.take_stray(card("4h")), UnexpectedCard::Taken);
    played.go_on("surrender");
    assert_eq!(played.deal.wants(), Want::Settlement);
    assert_eq!(played.deal.left_over(), [card("4h")]);
}

#[test]
fn bx_18_a_missed_box_gets_its_card_while_nobody_has_drawn() {
    // The dealer has passed box 4 over in the second round: what lay on box 5 belongs to box 4.
    let mut played = play(&by(), SEVEN_BOXES, "2s 3s 4s 5s 6s 7s 8s 9h 2d 3d 4d 6d 7d");
    assert_eq!(played.deal.miss_box(BoxNumber(4)), UnexpectedCard::Taken);
    assert_eq!((seen(&played, hand(4)), seen(&played, hand(5))), ("5s 6d".to_owned(), "6s 7d".to_owned()));
    assert_eq!(played.offered(), "Card { to: Hand { place: BoxNumber(6), hand: 0 }, face: Up }");
}

#[test]
fn bx_19_later_the_missed_box_sits_out() {
    let mut played = play(&by(), "20 20", "2s 5s 9h 4d 6d hit 7d");
    assert_eq!(played.deal.miss_box(BoxNumber(2)), UnexpectedCard::Discarded);
    played.go_on("stand Td");
    assert_eq!(played.settled(), "main 20>0, main 20>0");
    assert_eq!(waiting(&played), [(2, 20)]);
}

#[test]
fn bx_19_the_box_whose_turn_it_is_sits_out_at_once() {
    let mut played = play(&by(), "20 20", "2s 5s Ah 4d 6d hit 7d stand decline");
    assert_eq!(played.deal.miss_box(BoxNumber(2)), UnexpectedCard::Discarded);
    played.go_on("6d");
    assert_eq!(played.settled(), "main 20>0, main 20>0");
    assert_eq!(waiting(&played), [(2, 20)]);
}

#[test]
fn bx_19_an_insurance_of_the_missed_box_comes_back() {
    // Both boxes are asked before the first of them plays; that the second was missed is seen when the first has drawn.
    let mut rules = by();
    rules.play.insurance.as_mut().expect("there is insurance").asked = InsuranceAsked::BeforePlay;
    let mut played = play(&rules, "20 20", "2s 5s Ah 4d 6d decline insure=10 hit 7d");
    assert_eq!(played.deal.miss_box(BoxNumber(2)), UnexpectedCard::Discarded);
    played.go_on("stand Td");
    assert_eq!(played.settled(), "main 20>0, main 20>0, insurance 10>10");
    assert_eq!(waiting(&played), [(2, 20)]);
}

#[test]
fn ba_23_the_stakes_of_all_players_on_the_missed_box_wait() {
    let mut played = play(&by(), "1@1=20 1@2=20 2@2=20", "2s 5s 9h 4d 6d hit 7d");
    assert_eq!(played.deal.miss_box(BoxNumber(2)), UnexpectedCard::Discarded);
    played.go_on("stand Td");
    assert_eq!(waiting(&played), [(2, 20), (2, 20)]);
}

#[test]
fn a_box_that_has_played_was_not_missed() {
    let mut played = play(&by(), "20 20", "2s 5s 9h 4d 6d hit 7d stand");
    assert_eq!(played.deal.miss_box(BoxNumber(1)), UnexpectedCard::Voids);
    assert_eq!(played.deal.miss_box(BoxNumber(5)), UnexpectedCard::Voids);
}

#[test]
fn bjam_q23_a_misdeal_is_void() {
    let mut played = play(&am(), "100", "Ts 6d Th");
    let before = played.deal.clone();
    assert_eq!(played.deal.take_stray(card("4h")), UnexpectedCard::Voids);
    assert_eq!(played.deal.miss_box(BoxNumber(1)), UnexpectedCard::Voids);
    assert_eq!(played.deal, before);
}

#[test]
fn bjb_22_nobody_sees_the_card_of_a_blind_double_before_the_dealer_is_done() {
    let mut played = play(&by(), "20", "6s 9h 5d blind");
    assert!(matches!(played.deal.wants(), Want::Card { face: croupier::model::Face::Down, .. }));
    played.go_on("Kd");
    assert_eq!(seen(&played, hand(1)), "6s 5d --");
    assert!(!format!("{:?}", played.deal).contains("Kd"), "{:?}", played.deal);
    played.go_on("9c");
    assert_eq!(seen(&played, hand(1)), "6s 5d Kd");
}

#[test]
fn ba_24_a_hidden_hand_over_21_loses_even_if_the_dealer_is_over_too() {
    let mut rules = by();
    rules.play.double.blind_most_points = Some(21);
    super::case::check(&rules, "20", "Ts 6h 4d blind 9c Tc 8d", "main 20>0, double 20>0", (40, 0));
}
