//! Rules files: the types are the games' own; here they are checked. Which game a file is about says the name of its folder.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::error::{ProfileError, ProfileErrors};
use super::kind::Kind;
use super::load::{Profile, itself_where_checked, load_with, none_of};
use super::{Checked, Problem};
use crate::games::card_game::CardGame;
use crate::games::contract::CardRules;
use crate::games::roulette;
use crate::games::streets::House;

/// Reads a rules file of any card game: a shipped name such as `baccarat/am`, or a path.
///
/// # Errors
/// Every [`ProfileError`], with the file, the place in it, the key and what was expected.
pub fn load_card_game(name_or_file: &str) -> Result<Profile<CardGame>, ProfileErrors> {
    let game = game_of(name_or_file);
    if !CardGame::NAMES.contains(&game) {
        return Err(ProfileError::NotACardGame { name: name_or_file.to_owned(), game: game.to_owned() }.into());
    }
    load_with(Kind::Rules, name_or_file, |keys| CardGame::read(game, keys).expect("it is one of the names"), itself_where_checked)
}

/// Reads a rules file of one card game.
///
/// # Errors
/// Every [`ProfileError`], with the file, the place in it, the key and what was expected.
pub fn load_rules<R: CardRules + DeserializeOwned>(name_or_file: &str) -> Result<Profile<R>, ProfileErrors> {
    load_with(Kind::Rules, name_or_file, |keys| R::deserialize(keys), checked)
}

/// These rules, where their values make sense.
pub(super) fn checked<R: CardRules>(rules: R) -> Result<R, Vec<Problem>> {
    none_of(named(rules.problems()), rules)
}

/// The rules of the card game of this name from their keys.
///
/// # Errors
/// What is wrong, in words that name the key.
pub fn card_game_of(game: &str, keys: toml::Table) -> Result<CardGame, String> {
    let read = CardGame::of_keys(game, keys).ok_or_else(|| format!("{game:?} is not a card game"))?;
    let game = read.map_err(|error| error.message().to_owned())?;
    match game.problems().into_iter().next() {
        Some((key, expected)) => Err(format!("{key}: expected {expected}")),
        None => Ok(game),
    }
}

/// The game that a rules file is about: the name of its folder, empty where it has none.
#[must_use]
pub fn game_of(name_or_file: &str) -> &str {
    let folder = Path::new(name_or_file).parent().and_then(Path::file_name);
    folder.and_then(|folder| folder.to_str()).unwrap_or_default()
}

fn named(problems: Vec<(String, String)>) -> Vec<Problem> {
    problems.into_iter().map(|(key, expected)| Problem { key, expected }).collect()
}

impl Checked for roulette::Rules {
    fn problems(&self) -> Vec<Problem> {
        named(self.problems())
    }
}

impl Checked for CardGame {
    fn problems(&self) -> Vec<Problem> {
        named(self.problems())
    }
}

impl Checked for House {
    fn problems(&self) -> Vec<Problem> {
        named(self.problems_of_file())
    }
}
