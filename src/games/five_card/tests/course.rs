//! The course of a round: what is wanted when, what is offered, and who sees what.

use super::*;
use crate::model::{Eyes, Face, Offer};

const HIGH: &str = "Ts Td 4h 4c 7s";
const LOW: &str = "Qs 9d 6c 4s 2s";
const DEALER: &str = "Ah Ad Kc 9s 5d";

/// What is offered now, such as `fold, bet 200, exchange 1 of 5 for 100`.
fn offered(deal: &CardDeal) -> String {
    let Want::Decision(decision) = deal.wants() else { panic!("a decision is wanted, not {:?}", deal.wants()) };
    let named = |offer: &Offer| {
        let price = if offer.least.is_zero() { String::new() } else { format!(" {}", offer.least) };
        let cards = if offer.cards == 0 { String::new() } else { format!(" {} of {}", offer.cards, offer.of) };
        let lost = if offer.gives_up.is_zero() { String::new() } else { format!(" giving up {}", offer.gives_up) };
        format!("{}{cards}{price}{lost}", <&str>::from(offer.kind))
    };
    assert_eq!(decision.otherwise, Choice::Fold, "silence surrenders (HPAM-Q32)");
    format!("box {}: {}", decision.place.0, decision.offers.iter().map(named).collect::<Vec<_>>().join(", "))
}

/// The cards of a hand, counted from 0 with the dealer's last, as these eyes see them.
fn seen(deal: &CardDeal, eyes: Eyes, hand: usize) -> String {
    let card = |card: &Option<Card>| card.map_or("??".to_owned(), |card| card.to_string());
    deal.look(eyes)[hand].cards.iter().map(card).collect::<Vec<_>>().join(" ")
}

#[test]
fn hpam_9_five_cards_to_every_box_from_the_left_then_to_the_dealer_whose_last_one_is_open() {
    let mut round = Round::new(&rules(FIVE), &[box_of(1, HIGH), box_of(2, LOW)], DEALER, "");
    let mut came = Vec::new();
    while let Want::Card { to, face } = round.deal.wants() {
        came.push(match to {
            CardPlace::Hand { place, .. } => place.0,
            _ if face == Face::Down => 0,
            _ => 9,
        });
        round.goes_on();
    }
    assert_eq!(came, [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 0, 0, 0, 0, 9]);
    assert_eq!(seen(&round.deal, Eyes::Public, 2), "?? ?? ?? ?? 5d");
}

#[test]
fn hpam_11_to_hpam_13_what_each_game_offers() {
    let first = |text| offered(&Round::new(&rules(text), &[box_of(1, HIGH)], DEALER, "").played().deal);
    assert_eq!(first(FIVE), "box 1: fold, bet 200");
    assert_eq!(first(EXCHANGE), "box 1: fold, bet 200, exchange 1 of 5 100");
    assert_eq!(first(SIX), "box 1: fold, bet 200, sixth-card 100");
    assert_eq!(first(JOKER), "box 1: fold, bet 200, exchange 1 of 5 100");
}

#[test]
fn hpam_q14_the_offer_says_which_bonus_it_gives_up() {
    let flush = "Kh Th 7h 4h 2h";
    let first = |rules: &Rules, stakes, hand| offered(&Round::new(rules, &[(1, stakes, hand)], DEALER, "").played().deal);
    let (five, exchange) = (rules(FIVE), rules(EXCHANGE));
    assert_eq!(first(&five, "ante 100, bonus 20", flush), "box 1: fold giving up 1020, bet 200");
    assert_eq!(first(&five, "ante 100, bonus 20", HIGH), "box 1: fold, bet 200");
    assert_eq!(first(&five, "ante 100", flush), "box 1: fold, bet 200");
    let survives = rules_with(FIVE, |rules| rules.play.bonus_survives_pass = true);
    assert_eq!(first(&survives, "ante 100, bonus 20", flush), "box 1: fold, bet 200");
    let both = "box 1: fold giving up 1020, bet 200, exchange 1 of 5 100 giving up 1020";
    assert_eq!(first(&exchange, "ante 100, bonus 20", flush), both);
    let kept = rules_with(EXCHANGE, |rules| rules.play.purchase.as_mut().expect("a card is bought").bonus_survives = true);
    assert_eq!(first(&kept, "ante 100, bonus 20", flush), "box 1: fold giving up 1020, bet 200, exchange 1 of 5 100");
    let bought = Round::new(&exchange, &[(1, "ante 100, bonus 20", "Kh Th 7h 4h 2h 9h")], DEALER, "5").played().deal;
    assert_eq!(offered(&bought), "box 1: fold, bet 200", "it is lost already");
}

#[test]
fn hpam_q21_nobody_buys_twice() {
    let deal = Round::new(&rules(EXCHANGE), &[box_of(1, "Ts Td 4h 4c 7s Th")], DEALER, "5").played().deal;
    assert_eq!(offered(&deal), "box 1: fold, bet 200");
    assert_eq!(seen(&deal, Eyes::Seat(seat(1)), 0), "Ts Td 4h 4c Th");
    let six = Round::new(&rules(SIX), &[box_of(1, "Ts Td 4h 4c 7s Th")], DEALER, "six").played().deal;
    assert_eq!((offered(&six).as_str(), seen(&six, Eyes::Seat(seat(1)), 0).as_str()), ("box 1: fold, bet 200", "Ts Td 4h 4c 7s Th"));
}

#[test]
fn hpam_q23_each_box_buys_and_decides_before_the_next_one() {
    let rules = rules(EXCHANGE);
    let deal = |decisions| Round::new(&rules, &[box_of(1, "Ts Td 4h 4c 7s Th"), box_of(2, LOW)], DEALER, decisions).played().deal;
    assert_eq!(offered(&deal("")), "box 1: fold, bet 200, exchange 1 of 5 100");
    assert_eq!(offered(&deal("5")), "box 1: fold, bet 200");
    assert_eq!(offered(&deal("5 bet")), "box 2: fold, bet 200, exchange 1 of 5 100");
}

#[test]
fn hpam_29_cases_m9_and_m11_the_next_box_is_looked_at_when_the_one_before_is_decided() {
    let rules = rules(EXCHANGE);
    let deal =
        |decisions| Round::new(&rules, &[box_of(1, HIGH), box_of(1, LOW), box_of(2, "As Ks 3h 3d 2c")], DEALER, decisions).played().deal;
    let of = |decisions, eyes| (0..3).map(|hand| seen(&deal(decisions), eyes, hand)).collect::<Vec<_>>().join(" | ");
    let closed = "?? ?? ?? ?? ??";
    assert_eq!(of("", Eyes::Seat(seat(1))), format!("{HIGH} | {closed} | {closed}"));
    assert_eq!(of("fold", Eyes::Seat(seat(1))), format!("{HIGH} | {LOW} | {closed}"));
    assert_eq!(of("", Eyes::Seat(seat(2))), format!("{closed} | {closed} | As Ks 3h 3d 2c"));
    assert_eq!(of("fold", Eyes::Public), format!("{closed} | {closed} | {closed}"));
}

#[test]
fn hpam_29_case_m10_two_boxes_of_one_player() {
    let settlement = played(&rules(FIVE), &[box_of(1, LOW), box_of(1, HIGH)], DEALER, "fold bet").settle();
    assert_eq!((settlement.staked_by(seat(1)).minor(), returned(&settlement)), (400, 1000));
}

#[test]
fn hpam_q25_the_dealer_opens_only_where_a_box_plays_on() {
    let rules = rules(FIVE);
    let dealer = |decisions| seen(&played(&rules, &[box_of(1, LOW), box_of(2, HIGH)], DEALER, decisions), Eyes::Public, 2);
    assert_eq!((dealer("fold fold"), dealer("fold bet")), ("?? ?? ?? ?? 5d".into(), DEALER.into()));
}

#[test]
fn hpam_11_a_surrendered_hand_is_shown_to_nobody_else() {
    let deal = played(&rules(FIVE), &[box_of(1, LOW), box_of(2, HIGH)], DEALER, "fold bet");
    assert_eq!((seen(&deal, Eyes::Public, 0).as_str(), seen(&deal, Eyes::Public, 1).as_str()), ("?? ?? ?? ?? ??", HIGH));
}
