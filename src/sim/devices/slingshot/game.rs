//! The wheel itself: state, counter, rotor, ball, and what really happens. Knows nothing of the line but what it would show.

use super::behaviour::{Behaviour, Fault, Make, Moment};
use super::plan::{Plan, Planner, Step};
use super::rotor::Rotor;
use super::truth::{SpinEnd, SpinTruth};
use crate::model::{Pocket, Span, Timestamp};
use crate::sim::chance::Chance;

/// The operating mode's bit: the host starts each game.
const MODE_HOST_STARTS: u32 = 2;

/// The faults of the wheel, one of which at most comes in a game, in the order in which they are asked for.
const FAULTS_OF_THE_WHEEL: [Fault; 10] = [
    Fault::Jammed,
    Fault::LaunchFailed,
    Fault::SameDirection,
    Fault::SameDirectionPlayed,
    Fault::SensorFailed,
    Fault::RotorRunaway,
    Fault::BallLost,
    Fault::Stuck,
    Fault::BallUnseenLong,
    Fault::BallUnseenOnce,
];

/// The faults that come beside those of the wheel in the same game.
const FAULTS_BESIDE: [Fault; 5] = [Fault::CounterSkip, Fault::BareLost, Fault::BareContradicts, Fault::LineLost, Fault::PowerLost];

/// What the wheel does to its line besides the status lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// The bare number of a result.
    Bare(Pocket),
    /// The line is gone for a time.
    Gone(Span),
}

/// The wheel.
#[derive(Clone, Debug)]
pub(super) struct Game {
    make: Make,
    state: u8,
    warning: u8,
    counter: u16,
    last_pocket: Option<Pocket>,
    rotor: Rotor,
    plan: Plan,
    running: Option<SpinTruth>,
    launches: u64,
    /// Whether the counter has already advanced in the game that runs.
    counted: bool,
    mode: u32,
    wins: [u32; 37],
    timing: Chance,
    outcomes: Chance,
    luck: Chance,
    /// What the wheel's own sensor adds to the speed it shows. With a stream of its own the number of lines shown changes no
    /// spin's course.
    shown: Chance,
    truths: Vec<SpinTruth>,
}

impl Game {
    /// A wheel as its behaviour says it starts.
    pub(super) fn new(seed: u64, behaviour: &Behaviour) -> Self {
        let speed = if behaviour.running { 165 } else { 0 };
        Self {
            make: behaviour.make,
            state: if behaviour.running { 2 } else { 6 },
            warning: 0,
            counter: behaviour.first_counter,
            last_pocket: behaviour.last_pocket,
            rotor: Rotor::turning(speed),
            plan: Plan::default(),
            running: None,
            launches: 0,
            counted: false,
            mode: behaviour.mode,
            wins: [0; 37],
            timing: Chance::new(seed, 1),
            outcomes: Chance::new(seed, 2),
            luck: Chance::new(seed, 3),
            shown: Chance::new(seed, 6),
            truths: Vec::new(),
        }
    }

    /// The simulation starts: a wheel that is spun by a dealer is being opened, one that runs by itself goes on.
    pub(super) fn begin(&mut self, now: Timestamp) {
        if self.state == 2 {
            self.enter(2, now);
        } else if self.make == Make::Mercury360 {
            self.switch_on(now);
        }
    }

    /// The state digit.
    pub(super) const fn state(&self) -> u8 {
        self.state
    }

    /// The operating mode.
    pub(super) const fn mode(&self) -> u32 {
        self.mode
    }

    /// Takes another operating mode.
    pub(super) const fn set_mode(&mut self, mode: u32) {
        self.mode = mode;
    }

    /// How often each number has won since power on.
    pub(super) const fn wins(&self) -> &[u32; 37] {
        &self.wins
    }

    /// The number of the game that runs or ran last.
    pub(super) const fn launches(&self) -> u64 {
        self.launches
    }

    /// What happened, one entry for each game that is over.
    pub(super) fn truths(&self) -> &[SpinTruth] {
        &self.truths
    }

    /// Hands out what happened, and forgets it.
    pub(super) fn take_truths(&mut self) -> Vec<SpinTruth> {
        core::mem::take(&mut self.truths)
    }

    /// Notes a fault of the line with the game that runs, or with the last one.
    pub(super) fn note(&mut self, fault: Fault) {
        if let Some(spin) = self.running.as_mut().or(self.truths.last_mut()) {
            spin.faults.push(fault);
        }
    }

    /// The status line at `now`, without its line end.
    pub(super) fn status_line(&mut self, now: Timestamp) -> String {
        let mut speed = self.rotor.speed(now);
        if speed > 20 && self.rotor.steady(now) {
            speed = speed - 1 + self.shown.below(3) as u16;
        }
        if self.make == Make::Mercury360 && !(20..=600).contains(&speed) {
            speed = 0;
        }
        let pocket = self.last_pocket.map_or_else(|| "  ".to_owned(), |pocket| format!("{:>2}", pocket.number()));
        format!("*X;{};{:03};{pocket};{:X};{speed:03};{}", self.state, self.counter, self.warning, self.rotor.direction())
    }

    /// When the wheel does something next by itself.
    pub(super) fn due(&self) -> Option<Timestamp> {
        self.plan.due()
    }

    /// Does the next thing that is due at `now`; `None` when nothing is.
    pub(super) fn step(&mut self, now: Timestamp, behaviour: &Behaviour) -> Option<(Timestamp, Option<Effect>)> {
        let (at, step) = self.plan.take_due(now)?;
        Some((at, self.carry_out(step, at, behaviour)))
    }

    fn carry_out(&mut self, step: Step, at: Timestamp, behaviour: &Behaviour) -> Option<Effect> {
        match step {
            Step::State(state) => self.enter(state, at),
            Step::Warn(warning) => self.warning = warning,
            Step::Speed(speed, over) => self.rotor.change(speed, over, at),
            Step::Reverse => self.rotor.reverse(),
            Step::Count => self.count(),
            Step::Start => self.start(at, behaviour),
            Step::Rim => self.ball_on_the_rim(at),
            Step::Fall => return self.fall(at, behaviour),
            Step::End(end) => self.end(end, at),
            Step::LineGone(span) => return Some(Effect::Gone(span)),
            Step::PowerGone(span) => return Some(self.lose_power(span, at)),
        }
        None
    }

    /// Enters a state; where nobody else does, the wheel starts the next game itself.
    fn enter(&mut self, state: u8, at: Timestamp) {
        self.state = state;
        if state != 2 {
            return;
        }
        if self.make == Make::Mercury360 {
            self.plan = Planner::from(at, &mut self.timing).start_by_itself(0, 0);
        } else if self.mode & MODE_HOST_STARTS == 0 {
            self.plan = Planner::from(at, &mut self.timing).start_by_itself(500, 2_000);
        }
    }

    fn count(&mut self) {
        self.counted = true;
        self.counter = match self.make {
            Make::SlingShot2 => self.counter % 256 + 1,
            Make::Mercury360 => (self.counter + 1) % 256,
        };
    }

    /// Whether a start from outside would be obeyed.
    pub(super) fn can_start(&self) -> bool {
        self.make == Make::SlingShot2 && self.state == 2 && self.running.is_none()
    }

    /// Whether a game runs that can be voided from outside.
    pub(super) fn can_void(&self) -> bool {
        self.make == Make::SlingShot2 && self.running.is_some()
    }

    /// Starts a game, no matter what comes of it.
    pub(super) fn start(&mut self, now: Timestamp, behaviour: &Behaviour) {
        self.launches += 1;
        self.counted = false;
        let faults = self.draw_faults(behaviour);
        let planner = Planner::from(now, &mut self.timing);
        self.plan = match self.make {
            Make::SlingShot2 => planner.air_launch(&faults),
            Make::Mercury360 => planner.dealer_spin(&faults),
        };
        self.running = Some(SpinTruth {
            launch: self.launches,
            started_at: now,
            rim_at: None,
            ended_at: now,
            counter: self.counter,
            faults,
            end: SpinEnd::Stopped,
        });
    }

    fn draw_faults(&mut self, behaviour: &Behaviour) -> Vec<Fault> {
        let moment = Moment::of_launch(self.launches);
        let mut comes = |fault: Fault| self.luck.happens(behaviour.rate(fault)) || behaviour.scripted(fault, moment);
        let mut faults: Vec<Fault> = FAULTS_OF_THE_WHEEL.into_iter().filter(|fault| comes(*fault)).take(1).collect();
        faults.extend(FAULTS_BESIDE.into_iter().filter(|fault| comes(*fault)));
        faults
    }

    fn ball_on_the_rim(&mut self, at: Timestamp) {
        self.state = 3;
        if let Some(spin) = &mut self.running {
            spin.rim_at = Some(at);
        }
    }

    fn fall(&mut self, at: Timestamp, behaviour: &Behaviour) -> Option<Effect> {
        let drawn = self.outcomes.pocket();
        let scripted = usize::try_from(self.launches).ok().and_then(|launch| behaviour.outcomes.get(launch - 1));
        let pocket = scripted.copied().unwrap_or(drawn);
        let faults = self.running.as_ref().map(|spin| spin.faults.clone()).unwrap_or_default();
        let has = |fault| faults.contains(&fault);
        self.state = 5;
        self.last_pocket = Some(pocket);
        self.wins[usize::from(pocket.number())] += 1;
        self.end(if self.warning & 2 == 0 { SpinEnd::Result(pocket) } else { SpinEnd::SameDirection(pocket) }, at);
        self.warning = 0;
        if has(Fault::BareLost) {
            return None;
        }
        Some(Effect::Bare(if has(Fault::BareContradicts) { self.another(pocket) } else { pocket }))
    }

    fn another(&mut self, pocket: Pocket) -> Pocket {
        let further = self.luck.between(1, 36) as u8;
        Pocket::new((pocket.number() + further) % 37).expect("a remainder of 37 is a pocket")
    }

    fn end(&mut self, end: SpinEnd, at: Timestamp) {
        if let Some(mut spin) = self.running.take() {
            spin.end = end;
            spin.ended_at = at;
            spin.counter = self.counter;
            self.truths.push(spin);
        }
    }

    fn lose_power(&mut self, span: Span, at: Timestamp) -> Effect {
        self.end(SpinEnd::Stopped, at);
        self.plan = Plan::default();
        self.state = 6;
        self.warning = 0;
        self.counter = 1;
        self.last_pocket = None;
        self.wins = [0; 37];
        self.rotor.change(0, Span::from_seconds(4), at);
        Effect::Gone(span)
    }

    /// Switches the wheel on; the caller has seen that it is off.
    pub(super) fn switch_on(&mut self, now: Timestamp) {
        self.plan = Planner::from(now, &mut self.timing).start_up();
    }

    /// Whether the wheel is on its way up already.
    pub(super) fn starting_up(&self) -> bool {
        self.state == 6 && self.plan.due().is_some()
    }

    /// Switches the wheel off: the ball that runs does not count.
    pub(super) fn switch_off(&mut self, now: Timestamp) {
        self.end(SpinEnd::SwitchedOff, now);
        self.plan = Planner::from(now, &mut self.timing).run_down();
    }

    /// Voids the game that runs.
    pub(super) fn void(&mut self, now: Timestamp, behaviour: &Behaviour) {
        let counts = !self.counted && self.running.as_ref().is_some_and(|spin| spin.faults.contains(&Fault::CounterSkip));
        self.end(SpinEnd::Voided, now);
        self.plan = Planner::from(now, &mut self.timing).void(counts);
        if behaviour.respins_by_itself {
            self.plan.insert(now.after(Span::from_seconds(3)), Step::Start);
        }
    }
}
