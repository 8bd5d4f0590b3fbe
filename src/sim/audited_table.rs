//! A cabinet with one card table, and the auditor who looks on at every step.
//!
//! Here never lives: what happens next; whoever tries the table out says that.

use super::auditor::{Book, House, Objection, PayTable, TableRules};
use crate::cabinet::{Cabinet, CardTerms, Outcome, Terms};
use crate::games::roulette::Rules;
use crate::model::{
    CardSourceEvent, CardWish, Command, Event, Fact, Input, Money, OfficialView, Order, Refusal, Seat, TableNumber, TableOrder, TableView,
    Timestamp, Views, What, Who,
};
use crate::profiles::{Kind, card_game_of, file_keys, game_of, list, load};

/// The number of the only card table.
pub const TABLE: TableNumber = TableNumber(1);

/// The names of the shipped rules files of card games.
#[must_use]
pub fn card_rules() -> Vec<String> {
    list(Kind::Rules).into_iter().filter(|name| game_of(name) != "roulette").collect()
}

/// The cabinet, the auditor's books of it, and the time.
#[derive(Clone, Debug)]
pub struct AuditedTable {
    /// The cabinet.
    pub cabinet: Cabinet,
    /// When it is. Whoever plays moves it on; a moment that the cabinet waits for moves it too.
    pub now: Timestamp,
    book: Book,
    record: Vec<(Input, Vec<Fact>)>,
}

impl AuditedTable {
    /// A cabinet that has just begun, with a table under the shipped rules file of this name.
    ///
    /// # Panics
    /// Where there is no such file, or the auditor cannot read it.
    #[must_use]
    pub fn begin(rules: &str) -> Self {
        let keys = file_keys(Kind::Rules, rules).expect("a shipped rules file");
        let game = card_game_of(game_of(rules), keys.clone()).expect("a shipped rules file");
        let table = TableRules::read(game_of(rules), &keys).expect("the auditor reads a shipped rules file");
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
        let (cabinet, step) = Cabinet::begin(&first).expect("terms that were just written can be read");
        let book = Book::new(House { card_tables: vec![table], ..NO_WHEEL });
        Self { cabinet, now, book, record: vec![(first, step.facts)] }
    }

    /// What everybody sees.
    #[must_use]
    pub fn views(&self) -> Views {
        self.cabinet.views(self.cabinet.rules_view().into())
    }

    /// What everybody sees of the table.
    #[must_use]
    pub fn view(&self) -> TableView {
        self.views().cabinet.tables.remove(0)
    }

    /// What the table wants of its card source.
    #[must_use]
    pub fn wish(&self) -> CardWish {
        self.cabinet.card_wishes()[0].1
    }

    /// Every input that was stepped since this was asked last, with what came of it: what a journal would hold. The first one of all brings
    /// the terms.
    pub fn take_record(&mut self) -> Vec<(Input, Vec<Fact>)> {
        core::mem::take(&mut self.record)
    }

    /// Steps the input, with whatever moment has come before it.
    ///
    /// # Errors
    /// Why a command was refused.
    ///
    /// # Panics
    /// Where the auditor objects.
    pub fn step(&mut self, what: What) -> Result<(), Refusal> {
        loop {
            let input = Input { number: self.cabinet.number() + 1, at: self.now, what: what.clone() };
            match self.cabinet.step(&input) {
                Outcome::Done(step) => {
                    self.audit(input, step.facts);
                    return Ok(());
                }
                Outcome::Overdue => self.tell(Event::Wake),
                Outcome::Refused(refusal) => return Err(refusal),
                Outcome::Repeated { .. } => return Ok(()),
            }
        }
    }

    fn audit(&mut self, input: Input, facts: Vec<Fact>) {
        let audited = self.book.enter(&input, &facts);
        let audited = audited.and_then(|()| self.book.enter_wishes(input.number, &self.cabinet.card_wishes()));
        audited.unwrap_or_else(|objection| panic!("{objection}: {input:?} {facts:?}"));
        self.record.push((input, facts));
    }

    fn tell(&mut self, event: Event) {
        self.step(What::Event(event)).expect("an event is never refused");
    }

    /// Compares the books with what the officials are shown.
    ///
    /// # Errors
    /// What differs.
    pub fn compare(&self, view: &OfficialView) -> Result<(), Objection> {
        self.book.compare(self.cabinet.number(), view)
    }

    /// The card source says this.
    pub fn source(&mut self, event: CardSourceEvent) {
        self.tell(Event::Cards { table: TABLE, event });
    }

    /// Somebody orders something at the table.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn order(&mut self, who: Who, order: TableOrder) -> Result<(), Refusal> {
        self.step(What::Command(Command { who, key: None, round: None, order: Order::Table { table: TABLE, order } }))
    }

    /// The attendant puts credit on a seat.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn buy_in(&mut self, seat: Seat, amount: Money) -> Result<(), Refusal> {
        self.step(What::Command(Command { who: attendant(), key: None, round: None, order: Order::CreditIn { seat, amount } }))
    }

    /// The next moment that the cabinet waits for has come; whether there is one.
    pub fn wake(&mut self) -> bool {
        let Some(moment) = self.cabinet.outstanding().wake_at else { return false };
        self.now = self.now.max(moment);
        self.tell(Event::Wake);
        true
    }

    /// The program is killed and started again.
    ///
    /// # Panics
    /// Where what is read back is not what was written, or does not show the same.
    pub fn restart(&mut self) {
        let restored = Cabinet::from_bytes(&self.cabinet.to_bytes()).expect("a checkpoint is read back");
        assert!(restored == self.cabinet, "what is read back is what was written");
        let before = self.views();
        self.cabinet = restored;
        assert!(self.views() == before, "what is shown of it is what was shown");
        self.tell(Event::Started { version: "killed".into() });
    }
}

/// The attendant.
#[must_use]
pub fn attendant() -> Who {
    Who::Attendant("Ada".into())
}

/// Nothing is staked on the wheel here.
const NO_WHEEL: House = House {
    table: PayTable::Full,
    step: 1,
    seat_most: 0,
    position_most: 0,
    exposure_most: 0,
    win_most: None,
    reopens: false,
    refunds: false,
    no_spins_most: 1,
    card_tables: Vec::new(),
};
