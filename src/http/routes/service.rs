//! What technicians look at: the devices, what each reports, how its figures went, what the last rounds have
//! shown of them, and the wheel's lines as they come.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use utoipa::IntoParams;

use super::super::dto::{Capture, CaptureForm, Diagnostics, FaultHistory, FigureHistory, Lines, SelfTestForm, SpanForm, SpinStatistics};
use super::super::guard::{Technician, Worker};
use super::super::house::{Shared, Workshop};
use super::super::intake::{Form, Key};
use super::super::openapi::{CaptureProblems, ChangeProblems, LookProblems};
use super::super::problem::{Problem, Reason};
use super::order::{Route, order};
use crate::model::{PhaseView, TableNumber};

/// How many samples one look takes at most: a minute of a wheel on bare lines.
const SAMPLES_MOST: usize = 4_000;

/// Every order of those who work on the devices.
pub(super) fn orders() -> Vec<Route> {
    vec![order::<Worker, Key, SelfTestForm>(
        "self-test",
        "Has a part of the cabinet test itself; its tables stand still meanwhile.",
        |form, _| Ok((None, form.order()?)),
    )]
}

/// The devices and what the last rounds have shown of them, for technicians. No card stands in it. It is read from the journal, one
/// request at a time.
#[utoipa::path(get, path = "/api/v1/service", tag = "look", security(("bearer" = [])), responses((status = 200, body = Diagnostics), LookProblems))]
pub(super) async fn service(State(shared): State<Arc<Shared>>, _: Technician) -> Result<Json<Diagnostics>, Problem> {
    let busy = || Problem::new(Reason::TooManyRequests, "The journal is being read for somebody else.");
    let place = shared.readings.clone().try_acquire_owned().map_err(|_| busy())?;
    let views = shared.house.desk.views();
    let read = move || {
        let _place = place;
        let workshop = &shared.house.workshop;
        let certificate = shared.house.tls.as_ref().map(|tls| &tls.certificate);
        let (devices, key, software) = (workshop.devices(), workshop.signing_key(), workshop.software());
        Diagnostics::new(&devices, workshop.past(), &views.official.journal, key, certificate, software.as_ref())
    };
    spawn_blocking(read).await.map(Json).map_err(|_| Reason::Internal.into())
}

/// How the figures of the devices went over the last hour, day or month: of each step how often they were read, the least, the mean and the most.
#[utoipa::path(get, path = "/api/v1/service/figures", tag = "look", security(("bearer" = [])), params(SpanForm),
    responses((status = 200, body = FigureHistory), LookProblems))]
pub(super) async fn figures(
    State(shared): State<Arc<Shared>>,
    _: Technician,
    span: Result<Query<SpanForm>, QueryRejection>,
) -> Result<Json<FigureHistory>, Problem> {
    let Query(span) = span.map_err(|rejection| Problem::bad(rejection.body_text()))?;
    Ok(Json(FigureHistory::from(&shared.house.workshop.figures(span.into()))))
}

/// How evenly the pockets win, by the spins of the newest 200,000 rounds, and what so many can show. They are read from the journal, a part at
/// each look, one request at a time: as long as `reach` is `goes-on`, the next look counts more.
#[utoipa::path(get, path = "/api/v1/service/spin-statistics", tag = "look", security(("bearer" = [])),
    responses((status = 200, body = SpinStatistics), LookProblems))]
pub(super) async fn spin_statistics(State(shared): State<Arc<Shared>>, _: Technician) -> Result<Json<SpinStatistics>, Problem> {
    let statistics = counted(&shared, |workshop| workshop.spin_statistics()).await?;
    let unread = || Problem::new(Reason::Internal, "The journal cannot be read.");
    Ok(Json(SpinStatistics::from(&statistics.ok_or_else(unread)?)))
}

/// Every fault that there is with how often it came, when last and what ended it, and the newest of those that came. They are read from the
/// whole journal, a part at each look, one request at a time: as long as `reach` is `goes-on`, the next look counts more.
#[utoipa::path(get, path = "/api/v1/service/faults", tag = "look", security(("bearer" = [])),
    responses((status = 200, body = FaultHistory), LookProblems))]
pub(super) async fn faults(State(shared): State<Arc<Shared>>, _: Technician) -> Result<Json<FaultHistory>, Problem> {
    let faults = counted(&shared, |workshop| workshop.faults()).await?;
    Ok(Json(FaultHistory::new(faults.as_ref())))
}

/// What is counted of the journal, one request at a time; nothing where it cannot be read.
async fn counted<T: Send + 'static>(shared: &Shared, count: fn(&dyn Workshop) -> Option<T>) -> Result<Option<T>, Problem> {
    let waiting = timeout(shared.house.limits.request_time, shared.counts.clone().acquire_owned()).await;
    let busy = || Problem::new(Reason::TooManyRequests, "The journal is being read for somebody else.");
    let place = waiting.ok().and_then(Result::ok).ok_or_else(busy)?;
    let workshop = shared.house.workshop.clone();
    let read = move || {
        let _place = place;
        count(&*workshop)
    };
    spawn_blocking(read).await.map_err(|_| Reason::Internal.into())
}

/// Of which lines, and from where on, samples are wanted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct From {
    /// The table whose card device's line is wanted; left out for the wheel's lines.
    table: Option<u8>,
    /// The `next` of the look before; left out for the newest samples.
    from: Option<u64>,
}

/// Of which lines the capture is wanted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Of {
    /// The table whose card device's line is wanted; left out for the wheel's lines.
    table: Option<u8>,
}

/// What went over the lines of the wheel, or of a table's card device, since the last look, at most 4,000 samples. Nobody is told where the ball is while
/// bets are taken, nor which card a device brought.
#[utoipa::path(get, path = "/api/v1/service/lines", tag = "look", security(("bearer" = [])), params(From),
    responses((status = 200, body = Lines), LookProblems))]
pub(super) async fn lines(
    State(shared): State<Arc<Shared>>,
    _: Technician,
    from: Result<Query<From>, QueryRejection>,
) -> Result<Json<Lines>, Problem> {
    let Query(From { table, from }) = from.map_err(|rejection| Problem::bad(rejection.body_text()))?;
    let (workshop, table) = (&shared.house.workshop, table.map(TableNumber));
    let lanes = if table.is_none() { workshop.lanes() } else { Vec::new() };
    let capture = workshop.capture(table).ok_or_else(no_line)?;
    if table.is_none() && is_ball_secret(&shared) {
        return Ok(Json(Lines::held_back(lanes, from, capture)));
    }
    let samples = workshop.samples(table, from, SAMPLES_MOST).ok_or_else(no_line)?;
    Ok(Json(Lines::seen(lanes, samples, capture)))
}

/// Starts the capture of the lines of all devices anew, or stops it; told is that of the wheel's.
#[utoipa::path(post, path = "/api/v1/service/capture", tag = "service", security(("bearer" = [])), request_body = CaptureForm,
    responses((status = 200, body = Capture), ChangeProblems))]
pub(super) async fn set_capture(State(shared): State<Arc<Shared>>, _: Worker, Form(form): Form<CaptureForm>) -> Json<Capture> {
    let workshop = &shared.house.workshop;
    workshop.set_capture(form.running);
    Json(workshop.capture(None).unwrap_or_default().into())
}

/// What the capture of the lines of the wheel, or of a table's card device, holds: a trace of bare lines, or a capture of a serial line. `croupierctl wheel
/// replay` reads that of a wheel. No card stands in that of a card device.
#[utoipa::path(get, path = "/api/v1/service/capture", tag = "look", security(("bearer" = [])), params(Of),
    responses((status = 200, description = "The text of a trace, one row a change, or of a capture, one line a message", content_type = "text/plain", body = String), CaptureProblems))]
pub(super) async fn captured(
    State(shared): State<Arc<Shared>>,
    _: Technician,
    of: Result<Query<Of>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(Of { table }) = of.map_err(|rejection| Problem::bad(rejection.body_text()))?;
    let table = table.map(TableNumber);
    if table.is_none() && is_ball_secret(&shared) {
        return Err(Reason::HeldBack.into());
    }
    let workshop = shared.house.workshop.clone();
    let text = spawn_blocking(move || workshop.captured(table)).await.map_err(|_| Problem::from(Reason::Internal))?.ok_or_else(no_line)?;
    let name = match table {
        Some(table) => format!("table-{}.capture", table.0),
        None if shared.house.workshop.lanes().is_empty() => "wheel.capture".to_owned(),
        None => "wheel.trace".to_owned(),
    };
    let disposition = format!("attachment; filename=\"{name}\"");
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8"), (CONTENT_DISPOSITION, disposition.as_str())], text).into_response())
}

/// The table has no device on a line.
fn no_line() -> Problem {
    Problem::new(Reason::NotFound, "No device of this table is on a line.")
}

/// Whether the ball runs, or is about to, while bets are taken: who knew its course to the millisecond could bet on where it falls.
fn is_ball_secret(shared: &Shared) -> bool {
    let views = shared.house.desk.views();
    views.cabinet.betting_open && views.cabinet.phase == PhaseView::BallRunning
}
