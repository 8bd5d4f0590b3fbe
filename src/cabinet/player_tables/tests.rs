//! Tables between players in the cabinet: case by case, and at random with a restart at every step.

extern crate std;

mod again;
mod cases;
mod disputes;
mod history;
mod hours;
mod mistakes;
mod money;
mod opening;
mod presence;
mod random;
mod seat_lock;
mod showing;
mod time;

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::cabinet::{Cabinet, Outcome, Terms};
use crate::games::player_table::{TableRules, TableView};
use crate::games::roulette;
use crate::games::streets::{House, Level};
use crate::model::toml_keys::read_text;
use crate::model::{
    BettingAction, CardSourceEvent, CardWish, Command, DeckCount, Event, Eyes, Fact, Input, Order, PlayerTableFact, PlayerTableOrder,
    Refusal, TableFact, TableOrder, TimeBank, What, Who,
};

const TABLE: TableNumber = TableNumber(17);

impl Cabinet {
    /// A table between players as these eyes see it; `None` where there is no such table.
    fn player_table_view(&self, number: TableNumber, eyes: Eyes) -> Option<TableView> {
        self.player_table(number).map(|table| table.table().view(eyes))
    }
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat's number")
}

const fn money(minor: i64) -> Money {
    Money::from_minor(minor)
}

fn house(rules: &str) -> House {
    let text = match rules {
        "holdem/sport-no-limit" => include_str!("../../../device-profiles/betting/holdem/sport-no-limit.toml"),
        "omaha-hi-lo/by" => include_str!("../../../device-profiles/betting/omaha-hi-lo/by.toml"),
        "club/am" => include_str!("../../../device-profiles/betting/club/am.toml"),
        "stud7/by" => include_str!("../../../device-profiles/betting/stud7/by.toml"),
        "stud7/sport-fixed-limit" => include_str!("../../../device-profiles/betting/stud7/sport-fixed-limit.toml"),
        "holdem/by" => include_str!("../../../device-profiles/betting/holdem/by.toml"),
        other => panic!("the tests do not name {other}"),
    };
    let shipped: House = read_text(text).expect("a shipped file can be read");
    // A test in which a start voids the deal says so.
    House { restart_in_deal: None, ..shipped }
}

/// The amounts that every one of these houses can be played with.
fn level() -> Level {
    Level {
        small_blind: money(5),
        big_blind: money(10),
        small_bet: money(10),
        big_bet: money(20),
        bring_in: money(10),
        most_bet: money(200),
        unit: money(1),
        ..Level::default()
    }
}

fn table_terms(rules: &str) -> PlayerTableTerms {
    let mut house = house(rules);
    (house.seating.buy_in_least_bets, house.seating.buy_in_most_bets) = (2, 200);
    PlayerTableTerms {
        name: "Poker".into(),
        rules_name: rules.to_string(),
        rules_sha256: [3; 32],
        rules: TableRules { house, level: level() },
        decision_seconds: 20,
        pause_seconds: 5,
        card_most_seconds: 10,
        time_bank: TimeBank::default(),
        absent_after_decisions: 0,
        show_seconds: 5,
        absent_after_deals: 0,
        opened_by_seat: None,
        is_dealt_by_hand: true,
        offers_free_fold: false,
    }
}

fn terms(player_tables: Vec<PlayerTableTerms>) -> Terms {
    Terms {
        rules_name: "roulette/test".into(),
        rules_sha256: [7; 32],
        roulette: roulette::example::rules(),
        currency: "XTS".into(),
        decimals: 2,
        chips: vec![money(1)],
        credit_most: money(1_000_000),
        files: Vec::new(),
        card_tables: Vec::new(),
        fittings: None,
        machines: Vec::new(),
        player_tables,
        hand_pay_from: None,
        wheel_rest: None,
        player_protection: None,
        housing: None,
    }
}

/// A cabinet with one table between players, and its time.
struct Room {
    cabinet: Cabinet,
    now: Timestamp,
}

impl Room {
    /// Every seat has 10000, and the card source has yet to show itself.
    fn closed(table: PlayerTableTerms) -> Self {
        let now = Timestamp::from_microseconds(1_000_000_000);
        let what = What::Event(Event::Terms { terms: terms(vec![table]).to_bytes() });
        let (cabinet, _) = Cabinet::begin(&Input { number: 1, at: now, what }).expect("the terms can be read");
        let mut room = Self { cabinet, now };
        for seat in Seat::all() {
            room.done(attendant(), Order::CreditIn { seat, amount: money(10_000) });
        }
        room
    }

    fn open(rules: &str) -> Self {
        Self::open_by(table_terms(rules))
    }

    fn open_by(table: PlayerTableTerms) -> Self {
        let mut room = Self::closed(table);
        room.source(CardSourceEvent::Opened);
        room
    }

    /// These seats sit down with these, and a deal has begun: its first decision is waited for.
    fn dealt(rules: &str, stacks: &[i64]) -> Self {
        Self::dealt_by(table_terms(rules), stacks)
    }

    fn dealt_by(table: PlayerTableTerms, stacks: &[i64]) -> Self {
        let mut room = Self::open_by(table);
        for (number, put) in (1..).zip(stacks) {
            room.orders(number, PlayerTableOrder::Join { put: money(*put) });
        }
        room.begin();
        room
    }

    /// The pause ends, and cards come until somebody is asked.
    fn begin(&mut self) -> Vec<PlayerTableFact> {
        let mut facts = self.wake();
        facts.extend(self.deal());
        facts
    }

    /// Cards come as long as they are ordered: by the number of the order, so that equal ranks seldom follow each other.
    fn deal(&mut self) -> Vec<PlayerTableFact> {
        let mut facts = Vec::new();
        while let Some(more) = self.comes() {
            facts.extend(more);
        }
        facts
    }

    /// What is ordered of the source comes; `None` where nothing is.
    fn comes(&mut self) -> Option<Vec<PlayerTableFact>> {
        Some(match self.wish() {
            CardWish::Shuffle { number, .. } => self.source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(1) }),
            CardWish::Card { number, remaining, .. } => {
                let from = usize::try_from(number * 5 % 52).expect("it is small");
                let mut cards = Card::all().skip(from).chain(Card::all());
                let card = cards.find(|card| remaining.without(*card).is_some()).expect("the pack suffices");
                self.source(CardSourceEvent::Card { number, card })
            }
            _ => return None,
        })
    }

    fn step(&mut self, what: What) -> Outcome {
        let outcome = self.cabinet.step(&Input { number: self.cabinet.number() + 1, at: self.now, what });
        // A restart at every step.
        let restored = Cabinet::from_bytes(&self.cabinet.to_bytes()).expect("a checkpoint can be read");
        assert!(restored == self.cabinet, "a checkpoint holds the whole state");
        self.cabinet = restored;
        outcome
    }

    /// The order, for the deal that is under way where it has to name one.
    fn command(&self, who: Who, order: Order) -> What {
        let is_of_turn = matches!(order, Order::Table { order: TableOrder::BetweenPlayers(PlayerTableOrder::Act { .. }), .. });
        let deal = self.cabinet.player_table_view(TABLE, Eyes::Public).expect("the table is there").deal;
        What::Command(Command { who, key: None, round: is_of_turn.then_some(deal), order })
    }

    #[track_caller]
    fn done(&mut self, who: Who, order: Order) -> Vec<PlayerTableFact> {
        match self.step(self.command(who, order)) {
            Outcome::Done(step) => of_table(step.facts),
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    fn orders(&mut self, number: u8, order: PlayerTableOrder) -> Vec<PlayerTableFact> {
        self.done(Who::Seat(seat(number)), Order::Table { table: TABLE, order: TableOrder::BetweenPlayers(order) })
    }

    #[track_caller]
    fn acts(&mut self, number: u8, action: BettingAction) -> Vec<PlayerTableFact> {
        let turn = self.asked().filter(|(asked, _)| *asked == seat(number)).expect("the seat is asked").1;
        let mut facts = self.orders(number, PlayerTableOrder::Act { turn, action });
        facts.extend(self.deal());
        facts
    }

    #[track_caller]
    fn attends(&mut self, order: TableOrder) -> Vec<PlayerTableFact> {
        self.done(attendant(), Order::Table { table: TABLE, order })
    }

    #[track_caller]
    fn refused(&mut self, who: Who, order: Order, expected: Refusal) {
        let before = self.cabinet.clone();
        let outcome = self.step(self.command(who, order));
        assert_eq!(outcome, Outcome::Refused(expected));
        assert!(self.cabinet == before, "a refused order changes nothing");
    }

    #[track_caller]
    fn refuses(&mut self, number: u8, order: PlayerTableOrder, expected: Refusal) {
        self.refused(Who::Seat(seat(number)), Order::Table { table: TABLE, order: TableOrder::BetweenPlayers(order) }, expected);
    }

    fn source(&mut self, event: CardSourceEvent) -> Vec<PlayerTableFact> {
        self.event(Event::Cards { table: TABLE, event })
    }

    fn event(&mut self, event: Event) -> Vec<PlayerTableFact> {
        match self.step(What::Event(event)) {
            Outcome::Done(step) => of_table(step.facts),
            other => panic!("events are never refused: {other:?}"),
        }
    }

    fn wake(&mut self) -> Vec<PlayerTableFact> {
        self.now = self.cabinet.outstanding().wake_at.expect("the table waits for a moment");
        self.event(Event::Wake)
    }

    fn restart(&mut self) -> Vec<PlayerTableFact> {
        self.event(Event::Started { version: "test".into(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None })
    }

    fn wish(&self) -> CardWish {
        self.cabinet.card_wishes().into_iter().find(|(table, _)| *table == TABLE).expect("the table is there").1
    }

    /// Who is asked, in which turn.
    fn asked(&self) -> Option<(Seat, u32)> {
        self.cabinet.player_table_view(TABLE, Eyes::Public).expect("the table is there").turn
    }

    fn credits(&self) -> Vec<i64> {
        Seat::all().map(|seat| self.cabinet.ledger.credit(seat).minor()).collect()
    }

    fn stacks(&self) -> Vec<i64> {
        Seat::all().map(|seat| self.cabinet.ledger.stack(TABLE, seat).minor()).collect()
    }

    fn pots(&self) -> Vec<i64> {
        Seat::all().map(|seat| self.cabinet.ledger.staked(Felt::Cards(TABLE), seat).minor()).collect()
    }
}

fn attendant() -> Who {
    Who::Attendant("Anna".into())
}

fn of_table(facts: Vec<Fact>) -> Vec<PlayerTableFact> {
    let between_players = |fact| match fact {
        Fact::Table { table: TABLE, fact: TableFact::BetweenPlayers(fact) } => Some(fact),
        _ => None,
    };
    facts.into_iter().filter_map(between_players).collect()
}
