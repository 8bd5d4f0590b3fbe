//! How many bets a second the cabinet settles, against the bare rule of what a bet returns, and against a sum of as many numbers.
//!
//! `cargo bench --bench all -- settlement [ROUNDS]`

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use croupier::games::roulette;
use croupier::model::{Bet, Event, Money, Pocket, SEATS, Stake, Timestamp, What, WheelEvent, WheelHappening};

use crate::support::figures::{median, print_load};
use crate::support::play::{Play, Sink};
use crate::support::stakes::stakes;
use crate::support::terms::demo_terms;
use crate::support::times;

/// How often the two small contestants are repeated in a round, so that the clock can tell.
const REPEATED: u32 = 50;

pub(crate) fn run() {
    let rounds = times::times(400, 2);
    println!("six seats, {rounds} rounds each; every figure is a median over the rounds, and the contestants take turns in each round");
    print_load();
    println!(
        "\n{:>9} {:>12} {:>12} {:>12} {:>12}   {:>12} {:>12}   {:>9} {:>9}",
        "bets/seat", "round us", "result us", "rule us", "sum us", "settled/s", "round x rule", "views us", "encode us"
    );
    for bets in [1, 10, 60] {
        measure(bets, rounds);
    }
}

/// Microseconds of each round.
#[derive(Default)]
struct Measured {
    /// All steps of the round together, from the first bet to the opening of the next round.
    round: Vec<f64>,
    /// The step that settles.
    result: Vec<f64>,
    /// The views after a step, averaged over the steps of the round.
    views: Vec<f64>,
    /// The record of a step, averaged likewise.
    encode: Vec<f64>,
    rule: Vec<f64>,
    sum: Vec<f64>,
}

/// What the sink adds up within a round.
#[derive(Default)]
struct Sums {
    steps: f64,
    step_seconds: f64,
    result_seconds: f64,
    views_seconds: f64,
    encode_seconds: f64,
}

fn measure(bets: usize, rounds: usize) {
    let terms = demo_terms();
    let stakes = stakes(&terms, bets);
    let asked: Vec<Vec<Bet>> = vec![stakes.iter().copied().map(Bet::Simple).collect(); SEATS];
    let sums = Rc::new(RefCell::new(Sums::default()));
    let mut play = Play::begin(&terms, Timestamp::from_microseconds(1_000_000_000_000_000), sink(sums.clone()));
    let mut measured = Measured::default();
    for round in 0..rounds {
        play.fill_up();
        let pocket = Pocket::new((play.draw() % 37) as u8).expect("below 37");
        sums.take();
        play.round(&asked, pocket, Vec::new());
        let sums = sums.take();
        // The first rounds warm up.
        if round >= rounds / 10 {
            measured.round.push(sums.step_seconds * 1e6);
            measured.result.push(sums.result_seconds * 1e6);
            measured.views.push(sums.views_seconds * 1e6 / sums.steps);
            measured.encode.push(sums.encode_seconds * 1e6 / sums.steps);
            measured.rule.push(micros(|| rule(&terms.roulette, &stakes, pocket)));
            measured.sum.push(micros(|| sum(&stakes)));
        }
    }
    measured.print(bets);
}

/// Adds up what a round takes, and does what the daemon does after each step.
fn sink(sums: Rc<RefCell<Sums>>) -> Sink {
    Box::new(move |cabinet, record, seconds| {
        let mut sums = sums.borrow_mut();
        sums.steps += 1.0;
        sums.step_seconds += seconds;
        if matches!(record.input.what, What::Event(Event::Wheel(WheelEvent { happening: WheelHappening::Result(_), .. }))) {
            sums.result_seconds = seconds;
        }
        let rules = Arc::new(cabinet.rules_view());
        let began = Instant::now();
        black_box(cabinet.views(rules));
        sums.views_seconds += began.elapsed().as_secs_f64();
        let began = Instant::now();
        black_box(record.encode());
        sums.encode_seconds += began.elapsed().as_secs_f64();
    })
}

fn micros<T>(mut work: impl FnMut() -> T) -> f64 {
    let began = Instant::now();
    for _ in 0..REPEATED {
        black_box(work());
    }
    began.elapsed().as_secs_f64() * 1e6 / f64::from(REPEATED)
}

/// The rule alone: what every bet of six seats returns.
fn rule(rules: &roulette::Rules, stakes: &[Stake], pocket: Pocket) -> Money {
    let of_seat = || stakes.iter().map(|stake| roulette::returned(rules, black_box(*stake), pocket).returned).sum::<Money>();
    (0..SEATS).map(|_| of_seat()).sum()
}

/// The least that could be done: every stake of six seats is looked at and added.
fn sum(stakes: &[Stake]) -> i64 {
    let of_seat = || stakes.iter().map(|stake| black_box(*stake).amount.minor()).sum::<i64>();
    (0..SEATS).map(|_| of_seat()).sum()
}

impl Measured {
    fn print(&self, bets: usize) {
        let (round, rule) = (median(&self.round), median(&self.rule));
        let settled_per_second = (bets * SEATS) as f64 / round * 1e6;
        println!(
            "{bets:>9} {round:>12.1} {:>12.1} {rule:>12.2} {:>12.3}   {settled_per_second:>12.0} {:>12.1}   {:>9.1} {:>9.1}",
            median(&self.result),
            median(&self.sum),
            round / rule,
            median(&self.views),
            median(&self.encode),
        );
    }
}
