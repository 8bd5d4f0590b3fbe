//! `kill -9` at random instants while seats bet and an attendant moves credit: nothing acknowledged is lost, nothing is done twice,
//! and the books balance.

use std::fmt;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::daemon::{Daemon, Home, Links};
use crate::players::{Chance, Game, check_settlements, quick_home};

const KILLS: u64 = 30;

/// For so long it goes on after these at most, where the machine does so much else that too little was played.
const MOST: Duration = Duration::from_secs(300);

/// What was done.
struct Played {
    done: usize,
    refused: usize,
    settled: usize,
    voided: usize,
    /// Of the orders without an answer: how many had happened, and how many had not.
    unanswered: (usize, usize),
}

impl Played {
    fn of(game: &Game) -> Self {
        let with_bets = |round: &&Value| round["seats"].as_array().is_some_and(|seats| !seats.is_empty());
        let ended = |how: &str| game.recall.values().filter(|round| !round[how].is_null()).filter(with_bets).count();
        let found = game.actors.iter().map(|actor| actor.found);
        Self {
            done: game.actors.iter().map(|actor| actor.done.len()).sum(),
            refused: game.actors.iter().map(|actor| actor.refused).sum(),
            settled: ended("outcome"),
            voided: ended("voided"),
            unanswered: found.fold((0, 0), |(sum, other), (happened, not)| (sum + happened, other + not)),
        }
    }

    /// Whether so much was played that it proves something.
    fn is_enough(&self) -> bool {
        self.done > 100 && self.settled > 2 && self.unanswered != (0, 0)
    }
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { done, refused, settled, voided, unanswered: (happened, not_happened) } = self;
        write!(f, "{done} orders done, {refused} refused; {settled} rounds with bets settled, {voided} void; ")?;
        write!(f, "without an answer {happened} had happened, {not_happened} had not")
    }
}

/// Everybody plays for a while, and the kill comes while orders are on their way; then everything is there. Every fifth time nobody plays: the
/// kill comes somewhere in the start.
fn live_once(home: &Home, game: &mut Game, chance: &mut Chance, kill: u64, (links, daemon): (Links, Daemon)) -> (Links, Daemon) {
    if kill % 5 == 4 {
        daemon.kill();
        let starting = home.start();
        std::thread::sleep(Duration::from_micros(chance.below(120_000)));
        starting.kill();
    } else {
        // Where a round could not be played in the first lives, the later ones are longer.
        let life = Duration::from_micros(50_000 + chance.below(2_200_000) + 100_000 * kill.saturating_sub(KILLS));
        std::thread::scope(|scope| {
            game.actors.iter_mut().for_each(|actor| drop(scope.spawn(|| actor.play(&links))));
            std::thread::sleep(life);
            daemon.kill();
        });
    }
    let (links, daemon) = home.serve();
    game.check_after_start(&links).expect("the house is in service");
    (links, daemon)
}

#[test]
fn killed_thirty_times_it_loses_nothing_and_pays_nothing_twice() {
    let home = quick_home(|cabinet| cabinet);
    let mut chance = Chance(0x5eed);
    let mut game = Game::new(0);
    let mut house = home.serve();
    game.begin(&house.0, 1_000_000);
    let began = Instant::now();
    let mut kill = 0;
    while kill < KILLS || (!Played::of(&game).is_enough() && began.elapsed() < MOST) {
        house = live_once(&home, &mut game, &mut chance, kill, house);
        kill += 1;
    }
    house.1.stop();
    let (links, daemon) = home.serve();
    game.check(&links);
    daemon.stop();
    check_settlements(&home);

    let played = Played::of(&game);
    println!("{kill} kills: {played}");
    assert!(played.is_enough(), "this proved nothing: {played}");
}
