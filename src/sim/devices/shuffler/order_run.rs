//! The course of an order: when something moves, what holds it, when it ends.

use super::behaviour::{Behaviour, Fault};
use super::memory::Order;
use crate::model::{Card, Span, Timestamp};
use crate::sim::chance::Chance;

/// How often a machine tries by itself to free a card, and how long each time takes.
const OWN_ATTEMPTS: u64 = 3;
const ATTEMPT: Span = Span::from_milliseconds(1_500);

/// Until then after the beginning nothing has moved.
const STILL: Span = Span::from_milliseconds(100);

/// How an order goes.
#[derive(Clone, Debug)]
pub(super) struct OrderRun {
    pub(super) order: Order,
    pub(super) faults: Vec<Fault>,
    began_at: Timestamp,
    /// From when on the machine tries to free a card.
    stuck_at: Option<Timestamp>,
    /// What it waits for, and from when to when.
    held: Option<(&'static str, Timestamp, Timestamp)>,
    /// How long it takes where nothing holds it.
    work: Span,
    /// How many cards are gone through; none where the order is for something else.
    cards: Option<u64>,
    pub(super) ends_at: Timestamp,
}

/// How an order stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Running { retries: u64, cards: Option<u64> },
    Held { by: &'static str, retries: u64 },
}

impl Phase {
    pub(super) fn in_words(&self) -> String {
        match self {
            Self::Running { retries, cards: None } => format!("RUN {retries}"),
            Self::Running { retries, cards: Some(cards) } => format!("RUN {retries} {cards}"),
            Self::Held { by, retries } => format!("HELD {by} {retries}{}", self.place()),
        }
    }

    /// Where the trouble is, as it stands behind what is said of it: a card sticks on its way out.
    pub(super) fn place(&self) -> &'static str {
        match self {
            Self::Held { by: "JAM", .. } => " EXIT",
            _ => "",
        }
    }

    pub(super) const fn retries(&self) -> u64 {
        match self {
            Self::Running { retries, .. } | Self::Held { retries, .. } => *retries,
        }
    }
}

impl OrderRun {
    pub(super) fn new(order: Order, now: Timestamp, faults: &[Fault], behaviour: &Behaviour, luck: &mut Chance) -> Self {
        let has = |fault| faults.contains(&fault);
        let deals = order.words[0] == "DEAL";
        let work = match order.words[0].as_str() {
            "DEAL" if has(Fault::Slow) => luck.milliseconds(25_000, 60_000),
            "DEAL" => Span::from_milliseconds(behaviour.deal_milliseconds),
            "TEST" => Span::from_milliseconds(5_000),
            _ => Span::from_milliseconds(behaviour.pack_milliseconds.saturating_mul(behaviour.packs.into())),
        };
        let cards = matches!(order.words[0].as_str(), "SHUFFLE" | "VERIFY").then(|| u64::from(behaviour.packs) * Card::COUNT as u64);
        let mut course =
            Self { order, faults: faults.to_vec(), began_at: now, stuck_at: None, held: None, work, cards, ends_at: now.after(work) };
        let half = Span::from_microseconds(work.microseconds() / 2);
        if deals && has(Fault::Jam) {
            let stuck_at = now.after(half);
            let given_up_at = (0..OWN_ATTEMPTS).fold(stuck_at, |at, _| at.after(ATTEMPT));
            course.stuck_at = Some(stuck_at);
            course.hold("JAM", given_up_at, luck.milliseconds(3_000, 15_000), half);
        } else if deals && has(Fault::JamFreed) {
            course.stuck_at = Some(now.after(half));
            course.ends_at = course.ends_at.after(ATTEMPT).after(ATTEMPT);
        } else if deals && has(Fault::DoorOpen) {
            course.hold("DOOR", now, luck.milliseconds(2_000, 8_000), work);
        } else if !deals && has(Fault::HopperEmpty) {
            course.hold("EMPTY", now, luck.milliseconds(5_000, 20_000), work);
        }
        course
    }

    fn hold(&mut self, by: &'static str, from: Timestamp, span: Span, rest: Span) {
        let until = from.after(span);
        self.held = Some((by, from, until));
        self.ends_at = until.after(rest);
    }

    pub(super) fn phase(&self, now: Timestamp) -> Phase {
        let attempts = self.stuck_at.map_or(0, |at| now.since(at).microseconds() / ATTEMPT.microseconds());
        let retries = attempts.min(OWN_ATTEMPTS);
        match self.held {
            Some((by, from, until)) if (from..until).contains(&now) => Phase::Held { by, retries },
            _ => Phase::Running { retries, cards: self.cards.map(|cards| self.gone_through(cards, now)) },
        }
    }

    /// How many of so many cards are gone through; each takes as long as any other.
    fn gone_through(&self, cards: u64, now: Timestamp) -> u64 {
        let work = self.work.microseconds().max(1);
        let done = work.saturating_sub(self.ends_at.since(now).microseconds());
        cards.saturating_mul(done) / work
    }

    /// Whether it is too late to call it off.
    pub(super) fn has_moved(&self, now: Timestamp) -> bool {
        match self.held {
            Some(("DOOR" | "EMPTY", _, until)) => now > until,
            _ => now.since(self.began_at) > STILL,
        }
    }
}
