//! The deals at a card table, of any age, a page at a time.

use serde::Serialize;
use utoipa::ToSchema;

use super::names::{ChoiceName, GameName};
use super::table::Settlement;
use crate::model::{ChoiceKind, DealVoid, Page, PastChoice, PastDeal, PlayedAs, Timestamp};

/// A page of the deals at a card table.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct DealHistory {
    /// The deals, newest first; for a seat with its own part alone.
    deals: Vec<PlayedDeal>,
    /// What `before` is for the next page; null where there is no earlier deal.
    #[schema(required, example = 4711)]
    next: Option<u64>,
    /// How far back was looked for this page: when the earliest record was written that was read for it; null where there is none. What is sought
    /// and stands on no page so far began before.
    #[schema(required)]
    back_to: Option<u64>,
    /// The journal's head after the newest record that was read for this page, as `NUMBER:HASH`: the page is part of the history up to there.
    /// Kept off the board it proves that later. Empty where there is no record.
    #[schema(example = "1234:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    head: String,
}

impl From<&Page<PastDeal>> for DealHistory {
    fn from(page: &Page<PastDeal>) -> Self {
        Self {
            deals: page.entries.iter().map(PlayedDeal::from).collect(),
            next: page.next,
            back_to: page.back_to.map(Timestamp::microseconds),
            head: page.head.clone(),
        }
    }
}

/// A deal of any age, or a seat's own part of it. Cards stand in none but the newest deals of the views.
#[derive(Serialize, ToSchema)]
struct PlayedDeal {
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
    /// The decisions, in order.
    choices: Vec<PlayedChoice>,
    /// What each stake returned.
    settlement: Settlement,
    /// Why it is void, where it is.
    #[schema(required, example = "misdeal")]
    voided: Option<&'static str>,
}

impl From<&PastDeal> for PlayedDeal {
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
            choices: deal.choices.iter().map(PlayedChoice::from).collect(),
            settlement: Settlement::from(&deal.settlement),
            voided: deal.voided.as_ref().map(DealVoid::name),
        }
    }
}

/// A decision of a deal that is over.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"seat": 3, "box": 3, "hand": 0, "choice": "stand", "cards": 0, "by_default": false}))]
struct PlayedChoice {
    /// Whose.
    seat: u8,
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

impl From<&PastChoice> for PlayedChoice {
    fn from(choice: &PastChoice) -> Self {
        let PastChoice { seat, place, hand, choice, cards, by_default } = *choice;
        Self { seat: seat.number(), r#box: place.0, hand, choice, cards, by_default }
    }
}
