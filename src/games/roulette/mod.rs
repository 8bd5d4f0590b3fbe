//! Single-zero roulette.
//!
//! 1. The wheel has the pockets 0 to 36; 1 to 36 are red or black, 0 is neither (`roulette-am` RAM-1, RAM-Q2; `roulette-by` RBY-1).
//! 2. A bet is a stake on a position of the layout; the layout has 157 positions, of which a rules file offers some (RAM-19, RBY-25).
//! 3. A bet is taken exactly as it was entered (RAM-6); each is settled on its own (RBY-12).
//! 4. A called bet is placed as several ordinary stakes (RBY-27, RBY-28).
//! 5. A stake below the minimum or above the maximum of its kind on its position is not accepted (RBY-13 to RBY-15).
//! 6. A stake whose position holds the winning number returns the stake times what its kind returns; every other stake
//!    is lost, on zero too: nothing is halved or held over (RAM-18, RBY-26).
//! 7. A spin that does not count has no number: no stake wins, none loses (RBY-36); a voided round returns every stake
//!    at coefficient 1 (RAM-23).

mod accept;
mod calls;
#[cfg(test)]
pub(crate) mod example;
mod layout;
mod rules;
mod settle;

pub use accept::{Accepted, accept};
pub use calls::stakes_of_call;
pub use layout::{exists, positions};
pub use rules::{ByKind, Countdown, Limits, NoSpinStakes, OverMost, RestartAfterClose, Round, Rules, key_of};
pub use settle::{returned, returned_each, void};
