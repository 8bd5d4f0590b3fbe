//! Buying cards: each player is asked once, in seat order, which of his cards he gives back for new ones, and pays for each (TPAM-22, TPAM-23).
//!
//! Rule numbers TPAM are those of the digest `table-poker-am`.

use serde::{Deserialize, Serialize};

use super::Offers;
use super::order::InTurn;
use super::refusal::BettingRefusal;
use crate::model::BettingAction as Action;
use crate::model::{ExchangeOffer, Money, SEATS, Seat};

/// What a house says of buying cards: keys of its rules file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExchangeRules {
    /// How many cards a player may buy (TPAM-23).
    pub cards_most: u8,
    /// Whether there is a betting round before it as well (TPAM-Q3).
    pub pre_round: bool,
}

impl ExchangeRules {
    /// What is wrong with it: the key and what was expected.
    #[must_use]
    pub const fn problem(&self) -> Option<(&'static str, &'static str)> {
        if self.cards_most >= 1 && self.cards_most <= 3 { None } else { Some(("exchange.cards_most", "1 to 3 (TPAM-23)")) }
    }
}

/// What is asked when cards are bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExchangeTerms {
    /// How many cards a player may buy.
    pub cards_most: u8,
    /// How many cards he has.
    pub of: u8,
    /// What each costs (TPAM-Q5).
    pub price: Money,
    /// Who is asked first, or the first after him who can be.
    pub first: Seat,
}

/// One who was dealt in, as he stands while cards are bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buyer {
    /// What he has behind.
    pub stack: Money,
    /// Whether he has not surrendered.
    pub is_live: bool,
    was_asked: bool,
}

impl Buyer {
    /// One who has not been asked yet.
    #[must_use]
    pub const fn new(stack: Money, is_live: bool) -> Self {
        Self { stack, is_live, was_asked: false }
    }
}

/// The buying of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    terms: ExchangeTerms,
    buyers: [Option<Buyer>; SEATS],
    turn: Option<Seat>,
}

impl Exchange {
    /// These may buy cards, one after the other.
    #[must_use]
    pub fn open(terms: ExchangeTerms, buyers: [Option<Buyer>; SEATS]) -> Self {
        let mut exchange = Self { terms, buyers, turn: None };
        exchange.begin_with(terms.first);
        exchange
    }

    /// What the seat may do, if it is its turn: as many cards as it can pay for, or none.
    #[must_use]
    pub fn offers(&self, seat: Seat) -> Option<Offers> {
        let buyer = self.buyers[seat.index()].filter(|_| self.turn == Some(seat))?;
        let ExchangeTerms { cards_most, of, price, .. } = self.terms;
        let can_pay = |count: &u8| price.checked_mul(i64::from(*count)).is_some_and(|sum| sum <= buyer.stack);
        let most = (1..=cards_most).rev().find(can_pay);
        Some(Offers { may_pass: true, exchange: most.map(|most| ExchangeOffer { most, of, price }), ..Offers::NONE })
    }

    /// Does it; what the seat paid for it.
    ///
    /// # Errors
    /// [`BettingRefusal`], where the seat is not offered this; nothing has changed then.
    pub fn take(&mut self, seat: Seat, action: Action) -> Result<Money, BettingRefusal> {
        let offers = self.offers(seat).ok_or(BettingRefusal::NotYourTurn)?;
        let paid = match action {
            Action::Fold | Action::Pass => Money::ZERO,
            Action::Exchange(cards) => {
                let offer = offers.exchange.filter(|offer| offer.has(cards)).ok_or(BettingRefusal::CardsNotOffered)?;
                offer.price.checked_mul(i64::from(cards.count())).ok_or(BettingRefusal::CardsNotOffered)?
            }
            Action::Stop => return Err(BettingRefusal::NoStop),
            Action::Check
            | Action::Call
            | Action::Bet(_)
            | Action::RaiseTo(_)
            | Action::Divide
            | Action::PlayAgain
            | Action::PlayForPot => {
                return Err(BettingRefusal::OtherQuestion);
            }
        };
        if let Some(buyer) = &mut self.buyers[seat.index()] {
            buyer.stack = buyer.stack - paid;
            (buyer.is_live, buyer.was_asked) = (action != Action::Fold, true);
        }
        self.pass_on(seat);
        Ok(paid)
    }
}

impl InTurn for Exchange {
    fn turn(&self) -> Option<Seat> {
        self.turn
    }

    fn give_turn(&mut self, seat: Option<Seat>) {
        self.turn = seat;
    }

    fn fold_out(&mut self, seat: Seat) {
        self.buyers[seat.index()].iter_mut().for_each(|buyer| buyer.is_live = false);
    }

    /// Who has nothing left can buy nothing and is not asked.
    fn is_asked(&self, seat: Seat) -> bool {
        let buyer = |seat: Seat| self.buyers[seat.index()].filter(|buyer| buyer.is_live);
        let has_others = Seat::all().any(|other| other != seat && buyer(other).is_some());
        has_others && buyer(seat).is_some_and(|buyer| buyer.stack.is_positive() && !buyer.was_asked)
    }
}
