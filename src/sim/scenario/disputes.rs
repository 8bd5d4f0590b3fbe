//! The players of a scenario who do not agree with what is over, and the attendants who decide. What they order is drawn from the seed, by a
//! stream of its own.

use super::crowd::WILD_AMOUNTS;
use crate::cabinet::Cabinet;
use crate::model::{Command, GameRead, Money, Order, PastGame, Seat, TableNumber, Verdict, Views, Who};
use crate::sim::chance::Chance;

/// Who opens and decides.
const NAMES: [&str; 2] = ["attendant", "another attendant"];

/// Notes that are written; the first two are none.
const NOTES: [&str; 5] = ["", "two\nlines", "He says that his chip lay on 17.", "The film shows it.", "ставка лежала на красном"];

/// How many games are remembered that may be disputed when the cabinet has forgotten them.
const OLD: usize = 40;

/// A game, and a seat that had a part in it, where one is seen.
type Game = (PastGame, Option<Seat>);

/// The people.
pub(super) struct Disputes {
    chance: Chance,
    /// Games as the journal holds them.
    old: Vec<(Game, GameRead)>,
}

impl Disputes {
    pub(super) const fn new(chance: Chance) -> Self {
        Self { chance, old: Vec::new() }
    }

    /// An order, which mostly fits what is shown; mostly none.
    pub(super) fn order(&mut self, shown: &Views, cabinet: &Cabinet) -> Option<Command> {
        if self.chance.below(15) != 0 {
            return None;
        }
        let disputes = shown.official.disputes.iter();
        let open: Vec<u32> = disputes.filter(|dispute| dispute.ruling.is_none()).map(|dispute| dispute.number).collect();
        self.remember(shown, cabinet);
        // Now and then many are left open.
        let decides = !open.is_empty() && self.chance.below(5) != 0;
        let order = if decides { self.decision(&open) } else { self.opening(shown)? };
        let who = match self.chance.below(30) {
            0 => Who::Seat(self.any_seat()),
            number => Who::Attendant(NAMES[number as usize % NAMES.len()].into()),
        };
        let key = (self.chance.below(3) == 0).then(|| format!("dispute {}", self.chance.below(40)));
        Some(Command { who, key, round: None, order })
    }

    fn decision(&mut self, open: &[u32]) -> Order {
        let dispute = match self.chance.below(8) {
            0 => self.chance.below(200) as u32,
            _ => open[self.chance.below(open.len() as u64) as usize],
        };
        let verdict = if self.chance.below(2) == 0 { Verdict::Rejected } else { Verdict::Upheld { amount: self.amount() } };
        Order::DecideDispute { dispute, verdict, note: self.note() }
    }

    fn amount(&mut self) -> Money {
        match self.chance.below(8) {
            0 => Money::from_minor(WILD_AMOUNTS[self.chance.below(WILD_AMOUNTS.len() as u64) as usize]),
            _ => Money::from_minor(self.chance.between(1, 5_000) as i64),
        }
    }

    fn note(&mut self) -> String {
        match self.chance.below(20) {
            0 => "x".repeat(Order::NOTE_MOST + self.chance.below(2) as usize),
            1 => NOTES[self.chance.below(2) as usize].into(),
            _ => NOTES[self.chance.between(2, NOTES.len() as u64 - 1) as usize].into(),
        }
    }

    fn any_seat(&mut self) -> Seat {
        Seat::all().nth(self.chance.below(6) as usize).expect("there are six")
    }

    /// Remembers one of the games that are recalled now.
    fn remember(&mut self, shown: &Views, cabinet: &Cabinet) {
        let Some(game) = self.any_game(shown) else { return };
        let Some(read) = cabinet.read_game(game.0) else { return };
        if self.old.len() == OLD {
            self.old.remove(0);
        }
        self.old.push((game, read));
    }

    /// A game that may be seen, mostly by a seat that had a part in it; or an old one, as the program would read it.
    fn opening(&mut self, shown: &Views) -> Option<Order> {
        let place = self.chance.below(2 * OLD as u64) as usize;
        let old = self.old.get(place).cloned();
        let ((game, first), read) = match old {
            Some((game, read)) => (game, Some(read)),
            None => (self.any_game(shown)?, None),
        };
        let (game, seat, read) = match self.chance.below(12) {
            0 => (PastGame::Round(self.chance.below(1_000)), first, read),
            1 => (PastGame::Deal { table: TableNumber(self.chance.below(256) as u8), deal: self.chance.below(40) }, first, read),
            2 => (game, None, read),
            3 => (game, first, Some(GameRead::Missing)),
            4 => (game, first, Some(GameRead::Found(vec![0x82, 0]))),
            _ => (game, first, read),
        };
        let seat = seat.unwrap_or_else(|| self.any_seat());
        Some(Order::OpenDispute { seat, game, note: self.note(), read })
    }

    /// One of the games that are over; nothing where none is seen.
    fn any_game(&mut self, shown: &Views) -> Option<Game> {
        let official = &shown.official;
        let rounds = official.rounds.iter().map(|round| (PastGame::Round(round.round), round.seats.first().map(|part| part.seat)));
        let deals = official.deals.iter().map(|deal| {
            let first = deal.settlement.returns.first().map(|line| line.stake.seat);
            (PastGame::Deal { table: deal.table, deal: deal.deal }, first)
        });
        let hands = shown.seats.iter().flat_map(|seat| seat.player_tables.iter().map(move |table| (seat.seat, table)));
        let hands = hands
            .flat_map(|(seat, own)| own.hands.iter().map(move |hand| (PastGame::Deal { table: hand.table, deal: hand.deal }, Some(seat))));
        let games: Vec<Game> = rounds.chain(deals).chain(hands).collect();
        let place = self.chance.below(games.len().max(1) as u64) as usize;
        games.get(place).copied()
    }
}
