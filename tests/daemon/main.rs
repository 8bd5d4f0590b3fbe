//! The built `croupierd` from outside: killed, stopped, told to start with what it cannot start with, and asked over its own API.
//!
//! Nothing here uses a line of the program: what is expected is thought out again, from what was ordered and answered.

mod bare_lines;
mod cards;
#[path = "../support/client.rs"]
mod client;
#[path = "../support/daemon.rs"]
mod daemon;
mod expectation;
mod killed;
mod notified;
mod refused;
mod restarted;
mod secret;
mod starved;
mod stopped;
