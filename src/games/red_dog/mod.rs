//! Red Dog: whether a third card lies between two.
//!
//! 1. Eight packs; the ace is the highest card, the two the lowest (`baccarat-and-quick-cards-am` BQAM-20, BQAM-Q25). Suits do not
//!    matter. Each seat lays an ante on the box of its own number, and all play on the same cards.
//! 2. Two cards are laid open. The spread is how many ranks lie between them (BQAM-21).
//! 3. With a spread of 1 or more all boxes are asked at once: ride, which lays the ante once more, or stand (BQAM-22). Silence stands.
//! 4. Then the third card comes. Where it lies between the two, ante and ride win by the spread, the more the smaller it is (RD-STD,
//!    BQAM-Q20, BQAM-Q22); otherwise they are lost, also where it equals one of the two (BQAM-Q23).
//! 5. Two consecutive cards have no spread: the ante comes back, and there is no third card (BQAM-23).
//! 6. A pair gets its third card without being asked (BQAM-Q21, BQAM-Q24): of the same rank it pays by a row of its own, otherwise the
//!    ante comes back (BQAM-23, BQAM-24).

mod deal;
mod rules;
mod settle;
mod sheet;
#[cfg(test)]
mod tests;

pub use deal::Deal;
pub use rules::{EqualEnd, Pair, Pays, Play, RidePays, Rules};
pub use sheet::SHEET;
