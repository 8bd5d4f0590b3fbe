//! A cabinet that plays by itself in virtual time, and what a journal would record of it. For tests of the journal's tools.

use croupier::cabinet::{Cabinet, Outcome};
use croupier::configuration::terms_of;
use croupier::journal::{Entry, Record};
use croupier::model::{
    Bet, BetKind, Command, Event, Fact, FaultCode, Input, Money, Numbers, Order, POCKETS, Pocket, Position, Resumption, Seat, Span, Stake,
    Timestamp, What, WheelEvent, WheelHappening, WheelWish, Who,
};
use croupier::profiles::load_cabinet;

/// What a seat stakes in a round on each of its numbers.
const STAKE: Money = Money::from_minor(200);
/// What a seat buys when its credit runs low.
const BUY: Money = Money::from_minor(100_000);

/// A cabinet with its records.
pub(crate) struct Table {
    cabinet: Cabinet,
    entries: Vec<Entry>,
}

impl Table {
    /// A new cabinet with the demo's terms, its wheel running.
    pub(crate) fn begin() -> Self {
        let file = load_cabinet("demo").expect("the demo's files are good");
        let terms = terms_of(&file).expect("the demo's files fit together").to_bytes();
        let input = Input { number: 1, at: Timestamp::from_microseconds(1), what: What::Event(Event::Terms { terms }) };
        let (cabinet, step) = Cabinet::begin(&input).expect("it brings the terms");
        let mut table = Self { cabinet, entries: Vec::new() };
        table.record(input, step.facts);
        table.wheel(None, WheelHappening::Opened, Vec::new());
        table
    }

    /// The records since this was asked last.
    pub(crate) fn take_entries(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.entries)
    }

    /// Plays one round to its end: every seat stakes on three numbers of its own, the ball falls into `pocket`.
    pub(crate) fn play(&mut self, pocket: Pocket) {
        for seat in Seat::all() {
            self.bet(seat);
        }
        while !matches!(self.cabinet.outstanding().wheel, WheelWish::Launch(_)) {
            self.wake();
        }
        let WheelWish::Launch(spin) = self.cabinet.outstanding().wheel else { unreachable!("it was waited for") };
        self.wheel(Some(spin), WheelHappening::BallLaunched, Vec::new());
        self.wheel(Some(spin), WheelHappening::NoMoreBets, Vec::new());
        self.wheel(Some(spin), WheelHappening::Result(pocket), evidence(pocket));
        let round = self.cabinet.round();
        while self.cabinet.round() == round {
            self.wake();
        }
    }

    /// An attendant stops the table and lets it go on.
    pub(crate) fn hold(&mut self) {
        for order in [Order::Hold { reason: "Chip on the rotor".to_owned() }, Order::Resume(Resumption::Continue)] {
            self.command(Command { who: Who::Attendant("attendant-1".to_owned()), key: None, round: None, order });
        }
    }

    /// An attendant opens a shift, or closes it, with this cash.
    pub(crate) fn shift(&mut self, order: fn(Money) -> Order, cash: i64) {
        self.attend(order(Money::from_minor(cash)));
    }

    /// An attendant orders this.
    pub(crate) fn attend(&mut self, order: Order) {
        self.command(Command { who: Who::Attendant("attendant-1".to_owned()), key: None, round: None, order });
    }

    /// The wheel contradicts the result of its newest spin, with these lines.
    pub(crate) fn dispute(&mut self, spin: u64, lines: &str) {
        let happening = WheelHappening::Fault { code: FaultCode::ResultDisputed, detail: "another number".to_owned() };
        self.wheel(Some(spin), happening, lines.as_bytes().to_vec());
    }

    /// The wheel says that this fault has come.
    pub(crate) fn fault(&mut self, code: FaultCode) {
        self.wheel(None, WheelHappening::Fault { code, detail: "seen".to_owned() }, Vec::new());
    }

    /// The wheel says that this fault is over.
    pub(crate) fn fault_over(&mut self, code: FaultCode) {
        self.wheel(None, WheelHappening::FaultCleared(code), Vec::new());
    }

    /// The program is started again.
    pub(crate) fn start(&mut self) {
        self.take(
            Span::from_seconds(1),
            What::Event(Event::Started {
                version: "of a test".to_owned(),
                wall: None,
                unproved_after: None,
                practice: Event::PRACTICE,
                identity: None,
            }),
        );
    }

    fn bet(&mut self, seat: Seat) {
        let official = self.cabinet.views(std::sync::Arc::new(self.cabinet.rules_view())).official;
        if official.seats[seat.index()].credit < BUY {
            let who = Who::Attendant("attendant-1".to_owned());
            self.command(Command { who, key: None, round: None, order: Order::CreditIn { seat, amount: BUY } });
        }
        let round = self.cabinet.round();
        let number = |place: u64| ((round * 7 + place * 11 + u64::from(seat.number()) * 5) % POCKETS as u64) as u8;
        let stake = |place: u64| {
            let position = Position { kind: BetKind::Straight, numbers: Numbers::NONE.with(number(place)) };
            Bet::Simple(Stake { position, amount: STAKE })
        };
        let order = Order::Place { bets: (0..3).map(stake).collect() };
        self.command(Command { who: Who::Seat(seat), key: Some(format!("{round:016x}-{seat}")), round: Some(round), order });
    }

    fn command(&mut self, command: Command) {
        self.take(Span::from_milliseconds(100), What::Command(command));
    }

    fn wheel(&mut self, spin: Option<u64>, happening: WheelHappening, evidence: Vec<u8>) {
        let event = WheelEvent { spin, happening, evidence };
        self.take(Span::from_milliseconds(500), What::Event(Event::Wheel(event)));
    }

    fn wake(&mut self) {
        let wake_at = self.cabinet.outstanding().wake_at.expect("a table at play waits for a moment");
        self.take(wake_at.since(self.cabinet.at()), What::Event(Event::Wake));
    }

    fn take(&mut self, after: Span, what: What) {
        let input = Input { number: self.cabinet.number() + 1, at: self.cabinet.at().after(after), what };
        match self.cabinet.step(&input) {
            Outcome::Done(step) => self.record(input, step.facts),
            other => panic!("{input:?} was not carried out: {other:?}"),
        }
    }

    fn record(&mut self, input: Input, facts: Vec<Fact>) {
        let (number, at) = (input.number, input.at);
        let terms_sha256 = self.cabinet.terms().rules_sha256;
        let payload = Record::bare(input, facts, terms_sha256).encode();
        self.entries.push(Entry { number, at, round: self.cabinet.round(), payload });
    }
}

/// What forty seconds of a wheel's status lines look like.
fn evidence(pocket: Pocket) -> Vec<u8> {
    let line = |half: usize| {
        let state = 2 + half / 20;
        format!("{}.{:03} < *X;{state};{:03};{:2};0;{};1\n", half / 2, half % 2 * 500 + half % 7, half, pocket.number(), 158 + half % 5)
    };
    (0..80).flat_map(|half| line(half).into_bytes()).collect()
}
