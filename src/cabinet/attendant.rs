//! What an attendant may order.

use alloc::vec::Vec;

use super::Cabinet;
use super::table::Stage;
use crate::model::{Fact, Money, NoSpinReason, Order, Refusal, Resumption, Seat, TestedPart, VoidReason};

impl Cabinet {
    pub(super) fn take_attendant_order(&mut self, name: &str, order: &Order, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        let touches_round = matches!(order, Order::Resume(_) | Order::Void { .. } | Order::CallNoSpin);
        if touches_round && self.table.lifecycle.holds.is_tested() {
            return Err(Refusal::SelfTestRuns);
        }
        match order {
            Order::CreditIn { seat, amount } => self.credit_in(*seat, *amount, facts),
            Order::CreditOut { seat, amount } => self.credit_out(*seat, *amount, facts),
            Order::ReturnStakes { seat } => self.return_stakes(*seat, facts),
            Order::Hold { reason } => self.hold(reason, facts),
            Order::Resume(how) => self.resume(*how, facts),
            Order::Void { reason } => self.void_by_attendant(name, reason, facts),
            Order::CallNoSpin => self.call_no_spin(facts),
            Order::OpenShift { cash } => self.open_shift(name, *cash, facts),
            Order::CloseShift { cash } => self.close_shift(name, *cash, facts),
            Order::OpenDispute { seat, game, note, read } => self.open_dispute(name, *seat, *game, note, read.as_ref(), facts),
            Order::SelfTest(part) => self.begin_self_test(name, *part, facts),
            Order::AnswerCall { number } => self.answer_call(*number, facts),
            Order::LockSeat { seat, reason } => self.lock_seat(name, *seat, reason, facts),
            Order::UnlockSeat { seat } => self.unlock_seat(*seat, facts),
            Order::SetLimits { table, limits } => self.set_limits(name, *table, limits, facts),
            Order::PayByHand { number, how } => self.pay_by_hand(*number, *how, facts),
            Order::DecideDispute { dispute, verdict, note } => self.decide_dispute(name, *dispute, *verdict, note, facts),
            _ => Err(Refusal::NotEntitled),
        }
    }

    fn hold(&mut self, reason: &str, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        self.table.lifecycle.holds.hold(reason, self.at)?;
        self.call_off_test_of(TestedPart::Wheel, facts);
        Ok(())
    }

    fn credit_in(&mut self, seat: Seat, amount: Money, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        self.check_growth(seat, amount, self.ledger.meters(seat).credit_in)?;
        self.ledger.credit_in(seat, amount);
        facts.push(Fact::CreditIn { seat, amount });
        self.wake_wheel_for_credit();
        Ok(())
    }

    /// Whether so much may come onto the seat's credit, and be added to the meter that counts it.
    pub(super) fn check_growth(&self, seat: Seat, amount: Money, meter: Money) -> Result<(), Refusal> {
        if !amount.is_positive() {
            return Err(Refusal::AmountNotPositive);
        }
        let most = self.terms.credit_most - self.best_return_everywhere(seat);
        let credit = self.ledger.credit_and_held(seat).checked_add(amount).filter(|credit| *credit <= most);
        if credit.is_none() || meter.checked_add(amount).is_none() {
            return Err(Refusal::AboveCreditMost);
        }
        Ok(())
    }

    fn credit_out(&mut self, seat: Seat, amount: Option<Money>, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        let credit = self.ledger.credit(seat);
        let amount = amount.unwrap_or(credit);
        if !amount.is_positive() {
            return Err(Refusal::AmountNotPositive);
        }
        if amount > credit {
            return Err(Refusal::CreditTooSmall);
        }
        self.ledger.credit_out(seat, amount);
        facts.push(Fact::CreditOut { seat, amount });
        self.end_served_call(seat, facts);
        Ok(())
    }

    /// The house may return any stake before the close (`roulette-am` RAM-22), also while the table is held.
    fn return_stakes(&mut self, seat: Seat, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        if !self.table.may_bets_change() {
            return Err(Refusal::BettingClosed);
        }
        if !self.seats[seat.index()].has_bets() {
            return Err(Refusal::NothingPlaced);
        }
        let stakes = self.seats[seat.index()].take_all_back();
        self.give_back(seat, stakes, facts);
        self.start_countdown();
        Ok(())
    }

    fn resume(&mut self, how: Resumption, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        let is_broken = self.table.stage == Stage::Broken;
        if !is_broken && !self.table.lifecycle.holds.waits_for_attendant() {
            return Err(Refusal::WrongPhase);
        }
        if is_broken && !self.table.lifecycle.holds.may_be_tried() {
            return Err(Refusal::TableHeld);
        }
        match how {
            Resumption::Continue if is_broken && self.table.closed_at.is_some() => return Err(Refusal::WrongPhase),
            Resumption::Respin if !is_broken => return Err(Refusal::WrongPhase),
            _ => {}
        }
        self.table.lifecycle.holds.release();
        match how {
            Resumption::Continue if is_broken => self.open_betting(),
            // The launch was called off while the table was held; a wheel acts once on each number.
            Resumption::Continue if self.table.stage == Stage::Launching => self.launch(),
            Resumption::Continue => {}
            Resumption::Respin => {
                self.close_betting(facts);
                self.launch();
            }
        }
        Ok(())
    }

    /// The manager voids a disputed round (`house-rules-by` HRB-31, HC-25); one with an outcome stands.
    fn void_by_attendant(&mut self, name: &str, reason: &str, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        if matches!(self.table.stage, Stage::Paid(_)) {
            return Err(Refusal::WrongPhase);
        }
        self.table.lifecycle.holds.clear_decided();
        self.void(VoidReason::Attendant { name: name.into(), reason: reason.into() }, facts);
        Ok(())
    }

    /// A pit boss calls the spin off (`roulette-by` NS-5).
    fn call_no_spin(&mut self, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        if !self.table.is_spinning() {
            return Err(Refusal::WrongPhase);
        }
        self.take_no_spin(NoSpinReason::CalledOff, facts);
        Ok(())
    }
}
