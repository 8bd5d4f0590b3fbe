//! Whether the process lives, whether the cabinet can be played at, and what is counted. All are for monitors and say nothing secret.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde::Serialize;
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

use super::super::house::{Readiness, Shared};
use super::super::metrics::{MEDIA_TYPE, text};
use super::super::openapi::{AnyProblems, NotReadyProblems};
use super::super::problem::{Problem, Reason};

/// A sign of life.
#[derive(Serialize, ToSchema)]
pub(super) struct Health {
    /// Always true: who cannot answer does not.
    alive: bool,
    /// The program's version.
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// The number of the newest input.
    #[schema(example = 1234)]
    number: u64,
    /// How long ago the newest input was, in milliseconds.
    #[schema(example = 230)]
    age_milliseconds: u64,
}

/// Whether the process lives, and how old its newest input is.
#[utoipa::path(get, path = "/health", tag = "health", security(()), responses((status = 200, body = Health), AnyProblems))]
pub(super) async fn health(State(shared): State<Arc<Shared>>) -> Json<Health> {
    let views = shared.house.desk.views();
    let age_milliseconds = shared.now().since(views.cabinet.at).milliseconds();
    Json(Health { alive: true, version: env!("CARGO_PKG_VERSION"), number: views.cabinet.number, age_milliseconds })
}

/// The cabinet is ready.
#[derive(Serialize, ToSchema)]
pub(super) struct Ready {
    /// Always true; otherwise the answer is a problem.
    ready: bool,
}

/// Whether the journal is open and the views are there.
#[utoipa::path(get, path = "/ready", tag = "health", security(()), responses((status = 200, body = Ready), NotReadyProblems))]
pub(super) async fn ready(State(shared): State<Arc<Shared>>) -> Result<Json<Ready>, Problem> {
    readiness(&shared).map(|()| Json(Ready { ready: true }))
}

/// What a monitor collects: how long orders take, how far the journal is, what stands still and why, how often something came on each line.
/// No money, no card and nothing of a running rotor stands in it.
#[utoipa::path(get, path = "/metrics", tag = "health", security(()),
    responses((status = 200, description = "OpenMetrics, for Prometheus", body = String, content_type = MEDIA_TYPE), AnyProblems))]
pub(super) async fn metrics(State(shared): State<Arc<Shared>>) -> Result<impl IntoResponse, Problem> {
    let is_ready = readiness(&shared).is_ok();
    let read = spawn_blocking(move || text(&shared, is_ready)).await;
    let text = read.ok().and_then(Result::ok).ok_or_else(|| Problem::from(Reason::Internal))?;
    Ok(([(CONTENT_TYPE, MEDIA_TYPE)], text))
}

fn readiness(shared: &Shared) -> Result<(), Problem> {
    if shared.stop.is_cancelled() {
        return Err(Reason::Stopping.into());
    }
    match &*shared.house.readiness.borrow() {
        Readiness::Ready => Ok(()),
        Readiness::Starting => Err(Problem::new(Reason::NotReady, "The journal is being opened.")),
        Readiness::OutOfService(why) => Err(Problem::new(Reason::NotReady, why.clone())),
    }
}
