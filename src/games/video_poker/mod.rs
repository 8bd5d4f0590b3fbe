//! Video poker: five cards, one exchange, and a risk game with what was won.
//!
//! 1. One pack of 52 cards, shuffled before every deal (`baccarat-and-quick-cards-am` BQAM-60, BQAM-Q71). The deal begins with the stake.
//! 2. Five cards lie open. The player marks those that he wants changed, none to all five, and they are replaced by cards from the rest of
//!    the pack; the others stay (BQAM-61, BQAM-Q72). Silence keeps all.
//! 3. The final hand is paid by the table, the stake in what comes back; the royal flush is paid more at the highest step (BQAM-62,
//!    BQAM-Q70). A pair pays from the jacks on.
//! 4. A win may be collected, or the whole of it be put at risk (BQAM-63, BQAM-Q75): from fresh cards one lies open and four closed, and the
//!    player picks one of the four. A higher one doubles the win, a lower one loses it, an equal one leaves it as it is (BQAM-64, BQAM-Q73).
//!    Silence collects, and picks the first card where the win is at risk already.
//! 5. After so many doublings, or where the next one would go above the limit, the win is collected (BQAM-Q74).
//! 6. Where a fault ends the deal before the exchange, the stake comes back (case D19); where it ends the risk game, the win that stood
//!    before its round is paid.

mod deal;
mod rules;
mod sheet;
#[cfg(test)]
mod tests;

pub use deal::Deal;
pub use rules::{Pays, Play, Rules};
pub use sheet::SHEET;
