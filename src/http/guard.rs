//! The guard at the door: finds out who asks, counts the requests, and says what each may reach.
//!
//! Every route names its right by one of the extractors here, so that no handler can forget to ask.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::http::header::{AUTHORIZATION, SEC_WEBSOCKET_PROTOCOL};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use super::access::Role;
use super::connection::Door;
use super::edition::Eyes;
use super::hosts::Reached;
use super::house::{Pace, Shared};
use super::intake::KEY;
use super::problem::{Problem, Reason};
use super::proxies::sender;
use crate::model::{Seat, TableNumber, Who};

/// The subprotocol that carries a token from a browser, which cannot set headers on a WebSocket.
const TOKEN_PROTOCOL: &str = "bearer.";

/// The routes that monitors ask: never refused for asking often, and counted apart from what else their address asks.
const OF_MONITORS: [&str; 2] = ["/health", "/ready"];

/// Who asks, as the guard found out.
#[derive(Clone)]
enum Visitor {
    /// No token at all.
    Stranger,
    /// A token that nobody holds.
    Unknown,
    /// A token of this role.
    Known(Role),
}

/// Lets a request in or not: everybody is counted, by token where it is valid and by address where it is not, and must have meant this host.
pub(super) async fn guard(
    State(shared): State<Arc<Shared>>,
    Extension(door): Extension<Arc<Door>>,
    mut request: Request,
    next: Next,
) -> Response {
    let house = &shared.house;
    let sender = sender(&house.proxies, door.peer.ip(), request.headers());
    let token = token(request.headers());
    let holder = token.and_then(|token| house.access.holder(token));
    let may = match holder {
        Some((place, _)) => shared.rates.token_may(place),
        None if OF_MONITORS.contains(&request.uri().path()) => {
            if !shared.rates.monitor_may(sender.address) {
                hold_back(&door, house.limits.penalty / 2).await;
            }
            true
        }
        None => shared.rates.peer_may(sender.address),
    };
    if !may {
        hold_back(&door, house.limits.penalty).await;
        // An order may have been done before under its key; its giver must not hear that nothing was.
        let is_order = request.method() == Method::POST && request.headers().contains_key(KEY);
        if holder.is_none() || !is_order {
            return Problem::from(Reason::TooManyRequests).into_response();
        }
    }
    let reached = match Reached::find(&house.names, door.local, sender.is_secure, request.uri(), request.headers()) {
        Ok(reached) => reached,
        Err(problem) => return problem.into_response(),
    };
    if let Some((place, _)) = holder {
        door.place.hold(place, house.limits.of_holder());
    }
    let visitor = match (token, holder) {
        (None, _) => Visitor::Stranger,
        (Some(_), None) => Visitor::Unknown,
        (Some(_), Some((_, role))) => Visitor::Known(role.clone()),
    };
    let extensions = request.extensions_mut();
    extensions.insert(visitor);
    extensions.insert(if may { Pace::Allowed } else { Pace::TooFast });
    extensions.insert(sender);
    extensions.insert(reached.clone());
    let mut response = next.run(request).await;
    response.extensions_mut().insert(reached);
    response
}

/// Holds an answer back for so long. Who has to leave before that does not keep his place by being made to wait.
async fn hold_back(door: &Door, penalty: Duration) {
    let _ = timeout(penalty, door.place.leave().cancelled()).await;
}

/// The one token of the request, from the header or from a WebSocket's subprotocols. Two tokens are as good as none.
fn token(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    if let Some(value) = values.next() {
        let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
        let alone = values.next().is_none() && scheme.eq_ignore_ascii_case("bearer");
        return alone.then_some(token.trim());
    }
    let protocols = headers.get_all(SEC_WEBSOCKET_PROTOCOL).iter().filter_map(|value| value.to_str().ok());
    let mut tokens = protocols.flat_map(|value| value.split(',')).filter_map(|protocol| protocol.trim().strip_prefix(TOKEN_PROTOCOL));
    let token = tokens.next()?;
    tokens.next().is_none().then_some(token)
}

/// Any holder of a valid token.
pub(super) struct Caller(pub(super) Role);

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        match parts.extensions.get::<Visitor>() {
            Some(Visitor::Known(role)) => Ok(Self(role.clone())),
            Some(Visitor::Unknown) => Err(Problem::new(Reason::Unauthorized, "Nobody holds this bearer token.")),
            Some(Visitor::Stranger) | None => Err(Reason::Unauthorized.into()),
        }
    }
}

/// The player at the seat of the address, who alone may give orders there.
pub(super) struct Player(pub(super) Seat);

impl<S: Send + Sync> FromRequestParts<S> for Player {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Caller(role) = Caller::from_request_parts(parts, state).await?;
        let seat = seat_of_address(parts, state).await?;
        if role == Role::Seat(seat) { Ok(Self(seat)) } else { Err(Problem::new(Reason::Forbidden, "Only the seat itself may do this.")) }
    }
}

impl Player {
    /// The player as commands name it.
    pub(super) fn who(&self) -> Who {
        Who::Seat(self.0)
    }
}

/// Somebody who may look at the seat of the address: its player or an attendant.
pub(super) struct Looker {
    /// The seat that is looked at.
    pub(super) seat: Seat,
    /// Whether an attendant looks.
    pub(super) attendant: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for Looker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Caller(role) = Caller::from_request_parts(parts, state).await?;
        let seat = seat_of_address(parts, state).await?;
        match role {
            Role::Seat(own) if own == seat => Ok(Self { seat, attendant: false }),
            Role::Attendant(_) => Ok(Self { seat, attendant: true }),
            Role::Seat(_) => Err(Problem::new(Reason::Forbidden, "A seat may see only itself.")),
        }
    }
}

impl Looker {
    /// What may be seen of the seat. Closed cards are for their player alone (`house-rules-by` HRB-17).
    pub(super) const fn eyes(&self) -> Eyes {
        if self.attendant { Eyes::OverSeat(self.seat) } else { Eyes::Seat(self.seat) }
    }
}

/// An attendant.
pub(super) struct Attendant(String);

impl<S: Send + Sync> FromRequestParts<S> for Attendant {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match Caller::from_request_parts(parts, state).await? {
            Caller(Role::Attendant(name)) => Ok(Self(name)),
            Caller(Role::Seat(_)) => Err(Problem::new(Reason::Forbidden, "Only an attendant may do this.")),
        }
    }
}

impl Attendant {
    /// The attendant as commands name it.
    pub(super) fn who(self) -> Who {
        Who::Attendant(self.0)
    }
}

/// An attendant at the seat of the address.
pub(super) struct AttendantAt {
    /// The attendant.
    pub(super) attendant: Attendant,
    /// The seat.
    pub(super) seat: Seat,
}

impl<S: Send + Sync> FromRequestParts<S> for AttendantAt {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let attendant = Attendant::from_request_parts(parts, state).await?;
        let seat = seat_of_address(parts, state).await?;
        Ok(Self { attendant, seat })
    }
}

async fn seat_of_address<S: Send + Sync>(parts: &mut Parts, state: &S) -> Result<Seat, Problem> {
    let number = of_address(parts, state, "seat").await;
    let seat = number.and_then(|number| Seat::all().find(|seat| seat.to_string() == number));
    seat.ok_or_else(|| Problem::new(Reason::NotFound, "There is no such seat."))
}

/// What the address has in this place of its route.
async fn of_address<S: Send + Sync>(parts: &mut Parts, state: &S, place: &str) -> Option<String> {
    let places = RawPathParams::from_request_parts(parts, state).await.ok()?;
    places.iter().find(|(name, _)| *name == place).map(|(_, value)| value.into())
}

/// The card table of the address. Whether the cabinet has it is the cabinet's to say.
pub(super) struct AtTable(pub(super) TableNumber);

impl<S: Send + Sync> FromRequestParts<S> for AtTable {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let number = of_address(parts, state, "table").await;
        let table = number.and_then(|number| (1..=u8::MAX).find(|table| table.to_string() == number));
        table.map(|table| Self(TableNumber(table))).ok_or_else(|| Problem::new(Reason::NotFound, "There is no such table."))
    }
}

/// Passes only WebSockets opened by a page of this very place, or by a program that is no browser and names no origin.
pub(super) struct SamePlace;

impl<S: Sync> FromRequestParts<S> for SamePlace {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        let same = parts.extensions.get::<Reached>().is_some_and(|reached| reached.is_origin_of(&parts.headers));
        let detail = "Pages of other places may not watch. A proxy that speaks TLS says so in `X-Forwarded-Proto`, and is named by `--trusted-proxy`.";
        same.then_some(Self).ok_or_else(|| Problem::new(Reason::Forbidden, detail))
    }
}
