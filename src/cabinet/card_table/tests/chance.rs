//! Chance that is no card: one order, one number, one answer, and nothing of it before it is recorded.

use super::*;
use crate::games::slot;
use crate::model::toml_keys::read_text;
use crate::model::{ChanceOrder, Drawn, Fate, Piece, Reels, Symbol};

/// The machine of seat 1.
const MACHINE: TableNumber = TableNumber(41);

/// The place of each symbol on a strip: the field shows it in its first row, and the line lies there.
const BELLS: [u16; 5] = [0, 0, 0, 0, 0];
const NOTHING: [u16; 5] = [1, 0, 1, 0, 1];
const STARS: [u16; 5] = [2, 2, 2, 1, 0];

struct Machine {
    cabinet: Cabinet,
    now: Timestamp,
}

/// One row, one line; five bells pay 8, and three stars give a run that pays 2 with a bell.
fn rules() -> slot::Rules {
    let mut rules: slot::Rules = read_text(include_str!("../../../../device-profiles/rules/slot/am.toml")).expect("a shipped file");
    rules.play.rows = 1;
    rules.play.strips = vec![vec![Symbol::Bell, Symbol::Lemon, Symbol::Star]; 5];
    rules.play.lines = vec![vec![0; 5]];
    rules.play.pays.get_mut(&Symbol::Bell).expect("it pays").five = 8;
    let bonus = rules.play.bonus.as_mut().expect("it has a bonus");
    (bonus.perimeter, bonus.middle, bonus.open) = (vec![Symbol::Bell, Symbol::Lemon], vec![Symbol::Bell], 1);
    bonus.coefficients = [(Symbol::Bell, 2), (Symbol::Lemon, 2)].into();
    rules.play.risk.most_minor = Some(money(10_000));
    rules
}

impl Machine {
    /// Seat 1 has 1000 and lays 10; the cards are shuffled, and the machine waits for its draw.
    fn spinning_under(rules: slot::Rules) -> Self {
        let game = CardGame::Slot(rules);
        let own =
            CardTerms { name: "Slot".into(), rules_name: "slot/test".into(), rules_sha256: [2; 32], game, waits_for_stakes_only: true };
        let terms = Terms { card_tables: Vec::new(), machines: vec![own], ..terms(baccarat::example::rules()) };
        let now = Timestamp::from_microseconds(1_000_000_000);
        let (cabinet, _) = Cabinet::begin(&Input { number: 1, at: now, what: What::Event(Event::Terms { terms: terms.to_bytes() }) })
            .expect("the terms can be read");
        let mut machine = Self { cabinet, now };
        machine.order(attendant(), Order::CreditIn { seat: seat(1), amount: money(1_000) });
        machine.source(CardSourceEvent::Opened);
        machine.shuffle();
        machine.stake();
        machine
    }

    fn spinning() -> Self {
        Self::spinning_under(rules())
    }

    fn step(&mut self, what: What) -> Vec<TableFact> {
        match self.cabinet.step(&Input { number: self.cabinet.number() + 1, at: self.now, what }) {
            Outcome::Done(step) => of_table(step.facts),
            other => panic!("{other:?}"),
        }
    }

    fn order(&mut self, who: Who, order: Order) -> Vec<TableFact> {
        self.step(What::Command(Command { who, key: None, round: None, order }))
    }

    fn attends(&mut self, order: TableOrder) -> Vec<TableFact> {
        self.order(attendant(), Order::Table { table: MACHINE, order })
    }

    fn stake(&mut self) -> Vec<TableFact> {
        let order = TableOrder::Stake(vec![on(1, StakeKind::Main, 10)]);
        self.order(Who::Seat(seat(1)), Order::Table { table: MACHINE, order })
    }

    fn source(&mut self, event: CardSourceEvent) -> Vec<TableFact> {
        self.step(What::Event(Event::Cards { table: MACHINE, event }))
    }

    fn shuffle(&mut self) {
        let CardWish::Shuffle { number, deck } = self.wish() else { panic!("no shuffle but {:?} is wanted", self.wish()) };
        self.source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(deck) });
    }

    fn wish(&self) -> CardWish {
        self.cabinet.card_wishes().into_iter().find(|(table, _)| *table == MACHINE).expect("the machine is there").1
    }

    fn draw_order(&self) -> Option<ChanceOrder> {
        self.cabinet.chance_orders().into_iter().find(|order| order.table == MACHINE)
    }

    fn answer(&mut self, number: OrderNumber, values: &[u16]) -> Vec<TableFact> {
        self.step(What::Event(Event::Drawn { table: MACHINE, number, drawn: Drawn(values.into()) }))
    }

    /// This is drawn for the order that stands.
    fn drawn(&mut self, values: &[u16]) -> Vec<TableFact> {
        let order = self.draw_order().expect("a draw is wanted");
        self.answer(order.number, values)
    }

    fn view(&self) -> TableView {
        let views = self.cabinet.views(self.cabinet.rules_view().into());
        let view = views.cabinet.tables.iter().find(|table| table.table == MACHINE).expect("the machine is there");
        TableView::clone(view)
    }

    fn reels(&self) -> Reels {
        let [Piece::Reels(reels)] = &self.view().pieces[..] else { panic!("a machine has reels") };
        reels.clone()
    }

    fn credit(&self) -> i64 {
        self.cabinet.views(self.cabinet.rules_view().into()).seats[0].credit.minor()
    }

    /// The program stops at once and starts again from what was recorded.
    fn restart(&mut self) -> Vec<TableFact> {
        let restored = Cabinet::from_bytes(&self.cabinet.to_bytes()).expect("a checkpoint can be read");
        assert_eq!(restored, self.cabinet, "the checkpoint holds the same state");
        self.cabinet = restored;
        self.step(What::Event(Event::Started {
            version: "test".into(),
            wall: None,
            unproved_after: None,
            practice: Event::PRACTICE,
            identity: None,
        }))
    }
}

/// What ended with these facts: what the stake returned, and why the deal is void where it is.
#[track_caller]
fn check_ended(facts: &[TableFact], fate: Fate, returned: i64, voided: Option<&str>) {
    let ended = facts.iter().find_map(|fact| match fact {
        TableFact::Settled { settlement, .. } => Some((settlement, None)),
        TableFact::Voided { settlement, reason, .. } => Some((settlement, Some(reason.name()))),
        _ => None,
    });
    let (settlement, void) = ended.unwrap_or_else(|| panic!("the deal has not ended: {facts:?}"));
    let line = &settlement.returns[0];
    assert_eq!((line.fate, line.returned.minor(), void), (fate, returned, voided));
}

#[test]
fn nothing_of_a_draw_is_visible_before_it_is_recorded() {
    let mut machine = Machine::spinning();
    let order = machine.draw_order().expect("a draw is wanted");
    assert_eq!((order.urn.places(), machine.wish()), (&[3_u16; 5][..], CardWish::Ready));
    let before = machine.reels();
    assert_eq!((before.columns.len(), before.lines.len(), machine.view().phase), (0, 1, TablePhase::Dealing));
    assert!(machine.view().settlement.is_none() && machine.view().turns.is_empty());
    let facts = machine.drawn(&BELLS);
    assert!(facts.is_empty(), "no fact holds what was drawn: {facts:?}");
    assert_eq!(machine.reels().columns, vec![vec![Symbol::Bell]; 5]);
    assert_eq!((machine.view().turns.len(), machine.draw_order()), (1, None));
}

#[test]
fn before_its_first_deal_and_after_the_last_a_machine_shows_its_reels() {
    let mut machine = Machine::spinning();
    machine.drawn(&NOTHING);
    assert_eq!((machine.view().phase, machine.credit()), (TablePhase::Paid, 990));
    assert_eq!(machine.reels().columns[0], [Symbol::Lemon]);
    let recalled = machine.cabinet.views(machine.cabinet.rules_view().into()).official.deals[0].clone();
    assert_eq!(recalled.pieces, machine.view().pieces, "a deal is recalled with its reels");
    let bytes = machine.cabinet.to_bytes();
    assert_eq!(Cabinet::from_bytes(&bytes).as_ref(), Some(&machine.cabinet));
    let views = machine.cabinet.views(machine.cabinet.rules_view().into());
    assert_eq!(views.cabinet.tables[1].pieces.len(), 1, "nobody has played at that of seat 2");
}

#[test]
fn a_restart_between_order_and_answer_asks_again_under_the_same_number() {
    let mut machine = Machine::spinning();
    let order = machine.draw_order();
    machine.restart();
    assert_eq!(machine.draw_order(), order);
    machine.source(CardSourceEvent::Opened);
    assert_eq!(machine.draw_order(), order, "asked again, it answers the same");
    machine.drawn(&BELLS);
    assert!(machine.answer(order.expect("a draw is wanted").number, &NOTHING).is_empty());
    assert_eq!((&machine.reels().columns[1][..], machine.view().turns.len()), (&[Symbol::Bell][..], 1), "one order has one answer");
}

#[test]
fn an_answer_that_comes_before_the_card_source_is_there_again_is_taken() {
    let mut machine = Machine::spinning();
    machine.restart();
    machine.drawn(&BELLS);
    assert_eq!((machine.view().phase, machine.reels().columns.len()), (TablePhase::Held, 5));
    machine.source(CardSourceEvent::Opened);
    assert_eq!((machine.view().phase, machine.view().turns.len()), (TablePhase::Dealing, 1));
}

#[test]
fn a_draw_that_the_urn_does_not_hold_voids_the_deal_and_holds_the_machine() {
    for values in [&[0, 0, 0, 0][..], &[0, 0, 0, 0, 0, 0], &[0, 0, 3, 0, 0], &[]] {
        let mut machine = Machine::spinning();
        let facts = machine.drawn(values);
        check_ended(&facts, Fate::Void, 10, Some("defective-draw"));
        let hold = machine.view().hold.expect("the machine is held");
        assert_eq!((hold.fault, hold.ends_by_itself, machine.credit()), (Some(FaultCode::ChanceDefect), false, 1_000));
        machine.attends(TableOrder::Resume);
        assert!(machine.view().hold.is_none());
    }
}

#[test]
fn a_defective_draw_after_the_field_leaves_what_was_recorded() {
    let mut rules = rules();
    rules.play.pays.insert(Symbol::Star, slot::LinePays { three: 4, four: 0, five: 0 });
    let mut machine = Machine::spinning_under(rules);
    machine.drawn(&STARS);
    assert_eq!(machine.draw_order().expect("a run is drawn").urn.places(), [2, 1]);
    let facts = machine.drawn(&[2, 0]);
    check_ended(&facts, Fate::Won, 40, None);
    assert_eq!(machine.view().hold.expect("the machine is held").fault, Some(FaultCode::ChanceDefect));
}

#[test]
fn a_recorded_draw_stands_and_one_that_is_not_returns_the_stake() {
    let void = || TableOrder::Void { reason: "smoke".into(), new_shoe: false };
    let mut machine = Machine::spinning();
    let number = machine.draw_order().expect("a draw is wanted").number;
    check_ended(&machine.attends(void()), Fate::Void, 10, Some("attendant"));
    assert_eq!((machine.draw_order(), machine.credit()), (None, 1_000));
    assert!(machine.answer(number, &BELLS).is_empty(), "a draw that nobody waits for concerns nothing");
    let mut machine = Machine::spinning();
    machine.drawn(&BELLS);
    check_ended(&machine.attends(void()), Fate::Won, 80, None);
    assert_eq!(machine.credit(), 1_070);
}

#[test]
fn bqam_q88_a_restart_where_restarts_void_leaves_what_was_recorded() {
    let voiding = || {
        let mut rules = rules();
        rules.timing.restart_in_deal = RestartInDeal::Void;
        Machine::spinning_under(rules)
    };
    check_ended(&voiding().restart(), Fate::Void, 10, Some("restart"));
    let mut machine = voiding();
    machine.drawn(&BELLS);
    check_ended(&machine.restart(), Fate::Won, 80, None);
    // A run is still to be drawn, and nothing was won so far: the stake comes back.
    let mut machine = voiding();
    machine.drawn(&STARS);
    check_ended(&machine.restart(), Fate::Void, 10, Some("restart"));
}

#[test]
fn bonus_runs_are_drawn_one_after_the_other_and_go_on_after_a_restart() {
    let mut machine = Machine::spinning();
    let field = machine.draw_order().expect("a draw is wanted").number;
    machine.drawn(&STARS);
    assert_eq!((machine.reels().runs_left, machine.reels().runs.len()), (1, 0));
    let run = machine.draw_order().expect("a run is drawn").number;
    assert!(run > field, "every order has a number of its own");
    machine.restart();
    machine.source(CardSourceEvent::Opened);
    machine.drawn(&[0, 0]);
    assert_eq!(machine.reels().runs[0].pays, money(20));
    assert_eq!(machine.view().turns.len(), 1);
}

#[test]
fn while_an_attendant_holds_the_machine_nothing_is_drawn() {
    let mut machine = Machine::spinning();
    let order = machine.draw_order();
    machine.attends(TableOrder::Hold { reason: "a question".into() });
    assert_eq!(machine.draw_order(), None);
    machine.attends(TableOrder::Resume);
    assert_eq!(machine.draw_order(), order);
}

#[test]
fn a_card_source_cannot_answer_for_a_draw() {
    let mut machine = Machine::spinning();
    let order = machine.draw_order();
    let number = order.as_ref().expect("a draw is wanted").number;
    machine.source(CardSourceEvent::Card { number, card: card("As") });
    machine.source(CardSourceEvent::Failed { number, why: OrderFailure::Empty });
    assert_eq!((machine.draw_order(), machine.view().voided), (order, None));
}

#[test]
fn a_draw_under_another_number_or_for_another_table_concerns_nothing() {
    let mut machine = Machine::spinning();
    let number = machine.draw_order().expect("a draw is wanted").number;
    machine.answer(number + 1, &BELLS);
    machine.answer(number - 1, &[9]);
    machine.step(What::Event(Event::Drawn { table: TableNumber(42), number, drawn: Drawn(BELLS.into()) }));
    machine.step(What::Event(Event::Drawn { table: TableNumber(7), number, drawn: Drawn(BELLS.into()) }));
    assert_eq!((machine.reels().columns.len(), machine.credit()), (0, 990));
}

#[test]
fn a_deal_is_dealt_again_from_what_was_drawn() {
    let mut machine = Machine::spinning();
    machine.drawn(&BELLS);
    let restored = Cabinet::from_bytes(&machine.cabinet.to_bytes()).expect("a checkpoint can be read");
    assert_eq!(restored, machine.cabinet);
    let pieces = |cabinet: &Cabinet| cabinet.views(cabinet.rules_view().into()).cabinet.tables[0].pieces.clone();
    assert_eq!(pieces(&restored), pieces(&machine.cabinet));
}

#[test]
fn a_locked_seat_plays_its_machine_to_the_end_and_starts_it_no_more() {
    let mut machine = Machine::spinning();
    machine.order(attendant(), Order::LockSeat { seat: seat(1), reason: "a question".into() });
    machine.drawn(&NOTHING);
    assert_eq!((machine.view().phase, machine.credit()), (TablePhase::Paid, 990));
    let order = Order::Table { table: MACHINE, order: TableOrder::Stake(vec![on(1, StakeKind::Main, 10)]) };
    let input = Input {
        number: machine.cabinet.number() + 1,
        at: machine.now,
        what: What::Command(Command { who: Who::Seat(seat(1)), key: None, round: None, order }),
    };
    assert_eq!(machine.cabinet.step(&input), Outcome::Refused(Refusal::SeatLocked));
    machine.order(attendant(), Order::UnlockSeat { seat: seat(1) });
    machine.stake();
    assert_eq!(machine.credit(), 980);
}
