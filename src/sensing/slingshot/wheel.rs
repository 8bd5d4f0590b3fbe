//! The wheel as a machine without a port: lines and wishes go in, events and commands come out.
//!
//! It is driven as a [`SerialMachine`]. A wheel that was never given a wish says nothing: so a capture is replayed through the very
//! same code.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::answer::{Answer, codes};
use super::counter::Baseline;
use super::dialogue::{Dialogue, ForWhom, Order};
use super::doubted_line::Doubted;
use super::evidence::{Evidence, Worth};
use super::faults::{Cure, Faults};
use super::lines::{Lines, split_logged};
use super::message::{Message, Reply};
use super::parameters::Parameters;
use super::question::Question;
use super::shown_result::ShownResult;
use super::spin::{LaunchRequest, Spin};
use super::status::Status;
use super::warnings::Runs;
use crate::model::{FaultCode, NoSpinReason, SpinNumber, Timestamp, WheelEvent, WheelWish};
use crate::sensing::capture::Direction;
use crate::sensing::{LinkState, SerialMachine};

/// A self-test that the cabinet wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WantedTest {
    pub(super) number: u32,
    /// Whether the wheel was asked for it.
    pub(super) is_asked: bool,
}

/// A wheel of the SlingShot family.
#[derive(Clone, Debug)]
pub struct Wheel {
    pub(super) parameters: Parameters,
    pub(super) status: Status,
    pub(super) faults: Faults,
    pub(super) runs: Runs,
    pub(super) asked: Option<LaunchRequest>,
    pub(super) spin: Option<Spin>,
    /// A line that has left the course of the spin, until the next one tells what it is worth.
    pub(super) doubted: Option<Doubted>,
    pub(super) baseline: Baseline,
    pub(super) told: Option<ShownResult>,
    pub(super) evidence: Evidence,
    /// Whether the wheel was said to be closed; none before anything was said.
    pub(super) closed: Option<bool>,
    /// The wheel has to be told to void what runs.
    pub(super) void_due: bool,
    pub(super) lines: Lines,
    pub(super) dialogue: Dialogue,
    pub(super) wish: Option<WheelWish>,
    /// The newest launch that was acted on.
    pub(super) launched: Option<SpinNumber>,
    /// The self-test that is wanted and has no end yet.
    pub(super) test: Option<WantedTest>,
    /// When the port was opened, while nothing has been heard on it.
    pub(super) found_at: Option<Timestamp>,
    pub(super) introduced: bool,
    pub(super) events: VecDeque<WheelEvent>,
    pub(super) answers: VecDeque<(Question, Answer)>,
    pub(super) outbox: VecDeque<Vec<u8>>,
}

impl SerialMachine for Wheel {
    type Wish = WheelWish;
    type Event = WheelEvent;
    type Status = Status;

    const NAME: &'static str = "wheel";

    fn wish(&mut self, wish: WheelWish, now: Timestamp) {
        self.catch_up(now);
        if self.wish != Some(wish) {
            self.wish = Some(wish);
            self.test = None;
            self.dialogue.forget_self_test();
            match wish {
                WheelWish::Launch(number) => self.launch(number, now),
                WheelWish::Ready => self.cancel_launch(),
                WheelWish::Void | WheelWish::Off => self.call_off(),
                WheelWish::Finish(_) => {}
                WheelWish::SelfTest(number) => self.begin_self_test(number),
            }
        }
        self.drive(now);
    }

    fn received(&mut self, bytes: &[u8], now: Timestamp) {
        self.catch_up(now);
        for line in self.lines.feed(bytes) {
            self.line(&line, false, now);
        }
        self.drive(now);
    }

    fn device_found(&mut self, now: Timestamp) {
        self.catch_up(now);
        self.lines.forget();
        self.status.link = LinkState::Unknown;
        self.found_at = Some(now);
        self.drive(now);
    }

    fn device_lost(&mut self, now: Timestamp, detail: &str) {
        self.port_closed(FaultCode::DeviceLost, now, detail);
    }

    fn device_babbles(&mut self, now: Timestamp, detail: &str) {
        self.port_closed(FaultCode::Babbling, now, detail);
    }

    fn wake(&mut self, now: Timestamp) {
        self.catch_up(now);
        self.drive(now);
    }

    fn next_wake(&self) -> Option<Timestamp> {
        let dialogue = self.speaks().then(|| self.dialogue.next_wake(self.wanted().is_some()));
        let poll = self.poll_base().map(|base| self.dialogue.next_poll(base));
        [self.silence_due(), self.limit_due(), dialogue.flatten(), poll].into_iter().flatten().min()
    }

    fn poll_send(&mut self) -> Option<Vec<u8>> {
        self.outbox.pop_front()
    }

    fn poll_event(&mut self) -> Option<WheelEvent> {
        self.events.pop_front()
    }

    fn evidence_bytes(event: &WheelEvent) -> usize {
        event.evidence.len()
    }

    fn is_of_no_game(event: &WheelEvent) -> bool {
        event.is_of_no_game()
    }

    fn status(&self) -> &Status {
        &self.status
    }
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
            doubted: None,
            baseline: Baseline::default(),
            told: None,
            evidence: Evidence::new(parameters.line.evidence_bytes),
            closed: None,
            void_due: false,
            lines: Lines::new(parameters.line.longest_bytes),
            dialogue: Dialogue::new(&parameters),
            wish: None,
            launched: None,
            test: None,
            found_at: None,
            introduced: false,
            events: VecDeque::new(),
            answers: VecDeque::new(),
            outbox: VecDeque::new(),
            parameters,
        }
    }

    /// The port is closed, for this reason.
    fn port_closed(&mut self, code: FaultCode, now: Timestamp, detail: &str) {
        self.catch_up(now);
        self.lines.forget();
        self.dialogue.cut();
        self.outbox.clear();
        self.introduced = false;
        self.found_at = None;
        if self.status.link != LinkState::Lost {
            self.status.link = LinkState::Lost;
            self.unheard(code, detail.into(), now);
        }
        self.end_self_test(&Answer::NoReply);
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
                self.asked = self.asked.or(Some(LaunchRequest::new(None, now)));
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

    /// Asks the wheel for a technician. Questions wait for a moment at which they disturb no spin.
    pub fn ask(&mut self, question: Question, now: Timestamp) {
        self.dialogue.ask(question, ForWhom::Technician);
        self.drive(now);
    }

    /// The next answer to a technician's question.
    pub fn poll_answer(&mut self) -> Option<(Question, Answer)> {
        self.answers.pop_front()
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
                self.compare_bare_with_told(pocket);
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
        } else if reply.command == Order::Void.letter() && reply.body == "NO" && self.void_due {
            self.void_refused(now);
        }
        let playing = matches!(self.status.state(), Some(1..=5));
        if reply.command == 'F' && !expected && playing {
            for code in codes(&reply.body).unwrap_or_default() {
                let Some(fault) = code.fault() else { continue };
                self.fault(fault, Cure::StartedAgain, alloc::format!("the wheel reports fault {code}"), now);
            }
        }
    }

    /// Keeps what an answer says about the wheel, no matter who asked.
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
}
