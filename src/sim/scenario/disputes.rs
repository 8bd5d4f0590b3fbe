//! The players of a scenario who do not agree with what is over, and the attendants who decide. What they order is drawn from the seed, by a
//! stream of its own.

use super::crowd::WILD_AMOUNTS;
use crate::model::{Command, Money, OfficialView, Order, PastGame, Seat, TableNumber, Verdict, Who};
use crate::sim::chance::Chance;

/// Who opens and decides.
const NAMES: [&str; 2] = ["attendant", "another attendant"];

/// Notes that are written; the first two are none.
const NOTES: [&str; 5] = ["", "two\nlines", "He says that his chip lay on 17.", "The film shows it.", "ставка лежала на красном"];

/// The people.
pub(super) struct Disputes {
    chance: Chance,
}

impl Disputes {
    pub(super) const fn new(chance: Chance) -> Self {
        Self { chance }
    }

    /// An order, which mostly fits what is shown; mostly none.
    pub(super) fn order(&mut self, shown: &OfficialView) -> Option<Command> {
        if self.chance.below(15) != 0 {
            return None;
        }
        let open: Vec<u32> = shown.disputes.iter().filter(|dispute| dispute.ruling.is_none()).map(|dispute| dispute.number).collect();
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

    /// One of the games that officials see, mostly by a seat that had a part in it; nothing where none is seen.
    fn opening(&mut self, shown: &OfficialView) -> Option<Order> {
        let rounds = shown.rounds.iter().map(|round| (PastGame::Round(round.round), round.seats.first().map(|part| part.seat)));
        let deals = shown.deals.iter().map(|deal| {
            let first = deal.settlement.returns.first().map(|line| line.stake.seat);
            (PastGame::Deal { table: deal.table, deal: deal.deal }, first)
        });
        let games: Vec<_> = rounds.chain(deals).collect();
        let place = self.chance.below(games.len().max(1) as u64) as usize;
        let (game, first) = *games.get(place)?;
        let (game, seat) = match self.chance.below(12) {
            0 => (PastGame::Round(self.chance.below(1_000)), first),
            1 => (PastGame::Deal { table: TableNumber(self.chance.below(256) as u8), deal: self.chance.below(40) }, first),
            2 => (game, None),
            _ => (game, first),
        };
        let seat = seat.unwrap_or_else(|| self.any_seat());
        Some(Order::OpenDispute { seat, game, note: self.note(), read: None })
    }
}
