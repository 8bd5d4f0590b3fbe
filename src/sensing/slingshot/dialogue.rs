//! What is said to the wheel: one command at a time, repeated where it was refused or not answered, and given up in the end.

use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

use super::answer::Answer;
use super::message::Reply;
use super::parameters::{CommandTimes, Parameters};
use super::question::Question;
use super::self_test::SelfTestCode;
use super::status::Answering;
use crate::model::{Span, SpinNumber, Timestamp};

/// A command that changes what the wheel does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    PowerOn,
    PowerOff,
    Launch(SpinNumber),
    Void,
}

impl Order {
    pub(super) const fn line(self) -> &'static str {
        match self {
            Self::PowerOn => "*P 1",
            Self::PowerOff => "*P 0",
            Self::Launch(_) => "*u 1",
            Self::Void => "*R",
        }
    }

    pub(super) const fn letter(self) -> char {
        match self {
            Self::PowerOn | Self::PowerOff => 'P',
            Self::Launch(_) => 'u',
            Self::Void => 'R',
        }
    }
}

/// Where the newest order stands.
#[derive(Clone, Debug)]
struct Given {
    order: Order,
    tries: u8,
    /// When it is to be sent (again); `None` once it was agreed to or given up.
    due: Option<Timestamp>,
    /// When it was last sent, while nothing has come that answers it.
    unanswered_since: Option<Timestamp>,
}

/// A question that was sent.
#[derive(Clone, Debug)]
struct PendingQuestion {
    question: Question,
    for_whom: ForWhom,
    tries: u8,
    sent_at: Timestamp,
    until: Timestamp,
    codes: Vec<SelfTestCode>,
}

/// Who wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ForWhom {
    /// The technician who asked.
    Technician,
    /// The wheel's own status.
    Ourselves,
}

/// How long after a self-test code another one may follow.
const MORE_CODES: Span = Span::from_milliseconds(1_500);

/// What is being said to the wheel.
#[derive(Clone, Debug)]
pub(super) struct Dialogue {
    times: CommandTimes,
    poll_after: Span,
    given: Option<Given>,
    asked: Option<PendingQuestion>,
    waiting: VecDeque<(Question, ForWhom)>,
    answers: VecDeque<(Question, Answer, ForWhom)>,
    outbox: VecDeque<String>,
    polled_at: Option<Timestamp>,
    answering: Answering,
}

impl Dialogue {
    pub(super) fn new(parameters: &Parameters) -> Self {
        Self {
            times: parameters.commands,
            poll_after: Span::from_milliseconds(parameters.line.poll_after_milliseconds),
            given: None,
            asked: None,
            waiting: VecDeque::new(),
            answers: VecDeque::new(),
            outbox: VecDeque::new(),
            polled_at: None,
            answering: Answering::default(),
        }
    }

    /// How soon the wheel answers what is said to it.
    pub(super) const fn answering(&self) -> Answering {
        self.answering
    }

    /// The order that was given may not have been heard: where it is wanted still, it is given anew.
    pub(super) fn forget_order(&mut self) {
        self.given = None;
    }

    /// The port is gone: nothing that was sent will be answered.
    pub(super) fn cut(&mut self) {
        self.given = None;
        self.polled_at = None;
        self.outbox.clear();
        self.waiting.retain(|(_, for_whom)| *for_whom == ForWhom::Technician);
        if let Some(asked) = self.asked.take() {
            self.answers.push_back((asked.question, Answer::NoReply, asked.for_whom));
        }
    }

    pub(super) fn ask(&mut self, question: Question, for_whom: ForWhom) {
        if question.is_sound() {
            self.waiting.push_back((question, for_whom));
        } else {
            self.answers.push_back((question, Answer::NotNow, for_whom));
        }
    }

    /// The self-test that the cabinet wanted is not asked for any more, where it was not yet.
    pub(super) fn forget_self_test(&mut self) {
        self.waiting.retain(|waiting| *waiting != (Question::SelfTest, ForWhom::Ourselves));
    }

    pub(super) fn next_answer(&mut self) -> Option<(Question, Answer, ForWhom)> {
        self.answers.pop_front()
    }

    pub(super) fn next_line(&mut self) -> Option<String> {
        self.outbox.pop_front()
    }

    /// Whether the self-test or the calibration runs, which nothing may disturb.
    pub(super) fn is_testing(&self) -> bool {
        self.asked.as_ref().is_some_and(|asked| asked.question.takes_minutes())
    }

    /// Gives the order that is wanted now. The same order wanted again is the same order: it is not begun anew.
    pub(super) fn order(&mut self, wanted: Option<Order>, now: Timestamp) {
        if self.given.as_ref().map(|given| given.order) != wanted {
            self.given = wanted.map(|order| Given { order, tries: 0, due: Some(now), unanswered_since: None });
        }
        let Some(given) = &mut self.given else { return };
        if given.due.is_none_or(|due| now < due) {
            return;
        }
        self.outbox.push_back(given.order.line().into());
        given.tries = given.tries.saturating_add(1);
        if given.unanswered_since.replace(now).is_some() {
            self.answering.repeated_questions += 1;
        }
        let again = match given.order {
            // The wheel is switched on and off for as long as it takes, but not in haste.
            Order::PowerOn | Order::PowerOff => Some(Span::from_seconds(self.times.power_retry_seconds)),
            Order::Launch(_) | Order::Void if given.tries >= self.times.tries => None,
            Order::Launch(_) | Order::Void => Some(Span::from_milliseconds(self.times.reply_milliseconds)),
        };
        given.due = again.map(|wait| now.after(wait));
    }

    /// Sends the next question, where the wheel's state allows one.
    pub(super) fn question(&mut self, off: bool, idle: bool, now: Timestamp) {
        self.time_out(now);
        if self.asked.is_some() {
            return;
        }
        let Some((question, for_whom)) = self.waiting.front().cloned() else { return };
        if question.only_when_off() && !off {
            self.waiting.pop_front();
            self.answers.push_back((question, Answer::NotNow, for_whom));
            return;
        }
        if !(off || idle) {
            return;
        }
        self.waiting.pop_front();
        self.send(question, for_whom, 1, now);
    }

    fn send(&mut self, question: Question, for_whom: ForWhom, tries: u8, now: Timestamp) {
        let wait = if question.takes_minutes() {
            Span::from_seconds(self.times.self_test_seconds)
        } else {
            Span::from_milliseconds(self.times.reply_milliseconds)
        };
        self.outbox.push_back(question.line());
        self.asked = Some(PendingQuestion { question, for_whom, tries, sent_at: now, until: now.after(wait), codes: Vec::new() });
    }

    fn time_out(&mut self, now: Timestamp) {
        if self.asked.as_ref().is_none_or(|asked| now < asked.until) {
            return;
        }
        let Some(asked) = self.asked.take() else { return };
        if !asked.codes.is_empty() {
            self.answers.push_back((asked.question, Answer::SelfTest(asked.codes), asked.for_whom));
        } else if asked.tries < self.times.tries && !asked.question.takes_minutes() {
            self.answering.repeated_questions += 1;
            self.send(asked.question, asked.for_whom, asked.tries + 1, now);
        } else {
            self.answers.push_back((asked.question, Answer::NoReply, asked.for_whom));
        }
    }

    /// Asks for a status line where none has come for a while.
    pub(super) fn poll(&mut self, heard_at: Timestamp, now: Timestamp) {
        if now >= self.next_poll(heard_at) {
            self.outbox.push_back("*X".into());
            self.polled_at = Some(now);
        }
    }

    pub(super) fn next_poll(&self, heard_at: Timestamp) -> Timestamp {
        self.polled_at.map_or(heard_at, |polled| polled.max(heard_at)).after(self.poll_after)
    }

    /// When something here has to be done again; `may_order` says whether orders may be sent now at all.
    pub(super) fn next_wake(&self, may_order: bool) -> Option<Timestamp> {
        let order = self.given.as_ref().filter(|_| may_order).and_then(|given| given.due);
        let question = self.asked.as_ref().map(|asked| asked.until);
        order.into_iter().chain(question).min()
    }

    /// Whether this order was sent at least once.
    pub(super) fn has_sent(&self, order: Order) -> bool {
        self.given.as_ref().is_some_and(|given| given.order == order && given.tries > 0)
    }

    /// Whether this order was agreed to, or sent so often that it is given up.
    pub(super) fn is_done_with(&self, order: Order) -> bool {
        self.given.as_ref().is_some_and(|given| given.order == order && given.due.is_none())
    }

    /// Takes in an answer of the wheel. Answers come late and between other lines; one that answers nothing is let pass.
    /// Says whether it was an answer to a question.
    pub(super) fn reply(&mut self, reply: &Reply, now: Timestamp) -> bool {
        if let Some(given) = &mut self.given
            && given.order.letter() == reply.command
            && given.tries > 0
        {
            if let Some(sent_at) = given.unanswered_since.take() {
                self.answering.answered(sent_at, now);
            }
            match (reply.body.as_str(), given.order) {
                ("OK", Order::Launch(_) | Order::Void) => given.due = None,
                ("NO" | "BUSY", Order::Launch(_) | Order::Void) => {
                    given.tries = 0;
                    given.due = Some(now.after(Span::from_milliseconds(self.times.retry_milliseconds)));
                }
                _ => {}
            }
        }
        let Some(asked) = &mut self.asked else { return false };
        let Some(answer) = Answer::of(&asked.question, reply) else { return reply.command == asked.question.letter() };
        match answer {
            // The self-test may give several codes, one a line.
            Answer::SelfTest(codes) => {
                asked.codes.extend(codes);
                asked.until = now.after(MORE_CODES);
            }
            // The calibration reports on its way; only its last line is the answer.
            Answer::Text(text) if asked.question == Question::Calibrate && !text.contains("Completed") && !text.contains("FAIL") => {}
            answer => {
                if let Some(asked) = self.asked.take() {
                    if !asked.question.takes_minutes() {
                        self.answering.answered(asked.sent_at, now);
                    }
                    self.answers.push_back((asked.question, answer, asked.for_whom));
                }
            }
        }
        true
    }
}
