//! The clock that the kernel stamps changes with, and how long the machine has slept.

use rustix::time::{ClockId, Timespec, clock_gettime};

/// The present in nanoseconds of the clock that the kernel stamps changes with (`CLOCK_MONOTONIC`): it is never set, and it does not run
/// while the machine sleeps.
pub(super) fn now() -> u64 {
    nanoseconds(clock_gettime(ClockId::Monotonic))
}

/// How long the machine has slept since it was started, in nanoseconds: what happened meanwhile, nobody has heard.
pub(super) fn slept() -> u64 {
    nanoseconds(clock_gettime(ClockId::Boottime)).saturating_sub(now())
}

fn nanoseconds(time: Timespec) -> u64 {
    // Both clocks count from the start of the machine and are never negative.
    let part = |part: i64| u64::try_from(part).unwrap_or(0);
    part(time.tv_sec).saturating_mul(1_000_000_000).saturating_add(part(time.tv_nsec))
}
