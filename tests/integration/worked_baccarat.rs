//! Every worked case of baccarat's rule book, dealt by the shipped rules through the contract of card games.

use croupier::games::card_game::{CardDeal, CardGame};
use croupier::games::contract::Deal;
use croupier::games::early_payments::EarlyPayments;
use croupier::model::{BoxNumber, BoxStake, Card, CardPlace, Eyes, Fate, Money, Seat, StakeKind, Want};
use croupier::profiles::load_card_game;

const CASES: &str = include_str!("../worked/baccarat-am.txt");

/// The bets in the order of the cases' columns.
const BETS: [StakeKind; 9] = [
    StakeKind::Player,
    StakeKind::Banker,
    StakeKind::Tie,
    StakeKind::PlayerPair,
    StakeKind::BankerPair,
    StakeKind::PerfectPair,
    StakeKind::EitherPair,
    StakeKind::PlayerBonus,
    StakeKind::BankerBonus,
];

fn game(name: &str) -> CardGame {
    load_card_game(name).expect("a shipped rules file").value
}

/// The rules of `baccarat/am` with another value for one key.
fn game_with(key_and_value: &str, other: &str) -> CardGame {
    let shipped = std::fs::read_to_string("device-profiles/rules/baccarat/am.toml").expect("the shipped file is there");
    assert!(shipped.contains(key_and_value), "the shipped file says {key_and_value}");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("baccarat").join("other.toml");
    std::fs::create_dir(folder.path().join("baccarat")).expect("a folder can be made");
    std::fs::write(&path, shipped.replacen(key_and_value, other, 1)).expect("the file can be written");
    game(path.to_str().expect("the temporary folder has a readable name"))
}

fn cards(names: &str) -> Vec<Card> {
    names.split_whitespace().map(|name| name.parse().expect("a case names cards")).collect()
}

fn stakes(amounts: &[(StakeKind, i64)]) -> Vec<BoxStake> {
    let seat = Seat::all().nth(2).expect("there are six seats");
    amounts.iter().map(|&(kind, amount)| BoxStake { seat, place: BoxNumber(3), hand: 0, kind, amount: Money::from_minor(amount) }).collect()
}

/// A case: the two hands as they are dealt, and the further cards in the order in which they come.
#[derive(Clone, Copy)]
struct Case<'a> {
    player: &'a str,
    banker: &'a str,
    draws: &'a str,
}

impl Case<'_> {
    /// The round to its end; every card of the case comes, and no other is wanted.
    fn dealt(&self, game: &CardGame, stakes: Vec<BoxStake>) -> CardDeal {
        let mut deal = game.deal(&stakes);
        let (mut player, mut banker) = (cards(self.player).into_iter(), cards(self.banker).into_iter());
        let mut draws = cards(self.draws).into_iter();
        while let Want::Card { to, .. } = deal.wants() {
            let first = if to == CardPlace::Player { player.next() } else { banker.next() };
            deal.take_card(first.or_else(|| draws.next()).expect("the case has a card for every wish"));
        }
        assert_eq!((player.next(), banker.next(), draws.next()), (None, None, None), "every card of the case was wanted");
        deal
    }
}

/// What each of `BETS` wins and loses at 100 each, and the counts such as `9:7`.
fn nets(game: &CardGame, case: Case<'_>) -> (Vec<i64>, String) {
    let stakes = stakes(&BETS.map(|kind| (kind, 100)));
    game.rules().accept(&[], stakes[0].seat, &stakes).expect("the bets are taken");
    let deal = case.dealt(game, stakes);
    let nets = deal.settle().returns.iter().map(|line| line.returned.minor() - 100).collect();
    let counts: Vec<String> =
        deal.look(Eyes::Public).iter().map(|hand| hand.points.expect("the cards lie open").points.to_string()).collect();
    (nets, counts.join(":"))
}

/// What one stake returns.
#[track_caller]
fn check(game: &CardGame, case: Case<'_>, kind: StakeKind, stake: i64, returned: i64) {
    let settlement = case.dealt(game, stakes(&[(kind, stake)])).settle();
    assert_eq!(settlement.returns[0].returned.minor(), returned);
}

const B6: Case<'_> = Case { player: "9s Kd", banker: "4h 5c", draws: "" };
const B3: Case<'_> = Case { player: "4s Kd", banker: "9h Tc", draws: "" };
const B37: Case<'_> = Case { player: "3s Kd", banker: "6d Jc", draws: "7c Tc" };
const B44: Case<'_> = Case { player: "4s 4s", banker: "9h 9h", draws: "" };

#[test]
fn b1_to_b48() {
    let game = game("baccarat/am");
    let rows: Vec<Vec<&str>> =
        CASES.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('|').map(str::trim).collect()).collect();
    assert_eq!(rows.len(), 48, "no case of the table is lost");
    for row in rows {
        let case = Case { player: row[1], banker: row[2], draws: row[3] };
        let expected: Vec<i64> = row[5..14].iter().map(|net| net.parse().expect("an amount")).collect();
        assert_eq!(nets(&game, case), (expected.clone(), row[4].to_owned()), "{}", row[0]);
        let returned: i64 = row[14].parse().expect("an amount");
        assert_eq!(900 + expected.iter().sum::<i64>(), returned, "{}", row[0]);
    }
}

#[test]
fn b49_natural_tie_push() {
    let push = game_with("natural_tie = \"pay\"", "natural_tie = \"push\"");
    check(&push, B6, StakeKind::PlayerBonus, 100, 100);
    check(&push, B6, StakeKind::BankerBonus, 100, 100);
}

#[test]
fn b50_banker_stake_of_25() {
    check(&game("baccarat/am"), B3, StakeKind::Banker, 25, 49);
}

#[test]
fn b51_banker_stake_of_10_half_up_and_floor() {
    check(&game("baccarat/am"), B3, StakeKind::Banker, 10, 20);
    check(&game_with("rounding = \"half-up\"", "rounding = \"floor\""), B3, StakeKind::Banker, 10, 19);
}

#[test]
fn b52_banker_with_six_without_commission() {
    let game = game("baccarat/am-no-commission");
    check(&game, B37, StakeKind::Banker, 100, 150);
    check(&game, B3, StakeKind::Banker, 100, 200);
}

#[test]
fn b53_two_perfect_pairs_must_be_four_equal_cards() {
    let strict = game_with("perfect_two_strict = false", "perfect_two_strict = true");
    check(&strict, B44, StakeKind::PerfectPair, 100, 2_600);
    let b46 = Case { player: "6s 6s", banker: "6s 6s", draws: "2d 5c" };
    check(&strict, b46, StakeKind::PerfectPair, 100, 20_100);
}

#[test]
fn b54_a_fault_after_the_second_card_voids_the_round() {
    let stakes = stakes(&[(StakeKind::Player, 100), (StakeKind::Tie, 50), (StakeKind::PlayerPair, 20)]);
    let mut deal = game("baccarat/am").deal(&stakes);
    cards("9s 7h").into_iter().for_each(|card| deal.take_card(card));
    let settlement = EarlyPayments::None.void(deal.stakes(), &deal.paid());
    assert_eq!(settlement.returned_to(deal.stakes()[0].seat), Money::from_minor(170));
    assert!(settlement.returns.iter().all(|line| line.fate == Fate::Void));
}
