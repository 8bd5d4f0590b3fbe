//! Mistakes in dealing as the auditor reads them: W39, W42 to W48 of `sport-poker-games`.

mod told;

use super::*;
use crate::model::BettingAction;
use crate::sim::auditor::between::progress::{Extra, hand_of};
use crate::sim::auditor::between::rules::ExposedSeventh;
use crate::sim::auditor::between::settlement::put_in;

const HOLDEM: &str = include_str!("../../../../../device-profiles/betting/holdem/sport-no-limit.toml");
const STUD: &str = include_str!("../../../../../device-profiles/betting/stud7/sport-fixed-limit.toml");

/// The sport's file, in which some keys of mistakes say something else.
fn rules(name: &str, file: &str, others: &[(&str, &str)]) -> PlayerRules {
    let mut keys: toml::Table = file.parse().expect("a shipped file");
    let mistakes = keys["mistakes"].as_table_mut().expect("the sport's files know mistakes");
    if let Some(middle) = mistakes.get_mut("middle_cards").and_then(toml::Value::as_table_mut) {
        others.iter().for_each(|(key, word)| drop(middle.insert((*key).into(), (*word).into())));
    }
    let money = Money::from_minor;
    let least = 20;
    let bets = |key: &str| keys["seating"][key].as_integer().expect("a count of bets") * least;
    let (buy_in_least, buy_in_most) = (money(bets("buy_in_least_bets")), money(bets("buy_in_most_bets")));
    let of = TableAmounts { unit: money(1), buy_in_least, buy_in_most, ..TableAmounts::default() };
    let amounts = if name.starts_with("stud") {
        TableAmounts { bring_in: money(5), small_bet: money(least), big_bet: money(2 * least), ..of }
    } else {
        TableAmounts { small_blind: money(10), big_blind: money(least), ..of }
    };
    PlayerRules::read(name, &keys, amounts).expect("the auditor reads the sport's files")
}

fn holdem(others: &[(&str, &str)]) -> PlayerRules {
    rules("holdem/sport-no-limit", HOLDEM, others)
}

fn card(name: &str) -> Card {
    name.parse().expect("the name of a card")
}

fn deal(history: &[Entry], has_blinds: bool) -> Deal {
    let blinds = has_blinds.then(|| (seat(1), seat(2)));
    Deal { number: 1, button: seat(3), blinds, players: (1..=3).map(|number| (seat(number), 1_000)).collect(), history: history.to_vec() }
}

/// What comes next after this history, and what goes back then.
#[track_caller]
fn next(rules: &PlayerRules, history: &[Entry]) -> (Next, Option<Vec<Card>>) {
    let deal = deal(history, rules.variant == Variant::Holdem);
    let progress = Progress::of(rules, &deal).expect("it can have happened");
    (progress.next(), progress.stub.going.clone())
}

/// What becomes of one more card that nobody ordered.
#[track_caller]
fn fate(rules: &PlayerRules, history: &[Entry]) -> Option<Extra> {
    let deal = deal(history, true);
    Progress::of(rules, &deal).expect("it can have happened").fate_of_extra()
}

fn hand(number: u8, face: Face, name: &str) -> Entry {
    Entry::Came(hand_of(seat(number)), face, card(name))
}

fn burnt(name: &str) -> Entry {
    Entry::Came(CardPlace::Discard, Face::Down, card(name))
}

fn middle(names: &str) -> Vec<Entry> {
    cards(names).into_iter().map(|card| Entry::Came(CardPlace::Board, Face::Up, card)).collect()
}

fn extras(names: &str) -> Vec<Entry> {
    cards(names).into_iter().map(Entry::Extra).collect()
}

fn acts(number: u8, action: BettingAction, paid: i64) -> Entry {
    Entry::Acted(seat(number), action, paid)
}

fn checks(seats: &[u8]) -> Vec<Entry> {
    seats.iter().map(|number| acts(*number, BettingAction::Check, 0)).collect()
}

/// Hold'em of three up to the decision of the big blind.
fn before_flop() -> Vec<Entry> {
    let posted = vec![Entry::Posted(seat(1), 10), Entry::Posted(seat(2), 20)];
    let names = ["9s", "4h", "Qh", "4c", "9h", "Kh"];
    let dealt = names.into_iter().zip([1, 2, 3].into_iter().cycle()).map(|(name, number)| hand(number, Face::Down, name)).collect();
    let called = vec![Entry::Dealt(Vec::new()), acts(3, BettingAction::Call, 20), acts(1, BettingAction::Call, 10)];
    [posted, dealt, called].concat()
}

/// The flop lies there, and nobody has acted on it.
fn on_flop() -> Vec<Entry> {
    [before_flop(), checks(&[2]), vec![burnt("7s")], middle("2d Qc Jh")].concat()
}

/// The turn lies there, with a burn of its own, and nobody has acted on it.
fn on_turn() -> Vec<Entry> {
    [on_flop(), checks(&[1, 2, 3]), vec![burnt("6s")], middle("Kd")].concat()
}

const BURN: Next = Next::Card(CardPlace::Discard, Face::Down);
const MIDDLE: Next = Next::Card(CardPlace::Board, Face::Up);

#[test]
fn spg_w42_w43_a_flop_that_goes_back_is_dealt_anew_with_a_burn() {
    let rules = holdem(&[("extra_flop_card", "redeal-flop")]);
    let shuffled = |history: &[Entry]| [history, &[Entry::StubShuffled]].concat();
    for came in 1..=4 {
        let flop = on_flop();
        let all = &flop[..flop.len() - 4 + came];
        let taken_back = [all, &[Entry::FlopTakenBack]].concat();
        assert_eq!(next(&rules, &taken_back), (Next::Stub, Some(cards("7s 2d Qc Jh")[..came].to_vec())));
        assert_eq!(next(&rules, &shuffled(&taken_back)), (BURN, None));
    }
    assert_eq!(fate(&rules, &on_flop()), Some(Extra::RedealFlop));
    let four = [on_flop(), extras("5c"), vec![Entry::FlopTakenBack]].concat();
    assert_eq!(next(&rules, &four), (Next::Stub, Some(cards("7s 2d Qc Jh 5c"))));
    // SPG-A14: a check counts, and by `next-burn` the fourth card is the burn of the turn.
    let checked = [on_flop(), checks(&[1])].concat();
    assert_eq!(fate(&rules, &checked), Some(Extra::NextBurn));
    let deal = deal(&[checked, vec![Entry::FlopTakenBack]].concat(), true);
    assert!(Progress::of(&rules, &deal).is_err());
    let shipped = [on_flop(), extras("5c"), checks(&[1, 2, 3])].concat();
    assert_eq!(next(&holdem(&[]), &shipped), (MIDDLE, None));
}

#[test]
fn spg_w44_a_premature_flop_goes_back_before_the_flop() {
    let early = [before_flop(), extras("7s 2d Qc Jh")].concat();
    let finished = [early.clone(), checks(&[2])].concat();
    let shuffled = [finished.clone(), vec![Entry::StubShuffled]].concat();
    let rules = holdem(&[]);
    assert_eq!(fate(&rules, &early), None, "a fifth card is none of the flop");
    assert_eq!(next(&rules, &early), (Next::Act(seat(2)), None));
    assert_eq!(next(&rules, &finished), (Next::Stub, Some(cards("7s 2d Qc Jh"))));
    assert_eq!(next(&rules, &shuffled), (BURN, None));
    let rules = holdem(&[("premature_flop_burn", "keep-burn")]);
    assert_eq!(next(&rules, &finished), (Next::Stub, Some(cards("2d Qc Jh"))));
    assert_eq!(next(&rules, &shuffled), (MIDDLE, None));
}

#[test]
fn spg_w45_a_premature_turn() {
    let rules = holdem(&[]);
    let early = [on_flop(), extras("6s")].concat();
    assert_eq!(fate(&rules, &early), Some(Extra::Aside));
    let finished = [early, extras("Kd"), checks(&[1, 2, 3])].concat();
    assert_eq!(next(&rules, &finished), (BURN, None), "the turn has a burn of its own");
    let turn = [finished.clone(), vec![burnt("8c")], middle("9h"), checks(&[1, 2, 3])].concat();
    for (word, expected) in [("none", MIDDLE), ("burn", BURN)] {
        let rules = holdem(&[("premature_turn_river_burn", word)]);
        assert_eq!(next(&rules, &turn), (Next::Stub, Some(cards("Kd"))));
        assert_eq!(next(&rules, &[turn.clone(), vec![Entry::StubShuffled]].concat()), (expected, None));
    }
    let rules = holdem(&[("premature_turn", "tda-rp5")]);
    assert_eq!(next(&rules, &finished), (Next::Stub, Some(cards("Kd"))));
    let turn = [finished, vec![Entry::StubShuffled], middle("9h"), checks(&[1, 2, 3])].concat();
    assert_eq!(next(&rules, &turn), (BURN, None), "the river as usual");
}

#[test]
fn spg_w46_a_premature_river_goes_back_before_the_river() {
    let rules = holdem(&[]);
    let finished = [on_turn(), extras("8c 9h"), checks(&[1, 2, 3])].concat();
    assert_eq!(next(&rules, &finished), (Next::Stub, Some(cards("9h"))));
    assert_eq!(next(&rules, &[finished, vec![Entry::StubShuffled]].concat()), (MIDDLE, None));
    assert_eq!(fate(&rules, &[on_turn(), extras("8c 9h")].concat()), None, "nobody knows what a third card is");
}

#[test]
fn spg_w47_an_extra_card_with_the_turn_is_the_next_burn_and_with_the_river_none() {
    let rules = holdem(&[]);
    let river = [on_turn(), extras("8c"), checks(&[1, 2, 3])].concat();
    assert_eq!(next(&rules, &river), (MIDDLE, None));
    let river = [river, middle("9h")].concat();
    assert_eq!(fate(&rules, &river), Some(Extra::Muck));
    assert_eq!(next(&rules, &[river, extras("3s 3d")].concat()), (Next::Act(seat(1)), None));
}

#[test]
fn spg_w48_a_boxed_card_is_replaced_at_once() {
    let rules = holdem(&[]);
    let first = [before_flop()[..3].to_vec(), vec![Entry::Boxed]].concat();
    assert_eq!(next(&rules, &first), (Next::Card(hand_of(seat(1)), Face::Down), None));
    let is_void = |rules: &PlayerRules, history: &[Entry]| {
        let deal = deal(history, true);
        let progress = Progress::of(rules, &deal).expect("it can have happened");
        (progress.may_be_boxed(), progress.is_void_by_boxed(), progress.mistakes.out.len())
    };
    // SPG-A25: found twice among the first cards.
    let twice = [first.clone(), vec![hand(1, Face::Down, "Ts")]].concat();
    assert_eq!(is_void(&rules, &twice), (Some(card("Ts")), true, 1));
    let mut literal = rules.clone();
    literal.mistakes.iter_mut().for_each(|keys| keys.boxed_redeal_from = Some(0));
    assert_eq!(is_void(&literal, &twice), (Some(card("Ts")), false, 1));
    // Of the middle it is replaced there, and the round opens again.
    let boxed = [on_flop(), vec![Entry::Boxed]].concat();
    assert_eq!(next(&rules, &boxed), (MIDDLE, None));
    assert_eq!(next(&rules, &[boxed, middle("3c")].concat()), (Next::Act(seat(1)), None));
    assert_eq!(is_void(&rules, &on_flop()), (Some(card("Jh")), false, 0));
    assert_eq!(is_void(&rules, &[on_flop(), checks(&[1])].concat()).0, None);
    assert_eq!(is_void(&rules, &[on_flop(), extras("5c")].concat()).0, None);
}

/// Seven-card stud of three, in which seat 1 is first, up to the last round; 5 of each lie in the pot.
fn before_last_round() -> Vec<Entry> {
    let up = [["Ah", "2c", "3c"], ["Kh", "5d", "6d"], ["9d", "8s", "Jh"], ["7c", "Td", "4s"]];
    let street = |face: Face, names: [&str; 3]| (1..).zip(names).map(|(number, name)| hand(number, face, name)).collect::<Vec<Entry>>();
    let first = [street(Face::Down, ["2s", "3s", "5s"]), street(Face::Down, ["6s", "7s", "8d"]), street(Face::Up, up[0])].concat();
    let opened = vec![Entry::Dealt(Vec::new()), Entry::Posted(seat(2), 5)];
    let called = vec![acts(3, BettingAction::Call, 5), acts(1, BettingAction::Call, 5)];
    let later = up[1..].iter().flat_map(|names| [vec![burnt("Qd")], street(Face::Up, *names), checks(&[1, 2, 3])].concat());
    let last = [vec![burnt("Qs")], street(Face::Down, ["Ac", "Kc", "Jc"])].concat();
    [first, opened, called, later.collect(), last].concat()
}

#[test]
fn spg_w39_the_seventh_card_was_shown() {
    let mut rules = rules("stud7/sport-fixed-limit", STUD, &[]);
    let money = Money::from_minor;
    let bet = || acts(1, BettingAction::Bet(money(40)), 40);
    let told = |number: u8| Entry::Exposed(seat(number), 2);
    let history = |after: &[Entry]| [before_last_round(), after.to_vec()].concat();
    let pots_after = |rules: &PlayerRules, after: &[Entry]| {
        let deal = deal(&history(after), false);
        let progress = Progress::of(rules, &deal).expect("it can have happened");
        assert_eq!(progress.next(), Next::Settlement);
        pots(&put_in(&progress)).into_iter().map(|pot| (pot.amount, pot.claimants)).collect::<Vec<_>>()
    };
    let side_pot = [(15, vec![seat(1), seat(2), seat(3)]), (80, vec![seat(1), seat(3)])];
    let plays_for_pot = acts(2, BettingAction::PlayForPot, 0);
    let calls = acts(3, BettingAction::Call, 40);
    assert_eq!(pots_after(&rules, &[told(2), bet(), plays_for_pot.clone(), calls.clone()]), side_pot);
    assert_eq!(pots_after(&rules, &[bet(), told(2), plays_for_pot.clone(), calls.clone()]), side_pot);
    let raised = history(&[bet(), told(2), acts(2, BettingAction::RaiseTo(money(80)), 80)]);
    assert_eq!(next(&rules, &raised), (Next::Act(seat(3)), None), "it plays on");
    let offered = |rules: &PlayerRules, after: &[Entry]| {
        let deal = deal(&history(after), false);
        let progress = Progress::of(rules, &deal).expect("it can have happened");
        (progress.may_play_for_pot(seat(2)), progress.is_forced_to_play_for_pot(seat(2)), progress.may_show_seventh(seat(2)))
    };
    assert_eq!(offered(&rules, &[]), (false, false, true));
    assert_eq!(offered(&rules, &[bet(), told(2)]), (true, false, false));
    assert_eq!(offered(&rules, &[checks(&[1]), vec![told(2)], checks(&[2, 3])].concat()[..3]), (false, false, false));
    rules.mistakes.iter_mut().for_each(|keys| keys.exposed_seventh = Some(ExposedSeventh::ForcedIfBet));
    assert_eq!(offered(&rules, &[told(2), bet()]), (true, false, false), "it was told before the bet");
    assert_eq!(offered(&rules, &[bet(), told(2)]), (true, true, false));
    let forced = history(&[bet(), told(3), acts(3, BettingAction::PlayForPot, 0)]);
    assert_eq!(next(&rules, &forced), (Next::Act(seat(2)), None), "it stays the turn of who is asked");
}
