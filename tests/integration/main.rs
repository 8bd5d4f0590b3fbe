//! What several rooms of the program do together, and its tools as processes. One program, for each links the whole library.
//!
//! A module is a subject; run one by its name: `cargo test --test integration rounds::`. What is asked of a running `croupierd` is in
//! `tests/daemon`.

mod blackjack;
mod captures;
mod card_babbling;
mod card_faults;
mod card_replay;
mod cards_test;
mod docs;
mod game_names;
mod hands;
mod house;
mod house_poker;
mod journal_format;
mod journal_tools;
mod option_names;
mod player_table_faults;
mod rounds;
mod shoe_driver;
mod shoe_tool;
mod shuffler_deals;
mod shuffler_driver;
mod shuffler_reading;
mod shuffler_tool;
#[path = "../support/simulated.rs"]
mod simulated;
mod simulation;
#[path = "../support/table.rs"]
mod table;
mod terminal;
#[path = "../support/tool.rs"]
mod tool;
mod wheel_driver;
mod wheel_reading;
mod wheel_replay;
mod wheel_tool;
mod worked_baccarat;
mod worked_betting;
mod worked_cases;
