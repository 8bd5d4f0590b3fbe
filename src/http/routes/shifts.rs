//! Looking at the shifts that are closed.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::super::dto::{ClosedShift, Shifts};
use super::super::guard::Bookkeeper;
use super::super::house::Shared;
use super::super::openapi::LookProblems;
use super::super::problem::{Problem, Reason};

/// The shifts that are closed, newest first, at most thirty.
#[utoipa::path(get, path = "/api/v1/shifts", tag = "look", security(("bearer" = [])), responses((status = 200, body = Shifts), LookProblems))]
pub(super) async fn shifts(State(shared): State<Arc<Shared>>, _: Bookkeeper) -> Json<Shifts> {
    let official = &shared.house.desk.views().official;
    let shifts = official.shifts.iter().map(|shift| ClosedShift::from(&**shift)).collect();
    Json(Shifts { shifts, head: official.journal.head.clone() })
}

/// The report of one of the shifts that are closed, for a spreadsheet: a line with the names of the columns, one for each seat and one for the
/// cabinet. Amounts are units of the currency with its decimals, times are UTC.
#[utoipa::path(get, path = "/api/v1/shifts/{shift}/report.csv", tag = "look", security(("bearer" = [])),
    params(("shift" = u32, Path, description = "The shift", minimum = 1, example = 7)),
    responses((status = 200, description = "The report as RFC 4180 has it", content_type = "text/csv", body = String), LookProblems))]
pub(super) async fn report(
    State(shared): State<Arc<Shared>>,
    _: Bookkeeper,
    shift: Result<Path<u32>, PathRejection>,
) -> Result<Response, Problem> {
    let Path(number) = shift.map_err(|_| Problem::from(Reason::NotFound))?;
    let views = shared.house.desk.views();
    let report = views.official.shifts.iter().find(|shift| shift.number == number);
    let report = report.ok_or_else(|| Problem::new(Reason::NotFound, "There is no such shift."))?;
    let rules = &views.cabinet.rules;
    let name = format!("attachment; filename=\"shift-{number}.csv\"");
    let wear = [(CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((wear, report.csv(&rules.currency, rules.decimals)).into_response())
}
