//! Oasis poker: five cards against the dealer's five, one or two of which can be exchanged.
//!
//! 1. One pack of 52 cards; hands rank as at poker, with A-K below the pair; equal hands are a stay (`house-poker-by` HPC-1 to HPC-3).
//! 2. An ante lies on each box; on a dark box the bet of two antes lies beside it before the deal, and its cards are not looked at
//!    (HPC-4 to HPC-6).
//! 3. A player has at most two light boxes, side by side and with equal antes; his other boxes are dark, their antes different
//!    (OAS-3, OAS-4).
//! 4. Five cards go to each box from the left, then to the dealer, whose last card is opened (OAS-2).
//! 5. Each player decides on his first light box: to pass, which loses the ante; to bet; to exchange one card for an ante or two for one
//!    and a half (OAS-5, OAS-6). New cards come from the left; then each of these boxes passes or bets, and a pass loses the price too.
//! 6. Only then does he look at his second light box, and all goes the same way (HPC-11).
//! 7. A box with a straight or more may be insured against "no game", before its bet and without an exchange to come, for one ante up to
//!    what its combination wins (OAS-12, OAS-13, HA-14, HA-16). Of a box that is passed the insurance comes back.
//! 8. The dealer opens. Below A-K he has no game: antes win 1 to 1, bets come back (OAS-7, OAS-8).
//! 9. A box that is higher wins 1 to 1 on the ante and by the table on the bet; a lower one loses both; an equal one keeps both
//!    (OAS-9 to OAS-11).
//! 10. The insurance wins 1 to 1 on no game, is lost where the box wins, and comes back where it does not (OAS-13).
//! 11. The bonus plays on the first five cards alone, from three of a kind on (OAS-15, OAS-16). It survives a pass (HA-5). A winning hand is
//!     shown before the exchange (OAS-2) and paid with everything else: until then a void deal gives its stake back (HW-26).
//! 12. Prices never come back, but in a void deal (HA-10). Nobody buys the dealer's game (OAS-14).
//! 13. What one box wins is cut at the most payout; the bonus has a most of its own (HPC-13, HA-1, HA-2).

mod deal;
mod rules;
mod sheet;

pub use deal::Deal;
pub use rules::{InsuranceMost, Play, Rules};
pub use sheet::SHEET;
