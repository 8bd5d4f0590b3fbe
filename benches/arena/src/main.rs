//! Plays so many hands of no-limit hold'em between six players in the arena of rs_poker, by the chances of `benches/hands.rs`, and prints hands a second.

use std::hint::black_box;
use std::time::Instant;

use rs_poker::arena::agent::RandomAgent;
use rs_poker::arena::{Agent, GameStateBuilder, HoldemSimulationBuilder};

fn main() {
    let hands: usize = std::env::args().nth(1).and_then(|hands| hands.parse().ok()).expect("how many hands");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let begun = Instant::now();
    for _ in 0..hands {
        runtime.block_on(play());
    }
    println!("{}", hands as f64 / begun.elapsed().as_secs_f64());
}

async fn play() {
    let state = GameStateBuilder::new().num_players_with_stack(6, 100_000.0).blinds(500.0, 250.0).build().expect("a state");
    let agent = |_| -> Box<dyn Agent> { Box::new(RandomAgent::new("random", vec![0.15], vec![0.5])) };
    let built = HoldemSimulationBuilder::default().game_state(state).agents((0..6).map(agent).collect()).build();
    let mut simulation = built.expect("a simulation");
    simulation.run().await;
    black_box(&simulation.game_state);
}
