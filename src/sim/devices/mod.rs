//! The simulated devices: wheels, a shuffle machine, a card-reading shoe, and what they have in common.
//!
//! Here never lives what a cabinet makes of what they say, or a rule of a game.

mod device;
pub mod faults;
mod line;
mod packs;
pub mod pseudo_terminal;
pub mod shoe;
pub mod shuffler;
pub mod slingshot;
pub mod three_sensor;

pub use device::SimulatedDevice;
