//! The wheel's lines as a technician is told of them, and the capture.

use serde_json::{Value, json};

use super::harness::{Fixture, ask, house};
use crate::model::{PhaseView, StaffRole};

/// A house in this phase.
fn house_in(phase: PhaseView, betting_open: bool) -> Fixture {
    let house = house();
    house.change(|views| (views.cabinet.phase, views.cabinet.betting_open) = (phase, betting_open));
    house
}

fn capture() -> Value {
    json!({"running": true, "samples": 3, "forgotten": 1, "length_milliseconds": 2})
}

async fn check(phase: PhaseView, betting_open: bool, request: &str, expected: Value) {
    let told = house_in(phase, betting_open).send(&ask(request).staff(StaffRole::Technician)).await;
    assert_eq!(told.json(), expected, "{request}, {phase:?}, betting open: {betting_open}");
}

#[tokio::test]
async fn the_lines_are_told_while_no_ball_runs_or_no_bet_is_taken() {
    let told = |forgotten| {
        json!({"lanes": ["rotor-index", "ball-1"], "changes": [{"at_microseconds": 5, "lane": 1, "active": true}],
            "messages": [{"at_microseconds": 8, "from_wheel": true, "text": "*X;1"}], "lost": [{"at_microseconds": 6, "reason": "2 changes"}],
            "forgotten": forgotten, "next": 9, "until_microseconds": 9, "held_back": false, "capture": capture()})
    };
    check(PhaseView::Open, true, "GET /api/v1/service/lines", told(0)).await;
    check(PhaseView::Open, true, "GET /api/v1/service/lines?from=7", told(7)).await;
    check(PhaseView::BallRunning, false, "GET /api/v1/service/lines", told(0)).await;
    check(PhaseView::Closed, false, "GET /api/v1/service/lines", told(0)).await;
    check(PhaseView::Held, false, "GET /api/v1/service/lines", told(0)).await;
}

#[tokio::test]
async fn nobody_is_told_where_the_ball_is_while_bets_are_taken() {
    let held_back = |next: Value| {
        json!({"lanes": ["rotor-index", "ball-1"], "changes": [], "messages": [], "lost": [], "forgotten": 0, "next": next,
            "until_microseconds": null, "held_back": true, "capture": capture()})
    };
    check(PhaseView::BallRunning, true, "GET /api/v1/service/lines", held_back(Value::Null)).await;
    check(PhaseView::BallRunning, true, "GET /api/v1/service/lines?from=7", held_back(json!(7))).await;
    let house = house_in(PhaseView::BallRunning, true);
    let refused = house.send(&ask("GET /api/v1/service/capture").staff(StaffRole::Technician)).await;
    assert_eq!((refused.status, &refused.json()["reason"]), (409, &json!("held-back")));
}

#[tokio::test]
async fn a_capture_is_a_file_to_save() {
    let saved = house_in(PhaseView::Open, true).send(&ask("GET /api/v1/service/capture").staff(StaffRole::Technician)).await;
    assert_eq!((saved.status, saved.body.as_str()), (200, "t_ns,line,level\n"));
    assert_eq!(saved.header("content-disposition"), Some("attachment; filename=\"wheel.trace\""));
}

#[tokio::test]
async fn the_line_of_a_tables_card_device_is_told_at_any_time_and_a_table_without_one_is_named() {
    let house = house_in(PhaseView::BallRunning, true);
    let get = async |path: &str| house.send(&ask(&format!("GET /api/v1/service/{path}")).staff(StaffRole::Technician)).await;
    let told = get("lines?table=1&from=7").await.json();
    assert_eq!((&told["lanes"], &told["held_back"], &told["forgotten"]), (&json!([]), &json!(false), &json!(7)));
    let saved = get("capture?table=1").await;
    assert_eq!((saved.status, saved.body.as_str()), (200, "0.000 > Q 1\n"));
    assert_eq!(saved.header("content-disposition"), Some("attachment; filename=\"table-1.capture\""));
    for path in ["lines?table=2", "capture?table=2"] {
        let refused = get(path).await;
        assert_eq!((refused.status, &refused.json()["reason"]), (404, &json!("not-found")), "{path}");
    }
    assert_eq!(get("capture?table=x").await.status, 400);
}

#[tokio::test]
async fn a_place_that_is_none_is_named() {
    let refused = house_in(PhaseView::Open, true).send(&ask("GET /api/v1/service/lines?from=x").staff(StaffRole::Technician)).await;
    assert_eq!(refused.status, 400);
    let refused = house_in(PhaseView::Open, true).send(&ask("GET /api/v1/service/lines?since=1").staff(StaffRole::Technician)).await;
    assert_eq!(refused.status, 400);
}
