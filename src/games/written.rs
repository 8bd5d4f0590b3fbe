//! How rules stand in a journal: as the text of a rules file, so that they mean the same to every later release.
//!
//! It is the text of the rules as they are in force, the house's own limits among them; which file they came from, its hash tells. A
//! later release reads it as it reads its own files. So no key may be taken away; one that is added says here what a text without it means,
//! and is asked for in every file all the same.

use alloc::string::{String, ToString};

use minicbor::data::Type;
use minicbor::decode::{self, Decode, Decoder};
use minicbor::encode::{self, Encode, Encoder, Write};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::card_game::CardGame;
use super::first_releases::{self, NumberedRules};
use crate::model::toml_keys::{read_text, text_of};

impl CardGame {
    /// The rules as a text. Every crate that writes them asks here, and need not be compiled with all that they consist of.
    fn text(&self) -> String {
        text_of(self)
    }
}

impl<C> Encode<C> for CardGame {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        e.array(2)?.str(self.name())?.str(&self.text())?.ok()
    }
}

impl<'b, C> Decode<'b, C> for CardGame {
    fn decode(d: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
        if first_releases::are_next(d) {
            return NumberedRules::decode(d, context).map(Self::from);
        }
        d.array()?;
        let (name, text) = (d.str()?, d.str()?);
        let mut keys: toml::Table = toml::from_str(text).map_err(unreadable)?;
        complete(name, &mut keys);
        Self::of_keys(name, keys).ok_or_else(|| decode::Error::message("no game of this release is called so"))?.map_err(unreadable)
    }
}

/// Keys that came when journals held rules as texts: the game, the table, the key, and what a text without it means.
const CAME_LATER: [(&str, &str, &str, &str); 1] = [("blackjack", "play", "forfeits_in_void", "come-back")];

/// Gives the rules of this game the keys that there were not yet when they were written down.
fn complete(name: &str, keys: &mut toml::Table) {
    for (_, table, key, meant) in CAME_LATER.iter().filter(|(game, ..)| *game == name) {
        if let Some(table) = keys.get_mut(*table).and_then(toml::Value::as_table_mut) {
            table.entry(*key).or_insert_with(|| (*meant).into());
        }
    }
}

fn unreadable(error: toml::de::Error) -> decode::Error {
    decode::Error::message(error.message().to_string())
}

/// Rules that no release has written in any other way than as their text, for `#[cbor(with)]`.
pub mod text {
    use super::*;

    /// Writes the rules.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn encode<C, W: Write>(rules: &impl Serialize, e: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        e.str(&text_of(rules))?.ok()
    }

    /// Reads the rules.
    ///
    /// # Errors
    /// Where the bytes are no such rules.
    pub fn decode<'b, T: DeserializeOwned, C>(d: &mut Decoder<'b>, _: &mut C) -> Result<T, decode::Error> {
        read_text(d.str()?).map_err(unreadable)
    }
}

/// Rules of the first releases' only game that is no card game, for `#[cbor(with)]`.
pub mod wheel {
    use super::*;

    /// Writes the rules.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn encode<C, W: Write>(rules: &impl Serialize, e: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        e.str(&text_of(rules))?.ok()
    }

    /// Reads the rules.
    ///
    /// # Errors
    /// Where the bytes are no such rules.
    pub fn decode<'b, T: DeserializeOwned + Decode<'b, C>, C>(d: &mut Decoder<'b>, context: &mut C) -> Result<T, decode::Error> {
        if d.datatype()? == Type::String { read_text(d.str()?).map_err(unreadable) } else { T::decode(d, context) }
    }
}
