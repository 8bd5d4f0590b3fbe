//! `croupierctl disputes`: what was disputed, and how it was decided.

use croupier::model::{Money, Order, PastGame, Pocket, Seat, Verdict};
use serde_json::{Value, json};

use super::{House, house_of};
use crate::table::Table;

/// A journal with a dispute that is upheld, one that is rejected, and one that is open.
fn house_with_disputes() -> House {
    let mut table = Table::begin();
    table.play(Pocket::new(17).expect("it is on the wheel"));
    let game = PastGame::Round(1);
    for (seat, note) in Seat::all().zip(["his chip <lay> on 18", "too little | paid", "no reason"]) {
        table.attend(Order::OpenDispute { seat, game, note: note.into(), read: None });
    }
    let verdict = Verdict::Upheld { amount: Money::from_minor(250) };
    table.attend(Order::DecideDispute { dispute: 1, verdict, note: "the film shows it".into() });
    table.attend(Order::DecideDispute { dispute: 2, verdict: Verdict::Rejected, note: "it was right".into() });
    house_of(&table.take_entries())
}

#[test]
fn every_dispute_is_listed_with_who_opened_and_who_decided_it() {
    let house = house_with_disputes();
    let disputes = house.lines("disputes");
    let told = |dispute: &Value| (dispute["dispute"].clone(), dispute["seat"].clone(), dispute["ruling"]["verdict"].clone());
    let expected = [(1, 1, json!("upheld")), (2, 2, json!("rejected")), (3, 3, Value::Null)];
    assert_eq!(
        disputes.iter().map(told).collect::<Vec<_>>(),
        expected.map(|(number, seat, verdict)| (json!(number), json!(seat), verdict))
    );
    let first = &disputes[0];
    assert_eq!((&first["table"], &first["game"], &first["note"]), (&Value::Null, &json!(1), &json!("his chip <lay> on 18")));
    assert_eq!(
        (&first["opened_by"], &first["ruling"]["by"], &first["ruling"]["amount"]),
        (&json!("attendant-1"), &json!("attendant-1"), &json!(250))
    );
    assert_eq!(house.lines("disputes --open"), disputes[2..]);
    assert_eq!(house.lines("disputes --last 2"), disputes[1..]);
    let head = disputes[1]["head"].as_str().expect("a head");
    assert_eq!(house.lines(&format!("journal verify --expect-head {head}"))[0]["contains"], head);
    let table = String::from_utf8(house.run("disputes --as-table").stdout).expect("it prints text");
    assert!(table.contains("| too little \\| paid |") && table.contains("The journal's head: "), "{table}");
    let facts = house.lines("journal export").into_iter().flat_map(|record| record["facts"].as_array().cloned().unwrap_or_default());
    let facts: Vec<Value> = facts.filter(|fact| fact["fact"].as_str().is_some_and(|name| name.starts_with("dispute-"))).collect();
    assert_eq!(facts.iter().map(|fact| &fact["dispute"]).collect::<Vec<_>>(), [1, 2, 3, 1, 2]);
    assert_eq!(house.lines("meters")[0]["meters"]["corrections"], 250);
    assert_eq!(house_of(&Table::begin().take_entries()).lines("disputes")[0].as_object().map(|line| line.len()), Some(1), "the head alone");
}

#[test]
fn a_dispute_has_a_report_for_programs_and_for_a_printer() {
    let house = house_with_disputes();
    let report = &house.lines("disputes report 1")[0];
    assert_eq!((&report["dispute"], &report["outcome"]), (&json!(1), &json!(17)));
    assert!(report["staked"].as_i64().is_some_and(|staked| staked > 0) && report["settled_by"].is_u64(), "{report}");
    let html = String::from_utf8(house.run("disputes report 1 --html").stdout).expect("it prints text");
    for told in ["<h1>Dispute 1</h1>", "round 1", "his chip &lt;lay&gt; on 18", "upheld", "attendant-1", "@media print"] {
        assert!(html.contains(told), "{told}: {html}");
    }
    assert!(!html.contains("http"), "it needs nothing from elsewhere");
    let open = String::from_utf8(house.run("disputes report 3 --html").stdout).expect("it prints text");
    assert!(open.contains("not yet"), "{open}");
    let error = house.error("disputes report 4");
    assert_eq!((&error["reason"], &error["dispute"]), (&"no-such-dispute".into(), &4.into()));
}
