//! The shuffle machine as seen from the cabinet: wishes go in, requests and events come out.

use alloc::format;
use alloc::string::String;

use super::order::{Deed, Job, Order};
use super::parameters::Parameters;
use super::status::{Progress, State, Status};
use super::troubles::Cure;
use super::words::{Answer, Objection, OrderState, Request, split_sequence};
use crate::model::{Card, CardSourceEvent, DeckCount, FaultCode, OrderFailure, OrderNumber, Timestamp};
use crate::sensing::card_source::{CardDialect, Source, SourceOf};
use crate::sensing::{CardSourceMachine, LinkState};

/// How many sequence numbers there are.
const SEQUENCES: u16 = 1_000;

/// A request with the number that its answer has too.
#[derive(Clone, Copy, Debug)]
pub struct Numbered {
    sequence: u16,
    request: Request,
}

/// A shuffle machine, driven as a [`SerialMachine`](crate::sensing::SerialMachine).
#[derive(Clone, Debug)]
pub struct Shuffler {
    source: SourceOf<Self>,
    parameters: Parameters,
    sequence: u16,
    job: Option<Job>,
}

impl CardDialect for Shuffler {
    type Question = Numbered;
    type Cure = Cure;
    type Status = Status;

    const NAME: &'static str = "shuffle machine";
    const CALLED: &'static str = "the machine";
    const HEARD: Cure = Cure::Heard;

    fn source(&self) -> &SourceOf<Self> {
        &self.source
    }

    fn source_mut(&mut self) -> &mut SourceOf<Self> {
        &mut self.source
    }

    fn understand(&mut self, body: &str, now: Timestamp) -> bool {
        self.take_answer(body, Answer::parse, now)
    }

    fn understand_without_card(&mut self, body: &str, now: Timestamp) -> bool {
        self.take_answer(body, Answer::parse_without_card, now)
    }

    fn question_of(body: &str) -> Option<Numbered> {
        let (sequence, words) = split_sequence(body, 'Q')?;
        Some(Numbered { sequence, request: Request::parse(words)? })
    }

    fn is_first(question: &Numbered) -> bool {
        question.request == Request::Identify
    }

    fn overheard(&mut self, question: &Numbered) {
        let Some(id) = question.request.order() else { return };
        let order = if let Request::Do(_, order) = question.request { Some(order) } else { None };
        let known = self.job.take().filter(|job| self.source.id(job.number) == id);
        let mut job = known.unwrap_or_else(|| Job::new(id.number, order));
        job.called_off |= order.is_none();
        self.source.host = id.host;
        self.job = Some(job);
    }

    fn act(&mut self, now: Timestamp) {
        // What is wanted stands in what was overheard.
        if !self.source.is_overheard {
            self.take_up(now);
        }
        self.watch(now);
    }

    fn question(&mut self) -> (Numbered, String) {
        let request = self.next_request();
        self.sequence = (self.sequence + 1) % SEQUENCES;
        (Numbered { sequence: self.sequence, request }, request.body(self.sequence))
    }

    fn due(&self) -> Option<Timestamp> {
        let job = self.job.as_ref().filter(|_| !self.source.troubles.stands(FaultCode::CardSourceStalled));
        job.and_then(|job| job.due(&self.parameters.limits))
    }

    fn forget(&mut self) {
        if let Some(job) = &mut self.job {
            job.running_since = None;
        }
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
        let source = Source::new(host, parameters.line, parameters.asking.common());
        Self { source, parameters, sequence: 0, job: None }
    }

    // What comes in.

    /// Takes in a body whose words are an answer as `parse` reads them; says whether it could be understood.
    fn take_answer(&mut self, body: &str, parse: fn(&str) -> Option<Answer>, now: Timestamp) -> bool {
        let Some((sequence, words)) = split_sequence(body, 'A') else { return false };
        // An answer to an earlier request, which was answered or given up, is no answer to this one.
        let Some(Numbered { request, .. }) = self.source.asked().filter(|asked| asked.sequence == sequence) else { return true };
        let Some(answer) = parse(words).filter(|answer| self.fits(answer, request)) else { return false };
        self.source.answered(|_| true);
        self.source.pause(0, now);
        self.source.heard(Cure::Heard);
        self.answer(answer, now);
        true
    }

    /// Whether this can be the answer to what was asked.
    fn fits(&self, answer: &Answer, request: &Request) -> bool {
        match answer {
            Answer::Identity(_) => *request == Request::Identify,
            Answer::Status { .. } => *request == Request::Status,
            Answer::Job(id, told) => request.order() == Some(*id) && self.is_end_of_its_kind(told),
            Answer::No(id, _) => request.order() == Some(*id),
        }
    }

    /// Whether an order of this kind can stand so: a card is no end of a shuffle.
    fn is_end_of_its_kind(&self, told: &OrderState) -> bool {
        let Some(order) = self.job.as_ref().and_then(|job| job.order) else { return true };
        match told {
            OrderState::Run { cards: Some(_), .. } => order.deck().is_some(),
            OrderState::Run { cards: None, .. } | OrderState::Held { .. } | OrderState::Failed(_) => true,
            OrderState::Card(_) => matches!(order.deed, Deed::Deal { .. }),
            OrderState::Shuffled(_) => matches!(order.deed, Deed::Shuffle { .. }),
            OrderState::Counted(..) => matches!(order.deed, Deed::Verify { .. }),
            OrderState::Ejected => order.deed == Deed::Eject,
            OrderState::Tested { .. } => order.deed == Deed::SelfTest,
        }
    }

    fn answer(&mut self, answer: Answer, now: Timestamp) {
        match answer {
            Answer::Identity(identity) => self.source.status.line.identity = Some(identity),
            Answer::Status { state, retries, left, shoe, newest, place } => {
                self.source.is_known = true;
                self.source.status.state = Some(state);
                self.source.status.retries = retries;
                self.source.status.cards_left = left;
                self.source.status.shoe = shoe;
                self.source.status.newest = newest;
                self.source.status.place = place;
                self.source.troubles.state(state, retries, place);
                self.source.open_or_close(state != State::Service);
                self.source.idle(now);
            }
            Answer::Job(id, told) => self.told(id.number, told, now),
            Answer::No(id, objection) => self.objection(id.number, objection, now),
        }
    }

    fn told(&mut self, number: OrderNumber, told: OrderState, now: Timestamp) {
        match told {
            OrderState::Run { retries, cards } => {
                self.source.status.retries = retries;
                self.source.status.place = None;
                self.source.troubles.cure(Cure::OrderGoesOn);
                if let Some(job) = &mut self.job {
                    job.running_since = job.running_since.or(Some(now));
                    let said = cards.filter(|cards| job.is_to_be_said(*cards));
                    self.source.events.extend(said.map(|cards| CardSourceEvent::Shuffling { number, cards }));
                }
                self.source.pause(self.parameters.asking.running_milliseconds, now);
            }
            OrderState::Held { by, retries, place } => {
                self.source.status.retries = retries;
                self.source.status.place = place;
                self.source.troubles.held(by, retries, place);
                self.source.troubles.cure(Cure::OrderEnds);
                if let Some(job) = &mut self.job {
                    job.running_since = None;
                }
                self.source.pause(self.parameters.asking.running_milliseconds, now);
            }
            OrderState::Card(Some(card)) => self.end(CardSourceEvent::Card { number, card }),
            OrderState::Card(None) => drop(self.finish()),
            OrderState::Ejected => self.end(CardSourceEvent::Ejected { number }),
            OrderState::Failed(why) => self.fail(number, why),
            OrderState::Shuffled(count) => {
                self.counted(&count);
                self.source.troubles.cure(Cure::Shuffled);
                self.end(CardSourceEvent::Shuffled { number, count });
            }
            OrderState::Counted(count, hash) => {
                self.counted(&count);
                if self.contradicts(&count, hash) {
                    let detail = "the machine counted complete packs, and the hash of its cards is another".into();
                    self.source.troubles.raise(FaultCode::CardSourceDefect, Cure::CompleteCount, detail);
                    return self.fail(number, OrderFailure::Impossible);
                }
                self.end(CardSourceEvent::Counted { number, count });
            }
            OrderState::Tested { code } => {
                self.source.troubles.cure(Cure::TestPassed);
                if code != 0 {
                    self.source.troubles.raise(FaultCode::CardSourceDefect, Cure::TestPassed, format!("the self-test found {code}"));
                }
                self.end(CardSourceEvent::SelfTested { number, passed: code == 0 });
            }
        }
    }

    fn counted(&mut self, count: &DeckCount) {
        if let Some(deck) = self.job.as_ref().and_then(|job| job.order?.deck()) {
            self.source.troubles.counted(count, deck);
        }
    }

    /// Whether complete packs were counted whose hash is that of other cards: then one of the two is not true.
    fn contradicts(&self, count: &DeckCount, hash: Option<u32>) -> bool {
        let deck = self.job.as_ref().and_then(|job| job.order?.deck());
        deck.is_some_and(|deck| count.is_complete(deck) && hash.is_some_and(|hash| hash != hash_of_packs(deck.packs)))
    }

    fn objection(&mut self, number: OrderNumber, objection: Objection, now: Timestamp) {
        match objection {
            // A newer order, or another one of the same number, was done: what became of this one is forgotten.
            Objection::Old | Objection::Other => self.fail(number, OrderFailure::Unknown),
            // What runs there, and whether the machine is in service, its state will say.
            Objection::Busy | Objection::Service => {
                self.source.is_known = false;
                self.source.pause(self.parameters.asking.running_milliseconds, now);
            }
        }
    }

    fn fail(&mut self, number: OrderNumber, why: OrderFailure) {
        self.source.troubles.failed(why);
        self.end(CardSourceEvent::Failed { number, why });
    }

    /// An order has come to its end, which is told once.
    fn end(&mut self, end: CardSourceEvent) {
        if self.finish().is_some() {
            self.source.events.push_back(end);
        }
    }

    /// The order that is known is over.
    fn finish(&mut self) -> Option<Job> {
        let job = self.job.take()?;
        self.source.ended = self.source.ended.max(Some(job.number));
        self.source.troubles.cure(Cure::OrderGoesOn);
        self.source.troubles.cure(Cure::OrderEnds);
        // The state after it is asked for at once.
        self.source.is_known = false;
        Some(job)
    }

    // What goes out.

    /// Takes up what is wished, and gives up what is not wished any more.
    fn take_up(&mut self, now: Timestamp) {
        let wished = Order::of(&self.source.wish).filter(|order| !self.source.has_ended(order.number));
        if let Some(job) = &mut self.job {
            if job.called_off || wished.is_some_and(|order| order.number == job.number) {
                return;
            }
            job.called_off = true;
        } else if !self.source.is_known {
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
        if self.source.status.line.link == LinkState::Heard {
            self.source.pause(0, now);
        }
    }

    /// An order that an earlier run of this program gave, that goes on and that nobody wants any more.
    fn left_over(&self) -> Option<OrderNumber> {
        let newest = self.source.status.newest.filter(|newest| newest.progress != Progress::Done)?;
        let number = newest.order.number;
        (newest.order == self.source.id(number) && !self.source.has_ended(number)).then_some(number)
    }

    /// Says when an order takes too long. It is waited for all the same: a second order could bring a second card.
    fn watch(&mut self, now: Timestamp) {
        let due = self.job.as_ref().and_then(|job| job.due(&self.parameters.limits));
        if due.is_some_and(|due| due <= now) {
            let detail = "an order takes longer than it ever should";
            self.source.troubles.raise(FaultCode::CardSourceStalled, Cure::OrderEnds, detail.into());
        }
    }

    fn next_request(&self) -> Request {
        if self.source.status.line.identity.is_none() {
            return Request::Identify;
        }
        match &self.job {
            _ if !self.source.is_known => Request::Status,
            Some(Job { number, called_off: true, .. }) => Request::CallOff(self.source.id(*number)),
            Some(Job { number, order: Some(order), .. }) if self.source.opened == Some(true) => {
                Request::Do(self.source.id(*number), *order)
            }
            _ => Request::Status,
        }
    }
}

/// The hash of so many complete packs: the CRC-32 of how often each of the 52 cards is there. It says nothing of their order.
fn hash_of_packs(packs: u8) -> u32 {
    crc32fast::hash(&[packs; Card::COUNT])
}
