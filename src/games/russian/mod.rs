//! Russian poker: five or six cards against the dealer's five, two combinations at once, and the dealer's game can be bought.
//!
//! 1. One pack of 52 cards; hands rank as at poker, with A-K below the pair; equal hands are a stay (`house-poker-by` HPC-1 to HPC-3).
//! 2. An ante lies on each box; on a dark box the bet of two antes lies beside it before the deal, and its cards are not looked at
//!    (HPC-4 to HPC-6). A player has one light box (RUS-3).
//! 3. A dark box may be insured against "no game" before the deal and not later (RUS-17, HA-23, HA-25).
//! 4. Five cards go to each box from the left, then to the dealer, whose last card is opened (RUS-2).
//! 5. Each player decides on his light box: to pass, which loses the ante; to bet; once, for an ante, to buy a sixth card or to exchange
//!    one to five cards (RUS-4, RUS-5, HA-13). New cards come from the left; then each of these boxes passes or bets, and a pass loses
//!    the price too.
//! 6. A light box with three of a kind or more may be insured before its bet and without new cards to come, for one ante up to what its
//!    combination wins (RUS-17, HA-16, HA-22). Of a box that is passed the insurance comes back.
//! 7. The dealer opens. Below A-K he has no game: then the light boxes and after them the dark ones may buy his game, each for an ante
//!    (RUS-19, RUS-21). His highest card is replaced once for all buyers by the next one of another rank (HA-27).
//! 8. Where he has no game and it was not bought, antes win 1 to 1 and bets come back (RUS-7).
//! 9. Against a game, a box whose higher combination is higher wins by the table on the bet with each of its two combinations, and the
//!    ante comes back; a lower one loses both; an equal one keeps both (RUS-8 to RUS-12).
//! 10. A-K as a second combination is not paid where the same combination met and an ace or king decided (RUS-14, HA-21).
//! 11. Who bought a game pays for it in any case and wins nothing on the ante; where the dealer has none even then, ante and bet come
//!     back (RUS-20, RUS-22, HA-26).
//! 12. The insurance looks at the hand that the dealer was dealt: it wins 1 to 1 on no game, is lost where the box wins, and comes back
//!     where it does not (RUS-18, RUS-23). That of a dark box below three of a kind is void and comes back (HA-24).
//! 13. The bonus plays on the first five cards alone, from three of a kind on (RUS-24). With two pair it comes back (HA-17). It survives
//!     a pass (HA-5). A winning hand is shown before new cards come (RUS-2); bonus and insurance are paid with everything else: until then a
//!     void deal gives their stakes back (HW-26).
//! 14. Prices never come back, but in a void deal (HA-10).
//! 15. What one box wins is cut at the most payout, the bonus in it; the bonus has a most of its own as well (RUS-15, RUS-25, HA-1, HA-2).

mod deal;
mod purchase;
mod rules;
mod settle;
mod sheet;

pub use deal::Deal;
pub use rules::{AceKingWithheld, BonusTwoPair, DarkInsurance, InsuranceMost, Play, Rules};
pub use sheet::SHEET;
