//! Who is dealt in at a table between players, and where its button and blinds are.
//!
//! Rule numbers SPT are those of the digest `sport-poker-tournament`, TPC and TA those of `table-poker-by`.
//!
//! Here lives the order of seats from deal to deal. Here never live a card, an amount that is owed, and which game it is.

mod next;
mod rules;
#[cfg(test)]
mod tests;

pub use next::{Markers, Next, Stand, first_deal, next_deal};
pub use rules::{Absent, ButtonRule, ButtonTies, SeatingRules};
