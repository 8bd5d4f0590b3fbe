//! Where each card goes, who decides when, and who sees what.

use super::{BoxText, CardDeal, dealt, lay, rules_with, seat};
use crate::games::card_game::CardGame;
use crate::games::contract::Deal as _;
use crate::model::{BoxNumber, Card, CardPlace, Choice, ChoiceKind, Eyes, Face, HandView, Want};

/// Seat 1 has the boxes 1 and 3, seat 2 the one between them with a bonus.
const BOXES: [BoxText<'_>; 3] = [(1, "ante 10", "Kd 7c"), (2, "ante 20, bonus 20", "Ac 7d"), (1, "ante 30", "Tc 9d")];
const DEALER: &str = "Jc 8s";
const BOARD: &str = "As 9h 4d 2c 6h";

/// The place and face of every card and the box of every decision until the deal is over, or this many have folded.
fn course(boxes: &[(u8, &str)], decisions: &[Choice]) -> String {
    let rules = rules_with(|rules| rules.boxes.dark = true);
    let mut deal = CardGame::CasinoHoldem(rules.clone()).deal(&lay(&rules, boxes).expect("the stakes are taken"));
    let (mut pack, mut decisions) = (Card::all(), decisions.iter());
    let mut said = Vec::new();
    loop {
        match deal.wants() {
            Want::Card { to, face } => {
                let place = match to {
                    CardPlace::Hand { place, .. } => place.0.to_string(),
                    CardPlace::Dealer => "dealer".to_owned(),
                    other => format!("{other:?}").to_lowercase(),
                };
                said.push(if face == Face::Up { format!("+{place}") } else { place });
                deal.take_card(pack.next().expect("a pack suffices"));
            }
            Want::Decision(decision) => {
                said.push(format!("box{}?", decision.place.0));
                deal.take_choice(*decisions.next().expect("the case says what every box does"));
            }
            _ => return said.join(" "),
        }
    }
}

#[test]
fn thb_2_card_by_card_to_the_boxes_and_the_dealer_then_three_open_ones_and_two_more() {
    use Choice::{Bet, Fold};
    let antes = [(1, "ante 10"), (2, "ante 10")];
    let first = "1 2 dealer 1 2 dealer +board +board +board";
    assert_eq!(course(&antes, &[Bet, Fold]), format!("{first} box1? box2? +board +board"));
    assert_eq!(course(&antes, &[Fold, Fold]), format!("{first} box1? box2?"), "where no box plays on, no further card is wanted");
    assert_eq!(course(&[(1, "ante 10"), (2, "ante 10, bet 20")], &[Fold]), format!("{first} box1? +board +board"), "a dark box plays on");
    assert_eq!(course(&[(1, "ante 10, bet 20")], &[]), "1 dealer 1 dealer +board +board +board +board +board");
}

#[test]
fn thb_3_hpc_4_a_box_passes_for_nothing_or_bets_two_antes_and_silence_passes() {
    let deal = dealt(&rules_with(|_| ()), &BOXES, DEALER, BOARD, "bet");
    let Want::Decision(decision) = deal.wants() else { panic!("box 2 decides") };
    assert_eq!((decision.seat, decision.place, decision.otherwise), (seat(2), BoxNumber(2), Choice::Fold));
    let offers: Vec<_> = decision.offers.iter().map(|offer| (offer.kind, offer.least.minor(), offer.most.minor())).collect();
    assert_eq!(offers, [(ChoiceKind::Fold, 0, 0), (ChoiceKind::Bet, 40, 40)]);
}

/// A look as text: hands parted by semicolons, hidden cards as `--`.
fn text(look: &[HandView]) -> String {
    let card = |card: &Option<Card>| card.map_or_else(|| "--".to_owned(), |card| card.to_string());
    let hand = |hand: &HandView| hand.cards.iter().map(card).collect::<Vec<_>>().join(" ");
    look.iter().map(hand).collect::<Vec<_>>().join("; ")
}

#[track_caller]
fn check(deal: &CardDeal, eyes: Eyes, expected: &str) {
    let look = deal.look(eyes);
    assert_eq!(text(&look), expected, "{eyes:?}");
    for hand in look {
        assert!(hand.cards.iter().all(Option::is_some) || hand.combinations.is_empty(), "a hidden hand is not named: {hand:?}");
    }
}

const NONE: &str = "-- --";

#[test]
fn nobody_looks_before_the_cards_are_dealt() {
    let deal = dealt(&rules_with(|_| ()), &BOXES, DEALER, "As 9h", "");
    for eyes in [Eyes::Public, Eyes::Seat(seat(1)), Eyes::Seat(seat(2))] {
        check(&deal, eyes, &format!("{NONE}; {NONE}; {NONE}; {NONE}; As 9h"));
    }
}

#[test]
fn hw_25_hpc_11_a_player_looks_at_his_next_box_when_he_has_decided_on_the_one_before() {
    let board = "As 9h 4d";
    let [one, two] = [1, 2].map(|number| Eyes::Seat(seat(number)));
    let check = |decisions, eyes, expected: &str| check(&dealt(&rules_with(|_| ()), &BOXES, DEALER, board, decisions), eyes, expected);
    check("", one, &format!("Kd 7c; {NONE}; {NONE}; {NONE}; {board}"));
    check("", two, &format!("{NONE}; Ac 7d; {NONE}; {NONE}; {board}"));
    check("", Eyes::Public, &format!("{NONE}; {NONE}; {NONE}; {NONE}; {board}"));
    check("fold", one, &format!("Kd 7c; {NONE}; Tc 9d; {NONE}; {board}"));
    check("bet", Eyes::Public, &format!("{NONE}; {NONE}; {NONE}; {NONE}; {board}"));
}

#[test]
fn thb_14_a_box_whose_bonus_is_settled_is_open_from_then_on_a_passed_one_too() {
    let board = "As 9h 4d";
    let check = |survives, expected: &str| {
        let deal = dealt(&rules_with(|rules| rules.play.bonus_survives_pass = survives), &BOXES, DEALER, board, "bet fold bet");
        check(&deal, Eyes::Public, expected);
    };
    check(true, &format!("{NONE}; Ac 7d; {NONE}; {NONE}; {board}"));
    check(false, &format!("{NONE}; {NONE}; {NONE}; {NONE}; {board}"));
}

#[test]
fn when_the_dealer_opens_all_see_what_is_in_play_and_nobody_else_what_was_passed() {
    let boxes = [(1, "ante 10", "Kd 7c"), (2, "ante 10", "Ac 7d")];
    let check = |decisions, eyes, expected: &str| check(&dealt(&rules_with(|_| ()), &boxes, DEALER, BOARD, decisions), eyes, expected);
    check("bet fold", Eyes::Public, &format!("Kd 7c; {NONE}; {DEALER}; {BOARD}"));
    check("bet fold", Eyes::Seat(seat(2)), &format!("Kd 7c; Ac 7d; {DEALER}; {BOARD}"));
    check("fold fold", Eyes::Public, &format!("{NONE}; {NONE}; {NONE}; As 9h 4d"));
}

#[test]
fn hpc_7_a_dark_box_is_opened_after_the_dealer_its_bonus_too() {
    let rules = rules_with(|rules| rules.boxes.dark = true);
    let boxes = [(1, "ante 10, bet 20, bonus 10", "Kd 7c")];
    let check = |board, expected: &str| check(&dealt(&rules, &boxes, DEALER, board, ""), Eyes::Seat(seat(1)), expected);
    check("As 9h 4d 2c", &format!("{NONE}; {NONE}; As 9h 4d 2c"));
    check(BOARD, &format!("Kd 7c; {DEALER}; {BOARD}"));
}

/// What is named of each hand, and how it stands.
#[track_caller]
fn check_named(dealer: &str, board: &str, eyes: Eyes, expected: &str) {
    let deal = dealt(&rules_with(|_| ()), &[(1, "ante 10", "Ac Kd")], dealer, board, "bet");
    let named = |hand: HandView| {
        let combinations: Vec<&str> = hand.combinations.into_iter().map(Into::into).collect();
        [<&str>::from(hand.standing), &combinations.join(" ")].join(" ").trim().to_owned()
    };
    assert_eq!(deal.look(eyes).into_iter().map(named).collect::<Vec<_>>().join("; "), expected);
}

#[test]
fn thb_6_a_hand_is_named_by_its_best_five_and_an_ace_and_a_king_are_no_combination() {
    let one = Eyes::Seat(seat(1));
    check_named("Jc 8s", "9h 4d 2c", one, "stands; playing; playing");
    check_named("Jc 8s", "Kh 4d 2c", one, "stands pair; playing; playing");
    check_named("Jc 8s", "Kh 4d 2c 4h 7s", Eyes::Public, "stands two-pair; stands pair; decided");
    check_named("3c 8s", "Kh 3d 2c 9h 7s", Eyes::Public, "stands pair; no-game pair; decided");
}

#[test]
fn what_is_written_for_people_names_no_card_that_is_hidden() {
    let written = format!("{:?}", dealt(&rules_with(|_| ()), &BOXES, DEALER, "2s 3h 4h", ""));
    let hidden = ["Kd", "7c", "Ac", "7d", "Tc", "9d", "Jc", "8s"];
    let named: Vec<_> = hidden.iter().filter(|card| written.split(|c: char| !c.is_alphanumeric()).any(|word| word == **card)).collect();
    assert!(named.is_empty(), "{named:?} in {written}");
}
