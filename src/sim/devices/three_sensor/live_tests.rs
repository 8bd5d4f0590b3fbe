//! The machine that drives a wheel, with the simulated wheel at its lines, in virtual time.

mod calibration;
mod defects;
mod lines_between_spins;
mod old_ball;

use super::{Bowl, Level, Live, Mishaps, RotorMishap};
use crate::model::{FaultCode, NoSpinReason, WheelEvent, WheelHappening, WheelWish};
use crate::profiles::{Device, load_device};
use crate::sensing::three_sensor::{Draw, Drive, Duty, Edge, Input, Line, Machine, Parameters, Signal, decode_evidence};
use crate::sim::chance::{Chance, Rate};

const SECOND: u64 = 1_000_000_000;

/// How many spins: few by day, and what `CROUPIER_WHEEL_SPINS` says for the full proof.
fn spins(by_day: u64, part: u64) -> u64 {
    std::env::var("CROUPIER_WHEEL_SPINS").ok().and_then(|spins| spins.parse::<u64>().ok()).map_or(by_day, |spins| spins / part)
}

fn parameters() -> Parameters {
    match load_device("three-sensor-gpio").expect("the device file is good").value {
        Device::ThreeSensor(parameters) => *parameters,
        Device::Slingshot(_) | Device::Shuffler(_) | Device::Shoe(_) => panic!("the file says that it is one of a three-sensor wheel"),
    }
}

/// The evidence of spins is long and concerns no test here; that of a dispute does.
fn without_evidence_of_spins(event: WheelEvent) -> WheelEvent {
    match event.happening {
        WheelHappening::Fault { code: FaultCode::ResultDisputed, .. } => event,
        _ => WheelEvent { evidence: Vec::new(), ..event },
    }
}

/// A wheel with the machine that drives it.
struct Bench {
    live: Live,
    machine: Machine,
    round: u64,
    chance: Chance,
    now: u64,
    events: Vec<(u64, WheelEvent)>,
    drives: Vec<(u64, Drive)>,
}

impl Bench {
    fn new(seed: u64, level: Level, mishaps: Mishaps) -> Self {
        let machine = Machine::new(parameters(), 1);
        Self {
            live: Live::new(seed, level, mishaps),
            machine,
            round: 1,
            chance: Chance::new(seed, 3),
            now: 0,
            events: Vec::new(),
            drives: Vec::new(),
        }
    }

    fn wish(&mut self, wish: WheelWish) {
        let mut draw = Draw::default();
        draw.0.iter_mut().for_each(|byte| *byte = self.chance.below(256) as u8);
        self.machine.wish(wish, draw, self.now);
        self.carry_out();
    }

    /// The program starts anew, and drives the same wheel with this machine.
    fn start_anew(&mut self, machine: Machine) {
        self.machine = machine;
        self.events.clear();
        self.drives.clear();
        self.carry_out();
    }

    fn carry_out(&mut self) {
        let drive = self.machine.drive();
        if self.drives.last().is_none_or(|(_, last)| *last != drive) {
            self.drives.push((self.now, drive));
        }
        self.live.drive(drive);
        let events = std::iter::from_fn(|| self.machine.poll_event());
        self.events.extend(events.map(|event| (self.now, without_evidence_of_spins(event))));
    }

    /// Lets time pass until something is so, but not longer than `seconds`; whether it was.
    fn until(&mut self, seconds: u64, so: impl Fn(&Self) -> bool) -> bool {
        let end = self.now + seconds * SECOND;
        while self.now < end {
            if so(self) {
                return true;
            }
            self.now += 5_000_000;
            for change in self.live.advance(self.now) {
                self.machine.signal(&Signal::Change(change));
            }
            self.machine.wake(self.live.now());
            self.carry_out();
        }
        so(self)
    }

    fn happened(&self, happening: &WheelHappening) -> bool {
        self.events.iter().any(|(_, event)| event.happening == *happening)
    }

    /// Whether a fault stands until somebody has looked.
    fn waits_for_a_look(&self) -> bool {
        self.machine.reading().faults().any(FaultCode::waits_for_a_look)
    }

    /// An attendant looks at the wheel and lets it go on.
    fn look(&mut self) {
        self.wish(WheelWish::Void);
        self.wish(WheelWish::Ready);
    }

    fn has_fault(&self, code: FaultCode) -> bool {
        self.events.iter().any(|(_, event)| matches!(&event.happening, WheelHappening::Fault { code: found, .. } if *found == code))
    }

    #[track_caller]
    fn open(&mut self) {
        self.wish(WheelWish::Ready);
        assert!(self.until(60, |bench| bench.happened(&WheelHappening::Opened)), "the wheel opens: {:?}", self.events);
    }

    /// The end of the spin of this number.
    fn end_of(&self, number: u64) -> Option<&WheelHappening> {
        let ends = self.events.iter().filter(|(_, event)| event.spin == Some(number)).map(|(_, event)| &event.happening);
        ends.clone()
            .find(|happening| matches!(happening, WheelHappening::Result(_) | WheelHappening::NoSpin(_) | WheelHappening::Fault { .. }))
    }

    fn turn_for(&mut self, round: u64) {
        self.round = round;
        self.machine.turn_for(round, self.now);
        self.carry_out();
    }

    /// The bets of the round are settled, and the next one is opened.
    fn next_round(&mut self) {
        self.turn_for(self.round + 1);
        self.wish(WheelWish::Ready);
        self.until(4, |_| false);
    }

    /// The program ends at once and is started again a little later, in the same round. The lines went safe meanwhile.
    fn restart(&mut self) {
        self.live.drive(Drive::SAFE);
        self.live.advance(self.now + SECOND);
        self.now += SECOND;
        self.machine = Machine::new(parameters(), self.round);
        self.events.clear();
        self.open();
    }

    /// Asks for a spin and lets it come to its end, as the cabinet does.
    #[track_caller]
    fn spin(&mut self, number: u64) -> WheelHappening {
        self.wish(WheelWish::Launch(number));
        let launched = |bench: &Self| bench.events.iter().any(|(_, event)| *event == launched(number)) || bench.end_of(number).is_some();
        assert!(self.until(120, launched), "the ball runs or the launch fails: {:?}", self.events);
        self.wish(WheelWish::Finish(number));
        assert!(self.until(120, |bench| bench.end_of(number).is_some()), "the spin ends: {:?}", self.events);
        self.end_of(number).cloned().expect("the spin has ended")
    }
}

fn launched(number: u64) -> WheelEvent {
    WheelEvent { spin: Some(number), happening: WheelHappening::BallLaunched, evidence: Vec::new() }
}

/// Whether the machine moves or blows anything.
fn moves(drive: &Drive) -> bool {
    Drive { rotor_clockwise: false, ..*drive } != Drive::SAFE
}

/// A wheel that is open, at field noise.
#[track_caller]
fn open(seed: u64, mishaps: Mishaps) -> Bench {
    let mut bench = Bench::new(seed, Level::Field, mishaps);
    bench.open();
    bench
}

/// Spin after spin on one wheel, whose rotor and ball alternate from round to round: every number is right, and nothing is at fault.
#[track_caller]
fn check_alternating(seed: u64, level: Level, spins: u64, least_read: u64) {
    let mut bench = Bench::new(seed, level, Mishaps::default());
    bench.open();
    let mut read = 0;
    for number in 1..=spins {
        match bench.spin(number) {
            WheelHappening::Result(pocket) => {
                assert_eq!(Some(pocket), bench.live.rested().last().copied(), "{level:?}, {seed}: spin {number}")
            }
            end => assert!(matches!(end, WheelHappening::NoSpin(_)), "{level:?}, {seed}: spin {number}: {end:?}"),
        }
        read += u64::from(matches!(bench.end_of(number), Some(WheelHappening::Result(_))));
        let faults = bench.events.iter().filter(|(_, event)| matches!(event.happening, WheelHappening::Fault { .. }));
        assert_eq!(faults.collect::<Vec<_>>(), Vec::<&(u64, WheelEvent)>::new(), "{level:?}, {seed}: spin {number}");
        bench.next_round();
        bench.until(20, |_| false);
    }
    assert!(read >= least_read, "{level:?}, {seed}: {read} of {spins}");
}

#[test]
fn a_rotor_and_a_ball_that_alternate_are_read_rightly_and_nothing_is_at_fault() {
    let part = spins(8, 100);
    check_alternating(31, Level::Clean, part, part * 98 / 100);
    let often = spins(8, 25);
    check_alternating(32, Level::Field, often, often * 99 / 100);
    check_alternating(33, Level::Harsh, part, part * 85 / 100);
}

#[test]
fn spin_after_spin_gives_the_number_in_which_the_ball_lies() {
    let mut bench = open(1, Mishaps::default());
    let (mut read, mut blown, mut directions) = (0, Vec::new(), Vec::new());
    for number in 1..=16 {
        let before = bench.drives.len();
        let end = bench.spin(number);
        let rested = bench.live.rested().last().copied();
        let drives = &bench.drives[before..];
        assert!(drives.iter().all(|(_, drive)| drive.rotor_clockwise == drives[0].1.rotor_clockwise), "spin {number} turned round");
        directions.push((drives[0].1.rotor_clockwise, matches!(end, WheelHappening::Result(_))));
        blown.extend(drives.iter().map(|(_, drive)| drive.blower).filter(|blower| *blower > Duty::OFF));
        match end {
            WheelHappening::Result(pocket) => {
                assert_eq!(Some(pocket), rested, "spin {number}");
                read += 1;
            }
            end => assert!(matches!(end, WheelHappening::NoSpin(_)), "spin {number}: {end:?}"),
        }
        // A spin that gave no number is spun again in the same round.
        if directions.last().is_some_and(|(_, is_read)| *is_read) {
            bench.next_round();
        }
    }
    assert!(read >= 15, "{read} of 16");
    // The direction alternates with each round, and only then.
    assert!(directions.windows(2).all(|pair| (pair[0].0 != pair[1].0) == pair[0].1), "{directions:?}");
    let (weakest, strongest) = (blown.iter().min().copied(), blown.iter().max().copied());
    let limits = Some(Duty::from_thousandths(750))..=Some(Duty::FULL);
    assert!(weakest < strongest && limits.contains(&weakest) && limits.contains(&strongest), "blown with {weakest:?} to {strongest:?}");
}

/// Whether the rotor is driven clockwise after this, in a wheel that was opened in round `round`.
#[track_caller]
fn check_direction(round: u64, after: impl FnOnce(&mut Bench), expected: bool) {
    let mut bench = Bench::new(14, Level::Field, Mishaps::default());
    bench.turn_for(round);
    bench.open();
    after(&mut bench);
    assert_eq!(bench.machine.drive().rotor_clockwise, expected, "round {round}");
}

#[test]
fn the_rotor_turns_clockwise_in_odd_rounds_and_the_other_way_in_even_ones() {
    check_direction(1, |_| (), true);
    check_direction(2, |_| (), false);
    check_direction(7, Bench::next_round, false);
    check_direction(8, Bench::next_round, true);
}

#[test]
fn the_direction_stays_while_the_bets_of_a_round_stand() {
    check_direction(8, |bench| _ = bench.spin(1), false);
    // A ball that was called off, and one that was launched anew.
    check_direction(
        8,
        |bench| {
            bench.wish(WheelWish::Launch(1));
            bench.until(20, |_| false);
            bench.wish(WheelWish::Void);
            bench.spin(2);
        },
        false,
    );
    // The door is opened and shut.
    check_direction(8, |bench| check_guard(Input::Door, FaultCode::DoorOpen, bench), false);
    // The program is started anew while the rotor still turns.
    check_direction(8, Bench::restart, false);
    check_direction(9, Bench::restart, true);
}

#[test]
fn asking_for_the_same_again_changes_nothing() {
    let mut bench = open(2, Mishaps::default());
    bench.wish(WheelWish::Launch(1));
    let mut again = open(2, Mishaps::default());
    again.wish(WheelWish::Launch(1));
    for _ in 0..2_000 {
        again.machine.wish(WheelWish::Launch(1), Draw([7; 32]), again.now);
        again.until(0, |_| true);
        bench.until(1, |_| true);
        let now = bench.now + 20_000_000;
        for each in [&mut bench, &mut again] {
            each.until(1, |bench| bench.now >= now);
        }
        assert_eq!(bench.machine.drive(), again.machine.drive());
    }
    assert_eq!(bench.events, again.events);
    assert!(bench.events.iter().any(|(_, event)| *event == launched(1)));
}

#[test]
fn a_ball_that_does_not_run_is_blown_again_and_then_the_launch_has_failed() {
    let mut bench = open(3, Mishaps { launch_fails: Rate::per_million(1_000_000), ..Mishaps::default() });
    bench.wish(WheelWish::Launch(1));
    assert!(bench.until(60, |bench| bench.has_fault(FaultCode::LaunchFailed)), "{:?}", bench.events);
    let blows = bench.drives.windows(2).filter(|pair| pair[0].1.blower == Duty::OFF && pair[1].1.blower > Duty::OFF).count();
    assert_eq!(blows, 3, "once, and twice more");
    // It is tried again by itself: somebody may have freed the ball.
    bench.live.allow(Mishaps::default());
    assert!(bench.until(90, |bench| bench.events.iter().any(|(_, event)| *event == launched(1))), "{:?}", bench.events);
    assert!(bench.happened(&WheelHappening::FaultCleared(FaultCode::LaunchFailed)));
}

#[test]
fn a_failed_launch_that_nobody_wants_any_more_keeps_no_table() {
    let mut bench = open(4, Mishaps { launch_fails: Rate::per_million(1_000_000), ..Mishaps::default() });
    bench.wish(WheelWish::Launch(1));
    assert!(bench.until(60, |bench| bench.has_fault(FaultCode::LaunchFailed)), "{:?}", bench.events);
    bench.wish(WheelWish::Ready);
    assert!(bench.happened(&WheelHappening::FaultCleared(FaultCode::LaunchFailed)));
}

/// This guard opens in the wheel's `state`: all outputs are safe, it is said, and its shutting as well.
#[track_caller]
fn check_guard(guard: Input, code: FaultCode, bench: &mut Bench) {
    bench.events.clear();
    bench.live.guard(guard, true);
    bench.until(1, |bench| bench.has_fault(code));
    assert!(bench.has_fault(code), "{guard:?} open is said");
    assert!(!moves(&bench.machine.drive()), "{guard:?} open: {:?}", bench.machine.drive());
    bench.until(5, |bench| moves(&bench.machine.drive()));
    assert!(!moves(&bench.machine.drive()), "{guard:?} stays open");
    bench.live.guard(guard, false);
    bench.until(2, |bench| bench.happened(&WheelHappening::FaultCleared(code)));
    assert!(bench.happened(&WheelHappening::FaultCleared(code)), "{guard:?} shut is said: {:?}", bench.events);
}

#[test]
fn with_the_door_the_lid_the_mains_or_the_emergency_stop_open_nothing_moves() {
    let mut bench = open(5, Mishaps::default());
    let guards = [
        (Input::Door, FaultCode::DoorOpen),
        (Input::Lid, FaultCode::LidOpen),
        (Input::Mains, FaultCode::MainsLost),
        (Input::EmergencyStop, FaultCode::EmergencyStop),
    ];
    for (guard, code) in guards {
        check_guard(guard, code, &mut bench);
        assert!(bench.until(1, |bench| moves(&bench.machine.drive())), "the rotor turns again");
    }
}

#[test]
fn a_launch_that_a_door_broke_off_goes_on_under_its_number() {
    let mut bench = open(6, Mishaps::default());
    bench.wish(WheelWish::Launch(1));
    assert!(bench.until(60, |bench| bench.machine.drive().ball_release), "the ball is let go");
    check_guard(Input::Door, FaultCode::DoorOpen, &mut bench);
    assert!(bench.until(90, |bench| bench.events.iter().any(|(_, event)| *event == launched(1))), "{:?}", bench.events);
}

#[test]
fn a_ball_that_ran_when_the_lid_was_opened_is_never_launched_again_under_its_number() {
    let mut bench = open(7, Mishaps::default());
    bench.wish(WheelWish::Launch(1));
    assert!(bench.until(60, |bench| bench.events.iter().any(|(_, event)| *event == launched(1))), "{:?}", bench.events);
    check_guard(Input::Lid, FaultCode::LidOpen, &mut bench);
    let fault = bench.events.iter().find(|(_, event)| matches!(event.happening, WheelHappening::Fault { .. })).expect("it was said");
    assert_eq!(fault.1.spin, Some(1), "it ends the spin");
    bench.drives.clear();
    assert!(!bench.until(60, |bench| bench.machine.drive().blower > Duty::OFF), "the same launch was not wanted again");
    // The next number is launched, and not before the ball lies still.
    assert!(matches!(bench.spin(2), WheelHappening::Result(_)), "{:?}", bench.events);
}

/// The rotor does this from the start: the wheel does not open, this is its fault, and it ends when the rotor does as it is driven.
#[track_caller]
fn check_rotor(rotor: RotorMishap, code: FaultCode) {
    let mut bench = Bench::new(8, Level::Field, Mishaps { rotor, ..Mishaps::default() });
    bench.wish(WheelWish::Ready);
    assert!(bench.until(60, |bench| bench.has_fault(code)), "{rotor:?}: {:?}", bench.events);
    assert_eq!(bench.machine.drive().rotor_motor, Duty::OFF, "{rotor:?}: the motor rests");
    assert!(!bench.happened(&WheelHappening::Opened), "{rotor:?}");
    assert_eq!(bench.machine.reading().faults().collect::<Vec<_>>(), [code]);
    bench.live.allow(Mishaps::default());
    assert!(bench.until(120, |bench| bench.happened(&WheelHappening::Opened)), "{rotor:?}: {:?}", bench.events);
    assert!(bench.happened(&WheelHappening::FaultCleared(code)), "{rotor:?}");
    assert_eq!(bench.machine.reading().faults().count(), 0);
}

#[test]
fn a_rotor_that_does_not_come_to_its_speed_is_a_fault_of_its_kind_until_it_follows_again() {
    check_rotor(RotorMishap::HeldFast, FaultCode::RotorNotTurning);
    check_rotor(RotorMishap::Drags, FaultCode::RotorTooSlow);
    check_rotor(RotorMishap::Races, FaultCode::RotorTooFast);
    check_rotor(RotorMishap::Surges, FaultCode::RotorSpeedVaries);
}

#[test]
fn a_rotor_that_was_too_slow_and_then_stops_has_one_fault_and_is_never_well_in_between() {
    let mut bench = Bench::new(22, Level::Field, Mishaps { rotor: RotorMishap::Drags, ..Mishaps::default() });
    bench.wish(WheelWish::Ready);
    assert!(bench.until(60, |bench| bench.has_fault(FaultCode::RotorTooSlow)), "{:?}", bench.events);
    bench.events.clear();
    bench.live.allow(Mishaps { rotor: RotorMishap::HeldFast, ..Mishaps::default() });
    assert!(bench.until(120, |bench| bench.has_fault(FaultCode::RotorNotTurning)), "{:?}", bench.events);
    let [(_, new), (_, over)] = &bench.events[..] else { panic!("{:?}", bench.events) };
    assert!(matches!(new.happening, WheelHappening::Fault { code: FaultCode::RotorNotTurning, .. }), "{new:?}");
    assert_eq!(over.happening, WheelHappening::FaultCleared(FaultCode::RotorTooSlow));
    assert_eq!(bench.machine.reading().faults().collect::<Vec<_>>(), [FaultCode::RotorNotTurning]);
}

/// The rotor does this from the launch of a spin on, and the spin ends with this fault.
#[track_caller]
fn check_rotor_in_spin(rotor: RotorMishap, code: FaultCode) {
    let mut bench = open(18, Mishaps::default());
    bench.wish(WheelWish::Launch(1));
    assert!(bench.until(60, |bench| bench.events.iter().any(|(_, event)| *event == launched(1))), "{:?}", bench.events);
    bench.live.allow(Mishaps { rotor, ..Mishaps::default() });
    assert!(bench.until(60, |bench| bench.end_of(1).is_some()), "{rotor:?}: {:?}", bench.events);
    let end = bench.end_of(1).expect("the spin has ended");
    assert!(matches!(end, WheelHappening::Fault { code: found, .. } if *found == code), "{rotor:?}: {end:?}");
}

#[test]
fn a_rotor_that_fails_while_the_ball_runs_ends_the_spin_with_its_fault() {
    check_rotor_in_spin(RotorMishap::HeldFast, FaultCode::RotorNotTurning);
    check_rotor_in_spin(RotorMishap::Drags, FaultCode::RotorTooSlow);
    check_rotor_in_spin(RotorMishap::Races, FaultCode::RotorTooFast);
}

#[test]
fn a_rotor_that_turns_the_wrong_way_is_found_by_the_ball_that_lies_in_it() {
    let mut bench = open(19, Mishaps { rotor: RotorMishap::Backwards, ..Mishaps::default() });
    let end = bench.spin(1);
    assert!(matches!(end, WheelHappening::Fault { code: FaultCode::RotorWrongWay, .. }), "{end:?}");
    bench.live.allow(Mishaps::default());
    let over = |bench: &Bench| bench.happened(&WheelHappening::FaultCleared(FaultCode::RotorWrongWay));
    assert!(bench.until(60, over), "{:?}", bench.events);
}

/// A wheel whose spin number 1 has ended with this fault, and no ball is wanted of it any more.
#[track_caller]
fn failed(seed: u64, code: FaultCode, fail: impl Fn(&mut Bench)) -> Bench {
    let mut bench = open(seed, Mishaps::default());
    bench.wish(WheelWish::Launch(1));
    assert!(bench.until(60, |bench| bench.events.iter().any(|(_, event)| *event == launched(1))), "{:?}", bench.events);
    fail(&mut bench);
    assert!(bench.until(60, |bench| bench.has_fault(code)), "{:?}", bench.events);
    bench.wish(WheelWish::Void);
    assert!(!bench.until(30, |bench| bench.happened(&WheelHappening::FaultCleared(code))), "nothing has changed: {:?}", bench.events);
    bench
}

fn with_dead_sensor(bench: &mut Bench) {
    bench.live.allow(Mishaps { dead: Some(Input::Ball(1)), ..Mishaps::default() });
}

#[test]
fn a_sensor_that_sees_the_resting_ball_again_is_well() {
    let mut bench = failed(15, FaultCode::Sensor, with_dead_sensor);
    bench.live.allow(Mishaps::default());
    assert!(bench.until(20, |bench| bench.happened(&WheelHappening::FaultCleared(FaultCode::Sensor))), "{:?}", bench.events);
}

#[test]
fn a_ball_that_is_seen_in_a_pocket_again_is_not_missing() {
    let mut bench = failed(16, FaultCode::BallMissing, |bench| {
        assert!(bench.until(60, |bench| !bench.live.rested().is_empty()), "the ball comes to rest");
        bench.until(6, |_| false);
        bench.live.take_ball();
    });
    bench.live.fix_ball(3.0);
    assert!(bench.until(20, |bench| bench.happened(&WheelHappening::FaultCleared(FaultCode::BallMissing))), "{:?}", bench.events);
}

#[test]
fn another_launch_is_tried_and_shows_whether_the_sensor_is_well() {
    let mut bench = failed(17, FaultCode::Sensor, with_dead_sensor);
    assert!(matches!(bench.spin(2), WheelHappening::Fault { code: FaultCode::Sensor, .. }), "{:?}", bench.events);
    assert!(!bench.happened(&WheelHappening::FaultCleared(FaultCode::Sensor)));
    bench.wish(WheelWish::Void);
    bench.live.allow(Mishaps::default());
    assert!(matches!(bench.spin(3), WheelHappening::Result(_)), "{:?}", bench.events);
    assert!(bench.happened(&WheelHappening::FaultCleared(FaultCode::Sensor)));
}

#[test]
fn a_wheel_that_is_to_be_off_is_off_and_says_so() {
    let mut bench = open(9, Mishaps::default());
    bench.wish(WheelWish::Off);
    assert!(!moves(&bench.machine.drive()));
    assert!(bench.happened(&WheelHappening::Closed));
}

/// What a wheel on bare lines finds that is told to test itself while it is off.
#[track_caller]
fn check_self_test(mishaps: Mishaps, expected: &[FaultCode]) {
    let mut bench = Bench::new(21, Level::Field, mishaps);
    bench.wish(WheelWish::Off);
    bench.wish(WheelWish::SelfTest(4));
    let tested = |bench: &Bench| {
        bench.events.iter().find_map(|(at, event)| match &event.happening {
            WheelHappening::SelfTested { number: 4, findings } => Some((*at, findings.clone())),
            _ => None,
        })
    };
    let began = bench.now;
    assert!(bench.until(90, |bench| tested(bench).is_some()), "{:?}", bench.events);
    let (at, findings) = tested(&bench).expect("it has ended");
    assert!(at - began >= 10 * SECOND, "the lines are watched for some turns");
    assert_eq!(findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), expected, "{findings:?}");
    assert!(bench.drives.iter().all(|(_, drive)| drive.blower == Duty::OFF && !drive.ball_release), "no ball is launched");
    bench.wish(WheelWish::Off);
    assert!(!moves(&bench.machine.drive()), "it ends where it began");
}

#[test]
fn a_self_test_turns_the_rotor_and_tells_what_is_wrong() {
    check_self_test(Mishaps::default(), &[]);
    check_self_test(Mishaps { rotor: RotorMishap::HeldFast, ..Mishaps::default() }, &[FaultCode::RotorNotTurning]);
}

#[test]
fn a_spin_that_is_void_is_called_off_and_the_next_waits_for_its_ball() {
    let mut bench = open(10, Mishaps::default());
    bench.wish(WheelWish::Launch(1));
    assert!(bench.until(60, |bench| bench.events.iter().any(|(_, event)| *event == launched(1))), "{:?}", bench.events);
    bench.wish(WheelWish::Launch(2));
    assert_eq!(bench.end_of(1), Some(&WheelHappening::NoSpin(NoSpinReason::CalledOff)));
    let called_off = bench.now;
    assert!(matches!(bench.spin(2), WheelHappening::Result(_)), "{:?}", bench.events);
    let blown = bench.drives.iter().find(|(at, drive)| *at > called_off && drive.blower > Duty::OFF).map(|(at, _)| *at);
    assert!(blown.is_some_and(|blown| blown - called_off > 25 * SECOND), "{blown:?}");
}

/// The lines lose something in this way while the ball runs: that ends the spin, and is this fault for a while.
#[track_caller]
fn check_lost(code: FaultCode, detail: &str) {
    let mut bench = open(11, Mishaps::default());
    bench.wish(WheelWish::Launch(1));
    assert!(bench.until(60, |bench| bench.events.iter().any(|(_, event)| *event == launched(1))), "{:?}", bench.events);
    bench.machine.signal(&Signal::Lost { at_nanoseconds: bench.now, code, detail: detail.into() });
    bench.carry_out();
    assert_eq!(bench.end_of(1), Some(&WheelHappening::Fault { code, detail: detail.into() }));
    assert!(bench.until(5, |bench| bench.happened(&WheelHappening::FaultCleared(code))));
    assert!(!bench.until(60, |bench| bench.events.iter().any(|(_, event)| matches!(event.happening, WheelHappening::Result(_)))));
}

#[test]
fn changes_that_were_lost_or_came_out_of_order_end_the_spin_and_are_a_fault_for_a_while() {
    check_lost(FaultCode::DeviceLost, "3 changes were lost");
    check_lost(FaultCode::TimesOutOfOrder, "a change of ball-1 is stamped 500 us before the one that came before it");
}

#[test]
fn the_speed_is_drawn_within_its_limits_and_changed_after_the_betting_has_ended() {
    let limits = parameters().motor;
    let (mut at_launch, mut changes) = (Vec::new(), Vec::new());
    for seed in 20..26 {
        let mut bench = open(seed, Mishaps::default());
        bench.wish(WheelWish::Launch(1));
        assert!(bench.until(90, |bench| bench.machine.drive().blower > Duty::OFF), "{:?}", bench.events);
        let launched_at = bench.machine.reading().rotor_rpm().expect("the rotor turns");
        assert!((limits.least_rpm - 1.0..=limits.most_rpm + 1.0).contains(&launched_at), "{launched_at}");
        at_launch.push(launched_at);
        let closed = |bench: &Bench| bench.happened(&WheelHappening::NoMoreBets);
        assert!(bench.until(60, closed), "{:?}", bench.events);
        let closed = bench.drives.len() - 1;
        bench.until(5, |_| false);
        let steps =
            bench.drives[closed..].windows(2).map(|pair| pair[0].1.rotor_motor.thousandths().abs_diff(pair[1].1.rotor_motor.thousandths()));
        changes.push(steps.max().unwrap_or(0));
    }
    // 1.5 of the 40 turns a minute that the motor can do are 38 thousandths.
    assert!(changes.iter().all(|change| *change <= 40) && changes.iter().filter(|change| **change > 5).count() >= 4, "{changes:?}");
    let spread = at_launch.iter().fold(0.0, |most: f64, rpm| most.max((rpm - at_launch[0]).abs()));
    assert!(spread > 1.0, "{at_launch:?}");
}
