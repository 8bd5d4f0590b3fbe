//! The worked cases of the digest, the risk game, and what may be staked.

use super::Rules;
use crate::games::card_game::{CardDeal, CardGame};
use crate::games::contract::{CardRules, Deal as _};
use crate::games::machine::BOX;
use crate::model::toml_keys::read_text;
use crate::model::{
    BoxNumber, BoxStake, Card, CardChoice, Choice, ChoiceKind, Combination, Eyes, Fate, Money, Refusal, Seat, StakeKind, Want,
};

/// The rules as they come with the program.
const SHIPPED: &str = include_str!("../../../device-profiles/rules/video-poker/am.toml");

/// Rules of a house whose highest step is 50.
fn rules_with(change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules: Rules = read_text(SHIPPED).expect("a shipped rules file");
    (rules.limits.step_minor, rules.limits.main.least) = (Money::from_minor(10), Money::from_minor(10));
    rules.limits.main.most = Money::from_minor(50);
    change(&mut rules);
    rules
}

fn stake(amount: i64) -> BoxStake {
    let seat = Seat::new(3).expect("the case names a seat");
    BoxStake { seat, place: BOX, hand: 0, kind: StakeKind::Main, amount: Money::from_minor(amount) }
}

fn card(name: &str) -> Card {
    name.parse().expect("the case names cards")
}

/// The kinds that are offered now; none where no decision is waited for.
fn offered(deal: &CardDeal) -> Vec<ChoiceKind> {
    match deal.wants() {
        Want::Decision(decision) => decision.offers.iter().map(|offer| offer.kind).collect(),
        _ => Vec::new(),
    }
}

/// Plays these words: a card, `change 1 5` for an exchange, `collect`, `risk`, and `pick 2` for the second closed card.
fn played(rules: &Rules, amount: i64, words: &str) -> CardDeal {
    let mut deal = CardGame::VideoPoker(rules.clone()).deal(&[stake(amount)]);
    for word in words.split(", ") {
        let places = || CardChoice(word.split(' ').skip(1).map(|place| 1 << (place.parse::<u8>().expect("a place") - 1)).sum());
        let choice = match word.split(' ').next() {
            Some("change") => Choice::Exchange(places()),
            Some("collect") => Choice::Collect,
            Some("risk") => Choice::Risk,
            Some("pick") => Choice::Pick(places()),
            _ => {
                word.split(' ').for_each(|name| deal.take_card(card(name)));
                continue;
            }
        };
        assert!(offered(&deal).contains(&choice.kind()), "{word} is not offered in {words}");
        deal.take_choice(choice);
        if choice == Choice::Risk {
            assert_eq!(deal.wants(), Want::Fresh, "{words}");
            deal.take_fresh();
        }
    }
    deal
}

/// What the stake returns in all, with what became of it.
#[track_caller]
fn check_at(rules: &Rules, amount: i64, words: &str, fate: Fate, returned: i64) {
    let deal = played(rules, amount, words);
    assert_eq!(deal.wants(), Want::Settlement, "{words}");
    let settlement = deal.settle();
    let line = &settlement.returns[0];
    assert_eq!((line.fate, line.returned.minor()), (fate, returned), "{words}");
}

#[track_caller]
fn check(words: &str, fate: Fate, returned: i64) {
    check_at(&rules_with(|_| ()), 10, words, fate, returned);
}

#[test]
fn bqam_60_to_62_the_worked_cases_of_the_exchange() {
    check("As Ks Qs Js 4d, change 5, Ts, collect", Fate::Won, 2_500);
    check("9h 8h 7h 6h 2c, change 5, 5h, collect", Fate::Won, 500);
    check("8s 8d 8h Kc 3s, change 4 5, 8c 2d, collect", Fate::Won, 250);
    check("8s 8d 8h Kc 3s, change 5, Kd, collect", Fate::Won, 90);
    check("Kh Th 7h 4h 2s, change 5, Ah, collect", Fate::Won, 60);
    check("9s 8d 7h 6c Ks, change 5, 5s, collect", Fate::Won, 40);
    check("8s 8d Qh Kc 7s, change 3 4 5, 8h 2c 4d, collect", Fate::Won, 30);
    check("Ts Td 4h Kc 7s, change 4, 4c, collect", Fate::Won, 20);
    check("Js 9d 5h 3c 2s, change 2 3 4 5, Jd 8c 6h 4s, collect", Fate::Returned, 10);
    check("Ts 9d 5h 3c 2s, change 2 3 4 5, Td 8c 6h 4s", Fate::Lost, 0);
    check("As 2d 3h 4c 9s, change 5, 5s, collect", Fate::Won, 40);
    check("Qs Qd 5h 3c 2s, change, collect", Fate::Returned, 10);
    check("Qs Qd 5h 3c 2s, change 1 2 3 4 5, Ks 4d 7h 9c Th", Fate::Lost, 0);
}

#[test]
fn bqam_q70_the_royal_flush_pays_800_at_the_highest_step_alone() {
    let royal = "As Ks Qs Js 4d, change 5, Ts, collect";
    check_at(&rules_with(|_| ()), 50, royal, Fate::Won, 40_000);
    check_at(&rules_with(|_| ()), 40, royal, Fate::Won, 10_000);
    check_at(&rules_with(|_| ()), 50, "9h 8h 7h 6h 2c, change 5, 5h, collect", Fate::Won, 2_500);
}

#[test]
fn bqam_64_the_worked_cases_of_the_risk_game() {
    let flush = "Kh Th 7h 4h 2h, change, risk, ";
    check(&format!("{flush}7d 2c Jc 3s 4s, pick 2, collect"), Fate::Won, 120);
    check(&format!("{flush}7d 2c 4c 3s 9s, pick 2"), Fate::Lost, 0);
    check(&format!("{flush}7d 2c 7c 3s 4s, pick 2, collect"), Fate::Won, 60);
    check(&format!("{flush}7d 2c Jc 3s 4s, pick 2, risk, 2d 3c 4c 5c 6c, pick 4, collect"), Fate::Won, 240);
    check(&format!("{flush}Ad 2c Kc Ac 4s, pick 3, collect"), Fate::Won, 60);
    check(&format!("{flush}Ad 2c Kc Ac 4s, pick 2"), Fate::Lost, 0);
    check("Qs Qd 5h 3c 2s, change, risk, 7d 2c Jc 3s 4s, pick 2, collect", Fate::Won, 20);
}

#[test]
fn a_win_names_its_hand_and_what_was_doubled() {
    let deal =
        played(&rules_with(|_| ()), 10, "Kh Th 7h 4h 2h, change, risk, 7d 8c Jc 3s 4s, pick 1, risk, 7d 8c Jc 3s 4s, pick 1, collect");
    let wins: Vec<_> =
        deal.settle().returns[0].wins.iter().map(|win| (win.combination, win.odds.to_string(), win.amount.minor())).collect();
    assert_eq!(wins, [(Some(Combination::Flush), "5:1".to_owned(), 50), (None, "3:1".to_owned(), 180)]);
}

#[test]
fn bqam_q74_after_five_doublings_the_win_is_collected_and_an_equal_card_does_not_count() {
    let round = "risk, 7d 8c Jc 3s 4s, pick 1, ";
    let equal = "risk, 7d 7c Jc 3s 4s, pick 1, ";
    check(format!("Kh Th 7h 4h 2h, change, {}", round.repeat(5)).trim_end_matches(", "), Fate::Won, 1_920);
    check(format!("Kh Th 7h 4h 2h, change, {}{}", equal.repeat(7), round.repeat(5)).trim_end_matches(", "), Fate::Won, 1_920);
}

#[test]
fn bqam_q74_no_win_is_put_at_risk_that_would_be_above_the_limit() {
    let limited = |most| rules_with(|rules| rules.play.risk.most_minor = Some(Money::from_minor(most)));
    check_at(&limited(119), 10, "Kh Th 7h 4h 2h, change", Fate::Won, 60);
    check_at(&limited(120), 10, "Kh Th 7h 4h 2h, change, risk, 7d 8c Jc 3s 4s, pick 1", Fate::Won, 120);
    check_at(&rules_with(|rules| rules.play.risk.doublings_most = 0), 10, "Kh Th 7h 4h 2h, change", Fate::Won, 60);
}

#[test]
fn silence_keeps_all_cards_collects_and_picks_the_first_card() {
    let mut deal = played(&rules_with(|_| ()), 10, "Kh Th 7h 4h 2h");
    let otherwise = |deal: &CardDeal| match deal.wants() {
        Want::Decision(decision) => decision.otherwise,
        want => panic!("a decision, not {want:?}"),
    };
    assert_eq!(otherwise(&deal), Choice::Exchange(CardChoice(0)));
    deal.take_choice(Choice::Exchange(CardChoice(0)));
    assert_eq!(otherwise(&deal), Choice::Collect);
    deal.take_choice(Choice::Risk);
    deal.take_fresh();
    "7d 8c Jc 3s 4s".split(' ').for_each(|name| deal.take_card(card(name)));
    assert_eq!(otherwise(&deal), Choice::Pick(CardChoice(1)));
}

#[test]
fn bqam_61_cards_to_be_changed_lie_turned_down_and_closed_cards_of_the_risk_game_are_never_shown() {
    let looks = |words: &str| -> Vec<String> {
        let hands = played(&rules_with(|_| ()), 10, words).look(Eyes::Seat(Seat::new(3).expect("a seat")));
        let names =
            |cards: &[Option<Card>]| cards.iter().map(|card| card.map_or("--".to_owned(), |card| card.to_string())).collect::<Vec<_>>();
        hands.iter().map(|hand| names(&hand.cards).join(" ")).collect()
    };
    assert_eq!(looks("As Ks Qs Js 4d, change 1 5"), ["-- Ks Qs Js --"]);
    assert_eq!(looks("As Ks Qs Js 4d, change 1 5, 2c"), ["2c Ks Qs Js --"]);
    let at_risk = "Kh Th 7h 4h 2h, change, risk, 7d 8c Jc 3s 4s";
    assert_eq!(looks(at_risk)[1], "7d -- -- -- --");
    assert_eq!(looks(&format!("{at_risk}, pick 2"))[1], "7d -- Jc -- --");
}

#[test]
fn a_win_stands_where_a_fault_ends_the_risk_game_and_nothing_stands_before_the_exchange() {
    let stands = |words| played(&rules_with(|_| ()), 10, words).stands().map(|settlement| settlement.returns[0].returned.minor());
    assert_eq!(stands("Kh Th 7h 4h 2h"), None);
    assert_eq!(stands("Kh Th 7h 4h 2s, change 5"), None);
    assert_eq!(stands("Kh Th 7h 4h 2h, change"), Some(60));
    assert_eq!(stands("Kh Th 7h 4h 2h, change, risk, 7d 8c"), Some(60));
    assert_eq!(stands("Kh Th 7h 4h 2h, change, risk, 7d 8c Jc 3s 4s, pick 1, risk, 7d"), Some(120));
}

#[test]
fn the_most_that_can_return_is_the_highest_hand_doubled_as_often_as_allowed() {
    let most = |amount, change: fn(&mut Rules)| rules_with(change).return_most(&[stake(amount)]).minor();
    assert_eq!(most(10, |_| ()), 10 * 250 * 32);
    assert_eq!(most(50, |_| ()), 50 * 800 * 32);
    assert_eq!(most(10, |rules| rules.play.risk.doublings_most = 0), 2_500);
    assert_eq!(most(10, |rules| rules.play.risk.most_minor = Some(Money::from_minor(5_000))), 5_000);
    assert_eq!(most(10, |rules| rules.play.risk.most_minor = Some(Money::from_minor(900))), 2_500);
}

#[test]
fn what_may_be_staked() {
    let rules = rules_with(|_| ());
    let check = |asked: BoxStake, expected| assert_eq!(rules.accept(&[], asked.seat, &[asked]), expected, "{asked:?}");
    check(stake(10), Ok(()));
    check(stake(50), Ok(()));
    check(stake(60), Err(Refusal::AboveMost));
    check(stake(15), Err(Refusal::AmountOffStep));
    check(BoxStake { kind: StakeKind::Ante, ..stake(10) }, Err(Refusal::BetNotOffered));
    check(BoxStake { place: BoxNumber(2), ..stake(10) }, Err(Refusal::BoxUnknown));
    check(BoxStake { hand: 1, ..stake(10) }, Err(Refusal::BetMalformed));
}
