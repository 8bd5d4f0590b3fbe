//! The attendants' shifts in the auditor's own books: what came in and went out since one was opened, as the facts told it one by one.

use super::book::{Amounts, Book, SeatBook, amounts};
use super::facts::{is_order, require};
use crate::model::{Command, Money, OfficialView, Order, Seat, ShiftReport, What, Who};

/// So many closed shifts are shown at the most.
const SHOWN: usize = 30;

/// The shift that is open.
#[derive(Clone, Debug)]
pub(super) struct OpenShift {
    by: String,
    cash: i64,
    /// What the books said when it was opened.
    before: Counted,
}

/// What the books say at a moment.
#[derive(Clone, Debug)]
struct Counted {
    /// Of each seat, in order.
    seats: Vec<Amounts>,
    games: u64,
    voids: u64,
    fees: i64,
}

impl Counted {
    fn of(book: &Book) -> Self {
        let seats = book.seats.iter().map(SeatBook::amounts).collect();
        Self { seats, games: book.games, voids: book.voids, fees: book.fees }
    }

    /// What has come since, of each seat.
    fn seats_since(&self, before: &Self) -> Vec<Amounts> {
        let since = |(now, before): (&Amounts, &Amounts)| std::array::from_fn(|amount| now[amount] - before[amount]);
        self.seats.iter().zip(&before.seats).map(since).collect()
    }
}

impl Book {
    pub(super) fn enter_shift_opened(&mut self, what: &What, number: u32, cash: Money) -> Result<(), String> {
        require(is_order(what, &Order::OpenShift { cash }), "nobody opened a shift with this cash")?;
        require(self.shift.is_none(), "a shift was opened while one was open")?;
        require(number == self.shifts + 1, "shifts are numbered without a gap")?;
        require(cash.minor() >= 0, "a shift was opened with less than no cash")?;
        self.shifts = number;
        self.shift = Some(OpenShift { by: attendant(what), cash: cash.minor(), before: Counted::of(self) });
        Ok(())
    }

    pub(super) fn enter_shift_closed(&mut self, what: &What, report: &ShiftReport) -> Result<(), String> {
        require(is_order(what, &Order::CloseShift { cash: report.cash_counted }), "nobody closed a shift with this cash")?;
        let shift = self.shift.take().ok_or("a shift was closed, and none was open")?;
        require(report.cash_counted.minor() >= 0, "a shift was closed with less than no cash")?;
        require(report.number == self.shifts, "another shift was closed than was open")?;
        require(report.opened_by == shift.by, "somebody else opened the shift that was closed")?;
        require(report.closed_by == attendant(what), "somebody else closed the shift")?;
        require(report.cash_at_open.minor() == shift.cash, "the shift was opened with other cash")?;
        let now = Counted::of(self);
        let expected = now.seats_since(&shift.before);
        require(report.seats.iter().map(|line| line.seat).eq(Seat::all()), "a shift tells of each seat, in order")?;
        for (line, expected) in report.seats.iter().zip(&expected) {
            let told = amounts(&line.meters);
            if told != *expected {
                return Err(format!("seat {}: the shift tells {told:?}, the books {expected:?}", line.seat));
            }
            let holds = self.seats[line.seat.index()].credit + self.seats[line.seat.index()].held + self.lying(line.seat);
            if line.holds.minor() != holds {
                return Err(format!("seat {}: holds {} at the end of the shift, by the books {holds}", line.seat, line.holds));
            }
        }
        let sums: Amounts = std::array::from_fn(|amount| expected.iter().map(|seat| seat[amount]).sum());
        let meters = &report.meters;
        require(amounts(meters) == sums, "the sums of a shift are not those of its seats")?;
        let rounds = (now.games - shift.before.games, now.voids - shift.before.voids);
        require((meters.games, meters.voids) == rounds, "other rounds were played in the shift")?;
        require(report.fees.minor() == now.fees - shift.before.fees, "the house took other fees in the shift")
    }

    /// Compares the shift that is open with the one that officials are shown.
    pub(super) fn compare_shift(&self, view: &OfficialView) -> Result<(), String> {
        let own = self.shift.as_ref().map(|shift| {
            let seats = Counted::of(self).seats_since(&shift.before);
            let drawer =
                seats.iter().fold(shift.cash, |cash, [credit_in, credit_out, .., by_hand, _]| cash + credit_in - credit_out - by_hand);
            (self.shifts, shift.by.as_str(), shift.cash, drawer)
        });
        let shown = view.shift.as_ref();
        let shown = shown.map(|shift| (shift.number, shift.opened_by.as_str(), shift.cash_at_open.minor(), shift.cash_expected.minor()));
        if shown != own {
            return Err(format!("the shift {shown:?} is shown, by the books {own:?}"));
        }
        let closed = self.shifts - u32::from(self.shift.is_some());
        let numbers = (1..=closed).rev().take(SHOWN);
        require(view.shifts.iter().map(|report| report.number).eq(numbers), "other closed shifts are shown than there were")
    }
}

/// The name of the attendant who gave the order.
pub(super) fn attendant(what: &What) -> String {
    match what {
        What::Command(Command { who: Who::Attendant(name), .. }) => name.clone(),
        _ => String::new(),
    }
}
