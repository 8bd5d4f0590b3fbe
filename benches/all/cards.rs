//! How many hands of every shipped card game, draws of a machine too, one core settles a second: by the game alone, against the time to draw five
//! cards from the same shoe; by the cabinet with its books, for six seats; and how many hands of blackjack one core simulates by the best
//! strategy.
//!
//! Times are those of the processor, so that a busy machine does not count. `cargo bench --bench all -- cards [HANDS]`

use croupier::games::blackjack::Rules;
use croupier::games::card_game::CardGame;
use croupier::model::{BoxNumber, BoxStake, Choice, Decision, HandView, Money, Seat, TableNumber};
use croupier::profiles::{Kind, list, load_card_game, load_rules};
use croupier::sim::chance::Chance;
use croupier::sim::strategies::blackjack;
use croupier::sim::strategies::hands::{HandDealer, Strategy};
use croupier::sim::strategies::seeded_shoe::SeededShoe;

use crate::support::card_play::{CardPlay, plays_on};
use crate::support::figures::{median, print_load};
use crate::support::processor::nanoseconds;
use crate::support::{terms, times};

/// The hands of a measurement are cut into so many parts; the contestants take turns in each.
const PARTS: u64 = 20;

/// The peer of every game draws so many cards from the game's own shoe: a hand of five.
const CARDS: u64 = 5;

/// Deals of a measurement in the cabinet, which has six seats at the table.
const CABINET_DEALS: u64 = 300;

/// Stands, bets and declines.
struct PlaysOn;

impl Strategy for PlaysOn {
    fn choose(&self, decision: &Decision, _: &[HandView]) -> Choice {
        plays_on(&decision.offers)
    }
}

pub(crate) fn run() {
    let hands = times::times(1_000_000, PARTS);
    println!("{hands} hands in {PARTS} parts; every figure is a median over the parts, and the contestants take turns in each part");
    print_load();
    println!("\none seat, settled by the game alone\n{HEAD}");
    list(Kind::Rules).iter().filter(|name| deals_hands(name)).for_each(|name| settle(name, hands / PARTS));
    println!("\none seat, simulated by the best strategy\n{HEAD}");
    ["blackjack/am", "blackjack/by"].into_iter().for_each(|name| simulate(name, hands / PARTS));
    println!(
        "\nsix seats, or as many as there are boxes, settled by the cabinet with all it keeps\n{:>22} {:>12} {:>14}",
        "game", "deal us", "hands/s"
    );
    let mut play = CardPlay::begin(&terms::demo_terms(), None);
    play.tables().into_iter().for_each(|table| in_cabinet(&mut play, table));
}

const HEAD: &str = "                  game      hand ns     cards ns        hands/s    x cards";

/// Whether the rules deal hands; those of a wheel do not.
fn deals_hands(name: &str) -> bool {
    load_card_game(name).is_ok()
}

fn settle(name: &str, hands: u64) {
    let game: CardGame = load_card_game(name).expect("a shipped rules file").value;
    let offer = game.rules().offers()[0];
    let seat = Seat::all().next().expect("there are seats");
    let stakes = [BoxStake { seat, place: BoxNumber(1), hand: 0, kind: offer.kind, amount: offer.least }];
    let mut table = HandDealer::new(&game, Chance::new(1, 0));
    let peer = SeededShoe::new(game.rules().shoe(), Chance::new(2, 0));
    contest(name, hands, peer, || table.hand(&stakes, &PlaysOn));
}

fn simulate(name: &str, hands: u64) {
    let rules: Rules = load_rules(name).expect("a shipped rules file").value;
    let strategy = blackjack::Strategy::best(&rules);
    let mut table = blackjack::Table::new(&rules, &strategy, Chance::new(1, 0), Money::from_minor(1_000_000));
    let peer = SeededShoe::new(&rules.shoe, Chance::new(2, 0));
    contest(name, hands, peer, || table.hand());
}

/// A hand, against drawing cards alone.
fn contest<T>(name: &str, hands: u64, mut peer: SeededShoe, mut hand: impl FnMut() -> T) {
    let (mut played, mut drawn) = (Vec::new(), Vec::new());
    for _ in 0..PARTS {
        played.push(nanoseconds(hands, &mut hand));
        drawn.push(nanoseconds(hands * CARDS, || peer.draw()) * CARDS as f64);
    }
    let (hand, cards) = (median(&played), median(&drawn));
    println!("{name:>22} {hand:>12.1} {cards:>12.1} {:>14.0} {:>10.1}", 1e9 / hand, hand / cards);
}

fn in_cabinet(play: &mut CardPlay, table: TableNumber) {
    let seats = play.boxes(table).min(6);
    let before = play.stepped;
    (0..CABINET_DEALS).for_each(|_| play.deal(table, seats));
    let deal = (play.stepped - before).as_secs_f64() / CABINET_DEALS as f64;
    let views = play.views();
    let name = &views.cabinet.tables.iter().find(|view| view.table == table).expect("the table stands").rules_name;
    println!("{name:>22} {:>12.1} {:>14.0}", deal * 1e6, seats as f64 / deal);
}
