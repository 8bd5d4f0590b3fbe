//! The one clock of the house: it goes on from the newest time in the journal, is monotonic, and takes no notice of a wall clock that is
//! set. By how much the wall clock is ahead of it is known beside it, for what people are shown.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use crate::drivers::pace::Pace;
use crate::model::{ClockOffset, Span, Timestamp};
use crate::sim::devices::pseudo_terminal::DeviceClock;

/// For so long, in seconds, the program may not have run without anybody wondering: 31 days. A wall clock that is further ahead is one
/// that was set, and the house's time does not follow it.
const AWAY_MOST_SECONDS: u64 = 31 * 24 * 3_600;

/// From this difference on, in microseconds, the wall clock is said to have left the house's time: what is shown follows it.
const DRIFT_MOST: u64 = 10_000_000;

/// A clock that never runs backwards, no matter what happens to the wall clock (`house-rules-by` HX-14).
#[derive(Clone, Debug)]
pub struct Clock {
    started: Instant,
    started_at: Timestamp,
    /// How many times faster than life it runs; more than 1 only where everything is simulated.
    speed: u32,
    /// Reads the wall clock; `None` where this one has nothing to do with it.
    wall: Option<fn() -> Timestamp>,
    /// By how much the wall clock is ahead of this one, in microseconds.
    offset: Arc<AtomicI64>,
    /// What a hurried house keeps pace with.
    paced: Option<Pacer>,
}

/// The simulated wheel of a hurried house. No time passes for it that its host has no time for; if the house went on meanwhile, a healthy wheel
/// would take longer than any rules allow.
#[derive(Clone, Debug)]
struct Pacer {
    wheel: DeviceClock,
    /// What it showed when the house began to go by it, and how many times faster than the house it is.
    first: Timestamp,
    times: u32,
}

impl Clock {
    /// A clock that shows the wall time now, or `floor` where the wall clock is behind it, and never looks at the wall clock again.
    #[must_use]
    pub fn starting_after(floor: Timestamp) -> Self {
        Self { started: Instant::now(), started_at: wall().max(floor), speed: 1, wall: None, offset: Arc::default(), paced: None }
    }

    /// A clock that goes on after `newest`, the newest time in the journal, by as long as the program was not running: that is what the
    /// wall clock says, which was ahead by `offset`. Where the wall clock went back or is ahead by more than a month, nobody knows for how
    /// long that was, and no time has passed.
    #[must_use]
    pub fn beside_wall(newest: Timestamp, offset: ClockOffset, wall: fn() -> Timestamp) -> Self {
        let shown = offset.shown(newest);
        let away = wall().since(shown);
        let is_away = away <= Span::from_seconds(AWAY_MOST_SECONDS);
        let started_at = if newest == Timestamp::default() { wall() } else { newest.after(if is_away { away } else { Span::ZERO }) };
        let offset = Arc::new(AtomicI64::new(offset.microseconds()));
        Self { started: Instant::now(), started_at, speed: 1, wall: Some(wall), offset, paced: None }
    }

    /// A clock that shows what this one shows now and then runs `times` as fast; 0 counts as 1. One that is faster than life leaves the wall
    /// clock behind.
    #[must_use]
    pub fn faster(&self, times: u32) -> Self {
        let speed = self.speed.saturating_mul(times.max(1));
        let wall = self.wall.filter(|_| speed == 1);
        Self { started: Instant::now(), started_at: self.now(), speed, wall, offset: self.offset.clone(), paced: None }
    }

    /// This clock, which keeps pace from now on with a simulated wheel that is so many `times` faster than the house. One of life does not: real
    /// seconds are nobody's to hold up.
    #[must_use]
    pub(super) fn keeping_pace_with(self, wheel: DeviceClock, times: u32) -> Self {
        if self.speed == 1 {
            return self;
        }
        let paced = Some(Pacer { first: wheel.now(), wheel, times: times.max(1) });
        Self { started: Instant::now(), started_at: self.now(), paced, ..self }
    }

    /// The time that a device is driven by: this clock's, or from now on that of the simulated device, which a busy machine holds up.
    pub(super) fn of_device(&self, simulated: Option<DeviceClock>) -> DeviceTime {
        let (clock, began) = (self.clone(), self.now());
        DeviceTime { clock, began, simulated: simulated.map(|device| (device.now(), device)) }
    }

    /// How many times faster than life it runs.
    #[must_use]
    pub fn speed(&self) -> u32 {
        self.speed
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let passed = match &self.paced {
            Some(Pacer { wheel, first, times }) => wheel.now().since(*first).microseconds() / u64::from(*times),
            None => u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX).saturating_mul(u64::from(self.speed)),
        };
        self.started_at.after(Span::from_microseconds(passed))
    }

    /// What people are shown as the time now.
    #[must_use]
    pub fn shown(&self) -> Timestamp {
        self.offset().shown(self.now())
    }

    /// By how much the clock that people are shown is ahead of this one.
    pub(super) fn offset(&self) -> ClockOffset {
        ClockOffset::from_microseconds(self.offset.load(Ordering::Relaxed))
    }

    /// From now on people are shown a time that is ahead of this clock by `offset`.
    pub fn show(&self, offset: ClockOffset) {
        self.offset.store(offset.microseconds(), Ordering::Relaxed);
    }

    /// What the wall clock shows now; `None` where this clock has nothing to do with it.
    #[must_use]
    pub fn wall(&self) -> Option<Timestamp> {
        self.wall.map(|wall| wall())
    }

    /// What the wall clock shows, where that is not any more what people are shown.
    #[must_use]
    pub fn drifted(&self) -> Option<Timestamp> {
        let shown = self.shown();
        self.wall().filter(|wall| wall.since(shown).max(shown.since(*wall)).microseconds() > DRIFT_MOST)
    }

    /// When `moment` comes, as the runtime's timer understands it; now where it has passed. Rounded up, so that waking then is
    /// not too early, unless a clock that keeps pace is held up: then it has to be asked again.
    #[must_use]
    pub fn instant_of(&self, moment: Timestamp) -> Instant {
        if self.paced.is_some() {
            let ahead = moment.since(self.now()).microseconds().div_ceil(u64::from(self.speed));
            return Instant::now() + Duration::from_micros(ahead);
        }
        let ahead = moment.since(self.started_at).microseconds().div_ceil(u64::from(self.speed));
        self.started + Duration::from_micros(ahead)
    }
}

/// The time that a device is driven by.
pub(super) struct DeviceTime {
    clock: Clock,
    began: Timestamp,
    /// The clock of a simulated device, and what it showed when this one began.
    simulated: Option<(Timestamp, DeviceClock)>,
}

impl Pace for DeviceTime {
    fn now(&self) -> Timestamp {
        self.simulated.as_ref().map_or_else(|| self.clock.now(), |(first, device)| self.began.after(device.now().since(*first)))
    }

    fn queued(&self, bytes: usize) {
        self.simulated.iter().for_each(|(_, device)| device.queued(bytes));
    }

    fn heard(&self, bytes: usize) {
        self.simulated.iter().for_each(|(_, device)| device.heard(bytes));
    }

    fn cut(&self) {
        self.simulated.iter().for_each(|(_, device)| device.cut());
    }
}

/// What the wall clock shows.
pub(super) fn wall() -> Timestamp {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_microseconds(u64::try_from(since_epoch.as_micros()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 24 * 3_600 * 1_000_000;
    const NOW: u64 = 20_000 * DAY;

    fn at(microseconds: u64) -> Timestamp {
        Timestamp::from_microseconds(microseconds)
    }

    /// A start at [`NOW`] by the wall clock, after a journal whose newest time is `newest` and whose wall clock was ahead by `offset`: what
    /// the house's time is then.
    #[track_caller]
    fn check_start(newest: u64, offset: i64, started_at: u64) {
        let clock = Clock::beside_wall(at(newest), ClockOffset::from_microseconds(offset), || at(NOW));
        assert_eq!(clock.started_at, at(started_at), "after {newest} with {offset}");
    }

    #[test]
    fn the_houses_time_goes_on_by_as_long_as_the_program_was_not_running() {
        check_start(0, 0, NOW);
        check_start(NOW - DAY, 0, NOW);
        check_start(NOW - 31 * DAY, 0, NOW);
        // The wall clock was set back ten years once: the house's time is ahead of it, and goes on by a day.
        check_start(NOW + 3_649 * DAY, -3_650 * DAY as i64, NOW + 3_650 * DAY);
    }

    #[test]
    fn it_does_not_follow_a_wall_clock_that_was_set() {
        check_start(NOW - 32 * DAY, 0, NOW - 32 * DAY);
        check_start(NOW - 3_650 * DAY, 0, NOW - 3_650 * DAY);
        check_start(NOW + 1, 0, NOW + 1);
        check_start(NOW + 3_650 * DAY, 0, NOW + 3_650 * DAY);
    }

    #[tokio::test(start_paused = true)]
    async fn a_wall_clock_that_leaves_the_time_that_is_shown_is_seen() {
        let clock = Clock::beside_wall(at(NOW), ClockOffset::default(), || at(NOW));
        tokio::time::advance(Duration::from_secs(10)).await;
        assert_eq!(clock.drifted(), None);
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(clock.drifted(), Some(at(NOW)));
        clock.show(ClockOffset::from_microseconds(-11_000_000));
        assert_eq!((clock.drifted(), clock.shown(), clock.now()), (None, at(NOW), at(NOW + 11_000_000)));
        assert_eq!(clock.faster(2).wall(), None, "a hurried clock has nothing to do with it");
    }

    #[tokio::test(start_paused = true)]
    async fn a_hurried_house_waits_for_its_wheel_where_the_host_stands_still() {
        /// How many milliseconds pass for a house so many times faster than life whose host stands still for ten seconds.
        async fn passed(speed: u32, times: u32) -> u64 {
            let clock = Clock::starting_after(at(NOW)).faster(speed).keeping_pace_with(DeviceClock::starting(speed * times), times);
            let began = clock.now();
            tokio::time::advance(Duration::from_secs(10)).await;
            let minute = clock.now().after(Span::from_seconds(60));
            assert!(clock.instant_of(minute) >= Instant::now() + Duration::from_secs(60) / speed, "what is ahead stays ahead");
            clock.now().since(began).milliseconds()
        }
        assert_eq!(passed(30, 1).await, 100);
        assert_eq!(passed(30, 2).await, 50);
        assert_eq!(passed(1, 2).await, 10_000, "a house of life waits for no wheel");
    }

    #[tokio::test(start_paused = true)]
    async fn a_faster_clock_goes_on_from_where_it_was_and_wakes_on_time() {
        let clock = Clock::starting_after(Timestamp::from_microseconds(u64::MAX / 4));
        assert_eq!(clock.now(), Timestamp::from_microseconds(u64::MAX / 4), "the wall clock is behind the floor");
        tokio::time::advance(Duration::from_millis(7)).await;
        let faster = clock.faster(20);
        let then = clock.now();
        assert_eq!(faster.now(), then);
        tokio::time::advance(Duration::from_millis(3)).await;
        assert_eq!(clock.now().since(then), Span::from_microseconds(3_000));
        assert_eq!(faster.now().since(then), Span::from_microseconds(60_000));
        let moment = then.after(Span::from_microseconds(100_001));
        tokio::time::sleep_until(faster.instant_of(moment)).await;
        assert!(faster.now() >= moment, "not woken too early");
        assert!(faster.now().since(moment) <= Span::from_microseconds(40_000), "nor a timer's tick too late");
    }
}
