//! The house behind its door, asked over real sockets; behind the desk sits a task with scripted answers.

mod bench;
mod bodies;
mod dispute;
mod document;
mod doors;
mod editions;
mod ends;
#[path = "../../../tests/support/follow.rs"]
mod follow;
pub(super) mod harness;
mod hosts;
mod lines;
mod live;
mod metrics;
mod orders;
mod pages;
mod player_table;
mod random;
mod rights;
mod shift;
mod stake_limits;
mod table;
mod tls;
mod views;
mod waiting;
