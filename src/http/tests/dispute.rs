//! The disputes as they are asked for and shown.

use std::sync::Arc;

use serde_json::{Value, json};

use super::harness::{ask, house, house_with, limits};
use crate::desk::Answer;
use crate::model::{Command, DisputeView, GameRead, KeptGame, Money, Order, PastGame, RoundRecall, Ruling, Seat, Timestamp, Verdict};

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

/// An attendant disputes this round, which the cabinet does not recall: the answer, and what has come with each time that it was handed in.
async fn check_read(round: u64, verdict: &str, came: &[Option<GameRead>]) {
    let read_of = |command: &Command| match &command.order {
        Order::OpenDispute { read, .. } => read.clone(),
        other => panic!("{other:?}"),
    };
    let game = PastGame::Round(round);
    let house = house_with(limits(), move |command| {
        Some(read_of(command).map_or(Answer::GameToRead(game), |_| Answer::Accepted { number: 1235, repeated: false }))
    });
    let body = format!(r#"{{"table":null,"game":{round},"note":"n"}}"#);
    let reply = house.send(&ask("POST /api/v1/seats/3/open-dispute").attendant().key("k").json(&body)).await;
    assert_eq!(reply.verdict(), verdict, "{reply:?}");
    let taken = house.taken();
    assert_eq!(taken.iter().map(read_of).collect::<Vec<_>>(), came, "round {round}");
    assert!(taken.iter().all(|command| command.key.as_deref() == Some("k")), "{taken:?}");
}

#[tokio::test]
async fn a_game_that_the_cabinet_does_not_recall_is_read_in_the_journal_and_comes_with_the_order() {
    check_read(8, "200", &[None, Some(GameRead::Found(vec![8]))]).await;
    check_read(7, "200", &[None, Some(GameRead::Missing)]).await;
    check_read(9, "429 too-many-requests", &[None]).await;
    check_read(13, "500 internal", &[None]).await;
}
