//! The one clock of the house: wall time at the start, then monotonic, never before what the journal already holds.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::model::{Span, Timestamp};

/// A clock that never runs backwards, whatever happens to the wall clock (`house-rules-by` HX-14).
#[derive(Clone, Debug)]
pub struct Clock {
    started: Instant,
    started_at: Timestamp,
}

impl Clock {
    /// A clock that shows the wall time now, or `floor` where the wall clock is behind it.
    #[must_use]
    pub fn starting_after(floor: Timestamp) -> Self {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let wall = Timestamp::from_microseconds(u64::try_from(since_epoch.as_micros()).unwrap_or(u64::MAX));
        Self { started: Instant::now(), started_at: wall.max(floor) }
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let elapsed = u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.started_at.after(Span::from_microseconds(elapsed))
    }

    /// When `moment` comes, as the runtime's timer understands it; now where it has passed.
    #[must_use]
    pub fn instant_of(&self, moment: Timestamp) -> tokio::time::Instant {
        let ahead = std::time::Duration::from_micros(moment.since(self.started_at).microseconds());
        tokio::time::Instant::from_std(self.started + ahead)
    }
}
