//! Every route, asked by everybody, for every seat.

use std::collections::BTreeSet;

use super::super::routes::api;
use super::harness::{Ask, Fixture, ask, attendant_token, house, seat_token, secret};
use super::table::secret_card;
use crate::model::{Seat, Who};

/// Who may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Right {
    Everybody,
    Holders,
    OwnSeat,
    OwnSeatAndAttendants,
    Attendants,
}

/// Each route with its right and a body that it takes.
const ROUTES: [(&str, Right, &str); 43] = [
    ("GET /api/v1/openapi.json", Right::Everybody, ""),
    ("GET /health", Right::Everybody, ""),
    ("GET /ready", Right::Everybody, ""),
    ("GET /api/v1/cabinet", Right::Everybody, ""),
    ("GET /api/v1/cabinet/live", Right::Everybody, ""),
    ("GET /api/v1/tables/{table}/rules", Right::Everybody, ""),
    ("GET /api/v1/me", Right::Holders, ""),
    ("GET /api/v1/rounds", Right::Holders, ""),
    ("GET /api/v1/rounds/{round}/evidence", Right::Attendants, ""),
    ("GET /api/v1/seats/{seat}", Right::OwnSeatAndAttendants, ""),
    ("GET /api/v1/seats/{seat}/rounds", Right::OwnSeatAndAttendants, ""),
    ("GET /api/v1/seats/{seat}/tables/{table}/deals", Right::OwnSeatAndAttendants, ""),
    ("GET /api/v1/seats/{seat}/live", Right::OwnSeatAndAttendants, ""),
    ("GET /api/v1/official", Right::Attendants, ""),
    ("GET /api/v1/service", Right::Attendants, ""),
    ("GET /api/v1/official/live", Right::Attendants, ""),
    ("POST /api/v1/seats/{seat}/bets", Right::OwnSeat, r#"{"round":12,"bets":[{"bet":"red","stake":100}]}"#),
    ("POST /api/v1/seats/{seat}/undo", Right::OwnSeat, r#"{"round":12}"#),
    ("POST /api/v1/seats/{seat}/clear", Right::OwnSeat, r#"{"round":12}"#),
    ("POST /api/v1/seats/{seat}/take-back", Right::OwnSeat, r#"{"round":12,"position":{"bet":"red"}}"#),
    ("POST /api/v1/seats/{seat}/repeat", Right::OwnSeat, r#"{"round":12}"#),
    ("POST /api/v1/seats/{seat}/double", Right::OwnSeat, r#"{"round":12}"#),
    ("POST /api/v1/seats/{seat}/credit-in", Right::Attendants, r#"{"amount":1000}"#),
    ("POST /api/v1/seats/{seat}/credit-out", Right::Attendants, r#"{"amount":null}"#),
    ("POST /api/v1/seats/{seat}/return-stakes", Right::Attendants, r#"{"round":12}"#),
    ("POST /api/v1/table/hold", Right::Attendants, r#"{"reason":"a chip on the rotor"}"#),
    ("POST /api/v1/table/resume", Right::Attendants, r#"{"round":12,"how":"respin"}"#),
    ("POST /api/v1/table/void", Right::Attendants, r#"{"round":12,"reason":"the ball is gone"}"#),
    ("POST /api/v1/table/no-spin", Right::Attendants, r#"{"round":12}"#),
    ("POST /api/v1/seats/{seat}/tables/{table}/stakes", Right::OwnSeat, r#"{"deal":9,"stakes":[{"box":3,"stake":"ante","amount":100}]}"#),
    ("POST /api/v1/seats/{seat}/tables/{table}/take-back", Right::OwnSeat, r#"{"deal":9,"box":3}"#),
    ("POST /api/v1/seats/{seat}/tables/{table}/repeat", Right::OwnSeat, r#"{"deal":9}"#),
    ("POST /api/v1/seats/{seat}/tables/{table}/choose", Right::OwnSeat, r#"{"deal":9,"turn":1,"choice":"fold"}"#),
    ("POST /api/v1/tables/{table}/hold", Right::Attendants, r#"{"reason":"a card fell"}"#),
    ("POST /api/v1/tables/{table}/resume", Right::Attendants, r#"{"deal":9}"#),
    ("POST /api/v1/tables/{table}/void", Right::Attendants, r#"{"deal":9,"reason":"misdeal","new_shoe":true}"#),
    ("POST /api/v1/tables/{table}/shuffle", Right::Attendants, r#"{"deal":9}"#),
    ("POST /api/v1/tables/{table}/redeal", Right::Attendants, r#"{"deal":9,"reason":"x"}"#),
    ("POST /api/v1/tables/{table}/new-croupier", Right::Attendants, r#"{"deal":9}"#),
    ("POST /api/v1/tables/{table}/missed-box", Right::Attendants, r#"{"deal":9,"box":3}"#),
    ("POST /api/v1/tables/{table}/card-too-many", Right::Attendants, r#"{"deal":9,"box":3}"#),
    ("POST /api/v1/tables/{table}/wrong-count", Right::Attendants, r#"{"deal":9,"box":3,"cards":6}"#),
    ("POST /api/v1/tables/{table}/exposed-card", Right::Attendants, r#"{"deal":9}"#),
];

/// Somebody at the door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Person {
    Stranger,
    Liar,
    Player(u8),
    Attendant,
}

#[test]
fn the_table_of_rights_names_every_route_of_the_document() {
    let (_, document) = api();
    let mut documented = BTreeSet::new();
    for (path, item) in &document.paths.paths {
        documented.extend(item.get.iter().map(|_| format!("GET {path}")));
        documented.extend(item.post.iter().map(|_| format!("POST {path}")));
    }
    assert_eq!(documented, ROUTES.iter().map(|(line, ..)| (*line).to_owned()).collect());
}

#[tokio::test]
async fn nobody_reaches_more_than_is_theirs() {
    let house = house();
    let people = [Person::Stranger, Person::Liar, Person::Attendant].into_iter().chain((1..=6).map(Person::Player));
    for person in people {
        for (line, right, body) in ROUTES {
            let seats = if line.contains("{seat}") { 1..=6 } else { 1..=1 };
            for seat in seats {
                check(&house, person, line, right, seat, body).await;
            }
        }
    }
}

async fn check(house: &Fixture, person: Person, line: &str, right: Right, seat: u8, body: &str) {
    let filled = line.replace("{seat}", &seat.to_string()).replace("{round}", "11").replace("{table}", "2");
    let case = format!("{person:?} {filled}");
    let request = ask(&filled).key(&format!("{person:?}-{}", line.len())).json(body);
    let live = line.ends_with("/live");
    let reply = house.send(&signed(request, person)).await;
    let slips = house.taken();
    let wanted = verdict(person, right, seat, live);
    assert_eq!(reply.verdict(), wanted, "{case}");
    let orders = line.starts_with("POST") && wanted == "200";
    assert_eq!(slips.len(), usize::from(orders), "{case}: {slips:?}");
    for slip in slips {
        let who = match person {
            Person::Player(own) => Who::Seat(Seat::new(own).expect("there are six seats")),
            _ => Who::Attendant("anna".into()),
        };
        assert_eq!(slip.who, who, "{case}");
    }
    for other in Seat::all() {
        let shown = reply.body.contains(&secret(other).to_string());
        let entitled = person == Person::Attendant || person == Person::Player(other.number());
        assert!(entitled || !shown, "{case} saw the money of seat {other}");
        let is_card_shown = reply.body.contains(&format!("\"{}\"", secret_card(other)));
        // HRB-17: a closed card is for its player's eyes alone, not for an attendant's.
        assert!(person == Person::Player(other.number()) || !is_card_shown, "{case} saw the card of seat {other}");
    }
}

fn signed(request: Ask, person: Person) -> Ask {
    match person {
        Person::Stranger => request,
        Person::Liar => request.token(&"0".repeat(64)),
        Person::Player(seat) => request.token(&seat_token(seat)),
        Person::Attendant => request.token(&attendant_token()),
    }
}

/// Live routes are asked without the headers of a WebSocket, so that a 400 tells who could have opened one.
fn verdict(person: Person, right: Right, seat: u8, live: bool) -> &'static str {
    let holder = !matches!(person, Person::Stranger | Person::Liar);
    let entitled = match right {
        Right::Everybody => true,
        Right::Holders => holder,
        Right::OwnSeat => person == Person::Player(seat),
        Right::OwnSeatAndAttendants => person == Person::Player(seat) || person == Person::Attendant,
        Right::Attendants => person == Person::Attendant,
    };
    match (entitled, holder) {
        (true, _) if live => "400 bad-request",
        (true, _) => "200",
        (false, true) => "403 forbidden",
        (false, false) => "401 unauthorized",
    }
}

#[tokio::test]
async fn a_token_counts_only_where_it_stands_alone_and_whole() {
    let house = house();
    let token = seat_token(3);
    let check = async |header: String, wanted: &str| {
        assert_eq!(house.send(&ask("GET /api/v1/me").header(&header)).await.verdict(), wanted, "{header}");
    };
    check(format!("Authorization: Bearer {token}"), "200").await;
    check(format!("authorization: bearer {token}"), "200").await;
    check(format!("Authorization: Basic {token}"), "401 unauthorized").await;
    check(format!("Authorization: {token}"), "401 unauthorized").await;
    check(format!("Authorization: Bearer {token}x"), "401 unauthorized").await;
    check("Authorization: Bearer ".into(), "401 unauthorized").await;
    check(format!("Cookie: token={token}"), "401 unauthorized").await;
    check(format!("Authorization: Bearer {token}\r\nAuthorization: Bearer {token}"), "401 unauthorized").await;
    check(format!("Sec-WebSocket-Protocol: croupier.v2, bearer.{token}"), "200").await;
    check(format!("Sec-WebSocket-Protocol: bearer.{token}, bearer.{}", seat_token(4)), "401 unauthorized").await;
}
