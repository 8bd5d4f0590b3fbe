//! The self-test of the journal: its newest records are read back where they are written.

use super::EventLoop;
use crate::model::{Event, FaultCode, Finding, TestedPart};

/// How many records are read back: those of some minutes of play.
const READ_BACK: u64 = 1_000;

impl EventLoop {
    /// Tests the journal, where that is wanted.
    pub(super) fn test_journal(&mut self) {
        let wanted = self.cabinet.house_test().filter(|(_, part)| *part == TestedPart::Journal);
        // What was stepped and is not yet durable cannot be read back.
        let Some((number, _)) = wanted.filter(|_| self.entries.is_empty()) else { return };
        let read = self.journal.read_back(READ_BACK);
        tracing::info!(number, ?read, "the journal was read back");
        let finding = |error: &dyn std::error::Error| Finding { code: FaultCode::JournalDamaged, detail: error.to_string() };
        let findings = read.err().iter().map(|error| finding(error)).collect();
        self.take_event(Event::SelfTested { number, findings });
    }
}
