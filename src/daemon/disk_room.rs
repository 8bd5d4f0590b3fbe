//! The room on the disks of the journal: looked at while the daemon runs, so that people are told long before there is none. What the journal itself
//! does where there is no room is its own matter.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::journal::JournalError;
use crate::model::{Event, FaultCode};
use crate::profiles::DiskKeys;

/// How often it is looked.
const LOOK: Duration = Duration::from_secs(60);

/// So much is to be free where the cabinet file does not say otherwise, in MiB: of a full cabinet some days.
const FREE_LEAST_MEBIBYTES: u32 = 512;

/// Says how many bytes are free on the disk of a folder.
pub(super) type Free = fn(&Path) -> Result<u64, JournalError>;

/// With less room than this a disk of the journal is nearly full, in bytes, by the cabinet file.
pub(super) fn free_least(keys: Option<DiskKeys>) -> u64 {
    u64::from(keys.map_or(FREE_LEAST_MEBIBYTES, |keys| keys.free_least_mebibytes)) << 20
}

/// The disks, and whether one of them is nearly full.
pub(super) struct DiskRoom {
    folders: Vec<PathBuf>,
    free_least: u64,
    /// What was free where too little was, of each folder, when the house was told last; empty while nothing is low.
    told: Vec<Option<u64>>,
    /// Whether the last look failed: it is said once.
    is_unread: bool,
}

impl DiskRoom {
    /// The disks of these folders, on each of which so many bytes are to be free.
    pub(super) const fn new(folders: Vec<PathBuf>, free_least: u64) -> Self {
        Self { folders, free_least, told: Vec::new(), is_unread: false }
    }

    /// Looks once: what the house is to be told, where that is something new. The fault is over when an eighth more is free than there is to be at
    /// least, so that it does not come and go with every file that is written and removed. While it stands, it is told anew of another disk, and of one
    /// that has half of what was told.
    fn look(&mut self, free: Free) -> Option<Event> {
        let read: Result<Vec<u64>, JournalError> = self.folders.iter().map(|folder| free(folder)).collect();
        let was_unread = std::mem::replace(&mut self.is_unread, read.is_err());
        let free = match read {
            Ok(free) => free,
            Err(_) if was_unread => return None,
            Err(error) => {
                tracing::error!(%error, "how much room there is on the disks of the journal is not known");
                return None;
            }
        };
        let stands = !self.told.is_empty();
        if stands && free.iter().all(|free| *free >= self.free_least + self.free_least / 8) {
            self.told.clear();
            tracing::info!("the disks of the journal have room again");
            return Some(Event::HouseFaultCleared(FaultCode::DiskNearlyFull));
        }
        let low: Vec<Option<u64>> = free.iter().map(|free| (*free < self.free_least).then_some(*free)).collect();
        let is_news = |(place, free): (usize, &Option<u64>)| match (free, self.told.get(place).copied().flatten()) {
            (Some(free), Some(told)) => *free < told && free.saturating_mul(2) <= told,
            (Some(_), None) => true,
            (None, _) => false,
        };
        if !low.iter().enumerate().any(is_news) {
            return None;
        }
        self.told = low;
        let detail = self.low_words(&free);
        tracing::warn!(%detail, "a disk of the journal is nearly full");
        Some(Event::HouseFault { code: FaultCode::DiskNearlyFull, detail })
    }

    /// The folders whose disks are nearly full, each with what is free. Two on one disk are one.
    fn low_words(&self, free: &[u64]) -> String {
        let mut low: Vec<(&PathBuf, u64)> =
            self.folders.iter().zip(free.iter().copied()).filter(|(_, free)| *free < self.free_least).collect();
        low.dedup_by_key(|(_, free)| *free);
        let words: Vec<String> = low.iter().map(|(folder, free)| room_words(folder, *free)).collect();
        words.join("; ")
    }
}

/// How much is free on the disk of a folder.
pub(super) fn room_words(folder: &Path, free_bytes: u64) -> String {
    format!("{}: {} MiB are free", folder.display(), free_bytes >> 20)
}

/// Looks at once, and then every minute until `stop`, and tells `events` what is new.
pub(super) async fn watch(mut room: DiskRoom, free: Free, events: mpsc::Sender<Event>, stop: CancellationToken) {
    let mut ticks = interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        // A disk that fails may keep whom it is asked by waiting.
        let looked = spawn_blocking(move || {
            let told = room.look(free);
            (room, told)
        });
        let told = match looked.await {
            Ok((looked, told)) => {
                room = looked;
                told
            }
            Err(panic) => {
                tracing::error!(%panic, "the room on the disks of the journal is looked at no more");
                return stop.cancelled().await;
            }
        };
        if let Some(event) = told {
            // Where the deciding thread is gone, nobody waits for it.
            let _ = events.send(event).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    const MIB: u64 = 1 << 20;

    /// Disks on which 800 MiB are to be free, one of the store and one of the mirror.
    fn disks() -> DiskRoom {
        DiskRoom::new(vec!["/store".into(), "/mirror".into()], 800 * MIB)
    }

    /// Looks while so many MiB are free for the store and for the mirror.
    fn look(room: &mut DiskRoom, store: u32, mirror: u32) -> Option<Event> {
        static FREE: std::sync::Mutex<[u32; 2]> = std::sync::Mutex::new([0; 2]);
        static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());
        let _alone = ONE_AT_A_TIME.lock();
        *FREE.lock().expect("no test panics here") = [store, mirror];
        room.look(|folder| {
            let [store, mirror] = *FREE.lock().expect("no test panics here");
            Ok(u64::from(if folder.starts_with("/store") { store } else { mirror }) << 20)
        })
    }

    fn fault(detail: &str) -> Option<Event> {
        Some(Event::HouseFault { code: FaultCode::DiskNearlyFull, detail: detail.into() })
    }

    const CLEARED: Option<Event> = Some(Event::HouseFaultCleared(FaultCode::DiskNearlyFull));

    #[test]
    fn less_room_than_there_is_to_be_is_a_fault_and_it_is_over_when_there_is_an_eighth_more() {
        let mut room = disks();
        let mut check = |free: [u32; 2], expected: Option<Event>| assert_eq!(look(&mut room, free[0], free[1]), expected, "{free:?}");
        check([800, 800], None);
        check([799, 4_000], fault("/store: 799 MiB are free"));
        check([400, 4_000], None);
        check([399, 4_000], fault("/store: 399 MiB are free"));
        check([300, 700], fault("/store: 300 MiB are free; /mirror: 700 MiB are free"));
        check([899, 4_000], None);
        check([900, 899], None);
        check([900, 900], CLEARED);
        check([850, 850], None);
        check([900, 799], fault("/mirror: 799 MiB are free"));
        check([900, 900], CLEARED);
        check([700, 600], fault("/store: 700 MiB are free; /mirror: 600 MiB are free"));
    }

    #[test]
    fn two_folders_on_one_disk_are_told_as_one() {
        assert_eq!(look(&mut disks(), 700, 700), fault("/store: 700 MiB are free"));
    }

    #[test]
    fn a_disk_that_cannot_be_read_changes_nothing() {
        let mut room = disks();
        assert_eq!(look(&mut room, 1, 1), fault("/store: 1 MiB are free"));
        assert_eq!(room.look(|folder| Err(JournalError::NoRoom { path: folder.to_owned() })), None);
        assert_eq!(look(&mut room, 1_000, 1_000), CLEARED);
    }

    #[test]
    fn the_cabinet_file_says_how_much_is_to_be_free() {
        assert_eq!(free_least(None), 512 * MIB);
        assert_eq!(free_least(Some(DiskKeys { free_least_mebibytes: 16 })), 16 * MIB);
    }

    #[tokio::test(start_paused = true)]
    async fn it_is_looked_at_once_and_then_every_minute() {
        static LOOKS: AtomicU64 = AtomicU64::new(0);
        let (events, mut told) = mpsc::channel(4);
        let stop = CancellationToken::new();
        // Nearly full at the first look and at the second, and not at the third.
        let free: Free = |_| Ok(if LOOKS.fetch_add(1, Ordering::Relaxed) < 2 { 0 } else { u64::MAX });
        let watching = tokio::spawn(watch(DiskRoom::new(vec!["/store".into()], MIB), free, events, stop.clone()));
        let begun = tokio::time::Instant::now();
        assert_eq!(told.recv().await, fault("/store: 0 MiB are free"));
        assert_eq!(begun.elapsed(), Duration::ZERO);
        assert_eq!(told.recv().await, CLEARED);
        assert_eq!(begun.elapsed(), 2 * LOOK);
        stop.cancel();
        watching.await.expect("it ends in good order");
    }
}
