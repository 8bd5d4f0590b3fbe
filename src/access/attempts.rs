//! Wrong PINs: who has given too many waits, and each time longer. They are counted by the name that was typed, never by an address or a
//! console; names that nobody has are counted as well, so that the wait does not tell which names there are.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::Instant;

/// So many wrong PINs in a row are taken without a wait.
const FREE: u32 = 4;

/// The wait after the first wrong PIN beyond those; each further one doubles it.
const FIRST_WAIT: Duration = Duration::from_secs(30);

/// The longest wait. With it somebody who never stops has less than a hundred tries a day.
const LONGEST_WAIT: Duration = Duration::from_secs(15 * 60);

/// How many names are counted that nobody has.
const UNKNOWN_MOST: usize = 512;

/// Wrong PINs since the last right one, by name in lower case.
#[derive(Default)]
pub(super) struct Attempts {
    by_name: HashMap<String, Wrong>,
}

#[derive(Clone, Copy)]
struct Wrong {
    count: u32,
    last: Instant,
    is_known: bool,
}

impl Wrong {
    fn wait(self) -> Duration {
        match self.count.checked_sub(FREE + 1) {
            None => Duration::ZERO,
            Some(doublings) => (FIRST_WAIT * 2_u32.saturating_pow(doublings.min(16))).min(LONGEST_WAIT),
        }
    }

    fn left(self, now: Instant) -> Duration {
        self.wait().saturating_sub(now.duration_since(self.last))
    }
}

impl Attempts {
    /// Takes over what the access file says of a person. After a start the whole wait begins again, for nobody knows how long it was off.
    pub(super) fn restore(&mut self, name: &str, count: u32, now: Instant) {
        if count > FREE {
            self.by_name.insert(name.to_owned(), Wrong { count, last: now, is_known: true });
        }
    }

    /// How long nobody may try a PIN for this name any more; nothing where it may be tried.
    pub(super) fn wait(&self, name: &str, now: Instant) -> Duration {
        self.by_name.get(name).map_or(Duration::ZERO, |wrong| wrong.left(now))
    }

    /// A wrong PIN: how many there are now, and the wait that it brings about.
    pub(super) fn note_wrong(&mut self, name: &str, is_known: bool, now: Instant) -> (u32, Duration) {
        if !is_known && !self.by_name.contains_key(name) {
            self.make_room();
        }
        let wrong = self.by_name.entry(name.to_owned()).or_insert(Wrong { count: 0, last: now, is_known });
        *wrong = Wrong { count: wrong.count.saturating_add(1), last: now, is_known };
        (wrong.count, wrong.wait())
    }

    /// A right PIN, or a new one: nothing is counted any more.
    pub(super) fn forget(&mut self, name: &str) {
        self.by_name.remove(name);
    }

    /// The names that nobody has are bounded: the one that was tried longest ago goes.
    fn make_room(&mut self) {
        if self.by_name.values().filter(|wrong| !wrong.is_known).count() < UNKNOWN_MOST {
            return;
        }
        let oldest = self.by_name.iter().filter(|(_, wrong)| !wrong.is_known).min_by_key(|(_, wrong)| wrong.last);
        if let Some(name) = oldest.map(|(name, _)| name.clone()) {
            self.by_name.remove(&name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_grows_with_each_wrong_pin_and_ends_by_itself() {
        let (mut attempts, mut now) = (Attempts::default(), Instant::now());
        let mut waits = Vec::new();
        for count in 1..=12 {
            let (counted, wait) = attempts.note_wrong("anna", true, now);
            assert_eq!(counted, count);
            waits.push(wait.as_secs());
            assert_eq!(attempts.wait("anna", now), wait);
            now += wait;
            assert_eq!(attempts.wait("anna", now), Duration::ZERO);
        }
        assert_eq!(waits, [0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]);
        assert_eq!(attempts.wait("boris", now), Duration::ZERO, "each name by itself");
        attempts.forget("anna");
        assert_eq!(attempts.note_wrong("anna", true, now), (1, Duration::ZERO));
    }

    #[test]
    fn a_start_takes_no_wait_away() {
        let (mut attempts, now) = (Attempts::default(), Instant::now());
        attempts.restore("anna", 6, now);
        attempts.restore("boris", 4, now);
        assert_eq!((attempts.wait("anna", now).as_secs(), attempts.wait("boris", now).as_secs()), (60, 0));
    }

    #[test]
    fn a_name_that_nobody_has_waits_as_well_and_pushes_out_no_person() {
        let (mut attempts, now) = (Attempts::default(), Instant::now());
        for _ in 0..5 {
            attempts.note_wrong("anna", true, now);
            attempts.note_wrong("nobody", false, now);
        }
        assert_eq!(attempts.wait("nobody", now).as_secs(), 30);
        for number in 0..2_000 {
            attempts.note_wrong(&format!("name-{number}"), false, now + Duration::from_secs(1));
        }
        assert_eq!(attempts.wait("anna", now).as_secs(), 30);
        assert_eq!(attempts.by_name.len(), UNKNOWN_MOST + 1);
    }
}
