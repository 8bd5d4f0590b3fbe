//! Stand-ins for what a cabinet is connected to: devices, people and the ways in which they fail, all from a seed.
//!
//! Here never live: the HTTP side, and code that the real thing is decided by.

pub mod audited_table;
pub mod auditor;
pub mod blackjack;
pub mod card_play;
pub mod chance;
mod device;
pub mod faults;
pub mod hands;
pub mod house_poker;
mod line;
pub mod night;
mod packs;
pub mod pseudo_terminal;
pub mod seeded_shoe;
pub mod shoe;
pub mod shuffler;
pub mod slingshot;
pub mod three_sensor;

pub use device::SimulatedDevice;
