//! The one clock of the house: wall time at the start, then monotonic, never before what the journal already holds.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use crate::model::{Span, Timestamp};

/// A clock that never runs backwards, whatever happens to the wall clock (`house-rules-by` HX-14).
#[derive(Clone, Debug)]
pub struct Clock {
    started: Instant,
    started_at: Timestamp,
    /// How many times faster than life it runs; more than 1 only where everything is simulated.
    speed: u32,
}

impl Clock {
    /// A clock that shows the wall time now, or `floor` where the wall clock is behind it.
    #[must_use]
    pub fn starting_after(floor: Timestamp) -> Self {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let wall = Timestamp::from_microseconds(u64::try_from(since_epoch.as_micros()).unwrap_or(u64::MAX));
        Self { started: Instant::now(), started_at: wall.max(floor), speed: 1 }
    }

    /// A clock that shows what this one shows now and then runs `times` as fast; 0 counts as 1.
    #[must_use]
    pub fn faster(&self, times: u32) -> Self {
        Self { started: Instant::now(), started_at: self.now(), speed: self.speed.saturating_mul(times.max(1)) }
    }

    /// How many times faster than life it runs.
    #[must_use]
    pub fn speed(&self) -> u32 {
        self.speed
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let elapsed = u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.started_at.after(Span::from_microseconds(elapsed.saturating_mul(u64::from(self.speed))))
    }

    /// When `moment` comes, as the runtime's timer understands it; now where it has passed. Rounded up, so that waking then is
    /// not too early.
    #[must_use]
    pub fn instant_of(&self, moment: Timestamp) -> Instant {
        let ahead = moment.since(self.started_at).microseconds().div_ceil(u64::from(self.speed));
        self.started + Duration::from_micros(ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_faster_clock_goes_on_from_where_it_was_and_wakes_on_time() {
        let clock = Clock::starting_after(Timestamp::from_microseconds(u64::MAX / 4));
        assert_eq!(clock.now(), Timestamp::from_microseconds(u64::MAX / 4), "the wall clock is behind the floor");
        tokio::time::advance(Duration::from_millis(7)).await;
        let faster = clock.faster(20);
        let then = clock.now();
        assert_eq!(faster.now(), then);
        tokio::time::advance(Duration::from_millis(3)).await;
        assert_eq!(clock.now().since(then), Span::from_microseconds(3_000));
        assert_eq!(faster.now().since(then), Span::from_microseconds(60_000));
        let moment = then.after(Span::from_microseconds(100_001));
        tokio::time::sleep_until(faster.instant_of(moment)).await;
        assert!(faster.now() >= moment, "not woken too early");
        assert!(faster.now().since(moment) <= Span::from_microseconds(40_000), "nor a timer's tick too late");
    }
}
