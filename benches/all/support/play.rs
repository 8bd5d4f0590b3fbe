//! A cabinet that is played at without a wheel, a clock or a disk: six seats bet, the ball falls, the round is paid.

use std::time::Instant;

use croupier::cabinet::{Cabinet, Outcome, Terms};
use croupier::journal::Record;
use croupier::model::{
    Bet, Command, Event, Input, Money, Order, Pocket, Seat, Span, Timestamp, What, WheelEvent, WheelHappening, WheelWish, Who,
};

/// What each seat's credit is filled up to before a round.
const CREDIT: i64 = 10_000_000;

/// Takes every record that a play brings about, with the cabinet after it and how long the step took in seconds.
pub(crate) type Sink = Box<dyn FnMut(&Cabinet, Record, f64)>;

/// The cabinet, its time and where its records go.
pub(crate) struct Play {
    cabinet: Cabinet,
    at: Timestamp,
    drawn: u64,
    sink: Sink,
}

impl Play {
    /// A cabinet with an open wheel, in its first round, that began at `at`.
    pub(crate) fn begin(terms: &Terms, at: Timestamp, sink: Sink) -> Self {
        let input = Input { number: 1, at, what: What::Event(Event::Terms { terms: terms.to_bytes() }) };
        let (cabinet, step) = Cabinet::begin(&input).expect("terms that were just made can be read");
        let mut play = Self { cabinet, at, drawn: 1, sink };
        let record = Record::bare(input, step.facts, terms.rules_sha256);
        (play.sink)(&play.cabinet, record, 0.0);
        play.wheel(None, WheelHappening::Opened, Vec::new());
        play
    }

    /// A number that looks random and is the same in every run.
    pub(crate) fn draw(&mut self) -> u64 {
        self.drawn = self.drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.drawn >> 24
    }

    /// One input.
    fn step(&mut self, what: What) -> Outcome {
        let input = Input { number: self.cabinet.number() + 1, at: self.at, what };
        let began = Instant::now();
        let outcome = self.cabinet.step(&input);
        let seconds = began.elapsed().as_secs_f64();
        if let Outcome::Done(step) = &outcome {
            let terms_sha256 = self.cabinet.terms().rules_sha256;
            (self.sink)(&self.cabinet, Record::bare(input, step.facts.clone(), terms_sha256), seconds);
        }
        outcome
    }

    fn must(&mut self, what: What) {
        let outcome = self.step(what);
        assert!(matches!(outcome, Outcome::Done(_)), "the play is only asked for what is allowed: {outcome:?}");
    }

    fn order(&mut self, who: Who, round: Option<u64>, order: Order) {
        let (first, second) = (self.draw(), self.draw());
        let key = Some(format!("{first:016x}{second:016x}"));
        self.must(What::Command(Command { who, key, round, order }));
    }

    fn wheel(&mut self, spin: Option<u64>, happening: WheelHappening, evidence: Vec<u8>) {
        self.must(What::Event(Event::Wheel(WheelEvent { spin, happening, evidence })));
    }

    /// Puts every seat's credit at the same amount, so that no play runs dry or over.
    pub(crate) fn fill_up(&mut self) {
        for seat in Seat::all() {
            let credit = self.cabinet.views(Default::default()).seats[seat.index()].credit.minor();
            let order = match credit {
                CREDIT => continue,
                less if less < CREDIT => Order::CreditIn { seat, amount: Money::from_minor(CREDIT - less) },
                more => Order::CreditOut { seat, amount: Some(Money::from_minor(more - CREDIT)) },
            };
            self.order(Who::Attendant("attendant-1".into()), None, order);
        }
    }

    /// A whole round: each seat places `bets` at once, the ball runs and falls into `pocket`, the next round opens.
    pub(crate) fn round(&mut self, bets: &[Vec<Bet>], pocket: Pocket, evidence: Vec<u8>) {
        for (seat, bets) in Seat::all().zip(bets) {
            self.at = self.at.after(Span::from_milliseconds(500));
            self.order(Who::Seat(seat), Some(self.cabinet.round()), Order::Place { bets: bets.clone() });
        }
        self.wake();
        let WheelWish::Launch(spin) = self.cabinet.outstanding().wheel else { panic!("the ball is wanted when the countdown has ended") };
        self.at = self.at.after(Span::from_seconds(9));
        self.wheel(Some(spin), WheelHappening::BallLaunched, Vec::new());
        self.at = self.at.after(Span::from_seconds(4));
        self.wheel(Some(spin), WheelHappening::NoMoreBets, Vec::new());
        self.at = self.at.after(Span::from_seconds(26));
        self.wheel(Some(spin), WheelHappening::Result(pocket), evidence);
        self.wake();
    }

    fn wake(&mut self) {
        self.at = self.at.max(self.cabinet.outstanding().wake_at.unwrap_or(self.at));
        self.must(What::Event(Event::Wake));
    }
}
