//! The shuffle machine as seen from the cabinet: wishes go in, requests and events come out.

use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::order::{Deed, Job, Order};
use super::parameters::Parameters;
use super::status::{Progress, State, Status};
use super::troubles::Cure;
use super::words::{Answer, Objection, Request, Told, split_sequence};
use crate::model::{CardSourceEvent, CardWish, DeckCount, FaultCode, OrderFailure, OrderNumber, Span, Timestamp};
use crate::sensing::frame::{Frames, Piece, frame};
use crate::sensing::troubles::Troubles;
use crate::sensing::words::OrderId;
use crate::sensing::{CardSourceMachine, LinkState, SerialMachine};

/// How many sequence numbers there are.
const SEQUENCES: u16 = 1_000;

/// A request that waits for its answer.
#[derive(Clone, Debug)]
struct Asked {
    request: Request,
    sequence: u16,
    sent_at: Timestamp,
    tries: u8,
    /// Whether something that cannot be understood has come since it was first sent.
    damaged: bool,
}

/// A shuffle machine, driven as a [`SerialMachine`].
#[derive(Clone, Debug)]
pub struct Shuffler {
    parameters: Parameters,
    host: u32,
    frames: Frames,
    /// Whether the port is open.
    is_open: bool,
    /// Whether the machine's state was asked for since it was last found.
    is_known: bool,
    sequence: u16,
    asked: Option<Asked>,
    /// Not before this is anything asked.
    pause_until: Option<Timestamp>,
    wish: CardWish,
    job: Option<Job>,
    /// The newest order whose end was told.
    ended: Option<OrderNumber>,
    /// Whether the source was said to be open; none before anything was said.
    opened: Option<bool>,
    troubles: Troubles<Cure>,
    status: Status,
    events: VecDeque<CardSourceEvent>,
    outbox: VecDeque<Vec<u8>>,
}

impl SerialMachine for Shuffler {
    type Wish = CardWish;
    type Event = CardSourceEvent;
    type Status = Status;

    const NAME: &'static str = "shuffle machine";

    fn wish(&mut self, wish: CardWish, now: Timestamp) {
        self.wish = wish;
        self.drive(now);
    }

    fn received(&mut self, bytes: &[u8], now: Timestamp) {
        for piece in self.frames.feed(bytes) {
            match piece {
                Piece::Frame(body) => self.body(&body, now),
                Piece::Damaged => self.damaged(),
            }
        }
        self.drive(now);
    }

    fn device_found(&mut self, now: Timestamp) {
        self.frames.forget();
        self.is_open = true;
        self.start_anew(now);
        self.status.link = LinkState::Unknown;
        self.drive(now);
    }

    fn device_lost(&mut self, now: Timestamp, detail: &str) {
        self.frames.forget();
        self.outbox.clear();
        self.is_open = false;
        self.start_anew(now);
        self.status.link = LinkState::Lost;
        self.troubles.raise(FaultCode::CardSourceLost, Cure::Heard, detail.into());
        self.drive(now);
    }

    fn wake(&mut self, now: Timestamp) {
        self.drive(now);
    }

    fn next_wake(&self) -> Option<Timestamp> {
        let stalled = self.job.as_ref().filter(|_| !self.troubles.stands(FaultCode::CardSourceStalled));
        let stalled = stalled.and_then(|job| job.due(&self.parameters.limits));
        let ask = self.is_open.then(|| self.asked.as_ref().map_or(self.pause_until, |asked| Some(self.answer_due(asked))));
        [stalled, ask.flatten()].into_iter().flatten().min()
    }

    fn poll_send(&mut self) -> Option<Vec<u8>> {
        self.outbox.pop_front()
    }

    fn poll_event(&mut self) -> Option<CardSourceEvent> {
        self.events.pop_front()
    }

    fn status(&self) -> &Status {
        &self.status
    }

    fn recorded(line: &[u8]) -> String {
        super::recorded(line)
    }
}

impl CardSourceMachine for Shuffler {
    type Parameters = Parameters;

    fn asked_by(host: u32, parameters: Parameters) -> Self {
        Self::new(parameters, host)
    }

    fn baud(parameters: &Parameters) -> u32 {
        parameters.line.baud
    }
}

impl Shuffler {
    /// A machine of this kind, of which nothing is known yet. `host` names the journal of the cabinet that asks: two that could ever
    /// meet the same machine must not have the same one.
    #[must_use]
    pub fn new(parameters: Parameters, host: u32) -> Self {
        Self {
            host,
            frames: Frames::new(parameters.line.longest_bytes),
            is_open: false,
            is_known: false,
            sequence: 0,
            asked: None,
            pause_until: None,
            wish: CardWish::Ready,
            job: None,
            ended: None,
            opened: None,
            troubles: Troubles::none(),
            status: Status::default(),
            events: VecDeque::new(),
            outbox: VecDeque::new(),
            parameters,
        }
    }

    // What comes in.

    fn damaged(&mut self) {
        self.status.damaged_frames += 1;
        if let Some(asked) = &mut self.asked {
            asked.damaged = true;
        }
    }

    fn body(&mut self, body: &str, now: Timestamp) {
        let Some((sequence, words)) = split_sequence(body, 'A') else { return self.damaged() };
        // An answer to an earlier request, which was answered or given up, is no answer to this one.
        if self.asked.as_ref().is_none_or(|asked| asked.sequence != sequence) {
            return;
        }
        let Some(answer) = Answer::parse(words).filter(|answer| self.fits(answer)) else { return self.damaged() };
        self.asked = None;
        self.pause_until = None;
        self.status.answers += 1;
        self.status.link = LinkState::Heard;
        self.troubles.cure(Cure::Heard);
        self.answer(answer, now);
    }

    /// Whether this can be the answer to what was asked.
    fn fits(&self, answer: &Answer) -> bool {
        let Some(asked) = &self.asked else { return false };
        match answer {
            Answer::Identity(_) => asked.request == Request::Identify,
            Answer::Status { .. } => asked.request == Request::Status,
            Answer::Job(id, told) => asked.request.order() == Some(*id) && self.is_end_of_its_kind(told),
            Answer::No(id, _) => asked.request.order() == Some(*id),
        }
    }

    /// Whether an order of this kind can stand so: a card is no end of a shuffle.
    fn is_end_of_its_kind(&self, told: &Told) -> bool {
        let Some(order) = self.job.as_ref().and_then(|job| job.order) else { return true };
        match told {
            Told::Run { cards: Some(_), .. } => order.packs().is_some(),
            Told::Run { cards: None, .. } | Told::Held { .. } | Told::Failed(_) => true,
            Told::Card(_) => matches!(order.deed, Deed::Deal { .. }),
            Told::Shuffled(_) => matches!(order.deed, Deed::Shuffle { .. }),
            Told::Counted(_) => matches!(order.deed, Deed::Verify { .. }),
            Told::Ejected => order.deed == Deed::Eject,
            Told::Tested { .. } => order.deed == Deed::SelfTest,
        }
    }

    fn answer(&mut self, answer: Answer, now: Timestamp) {
        match answer {
            Answer::Identity(identity) => self.status.identity = Some(identity),
            Answer::Status { state, retries, left, shoe, newest } => {
                self.is_known = true;
                self.status.state = Some(state);
                self.status.retries = retries;
                self.status.cards_left = left;
                self.status.shoe = shoe;
                self.status.newest = newest;
                self.troubles.state(state, retries);
                self.open_or_close(state);
                self.pause(self.parameters.asking.idle_milliseconds, now);
            }
            Answer::Job(id, told) => self.told(id.number, told, now),
            Answer::No(id, objection) => self.objection(id.number, objection, now),
        }
    }

    fn open_or_close(&mut self, state: State) {
        let opened = state != State::Service;
        if self.opened.replace(opened) != Some(opened) {
            self.events.push_back(if opened { CardSourceEvent::Opened } else { CardSourceEvent::Closed });
        }
    }

    fn told(&mut self, number: OrderNumber, told: Told, now: Timestamp) {
        match told {
            Told::Run { retries, cards } => {
                self.status.retries = retries;
                self.troubles.cure(Cure::OrderGoesOn);
                if let Some(job) = &mut self.job {
                    job.running_since = job.running_since.or(Some(now));
                    let said = cards.filter(|cards| job.is_to_be_said(*cards));
                    self.events.extend(said.map(|cards| CardSourceEvent::Shuffling { number, cards }));
                }
                self.pause(self.parameters.asking.running_milliseconds, now);
            }
            Told::Held { by, retries } => {
                self.status.retries = retries;
                self.troubles.held(by, retries);
                self.troubles.cure(Cure::OrderEnds);
                if let Some(job) = &mut self.job {
                    job.running_since = None;
                }
                self.pause(self.parameters.asking.running_milliseconds, now);
            }
            Told::Card(card) => self.end(CardSourceEvent::Card { number, card }),
            Told::Ejected => self.end(CardSourceEvent::Ejected { number }),
            Told::Failed(why) => self.fail(number, why),
            Told::Shuffled(count) => {
                self.counted(&count);
                self.troubles.cure(Cure::Shuffled);
                self.end(CardSourceEvent::Shuffled { number, count });
            }
            Told::Counted(count) => {
                self.counted(&count);
                self.end(CardSourceEvent::Counted { number, count });
            }
            Told::Tested { code } => {
                self.troubles.cure(Cure::TestPassed);
                if code != 0 {
                    self.troubles.raise(FaultCode::CardSourceDefect, Cure::TestPassed, format!("the self-test found {code}"));
                }
                self.end(CardSourceEvent::SelfTested { number, passed: code == 0 });
            }
        }
    }

    fn counted(&mut self, count: &DeckCount) {
        if let Some(packs) = self.job.as_ref().and_then(|job| job.order?.packs()) {
            self.troubles.counted(count, packs);
        }
    }

    fn objection(&mut self, number: OrderNumber, objection: Objection, now: Timestamp) {
        match objection {
            // A newer order, or another one of the same number, was done: what became of this one is forgotten.
            Objection::Old | Objection::Other => self.fail(number, OrderFailure::Unknown),
            // What runs there, and whether the machine is in service, its state will say.
            Objection::Busy | Objection::Service => {
                self.is_known = false;
                self.pause(self.parameters.asking.running_milliseconds, now);
            }
        }
    }

    fn fail(&mut self, number: OrderNumber, why: OrderFailure) {
        self.troubles.failed(why);
        self.end(CardSourceEvent::Failed { number, why });
    }

    /// An order has come to its end, which is told once.
    fn end(&mut self, end: CardSourceEvent) {
        let Some(job) = self.job.take() else { return };
        self.ended = self.ended.max(Some(job.number));
        self.troubles.cure(Cure::OrderGoesOn);
        self.troubles.cure(Cure::OrderEnds);
        // The state after it is asked for at once.
        self.is_known = false;
        self.events.push_back(end);
    }

    // What goes out.

    /// Nothing is known to be as it was.
    fn start_anew(&mut self, now: Timestamp) {
        self.asked = None;
        self.pause_until = Some(now);
        self.is_known = false;
        self.status.identity = None;
        if let Some(job) = &mut self.job {
            job.running_since = None;
        }
    }

    fn pause(&mut self, milliseconds: u64, now: Timestamp) {
        self.pause_until = Some(now.after(Span::from_milliseconds(milliseconds)));
    }

    fn answer_due(&self, asked: &Asked) -> Timestamp {
        asked.sent_at.after(Span::from_milliseconds(self.parameters.asking.reply_milliseconds))
    }

    /// Does what is due.
    fn drive(&mut self, now: Timestamp) {
        self.take_up(now);
        self.watch(now);
        if self.is_open {
            self.ask_again(now);
            if self.asked.is_none() && self.pause_until.is_none_or(|until| until <= now) {
                let request = self.next_request();
                self.sequence = (self.sequence + 1) % SEQUENCES;
                self.send(Asked { request, sequence: self.sequence, sent_at: now, tries: 0, damaged: false }, now);
            }
        }
        self.events.extend(self.troubles.changes());
    }

    /// Takes up what is wished, and gives up what is not wished any more.
    fn take_up(&mut self, now: Timestamp) {
        let wished = Order::of(&self.wish).filter(|order| self.ended.is_none_or(|ended| order.number > ended));
        if let Some(job) = &mut self.job {
            if job.called_off || wished.is_some_and(|order| order.number == job.number) {
                return;
            }
            job.called_off = true;
        } else if !self.is_known {
            // The machine may still be at an order of an earlier run of this program.
            return;
        } else if let Some(number) = self.left_over().filter(|number| wished.is_none_or(|order| order.number != *number)) {
            self.job = Some(Job::new(number, None));
        } else if let Some(order) = wished {
            self.job = Some(Job::new(order.number, Some(order)));
            if !order.is_possible(&self.parameters.packs) {
                return self.fail(order.number, OrderFailure::Impossible);
            }
        } else {
            return;
        }
        // What is wanted now need not wait for the next question.
        if self.status.link == LinkState::Heard {
            self.pause_until = Some(now);
        }
    }

    /// An order that an earlier run of this program gave, that goes on and that nobody wants any more.
    fn left_over(&self) -> Option<OrderNumber> {
        let newest = self.status.newest.filter(|newest| newest.progress != Progress::Done)?;
        let is_new = self.ended.is_none_or(|ended| newest.order.number > ended);
        (newest.order.host == self.host && is_new).then_some(newest.order.number)
    }

    /// Says when an order takes too long. It is waited for all the same: a second order could bring a second card.
    fn watch(&mut self, now: Timestamp) {
        let due = self.job.as_ref().and_then(|job| job.due(&self.parameters.limits));
        if due.is_some_and(|due| due <= now) {
            let detail = "an order takes longer than it ever should";
            self.troubles.raise(FaultCode::CardSourceStalled, Cure::OrderEnds, detail.into());
        }
    }

    /// Sends a request again that was not answered in time, or gives it up.
    fn ask_again(&mut self, now: Timestamp) {
        let Some(asked) = self.asked.take() else { return };
        if self.answer_due(&asked) > now {
            self.asked = Some(asked);
        } else if asked.tries < self.parameters.asking.tries {
            self.status.repeated_requests += 1;
            self.send(asked, now);
        } else {
            self.give_up(asked.damaged, now);
        }
    }

    fn give_up(&mut self, damaged: bool, now: Timestamp) {
        self.start_anew(now);
        self.status.link = LinkState::Silent;
        self.pause(self.parameters.asking.retry_milliseconds, now);
        let tries = self.parameters.asking.tries;
        let (code, what) = match damaged {
            true => (FaultCode::CardSourceGarbled, "cannot be understood"),
            false => (FaultCode::CardSourceLost, "does not answer"),
        };
        self.troubles.raise(code, Cure::Heard, format!("the machine {what}; it was asked {tries} times"));
    }

    fn send(&mut self, asked: Asked, now: Timestamp) {
        self.outbox.push_back(frame(&asked.request.body(asked.sequence)));
        self.pause_until = None;
        self.asked = Some(Asked { sent_at: now, tries: asked.tries + 1, ..asked });
    }

    fn next_request(&self) -> Request {
        if self.status.identity.is_none() {
            return Request::Identify;
        }
        let id = |number| OrderId { host: self.host, number };
        match &self.job {
            _ if !self.is_known => Request::Status,
            Some(Job { number, called_off: true, .. }) => Request::CallOff(id(*number)),
            Some(Job { number, order: Some(order), .. }) if self.opened == Some(true) => Request::Do(id(*number), *order),
            _ => Request::Status,
        }
    }
}
