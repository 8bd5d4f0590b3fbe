//! The service manager's watchdog, fed by the progress of the deciding thread and by nothing else.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sd_notify::NotifyState;
use tokio_util::sync::CancellationToken;

/// Tells the service manager that the daemon is ready, and how it stands; does nothing where none asked to be told.
pub(super) fn say_ready(status: &str) {
    notify(&[NotifyState::Ready, NotifyState::Status(status)]);
}

/// Tells the service manager that the daemon is stopping.
pub(super) fn say_stopping() {
    notify(&[NotifyState::Stopping]);
}

/// Feeds the watchdog twice in its time, as long as `progress` grows. A deciding thread that hangs is not fed for, and the
/// service manager starts the daemon anew.
pub(super) async fn feed(progress: Arc<AtomicU64>, stop: CancellationToken) {
    let Some(limit) = sd_notify::watchdog_enabled() else { return stop.cancelled().await };
    let mut ticks = tokio::time::interval((limit / 2).max(Duration::from_millis(10)));
    let mut seen = 0;
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        let now = progress.load(Ordering::Relaxed);
        if now != seen {
            seen = now;
            notify(&[NotifyState::Watchdog]);
        }
    }
}

fn notify(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::warn!(%error, "the service manager could not be told");
    }
}
