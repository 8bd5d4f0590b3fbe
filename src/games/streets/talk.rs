//! What the players of a deal are asked on a street: to bet, to pay for the opening of cards, to buy some, or whether they divide the
//! bank.

use super::hand::Hand;
use super::variant::Asks;
use crate::games::betting::{
    Action, BettingRefusal, Buyer, Division, Exchange, ExchangeTerms, InTurn, Limit, Offers, Round, Trader, Trading, TradingTerms,
};
use crate::model::{Money, SEATS, Seat};

/// A round of questions that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Talk {
    /// A betting round.
    Betting(Round),
    /// A trading (TPAM-32).
    Trading(Trading),
    /// The buying of cards (TPAM-23).
    Exchange(Exchange),
    /// Whether the bank is divided between equal hands (TPAM-8).
    Division(Division),
}

impl Talk {
    fn in_turn_mut(&mut self) -> &mut dyn InTurn {
        match self {
            Self::Betting(round) => round,
            Self::Trading(trading) => trading,
            Self::Exchange(exchange) => exchange,
            Self::Division(division) => division,
        }
    }

    pub(super) fn turn(&self) -> Option<Seat> {
        match self {
            Self::Betting(round) => round.turn(),
            Self::Trading(trading) => trading.turn(),
            Self::Exchange(exchange) => exchange.turn(),
            Self::Division(division) => division.turn(),
        }
    }

    pub(super) fn offers(&self, seat: Seat) -> Option<Offers> {
        match self {
            Self::Betting(round) => round.offers(seat),
            Self::Trading(trading) => trading.offers(seat),
            Self::Exchange(exchange) => exchange.offers(seat),
            Self::Division(division) => division.offers(seat),
        }
    }

    pub(super) fn otherwise(&self, seat: Seat) -> Action {
        match self {
            Self::Betting(round) => round.otherwise(seat),
            Self::Trading(trading) => trading.otherwise(seat),
            // TPAM-Q31: buying is skipped.
            Self::Exchange(_) => Action::Pass,
            // TPAM-Q7: no answer is no agreement.
            Self::Division(_) => Action::PlayAgain,
        }
    }

    pub(super) fn take(&mut self, seat: Seat, action: Action) -> Result<Money, BettingRefusal> {
        match self {
            Self::Betting(round) => round.take(seat, action),
            Self::Trading(trading) => trading.take(seat, action),
            Self::Exchange(exchange) => exchange.take(seat, action),
            Self::Division(division) => division.take(seat, action),
        }
    }

    pub(super) fn kill(&mut self, seat: Seat) {
        self.in_turn_mut().kill(seat);
    }

    /// What the seat has put in in this round.
    pub(super) fn bet(&self, seat: Seat) -> Money {
        match self {
            Self::Betting(round) => round.players()[seat.index()].map_or(Money::ZERO, |player| player.bet),
            Self::Trading(trading) => trading.paid(seat),
            // The price of a card lies in the bank at once (TPAM-24).
            Self::Exchange(_) | Self::Division(_) => Money::ZERO,
        }
    }

    /// What who stays must have put in in a betting round; nothing where no bets are made.
    pub(super) const fn price(&self) -> Money {
        match self {
            Self::Betting(round) => round.price(),
            Self::Trading(_) | Self::Exchange(_) | Self::Division(_) => Money::ZERO,
        }
    }

    pub(super) const fn last_wager(&self) -> Option<Seat> {
        match self {
            Self::Betting(round) => round.last_wager(),
            Self::Trading(_) | Self::Exchange(_) | Self::Division(_) => None,
        }
    }

    /// Whether what is put in need not be matched by anybody.
    pub(super) const fn is_for_bank(&self) -> bool {
        matches!(self, Self::Trading(_) | Self::Exchange(_))
    }
}

impl Hand {
    /// Opens the round of the street.
    pub(super) fn open_talk(&mut self) {
        self.reached = self.street;
        let talk = match self.street_now().asks {
            Asks::Betting => Talk::Betting(self.betting_round()),
            Asks::Trading => Talk::Trading(self.trading()),
            Asks::Exchange => Talk::Exchange(self.exchange()),
        };
        self.begin_talk(talk);
    }

    /// TPAM-23: each card costs the initial stake (TPAM-Q5).
    fn exchange(&self) -> Exchange {
        let cards_most = self.house().exchange.map_or(0, |rules| rules.cards_most);
        let mut buyers = [None; SEATS];
        let mut of = 0;
        for seat in Seat::all() {
            buyers[seat.index()] = self.seats()[seat.index()].map(|player| Buyer::new(player.stack, player.is_live));
            of = self.seats()[seat.index()].map_or(of, |player| of.max(player.down.len()));
        }
        let of = u8::try_from(of).unwrap_or(u8::MAX);
        Exchange::open(ExchangeTerms { cards_most, of, price: self.level().ante, first: self.after_button() }, buyers)
    }

    /// TPAM-32, TPAM-35: a price of the initial stake, or from the least to the most of the house; nothing where nothing is left to open.
    fn trading(&self) -> Trading {
        let (house, level) = (self.house(), self.level());
        let is_fixed = house.betting.limit == Limit::FixedLimit;
        let stakes = if is_fixed { (level.ante, level.ante) } else { (level.small_bet, level.most_bet) };
        let rules = house.trading;
        let is_paid = !self.is_last_street() || rules.is_some_and(|rules| rules.final_round);
        let mut traders = [None; SEATS];
        for seat in Seat::all() {
            traders[seat.index()] = self.seats()[seat.index()].map(|player| Trader::new(player.stack, player.is_live));
        }
        let terms = TradingTerms {
            stakes: is_paid.then_some(stakes),
            unit: level.unit,
            equalise: rules.is_some_and(|rules| rules.equalise),
            first: self.after_button(),
        };
        Trading::open(terms, traders)
    }
}
