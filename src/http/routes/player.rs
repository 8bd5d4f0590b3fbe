//! The orders of the player at a seat. Each moves that seat's money and nobody else's.

use super::super::dto::{CallForm, ConfirmForm, PlaceForm, RoundForm, SessionLimitForm, TakeBackForm};
use super::super::guard::Player;
use super::super::intake::MoneyKey;
use super::order::{Body, OrderForm, Route, order};
use crate::model::Order;

/// Every order of a player at the wheel, and the call for an attendant, and what his session of play asks him.
pub(super) fn orders() -> Vec<Route> {
    vec![
        plays("bets", "Places bets, all of them or none.", |form: &PlaceForm| Ok((Some(form.round), form.order()?))),
        plays("undo", "Takes back what was placed last in this round.", |form: &RoundForm| Ok((Some(form.round), Order::Undo))),
        plays("clear", "Takes back everything placed in this round.", |form: &RoundForm| Ok((Some(form.round), Order::Clear))),
        plays("take-back", "Takes back what lies on one position.", |form: &TakeBackForm| Ok((Some(form.round), form.order()?))),
        plays("repeat", "Places the bets of the last played round again.", |form: &RoundForm| Ok((Some(form.round), Order::Repeat))),
        plays("call-attendant", "Calls an attendant to the seat, or withdraws the call.", |form: &CallForm| Ok((None, form.order()))),
        plays("confirm", "Confirms the player's age, or his reality check.", |form: &ConfirmForm| Ok((None, form.order()))),
        plays("session-limit", "Limits the session of play; only ever shorter.", |form: &SessionLimitForm| Ok((None, form.order()))),
        plays("double", "Doubles every bet placed in this round.", |form: &RoundForm| Ok((Some(form.round), Order::Double))),
    ]
}

fn plays<B: Body>(name: &str, summary: &str, read: fn(&B) -> OrderForm<Order>) -> Route {
    order::<Player, MoneyKey, B>(name, summary, move |form, _| read(form))
}
