//! What the journal says of the orders, read by the auditor's tool.

use std::collections::BTreeMap;

use serde_json::Value;

use super::figures::Figures;
use crate::daemon::Home;

/// Counts the acknowledged orders, and those that do not stand in the journal exactly once under the number that was acknowledged.
pub(crate) fn count<'a>(home: &Home, acknowledged: impl Iterator<Item = (&'a str, u64)>, figures: &mut Figures) {
    let mut records: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for line in home.ask("journal export").lines() {
        let record: Value = serde_json::from_str(line).expect("it prints JSON");
        if let Some(key) = record["input"]["key"].as_str() {
            records.entry(key.to_owned()).or_default().push(record["number"].as_u64().expect("a record has a number"));
        }
    }
    for (key, number) in acknowledged {
        let found = records.get(key).map(Vec::as_slice).unwrap_or_default();
        figures.acknowledged += 1;
        figures.lost += usize::from(!found.contains(&number));
        figures.doubled += usize::from(found.len() > 1);
        if found != [number] {
            println!("  {key} was acknowledged under {number} and stands under {found:?}");
        }
    }
}
