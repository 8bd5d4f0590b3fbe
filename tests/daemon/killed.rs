//! `kill -9` at random instants while seats bet and an attendant moves credit: nothing acknowledged is lost, nothing is done twice,
//! and the books balance.

use std::time::Duration;

use serde_json::Value;

use crate::players::{Chance, Game, quick_home};

const KILLS: usize = 30;

#[test]
fn killed_thirty_times_it_loses_nothing_and_pays_nothing_twice() {
    let home = quick_home(|cabinet| cabinet);
    let mut chance = Chance(0x5eed);
    let mut game = Game::new(0);
    let (links, mut daemon) = home.serve();
    game.begin(&links, 1_000_000);
    let mut links = links;
    for kill in 0..KILLS {
        // Every fifth time nobody plays: the kill comes somewhere in the start.
        if kill % 5 == 4 {
            daemon.kill();
            let starting = home.start();
            std::thread::sleep(Duration::from_micros(chance.below(120_000)));
            starting.kill();
        } else {
            let life = Duration::from_micros(50_000 + chance.below(2_200_000));
            std::thread::scope(|scope| {
                game.actors.iter_mut().for_each(|actor| drop(scope.spawn(|| actor.play(&links))));
                std::thread::sleep(life);
                daemon.kill();
            });
        }
        (links, daemon) = home.serve();
        game.check_after_start(&links).expect("the house is in service");
    }
    daemon.stop();
    let (links, daemon) = home.serve();
    game.check(&links);
    daemon.stop();

    let done: usize = game.actors.iter().map(|actor| actor.done.len()).sum();
    let refused: usize = game.actors.iter().map(|actor| actor.refused).sum();
    let with_bets = |round: &&Value| round["seats"].as_array().is_some_and(|seats| !seats.is_empty());
    let settled = game.recall.values().filter(|round| !round["outcome"].is_null()).filter(with_bets).count();
    let voided = game.recall.values().filter(|round| !round["voided"].is_null()).filter(with_bets).count();
    let found = game.actors.iter().map(|actor| actor.found);
    let (happened, not_happened) = found.fold((0, 0), |(sum, other), (happened, not)| (sum + happened, other + not));
    println!("{done} orders done, {refused} refused; {settled} rounds with bets settled, {voided} void");
    println!("orders without an answer: {happened} had happened, {not_happened} had not");
    assert!(done > 100 && settled > 2 && happened + not_happened > 0, "this proved nothing");
}
