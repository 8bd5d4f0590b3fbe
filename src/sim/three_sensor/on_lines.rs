//! The simulated wheel at lines of its own, so that the driver of a real one drives it.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::Live;
use crate::drivers::gpio::{Batch, Lines, simulated};
use crate::model::Timestamp;
use crate::sensing::three_sensor::Signal;

/// The longest that the wheel runs at once, in nanoseconds: whoever drives it must have a chance to say so. A wheel that is faster than
/// its driver waits for it.
const AT_ONCE_NANOSECONDS: u64 = 20_000_000;

/// The longest wait for the driver, and between two looks at the clock, in real time.
const DRIVER_WAIT: Duration = Duration::from_millis(20);
const LOOK_WAIT: Duration = Duration::from_millis(1);

/// The wheel, and whether it was driven since it last showed something.
struct Shared {
    live: Live,
    driven: bool,
}

/// The lines of this wheel, which runs by `clock`.
pub fn lines(live: Live, clock: impl Fn() -> Timestamp + Send + 'static) -> Lines {
    let shared = Arc::new((Mutex::new(Shared { live, driven: true }), Condvar::new()));
    let (read, driven) = (shared.clone(), shared);
    let started = clock();
    simulated(
        move |timeout| {
            std::thread::sleep(timeout.min(LOOK_WAIT));
            let (lock, was_driven) = &*read;
            let waiting = lock.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = was_driven.wait_timeout_while(waiting, DRIVER_WAIT, |shared| !shared.driven);
            let (mut shared, _) = waited.unwrap_or_else(PoisonError::into_inner);
            let clock = clock().since(started).microseconds().saturating_mul(1_000);
            let until = clock.min(shared.live.now() + AT_ONCE_NANOSECONDS);
            let signals = shared.live.advance(until).into_iter().map(Signal::Change).collect();
            shared.driven = false;
            Ok(Batch { signals, until_nanoseconds: shared.live.now() })
        },
        move |drive| {
            let (lock, was_driven) = &*driven;
            let mut shared = lock.lock().unwrap_or_else(PoisonError::into_inner);
            shared.live.drive(drive);
            shared.driven = true;
            was_driven.notify_one();
            Ok(())
        },
    )
}
