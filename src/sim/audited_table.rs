//! A cabinet with one card table or one machine, and the auditor who looks on at every step.
//!
//! Here never lives: what happens next; the test that plays says that.

use std::sync::Arc;

use super::auditor::{Book, House, Objection, PayTable, TableRules};
use crate::cabinet::{Cabinet, CardTerms, Outcome, Terms};
use crate::games::card_game::CardGame;
use crate::games::roulette::Rules;
use crate::model::{
    BoxNumber, CardSourceEvent, CardWish, ChanceOrder, Command, Drawn, Event, Fact, Input, Money, Offer, Order, OrderNumber, Refusal, Seat,
    TableNumber, TableOrder, TableView, Timestamp, Views, What, Who,
};
use crate::profiles::{Kind, card_game_of, file_keys, game_of, list, load, load_card_game};

/// The number of the only card table that the seats share.
const SHARED: TableNumber = TableNumber(1);

/// The names of the shipped rules files of card games, those of machines included.
#[must_use]
pub fn card_rules() -> Vec<String> {
    list(Kind::Rules).into_iter().filter(|name| game_of(name) != "roulette").collect()
}

/// Those of the games whose cards a shuffle machine serves: the seats play them together, with packs of 52 cards.
#[must_use]
pub fn shuffled_card_rules() -> Vec<String> {
    let game = |name: &str| load_card_game(name).expect("shipped rules files are good").value;
    let is_served = |game: &CardGame| !game.rules().is_machine() && game.rules().shoe().pack.is_plain();
    card_rules().into_iter().filter(|name| is_served(&game(name))).collect()
}

/// The cabinet, the auditor's books of it, and the time.
#[derive(Clone, Debug)]
pub struct AuditedTable {
    /// The cabinet.
    pub cabinet: Cabinet,
    /// When it is. The test that plays moves it on; a moment that the cabinet waits for moves it too.
    pub now: Timestamp,
    /// At which table somebody plays: the only card table, or the machine of one seat, at first that of the first.
    pub table: TableNumber,
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
        let is_machine = game.rules().is_machine();
        let terms_of_table =
            vec![CardTerms { name: "Table".into(), rules_name: rules.into(), rules_sha256: [0; 32], game, waits_for_stakes_only: true }];
        let (machines, card_tables) = if is_machine { (terms_of_table, Vec::new()) } else { (Vec::new(), terms_of_table) };
        let first_seat = Seat::all().next().expect("there are seats");
        let number = if is_machine { TableNumber::of_machine(0, first_seat) } else { SHARED };
        let terms = Terms { card_tables, machines, ..wheel_terms() };
        let now = Timestamp::from_microseconds(1_000_000);
        let first = Input { number: 1, at: now, what: What::Event(Event::Terms { terms: terms.to_bytes() }) };
        let (cabinet, step) = Cabinet::begin(&first).expect("terms that were just written can be read");
        let audited = vec![table];
        let house = if is_machine { House { machines: audited, ..NO_WHEEL } } else { House { card_tables: audited, ..NO_WHEEL } };
        Self { cabinet, now, table: number, book: Book::new(house), record: vec![(first, step.facts)] }
    }

    /// What everybody sees.
    #[must_use]
    pub fn views(&self) -> Views {
        self.cabinet.views(self.cabinet.rules_view().into())
    }

    /// What everybody sees of the table.
    #[must_use]
    pub fn view(&self) -> TableView {
        let found = self.views().cabinet.tables.into_iter().find(|table| table.table == self.table);
        Arc::unwrap_or_clone(found.expect("the cabinet has the table"))
    }

    /// What a seat may choose at the table now.
    #[must_use]
    pub fn offers(&self, seat: Seat) -> Vec<Offer> {
        let views = self.views();
        let own = views.seats[seat.index()].tables.iter().find(|own| own.table == self.table);
        own.map(|own| own.offers.to_vec()).unwrap_or_default()
    }

    /// Who plays at the table: all seats, or the one whose machine it is.
    pub fn seats(&self) -> impl Iterator<Item = Seat> {
        let owner = self.table.owner();
        Seat::all().filter(move |seat| owner.is_none_or(|owner| owner == *seat))
    }

    /// The box on which a seat stakes at the table where it has one of its own: the only one of a machine.
    #[must_use]
    pub fn own_box(&self, seat: Seat) -> BoxNumber {
        BoxNumber(if self.table.owner().is_some() { 1 } else { seat.number() })
    }

    /// What the table wants of its card source.
    #[must_use]
    pub fn wish(&self) -> CardWish {
        let wishes = self.cabinet.card_wishes();
        wishes.iter().find(|(table, _)| *table == self.table).map_or(CardWish::Ready, |(_, wish)| *wish)
    }

    /// The draw of chance that the table waits for.
    #[must_use]
    pub fn draw(&self) -> Option<ChanceOrder> {
        self.cabinet.chance_orders().into_iter().find(|order| order.table == self.table)
    }

    /// Every input that was stepped since this was asked last, with what came of it: what a journal would hold. The first one of all brings
    /// the terms.
    pub fn take_record(&mut self) -> Vec<(Input, Vec<Fact>)> {
        core::mem::take(&mut self.record)
    }

    /// Steps the input, with every moment that has come before it.
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
        let audited = audited.and_then(|()| self.book.enter_draws(input.number, &self.cabinet.chance_orders()));
        audited.unwrap_or_else(|objection| panic!("{objection}: {input:?} {facts:?}"));
        self.record.push((input, facts));
    }

    fn tell(&mut self, event: Event) {
        self.step(What::Event(event)).expect("an event is never refused");
    }

    /// Compares the books with what is shown.
    ///
    /// # Errors
    /// What differs.
    pub fn compare(&self, views: &Views) -> Result<(), Objection> {
        let number = self.cabinet.number();
        self.book.compare(number, &views.official).and_then(|()| self.book.compare_looks(number, views))
    }

    /// The card source says this.
    pub fn source(&mut self, event: CardSourceEvent) {
        self.tell(Event::Cards { table: self.table, event });
    }

    /// This was drawn for an order of the table.
    pub fn drawn(&mut self, number: OrderNumber, values: Vec<u16>) {
        self.tell(Event::Drawn { table: self.table, number, drawn: Drawn(values) });
    }

    /// Somebody orders something at the table.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn order(&mut self, who: Who, order: TableOrder) -> Result<(), Refusal> {
        self.step(What::Command(Command { who, key: None, round: None, order: Order::Table { table: self.table, order } }))
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
        self.tell(Event::Started { version: "killed".into(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None });
    }
}

/// The terms of a house with a wheel and nothing else.
pub(in crate::sim) fn wheel_terms() -> Terms {
    let wheel = load::<Rules>(Kind::Rules, "roulette/by").expect("a shipped rules file");
    Terms {
        rules_name: wheel.name,
        rules_sha256: wheel.sha256,
        roulette: wheel.value,
        currency: "XTS".into(),
        decimals: 2,
        chips: vec![Money::from_minor(1)],
        credit_most: Money::from_minor(100_000_000_000),
        files: Vec::new(),
        card_tables: Vec::new(),
        fittings: None,
        machines: Vec::new(),
        player_tables: Vec::new(),
        hand_pay_from: None,
        wheel_rest: None,
        player_protection: None,
        housing: None,
    }
}

/// The attendant.
#[must_use]
pub fn attendant() -> Who {
    Who::Attendant("Ada".into())
}

/// The books of a house in which nothing is staked on the wheel.
pub(in crate::sim) const NO_WHEEL: House = House {
    table: PayTable::Full,
    step: 1,
    seat_most: 0,
    position_least: 0,
    position_most: 0,
    exposure_most: 0,
    win_most: None,
    reopens: false,
    refunds: false,
    no_spins_most: 1,
    hand_pay_from: None,
    player_protection: None,
    card_tables: Vec::new(),
    machines: Vec::new(),
    player_tables: Vec::new(),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        Card, CardPlace, Choice, ChoiceKind, Combination, DeckCount, Odds, Pay, PayRow, PaysWith, RuleSheet, SeatTableView, StakeKind,
        Standing, TablePhase,
    };
    use crate::sim::card_play::stakes;

    /// A deal of seats 1 and 2 on their boxes, in which these cards have come in dealing order and somebody is asked.
    fn dealt(rules: &str, cards: &str) -> AuditedTable {
        let mut table = AuditedTable::begin(rules);
        table.source(CardSourceEvent::Opened);
        for seat in Seat::all().take(2) {
            table.buy_in(seat, Money::from_minor(1_000)).expect("a seat may hold so much");
        }
        let mut cards = cards.split_whitespace();
        while table.view().turns.is_empty() {
            match table.wish() {
                CardWish::Card { number, to, .. } => {
                    let name = if to == CardPlace::Discard { "2c" } else { cards.next().expect("a card of the case") };
                    table.source(CardSourceEvent::Card { number, card: name.parse().expect("the name of a card") });
                }
                CardWish::Shuffle { number, deck } => {
                    table.source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(deck) });
                }
                _ if table.view().phase == TablePhase::Staking && table.view().stakes.is_empty() => {
                    for seat in Seat::all().take(2) {
                        let forms = stakes(&table.view().offers, BoxNumber(seat.number()), Money::from_minor(20), |nth, _| nth == 0);
                        table.order(Who::Seat(seat), TableOrder::Stake(forms)).expect("the stakes may lie");
                    }
                }
                _ => assert!(table.wake(), "the table waits for something"),
            }
        }
        assert_eq!(cards.next(), None, "every card of the case has come");
        table
    }

    /// Views in which this is changed are objected to in these words, or not at all where there are none.
    #[track_caller]
    fn check(table: &AuditedTable, change: impl FnOnce(&mut Views), objection: &str) {
        let mut views = table.views();
        change(&mut views);
        let said = table.compare(&views).err().map(|objection| objection.to_string()).unwrap_or_default();
        assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{said:?}");
    }

    fn public(views: &mut Views) -> &mut TableView {
        Arc::make_mut(&mut views.cabinet.tables[0])
    }

    fn sheet(views: &mut Views) -> &mut RuleSheet {
        Arc::make_mut(&mut public(views).sheet)
    }

    fn own(views: &mut Views, place: usize) -> &mut SeatTableView {
        Arc::make_mut(&mut views.seats[place].tables[0])
    }

    /// The choice of this kind that the first seat has.
    fn offer(views: &mut Views, kind: ChoiceKind) -> &mut Offer {
        own(views, 0).offers.iter_mut().find(|offer| offer.kind == kind).expect("it has this choice")
    }

    #[test]
    fn bjb_16_bjb_28_another_turn_or_other_choices_than_there_are() {
        let table = dealt("blackjack/by", "Ts 5s Ah 9d 4d");
        let second = Seat::all().nth(1).expect("there are seats");
        check(&table, |_| {}, "");
        check(&table, |views| public(views).turns.clear(), "it is shown to be the turn of []");
        check(&table, |views| public(views).turns[0].seat = second, "it is shown to be the turn of");
        check(&table, |views| public(views).turns[0].hand = 1, "it is shown to be the turn of");
        check(&table, |views| offer(views, ChoiceKind::Insure).most = Money::from_minor(11), "is offered");
        check(&table, |views| offer(views, ChoiceKind::Insure).least = Money::from_minor(2), "is offered");
        check(&table, |views| offer(views, ChoiceKind::Hit).kind = ChoiceKind::Surrender, "is offered");
        check(&table, |views| own(views, 0).offers.clear(), "is offered");
        check(&table, |views| own(views, 1).offers.push(Offer::free(ChoiceKind::Hit)), "out of turn");
    }

    #[test]
    fn bqam_21_everybody_is_asked_at_once_and_each_under_a_number_of_his_own() {
        let mut table = dealt("red-dog/am", "5s 9d");
        let second = Seat::all().nth(1).expect("there are seats");
        check(&table, |_| {}, "");
        check(&table, |views| public(views).turns.truncate(1), "it is shown to be the turn of");
        check(&table, |views| public(views).turns.swap(0, 1), "it is shown to be the turn of");
        check(
            &table,
            |views| {
                let first = public(views).turns[0].turn;
                public(views).turns[1].turn = first;
            },
            "have the number",
        );
        check(&table, |views| offer(views, ChoiceKind::Ride).most = Money::from_minor(21), "is offered");
        check(&table, |views| own(views, 1).offers.clear(), "is offered");
        let turn = table.view().turns[1].turn;
        table.order(Who::Seat(second), TableOrder::Choose { turn, choice: Choice::Ride }).expect("it is asked");
        check(&table, |_| {}, "");
        check(&table, |views| public(views).turns[0].turn = turn, "have the number");
        check(&table, |views| own(views, 1).offers.push(Offer::free(ChoiceKind::Stand)), "out of turn");
    }

    #[test]
    fn a_win_that_the_pay_table_does_not_name() {
        let mut table = dealt("red-dog/am", "5s 9d");
        for (place, choice) in [(0, Choice::Ride), (1, Choice::Stand)] {
            let turn = table.view().turns[0].turn;
            let seat = Seat::all().nth(place).expect("there are seats");
            table.order(Who::Seat(seat), TableOrder::Choose { turn, choice }).expect("it is asked");
        }
        let CardWish::Card { number, .. } = table.wish() else { panic!("a card is ordered") };
        table.source(CardSourceEvent::Card { number, card: "7h".parse().expect("the name of a card") });
        check(&table, |_| {}, "");
        check(&table, |views| sheet(views).pays.retain(|row| row.stake != StakeKind::Ride), "Ride pays None 2:1, and no row");
        check(&table, |views| sheet(views).pays.retain(|row| row.pays != Pay::Odds(Odds::to_one(2))), "Ante pays None 2:1, and no row");
        let combination = |row: &mut PayRow| row.with = PaysWith::Combination(Combination::ThreeOfAKind);
        check(&table, |views| sheet(views).pays.iter_mut().for_each(combination), "Ante pays None 2:1, and no row");
    }

    #[test]
    fn hpc_9_hpc_11_a_card_that_is_hidden_from_its_player_or_shown_to_another() {
        let table = dealt("oasis/by", "Qc 9d 7s 4h 2c Js 8h 6s 4d 3c Kh 9s 6d 5s 2h");
        let card = |name: &str| name.parse::<Card>().ok();
        check(&table, |_| {}, "");
        check(&table, |views| own(views, 0).hands[0].cards[0] = None, "sees");
        check(&table, |views| own(views, 1).hands[0].cards[0] = card("Qc"), "sees");
        check(&table, |views| own(views, 0).hands[2].cards[0] = card("Kh"), "sees");
        check(&table, |views| public(views).hands[0].cards[0] = card("Qc"), "is shown to everybody");
        // Nor is it told what they come to.
        check(&table, |views| public(views).hands[0].combinations.push(Combination::Pair), "is not seen whole");
        check(&table, |views| public(views).hands[2].standing = Standing::NoGame, "is not seen whole");
        check(&table, |views| own(views, 1).hands[0].combinations.push(Combination::Pair), "is not seen whole");
    }
}
