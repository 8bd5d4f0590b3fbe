//! A seat's own rounds and deals of any age, looked up in the journal.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use utoipa::IntoParams;

use super::super::dto::{DealHistory, HandHistory, History};
use super::super::guard::{AtTable, Looker};
use super::super::house::{Archive, Shared};
use super::super::openapi::{LookProblems, SeatPath, SeatTablePath};
use super::super::problem::{Problem, Reason};

/// Which page is wanted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct Page {
    /// How many at most, 1 to 100.
    #[serde(default = "ten")]
    #[param(minimum = 1, maximum = 100, default = 10)]
    count: usize,
    /// The `next` of the page before; left out for the newest.
    before: Option<u64>,
}

fn ten() -> usize {
    10
}

/// The settled rounds in which the seat had bets, newest first, however long ago and however many were played without it. It is read from the
/// journal, a part at a time: a page may hold fewer rounds than asked for, or none, and there are earlier ones as long as `next` is not null.
#[utoipa::path(get, path = "/api/v1/seats/{seat}/rounds", tag = "look", security(("bearer" = [])), params(SeatPath, Page),
    responses((status = 200, body = History), LookProblems))]
pub(super) async fn rounds(
    State(shared): State<Arc<Shared>>,
    Looker { seat, .. }: Looker,
    page: PageQuery,
) -> Result<Json<History>, Problem> {
    let read = move |archive: &dyn Archive, Page { count, before }: Page| archive.rounds_of(seat, before, count);
    Ok(Json(History::from(&look_up(&shared, page, read).await?)))
}

/// The deals at a card table that are over and in which the seat had stakes, newest first, however long ago: its decisions, and what each
/// stake returned. Cards are shown with the newest deals of the seat's view alone. It is read and paged as the seat's rounds are.
#[utoipa::path(get, path = "/api/v1/seats/{seat}/tables/{table}/deals", tag = "look", security(("bearer" = [])), params(SeatTablePath, Page),
    responses((status = 200, body = DealHistory), LookProblems))]
pub(super) async fn deals(
    State(shared): State<Arc<Shared>>,
    Looker { seat, .. }: Looker,
    AtTable(table): AtTable,
    page: PageQuery,
) -> Result<Json<DealHistory>, Problem> {
    let read = move |archive: &dyn Archive, Page { count, before }: Page| archive.deals_of(seat, table, before, count);
    Ok(Json(DealHistory::from(&look_up(&shared, page, read).await?)))
}

/// The deals at a table between players that are over and in which the seat was dealt in, newest first, however long ago: what everybody did,
/// and what the seat put in and got back. Cards and streets are shown with the newest deals of the seat's view alone. It is read and paged as
/// the seat's rounds are.
#[utoipa::path(get, path = "/api/v1/seats/{seat}/tables/{table}/hands", tag = "look", security(("bearer" = [])), params(SeatTablePath, Page),
    responses((status = 200, body = HandHistory), LookProblems))]
pub(super) async fn hands(
    State(shared): State<Arc<Shared>>,
    Looker { seat, .. }: Looker,
    AtTable(table): AtTable,
    page: PageQuery,
) -> Result<Json<HandHistory>, Problem> {
    let read = move |archive: &dyn Archive, Page { count, before }: Page| archive.hands_of(seat, table, before, count);
    Ok(Json(HandHistory::from(&look_up(&shared, page, read).await?)))
}

/// The page as the address asks for it.
type PageQuery = Result<Query<Page>, QueryRejection>;

/// Reads a page of the past, one at a time for everybody.
async fn look_up<T: Send + 'static>(
    shared: &Shared,
    page: PageQuery,
    read: impl FnOnce(&dyn Archive, Page) -> Option<T> + Send + 'static,
) -> Result<T, Problem> {
    let Query(page) = page.map_err(|rejection| Problem::bad(rejection.body_text()))?;
    if !(1..=100).contains(&page.count) {
        return Err(Problem::bad("`count`: expected 1 to 100"));
    }
    let waiting = timeout(shared.house.limits.request_time, shared.lookups.clone().acquire_owned()).await;
    let busy = || Problem::new(Reason::TooManyRequests, "The journal is being read for others.");
    let place = waiting.ok().and_then(Result::ok).ok_or_else(busy)?;
    let archive = shared.house.archive.clone();
    let read = move || {
        let _place = place;
        read(&*archive, page)
    };
    spawn_blocking(read).await.ok().flatten().ok_or_else(|| Problem::new(Reason::Internal, "The journal cannot be read."))
}
