//! The orders of attendants: money in and out, and the table.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::super::dto::{AmountForm, CashOutForm, Done, HoldForm, NoSpinForm, ResumeForm, RoundForm, VoidForm};
use super::super::guard::{Attendant, AttendantAt};
use super::super::house::Shared;
use super::super::intake::{Form, Key, MoneyKey};
use super::super::openapi::{KeyHeaders, MoneyHeaders, OrderProblems, SeatPath};
use super::super::problem::Problem;
use crate::model::{self, Command, Order};

type Outcome = Result<Json<Done>, Problem>;

async fn at_seat(shared: &Shared, at: AttendantAt, key: MoneyKey, round: Option<u64>, order: Order) -> Outcome {
    let command = Command { who: at.attendant.who(), key: key.into(), round, order };
    shared.order(command, Some(at.seat)).await.map(Json)
}

async fn at_table(shared: &Shared, attendant: Attendant, key: Option<model::Key>, round: Option<u64>, order: Order) -> Outcome {
    shared.order(Command { who: attendant.who(), key, round, order }, None).await.map(Json)
}

/// Puts money on a seat's credit.
#[utoipa::path(post, path = "/api/v1/seats/{seat}/credit-in", tag = "attendant", security(("bearer" = [])), params(SeatPath, MoneyHeaders),
    request_body = AmountForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn credit_in(State(shared): State<Arc<Shared>>, at: AttendantAt, key: MoneyKey, Form(form): Form<AmountForm>) -> Outcome {
    let order = form.credit_in(at.seat)?;
    at_seat(&shared, at, key, None, order).await
}

/// Pays out a seat's credit, or a part of it.
#[utoipa::path(post, path = "/api/v1/seats/{seat}/credit-out", tag = "attendant", security(("bearer" = [])), params(SeatPath, MoneyHeaders),
    request_body = CashOutForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn credit_out(
    State(shared): State<Arc<Shared>>,
    at: AttendantAt,
    key: MoneyKey,
    Form(form): Form<CashOutForm>,
) -> Outcome {
    let order = form.credit_out(at.seat)?;
    at_seat(&shared, at, key, None, order).await
}

/// Returns what a seat has placed in this round, before the close.
#[utoipa::path(post, path = "/api/v1/seats/{seat}/return-stakes", tag = "attendant", security(("bearer" = [])), params(SeatPath, MoneyHeaders),
    request_body = RoundForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn return_stakes(
    State(shared): State<Arc<Shared>>,
    at: AttendantAt,
    key: MoneyKey,
    Form(form): Form<RoundForm>,
) -> Outcome {
    let order = Order::ReturnStakes { seat: at.seat };
    at_seat(&shared, at, key, Some(form.round), order).await
}

/// Stops the table.
#[utoipa::path(post, path = "/api/v1/table/hold", tag = "attendant", security(("bearer" = [])), params(KeyHeaders),
    request_body = HoldForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn hold(State(shared): State<Arc<Shared>>, attendant: Attendant, Key(key): Key, Form(form): Form<HoldForm>) -> Outcome {
    at_table(&shared, attendant, key, None, form.order()?).await
}

/// Lets a held table go on.
#[utoipa::path(post, path = "/api/v1/table/resume", tag = "attendant", security(("bearer" = [])), params(KeyHeaders),
    request_body = ResumeForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn resume(
    State(shared): State<Arc<Shared>>,
    attendant: Attendant,
    Key(key): Key,
    Form(form): Form<ResumeForm>,
) -> Outcome {
    at_table(&shared, attendant, key, Some(form.round), form.order()).await
}

/// Voids the round: every stake comes back at coefficient 1.
#[utoipa::path(post, path = "/api/v1/table/void", tag = "attendant", security(("bearer" = [])), params(MoneyHeaders),
    request_body = VoidForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn void(State(shared): State<Arc<Shared>>, attendant: Attendant, key: MoneyKey, Form(form): Form<VoidForm>) -> Outcome {
    at_table(&shared, attendant, key.into(), Some(form.round), form.order()?).await
}

/// Calls the running spin off; the bets stay.
#[utoipa::path(post, path = "/api/v1/table/no-spin", tag = "attendant", security(("bearer" = [])), params(KeyHeaders),
    request_body = NoSpinForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn no_spin(
    State(shared): State<Arc<Shared>>,
    attendant: Attendant,
    Key(key): Key,
    Form(form): Form<NoSpinForm>,
) -> Outcome {
    at_table(&shared, attendant, key, Some(form.round), Order::CallNoSpin).await
}
