//! The cabinet stepped again from recorded inputs, each step compared with what was recorded.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::cabinet::{Cabinet, replay};
use crate::ctl::Failure;
use crate::journal::{Link, Record};

/// A cabinet on its way through a journal.
pub(crate) struct Replayed {
    cabinet: Option<Cabinet>,
}

impl Replayed {
    /// From this state on, as [`Place::first_state`](super::Place::first_state) gives it.
    pub(crate) const fn from(cabinet: Option<Cabinet>) -> Self {
        Self { cabinet }
    }

    /// Steps the next record, and compares: the record, as it was read.
    ///
    /// # Errors
    /// `record-disagrees` with the record's number where it now leads to something else.
    pub(crate) fn take(&mut self, link: &Link) -> Result<Record, Failure> {
        let number = link.entry.number;
        let disagrees =
            |why: &str| Failure::refused("record-disagrees", format!("record {number} cannot be confirmed: {why}")).with("number", number);
        let record = Record::decode(&link.entry.payload).map_err(|error| disagrees(&error.to_string()))?;
        if (record.input.number, record.input.at) != (number, link.entry.at) {
            return Err(disagrees("its input has another number or time than its place in the journal"));
        }
        let step = catch_unwind(AssertUnwindSafe(|| replay(&mut self.cabinet, &record.input)));
        let step = step.map_err(|_| disagrees("stepping it panics"))?.map_err(|error| disagrees(&error.to_string()))?;
        if !step.confirms(&record.facts) {
            return Err(disagrees("it now leads to something else than what was recorded"));
        }
        let in_force = self.cabinet.as_ref().map(|cabinet| cabinet.terms().rules_sha256);
        if in_force != Some(record.terms_sha256) {
            return Err(disagrees("other rules were in force than the record says"));
        }
        let offset = self.cabinet.as_ref().map(Cabinet::clock_offset);
        if record.clock_offset.is_some() && record.clock_offset != offset {
            return Err(disagrees("people were shown another time than the record says"));
        }
        Ok(record)
    }

    /// The cabinet after the newest record; `None` before the first.
    pub(crate) fn current(&self) -> Option<&Cabinet> {
        self.cabinet.as_ref()
    }

    /// The cabinet after the last record; `None` before the first.
    pub(crate) fn cabinet(self) -> Option<Cabinet> {
        self.cabinet
    }
}
