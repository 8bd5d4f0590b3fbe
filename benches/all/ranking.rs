//! How many poker hands a second are ranked, by our ranking and by the crate rs_poker, and that both say the same.
//!
//! `cargo bench --bench all -- ranking [HANDS]`

use std::hint::black_box;
use std::time::Instant;

use croupier::games::ranking::{CardSet, DoubleRules, DoubleTest, Straights, combinations};
use croupier::games::streets::{HandRule, high};
use croupier::model::Card;
use rs_poker::core::{FlatHand, Rankable};
use rs_poker::omaha::OmahaHand;

use crate::support::deck::Deck;
use crate::support::figures::{median, print_load};
use crate::support::times;

/// How often the contestants take turns.
const TURNS: usize = 21;

pub(crate) fn run() {
    let hands = times::times(100_000, 100);
    println!("{hands} hands, from cards; every figure is a median of {TURNS} turns, in which the contestants follow each other");
    print_load();
    println!("\n{:>6} {:>16} {:>16} {:>16}", "cards", "ours M/s", "rs_poker M/s", "both comb. M/s");
    for cards in 5..=7 {
        measure(cards, hands);
    }
    measure_omaha(hands / 20);
}

fn measure(cards: usize, count: usize) {
    let mut deck = Deck::new();
    let ours: Vec<Vec<Card>> = (0..count).map(|_| deck.hand(cards)).collect();
    let theirs: Vec<FlatHand> = ours.iter().map(|hand| flat(hand)).collect();
    let strength = |hand: &[Card]| CardSet::of(hand).strength();
    agree(&ours, &theirs, strength);
    let [mut our_speed, mut their_speed, mut double_speed] = [const { Vec::new() }; 3];
    for _ in 0..TURNS {
        our_speed.push(speed(&ours, |hand| strength(hand)));
        their_speed.push(speed(&theirs, Rankable::rank));
        if cards < 7 {
            double_speed.push(speed(&ours, |hand| combinations(hand, DOUBLES)));
        }
    }
    println!("{cards:>6} {:>16.1} {:>16.1} {:>16.1}", median(&our_speed), median(&their_speed), median(&double_speed));
}

/// At Omaha a hand is the best of 60: two of four own cards with three of five.
fn measure_omaha(count: usize) {
    let mut deck = Deck::new();
    let ours: Vec<Vec<Card>> = (0..count).map(|_| deck.hand(9)).collect();
    let theirs: Vec<OmahaHand> = ours.iter().map(|cards| omaha(cards)).collect();
    let strength = |cards: &[Card]| high(HandRule::TwoOfHand, Straights::FromTheAce, &cards[..4], &cards[4..]);
    agree(&ours, &theirs, strength);
    let [mut our_speed, mut their_speed] = [const { Vec::new() }; 2];
    for _ in 0..TURNS {
        our_speed.push(speed(&ours, |cards| strength(cards)));
        their_speed.push(speed(&theirs, Rankable::rank));
    }
    println!("{:>6} {:>16.2} {:>16.2}", "Omaha", median(&our_speed), median(&their_speed));
}

const DOUBLES: DoubleRules = DoubleRules { test: DoubleTest::NewCoreCard, ace_king_inside_first: false };

/// Millions of hands a second.
fn speed<H, R>(hands: &[H], rank: impl Fn(&H) -> R) -> f64 {
    let begun = Instant::now();
    for hand in hands {
        black_box(rank(black_box(hand)));
    }
    hands.len() as f64 / begun.elapsed().as_secs_f64() / 1e6
}

fn flat(hand: &[Card]) -> FlatHand {
    FlatHand::new_from_str(&text(hand)).expect("both write cards the same way")
}

fn omaha(cards: &[Card]) -> OmahaHand {
    OmahaHand::new_from_str(&text(&cards[..4]), &text(&cards[4..])).expect("both write cards the same way")
}

fn text(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}

/// Neighbouring hands stand in the same order with both.
fn agree<S: Ord>(ours: &[Vec<Card>], theirs: &[impl Rankable], strength: impl Fn(&[Card]) -> S) {
    for place in 0..ours.len().saturating_sub(1) {
        let our_order = strength(&ours[place]).cmp(&strength(&ours[place + 1]));
        let their_order = theirs[place].rank().cmp(&theirs[place + 1].rank());
        assert_eq!(our_order, their_order, "{:?} and {:?}", ours[place], ours[place + 1]);
    }
}
