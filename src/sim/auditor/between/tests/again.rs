//! Equal hands as the auditor reads them: C3 to C5 of `table-poker-am`, and what a cabinet could do wrongly there.

use super::*;
use crate::model::{BettingAction, PotPayment, PotShare, PotsSettlement};
use crate::sim::auditor::between::settlement::{Paid, check};

const CLUB: &str = include_str!("../../../../../device-profiles/betting/club/am.toml");

/// Three hands of the same worth, and those of the replay.
const EQUAL: [&str; 3] = ["As Kd 9c 7h 4s", "Ah Kc 9d 7s 4d", "Ac Ks 9h 7d 4h"];
const REPLAY: [&str; 3] = ["8s 8d 8h 3c 3s", "7s 7d 7h Ac As", "Kh Qh 9d 6c 2c"];

/// Club poker with this stake.
fn rules(stake: i64, keys: &toml::Table) -> Result<PlayerRules, String> {
    let money = Money::from_minor;
    let (buy_in_least, buy_in_most) = (money(1_000), money(10_000));
    let of = TableAmounts { ante: money(stake), small_bet: money(50), most_bet: money(1_000), unit: money(1), ..TableAmounts::default() };
    PlayerRules::read("club/am", keys, TableAmounts { buy_in_least, buy_in_most, ..of })
}

fn shipped(stake: i64) -> PlayerRules {
    rules(stake, &CLUB.parse().expect("a shipped file")).expect("the auditor reads a shipped file")
}

/// Cards in the order in which they are dealt to the seats from the first on.
fn dealt(hands: &[&str]) -> Vec<Entry> {
    let hands: Vec<Vec<Card>> = hands.iter().map(|names| cards(names)).collect();
    let to = |number| CardPlace::Hand { place: BoxNumber(number), hand: 0 };
    let round = |nth: usize| (1..).zip(&hands).map(move |(number, hand)| Entry::Came(to(number), Face::Down, hand[nth]));
    (0..5).flat_map(round).collect()
}

/// Each of these seats does it, and pays so much.
fn all(seats: u8, action: BettingAction, paid: i64) -> Vec<Entry> {
    (1..=seats).map(|number| Entry::Acted(seat(number), action, paid)).collect()
}

/// So many have put this in and are equal in the end: the question is open.
fn equal(seats: u8, stake: i64) -> Vec<Entry> {
    let posted = (1..=seats).map(|number| Entry::Posted(seat(number), stake)).collect();
    let (pass, check) = (all(seats, BettingAction::Pass, 0), all(seats, BettingAction::Check, 0));
    [posted, dealt(&EQUAL[..seats.into()]), vec![Entry::Dealt(Vec::new())], pass, check].concat()
}

fn answers(number: u8, action: BettingAction) -> Entry {
    Entry::Acted(seat(number), action, 0)
}

fn again(seats: &[u8]) -> Entry {
    Entry::Again(seats.iter().map(|number| seat(*number)).collect())
}

/// C5: three who are equal play again for 900, with a further bet of 100 each.
fn replay_of_three() -> Vec<Entry> {
    let money = BettingAction::Bet(Money::from_minor(100));
    let bet = vec![Entry::Acted(seat(1), money, 100), Entry::Acted(seat(2), BettingAction::Call, 100)];
    let call = vec![Entry::Acted(seat(3), BettingAction::Call, 100)];
    let begun = vec![answers(1, BettingAction::PlayAgain), again(&[1, 2, 3])];
    [equal(3, 300), begun, dealt(&REPLAY), all(3, BettingAction::Pass, 0), bet, call].concat()
}

fn deal(seats: u8, history: Vec<Entry>) -> Deal {
    Deal { number: 1, button: seat(seats), blinds: None, players: (1..=seats).map(|number| (seat(number), 1_000)).collect(), history }
}

/// One bank of so much, of which these get that.
fn paid(amount: i64, fee: i64, shares: &[(u8, i64)]) -> PotsSettlement {
    let money = Money::from_minor;
    let share = |(number, amount): &(u8, i64)| PotShare { seat: seat(*number), amount: money(*amount), is_low: false };
    let claimants = (1..=3).map(seat).collect();
    let pot = PotPayment { amount: money(amount), fee: money(fee), claimants, shares: shares.iter().map(share).collect() };
    let returns = shares.iter().map(|(number, amount)| (seat(*number), money(*amount))).collect();
    PotsSettlement { uncalled: None, pots: vec![pot], returns, fee: money(fee) }
}

fn settled(rules: &PlayerRules, history: Vec<Entry>, told: &PotsSettlement) -> Result<Paid, String> {
    let deal = deal(3, history);
    let progress = Progress::of(rules, &deal)?;
    assert_eq!(progress.next(), Next::Settlement);
    check(&progress, told, &[seat(1), seat(2), seat(3)], &[])
}

#[test]
fn c5_a_replay_does_not_touch_the_bank_and_the_fee_is_taken_once() {
    let rules = shipped(300);
    let right = settled(&rules, replay_of_three(), &paid(1_200, 60, &[(1, 1_140)])).expect("it is right");
    assert_eq!((right.fee, right.put_in.values().sum::<i64>()), (60, 1_200));
    for (wrong, told) in [
        ("the bank is lost", paid(300, 15, &[(1, 285)])),
        ("the bank is played for alone", paid(900, 45, &[(1, 855)])),
        ("the bank is doubled", paid(2_100, 105, &[(1, 1_995)])),
        ("the fee is taken twice", paid(1_200, 105, &[(1, 1_095)])),
        ("no fee is taken", paid(1_200, 0, &[(1, 1_200)])),
        ("the bank is divided though one hand is the best", paid(1_200, 60, &[(1, 380), (2, 380), (3, 380)])),
        ("another hand wins", paid(1_200, 60, &[(2, 1_140)])),
    ] {
        assert!(settled(&rules, replay_of_three(), &told).is_err(), "{wrong}");
    }
}

#[test]
fn c3_who_agree_divide_and_the_odd_units_go_to_the_dealers_left() {
    let rules = shipped(101);
    let history = || [equal(3, 101), all(3, BettingAction::Divide, 0)].concat();
    let right = paid(303, 15, &[(1, 96), (2, 96), (3, 96)]);
    assert!(settled(&rules, history(), &right).is_ok());
    assert!(settled(&rules, history(), &paid(303, 15, &[(1, 288)])).is_err());
    let rules = shipped(105);
    let history = || [equal(3, 105), all(3, BettingAction::Divide, 0)].concat();
    assert!(settled(&rules, history(), &paid(315, 15, &[(1, 100), (2, 100), (3, 100)])).is_ok());
    assert!(settled(&rules, history(), &paid(315, 15, &[(1, 99), (2, 100), (3, 101)])).is_err());
}

/// What comes next after this, or what cannot have happened.
fn next(history: Vec<Entry>) -> Result<Next, String> {
    let (rules, deal) = (shipped(150), deal(2, history));
    Progress::of(&rules, &deal).map(|progress| progress.next())
}

#[test]
fn tpam_8_the_owners_of_equal_hands_are_asked_one_after_the_other() {
    use BettingAction::{Divide, Fold, PlayAgain};
    let asked = |more: Vec<Entry>| next([equal(2, 150), more].concat());
    assert_eq!(asked(vec![]), Ok(Next::Act(seat(1))));
    assert_eq!(asked(vec![answers(1, Divide)]), Ok(Next::Act(seat(2))));
    assert_eq!(asked(vec![answers(1, Divide), answers(2, Divide)]), Ok(Next::Settlement));
    // Once one does not agree nobody else is asked.
    assert_eq!(asked(vec![answers(1, PlayAgain)]), Ok(Next::Again(vec![seat(1), seat(2)])));
    let begun = vec![answers(1, PlayAgain), again(&[2, 1])];
    let first = Next::Card(CardPlace::Hand { place: BoxNumber(1), hand: 0 }, Face::Down);
    assert_eq!(asked(begun.clone()), Ok(first));
    for wrong in [
        vec![answers(2, Divide)],
        vec![answers(1, Fold)],
        vec![Entry::Acted(seat(1), Divide, 1)],
        vec![answers(1, Divide), again(&[1, 2])],
        vec![answers(1, PlayAgain), again(&[1])],
        vec![answers(1, PlayAgain), answers(2, Divide)],
        // TPAM-Q8: no stake is put in anew.
        [begun, vec![Entry::Posted(seat(1), 150)]].concat(),
    ] {
        assert!(asked(wrong.clone()).is_err(), "{wrong:?}");
    }
}

#[test]
fn tpam_q8_after_so_many_replays_the_bank_is_divided() {
    let replay = || [vec![answers(1, BettingAction::PlayAgain), again(&[1, 2])], dealt(&EQUAL[..2])].concat();
    let played = || [replay(), all(2, BettingAction::Pass, 0), all(2, BettingAction::Check, 0)].concat();
    let after = |replays: usize| next([vec![equal(2, 150)], vec![played(); replays]].concat().concat());
    assert_eq!([1, 2, 3].map(after), [Ok(Next::Act(seat(1))), Ok(Next::Act(seat(1))), Ok(Next::Settlement)]);
}

#[test]
fn tpam_10_a_file_of_the_decree_that_may_take_more_than_5_percent_is_refused() {
    let read = |rate: &str| {
        let mut keys: toml::Table = CLUB.parse().expect("a shipped file");
        let rate: toml::Table = format!("rate = {rate}").parse().expect("a rate");
        keys.get_mut("fee").and_then(toml::Value::as_table_mut).expect("it has a fee").extend(rate);
        rules(100, &keys)
    };
    assert!(["{ percent-hundredths = 500 }", "{ flat-minor = 0 }"].into_iter().all(|rate| read(rate).is_ok()));
    for rate in ["{ percent-hundredths = 501 }", "{ flat-minor = 1 }"] {
        assert!(read(rate).is_err_and(|said| said.contains("TPAM-10")), "{rate}");
    }
}
