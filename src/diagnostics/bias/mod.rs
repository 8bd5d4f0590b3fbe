//! Whether the pockets of a wheel win equally often, whether spins follow each other as chance has it, and what so many spins can show.
//!
//! Here lives what is counted of spins, the tests, and what their verdicts mean. Lists of spins that come from elsewhere are read by the tool.

mod findings;
mod past;
mod statistics;
#[cfg(test)]
mod tests;
mod view;
mod wheel;

pub use findings::findings;
pub use past::{PastSpins, SpinList, SpinsRead};
pub use statistics::{Counts, OfPocket, REPEATS, Run, Sector, verdicts};
pub use view::shown;
pub use wheel::Wheel;
