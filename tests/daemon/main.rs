//! The built `croupierd` from outside: killed, stopped, told to start with what it cannot start with, and asked over its own API.
//!
//! Nothing here uses a line of the program: what is expected is thought out again, from what was ordered and answered.

mod absent;
mod access;
mod babbling;
mod backup;
mod bare_lines;
mod cabinets;
mod captured;
#[path = "../support/card_orders.rs"]
mod card_orders;
#[path = "../support/card_players.rs"]
mod card_players;
mod cards;
#[path = "../support/client.rs"]
mod client;
mod clock_stepped;
mod closed_cards;
#[path = "../support/daemon.rs"]
mod daemon;
mod damaged;
mod disputed;
mod doors;
mod evidence;
#[path = "../support/expectation.rs"]
mod expectation;
mod figures;
mod flooded;
#[path = "../support/follow.rs"]
mod follow;
mod hour;
mod identity;
mod journals;
mod killed;
mod killed_hands;
mod line;
mod looked_at;
mod looked_back;
#[path = "../support/lying.rs"]
mod lying;
mod marked;
mod notified;
#[path = "../support/players.rs"]
mod players;
mod private;
mod read_through;
mod refused;
mod refused_orders;
mod relabelled;
mod restarted;
mod secret;
mod self_test;
#[path = "../support/simulated.rs"]
mod simulated;
mod starved;
mod stopped;
mod tls;
mod torture;
mod trimmed;
mod two_persons;
mod verified;
#[path = "../support/wrong_clock.rs"]
mod wrong_clock;
