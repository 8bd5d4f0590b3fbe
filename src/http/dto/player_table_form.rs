//! The bodies of orders at tables between players and what they ask for.

use serde::Deserialize;
use utoipa::ToSchema;

use super::super::problem::Problem;
use super::bet::within_reach;
use super::table_form::cards;
use crate::model::{BettingAction, Money, PlayerTableOrder, Seat, TableConditions, TableOrder};

/// An amount to sit down with, or to add to the stack.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12, "amount": 10_000}))]
pub(in crate::http) struct ChipsForm {
    /// How much of the credit.
    amount: i64,
    /// The deal in view, under way or the last one: refused as `other-round` where it is not the current one.
    pub(in crate::http) deal: u64,
}

impl ChipsForm {
    pub(in crate::http) fn join(&self) -> Result<TableOrder, Problem> {
        Ok(TableOrder::BetweenPlayers(PlayerTableOrder::Join { put: self.money()? }))
    }

    pub(in crate::http) fn top_up(&self) -> Result<TableOrder, Problem> {
        Ok(TableOrder::BetweenPlayers(PlayerTableOrder::TopUp { amount: self.money()? }))
    }

    fn money(&self) -> Result<Money, Problem> {
        within_reach("amount", Some(self.amount))?;
        Ok(Money::from_minor(self.amount))
    }
}

/// Whether the seat sits out from now on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12, "out": true}))]
pub(in crate::http) struct SitOutForm {
    /// Whether it is dealt in no more, or again.
    out: bool,
    /// The deal in view, under way or the last one: refused as `other-round` where it is not the current one.
    pub(in crate::http) deal: u64,
}

impl SitOutForm {
    pub(in crate::http) const fn order(&self) -> TableOrder {
        TableOrder::BetweenPlayers(PlayerTableOrder::SitOut { is_out: self.out })
    }
}

/// Whether the seat's hand is mucked by itself from now on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12, "automatically": false}))]
pub(in crate::http) struct MuckForm {
    /// Whether it is mucked by itself where it need not be shown at a showdown, or else opened with the others.
    automatically: bool,
    /// The deal in view, under way or the last one: refused as `other-round` where it is not the current one.
    pub(in crate::http) deal: u64,
}

impl MuckForm {
    pub(in crate::http) const fn order(&self) -> TableOrder {
        TableOrder::BetweenPlayers(PlayerTableOrder::Muck { is_automatic: self.automatically })
    }
}

/// The conditions with which a seat opens a table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12, "buy_in_least": 4_000, "buy_in_most": 20_000, "seats": 4}))]
pub(in crate::http) struct OpenForm {
    /// The least to sit down with.
    buy_in_least: i64,
    /// The most to sit down with or to fill up to.
    buy_in_most: i64,
    /// How many may sit there.
    seats: u8,
    /// The deal in view, the last one: refused as `other-round` where it is not the current one.
    pub(in crate::http) deal: u64,
}

impl OpenForm {
    pub(in crate::http) fn order(&self) -> Result<TableOrder, Problem> {
        within_reach("buy_in_least", Some(self.buy_in_least))?;
        within_reach("buy_in_most", Some(self.buy_in_most))?;
        let (buy_in_least, buy_in_most) = (Money::from_minor(self.buy_in_least), Money::from_minor(self.buy_in_most));
        let conditions = TableConditions { buy_in_least, buy_in_most, seats_most: self.seats };
        Ok(TableOrder::BetweenPlayers(PlayerTableOrder::Open { conditions }))
    }
}

/// The seat goes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12}))]
pub(in crate::http) struct LeaveForm {
    /// The deal in view, under way or the last one: refused as `other-round` where it is not the current one.
    pub(in crate::http) deal: u64,
}

/// An action in the seat's turn.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12, "turn": 4, "action": "raise-to", "amount": 600}))]
pub(in crate::http) struct ActionForm {
    /// The number of the turn, as the table's `turn` says it.
    turn: u32,
    /// What: `fold`, `check`, `call`, `bet`, `raise-to`, `stop`, `pass`, `exchange`, `divide`, `play-again` or `play-for-pot`.
    action: String,
    /// The total of the round, for `bet` and `raise-to`.
    #[serde(default)]
    amount: Option<i64>,
    /// The places of the cards that are given back, from 1 on and each once, for `exchange`.
    #[serde(default)]
    cards: Option<Vec<u8>>,
    /// The deal it is meant for: refused as `other-round` where it is not the current one.
    pub(in crate::http) deal: u64,
}

impl ActionForm {
    pub(in crate::http) fn order(&self) -> Result<TableOrder, Problem> {
        within_reach("amount", self.amount)?;
        let cards = self.cards.as_deref().map(cards).transpose()?;
        let action = BettingAction::of(&self.action, self.amount.map(Money::from_minor), cards);
        let expected = "`action`: expected `fold`, `check`, `call`, `stop`, `pass`, `divide`, `play-again` or `play-for-pot`, `bet` or `raise-to` with an `amount`, or `exchange` with `cards`";
        let action = action.ok_or_else(|| Problem::bad(expected))?;
        Ok(TableOrder::BetweenPlayers(PlayerTableOrder::Act { turn: self.turn, action }))
    }
}

/// The seat that has to go.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12, "seat": 3}))]
pub(in crate::http) struct RemoveForm {
    /// The seat, 1 to 6.
    seat: u8,
    /// The deal in view, under way or the last one: refused as `other-round` where it is not the current one.
    pub(in crate::http) deal: u64,
}

impl RemoveForm {
    pub(in crate::http) fn order(&self) -> Result<TableOrder, Problem> {
        let seat = Seat::new(self.seat).ok_or_else(|| Problem::bad("`seat`: expected 1 to 6"))?;
        Ok(TableOrder::BetweenPlayers(PlayerTableOrder::Remove { seat }))
    }
}
