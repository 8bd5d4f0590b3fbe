//! Equal hands: their owners are asked one after the other whether they divide the bank; where one does not, they play for it again (TPAM-8).
//!
//! Rule numbers TPAM are those of the digest `table-poker-am`.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::Offers;
use super::order::InTurn;
use super::refusal::BettingRefusal;
use crate::model::BettingAction as Action;
use crate::model::{Money, Seat};

/// What a house says of equal hands where it asks their owners: keys of its rules file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EqualHandsRules {
    /// After so many replays of a bank it is divided without being asked (TPAM-Q8).
    pub replays_most: u8,
}

impl EqualHandsRules {
    /// What is wrong with it: the key and what was expected.
    #[must_use]
    pub const fn problem(&self) -> Option<(&'static str, &'static str)> {
        if self.replays_most >= 1 && self.replays_most <= 9 { None } else { Some(("equal_hands.replays_most", "1 to 9 (TPAM-Q8)")) }
    }
}

/// The question whether a bank is divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    between: Vec<Seat>,
    agreed: Vec<Seat>,
    has_refused: bool,
    turn: Option<Seat>,
}

impl Division {
    /// These have equal hands; who is asked first, or the first after him.
    #[must_use]
    pub fn open(between: &[Seat], first: Seat) -> Self {
        let mut division = Self { between: between.to_vec(), agreed: Vec::new(), has_refused: false, turn: None };
        division.begin_with(first);
        division
    }

    /// Between whom it is.
    #[must_use]
    pub fn between(&self) -> &[Seat] {
        &self.between
    }

    /// Whether one of them does not divide.
    #[must_use]
    pub const fn has_refused(&self) -> bool {
        self.has_refused
    }

    /// What the seat may do, if it is its turn: to divide or to play again, and nothing else.
    #[must_use]
    pub fn offers(&self, seat: Seat) -> Option<Offers> {
        (self.turn == Some(seat)).then_some(Offers { may_divide: true, ..Offers::NONE })
    }

    /// Does it; it costs nothing.
    ///
    /// # Errors
    /// [`BettingRefusal`], where the seat is not offered this; nothing has changed then.
    pub fn take(&mut self, seat: Seat, action: Action) -> Result<Money, BettingRefusal> {
        self.offers(seat).ok_or(BettingRefusal::NotYourTurn)?;
        match action {
            Action::Divide => self.agreed.push(seat),
            Action::PlayAgain => self.has_refused = true,
            Action::Stop => return Err(BettingRefusal::NoStop),
            _ => return Err(BettingRefusal::OtherQuestion),
        }
        self.pass_on(seat);
        Ok(Money::ZERO)
    }
}

impl InTurn for Division {
    fn turn(&self) -> Option<Seat> {
        self.turn
    }

    fn give_turn(&mut self, seat: Option<Seat>) {
        self.turn = seat;
    }

    /// Once one does not agree, nobody else is asked.
    fn is_asked(&self, seat: Seat) -> bool {
        !self.has_refused && self.between.contains(&seat) && !self.agreed.contains(&seat)
    }

    /// Its hand has been compared, and a share is its own.
    fn fold_out(&mut self, _: Seat) {}
}
