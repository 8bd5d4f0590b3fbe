//! Connections that never finish, and the end of the house while they are open.

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::super::Limits;
use super::harness::{ask, house, house_with, limits, reply, seat_token};
use crate::desk::Answer;

#[tokio::test]
async fn half_a_request_is_not_waited_for() {
    let house =
        house_with(Limits { header_time: Duration::from_millis(50), request_time: Duration::from_millis(50), ..limits() }, |_| None);
    let started = Instant::now();
    for half in ["", "G", "P", "PRI", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET /health HTTP/1.1\r\nHost: localhost\r\n"] {
        let answer = house.exchange(half.as_bytes()).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4") || answer.starts_with("HTTP/1.0 4"), "{half:?}: {answer}");
    }
    let half = format!(
        "POST /api/v1/seats/3/undo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {}\r\nIdempotency-Key: k\r\nContent-Length: 9\r\n\r\n{{",
        seat_token(3)
    );
    let answer = house.exchange(half.as_bytes()).await;
    assert_eq!(reply(&answer).expect(&answer).verdict(), "408 timed-out");
    assert_eq!(house.taken(), []);
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}

#[tokio::test]
async fn a_connection_that_takes_no_answer_loses_its_place() {
    let house = house_with(Limits { connections: 1, silence: Duration::from_millis(50), ..limits() }, |_| None);
    let mut deaf = house.connect().await;
    // More than what the two ends' buffers hold.
    deaf.write_all(&b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(400)).await.expect("the requests are short");
    let free_again = async {
        while house.try_send(&ask("GET /health")).await.is_none() {
            tokio::task::yield_now().await;
        }
    };
    timeout(Duration::from_secs(20), free_again).await.expect("the place is free again");
}

#[tokio::test]
async fn headers_are_bounded_in_number_and_size() {
    let house = house();
    let many = (0..100).fold(ask("GET /health"), |request, place| request.header(&format!("X-{place}: 1")));
    assert_eq!(house.send(&many).await.verdict(), "431 headers-too-large");
    assert_eq!(house.send(&ask("GET /health").header(&format!("X: {}", "x".repeat(20_000)))).await.verdict(), "431 headers-too-large");
    assert_eq!(house.send(&ask("GET /health")).await.status, 200);
}

#[tokio::test]
async fn what_is_no_request_is_a_problem_like_any_other() {
    let house = house();
    for (bytes, verdict) in [
        ("nonsense\r\n\r\n", "400 bad-request"),
        ("GET /health HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n", "400 bad-request"),
        ("GET /\u{7f} HTTP/1.1\r\nHost: localhost\r\n\r\n", "400 bad-request"),
        ("GET /health HTTP/7.3\r\nHost: localhost\r\n\r\n", "400 bad-request"),
        ("POST /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: many\r\n\r\n", "400 bad-request"),
        ("GET /health HTTP/1.1\r\nConnection: close\r\n\r\n", "400 bad-request"),
    ] {
        let answer = house.exchange(bytes.as_bytes()).await;
        assert_eq!(reply(&answer).unwrap_or_else(|| panic!("{bytes:?}: {answer:?}")).verdict(), verdict, "{bytes:?}");
    }
}

#[tokio::test]
async fn the_end_comes_in_time_with_everything_open() {
    let limits = Limits { grace: Limits::default().grace, ..limits() };
    let house = house_with(limits, |_| Some(Answer::Accepted { number: 1, repeated: false }));
    let (mut socket, _) = connect_async(format!("ws://{}/api/v1/cabinet/live", house.address)).await.expect("everybody may watch");
    let (mute, _) = connect_async(format!("ws://{}/api/v1/cabinet/live", house.address)).await.expect("everybody may watch");
    let mut half = house.connect().await;
    half.write_all(b"POST /api/v1/seats/3/undo HTTP/1.1\r\nHost: localhost\r\nContent-Le").await.expect("the house is open");
    let idle = house.connect().await;
    let first = socket.next().await.expect("the socket is open").expect("the socket speaks");
    assert!(matches!(first, Message::Text(_)));
    let started = Instant::now();
    house.stop.cancel();
    let code = loop {
        match socket.next().await {
            Some(Ok(Message::Close(frame))) => break frame.map(|frame| frame.code),
            Some(Ok(_)) => {}
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(code, Some(CloseCode::Away));
    house.served.await.expect("the house does not panic").expect("the house ends well");
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    drop((mute, half, idle));
}

#[tokio::test]
async fn an_order_on_its_way_is_still_answered_at_the_end() {
    let (go, gate) = tokio::sync::watch::channel(false);
    let house = house_with(limits(), move |_| {
        go.send_replace(true);
        Some(Answer::Accepted { number: 7, repeated: false })
    });
    let mut stream = house.connect().await;
    let request = format!(
        "POST /api/v1/seats/3/undo HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nIdempotency-Key: k\r\n\
         Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{{\"round\":12}}",
        seat_token(3)
    );
    stream.write_all(request.as_bytes()).await.expect("the house is open");
    let mut gate = gate;
    gate.wait_for(|taken| *taken).await.expect("the desk lives");
    house.stop.cancel();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("the answer comes whole, and then the end");
    let answer = reply(&answer).expect("it has a head and a body");
    assert_eq!((answer.verdict().as_str(), answer.json()["number"].as_u64()), ("200", Some(7)));
    house.served.await.expect("the house does not panic").expect("the house ends well");
}
