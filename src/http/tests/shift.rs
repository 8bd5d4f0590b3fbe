//! The shifts as they are asked for and shown.

use serde_json::{Value, json};

use super::harness::{ask, house};
use crate::model::{MetersView, Money, Seat, ShiftOfSeat, ShiftReport, ShiftView, Timestamp};

/// The shift that is open in these tests.
pub(super) fn open_shift() -> ShiftView {
    ShiftView {
        number: 8,
        opened_by: "anna".into(),
        opened_at: Timestamp::from_microseconds(90_000_000),
        cash_at_open: Money::from_minor(500),
        cash_expected: Money::from_minor(700),
        meters: MetersView { credit_in: Money::from_minor(300), credit_out: Money::from_minor(100), ..MetersView::default() },
    }
}

/// A shift that is closed.
pub(super) fn closed_shift(number: u32) -> ShiftReport {
    let meters = MetersView { credit_in: Money::from_minor(300), credit_out: Money::from_minor(100), games: 3, ..MetersView::default() };
    let seats = Seat::all().map(|seat| ShiftOfSeat {
        seat,
        meters: if seat.number() == 3 { meters } else { MetersView::default() },
        holds: Money::from_minor(20 * i64::from(seat.number())),
    });
    ShiftReport {
        number,
        opened_by: "anna".into(),
        opened_at: Timestamp::from_microseconds(1_000_000),
        closed_by: "dina".into(),
        closed_at: Timestamp::from_microseconds(61_000_000),
        cash_at_open: Money::from_minor(500),
        cash_counted: Money::from_minor(680),
        meters,
        fees: Money::ZERO,
        seats: seats.collect(),
    }
}

fn meters_json(credit_in: i64, credit_out: i64, games: u64) -> Value {
    json!({"credit_in": credit_in, "credit_out": credit_out, "staked": 0, "returned": 0, "games": games, "voids": 0, "attendant_payments": 0, "corrections": 0, "hand_paid": 0, "hourly_fees": 0})
}

/// What is shown of the shift that is open.
pub(super) fn open_shift_json() -> Value {
    json!({"number": 8, "opened_by": "anna", "opened_at": 90_000_000, "cash_at_open": 500, "cash_expected": 700,
        "meters": meters_json(300, 100, 0)})
}

/// What is shown of a shift that is closed.
pub(super) fn closed_shift_json(number: u32) -> Value {
    let seat = |seat: u8| {
        let meters = if seat == 3 { meters_json(300, 100, 3) } else { meters_json(0, 0, 0) };
        json!({"seat": seat, "meters": meters, "holds": 20 * seat})
    };
    json!({"number": number, "opened_by": "anna", "opened_at": 1_000_000, "closed_by": "dina", "closed_at": 61_000_000,
        "cash_at_open": 500, "cash_counted": 680, "cash_expected": 700, "cash_difference": -20, "fees": 0,
        "meters": meters_json(300, 100, 3), "seats": (1..=6).map(seat).collect::<Vec<_>>()})
}

#[tokio::test]
async fn a_report_of_a_shift_is_a_table() {
    let house = house();
    let reply = house.send(&ask("GET /api/v1/shifts/6/report.csv").attendant()).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("text/csv; charset=utf-8")));
    assert_eq!(reply.header("content-disposition"), Some("attachment; filename=\"shift-6.csv\""));
    let lines: Vec<&str> = reply.body.split("\r\n").collect();
    assert_eq!(lines.len(), 9, "the columns, six seats, the cabinet, and the end of its line: {lines:?}");
    let of = "6,anna,1970-01-01T00:00:01Z,dina,1970-01-01T00:01:01Z,AMD";
    assert_eq!(lines[3], format!("{of},3,300,100,0,0,3,0,0,60,,,,,,0,0,0"));
    assert_eq!(lines[7], format!("{of},cabinet,300,100,0,0,3,0,0,420,0,500,700,680,-20,0,0,0"));
    for unknown in ["9", "0", "-1", "seven"] {
        let reply = house.send(&ask(&format!("GET /api/v1/shifts/{unknown}/report.csv")).attendant()).await;
        assert_eq!(reply.verdict(), "404 not-found", "{unknown}");
    }
}

#[tokio::test]
async fn without_a_shift_nothing_is_shown_of_one() {
    let house = house();
    house.change(|views| {
        views.official.shift = None;
        views.official.shifts.clear();
    });
    let official = house.send(&ask("GET /api/v1/official").attendant()).await.json();
    assert_eq!((&official["shift"], &official["last_shift"]), (&Value::Null, &Value::Null));
    assert!(official.as_object().is_some_and(|keys| keys.contains_key("shift") && keys.contains_key("last_shift")));
    assert_eq!(house.send(&ask("GET /api/v1/shifts").attendant()).await.json()["shifts"], json!([]));
}

#[tokio::test]
async fn cash_that_cannot_be_counted_is_a_bad_request() {
    let house = house();
    for name in ["open-shift", "close-shift"] {
        for (body, detail) in [
            ("{}", "missing field `cash`"),
            (r#"{"cash":-1}"#, "`cash`: expected 0 or more"),
            (r#"{"cash":null}"#, "`cash`"),
            (r#"{"cash":1.5}"#, "`cash`"),
            (r#"{"cash":100000000000001}"#, "`cash`: expected an amount of at most"),
            (r#"{"cash":1,"round":12}"#, "unknown field `round`"),
        ] {
            let reply = house.send(&ask(&format!("POST /api/v1/table/{name}")).attendant().key("k").json(body)).await;
            assert_eq!(reply.verdict(), "400 bad-request", "{name} {body}");
            assert!(reply.json()["detail"].as_str().is_some_and(|said| said.contains(detail)), "{reply:?}");
        }
        let keyless = house.send(&ask(&format!("POST /api/v1/table/{name}")).attendant().json(r#"{"cash":1}"#)).await;
        assert_eq!(keyless.verdict(), "400 idempotency-key-missing", "{name}");
    }
    assert!(house.taken().is_empty());
}
