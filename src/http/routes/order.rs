//! Orders: every one of them is asked for in one way. Somebody who may give it at this address, an idempotency key, and a body that says
//! what is wanted, and in which round or deal.

use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::routing::post;
use axum::{Extension, Json};
use serde::de::DeserializeOwned;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::path::{OperationBuilder, Parameter, PathItem, Paths};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{HttpMethod, Ref, Required};
use utoipa::{IntoParams, IntoResponses, PartialSchema, ToSchema};
use utoipa_axum::router::UtoipaMethodRouter;

use super::super::dto::Done;
use super::super::guard::{AtTable, Attendant, AttendantAt, Player, Worker};
use super::super::house::{Pace, Shared};
use super::super::intake::{Form, Key, MoneyKey};
use super::super::openapi::{KeyHeaders, MoneyHeaders, OrderProblems, SeatPath, SeatTablePath, TablePath};
use super::super::problem::Problem;
use crate::model::{self, Command, Order, Seat, Who};

/// A route with its part of the document.
pub(super) type Route = UtoipaMethodRouter<Arc<Shared>>;

/// What a body asks for: an order, and the round or the deal that it is meant for.
pub(super) type OrderForm<O> = Result<(Option<u64>, O), Problem>;

/// Somebody who gives orders, at an address.
pub(super) trait Giver: FromRequestParts<Arc<Shared>> + Send + 'static {
    /// The address before the name of the order.
    const ADDRESS: &'static str;
    /// Whose orders they are.
    const WHOSE: &'static str;
    /// What stands in the address; nothing, unless it names a seat or a table.
    fn places() -> Vec<Parameter> {
        Vec::new()
    }
    /// The seat whose newest state is shown in the answer; none, unless the address names one.
    fn seat(&self) -> Option<Seat> {
        None
    }
    /// The giver as commands name him.
    fn who(self) -> Who;
}

impl Giver for Player {
    const ADDRESS: &'static str = "/api/v1/seats/{seat}";
    const WHOSE: &'static str = "player";

    fn places() -> Vec<Parameter> {
        SeatPath::into_params(|| None)
    }

    fn seat(&self) -> Option<Seat> {
        Some(self.0)
    }

    fn who(self) -> Who {
        Self::who(&self)
    }
}

impl Giver for (Player, AtTable) {
    const ADDRESS: &'static str = "/api/v1/seats/{seat}/tables/{table}";
    const WHOSE: &'static str = "player";

    fn places() -> Vec<Parameter> {
        SeatTablePath::into_params(|| None)
    }

    fn seat(&self) -> Option<Seat> {
        Some(self.0.0)
    }

    fn who(self) -> Who {
        self.0.who()
    }
}

impl Giver for AttendantAt {
    const ADDRESS: &'static str = "/api/v1/seats/{seat}";
    const WHOSE: &'static str = "attendant";

    fn places() -> Vec<Parameter> {
        SeatPath::into_params(|| None)
    }

    fn seat(&self) -> Option<Seat> {
        Some(self.seat)
    }

    fn who(self) -> Who {
        self.attendant.who()
    }
}

impl Giver for Attendant {
    const ADDRESS: &'static str = "/api/v1/table";
    const WHOSE: &'static str = "attendant";

    fn who(self) -> Who {
        Self::who(self)
    }
}

impl Giver for Worker {
    const ADDRESS: &'static str = "/api/v1/service";
    const WHOSE: &'static str = "technician";

    fn who(self) -> Who {
        Self::who(self)
    }
}

impl Giver for (Attendant, AtTable) {
    const ADDRESS: &'static str = "/api/v1/tables/{table}";
    const WHOSE: &'static str = "attendant";

    fn places() -> Vec<Parameter> {
        TablePath::into_params(|| None)
    }

    fn who(self) -> Who {
        self.0.who()
    }
}

/// An idempotency key, as an order wants it.
pub(super) trait KeyOfOrder: FromRequestParts<Arc<Shared>> + Into<Option<model::Key>> + Send + 'static {
    /// The header in the document.
    type Headers: IntoParams;
}

impl KeyOfOrder for MoneyKey {
    type Headers = MoneyHeaders;
}

impl KeyOfOrder for Key {
    type Headers = KeyHeaders;
}

/// The body of an order.
pub(super) trait Body: DeserializeOwned + ToSchema + Send + 'static {}

impl<B: DeserializeOwned + ToSchema + Send + 'static> Body for B {}

/// The route of the order of this name; `read` says what its body asks for.
pub(super) fn order<G: Giver, K: KeyOfOrder, B: Body>(
    name: &str,
    summary: &str,
    read: impl Fn(&B, &G) -> OrderForm<Order> + Clone + Send + Sync + 'static,
) -> Route {
    let give = move |State(shared): State<Arc<Shared>>, Extension(pace): Extension<Pace>, giver: G, key: K, Form(body): Form<B>| async move {
        let (round, order) = read(&body, &giver)?;
        let seat = giver.seat();
        let command = Command { who: giver.who(), key: key.into(), round, order };
        shared.order(command, seat, pace).await.map(Json)
    };
    let mut paths = Paths::new();
    paths.paths.insert(format!("{}/{name}", G::ADDRESS), PathItem::new(HttpMethod::Post, operation::<G, K, B>(name, summary)));
    let mut schemas = vec![(B::name().into(), B::schema()), (Done::name().into(), Done::schema())];
    B::schemas(&mut schemas);
    Done::schemas(&mut schemas);
    (schemas, paths, post(give))
}

/// The order in the document.
fn operation<G: Giver, K: KeyOfOrder, B: Body>(name: &str, summary: &str) -> OperationBuilder {
    let json = |name: &str| ContentBuilder::new().schema(Some(Ref::from_schema_name(name))).build();
    let body = RequestBodyBuilder::new().content("application/json", json(&B::name())).required(Some(Required::True)).build();
    let done = ResponseBuilder::new().content("application/json", json(&Done::name())).build();
    let operation = OperationBuilder::new()
        .tag(G::WHOSE)
        .operation_id(Some(name.replace('-', "_")))
        .summary(Some(summary))
        .parameters(Some(G::places().into_iter().chain(K::Headers::into_params(|| None))))
        .request_body(Some(body))
        .security(SecurityRequirement::new("bearer", Vec::<String>::new()))
        .response("200", done);
    OrderProblems::responses().into_iter().fold(operation, |operation, (status, response)| operation.response(status, response))
}
