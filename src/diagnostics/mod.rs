//! What is asked of the past: by a technician what became of the last rounds, what each spin showed of the wheel, where the ball left the
//! rim, whether it favours a pocket, which faults came and went, how the figures of the devices went over the last hour, day and month; by a
//! player all his rounds and deals.
//!
//! Here lives what the journal's records and the devices' readings say of devices, added up for people. Here never lives a device, a decision about money or
//! anything of a card: no record of one is looked into beyond the faults of its source.

pub mod bias;
mod captured;
mod drop_zone;
mod faults;
mod figures;
mod history;
mod past;
#[cfg(test)]
mod played;
mod rounds;
mod spins;
mod verdict;

pub use captured::captured_text;
pub use drop_zone::shown as drop_zone;
pub use faults::FaultHistory;
pub use figures::{FIGURES_FILE, FigureHistory, FoundFigures, KeptFigures, ReadingsTaken, SensorsTaken, SpinReader, figure_limits};
pub use history::{deals_of, hands_of, has_stayed, opening_of, rounds_of};
pub use past::Past;
pub use rounds::rounds;
pub use spins::Decoder;
pub use verdict::{Outcome, Verdict, chi_squared, deviate};
