//! Wrong PINs: a person who has given too many waits, each time longer. They are counted by the typed name and the address that they came
//! from, so that no stranger keeps a person out who signs in elsewhere; and by the name alone, against guesses from many addresses. Names that
//! nobody has are counted as well, so that the wait does not tell which names there are.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::Duration;

use tokio::time::Instant;

/// So many wrong PINs in a row are taken from an address without a wait.
const FREE: u32 = 4;

/// The wait of an address after the first wrong PIN beyond those; each further one doubles it.
const FIRST_WAIT: Duration = Duration::from_secs(30);

/// The longest wait of an address. With it somebody who never stops has less than a hundred tries a day.
const LONGEST_WAIT: Duration = Duration::from_secs(15 * 60);

/// So many wrong PINs for a name are taken from all addresses together, and one more each time that this has passed. One address alone never
/// comes so far: this gives back as much as the longest wait lets it take. A right PIN gives nothing back, or each would give guessers as many
/// tries again. So there are 100 and 96 a day: in a whole year 35,140 of the million PINs of six digits, one in 28, and each of these tries
/// is told in the journal.
const OF_NAME: u32 = 100;
const GIVEN_BACK: Duration = LONGEST_WAIT;

/// At so many addresses a person who has signed in there does not wait for what others do elsewhere; the newest count. Who guesses at one of
/// these has the wait of the address, as everybody.
const HOMES_MOST: usize = 4;

/// An address that has not tried a name for so long begins anew with it: it takes longer than by the longest wait.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// How many names are counted that nobody has.
const UNKNOWN_MOST: usize = 512;

/// Of how many addresses a person's wrong PINs are kept over a start: those that tried last.
const KEPT_MOST: usize = 8;

/// The wrong PINs of all names, which are in lower case.
#[derive(Default)]
pub(super) struct Attempts {
    by_name: HashMap<String, OfName>,
}

/// What of a person's wrong PINs outlives a start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct WrongPins {
    /// How many of those that may come from everywhere together have come.
    pub(super) all: u32,
    /// Those in a row from an address, where they are so many that it has to wait.
    pub(super) at: Vec<(IpAddr, u32)>,
}

/// A wrong PIN.
pub(super) struct Noted {
    /// How many there are, at this address or where that is what is waited for, in all.
    pub(super) count: u32,
    /// The wait that it brings about.
    pub(super) wait: Duration,
    /// What is to outlive a start; nothing as long as there were only few.
    pub(super) kept: Option<WrongPins>,
}

#[derive(Clone, Copy)]
struct Wrong {
    count: u32,
    last: Instant,
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

/// The wrong PINs of one name.
struct OfName {
    is_known: bool,
    last: Instant,
    /// When all that was taken from everywhere together will have been given back.
    whole_at: Instant,
    at: HashMap<IpAddr, Wrong>,
    homes: VecDeque<IpAddr>,
}

impl OfName {
    fn new(is_known: bool, now: Instant) -> Self {
        Self { is_known, last: now, whole_at: now, at: HashMap::new(), homes: VecDeque::new() }
    }

    fn wait(&self, address: IpAddr, now: Instant) -> Duration {
        let own = self.at.get(&address).map_or(Duration::ZERO, |wrong| wrong.left(now));
        if self.homes.contains(&address) { own } else { own.max(self.wait_of_all(now)) }
    }

    fn wait_of_all(&self, now: Instant) -> Duration {
        (self.whole_at.saturating_duration_since(now) + GIVEN_BACK).saturating_sub(GIVEN_BACK * OF_NAME)
    }

    /// How many of those from everywhere together were not given back yet.
    fn count_of_all(&self, now: Instant) -> u32 {
        let seconds = self.whole_at.saturating_duration_since(now).as_secs_f64();
        (seconds / GIVEN_BACK.as_secs_f64()).ceil() as u32
    }

    fn note_wrong(&mut self, address: IpAddr, now: Instant) -> Noted {
        self.at.retain(|_, wrong| now.duration_since(wrong.last) < FORGOTTEN_AFTER);
        let wrong = self.at.entry(address).or_insert(Wrong { count: 0, last: now });
        *wrong = Wrong { count: wrong.count.saturating_add(1), last: now };
        let own = *wrong;
        self.last = now;
        self.whole_at = self.whole_at.max(now) + GIVEN_BACK;
        let (all, wait) = (self.count_of_all(now), self.wait(address, now));
        let count = if wait > own.wait() { all } else { own.count };
        Noted { count, wait, kept: (all > FREE || own.count > FREE).then(|| self.kept(now)) }
    }

    fn kept(&self, now: Instant) -> WrongPins {
        let mut waiting: Vec<_> = self.at.iter().filter(|(_, wrong)| wrong.count > FREE).collect();
        waiting.sort_by_key(|(_, wrong)| std::cmp::Reverse(wrong.last));
        let at = waiting.into_iter().take(KEPT_MOST).map(|(address, wrong)| (*address, wrong.count)).collect();
        WrongPins { all: self.count_of_all(now), at }
    }
}

impl Attempts {
    /// Takes over what the access file says of a person. After a start the whole wait begins again, for nobody knows how long it was off.
    pub(super) fn restore(&mut self, name: &str, kept: &WrongPins, now: Instant) {
        let mut of_name = OfName::new(true, now);
        of_name.whole_at = now + GIVEN_BACK * kept.all.min(OF_NAME);
        of_name.at = kept.at.iter().map(|(address, count)| (*address, Wrong { count: *count, last: now })).collect();
        self.by_name.insert(name.to_owned(), of_name);
    }

    /// How long nobody may try a PIN for this name at this address any more; nothing where it may be tried.
    pub(super) fn wait(&self, name: &str, address: IpAddr, now: Instant) -> Duration {
        self.by_name.get(name).map_or(Duration::ZERO, |of_name| of_name.wait(address, now))
    }

    /// A wrong PIN for this name from this address.
    pub(super) fn note_wrong(&mut self, name: &str, address: IpAddr, is_known: bool, now: Instant) -> Noted {
        if !is_known && !self.by_name.contains_key(name) {
            self.make_room();
        }
        let of_name = self.by_name.entry(name.to_owned()).or_insert_with(|| OfName::new(is_known, now));
        of_name.is_known = is_known;
        of_name.note_wrong(address, now)
    }

    /// A right PIN: nothing is counted any more at this address, and the person is at home there. What is to outlive a start from now on.
    pub(super) fn note_right(&mut self, name: &str, address: IpAddr, now: Instant) -> WrongPins {
        let of_name = self.by_name.entry(name.to_owned()).or_insert_with(|| OfName::new(true, now));
        of_name.at.remove(&address);
        of_name.homes.retain(|home| *home != address);
        of_name.homes.push_back(address);
        if of_name.homes.len() > HOMES_MOST {
            of_name.homes.pop_front();
        }
        of_name.kept(now)
    }

    /// A new PIN: nothing is counted any more anywhere.
    pub(super) fn forget(&mut self, name: &str) {
        self.by_name.remove(name);
    }

    /// The names that nobody has are bounded: the one that was tried longest ago goes.
    fn make_room(&mut self) {
        if self.by_name.values().filter(|of_name| !of_name.is_known).count() < UNKNOWN_MOST {
            return;
        }
        let oldest = self.by_name.iter().filter(|(_, of_name)| !of_name.is_known).min_by_key(|(_, of_name)| of_name.last);
        if let Some(name) = oldest.map(|(name, _)| name.clone()) {
            self.by_name.remove(&name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

    fn other(number: u32) -> IpAddr {
        IpAddr::from((0x0a00_0000 + number).to_be_bytes())
    }

    #[test]
    fn the_wait_grows_with_each_wrong_pin_and_ends_by_itself() {
        let (mut attempts, mut now) = (Attempts::default(), Instant::now());
        let mut waits = Vec::new();
        for count in 1..=12 {
            let noted = attempts.note_wrong("anna", HERE, true, now);
            assert_eq!(noted.count, count);
            waits.push(noted.wait.as_secs());
            assert_eq!(attempts.wait("anna", HERE, now), noted.wait);
            now += noted.wait;
            assert_eq!(attempts.wait("anna", HERE, now), Duration::ZERO);
        }
        assert_eq!(waits, [0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]);
        assert_eq!(attempts.wait("boris", HERE, now), Duration::ZERO, "each name by itself");
        attempts.note_right("anna", HERE, now);
        let noted = attempts.note_wrong("anna", HERE, true, now);
        assert_eq!((noted.count, noted.wait), (1, Duration::ZERO));
    }

    #[test]
    fn a_start_takes_no_wait_away() {
        let (mut attempts, now) = (Attempts::default(), Instant::now());
        let tried = |attempts: &mut Attempts, times| (0..times).filter_map(|_| attempts.note_wrong("anna", HERE, true, now).kept).last();
        assert_eq!(tried(&mut attempts, 4), None, "few are not kept");
        let kept = tried(&mut attempts, 2).expect("they are many");
        assert_eq!(kept, WrongPins { all: 6, at: vec![(HERE, 6)] });
        let mut started = Attempts::default();
        started.restore("anna", &kept, now);
        assert_eq!((started.wait("anna", HERE, now).as_secs(), started.wait("anna", other(1), now).as_secs()), (60, 0));
    }

    #[test]
    fn a_name_that_nobody_has_waits_as_well_and_pushes_out_no_person() {
        let (mut attempts, now) = (Attempts::default(), Instant::now());
        for _ in 0..5 {
            attempts.note_wrong("anna", HERE, true, now);
            attempts.note_wrong("nobody", HERE, false, now);
        }
        assert_eq!(attempts.wait("nobody", HERE, now).as_secs(), 30);
        for number in 0..2_000 {
            attempts.note_wrong(&format!("name-{number}"), HERE, false, now + Duration::from_secs(1));
        }
        assert_eq!(attempts.wait("anna", HERE, now).as_secs(), 30);
        assert_eq!(attempts.by_name.len(), UNKNOWN_MOST + 1);
    }

    #[test]
    fn a_stranger_who_guesses_all_day_at_one_address_keeps_nobody_out_elsewhere() {
        let (mut attempts, mut now) = (Attempts::default(), Instant::now());
        let end = now + Duration::from_secs(30 * 24 * 60 * 60);
        let mut tries = 0;
        while now < end {
            now += attempts.note_wrong("anna", HERE, true, now).wait;
            tries += 1;
            assert_eq!(attempts.wait("anna", other(1), now), Duration::ZERO, "after {tries} tries");
        }
        assert!((30 * 96..30 * 96 + 10).contains(&tries), "{tries} tries in thirty days");
    }

    /// How many tries somebody has at as many addresses as he likes, in so many days.
    fn tries_at_many(days: u64, mut each_day: impl FnMut(&mut Attempts, Instant)) -> u32 {
        let (mut attempts, began) = (Attempts::default(), Instant::now());
        let (mut now, mut tries) = (began, 0);
        for day in 1..=days {
            each_day(&mut attempts, now);
            while now <= began + Duration::from_secs(day * 24 * 60 * 60) {
                now += attempts.note_wrong("anna", other(tries), true, now).wait;
                tries += 1;
            }
        }
        assert!(attempts.by_name["anna"].at.len() < 200, "what was a day ago is forgotten");
        tries
    }

    #[test]
    fn who_guesses_at_many_addresses_has_a_hundred_tries_and_96_a_day() {
        assert_eq!(tries_at_many(1, |_, _| {}), 100 + 96);
        assert_eq!(tries_at_many(365, |_, _| {}), 100 + 365 * 96);
        let signing_in = |attempts: &mut Attempts, now| drop(attempts.note_right("anna", HERE, now));
        assert_eq!(tries_at_many(30, signing_in), 100 + 30 * 96, "a right PIN gives guessers nothing back");
    }

    #[test]
    fn a_person_is_not_kept_out_where_she_has_signed_in_before() {
        let (mut attempts, now) = (Attempts::default(), Instant::now());
        attempts.note_right("anna", HERE, now);
        let last = (0..100).map(|number| attempts.note_wrong("anna", other(number), true, now)).last().expect("a hundred");
        assert_eq!((last.count, last.wait), (100, GIVEN_BACK));
        assert_eq!(attempts.wait("anna", other(1_000), now), GIVEN_BACK, "at an address that nobody knows");
        assert_eq!(attempts.wait("anna", HERE, now), Duration::ZERO);
        let waits: Vec<u64> = (0..5).map(|_| attempts.note_wrong("anna", HERE, true, now).wait.as_secs()).collect();
        assert_eq!(waits, [0, 0, 0, 0, 30], "who guesses there waits as everybody");
        let mut started = Attempts::default();
        started.restore("anna", &last.kept.expect("they are many"), now);
        assert_eq!(started.wait("anna", other(1_000), now), GIVEN_BACK, "also after a start");
    }
}
