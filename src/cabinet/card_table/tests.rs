//! A card table in literal cases: what the source says, what the seats and the attendant order, where the money goes.

mod chance;
mod hand_pay;
mod older;
mod seat_lock;
mod self_test;
mod stake_limits;
mod unproved_end;

extern crate std;

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use crate::cabinet::{Cabinet, CardTerms, Outcome, Step, Terms};
use crate::games::card_game::CardGame;
use crate::games::timing::RestartInDeal;
use crate::games::{baccarat, roulette};
use crate::model::{
    BoxNumber, Card, CardPlace, CardSourceEvent, CardWish, Command, DealVoid, Deck, DeckCount, Event, Fact, FaultCode, Input, Money, Order,
    OrderFailure, OrderNumber, PlayedAs, Refusal, SEATS, Seat, Span, StakeForm, StakeKind, TableFact, TableNumber, TableOrder, TablePhase,
    TableView, Timestamp, VoidReason, What, WheelEvent, WheelHappening, Who,
};

const TABLE: TableNumber = TableNumber(1);

struct House {
    cabinet: Cabinet,
    now: Timestamp,
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat's number")
}

fn money(minor: i64) -> Money {
    Money::from_minor(minor)
}

fn on(place: u8, kind: StakeKind, amount: i64) -> StakeForm {
    StakeForm { place: BoxNumber(place), kind, amount: money(amount) }
}

fn terms(rules: baccarat::Rules) -> Terms {
    let game = CardGame::Baccarat(rules);
    let table =
        CardTerms { name: "Baccarat".into(), rules_name: "baccarat/test".into(), rules_sha256: [1; 32], game, waits_for_stakes_only: true };
    Terms {
        rules_name: "roulette/test".into(),
        rules_sha256: [7; 32],
        roulette: roulette::example::rules(),
        currency: "XTS".into(),
        decimals: 2,
        chips: vec![money(1)],
        credit_most: money(1_000_000),
        files: Vec::new(),
        card_tables: vec![table],
        fittings: None,
        machines: Vec::new(),
        player_tables: Vec::new(),
        hand_pay_from: None,
        wheel_rest: None,
        player_protection: None,
        housing: None,
    }
}

impl House {
    /// Seats 1 and 2 have 1000 each; the card source is ready and the cards are shuffled and burnt.
    fn ready() -> Self {
        Self::ready_under(baccarat::example::rules())
    }

    fn ready_under(rules: baccarat::Rules) -> Self {
        let mut house = Self::closed(rules);
        house.source(CardSourceEvent::Opened);
        house.shuffle();
        house.card("2c");
        house
    }

    fn closed(rules: baccarat::Rules) -> Self {
        let now = Timestamp::from_microseconds(1_000_000_000);
        let what = What::Event(Event::Terms { terms: terms(rules).to_bytes() });
        let (cabinet, _) = Cabinet::begin(&Input { number: 1, at: now, what }).expect("the terms can be read");
        let mut house = Self { cabinet, now };
        for number in [1, 2] {
            house.done(attendant(), Order::CreditIn { seat: seat(number), amount: money(1_000) });
        }
        house
    }

    fn step(&mut self, what: What) -> Outcome {
        self.cabinet.step(&Input { number: self.cabinet.number() + 1, at: self.now, what })
    }

    fn done(&mut self, who: Who, order: Order) -> Vec<TableFact> {
        match self.step(What::Command(Command { who, key: None, round: None, order })) {
            Outcome::Done(step) => of_table(step.facts),
            other => panic!("{other:?}"),
        }
    }

    fn orders(&mut self, number: u8, order: TableOrder) -> Vec<TableFact> {
        self.done(Who::Seat(seat(number)), Order::Table { table: TABLE, order })
    }

    fn attends(&mut self, order: TableOrder) -> Vec<TableFact> {
        self.done(attendant(), Order::Table { table: TABLE, order })
    }

    #[track_caller]
    fn refused(&mut self, who: Who, deal: Option<u64>, order: TableOrder, expected: Refusal) {
        let before = self.cabinet.clone();
        let order = Order::Table { table: TABLE, order };
        let outcome = self.step(What::Command(Command { who, key: None, round: deal, order }));
        assert_eq!(outcome, Outcome::Refused(expected));
        assert_eq!(self.cabinet, before, "a refused order changes nothing");
    }

    fn source(&mut self, event: CardSourceEvent) -> Vec<TableFact> {
        self.event(Event::Cards { table: TABLE, event })
    }

    fn event(&mut self, event: Event) -> Vec<TableFact> {
        match self.step(What::Event(event)) {
            Outcome::Done(step) => of_table(step.facts),
            other => panic!("events are never refused: {other:?}"),
        }
    }

    fn wake(&mut self) -> Vec<TableFact> {
        self.now = self.cabinet.outstanding().wake_at.expect("the table waits for a moment");
        self.event(Event::Wake)
    }

    fn wish(&self) -> CardWish {
        self.cabinet.card_wishes()[0].1
    }

    fn ordered(&self) -> OrderNumber {
        self.wish().number().expect("something is ordered")
    }

    fn shuffle(&mut self) -> Vec<TableFact> {
        let number = self.ordered();
        self.source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(8) })
    }

    fn card(&mut self, name: &str) -> Vec<TableFact> {
        let number = self.ordered();
        self.source(CardSourceEvent::Card { number, card: card(name) })
    }

    fn view(&self) -> TableView {
        TableView::clone(&self.views().cabinet.tables[0])
    }

    fn views(&self) -> crate::model::Views {
        self.cabinet.views(self.cabinet.rules_view().into())
    }

    fn credit(&self, number: u8) -> i64 {
        self.views().seats[usize::from(number) - 1].credit.minor()
    }

    /// Seat 1 has 100 on the Player, seat 2 has 50 on the Banker, and no more stakes are taken.
    fn dealing(&mut self) {
        self.orders(1, TableOrder::Stake(vec![on(1, StakeKind::Player, 100)]));
        self.orders(2, TableOrder::Stake(vec![on(2, StakeKind::Banker, 50)]));
        self.wake();
    }
}

fn attendant() -> Who {
    Who::Attendant(String::from("Ada"))
}

fn card(name: &str) -> Card {
    name.parse().expect("a card's name")
}

fn of_table(facts: Vec<Fact>) -> Vec<TableFact> {
    let table = |fact| if let Fact::Table { fact, .. } = fact { Some(fact) } else { None };
    facts.into_iter().filter_map(table).collect()
}

#[test]
fn a_table_waits_for_its_source_then_shuffles_burns_and_takes_stakes() {
    let mut house = House::closed(baccarat::example::rules());
    assert_eq!((house.view().phase, house.wish()), (TablePhase::Held, CardWish::Ready));
    assert_eq!(house.source(CardSourceEvent::Opened), [TableFact::Resumed, TableFact::Opened { deal: 1 }]);
    assert_eq!(house.wish(), CardWish::Shuffle { number: 1, deck: Deck::plain(8) });
    assert_eq!(house.shuffle(), [TableFact::Shuffled]);
    assert!(matches!(house.wish(), CardWish::Card { number: 2, shoe: 1, to: CardPlace::Discard, .. }));
    house.card("2c");
    assert_eq!((house.view().phase, house.wish(), house.view().cards_left), (TablePhase::Staking, CardWish::Ready, 415));
}

#[test]
fn bqam_b1_stakes_are_taken_cards_come_one_by_one_and_every_stake_is_settled() {
    let mut house = House::ready();
    house.dealing();
    assert_eq!((house.credit(1), house.credit(2)), (900, 950));
    for name in ["9s", "7h", "Kd"] {
        assert_eq!(house.card(name), []);
    }
    let facts = house.card("Tc");
    let [TableFact::Settled { deal: 1, settlement, .. }] = facts.as_slice() else { panic!("{facts:?}") };
    assert_eq!((settlement.returned_to(seat(1)), settlement.returned_to(seat(2))), (money(200), Money::ZERO));
    assert_eq!((house.credit(1), house.credit(2), house.view().phase), (1_100, 950, TablePhase::Paid));
    assert_eq!(house.wake(), [TableFact::Opened { deal: 2 }]);
    assert_eq!(house.orders(1, TableOrder::Repeat).len(), 1);
    assert_eq!(house.credit(1), 1_000);
}

#[test]
fn no_stake_is_taken_after_the_close_and_none_for_another_deal() {
    let mut house = House::ready();
    house.refused(Who::Seat(seat(1)), Some(2), TableOrder::Stake(vec![on(1, StakeKind::Tie, 10)]), Refusal::OtherRound);
    house.refused(Who::Seat(seat(1)), None, TableOrder::Stake(vec![on(1, StakeKind::Tie, 1_001)]), Refusal::CreditTooSmall);
    house.refused(Who::Seat(seat(1)), None, TableOrder::Stake(Vec::new()), Refusal::BetMalformed);
    house.refused(Who::Seat(seat(1)), None, TableOrder::Repeat, Refusal::NothingToRepeat);
    house.refused(Who::Seat(seat(1)), None, TableOrder::Hold { reason: "no".into() }, Refusal::NotEntitled);
    house.refused(attendant(), None, TableOrder::Repeat, Refusal::NotEntitled);
    house.dealing();
    house.refused(Who::Seat(seat(1)), None, TableOrder::Stake(vec![on(1, StakeKind::Tie, 10)]), Refusal::BettingClosed);
    house.refused(Who::Seat(seat(1)), None, TableOrder::TakeBack(None), Refusal::BettingClosed);
}

#[test]
fn a_stake_taken_back_is_on_the_credit_and_an_empty_table_does_not_deal() {
    let mut house = House::ready();
    house.orders(1, TableOrder::Stake(vec![on(1, StakeKind::Player, 100), on(1, StakeKind::Tie, 20)]));
    house.orders(1, TableOrder::TakeBack(Some(BoxNumber(1))));
    assert_eq!((house.credit(1), house.view().ends_at), (1_000, None));
    house.refused(Who::Seat(seat(1)), None, TableOrder::TakeBack(None), Refusal::NothingPlaced);
}

#[test]
fn no_stake_is_taken_that_could_win_more_than_a_credit_may_hold() {
    let mut house = House::ready();
    house.done(attendant(), Order::CreditIn { seat: seat(1), amount: money(990_000) });
    house.refused(Who::Seat(seat(1)), None, TableOrder::Stake(vec![on(1, StakeKind::Tie, 5_000)]), Refusal::AboveCreditMost);
    house.orders(1, TableOrder::Stake(vec![on(1, StakeKind::Tie, 1_000)]));
}

/// The deck was found defective in a deal, and this is what is wrong with it.
#[track_caller]
fn check_defective(facts: &[TableFact], code: FaultCode) {
    let [TableFact::Voided { reason, .. }, TableFact::Held { fault, .. }] = facts else { panic!("{facts:?}") };
    assert_eq!((reason, *fault), (&DealVoid::DefectiveDeck, Some(code)));
}

#[test]
fn hrb_23_the_source_itself_says_that_the_deck_is_defective_and_what_is_wrong_with_it() {
    let check = |why, code| {
        let mut house = House::ready();
        house.dealing();
        house.card("9s");
        let number = house.ordered();
        check_defective(&house.source(CardSourceEvent::Failed { number, why }), code);
        assert_eq!((house.credit(1), house.credit(2)), (1_000, 1_000));
    };
    check(OrderFailure::Duplicate, FaultCode::DuplicateCard);
    check(OrderFailure::Foreign, FaultCode::ForeignCard);
}

#[test]
fn hrb_24_a_card_that_cannot_be_there_voids_the_deal_and_the_attendant_looks() {
    let mut house = House::ready_under(baccarat::Rules {
        shoe: crate::games::shoe::ShoeRules {
            packs: 8,
            pack: crate::model::Pack::Plain,
            burn: 8,
            burn_at_change: 3,
            cut_least: 0,
            behind_cut: 14,
        },
        ..baccarat::example::rules()
    });
    (0..7).for_each(|_| drop(house.card("2c")));
    house.dealing();
    let facts = house.card("2c");
    check_defective(&facts, FaultCode::DuplicateCard);
    assert_eq!((house.credit(1), house.credit(2)), (1_000, 1_000));
    assert!(house.attends(TableOrder::Resume).contains(&TableFact::Resumed));
    assert!(matches!(house.wish(), CardWish::Shuffle { .. }), "no card of a defective deck is used again");
}

#[test]
fn a_card_that_nobody_can_name_voids_the_deal_wherever_it_comes() {
    for cards_before in 0..4 {
        let mut house = House::ready();
        house.dealing();
        ["9s", "7h", "Kd"].iter().take(cards_before).for_each(|name| drop(house.card(name)));
        let number = house.ordered();
        let facts = house.source(CardSourceEvent::Failed { number, why: OrderFailure::Unreadable });
        assert!(matches!(facts[0], TableFact::Voided { reason: DealVoid::NoCard(OrderFailure::Unreadable), .. }), "{facts:?}");
        assert_eq!((house.credit(1), house.credit(2), house.view().phase), (1_000, 1_000, TablePhase::Held));
    }
}

#[test]
fn a_jam_that_clears_itself_loses_nothing() {
    let mut house = House::ready();
    house.dealing();
    house.card("9s");
    let order = house.ordered();
    house.source(CardSourceEvent::Fault { code: FaultCode::CardJam, detail: "slot 3".into() });
    assert_eq!((house.view().phase, house.ordered()), (TablePhase::Held, order));
    house.source(CardSourceEvent::FaultCleared(FaultCode::CardJam));
    assert_eq!((house.view().phase, house.ordered()), (TablePhase::Dealing, order));
    ["7h", "Kd", "Tc"].iter().for_each(|name| drop(house.card(name)));
    assert_eq!(house.credit(1), 1_100);
}

#[test]
fn a_shuffle_says_how_far_it_is_and_when_it_will_about_be_over() {
    let mut house = House::closed(baccarat::example::rules());
    house.source(CardSourceEvent::Opened);
    let number = house.ordered();
    assert_eq!(house.view().shuffle, None, "a source that tells nothing is at no known place");
    let mut told = |cards, seconds| {
        house.now = house.now.after(Span::from_seconds(seconds));
        house.source(CardSourceEvent::Shuffling { number, cards });
        house.view().shuffle.map(|shuffle| (shuffle.cards_done, shuffle.cards, shuffle.ends_about.map(|end| end.since(house.now))))
    };
    assert_eq!(told(0, 0), Some((0, 416, None)));
    assert_eq!(told(52, 20), Some((52, 416, Some(Span::from_seconds(140)))));
    assert_eq!(told(208, 40), Some((208, 416, Some(Span::from_seconds(60)))));
    house.source(CardSourceEvent::Shuffling { number: number + 1, cards: 1 });
    assert_eq!(house.view().shuffle.map(|shuffle| shuffle.cards_done), Some(208), "another order is not this shuffle");
    house.shuffle();
    assert_eq!(house.view().shuffle, None);
}

#[test]
fn a_countdown_says_when_it_began() {
    let mut house = House::ready();
    assert_eq!((house.view().began_at, house.view().ends_at), (None, None));
    house.orders(1, TableOrder::Stake(vec![on(1, StakeKind::Player, 100)]));
    let began_at = house.now;
    assert_eq!(house.view().began_at, Some(began_at));
    house.now = house.now.after(Span::from_seconds(1));
    house.orders(1, TableOrder::Stake(vec![on(1, StakeKind::Tie, 10)]));
    assert_eq!(house.view().began_at, Some(began_at), "it goes on as it began");
}

#[test]
fn the_end_of_another_order_brings_no_card() {
    let mut house = House::ready();
    house.dealing();
    let number = house.ordered();
    house.card("9s");
    assert_eq!(house.source(CardSourceEvent::Card { number, card: card("9s") }), []);
    assert_eq!(house.view().hands.iter().map(|hand| hand.cards.len()).sum::<usize>(), 1);
}

#[test]
fn bjam_q26_a_deal_goes_on_after_a_restart_with_the_card_that_was_ordered() {
    let mut rules = baccarat::example::rules();
    rules.timing.restart_in_deal = RestartInDeal::Continue;
    let mut house = House::ready_under(rules);
    house.dealing();
    house.card("9s");
    let wish = house.wish();
    house.cabinet = Cabinet::from_bytes(&house.cabinet.to_bytes()).expect("its own bytes");
    house.event(Event::Started { version: "2".into(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None });
    assert_eq!(house.view().phase, TablePhase::Held);
    house.source(CardSourceEvent::Opened);
    assert_eq!(house.wish(), wish);
    ["7h", "Kd", "Tc"].iter().for_each(|name| drop(house.card(name)));
    assert_eq!(house.credit(1), 1_100);
}

#[test]
fn hx_4_a_restart_in_the_middle_of_a_deal_gives_the_stakes_back_where_the_rules_say_so() {
    let mut house = House::ready();
    house.dealing();
    house.card("9s");
    let facts =
        house.event(Event::Started { version: "2".into(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None });
    assert!(matches!(facts[0], TableFact::Voided { reason: DealVoid::Round(VoidReason::Restart), .. }), "{facts:?}");
    assert_eq!((house.credit(1), house.credit(2)), (1_000, 1_000));
    house.source(CardSourceEvent::Opened);
    assert!(matches!(house.wish(), CardWish::Shuffle { .. }), "the card that was ordered may lie on the table");
}

#[test]
fn stakes_that_lie_survive_a_restart_before_the_close() {
    let mut house = House::ready();
    house.orders(1, TableOrder::Stake(vec![on(1, StakeKind::Player, 100)]));
    house.event(Event::Started { version: "2".into(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None });
    house.source(CardSourceEvent::Opened);
    assert_eq!((house.view().phase, house.view().stakes.len(), house.credit(1)), (TablePhase::Staking, 1, 900));
    assert!(house.view().ends_at.is_some());
}

#[test]
fn hrb_25_the_manager_voids_a_deal_and_with_a_card_on_its_way_the_cards_are_shuffled_anew() {
    let mut house = House::ready();
    house.refused(attendant(), None, TableOrder::Void { reason: "misdeal".into(), new_shoe: false }, Refusal::WrongPhase);
    house.dealing();
    house.card("9s");
    let on_its_way = house.ordered();
    house.attends(TableOrder::Void { reason: "misdeal".into(), new_shoe: false });
    assert_eq!(house.credit(1), 1_000);
    assert!(matches!(house.wish(), CardWish::Shuffle { .. }), "{:?}", house.wish());
    house.source(CardSourceEvent::Card { number: on_its_way, card: card("7h") });
    assert!(house.view().hands.iter().all(|hand| !hand.cards.contains(&Some(card("7h")))));
    house.shuffle();
    house.wake();
    assert_eq!(house.view().phase, TablePhase::Staking);
}

#[test]
fn a_card_that_does_not_come_holds_the_table_until_it_does() {
    let mut house = House::ready();
    house.dealing();
    house.wake();
    assert_eq!(house.view().hold.expect("it is held").fault, Some(FaultCode::CardSourceStalled));
    house.card("9s");
    assert_eq!(house.view().phase, TablePhase::Dealing);
}

#[test]
fn a_card_that_was_late_is_waited_for_no_more_once_its_order_has_ended_otherwise() {
    let mut house = House::ready();
    house.dealing();
    house.wake();
    let number = house.ordered();
    house.source(CardSourceEvent::Failed { number, why: OrderFailure::CalledOff });
    assert_eq!((house.view().phase, house.view().faults.len()), (TablePhase::Dealing, 0));
    assert_ne!(house.ordered(), number, "the card is ordered anew");
}

#[test]
fn a_source_that_answers_what_was_not_asked_brings_no_card_and_takes_no_stake() {
    let mut house = House::closed(baccarat::example::rules());
    house.source(CardSourceEvent::Opened);
    house.card("9s");
    assert!(matches!(house.wish(), CardWish::Shuffle { number: 2, .. }));
    house.shuffle();
    house.card("2c");
    house.dealing();
    let number = house.ordered();
    house.source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(8) });
    assert_eq!((house.credit(1), house.credit(2), house.view().phase), (1_000, 1_000, TablePhase::Paid));
}

#[test]
fn hrb_23_a_shoe_whose_cards_do_not_add_up_is_not_dealt_from() {
    let check = |count, code| {
        let mut house = House::closed(baccarat::example::rules());
        house.source(CardSourceEvent::Opened);
        let number = house.ordered();
        house.source(CardSourceEvent::Shuffled { number, count });
        assert_eq!(house.view().hold.expect("it is held").fault, Some(code));
    };
    let whole = DeckCount::complete(8);
    check(DeckCount { cards: 415, missing: 1, ..whole }, FaultCode::WrongCardCount);
    check(DeckCount { cards: 417, duplicate: 1, ..whole }, FaultCode::WrongCardCount);
    check(DeckCount { duplicate: 1, missing: 1, ..whole }, FaultCode::DuplicateCard);
    check(DeckCount { foreign: 1, missing: 1, ..whole }, FaultCode::ForeignCard);
    check(DeckCount { unreadable: 1, missing: 1, ..whole }, FaultCode::CardUnreadable);
    check(DeckCount { missing: 1, ..whole }, FaultCode::MissingCard);
}

#[test]
fn the_attendant_holds_a_table_and_lets_it_go_on() {
    let mut house = House::ready();
    house.dealing();
    let order = house.wish();
    house.attends(TableOrder::Hold { reason: "a look".into() });
    assert_eq!(house.wish(), CardWish::Ready);
    house.refused(Who::Seat(seat(1)), None, TableOrder::TakeBack(None), Refusal::TableHeld);
    house.source(CardSourceEvent::Failed { number: order.number().expect("a card"), why: OrderFailure::CalledOff });
    house.attends(TableOrder::Resume);
    assert_ne!(house.ordered(), order.number().expect("a card"), "a called-off order is never given again");
    house.refused(attendant(), None, TableOrder::Resume, Refusal::WrongPhase);
    house.refused(attendant(), None, TableOrder::MissedBox(BoxNumber(9)), Refusal::BoxUnknown);
}

#[test]
fn the_views_of_a_table_that_was_not_touched_are_the_very_same() {
    let mut house = House::ready();
    house.cabinet.keep_views();
    let mut before = house.views();
    let mut check = |house: &mut House, what: &str, is_touched: bool| {
        house.cabinet.keep_views();
        let now = house.views();
        let is_same = Arc::ptr_eq(&before.cabinet.tables[0], &now.cabinet.tables[0])
            && (0..SEATS).all(|seat| Arc::ptr_eq(&before.seats[seat].tables[0], &now.seats[seat].tables[0]));
        assert_eq!(is_same, !is_touched, "{what}");
        before = now;
    };
    check(&mut house, "nothing", false);
    house.done(attendant(), Order::CreditIn { seat: seat(2), amount: money(10) });
    check(&mut house, "money on a credit", false);
    house.event(Event::Wheel(WheelEvent { spin: None, happening: WheelHappening::Opened, evidence: Vec::new() }));
    check(&mut house, "the wheel", false);
    house.orders(1, TableOrder::Stake(vec![on(1, StakeKind::Player, 100)]));
    check(&mut house, "a stake", true);
    house.wake();
    check(&mut house, "the end of the stakes", true);
    house.card("9s");
    check(&mut house, "a card", true);
    house.event(Event::WallClock { wall: Timestamp::from_microseconds(5_000_000_000) });
    check(&mut house, "other times are shown", true);
    house.attends(TableOrder::Hold { reason: "a card fell".into() });
    check(&mut house, "a hold", true);
}

#[test]
fn money_at_the_wheel_and_at_the_card_table_comes_from_one_credit() {
    let mut house = House::ready();
    house.orders(1, TableOrder::Stake(vec![on(1, StakeKind::Player, 600)]));
    let views = house.views();
    assert_eq!((views.seats[0].credit, views.seats[0].staked, views.seats[0].tables[0].staked), (money(400), Money::ZERO, money(600)));
    assert_eq!(views.official.seats[0].staked, money(600));
    house.refused(Who::Seat(seat(1)), None, TableOrder::Stake(vec![on(1, StakeKind::Tie, 401)]), Refusal::CreditTooSmall);
}

#[test]
fn a_fault_that_only_fresh_cards_end_does_not_keep_them_from_being_ordered() {
    let mut house = House::ready();
    house.orders(1, TableOrder::Stake(vec![on(1, StakeKind::Player, 100)]));
    house.wake();
    let number = house.cabinet.card_wishes()[0].1.number().expect("a card is wanted");
    house.source(CardSourceEvent::Failed { number, why: OrderFailure::Foreign });
    house.source(CardSourceEvent::Fault { code: FaultCode::ForeignCard, detail: String::new() });
    assert_eq!(house.cabinet.card_wishes()[0].1, CardWish::Ready, "somebody has to look at the cards first");
    assert_eq!(house.view().faults.len(), 1, "the source and the table found the same");
    house.attends(TableOrder::Resume);
    let hold = house.view().hold.expect("the source has not said that it is over");
    assert_eq!((hold.fault, hold.ends_by_itself), (Some(FaultCode::ForeignCard), true));
    let CardWish::Shuffle { number, deck } = house.cabinet.card_wishes()[0].1 else { panic!("fresh cards are wanted") };
    house.source(CardSourceEvent::FaultCleared(FaultCode::ForeignCard));
    house.source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(deck) });
    assert!(matches!(house.cabinet.card_wishes()[0].1, CardWish::Card { to: CardPlace::Discard, .. }), "the first card is burnt");
}

fn played_as(table_name: &str, rules_name: &str) -> PlayedAs {
    PlayedAs { table_name: table_name.into(), game: "baccarat".into(), rules_name: rules_name.into() }
}

#[test]
fn a_deal_of_the_past_keeps_the_names_under_which_it_was_played() {
    let mut house = House::ready();
    house.orders(1, TableOrder::Stake(vec![on(1, StakeKind::Player, 600)]));
    let mut renamed = terms(baccarat::example::rules());
    (renamed.card_tables[0].name, renamed.card_tables[0].rules_name) = ("Gold".into(), "baccarat/gold".into());
    house.event(Event::Terms { terms: renamed.to_bytes() });
    let facts = house.attends(TableOrder::Void { reason: "a chip fell".into(), new_shoe: false });
    let [TableFact::Voided { played: Some(played), .. }, ..] = facts.as_slice() else { panic!("{facts:?}") };
    assert_eq!(*played, played_as("Baccarat", "baccarat/test"), "the new names wait for the next deal");
    house.wake();
    assert_eq!(house.view().name, "Gold");
    let deals = house.views().seats[0].tables[0].deals.clone();
    let names = (deals[0].table_name.as_deref(), deals[0].game.as_deref(), deals[0].rules_name.as_str());
    assert_eq!(names, (Some("Baccarat"), Some("baccarat"), "baccarat/test"));
    let later = Cabinet::from_bytes(&house.cabinet.to_bytes()).expect("a checkpoint can be read back");
    assert_eq!(later, house.cabinet);
}

/// A deal of this table is void: as it is stepped now, and as it was recorded.
#[track_caller]
fn check_confirmed(recorded: Option<PlayedAs>, is_confirmed: bool) {
    let fact = |played| {
        let voided = TableFact::Voided { deal: 1, reason: DealVoid::Misdeal, settlement: Default::default(), played };
        Fact::Table { table: TABLE, fact: voided }
    };
    let step = Step { facts: vec![fact(Some(played_as("Gold", "baccarat/gold")))] };
    assert_eq!(step.confirms(&[fact(recorded)]), is_confirmed);
}

#[test]
fn a_record_without_names_is_confirmed_and_one_with_other_names_is_not() {
    check_confirmed(None, true);
    check_confirmed(Some(played_as("Gold", "baccarat/gold")), true);
    check_confirmed(Some(played_as("Baccarat", "baccarat/gold")), false);
}
