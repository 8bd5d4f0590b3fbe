//! Hand pays in the auditor's own books: which wins had to be held back, which seats are locked until they are paid, and how each was paid.

use super::book::Book;
use super::facts::{is_order, require};
use crate::model::{DealSettlement, HandPayment, Money, OfficialView, Order, PastGame, Seat, SeatSettlement, SeatView, TableNumber, What};

/// The hand pays.
#[derive(Clone, Debug, Default)]
pub(super) struct HandPays {
    /// The wins of this input that have to be held back, in the order in which they were told.
    due: Vec<(Seat, PastGame, i64)>,
    /// What waits for an attendant, oldest first.
    waiting: Vec<Waiting>,
    count: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Waiting {
    number: u32,
    seat: Seat,
    game: PastGame,
    amount: i64,
}

impl HandPays {
    fn is_locked(&self, seat: Seat) -> bool {
        self.waiting.iter().any(|pay| pay.seat == seat)
    }
}

impl Book {
    /// A seat has won so much: where that is enough, it has to be held back.
    fn note_win(&mut self, seat: Seat, game: PastGame, win: i64) {
        if self.house.hand_pay_from.is_some_and(|least| win >= least) {
            self.hand_pays.due.push((seat, game, win));
        }
    }

    pub(super) fn note_win_of_round(&mut self, settlement: &SeatSettlement) {
        self.note_win(settlement.seat, PastGame::Round(settlement.round), settlement.returned.minor() - settlement.staked.minor());
    }

    pub(super) fn note_wins_of_deal(&mut self, table: TableNumber, deal: u64, settlement: &DealSettlement) {
        for seat in Seat::all() {
            let lines = || settlement.returns.iter().filter(move |line| line.stake.seat == seat);
            let cuts: i64 = settlement.cuts.iter().filter(|cut| cut.seat == seat).map(|cut| cut.amount.minor()).sum();
            let win = lines().map(|line| line.returned.minor() - line.stake.amount.minor()).sum::<i64>() - cuts;
            self.note_win(seat, PastGame::Deal { table, deal }, win);
        }
    }

    /// A seat that waits for a hand pay, that an attendant has locked, or whose player has to stop or to confirm something, stakes nothing anew.
    pub(super) fn check_unlocked(&self, seat: Seat) -> Result<(), String> {
        require(!self.locks.is_locked(seat), "a seat staked that an attendant has locked")?;
        self.check_session_open(seat)?;
        require(!self.hand_pays.is_locked(seat), "a seat staked that waits for a hand pay")
    }

    pub(super) fn enter_hand_pay_due(&mut self, number: u32, seat: Seat, game: PastGame, amount: Money) -> Result<(), String> {
        let amount = amount.minor();
        let credit = self.seat(seat).credit;
        // A win that was staked elsewhere before its deal was over cannot be held back, and nothing is told of it.
        let has_credit = |(of, ..): &(Seat, PastGame, i64)| self.seats[of.index()].credit > 0;
        let place = self.hand_pays.due.iter().position(has_credit).ok_or("a hand pay is due for no win")?;
        let (of, in_game, win) = self.hand_pays.due[place];
        self.hand_pays.due.drain(..=place);
        require((of, in_game) == (seat, game), "another win is due to be paid by hand")?;
        require(amount == win.min(credit), "another amount is held back than was won")?;
        require(number == self.hand_pays.count + 1, "hand pays are numbered without a gap")?;
        self.hand_pays.count = number;
        self.hand_pays.waiting.push(Waiting { number, seat, game, amount });
        self.seat(seat).credit -= amount;
        self.seat(seat).held += amount;
        Ok(())
    }

    pub(super) fn enter_hand_paid(&mut self, what: &What, number: u32, seat: Seat, amount: Money, how: HandPayment) -> Result<(), String> {
        require(is_order(what, &Order::PayByHand { number, how }), "nobody paid so by hand")?;
        let place = self.hand_pays.waiting.iter().position(|pay| pay.number == number);
        let paid = self.hand_pays.waiting.remove(place.ok_or("what was paid by hand did not wait for it")?);
        require((paid.seat, paid.amount) == (seat, amount.minor()), "another seat was paid by hand, or another amount")?;
        let own = self.seat(seat);
        own.held -= paid.amount;
        match how {
            HandPayment::Cash => own.hand_paid += paid.amount,
            HandPayment::Credit => own.credit += paid.amount,
        }
        Ok(())
    }

    /// After an input every win that had to be held back is.
    pub(super) fn check_held_back(&mut self) -> Result<(), String> {
        let due = std::mem::take(&mut self.hand_pays.due);
        let missing = due.iter().any(|(seat, ..)| self.seats[seat.index()].credit > 0);
        require(!missing, "a win was not held back for a hand pay")
    }

    /// Compares what waits with what officials are shown.
    pub(super) fn compare_hand_pays(&self, view: &OfficialView) -> Result<(), String> {
        let told =
            view.hand_pays.iter().map(|pay| Waiting { number: pay.number, seat: pay.seat, game: pay.game, amount: pay.amount.minor() });
        require(told.eq(self.hand_pays.waiting.iter().cloned()), "other hand pays are shown than wait")
    }

    /// Compares what a seat is shown to wait for.
    pub(super) fn compare_hand_pay_of(&self, view: &SeatView) -> Result<(), String> {
        let held = self.seats[view.seat.index()].held;
        require(view.hand_pay.minor() == held, "a seat is shown another hand pay than it waits for")
    }
}
