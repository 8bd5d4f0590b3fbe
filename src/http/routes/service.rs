//! What technicians look at: the devices, what each reports, and what the last rounds have shown of them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use tokio::task::spawn_blocking;

use super::super::dto::Service;
use super::super::guard::Technician;
use super::super::house::Shared;
use super::super::openapi::LookProblems;
use super::super::problem::{Problem, Reason};

/// The devices and what the last rounds have shown of them, for technicians. No card stands in it. It is read from the journal, one
/// request at a time.
#[utoipa::path(get, path = "/api/v1/service", tag = "look", security(("bearer" = [])), responses((status = 200, body = Service), LookProblems))]
pub(super) async fn service(State(shared): State<Arc<Shared>>, _: Technician) -> Result<Json<Service>, Problem> {
    let busy = || Problem::new(Reason::TooManyRequests, "The journal is being read for somebody else.");
    let place = shared.readings.clone().try_acquire_owned().map_err(|_| busy())?;
    let workshop = shared.house.workshop.clone();
    let views = shared.house.desk.views();
    let read = move || {
        let _place = place;
        Service::new(&workshop.devices(), workshop.past(), &views.official.journal, workshop.signing_key())
    };
    spawn_blocking(read).await.map(Json).map_err(|_| Reason::Internal.into())
}
