//! A cabinet whose card tables are played at without card sources, a clock or a disk.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use croupier::cabinet::{Cabinet, Outcome, Terms};
use croupier::journal::Record;
use croupier::model::{
    BoxNumber, CardChoice, CardSourceEvent, CardWish, ChanceOrder, Choice, Command, DeckCount, Event, Input, Money, Offer, Order, Seat,
    StakeForm, TableNumber, TableOrder, TablePhase, TableView, Timestamp, Views, What, Who,
};

use super::processor::processor_time;

/// Takes every record that a play brings about, with the cabinet after it.
pub(crate) type Sink = Box<dyn FnMut(&Cabinet, Record)>;

/// The cabinet, its time, and what its steps took.
pub(crate) struct CardPlay {
    pub(crate) cabinet: Cabinet,
    at: Timestamp,
    drawn: u64,
    /// How long the steps took the processor in all.
    pub(crate) stepped: Duration,
    sink: Option<Sink>,
}

impl CardPlay {
    /// A cabinet whose card sources have just opened, and six seats with credit; every record goes to `sink`, where there is one.
    pub(crate) fn begin(terms: &Terms, mut sink: Option<Sink>) -> Self {
        let at = Timestamp::from_microseconds(1_000_000_000_000_000);
        let input = Input { number: 1, at, what: What::Event(Event::Terms { terms: terms.to_bytes() }) };
        let (cabinet, step) = Cabinet::begin(&input).expect("terms that were just made can be read");
        if let Some(sink) = &mut sink {
            sink(&cabinet, Record::bare(input, step.facts, terms.rules_sha256));
        }
        let mut play = Self { cabinet, at, drawn: 1, stepped: Duration::ZERO, sink };
        // Half of what a seat may have leaves room for what it stakes, loses and wins.
        let amount = Money::from_minor(terms.credit_most.minor() / 2);
        for seat in Seat::all() {
            let order = Order::CreditIn { seat, amount };
            play.step(What::Command(Command { who: Who::Attendant("attendant-1".into()), key: None, round: None, order }));
        }
        for table in play.tables() {
            play.step(What::Event(Event::Cards { table, event: CardSourceEvent::Opened }));
        }
        play
    }

    /// The card tables there are, those between players left out.
    pub(crate) fn tables(&self) -> Vec<TableNumber> {
        let tables = self.cabinet.card_wishes().into_iter().map(|(table, _)| table);
        tables.filter(|table| table.between_players().is_none()).collect()
    }

    /// What may be seen now.
    pub(crate) fn views(&self) -> Views {
        self.cabinet.views(self.cabinet.rules_view().into())
    }

    /// One input; a moment that has come before it is stepped first.
    fn step(&mut self, what: What) {
        let input = Input { number: self.cabinet.number() + 1, at: self.at, what };
        let began = processor_time();
        let outcome = self.cabinet.step(&input);
        self.stepped += processor_time() - began;
        match outcome {
            Outcome::Done(step) => {
                if let Some(sink) = &mut self.sink {
                    sink(&self.cabinet, Record::bare(input, step.facts, self.cabinet.terms().rules_sha256));
                }
            }
            Outcome::Overdue => {
                self.step(What::Event(Event::Wake));
                self.step(input.what);
            }
            other => panic!("the play is only asked for what is allowed: {other:?}"),
        }
    }

    fn order(&mut self, seat: Seat, table: TableNumber, order: TableOrder) {
        let order = Order::Table { table, order };
        self.step(What::Command(Command { who: Who::Seat(seat), key: None, round: None, order }));
    }

    /// One deal at this table, from its first stake to its settlement: so many seats have the least stake on their own boxes; at a machine
    /// its own seat plays.
    pub(crate) fn deal(&mut self, table: TableNumber, seats: usize) {
        self.go_on(table, TablePhase::Staking);
        let offer = self.view(table).offers[0];
        let players: Vec<(Seat, BoxNumber)> = match table.owner() {
            Some(owner) => vec![(owner, BoxNumber(1))],
            None => Seat::all().take(seats).map(|seat| (seat, BoxNumber(seat.number()))).collect(),
        };
        for (seat, place) in players {
            let stake = StakeForm { place, kind: offer.kind, amount: offer.least };
            self.order(seat, table, TableOrder::Stake(vec![stake]));
        }
        self.go_on(table, TablePhase::Paid);
    }

    /// How many boxes the table has.
    pub(crate) fn boxes(&self, table: TableNumber) -> usize {
        self.view(table).boxes.into()
    }

    /// Brings cards, decides and lets time pass until the table has come to this phase.
    fn go_on(&mut self, table: TableNumber, until: TablePhase) {
        loop {
            let views = self.views();
            let place = self.place(table);
            let view = &views.cabinet.tables[place];
            if view.phase == until {
                return;
            }
            if let Some(order) = self.cabinet.chance_orders().into_iter().find(|order| order.table == table) {
                self.draw(&order);
                continue;
            }
            match (self.cabinet.card_wishes()[place].1, view.turns.first()) {
                (CardWish::Ready, Some(turn)) => {
                    let choice = plays_on(&views.seats[turn.seat.index()].tables[place].offers);
                    self.order(turn.seat, table, TableOrder::Choose { turn: turn.turn, choice });
                }
                (CardWish::Ready, None) => self.wake(),
                (wish, _) => self.bring(table, &wish),
            }
        }
    }

    /// The place of this table among all.
    fn place(&self, table: TableNumber) -> usize {
        self.tables().iter().position(|other| *other == table).expect("the table stands")
    }

    fn view(&self, table: TableNumber) -> TableView {
        Arc::unwrap_or_clone(self.views().cabinet.tables.swap_remove(self.place(table)))
    }

    fn bring(&mut self, table: TableNumber, wish: &CardWish) {
        let number = wish.number().expect("an order has a number");
        let event = match wish {
            CardWish::Card { remaining, .. } => {
                let card = core::iter::repeat_with(|| self.word()).find_map(|word| remaining.pick(word));
                CardSourceEvent::Card { number, card: card.expect("words do not end") }
            }
            CardWish::Shuffle { deck, .. } => CardSourceEvent::Shuffled { number, count: DeckCount::complete(*deck) },
            other => panic!("a table that is only played at wants no {other:?}"),
        };
        self.step(What::Event(Event::Cards { table, event }));
    }

    fn draw(&mut self, order: &ChanceOrder) {
        let drawn = order.urn.draw(|| Ok::<u16, Infallible>(self.word()));
        let drawn = drawn.expect("words do not end");
        self.step(What::Event(Event::Drawn { table: order.table, number: order.number, drawn }));
    }

    /// A number that looks random and is the same in every run.
    fn word(&mut self) -> u16 {
        self.drawn = self.drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.drawn >> 48) as u16
    }

    fn wake(&mut self) {
        self.at = self.at.max(self.cabinet.outstanding().wake_at.expect("a table at which something lies waits for a moment"));
        self.step(What::Event(Event::Wake));
    }
}

/// The choice that neither gives a hand up nor buys anything for it; where there is none such, the first that is offered.
pub(crate) fn plays_on(offers: &[Offer]) -> Choice {
    let preferred = [Choice::Stand, Choice::Bet, Choice::Decline];
    let is_offered = |choice: &Choice| offers.iter().any(|offer| offer.kind == choice.kind());
    let first = |offers: &[Offer]| Choice::of(offers[0].kind, offers[0].least, CardChoice::default());
    preferred.into_iter().find(is_offered).unwrap_or_else(|| first(offers))
}
