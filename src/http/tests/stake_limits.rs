//! The limits of stakes as people of the house see them.

use std::sync::Arc;

use serde_json::{Value, json};

use super::harness::{ask, house};
use crate::model::*;

/// Those of the wheel, of which one waits for the next round, and those of the tables, which are the files'.
pub(super) fn stake_limits() -> Vec<Arc<TableLimitsView>> {
    let values = |least: Option<i64>, most| LimitValues { least: least.map(Money::from_minor), most: Money::from_minor(most) };
    let line = |of, of_files, next| LimitLine { of, step: Money::from_minor(100), of_files, in_force: Some(of_files), next };
    let straight = line(LimitedAmount::Position(BetKind::Straight), values(Some(100), 9_000), values(Some(200), 9_000));
    let total = line(LimitedAmount::SeatTotal, values(None, 40_000), values(None, 40_000));
    let set = StakeLimit { of: straight.of, least: Some(Money::from_minor(200)), most: None };
    let standing = StandingLimits { table: None, by: "anna".into(), since: Timestamp::from_microseconds(8), limits: vec![set] };
    let of_wheel = TableLimitsView { table: None, lines: vec![total, straight], standing: Some(standing) };
    let ante = line(LimitedAmount::Stake(StakeKind::Ante), values(Some(100), 500), values(Some(100), 500));
    let of_table = |number| TableLimitsView { table: Some(TableNumber(number)), lines: vec![ante], standing: None };
    [of_wheel, of_table(1), of_table(2)].map(Arc::new).into()
}

fn bounds(least: Option<i64>, most: i64) -> Value {
    json!({"least": least, "most": most})
}

fn line(of: &str, file: &Value, next: &Value) -> Value {
    json!({"of": of, "step": 100, "file": file, "in_force": file, "next": next})
}

#[tokio::test]
async fn the_limits_of_a_table_are_those_of_the_file_those_in_force_and_those_that_wait() {
    let house = house();
    let check = async |line: &str, expected: Value| {
        let reply = house.send(&ask(line).attendant()).await;
        assert_eq!((reply.verdict().as_str(), reply.json()), ("200", expected), "{line}");
    };
    let total = bounds(None, 40_000);
    let of_wheel = [line("seat-total", &total, &total), line("straight", &bounds(Some(100), 9_000), &bounds(Some(200), 9_000))];
    check("GET /api/v1/table/limits", json!({"by": "anna", "since": 8, "waits": true, "limits": of_wheel})).await;
    let ante = bounds(Some(100), 500);
    let of_table = json!({"by": null, "since": null, "waits": false, "limits": [line("ante", &ante, &ante)]});
    check("GET /api/v1/tables/2/limits", of_table).await;
    assert_eq!(house.send(&ask("GET /api/v1/tables/9/limits").attendant()).await.verdict(), "404 not-found");
}
