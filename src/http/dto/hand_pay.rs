//! Hand pays: wins that wait for an attendant, and the body of the order that pays one.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::model::{HandPay, HandPayment, Order};

/// A win that waits for an attendant.
#[derive(Serialize, ToSchema)]
pub(super) struct HandPayDue {
    /// Its number.
    #[schema(example = 4)]
    hand_pay: u32,
    /// The seat, which is locked until it is paid.
    #[schema(example = 2)]
    seat: u8,
    /// The card table it was won at; null where it was won at the wheel.
    #[schema(required, example = json!(null))]
    table: Option<u8>,
    /// The number of the round, or of the deal at that table.
    #[schema(example = 11)]
    game: u64,
    /// How much, more than nothing. It is not in the seat's credit.
    #[schema(example = 350_000)]
    amount: i64,
    /// Since when.
    #[schema(example = 1_763_690_000_000_000_u64)]
    since: u64,
}

impl From<&HandPay> for HandPayDue {
    fn from(pay: &HandPay) -> Self {
        let (table, game) = pay.game.place();
        Self { hand_pay: pay.number, seat: pay.seat.number(), table, game, amount: pay.amount.minor(), since: pay.since.microseconds() }
    }
}

/// How a win is paid that waits for an attendant.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"hand_pay": 4, "how": "cash"}))]
pub(in crate::http) struct HandPayForm {
    /// The hand pay.
    hand_pay: u32,
    /// `cash`: it leaves the cabinet by hand; `credit`: it goes to the seat's credit.
    how: PaidHow,
}

/// How a win is paid.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum PaidHow {
    /// In cash, by hand.
    Cash,
    /// To the seat's credit.
    Credit,
}

impl HandPayForm {
    pub(in crate::http) fn order(&self) -> Order {
        let how = match self.how {
            PaidHow::Cash => HandPayment::Cash,
            PaidHow::Credit => HandPayment::Credit,
        };
        Order::PayByHand { number: self.hand_pay, how }
    }
}
