//! Baccarat (punto banco): nobody decides anything after the stakes are laid.
//!
//! 1. Eight packs of 52 cards (`baccarat-and-quick-cards-am` BQAM-1); how many, and where the cutting card lies, is said in the rules
//!    file (BQAM-Q16).
//! 2. An ace counts 1, the cards from two to nine their number, ten, jack, queen and king nothing; suits do not matter (BQAM-2). A hand
//!    counts the last digit of its sum (BQAM-5, BQAM-Q4).
//! 3. Before the deal stakes are laid on a win of the Player, a win of the Banker, a tie (BQAM-3), and on the side bets (section A3).
//!    All play on the same two hands, and each seat has one box, of its own number.
//! 4. Player and Banker get two cards each, the Player first (BQAM-4, BQAM-6).
//! 5. With 8 or 9 in the first two cards of either hand no more cards are dealt (BQAM-6, BQAM-Q3).
//! 6. Otherwise a Player with 0 to 5 draws one card, and stands with 6 or 7 (BQAM-7, BQAM-8); then the Banker draws one card or
//!    stands, by its own count and by the Player's third card (section A2, BQAM-Q2).
//! 7. The hand nearer to 9 wins (BQAM-9). At equal counts the tie wins, and stakes on Player and Banker come back (BQAM-10).
//! 8. A pair is two cards of one rank, a perfect pair two equal cards, as the first two cards of a hand (BQAM-Q6 to BQAM-Q8).
//! 9. A bonus wins where its hand wins with a natural, which is 8 or 9 in two cards, or otherwise by 4 points or more, or where both
//!    hands are equal naturals (section A3, BQAM-Q9 to BQAM-Q13).
//! 10. A malfunction makes the round void: every stake comes back (BQAM-12).

mod accept;
mod deal;
#[cfg(test)]
pub(crate) mod example;
mod rules;
mod settle;
mod sheet;
mod tableau;
#[cfg(test)]
mod tests;

pub use deal::Deal;
pub use rules::{
    BankerThirdCard, BonusPays, BonusRows, ByKind, EitherPair, Limits, Natural, NaturalTie, NaturalsStop, PairBy, Pays, Play, Rules,
};
pub use settle::{Hands, returned};
pub use sheet::SHEET;
pub use tableau::{Side, total, value};
