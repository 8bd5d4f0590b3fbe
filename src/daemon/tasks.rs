//! The long-lived tasks, each with its name: none of them may end before the house is told to stop.

use std::collections::HashMap;
use std::time::Duration;

use anyhow::Context;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::{Id, JoinError, JoinSet};

/// The signals that end the daemon.
pub(super) struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Listens from now on; until then a signal ends the process at once.
    ///
    /// # Errors
    /// What the operating system says.
    pub(super) fn listen() -> anyhow::Result<Self> {
        let listen = |kind| signal(kind).context("signals cannot be received");
        Ok(Self { terminate: listen(SignalKind::terminate())?, interrupt: listen(SignalKind::interrupt())? })
    }

    /// Waits for the first of them.
    pub(super) async fn wait(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// The tasks that run.
#[derive(Default)]
pub(super) struct Tasks {
    running: JoinSet<anyhow::Result<()>>,
    names: HashMap<Id, String>,
}

impl Tasks {
    /// Starts a task and watches it from now on.
    pub(super) fn watch(&mut self, name: impl Into<String>, task: impl Future<Output = anyhow::Result<()>> + Send + 'static) {
        let id = self.running.spawn(task).id();
        self.names.insert(id, name.into());
    }

    /// Waits for the first task to end, which none of them may.
    ///
    /// # Errors
    /// Always, with the name of the task and what it said.
    pub(super) async fn first_to_end(&mut self) -> anyhow::Error {
        match self.next().await {
            Some((name, Ok(()))) => anyhow::anyhow!("{name} has ended"),
            Some((name, Err(error))) => error.context(format!("{name} failed")),
            None => anyhow::anyhow!("nothing was started"),
        }
    }

    /// Waits until all tasks have ended, but not longer than `most`.
    ///
    /// # Errors
    /// The first failure: what a task says that was told to stop is said nowhere else.
    pub(super) async fn end(mut self, most: Duration) -> anyhow::Result<()> {
        let mut failed = Ok(());
        let all = async {
            while let Some((name, ended)) = self.next().await {
                match ended.with_context(|| format!("{name} failed while it was being stopped")) {
                    Err(error) if failed.is_ok() => failed = Err(error),
                    Err(error) => tracing::warn!("{error:#}"),
                    Ok(()) => {}
                }
            }
        };
        if tokio::time::timeout(most, all).await.is_err() {
            let names: Vec<&String> = self.names.values().collect();
            tracing::warn!(tasks = ?names, "not everything ended in time");
        }
        failed
    }

    async fn next(&mut self) -> Option<(String, anyhow::Result<()>)> {
        let (id, ended) = match self.running.join_next_with_id().await? {
            Ok((id, ended)) => (id, ended),
            Err(failure) => (failure.id(), Err(panicked(&failure))),
        };
        Some((self.names.remove(&id).unwrap_or_else(|| "a task".to_owned()), ended))
    }
}

fn panicked(failure: &JoinError) -> anyhow::Error {
    anyhow::anyhow!(if failure.is_panic() { "it has panicked" } else { "it was cancelled" })
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn fails() -> anyhow::Result<()> {
        anyhow::bail!("the line is dead")
    }

    async fn panics() -> anyhow::Result<()> {
        panic!("a belief was wrong")
    }

    #[tokio::test]
    async fn the_first_task_to_end_is_named_however_it_ends() {
        let first = async |start: fn(&mut Tasks)| {
            let mut tasks = Tasks::default();
            tasks.watch("bystander", std::future::pending());
            start(&mut tasks);
            format!("{:#}", tasks.first_to_end().await)
        };
        assert_eq!(first(|tasks| tasks.watch("wheel", fails())).await, "wheel failed: the line is dead");
        assert_eq!(first(|tasks| tasks.watch("wheel", async { Ok(()) })).await, "wheel has ended");
        assert_eq!(first(|tasks| tasks.watch("wheel", panics())).await, "wheel failed: it has panicked");
    }

    #[tokio::test(start_paused = true)]
    async fn the_end_takes_no_longer_than_it_may_and_tells_the_first_failure() {
        let mut tasks = Tasks::default();
        tasks.watch("hangs", std::future::pending());
        tasks.watch("wheel", fails());
        let before = tokio::time::Instant::now();
        let error = tasks.end(Duration::from_secs(1)).await.expect_err("a task failed");
        assert_eq!(format!("{error:#}"), "wheel failed while it was being stopped: the line is dead");
        assert!(before.elapsed() < Duration::from_millis(1_100));
    }
}
