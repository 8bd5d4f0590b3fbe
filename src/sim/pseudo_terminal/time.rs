//! The time of a simulated device: it runs with the host's, and stands still when the host does.
//!
//! A real device goes on while a busy host does something else, and what it says meanwhile waits for the host. A simulated one shares the
//! host, and may be many times faster than life: a moment in which nobody got to run would be seconds or minutes of its time, in which it
//! said nothing, or everything at once. No real device does that, so here no time passes in such a moment.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use super::START;
use crate::model::{Span, Timestamp};

/// The most of the device's time that passes at once: drivers wait two and a half times as long for an answer.
const AT_ONCE: Span = Span::from_milliseconds(100);

/// The time of a simulated device, for the device and for who drives it. What it shows is the same for both.
#[derive(Clone, Debug)]
pub struct DeviceClock(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    speed: u64,
    state: Mutex<State>,
    looked: Notify,
}

#[derive(Debug)]
struct State {
    /// How far the device has come, and when that was.
    at: Timestamp,
    since: Instant,
    /// Whether the driver goes by this clock.
    is_driven: bool,
    /// Whether the driver has looked at the clock since the device said something.
    has_looked: bool,
}

impl DeviceClock {
    /// A clock that shows [`START`] now.
    pub(super) fn starting(speed: u32) -> Self {
        let state = Mutex::new(State { at: START, since: Instant::now(), is_driven: false, has_looked: true });
        Self(Arc::new(Shared { speed: speed.max(1).into(), state, looked: Notify::new() }))
    }

    /// The time now, for the driver: who asks is awake, and takes what the device has said.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let mut state = self.state();
        (state.is_driven, state.has_looked) = (true, true);
        self.0.looked.notify_one();
        self.shown(&state)
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

    /// The device has said something, which its driver is to take before more time passes.
    pub(super) fn said(&self) {
        self.state().has_looked = false;
    }

    /// Waits until the driver has looked at the clock since the device last said something; for a driver that goes by another clock nobody
    /// waits.
    pub(super) async fn taken(&self) {
        while self.is_waited_for() {
            self.0.looked.notified().await;
        }
    }

    fn is_waited_for(&self) -> bool {
        let state = self.state();
        state.is_driven && !state.has_looked
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{WheelHappening, WheelWish};
    use crate::profiles::{Kind, load};
    use crate::sensing::SerialMachine;
    use crate::sensing::slingshot::{Parameters, Wheel};
    use crate::sim::SimulatedDevice;
    use crate::sim::chance::Chance;
    use crate::sim::slingshot::{Behaviour, SimulatedWheel};

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
    async fn what_the_device_says_is_waited_for_where_its_driver_goes_by_this_clock() {
        let clock = DeviceClock::starting(1);
        clock.said();
        clock.taken().await;
        let driver = clock.clone();
        assert_eq!(driver.now(), START);
        clock.said();
        let taken = tokio::spawn(async move { clock.taken().await });
        tokio::time::sleep(Duration::from_secs(5)).await;
        assert!(!taken.is_finished());
        assert_eq!(driver.now().since(START).milliseconds(), 100);
        taken.await.expect("it does not panic");
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
