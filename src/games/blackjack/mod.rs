//! Blackjack.
//!
//! The cards and the deal
//!
//! 1. Two to nine count their number, pictures 10, an ace 1 or 11 (`blackjack-am` BJAM-11; `blackjack-by` BJB-7). An ace and a ten as
//!    the first two cards of a box are a blackjack; it beats every other hand (BJAM-12, BJB-9).
//! 2. Every stake lies before the first card (BJAM-7, BJB-6). A player may play several boxes (BJAM-9, BJB-2); several players may
//!    share one, and its first player owns it and alone decides (BJB-2, BJB-3, BJAM-Q24).
//! 3. Every box gets two cards and the dealer one, all face up, in two rounds from the first box on (BJAM-10, BJB-15).
//!
//! Before and while the boxes play
//!
//! 4. Against an ace, and where the house wants it against a ten, each player may insure half of the stake, or from half of the table's
//!    least up to it (BJAM-26, BJB-28, BA-11). With a blackjack against an ace each player may take even money at once (BJAM-27,
//!    BJB-30), or insure instead, never both (BJAM-Q17, BA-20).
//! 5. The boxes play one after another; the owner takes cards one at a time or stands (BJAM-19, BJB-16). A hand over 21 has lost,
//!    no matter what the dealer gets (BJAM-15, BJB-17).
//! 6. As the first decision the hand may be given up for half of its stake (BJAM-24, BJB-31).
//! 7. On two cards the stake may be doubled; the hand gets exactly one more card (BJAM-23, BJB-21), which may be asked for face down
//!    with few points and is then seen by nobody before the dealer is done (BJB-22).
//! 8. Two equal cards may be split into two hands with a stake each; the first is played out before the second gets its card (BJAM-20
//!    to BJAM-22, BJB-23 to BJB-27).
//! 9. A partner on a box may go along with each double and split of the owner. Otherwise the partner's single stake plays on: the same
//!    cards after a double, the first hand after a split (BA-10).
//!
//! The dealer and the settlement
//!
//! 10. The dealer draws to 16 and stands on 17 (BJAM-29, BJB-18); draws no card where nothing is left that it could change, and exactly
//!     one where only insurance is (BJAM-Q16, BJB-20), or, where the house wants it so, only blackjacks are (BA-18).
//! 11. A blackjack against none wins 3 to 2, against a blackjack it stays (BJAM-13, BJB-9). A blackjack of the dealer takes every other
//!     hand (BJAM-14, BJAM-Q11, BA-9). Over 21 the dealer pays every hand that is not; else the higher total wins, and equal ones
//!     stay (BJAM-16, BJAM-17, BJB-10, BJB-19).
//! 12. A card that nobody asked for stays in play as the next one, if need be of the next deal (BJB-32, BJB-34). A box that was missed
//!     gets its card back or sits out (BJB-33).

mod accept;
mod deal;
mod dealer;
mod offers;
mod rules;
mod settle;
mod sheet;
mod turns;
mod view;

pub use deal::Deal;
pub use rules::{
    AgainstBlackjacks, BlackjackRules, BlackjackTakes, BlindCounts, DealerFirstCard, DealerRules, DoubleRules, InsuranceAsked,
    InsuranceRules, Limits, MissedBox, Mistakes, Pays, Play, Prizes, Rules, Soft17, SplitBy, SplitRules, StrayCard, SurrenderRules,
};
pub use sheet::SHEET;
