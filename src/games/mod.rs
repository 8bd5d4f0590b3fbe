//! The games as their rule books have them: what may be bet, what is wanted next, what each bet returns.
//!
//! A game is one folder rather than one file: each stage of its rule book (what may be staked, the deal, the decisions, the settlement)
//! is a file of its own, short enough to be read beside the chapter it follows.
//!
//! Here lives every rule of a game and nothing else. Here never live: a balance, a clock, a shuffle, a seat's name, a device.
#![deny(clippy::float_arithmetic)]

pub mod antes;
pub mod baccarat;
pub mod betting;
pub mod blackjack;
pub mod card_game;
pub mod cards;
pub mod casino_holdem;
pub mod contract;
pub mod counting;
pub mod early_payments;
pub(crate) mod first_releases;
pub mod five_card;
pub mod hi_lo;
pub mod house_poker;
pub mod house_settings;
pub mod machine;
pub mod oasis;
pub mod player_table;
pub mod range;
pub mod ranking;
pub mod recorded;
pub mod red_dog;
pub(crate) mod risk;
pub mod roulette;
pub mod russian;
pub mod seating;
mod sheet;
pub mod shoe;
pub mod slot;
mod stake_request;
pub mod streets;
pub mod timing;
pub mod top_card;
pub mod video_poker;
pub mod written;
