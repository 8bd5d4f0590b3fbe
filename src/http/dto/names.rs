//! Words of which a field holds one, as OpenAPI sees them.

use std::collections::BTreeMap;

use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{OpenApi, RefOr, Schema};

use crate::model::{GameSheet, Laid};

/// A text that is one of these.
pub(super) fn names(names: impl IntoIterator<Item = &'static str>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names))
}

/// Each card game of the house, by its name.
pub type Games = &'static [(&'static str, GameSheet)];

/// The name of a card game.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it stands for a word in the document, which the games' descriptions list")]
pub(super) struct GameName(String);

/// The name of a stake at a card table.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it stands for a word in the document, which the games' descriptions list")]
pub(super) struct StakeName(String);

/// The name of a player's choice in the course of a deal.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it stands for a word in the document, which the games' descriptions list")]
pub(super) struct ChoiceName(String);

/// The name of a combination of cards.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it stands for a word in the document, which the games' descriptions list")]
pub(super) struct CombinationName(String);

/// Lists in the document what the games have words for, each word with the games that know it.
pub(in crate::http) fn list_words(document: &mut OpenApi, games: Games) {
    let stake = |sheet: &GameSheet| sheet.stakes.iter().map(|(kind, laid)| (kind.into(), when(*laid))).collect::<Vec<_>>();
    let choice = |sheet: &GameSheet| sheet.choices.iter().map(|kind| (kind.into(), String::new())).collect::<Vec<_>>();
    let combination = |sheet: &GameSheet| sheet.combinations.iter().map(|name| (name.into(), String::new())).collect::<Vec<_>>();
    let listed: [(&str, &str, Words); 3] = [
        ("StakeName", "The name of a stake at a card table", words(games, stake)),
        ("ChoiceName", "The name of a player's choice in the course of a deal", words(games, choice)),
        ("CombinationName", "The name of a combination of cards", words(games, combination)),
    ];
    let schemas = &mut document.components.get_or_insert_default().schemas;
    for (schema, what, words) in listed {
        let known = words.iter().map(|(name, games)| format!("`{name}` ({})", games.join(", "))).collect::<Vec<_>>().join("; ");
        let listed = names(words.into_keys()).description(Some(format!("{what}: {known}.")));
        schemas.insert(schema.into(), RefOr::T(Schema::Object(listed.build())));
    }
    let listed = names(games.iter().map(|(name, _)| *name)).description(Some("The name of a card game."));
    schemas.insert("GameName".into(), RefOr::T(Schema::Object(listed.build())));
}

/// Words, each with the games that know it.
type Words = BTreeMap<&'static str, Vec<String>>;

fn words(games: Games, of: impl Fn(&GameSheet) -> Vec<(&'static str, String)>) -> Words {
    let mut words = Words::new();
    for (game, sheet) in games {
        for (name, when) in of(sheet) {
            words.entry(name).or_default().push(format!("{game}{when}"));
        }
    }
    words
}

/// When a stake is laid, as it stands behind the game's name.
fn when(laid: Laid) -> String {
    match laid {
        Laid::First => String::new(),
        Laid::Later => " during the deal".into(),
        Laid::On(bet) => format!(" on the {}", <&str>::from(bet)),
    }
}
