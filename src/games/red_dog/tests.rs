//! The worked cases of the digest and the keys that its gaps have.

use super::{EqualEnd, Pair, RidePays, Rules};
use crate::games::card_game::{CardDeal, CardGame};
use crate::games::contract::{CardRules, Deal as _};
use crate::model::toml_keys::read_text;
use crate::model::{BoxNumber, BoxStake, Card, Choice, Money, Refusal, Seat, StakeKind, Want};

/// The rules as they come with the program.
const SHIPPED: &str = include_str!("../../../device-profiles/rules/red-dog/am.toml");

fn rules_with(change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules: Rules = read_text(SHIPPED).expect("a shipped rules file");
    change(&mut rules);
    rules
}

fn ante(seat: u8, amount: i64) -> BoxStake {
    let kind = StakeKind::Ante;
    let place = BoxNumber(seat);
    BoxStake { seat: Seat::new(seat).expect("the case names a seat"), place, hand: 0, kind, amount: Money::from_minor(amount) }
}

/// A deal with these antes after these cards; every box of a window chooses what comes next among the choices.
fn played(rules: &Rules, antes: &[BoxStake], cards: &str, choices: &[(u8, Choice)]) -> CardDeal {
    let mut deal = CardGame::RedDog(rules.clone()).deal(antes);
    let mut choices = choices.iter();
    for card in cards.split_whitespace() {
        while let Want::Window(_) = deal.wants() {
            let (place, choice) = *choices.next().expect("the case says what every box chooses");
            deal.take_choice_of(BoxNumber(place), choice);
        }
        deal.take_card(card.parse::<Card>().expect("the case names cards"));
    }
    assert_eq!((deal.wants(), choices.next()), (Want::Settlement, None), "{cards}");
    deal
}

/// An ante of 100 on these cards, with this choice where one is asked for; what comes back in all.
#[track_caller]
fn check(change: impl FnOnce(&mut Rules), cards: &str, choice: Option<Choice>, returned: i64) {
    let choices: Vec<(u8, Choice)> = choice.map(|choice| (1, choice)).into_iter().collect();
    let settlement = played(&rules_with(change), &[ante(1, 100)], cards, &choices).settle();
    assert_eq!(settlement.returned_to(Seat::new(1).expect("a seat")), Money::from_minor(returned), "{cards}");
}

#[test]
fn bqam_20_to_24_the_worked_cases() {
    const RIDE: Option<Choice> = Some(Choice::Ride);
    const STAND: Option<Choice> = Some(Choice::Stand);
    for (cards, choice, returned) in [
        ("5s 7d 6c", RIDE, 1_200),
        ("5s 7d 6c", STAND, 600),
        ("5s 8d 7c", RIDE, 1_000),
        ("5s 9d 7h", RIDE, 600),
        ("4s 9d 6h", RIDE, 400),
        ("4s Td 5h", STAND, 200),
        ("3s Td 9h", RIDE, 400),
        ("3s Jd 4h", RIDE, 400),
        ("2s Jd Th", RIDE, 400),
        ("2s Qd Jh", RIDE, 400),
        ("2s Kd 3h", RIDE, 400),
        ("2s Ad 9h", RIDE, 400),
        ("5s 9d 9c", RIDE, 0),
        ("5s 9d Kc", STAND, 0),
        ("8s 9d", None, 100),
        ("Ks Ad", None, 100),
        ("8s 8d 8h", None, 1_200),
        ("8s 8s 8s", None, 1_200),
        ("8s 8d 9c", None, 100),
        ("9d 5s 7h", STAND, 300),
    ] {
        check(|_| (), cards, choice, returned);
    }
}

#[test]
fn bqam_q21_a_pair_comes_back_at_once() {
    check(|rules| rules.play.pair = Pair::Returned, "8s 8d", None, 100);
}

#[test]
fn bqam_q22_a_ride_at_even_money() {
    check(|rules| rules.play.ride_pays = RidePays::Even, "5s 7d 6c", Some(Choice::Ride), 800);
}

#[test]
fn bqam_q23_an_equal_end_gives_the_stakes_back() {
    let returned = |rules: &mut Rules| rules.play.equal_end = EqualEnd::Returned;
    check(returned, "5s 9d 9c", Some(Choice::Ride), 200);
    check(returned, "5s 9d 5c", Some(Choice::Stand), 100);
    check(returned, "5s 9d Kc", Some(Choice::Ride), 0);
}

#[test]
fn all_boxes_decide_at_once_in_any_order() {
    let antes = [ante(4, 100), ante(2, 50), ante(6, 10)];
    let mut deal = CardGame::RedDog(rules_with(|_| ())).deal(&antes);
    ["5s", "8d"].into_iter().for_each(|card| deal.take_card(card.parse().expect("a card")));
    let open = |deal: &CardDeal| match deal.wants() {
        Want::Window(window) => window.open.iter().map(|(nth, decision)| (*nth, decision.place.0)).collect(),
        _ => Vec::new(),
    };
    assert_eq!(open(&deal), [(0, 2), (1, 4), (2, 6)]);
    let ride = deal.take_choice_of(BoxNumber(4), Choice::Ride);
    assert_eq!(ride, [BoxStake { kind: StakeKind::Ride, ..antes[0] }]);
    assert_eq!(open(&deal), [(0, 2), (2, 6)]);
    deal.take_choice_of(BoxNumber(6), Choice::Stand);
    assert_eq!(open(&deal), [(0, 2)]);
    deal.take_choice_of(BoxNumber(2), Choice::Ride);
    deal.take_card("7c".parse().expect("a card"));
    let settlement = deal.settle();
    let returned = |seat| settlement.returned_to(Seat::new(seat).expect("a seat")).minor();
    assert_eq!([returned(2), returned(4), returned(6)], [500, 1_000, 50]);
}

#[test]
fn the_most_that_can_return_is_a_ride_on_the_smallest_spread() {
    let most = |change: fn(&mut Rules)| rules_with(change).return_most(&[ante(1, 100)]).minor();
    assert_eq!(most(|_| ()), 1_200);
    assert_eq!(most(|rules| rules.play.ride_pays = RidePays::Even), 1_200);
    assert_eq!(most(|rules| (rules.play.ride_pays, rules.play.pair) = (RidePays::Even, Pair::Returned)), 800);
}

#[test]
fn what_may_be_staked() {
    let rules = rules_with(|rules| rules.limits.step_minor = Money::from_minor(5));
    let own = |amount| ante(1, amount);
    let check = |asked: BoxStake, expected| {
        assert_eq!(rules.accept(&[], Seat::new(1).expect("a seat"), &[asked]), expected, "{asked:?}");
    };
    check(own(100), Ok(()));
    check(own(101), Err(Refusal::AmountOffStep));
    check(BoxStake { kind: StakeKind::Ride, ..own(100) }, Err(Refusal::BetNotOffered));
    check(BoxStake { place: BoxNumber(2), ..own(100) }, Err(Refusal::BoxTaken));
    check(BoxStake { place: BoxNumber(7), ..own(100) }, Err(Refusal::BoxUnknown));
    check(BoxStake { hand: 1, ..own(100) }, Err(Refusal::BetMalformed));
}
