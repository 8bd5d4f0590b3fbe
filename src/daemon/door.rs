//! What keeps an eye on the access file, and hands every change of who is let in to the journal.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::event_loop::AccessSlip;
use crate::access::{Access, SessionTerms};
use crate::desk::Answer;
use crate::http::Limits;
use crate::profiles::{AccessKeys, PresenceKeys};

/// How often it is looked whether `croupierctl access` has changed the file: a person it revokes is out that soon.
const LOOK: Duration = Duration::from_millis(250);

/// How long to wait before what the journal did not take is handed in again.
const AGAIN: Duration = Duration::from_secs(5);

/// How long sessions last, and how long a paired console is let in, by the cabinet file.
pub(super) fn session_terms(keys: Option<&AccessKeys>) -> SessionTerms {
    let minutes = |count: u64| Duration::from_secs(60 * count);
    let terms = SessionTerms::default();
    keys.map_or(terms, |keys| SessionTerms {
        idle: minutes(keys.idle_minutes.into()),
        most: minutes(60 * u64::from(keys.shift_hours)),
        paired: keys.console_days.map_or(terms.paired, |days| minutes(24 * 60 * u64::from(days))),
    })
}

/// How much is let in, and how long a seat's line may be lost, by the cabinet file.
pub(super) fn limits(keys: Option<PresenceKeys>) -> Limits {
    let limits = Limits::default();
    let presence_grace = keys.map_or(limits.presence_grace, |keys| Duration::from_secs(keys.grace_seconds.into()));
    Limits { presence_grace, ..limits }
}

/// Follows the file until told to stop.
pub(super) async fn follow(access: Arc<Access>, stop: CancellationToken) {
    while stop.run_until_cancelled(sleep(LOOK)).await.is_some() {
        access.end_those_over();
        let followed = access.clone();
        match spawn_blocking(move || followed.follow_file().and_then(|()| followed.expire_consoles())).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the access file cannot be used; who was let in before is let in still"),
            Err(_) => tracing::error!("looking after the access file has panicked"),
        }
    }
}

/// Hands what the journal does not hold yet to the deciding thread, until told to stop. A change that is on the disk stays there until it is
/// recorded; where the program ends between the two it is recorded once more, with the same time.
pub(super) async fn record(access: Arc<Access>, journal: mpsc::Sender<AccessSlip>, stop: CancellationToken) {
    let recording = async {
        loop {
            let is_all = hand_in(&access, &journal).await;
            let kept = access.clone();
            let is_tidy = matches!(spawn_blocking(move || kept.tidy()).await, Ok(Ok(())));
            if !is_tidy {
                tracing::error!("what the journal holds of the changes of access cannot be taken out of the access file");
            }
            if is_all && is_tidy {
                // Changes of the file are found by looking.
                let _ = timeout(LOOK * 2, access.rung()).await;
            } else {
                sleep(AGAIN).await;
            }
        }
    };
    let _ = stop.run_until_cancelled(recording).await;
}

/// Hands in what is not recorded, oldest first; whether the journal has taken all of it.
async fn hand_in(access: &Access, journal: &mpsc::Sender<AccessSlip>) -> bool {
    for change in access.unrecorded() {
        let (slip, answered) = oneshot::channel();
        if journal.send((change.clone(), slip)).await.is_err() || !matches!(answered.await, Ok(Answer::Accepted { .. })) {
            return false;
        }
        access.note_recorded(&change);
    }
    true
}
