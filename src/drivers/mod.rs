//! What a cabinet is connected to: serial ports and the tasks that keep them open.
//!
//! Here never live: the rules of a game, and what a device's bytes mean.

mod record;
pub mod serial;
pub mod technician;
pub mod wheel;
