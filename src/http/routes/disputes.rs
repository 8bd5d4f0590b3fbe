//! Looking at the disputes.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::super::dto::{Disputes, KeptDispute};
use super::super::guard::Bookkeeper;
use super::super::house::Shared;
use super::super::openapi::LookProblems;

/// The disputes that are open and the newest that are decided, newest first, each with its game as it was when it was disputed.
#[utoipa::path(get, path = "/api/v1/disputes", tag = "look", security(("bearer" = [])), responses((status = 200, body = Disputes), LookProblems))]
pub(super) async fn disputes(State(shared): State<Arc<Shared>>, _: Bookkeeper) -> Json<Disputes> {
    let official = &shared.house.desk.views().official;
    let disputes = official.disputes.iter().map(|dispute| KeptDispute::from(&**dispute)).collect();
    Json(Disputes { disputes, head: official.journal.head.clone() })
}
