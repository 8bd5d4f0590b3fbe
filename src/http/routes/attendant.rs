//! The orders of attendants: money in and out, and the table.

use super::super::dto::{
    AmountForm, AnswerCallForm, CashOutForm, DecideDisputeForm, HandPayForm, HoldForm, LockForm, NoSpinForm, OpenDisputeForm, ResumeForm,
    RoundForm, ShiftForm, TableLimitsForm, VoidForm, WheelLimitsForm,
};
use super::super::guard::{AtTable, Attendant, AttendantAt};
use super::super::intake::{Key, MoneyKey};
use super::order::{Body, KeyOfOrder, OrderForm, Route, order};
use crate::model::{Order, Seat};

/// Every order of an attendant at a seat and at the wheel's table, and the limits of stakes at every table.
pub(super) fn orders() -> Vec<Route> {
    vec![
        at_seat("credit-in", "Puts money on a seat's credit.", |form: &AmountForm, seat| Ok((None, form.credit_in(seat)?))),
        at_seat("credit-out", "Pays out a seat's credit, or a part of it.", |form: &CashOutForm, seat| Ok((None, form.credit_out(seat)?))),
        at_seat("return-stakes", "Returns what a seat has placed in this round, before the close.", |form: &RoundForm, seat| {
            Ok((Some(form.round), Order::ReturnStakes { seat }))
        }),
        at_seat("lock", "Locks a seat, so that its player stakes nothing anew, or unlocks it.", |form: &LockForm, seat| {
            Ok((None, form.order(seat)?))
        }),
        at_table::<Key, _>("answer-call", "Answers the call of a seat: an attendant has come.", |form: &AnswerCallForm| {
            Ok((None, form.order()))
        }),
        at_table::<Key, _>("hold", "Stops the table.", |form: &HoldForm| Ok((None, form.order()?))),
        at_table::<Key, _>("resume", "Lets a held table go on.", |form: &ResumeForm| Ok((Some(form.round), form.order()))),
        at_table::<MoneyKey, _>("void", "Voids the round: every stake comes back at coefficient 1.", |form: &VoidForm| {
            Ok((Some(form.round), form.order()?))
        }),
        at_table::<Key, _>("no-spin", "Calls the running spin off; the bets stay.", |form: &NoSpinForm| {
            Ok((Some(form.round), Order::CallNoSpin))
        }),
        at_table::<MoneyKey, _>(
            "limits",
            "Sets the limits of stakes at the wheel's table, never wider than the cabinet file's; they come into force between two rounds.",
            |form: &WheelLimitsForm| Ok((None, form.order()?)),
        ),
        order::<(Attendant, AtTable), MoneyKey, TableLimitsForm>(
            "limits",
            "Sets the limits of stakes at a card table or a machine, never wider than the cabinet file's; they come into force once no stake lies.",
            |form, (_, AtTable(table))| Ok((None, form.order(*table)?)),
        ),
        at_table::<MoneyKey, _>("open-shift", "Opens a shift with the cash in the drawer.", |form: &ShiftForm| Ok((None, form.open()?))),
        at_table::<MoneyKey, _>("close-shift", "Closes the shift with the cash that was counted.", |form: &ShiftForm| {
            Ok((None, form.close()?))
        }),
        at_table::<MoneyKey, _>("hand-pay", "Pays a win by hand, in cash or to the credit; its seat plays on.", |form: &HandPayForm| {
            Ok((None, form.order()))
        }),
        at_seat(
            "open-dispute",
            "Opens a dispute about a round or a deal that is over, of any age. One of long ago is read in the journal: as long as the answer is 429, \
             who asks again brings the reading further.",
            |form: &OpenDisputeForm, seat| Ok((None, form.order(seat)?)),
        ),
        at_table::<MoneyKey, _>(
            "decide-dispute",
            "Decides a dispute; where it is upheld, its amount is put on the seat's credit.",
            |form: &DecideDisputeForm| Ok((None, form.order()?)),
        ),
    ]
}

fn at_seat<B: Body>(name: &str, summary: &str, read: fn(&B, Seat) -> OrderForm<Order>) -> Route {
    order::<AttendantAt, MoneyKey, B>(name, summary, move |form, at| read(form, at.seat))
}

fn at_table<K: KeyOfOrder, B: Body>(name: &str, summary: &str, read: fn(&B) -> OrderForm<Order>) -> Route {
    order::<Attendant, K, B>(name, summary, move |form, _| read(form))
}
