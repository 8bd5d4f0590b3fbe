//! An attendant's order that was refused stays refused under its key, also after the program was killed: a tablet that asks again because it
//! never heard the refusal must not pay in later what nobody puts on the table any more.

use serde_json::Value;

use crate::client::Answer;
use crate::daemon::{Home, Links};

fn post(links: &Links, what: &str, key: &str, body: &str) -> Answer {
    links.attendant().post(what, key, body)
}

fn pay(links: &Links, what: &str, key: &str) -> Answer {
    post(links, &format!("/api/v1/seats/1/{what}"), key, r#"{"amount":700}"#)
}

#[track_caller]
fn refused(answer: &Answer, reason: &str) {
    assert_eq!((answer.status, answer.reason().as_str()), (409, reason), "{}", answer.body);
}

#[test]
fn a_refused_payment_is_refused_again_under_its_key_after_a_kill() {
    let home = Home::new(20);
    let (links, daemon) = home.serve();
    refused(&pay(&links, "credit-out", "out"), "credit-too-small");
    refused(&post(&links, "/api/v1/table/resume", "resume", r#"{"round":1,"how":"continue"}"#), "wrong-phase");
    assert_eq!(pay(&links, "credit-in", "in").status, 200);
    daemon.kill();
    let (links, daemon) = home.serve();
    refused(&pay(&links, "credit-out", "out"), "credit-too-small");
    refused(&pay(&links, "credit-in", "out"), "key-reused");
    refused(&post(&links, "/api/v1/table/resume", "resume", r#"{"round":1,"how":"continue"}"#), "wrong-phase");
    // Asking again writes nothing.
    let refusals = |home: &Home| home.ask("journal export").lines().filter(|line| line.contains("order-refused")).count();
    assert_eq!(pay(&links, "credit-out", "another").status, 200);
    daemon.stop();
    assert_eq!(refusals(&home), 2);
    // And from a checkpoint as well.
    let (links, daemon) = home.serve();
    refused(&pay(&links, "credit-out", "out"), "credit-too-small");
    daemon.stop();
    let verified: Value = serde_json::from_str(&home.ask("journal verify")).expect("it prints JSON");
    assert_eq!(verified["steps"], true, "{verified}");
}
