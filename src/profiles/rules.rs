//! Rules files: the types are the games' own; here they are checked. Which game a file is about says the name of its folder.

use std::path::Path;

use super::error::ProfileError;
use super::kind::Kind;
use super::load::{Profile, load};
use super::{Checked, Problem};
use crate::games::card_game::CardGame;
use crate::games::{baccarat, blackjack, oasis, roulette, russian};

/// Reads a rules file of any card game: a shipped name such as `baccarat/am`, or a path.
///
/// # Errors
/// [`ProfileError`], with the file, the place in it, the key and what was expected.
pub fn load_card_game(name_or_file: &str) -> Result<Profile<CardGame>, ProfileError> {
    Ok(match game_of(name_or_file) {
        "baccarat" => load(Kind::Rules, name_or_file)?.map(CardGame::Baccarat),
        "blackjack" => load(Kind::Rules, name_or_file)?.map(CardGame::Blackjack),
        "oasis" => load(Kind::Rules, name_or_file)?.map(CardGame::Oasis),
        "russian" => load(Kind::Rules, name_or_file)?.map(CardGame::Russian),
        game => return Err(ProfileError::NotACardGame { name: name_or_file.to_owned(), game: game.to_owned() }),
    })
}

/// The keys of a card game's rules, as its file has them.
///
/// # Errors
/// Where a value cannot be written as TOML.
pub fn keys_of(game: &CardGame) -> Result<toml::Table, toml::ser::Error> {
    match game {
        CardGame::Baccarat(rules) => toml::Table::try_from(rules),
        CardGame::Blackjack(rules) => toml::Table::try_from(rules),
        CardGame::Oasis(rules) => toml::Table::try_from(rules),
        CardGame::Russian(rules) => toml::Table::try_from(rules),
    }
}

/// The rules of the card game of this name from their keys.
///
/// # Errors
/// What is wrong, in words that name the key.
pub fn card_game_of(game: &str, keys: toml::Table) -> Result<CardGame, String> {
    let game = match game {
        "baccarat" => keys.try_into().map(CardGame::Baccarat),
        "blackjack" => keys.try_into().map(CardGame::Blackjack),
        "oasis" => keys.try_into().map(CardGame::Oasis),
        "russian" => keys.try_into().map(CardGame::Russian),
        _ => return Err(format!("{game:?} is not a card game")),
    };
    let game = game.map_err(|error: toml::de::Error| error.message().to_owned())?;
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

fn first(problems: Vec<(String, String)>) -> Result<(), Problem> {
    match problems.into_iter().next() {
        Some((key, expected)) => Err(Problem { key, expected }),
        None => Ok(()),
    }
}

impl Checked for roulette::Rules {
    fn check(&self) -> Result<(), Problem> {
        first(self.problems())
    }
}

impl Checked for baccarat::Rules {
    fn check(&self) -> Result<(), Problem> {
        first(self.problems())
    }
}

impl Checked for blackjack::Rules {
    fn check(&self) -> Result<(), Problem> {
        first(self.problems())
    }
}

impl Checked for oasis::Rules {
    fn check(&self) -> Result<(), Problem> {
        first(self.problems())
    }
}

impl Checked for russian::Rules {
    fn check(&self) -> Result<(), Problem> {
        first(self.problems())
    }
}
