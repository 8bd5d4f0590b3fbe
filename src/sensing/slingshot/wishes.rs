//! What is wanted of the wheel, and what is said to it for that.

use alloc::format;

use super::answer::Answer;
use super::dialogue::{ForWhom, Order};
use super::evidence::Worth;
use super::faults::WAITING;
use super::parameters::LaunchedBy;
use super::question::Question;
use super::spin::LaunchRequest;
use super::wheel::{WantedTest, Wheel};
use crate::model::{FaultCode, Finding, NoSpinReason, SpinNumber, Timestamp, WheelHappening, WheelWish};
use crate::sensing::LinkState;
use crate::sensing::capture::Direction;

/// The parameters whose values are read at the first contact.
const PARAMETERS_TO_READ: [char; 14] = ['d', 'c', 'p', 'q', 'k', 'i', 'j', 'r', 's', 't', 'n', 'm', 'h', 'z'];

impl Wheel {
    pub(super) fn launch(&mut self, number: SpinNumber, now: Timestamp) {
        if self.launched.is_some_and(|launched| launched >= number) {
            return;
        }
        self.launched = Some(number);
        self.asked = Some(LaunchRequest::new(Some(number), now));
        self.evidence.begin();
        let standing = self.faults.codes().find(|code| matches!(code, FaultCode::Sensor | FaultCode::Motor));
        if matches!(self.status.link, LinkState::Silent | LinkState::Lost) {
            self.lost("the wheel cannot be heard".into(), now);
        } else if let Some(code) = standing {
            if let Some(asked) = &mut self.asked {
                asked.failed = true;
            }
            let detail = format!("the wheel cannot spin while this stands: {}", code.meaning());
            self.prove(Some(number), WheelHappening::Fault { code, detail });
        }
    }

    /// No ball is wanted any more. A launch that was commanded and has not happened is voided.
    pub(super) fn cancel_launch(&mut self) {
        let Some(asked) = self.asked.take() else { return };
        if asked.commanded_at.is_some() {
            self.void();
        }
        if !asked.failed {
            self.baseline.episode();
            self.prove(asked.number, WheelHappening::NoSpin(NoSpinReason::CalledOff));
        }
        self.evidence.rest();
    }

    pub(super) fn call_off(&mut self) {
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

    /// The wheel is to test itself, for which it is switched off; no ball is wanted.
    pub(super) fn begin_self_test(&mut self, number: u32) {
        self.call_off();
        self.test = Some(WantedTest { number, is_asked: false });
        if self.status.link == LinkState::Lost {
            self.end_self_test(&Answer::NoReply);
        } else if self.parameters.launched_by == LaunchedBy::Dealer {
            self.end_self_test(&Answer::NotNow);
        }
    }

    /// Asks a wheel that is off for the self-test that is wanted, once.
    fn ask_for_self_test(&mut self) {
        let Some(test) = self.test.as_mut().filter(|test| !test.is_asked) else { return };
        test.is_asked = true;
        // One that was given up may run still: its answer is as good.
        if !self.dialogue.is_testing() {
            self.dialogue.ask(Question::SelfTest, ForWhom::Ourselves);
        }
    }

    /// Says what the wheel answered to the self-test that was asked for last.
    pub(super) fn end_self_test(&mut self, answer: &Answer) {
        let Some(WantedTest { number, .. }) = self.test.take() else { return };
        let finding = |code, detail: &str| alloc::vec![Finding { code, detail: detail.into() }];
        let findings = match answer {
            Answer::SelfTest(codes) => codes.iter().filter_map(|code| code.finding()).collect(),
            Answer::NoReply => finding(FaultCode::DeviceLost, "the wheel gave no answer to its self-test"),
            _ => finding(FaultCode::Stalled, "the wheel would not test itself"),
        };
        self.say(None, WheelHappening::SelfTested { number, findings });
    }

    /// The wheel has to be told that what runs is void.
    pub(super) fn void(&mut self) {
        if let Some(spin) = &mut self.spin {
            spin.voided = true;
        }
        self.void_due = self.wish.is_some() && self.parameters.launched_by == LaunchedBy::Wheel;
        if self.dialogue.is_done_with(Order::Void) {
            // What was said to the one before, if anything, is no answer to this one.
            self.dialogue.forget_order();
        }
    }

    /// The wheel refuses to void. One that waits for a game has none to void: it has lost the launch, or its ball ran and was not known for it, so the
    /// launch is commanded anew.
    pub(super) fn void_refused(&mut self, now: Timestamp) {
        if !matches!(self.status.state(), Some(1 | 2)) {
            return;
        }
        self.void_due = false;
        if self.faults.are_stalls() {
            self.launch_anew(now);
        }
    }

    /// Whether the launch that is wanted has stalled in a wheel that waits for the command, and nothing else is wrong with it.
    pub(super) fn may_launch_anew(&self) -> bool {
        let has_failed = self.asked.is_some_and(|asked| asked.failed && asked.number.is_some());
        let waits = self.status.state() == Some(WAITING) && self.parameters.launched_by == LaunchedBy::Wheel;
        has_failed && waits && self.faults.are_stalls()
    }

    /// The launch that is wanted is commanded as if it had not been, and has its whole time again.
    pub(super) fn launch_anew(&mut self, now: Timestamp) {
        self.void_due = false;
        self.asked = self.asked.map(|asked| LaunchRequest::new(asked.number, now));
    }

    /// Whether anything is said to this wheel: a capture is only listened to.
    pub(super) fn speaks(&self) -> bool {
        self.wish.is_some() && self.status.link != LinkState::Lost
    }

    /// The order that the wheel may be given now.
    pub(super) fn wanted(&self) -> Option<Order> {
        let state = self.status.state()?;
        let may = self.status.link == LinkState::Heard && self.parameters.launched_by == LaunchedBy::Wheel;
        if !may || self.dialogue.is_testing() {
            return None;
        }
        let launch = self.asked.filter(|asked| !asked.failed).and_then(|asked| asked.number);
        match (self.wish?, state) {
            (WheelWish::Off | WheelWish::SelfTest(_), 1..=5 | 7) => Some(Order::PowerOff),
            (WheelWish::Ready | WheelWish::Launch(_) | WheelWish::Void, 6) => Some(Order::PowerOn),
            (WheelWish::Off | WheelWish::SelfTest(_), _) | (_, 6) => None,
            _ if self.void_due => Some(Order::Void),
            (WheelWish::Launch(_), WAITING) => launch.map(Order::Launch),
            _ => None,
        }
    }

    /// From when on a status line is awaited.
    pub(super) fn poll_base(&self) -> Option<Timestamp> {
        if !self.speaks() {
            return None;
        }
        self.status.heard_at.max(self.found_at)
    }

    pub(super) fn drive(&mut self, now: Timestamp) {
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
        self.note_command(wanted);
        if self.void_due && self.dialogue.is_done_with(Order::Void) {
            self.void_due = false;
        }
        let state = self.status.state().filter(|_| heard);
        let idle = matches!(state, Some(1 | 2 | 5 | 7)) && !waiting_to_launch && !self.is_spinning();
        if state == Some(6) {
            self.ask_for_self_test();
        }
        self.dialogue.question(state == Some(6), idle, now);
        if let Some(base) = self.poll_base() {
            self.dialogue.poll(base, now);
        }
        self.pass_on(now);
    }

    /// Notes that the launch was commanded, and at which count: after silence the count says whether the ball has run unseen.
    fn note_command(&mut self, wanted: Option<Order>) {
        let Some(asked) = self.asked.as_mut().filter(|asked| asked.commanded_at.is_none()) else { return };
        if matches!(wanted, Some(Order::Launch(_))) && wanted.is_some_and(|order| self.dialogue.has_sent(order)) {
            asked.commanded_at = self.status.report.map(|report| report.counter);
        }
    }

    /// Reads what can be read without disturbing anything.
    pub(super) fn introduce(&mut self) {
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
    pub(super) fn pass_on(&mut self, now: Timestamp) {
        self.status.answering = self.dialogue.answering();
        while let Some((question, answer, for_whom)) = self.dialogue.next_answer() {
            match (for_whom, answer) {
                (ForWhom::Ourselves, answer) if question == Question::SelfTest => self.end_self_test(&answer),
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
