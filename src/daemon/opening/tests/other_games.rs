//! Another game comes to a card table: when, and what of the former one is offered there.

use super::*;
use crate::cabinet::Outcome;
use crate::model::{CardWish, Fact, Refusal, SeatTableView, TableFact};

const TABLE: TableNumber = TableNumber(1);

/// The demo's terms, with the game of one of its other tables at the first one.
fn terms_of_game(rules: &str) -> Terms {
    let mut file: Profile<CabinetFile> = load_cabinet("demo").expect("a shipped cabinet");
    let of_game = file.value.card_tables.iter().find(|table| table.rules == rules).expect("the demo has a table of it").clone();
    file.value.card_tables[0] = CardTableKeys { name: "First".to_owned(), source: CardSourceKeys::Virtual, ..of_game };
    terms_of(&file).expect("its files fit together")
}

/// Those terms as a release brought them that let them wait for the next deal.
fn older(mut terms: Terms) -> Terms {
    terms.card_tables[0].waits_for_stakes_only = false;
    terms
}

struct House(Cabinet);

impl House {
    /// The first table takes stakes under these terms, and the third seat has credit.
    fn open(terms: &Terms) -> Self {
        let (cabinet, _) = Cabinet::begin(&first_input(terms, Timestamp::from_microseconds(1_000))).expect("the terms can be read");
        let mut house = Self(cabinet);
        house.step(&attendant(Order::CreditIn { seat: seat(), amount: Money::from_minor(10_000) }));
        house.step(&What::Event(Event::Cards { table: TABLE, event: CardSourceEvent::Opened }));
        house
    }

    fn outcome(&mut self, what: &What, at: Timestamp) -> Outcome {
        self.0.step(&Input { number: self.0.number() + 1, at, what: what.clone() })
    }

    /// What the first table says of it.
    fn step(&mut self, what: &What) -> Vec<TableFact> {
        self.step_at(what, self.0.at())
    }

    fn step_at(&mut self, what: &What, at: Timestamp) -> Vec<TableFact> {
        let Outcome::Done(step) = self.outcome(what, at) else { panic!("{what:?} is not done") };
        let of_table = |fact| if let Fact::Table { table: TABLE, fact } = fact { Some(fact) } else { None };
        step.facts.into_iter().filter_map(of_table).collect()
    }

    fn wake(&mut self) -> Vec<TableFact> {
        self.step_at(&What::Event(Event::Wake), self.0.outstanding().wake_at.expect("it waits for a moment"))
    }

    fn bring(&mut self, terms: &Terms) -> Vec<TableFact> {
        self.step(&What::Event(Event::Terms { terms: terms.to_bytes() }))
    }

    fn stake(&mut self, kind: StakeKind) -> Vec<TableFact> {
        let deal = self.views().cabinet.tables[0].deal;
        self.step(&stake_in(deal, kind))
    }

    /// An ante of 1,000 is staked and no more; then the deal is void.
    fn void_a_deal(&mut self) {
        self.stake(StakeKind::Ante);
        assert!(matches!(self.wake()[..], [TableFact::Closed { deal: 1 }]));
        self.step(&attendant(Order::Table { table: TABLE, order: TableOrder::Void { reason: "a test".to_owned(), new_shoe: false } }));
    }

    fn views(&self) -> crate::model::Views {
        self.0.views(self.0.rules_view().into())
    }

    fn game(&self) -> &'static str {
        self.views().cabinet.tables[0].game
    }

    fn own(&self) -> SeatTableView {
        SeatTableView::clone(&self.views().seats[2].tables[0])
    }
}

fn of_seat(order: TableOrder) -> What {
    ordered(Who::Seat(seat()), Order::Table { table: TABLE, order })
}

/// A stake of 1,000 that names its deal.
fn stake_in(deal: u64, kind: StakeKind) -> What {
    let stake = StakeForm { place: BoxNumber(3), kind, amount: Money::from_minor(1_000) };
    let order = Order::Table { table: TABLE, order: TableOrder::Stake(vec![stake]) };
    What::Command(Command { who: Who::Seat(seat()), key: None, round: Some(deal), order })
}

#[test]
fn another_game_comes_to_a_table_at_once_where_no_stake_lies_and_with_fresh_cards() {
    let mut house = House::open(&terms_of_game("baccarat/am"));
    assert!(matches!(house.0.card_wishes()[0].1, CardWish::Shuffle { deck, .. } if deck.packs == 8));
    let stale = stake_in(1, StakeKind::Ante);
    assert_eq!(house.bring(&terms_of_game("oasis/by")), [TableFact::TermsInForce, TableFact::Opened { deal: 2 }]);
    assert_eq!(house.game(), "oasis");
    let at = house.0.at();
    assert_eq!(house.outcome(&stale, at), Outcome::Refused(Refusal::OtherRound), "who saw the former game meant that");
    assert!(matches!(house.0.card_wishes()[0].1, CardWish::Shuffle { deck, .. } if deck.packs == 1));
    assert!(matches!(house.stake(StakeKind::Ante)[..], [TableFact::Staked(_)]));
    assert_eq!(house.bring(&terms_of_game("oasis/by")), [], "nothing is new");
}

#[test]
fn where_stakes_lie_it_waits_until_they_are_taken_back() {
    let mut house = House::open(&terms_of_game("baccarat/am"));
    house.stake(StakeKind::Player);
    house.stake(StakeKind::Tie);
    assert_eq!((house.bring(&terms_of_game("oasis/by")), house.game()), (Vec::new(), "baccarat"));
    let [TableFact::TakenBack(_), then @ ..] = &house.step(&of_seat(TableOrder::TakeBack(None)))[..] else {
        panic!("nothing is taken back")
    };
    assert_eq!(then, [TableFact::TermsInForce, TableFact::Opened { deal: 2 }]);
    assert_eq!((house.game(), house.own().staked), ("oasis", Money::ZERO));
}

#[test]
fn what_an_older_release_brought_waits_for_the_next_deal_as_it_did() {
    let mut house = House::open(&older(terms_of_game("oasis/by")));
    assert_eq!((house.bring(&older(terms_of_game("russian/by"))), house.game()), (Vec::new(), "oasis"));
    house.void_a_deal();
    assert_eq!(house.wake(), [TableFact::TermsInForce, TableFact::Opened { deal: 2 }]);
    assert_eq!(house.game(), "russian");
    // What was ordered then is done again.
    assert!(matches!(house.step(&of_seat(TableOrder::Repeat))[..], [TableFact::Staked(_)]));
}

#[test]
fn nobody_repeats_what_he_staked_at_another_game() {
    let mut house = House::open(&terms_of_game("oasis/by"));
    house.void_a_deal();
    assert_eq!(house.own().repeat.len(), 1);
    house.bring(&terms_of_game("russian/by"));
    assert_eq!(house.wake(), [TableFact::TermsInForce, TableFact::Opened { deal: 2 }]);
    assert_eq!(house.own().repeat, []);
    let at = house.0.at();
    assert_eq!(house.outcome(&of_seat(TableOrder::Repeat), at), Outcome::Refused(Refusal::NothingToRepeat));
}

#[test]
fn nor_where_an_older_release_let_another_game_come() {
    let mut house = House::open(&older(terms_of_game("oasis/by")));
    house.void_a_deal();
    house.bring(&older(terms_of_game("russian/by")));
    house.wake();
    assert_eq!(house.own().repeat.len(), 1, "as it was");
    assert_eq!(house.bring(&terms_of_game("russian/by")), [TableFact::TermsInForce, TableFact::Opened { deal: 3 }]);
    assert_eq!(house.own().repeat, []);
}

#[test]
fn other_limits_of_the_same_game_leave_what_is_repeated() {
    let mut house = House::open(&terms_of_game("oasis/by"));
    house.void_a_deal();
    house.wake();
    let mut renamed = terms_of_game("oasis/by");
    renamed.card_tables[0].name = "Gold".to_owned();
    assert_eq!(house.bring(&renamed), [TableFact::TermsInForce, TableFact::Opened { deal: 3 }]);
    assert_eq!(house.own().repeat.len(), 1);
}
