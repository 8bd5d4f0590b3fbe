//! The bodies of orders and what they ask for.

use serde::Deserialize;
use utoipa::ToSchema;

use super::super::problem::Problem;
use super::bet::{BetForm, PositionForm, within_reach};
use super::object::{object, objects};
use crate::model::{Money, Order, Resumption, Seat};

/// The most bets of one request: their record in the journal stays below 4 KiB.
const MOST_BETS: usize = 100;

/// The most characters of an attendant's words.
const MOST_WORDS: usize = Order::NOTE_MOST;

/// The round that an order is meant for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"round": 12}))]
pub(in crate::http) struct RoundForm {
    /// The round it is meant for: refused as `other-round` where it is not the current one.
    pub(in crate::http) round: u64,
}

/// Bets to place, all of them or none.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"bets": [{"bet": "straight", "numbers": [17], "stake": 500}, {"bet": "voisins", "chip": 100}], "round": 12}))]
pub(in crate::http) struct PlaceForm {
    /// The bets, 1 to 100.
    #[serde(deserialize_with = "objects")]
    #[schema(min_items = 1, max_items = 100)]
    bets: Vec<BetForm>,
    /// The round they are meant for: refused as `other-round` where it is not the current one.
    pub(in crate::http) round: u64,
}

impl PlaceForm {
    pub(in crate::http) fn order(&self) -> Result<Order, Problem> {
        if !(1..=MOST_BETS).contains(&self.bets.len()) {
            return Err(Problem::bad(format!("`bets`: expected 1 to {MOST_BETS} bets, found {}", self.bets.len())));
        }
        let bets = self.bets.iter().enumerate().map(|(place, form)| form.bet(place)).collect::<Result<_, _>>()?;
        Ok(Order::Place { bets })
    }
}

/// The place on the layout to take everything back from.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"position": {"bet": "split", "numbers": [17, 20]}, "round": 12}))]
pub(in crate::http) struct TakeBackForm {
    /// The place.
    #[serde(deserialize_with = "object")]
    position: PositionForm,
    /// The round it is meant for: refused as `other-round` where it is not the current one.
    pub(in crate::http) round: u64,
}

impl TakeBackForm {
    pub(in crate::http) fn order(&self) -> Result<Order, Problem> {
        self.position.position().map(Order::TakeBack)
    }
}

/// Money to put on a seat's credit.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"amount": 1000}))]
pub(in crate::http) struct AmountForm {
    /// How much, more than nothing.
    amount: i64,
}

impl AmountForm {
    pub(in crate::http) fn credit_in(&self, seat: Seat) -> Result<Order, Problem> {
        within_reach("amount", Some(self.amount))?;
        Ok(Order::CreditIn { seat, amount: Money::from_minor(self.amount) })
    }
}

/// Money to pay out of a seat's credit.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"amount": null}))]
pub(in crate::http) struct CashOutForm {
    /// How much, more than nothing; null pays out everything. The key must be there, so that a forgotten amount is not everything.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    amount: Option<i64>,
}

impl CashOutForm {
    pub(in crate::http) fn credit_out(&self, seat: Seat) -> Result<Order, Problem> {
        within_reach("amount", self.amount)?;
        Ok(Order::CreditOut { seat, amount: self.amount.map(Money::from_minor) })
    }
}

/// Why the table is to be stopped.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"reason": "Chip on the rotor"}))]
pub(in crate::http) struct HoldForm {
    /// The attendant's words, 1 to 200 characters. Everybody sees them.
    #[schema(min_length = 1, max_length = 200)]
    reason: String,
}

impl HoldForm {
    pub(in crate::http) fn order(&self) -> Result<Order, Problem> {
        Ok(Order::Hold { reason: words(&self.reason)? })
    }
}

/// How a held table is to go on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"round": 12, "how": "respin"}))]
pub(in crate::http) struct ResumeForm {
    /// The round that goes on: refused as `other-round` where it is not the current one.
    pub(in crate::http) round: u64,
    /// `continue`: betting goes on; `respin`: the bets stay and the ball is launched again.
    how: How,
}

/// How a held table goes on.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum How {
    /// Betting goes on where it was stopped; only while no ball had been launched.
    Continue,
    /// The bets stay as they are and the ball is launched again.
    Respin,
}

impl ResumeForm {
    pub(in crate::http) fn order(&self) -> Order {
        Order::Resume(match self.how {
            How::Continue => Resumption::Continue,
            How::Respin => Resumption::Respin,
        })
    }
}

/// The round to void and why.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"round": 12, "reason": "The ball left the wheel three times"}))]
pub(in crate::http) struct VoidForm {
    /// The current round.
    pub(in crate::http) round: u64,
    /// The attendant's words, 1 to 200 characters. The seats with bets in the round see them.
    #[schema(min_length = 1, max_length = 200)]
    reason: String,
}

impl VoidForm {
    pub(in crate::http) fn order(&self) -> Result<Order, Problem> {
        Ok(Order::Void { reason: words(&self.reason)? })
    }
}

/// The round whose spin is to be called off.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"round": 12}))]
pub(in crate::http) struct NoSpinForm {
    /// The current round.
    pub(in crate::http) round: u64,
}

/// The cash in an attendant's drawer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"cash": 50_000}))]
pub(in crate::http) struct ShiftForm {
    /// How much was counted; 0 where the drawer is empty.
    #[schema(minimum = 0)]
    cash: i64,
}

impl ShiftForm {
    pub(in crate::http) fn open(&self) -> Result<Order, Problem> {
        Ok(Order::OpenShift { cash: self.cash()? })
    }

    pub(in crate::http) fn close(&self) -> Result<Order, Problem> {
        Ok(Order::CloseShift { cash: self.cash()? })
    }

    fn cash(&self) -> Result<Money, Problem> {
        within_reach("cash", Some(self.cash))?;
        if self.cash < 0 {
            return Err(Problem::bad("`cash`: expected 0 or more"));
        }
        Ok(Money::from_minor(self.cash))
    }
}

/// An attendant's words as they are kept: short, without control characters.
pub(super) fn words(reason: &str) -> Result<String, Problem> {
    words_of("reason", reason)
}

/// The same of another key of a form.
pub(super) fn words_of(key: &str, text: &str) -> Result<String, Problem> {
    let text = text.trim();
    let fits = (1..=MOST_WORDS).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    fits.then(|| text.into()).ok_or_else(|| Problem::bad(format!("`{key}`: expected 1 to {MOST_WORDS} characters on one line")))
}
