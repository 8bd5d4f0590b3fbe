//! The wheel as a machine without a port: lines and wishes go in, events and commands come out.
//!
//! Call [`Wheel::received`] with whatever bytes came, [`Wheel::wake`] at [`Wheel::next_wake`], and after each call send what
//! [`Wheel::poll_send`] gives and pass on what [`Wheel::poll_event`] gives. A wheel that was never given a wish says nothing: so a
//! capture is replayed through the very same code.

use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

use super::answer::{Answer, codes};
use super::counter::Baseline;
use super::dialogue::{Dialogue, ForWhom, Order};
use super::evidence::{Evidence, Worth};
use super::faults::{Cure, Faults};
use super::lines::{Lines, split_logged};
use super::message::{Message, Reply};
use super::parameters::{LaunchedBy, Parameters};
use super::question::Question;
use super::spin::{Asked, Spin};
use super::status::{LinkState, Status};
use super::warnings::Runs;
use crate::model::{FaultCode, NoSpinReason, Span, SpinNumber, Timestamp, WheelEvent, WheelHappening, WheelWish};
use crate::sensing::capture::Direction;

/// The parameters whose values are read at the first contact.
const PARAMETERS_TO_READ: [char; 14] = ['d', 'c', 'p', 'q', 'k', 'i', 'j', 'r', 's', 't', 'n', 'm', 'h', 'z'];

/// A wheel of the SlingShot family.
#[derive(Clone, Debug)]
pub struct Wheel {
    pub(super) parameters: Parameters,
    pub(super) status: Status,
    pub(super) faults: Faults,
    pub(super) runs: Runs,
    pub(super) asked: Option<Asked>,
    pub(super) spin: Option<Spin>,
    pub(super) baseline: Baseline,
    pub(super) evidence: Evidence,
    /// Whether the wheel was said to be closed; none before anything was said.
    pub(super) closed: Option<bool>,
    /// The wheel has to be told to void what runs.
    pub(super) void_due: bool,
    lines: Lines,
    dialogue: Dialogue,
    wish: Option<WheelWish>,
    /// The newest launch that was acted on.
    launched: Option<SpinNumber>,
    /// When the port was opened, while nothing has been heard on it.
    found_at: Option<Timestamp>,
    introduced: bool,
    events: VecDeque<WheelEvent>,
    answers: VecDeque<(Question, Answer)>,
    outbox: VecDeque<Vec<u8>>,
}

impl Wheel {
    /// A wheel of this kind, of which nothing is known yet.
    #[must_use]
    pub fn new(parameters: Parameters) -> Self {
        Self {
            status: Status::default(),
            faults: Faults::default(),
            runs: Runs::default(),
            asked: None,
            spin: None,
            baseline: Baseline::default(),
            evidence: Evidence::new(parameters.line.evidence_bytes),
            closed: None,
            void_due: false,
            lines: Lines::new(parameters.line.longest_bytes),
            dialogue: Dialogue::new(&parameters),
            wish: None,
            launched: None,
            found_at: None,
            introduced: false,
            events: VecDeque::new(),
            answers: VecDeque::new(),
            outbox: VecDeque::new(),
            parameters,
        }
    }

    /// What the cabinet wants now. Saying the same again changes nothing.
    pub fn wish(&mut self, wish: WheelWish, now: Timestamp) {
        self.catch_up(now);
        if self.wish != Some(wish) {
            self.wish = Some(wish);
            match wish {
                WheelWish::Launch(number) => self.launch(number, now),
                WheelWish::Ready => self.cancel_launch(),
                WheelWish::Void | WheelWish::Off => self.call_off(),
                WheelWish::Finish(_) => {}
            }
        }
        self.drive(now);
    }

    /// Bytes came from the wheel.
    pub fn received(&mut self, bytes: &[u8], now: Timestamp) {
        self.catch_up(now);
        for line in self.lines.feed(bytes) {
            self.line(&line, false, now);
        }
        self.drive(now);
    }

    /// A capture shows a line from the wheel; the host that logged it may have trimmed it.
    pub fn received_line(&mut self, line: &str, now: Timestamp) {
        self.catch_up(now);
        for line in split_logged(line) {
            self.line(&line, true, now);
        }
        self.drive(now);
    }

    /// A capture shows a line to the wheel.
    pub fn overheard_line(&mut self, line: &str, now: Timestamp) {
        self.catch_up(now);
        self.evidence.add(now, Direction::To, line, Worth::Readable);
        let mut words = line.split_ascii_whitespace();
        match (words.next(), words.next()) {
            (Some("*u"), Some("1" | "3")) => {
                self.asked = self.asked.or(Some(Asked { number: None, since: now, failed: false }));
                self.evidence.begin();
            }
            (Some("*R"), None) | (Some("*P"), Some("0")) => {
                if self.is_spinning() {
                    self.no_spin(NoSpinReason::CalledOff);
                }
                self.asked = None;
            }
            _ => {}
        }
        self.drive(now);
    }

    /// The port is gone.
    pub fn device_lost(&mut self, now: Timestamp, detail: &str) {
        self.catch_up(now);
        self.lines.forget();
        self.dialogue.cut();
        self.outbox.clear();
        self.introduced = false;
        self.found_at = None;
        if self.status.link != LinkState::Lost {
            self.status.link = LinkState::Lost;
            self.lost(detail.into(), now);
        }
        self.drive(now);
    }

    /// The port is open (again). Nothing is known to be well before the wheel is heard.
    pub fn device_found(&mut self, now: Timestamp) {
        self.catch_up(now);
        self.lines.forget();
        self.status.link = LinkState::Unknown;
        self.found_at = Some(now);
        self.drive(now);
    }

    /// Time has passed.
    pub fn wake(&mut self, now: Timestamp) {
        self.catch_up(now);
        self.drive(now);
    }

    /// When to call [`Wheel::wake`] at the latest.
    #[must_use]
    pub fn next_wake(&self) -> Option<Timestamp> {
        let dialogue = self.speaks().then(|| self.dialogue.next_wake(self.wanted().is_some()));
        let poll = self.poll_base().map(|base| self.dialogue.next_poll(base));
        [self.silence_due(), self.limit_due(), dialogue.flatten(), poll].into_iter().flatten().min()
    }

    /// The next bytes to send.
    pub fn poll_send(&mut self) -> Option<Vec<u8>> {
        self.outbox.pop_front()
    }

    /// The next thing that happened.
    pub fn poll_event(&mut self) -> Option<WheelEvent> {
        self.events.pop_front()
    }

    /// Asks the wheel for a technician. Questions wait for a moment at which they disturb no spin.
    pub fn ask(&mut self, question: Question, now: Timestamp) {
        self.dialogue.ask(question, ForWhom::Technician);
        self.drive(now);
    }

    /// The next answer to a technician's question.
    pub fn poll_answer(&mut self) -> Option<(Question, Answer)> {
        self.answers.pop_front()
    }

    /// What is known of the wheel just now.
    #[must_use]
    pub const fn status(&self) -> &Status {
        &self.status
    }

    /// The faults that stand.
    pub fn faults(&self) -> impl Iterator<Item = FaultCode> {
        self.faults.codes()
    }

    // What comes in.

    fn line(&mut self, line: &str, trimmed: bool, now: Timestamp) {
        let message = Message::parse(line, trimmed);
        let worth = if message == Message::Unknown { Worth::Noise } else { Worth::Readable };
        self.evidence.add(now, Direction::From, line, worth);
        match message {
            Message::Status(report) => self.report(report, now),
            Message::Bare(pocket) => {
                let landing = matches!(self.status.state(), Some(4 | 5));
                if let Some(spin) = self.spin.as_mut().filter(|_| landing) {
                    spin.bare(pocket);
                }
            }
            Message::Reply(reply) => self.reply(&reply, now),
            Message::Unknown => self.status.unreadable_lines += 1,
        }
    }

    fn reply(&mut self, reply: &Reply, now: Timestamp) {
        self.learn(reply);
        let expected = self.dialogue.reply(reply, now);
        if self.dialogue.is_done_with(Order::Void) {
            self.void_due = false;
        }
        let playing = matches!(self.status.state(), Some(1..=5));
        if reply.command == 'F' && !expected && playing {
            for code in codes(&reply.body).unwrap_or_default() {
                let Some(fault) = code.fault() else { continue };
                self.fault(fault, Cure::StartedAgain, alloc::format!("the wheel reports fault {code}"), now);
            }
        }
    }

    /// Keeps what an answer says about the wheel, whoever asked.
    fn learn(&mut self, reply: &Reply) {
        let is = |question: Question| match Answer::of(&question, reply) {
            Some(Answer::Text(text)) => Some(text),
            _ => None,
        };
        match reply.command {
            'S' => self.status.firmware = is(Question::Firmware).or(self.status.firmware.take()),
            'V' => self.status.version = is(Question::Version).or(self.status.version.take()),
            'O' => {
                if let Some(Answer::Setup(setup)) = Answer::of(&Question::Setup, reply) {
                    self.status.setup = Some(setup);
                }
            }
            'T' => {
                let Some(letter) = reply.body.chars().next().filter(char::is_ascii_lowercase) else { return };
                if let Some(values) = is(Question::Parameter(letter)) {
                    self.status.parameters.insert(letter, values);
                }
            }
            _ => {}
        }
    }

    // What is said to the cabinet.

    pub(super) fn say(&mut self, spin: Option<SpinNumber>, happening: WheelHappening) {
        self.events.push_back(WheelEvent { spin, happening, evidence: Vec::new() });
    }

    /// Says something that has to be proved.
    pub(super) fn prove(&mut self, spin: Option<SpinNumber>, happening: WheelHappening) {
        let evidence = self.evidence.take();
        if self.asked.is_none() {
            self.evidence.rest();
        }
        self.events.push_back(WheelEvent { spin, happening, evidence });
    }

    /// Whether a spin runs that has no end yet.
    pub(super) fn is_spinning(&self) -> bool {
        self.spin.as_ref().is_some_and(|spin| !spin.over)
    }

    /// The spin that runs does not count.
    pub(super) fn no_spin(&mut self, reason: NoSpinReason) {
        let Some(spin) = self.spin.as_mut() else { return };
        spin.over = true;
        let number = spin.number;
        self.baseline.episode();
        self.prove(number, WheelHappening::NoSpin(reason));
    }

    /// A fault: it ends the spin that runs, or the attempt to launch.
    pub(super) fn fault(&mut self, code: FaultCode, cure: Cure, detail: String, now: Timestamp) {
        let spin = self.spin.as_mut().filter(|spin| !spin.over);
        let asked = self.asked.as_mut().filter(|asked| !asked.failed);
        let (number, ends) = match (spin, asked) {
            (Some(spin), _) => {
                spin.over = true;
                (spin.number, true)
            }
            (None, Some(asked)) => {
                asked.failed = true;
                asked.since = now;
                (asked.number, true)
            }
            (None, None) => (None, false),
        };
        let is_new = self.faults.raise(code, cure);
        if is_new || ends {
            self.baseline.episode();
            self.prove(number, WheelHappening::Fault { code, detail });
        }
    }

    fn lost(&mut self, detail: String, now: Timestamp) {
        self.fault(FaultCode::DeviceLost, Cure::Heard, detail, now);
        self.asked = None;
        self.void_due = false;
        self.baseline.forget();
        self.evidence.rest();
    }

    // Time.

    fn catch_up(&mut self, now: Timestamp) {
        loop {
            let silence = self.silence_due().filter(|due| *due <= now);
            let limit = self.limit_due().filter(|due| *due <= now);
            match (silence, limit) {
                (None, None) => return,
                (Some(silence), limit) if limit.is_none_or(|limit| silence <= limit) => self.silent(silence),
                (_, Some(limit)) => self.stalled(limit),
                (Some(silence), None) => self.silent(silence),
            }
        }
    }

    fn silence_due(&self) -> Option<Timestamp> {
        let since = match self.status.link {
            LinkState::Heard => self.status.heard_at,
            LinkState::Unknown => self.found_at,
            LinkState::Silent | LinkState::Lost => None,
        };
        since.map(|since| since.after(Span::from_seconds(self.parameters.limits.silence_seconds)))
    }

    fn silent(&mut self, now: Timestamp) {
        let off = self.status.state() == Some(6) && self.status.link == LinkState::Heard;
        self.status.link = LinkState::Silent;
        if off && self.asked.is_none() {
            self.say(None, WheelHappening::Silence);
            self.baseline.forget();
        } else {
            let detail = alloc::format!("silence: no status line for {} s", self.parameters.limits.silence_seconds);
            self.lost(detail, now);
        }
    }

    fn limit_due(&self) -> Option<Timestamp> {
        let (since, state) = (self.status.state_since?, self.status.state()?);
        if self.status.link != LinkState::Heard {
            return None;
        }
        let since = match (self.is_spinning(), self.asked) {
            (true, _) => since,
            (false, Some(asked)) if !asked.failed => since.max(asked.since),
            _ => return None,
        };
        Some(since.after(self.parameters.longest_in(state)))
    }

    fn stalled(&mut self, now: Timestamp) {
        let Some(state) = self.status.state() else { return };
        let seconds = self.parameters.longest_in(state).milliseconds() / 1_000;
        let detail = alloc::format!("the wheel has been in state {state} for {seconds} s");
        self.fault(FaultCode::Stalled, Cure::StateLeft(state), detail, now);
    }

    // What is wanted of the wheel.

    fn launch(&mut self, number: SpinNumber, now: Timestamp) {
        if self.launched.is_some_and(|launched| launched >= number) {
            return;
        }
        self.launched = Some(number);
        self.asked = Some(Asked { number: Some(number), since: now, failed: false });
        self.evidence.begin();
        let standing = self.faults.codes().find(|code| matches!(code, FaultCode::Sensor | FaultCode::Motor));
        if matches!(self.status.link, LinkState::Silent | LinkState::Lost) {
            self.lost("the wheel cannot be heard".into(), now);
        } else if let Some(code) = standing {
            if let Some(asked) = &mut self.asked {
                asked.failed = true;
            }
            let detail = alloc::format!("the wheel cannot spin while this stands: {}", code.meaning());
            self.prove(Some(number), WheelHappening::Fault { code, detail });
        }
    }

    /// No ball is wanted any more. A launch that was commanded and has not happened is voided.
    fn cancel_launch(&mut self) {
        let Some(asked) = self.asked.take() else { return };
        if let Some(number) = asked.number
            && self.dialogue.has_sent(Order::Launch(number))
        {
            self.void();
        }
        if !asked.failed {
            self.baseline.episode();
            self.prove(asked.number, WheelHappening::NoSpin(NoSpinReason::CalledOff));
        }
        self.evidence.rest();
    }

    fn call_off(&mut self) {
        self.cancel_launch();
        let running = matches!(self.status.state(), Some(3 | 4));
        if self.is_spinning() {
            self.no_spin(NoSpinReason::CalledOff);
        }
        let voided = self.spin.as_ref().is_none_or(|spin| spin.voided);
        if running && !voided && self.wish == Some(WheelWish::Void) {
            self.void();
        }
    }

    /// The wheel has to be told that what runs is void.
    pub(super) fn void(&mut self) {
        if let Some(spin) = &mut self.spin {
            spin.voided = true;
        }
        self.void_due = self.wish.is_some() && self.parameters.launched_by == LaunchedBy::Wheel;
    }

    /// Whether anything is said to this wheel: a capture is only listened to.
    fn speaks(&self) -> bool {
        self.wish.is_some() && self.status.link != LinkState::Lost
    }

    /// The order that the wheel may be given now.
    fn wanted(&self) -> Option<Order> {
        let state = self.status.state()?;
        let may = self.status.link == LinkState::Heard && self.parameters.launched_by == LaunchedBy::Wheel;
        if !may || self.dialogue.is_testing() {
            return None;
        }
        let launch = self.asked.filter(|asked| !asked.failed).and_then(|asked| asked.number);
        match (self.wish?, state) {
            (WheelWish::Off, 1..=5 | 7) => Some(Order::PowerOff),
            (WheelWish::Ready | WheelWish::Launch(_), 6) => Some(Order::PowerOn),
            (WheelWish::Off, _) | (_, 6) => None,
            _ if self.void_due => Some(Order::Void),
            (WheelWish::Launch(_), 2) => launch.map(Order::Launch),
            _ => None,
        }
    }

    /// From when on a status line is awaited.
    fn poll_base(&self) -> Option<Timestamp> {
        if !self.speaks() {
            return None;
        }
        self.status.heard_at.max(self.found_at)
    }

    fn drive(&mut self, now: Timestamp) {
        if !self.speaks() {
            return;
        }
        let heard = self.status.link == LinkState::Heard;
        if heard && !self.introduced {
            self.introduced = true;
            self.introduce();
        }
        let waiting_to_launch = self.asked.is_some();
        let wanted = self.wanted();
        // A launch stays the same order while the wheel passes through other states on its way to it.
        if wanted.is_some() || !waiting_to_launch {
            self.dialogue.order(wanted, now);
        }
        if self.void_due && self.dialogue.is_done_with(Order::Void) {
            self.void_due = false;
        }
        let state = self.status.state().filter(|_| heard);
        let idle = matches!(state, Some(1 | 2 | 5 | 7)) && !waiting_to_launch && !self.is_spinning();
        self.dialogue.question(state == Some(6), idle, now);
        if let Some(base) = self.poll_base() {
            self.dialogue.poll(base, now);
        }
        self.pass_on(now);
    }

    /// Reads what can be read without disturbing anything.
    fn introduce(&mut self) {
        let off = self.status.state() == Some(6);
        let mut ask = |question| self.dialogue.ask(question, ForWhom::Ourselves);
        if self.parameters.launched_by == LaunchedBy::Dealer {
            return;
        }
        if off {
            ask(Question::Identify);
        }
        [Question::Firmware, Question::Version, Question::Setup].into_iter().for_each(&mut ask);
        PARAMETERS_TO_READ.into_iter().for_each(|letter| ask(Question::Parameter(letter)));
    }

    /// Passes on what the dialogue has to say.
    fn pass_on(&mut self, now: Timestamp) {
        while let Some((question, answer, for_whom)) = self.dialogue.next_answer() {
            match (for_whom, answer) {
                (ForWhom::Technician, answer) => self.answers.push_back((question, answer)),
                (ForWhom::Ourselves, Answer::Setup(setup)) => {
                    let needed = self.parameters.commands.needed_mode;
                    if setup.mode & needed != needed {
                        self.dialogue.ask(Question::Mode(setup.mode | needed), ForWhom::Ourselves);
                    }
                }
                (ForWhom::Ourselves, _) => {}
            }
        }
        while let Some(line) = self.dialogue.next_line() {
            self.evidence.add(now, Direction::To, &line, Worth::Readable);
            let mut bytes = line.into_bytes();
            bytes.extend_from_slice(b"\r\n");
            self.outbox.push_back(bytes);
        }
    }
}
