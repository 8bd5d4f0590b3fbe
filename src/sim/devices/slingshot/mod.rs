//! A simulated SlingShot 2 or Mercury 360: the bytes a real wheel sends, at the times a real wheel sends them, with the faults
//! that real wheels and real lines have.
//!
//! Here never live: a clock, a port, and anything of `sensing`: what reads these bytes shares no code with what makes them.

mod behaviour;
mod commands;
mod game;
mod line;
mod plan;
mod rotor;
mod truth;

pub use behaviour::{Behaviour, Fault, Make, Moment};
pub use truth::{SpinEnd, SpinTruth};

use std::collections::VecDeque;

use commands::{Answer, Deed, Parameters};
use game::{Effect, Game};
use line::{Line, status_interval};

use crate::model::{Span, Timestamp};
use crate::sim::chance::Chance;
use crate::sim::devices::SimulatedDevice;

/// The operating mode's bit: no bare winning number.
const MODE_NO_BARE_NUMBER: u32 = 16;
/// The operating mode's bit: status lines by themselves.
const MODE_STATUS: u32 = 128;
/// The longest command; what is longer is no command.
const COMMAND_BYTES: usize = 64;

/// A simulated wheel. It has no clock: every call says what time it is, and times must not go backwards.
#[derive(Clone, Debug)]
pub struct SimulatedWheel {
    behaviour: Behaviour,
    game: Game,
    line: Line,
    parameters: Parameters,
    luck: Chance,
    next_status: Timestamp,
    status_wanted: bool,
    lines_of_state: (u64, u8, u32),
    replies: VecDeque<(Timestamp, String)>,
    command: Vec<u8>,
    gone_until: Option<Timestamp>,
}

impl SimulatedDevice for SimulatedWheel {
    type Truth = SpinTruth;

    fn received(&mut self, bytes: &[u8], now: Timestamp) {
        self.wake(now);
        if !self.connected() {
            return;
        }
        for &byte in bytes {
            if byte == b'\r' || byte == b'\n' {
                let command = core::mem::take(&mut self.command);
                if !command.is_empty() {
                    self.obey(&String::from_utf8_lossy(&command), now);
                }
            } else if self.command.len() < COMMAND_BYTES {
                self.command.push(byte);
            }
        }
    }

    fn next_wake(&self) -> Option<Timestamp> {
        let status = self.sends_status().then_some(self.next_status);
        let reply = self.replies.front().map(|(at, _)| *at);
        [status, reply, self.game.due(), self.line.due(), self.gone_until].into_iter().flatten().min()
    }

    fn wake(&mut self, now: Timestamp) {
        if self.next_status == Timestamp::default() {
            self.next_status = now;
            self.game.begin(now);
        }
        while let Some(at) = self.next_wake().filter(|at| *at <= now) {
            self.wake_once(at);
        }
    }

    fn poll_send(&mut self) -> Vec<u8> {
        self.line.take()
    }

    fn connected(&self) -> bool {
        self.gone_until.is_none()
    }

    fn take_truth(&mut self) -> Vec<SpinTruth> {
        self.game.take_truths()
    }
}

impl SimulatedWheel {
    /// A wheel whose chances all come from `seed`. Its numbers are a stream of their own: other faults or another host do not
    /// change which numbers fall.
    #[must_use]
    pub fn new(seed: u64, behaviour: Behaviour) -> Self {
        Self {
            game: Game::new(seed, &behaviour),
            line: Line::new(seed),
            parameters: Parameters::new(),
            luck: Chance::new(seed, 5),
            next_status: Timestamp::default(),
            status_wanted: true,
            lines_of_state: (0, 0, 0),
            replies: VecDeque::new(),
            command: Vec::new(),
            gone_until: None,
            behaviour,
        }
    }

    /// What really happened in each game that is over, oldest first.
    #[must_use]
    pub fn truth(&self) -> &[SpinTruth] {
        self.game.truths()
    }

    fn sends_status(&self) -> bool {
        self.status_wanted && self.game.mode() & MODE_STATUS != 0
    }

    /// Does what is due first. Where several things are due at once, the wheel moves before it speaks.
    fn wake_once(&mut self, at: Timestamp) {
        if self.gone_until.is_some_and(|until| until <= at) {
            self.gone_until = None;
        }
        self.line.wake(at);
        if let Some((_, effect)) = self.game.step(at, &self.behaviour) {
            self.take_effect(effect, at);
        } else if self.replies.front().is_some_and(|(due, _)| *due <= at) {
            let reply = self.replies.pop_front().map(|(_, reply)| reply);
            self.say(&reply.unwrap_or_default());
        } else if self.sends_status() && self.next_status <= at {
            self.next_status = at.after(status_interval(&mut self.luck));
            self.say_status(at);
        }
    }

    fn take_effect(&mut self, effect: Option<Effect>, at: Timestamp) {
        match effect {
            Some(Effect::Bare(pocket)) if self.game.mode() & MODE_NO_BARE_NUMBER == 0 => self.say(&format!("{:>2}", pocket.number())),
            Some(Effect::Gone(span)) => {
                self.gone_until = Some(at.after(span));
                self.line.clear();
                self.replies.clear();
                self.command.clear();
            }
            Some(Effect::Bare(_)) | None => {}
        }
    }

    fn say(&mut self, text: &str) {
        if self.connected() {
            self.line.send(text);
        }
    }

    fn say_status(&mut self, at: Timestamp) {
        let text = self.game.status_line(at);
        if !self.connected() {
            return;
        }
        let moment = self.moment();
        for fault in self.line.send_status(&text, at, moment, &self.behaviour) {
            self.game.note(fault);
        }
    }

    /// The moment of the status line that is sent now, and counts it.
    fn moment(&mut self) -> Moment {
        let (launch, state, line) = &mut self.lines_of_state;
        if (*launch, *state) == (self.game.launches(), self.game.state()) {
            *line += 1;
        } else {
            self.lines_of_state = (self.game.launches(), self.game.state(), 0);
        }
        let (launch, state, line) = self.lines_of_state;
        Moment { launch, state, line }
    }

    fn obey(&mut self, text: &str, now: Timestamp) {
        let name: String = text.chars().skip(1).take(1).collect();
        let here = self.moment_of_launch();
        if !commands::obeys(self.behaviour.make, text) {
            return self.reply(commands::refused(&name, "NO"), Span::ZERO, now);
        }
        let answer = commands::answer(text, &self.game, &mut self.parameters);
        match answer {
            Answer::Status => self.say_status(now),
            Answer::Lines(lines) => lines.into_iter().for_each(|(after, text)| self.reply(text, after, now)),
            Answer::Do(deed, _) if self.comes(Fault::Refused, here) => {
                let how = if matches!(deed, Deed::Mode(_)) { "BUSY" } else { "NO" };
                self.reply(commands::refused(&name, how), Span::ZERO, now);
            }
            Answer::Do(deed, text) => {
                if let Deed::Status(wanted) = deed {
                    self.status_wanted = wanted;
                    self.next_status = self.next_status.max(now);
                }
                commands::carry_out(deed, &mut self.game, now, &self.behaviour);
                self.reply(text, Span::ZERO, now);
            }
        }
    }

    fn moment_of_launch(&self) -> Moment {
        Moment::of_launch(self.game.launches())
    }

    fn comes(&mut self, fault: Fault, moment: Moment) -> bool {
        let comes = self.luck.happens(self.behaviour.rate(fault)) || self.behaviour.scripted(fault, moment);
        if comes {
            self.game.note(fault);
        }
        comes
    }

    /// Sends a reply after the time a wheel takes, in the order of the commands.
    fn reply(&mut self, text: String, after: Span, now: Timestamp) {
        let here = self.moment_of_launch();
        if self.comes(Fault::ReplyLost, here) {
            return;
        }
        let (least, most) = if self.comes(Fault::ReplyLate, here) { (1_000, 1_500) } else { (15, 200) };
        let at = now.after(after).after(self.luck.milliseconds(least, most));
        let at = self.replies.back().map_or(at, |(last, _)| at.max(*last));
        self.replies.push_back((at, text));
    }
}

#[cfg(test)]
mod tests;
