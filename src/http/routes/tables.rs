//! The orders at card tables: those of players, and those of attendants.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::super::dto::{
    BoxForm, BoxMistakeForm, ChoiceForm, DealForm, DealVoidForm, Done, ExposedCardForm, RedealForm, StakesForm, TableHoldForm,
};
use super::super::guard::{AtTable, Attendant, Player};
use super::super::house::Shared;
use super::super::intake::{Form, Key, MoneyKey};
use super::super::openapi::{KeyHeaders, MoneyHeaders, OrderProblems, SeatTablePath, TablePath};
use super::super::problem::Problem;
use crate::model::{self, Command, Order, TableOrder};

type Outcome = Result<Json<Done>, Problem>;

async fn plays(shared: &Shared, player: Player, AtTable(table): AtTable, key: MoneyKey, deal: u64, order: TableOrder) -> Outcome {
    let command = Command { who: player.who(), key: key.into(), round: Some(deal), order: Order::Table { table, order } };
    shared.order(command, Some(player.0)).await.map(Json)
}

async fn attends(
    shared: &Shared,
    attendant: Attendant,
    AtTable(table): AtTable,
    key: Option<model::Key>,
    deal: Option<u64>,
    order: TableOrder,
) -> Outcome {
    shared.order(Command { who: attendant.who(), key, round: deal, order: Order::Table { table, order } }, None).await.map(Json)
}

/// Lays stakes on boxes of a card table, all of them or none.
#[utoipa::path(post, path = "/api/v1/seats/{seat}/tables/{table}/stakes", tag = "player", security(("bearer" = [])), params(SeatTablePath, MoneyHeaders),
    request_body = StakesForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn stakes(
    State(shared): State<Arc<Shared>>,
    player: Player,
    table: AtTable,
    key: MoneyKey,
    Form(form): Form<StakesForm>,
) -> Outcome {
    plays(&shared, player, table, key, form.deal, form.order()?).await
}

/// Takes back the seat's stakes on one box, or all of them, before the deal.
#[utoipa::path(post, path = "/api/v1/seats/{seat}/tables/{table}/take-back", tag = "player", security(("bearer" = [])), params(SeatTablePath, MoneyHeaders),
    request_body = BoxForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn take_back(
    State(shared): State<Arc<Shared>>,
    player: Player,
    table: AtTable,
    key: MoneyKey,
    Form(form): Form<BoxForm>,
) -> Outcome {
    plays(&shared, player, table, key, form.deal, form.order()).await
}

/// Lays the stakes of the seat's last deal at this table again.
#[utoipa::path(post, path = "/api/v1/seats/{seat}/tables/{table}/repeat", tag = "player", security(("bearer" = [])), params(SeatTablePath, MoneyHeaders),
    request_body = DealForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn repeat(
    State(shared): State<Arc<Shared>>,
    player: Player,
    table: AtTable,
    key: MoneyKey,
    Form(form): Form<DealForm>,
) -> Outcome {
    plays(&shared, player, table, key, form.deal, TableOrder::Repeat).await
}

/// Takes a decision that the table waits for.
#[utoipa::path(post, path = "/api/v1/seats/{seat}/tables/{table}/choose", tag = "player", security(("bearer" = [])), params(SeatTablePath, MoneyHeaders),
    request_body = ChoiceForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn choose(
    State(shared): State<Arc<Shared>>,
    player: Player,
    table: AtTable,
    key: MoneyKey,
    Form(form): Form<ChoiceForm>,
) -> Outcome {
    plays(&shared, player, table, key, form.deal, form.order()?).await
}

/// Stops a card table.
#[utoipa::path(post, path = "/api/v1/tables/{table}/hold", tag = "attendant", security(("bearer" = [])), params(TablePath, KeyHeaders),
    request_body = TableHoldForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn hold(
    State(shared): State<Arc<Shared>>,
    attendant: Attendant,
    table: AtTable,
    Key(key): Key,
    Form(form): Form<TableHoldForm>,
) -> Outcome {
    attends(&shared, attendant, table, key, None, form.order()?).await
}

/// Lets a held card table go on.
#[utoipa::path(post, path = "/api/v1/tables/{table}/resume", tag = "attendant", security(("bearer" = [])), params(TablePath, KeyHeaders),
    request_body = DealForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn resume(
    State(shared): State<Arc<Shared>>,
    attendant: Attendant,
    table: AtTable,
    Key(key): Key,
    Form(form): Form<DealForm>,
) -> Outcome {
    attends(&shared, attendant, table, key, Some(form.deal), TableOrder::Resume).await
}

/// Voids the deal: every stake comes back at coefficient 1.
#[utoipa::path(post, path = "/api/v1/tables/{table}/void", tag = "attendant", security(("bearer" = [])), params(TablePath, MoneyHeaders),
    request_body = DealVoidForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn void(
    State(shared): State<Arc<Shared>>,
    attendant: Attendant,
    table: AtTable,
    key: MoneyKey,
    Form(form): Form<DealVoidForm>,
) -> Outcome {
    attends(&shared, attendant, table, key.into(), Some(form.deal), form.order()?).await
}

/// Has a faulty deal dealt again with fresh cards: what was laid before its first card stays on the table for the next deal, where it may
/// be taken back; what was staked on the cards comes back. Refused as `not-entitled` where the rules know no redeal.
#[utoipa::path(post, path = "/api/v1/tables/{table}/redeal", tag = "attendant", security(("bearer" = [])),
    params(TablePath, MoneyHeaders), request_body = RedealForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn redeal(
    State(shared): State<Arc<Shared>>,
    attendant: Attendant,
    table: AtTable,
    key: MoneyKey,
    Form(form): Form<RedealForm>,
) -> Outcome {
    attends(&shared, attendant, table, key.into(), Some(form.deal), form.order()?).await
}

/// Says that another croupier takes over: the cards are burnt that the rules want burnt then.
#[utoipa::path(post, path = "/api/v1/tables/{table}/new-croupier", tag = "attendant", security(("bearer" = [])),
    params(TablePath, KeyHeaders), request_body = DealForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn new_croupier(
    State(shared): State<Arc<Shared>>,
    attendant: Attendant,
    table: AtTable,
    Key(key): Key,
    Form(form): Form<DealForm>,
) -> Outcome {
    attends(&shared, attendant, table, key, Some(form.deal), TableOrder::NewCroupier).await
}

/// Has the cards shuffled anew before the next deal.
#[utoipa::path(post, path = "/api/v1/tables/{table}/shuffle", tag = "attendant", security(("bearer" = [])), params(TablePath, KeyHeaders),
    request_body = DealForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn shuffle(
    State(shared): State<Arc<Shared>>,
    attendant: Attendant,
    table: AtTable,
    Key(key): Key,
    Form(form): Form<DealForm>,
) -> Outcome {
    attends(&shared, attendant, table, key, Some(form.deal), TableOrder::Shuffle).await
}

/// Says that the dealer has missed a box.
#[utoipa::path(post, path = "/api/v1/tables/{table}/missed-box", tag = "attendant", security(("bearer" = [])), params(TablePath, MoneyHeaders),
    request_body = BoxMistakeForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn missed_box(
    State(shared): State<Arc<Shared>>,
    attendant: Attendant,
    table: AtTable,
    key: MoneyKey,
    Form(form): Form<BoxMistakeForm>,
) -> Outcome {
    attends(&shared, attendant, table, key.into(), Some(form.deal), form.missed()).await
}

/// Says that the dealer has laid a card on a box for which nobody asked.
#[utoipa::path(post, path = "/api/v1/tables/{table}/card-too-many", tag = "attendant", security(("bearer" = [])),
    params(TablePath, MoneyHeaders), request_body = BoxMistakeForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn card_too_many(
    State(shared): State<Arc<Shared>>,
    attendant: Attendant,
    table: AtTable,
    key: MoneyKey,
    Form(form): Form<BoxMistakeForm>,
) -> Outcome {
    attends(&shared, attendant, table, key.into(), Some(form.deal), form.too_many()).await
}

/// Says that the dealer has shown a card before its time.
#[utoipa::path(post, path = "/api/v1/tables/{table}/exposed-card", tag = "attendant", security(("bearer" = [])),
    params(TablePath, MoneyHeaders), request_body = ExposedCardForm, responses((status = 200, body = Done), OrderProblems))]
pub(super) async fn exposed_card(
    State(shared): State<Arc<Shared>>,
    attendant: Attendant,
    table: AtTable,
    key: MoneyKey,
    Form(form): Form<ExposedCardForm>,
) -> Outcome {
    attends(&shared, attendant, table, key.into(), Some(form.deal), TableOrder::ExposedCard).await
}
