//! WebSockets: the newest state at once, what changes of it, and the time in between.
//!
//! A reader that is slow misses states in between but never sees an old one after a new one: what it is told is what has changed since it
//! was told something.

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{MissedTickBehavior, interval_at, timeout};
use tokio_util::sync::CancellationToken;

use super::super::connection::{BOARDS, Door};
use super::super::edition::Eyes;
use super::super::guard::{Bookkeeper, Looker, SamePlace};
use super::super::house::Shared;
use super::super::openapi::{LookProblems, PublicProblems, SeatPath};
use super::super::presence::Line;
use super::super::problem::{Problem, Reason};
use super::super::proxies::Sender;
use super::super::rates::network;
use super::super::shares;

/// The subprotocol that pages ask for. A page of a release whose messages were others asks for another, is given none, and by that its
/// browser gives up, rather than show what it does not understand.
const PROTOCOL: &str = "croupier.v2";

/// The most bytes of a message that comes in; all of them are ignored.
const INCOMING_BYTES: usize = 1024;

/// The most messages that may come in between two ticks.
const INCOMING_MESSAGES: u32 = 32;

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// A WebSocket with what everybody may see: `{"edition":1,"cabinet":Cabinet}` at once, a `LiveChange` at each change, `{"tick":{"now":…}}`
/// in between.
#[utoipa::path(get, path = "/api/v1/cabinet/live", tag = "live", security(()), responses((status = 101, description = "The WebSocket is open"), PublicProblems))]
pub(super) async fn cabinet(
    State(shared): State<Arc<Shared>>,
    Extension(door): Extension<Arc<Door>>,
    Extension(sender): Extension<Sender>,
    _: SamePlace,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let place = shared.sockets.public.take(network(sender.address)).ok_or_else(too_many)?;
    door.place.hold(BOARDS, shared.house.limits.of_public());
    open(shared, upgrade, Eyes::Public, Seating::Shared(place), CancellationToken::new())
}

/// A WebSocket for a seat: `{"edition":1,"cabinet":Cabinet,"seat":Seat}` at once, a `LiveChange` at each change, `{"tick":{"now":…}}` in
/// between. Browsers offer the subprotocols `croupier.v2` and `bearer.TOKEN`.
#[utoipa::path(get, path = "/api/v1/seats/{seat}/live", tag = "live", security(("bearer" = [])), params(SeatPath),
    responses((status = 101, description = "The WebSocket is open"), LookProblems))]
pub(super) async fn seat(State(shared): State<Arc<Shared>>, looker: Looker, _: SamePlace, upgrade: Upgrade) -> Result<Response, Problem> {
    let places = if looker.attendant { &shared.sockets.attendants } else { &shared.sockets.seats[looker.seat.index()] };
    let place = place(places)?;
    open(shared, upgrade, looker.eyes(), Seating::Own(place), looker.ended)
}

/// A WebSocket for attendants: `{"edition":1,"cabinet":Cabinet,"official":Official}` at once, a `LiveChange` at each change,
/// `{"tick":{"now":…}}` in between. Browsers offer the subprotocols `croupier.v2` and `bearer.TOKEN`.
#[utoipa::path(get, path = "/api/v1/official/live", tag = "live", security(("bearer" = [])),
    responses((status = 101, description = "The WebSocket is open"), LookProblems))]
pub(super) async fn official(
    State(shared): State<Arc<Shared>>,
    books: Bookkeeper,
    _: SamePlace,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let place = place(&shared.sockets.attendants)?;
    open(shared, upgrade, Eyes::Officials, Seating::Own(place), books.ended)
}

fn place(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Problem> {
    places.clone().try_acquire_owned().map_err(|_| too_many())
}

fn too_many() -> Problem {
    Problem::new(Reason::TooManyRequests, "Too many pages are watching already.")
}

/// The place of a WebSocket.
enum Seating {
    /// One of those for this seat, or for attendants.
    Own(#[expect(dead_code, reason = "held until the WebSocket ends")] OwnedSemaphorePermit),
    /// One of those for everybody, which may have to be given up.
    Shared(shares::Place),
}

impl Seating {
    /// Waits until the place has to be given up.
    async fn given_up(&self) {
        match self {
            Self::Own(_) => std::future::pending().await,
            Self::Shared(place) => place.leave().cancelled().await,
        }
    }
}

fn open(shared: Arc<Shared>, upgrade: Upgrade, eyes: Eyes, seating: Seating, ended: CancellationToken) -> Result<Response, Problem> {
    if shared.stop.is_cancelled() {
        return Err(Reason::Stopping.into());
    }
    let upgrade = upgrade.map_err(|_| Problem::bad("This address speaks only WebSocket."))?;
    let upgrade = upgrade.protocols([PROTOCOL]).max_message_size(INCOMING_BYTES).max_frame_size(INCOMING_BYTES);
    Ok(upgrade.on_upgrade(move |socket| {
        let tasks = shared.tasks.clone();
        let line = match eyes {
            Eyes::Seat(seat) => Some(shared.presence.open_line(seat)),
            Eyes::Public | Eyes::OverSeat(_) | Eyes::Officials => None,
        };
        let watcher = Watcher { socket, shared, eyes, seating, line, ended, heard: Instant::now(), chatter: 0 };
        tasks.track_future(watcher.watch())
    }))
}

/// Rings the bell of the public after each change, until the house stops. Players come first: a hundred boards are woken only when
/// the seats, who listen to the desk itself, have been.
pub(in crate::http) async fn ring(shared: Arc<Shared>) {
    let mut changes = shared.house.desk.watch();
    let ringing = async {
        while changes.changed().await.is_ok() {
            tokio::task::yield_now().await;
            shared.bell.send_replace(());
        }
    };
    // Where the views end by themselves, the boards are closed when the house stops.
    let _ = shared.stop.run_until_cancelled(ringing).await;
}

/// One open WebSocket.
struct Watcher {
    socket: WebSocket,
    shared: Arc<Shared>,
    eyes: Eyes,
    seating: Seating,
    /// The line of a seat's own console.
    #[expect(dead_code, reason = "held until the WebSocket ends")]
    line: Option<Line>,
    /// Is cancelled when the other end is let in no more.
    ended: CancellationToken,
    /// When the other end last gave a sign of life.
    heard: Instant,
    /// How many messages came in since the last tick.
    chatter: u32,
}

/// Why a WebSocket ends: with a word to the other end, or without one where it is gone.
type End = Option<CloseFrame>;

impl Watcher {
    /// Tells of every change until one side ends it.
    async fn watch(mut self) {
        let shared = self.shared.clone();
        let Err(end) = match self.eyes {
            Eyes::Public => self.run(shared.bell.subscribe()).await,
            Eyes::Seat(_) | Eyes::OverSeat(_) | Eyes::Officials => self.run(shared.house.desk.watch()).await,
        };
        if let Some(frame) = end {
            // The other end may be gone as well; a polite word must not hold anything up.
            let _ = timeout(self.shared.house.limits.grace / 10, self.socket.send(Message::Close(Some(frame)))).await;
        }
    }

    async fn run<T>(&mut self, mut changes: watch::Receiver<T>) -> Result<std::convert::Infallible, End> {
        let shared = self.shared.clone();
        // What is sent now is at least as new as what is marked as seen here.
        changes.mark_unchanged();
        let edition = shared.edition();
        let mut told = edition.told(self.eyes);
        self.send(edition.whole(self.eyes, shared.now()).into()).await?;
        let every = shared.house.limits.tick;
        let mut ticks = interval_at(tokio::time::Instant::now() + every, every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = shared.stop.cancelled() => return Err(stopping()),
                () = self.ended.cancelled() => return Err(let_in_no_more()),
                () = self.seating.given_up() => return Err(crowded()),
                changed = changes.changed() => {
                    changed.map_err(|_| stopping())?;
                    let edition = shared.edition();
                    if let Some(news) = edition.news(self.eyes, &told) {
                        told = edition.told(self.eyes);
                        self.send(news).await?;
                    }
                }
                _ = ticks.tick() => self.tick().await?,
                incoming = self.socket.recv() => self.ignore(incoming)?,
            }
        }
    }

    /// Tells the time, and asks for a sign of life.
    async fn tick(&mut self) -> Result<(), End> {
        if self.heard.elapsed() > self.shared.house.limits.silence {
            return Err(None);
        }
        self.chatter = 0;
        // A session that is over is found out by the next request; this is one.
        self.shared.house.access.end_those_over();
        let now = self.shared.now().microseconds();
        self.send(format!("{{\"tick\":{{\"now\":{now}}}}}").into()).await?;
        self.put(Message::Ping(Vec::new().into())).await
    }

    async fn send(&mut self, text: Utf8Bytes) -> Result<(), End> {
        self.put(Message::Text(text)).await
    }

    async fn put(&mut self, message: Message) -> Result<(), End> {
        let silence = self.shared.house.limits.silence;
        tokio::select! {
            sent = timeout(silence, self.socket.send(message)) => if matches!(sent, Ok(Ok(()))) { Ok(()) } else { Err(None) },
            () = self.ended.cancelled() => Err(let_in_no_more()),
            () = self.shared.stop.cancelled() => Err(stopping()),
        }
    }

    /// What comes in is only a sign of life, and not too often.
    fn ignore(&mut self, incoming: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        if matches!(incoming, Some(Ok(Message::Close(_)) | Err(_)) | None) {
            return Err(None);
        }
        self.chatter += 1;
        self.heard = Instant::now();
        if self.chatter > INCOMING_MESSAGES {
            return Err(Some(CloseFrame { code: close_code::POLICY, reason: "too many messages".into() }));
        }
        Ok(())
    }
}

fn let_in_no_more() -> End {
    Some(CloseFrame { code: close_code::POLICY, reason: "let in no more".into() })
}

fn crowded() -> End {
    Some(CloseFrame { code: close_code::AGAIN, reason: "another address needs the place".into() })
}

fn stopping() -> End {
    Some(CloseFrame { code: close_code::AWAY, reason: "stopping".into() })
}
