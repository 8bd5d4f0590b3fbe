//! The self-test of the journal: both copies are read through beside the deciding thread, which a disk that fails must not hold up.

use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use super::EventLoop;
use crate::journal::History;
use crate::model::{Event, FaultCode, Finding, TestedPart};

/// For how long is read at most: a test is given up soon after. The history is read on beside the play in any case.
const READ_MOST: Duration = Duration::from_secs(40);

/// The test that is under way, with its number.
pub(super) type JournalTest = Option<(u32, JoinHandle<Vec<Finding>>)>;

impl EventLoop {
    /// Tests the journal, where that is wanted, and takes what was found. Called just before a commit, which records it.
    pub(super) async fn test_journal(&mut self) {
        let wanted = self.cabinet.house_test().filter(|(_, part)| *part == TestedPart::Journal).map(|(number, _)| number);
        let is_over = self.journal_test.as_ref().is_some_and(|(_, reading)| reading.is_finished());
        if is_over && let Some((number, reading)) = self.journal_test.take() {
            let findings = reading.await.unwrap_or_else(|panic| vec![finding(panic)]);
            tracing::info!(number, ?findings, "the journal was read through for a self-test");
            return self.take_event(Event::SelfTested { number, findings, seen: None });
        }
        // What was stepped and is not yet durable cannot be read.
        let Some(number) = wanted.filter(|_| self.journal_test.is_none() && self.entries.is_empty()) else { return };
        match self.journal.history() {
            Ok(history) => self.journal_test = Some((number, tokio::task::spawn_blocking(|| read_through(history)))),
            Err(error) => self.take_event(Event::SelfTested { number, findings: vec![finding(error)], seen: None }),
        }
    }
}

/// What is wrong with the copies, as far as there is time to read them.
fn read_through(history: History) -> Vec<Finding> {
    let begun = Instant::now();
    let in_time = history.take_while(|_| begun.elapsed() < READ_MOST);
    in_time.filter_map(Result::err).map(|(_, error)| finding(error)).collect()
}

fn finding(error: impl std::error::Error) -> Finding {
    Finding { code: FaultCode::JournalDamaged, detail: error.to_string() }
}
