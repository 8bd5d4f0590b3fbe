//! The faults of a card source that stand, what ends each, and which of their changes are still to be told.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use crate::model::{CardSourceEvent, FaultCode};

/// The faults that stand. `Cure` is what can end a fault of this kind of source.
#[derive(Clone, Debug)]
pub(in crate::sensing) struct Troubles<Cure> {
    /// One fault may stand for two reasons; it is over when both are.
    standing: BTreeMap<(FaultCode, Cure), String>,
    told: BTreeSet<FaultCode>,
}

impl<Cure: Copy + Ord> Troubles<Cure> {
    /// A source of which no fault is known.
    pub(in crate::sensing) const fn none() -> Self {
        Self { standing: BTreeMap::new(), told: BTreeSet::new() }
    }

    /// Something is wrong until `cure`.
    pub(in crate::sensing) fn raise(&mut self, code: FaultCode, cure: Cure, detail: String) {
        self.standing.entry((code, cure)).or_insert(detail);
    }

    /// This has happened: what it cures is over.
    pub(in crate::sensing) fn cure(&mut self, by: Cure) {
        self.standing.retain(|(_, cure), _| *cure != by);
    }

    pub(in crate::sensing) fn stands(&self, code: FaultCode) -> bool {
        self.standing.keys().any(|(standing, _)| *standing == code)
    }

    /// What has changed since this was last asked: faults that are over, then new ones.
    pub(in crate::sensing) fn changes(&mut self) -> Vec<CardSourceEvent> {
        let standing: BTreeMap<FaultCode, &String> = self.standing.iter().map(|((code, _), detail)| (*code, detail)).collect();
        let over = self.told.iter().filter(|code| !standing.contains_key(code)).map(|code| CardSourceEvent::FaultCleared(*code));
        let new = standing.iter().filter(|(code, _)| !self.told.contains(code));
        let new = new.map(|(code, detail)| CardSourceEvent::Fault { code: *code, detail: (*detail).clone() });
        let changes = over.chain(new).collect();
        self.told = standing.into_keys().collect();
        changes
    }
}
