//! The simulated wheel at lines of its own, so that the driver of a real one drives it.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::Live;
use crate::drivers::gpio::{Batch, Lines, simulated};
use crate::model::Timestamp;
use crate::sensing::three_sensor::{Change, Drive, Signal};

/// The longest that the wheel runs at once, in nanoseconds. Then its time stands still until it is driven anew: on a busy machine, or where
/// it is many times faster than life, it would else turn on without being driven, as no motor does.
const AT_ONCE_NANOSECONDS: u64 = 20_000_000;

/// The longest wait for the driver before nothing is read, and between two looks at the clock, in real time.
const DRIVER_WAIT: Duration = Duration::from_millis(20);
const LOOK_WAIT: Duration = Duration::from_millis(1);

/// The wheel, and whether it was driven since it last showed something.
struct Shared {
    live: Live,
    driven: bool,
}

/// The lines of this wheel, which runs by `clock` from now on.
pub fn lines(live: Live, clock: impl Fn() -> Timestamp + Send + 'static) -> Lines {
    LiveOnLines::new(live).lines(clock)
}

/// A wheel whose lines can be opened again and again. A clone is the same wheel.
#[derive(Clone)]
pub struct LiveOnLines(Arc<(Mutex<Shared>, Condvar)>);

impl LiveOnLines {
    /// The wheel as it stands.
    #[must_use]
    pub fn new(live: Live) -> Self {
        Self(Arc::new((Mutex::new(Shared { live, driven: true }), Condvar::new())))
    }

    /// Changes something about the wheel.
    pub fn change(&self, change: impl FnOnce(&mut Live)) {
        change(&mut self.0.0.lock().unwrap_or_else(PoisonError::into_inner).live);
    }

    /// Its lines, by which it runs from now on with nothing driven. Like the kernel's, their times do not begin anew where lines are opened
    /// again.
    pub fn lines(&self, clock: impl Fn() -> Timestamp + Send + 'static) -> Lines {
        let (read, driven) = (self.0.clone(), self.0.clone());
        let nanoseconds = |time: Timestamp| time.since(Timestamp::from_microseconds(0)).microseconds().saturating_mul(1_000);
        let mut ran = 0;
        self.change(|live| {
            live.drive(Drive::SAFE);
            ran = live.now();
        });
        let began = nanoseconds(clock()).saturating_sub(ran);
        simulated(
            move |timeout| {
                std::thread::sleep(timeout.min(LOOK_WAIT));
                let (lock, was_driven) = &*read;
                let waiting = lock.lock().unwrap_or_else(PoisonError::into_inner);
                let waited = was_driven.wait_timeout_while(waiting, DRIVER_WAIT, |shared| !shared.driven);
                let (mut shared, _) = waited.unwrap_or_else(PoisonError::into_inner);
                if !shared.driven {
                    return Ok(Batch { signals: Vec::new(), until_nanoseconds: began + shared.live.now() });
                }
                let until = nanoseconds(clock()).saturating_sub(began).min(shared.live.now() + AT_ONCE_NANOSECONDS);
                let told = |change: Change| Signal::Change(Change { at_nanoseconds: began + change.at_nanoseconds, ..change });
                let signals = shared.live.advance(until).into_iter().map(told).collect();
                shared.driven = false;
                Ok(Batch { signals, until_nanoseconds: began + shared.live.now() })
            },
            move |drive| {
                let (lock, was_driven) = &*driven;
                let mut shared = lock.lock().unwrap_or_else(PoisonError::into_inner);
                shared.live.drive(drive);
                shared.driven = true;
                was_driven.notify_one();
                Ok(())
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use tokio::sync::{mpsc, watch};
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::drivers::gpio::LineError;
    use crate::drivers::line_wheel::{LineWheel, Status, Wanted, run};
    use crate::model::{FaultCode, WheelHappening, WheelWish};
    use crate::profiles::{Device, load_device};
    use crate::sensing::three_sensor::{Draw, Machine, Parameters};
    use crate::sim::chance::Chance;
    use crate::sim::devices::three_sensor::{Level, Mishaps};

    fn parameters() -> Parameters {
        match load_device("three-sensor-gpio").expect("the device file is good").value {
            Device::ThreeSensor(parameters) => *parameters,
            Device::Slingshot(_) | Device::Shuffler(_) | Device::Shoe(_) => panic!("the file says that it is one of a three-sensor wheel"),
        }
    }

    #[test]
    fn a_wheel_that_is_not_driven_waits_for_its_driver_however_long_that_takes() {
        let hours = std::sync::atomic::AtomicU64::new(0);
        let clock = move || Timestamp::from_microseconds(hours.fetch_add(1, std::sync::atomic::Ordering::Relaxed) * 3_600_000_000);
        let mut lines = lines(Live::new(1, Level::Field, Mishaps::default()), clock);
        let mut read = || lines.inputs.read(Duration::ZERO).expect("it can be read").until_nanoseconds;
        assert_eq!([read(), read(), read()], [AT_ONCE_NANOSECONDS; 3]);
        lines.outputs.drive(crate::sensing::three_sensor::Drive::SAFE).expect("it can be driven");
        let mut read = || lines.inputs.read(Duration::ZERO).expect("it can be read").until_nanoseconds;
        assert_eq!([read(), read()], [2 * AT_ONCE_NANOSECONDS; 2]);
    }

    /// A wheel whose lines' clock had come far when it was built in and goes on by an hour before each opening of them: for so long somebody
    /// had pulled out their plug. While they are open the clock goes on by 5 ms each time somebody looks, no matter what else the host does.
    fn hourly(seed: u64) -> impl FnMut() -> Lines {
        const HOUR: u64 = 3_600_000_000;
        let time = Arc::new(AtomicU64::new(0));
        move || {
            time.fetch_add(HOUR, Ordering::Relaxed);
            let time = time.clone();
            let clock = move || Timestamp::from_microseconds(time.fetch_add(5_000, Ordering::Relaxed));
            lines(Live::new(seed, Level::Field, Mishaps::default()), clock)
        }
    }

    /// Lines that are held by another program at first, then there, then gone in the middle, and there again.
    fn unlucky() -> impl FnMut() -> Result<Lines, LineError> {
        let (mut times, mut open) = (0, hourly(1));
        move || {
            times += 1;
            let taken = LineError::Taken { chip: "gpiochip0".into(), line: "19".into(), name: "blower", holder: "fan-control".into() };
            if times == 1 {
                return Err(taken);
            }
            let mut lines = open();
            if times == 2 {
                let mut reads = 0;
                let first = Mutex::new(lines.inputs);
                lines = simulated(
                    move |timeout| {
                        reads += 1;
                        let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
                        if reads > 3 { Err(LineError::Deserted) } else { first.read(timeout) }
                    },
                    |_| Ok(()),
                );
            }
            Ok(lines)
        }
    }

    /// What is said of a wheel at these lines until it is open.
    async fn check(open: impl FnMut() -> Result<Lines, LineError>, expected: &[&str]) {
        let wheel = LineWheel {
            parameters: parameters(),
            faults_to_look_at: Vec::new(),
            settled: None,
            open,
            wait: Duration::ZERO,
            draw: || Ok(Draw::default()),
            analyser: Arc::default(),
        };
        let ((_wish, wishes), (_round, rounds)) = (watch::channel(WheelWish::Ready), watch::channel(1));
        let (events, mut taken) = mpsc::channel::<crate::model::WheelEvent>(64);
        let (status, known) = watch::channel(Status::default());
        let stop = CancellationToken::new();
        let said = async {
            let mut said = Vec::new();
            while said.last() != Some(&"opened".to_owned()) {
                let event = taken.recv().await.expect("the driver runs");
                said.push(match event.happening {
                    WheelHappening::Fault { code, detail } => format!("{}: {detail}", code.name()),
                    WheelHappening::FaultCleared(FaultCode::DeviceLost) => "there".into(),
                    WheelHappening::Opened => "opened".into(),
                    happening => panic!("{happening:?}"),
                });
            }
            stop.cancel();
            said
        };
        let (ended, said) = tokio::join!(run(wheel, Wanted { wishes, rounds }, events, status, stop.clone()), said);
        ended.expect("the driver goes on");
        assert_eq!(said, expected);
        assert!(known.borrow().open, "what is known of the lines is told beside the events");
    }

    #[tokio::test(start_paused = true)]
    async fn a_wheel_is_found_well_however_long_its_board_has_been_on() {
        let mut open = hourly(2);
        check(move || Ok(open()), &["opened"]).await;
    }

    #[tokio::test(start_paused = true)]
    async fn lines_that_are_taken_or_gone_are_a_fault_until_they_are_there_and_their_absence_is_none_of_the_rotor() {
        let taken = "device-lost: gpiochip0: line 19 for `blower` is held by fan-control";
        let gone = "device-lost: nobody is at the other end of the lines any more";
        check(unlucky(), &[taken, "there", gone, "there", "opened"]).await;
    }

    #[tokio::test(start_paused = true)]
    async fn lines_that_are_opened_and_never_read_are_not_there() {
        let (mut times, mut open) = (0, hourly(3));
        let opened = move || {
            times += 1;
            Ok(if times < 4 { simulated(|_| Err(LineError::Deserted), |_| Ok(())) } else { open() })
        };
        check(opened, &["device-lost: nobody is at the other end of the lines any more", "there", "opened"]).await;
    }

    /// What chance has to say of a launch.
    fn drawn(chance: &mut Chance) -> Draw {
        let mut draw = Draw::default();
        draw.0.iter_mut().for_each(|byte| *byte = chance.below(256) as u8);
        draw
    }

    /// A healthy wheel with its machine at these lines, whose host gets to look at the clock after each of these spans, in microseconds of the
    /// wheel: how many spins were read of so many, up to a fault.
    fn spun(seed: u64, level: Level, spins: u64, span: fn(&mut Chance) -> u64) -> (u64, Option<WheelHappening>) {
        let (time, mut chance) = (Arc::new(AtomicU64::new(0)), Chance::new(seed, 9));
        let read = time.clone();
        let clock = move || Timestamp::from_microseconds(read.load(Ordering::Relaxed));
        let (mut lines, mut machine) = (lines(Live::new(seed, level, Mishaps::default()), clock), Machine::new(parameters(), 1));
        let (mut round, mut launch_at, mut until, mut read) = (1, None, 0, 0);
        machine.wish(WheelWish::Ready, drawn(&mut chance), until);
        while round <= spins {
            time.fetch_add(span(&mut chance), Ordering::Relaxed);
            let batch = lines.inputs.read(Duration::ZERO).expect("it can be read");
            batch.signals.iter().for_each(|signal| machine.signal(signal));
            until = batch.until_nanoseconds;
            machine.wake(until);
            let before = round;
            while let Some(event) = machine.poll_event() {
                match event.happening {
                    WheelHappening::Fault { .. } => return (read, Some(event.happening)),
                    WheelHappening::Opened => launch_at = Some(until + 10_000_000_000),
                    WheelHappening::BallLaunched => machine.wish(WheelWish::Finish(round), drawn(&mut chance), until),
                    WheelHappening::Result(_) => (round, read) = (before + 1, read + 1),
                    WheelHappening::NoSpin(_) => round = before + 1,
                    _ => {}
                }
            }
            if round > before {
                machine.turn_for(round, until);
                machine.wish(WheelWish::Ready, drawn(&mut chance), until);
                launch_at = Some(until + chance.between(5, 30) * 1_000_000_000);
            }
            if launch_at.take_if(|at| *at <= until).is_some() {
                machine.wish(WheelWish::Launch(round), drawn(&mut chance), until);
            }
            lines.outputs.drive(machine.drive()).expect("it can be driven");
        }
        (read, None)
    }

    #[test]
    fn a_healthy_wheel_has_no_fault_and_every_spin_is_read_however_often_the_host_stands_still() {
        // Thirty times faster than life, at every tenth look for 50 ms to 5 s.
        let stalls = |host: &mut Chance| 30 * if host.below(10) == 0 { host.between(50_000, 5_000_000) } else { 1_000 };
        for seed in 1..=2 {
            assert_eq!(spun(seed, Level::Clean, 6, stalls), (6, None), "{seed}");
        }
    }

    #[test]
    fn a_healthy_wheel_with_noise_on_its_lines_is_turned_round_again_and_again_and_has_no_fault() {
        let busy = |host: &mut Chance| host.between(5_000, 40_000);
        assert_eq!(spun(8, Level::Field, 22, busy), (22, None));
    }
}
