//! An hour of play, compressed: everybody plays at wheels, at cards, on machines and against each other while the wheels, their lines, the shoe and
//! the shuffle machines fail more often than real ones, and somebody has a hand in a house. At the end every journal verifies, the books balance, and
//! the memory has not grown with the hour.
//!
//! Here a few minutes of it are played. The whole of it, with its figures (`docs/journal.md`):
//!
//! `CROUPIER_HOUR_MINUTES=60 cargo test --release --test daemon hour:: -- --nocapture`

mod faults;
mod figures;
mod hand;
mod houses;
mod told;

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::card_players::{self, Pace};
use crate::daemon::{Daemon, Home, Links};
use crate::players::{Game, check_balance, check_settlements, patient};
use faults::{BY_HAND_IN_AN_HOUR, BY_HAND_IN_MINUTES, IN_AN_HOUR, IN_MINUTES};
use figures::{Figures, check_memory, resident_kibibytes};
use houses::House;

/// Those who play at cards; the others play at the wheel.
const CARD_SEATS: [usize; 2] = [5, 6];
/// Between two looks at the books and the memory.
const LOOK: Duration = Duration::from_millis(500);
/// At each look of this number a technician looks at the wheel as well, or he would order more than the house lets an attendant.
const TECHNICIAN_LOOKS: usize = 4;
/// Between two orders of who plays at the wheel, and how many who plays at cards gives a second: many times as many as a person. For half
/// an hour of life the house's limit lets the former through; of the latter it refuses what is too much.
const PAUSE: Duration = Duration::from_millis(400);
const CARD_ORDERS_PER_SECOND: f64 = 5.0;
/// A busy machine slows the houses down; the hour may take so many times as long as its speed says.
const PATIENCE_TIMES: f64 = 40.0;
/// From so many minutes on it counts as the whole hour: chance has brought its faults about, and every cache is full.
const WHOLE_MINUTES: f64 = 20.0;
/// What is played of it where nobody says.
const MINUTES: f64 = 6.0;
/// How many times faster than life the houses run.
const SPEED: f64 = 30.0;

/// What is played of the hour, and the faults that were over by now in all its houses.
struct Hour {
    minutes: f64,
    wanted: Vec<&'static str>,
    over: Mutex<BTreeSet<String>>,
}

#[test]
fn an_hour_of_play_with_every_fault_ends_with_a_verified_journal_balanced_books_and_bounded_memory() {
    let minutes = std::env::var("CROUPIER_HOUR_MINUTES").map_or(MINUTES, |text| text.parse().expect("CROUPIER_HOUR_MINUTES is a number"));
    let is_whole = minutes >= WHOLE_MINUTES;
    let wanted = if is_whole { [&IN_MINUTES[..], &IN_AN_HOUR].concat() } else { IN_MINUTES.to_vec() };
    let hour = Hour { minutes, wanted, over: Mutex::default() };
    let mut houses = vec![House::serial()];
    if is_whole {
        houses.extend([3, 5].map(House::moody));
    }
    let figures: Vec<Figures> = std::thread::scope(|scope| {
        let hand = scope.spawn(|| meddle(is_whole));
        let played: Vec<_> = houses.iter().map(|house| scope.spawn(|| hour.play(house))).collect();
        let by_hand = if is_whole { [&BY_HAND_IN_MINUTES[..], &BY_HAND_IN_AN_HOUR].concat() } else { BY_HAND_IN_MINUTES.to_vec() };
        assert_eq!(hand.join().expect("the hand does what it does"), by_hand);
        played.into_iter().map(|house| house.join().expect("the house goes on")).collect()
    });
    houses.iter().zip(&figures).for_each(|(house, figures)| println!("{minutes} minutes at {SPEED} times life, {}: {figures}", house.name));
    let over = hour.over.lock().expect("no house fails here");
    let told: BTreeSet<&String> = figures.iter().flat_map(|figures| figures.faults.keys()).collect();
    assert!(over.iter().all(|code| told.contains(code)), "the journals tell every fault that the houses told of: {over:?} in {told:?}");
    figures.iter().for_each(|figures| check_memory(&figures.resident));
}

impl Hour {
    /// Plays the hour in a house, until every fault that is wanted has come and is over: its figures.
    fn play(&self, house: &House) -> Figures {
        let (links, daemon) = house.home.serve();
        let mut resident = Vec::new();
        let orders = play_while(house.seed, &links, || {
            resident = self.look_until_over(house, &links, &daemon);
            daemon.stop();
        });
        check_books(&house.home);
        let figures = Figures::of(&house.home, resident, orders);
        assert!(figures.resident.len() >= 8 && figures.rounds > 1 && figures.orders > 50, "{} proved nothing: {figures}", house.name);
        figures
    }

    /// Looks at the books and at the memory until the hour is over: the resident memory in KiB at each look.
    fn look_until_over(&self, house: &House, links: &Links, daemon: &Daemon) -> Vec<u64> {
        let mut resident = Vec::new();
        let (began, first) = (Instant::now(), minutes_now(links));
        let patience = Duration::from_secs_f64(self.minutes * 60.0 / SPEED * PATIENCE_TIMES);
        loop {
            std::thread::sleep(LOOK);
            check_balance(&patient(|| links.attendant().get("/api/v1/official")).json());
            resident.push(resident_kibibytes(daemon));
            if resident.len().is_multiple_of(TECHNICIAN_LOOKS) {
                hand::look_at_the_wheel(links, &patient(|| links.stranger().get("/api/v1/cabinet")).json());
            }
            let mut over = self.over.lock().expect("no house fails here");
            over.append(&mut told::over(&house.home.log()));
            let lacks: Vec<_> = self.wanted.iter().filter(|code| !over.contains(**code)).collect();
            drop(over);
            let minutes = minutes_now(links) - first;
            if minutes >= self.minutes && lacks.is_empty() {
                return resident;
            }
            assert!(
                began.elapsed() < patience,
                "after {minutes} of {} minutes these faults did not come, or are not over: {lacks:?}",
                self.minutes
            );
        }
    }
}

/// Everybody plays in a house while something is done in it that ends it: how many orders were accepted.
fn play_while(seed: u64, links: &Links, done: impl FnOnce()) -> usize {
    Game::beside_card_players(seed).begin(links, 10_000_000);
    card_players::pay_in(links, &CARD_SEATS, 10_000_000);
    let mut game = Game::beside_card_players(seed + 1).paced(PAUSE);
    let at_cards = std::thread::scope(|scope| {
        let cards = CARD_SEATS.map(|seat| scope.spawn(move || card_players::play_paced(links, seat, 1, Pace::of(CARD_ORDERS_PER_SECOND))));
        game.actors.iter_mut().for_each(|actor| drop(scope.spawn(move || actor.play(links))));
        done();
        cards.into_iter().map(|playing| playing.join().expect("a player does not fail").len()).sum::<usize>()
    });
    at_cards + game.actors.iter().map(|actor| actor.done.len()).sum::<usize>()
}

/// Somebody has a hand in a house while it is played in, and of the whole hour in two more lives of it: the faults that came of it and were over.
fn meddle(is_whole: bool) -> Vec<&'static str> {
    let mut house = House::meddled_with();
    let mut seen = Vec::new();
    let (links, daemon) = house.home.serve();
    play_while(house.seed, &links, || {
        seen.extend(hand::meddle(&house.home, &links));
        daemon.kill();
    });
    if is_whole {
        seen.extend(meddle_after_a_loss(&mut house.home));
    }
    check_books(&house.home);
    seen
}

/// The power has failed, and one copy of the journal is lost with it; after that the board's clock is wrong.
fn meddle_after_a_loss(home: &mut Home) -> Vec<&'static str> {
    hand::lose_a_copy(home);
    let (links, daemon) = home.serve();
    let mut seen = hand::look_and_test(home, &links).to_vec();
    check_balance(&links.attendant().get("/api/v1/official").json());
    daemon.stop();
    hand::set_the_clock(home);
    let (links, daemon) = home.serve();
    seen.extend(hand::look_at_the_clock(home, &links));
    check_balance(&links.attendant().get("/api/v1/official").json());
    daemon.stop();
    seen
}

/// The journal of a house verifies, and every round and deal in it was settled once.
fn check_books(home: &Home) {
    let verified = home.ask_lines("journal verify");
    assert!(verified.iter().any(|line| line["steps"] == true), "{verified:?}");
    check_settlements(home);
}

/// The house's clock.
fn minutes_now(links: &Links) -> f64 {
    let cabinet = patient(|| links.stranger().get("/api/v1/cabinet")).json();
    cabinet["now"].as_f64().expect("the cabinet tells its time") / 60_000_000.0
}
