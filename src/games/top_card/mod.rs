//! Top Card Trump: the higher of two cards wins, and equal ones go to war.
//!
//! 1. Six packs; the ace is the highest card, the two the lowest (`baccarat-and-quick-cards-am` BQAM-40). Suits do not matter. Each seat
//!    lays an ante on the box of its own number, and all play on the same cards.
//! 2. The player gets one open card, then the dealer (BQAM-Q41). The higher card wins: antes win by `pays.ante` on the player's, and are
//!    lost on the dealer's (BQAM-40, BQAM-Q40).
//! 3. At equal cards all boxes are asked at once: war, which lays the ante once more, or fold (BQAM-41, BQAM-43). Silence folds (BQAM-Q44).
//! 4. A box that folds gets half of its ante back (BQAM-42), rounded by the house's key (BQAM-Q42). Where all fold, no further card comes.
//! 5. In the war three cards are laid aside face down; then the dealer and the player get one open card each, in the order of the house's
//!    key (BQAM-43, BQAM-Q41).
//! 6. Where the player's second card is higher or equal, the war stake wins by `pays.war` and the ante comes back (BQAM-44, BQAM-46).
//!    Where it is lower, both are lost (BQAM-45). There is no second war.

mod deal;
mod rules;
mod settle;
mod sheet;
#[cfg(test)]
mod tests;

pub use deal::Deal;
pub use rules::{Pays, Play, Rules, WarFirst};
pub use sheet::SHEET;
