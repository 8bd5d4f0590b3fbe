//! The rules of a card table as its rules screen tells them.

use serde::Serialize;
use utoipa::ToSchema;

use super::names::{CombinationName, GameName, StakeName};
use crate::access::hexadecimal;
use crate::model::{Pay as Pays, PayRow, PaysWith, RuleNote, StakeKind, TableView};

/// The rules in force at a card table.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct TableRules {
    /// The table's number, from 1.
    #[schema(example = 5)]
    table: u8,
    /// The game.
    #[schema(value_type = GameName, example = "red-dog")]
    game: &'static str,
    /// The rules file's name.
    #[schema(example = "red-dog/am")]
    rules: String,
    /// SHA-256 of the rules file, 64 hexadecimal digits.
    rules_sha256: String,
    /// How many packs are in the shoe.
    #[schema(example = 8)]
    packs: u8,
    /// Which cards a pack holds: `52-cards`, or `52-cards-and-joker`.
    #[schema(example = "52-cards")]
    pack: &'static str,
    /// Whether the cards are shuffled before every deal.
    shuffled_each_deal: bool,
    /// How long a decision may take; null where nobody decides anything in the course of a deal.
    #[schema(required, example = 15)]
    decision_seconds: Option<u32>,
    /// What wins how much, in the order of the pay table.
    pays: Vec<Pay>,
    /// How the game goes, in the order of reading: names of the sentences that the consoles have in each language.
    notes: Vec<Note>,
}

impl From<&TableView> for TableRules {
    fn from(view: &TableView) -> Self {
        let sheet = &view.sheet;
        Self {
            table: view.table.0,
            game: view.game,
            rules: view.rules_name.clone(),
            rules_sha256: hexadecimal(&view.rules_sha256),
            packs: sheet.packs,
            pack: sheet.pack.name(),
            shuffled_each_deal: sheet.is_shuffled_each_deal,
            decision_seconds: sheet.decision_seconds,
            pays: sheet.pays.iter().map(Pay::from).collect(),
            notes: sheet.notes.iter().map(Note::from).collect(),
        }
    }
}

/// A row of a pay table. Where neither a combination nor a case is named, the stake wins the same with everything that it wins with.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"stake": "ante", "combination": null, "case": "spread-1", "odds": "5:1", "times": null}))]
struct Pay {
    /// Which stake wins.
    #[schema(value_type = StakeName)]
    stake: StakeKind,
    /// With which combination.
    #[schema(required, value_type = Option<CombinationName>)]
    combination: Option<&'static str>,
    /// In which case, by the name that the game has for it.
    #[schema(required)]
    case: Option<&'static str>,
    /// How much it wins; the stake comes back as well. Null where `times` is told, and where both are null: then the
    /// coefficient is shown with the choice.
    #[schema(required)]
    odds: Option<String>,
    /// How many times the stake comes back in all, as machines tell it. Null where `odds` are told, and where both are null.
    #[schema(required)]
    times: Option<u32>,
}

impl From<&PayRow> for Pay {
    fn from(row: &PayRow) -> Self {
        let (combination, case) = match row.with {
            PaysWith::Anything => (None, None),
            PaysWith::Combination(combination) => (Some(combination.into()), None),
            PaysWith::Case(name) => (None, Some(name)),
        };
        let (odds, times) = match row.pays {
            Pays::Odds(odds) => (Some(odds.to_string()), None),
            Pays::Total(times) => (None, Some(times)),
            Pays::AsShown => (None, None),
        };
        Self { stake: row.stake, combination, case, odds, times }
    }
}

/// A sentence of the rules.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"name": "light-most", "count": 2}))]
struct Note {
    /// Its name among the sentences of the game.
    name: &'static str,
    /// The number that stands in it.
    #[schema(required)]
    count: Option<u32>,
}

impl From<&RuleNote> for Note {
    fn from(note: &RuleNote) -> Self {
        Self { name: note.name, count: note.count }
    }
}
