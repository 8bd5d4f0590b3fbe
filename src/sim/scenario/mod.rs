//! A whole scenario of the cabinet in virtual time: people, a wheel, card tables, faults, and a program that dies between any two steps.
//!
//! The journal is played by a list of inputs: what is in it survives a crash, what was on its way to it survives up to any point.
//! So these faults are survived here: death before, in and after a commit, at any number of inputs committed together. What breaks
//! in the journal's own files is proved in its own room.

mod attendant_calls;
mod awkward;
mod calm;
mod card_players;
mod card_source;
mod counts;
mod crowd;
mod disputes;
mod draws;
mod hand_pays;
mod leaning;
mod of_game;
mod options;
mod play_sessions;
mod player_tables;
mod run;
mod seat_locks;
mod self_tests;
mod shifts;
mod stake_limits;
mod table_players;
mod table_rules;
mod wall;
mod wheel;

pub use of_game::GameScenarios;
pub use options::ScenarioRulesError;
pub use player_tables::rules_between_players;
pub(super) use player_tables::vary;
pub use run::{Onlooker, Recorded, Report, Trouble, Unwatched, scenario};
