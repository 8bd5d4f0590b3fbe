//! The disputes as they are asked for and shown.

use std::sync::Arc;

use serde_json::{Value, json};

use super::harness::{ask, house};
use crate::model::{DisputeView, KeptGame, Money, PastGame, RoundRecall, Ruling, Seat, Timestamp, Verdict};

/// A dispute about round 11 by this seat: the first is decided, the second is open.
pub(super) fn dispute(number: u32, seat: Seat, round: RoundRecall) -> Arc<DisputeView> {
    let ruling = Ruling {
        verdict: Verdict::Upheld { amount: Money::from_minor(500) },
        by: "dina".into(),
        at: Timestamp::from_microseconds(8),
        note: "the film shows it".into(),
    };
    Arc::new(DisputeView {
        number,
        game: PastGame::Round(round.round),
        seat,
        opened_by: "anna".into(),
        opened_at: Timestamp::from_microseconds(7),
        note: "his chip lay on 17".into(),
        ruling: (number == 1).then_some(ruling),
        kept: KeptGame::Round(Arc::new(round)),
    })
}

/// What people of the house are shown of it.
pub(super) fn dispute_json(number: u32, seat: u8) -> Value {
    let ruling = json!({"verdict": "upheld", "amount": 500, "by": "dina", "at": 8, "note": "the film shows it"});
    json!({"dispute": number, "seat": seat, "table": null, "game": 11, "opened_by": "anna", "opened_at": 7, "note": "his chip lay on 17",
        "ruling": if number == 1 { ruling } else { Value::Null }})
}

/// What its seat is shown of it.
pub(super) fn seat_dispute_json(number: u32) -> Value {
    let (verdict, amount) = if number == 1 { (json!("upheld"), json!(500)) } else { (Value::Null, Value::Null) };
    json!({"dispute": number, "table": null, "game": 11, "verdict": verdict, "amount": amount})
}

#[tokio::test]
async fn a_form_that_does_not_fit_is_a_bad_request() {
    let house = house();
    for (path, body, detail) in [
        ("seats/3/open-dispute", r#"{"game":11,"note":"n"}"#, "missing field `table`"),
        ("seats/3/open-dispute", r#"{"table":null,"note":"n"}"#, "missing field `game`"),
        ("seats/3/open-dispute", r#"{"table":256,"game":11,"note":"n"}"#, "table"),
        ("seats/3/open-dispute", r#"{"table":null,"game":11,"note":"  "}"#, "`note`: expected 1 to 200 characters"),
        ("seats/3/open-dispute", r#"{"table":null,"game":11,"note":"n","round":12}"#, "unknown field `round`"),
        ("table/decide-dispute", r#"{"dispute":1,"verdict":"upheld","note":"n"}"#, "missing field `amount`"),
        ("table/decide-dispute", r#"{"dispute":1,"verdict":"upheld","amount":null,"note":"n"}"#, "`amount`: expected how much"),
        ("table/decide-dispute", r#"{"dispute":1,"verdict":"rejected","amount":5,"note":"n"}"#, "`amount`: expected null"),
        ("table/decide-dispute", r#"{"dispute":1,"verdict":"perhaps","amount":5,"note":"n"}"#, "verdict"),
        ("table/decide-dispute", r#"{"dispute":1,"verdict":"upheld","amount":100000000000001,"note":"n"}"#, "`amount`: expected an amount"),
        (
            "table/decide-dispute",
            r#"{"dispute":1,"verdict":"rejected","amount":null,"note":"a\nb"}"#,
            "`note`: expected 1 to 200 characters",
        ),
    ] {
        let reply = house.send(&ask(&format!("POST /api/v1/{path}")).attendant().key("k").json(body)).await;
        assert_eq!(reply.verdict(), "400 bad-request", "{path} {body}");
        assert!(reply.json()["detail"].as_str().is_some_and(|said| said.contains(detail)), "{reply:?}");
    }
    for (path, body) in [
        ("seats/3/open-dispute", r#"{"table":null,"game":11,"note":"n"}"#),
        ("table/decide-dispute", r#"{"dispute":1,"verdict":"rejected","amount":null,"note":"n"}"#),
    ] {
        let keyless = house.send(&ask(&format!("POST /api/v1/{path}")).attendant().json(body)).await;
        assert_eq!(keyless.verdict(), "400 idempotency-key-missing", "{path}");
    }
    assert!(house.taken().is_empty());
}
