//! What a simulated wheel is going to do, as a list of timed steps. The times are those measured on real wheels.

use std::collections::VecDeque;

use super::behaviour::Fault;
use super::truth::SpinEnd;
use crate::model::{Span, Timestamp};
use crate::sim::chance::Chance;

/// Something the wheel does at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It shows this state.
    State(u8),
    /// It shows these warning bits.
    Warn(u8),
    /// The rotor goes to a speed in a time.
    Speed(u16, Span),
    /// The rotor turns the other way.
    Reverse,
    /// The counter advances once.
    Count,
    /// A game starts.
    Start,
    /// The ball runs on the rim.
    Rim,
    /// The ball lies in a pocket.
    Fall,
    /// The running game, if there is one, ends without a result.
    End(SpinEnd),
    /// The line is gone for a time.
    LineGone(Span),
    /// The power is gone; the wheel answers nothing for a time, and has forgotten everything.
    PowerGone(Span),
}

/// Steps in the order of their times.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan(VecDeque<(Timestamp, Step)>);

impl Plan {
    /// When the next step is due.
    pub(super) fn due(&self) -> Option<Timestamp> {
        self.0.front().map(|(at, _)| *at)
    }

    /// The next step, if it is due at `now`, with its time.
    pub(super) fn take_due(&mut self, now: Timestamp) -> Option<(Timestamp, Step)> {
        if self.due()? <= now { self.0.pop_front() } else { None }
    }

    /// Puts a step of its own time between the others.
    pub(super) fn insert(&mut self, at: Timestamp, step: Step) {
        let place = self.0.partition_point(|(other, _)| *other <= at);
        self.0.insert(place, (at, step));
    }
}

/// Writes a plan from a moment on.
pub(super) struct Planner<'a> {
    plan: Plan,
    at: Timestamp,
    chance: &'a mut Chance,
}

impl<'a> Planner<'a> {
    /// A plan that starts at `at`.
    pub(super) fn from(at: Timestamp, chance: &'a mut Chance) -> Self {
        Self { plan: Plan::default(), at, chance }
    }

    /// The plan as written.
    pub(super) fn done(self) -> Plan {
        self.plan
    }

    fn step(&mut self, step: Step) -> &mut Self {
        self.plan.insert(self.at, step);
        self
    }

    /// Lets between `least` and `most` milliseconds pass.
    fn wait(&mut self, least: u64, most: u64) -> &mut Self {
        let span = self.chance.milliseconds(least, most);
        self.at = self.at.after(span);
        self
    }

    /// Lets a time pass whose middle values are likelier than its ends.
    fn wait_around(&mut self, least: u64, most: u64) -> &mut Self {
        self.wait(least / 2, most / 2).wait(least / 2, most / 2)
    }

    /// Off, after the rotor has run down.
    pub(super) fn run_down(mut self) -> Plan {
        self.step(Step::Warn(0)).step(Step::Speed(0, Span::from_milliseconds(3_700))).wait(3_300, 3_700).step(Step::State(6));
        self.done()
    }

    /// From off to the first place-bets.
    pub(super) fn start_up(mut self) -> Plan {
        let speed = self.steady_speed();
        self.wait(50, 400).step(Step::Warn(0)).step(Step::State(1)).step(Step::Speed(speed, Span::from_milliseconds(1_500)));
        self.wait(8_500, 11_000).step(Step::State(2));
        self.done()
    }

    /// Back to place-bets after a void.
    pub(super) fn void(mut self, counted: bool) -> Plan {
        if counted {
            self.step(Step::Count);
        }
        let speed = self.steady_speed();
        self.step(Step::Warn(0)).step(Step::State(1)).step(Step::Speed(speed, Span::from_seconds(1)));
        self.wait(1_500, 2_500).step(Step::State(2));
        self.done()
    }

    /// The rotor's own start of a game, `least` to `most` milliseconds from now.
    pub(super) fn start_by_itself(mut self, least: u64, most: u64) -> Plan {
        self.wait(least, most).step(Step::Start);
        self.done()
    }

    /// A whole game of the wheel that launches with air, with its faults.
    pub(super) fn air_launch(mut self, faults: &[Fault]) -> Plan {
        let has = |fault| faults.contains(&fault);
        self.disconnections(faults);
        self.wait(1_000, 3_000).turn_round(2_300, 4_300);
        if has(Fault::Jammed) {
            return self.jammed();
        }
        if has(Fault::SameDirection) {
            self.step(Step::Warn(2)).wait(6_000, 6_600).relaunch(1_000, 1_500, has(Fault::CounterSkip));
        }
        if has(Fault::LaunchFailed) {
            self.relaunch(3_000, 22_000, has(Fault::CounterSkip));
        }
        self.step(Step::Rim).step(Step::Warn(if has(Fault::SameDirectionPlayed) { 2 } else { 0 })).wait_around(2_500, 6_000);
        self.fall_or_stop(faults)
    }

    /// A whole game of the wheel that a dealer spins: what goes wrong is a void game (8), and the dealer spins again.
    pub(super) fn dealer_spin(mut self, faults: &[Fault]) -> Plan {
        let has = |fault| faults.contains(&fault);
        self.disconnections(faults);
        self.wait(10_000, 20_000).step(Step::Reverse);
        if has(Fault::LaunchFailed) || has(Fault::Jammed) {
            return self.void_game(8);
        }
        self.step(Step::Rim);
        if has(Fault::SameDirection) || has(Fault::SameDirectionPlayed) {
            self.step(Step::Warn(2)).wait(3_000, 4_000);
            return self.void_game(10);
        }
        self.wait_around(4_000, 9_000);
        if has(Fault::BallLost) || has(Fault::BallUnseenLong) {
            self.step(Step::State(4)).wait(5_000, 15_000);
            return self.void_game(8);
        }
        self.fall_or_stop(faults)
    }

    /// From no-more-bets to the next place-bets, or to where the wheel stops itself.
    fn fall_or_stop(mut self, faults: &[Fault]) -> Plan {
        let speed = self.steady_speed();
        self.step(Step::State(4)).step(Step::Speed(speed, Span::from_seconds(2)));
        let stopping = [Fault::BallLost, Fault::SensorFailed, Fault::RotorRunaway, Fault::Stuck];
        if let Some(&fault) = faults.iter().find(|fault| stopping.contains(fault)) {
            return self.stop_itself(fault);
        }
        let no_more_bets = self.at;
        if faults.contains(&Fault::BallUnseenOnce) {
            self.wait(5_000, 7_000).step(Step::Warn(1)).wait(500, 500).step(Step::Warn(0));
        }
        if faults.contains(&Fault::BallUnseenLong) {
            self.wait(1_000, 4_000).step(Step::Warn(1)).wait(6_000, 20_000).step(Step::Warn(0));
        }
        let unseen_end = self.at;
        self.at = no_more_bets;
        self.wait_around(23_500, 29_000);
        self.at = self.at.max(unseen_end);
        self.step(Step::Fall).wait_around(3_500, 7_000).step(Step::Count).step(Step::State(2));
        self.done()
    }

    /// The wheel turns itself off in the middle of a game.
    fn stop_itself(mut self, fault: Fault) -> Plan {
        match fault {
            Fault::BallLost => self.wait(5_000, 15_000).step(Step::Warn(1)).wait(75_000, 75_000),
            Fault::SensorFailed => self.wait(10_000, 15_000).step(Step::Warn(4)).wait(27_500, 30_500),
            Fault::Stuck => self.wait(150_000, 240_000),
            _ => self.run_away(),
        };
        self.switch_itself_off()
    }

    fn run_away(&mut self) -> &mut Self {
        self.wait(8_000, 10_000).step(Step::Speed(953, Span::ZERO));
        for _ in 0..6 {
            self.step(Step::Warn(1)).wait(500, 1_500).step(Step::Warn(0)).wait(500, 2_500);
        }
        self.step(Step::Speed(4, Span::from_seconds(20))).wait(20_000, 20_000)
    }

    fn jammed(mut self) -> Plan {
        self.step(Step::Warn(8)).wait(225_000, 230_000);
        self.switch_itself_off()
    }

    fn switch_itself_off(mut self) -> Plan {
        self.step(Step::End(SpinEnd::Stopped)).step(Step::State(6)).step(Step::Speed(0, Span::from_seconds(4)));
        self.done()
    }

    fn void_game(mut self, warning: u8) -> Plan {
        self.step(Step::Warn(warning)).step(Step::End(SpinEnd::Voided)).wait(10_000, 10_000);
        self.step(Step::Warn(0)).step(Step::State(2));
        self.done()
    }

    /// The wheel has noticed (8) that the ball does not run, and launches again the other way round.
    fn relaunch(&mut self, least: u64, most: u64, counted: bool) -> &mut Self {
        self.step(Step::Warn(8)).wait(least, most);
        if counted {
            self.step(Step::Count);
        }
        self.turn_round(3_000, 4_000)
    }

    /// The rotor stops, turns the other way, and the air jets fire.
    fn turn_round(&mut self, least: u64, most: u64) -> &mut Self {
        let speed = self.chance.between(160, 179) as u16;
        self.step(Step::Speed(0, Span::from_milliseconds(1_800))).wait(least, most);
        self.step(Step::Reverse).step(Step::Speed(speed, Span::from_milliseconds(1_100))).wait(1_500, 2_000)
    }

    /// The hang-ups of this game, each at a moment of its own.
    fn disconnections(&mut self, faults: &[Fault]) {
        let start = self.at;
        if faults.contains(&Fault::LineLost) {
            self.wait(500, 45_000);
            let span = self.chance.milliseconds(2_000, 20_000);
            self.step(Step::LineGone(span));
        }
        self.at = start;
        if faults.contains(&Fault::PowerLost) {
            self.wait(500, 45_000);
            let span = self.chance.milliseconds(3_000, 8_000);
            self.step(Step::PowerGone(span));
        }
        self.at = start;
    }

    /// A speed at which the rotor plays, in tenths of a revolution per minute.
    fn steady_speed(&mut self) -> u16 {
        self.chance.between(145, 195) as u16
    }
}
