//! Who gets a place when places are short: strangers give way to newer visitors; a visitor who has shown a token gives way to nobody.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::future::join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::{WebSocketStream, client_async};
use tokio_util::sync::CancellationToken;

use super::super::{Limits, Rate};
use super::harness::{Ask, Fixture, NAME, PROXY, Reply, ask, house_with, limits, seat_token};
use crate::model::StaffRole;

/// An address of this machine's own.
fn own(last: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 0, last)
}

/// Whether the house has hung up.
async fn is_over(stream: &mut TcpStream) -> bool {
    timeout(Duration::from_secs(10), stream.read(&mut [0])).await.is_ok_and(|read| !matches!(read, Ok(1..)))
}

#[tokio::test]
async fn the_oldest_that_says_nothing_gives_way_to_who_asks() {
    let house = house_with(Limits { connections: 2, ..limits() }, |_| None);
    let (mut first, mut second) = (house.connect().await, house.connect().await);
    assert_eq!(house.send(&ask("GET /health")).await.status, 200);
    assert!(is_over(&mut first).await, "the oldest gave way");
    second.write_all(&ask("GET /health").wire(house.address)).await.expect("the newer one is open");
    assert_eq!(second.read(&mut [0]).await.expect("and answered"), 1);
}

#[tokio::test]
async fn who_never_stops_asking_gives_way_as_well() {
    let house = house_with(Limits { connections: 40, ..limits() }, |_| None);
    let mut busy = Vec::new();
    for _ in 0..40 {
        let mut stream = house.connect().await;
        let requests = ask("GET /health").and_more().wire(house.address).repeat(50);
        busy.push(tokio::spawn(async move {
            while stream.write_all(&requests).await.is_ok() && stream.read(&mut [0; 65_536]).await.is_ok_and(|count| count > 0) {}
        }));
    }
    for _ in 0..80 {
        assert_eq!(house.send(&ask("GET /api/v1/me").seat(3)).await.verdict(), "200");
    }
    busy.iter().for_each(tokio::task::JoinHandle::abort);
}

/// Asks whether the house is ready, one question after the other without waiting, until it is told to stop: how many were answered.
async fn flood_of_questions(mut stream: TcpStream, request: Vec<u8>, stop: CancellationToken) -> usize {
    let (mut read, mut write) = stream.split();
    let ask = async { while write.write_all(&request).await.is_ok() {} };
    let mut answers = Vec::new();
    let take = async {
        let mut chunk = [0; 65_536];
        while let Ok(count @ 1..) = read.read(&mut chunk).await {
            answers.extend_from_slice(&chunk[..count]);
        }
    };
    tokio::select! {
        () = stop.cancelled() => {}
        ((), ()) = async { tokio::join!(ask, take) } => {}
    }
    answers.windows(9).filter(|found| *found == b"HTTP/1.1 ").count()
}

#[tokio::test]
async fn a_flood_of_monitors_questions_is_answered_slowly_and_a_supervisor_at_its_address_always() {
    let monitor_rate = Rate { per_second: 10.try_into().expect("not zero"), burst: 20.try_into().expect("not zero") };
    let house = house_with(Limits { monitor_rate, penalty: Duration::from_millis(400), ..limits() }, |_| None);
    let (stop, since) = (CancellationToken::new(), Instant::now());
    let mut flood = Vec::new();
    for path in ["GET /ready", "GET /health"].repeat(4) {
        let request = ask(path).and_more().wire(house.address).repeat(20);
        flood.push(tokio::spawn(flood_of_questions(house.connect().await, request, stop.clone())));
    }
    for _ in 0..5 {
        for path in ["GET /ready", "GET /health"] {
            assert_eq!(house.send(&ask(path)).await.verdict(), "200", "a supervisor is answered");
        }
        assert_eq!(house.send(&ask("GET /api/v1/me").seat(3)).await.verdict(), "200");
    }
    stop.cancel();
    let mut answered = 0;
    for asking in flood {
        answered += asking.await.expect("nobody panics");
    }
    // What the rate lets through, and on each connection one answer in each half of the penalty.
    let seconds = since.elapsed().as_secs_f64();
    let most = 20.0 + 10.0 * seconds + 8.0 * (seconds / 0.2 + 1.0);
    assert!(answered as f64 <= most, "{answered} questions were answered in {seconds:.1} s, not {most:.0}");
    assert!(answered >= 8, "each was answered: {answered}");
}

#[tokio::test]
async fn slow_connections_do_not_shut_their_own_address_out() {
    let house = house_with(Limits { connections: 64, address_connections: 8, ..limits() }, |_| None);
    let mut slow = Vec::new();
    for _ in 0..40 {
        let mut stream = house.connect().await;
        stream.write_all(b"GET /health HTTP/1.1\r\nHo").await.expect("the house is open");
        slow.push(stream);
        assert_eq!(house.send(&ask("GET /api/v1/me").seat(3)).await.verdict(), "200", "nobody waits for the slow ones");
    }
    assert_eq!(house.send_on(house.connect_from(own(2)).await, &ask("GET /health")).await.status, 200, "nor does another address");
    assert!(is_over(&mut slow[0]).await);
}

#[tokio::test]
async fn a_console_keeps_the_connection_on_which_it_has_shown_its_token() {
    let house = house_with(Limits { connections: 16, ..limits() }, |_| None);
    let mut console = house.connect().await;
    let mut ask_again = async || {
        let request = ask("GET /api/v1/me").seat(3).and_more();
        console.write_all(&request.wire(house.address)).await.expect("the connection is open");
        let mut answer = Vec::new();
        while !answer.ends_with(b"}") {
            answer.push(console.read_u8().await.expect("the house answers"));
        }
        assert!(answer.starts_with(b"HTTP/1.1 200"));
    };
    ask_again().await;
    let mut crowd = Vec::new();
    for last in 0..100_u8 {
        crowd.push(house.connect_from(own(1)).await);
        if let Some(before) = last.checked_sub(20) {
            // As many as may be leaving at a time have left when the next come.
            assert!(is_over(&mut crowd[usize::from(before)]).await);
        }
    }
    ask_again().await;
}

type Board = WebSocketStream<TcpStream>;

/// Opens the board's WebSocket on this connection, with this header.
async fn watch(house: &Fixture, stream: TcpStream, header: Option<(&'static str, &str)>) -> Result<Board, u16> {
    let mut request = format!("ws://{}/api/v1/cabinet/live", house.address).into_client_request().expect("the address is one");
    header.into_iter().for_each(|(name, value)| _ = request.headers_mut().append(name, value.parse().expect("a header")));
    match client_async(request, stream).await {
        Ok((board, _)) => Ok(board),
        Err(tokio_tungstenite::tungstenite::Error::Http(response)) => Err(response.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

/// How the house closes a board.
async fn close_code(mut board: Board) -> Option<CloseCode> {
    let closed = async {
        loop {
            match board.next().await {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    };
    timeout(Duration::from_secs(10), closed).await.expect("it is closed in time")
}

#[tokio::test]
async fn two_addresses_cannot_take_all_places_of_the_board() {
    let house = house_with(Limits { public_sockets: 8, ..limits() }, |_| None);
    let mut boards = Vec::new();
    for place in 0..8 {
        boards.push(watch(&house, house.connect_from(own(place % 2 + 2)).await, None).await.expect("there is a place"));
    }
    assert_eq!(watch(&house, house.connect_from(own(2)).await, None).await.err(), Some(429), "an address has no more than its share");
    let mut late = Vec::new();
    for _ in 0..2 {
        late.push(watch(&house, house.connect_from(own(4)).await, None).await.expect("a third address has its share"));
    }
    assert_eq!(watch(&house, house.connect_from(own(4)).await, None).await.err(), Some(429), "and no more");
    let newest = boards.split_off(6);
    for board in newest {
        assert_eq!(close_code(board).await, Some(CloseCode::Again), "the newest of the others gave way");
    }
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_visitor_has_an_address_of_its_own() {
    let few = Rate { per_second: 1.try_into().expect("not zero"), burst: 3.try_into().expect("not zero") };
    let house = house_with(Limits { public_sockets: 2, peer_rate: few, ..limits() }, |_| None);
    let asks = async |from: Ipv4Addr, visitor: &str| {
        let request = ask("GET /api/v1/cabinet").host(NAME).header(&format!("X-Forwarded-For: {visitor}"));
        house.send_on(house.connect_from(from).await, &request).await.status
    };
    while asks(PROXY, "192.0.2.1").await != 429 {}
    assert_eq!(asks(PROXY, "192.0.2.2").await, 200, "another visitor is not held up");
    let mut held_up = false;
    for visitor in 0..200 {
        held_up |= asks(own(3), &format!("198.51.100.{visitor}")).await == 429;
    }
    assert!(held_up, "nobody else is believed, whomever he speaks for");

    let board = async |visitor: &'static str| watch(&house, house.connect_from(PROXY).await, Some(("x-forwarded-for", visitor))).await;
    let first = board("192.0.2.5").await.expect("there is a place");
    let second = board("192.0.2.5").await.expect("there is a place");
    let _third = board("192.0.2.6").await.expect("another visitor has its share");
    assert_eq!(close_code(second).await, Some(CloseCode::Again));
    drop(first);
}

#[tokio::test]
async fn seats_and_attendants_are_served_while_strangers_take_all_that_they_can() {
    let house = house_with(Limits { connections: 32, public_sockets: 16, ..limits() }, |_| None);
    let mut boards = Vec::new();
    for place in 0..16 {
        boards.extend(watch(&house, house.connect_from(own(place + 2)).await, None).await);
    }
    let mut crowd = Vec::new();
    for _ in 0..200 {
        crowd.push(house.connect_from(own(2)).await);
        if crowd.len() > 40 {
            assert!(is_over(&mut crowd.remove(0)).await);
        }
    }
    // A console keeps several connections, and asks on each.
    let consoles = (1..=6).map(|seat| ask("GET /api/v1/me").token(&seat_token(seat))).chain([ask("GET /api/v1/me").attendant()]);
    let mut kept = Vec::new();
    for console in consoles {
        let request = console.and_more().wire(house.address);
        for _ in 0..OF_CONSOLE {
            let mut stream = house.connect_from(own(99)).await;
            assert!(is_served(&mut stream, &request).await);
            kept.push((stream, request.clone()));
        }
    }
    for (stream, request) in &mut kept {
        assert!(is_served(stream, request).await, "it is still open");
    }
}

/// How many connections a console keeps: as many as the holder of a token may where the house has 32 places.
const OF_CONSOLE: usize = 4;

/// Whether this request is answered with 200 on a connection that stays open.
async fn is_served(stream: &mut TcpStream, request: &[u8]) -> bool {
    let mut answer = [0; 4_096];
    let is_sent = stream.write_all(request).await.is_ok();
    let read = timeout(Duration::from_secs(10), stream.read(&mut answer)).await;
    is_sent && matches!(read, Ok(Ok(count)) if answer[..count].starts_with(b"HTTP/1.1 200"))
}

/// Signs in with this PIN.
fn sign_in(pin: &str) -> Ask {
    ask("POST /api/v1/sign-in").json(&format!(r#"{{"name":"nina","pin":"{pin}"}}"#))
}

#[tokio::test]
async fn several_who_sign_in_at_once_at_one_address_hold_nobody_up() {
    // The first has its turn for longer than it takes the others to come.
    let house = house_with(Limits { penalty: Duration::from_secs(1), ..limits() }, |_| None);
    let (sign_in, pair) = (sign_in("482915"), ask("POST /api/v1/pair").json(r#"{"code":"12345678"}"#));
    let at_once = join_all((0..16).map(|number| house.send(if number % 2 == 0 { &sign_in } else { &pair })));
    let others = async {
        for _ in 0..20 {
            assert_eq!(house.send(&ask("GET /api/v1/me").seat(3)).await.verdict(), "200");
            assert_eq!(house.send(&ask("GET /health")).await.verdict(), "200");
        }
    };
    let (answers, ()) = tokio::join!(at_once, others);
    let verdicts: Vec<String> = answers.iter().map(Reply::verdict).collect();
    let refused = verdicts.iter().filter(|verdict| *verdict == "429 too-many-requests").count();
    let tried = verdicts.iter().filter(|verdict| ["403 sign-in-wrong", "403 pairing-wrong"].contains(&verdict.as_str())).count();
    assert!(tried >= 1 && refused >= 1 && tried + refused == 16, "{verdicts:?}");
    assert_eq!(house.send(&sign_in).await.verdict(), "403 sign-in-wrong", "the address has its turn again");
}

#[tokio::test]
async fn who_guesses_pins_at_one_address_keeps_nobody_out_at_another() {
    let house = house_with(limits(), |_| None);
    house.access.add("Nina", StaffRole::Attendant, "482915");
    let from = async |last: u8, pin: &str| house.send_on(house.connect_from(own(last)).await, &sign_in(pin)).await;
    for _ in 0..4 {
        assert_eq!(from(2, "111112").await.verdict(), "403 sign-in-wrong");
    }
    assert_eq!(from(2, "111112").await.verdict(), "429 locked-out");
    assert_eq!(from(3, "482915").await.verdict(), "200");
    let refused = from(2, "482915").await;
    assert_eq!(refused.verdict(), "429 locked-out", "the stranger's address waits also after she was let in elsewhere");
    let seconds: u64 = refused.header("retry-after").expect("it says when to come again").parse().expect("in seconds");
    assert!((20..=30).contains(&seconds), "{seconds}");
}

#[tokio::test]
async fn what_monitors_ask_is_answered_also_to_who_asks_too_fast_with_a_token() {
    let few = Rate { per_second: 1.try_into().expect("not zero"), burst: 3.try_into().expect("not zero") };
    let house = house_with(Limits { token_rate: few, ..limits() }, |_| None);
    let mut verdict = String::new();
    for _ in 0..50 {
        verdict = house.send(&ask("GET /api/v1/me").seat(3)).await.verdict();
        if verdict != "200" {
            break;
        }
    }
    assert_eq!(verdict, "429 too-many-requests");
    for path in ["/health", "/ready", "/metrics"] {
        assert_eq!(house.send(&ask(&format!("GET {path}")).seat(3)).await.status, 200, "{path}");
    }
}
