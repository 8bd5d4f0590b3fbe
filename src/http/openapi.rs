//! The OpenAPI document: what the routes themselves do not say.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use serde_json::json;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::path::{OperationBuilder, PathItem};
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{HttpMethod, OpenApi, Ref, RefOr};
use utoipa::{IntoParams, IntoResponses};

use super::dto::LiveChange;
use super::house::Shared;
use super::problem::{Problem, ProblemBody, Reason};
use crate::model::Refusal;

/// Where the document is.
const ADDRESS: &str = "/api/v1/openapi.json";

/// The document before the routes are added.
pub(super) fn base() -> OpenApi {
    #[derive(utoipa::OpenApi)]
    #[openapi(
        info(
            title = "croupier",
            description = "An electronic roulette cabinet. Money is whole minor units, times are microseconds since 1970 UTC, errors are RFC 9457 problems. \
                Every order that belongs to a round or a deal names it, as the newest view shows it: held up over its end, the order acts on no other. \
                A person may give a thousand orders at once and two a second in the long run; one too many is `too-many-orders` and may be sent again. \
                One that was done or refused before under its key is answered as it was, however often its giver asks. \
                Every 429 says in `Retry-After` in how many seconds to come again. \
                A method that an address here does not know is answered with 405, `method-not-allowed`.",
            license(name = "MIT OR Apache-2.0")
        ),
        tags(
            (name = "look", description = "Looking: the cabinet, a seat, the books, past rounds."),
            (name = "player", description = "Orders of the player at a seat."),
            (name = "attendant", description = "Orders of attendants."),
            (name = "technician", description = "Orders of those who work on the devices."),
            (name = "service", description = "Work on the devices."),
            (name = "access", description = "Signing in and out, pairing and revoking consoles."),
            (name = "live", description = "WebSockets. The first message is the whole state with the number of its edition; each further one, a `LiveChange`, says what has \
                changed since the one before. Who finds that one is missing connects anew."),
            (name = "health", description = "For monitors. An address that asks more often than ten times a second is answered half a second later, never refused.")
        ),
        components(schemas(ProblemBody, LiveChange))
    )]
    struct Base;

    let mut document = <Base as utoipa::OpenApi>::openapi();
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("64 hexadecimal digits").description(Some(
        "The token of a seat, of a person who has signed in, or of a link. A browser's WebSocket carries it as the subprotocol `bearer.TOKEN` beside `croupier.v2`.",
    ));
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer.build()));
    let itself = OperationBuilder::new()
        .tag("look")
        .operation_id(Some("openapi"))
        .summary(Some("This document."))
        .security(SecurityRequirement::default())
        .response("200", ResponseBuilder::new().description("OpenAPI 3.1").content("application/json", ContentBuilder::new().build()));
    let itself = PublicProblems::responses().into_iter().fold(itself, |itself, (status, response)| itself.response(status, response));
    document.paths.paths.insert(ADDRESS.into(), PathItem::new(HttpMethod::Get, itself));
    document
}

/// The route of the document.
pub(super) fn route(document: &OpenApi) -> Router<Arc<Shared>> {
    let text = document.to_json().expect("the document is made of what can be written as JSON");
    let text = Bytes::from(text);
    Router::new().route(ADDRESS, get(move || async move { ([(CONTENT_TYPE, "application/json")], text) }))
}

/// The seat of an address.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "it stands for a part of an address in the document; the guard reads the address itself")]
pub(super) struct SeatPath {
    /// The seat, 1 to 6.
    #[param(minimum = 1, maximum = 6, example = 3)]
    seat: u8,
}

/// A card table in the address.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "it stands for a part of the address in the document; the guard reads the address itself")]
pub(super) struct TablePath {
    /// The card table, from 1.
    #[param(minimum = 1, example = 1)]
    table: u8,
}

/// A seat and a card table in the address.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "it stands for parts of the address in the document; the guard reads the address itself")]
pub(super) struct SeatTablePath {
    /// The seat, 1 to 6.
    #[param(minimum = 1, maximum = 6, example = 3)]
    seat: u8,
    /// The card table, from 1.
    #[param(minimum = 1, example = 1)]
    table: u8,
}

/// The headers of an order that moves money.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "it stands for a header in the document; the intake reads the header itself")]
pub(super) struct MoneyHeaders {
    /// 1 to 64 visible ASCII characters that name this wish, made anew for each. The same wish sent again with the same key moves nothing
    /// and is answered with `repeated`, also after a restart; another wish with the same key is refused as `key-reused`. Of each person the
    /// newest 256 keys are remembered, and of each attendant the newest 2,048 of payments besides. After that a key that is not among them
    /// is refused as `key-forgotten`, for what came under it may have been done, unless the order is an attendant's hold, or names a round or
    /// deal that was opened later (payments are of no round), or the key begins with the newest `number` that the client had seen in a view, as in
    /// `after-1234.5f0c6a0e`: begin all keys so. An attendant's order that was refused has used up its key: it is refused again under it,
    /// also after a restart and when it could be carried out by then. Only a refusal as `out-of-service` may be forgotten where the program is
    /// killed, or ends, before its journal could be written again. A seat's order that was refused has used up no key.
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 64, example = "after-1234.5f0c6a0e-8d0b")]
    idempotency_key: String,
}

/// The headers of an order that moves no money.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "it stands for a header in the document; the intake reads the header itself")]
pub(super) struct KeyHeaders {
    /// As for orders that move money, but it may be left out.
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 64, example = "after-1234.8d0b4a53")]
    idempotency_key: Option<String>,
}

/// What can go wrong with an order.
pub(super) struct OrderProblems;

impl IntoResponses for OrderProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let of_others = [Reason::MethodNotAllowed, Reason::SignInWrong, Reason::LockedOut, Reason::PairingWrong, Reason::HeldBack];
        let own = Reason::OWN.into_iter().filter(|reason| !of_others.contains(reason));
        problems(own.chain(Refusal::ALL.into_iter().map(Reason::Refused)))
    }
}

/// What can go wrong with a look that needs a token.
pub(super) struct LookProblems;

impl IntoResponses for LookProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        use Reason::{Forbidden, NotFound, Stopping, TooManyRequests, Unauthorized};
        problems([Unauthorized, Forbidden, NotFound, TooManyRequests, Stopping].into_iter().chain(ANYWHERE))
    }
}

/// What can go wrong with a look that is for everybody.
pub(super) struct PublicProblems;

impl IntoResponses for PublicProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        use Reason::{Forbidden, Stopping, TooManyRequests};
        problems([Forbidden, TooManyRequests, Stopping].into_iter().chain(ANYWHERE))
    }
}

/// What can go wrong with a look at a card table that is for everybody.
pub(super) struct PublicTableProblems;

impl IntoResponses for PublicTableProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        use Reason::{Forbidden, NotFound, Stopping, TooManyRequests};
        problems([Forbidden, NotFound, TooManyRequests, Stopping].into_iter().chain(ANYWHERE))
    }
}

/// What can go wrong with reading the capture of the wheel's lines.
pub(super) struct CaptureProblems;

impl IntoResponses for CaptureProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        use Reason::{Forbidden, HeldBack, NotFound, Stopping, TooManyRequests, Unauthorized};
        problems([Unauthorized, Forbidden, NotFound, HeldBack, TooManyRequests, Stopping].into_iter().chain(ANYWHERE))
    }
}

/// What can go wrong with a change that is no order.
pub(super) struct ChangeProblems;

impl IntoResponses for ChangeProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        use Reason::{Forbidden, NotFound, NotReady, TimedOut, TooLarge, TooManyRequests, Unauthorized, WrongContentType};
        let own = [Unauthorized, Forbidden, NotFound, NotReady, TimedOut, TooLarge, TooManyRequests, WrongContentType];
        problems(own.into_iter().chain(ANYWHERE))
    }
}

/// What can go wrong with signing in and with a console's pairing.
pub(super) struct PublicAccessProblems;

impl IntoResponses for PublicAccessProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        use Reason::{LockedOut, NotReady, PairingWrong, SignInWrong, TimedOut, TooLarge, TooManyRequests, WrongContentType};
        let own = [SignInWrong, PairingWrong, LockedOut, NotReady, TimedOut, TooLarge, TooManyRequests, WrongContentType];
        problems(own.into_iter().chain(ANYWHERE))
    }
}

/// What can be wrong with the cabinet.
pub(super) struct NotReadyProblems;

impl IntoResponses for NotReadyProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problems([Reason::NotReady, Reason::Stopping].into_iter().chain(ANYWHERE))
    }
}

/// What can go wrong with any request at all.
pub(super) struct AnyProblems;

impl IntoResponses for AnyProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problems(ANYWHERE)
    }
}

/// The reasons that a request may meet before it has reached its route, and where the program fails.
const ANYWHERE: [Reason; 5] = [Reason::BadRequest, Reason::UnknownHost, Reason::AddressTooLong, Reason::HeadersTooLarge, Reason::Internal];

/// The responses for these reasons: one a status, with an example for each reason.
fn problems(reasons: impl IntoIterator<Item = Reason>) -> BTreeMap<String, RefOr<Response>> {
    let mut by_status: BTreeMap<String, Vec<Reason>> = BTreeMap::new();
    for reason in reasons {
        by_status.entry(reason.status().as_str().into()).or_default().push(reason);
    }
    by_status.into_iter().map(|(status, reasons)| (status, RefOr::T(response(&reasons)))).collect()
}

fn response(reasons: &[Reason]) -> Response {
    let examples = reasons.iter().map(|&reason| {
        let example = ExampleBuilder::new().summary(reason.title()).value(Some(json!(Problem::from(reason).body())));
        (reason.name().to_owned(), RefOr::T(example.build()))
    });
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).examples_from_iter(examples);
    let names = reasons.iter().map(|reason| format!("`{}`", reason.name())).collect::<Vec<_>>().join(", ");
    ResponseBuilder::new().description(names).content("application/problem+json", content.build()).build()
}
