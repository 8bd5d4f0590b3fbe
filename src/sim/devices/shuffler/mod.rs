//! A simulated shuffle machine: the answers a real one gives, at the times a real one takes, with the faults that machines, cards and
//! lines have.
//!
//! It keeps its shuffled packs to itself: nothing says which card comes next. Here never live: a clock, a port, and anything of
//! `sensing`: what reads these bytes shares no code with what makes them.

mod behaviour;
mod memory;
mod order_run;
mod truth;

pub use behaviour::{Behaviour, Fault, Per};
pub use truth::OrderTruth;

use std::collections::BTreeMap;

use memory::{Memory, Order};
use order_run::{OrderRun, Phase};

use crate::model::{Span, Timestamp};
use crate::sim::chance::Chance;
use crate::sim::devices::SimulatedDevice;
use crate::sim::devices::line::{Line, LineFault};
use crate::sim::devices::packs::{Defect, Packs};

/// A simulated shuffle machine. It has no clock: every call says what time it is, and times must not go backwards.
#[derive(Clone, Debug)]
pub struct SimulatedShuffler {
    behaviour: Behaviour,
    memory: Memory,
    packs: Packs,
    line: Line,
    luck: Chance,
    course: Option<OrderRun>,
    /// How often each kind of moment has come at which a fault may come.
    moments: BTreeMap<Per, u64>,
    /// Faults that came since the last order ended.
    faults: Vec<Fault>,
    gone_until: Option<Timestamp>,
    truth: Vec<OrderTruth>,
}

impl SimulatedDevice for SimulatedShuffler {
    type Truth = OrderTruth;

    fn received(&mut self, bytes: &[u8], now: Timestamp) {
        self.wake(now);
        if !self.connected() {
            return;
        }
        for body in self.line.bodies(bytes) {
            // What follows a failure of the power or the line is not heard.
            if !self.connected() {
                return;
            }
            let Some((sequence, words)) = body.strip_prefix('Q').and_then(|request| request.split_once(' ')) else { continue };
            let answer = self.answer(words, now);
            if let Some(words) = answer.filter(|_| self.connected()) {
                self.send(&format!("A{sequence} {words}"), now);
            }
        }
    }

    fn next_wake(&self) -> Option<Timestamp> {
        [self.gone_until, self.line.due(), self.course.as_ref().map(|course| course.ends_at)].into_iter().flatten().min()
    }

    fn wake(&mut self, now: Timestamp) {
        if self.gone_until.is_some_and(|until| until <= now) {
            self.gone_until = None;
        }
        self.line.wake(now);
        if self.course.as_ref().is_some_and(|course| course.ends_at <= now) {
            self.finish();
        }
    }

    fn poll_send(&mut self) -> Vec<u8> {
        if self.connected() { self.line.take() } else { Vec::new() }
    }

    fn connected(&self) -> bool {
        self.gone_until.is_none()
    }

    fn take_truth(&mut self) -> Vec<OrderTruth> {
        core::mem::take(&mut self.truth)
    }
}

impl SimulatedShuffler {
    /// A machine whose chances all come from `seed`. Its shuffles are a stream of their own: other faults or another host do not
    /// change how the cards lie.
    #[must_use]
    pub fn new(seed: u64, behaviour: Behaviour) -> Self {
        Self {
            memory: Memory::default(),
            packs: Packs::new(seed, behaviour.packs),
            line: Line::new(seed),
            luck: Chance::new(seed, 2),
            course: None,
            moments: BTreeMap::new(),
            faults: Vec::new(),
            gone_until: None,
            truth: Vec::new(),
            behaviour,
        }
    }

    /// The power fails and comes back after a while; what is remembered without power is remembered.
    pub fn lose_power(&mut self, now: Timestamp, span: Span) {
        if let Some(course) = self.course.take() {
            // Whether the card has come out in that moment, nobody has seen.
            let cards = if course.order.words.first().is_some_and(|word| word == "DEAL") { self.packs.deal(1) } else { Vec::new() };
            self.record(&course, "FAIL UNKNOWN".into(), cards);
        }
        self.pull(now, span);
    }

    /// The line is pulled out and comes back after a while; the machine goes on.
    pub fn pull(&mut self, now: Timestamp, span: Span) {
        self.line.clear();
        self.gone_until = Some(now.after(span));
    }

    // What the host asks.

    /// The answer to a request; none where it is not understood.
    fn answer(&mut self, words: &str, now: Timestamp) -> Option<String> {
        let words: Vec<&str> = words.split(' ').collect();
        match words.as_slice() {
            ["ID"] => Some(format!("ID 1 {} 1.0 SN0001", self.behaviour.model)),
            ["ST"] => Some(self.status(now)),
            ["OFF", id] => self.call_off(Order::new(id, &["OFF"])?, now),
            ["DO", id, deed @ ..] if is_deed(deed) => self.order(Order::new(id, deed)?, now),
            _ => None,
        }
    }

    fn status(&self, now: Timestamp) -> String {
        let phase = self.course.as_ref().map(|course| course.phase(now));
        let state = match (&phase, &self.course) {
            (Some(Phase::Held { by, .. }), _) => by,
            (Some(Phase::Running { .. }), Some(course)) if course.order.words[0] == "DEAL" => "DEALING",
            (Some(_), _) => "SHUFFLING",
            (None, _) if self.memory.shoe.is_some() => "READY",
            (None, _) => self.memory.defect.unwrap_or(if self.memory.is_verified { "VERIFIED" } else { "IDLE" }),
        };
        let retries = phase.as_ref().map_or(0, Phase::retries);
        let orders = self.memory.in_words(matches!(phase, Some(Phase::Held { .. })));
        let place = phase.as_ref().map_or("", Phase::place);
        format!("ST {state} {retries} {} {orders}{place}", self.packs.left())
    }

    fn call_off(&mut self, off: Order, now: Timestamp) -> Option<String> {
        if self.memory.is_newest(&off) {
            if self.course.as_ref().is_some_and(|course| !course.has_moved(now)) {
                let course = self.course.take()?;
                self.record(&course, "FAIL OFF".into(), Vec::new());
            }
            return Some(self.job(&off, now));
        }
        if let Some(objection) = self.objection(&off) {
            return Some(objection);
        }
        self.memory.begin(off.clone());
        self.memory.end("FAIL OFF".into());
        Some(self.job(&off, now))
    }

    fn order(&mut self, order: Order, now: Timestamp) -> Option<String> {
        if self.memory.is_newest(&order) {
            let is_same = self.memory.is_same(&order);
            return Some(if is_same { self.job(&order, now) } else { format!("NO {} OTHER", order.id()) });
        }
        if let Some(objection) = self.objection(&order) {
            return Some(objection);
        }
        // It is noted before anything moves.
        self.memory.begin(order.clone());
        self.begin(order.clone(), now);
        Some(self.job(&order, now))
    }

    fn objection(&self, order: &Order) -> Option<String> {
        let why = if self.course.is_some() {
            "BUSY"
        } else if self.memory.is_old(order) {
            "OLD"
        } else {
            return None;
        };
        Some(format!("NO {} {why}", order.id()))
    }

    /// How the newest order stands.
    fn job(&self, order: &Order, now: Timestamp) -> String {
        let how = match &self.course {
            Some(course) => course.phase(now).in_words(),
            None => self.memory.ending().to_owned(),
        };
        format!("JOB {} {how}", order.id())
    }

    // What is done.

    fn begin(&mut self, order: Order, now: Timestamp) {
        let words: Vec<&str> = order.words.iter().map(String::as_str).collect();
        let per = match words.as_slice() {
            ["DEAL", shoe, ..] => {
                let is_here = self.memory.shoe.as_ref().is_some_and(|own| own.host == order.host && own.number.to_string() == *shoe);
                let refusal = if !is_here { Some("FAIL SHOE") } else { (self.packs.left() == 0).then_some("FAIL EMPTY") };
                if let Some(refusal) = refusal {
                    return self.memory.end(refusal.into());
                }
                Per::Card
            }
            _ => {
                self.memory.shoe = None;
                Per::Shuffle
            }
        };
        let faults: Vec<Fault> = Fault::ALL.into_iter().filter(|fault| fault.per() == per && self.comes(*fault, per)).collect();
        *self.moments.entry(per).or_default() += 1;
        let course = OrderRun::new(order, now, &faults, &self.behaviour, &mut self.luck);
        self.faults.extend(&faults);
        if faults.contains(&Fault::PowerLost) {
            self.course = Some(course);
            let span = self.luck.milliseconds(2_000, 10_000);
            return self.lose_power(now, span);
        }
        self.course = Some(course);
    }

    /// An order has come to its end.
    fn finish(&mut self) {
        let Some(course) = self.course.take() else { return };
        let deed = course.order.words[0].clone();
        self.memory.is_verified = false;
        let (ending, cards) = match deed.as_str() {
            "DEAL" => self.dealt(&course),
            "SHUFFLE" | "VERIFY" => {
                let packs = course.order.words.get(1).and_then(|word| word.parse().ok()).unwrap_or(self.behaviour.packs);
                let count = self.packs.shuffle(packs, &course.faults.iter().filter_map(defect).collect::<Vec<_>>());
                let is_shuffle = deed == "SHUFFLE";
                self.memory.defect = count.defect();
                self.memory.shoe = (is_shuffle && count.defect().is_none()).then(|| course.order.clone());
                self.memory.is_verified = !is_shuffle && count.defect().is_none();
                let told = if is_shuffle { format!("SHUFFLED {count}") } else { format!("COUNTED {count} {:08X}", self.packs.hash()) };
                (told, Vec::new())
            }
            "EJECT" => {
                self.memory.defect = None;
                ("EJECTED".to_owned(), Vec::new())
            }
            _ => (format!("TESTED {}", if course.faults.contains(&Fault::Defect) { 7 } else { 0 }), Vec::new()),
        };
        self.record(&course, ending, cards);
    }

    /// What comes out for an order to deal.
    fn dealt(&mut self, course: &OrderRun) -> (String, Vec<Option<crate::model::Card>>) {
        let has = |fault| course.faults.contains(&fault);
        if has(Fault::DoubleFeed) {
            return ("FAIL DOUBLE".into(), self.packs.deal(2));
        }
        let cards = if has(Fault::DuplicateDealt) { self.packs.deal_again() } else { self.packs.deal(1) };
        let ending = match cards.first() {
            _ if has(Fault::Unreadable) => "FAIL UNREADABLE".into(),
            _ if has(Fault::Foreign) => "FAIL FOREIGN".into(),
            _ if has(Fault::DuplicateSeen) => "FAIL DUPLICATE".into(),
            Some(Some(card)) => format!("CARD {card}"),
            Some(None) => "FAIL FOREIGN".into(),
            None => "FAIL EMPTY".into(),
        };
        (ending, cards)
    }

    fn record(&mut self, course: &OrderRun, ending: String, cards: Vec<Option<crate::model::Card>>) {
        let faults = core::mem::take(&mut self.faults);
        self.truth.push(OrderTruth::new(&course.order, &ending, cards, faults, course.ends_at));
        self.memory.end(ending);
    }

    fn comes(&mut self, fault: Fault, per: Per) -> bool {
        let moment = self.moments.get(&per).copied().unwrap_or_default() + 1;
        self.behaviour.faults.comes(&mut self.luck, fault, moment)
    }

    /// Sends an answer, with what lines do to answers.
    fn send(&mut self, body: &str, now: Timestamp) {
        let faults: Vec<Fault> =
            Fault::ALL.into_iter().filter(|fault| fault.per() == Per::Answer && self.comes(*fault, Per::Answer)).collect();
        *self.moments.entry(Per::Answer).or_default() += 1;
        self.faults.extend(&faults);
        if faults.contains(&Fault::LineLost) {
            let span = self.luck.milliseconds(2_000, 20_000);
            return self.pull(now, span);
        }
        self.line.send(body, &faults.iter().filter_map(line_fault).collect::<Vec<_>>(), now);
    }
}

/// What a fault is to the packs.
const fn defect(fault: &Fault) -> Option<Defect> {
    Some(match fault {
        Fault::MissingCard => Defect::Missing,
        Fault::ExtraCard => Defect::Extra,
        Fault::SwappedCard => Defect::Swapped,
        Fault::ForeignInPack => Defect::Foreign,
        Fault::UnreadableInPack => Defect::Unreadable,
        _ => return None,
    })
}

/// What a fault is to the line.
const fn line_fault(fault: &Fault) -> Option<LineFault> {
    Some(match fault {
        Fault::Garbled => LineFault::Garbled,
        Fault::Cut => LineFault::Cut,
        Fault::Merged => LineFault::Merged,
        Fault::AnswerLost => LineFault::Lost,
        Fault::AnswerLate => LineFault::Late,
        Fault::Repeated => LineFault::Repeated,
        Fault::Noise => LineFault::Noise,
        _ => return None,
    })
}

fn is_deed(words: &[&str]) -> bool {
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    match words {
        ["DEAL", shoe, _place, "UP" | "DOWN"] => is_number(shoe),
        ["SHUFFLE" | "VERIFY", packs] => is_number(packs),
        ["EJECT" | "TEST"] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
