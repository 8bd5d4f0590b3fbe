//! What the commands share that wait: for a device, for time to pass, or for somebody to end them.

use tokio::signal::unix::{Signal, SignalKind, signal};

use super::Failure;

/// Waits for what is to be done.
pub(super) fn block_on<F: Future>(done: F) -> Result<F::Output, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::ours("runtime", error.to_string()))?;
    Ok(runtime.block_on(done))
}

/// The two signals by which somebody ends a command.
pub(super) struct Ending {
    terminate: Signal,
    interrupt: Signal,
}

impl Ending {
    /// From now on these signals end nothing by themselves.
    pub(super) fn listen() -> Result<Self, Failure> {
        match [SignalKind::terminate(), SignalKind::interrupt()].map(signal) {
            [Ok(terminate), Ok(interrupt)] => Ok(Self { terminate, interrupt }),
            _ => Err(Failure::ours("signals", "signals cannot be received")),
        }
    }

    /// Somebody ends the command.
    pub(super) async fn told(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
