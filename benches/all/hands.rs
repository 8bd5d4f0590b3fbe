//! How many hands of no-limit hold'em between six players are played a second on one core, with random legal actions: by our `Hand`, by the arena of
//! the crate rs_poker where `CROUPIER_ARENA` names the program of `benches/arena`, and by PokerKit where `CROUPIER_POKERKIT` names a Python that has it.
//!
//! All play by the same chances: who owes something folds in 15 of 100 decisions; else half of the decisions are calls or checks, and the others wagers
//! between the least and about a pot. Stacks are 200 big blinds, and each shuffles for itself.
//!
//! `cargo build --release --manifest-path benches/arena/Cargo.toml`
//! `CROUPIER_ARENA=benches/arena/target/release/arena CROUPIER_POKERKIT=python3 cargo bench --bench all -- hands [HANDS]`

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

use croupier::games::betting::{Action, Offers};
use croupier::games::streets::{Hand, HandWants, House, Level};
use croupier::model::{Money, Seat};
use croupier::profiles::{Kind, load};

use crate::support::deck::Deck;
use crate::support::figures::{median, print_load};
use crate::support::times;

/// How often the contestants take turns.
const TURNS: usize = 11;
const STACK: i64 = 100_000;
const SMALL_BLIND: i64 = 250;
const BIG_BLIND: i64 = 500;
const FOLD_PERCENT: u64 = 15;
const CALL_PERCENT: u64 = 50;
const POKERKIT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/all/support/pokerkit_hands.py");

pub(crate) fn run() {
    let hands = times::times(20_000, 50);
    let house: House = load(Kind::Betting, "holdem/sport-no-limit").expect("a shipped file").value;
    println!("{hands} hands a turn; every figure is a median of {TURNS} turns, in which the contestants follow each other");
    print_load();
    let mut deck = Deck::new();
    let mut speeds: [Vec<f64>; 3] = Default::default();
    for _ in 0..TURNS {
        speeds[0].push(a_second(hands, || play(&house, &mut deck)));
        speeds[1].extend(peer("CROUPIER_ARENA", &[], hands));
        speeds[2].extend(peer("CROUPIER_POKERKIT", &[POKERKIT], hands.div_ceil(200)));
    }
    let ours = median(&speeds[0]);
    println!("\n{:<10} {ours:>12.0} hands a second", "ours");
    compare("rs_poker", "CROUPIER_ARENA", ours, &speeds[1], 1);
    compare("PokerKit", "CROUPIER_POKERKIT", ours, &speeds[2], 50);
}

fn compare(name: &str, variable: &str, ours: f64, theirs: &[f64], goal: u32) {
    if theirs.is_empty() {
        return println!("{name:<10} not measured: `{variable}` names no program");
    }
    let theirs = median(theirs);
    println!("{name:<10} {theirs:>12.0} hands a second: ours is {:.2} times that (goal: {goal})", ours / theirs);
}

/// Hands a second of what this variable names; `None` where it names nothing. What it names must play.
fn peer(variable: &str, arguments: &[&str], hands: usize) -> Option<f64> {
    let output = Command::new(std::env::var_os(variable)?).args(arguments).arg(hands.to_string()).output();
    let output = output.unwrap_or_else(|error| panic!("{variable}: {error}"));
    let said = String::from_utf8_lossy(&output.stdout);
    let failed = || panic!("{variable} says no number: {said}{}", String::from_utf8_lossy(&output.stderr));
    Some(said.trim().parse().unwrap_or_else(|_| failed()))
}

fn a_second(hands: usize, mut play: impl FnMut()) -> f64 {
    let begun = Instant::now();
    (0..hands).for_each(|_| play());
    hands as f64 / begun.elapsed().as_secs_f64()
}

/// One hand of ours, to the last unit.
fn play(house: &House, deck: &mut Deck) {
    let money = Money::from_minor;
    let level = Level { small_blind: money(SMALL_BLIND), big_blind: money(BIG_BLIND), unit: money(1), ..Level::default() };
    let stacks: Vec<(Seat, Money)> = Seat::all().map(|seat| (seat, money(STACK))).collect();
    let mut pack = deck.hand(52);
    let mut hand = Hand::begin(house.clone(), level, &stacks, stacks[0].0).expect("six can be dealt in");
    loop {
        match hand.wants() {
            HandWants::Card(_) => hand.take_card(pack.pop().expect("the pack suffices")),
            HandWants::Decision(seat) => {
                let offers = hand.offers(seat).expect("who is asked is offered something");
                hand.take(seat, choose(&offers, hand.pot(), deck)).expect("it is offered");
            }
            HandWants::Shuffle | HandWants::Settlement => break,
        }
    }
    let settlement = black_box(hand.settle());
    assert_eq!(settlement.returns.iter().copied().sum::<Money>() + settlement.fee, hand.pot(), "all of the pot goes somewhere");
}

fn choose(offers: &Offers, pot: Money, deck: &mut Deck) -> Action {
    let owes = offers.call.is_positive();
    if owes && deck.below(100) < FOLD_PERCENT {
        return Action::Fold;
    }
    let call = if owes { Action::Call } else { Action::Check };
    let Some(wager) = offers.wager.filter(|_| deck.below(100) >= CALL_PERCENT) else { return call };
    let most = wager.most.min(wager.least + pot);
    let amount = wager.least + Money::from_minor(deck.below((most - wager.least).minor().unsigned_abs() + 1) as i64);
    if wager.is_bet { Action::Bet(amount) } else { Action::RaiseTo(amount) }
}
