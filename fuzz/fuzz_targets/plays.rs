//! Any sequence of plays against any card game: stakes, decisions, cards, faults, attendants and restarts in any order. Nothing panics, the
//! auditor has nothing to object to, and no seat gets back more than the rules' own most.
//!
//! Input: the first byte chooses the rules file, every two bytes after it are one play and its argument.
#![no_main]

use std::sync::LazyLock;

use croupier::cabinet::{Cabinet, CardTerms, Outcome, Terms};
use croupier::games::card_game::CardGame;
use croupier::games::roulette::Rules;
use croupier::model::{
    BoxNumber, Card, CardChoice, CardSourceEvent, CardWish, Choice, ChoiceKind, Command, DeckCount, Event, Fact, FaultCode, Input, Money,
    Offer, Order, OrderFailure, SEATS, Seat, Span, StakeForm, StakeKind, TableFact, TableNumber, TableOrder, Timestamp, Views, What, Who,
};
use croupier::profiles::{Kind, card_game_of, file_keys, game_of, list, load};
use croupier::sim::auditor::{Book, House, PayTable, TableRules};
use libfuzzer_sys::fuzz_target;

const TABLE: TableNumber = TableNumber(1);

/// A cabinet that has just begun, with the auditor's books of it.
#[derive(Clone)]
struct Night {
    cabinet: Cabinet,
    book: Book,
    game: CardGame,
    now: Timestamp,
    /// What each seat may get back from the deal at most.
    most: [Money; SEATS],
}

/// One for each rules file.
static BEGUN: LazyLock<Vec<Night>> =
    LazyLock::new(|| list(Kind::Rules).into_iter().filter(|name| game_of(name) != "roulette").map(|name| Night::begin(&name)).collect());

impl Night {
    fn begin(rules: &str) -> Self {
        let keys = file_keys(Kind::Rules, rules).expect("a shipped rules file");
        let game = card_game_of(game_of(rules), keys.clone()).expect("a shipped rules file");
        let wheel = load::<Rules>(Kind::Rules, "roulette/by").expect("a shipped rules file");
        let table = CardTerms { name: "Table".into(), rules_name: rules.into(), rules_sha256: [0; 32], game: game.clone() };
        let terms = Terms {
            rules_name: wheel.name,
            rules_sha256: wheel.sha256,
            roulette: wheel.value,
            currency: "XTS".into(),
            decimals: 2,
            chips: vec![Money::from_minor(1)],
            credit_most: Money::from_minor(100_000_000),
            files: Vec::new(),
            card_tables: vec![table],
        };
        let now = Timestamp::from_microseconds(1_000_000);
        let first = Input { number: 1, at: now, what: What::Event(Event::Terms { terms: terms.to_bytes() }) };
        let (cabinet, _) = Cabinet::begin(&first).expect("terms");
        let book = Book::new(House {
            table: PayTable::Full,
            step: 1,
            seat_most: 0,
            position_most: 0,
            exposure_most: 0,
            win_most: None,
            reopens: false,
            refunds: false,
            no_spins_most: 1,
            card_tables: vec![TableRules::read(game_of(rules), &keys).expect("the auditor reads a shipped rules file")],
        });
        let mut night = Self { cabinet, book, game, now, most: [Money::ZERO; SEATS] };
        for seat in Seat::all() {
            night.step(What::Command(attendant(Order::CreditIn { seat, amount: Money::from_minor(10_000) })));
        }
        night.source(CardSourceEvent::Opened);
        night
    }

    fn views(&self) -> Views {
        self.cabinet.views(self.cabinet.rules_view().into())
    }

    fn wish(&self) -> CardWish {
        self.cabinet.card_wishes()[0].1
    }

    /// Steps the input, with whatever moment has come before it.
    fn step(&mut self, what: What) {
        loop {
            let input = Input { number: self.cabinet.number() + 1, at: self.now, what: what.clone() };
            match self.cabinet.step(&input) {
                Outcome::Done(step) => return self.audit(&input, &step.facts),
                Outcome::Overdue => self.step(What::Event(Event::Wake)),
                Outcome::Refused(_) | Outcome::Repeated { .. } => return,
            }
        }
    }

    fn audit(&mut self, input: &Input, facts: &[Fact]) {
        let audited = self.book.enter(input, facts);
        let audited = audited.and_then(|()| self.book.enter_wishes(input.number, &self.cabinet.card_wishes()));
        audited.unwrap_or_else(|objection| panic!("{objection}: {input:?} {facts:?}"));
        for fact in facts {
            let Fact::Table { fact, .. } = fact else { continue };
            match fact {
                TableFact::Closed { .. } => {
                    let lying = self.views().cabinet.tables.remove(0).stakes;
                    for seat in Seat::all() {
                        let own: Vec<_> = lying.iter().filter(|stake| stake.seat == seat).copied().collect();
                        self.most[seat.index()] = self.game.rules().return_most(&own);
                    }
                }
                TableFact::Settled { settlement, .. } => {
                    for seat in Seat::all() {
                        let (returned, most) = (settlement.returned_to(seat), self.most[seat.index()]);
                        assert!(returned <= most, "seat {seat} got {returned} back, and {most} is the most");
                    }
                }
                _ => {}
            }
        }
    }

    fn source(&mut self, event: CardSourceEvent) {
        self.step(What::Event(Event::Cards { table: TABLE, event }));
    }

    fn at_table(&mut self, who: Who, order: TableOrder) {
        self.step(What::Command(Command { who, key: None, round: None, order: Order::Table { table: TABLE, order } }));
    }

    fn play(&mut self, play: u8, argument: u8) {
        let number = self.wish().number().unwrap_or(u64::from(argument));
        let card = Card::from_index(usize::from(argument) % Card::COUNT).expect("one of 52");
        let seat = Seat::all().nth(usize::from(argument) % SEATS).expect("one of six");
        match play % 32 {
            0..=11 => self.bring(argument),
            12..=17 => self.decide(argument),
            18..=20 => self.stake(seat, argument),
            21 => self.at_table(Who::Seat(seat), TableOrder::Repeat),
            22 => self.at_table(Who::Seat(seat), TableOrder::TakeBack((argument > 127).then_some(BoxNumber(argument % 8)))),
            23 | 24 => self.wake(),
            25 => self.source(CardSourceEvent::Unasked { card: (argument < 240).then_some(card) }),
            26 => self.source(CardSourceEvent::Card { number, card }),
            27 => {
                let why = OrderFailure::ALL[usize::from(argument) % OrderFailure::ALL.len()];
                self.source(CardSourceEvent::Failed { number, why });
            }
            28 => self.fault(argument),
            29 => self.attend(argument),
            30 => self.restart(),
            _ => self.wild(seat, argument),
        }
    }

    /// The source does what is wanted of it; where nothing is, time passes.
    fn bring(&mut self, argument: u8) {
        match self.wish() {
            CardWish::Shuffle { number, packs } => self.source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(packs) }),
            CardWish::Card { number, remaining, .. } => {
                let left: Vec<Card> = Card::all().filter(|card| remaining.count(*card) > 0).collect();
                if let Some(card) = left.get(usize::from(argument) % left.len().max(1)) {
                    self.source(CardSourceEvent::Card { number, card: *card });
                }
            }
            _ => self.wake(),
        }
    }

    fn wake(&mut self) {
        if let Some(moment) = self.cabinet.outstanding().wake_at {
            self.now = self.now.max(moment);
            self.step(What::Event(Event::Wake));
        }
    }

    fn decide(&mut self, argument: u8) {
        let views = self.views();
        let Some(turn) = views.cabinet.tables[0].turn else { return self.bring(argument) };
        let offers = &views.seats[turn.seat.index()].tables[0].offers;
        // Nobody has a choice while the table stands still.
        let Some(offer) = offers.get(usize::from(argument) % offers.len().max(1)) else { return self.attend(argument) };
        let choice = choice(offer, argument);
        self.at_table(Who::Seat(turn.seat), TableOrder::Choose { turn: turn.turn, choice });
    }

    fn stake(&mut self, seat: Seat, argument: u8) {
        let offers = self.views().cabinet.tables[0].offers.clone();
        let ante = 2 * (1 + i64::from(argument / 16));
        let forms = offers.iter().enumerate().filter(|(nth, _)| *nth == 0 || (argument >> (nth % 6)) & 1 == 1).map(|(_, offer)| {
            let amount = match offer.kind {
                StakeKind::Bet => ante * 2,
                StakeKind::Bonus => ante / 2,
                _ => ante,
            };
            let place = BoxNumber(if argument > 200 { argument % 8 } else { seat.number() });
            StakeForm { place, kind: offer.kind, amount: Money::from_minor(amount) }
        });
        let forms = forms.collect();
        self.at_table(Who::Seat(seat), TableOrder::Stake(forms));
    }

    fn fault(&mut self, argument: u8) {
        let code = FaultCode::ALL[usize::from(argument) % FaultCode::ALL.len()];
        match argument / 64 {
            0 => self.source(CardSourceEvent::Fault { code, detail: String::new() }),
            1 => self.source(CardSourceEvent::FaultCleared(code)),
            2 => self.source(if argument % 2 == 0 { CardSourceEvent::Closed } else { CardSourceEvent::Opened }),
            _ => self.source(CardSourceEvent::CutCard),
        }
    }

    fn attend(&mut self, argument: u8) {
        let order = match argument / 32 {
            0 => TableOrder::Hold { reason: String::new() },
            1..=3 => TableOrder::Resume,
            4 => TableOrder::Void { reason: String::new(), new_shoe: argument % 2 == 0 },
            5 => TableOrder::Shuffle,
            _ => TableOrder::MissedBox(BoxNumber(argument % 8)),
        };
        self.at_table(Who::Attendant("Ada".into()), order);
    }

    fn restart(&mut self) {
        self.cabinet = Cabinet::from_bytes(&self.cabinet.to_bytes()).expect("a checkpoint is read back");
        self.step(What::Event(Event::Started { version: String::new() }));
        self.source(CardSourceEvent::Opened);
    }

    /// A choice out of turn, or one that was not offered, or an amount that nobody can stake.
    fn wild(&mut self, seat: Seat, argument: u8) {
        let amount = [0, -1, i64::MAX, i64::MIN, 1, 100_000_000_000_000][usize::from(argument) % 6];
        let choice = [Choice::Hit, Choice::Split, Choice::Exchange(CardChoice(argument)), Choice::Insure(Money::from_minor(amount))];
        let turn = self.views().cabinet.tables[0].turn.map_or(1, |turn| turn.turn);
        if argument % 2 == 0 {
            self.at_table(Who::Seat(seat), TableOrder::Choose { turn, choice: choice[usize::from(argument) % 4] });
        } else {
            let kind = [StakeKind::Main, StakeKind::Ante, StakeKind::Player, StakeKind::Split][usize::from(argument) % 4];
            let form = StakeForm { place: BoxNumber(seat.number()), kind, amount: Money::from_minor(amount) };
            self.at_table(Who::Seat(seat), TableOrder::Stake(vec![form, form]));
        }
    }
}

fn choice(offer: &Offer, argument: u8) -> Choice {
    match offer.kind {
        ChoiceKind::Hit => Choice::Hit,
        ChoiceKind::Stand => Choice::Stand,
        ChoiceKind::Double => Choice::Double,
        ChoiceKind::DoubleBlind => Choice::DoubleBlind,
        ChoiceKind::Split => Choice::Split,
        ChoiceKind::Surrender => Choice::Surrender,
        ChoiceKind::EvenMoney => Choice::EvenMoney,
        ChoiceKind::Insure => Choice::Insure(if argument > 127 { offer.most } else { offer.least }),
        ChoiceKind::Decline => Choice::Decline,
        ChoiceKind::Follow => Choice::Follow,
        ChoiceKind::Fold => Choice::Fold,
        ChoiceKind::Bet => Choice::Bet,
        ChoiceKind::Exchange => Choice::Exchange(CardChoice(((1 << offer.cards) - 1) << (argument % 2))),
        ChoiceKind::SixthCard => Choice::SixthCard,
        ChoiceKind::BuyGame => Choice::BuyGame,
    }
}

fn attendant(order: Order) -> Command {
    Command { who: Who::Attendant("Ada".into()), key: None, round: None, order }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((rules, plays)) = bytes.split_first() else { return };
    let mut night = BEGUN[usize::from(*rules) % BEGUN.len()].clone();
    for play in plays.chunks_exact(2) {
        night.now = night.now.after(Span::from_milliseconds(100));
        night.play(play[0], play[1]);
    }
    let views = night.views();
    night.book.compare(night.cabinet.number(), &views.official).unwrap_or_else(|objection| panic!("{objection}"));
});
