//! Every worked case of blackjack's two rule books, dealt by the shipped rules through the contract of card games.

mod am;
mod by;
mod case;
mod mistakes;
mod options;
mod paid;
mod partners;
mod random;
mod stakes;
