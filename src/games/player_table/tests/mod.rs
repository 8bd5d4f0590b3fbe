//! The table between players, case by case and at random.

mod books;
mod cases;
mod misdealt;
mod mistakes;
mod random;
mod showing;

use alloc::vec::Vec;

use super::*;
use crate::games::betting::Action;
use crate::games::streets::tests::shipped::{SHIPPED, blinds, cards, house, money, seat, stud};
use crate::games::streets::{CardTo, Level};
use crate::model::{Card, CardChoice, Money, Seat};
use books::Books;

/// A table with everything that happened at it, and the auditor's books beside it.
struct Case {
    table: PlayerTable,
    journal: Vec<Event>,
    books: Books,
    /// The closed cards of the seats and the cards of the board; others where the case does not name them.
    own: [Vec<Card>; 6],
    board: Vec<Card>,
}

impl Case {
    /// The seats from the first on sit down with these; nobody where it is 0.
    fn new(rules: &str, level: Level, stacks: &[i64]) -> Self {
        let table = PlayerTable::new(TableRules { house: house(rules), level }).expect("the amounts fit");
        let mut case = Self { table, journal: Vec::new(), books: Books::new(500), own: Default::default(), board: Vec::new() };
        for (number, stack) in (1..).zip(stacks).filter(|(_, stack)| **stack > 0) {
            case.joins(number, *stack).expect("it may sit down");
        }
        case
    }

    fn drawn(mut self, button: u8) -> Self {
        let present = Seat::all().filter(|seat| self.table.is_present(*seat));
        let low = cards("2s 3s 4s 5s 6s 7s");
        let card = |seat: Seat| if seat.number() == button { cards("As")[0] } else { low[seat.index()] };
        let drawn = present.map(|seat| (seat, card(seat))).collect();
        self.takes(&Command::DrawButton(drawn)).expect("it is drawn");
        self
    }

    fn takes(&mut self, command: &Command) -> Result<Vec<Event>, TableRefusal> {
        let held = self.table.remaining();
        let events = self.table.take(command)?;
        events.iter().for_each(|event| self.books.take(event));
        if let ([Event::StubShuffled], Some(held), Some(holds)) = (&events[..], held, self.table.remaining()) {
            self.books.put_back(&Card::all().filter(|card| holds.count(*card) > held.count(*card)).collect::<Vec<_>>());
        }
        self.journal.extend(events.iter().cloned());
        let rules = self.table.rules.clone();
        assert!(PlayerTable::replay(rules, &self.journal).is_ok_and(|replayed| replayed == self.table), "the events make the table");
        Ok(events)
    }

    fn orders(&mut self, number: u8, order: SeatOrder) -> Result<Vec<Event>, TableRefusal> {
        let seat = seat(number);
        let credit = money(self.books.credits[seat.index()]);
        self.takes(&Command::Seat { seat, order, credit })
    }

    fn joins(&mut self, number: u8, put: i64) -> Result<Vec<Event>, TableRefusal> {
        self.orders(number, SeatOrder::Join { put: money(put) })
    }

    /// A deal begins, up to its first decision.
    fn begin(&mut self) {
        self.takes(&Command::Begin).expect("the deal can begin");
        self.deal();
    }

    fn deal(&mut self) {
        while let Wants::Card(to) = self.table.wants() {
            let view = self.table.view(Eyes::Public);
            let named = match to {
                CardTo::Burn => None,
                CardTo::Board => self.board.get(view.board.len()).copied(),
                CardTo::Down(seat) | CardTo::Up(seat) => {
                    let dealt =
                        view.seats[seat.index()].as_ref().map_or(0, |seat| seat.down.len() + seat.up.len() + usize::from(seat.bought));
                    self.own[seat.index()].get(dealt).copied()
                }
            };
            let came = |card: &Card| {
                self.board.contains(card)
                    || self.own.iter().flatten().any(|named| named == card)
                    || self.table.dealing.as_ref().is_some_and(|dealing| dealing.shoe.clone().draw(*card).is_err())
            };
            let card = named.unwrap_or_else(|| Card::all().find(|card| !came(card)).expect("the pack suffices"));
            self.takes(&Command::Card(card)).expect("a card is awaited");
        }
    }

    /// Words such as `3 raise 60`, `1 fold`, and `check` or `call` of the seat that is asked.
    fn play(&mut self, words: &str) {
        for word in words.split(',').map(str::trim) {
            let Wants::Decision(asked, turn) = self.table.wants() else { panic!("nobody is asked at {word}") };
            let parts: Vec<&str> = word.split(' ').collect();
            let (who, rest) = match parts[0].parse::<u8>() {
                Ok(number) => (seat(number), &parts[1..]),
                Err(_) => (asked, &parts[..]),
            };
            assert_eq!(who, asked, "{word}");
            let amount = || money(rest[1].parse().expect("an amount"));
            let action = match rest[0] {
                "fold" => Action::Fold,
                "check" => Action::Check,
                "call" => Action::Call,
                "bet" => Action::Bet(amount()),
                "raise" => Action::RaiseTo(amount()),
                "pass" => Action::Pass,
                "aside" => Action::PlayForPot,
                "buy" => Action::Exchange(CardChoice((1 << rest[1].parse::<u8>().expect("a number")) - 1)),
                other => panic!("no action: {other}"),
            };
            self.orders(who.number(), SeatOrder::Act { turn, action }).unwrap_or_else(|refusal| panic!("{word}: {refusal}"));
            self.deal();
        }
    }

    fn stacks(&self) -> Vec<i64> {
        Seat::all().map(|seat| self.table.stack(seat).map_or(0, Money::minor)).collect()
    }
}
