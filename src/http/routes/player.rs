//! The orders of the player at a seat. Each moves that seat's money and nobody else's.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::super::dto::{Done, PlaceForm, RoundForm, TakeBackForm};
use super::super::guard::Player;
use super::super::house::Shared;
use super::super::intake::{Form, MoneyKey};
use super::super::openapi::{MoneyHeaders, OrderProblems, SeatPath};
use super::super::problem::Problem;
use crate::model::{Command, Order};

type Outcome = Result<Json<Done>, Problem>;

async fn order(shared: &Shared, player: Player, key: MoneyKey, round: u64, order: Order) -> Outcome {
    let command = Command { who: player.who(), key: key.into(), round: Some(round), order };
    shared.order(command, Some(player.0)).await.map(Json)
}

/// Places bets, all of them or none.
#[utoipa::path(post, path = "/api/v1/seats/{seat}/bets", tag = "player", security(("bearer" = [])), params(SeatPath, MoneyHeaders),
    request_body = PlaceForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn bets(State(shared): State<Arc<Shared>>, player: Player, key: MoneyKey, Form(form): Form<PlaceForm>) -> Outcome {
    order(&shared, player, key, form.round, form.order()?).await
}

/// Takes back what was placed last in this round.
#[utoipa::path(post, path = "/api/v1/seats/{seat}/undo", tag = "player", security(("bearer" = [])), params(SeatPath, MoneyHeaders),
    request_body = RoundForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn undo(State(shared): State<Arc<Shared>>, player: Player, key: MoneyKey, Form(form): Form<RoundForm>) -> Outcome {
    order(&shared, player, key, form.round, Order::Undo).await
}

/// Takes back everything placed in this round.
#[utoipa::path(post, path = "/api/v1/seats/{seat}/clear", tag = "player", security(("bearer" = [])), params(SeatPath, MoneyHeaders),
    request_body = RoundForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn clear(State(shared): State<Arc<Shared>>, player: Player, key: MoneyKey, Form(form): Form<RoundForm>) -> Outcome {
    order(&shared, player, key, form.round, Order::Clear).await
}

/// Takes back what lies on one position.
#[utoipa::path(post, path = "/api/v1/seats/{seat}/take-back", tag = "player", security(("bearer" = [])), params(SeatPath, MoneyHeaders),
    request_body = TakeBackForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn take_back(State(shared): State<Arc<Shared>>, player: Player, key: MoneyKey, Form(form): Form<TakeBackForm>) -> Outcome {
    order(&shared, player, key, form.round, form.order()?).await
}

/// Places the bets of the last played round again.
#[utoipa::path(post, path = "/api/v1/seats/{seat}/repeat", tag = "player", security(("bearer" = [])), params(SeatPath, MoneyHeaders),
    request_body = RoundForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn repeat(State(shared): State<Arc<Shared>>, player: Player, key: MoneyKey, Form(form): Form<RoundForm>) -> Outcome {
    order(&shared, player, key, form.round, Order::Repeat).await
}

/// Doubles every bet placed in this round.
#[utoipa::path(post, path = "/api/v1/seats/{seat}/double", tag = "player", security(("bearer" = [])), params(SeatPath, MoneyHeaders),
    request_body = RoundForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn double(State(shared): State<Arc<Shared>>, player: Player, key: MoneyKey, Form(form): Form<RoundForm>) -> Outcome {
    order(&shared, player, key, form.round, Order::Double).await
}
