//! Faults of the house itself: people are told, and play goes on.

use super::*;
use crate::model::FaultView;

const LOW: FaultCode = FaultCode::DiskNearlyFull;

impl Table {
    fn house_fault(&mut self, detail: &str) -> Vec<Fact> {
        self.event(Event::HouseFault { code: LOW, detail: detail.into() })
    }

    /// The faults of the house that officials see, each with when it began and what is said of it.
    fn house_faults(&self) -> Vec<(FaultCode, Timestamp, String)> {
        let faults = self.views().official.house_faults;
        faults.into_iter().map(|FaultView { code, detail, since }| (code, since, detail)).collect()
    }
}

#[test]
fn a_fault_of_the_house_is_shown_until_it_is_over_and_no_table_stands_still_for_it() {
    let mut table = Table::open();
    let before = table.views();
    assert_eq!(table.house_fault("300 MiB are free"), []);
    let since = table.now;
    assert_eq!(table.house_faults(), [(LOW, since, "300 MiB are free".into())]);
    let after = table.views();
    assert_eq!((after.cabinet.phase, after.cabinet.hold, after.cabinet.faults), (before.cabinet.phase, None, Vec::new()));
    table.done(player(), place(&[straight(1, 100)]));
    assert_eq!(table.event(Event::HouseFaultCleared(LOW)), []);
    assert_eq!(table.house_faults(), []);
}

#[test]
fn of_a_fault_that_stands_what_is_seen_now_is_told_and_since_when_it_did() {
    let mut table = Table::open();
    table.house_fault("300 MiB are free");
    let since = table.now;
    table.house_fault("200 MiB are free");
    assert_eq!(table.house_faults(), [(LOW, since, "200 MiB are free".into())]);
}

#[test]
fn a_fault_of_the_house_outlives_a_checkpoint_and_ends_with_the_program() {
    let mut table = Table::open();
    table.house_fault("300 MiB are free");
    let restored = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("a checkpoint is read back");
    assert_eq!(restored, table.cabinet);
    assert_eq!(restored.standing_faults().iter().map(|(table, fault)| (*table, fault.code)).collect::<Vec<_>>(), [(None, LOW)]);
    table.event(Event::Started { version: "1".into(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None });
    assert_eq!(table.house_faults(), []);
}
