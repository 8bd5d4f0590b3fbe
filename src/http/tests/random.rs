//! Seeded random bodies and heads: never our own failure, and never a slip for a bad body.

use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::super::Limits;
use super::harness::{ask, house, house_with, limits};
use crate::model::Order;

/// Pieces that bodies are made of.
const PIECES: [&str; 40] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"bets\"",
    "\"bet\"",
    "\"red\"",
    "\"straight\"",
    "\"numbers\"",
    "\"stake\"",
    "\"chip\"",
    "\"which\"",
    "\"round\"",
    "\"position\"",
    "\"amount\"",
    "\"reason\"",
    "\"how\"",
    "\"respin\"",
    "null",
    "true",
    "0",
    "-1",
    "100",
    "1e400",
    "9223372036854775807",
    "18446744073709551616",
    "0.1",
    "\"\\u0000\"",
    "\"\\ud800\"",
    " ",
    "\"split\"",
    "17",
    "20",
    "\"neighbours\"",
    "\"number\"",
    "\u{feff}",
    "\\",
    "\"",
];

/// Bodies that are good before they are spoilt.
const GOOD: [&str; 5] = [
    r#"{"bets":[{"bet":"split","numbers":[17,20],"stake":500},{"bet":"voisins","chip":100}],"round":12}"#,
    r#"{"position":{"bet":"dozen","which":2},"round":12}"#,
    r#"{"amount":1000}"#,
    r#"{"round":12,"reason":"gone"}"#,
    r#"{"round":12}"#,
];

/// Whether a good body has become the order it should.
type Fits = fn(&Order) -> bool;

/// The addresses that take a body, with what a good one becomes.
const LINES: [(&str, Fits); 7] = [
    ("POST /api/v1/seats/3/bets", |order| matches!(order, Order::Place { bets, .. } if !bets.is_empty())),
    ("POST /api/v1/seats/3/take-back", |order| matches!(order, Order::TakeBack(_))),
    ("POST /api/v1/seats/3/undo", |order| matches!(order, Order::Undo)),
    ("POST /api/v1/seats/3/credit-in", |order| matches!(order, Order::CreditIn { .. })),
    ("POST /api/v1/seats/3/credit-out", |order| matches!(order, Order::CreditOut { .. })),
    ("POST /api/v1/table/void", |order| matches!(order, Order::Void { .. })),
    ("POST /api/v1/table/resume", |order| matches!(order, Order::Resume(_))),
];

fn below(random: &mut ChaCha8Rng, limit: usize) -> usize {
    random.next_u32() as usize % limit
}

fn body(random: &mut ChaCha8Rng) -> Vec<u8> {
    match below(random, 3) {
        0 => (0..below(random, 60)).map(|_| random.next_u32().to_le_bytes()[0]).collect(),
        1 => (0..below(random, 30)).flat_map(|_| PIECES[below(random, PIECES.len())].bytes()).collect(),
        _ => spoilt(random),
    }
}

fn spoilt(random: &mut ChaCha8Rng) -> Vec<u8> {
    let mut body = GOOD[below(random, GOOD.len())].as_bytes().to_vec();
    for _ in 0..below(random, 3) {
        let place = below(random, body.len());
        match below(random, 3) {
            0 => body[place] = random.next_u32().to_le_bytes()[0],
            1 => _ = body.remove(place),
            _ => _ = body.splice(place..place, PIECES[below(random, PIECES.len())].bytes()).count(),
        }
    }
    body
}

#[tokio::test]
async fn random_bodies_are_answered_and_only_good_ones_reach_the_desk() {
    let house = house();
    let mut random = ChaCha8Rng::seed_from_u64(17);
    let mut accepted = 0;
    for turn in 0..1500 {
        let body = body(&mut random);
        let (line, fits) = LINES[below(&mut random, LINES.len())];
        let players = ["bets", "take-back", "undo"].iter().any(|order| line.ends_with(order));
        let request = if players { ask(line).seat(3) } else { ask(line).attendant() };
        let request = request.key(&format!("k{turn}")).header("Content-Type: application/json").bytes(body.clone());
        let reply = house.send(&request).await;
        let case = format!("{line} {:?}: {reply:?}", String::from_utf8_lossy(&body));
        let commands = house.taken();
        match reply.verdict().as_str() {
            "200" => assert!(commands.len() == 1 && fits(&commands[0].order), "{case}"),
            "400 bad-request" | "409 bet-unknown" | "409 bet-malformed" => assert!(commands.is_empty(), "{case}"),
            _ => panic!("{case}"),
        }
        accepted += commands.len();
    }
    assert!((20..750).contains(&accepted), "{accepted} were good: the mixture proves something on both sides");
}

#[tokio::test]
async fn random_heads_never_make_the_house_fail() {
    // A head whose end was hit is waited for, but not for long.
    let house = house_with(Limits { header_time: Duration::from_millis(20), ..limits() }, |_| None);
    let mut random = ChaCha8Rng::seed_from_u64(36);
    for _ in 0..500 {
        let mut wire =
            b"GET /api/v1/seats/3?count=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer abc\r\n\r\n".to_vec();
        for _ in 0..=below(&mut random, 4) {
            // The end stays as it is, so that every request is whole.
            let place = below(&mut random, wire.len() - 24);
            wire[place] = random.next_u32().to_le_bytes()[0];
        }
        let answer = house.exchange(&wire).await;
        assert!(!answer.starts_with("HTTP/1.1 5"), "{:?}: {answer}", String::from_utf8_lossy(&wire));
    }
    assert_eq!(house.send(&ask("GET /health")).await.status, 200);
}
