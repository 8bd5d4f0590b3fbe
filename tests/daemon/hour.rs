//! An hour of play, compressed: everybody plays at the wheel, at cards, on machines and against each other while the wheel, its lines, the shoe and
//! the shuffler fail more often than real ones. At the end the journal verifies, the books balance, and the memory has not grown with the hour.
//!
//! Here a few minutes of it are played. The whole of it, with its figures (`docs/journal.md`):
//!
//! `CROUPIER_HOUR_MINUTES=60 cargo test --release --test daemon hour:: -- --nocapture`

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

use crate::card_players::{self, Pace};
use crate::daemon::{Daemon, Home, Links};
use crate::lying::{lying, with_shoe};
use crate::players::{Game, check_balance, check_settlements, patient, quick_home};

/// Those who play at cards; the others play at the wheel.
const CARD_SEATS: [usize; 2] = [5, 6];
/// How many times as often as on real wheels each fault of the wheel and of its lines comes.
const WHEEL_FAULTS: u32 = 3;
/// Between two looks at the books and the memory.
const LOOK: Duration = Duration::from_millis(500);
/// Between two orders of who plays at the wheel, and how many who plays at cards gives a second: thirty times as many as a person, and for the two
/// minutes of an hour the house's limit of orders just lets them through.
const PAUSE: Duration = Duration::from_millis(120);
const CARD_ORDERS_PER_SECOND: f64 = 8.0;
/// A busy machine slows the house down; the hour may take so many times as long as its speed says.
const PATIENCE_TIMES: f64 = 20.0;
/// Of an hour the memory of its last quarter is held against the quarter before: by then every cache is full. In a few minutes they only fill.
const GROWTH_MOST: f64 = 1.10;
const GROWN_UP_MINUTES: f64 = 20.0;
/// What is played of it where nobody says.
const MINUTES: f64 = 6.0;
/// How many times faster than life the house runs.
const SPEED: f64 = 30.0;

#[test]
fn an_hour_of_play_with_every_fault_ends_with_a_verified_journal_balanced_books_and_bounded_memory() {
    let minutes = std::env::var("CROUPIER_HOUR_MINUTES").map_or(MINUTES, |text| text.parse().expect("CROUPIER_HOUR_MINUTES is a number"));
    let mut home = quick_home(|cabinet| lying(&with_shoe(&cabinet)));
    home.arguments.push(format!("--wheel-faults={WHEEL_FAULTS}"));
    let (links, daemon) = home.serve();
    Game::beside_card_players(1).begin(&links, 10_000_000);
    card_players::pay_in(&links, &CARD_SEATS, 10_000_000);
    let (resident, orders) = play_for(minutes, &links, daemon);
    let verified = home.ask_lines("journal verify");
    assert!(verified.iter().any(|line| line["steps"] == true), "{verified:?}");
    check_settlements(&home);
    let figures = Figures::of(&home, &resident, orders);
    println!("{minutes} minutes at {SPEED} times life: {figures}");
    assert!(
        resident.len() >= 8 && !figures.faults.is_empty() && figures.rounds > 1 && figures.deals > 1 && figures.orders > 50,
        "this proved nothing: {figures}"
    );
    if minutes < GROWN_UP_MINUTES {
        return;
    }
    let quarter = resident.len() / 4;
    let most = |of: &[u64]| *of.iter().max().expect("it was looked at") as f64;
    let growth = most(&resident[3 * quarter..]) / most(&resident[2 * quarter..3 * quarter]);
    assert!(growth < GROWTH_MOST, "the memory grew to {growth:.2} of the quarter before: {resident:?}");
}

/// Everybody plays for so many minutes of the house's clock, and the books are looked at meanwhile: the resident memory in KiB at each look, and
/// how many orders were accepted.
fn play_for(minutes: f64, links: &Links, daemon: Daemon) -> (Vec<u64>, usize) {
    let mut game = Game::beside_card_players(2).paced(PAUSE);
    let mut resident = Vec::new();
    let (began, first) = (Instant::now(), minutes_now(links));
    let patience = Duration::from_secs_f64(minutes * 60.0 / SPEED * PATIENCE_TIMES);
    let at_cards = std::thread::scope(|scope| {
        let cards = CARD_SEATS.map(|seat| scope.spawn(move || card_players::play_paced(links, seat, 1, Pace::of(CARD_ORDERS_PER_SECOND))));
        game.actors.iter_mut().for_each(|actor| drop(scope.spawn(move || actor.play(links))));
        while minutes_now(links) - first < minutes {
            assert!(began.elapsed() < patience, "the house's clock does not go on");
            std::thread::sleep(LOOK);
            check_balance(&patient(|| links.attendant().get("/api/v1/official")).json());
            resident.push(resident_kibibytes(&daemon));
        }
        daemon.stop();
        cards.into_iter().map(|playing| playing.join().expect("a player does not fail").len()).sum::<usize>()
    });
    (resident, at_cards + game.actors.iter().map(|actor| actor.done.len()).sum::<usize>())
}

/// The house's clock.
fn minutes_now(links: &Links) -> f64 {
    let cabinet = patient(|| links.stranger().get("/api/v1/cabinet")).json();
    cabinet["now"].as_f64().expect("the cabinet tells its time") / 60_000_000.0
}

/// What an hour came to.
struct Figures {
    rounds: usize,
    deals: usize,
    orders: usize,
    /// How often each fault was told.
    faults: BTreeMap<String, u64>,
    records: u64,
    /// The most resident memory.
    resident_kibibytes: u64,
}

impl Figures {
    fn of(home: &Home, resident: &[u64], orders: usize) -> Self {
        let count = |words: &str, key: &str| home.ask_lines(words).iter().filter(|line| !line[key].is_null()).count();
        Self {
            rounds: count("spins --last 1000000", "round"),
            deals: count("hands --last 1000000", "deal"),
            orders,
            faults: home
                .ask_lines("faults")
                .iter()
                .filter_map(|line| Some((line["fault"].as_str()?.to_owned(), line["times"].as_u64()?)))
                .collect(),
            records: records_of(home),
            resident_kibibytes: resident.iter().copied().max().unwrap_or(0),
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rounds, deals, orders, faults, records, resident_kibibytes } = self;
        write!(
            f,
            "{rounds} rounds, {deals} deals, {orders} orders accepted, {records} records, at most {resident_kibibytes} KiB resident, "
        )?;
        write!(f, "faults: {faults:?}")
    }
}

/// How many records the journal has: the number of its head.
fn records_of(home: &Home) -> u64 {
    let head = &home.ask_lines("journal head")[0]["head"];
    head.as_str()
        .and_then(|head| head.split(':').next())
        .and_then(|number| number.parse().ok())
        .unwrap_or_else(|| panic!("no head: {head}"))
}

fn resident_kibibytes(daemon: &Daemon) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", daemon.pid().as_raw_nonzero())).expect("the process is there");
    let size = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it has a size");
    size.trim().trim_end_matches(" kB").parse().expect("a number")
}
