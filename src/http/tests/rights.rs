//! Every route, asked by everybody, for every seat.

use std::collections::BTreeSet;
use std::time::Duration;

use super::super::routes::api;
use super::harness::{Fixture, ask, attendant_token, house, seat_token, secret, staff_name, staff_token};
use super::table::secret_card;
use crate::model::{Seat, StaffRole, Who};

/// Who may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Right {
    Everybody,
    Holders,
    OwnSeat,
    /// The seat's own player, and those who may look over his shoulder.
    OwnSeatAndLookers,
    /// Everybody of the house.
    Staff,
    Attendants,
    /// Who may see who is let in.
    Doormen,
    /// Who may work on the devices.
    Workers,
}

/// Each route with its right and a body that it takes.
const ROUTES: [(&str, Right, &str); 96] = [
    ("GET /api/v1/openapi.json", Right::Everybody, ""),
    ("GET /health", Right::Everybody, ""),
    ("GET /ready", Right::Everybody, ""),
    ("GET /metrics", Right::Everybody, ""),
    ("GET /api/v1/cabinet", Right::Everybody, ""),
    ("GET /api/v1/cabinet/live", Right::Everybody, ""),
    ("GET /api/v1/tables/{table}/rules", Right::Everybody, ""),
    // What a stranger may ask, and is answered by what he types alone.
    ("POST /api/v1/sign-in", Right::Everybody, r#"{"name":"NAME","pin":"482915"}"#),
    ("POST /api/v1/pair", Right::Everybody, r#"{"code":"48291577"}"#),
    ("POST /api/v1/sign-out", Right::Holders, ""),
    ("POST /api/v1/stay", Right::Holders, ""),
    ("POST /api/v1/seats/{seat}/pairing", Right::Attendants, ""),
    ("GET /api/v1/access", Right::Doormen, ""),
    ("POST /api/v1/access/revoke", Right::Attendants, r#"{"name":"seat-9"}"#),
    ("GET /api/v1/me", Right::Holders, ""),
    ("GET /api/v1/rounds", Right::Holders, ""),
    ("GET /api/v1/rounds/{round}/evidence", Right::Staff, ""),
    ("GET /api/v1/seats/{seat}", Right::OwnSeatAndLookers, ""),
    ("GET /api/v1/seats/{seat}/rounds", Right::OwnSeatAndLookers, ""),
    ("GET /api/v1/seats/{seat}/tables/{table}/deals", Right::OwnSeatAndLookers, ""),
    ("GET /api/v1/seats/{seat}/tables/{table}/hands", Right::OwnSeatAndLookers, ""),
    ("GET /api/v1/seats/{seat}/tables/{table}/deals/{deal}", Right::OwnSeatAndLookers, ""),
    ("GET /api/v1/seats/{seat}/tables/{table}/hands/{deal}", Right::OwnSeatAndLookers, ""),
    ("GET /api/v1/past/rounds", Right::Staff, ""),
    ("GET /api/v1/past/tables/{table}/deals", Right::Staff, ""),
    ("GET /api/v1/past/tables/{table}/hands", Right::Staff, ""),
    ("GET /api/v1/past/tables/{table}/deals/{deal}", Right::Staff, ""),
    ("GET /api/v1/past/tables/{table}/hands/{deal}", Right::Staff, ""),
    ("GET /api/v1/seats/{seat}/live", Right::OwnSeatAndLookers, ""),
    ("GET /api/v1/official", Right::Staff, ""),
    ("GET /api/v1/disputes", Right::Staff, ""),
    ("GET /api/v1/shifts", Right::Staff, ""),
    ("GET /api/v1/shifts/{shift}/report.csv", Right::Staff, ""),
    ("GET /api/v1/service", Right::Staff, ""),
    ("GET /api/v1/service/figures", Right::Staff, ""),
    ("GET /api/v1/service/faults", Right::Staff, ""),
    ("GET /api/v1/service/spin-statistics", Right::Staff, ""),
    ("GET /api/v1/service/lines", Right::Staff, ""),
    ("GET /api/v1/service/capture", Right::Staff, ""),
    ("POST /api/v1/service/capture", Right::Workers, r#"{"running":true}"#),
    ("POST /api/v1/service/self-test", Right::Workers, r#"{"part":"wheel","table":null}"#),
    ("GET /api/v1/official/live", Right::Staff, ""),
    ("POST /api/v1/seats/{seat}/bets", Right::OwnSeat, r#"{"round":12,"bets":[{"bet":"red","stake":100}]}"#),
    ("POST /api/v1/seats/{seat}/undo", Right::OwnSeat, r#"{"round":12}"#),
    ("POST /api/v1/seats/{seat}/clear", Right::OwnSeat, r#"{"round":12}"#),
    ("POST /api/v1/seats/{seat}/take-back", Right::OwnSeat, r#"{"round":12,"position":{"bet":"red"}}"#),
    ("POST /api/v1/seats/{seat}/repeat", Right::OwnSeat, r#"{"round":12}"#),
    ("POST /api/v1/seats/{seat}/call-attendant", Right::OwnSeat, r#"{"reason":"help"}"#),
    ("POST /api/v1/seats/{seat}/confirm", Right::OwnSeat, r#"{"what":"age"}"#),
    ("POST /api/v1/seats/{seat}/session-limit", Right::OwnSeat, r#"{"minutes":90}"#),
    ("POST /api/v1/table/answer-call", Right::Attendants, r#"{"call":5}"#),
    ("POST /api/v1/seats/{seat}/double", Right::OwnSeat, r#"{"round":12}"#),
    ("POST /api/v1/seats/{seat}/credit-in", Right::Attendants, r#"{"amount":1000}"#),
    ("POST /api/v1/seats/{seat}/credit-out", Right::Attendants, r#"{"amount":null}"#),
    ("POST /api/v1/seats/{seat}/return-stakes", Right::Attendants, r#"{"round":12}"#),
    ("POST /api/v1/seats/{seat}/lock", Right::Attendants, r#"{"reason":"he is not well"}"#),
    ("POST /api/v1/table/hold", Right::Attendants, r#"{"reason":"a chip on the rotor"}"#),
    ("POST /api/v1/table/resume", Right::Attendants, r#"{"round":12,"how":"respin"}"#),
    ("POST /api/v1/table/void", Right::Attendants, r#"{"round":12,"reason":"the ball is gone"}"#),
    ("POST /api/v1/table/no-spin", Right::Attendants, r#"{"round":12}"#),
    ("GET /api/v1/table/limits", Right::Staff, ""),
    ("POST /api/v1/table/limits", Right::Attendants, r#"{"limits":[{"of":"straight","least":100,"most":5000}]}"#),
    ("GET /api/v1/tables/{table}/limits", Right::Staff, ""),
    ("POST /api/v1/tables/{table}/limits", Right::Attendants, r#"{"limits":[{"of":"ante","most":5000}]}"#),
    ("POST /api/v1/table/open-shift", Right::Attendants, r#"{"cash":50000}"#),
    ("POST /api/v1/table/close-shift", Right::Attendants, r#"{"cash":50000}"#),
    ("POST /api/v1/seats/{seat}/open-dispute", Right::Attendants, r#"{"table":null,"game":11,"note":"his chip lay on 17"}"#),
    ("POST /api/v1/table/hand-pay", Right::Attendants, r#"{"hand_pay":4,"how":"cash"}"#),
    ("POST /api/v1/table/decide-dispute", Right::Attendants, r#"{"dispute":3,"verdict":"rejected","amount":null,"note":"n"}"#),
    ("POST /api/v1/seats/{seat}/tables/{table}/stakes", Right::OwnSeat, r#"{"deal":9,"stakes":[{"box":3,"stake":"ante","amount":100}]}"#),
    ("POST /api/v1/seats/{seat}/tables/{table}/take-back", Right::OwnSeat, r#"{"deal":9,"box":3}"#),
    ("POST /api/v1/seats/{seat}/tables/{table}/repeat", Right::OwnSeat, r#"{"deal":9}"#),
    ("POST /api/v1/seats/{seat}/tables/{table}/choose", Right::OwnSeat, r#"{"deal":9,"turn":1,"choice":"fold"}"#),
    ("POST /api/v1/seats/{seat}/tables/{table}/join", Right::OwnSeat, r#"{"deal":5,"amount":100}"#),
    ("POST /api/v1/seats/{seat}/tables/{table}/top-up", Right::OwnSeat, r#"{"deal":5,"amount":100}"#),
    ("POST /api/v1/seats/{seat}/tables/{table}/sit-out", Right::OwnSeat, r#"{"deal":5,"out":true}"#),
    ("POST /api/v1/seats/{seat}/tables/{table}/leave", Right::OwnSeat, r#"{"deal":5}"#),
    ("POST /api/v1/seats/{seat}/tables/{table}/open", Right::OwnSeat, r#"{"deal":5,"buy_in_least":100,"buy_in_most":900,"seats":4}"#),
    ("POST /api/v1/tables/{table}/close", Right::Attendants, r#"{"deal":5}"#),
    ("POST /api/v1/seats/{seat}/tables/{table}/show", Right::OwnSeat, r#"{"deal":5}"#),
    ("POST /api/v1/seats/{seat}/tables/{table}/muck", Right::OwnSeat, r#"{"deal":5,"automatically":false}"#),
    ("POST /api/v1/seats/{seat}/tables/{table}/act", Right::OwnSeat, r#"{"deal":5,"turn":4,"action":"fold"}"#),
    ("POST /api/v1/tables/{table}/remove", Right::Attendants, r#"{"deal":5,"seat":3}"#),
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
    ("POST /api/v1/tables/{table}/boxed-card", Right::Attendants, r#"{"deal":9,"card":"Kd"}"#),
    ("POST /api/v1/tables/{table}/take-flop-back", Right::Attendants, r#"{"deal":9}"#),
    ("POST /api/v1/tables/{table}/stub-shuffled", Right::Attendants, r#"{"deal":9}"#),
];

/// What is answered to somebody who may ask, where it is not 200: these ask for what is not there.
const ANSWERS: [(&str, &str); 3] = [
    ("POST /api/v1/sign-in", "403 sign-in-wrong"),
    ("POST /api/v1/pair", "403 pairing-wrong"),
    ("POST /api/v1/access/revoke", "404 not-found"),
];

/// Somebody at the door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Person {
    Stranger,
    Liar,
    /// Whose session was idle for too long.
    Expired,
    /// Whose console was revoked.
    Revoked,
    Player(u8),
    Staff(StaffRole),
}

/// Every right of every kind of holder, as it is promised: a seat, an attendant, a technician, an auditor, an owner.
fn promised(right: Right) -> [bool; 5] {
    match right {
        Right::Everybody | Right::Holders => [true, true, true, true, true],
        Right::OwnSeat => [true, false, false, false, false],
        Right::OwnSeatAndLookers => [true, true, false, true, true],
        Right::Staff => [false, true, true, true, true],
        Right::Attendants => [false, true, false, false, true],
        Right::Doormen => [false, true, false, true, true],
        Right::Workers => [false, true, true, false, true],
    }
}

#[test]
fn the_table_of_rights_names_every_route_of_the_document() {
    let (_, document) = api();
    let mut documented = BTreeSet::new();
    for (path, item) in &document.paths.paths {
        let methods = [("GET", &item.get), ("POST", &item.post), ("PUT", &item.put), ("PATCH", &item.patch), ("DELETE", &item.delete)];
        documented.extend(methods.into_iter().filter(|(_, operation)| operation.is_some()).map(|(method, _)| format!("{method} {path}")));
    }
    assert_eq!(documented, ROUTES.iter().map(|(line, ..)| (*line).to_owned()).collect());
}

#[tokio::test]
async fn nobody_reaches_more_than_is_theirs() {
    let house = house();
    let (expired, revoked) = (expired_token(&house).await, revoked_token(&house).await);
    let strangers = [Person::Stranger, Person::Liar, Person::Expired, Person::Revoked];
    for person in strangers.into_iter().chain(StaffRole::ALL.map(Person::Staff)).chain((1..=6).map(Person::Player)) {
        let token = match person {
            Person::Stranger => None,
            Person::Liar => Some("0".repeat(64)),
            Person::Expired => Some(expired.clone()),
            Person::Revoked => Some(revoked.clone()),
            Person::Player(seat) => Some(seat_token(seat)),
            Person::Staff(role) => Some(staff_token(role)),
        };
        for (line, right, body) in ROUTES {
            let seats = if line.contains("{seat}") { 1..=6 } else { 1..=1 };
            for seat in seats {
                check(&house, (person, token.as_deref()), line, right, seat, body).await;
            }
        }
    }
}

/// The token of a session that was good, and has been idle for too long.
async fn expired_token(house: &Fixture) -> String {
    house.access.add("Ewa", StaffRole::Owner, "482915");
    let signed_in = house.send(&ask("POST /api/v1/sign-in").json(r#"{"name":"ewa","pin":"482915"}"#)).await.json();
    let token = signed_in["token"].as_str().expect("a session has a token").to_owned();
    assert_eq!(house.send(&ask("GET /api/v1/official").token(&token)).await.verdict(), "200");
    house.access.age_sessions(Duration::from_secs(15 * 60));
    token
}

/// The token of a console that was paired with seat 3, and revoked.
async fn revoked_token(house: &Fixture) -> String {
    let code = house.send(&ask("POST /api/v1/seats/3/pairing").token(&attendant_token())).await.json();
    let paired = house.send(&ask("POST /api/v1/pair").json(&format!(r#"{{"code":{}}}"#, code["code"]))).await.json();
    let token = paired["token"].as_str().expect("a console has a token").to_owned();
    assert_eq!(house.send(&ask("GET /api/v1/seats/3").token(&token)).await.verdict(), "200");
    let console = house.access.lettings().into_iter().find(|letting| letting.by == "console").expect("it is listed").name;
    let revoke = ask("POST /api/v1/access/revoke").token(&attendant_token()).json(&format!(r#"{{"name":"{console}"}}"#));
    assert_eq!(house.send(&revoke).await.verdict(), "200");
    token
}

async fn check(house: &Fixture, (person, token): (Person, Option<&str>), line: &str, right: Right, seat: u8, body: &str) {
    let filled = line
        .replace("{seat}", &seat.to_string())
        .replace("{round}", "11")
        // A deal between players is one of a table between players.
        .replace("{table}/hands", "17/hands")
        .replace("{table}", "2")
        .replace("{shift}", "7")
        .replace("{deal}", "8");
    let case = format!("{person:?} {filled}");
    let request = ask(&filled).key(&format!("{}-{}", case.len(), line.len()));
    let request = if body.is_empty() { request } else { request.json(&body.replace("NAME", &format!("{person:?}"))) };
    let reply = house.send(&token.into_iter().fold(request, |request, token| request.token(token))).await;
    let slips = house.taken();
    let wanted = verdict(person, right, seat, line);
    assert_eq!(reply.verdict(), wanted, "{case}");
    let is_order = line.starts_with("POST") && ROUTES.iter().filter(|(_, of, _)| *of != Right::Everybody).any(|(known, ..)| *known == line);
    let is_no_order = ["sign-out", "stay", "pairing", "revoke", "service/capture"].iter().any(|end| line.ends_with(end));
    assert_eq!(slips.len(), usize::from(is_order && !is_no_order && wanted == "200"), "{case}: {slips:?}");
    for slip in slips {
        let who = match person {
            Person::Player(own) => Who::Seat(Seat::new(own).expect("there are six seats")),
            Person::Staff(role) => Who::Attendant(staff_name(role).into()),
            stranger => panic!("{stranger:?} has ordered {slip:?}"),
        };
        assert_eq!(slip.who, who, "{case}");
    }
    for other in Seat::all() {
        let shown = reply.body.contains(&secret(other).to_string());
        let entitled = matches!(person, Person::Staff(_)) || person == Person::Player(other.number());
        assert!(entitled || !shown, "{case} saw the money of seat {other}");
        let is_card_shown = reply.body.contains(&format!("\"{}\"", secret_card(other)));
        // HRB-17: a closed card is for its player's eyes alone, not for an attendant's.
        assert!(person == Person::Player(other.number()) || !is_card_shown, "{case} saw the card of seat {other}");
    }
}

/// Live routes are asked without the headers of a WebSocket, so that a 400 tells who could have opened one.
fn verdict(person: Person, right: Right, seat: u8, line: &str) -> &'static str {
    let of = promised(right);
    let entitled = match person {
        Person::Stranger | Person::Liar | Person::Expired | Person::Revoked => right == Right::Everybody,
        Person::Player(own) => of[0] && (own == seat || matches!(right, Right::Everybody | Right::Holders)),
        Person::Staff(StaffRole::Attendant) => of[1],
        Person::Staff(StaffRole::Technician) => of[2],
        Person::Staff(StaffRole::Auditor) => of[3],
        Person::Staff(StaffRole::Owner) => of[4],
    };
    let holder = matches!(person, Person::Player(_) | Person::Staff(_));
    match (entitled, holder) {
        (true, _) if line.ends_with("/live") => "400 bad-request",
        (true, _) => ANSWERS.iter().find(|(known, _)| *known == line).map_or("200", |(_, answer)| answer),
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
