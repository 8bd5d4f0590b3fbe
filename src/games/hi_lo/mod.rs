//! Draw Hi-Lo: one card after the other, each guessed to be higher or lower than the last one.
//!
//! 1. One pack of 52 cards, shuffled before every deal and not within one (`baccarat-and-quick-cards-am` BQAM-30, BQAM-Q33). The deal begins
//!    with the stake, which is the pot at first. The king is the highest card, the ace the lowest.
//! 2. The player guesses whether the next card is higher or lower than the last one (BQAM-31). A right guess multiplies the pot by the
//!    coefficient that is shown with it (BQAM-33, BQAM-Q30, BQAM-Q32), rounded half up to a minor unit (BQAM-Q36); a wrong one loses it; a
//!    card of the same rank leaves it as it is, and is no step (BQAM-Q31).
//! 3. A guess that cannot be right is not offered (BQAM-Q34), nor one that would bring the pot above a limit of the rules.
//! 4. Before a guess a stake of its own may be bet on a tie: on the next card being of the same rank (BQAM-32, BQAM-Q35). A guess follows it,
//!    and it changes nothing for the pot (BQAM-34). It is not offered where no card of that rank is unseen.
//! 5. After a right guess the pot may be collected; after so many, or where no guess is offered any more, it is (BQAM-Q33). Silence collects;
//!    before the first right guess, and where a bet on a tie waits for its card, it makes the likelier guess.
//! 6. Where a fault ends the deal before anything is decided, it is void (case H17). After a right guess the pot is paid, and a bet on a tie
//!    that was won is; one that waits for its card comes back. A wrong guess has ended the deal.

mod deal;
mod guess;
mod rules;
mod sheet;
#[cfg(test)]
mod tests;

pub use deal::Deal;
pub use rules::{Play, Rules, TieBet};
pub use sheet::SHEET;
