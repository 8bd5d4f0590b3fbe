//! A trading: each player is asked once, in seat order, whether he pays for the opening of cards (TPAM-32 to TPAM-36).
//!
//! Rule numbers TPAM are those of the digest `table-poker-am`. What is paid is for the whole bank: nobody has to match it, unless the house
//! has earlier stakes topped up (TPAM-Q11).

use serde::{Deserialize, Serialize};

use super::order::InTurn;
use super::refusal::BettingRefusal;
use super::{Offers, Wager};
use crate::model::BettingAction as Action;
use crate::model::{Money, SEATS, Seat};

/// What a house says of its tradings: keys of its rules file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TradingRules {
    /// Whether who has paid less than a later player tops it up (TPAM-Q11).
    pub equalise: bool,
    /// Whether stakes may be put in also when nothing is left to open (TPAM-Q14).
    pub final_round: bool,
}

/// What is asked in one trading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TradingTerms {
    /// The least stake and the most; `None` where nothing is paid any more (TPAM-Q14).
    pub stakes: Option<(Money, Money)>,
    /// The smallest chip in play.
    pub unit: Money,
    /// Whether who has paid less than a later player tops it up.
    pub equalise: bool,
    /// Who is asked first, or the first after him who can be.
    pub first: Seat,
}

/// One who was dealt in, as he stands in a trading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trader {
    /// What he has paid in it.
    pub paid: Money,
    /// What he has behind.
    pub stack: Money,
    /// Whether he has not surrendered.
    pub is_live: bool,
    was_asked: bool,
}

impl Trader {
    /// One who has not been asked yet.
    #[must_use]
    pub const fn new(stack: Money, is_live: bool) -> Self {
        Self { paid: Money::ZERO, stack, is_live, was_asked: false }
    }
}

/// A trading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trading {
    terms: TradingTerms,
    /// The last stake, below which no later one may be (TPAM-32).
    price: Money,
    traders: [Option<Trader>; SEATS],
    turn: Option<Seat>,
}

impl Trading {
    /// Opens a trading of these.
    #[must_use]
    pub fn open(terms: TradingTerms, traders: [Option<Trader>; SEATS]) -> Self {
        let mut trading = Self { terms, price: Money::ZERO, traders, turn: None };
        trading.begin_with(terms.first);
        trading
    }

    /// What the seat has paid in it.
    #[must_use]
    pub fn paid(&self, seat: Seat) -> Money {
        self.trader(seat).map_or(Money::ZERO, |trader| trader.paid)
    }

    /// What the seat may do, if it is its turn. A stake that is more than the stack is not offered: it is paid whole or not at all.
    #[must_use]
    pub fn offers(&self, seat: Seat) -> Option<Offers> {
        let trader = self.trader(seat).filter(|_| self.turn == Some(seat))?;
        if trader.was_asked {
            let call = (self.price - trader.paid).min(trader.stack);
            return Some(Offers { call, ..Offers::NONE });
        }
        let passes = Offers { may_pass: true, ..Offers::NONE };
        let Some((least, most)) = self.stakes().filter(|(least, _)| *least <= trader.stack) else { return Some(passes) };
        let (above, most) = (least + self.terms.unit, most.min(trader.stack));
        let wager = Wager { is_bet: self.price.is_zero(), least: above, most, step: self.terms.unit, all_in: trader.stack };
        Some(Offers { call: least, wager: (above <= most).then_some(wager), ..passes })
    }

    /// The least stake that may be put in now, and the most.
    fn stakes(&self) -> Option<(Money, Money)> {
        self.terms.stakes.map(|(least, most)| (least.max(self.price), most))
    }

    /// What is done for a seat whose time is over: it pays nothing where it may (TPAM-36), else it surrenders (TPAM-Q31).
    #[must_use]
    pub fn otherwise(&self, seat: Seat) -> Action {
        if self.offers(seat).is_some_and(|offers| offers.may_pass) { Action::Pass } else { Action::Fold }
    }

    /// Does it; what the seat paid for it.
    ///
    /// # Errors
    /// [`BettingRefusal`], where the seat is not offered this; nothing has changed then.
    pub fn take(&mut self, seat: Seat, action: Action) -> Result<Money, BettingRefusal> {
        let offers = self.offers(seat).ok_or(BettingRefusal::NotYourTurn)?;
        let paid = match action {
            Action::Fold => Money::ZERO,
            Action::Pass if offers.may_pass => Money::ZERO,
            Action::Pass => return Err(BettingRefusal::SomethingOwed),
            Action::Call if offers.call.is_zero() => return Err(BettingRefusal::NothingOwed),
            Action::Call => offers.call,
            Action::Bet(to) | Action::RaiseTo(to) => {
                let wager = offers.wager.ok_or(BettingRefusal::NoWager)?;
                wager.accept(action)?;
                to
            }
            Action::Check | Action::Exchange(_) | Action::Divide | Action::PlayAgain | Action::PlayForPot => {
                return Err(BettingRefusal::OtherQuestion);
            }
            Action::Stop => return Err(BettingRefusal::NoStop),
        };
        if let Some(trader) = &mut self.traders[seat.index()] {
            (trader.paid, trader.stack) = (trader.paid + paid, trader.stack - paid);
            (trader.is_live, trader.was_asked) = (action != Action::Fold, true);
            self.price = self.price.max(trader.paid);
        }
        self.pass_on(seat);
        Ok(paid)
    }

    fn trader(&self, seat: Seat) -> Option<Trader> {
        self.traders[seat.index()]
    }
}

impl InTurn for Trading {
    fn turn(&self) -> Option<Seat> {
        self.turn
    }

    fn give_turn(&mut self, seat: Option<Seat>) {
        self.turn = seat;
    }

    fn fold_out(&mut self, seat: Seat) {
        self.traders[seat.index()].iter_mut().for_each(|trader| trader.is_live = false);
    }

    /// Who has nothing left is asked nothing: he stays in the game. Nobody is asked who is alone.
    fn is_asked(&self, seat: Seat) -> bool {
        let has_others = Seat::all().any(|other| other != seat && self.trader(other).is_some_and(|trader| trader.is_live));
        let tops_up = |trader: Trader| self.terms.equalise && trader.paid.is_positive() && trader.paid < self.price;
        let is_due = |trader: Trader| trader.is_live && trader.stack.is_positive() && (!trader.was_asked || tops_up(trader));
        has_others && self.trader(seat).is_some_and(is_due)
    }
}
