//! Real-time priority for the threads at the lines, where it is permitted.

use thread_priority::unix::{RealtimeThreadSchedulePolicy, ThreadSchedulePolicy, set_thread_priority_and_policy, thread_native_id};
use thread_priority::{ThreadPriority, ThreadPriorityValue};

/// Above everything of this program, below the threads that the kernel serves interrupts with, which stand at 50.
const PRIORITY: u8 = 40;

/// Gives this thread real-time priority. Where that is refused it goes on without, and says so.
pub(super) fn real_time() {
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("unnamed");
    let policy = ThreadSchedulePolicy::Realtime(RealtimeThreadSchedulePolicy::Fifo);
    let priority = ThreadPriorityValue::try_from(PRIORITY).map(ThreadPriority::Crossplatform);
    let set = priority
        .map_err(|error| error.to_string())
        .and_then(|priority| set_thread_priority_and_policy(thread_native_id(), priority, policy).map_err(|error| error.to_string()));
    match set {
        Ok(()) => tracing::info!(thread = name, priority = PRIORITY, "runs with real-time priority"),
        Err(error) => tracing::warn!(thread = name, error, "runs without real-time priority: give the service CAP_SYS_NICE or LimitRTPRIO"),
    }
}
