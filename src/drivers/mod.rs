//! What a cabinet is connected to: serial ports and bare lines, and what keeps them open and read.
//!
//! Here never live: the rules of a game, and what a device's bytes mean.

pub mod analyser;
pub mod budget;
pub mod card_source;
pub mod gpio;
pub mod line_wheel;
pub mod link;
pub mod pace;
mod record;
pub mod serial;
mod system_chance;
pub mod technician;
pub mod virtual_chance;
pub mod virtual_deck;
pub mod wheel;
mod wire_lines;

pub use self::record::put_aside;
