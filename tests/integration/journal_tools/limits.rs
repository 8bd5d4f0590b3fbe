//! Limits of stakes in the journal's tools: who has changed which, from what to what.

use croupier::model::{BetKind, LimitedAmount, StakeLimit};

use super::*;

#[test]
fn the_audit_says_who_has_changed_which_limits_from_what_to_what() {
    let of = LimitedAmount::Position(BetKind::Straight);
    let limit = StakeLimit { of, least: None, most: Some(Money::from_minor(10_000)) };
    let mut table = Table::begin();
    table.attend(Order::SetLimits { table: None, limits: vec![limit] });
    table.play(Pocket::new(17).expect("it is on the wheel"));
    table.attend(Order::SetLimits { table: None, limits: Vec::new() });
    let house = house_of(&table.take_entries());
    let deeds: Vec<Value> = house.lines("audit").into_iter().filter(|deed| deed["deed"]["command"] == "set-limits").collect();
    assert_eq!(deeds.len(), 2, "{deeds:#?}");
    let changes = |deed: &Value| deed["deed"]["facts"][0]["changes"].clone();
    let (first, second) = (changes(&deeds[0]), changes(&deeds[1]));
    assert_eq!((&first[0]["of"], &first[0]["new"]["most"]), (&"straight".into(), &10_000.into()));
    assert_eq!((&second[0]["old"], &second[0]["new"]), (&first[0]["new"], &first[0]["old"]));
    assert!(deeds.iter().all(|deed| deed["person"] == "attendant-1"), "{deeds:#?}");
    assert_eq!(deeds[0]["deed"]["limits"], json!([{"of": "straight", "least": null, "most": 10_000}]));
    assert_eq!(house.lines("journal verify")[0]["steps"], true);
}
