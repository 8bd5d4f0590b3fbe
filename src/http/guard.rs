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
use tokio_util::sync::CancellationToken;

use super::connection::Door;
use super::edition::Eyes;
use super::hosts::Reached;
use super::house::{Pace, Shared};
use super::intake::KEY;
use super::problem::{Problem, Reason};
use super::proxies::sender;
use super::rights::Right;
use crate::access::{Holder, Known};
use crate::model::{Changer, Seat, TableNumber, Who};

/// The subprotocol that carries a token from a browser, which cannot set headers on a WebSocket.
const TOKEN_PROTOCOL: &str = "bearer.";

/// The routes that monitors ask: never refused for asking often, and counted apart from what else their address asks.
const OF_MONITORS: [&str; 3] = ["/health", "/ready", "/metrics"];

/// Who asks, as the guard found out.
#[derive(Clone)]
enum Visitor {
    /// No token at all.
    Stranger,
    /// A token that nobody holds.
    Unknown,
    /// A token of this holder.
    Known(Known),
}

/// Lets a request in or not: everybody is counted, by token where it is valid and by address where it is not, and must have meant this host.
pub(super) async fn guard(
    State(shared): State<Arc<Shared>>,
    Extension(door): Extension<Arc<Door>>,
    mut request: Request,
    next: Next,
) -> Response {
    let house = &shared.house;
    let sender = sender(&house.proxies, door.peer.ip(), door.is_secure(), request.headers());
    let token = token(request.headers());
    // Pages read by themselves; what a person does is ordered.
    let is_deed = request.method() == Method::POST;
    let known = token.and_then(|token| house.access.find(token, is_deed));
    let is_of_monitors = OF_MONITORS.contains(&request.uri().path());
    let is_in_time = match &known {
        Some(known) => shared.rates.token_may(known.place),
        None if is_of_monitors => shared.rates.monitor_may(sender.address),
        None => shared.rates.peer_may(sender.address),
    };
    if is_of_monitors && !is_in_time {
        hold_back(&door, house.limits.penalty / 2).await;
    }
    let may = is_in_time || is_of_monitors;
    if !may {
        hold_back(&door, house.limits.penalty).await;
        // An order may have been done before under its key; its giver must not hear that nothing was.
        let is_order = request.method() == Method::POST && request.headers().contains_key(KEY);
        if known.is_none() || !is_order {
            return Problem::from(Reason::TooManyRequests).into_response();
        }
    }
    let reached = match Reached::find(&house.names, door.local, sender.is_secure, request.uri(), request.headers()) {
        Ok(reached) => reached,
        Err(problem) => return problem.into_response(),
    };
    if let Some(known) = &known {
        door.place.hold(known.place, house.limits.of_holder());
    }
    let visitor = match (token, known) {
        (None, _) => Visitor::Stranger,
        (Some(_), None) => Visitor::Unknown,
        (Some(_), Some(known)) => Visitor::Known(known),
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

/// Refuses what came too fast and gives no order: only an order may have been done before.
pub(super) async fn keep_pace(request: Request, next: Next) -> Response {
    match request.extensions().get::<Pace>() {
        Some(Pace::TooFast) => Problem::from(Reason::TooManyRequests).into_response(),
        _ => next.run(request).await,
    }
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

/// The holder of the request's token, who must have this right.
fn holder(parts: &Parts, right: Right) -> Result<Known, Problem> {
    match parts.extensions.get::<Visitor>() {
        Some(Visitor::Known(known)) if right.is_of(&known.holder) => Ok(known.clone()),
        Some(Visitor::Known(_)) => Err(Problem::new(Reason::Forbidden, right.refusal())),
        Some(Visitor::Unknown) => Err(Problem::new(Reason::Unauthorized, "Nobody holds this bearer token.")),
        Some(Visitor::Stranger) | None => Err(Reason::Unauthorized.into()),
    }
}

/// Any holder of a valid token.
pub(super) struct Caller(pub(super) Known);

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        holder(parts, Right::Hold).map(Self)
    }
}

/// The player at the seat of the address, who alone may give orders there.
pub(super) struct Player(pub(super) Seat);

impl<S: Send + Sync> FromRequestParts<S> for Player {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let known = holder(parts, Right::Play)?;
        let seat = seat_of_address(parts, state).await?;
        if known.holder == Holder::Seat(seat) { Ok(Self(seat)) } else { Err(Problem::new(Reason::Forbidden, Right::Play.refusal())) }
    }
}

impl Player {
    /// The player as commands name it.
    pub(super) fn who(&self) -> Who {
        Who::Seat(self.0)
    }
}

/// Somebody who may look at the seat of the address: its player, or a person of the house.
pub(super) struct Looker {
    /// The seat that is looked at.
    pub(super) seat: Seat,
    /// Whether a person of the house looks.
    pub(super) attendant: bool,
    /// Is cancelled when the looker is let in no more.
    pub(super) ended: CancellationToken,
}

impl<S: Send + Sync> FromRequestParts<S> for Looker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Known { holder, ended, .. } = holder(parts, Right::LookAtSeat)?;
        let seat = seat_of_address(parts, state).await?;
        match holder {
            Holder::Seat(own) if own == seat => Ok(Self { seat, attendant: false, ended }),
            Holder::Staff { .. } => Ok(Self { seat, attendant: true, ended }),
            Holder::Seat(_) => Err(Problem::new(Reason::Forbidden, Right::LookAtSeat.refusal())),
        }
    }
}

impl Looker {
    /// What may be seen of the seat. Closed cards are for their player alone (`house-rules-by` HRB-17).
    pub(super) const fn eyes(&self) -> Eyes {
        if self.attendant { Eyes::OverSeat(self.seat) } else { Eyes::Seat(self.seat) }
    }
}

/// Somebody who may look at the books of the house.
pub(super) struct Bookkeeper {
    /// Is cancelled when the looker is let in no more.
    pub(super) ended: CancellationToken,
}

impl<S: Sync> FromRequestParts<S> for Bookkeeper {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        holder(parts, Right::LookAtBooks).map(|Known { ended, .. }| Self { ended })
    }
}

/// Somebody who may look at the devices.
pub(super) struct Technician;

impl<S: Sync> FromRequestParts<S> for Technician {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        holder(parts, Right::LookAtDevices).map(|_| Self)
    }
}

/// Somebody who may work on the devices.
pub(super) struct Worker(Holder);

impl<S: Sync> FromRequestParts<S> for Worker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        holder(parts, Right::WorkOnDevices).map(|known| Self(known.holder))
    }
}

impl Worker {
    /// The worker as commands name it.
    pub(super) fn who(self) -> Who {
        self.0.who()
    }
}

/// Somebody who may see who is let in.
pub(super) struct Doorman;

impl<S: Sync> FromRequestParts<S> for Doorman {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        holder(parts, Right::LookAtAccess).map(|_| Self)
    }
}

/// Somebody who may pair and revoke consoles.
pub(super) struct Pairer(Known);

impl<S: Sync> FromRequestParts<S> for Pairer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        holder(parts, Right::PairConsoles).map(Self)
    }
}

impl Pairer {
    /// The person as changes of access name it.
    pub(super) fn changer(&self) -> Changer {
        Changer::Person(self.0.holder.to_string())
    }

    /// The person.
    pub(super) const fn holder(&self) -> &Holder {
        &self.0.holder
    }
}

/// Somebody who may pair a console with the seat of the address.
pub(super) struct PairerAt {
    /// Who pairs.
    pub(super) pairer: Pairer,
    /// The seat.
    pub(super) seat: Seat,
}

impl<S: Send + Sync> FromRequestParts<S> for PairerAt {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let pairer = Pairer::from_request_parts(parts, state).await?;
        let seat = seat_of_address(parts, state).await?;
        Ok(Self { pairer, seat })
    }
}

/// A person who may give orders that no player may.
pub(super) struct Attendant(Holder);

impl<S: Send + Sync> FromRequestParts<S> for Attendant {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        holder(parts, Right::GiveOrders).map(|known| Self(known.holder))
    }
}

impl Attendant {
    /// The attendant as commands name it.
    pub(super) fn who(self) -> Who {
        self.0.who()
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
