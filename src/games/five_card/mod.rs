//! Five-card poker in its four forms: plain, with one card exchanged, with a sixth card, and with a joker in the pack.
//!
//! 1. One pack of 52 cards, or of 53 with a joker; hands rank as at poker, with A-K below the pair (`house-poker-am` HPAM-1, HPAM-2, section
//!    4). The joker makes the most of its hand (HPAM-Q10); of equal combinations the one without it is the higher (HPAM-17).
//! 2. An ante lies on each box, any seat's on any free box; a bonus of at most half of it may lie beside it (HPAM-4, HPAM-8).
//! 3. Five cards go to each box from the left, then to the dealer, whose last card is opened (HPAM-9).
//! 4. Box after box is played to its end (HPAM-29, HPAM-Q23). It surrenders, which loses the ante, or raises by two antes (HPAM-11,
//!    HPAM-12); before that it may buy once, for an ante: another card for one that it gives back, or a sixth (section 3). Silence
//!    surrenders. A player looks at his next box when he has decided on the one before.
//! 5. The dealer opens where a box plays on (HPAM-14, HPAM-Q25). He qualifies from A-K on, or from a pair on.
//! 6. Where he does not, antes win and raises come back (HPAM-20). Otherwise a box that is higher wins on the ante, and by the table on the
//!    raise; a lower one loses both; an equal one keeps both (HPAM-21 to HPAM-23).
//! 7. The price of a bought card never comes back, but in a void deal or hand (HPAM-16, HPAM-Q16).
//! 8. The bonus plays on the five cards dealt, no matter who wins (HPAM-24, HPAM-Q8). It is lost when the box surrenders or buys, where the
//!    house does not say otherwise (HPAM-26, HPAM-Q7, HPAM-Q14).
//! 9. A box with a wrong number of cards does not count: its stakes come back at once, and the house pays half of its ante (HPAM-30).
//! 10. A dealer with four cards gets one more (HPAM-31): the last card of the record is not his. Any other wrong deal to him is one to all
//!     boxes, and the deal is void (HPAM-32).
//! 11. What one box wins is cut at the most payout, where the house has one (HPAM-Q28).

mod accept;
mod deal;
mod mistakes;
mod rules;
mod settle;
mod sheet;
#[cfg(test)]
mod tests;

pub use deal::Deal;
pub use rules::{BoughtCard, BoxRules, DealerFrom, ExposedCard, Mistakes, Pays, Play, Purchase, Ranking, Rules};
pub use sheet::SHEET;
