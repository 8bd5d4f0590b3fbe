//! How many hands of a card game one core plays a second, against the time to draw as many cards from the same shoe.
//!
//! `cargo bench --bench cards [-- HANDS]`

#[path = "support/figures.rs"]
mod figures;

use std::hint::black_box;
use std::time::Instant;

use croupier::games::blackjack::Rules;
use croupier::model::Money;
use croupier::profiles::{Kind, load};
use croupier::sim::blackjack::{Strategy, Table};
use croupier::sim::chance::Chance;
use croupier::sim::seeded_shoe::SeededShoe;
use figures::{median, print_load};

/// The hands of a measurement are cut into so many parts; the contestants take turns in each.
const PARTS: u64 = 20;

/// How many cards a hand takes, near enough: the peer draws so many.
const CARDS: u64 = 5;

fn main() {
    let hands: u64 = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(2_000_000);
    println!(
        "one seat, {hands} hands in {PARTS} parts; every figure is a median over the parts, and the contestants take turns in each part"
    );
    print_load();
    println!("\n{:>16} {:>12} {:>12} {:>14} {:>10} {:>10}", "game", "hand ns", "5 cards ns", "hands/s", "x cards", "return %");
    for name in ["blackjack/am", "blackjack/by"] {
        measure(name, hands / PARTS);
    }
}

fn measure(name: &str, hands: u64) {
    let rules: Rules = load(Kind::Rules, name).expect("a shipped rules file").value;
    let strategy = Strategy::best(&rules);
    let stake = Money::from_minor(1_000);
    let mut table = Table::new(&rules, &strategy, Chance::new(1, 0), stake);
    let mut peer = SeededShoe::new(&rules.shoe, Chance::new(2, 0));
    let (mut played, mut drawn) = (Vec::new(), Vec::new());
    let (mut staked, mut returned) = (0, 0);
    for _ in 0..PARTS {
        played.push(nanoseconds(hands, || {
            let hand = table.hand();
            staked += hand.staked.minor();
            returned += hand.returned.minor();
        }));
        drawn.push(nanoseconds(hands, || {
            (0..CARDS).for_each(|_| {
                black_box(peer.draw());
            })
        }));
    }
    let (hand, cards) = (median(&played), median(&drawn));
    let returns = returned as f64 / staked as f64 * 100.0;
    println!("{name:>16} {hand:>12.1} {cards:>12.1} {:>14.0} {:>10.1} {returns:>10.2}", 1e9 / hand, hand / cards);
}

/// Nanoseconds for each of so many times.
fn nanoseconds(times: u64, mut work: impl FnMut()) -> f64 {
    let began = Instant::now();
    (0..times).for_each(|_| work());
    began.elapsed().as_secs_f64() * 1e9 / times as f64
}
