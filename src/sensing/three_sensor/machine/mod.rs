//! The wheel as a machine that is driven: wishes, changes of lines and chance go in; events and the drive of the outputs come out.
//!
//! Call [`Machine::wish`] with what the cabinet wants, [`Machine::signal`] with everything that the inputs gave, [`Machine::wake`] at
//! [`Machine::next_wake`], and after each call drive the outputs as [`Machine::drive`] says and pass on what [`Machine::poll_event`] gives.
//! What is to be driven is read off the state, so asking twice changes nothing. Here never lives a line, a clock or a generator of
//! chance: a [`Draw`] is an input like the others.

mod draw;
mod guards;
mod keys;
mod launch;
mod rotor_drive;
mod self_test;

pub use draw::Draw;
pub use keys::{Direction, Guarding, Launching, Motor};

use alloc::string::String;

use super::edge::{Edge, Line};
use super::faults::Cure;
use super::parameters::Parameters;
use super::pulses::{nanoseconds, seconds};
use super::spin::{Phase, Spin};
use super::wheel::Wheel;
use super::wiring::{Change, Drive, Duty, Signal};
use crate::model::{FaultCode, Pocket, SpinNumber, WheelEvent, WheelHappening, WheelWish};
use draw::Drawn;
use guards::{Guards, Turned};
use launch::{Launch, Shown, Stage};
use rotor_drive::RotorDrive;
use self_test::RunningTest;

/// After changes were lost, so long without another loss, in seconds, makes the lines well again.
const QUIET_SECONDS: f64 = 3.0;

/// How many moments are gone through one by one when time passes; with the rotor adjusted five times a second these are minutes. A time
/// stamp that lies further ahead is damaged, and nobody waits for the years before it.
const STEPS_AT_ONCE: u32 = 2_000;

/// A change of the rotor's speed after the betting has ended, against devices that predict.
#[derive(Clone, Copy, Debug, PartialEq)]
enum SpeedChange {
    /// The betting has not ended.
    NotYet,
    /// At this time, in seconds.
    Due(f64),
    Done,
}

/// Whether the lines can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    /// Nobody has opened them yet. That is no fault, and there is no time in which a rotor could have followed.
    Awaited,
    There,
    Gone,
}

/// A wheel with three ball sensors, a motor, a blower and a ball release.
#[derive(Clone, Debug)]
pub struct Machine {
    wheel: Wheel,
    /// The newest moment that was heard of, in nanoseconds.
    now: u64,
    wish: Option<WheelWish>,
    guards: Guards,
    rotor: RotorDrive,
    launch: Launch,
    speed_change: SpeedChange,
    /// Whether the wheel was said to be open; none before anything was said.
    open: Option<bool>,
    lines: Lines,
    /// When changes were last lost, in seconds, while that is a fault.
    lost_at: Option<f64>,
    /// The self-test that was wished for and has no end yet.
    test: Option<RunningTest>,
    /// The outputs that the reading of the wheel was told of.
    shown: Option<Drive>,
}

impl Machine {
    /// A wheel of this kind, of which nothing is known yet but the round that it turns for.
    #[must_use]
    pub fn new(parameters: Parameters, round: u64) -> Self {
        Self {
            now: 0,
            wish: None,
            guards: Guards::new(parameters.guards),
            rotor: RotorDrive::new(parameters.motor, round),
            launch: Launch::new(parameters.launch),
            speed_change: SpeedChange::NotYet,
            open: None,
            lines: Lines::There,
            lost_at: None,
            test: None,
            shown: None,
            wheel: Wheel::new(parameters),
        }
    }

    /// The same wheel while its lines have yet to be opened: it is safe, and no time counts before [`Machine::lines_there`].
    #[must_use]
    pub const fn without_lines(mut self) -> Self {
        self.lines = Lines::Awaited;
        self
    }

    /// The same wheel with faults that stood when its driver ended, and what was said of each: they stand until somebody has looked. Others
    /// are learnt anew.
    #[must_use]
    pub fn with_faults_to_look_at(mut self, faults: impl IntoIterator<Item = (FaultCode, String)>) -> Self {
        for (code, detail) in faults.into_iter().filter(|(code, _)| code.waits_for_a_look()) {
            self.wheel.fault(code, Cure::Looked, detail);
        }
        self
    }

    /// The same wheel whose newest result was this when its driver ended: before another ball runs, the old one has to be read there.
    #[must_use]
    pub fn held_to(mut self, spin: SpinNumber, pocket: Pocket) -> Self {
        self.wheel.at_rest.hold_to(spin, pocket);
        self
    }

    /// What the cabinet wants from `now` on, in nanoseconds of the lines' clock. Saying the same again changes nothing; the draw is used
    /// by a launch that was not asked for before.
    pub fn wish(&mut self, wish: WheelWish, draw: Draw, now: u64) {
        self.wake(now);
        let before = self.wish.replace(wish);
        if before == Some(wish) {
            return;
        }
        // Where no fault waits for a look, an attendant had no cause to look at the mark, and what is known of it stays known.
        if before.is_some_and(|before| self.shows_a_look(before, wish)) && self.wheel.faults.wait_for_a_look() {
            self.wheel.was_looked_into();
            self.wheel.cure(Cure::Looked);
        }
        self.test = None;
        match wish {
            WheelWish::Launch(number) => self.wants_launch(number, draw),
            WheelWish::SelfTest(number) => self.begin_self_test(number),
            WheelWish::Ready => self.wants_nothing(before.is_some()),
            WheelWish::Void | WheelWish::Off => self.void(),
            WheelWish::Finish(_) => {}
        }
        self.look();
    }

    /// The bets that stand, or that come next, are those of this `round`, from `now` on, in nanoseconds of the lines' clock: an
    /// alternating rotor turns the way of that round.
    pub fn turn_for(&mut self, round: u64, now: u64) {
        self.wake(now);
        self.rotor.turn_for(round, seconds(self.now));
        self.look();
    }

    /// The inputs gave this.
    pub fn signal(&mut self, signal: &Signal) {
        match signal {
            Signal::Change(change) => self.change(*change),
            Signal::Lost { at_nanoseconds, code, detail } => self.lost(*at_nanoseconds, *code, detail),
        }
    }

    /// Time has passed, up to `now` in nanoseconds.
    pub fn wake(&mut self, now: u64) {
        let now = now.max(self.now);
        for _ in 0..STEPS_AT_ONCE {
            let Some(due) = self.next_wake().filter(|due| *due < now) else { break };
            self.pass(due.max(self.now));
            if self.next_wake().is_some_and(|next| next <= self.now) {
                break;
            }
        }
        self.pass(now);
    }

    /// When to call [`Machine::wake`] at the latest, in nanoseconds.
    #[must_use]
    pub fn next_wake(&self) -> Option<u64> {
        let quiet_at = self.lost_at.map(|at| at + QUIET_SECONDS);
        let change_at = if let SpeedChange::Due(at) = self.speed_change { Some(at) } else { None };
        let tested_at = self.test.map(|test| test.next_wake(seconds(self.now)));
        let own =
            [self.rotor.next_wake(), self.launch.next_wake(), quiet_at, change_at, tested_at].into_iter().flatten().min_by(f64::total_cmp);
        // Rounded up, so that what is due is over when it is looked at.
        let own = own.map(|at| nanoseconds(at).saturating_add(1_000));
        [own, self.guards.next_wake(), self.wheel.next_wake()].into_iter().flatten().min()
    }

    /// The next thing that happened.
    pub fn poll_event(&mut self) -> Option<WheelEvent> {
        self.wheel.poll_event()
    }

    /// How the outputs are to be driven now.
    #[must_use]
    pub fn drive(&self) -> Drive {
        let rotor_clockwise = self.rotor.clockwise();
        if self.must_be_safe() {
            return Drive { rotor_clockwise, ..Drive::SAFE };
        }
        Drive {
            rotor_motor: duty(self.rotor.part()),
            rotor_clockwise,
            blower: duty(self.launch.blow_part()),
            ball_release: self.launch.releases(),
        }
    }

    /// What was read of the wheel so far.
    #[must_use]
    pub const fn reading(&self) -> &Wheel {
        &self.wheel
    }

    /// The lines cannot be used, and why: the outputs are safe, and what runs is lost.
    pub fn lines_gone(&mut self, now: u64, code: FaultCode, detail: &str) {
        self.wake(now);
        if core::mem::replace(&mut self.lines, Lines::Gone) != Lines::Gone {
            self.launch.break_off(seconds(self.now));
            self.wheel.fault(code, Cure::LinesThere, detail.into());
        }
        self.look();
    }

    /// The lines can be used (again), from `now` on, by their own clock: what passed before on it is not counted. What they show has to be
    /// learnt anew.
    pub fn lines_there(&mut self, now: u64) {
        self.wake(now);
        if core::mem::replace(&mut self.lines, Lines::There) != Lines::There {
            self.wheel.forget_lines();
            self.wheel.cure(Cure::LinesThere);
        }
        self.look();
    }

    fn must_be_safe(&self) -> bool {
        self.lines != Lines::There || self.guards.any_open() || matches!(self.wish, None | Some(WheelWish::Off))
    }

    /// Whether an attendant has decided, where the wishes come in this order: on a spin that was broken off, on a table that a fault holds,
    /// or on a launch that had not come to its end by itself.
    fn shows_a_look(&self, before: WheelWish, wish: WheelWish) -> bool {
        match (before, wish) {
            (WheelWish::Void, WheelWish::Ready | WheelWish::Launch(_) | WheelWish::Off) => true,
            (WheelWish::Launch(number), WheelWish::Ready) => {
                let has_ended = |spin: &Spin| spin.number == Some(number) && spin.phase == Phase::Over;
                !self.wheel.spin.as_ref().is_some_and(has_ended)
            }
            _ => false,
        }
    }

    fn wants_launch(&mut self, number: u64, draw: Draw) {
        if number != self.launch.number() && self.launch.stage() != Stage::Idle {
            self.void();
        }
        if self.launch.want(number, draw) {
            let keys = &self.wheel.parameters.motor;
            let rpm = draw.between(Drawn::RotorSpeed, keys.least_rpm, keys.most_rpm);
            self.rotor.aim(rpm, seconds(self.now));
            self.speed_change = SpeedChange::NotYet;
        }
    }

    /// No ball is wanted. A ball that runs may run to its end; one that was not seen to run yet is forgotten. What only a spin can show to
    /// be well again no longer keeps the table: the next spin will tell.
    fn wants_nothing(&mut self, decided: bool) {
        if self.launch.stage() != Stage::Running {
            self.launch.break_off(seconds(self.now));
            self.wheel.forget_launch();
        }
        if decided {
            self.wheel.clear(Cure::needs_a_spin);
        }
    }

    /// What runs does not count.
    fn void(&mut self) {
        self.launch.break_off(seconds(self.now));
        self.wheel.call_off(self.now);
    }

    fn change(&mut self, change: Change) {
        self.wake(change.at_nanoseconds);
        match change.edge() {
            Some(edge) => self.wheel.edge(edge),
            None => drop(self.guards.change(change.input, change.active, self.now)),
        }
        self.look();
    }

    fn lost(&mut self, at: u64, code: FaultCode, detail: &str) {
        self.wake(at);
        self.lost_at = Some(seconds(self.now));
        self.wheel.fault(code, Cure::Quiet, detail.into());
        self.wheel.miss_changes();
        self.look();
    }

    fn pass(&mut self, now: u64) {
        self.now = now;
        self.wheel.wake(now);
        self.look();
    }

    /// Does everything that is due by now.
    fn look(&mut self) {
        let now = seconds(self.now);
        while let Some(turned) = self.guards.turned(self.now) {
            self.guard_turned(turned, now);
        }
        if self.lost_at.is_some_and(|at| now - at >= QUIET_SECONDS) {
            self.lost_at = None;
            self.wheel.cure(Cure::Quiet);
        }
        self.look_at_rotor(now);
        self.look_at_spin(now);
        self.look_at_speed(now);
        let may_launch = !self.wheel.faults.keep_from_launching() && !self.wheel.at_rest.has_to_be_read(now);
        let ready = self.rotor.is_steady(now) && may_launch && !self.must_be_safe();
        let was_blown = self.launch.is_blown();
        self.launch.go_on(ready, now);
        if !was_blown && self.launch.is_blown() && !self.wheel.is_spinning() {
            self.wheel.asked(self.launch.number());
        }
        self.look_at_opening(now);
        self.look_at_self_test(now);
        self.show_outputs();
    }

    fn guard_turned(&mut self, turned: Turned, now: f64) {
        match turned {
            Turned::Open(code) => {
                self.launch.break_off(now);
                // A hand may move the ball from here on.
                self.wheel.at_rest.forget();
                self.wheel.fault(code, Cure::Shut(code), String::new());
            }
            Turned::Shut(code) => {
                self.wheel.cure(Cure::Shut(code));
                // Who had a hand in the wheel has looked at it; nobody has where its power was gone for a while.
                let has_looked = !matches!(code, FaultCode::MainsLost | FaultCode::EmergencyStop);
                if has_looked {
                    self.wheel.was_looked_into();
                }
                self.wheel.clear(|cure| cure.needs_a_spin() || (has_looked && cure == Cure::Looked));
                self.launch.retry();
            }
        }
    }

    fn look_at_rotor(&mut self, now: f64) {
        let is_driven = !self.must_be_safe();
        self.rotor.allow(is_driven, now);
        self.wheel.driven_since = is_driven.then(|| self.wheel.driven_since.unwrap_or(self.now));
        let tachometer = &self.wheel.tachometer;
        if let Some(trouble) = self.rotor.adjust(tachometer.rpm(now), tachometer.is_nearly_still(now), now) {
            let (code, detail) = self.wheel.rotor_misread(trouble.0).unwrap_or(trouble);
            self.wheel.rotor_fault(code, Cure::RotorFollows, detail);
        }
        if self.rotor.is_steady(now) {
            self.wheel.cure(Cure::RotorFollows);
        }
    }

    /// What the reading shows of the ball, and what that means for its launch.
    fn look_at_spin(&mut self, now: f64) {
        let spin = self.wheel.spin.as_ref().filter(|spin| spin.number == Some(self.launch.number()));
        let shown = match spin.map(|spin| (spin.phase, spin.failed)) {
            None | Some((Phase::Launching, _)) => Shown::Nothing,
            Some((Phase::OnRim | Phase::Fallen, _)) => Shown::Runs,
            Some((Phase::Over, true)) => Shown::Failed,
            Some((Phase::Over, false)) => Shown::Ended,
        };
        self.launch.follow(shown, now);
        // A ball is wanted still: by a launch that failed, or that had to wait for a door.
        if let (Stage::Idle, Some(WheelWish::Launch(number)), false) = (self.launch.stage(), self.wish, self.must_be_safe()) {
            self.launch.want(number, *self.launch.draw());
        }
    }

    /// Changes the rotor's speed a little some time after the betting has ended.
    fn look_at_speed(&mut self, now: f64) {
        let (keys, draw) = (&self.wheel.parameters.motor, self.launch.draw());
        let closed = self.wheel.spin.as_ref().is_some_and(|spin| spin.closed && spin.phase != Phase::Over);
        match self.speed_change {
            SpeedChange::NotYet if closed && self.launch.stage() == Stage::Running => {
                let after = draw.between(Drawn::ChangeAfter, keys.change_least_seconds, keys.change_most_seconds);
                self.speed_change = SpeedChange::Due(now + after);
            }
            SpeedChange::Due(at) if now >= at => {
                let change = draw.between(Drawn::Change, -keys.change_most_rpm, keys.change_most_rpm);
                self.speed_change = SpeedChange::Done;
                self.rotor.aim(self.rotor.target_rpm() + change, now);
            }
            _ => {}
        }
    }

    fn look_at_opening(&mut self, now: f64) {
        let off = self.wish == Some(WheelWish::Off);
        if off && self.open.replace(false) != Some(false) {
            self.wheel.tell(WheelHappening::Closed);
        } else if !off && self.open != Some(true) && self.rotor.is_steady(now) {
            self.open = Some(true);
            self.wheel.tell(WheelHappening::Opened);
        }
    }

    /// Tells the reading of the wheel how the outputs it goes by are driven.
    fn show_outputs(&mut self) {
        let (drive, before) = (self.drive(), self.shown);
        if before == Some(drive) {
            return;
        }
        self.shown = Some(drive);
        let mut show = |line, active| self.wheel.edge(Edge { at_nanoseconds: self.now, line, active });
        if before.map(|before| before.rotor_clockwise) != Some(drive.rotor_clockwise) {
            show(Line::RotorDirection, drive.rotor_clockwise);
        }
        let blows = |drive: Drive| drive.blower > Duty::OFF;
        if before.map(blows).unwrap_or(false) != blows(drive) {
            show(Line::Blower, blows(drive));
        }
    }
}

/// A part of all the time.
fn duty(part: f64) -> Duty {
    Duty::from_thousandths(libm::round(part * 1e3) as u16)
}
