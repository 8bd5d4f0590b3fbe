//! The routes, and the one router made of them.

mod access;
mod attendant;
mod disputes;
mod health;
mod history;
mod live;
mod order;
mod pages;
mod player;
mod service;
mod shifts;
mod tables;
mod views;

pub(super) use live::ring;

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::connection::Door;
use super::dto::list_words;
use super::guard::{guard, keep_pace};
use super::hosts::Reached;
use super::house::Shared;
use super::openapi;
use super::problem::{Problem, Reason};

/// No page of another place may have a hand on the window of one of these.
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// No page of another place may have one of these as a part of it.
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// What every response says to browsers: nothing from elsewhere, nothing inline, no frame around it. WebSockets lead only to the place that
/// the browser has reached, which is named because not every browser takes `'self'` for it.
fn policy(reached: Option<&Reached>) -> HeaderValue {
    let sockets = reached.map(|reached| format!(" {}", reached.socket_source())).unwrap_or_default();
    let policy = format!("default-src 'self'; connect-src 'self'{sockets}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
    HeaderValue::from_str(&policy).expect("a host that was read from a header may stand in one")
}

/// The whole house as a router.
pub(super) fn router(shared: Arc<Shared>) -> Router {
    let (api, mut document) = api();
    list_words(&mut document, shared.house.games);
    let body_bytes = shared.house.limits.body_bytes;
    api.merge(openapi::route(&document))
        .merge(pages::routes())
        .route("/problems/{name}", get(pages::problem))
        .fallback(|| async { Problem::from(Reason::NotFound) })
        .method_not_allowed_fallback(|| async { Problem::from(Reason::MethodNotAllowed) })
        .layer(DefaultBodyLimit::max(body_bytes))
        .layer(from_fn_with_state(shared.clone(), guard))
        .layer(CatchPanicLayer::custom(failed))
        .layer(from_fn(dress))
        .with_state(shared)
}

/// The routes that stand in the OpenAPI document, with the document.
pub(super) fn api() -> (Router<Arc<Shared>>, OpenApi) {
    let orders = [player::orders(), attendant::orders(), tables::orders(), service::orders()].into_iter().flatten();
    let looks = OpenApiRouter::with_openapi(openapi::base())
        .routes(routes!(views::me))
        .routes(routes!(views::cabinet))
        .routes(routes!(views::table_rules))
        .routes(routes!(views::wheel_limits))
        .routes(routes!(views::table_limits))
        .routes(routes!(views::seat))
        .routes(routes!(views::official))
        .routes(routes!(views::rounds))
        .routes(routes!(views::evidence))
        .routes(routes!(history::rounds))
        .routes(routes!(history::deals))
        .routes(routes!(history::hands))
        .routes(routes!(history::own_deal))
        .routes(routes!(history::own_hand))
        .routes(routes!(history::all_rounds))
        .routes(routes!(history::all_deals))
        .routes(routes!(history::all_hands))
        .routes(routes!(history::deal))
        .routes(routes!(history::hand))
        .routes(routes!(disputes::disputes))
        .routes(routes!(shifts::shifts))
        .routes(routes!(shifts::report))
        .routes(routes!(service::service))
        .routes(routes!(service::figures))
        .routes(routes!(service::faults))
        .routes(routes!(service::spin_statistics))
        .routes(routes!(service::lines))
        .routes(routes!(service::set_capture))
        .routes(routes!(service::captured))
        .routes(routes!(live::cabinet))
        .routes(routes!(live::seat))
        .routes(routes!(live::official))
        .routes(routes!(access::sign_in))
        .routes(routes!(access::sign_out))
        .routes(routes!(access::stay))
        .routes(routes!(access::pair))
        .routes(routes!(access::offer_pairing))
        .routes(routes!(access::list))
        .routes(routes!(access::revoke))
        .routes(routes!(health::health))
        .routes(routes!(health::ready))
        .routes(routes!(health::metrics))
        .layer(from_fn(keep_pace));
    orders.fold(looks, OpenApiRouter::routes).split_for_parts()
}

/// A handler panicked: the request ends, the house goes on.
fn failed(_panic: Box<dyn Any + Send>) -> Response {
    tracing::error!("a request's handler panicked");
    Problem::from(Reason::Internal).into_response()
}

/// Puts on what every response wears.
async fn dress(request: Request, next: Next) -> Response {
    // Where a proxy speaks TLS instead, it is the proxy's to say this.
    let insists_seconds = request.extensions().get::<Arc<Door>>().and_then(|door| door.insists_seconds);
    let mut response = next.run(request).await;
    let reached = response.extensions().get::<Reached>();
    // A browser takes no notice of it where it was made to accept a certificate that it does not trust.
    let insists = insists_seconds.filter(|_| reached.is_some_and(Reached::may_insist_on_tls));
    let policy = policy(reached);
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, policy);
    if let Some(value) = insists.and_then(|seconds| HeaderValue::from_str(&format!("max-age={seconds}")).ok()) {
        headers.insert(STRICT_TRANSPORT_SECURITY, value);
    }
    let mut wear = |name: HeaderName, value| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    wear(OPENER_POLICY, "same-origin");
    wear(RESOURCE_POLICY, "same-origin");
    wear(X_CONTENT_TYPE_OPTIONS, "nosniff");
    wear(REFERRER_POLICY, "no-referrer");
    wear(CACHE_CONTROL, "no-store");
    response
}
