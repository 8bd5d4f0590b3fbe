//! One deal of every card game, and at each of its steps in turn: the program is killed, the card source fails in every way it can, the
//! players fall silent. The deal comes to its end or every stake comes back, as the rules say, and the books balance.

use croupier::cabinet::{Cabinet, CardTerms, Outcome, Terms};
use croupier::games::course::RestartInDeal;
use croupier::games::roulette::Rules;
use croupier::model::*;
use croupier::profiles::{Kind, card_game_of, file_keys, game_of, list, load};
use croupier::sim::auditor::{Book, House, PayTable, TableRules};

const TABLE: TableNumber = TableNumber(1);

/// More steps than any of these deals takes.
const STEPS_MOST: usize = 400;

/// What happens at one step.
#[derive(Clone, Debug)]
enum Interruption {
    /// The program is killed and started again.
    Kill,
    /// Nobody decides any more.
    Silence,
    /// The card source says this; the number of an order is filled in.
    Says(CardSourceEvent),
    /// The order comes to this end.
    Fails(OrderFailure),
    /// The ordered card is one that has come as often as the packs hold it.
    WrongCard,
}

/// How a deal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Settled,
    Voided,
}

/// A cabinet with one card table, and the auditor who looks on.
struct Table {
    cabinet: Cabinet,
    book: Book,
    now: Timestamp,
    end: Option<End>,
    is_silent: bool,
    is_interrupted: bool,
    decisions: usize,
}

impl Table {
    fn begin(rules: &str) -> Self {
        let keys = file_keys(Kind::Rules, rules).expect("a shipped rules file");
        let game = card_game_of(game_of(rules), keys.clone()).expect("a shipped rules file");
        let card_tables = vec![TableRules::read(game_of(rules), &keys).expect("the auditor reads a shipped rules file")];
        let wheel = load::<Rules>(Kind::Rules, "roulette/by").expect("a shipped rules file");
        let terms = Terms {
            rules_name: wheel.name,
            rules_sha256: wheel.sha256,
            roulette: wheel.value,
            currency: "XTS".into(),
            decimals: 2,
            chips: vec![Money::from_minor(1)],
            credit_most: Money::from_minor(100_000_000),
            files: Vec::new(),
            card_tables: vec![CardTerms { name: "Table".into(), rules_name: rules.into(), rules_sha256: [0; 32], game }],
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
            card_tables,
        });
        Self { cabinet, book, now, end: None, is_silent: false, is_interrupted: false, decisions: 0 }
    }

    fn views(&self) -> Views {
        self.cabinet.views(self.cabinet.rules_view().into())
    }

    fn wish(&self) -> CardWish {
        self.cabinet.card_wishes()[0].1
    }

    /// Steps the input, with whatever moment has come before it; the auditor objects to nothing.
    fn step(&mut self, what: What) {
        loop {
            let input = Input { number: self.cabinet.number() + 1, at: self.now, what: what.clone() };
            match self.cabinet.step(&input) {
                Outcome::Done(step) => return self.audit(&input, &step.facts),
                Outcome::Overdue => self.step(What::Event(Event::Wake)),
                Outcome::Refused(refusal) => panic!("{input:?} was refused: {refusal:?}"),
                Outcome::Repeated { .. } => panic!("no command has a key"),
            }
        }
    }

    fn audit(&mut self, input: &Input, facts: &[Fact]) {
        let audited = self.book.enter(input, facts);
        let audited = audited.and_then(|()| self.book.enter_wishes(input.number, &self.cabinet.card_wishes()));
        audited.unwrap_or_else(|objection| panic!("{objection}: {input:?} {facts:?}"));
        for fact in facts {
            match fact {
                Fact::Table { fact: TableFact::Settled { .. }, .. } => self.end = Some(End::Settled),
                Fact::Table { fact: TableFact::Voided { .. }, .. } => self.end = Some(End::Voided),
                _ => {}
            }
        }
    }

    fn source(&mut self, event: CardSourceEvent) {
        self.step(What::Event(Event::Cards { table: TABLE, event }));
    }

    fn order(&mut self, who: Who, order: Order) {
        self.step(What::Command(Command { who, key: None, round: None, order }));
    }

    fn attendant(&mut self, order: TableOrder) {
        self.order(Who::Attendant("Ada".into()), Order::Table { table: TABLE, order });
    }

    /// The two seats buy in and stake; the second one dark, where the game knows that.
    fn stake(&mut self) {
        self.source(CardSourceEvent::Opened);
        let offers = self.views().cabinet.tables[0].offers.clone();
        for seat in Seat::all().take(2) {
            self.order(Who::Attendant("Ada".into()), Order::CreditIn { seat, amount: Money::from_minor(1_000_000) });
            let is_wanted = |kind: StakeKind| match kind {
                StakeKind::Bet | StakeKind::Insurance => seat.number() == 2,
                _ => true,
            };
            let ante = 100 * i64::from(seat.number());
            let amount = |kind: StakeKind| match kind {
                StakeKind::Bet => 2 * ante,
                StakeKind::Bonus => ante / 2,
                _ => ante,
            };
            let kinds = offers.iter().map(|offer| offer.kind).filter(|kind| is_wanted(*kind));
            let place = BoxNumber(seat.number());
            let forms = kinds.map(|kind| StakeForm { place, kind, amount: Money::from_minor(amount(kind)) }).collect();
            self.order(Who::Seat(seat), Order::Table { table: TABLE, order: TableOrder::Stake(forms) });
        }
    }

    /// The next thing that has to happen happens.
    fn go_on(&mut self) {
        let table = self.views().cabinet.tables.remove(0);
        if table.hold.is_some() {
            return self.mend(&table);
        }
        match self.wish() {
            CardWish::Shuffle { number, packs } => self.source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(packs) }),
            CardWish::Card { number, remaining, .. } => {
                let card = nth_card(&remaining, number);
                self.source(CardSourceEvent::Card { number, card });
            }
            _ if table.turn.is_some() && !self.is_silent => self.decide(),
            _ => {
                let moment = self.cabinet.outstanding().wake_at.expect("the table waits for something");
                self.now = self.now.max(moment);
                self.step(What::Event(Event::Wake));
            }
        }
    }

    /// Whoever's turn it is takes one of the choices offered, another kind each time.
    fn decide(&mut self) {
        let views = self.views();
        let turn = views.cabinet.tables[0].turn.expect("it is somebody's turn");
        let offers = &views.seats[turn.seat.index()].tables[0].offers;
        let offer = offers[self.decisions * 3 % offers.len()];
        self.decisions += 1;
        let choice = match offer.kind {
            ChoiceKind::Hit => Choice::Hit,
            ChoiceKind::Stand => Choice::Stand,
            ChoiceKind::Double => Choice::Double,
            ChoiceKind::DoubleBlind => Choice::DoubleBlind,
            ChoiceKind::Split => Choice::Split,
            ChoiceKind::Surrender => Choice::Surrender,
            ChoiceKind::EvenMoney => Choice::EvenMoney,
            ChoiceKind::Insure => Choice::Insure(offer.most),
            ChoiceKind::Decline => Choice::Decline,
            ChoiceKind::Follow => Choice::Follow,
            ChoiceKind::Fold => Choice::Fold,
            ChoiceKind::Bet => Choice::Bet,
            ChoiceKind::Exchange => Choice::Exchange(CardChoice((1 << offer.cards) - 1)),
            ChoiceKind::SixthCard => Choice::SixthCard,
            ChoiceKind::BuyGame => Choice::BuyGame,
        };
        let order = Order::Table { table: TABLE, order: TableOrder::Choose { turn: turn.turn, choice } };
        self.order(Who::Seat(turn.seat), order);
    }

    /// The table is made to go on: the source shows itself, its faults end, the attendant has looked.
    fn mend(&mut self, table: &TableView) {
        self.source(CardSourceEvent::Opened);
        let codes: Vec<FaultCode> = table.faults.iter().map(|fault| fault.code).collect();
        for code in codes {
            if code.remedy() == Remedy::Itself {
                self.source(CardSourceEvent::FaultCleared(code));
            }
        }
        if self.views().cabinet.tables[0].hold.is_some() {
            self.attendant(TableOrder::Resume);
        }
    }

    fn interrupt(&mut self, interruption: &Interruption) {
        self.is_interrupted = true;
        let number = self.wish().number();
        match interruption {
            Interruption::Silence => self.is_silent = true,
            Interruption::Kill => {
                let restored = Cabinet::from_bytes(&self.cabinet.to_bytes()).expect("a checkpoint is read back");
                assert!(restored == self.cabinet, "what is read back is what was written");
                let before = self.views();
                self.cabinet = restored;
                assert!(self.views() == before, "what is shown of it is what was shown");
                self.step(What::Event(Event::Started { version: "killed".into() }));
            }
            Interruption::Says(event) => self.source(event.clone()),
            Interruption::Fails(why) => {
                if let Some(number) = number {
                    self.source(CardSourceEvent::Failed { number, why: *why });
                }
            }
            Interruption::WrongCard => {
                if let CardWish::Card { number, remaining, .. } = self.wish()
                    && let Some(card) = Card::all().find(|card| remaining.count(*card) == 0)
                {
                    self.source(CardSourceEvent::Card { number, card });
                }
            }
        }
    }
}

/// A card that is left, another for each order.
fn nth_card(remaining: &Composition, number: u64) -> Card {
    let left: Vec<Card> = Card::all().filter(|card| remaining.count(*card) > 0).collect();
    left[(number as usize * 29 + 5) % left.len()]
}

/// What may become of the deal in whose step `at` this happens.
fn expected(interruption: &Interruption, table: &Table, rules: &str) -> Option<End> {
    let view = table.views().cabinet.tables.remove(0);
    let is_under_way = matches!(view.phase, TablePhase::Dealing | TablePhase::Shuffling);
    let is_dealing = view.phase == TablePhase::Dealing;
    let keys = file_keys(Kind::Rules, rules).expect("a shipped rules file");
    let game = card_game_of(game_of(rules), keys).expect("a shipped rules file");
    let is_card = matches!(table.wish(), CardWish::Card { to, .. } if to != CardPlace::Discard);
    let end = |is_void: bool| Some(if is_void { End::Voided } else { End::Settled });
    match interruption {
        Interruption::Kill => end(is_under_way && game.rules().course().restart_in_deal == RestartInDeal::Void),
        Interruption::Silence => end(false),
        Interruption::Fails(OrderFailure::CalledOff | OrderFailure::Impossible) => end(false),
        Interruption::Fails(_) => end(is_dealing && is_card),
        Interruption::WrongCard => {
            let is_there = matches!(table.wish(), CardWish::Card { remaining, .. } if Card::all().any(|card| remaining.count(card) == 0));
            end(is_dealing && is_card && is_there)
        }
        Interruption::Says(CardSourceEvent::Unasked { card: None }) => end(is_dealing),
        // It stays in play by some rules, makes the deal void by others, and the deck defective where it cannot be there.
        Interruption::Says(CardSourceEvent::Unasked { .. }) => None,
        Interruption::Says(_) => end(false),
    }
}

/// Plays the deal with the interruption at one step; whether the deal had that step.
fn play(rules: &str, at: usize, interruption: &Interruption) -> bool {
    let mut table = Table::begin(rules);
    table.stake();
    let mut may_be = None;
    for step in 0..STEPS_MOST {
        if step == at {
            may_be = expected(interruption, &table, rules);
            table.interrupt(interruption);
        }
        if let Some(end) = table.end {
            let views = table.views();
            table.book.compare(table.cabinet.number(), &views.official).unwrap_or_else(|objection| panic!("{objection}"));
            assert!(views.cabinet.tables[0].stakes.is_empty() || views.cabinet.tables[0].settlement.is_some());
            assert!(may_be.is_none_or(|expected| expected == end), "{rules}: {interruption:?} at step {at}: {end:?}");
            return table.is_interrupted;
        }
        table.go_on();
    }
    panic!("{rules}: {interruption:?} at step {at}: the deal does not come to its end: {:?}", table.views().cabinet.tables[0]);
}

fn interruptions() -> Vec<Interruption> {
    let ace = "As".parse().expect("the name of a card");
    let said = [
        CardSourceEvent::Closed,
        CardSourceEvent::Opened,
        CardSourceEvent::CutCard,
        CardSourceEvent::Unasked { card: Some(ace) },
        CardSourceEvent::Unasked { card: None },
        CardSourceEvent::Card { number: u64::MAX, card: ace },
        CardSourceEvent::Shuffled { number: u64::MAX, count: DeckCount::complete(1) },
        CardSourceEvent::Fault { code: FaultCode::CardJam, detail: "at the feed".into() },
        CardSourceEvent::Fault { code: FaultCode::CardSourceDefect, detail: "at the feed".into() },
    ];
    let said = said.into_iter().map(Interruption::Says);
    let failures = OrderFailure::ALL.into_iter().map(Interruption::Fails);
    [Interruption::Kill, Interruption::Silence, Interruption::WrongCard].into_iter().chain(said).chain(failures).collect()
}

#[test]
fn at_every_step_of_every_game_stakes_come_back_or_the_deal_is_finished() {
    let rules: Vec<String> = list(Kind::Rules).into_iter().filter(|name| game_of(name) != "roulette").collect();
    assert!(rules.len() >= 6, "the shipped card games");
    for name in rules {
        for interruption in interruptions() {
            let steps = (0..STEPS_MOST).take_while(|at| play(&name, *at, &interruption)).count();
            // Shuffle, the close of stakes and four cards are the least that a deal can be.
            assert!(steps >= 6, "{name}: {interruption:?} at {steps} steps only");
        }
    }
}
