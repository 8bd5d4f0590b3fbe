//! Time as the processor spent it on this thread: what other programs took meanwhile is not in it.

use std::hint::black_box;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The processor's time of this thread so far.
pub(crate) fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).expect("a thread has run for no negative time");
    let nanoseconds = u32::try_from(time.tv_nsec).expect("a second has a billion nanoseconds");
    Duration::new(seconds, nanoseconds)
}

/// Nanoseconds for each of so many times.
pub(crate) fn nanoseconds<T>(times: u64, mut work: impl FnMut() -> T) -> f64 {
    let began = processor_time();
    (0..times).for_each(|_| _ = black_box(work()));
    (processor_time() - began).as_secs_f64() * 1e9 / times as f64
}
