//! Looking: who am I, the cabinet, a seat, the books, past rounds.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::super::dto::{Cabinet, Me, Official, Round, Rounds, SeatPage, TableLimits, TableRules};
use super::super::edition::{self, Eyes};
use super::super::guard::{AtTable, Bookkeeper, Caller, Looker, Technician};
use super::super::house::Shared;
use super::super::openapi::{LookProblems, PublicProblems, PublicTableProblems, TablePath};
use super::super::problem::{Problem, Reason};
use super::super::rights::Right;
use crate::access::Holder;
use crate::model::TableNumber;

/// How old the view is.
const AGE: HeaderName = HeaderName::from_static("age-milliseconds");

/// Who the token's holder is.
#[utoipa::path(get, path = "/api/v1/me", tag = "look", security(("bearer" = [])), responses((status = 200, body = Me), LookProblems))]
pub(super) async fn me(State(shared): State<Arc<Shared>>, Caller(known): Caller) -> Json<Me> {
    let idle = shared.house.access.idle_of(&known);
    Json(Me::new(&known.holder, idle))
}

/// The cabinet as everybody may see it.
#[utoipa::path(get, path = "/api/v1/cabinet", tag = "look", security(()), responses((status = 200, body = Cabinet), PublicProblems))]
pub(super) async fn cabinet(State(shared): State<Arc<Shared>>) -> Response {
    json(shared.edition().cabinet(shared.now()))
}

/// The rules in force at a card table, with its pay table: what a rules screen shows beside the stakes and limits of the cabinet's view.
#[utoipa::path(get, path = "/api/v1/tables/{table}/rules", tag = "look", security(()), params(TablePath),
    responses((status = 200, body = TableRules), PublicTableProblems))]
pub(super) async fn table_rules(State(shared): State<Arc<Shared>>, AtTable(number): AtTable) -> Result<Json<TableRules>, Problem> {
    let views = shared.house.desk.views();
    let table = views.cabinet.tables.iter().find(|table| table.table == number);
    table.map(|table| Json(TableRules::from(&**table))).ok_or_else(|| Problem::new(Reason::NotFound, "There is no such table."))
}

/// A seat with the cabinet around it, for the seat itself and for attendants.
#[utoipa::path(get, path = "/api/v1/seats/{seat}", tag = "look", security(("bearer" = [])),
    params(("seat" = u8, Path, description = "The seat, 1 to 6", minimum = 1, maximum = 6),
        ("If-None-Match" = Option<String>, Header, description = "An ETag from before: where it still holds, the answer is 304")),
    responses((status = 200, body = SeatPage, headers(
        ("ETag" = String, description = "Names everything that is shown but the time"),
        ("Age-Milliseconds" = u64, description = "How long ago that input was"))),
        (status = 304, description = "Nothing has changed"), LookProblems))]
pub(super) async fn seat(State(shared): State<Arc<Shared>>, looker: Looker, headers: HeaderMap) -> Response {
    let edition = shared.edition();
    let now = shared.now();
    let view = &edition.views.cabinet;
    let tag = edition.tag(looker.eyes()).to_owned();
    let age = now.since(view.at).milliseconds().to_string();
    let known = matches(&headers, &tag);
    let wear = [(ETAG, tag), (AGE, age), (CACHE_CONTROL, "private, no-cache".into()), (VARY, "Authorization".into())];
    if known {
        return (StatusCode::NOT_MODIFIED, wear).into_response();
    }
    (wear, json(edition.frame(looker.eyes(), now))).into_response()
}

/// The books of the house, for its people.
#[utoipa::path(get, path = "/api/v1/official", tag = "look", security(("bearer" = [])), responses((status = 200, body = Official), LookProblems))]
pub(super) async fn official(State(shared): State<Arc<Shared>>, _: Bookkeeper) -> Response {
    json(edition::json(&shared.edition().own(Eyes::Officials).as_deref()))
}

/// The limits of stakes at the wheel's table: those of the cabinet file, those in force and those of the next round.
#[utoipa::path(get, path = "/api/v1/table/limits", tag = "look", security(("bearer" = [])), responses((status = 200, body = TableLimits), LookProblems))]
pub(super) async fn wheel_limits(State(shared): State<Arc<Shared>>, _: Bookkeeper) -> Result<Json<TableLimits>, Problem> {
    limits_of(&shared, None)
}

/// The limits of stakes at a card table or a machine: those of the cabinet file, those in force and those of the next deal.
#[utoipa::path(get, path = "/api/v1/tables/{table}/limits", tag = "look", security(("bearer" = [])), params(TablePath),
    responses((status = 200, body = TableLimits), LookProblems))]
pub(super) async fn table_limits(
    State(shared): State<Arc<Shared>>,
    _: Bookkeeper,
    AtTable(number): AtTable,
) -> Result<Json<TableLimits>, Problem> {
    limits_of(&shared, Some(number))
}

fn limits_of(shared: &Shared, table: Option<TableNumber>) -> Result<Json<TableLimits>, Problem> {
    let views = shared.house.desk.views();
    let limits = views.official.limits.iter().find(|limits| limits.table == table);
    limits
        .map(|limits| Json(TableLimits::from(&**limits)))
        .ok_or_else(|| Problem::new(Reason::NotFound, "No such table has limits of stakes."))
}

/// How many rounds are wanted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Count {
    /// How many rounds at most, 1 to 100.
    #[serde(default = "ten")]
    #[param(minimum = 1, maximum = 100, default = 10)]
    count: usize,
}

fn ten() -> usize {
    10
}

/// Past rounds, newest first, the unfinished one included: a seat sees its own part, an attendant all.
#[utoipa::path(get, path = "/api/v1/rounds", tag = "look", security(("bearer" = [])), params(Count), responses((status = 200, body = Rounds), LookProblems))]
pub(super) async fn rounds(
    State(shared): State<Arc<Shared>>,
    Caller(known): Caller,
    count: Result<Query<Count>, QueryRejection>,
) -> Result<Json<Rounds>, Problem> {
    let Query(Count { count }) = count.map_err(|rejection| Problem::bad(rejection.body_text()))?;
    if !(1..=100).contains(&count) {
        return Err(Problem::bad("`count`: expected 1 to 100"));
    }
    let views = shared.house.desk.views();
    let rounds = match &known.holder {
        Holder::Seat(seat) => views.seats.get(seat.index()).map_or(&[][..], |seat| &seat.rounds),
        staff if Right::LookAtBooks.is_of(staff) => &views.official.rounds,
        Holder::Staff { .. } => return Err(Problem::new(Reason::Forbidden, Right::LookAtBooks.refusal())),
    };
    let head = views.official.journal.head.clone();
    Ok(Json(Rounds { rounds: rounds.iter().take(count).map(|round| Round::from(&**round)).collect(), head }))
}

/// The wheel's raw lines of one of the recalled rounds, as a capture or an edge trace: what its results, no spins and faults were decided on.
#[utoipa::path(get, path = "/api/v1/rounds/{round}/evidence", tag = "look", security(("bearer" = [])),
    params(("round" = u64, Path, description = "The round")),
    responses((status = 200, description = "The text of a capture, one line a message, or of a trace, one line an edge", content_type = "text/plain", body = String), LookProblems))]
pub(super) async fn evidence(
    State(shared): State<Arc<Shared>>,
    _: Technician,
    round: Result<Path<u64>, PathRejection>,
) -> Result<Response, Problem> {
    let Path(round) = round.map_err(|_| Problem::from(Reason::NotFound))?;
    let views = shared.house.desk.views();
    let recalled = views.official.rounds.iter().find(|recalled| recalled.round == round).ok_or(Reason::NotFound)?;
    let mut text = Vec::new();
    for number in &recalled.evidence {
        text.extend(shared.house.desk.evidence(*number).await.map_err(|_| Reason::Stopping)?);
    }
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// Whether one of the tags that the client knows is this one.
pub(super) fn matches(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    known.map(str::trim).any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

fn json(text: String) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}
