//! Any evening at a table between players of any rules file: people come, bet, go and lose their lines, the dealer makes mistakes, the card
//! source fails and the program is killed, in any order. Nothing panics, and the auditor has nothing to object to.
//!
//! Input: the first byte chooses the rules file, the second the conditions of the table, the third which keys of the file are changed (0:
//! none), and the rest are the choices of the evening; after them the evening goes on for a while with choices from a seed, so that a short input comes to the end of a deal too.
#![no_main]

use std::sync::LazyLock;

use croupier::model::OpenedBySeat;
use croupier::sim::evening::{Choices, Evening, Seeded, Setting, audit, book};
use croupier::sim::scenario::rules_between_players;
use libfuzzer_sys::fuzz_target;

/// How many things happen after the input's own choices.
const STEPS_AFTER: usize = 300;

static RULES: LazyLock<Vec<String>> = LazyLock::new(rules_between_players);

/// The choices of an input, two bytes each, and then those of a seed.
#[derive(Clone)]
struct Input<'a> {
    bytes: &'a [u8],
    after: Seeded,
}

impl Choices for Input<'_> {
    fn below(&mut self, bound: i64) -> i64 {
        let Some((word, rest)) = self.bytes.split_first_chunk() else { return self.after.below(bound) };
        self.bytes = rest;
        i64::from(u16::from_le_bytes(*word)) % bound.max(1)
    }
}

/// The table that three bytes describe.
fn setting(rules: u8, conditions: u8, keys: u8) -> Setting {
    let rules = &RULES[usize::from(rules) % RULES.len()];
    let is_set = |bit: u8| conditions >> bit & 1 == 1;
    let mut setting = Setting::new(rules, i64::from(is_set(0)), if is_set(1) { 5 } else { 1 });
    // Where an absent seat posts and folds, as in the sport, nothing may be taken by the hour.
    if is_set(2) && !rules.contains("/sport-") {
        setting = setting.by_the_hour(25);
    }
    setting.opened_by_seat = is_set(3).then_some(OpenedBySeat { seats_most: 4, closes_after_seconds: 30 });
    setting.absent_after = u16::from(conditions >> 4 & 3);
    setting.absent_after_deals = u16::from(conditions >> 6);
    if keys == 0 { setting } else { setting.varied(keys.into()) }
}

fuzz_target!(|bytes: &[u8]| {
    let [rules, conditions, keys, choices @ ..] = bytes else { return };
    let setting = setting(*rules, *conditions, *keys);
    let mut evening = Evening::begin(&setting, Input { bytes: choices, after: Seeded(u64::from(*conditions)) });
    evening.is_clumsy = true;
    let mut book = book(&setting);
    let mut after = 0;
    while after < STEPS_AFTER {
        if evening.choices.bytes.len() < 2 {
            after += 1;
        }
        let Some(step) = evening.step() else { continue };
        audit(&mut book, &step).unwrap_or_else(|objection| panic!("{objection}: {:?} {:?}", step.input.what, step.facts));
    }
});
