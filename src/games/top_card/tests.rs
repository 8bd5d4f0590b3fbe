//! The worked cases of the digest and the keys that its gaps have.

use super::{Rules, WarFirst};
use crate::games::card_game::{CardDeal, CardGame};
use crate::games::contract::{CardRules, Deal as _};
use crate::games::recorded::RecordedDeal;
use crate::model::toml_keys::read_text;
use crate::model::{
    BoxNumber, BoxStake, Card, CardPlace, Choice, Eyes, Face, Money, Odds, Refusal, Rounding, Seat, StakeKind, Standing, Want,
};

/// The rules as they come with the program.
const SHIPPED: &str = include_str!("../../../device-profiles/rules/top-card/am.toml");

/// Cards that are laid aside: no matter what they are.
const ASIDE: &str = "2c 2c 2c";

const WAR: Option<Choice> = Some(Choice::War);
const FOLD: Option<Choice> = Some(Choice::Fold);

fn rules_with(change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules: Rules = read_text(SHIPPED).expect("a shipped rules file");
    change(&mut rules);
    rules
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("the case names a seat")
}

fn ante(number: u8, amount: i64) -> BoxStake {
    let kind = StakeKind::Ante;
    BoxStake { seat: seat(number), place: BoxNumber(number), hand: 0, kind, amount: Money::from_minor(amount) }
}

fn card(name: &str) -> Card {
    name.parse().expect("the case names cards")
}

/// A deal with these antes after these cards; every box of a window chooses what comes next among the choices.
fn played(rules: &Rules, antes: &[BoxStake], cards: &str, choices: &[(u8, Choice)]) -> CardDeal {
    let mut deal = CardGame::TopCard(rules.clone()).deal(antes);
    let mut choices = choices.iter();
    let mut decide = |deal: &mut CardDeal| {
        while let Want::Window(_) = deal.wants() {
            let (place, choice) = *choices.next().expect("the case says what every box chooses");
            deal.take_choice_of(BoxNumber(place), choice);
        }
    };
    for name in cards.split_whitespace() {
        decide(&mut deal);
        deal.take_card(card(name));
    }
    decide(&mut deal);
    assert_eq!((deal.wants(), choices.next()), (Want::Settlement, None), "{cards}");
    deal
}

/// An ante on these cards, with this choice where one is asked for; what comes back in all.
#[track_caller]
fn check(change: impl FnOnce(&mut Rules), amount: i64, cards: &str, choice: Option<Choice>, returned: i64) {
    let choices: Vec<(u8, Choice)> = choice.map(|choice| (1, choice)).into_iter().collect();
    let settlement = played(&rules_with(change), &[ante(1, amount)], cards, &choices).settle();
    assert_eq!(settlement.returned_to(seat(1)), Money::from_minor(returned), "{cards}");
}

#[test]
fn bqam_40_to_46_the_worked_cases() {
    // P1 to P10 and P13 to P15; in the war the dealer's card comes first.
    for (amount, first, choice, dealer_and_player, returned) in [
        (100, "Ks 9h", None, "", 200),
        (100, "4s 9h", None, "", 0),
        (100, "As Kd", None, "", 200),
        (100, "2s Ad", None, "", 0),
        (100, "9s 9h", FOLD, "", 50),
        (100, "9s 9h", WAR, "7d Qs", 300),
        (100, "9s 9h", WAR, "Jd 5s", 0),
        (100, "9s 9h", WAR, "8d 8s", 300),
        (100, "Ks Ks", WAR, "2s 2s", 300),
        (25, "9s 9h", FOLD, "", 13),
        (100, "Ad As", WAR, "Ac Kh", 0),
        (100, "Ad As", WAR, "Kc Ah", 300),
        (1, "9s 9h", FOLD, "", 1),
    ] {
        let aside = if dealer_and_player.is_empty() { "" } else { ASIDE };
        check(|_| (), amount, &format!("{first} {aside} {dealer_and_player}"), choice, returned);
    }
}

#[test]
fn bqam_q41_the_player_has_his_card_of_the_war_first_where_the_house_wants_it() {
    let player_first = |rules: &mut Rules| rules.play.war_first = WarFirst::Player;
    check(player_first, 100, "9s 9h 2c 2c 2c Qs 7d", WAR, 300);
    check(player_first, 100, "9s 9h 2c 2c 2c 7d Qs", WAR, 0);
}

#[test]
fn bqam_q42_half_of_an_odd_ante_is_rounded_down_where_the_house_wants_it() {
    let floor = |rules: &mut Rules| rules.play.rounding = Rounding::Floor;
    check(floor, 25, "9s 9h", FOLD, 12);
    check(floor, 1, "9s 9h", FOLD, 0);
}

#[test]
fn bqam_q40_bqam_44_a_house_pays_by_its_own_table() {
    let other = |rules: &mut Rules| {
        let pays = &mut rules.play.pays;
        (pays.ante, pays.war) = (Odds::new(19, 20).expect("odds"), Odds::to_one(2));
    };
    check(other, 100, "Ks 9h", None, 195);
    check(other, 100, "9s 9h 2c 2c 2c 8d 8s", WAR, 400);
    assert_eq!(rules_with(other).return_most(&[ante(1, 100)]).minor(), 400);
}

#[test]
fn bqam_41_bqam_q44_all_boxes_decide_at_once_and_silence_folds() {
    let antes = [ante(4, 100), ante(2, 50), ante(6, 10)];
    let mut deal = CardGame::TopCard(rules_with(|_| ())).deal(&antes);
    ["5s", "5d"].into_iter().for_each(|name| deal.take_card(card(name)));
    let open = |deal: &CardDeal| match deal.wants() {
        Want::Window(window) => window.open,
        _ => Vec::new(),
    };
    let asked: Vec<(u8, u8)> = open(&deal).iter().map(|(nth, decision)| (*nth, decision.place.0)).collect();
    assert_eq!(asked, [(0, 2), (1, 4), (2, 6)]);
    let (_, first) = &open(&deal)[0];
    assert_eq!(first.otherwise, Choice::Fold);
    let prices: Vec<i64> = first.offers.iter().map(|offer| offer.least.minor()).collect();
    assert_eq!(prices, [50, 0], "the war costs the ante once more, and to fold nothing");
    assert_eq!(deal.take_choice_of(BoxNumber(4), Choice::War), [BoxStake { kind: StakeKind::War, ..antes[0] }]);
    assert_eq!(deal.take_choice_of(BoxNumber(6), Choice::Fold), []);
    assert_eq!(deal.take_choice_of(BoxNumber(2), Choice::War), [BoxStake { kind: StakeKind::War, ..antes[1] }]);
    ["2c", "2c", "2c", "7c", "7d"].into_iter().for_each(|name| deal.take_card(card(name)));
    let settlement = deal.settle();
    let returned = |number| settlement.returned_to(seat(number)).minor();
    assert_eq!([returned(2), returned(4), returned(6)], [150, 300, 5]);
}

#[test]
fn bqam_42_no_card_comes_when_every_box_has_folded() {
    let choices = [(1, Choice::Fold), (2, Choice::Fold)];
    let settlement = played(&rules_with(|_| ()), &[ante(1, 100), ante(2, 30)], "9s 9h", &choices).settle();
    assert_eq!([1, 2].map(|number| settlement.returned_to(seat(number)).minor()), [50, 15]);
}

#[test]
fn bqam_43_where_each_card_goes_and_which_way_up() {
    let goes = |war_first| {
        let mut deal = CardGame::TopCard(rules_with(|rules| rules.play.war_first = war_first)).deal(&[ante(1, 100)]);
        let mut places = Vec::new();
        while deal.wants() != Want::Settlement {
            match deal.wants() {
                Want::Card { to, face } => {
                    places.push((to, face));
                    deal.take_card(card("9s"));
                }
                _ => drop(deal.take_choice_of(BoxNumber(1), Choice::War)),
            }
        }
        places
    };
    let up = |to| (to, Face::Up);
    let aside = [(CardPlace::Discard, Face::Down); 3];
    let (player, dealer) = (up(CardPlace::Player), up(CardPlace::Dealer));
    assert_eq!(goes(WarFirst::Dealer), [&[player, dealer][..], &aside, &[dealer, player]].concat());
    assert_eq!(goes(WarFirst::Player), [&[player, dealer][..], &aside, &[player, dealer]].concat());
}

#[test]
fn everybody_sees_the_open_cards_and_nobody_those_that_are_laid_aside() {
    let deal = played(&rules_with(|_| ()), &[ante(1, 100)], "9s 9h Kc Kd Kh 7d Qs", &[(1, Choice::War)]);
    let cards = |names: &str| names.split(' ').map(|name| Some(card(name))).collect::<Vec<_>>();
    for eyes in [Eyes::Public, Eyes::Seat(seat(1))] {
        let look: Vec<_> = deal.look(eyes).into_iter().map(|hand| (hand.at, hand.cards, hand.standing)).collect();
        let expected = [(CardPlace::Player, cards("9s Qs"), Standing::Decided), (CardPlace::Dealer, cards("9h 7d"), Standing::Decided)];
        assert_eq!(look, expected);
    }
    assert!(!format!("{deal:?}").contains('K'), "what is written for people names no card that lies closed: {deal:?}");
}

#[test]
fn what_may_be_staked() {
    let rules = rules_with(|rules| rules.limits.step_minor = Money::from_minor(5));
    let own = |amount| ante(1, amount);
    let check = |asked: BoxStake, expected| assert_eq!(rules.accept(&[], seat(1), &[asked]), expected, "{asked:?}");
    check(own(100), Ok(()));
    check(own(101), Err(Refusal::AmountOffStep));
    // P11: the ante is laid once more when the table asks, and not before.
    check(BoxStake { kind: StakeKind::War, ..own(100) }, Err(Refusal::BetNotOffered));
    check(BoxStake { place: BoxNumber(2), ..own(100) }, Err(Refusal::BoxTaken));
    check(BoxStake { place: BoxNumber(7), ..own(100) }, Err(Refusal::BoxUnknown));
    check(BoxStake { hand: 1, ..own(100) }, Err(Refusal::BetMalformed));
}

#[test]
fn wrong_keys_are_named() {
    let check = |change: fn(&mut Rules), key: &str| {
        let named: Vec<String> = rules_with(change).problems().into_iter().map(|(key, _)| key).collect();
        assert_eq!(named, [key]);
    };
    check(|rules| rules.limits.step_minor = Money::ZERO, "limits.step_minor");
    check(|rules| rules.limits.ante.least = Money::ZERO, "limits.ante");
    check(|rules| rules.shoe.packs = 9, "shoe.packs");
    check(|rules| rules.timing.decision_seconds = 4, "course.decision_seconds");
    assert_eq!(rules_with(|_| ()).problems(), []);
}

/// Numbers without pattern from a seed (the generator of Numerical Recipes).
fn numbers(seed: u32) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    }
}

#[test]
fn whatever_comes_a_round_is_read_back_and_returns_no_more_than_was_announced() {
    let mut draw = numbers(1);
    let mut wars = 0;
    for _ in 0..2_000 {
        let rules = rules_with(|rules| {
            rules.play.rounding = [Rounding::HalfUp, Rounding::Floor][draw(2) as usize];
            rules.play.war_first = [WarFirst::Dealer, WarFirst::Player][draw(2) as usize];
            rules.play.pays.ante = Odds::new(1 + draw(20), 1 + draw(20)).expect("odds");
            rules.play.pays.war = Odds::new(1 + draw(20), 1 + draw(20)).expect("odds");
        });
        let antes: Vec<BoxStake> = (1..=1 + draw(6) as u8).map(|number| ante(number, 1 + i64::from(draw(1_000)))).collect();
        let most = rules.return_most(&antes);
        let mut deal = RecordedDeal::new(&CardGame::TopCard(rules), antes);
        while deal.wants() != Want::Settlement {
            if let Want::Window(window) = deal.wants() {
                let (_, decision) = &window.open[draw(window.open.len() as u32) as usize];
                let choice = [Choice::War, Choice::Fold][draw(2) as usize];
                assert!(decision.offer_for(&choice).is_ok());
                wars += deal.take_choice_of(decision.place, choice).len();
            } else {
                // Few ranks, so that equal cards are not rare.
                deal.take_card(Card::from_index(draw(12) as usize).expect("there are 52 cards"));
            }
            let bytes = minicbor::to_vec(&deal).expect("encoding to memory cannot fail");
            assert_eq!(minicbor::decode::<RecordedDeal>(&bytes).ok().as_ref(), Some(&deal), "a deal is read back at any time");
        }
        let settlement = deal.settle();
        assert!(settlement.returns.iter().map(|line| line.stake).eq(deal.stakes().iter().copied()), "every stake is settled once");
        let returned: Money = Seat::all().map(|seat| settlement.returned_to(seat)).sum();
        assert!(returned <= most, "{deal:?}");
    }
    assert!(wars > 500, "{wars} boxes went to war");
}
