//! The time of a simulated device: it runs with the host's, and stands still when the host does.
//!
//! A real device goes on while a busy host does something else, and what it says meanwhile waits for the host. A simulated one shares the
//! host, and may be many times faster than life: a moment in which nobody got to run would be seconds or minutes of its time, in which it
//! said nothing, or everything at once. No real device does that, so here no time passes in such a moment. Nor does it while bytes are on
//! their way from one to the other, which on a busy host takes the kernel as long.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use super::START;
use crate::drivers::pace::Pace;
use crate::model::{Span, Timestamp};

/// For so long what is under way is waited for, in real time. What has not come then was lost with its port.
const UNDER_WAY_MOST: Duration = Duration::from_secs(2);

/// The most of the device's time that passes at once: drivers wait two and a half times as long for an answer.
const AT_ONCE: Span = Span::from_milliseconds(100);

/// The time of a simulated device, for the device and for who drives it. What it shows is the same for both. A driver that tells what goes over
/// the line, as a [`Pace`] does, is waited for.
#[derive(Clone, Debug)]
pub struct DeviceClock(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    speed: u64,
    state: Mutex<State>,
    arrived: Notify,
}

#[derive(Debug)]
struct State {
    /// How far the device has come, and when that was.
    at: Timestamp,
    since: Instant,
    under_way: UnderWay,
}

/// The bytes that are on the line. They may be read before they are counted as sent.
#[derive(Clone, Copy, Debug, Default)]
struct UnderWay {
    /// Whether the driver tells of its bytes.
    is_told: bool,
    to_device: i64,
    to_driver: i64,
}

impl DeviceClock {
    /// A clock that shows [`START`] now.
    pub(crate) fn starting(speed: u32) -> Self {
        let state = Mutex::new(State { at: START, since: Instant::now(), under_way: UnderWay::default() });
        Self(Arc::new(Shared { speed: speed.max(1).into(), state, arrived: Notify::new() }))
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.shown(&self.state())
    }

    /// The time now, for the device: it has come so far.
    pub(super) fn advance(&self) -> Timestamp {
        let mut state = self.state();
        (state.at, state.since) = (self.shown(&state), Instant::now());
        state.at
    }

    /// How far the device has come.
    pub(super) fn come(&self) -> Timestamp {
        self.state().at
    }

    /// The device has sent so many bytes to its driver.
    pub(super) fn said(&self, bytes: usize) {
        self.count(|under_way| under_way.to_driver += counted(bytes));
    }

    /// The device has read so many bytes of its driver.
    pub(super) fn read(&self, bytes: usize) {
        self.count(|under_way| under_way.to_device -= counted(bytes));
    }

    /// Waits until nothing is under way; where the driver tells nothing of that, nobody waits.
    pub(super) async fn quiet(&self) {
        let arrived = async {
            while self.is_awaited() {
                self.0.arrived.notified().await;
            }
        };
        if tokio::time::timeout(UNDER_WAY_MOST, arrived).await.is_err() {
            self.cut();
        }
    }

    fn is_awaited(&self) -> bool {
        let UnderWay { is_told, to_device, to_driver } = self.state().under_way;
        is_told && (to_device > 0 || to_driver > 0)
    }

    fn count(&self, change: impl FnOnce(&mut UnderWay)) {
        change(&mut self.state().under_way);
        self.0.arrived.notify_one();
    }

    /// When the device is to go on that has something to do at `next`: then, or before so much time has passed that some would be lost.
    pub(super) fn wake_at(&self, next: Option<Timestamp>) -> Instant {
        let state = self.state();
        let most = AT_ONCE.microseconds() / 2;
        let wait = next.map_or(most, |at| at.since(state.at).microseconds().min(most));
        state.since + Duration::from_micros(wait.div_ceil(self.0.speed))
    }

    fn shown(&self, state: &State) -> Timestamp {
        let passed = u64::try_from(state.since.elapsed().as_micros()).unwrap_or(u64::MAX).saturating_mul(self.0.speed);
        state.at.after(Span::from_microseconds(passed.min(AT_ONCE.microseconds())))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // It is changed whole, so what a panic leaves is right.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pace for DeviceClock {
    fn now(&self) -> Timestamp {
        Self::now(self)
    }

    fn queued(&self, bytes: usize) {
        self.count(|under_way| *under_way = UnderWay { is_told: true, to_device: under_way.to_device + counted(bytes), ..*under_way });
    }

    fn heard(&self, bytes: usize) {
        self.count(|under_way| *under_way = UnderWay { is_told: true, to_driver: under_way.to_driver - counted(bytes), ..*under_way });
    }

    fn cut(&self) {
        self.count(|under_way| (under_way.to_device, under_way.to_driver) = (0, 0));
    }
}

fn counted(bytes: usize) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CardSourceEvent, WheelHappening, WheelWish};
    use crate::profiles::{Kind, load};
    use crate::sensing::SerialMachine;
    use crate::sensing::shuffler::Shuffler;
    use crate::sensing::slingshot::{Parameters, Wheel};
    use crate::sim::chance::Chance;
    use crate::sim::devices::SimulatedDevice;
    use crate::sim::devices::shuffler::SimulatedShuffler;
    use crate::sim::devices::slingshot::{Behaviour, SimulatedWheel};

    /// How much of the device's time has passed, in milliseconds, after the host got to run only at these moments, in milliseconds.
    async fn check(speed: u32, moments: &[u64], expected: u64) {
        let (clock, began) = (DeviceClock::starting(speed), Instant::now());
        for moment in moments {
            tokio::time::advance(Duration::from_millis(*moment).saturating_sub(began.elapsed())).await;
            clock.advance();
        }
        assert_eq!(clock.now().since(START).milliseconds(), expected, "{speed}: {moments:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn no_time_passes_while_the_host_stands_still() {
        check(1, &[50, 100, 150], 150).await;
        check(1, &[50, 5_000, 5_050], 200).await;
        check(30, &[2, 4, 6], 180).await;
        check(30, &[2, 5_000, 5_002], 220).await;
        check(1_000, &[1, 2, 3], 300).await;
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_under_way_is_waited_for_where_the_driver_tells_of_it() {
        let clock = DeviceClock::starting(1);
        clock.said(3);
        clock.quiet().await;
        assert_eq!(clock.now(), START, "a driver that tells nothing is not waited for");
        clock.heard(3);
        clock.queued(5);
        let waiting = clock.clone();
        let quiet = tokio::spawn(async move { waiting.quiet().await });
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(!quiet.is_finished());
        assert_eq!(clock.now().since(START).milliseconds(), 100);
        clock.read(5);
        quiet.await.expect("it does not panic");
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_lost_with_its_port_is_not_waited_for() {
        let clock = DeviceClock::starting(1);
        clock.queued(5);
        clock.said(5);
        clock.cut();
        let began = Instant::now();
        clock.quiet().await;
        assert_eq!(began.elapsed(), Duration::ZERO);
        clock.queued(5);
        clock.quiet().await;
        assert_eq!(began.elapsed(), UNDER_WAY_MOST, "nor where nobody tells that it was lost");
    }

    /// What the kernel carries from one end of the line to the other, and when each part arrives.
    #[derive(Default)]
    struct Carried(std::collections::VecDeque<(Instant, Vec<u8>)>);

    impl Carried {
        /// Some parts take up to 60 ms, as on a machine with many others at work.
        fn carry(&mut self, bytes: Vec<u8>, host: &mut Chance) {
            let takes = if host.below(10) < 3 { host.between(1_000, 60_000) } else { host.between(10, 100) };
            let earliest = self.0.back().map_or_else(Instant::now, |(at, _)| *at);
            self.0.push_back((earliest.max(Instant::now() + Duration::from_micros(takes)), bytes));
        }

        fn arrived(&mut self) -> Option<Vec<u8>> {
            let has_arrived = self.0.front().is_some_and(|(at, _)| *at <= Instant::now());
            if has_arrived { self.0.pop_front().map(|(_, bytes)| bytes) } else { None }
        }
    }

    /// A healthy shuffle machine and its driver for two seconds, so many times faster than life, while the kernel carries what they say slowly;
    /// how many faults it has, and for how long it has run by its own time. A driver that does not tell what is under way has it wait for nothing.
    async fn lost(speed: u32, tells: bool) -> (usize, Span) {
        let device = load(Kind::Device, "shuffler").expect("the device file is good").value;
        let (mut shuffler, mut machine) = (SimulatedShuffler::new(1, Default::default()), Shuffler::new(device, 7));
        let (clock, mut host, mut faults, began) = (DeviceClock::starting(speed), Chance::new(speed.into(), 3), 0, Instant::now());
        let (mut to_device, mut to_driver) = (Carried::default(), Carried::default());
        machine.device_found(clock.now());
        while began.elapsed() < Duration::from_secs(2) {
            tokio::time::advance(Duration::from_micros(500)).await;
            while let Some(bytes) = to_driver.arrived() {
                if tells {
                    clock.heard(bytes.len());
                }
                machine.received(&bytes, clock.now());
            }
            machine.wake(clock.now());
            for bytes in std::iter::from_fn(|| machine.poll_send()) {
                if tells {
                    clock.queued(bytes.len());
                }
                to_device.carry(bytes, &mut host);
            }
            faults += std::iter::from_fn(|| machine.poll_event()).filter(|event| matches!(event, CardSourceEvent::Fault { .. })).count();
            while let Some(bytes) = to_device.arrived() {
                clock.read(bytes.len());
                shuffler.received(&bytes, clock.advance());
            }
            if !clock.is_awaited() {
                shuffler.wake(clock.advance());
            }
            let bytes = shuffler.poll_send();
            if !bytes.is_empty() {
                clock.said(bytes.len());
                to_driver.carry(bytes, &mut host);
            }
        }
        (faults, clock.now().since(START))
    }

    #[tokio::test(start_paused = true)]
    async fn a_healthy_shuffle_machine_is_not_lost_however_slowly_the_kernel_carries_what_it_says() {
        for speed in [1, 10, 30, 100] {
            let (faults, passed) = lost(speed, true).await;
            assert_eq!(faults, 0, "{speed}");
            assert!(passed > Span::from_milliseconds(1_500), "{speed}: time goes on, {passed:?}");
        }
        let (faults, _) = lost(100, false).await;
        assert!(faults > 0, "the kernel is slow enough for one that waits for nothing to be lost");
    }

    /// Lets the host do something else now and then: one time in ten for 50 ms to 5 s.
    async fn stall(host: &mut Chance) {
        let stalls = host.below(10) == 0;
        tokio::time::advance(Duration::from_micros(if stalls { host.between(50_000, 5_000_000) } else { 200 })).await;
    }

    /// A healthy wheel and its driver, so many times faster than life on a host that stalls: what happens until so many spins have ended.
    async fn spun(speed: u32, spins: u64) -> Vec<WheelHappening> {
        let device: Parameters = load(Kind::Device, "slingshot-2").expect("the device file is good").value;
        let (mut wheel, mut machine) = (SimulatedWheel::new(u64::from(speed), Behaviour::default()), Wheel::new(device));
        let (clock, mut host, mut launched, mut happened) = (DeviceClock::starting(speed), Chance::new(speed.into(), 1), 0, Vec::new());
        machine.device_found(clock.now());
        while !happened.iter().any(|happening| matches!(happening, WheelHappening::Fault { .. })) {
            wheel.wake(clock.advance());
            let said = wheel.poll_send();
            stall(&mut host).await;
            machine.received(&said, clock.now());
            let ended = happened.iter().filter(|happening| matches!(happening, WheelHappening::Result(_) | WheelHappening::NoSpin(_)));
            let ended = ended.count() as u64;
            if ended == spins {
                break;
            }
            launched = launched.max(ended + 1);
            machine.wish(WheelWish::Launch(launched), clock.now());
            machine.wake(clock.now());
            happened.extend(std::iter::from_fn(|| machine.poll_event()).map(|event| event.happening));
            stall(&mut host).await;
            let now = clock.advance();
            std::iter::from_fn(|| machine.poll_send()).for_each(|bytes| wheel.received(&bytes, now));
            tokio::time::sleep_until(clock.wake_at(wheel.next_wake())).await;
        }
        happened
    }

    #[tokio::test(start_paused = true)]
    async fn a_healthy_wheel_has_no_fault_and_every_spin_is_read_however_often_the_host_stands_still() {
        for speed in [1, 10, 30, 100] {
            let happened = spun(speed, 20).await;
            let read = happened.iter().filter(|happening| matches!(happening, WheelHappening::Result(_))).count();
            let faults = happened.iter().filter(|happening| matches!(happening, WheelHappening::Fault { .. })).collect::<Vec<_>>();
            assert_eq!((read, faults), (20, Vec::new()), "{speed}: {happened:?}");
        }
    }
}
