//! What a player may order.

use alloc::vec::Vec;

use super::Cabinet;
use super::ledger::Felt;
use super::liability::Liability;
use super::seat::{SeatState, merged};
use crate::games::roulette;
use crate::model::{Bet, Fact, Money, Order, Refusal, Seat, Stake};

impl Cabinet {
    pub(super) fn take_seat_order(&mut self, seat: Seat, order: &Order, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        if self.table.lifecycle.holds.is_held() {
            return Err(Refusal::TableHeld);
        }
        if !self.is_betting_open() {
            return Err(Refusal::BettingClosed);
        }
        let state = &self.seats[seat.index()];
        match order {
            Order::Place { bets } => self.place(seat, bets.clone(), Refusal::BetMalformed, facts)?,
            Order::Repeat => self.place(seat, state.to_repeat(), Refusal::NothingToRepeat, facts)?,
            Order::Double => self.place(seat, state.asked(), Refusal::NothingPlaced, facts)?,
            Order::Undo => self.take_back(seat, facts, SeatState::undo)?,
            Order::Clear => self.take_back(seat, facts, SeatState::take_all_back)?,
            Order::TakeBack(position) => self.take_back(seat, facts, |state| state.take_back(*position))?,
            _ => return Err(Refusal::NotEntitled),
        }
        self.start_countdown();
        Ok(())
    }

    /// Places `asked`, all of it or nothing; `if_empty` is the refusal where there is nothing to place.
    fn place(&mut self, seat: Seat, asked: Vec<Bet>, if_empty: Refusal, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        if asked.is_empty() {
            return Err(if_empty);
        }
        let rules = self.rules_of_wheel();
        let placed = self.seats[seat.index()].bets();
        let accepted = roulette::accept(rules, &placed, &asked)?;
        let amount: Money = accepted.stakes.iter().map(|stake| stake.amount).sum();
        let lying = merged(placed.iter().chain(&accepted.stakes));
        let staked = self.staked_on_table() + amount;
        if self.liability_without(seat).with(rules, &lying).most() - staked > rules.limits.table_exposure_most_minor {
            return Err(Refusal::AboveTableExposure);
        }
        let credit = self.ledger.credit(seat);
        if amount > credit {
            return Err(Refusal::CreditTooSmall);
        }
        let best = Liability::default().with(rules, &lying).most();
        let elsewhere = self.best_return_everywhere(seat) - self.best_return(seat);
        if credit - amount + best + elsewhere > self.terms.credit_most {
            return Err(Refusal::AboveCreditMost);
        }
        self.ledger.place(Felt::Wheel, seat, amount);
        let bets = if accepted.refused.is_zero() { asked } else { accepted.stakes.iter().copied().map(Bet::Simple).collect() };
        self.seats[seat.index()].place(bets, accepted.stakes.clone());
        facts.push(Fact::Placed { seat, stakes: accepted.stakes, refused: accepted.refused });
        Ok(())
    }

    /// Whether a bet would be taken now.
    pub(super) fn is_betting_open(&self) -> bool {
        self.table.may_bets_change() && !self.table.lifecycle.holds.is_held()
    }

    /// What each number would return to all seats but this one together.
    fn liability_without(&self, seat: Seat) -> Liability {
        let others = Seat::all().filter(|other| *other != seat);
        others.fold(Liability::default(), |sum, other| sum.with(&self.terms.roulette, &self.seats[other.index()].bets()))
    }

    /// The most that one number would return to this seat.
    pub(super) fn best_return(&self, seat: Seat) -> Money {
        Liability::default().with(&self.terms.roulette, &self.seats[seat.index()].bets()).most()
    }

    fn staked_on_table(&self) -> Money {
        Seat::all().map(|seat| self.ledger.staked(Felt::Wheel, seat)).sum()
    }

    /// What the table could have to pay at most in this round, above the stakes that lie on it.
    pub(super) fn exposure(&self) -> Money {
        let bets = |sum: Liability, seat: &SeatState| sum.with(&self.terms.roulette, &seat.bets());
        (self.seats.iter().fold(Liability::default(), bets).most() - self.staked_on_table()).max(Money::ZERO)
    }

    fn take_back(&mut self, seat: Seat, facts: &mut Vec<Fact>, take: impl FnOnce(&mut SeatState) -> Vec<Stake>) -> Result<(), Refusal> {
        let stakes = take(&mut self.seats[seat.index()]);
        if stakes.is_empty() {
            return Err(Refusal::NothingPlaced);
        }
        self.give_back(seat, stakes, facts);
        Ok(())
    }

    /// Moves stakes that were taken off the layout back to the seat's credit.
    pub(super) fn give_back(&mut self, seat: Seat, stakes: Vec<Stake>, facts: &mut Vec<Fact>) {
        if !stakes.is_empty() {
            self.ledger.take_back(Felt::Wheel, seat, stakes.iter().map(|stake| stake.amount).sum());
            facts.push(Fact::TakenBack { seat, stakes });
        }
    }
}
