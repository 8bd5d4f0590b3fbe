//! Shifts: an attendant opens one with the cash in his drawer and closes it with the cash that he has counted. What came in and went out
//! between is what the meters say.
//!
//! A shift moves no money of the cabinet, and none of its orders waits for one.

use alloc::borrow::ToOwned;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::Cabinet;
use crate::model::{Fact, MetersView, Money, Refusal, SEATS, Seat, ShiftOfSeat, ShiftReport, ShiftView, Timestamp};

/// So many shifts that are closed are recalled: ten days of three. Older ones stand in the journal.
const RECALLED: usize = 30;

/// The shift that is open, and those before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct Shifts {
    #[n(0)]
    open: Option<Shift>,
    /// How many were opened.
    #[n(1)]
    count: u32,
    /// Those that are closed, oldest first.
    #[cbor(n(2), encode_with = "encode_closed", decode_with = "decode_closed")]
    closed: VecDeque<Arc<ShiftReport>>,
}

/// A shift that is open.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct Shift {
    #[n(0)]
    opened_by: String,
    /// By the wall clock.
    #[n(1)]
    opened_at: Timestamp,
    #[n(2)]
    cash_at_open: Money,
    /// What the meters said then: the cabinet's, each seat's, and the fees.
    #[n(3)]
    meters: MetersView,
    #[n(4)]
    of_seats: [MetersView; SEATS],
    #[n(5)]
    fees: Money,
}

fn encode_closed<C, W: minicbor::encode::Write>(
    closed: &VecDeque<Arc<ShiftReport>>,
    encoder: &mut minicbor::Encoder<W>,
    context: &mut C,
) -> Result<(), minicbor::encode::Error<W::Error>> {
    encoder.array(closed.len() as u64)?;
    closed.iter().try_for_each(|report| report.encode(encoder, context))
}

fn decode_closed<C>(decoder: &mut minicbor::Decoder<'_>, context: &mut C) -> Result<VecDeque<Arc<ShiftReport>>, minicbor::decode::Error> {
    let closed: Vec<ShiftReport> = Vec::decode(decoder, context)?;
    Ok(closed.into_iter().map(Arc::new).collect())
}

/// Cash in a drawer is nothing or more, and not beyond all counting.
fn check_cash(cash: Money) -> Result<(), Refusal> {
    if cash < Money::ZERO {
        return Err(Refusal::AmountNotPositive);
    }
    if cash > Money::MOST {
        return Err(Refusal::AboveMost);
    }
    Ok(())
}

impl Cabinet {
    pub(super) fn open_shift(&mut self, name: &str, cash: Money, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        if self.shifts.open.is_some() {
            return Err(Refusal::ShiftOpen);
        }
        check_cash(cash)?;
        self.shifts.count += 1;
        self.shifts.open = Some(Shift {
            opened_by: name.to_owned(),
            opened_at: self.clock_offset().shown(self.at),
            cash_at_open: cash,
            meters: self.ledger.cabinet_meters(),
            of_seats: self.ledger.meters_of_seats(),
            fees: self.ledger.fees(),
        });
        facts.push(Fact::ShiftOpened { number: self.shifts.count, cash });
        Ok(())
    }

    pub(super) fn close_shift(&mut self, name: &str, cash: Money, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        let Some(shift) = &self.shifts.open else { return Err(Refusal::NoShift) };
        check_cash(cash)?;
        let of_seat = |(seat, before): (Seat, &MetersView)| ShiftOfSeat {
            seat,
            meters: self.ledger.meters(seat).since(before),
            holds: self.ledger.credit_and_held(seat) + self.ledger.staked_everywhere(seat) + self.ledger.stacks_everywhere(seat),
        };
        let report = ShiftReport {
            number: self.shifts.count,
            opened_by: shift.opened_by.clone(),
            opened_at: shift.opened_at,
            closed_by: name.to_owned(),
            closed_at: self.clock_offset().shown(self.at),
            cash_at_open: shift.cash_at_open,
            cash_counted: cash,
            meters: self.ledger.cabinet_meters().since(&shift.meters),
            fees: self.ledger.fees() - shift.fees,
            seats: Seat::all().zip(&shift.of_seats).map(of_seat).collect(),
        };
        self.shifts.open = None;
        if self.shifts.closed.len() == RECALLED {
            self.shifts.closed.pop_front();
        }
        self.shifts.closed.push_back(Arc::new(report.clone()));
        facts.push(Fact::ShiftClosed(report));
        Ok(())
    }

    /// The shift that is open.
    pub(super) fn shift_view(&self) -> Option<ShiftView> {
        let shift = self.shifts.open.as_ref()?;
        let meters = self.ledger.cabinet_meters().since(&shift.meters);
        Some(ShiftView {
            number: self.shifts.count,
            opened_by: shift.opened_by.clone(),
            opened_at: shift.opened_at,
            cash_at_open: shift.cash_at_open,
            cash_expected: meters.drawer(shift.cash_at_open),
            meters,
        })
    }

    /// The shifts that are closed and recalled, newest first.
    pub(super) fn closed_shifts(&self) -> Vec<Arc<ShiftReport>> {
        self.shifts.closed.iter().rev().cloned().collect()
    }
}
