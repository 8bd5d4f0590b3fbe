//! A seat's own deals at a card table, of any age, a page at a time.

use serde::Serialize;
use utoipa::ToSchema;

use super::names::{ChoiceName, GameName};
use super::table::Settlement;
use crate::model::{ChoiceKind, DealVoid, Page, PastChoice, PastDeal, PlayedAs};

/// A page of a seat's own deals at a card table.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct DealHistory {
    /// The deals, newest first, with the seat's own part alone.
    deals: Vec<OwnDeal>,
    /// What `before` is for the next page; null where there is no earlier deal.
    #[schema(required, example = 4711)]
    next: Option<u64>,
    /// The journal's head after the newest record that was read for this page, as `NUMBER:HASH`: the page is part of the history up to there.
    /// Kept off the board it proves that later. Empty where there is no record.
    #[schema(example = "1234:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    head: String,
}

impl From<&Page<PastDeal>> for DealHistory {
    fn from(page: &Page<PastDeal>) -> Self {
        Self { deals: page.entries.iter().map(OwnDeal::from).collect(), next: page.next, head: page.head.clone() }
    }
}

/// A seat's own part of a deal of any age. Its cards stand in none but the newest deals of the seat's view.
#[derive(Serialize, ToSchema)]
struct OwnDeal {
    /// The table.
    #[schema(example = 1)]
    table: u8,
    /// The deal.
    #[schema(example = 12)]
    deal: u64,
    /// The table's name then; null where the release of then did not record it.
    #[schema(required, example = "Blackjack")]
    table_name: Option<String>,
    /// The game that was played; likewise.
    #[schema(required, value_type = Option<GameName>, example = "blackjack")]
    game: Option<String>,
    /// The rules file it was played by; likewise.
    #[schema(required, example = "blackjack/am")]
    rules: Option<String>,
    /// When stakes were first taken.
    opened_at: u64,
    /// When it was settled or voided.
    settled_at: u64,
    /// The seat's decisions, in order.
    choices: Vec<OwnChoice>,
    /// What each of the seat's stakes returned.
    settlement: Settlement,
    /// Why it is void, where it is.
    #[schema(required, example = "misdeal")]
    voided: Option<&'static str>,
}

impl From<&PastDeal> for OwnDeal {
    fn from(deal: &PastDeal) -> Self {
        let name = |of: fn(&PlayedAs) -> &String| deal.played.as_ref().map(|played| of(played).clone());
        Self {
            table: deal.table.0,
            deal: deal.deal,
            table_name: name(|played| &played.table_name),
            game: name(|played| &played.game),
            rules: name(|played| &played.rules_name),
            opened_at: deal.opened_at.microseconds(),
            settled_at: deal.settled_at.microseconds(),
            choices: deal.choices.iter().map(OwnChoice::from).collect(),
            settlement: Settlement::from(&deal.settlement),
            voided: deal.voided.as_ref().map(DealVoid::name),
        }
    }
}

/// A decision of a deal that is over.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"box": 3, "hand": 0, "choice": "stand", "cards": 0, "by_default": false}))]
struct OwnChoice {
    /// On which box.
    r#box: u8,
    /// On which hand of it, from 0.
    hand: u8,
    /// What was chosen.
    #[schema(value_type = ChoiceName)]
    choice: ChoiceKind,
    /// How many cards it named.
    cards: u8,
    /// Whether the rules decided, because the seat did not in time.
    by_default: bool,
}

impl From<&PastChoice> for OwnChoice {
    fn from(choice: &PastChoice) -> Self {
        let PastChoice { place, hand, choice, cards, by_default } = *choice;
        Self { r#box: place.0, hand, choice, cards, by_default }
    }
}
