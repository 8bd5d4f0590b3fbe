//! The outputs of a real board: one thread switches the lines, and makes them safe no matter what happens to the others.
//!
//! The motor's strength is made by switching its line on and off from this thread: good for a motor driver's input at a few hundred
//! hertz, and no replacement for a hardware timer where the motor needs one.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::{LineError, Outputs, clock, priority, pwm, safety};
use crate::profiles::LineKeys;
use crate::sensing::three_sensor::{Drive, Output};

/// Lines that can be switched: the part of a driver that differs from board to board.
pub(super) trait Pins: Send {
    /// Makes an output active or inactive.
    fn set(&mut self, output: Output, active: bool) -> Result<(), LineError>;
}

/// The lines and how they are to be driven.
struct Driven<P> {
    pins: P,
    hertz: BTreeMap<Output, u32>,
    alive: u64,
    drive: Drive,
    /// When somebody last said how they are to be driven.
    said_at: u64,
    /// How each line was switched last.
    levels: BTreeMap<Output, bool>,
    /// The outputs stay safe for good, and why.
    over: Option<&'static str>,
    failed: Option<LineError>,
}

impl<P: Pins> Driven<P> {
    fn new(pins: P, keys: &LineKeys) -> Self {
        let hertz = keys.outputs().map(|(output, keys)| (output, keys.pwm_hertz)).collect();
        let alive = u64::from(keys.driving.alive_milliseconds) * 1_000_000;
        let levels = BTreeMap::new();
        Self { pins, hertz, alive, drive: Drive::SAFE, said_at: 0, levels, over: None, failed: None }
    }

    /// Drives the lines like this from `now` on.
    fn say(&mut self, drive: Drive, now: u64) -> Result<(), LineError> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        if let Some(why) = self.over.filter(|_| drive != Drive::SAFE) {
            return Err(LineError::Safe { why });
        }
        (self.drive, self.said_at) = (drive, now);
        self.switch(now);
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Switches every line to how it must be at `now`; says when to look again.
    fn switch(&mut self, now: u64) -> Option<u64> {
        let silent_at = self.said_at.saturating_add(self.alive);
        if self.drive != Drive::SAFE && now >= silent_at {
            tracing::error!(milliseconds = self.alive / 1_000_000, "nobody drives the wheel's outputs any more: they are safe");
            self.drive = Drive::SAFE;
        }
        let mut again = (self.drive != Drive::SAFE).then_some(silent_at);
        for output in Output::ALL {
            let (active, next) = pwm::at(now, self.drive.duty(output), self.hertz.get(&output).copied().unwrap_or(0));
            again = [again, next].into_iter().flatten().min();
            self.set(output, active);
        }
        again
    }

    /// Switches a line that stands otherwise. When one cannot be switched, all the others go safe.
    fn set(&mut self, output: Output, active: bool) {
        if self.levels.get(&output) == Some(&active) {
            return;
        }
        match self.pins.set(output, active) {
            Ok(()) => drop(self.levels.insert(output, active)),
            Err(error) => {
                tracing::error!(%error, "an output cannot be driven: all go safe");
                self.failed = Some(error);
                self.make_safe();
            }
        }
    }

    /// Makes every line inactive, no matter what it was thought to be.
    fn make_safe(&mut self) {
        self.drive = Drive::SAFE;
        for output in Output::ALL {
            match self.pins.set(output, false) {
                Ok(()) => drop(self.levels.insert(output, false)),
                Err(error) => tracing::error!(%error, "an output cannot be made safe"),
            }
        }
    }

    /// Makes every line inactive for good.
    fn end(&mut self, why: &'static str) {
        self.over.get_or_insert(why);
        self.make_safe();
    }
}

/// What the thread and the others share.
struct Shared<P> {
    driven: Mutex<Driven<P>>,
    changed: Condvar,
}

impl<P: Pins> Shared<P> {
    fn driven(&self) -> MutexGuard<'_, Driven<P>> {
        // A panic while a line was switched spoils nothing that making it safe would need.
        self.driven.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Switches the lines until it is over.
    fn switch_on_time(&self) {
        let mut driven = self.driven();
        while driven.over.is_none() {
            let now = clock::now();
            let wait = driven.switch(now).map_or(Duration::from_secs(1), |next| Duration::from_nanos(next.saturating_sub(now)));
            driven = self.changed.wait_timeout(driven, wait).map_or_else(|poisoned| poisoned.into_inner().0, |(driven, _)| driven);
        }
    }
}

impl<P: Pins> safety::MakeSafe for Shared<P> {
    fn make_safe(&self, for_good: Option<&'static str>) -> bool {
        // Not waited for: the thread that panicked may be the one that holds it.
        let mut driven = match self.driven.try_lock() {
            Ok(driven) => driven,
            Err(std::sync::TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(std::sync::TryLockError::WouldBlock) => return false,
        };
        match for_good {
            Some(why) => driven.end(why),
            None => driven.make_safe(),
        }
        self.changed.notify_all();
        true
    }
}

/// The outputs while they are driven; dropping this makes them safe and gives the lines back.
pub(super) struct Guard<P: Pins + 'static> {
    shared: Arc<Shared<P>>,
    thread: Option<JoinHandle<()>>,
}

impl<P: Pins + 'static> Guard<P> {
    /// Makes the lines safe and takes care of them from now on.
    ///
    /// # Errors
    /// Where the thread cannot be started or a line cannot be switched.
    pub(super) fn new(pins: P, keys: &LineKeys) -> Result<Self, LineError> {
        let mut driven = Driven::new(pins, keys);
        driven.say(Drive::SAFE, clock::now())?;
        let shared = Arc::new(Shared { driven: Mutex::new(driven), changed: Condvar::new() });
        safety::watch(Arc::downgrade(&shared) as _);
        let switching = shared.clone();
        let work = move || {
            priority::real_time();
            switching.switch_on_time();
        };
        let thread = std::thread::Builder::new().name("wheel-outputs".into()).spawn(work);
        let thread = thread.map_err(|source| LineError::Thread { name: "wheel-outputs", source })?;
        Ok(Self { shared, thread: Some(thread) })
    }
}

impl<P: Pins> Outputs for Guard<P> {
    fn drive(&mut self, drive: Drive) -> Result<(), LineError> {
        let said = self.shared.driven().say(drive, clock::now());
        self.shared.changed.notify_all();
        said
    }
}

impl<P: Pins + 'static> Drop for Guard<P> {
    fn drop(&mut self) {
        self.shared.driven().end("the outputs were given back");
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take().filter(|_| !std::thread::panicking()) {
            // A panic of that thread was reported when it happened, and the lines are safe already.
            drop(thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;
    use crate::profiles::{WheelKeys, load_cabinet};
    use crate::sensing::three_sensor::Duty;

    /// Lines that tell how they are switched; switching the named one fails.
    struct Recorder(Sender<(Output, bool)>, Option<Output>);

    impl Pins for Recorder {
        fn set(&mut self, output: Output, active: bool) -> Result<(), LineError> {
            if self.1 == Some(output) && active {
                return Err(LineError::Deserted);
            }
            self.0.send((output, active)).map_err(|_| LineError::Deserted)
        }
    }

    const SPINNING: Drive =
        Drive { rotor_motor: Duty::from_thousandths(250), rotor_clockwise: true, blower: Duty::FULL, ball_release: false };
    const MILLISECOND: u64 = 1_000_000;

    fn shipped() -> LineKeys {
        let file = load_cabinet("three-sensor-gpio").expect("the shipped cabinet is good");
        let WheelKeys::Lines { lines, .. } = file.value.wheel else { panic!("the cabinet has lines") };
        *lines
    }

    fn driven(fails: Option<Output>) -> (Driven<Recorder>, Receiver<(Output, bool)>) {
        let (told, heard) = channel();
        (Driven::new(Recorder(told, fails), &shipped()), heard)
    }

    /// What was switched since the last time.
    #[track_caller]
    fn check(heard: &Receiver<(Output, bool)>, expected: &[(Output, bool)]) {
        assert_eq!(heard.try_iter().collect::<Vec<_>>(), expected);
    }

    const SAFE: [(Output, bool); 4] =
        [(Output::RotorMotor, false), (Output::RotorDirection, false), (Output::Blower, false), (Output::BallRelease, false)];

    #[test]
    fn the_motor_is_on_for_its_part_of_each_period_and_the_blower_all_the_time() {
        let (mut driven, heard) = driven(None);
        driven.say(Drive::SAFE, 0).expect("the lines can be switched");
        check(&heard, &SAFE);
        driven.say(SPINNING, 0).expect("the lines can be switched");
        check(&heard, &[(Output::RotorMotor, true), (Output::RotorDirection, true), (Output::Blower, true)]);
        assert_eq!(driven.switch(MILLISECOND), Some(1_250_000));
        check(&heard, &[]);
        assert_eq!(driven.switch(1_250_000), Some(5 * MILLISECOND));
        check(&heard, &[(Output::RotorMotor, false)]);
        driven.say(SPINNING, 5 * MILLISECOND).expect("the lines can be switched");
        check(&heard, &[(Output::RotorMotor, true)]);
    }

    #[test]
    fn outputs_of_which_nobody_speaks_go_safe() {
        let (mut driven, heard) = driven(None);
        driven.say(SPINNING, 0).expect("the lines can be switched");
        heard.try_iter().for_each(drop);
        driven.switch(999 * MILLISECOND);
        check(&heard, &[(Output::RotorMotor, false)]);
        assert_eq!(driven.switch(1_000 * MILLISECOND), None);
        check(&heard, &[(Output::RotorDirection, false), (Output::Blower, false)]);
    }

    #[test]
    fn an_output_that_cannot_be_driven_makes_the_others_safe_and_is_told() {
        let (mut driven, heard) = driven(Some(Output::Blower));
        driven.say(Drive::SAFE, 0).expect("nothing is made active");
        heard.try_iter().for_each(drop);
        let error = driven.say(SPINNING, 0).expect_err("the blower cannot be driven");
        assert_eq!(error.reason(), "deserted");
        let last = heard.try_iter().collect::<Vec<_>>();
        assert!(last.ends_with(&SAFE), "{last:?}");
    }

    #[test]
    fn outputs_that_were_made_safe_stay_safe() {
        let (mut driven, heard) = driven(None);
        driven.say(SPINNING, 0).expect("the lines can be switched");
        heard.try_iter().for_each(drop);
        driven.end("the test says so");
        check(&heard, &SAFE);
        let error = driven.say(SPINNING, 0).expect_err("it is over");
        assert_eq!(error.to_string(), "the outputs stay safe: the test says so");
        driven.say(Drive::SAFE, 0).expect("safe is always possible");
    }

    #[test]
    fn outputs_go_safe_when_they_are_given_back() {
        let (told, heard) = channel();
        let mut guard = Guard::new(Recorder(told, None), &shipped()).expect("the thread can be started");
        guard.drive(SPINNING).expect("the lines can be switched");
        drop(guard);
        let all: Vec<_> = heard.into_iter().collect();
        assert!(all.contains(&(Output::Blower, true)) && all.ends_with(&SAFE), "{all:?}");
    }

    #[test]
    fn outputs_go_safe_when_anything_panics() {
        let (told, heard) = channel();
        let mut guard = Guard::new(Recorder(told, None), &shipped()).expect("the thread can be started");
        guard.drive(SPINNING).expect("the lines can be switched");
        std::thread::spawn(|| panic!("a panic that the test wants")).join().expect_err("it panics");
        let all: Vec<_> = heard.try_iter().collect();
        assert!(all.ends_with(&SAFE), "{all:?}");
    }
}
