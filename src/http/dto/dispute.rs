//! Disputes: what is said of them to people of the house, and to the seat whose player does not agree; and the bodies of their orders.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::problem::Problem;
use super::bet::within_reach;
use super::form::words_of;
use super::player_table_history::PlayedHand;
use super::round::Round;
use super::table::TableDeal;
use crate::model::{DisputeView, KeptGame, Money, Order, PastGame, Ruling, Seat, TableNumber, Verdict};

/// The disputes.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Disputes {
    /// All that are open and the newest that are decided, newest first. `croupierctl disputes` prints older ones.
    pub(in crate::http) disputes: Vec<KeptDispute>,
    /// The journal's head that they are part of, as `NUMBER:HASH`.
    #[schema(example = "1234:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub(in crate::http) head: String,
}

/// A dispute with its game as it was when it was disputed.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct KeptDispute {
    /// The dispute.
    dispute: Dispute,
    /// The round of the wheel; null where another game is disputed.
    #[schema(required)]
    round: Option<Round>,
    /// The deal of a card table; null where another game is disputed.
    #[schema(required)]
    deal: Option<TableDeal>,
    /// The deal between players with the cards that everybody has seen; null where another game is disputed.
    #[schema(required)]
    hand: Option<PlayedHand>,
}

impl From<&DisputeView> for KeptDispute {
    fn from(view: &DisputeView) -> Self {
        let none = Self { dispute: Dispute::from(view), round: None, deal: None, hand: None };
        match &view.kept {
            KeptGame::Round(round) => Self { round: Some(Round::from(&**round)), ..none },
            KeptGame::Deal(deal) => Self { deal: Some(TableDeal::from(&**deal)), ..none },
            KeptGame::Hand(hand) => Self { hand: Some(PlayedHand::from(&**hand)), ..none },
        }
    }
}

/// A dispute.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Dispute {
    /// Its number.
    #[schema(example = 3)]
    dispute: u32,
    /// The seat whose player does not agree.
    #[schema(example = 2)]
    seat: u8,
    /// The card table, or the one between players; null where a round of the wheel is disputed.
    #[schema(required, example = json!(null))]
    table: Option<u8>,
    /// The number of the round, or of the deal at that table.
    #[schema(example = 11)]
    game: u64,
    /// Who opened it.
    #[schema(example = "Anna")]
    opened_by: String,
    /// When.
    #[schema(example = 1_763_690_000_000_000_u64)]
    opened_at: u64,
    /// What it is about.
    #[schema(example = "He says that his chip lay on 17.")]
    note: String,
    /// How it was decided; null as long as it is open.
    #[schema(required)]
    ruling: Option<DisputeRuling>,
}

impl From<&DisputeView> for Dispute {
    fn from(view: &DisputeView) -> Self {
        let (table, game) = view.game.place();
        Self {
            dispute: view.number,
            seat: view.seat.number(),
            table,
            game,
            opened_by: view.opened_by.clone(),
            opened_at: view.opened_at.microseconds(),
            note: view.note.clone(),
            ruling: view.ruling.as_ref().map(DisputeRuling::from),
        }
    }
}

/// How a dispute was decided.
#[derive(Serialize, ToSchema)]
struct DisputeRuling {
    /// What was decided.
    verdict: VerdictName,
    /// What was put on the seat's credit; null where the dispute was rejected.
    #[schema(required, example = 500)]
    amount: Option<i64>,
    /// Who decided.
    #[schema(example = "Boris")]
    by: String,
    /// When.
    #[schema(example = 1_763_690_600_000_000_u64)]
    at: u64,
    /// Why.
    #[schema(example = "The film shows it.")]
    note: String,
}

impl From<&Ruling> for DisputeRuling {
    fn from(ruling: &Ruling) -> Self {
        Self {
            verdict: VerdictName::of(ruling.verdict),
            amount: ruling.verdict.amount().map(Money::minor),
            by: ruling.by.clone(),
            at: ruling.at.microseconds(),
            note: ruling.note.clone(),
        }
    }
}

/// What a seat is told of its dispute: nobody's name and nobody's words.
#[derive(Serialize, ToSchema)]
pub(super) struct SeatDispute {
    /// Its number.
    #[schema(example = 3)]
    dispute: u32,
    /// The card table, or the one between players; null where a round of the wheel is disputed.
    #[schema(required, example = json!(null))]
    table: Option<u8>,
    /// The number of the round, or of the deal at that table.
    #[schema(example = 11)]
    game: u64,
    /// What was decided; null as long as it is open.
    #[schema(required)]
    verdict: Option<VerdictName>,
    /// What was put on the credit for it; null where nothing was, or not yet.
    #[schema(required, example = 500)]
    amount: Option<i64>,
}

impl From<&DisputeView> for SeatDispute {
    fn from(view: &DisputeView) -> Self {
        let (table, game) = view.game.place();
        let verdict = view.ruling.as_ref().map(|ruling| ruling.verdict);
        Self {
            dispute: view.number,
            table,
            game,
            verdict: verdict.map(VerdictName::of),
            amount: verdict.and_then(Verdict::amount).map(Money::minor),
        }
    }
}

/// What is decided.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum VerdictName {
    /// The player is right; an amount is put on the credit.
    Upheld,
    /// The game stands as it was paid.
    Rejected,
}

impl VerdictName {
    const fn of(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Upheld { .. } => Self::Upheld,
            Verdict::Rejected => Self::Rejected,
        }
    }
}

/// A game that a seat's player does not agree with.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"table": null, "game": 11, "note": "He says that his chip lay on 17."}))]
pub(in crate::http) struct OpenDisputeForm {
    /// The card table, or the one between players; null for a round of the wheel. The key must be there, so that a forgotten table is not the wheel's.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required, minimum = 1)]
    table: Option<u8>,
    /// The number of the round, or of the deal at that table.
    game: u64,
    /// The attendant's words, 1 to 200 characters.
    #[schema(min_length = 1, max_length = 200)]
    note: String,
}

impl OpenDisputeForm {
    pub(in crate::http) fn order(&self, seat: Seat) -> Result<Order, Problem> {
        let game = match self.table {
            None => PastGame::Round(self.game),
            Some(table) => PastGame::Deal { table: TableNumber(table), deal: self.game },
        };
        Ok(Order::OpenDispute { seat, game, note: words_of("note", &self.note)?, read: None })
    }
}

/// The decision on a dispute.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"dispute": 3, "verdict": "upheld", "amount": 500, "note": "The film shows it."}))]
pub(in crate::http) struct DecideDisputeForm {
    /// The dispute.
    dispute: u32,
    /// `upheld`: the amount is put on the seat's credit; `rejected`: the game stands as it was paid.
    verdict: VerdictName,
    /// How much, more than nothing; null where the dispute is rejected. The key must be there.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    amount: Option<i64>,
    /// The attendant's words, 1 to 200 characters.
    #[schema(min_length = 1, max_length = 200)]
    note: String,
}

impl DecideDisputeForm {
    pub(in crate::http) fn order(&self) -> Result<Order, Problem> {
        within_reach("amount", self.amount)?;
        let verdict = match (self.verdict, self.amount) {
            (VerdictName::Upheld, Some(amount)) => Verdict::Upheld { amount: Money::from_minor(amount) },
            (VerdictName::Rejected, None) => Verdict::Rejected,
            (VerdictName::Upheld, None) => return Err(Problem::bad("`amount`: expected how much, for the dispute is upheld")),
            (VerdictName::Rejected, Some(_)) => return Err(Problem::bad("`amount`: expected null, for the dispute is rejected")),
        };
        Ok(Order::DecideDispute { dispute: self.dispute, verdict, note: words_of("note", &self.note)? })
    }
}
