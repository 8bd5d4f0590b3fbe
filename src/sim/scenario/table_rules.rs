//! The rules of a scenario's card tables: a shipped file, in most scenarios with some of its keys changed to what the rule books name beside it.
//!
//! The cabinet gets them as the games read them, the auditor as the keys of the file.

use toml::{Table, Value};

use super::ScenarioRulesError;
use super::of_game::GameScenarios;
use crate::cabinet::CardTerms;
use crate::profiles::{Kind, card_game_of, file_keys, game_of};
use crate::sim::auditor::TableRules;
use crate::sim::chance::Chance;

/// One card table.
#[derive(Clone, Debug)]
pub(super) struct DrawnTable {
    pub(super) terms: CardTerms,
    pub(super) rules: TableRules,
}

/// A table under the rules file of this name; with some of its keys changed where `varies`.
pub(super) fn draw(name: &str, varies: bool, chance: &mut Chance) -> Result<DrawnTable, ScenarioRulesError> {
    let mut keys = file_keys(Kind::Rules, name)?;
    let not_good = |message| ScenarioRulesError::NotGood { name: name.to_owned(), message };
    if varies {
        let game = GameScenarios::of(game_of(name)).ok_or_else(|| not_good("no file says what its scenarios vary".into()))?;
        vary(&mut keys, game, chance);
    }
    let game = card_game_of(game_of(name), keys.clone()).map_err(not_good)?;
    let rules = TableRules::read(game_of(name), &keys).map_err(not_good)?;
    let terms =
        CardTerms { name: game.name().into(), rules_name: name.to_owned(), rules_sha256: [0; 32], game, waits_for_stakes_only: true };
    Ok(DrawnTable { terms, rules })
}

/// Changes some keys to other values that the rule books name.
fn vary(keys: &mut Table, game: &GameScenarios, chance: &mut Chance) {
    for (path, values, scenarios) in game.others() {
        let is_meant = !game.only_where_set(path) || is_set(keys, path);
        if is_meant && chance.below(scenarios) == 0 {
            change(keys, path, values[chance.below(values.len() as u64) as usize]);
        }
    }
    if chance.below(2) == 0 {
        game.together.iter().for_each(|(path, value)| change(keys, path, Some(value)));
    }
}

fn is_set(keys: &Table, path: &str) -> bool {
    let mut parts = path.split('.');
    let first = parts.next().and_then(|part| keys.get(part));
    parts.try_fold(first, |value, part| value.map(|value| value.get(part))).flatten().is_some()
}

/// Gives a key another value, or leaves it out; nothing where its table has been left out.
pub(super) fn change(keys: &mut Table, path: &str, value: Option<&Value>) {
    let (tables, key) = path.rsplit_once('.').unwrap_or(("", path));
    let parts = tables.split('.').filter(|part| !part.is_empty());
    let table = parts.into_iter().try_fold(keys, |table, part| table.get_mut(part).and_then(Value::as_table_mut));
    let Some(table) = table else { return };
    match value {
        Some(value) => drop(table.insert(key.to_owned(), value.clone())),
        None => drop(table.remove(key)),
    }
}
