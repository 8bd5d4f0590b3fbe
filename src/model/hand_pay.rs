//! Hand pays: a win that the house pays by the hand of an attendant before its seat plays on.

use minicbor::{Decode, Encode};

use super::{Money, PastGame, Seat, Timestamp};

/// A win that waits for an attendant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct HandPay {
    /// Its number, from 1.
    #[n(0)]
    pub number: u32,
    /// The seat that has won. It is locked until it is paid.
    #[n(1)]
    pub seat: Seat,
    /// What it has won it in.
    #[n(2)]
    pub game: PastGame,
    /// What is to be paid, in minor units, more than nothing: the win, which lies beside the credit until then.
    #[n(3)]
    pub amount: Money,
    /// Since when, as the wall clock showed it.
    #[n(4)]
    pub since: Timestamp,
}

/// How a hand pay is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum HandPayment {
    /// In cash, by hand: it leaves the cabinet.
    #[n(0)]
    Cash,
    /// To the seat's credit.
    #[n(1)]
    Credit,
}

impl HandPayment {
    /// The payment's name in requests, messages and logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cash => "cash",
            Self::Credit => "credit",
        }
    }
}
