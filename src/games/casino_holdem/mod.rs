//! Casino hold'em: two cards against the dealer's two, with five that both share.
//!
//! 1. One pack of 52 cards; hands rank as at poker; equal hands are a stay (`house-poker-by` HPC-1 to HPC-3). A hand is the best five of
//!    its two cards and the board; what is left over never matters (THB-5).
//! 2. An ante lies on each box, any seat's on any free box; all boxes of a player are light (HPC-15). Where the house knows dark boxes, the
//!    bet of two antes lies beside it before the deal, and such a box decides nothing (HPC-6, HA-7).
//! 3. A bonus may lie beside an ante, of as much at most (THB-13).
//! 4. Card by card, two come to each box from the left and to the dealer, all face down; then three to the board, face up (THB-2).
//! 5. Box after box passes, which loses the ante, or bets two antes (THB-3, THB-4, HPC-4). Silence passes. A player looks at his next box
//!    when he has decided on the one before (HPC-11).
//! 6. When all have decided the bonuses are settled: with a pair of aces or more in the box's two cards and the three on the board they win
//!    by `pays.bonus`, otherwise they are lost (THB-14, HA-6). A passed box's bonus plays where the house says so (HA-5). The cards of these
//!    boxes are open from then on.
//! 7. What is paid or lost then, is so at once; what a void deal does with it is the house's (`house-rules-by` HX-3, HRB-24, HRB-26).
//! 8. Where a box plays on, two more cards come to the board, and the dealer opens (THB-2). Where none does, he does not.
//! 9. Below a pair of fours the dealer has no game: antes win by the table, or by `pays.no_game_low` below a pair of fours; bets come back
//!    (THB-6, THB-7, HA-4).
//! 10. A box that is higher wins by the table on the ante and by `pays.bet` on the bet; a lower one loses both; an equal one keeps both
//!     (THB-8 to THB-10, THB-12).
//! 11. A dark box is opened after the dealer, and its bonus settled then (HPC-7, HA-30).
//! 12. Nobody insures, and nobody buys the dealer's game (THB-11).
//! 13. What one box wins is cut at the most payout, where the house counts it the bonus as well; the bonus may have a most of its own
//!     (HPC-13, THB-15, HA-1, HA-2, HA-29).

mod accept;
mod deal;
mod rules;
mod settle;
mod sheet;
#[cfg(test)]
mod tests;

pub use deal::Deal;
pub use rules::{BoxRules, Pays, Play, Rules};
pub use sheet::SHEET;
