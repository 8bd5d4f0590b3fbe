//! Oasis and Russian poker through the contract of card games, by the shipped rules files: every worked case of the rule book, the
//! alternatives of its gaps, refusals, who sees what, and play at random.

mod boxes;
mod gaps;
mod looks;
mod random;
mod refusals;
mod round;
mod worked;
