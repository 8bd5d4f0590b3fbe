//! How the figures of the devices went over the last hour, day and month: what is read of a device now and what each spin showed, added up step
//! by step, and the file in which that outlives a restart.
//!
//! Here never lives a clock: every reading comes with its time. Nothing of money hangs on what is kept here, and nothing that happened; so it lies
//! beside the journal, and may be lost.

mod file;
mod history;
mod limits;
mod readings;
mod sensors;
mod spins;
mod steps;

pub use file::{FIGURES_FILE, FoundFigures, KeptFigures};
pub use history::FigureHistory;
pub use limits::figure_limits;
pub use readings::ReadingsTaken;
pub use sensors::SensorsTaken;
pub use spins::SpinReader;
