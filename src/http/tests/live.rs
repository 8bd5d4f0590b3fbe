//! WebSockets: the newest state, the same bytes for all, and no way to disturb the house through them.

use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::error::{ProtocolError, SubProtocolError};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::super::Limits;
use super::follow::follow;
use super::harness::{Fixture, NOW, ask, attendant_token, house, house_with, limits, reply, seat_token, secret};
use crate::model::{Changer, Seat, StaffRole};

/// An open WebSocket, and the state as it was told.
struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    known: Value,
}

impl Deref for Socket {
    type Target = WebSocketStream<MaybeTlsStream<TcpStream>>;

    fn deref(&self) -> &Self::Target {
        &self.stream
    }
}

impl DerefMut for Socket {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.stream
    }
}

/// Opens a WebSocket with these headers, or says with which verdict it was refused.
async fn open(house: &Fixture, path: &str, headers: &[(&'static str, &str)]) -> Result<Socket, String> {
    let mut request = format!("ws://{}{path}", house.address).into_client_request().expect("the address is one");
    for (name, value) in headers {
        request.headers_mut().append(*name, value.parse().expect("the header is one"));
    }
    match connect_async(request).await {
        Ok((stream, response)) => {
            let asked = headers.iter().any(|(name, value)| *name == "sec-websocket-protocol" && value.contains("croupier.v2"));
            let chosen = response.headers().get("sec-websocket-protocol").map(|value| value.as_bytes());
            assert_eq!(chosen, asked.then_some(b"croupier.v2".as_slice()), "the token is never echoed");
            Ok(Socket { stream, known: Value::Null })
        }
        Err(Error::Http(response)) => {
            let body = String::from_utf8_lossy(response.body().as_deref().unwrap_or_default()).into_owned();
            let head = format!("HTTP/1.1 {} -\r\ncontent-type: application/problem+json\r\n\r\n{body}", response.status().as_u16());
            Err(reply(&head).expect("it has a head and a body").verdict())
        }
        Err(Error::Protocol(ProtocolError::SecWebSocketSubProtocolError(SubProtocolError::NoSubProtocol))) => Err("no subprotocol".into()),
        Err(error) => panic!("{path}: {error}"),
    }
}

/// The next state that is told, no matter what is told of the time in between.
async fn state(socket: &mut Socket) -> Value {
    loop {
        match socket.next().await.expect("the socket is open").expect("the socket speaks") {
            Message::Text(text) if !text.starts_with("{\"tick\"") => {
                follow(&mut socket.known, &serde_json::from_str(&text).expect("it is JSON"));
                return socket.known.clone();
            }
            _ => {}
        }
    }
}

/// How the socket is closed by the house.
async fn close_code(mut socket: Socket) -> Option<CloseCode> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return None,
        }
    }
}

fn bearer(token: &str) -> String {
    format!("croupier.v2, bearer.{token}")
}

#[tokio::test]
async fn the_state_is_told_at_once_and_at_each_change_to_whom_it_concerns() {
    let house = house();
    let seat = bearer(&seat_token(3));
    let attendant = bearer(&attendant_token());
    let own = secret(Seat::new(3).expect("there are six seats"));
    let mut public = open(&house, "/api/v1/cabinet/live", &[("sec-websocket-protocol", "croupier.v2")]).await.expect("everybody may watch");
    let mut player = open(&house, "/api/v1/seats/3/live", &[("sec-websocket-protocol", &seat)]).await.expect("the seat may watch");
    let mut official =
        open(&house, "/api/v1/official/live", &[("sec-websocket-protocol", &attendant)]).await.expect("attendants may watch");
    for number in [1234, 1235, 1236] {
        house.change(|views| views.cabinet.number = number);
        let newest = async |socket: &mut Socket| loop {
            let state = state(socket).await;
            if state["cabinet"]["number"] == number {
                return state;
            }
        };
        let state = newest(&mut public).await;
        assert_eq!((state["cabinet"]["now"].clone(), state.as_object().map(|keys| keys.len())), (json!(NOW), Some(2)));
        let state = newest(&mut player).await;
        assert_eq!((state["seat"]["credit"].clone(), state.as_object().map(|keys| keys.len())), (json!(own), Some(3)));
        let state = newest(&mut official).await;
        assert_eq!((state["official"]["exposure"].clone(), state.as_object().map(|keys| keys.len())), (json!(18_000), Some(3)));
    }
}

#[tokio::test]
async fn a_monitor_is_told_how_many_watch() {
    let house = house();
    let (seat, attendant) = (bearer(&seat_token(3)), bearer(&attendant_token()));
    let watching = [("/api/v1/seats/3/live", &seat), ("/api/v1/seats/3/live", &seat), ("/api/v1/official/live", &attendant)];
    let mut open_now = Vec::new();
    for (path, protocol) in watching {
        open_now.push(open(&house, path, &[("sec-websocket-protocol", protocol)]).await.expect("it may watch"));
    }
    let text = house.send(&ask("GET /metrics")).await.body;
    for line in
        ["croupier_live_views{of=\"players\"} 2", "croupier_live_views{of=\"attendants\"} 1", "croupier_live_views{of=\"everybody\"} 0"]
    {
        assert!(text.lines().any(|said| said == line), "{line} is missing in\n{text}");
    }
}

#[tokio::test]
async fn who_may_not_watch_is_told_why() {
    let house = house();
    let host = house.address.to_string();
    let check = async |path: &str, headers: &[(&'static str, &str)], wanted: &str| {
        let verdict = open(&house, path, headers).await.err().unwrap_or("101".into());
        assert_eq!(verdict, wanted, "{path} {headers:?}");
    };
    let header = format!("Bearer {}", seat_token(3));
    let (own, other, attendant) = (bearer(&seat_token(3)), bearer(&seat_token(4)), bearer(&attendant_token()));
    check("/api/v1/seats/3/live", &[("sec-websocket-protocol", &own)], "101").await;
    check("/api/v1/seats/3/live", &[("authorization", &header)], "101").await;
    check("/api/v1/seats/3/live", &[("sec-websocket-protocol", &attendant)], "101").await;
    check("/api/v1/seats/3/live", &[("sec-websocket-protocol", &other)], "403 forbidden").await;
    check("/api/v1/seats/3/live", &[("sec-websocket-protocol", "croupier.v2")], "401 unauthorized").await;
    check("/api/v1/seats/3/live", &[("sec-websocket-protocol", "croupier.v2, bearer.guess")], "401 unauthorized").await;
    check("/api/v1/official/live", &[("sec-websocket-protocol", &own)], "403 forbidden").await;
    check("/api/v1/official/live", &[], "401 unauthorized").await;
    // The subprotocol of older releases is not taken up, so a page of such a release gives up.
    check("/api/v1/cabinet/live", &[("sec-websocket-protocol", "croupier.v1")], "no subprotocol").await;
    check("/api/v1/cabinet/live", &[("origin", &format!("http://{host}"))], "101").await;
    check("/api/v1/cabinet/live", &[("origin", &format!("https://{host}"))], "403 forbidden").await;
    check("/api/v1/cabinet/live", &[("origin", "http://elsewhere.example")], "403 forbidden").await;
    check("/api/v1/cabinet/live", &[("origin", &format!("http://{host}.elsewhere.example"))], "403 forbidden").await;
    check("/api/v1/cabinet/live", &[("origin", "null")], "403 forbidden").await;
}

#[tokio::test]
async fn there_are_only_so_many_places_and_a_place_left_is_free_again() {
    let house = house_with(Limits { seat_sockets: 2, public_sockets: 1, attendant_sockets: 1, ..limits() }, |_| None);
    let (own, attendant) = (bearer(&seat_token(3)), bearer(&attendant_token()));
    let seat = async || open(&house, "/api/v1/seats/3/live", &[("sec-websocket-protocol", &own)]).await;
    let first = seat().await.expect("there are two places");
    let _second = seat().await.expect("there are two places");
    assert_eq!(seat().await.err(), Some("429 too-many-requests".into()));
    let _public = open(&house, "/api/v1/cabinet/live", &[]).await.expect("the public has a place of its own");
    assert_eq!(open(&house, "/api/v1/cabinet/live", &[]).await.err(), Some("429 too-many-requests".into()), "its own has it");
    let _attendant =
        open(&house, "/api/v1/seats/3/live", &[("sec-websocket-protocol", &attendant)]).await.expect("attendants take no seat's place");
    assert_eq!(
        open(&house, "/api/v1/official/live", &[("sec-websocket-protocol", &attendant)]).await.err(),
        Some("429 too-many-requests".into())
    );
    drop(first);
    while seat().await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_quiet_table_still_tells_the_time() {
    let house = house_with(Limits { tick: Duration::from_millis(10), ..limits() }, |_| None);
    let mut socket = open(&house, "/api/v1/cabinet/live", &[]).await.expect("everybody may watch");
    state(&mut socket).await;
    let mut pings = 0;
    let mut ticks = 0;
    while pings < 3 || ticks < 3 {
        match socket.next().await.expect("the socket is open").expect("the socket speaks") {
            Message::Ping(_) => pings += 1,
            Message::Text(text) => {
                assert_eq!(serde_json::from_str::<Value>(&text).expect("it is JSON"), json!({"tick": {"now": NOW}}));
                ticks += 1;
            }
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_watcher_that_gives_no_sign_of_life_loses_its_place() {
    let house =
        house_with(Limits { tick: Duration::from_millis(10), silence: Duration::from_millis(50), public_sockets: 1, ..limits() }, |_| None);
    // Nothing reads from this socket, so nobody answers the pings.
    let _mute = open(&house, "/api/v1/cabinet/live", &[]).await.expect("everybody may watch");
    while open(&house, "/api/v1/cabinet/live", &[]).await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_watcher_that_answers_pings_stays_however_quiet_the_table_is() {
    let silence = Duration::from_millis(200);
    let house = house_with(Limits { tick: Duration::from_millis(10), silence, ..limits() }, |_| None);
    let mut socket = open(&house, "/api/v1/cabinet/live", &[]).await.expect("everybody may watch");
    // A client that reads answers the pings by that, as browsers do.
    let since = Instant::now();
    while since.elapsed() < silence * 3 {
        let said = socket.next().await.expect("the socket is open").expect("the socket speaks");
        assert!(!matches!(said, Message::Close(_)), "{said:?}");
    }
}

#[tokio::test]
async fn what_a_watcher_says_is_ignored_until_it_is_too_much() {
    let house = house();
    let own = bearer(&seat_token(3));
    let open = async || open(&house, "/api/v1/seats/3/live", &[("sec-websocket-protocol", &own)]).await.expect("the seat may watch");
    let order = || Message::text(r#"{"bets":[{"bet":"red","stake":100}]}"#);
    let mut socket = open().await;
    state(&mut socket).await;
    for _ in 0..10 {
        socket.send(order()).await.expect("the socket is open");
    }
    house.change(|views| views.cabinet.number = 1300);
    assert_eq!(state(&mut socket).await["cabinet"]["number"], 1300, "a few words disturb nothing");
    for _ in 0..40 {
        // The house may hang up before all is said.
        let _ = socket.send(order()).await;
    }
    assert_eq!(close_code(socket).await, Some(CloseCode::Policy));
    let mut socket = open().await;
    let _ = socket.send(Message::text("x".repeat(100_000))).await;
    assert_ne!(close_code(socket).await, Some(CloseCode::Normal));
    assert_eq!(house.taken(), [], "no order comes in by a WebSocket");
}

#[tokio::test]
async fn a_slow_watcher_skips_to_the_newest_state() {
    let house = house();
    let mut socket = open(&house, "/api/v1/cabinet/live", &[]).await.expect("everybody may watch");
    let changes = 20_000;
    for number in 2000..2000 + changes {
        house.change(|views| views.cabinet.number = number);
        // Every so often the house gets the chance to tell.
        if number % 10 == 0 {
            tokio::task::yield_now().await;
        }
    }
    let (mut told, mut newest) = (0, 0);
    while newest < 2000 + changes - 1 {
        let number = state(&mut socket).await["cabinet"]["number"].as_u64().expect("a number is one");
        assert!(number > newest, "never an older state after a newer one");
        (told, newest) = (told + 1, number);
    }
    assert!(told < changes, "{told} states were told");
}

/// A console that is paired with seat 3 now: its name and its token.
async fn pair(house: &Fixture) -> (String, String) {
    let seat = Seat::new(3).expect("six seats");
    let code = house.access.offer_pairing(seat, &Changer::Cabinet).expect("the file can be written");
    let paired = house.send(&ask("POST /api/v1/pair").json(&format!(r#"{{"code":"{code}"}}"#))).await.json();
    let console = house.access.lettings().into_iter().find(|letting| letting.by == "console").expect("it is listed").name;
    (console, paired["token"].as_str().expect("a console has a token").to_owned())
}

#[tokio::test]
async fn the_socket_of_a_revoked_console_is_closed_at_once_and_no_other() {
    let house = house();
    let (console, token) = pair(&house).await;
    assert_eq!(
        open(&house, "/api/v1/seats/4/live", &[("sec-websocket-protocol", &bearer(&token))]).await.err().as_deref(),
        Some("403 forbidden")
    );
    let mut own = open(&house, "/api/v1/seats/3/live", &[("sec-websocket-protocol", &bearer(&token))]).await.expect("it is let in");
    let mut other =
        open(&house, "/api/v1/seats/3/live", &[("sec-websocket-protocol", &bearer(&seat_token(3)))]).await.expect("the link is let in");
    state(&mut own).await;
    state(&mut other).await;
    house.access.revoke_token(&console, &Changer::Cabinet).expect("the file can be written").expect("it is there");
    assert_eq!(close_code(own).await, Some(CloseCode::Policy));
    assert_eq!(
        open(&house, "/api/v1/seats/3/live", &[("sec-websocket-protocol", &bearer(&token))]).await.err().as_deref(),
        Some("401 unauthorized")
    );
    house.change(|views| views.cabinet.number += 1);
    assert_eq!(state(&mut other).await["cabinet"]["number"], 1235);
}

#[tokio::test]
async fn the_socket_of_a_session_that_ends_is_closed() {
    let house = house();
    house.access.add("Ewa", StaffRole::Auditor, "482915");
    let signed_in = house.send(&ask("POST /api/v1/sign-in").json(r#"{"name":"Ewa","pin":"482915"}"#)).await.json();
    let token = signed_in["token"].as_str().expect("a session has a token").to_owned();
    let mut socket =
        open(&house, "/api/v1/official/live", &[("sec-websocket-protocol", &bearer(&token))]).await.expect("an auditor may look");
    state(&mut socket).await;
    assert_eq!(house.send(&ask("POST /api/v1/sign-out").token(&token)).await.verdict(), "200");
    assert_eq!(close_code(socket).await, Some(CloseCode::Policy));
}
