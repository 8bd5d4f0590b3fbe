//! Faults of the house itself, such as a disk that is nearly full: people are told, and no table stands still for one.
//!
//! Here never lives what holds a table.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::Cabinet;
use crate::model::{FaultCode, FaultView, Timestamp};

/// The faults of the house that stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct HouseFaults {
    /// Oldest first, each code once.
    #[n(0)]
    standing: Vec<HouseFault>,
}

/// A fault that is not over.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct HouseFault {
    #[n(0)]
    code: FaultCode,
    #[n(1)]
    detail: String,
    /// By the house's own time.
    #[n(2)]
    since: Timestamp,
}

impl HouseFaults {
    /// The program has started: what still is will be told again.
    pub(super) fn take_start(&mut self) {
        self.standing.clear();
    }

    /// Those that stand, oldest first, by the house's own time.
    pub(super) fn views(&self) -> impl Iterator<Item = FaultView> {
        self.standing.iter().map(|fault| FaultView { code: fault.code, detail: fault.detail.clone(), since: fault.since })
    }
}

impl Cabinet {
    /// A fault of the house is told; of one that stands, what is seen now.
    pub(super) fn raise_house_fault(&mut self, code: FaultCode, detail: &str) {
        let standing = &mut self.house_faults.standing;
        match standing.iter_mut().find(|fault| fault.code == code) {
            Some(fault) => detail.clone_into(&mut fault.detail),
            None => standing.push(HouseFault { code, detail: detail.to_owned(), since: self.at }),
        }
    }

    /// A fault of the house is over.
    pub(super) fn clear_house_fault(&mut self, code: FaultCode) {
        self.house_faults.standing.retain(|fault| fault.code != code);
    }

    /// The faults of the house that stand, oldest first, as the wall clock shows them.
    pub(super) fn house_fault_views(&self) -> Vec<FaultView> {
        let offset = self.clock_offset();
        self.house_faults.views().map(|fault| FaultView { since: offset.shown(fault.since), ..fault }).collect()
    }
}
