//! The best chart, worked out: in each cell what is worth most to all hands of its class together.

use std::thread;

use super::action::{Action, Advice};
use super::class::{CLASSES, class_of};
use super::deals::{Dealt, every_hand_of_five};
use super::draw::{DRAWS, draw_of};
use super::kept::given;
use super::offered::{Offered, offered};
use super::{Chart, Row};
use crate::games::card_game::CardGame;
use crate::model::{Card, CardChoice, Rank, Suit};
use crate::sim::strategies::house_poker::BestPlay;
use crate::sim::strategies::house_poker::terms::PASSED;
use crate::sim::strategies::house_poker::worth::of_suit;

/// What a chart is worked out from.
struct Work<'a> {
    play: &'a BestPlay,
    improvements: Vec<Offered>,
    insures: bool,
    buys_game: bool,
}

/// What the choices of one cell are worth to all its hands, in antes times ways.
#[derive(Clone, Debug, Default)]
struct Cell {
    /// To those that can be improved, each improvement.
    improvements: Vec<f64>,
    /// To the same, what is best without one.
    unimproved: Final,
    /// To all.
    last: Final,
}

/// What the choices of a final hand are worth.
#[derive(Clone, Copy, Debug, Default)]
struct Final {
    bet: f64,
    fold: f64,
    /// An insurance over none.
    insurance: f64,
    /// The dealer's game over the ante win.
    purchase: f64,
}

/// The cells of one column: of the draws, and of the hands.
struct Column {
    draws: Vec<Cell>,
    hands: Vec<Cell>,
}

impl Chart {
    /// The best one by these rules; `None` where they are not of house poker.
    #[must_use]
    pub fn best(game: &CardGame) -> Option<Self> {
        Some(Self::best_of(game, &BestPlay::of(game)?, &every_hand_of_five()))
    }

    /// The best one for these hands. Every column is worked out by itself.
    pub(super) fn best_of(game: &CardGame, play: &BestPlay, hands: &[Dealt]) -> Self {
        let work = &Work::of(game, play);
        let columns: Vec<Column> = thread::scope(|scope| {
            let workers = Rank::ALL.map(|open| scope.spawn(move || work.column(open, hands)));
            workers.into_iter().map(|worker| worker.join().expect("a worker ends only with its column")).collect()
        });
        let rows = |count, cell: fn(&Column, usize) -> &Cell| -> Vec<Row> {
            (0..count).map(|row| columns.iter().map(|column| work.advice(cell(column, row))).collect()).collect()
        };
        Self { draws: rows(DRAWS.len(), |column, row| &column.draws[row]), hands: rows(CLASSES.len(), |column, row| &column.hands[row]) }
    }
}

impl<'a> Work<'a> {
    fn of(game: &CardGame, play: &'a BestPlay) -> Self {
        let offered = offered(game);
        let is_offered = |action| offered.iter().any(|offered| offered.action == action);
        let (insures, buys_game) = (is_offered(Action::Insure), is_offered(Action::BuyGame));
        Self { play, insures, buys_game, improvements: offered.into_iter().filter(|offered| offered.action.improves()).collect() }
    }

    fn column(&self, open: Rank, hands: &[Dealt]) -> Column {
        let cell = Cell { improvements: vec![0.0; self.improvements.len()], ..Cell::default() };
        let mut column = Column { draws: vec![cell.clone(); DRAWS.len()], hands: vec![cell; CLASSES.len()] };
        for Dealt { cards, ways } in hands {
            let ups = ups(cards, open);
            let last = self.last(cards, open).times(ways * ups.iter().map(|(_, count)| count).sum::<f64>());
            let hand = &mut column.hands[class_of(cards, open)];
            hand.last.add(&last);
            let (cell, draw) = match draw_of(cards, open) {
                None => (hand, None),
                Some((row, draw)) => {
                    column.draws[row].last.add(&last);
                    (&mut column.draws[row], Some(draw))
                }
            };
            cell.unimproved.add(&last);
            for (sum, offered) in cell.improvements.iter_mut().zip(&self.improvements) {
                *sum += ways * ups.iter().map(|(up, count)| count * self.improved(offered, cards, *up, draw)).sum::<f64>();
            }
        }
        column
    }

    fn last(&self, cards: &[Card], open: Rank) -> Final {
        let worth = &self.play.worth;
        let (up, most) = (open as u8, worth.terms().hand(cards).insurance_most);
        Final {
            bet: worth.of_bet(cards, up),
            fold: PASSED,
            insurance: if self.insures && most > 0.0 { worth.of_insurance(cards, up) * most } else { 0.0 },
            purchase: if self.buys_game { worth.of_purchases(cards, up) } else { 0.0 },
        }
    }

    fn improved(&self, offered: &Offered, cards: &[Card], up: Card, draw: Option<CardChoice>) -> f64 {
        let BestPlay { worth, improvement } = self.play;
        let worth = match offered.action {
            Action::Exchange(count) => improvement.of_exchange(worth, cards, up, given(cards, count, draw)),
            _ => improvement.of_sixth_card(worth, cards, up),
        };
        worth - offered.price
    }

    /// The letters of a cell.
    fn advice(&self, cell: &Cell) -> Advice {
        let improvements = cell.improvements.iter().zip(&self.improvements).map(|(worth, offered)| (*worth, offered.action));
        let best = improvements.reduce(|best, other| if other.0 > best.0 { other } else { best });
        let improvement = best.filter(|(worth, _)| *worth > cell.unimproved.bet.max(cell.unimproved.fold)).map(|(_, action)| action);
        let last = &cell.last;
        let bets = last.bet > last.fold;
        let insures = Some(Action::Insure).filter(|_| bets && last.insurance > 0.0);
        let buys_game = Some(Action::BuyGame).filter(|_| bets && last.purchase > 0.0);
        let end = if bets { Action::Bet } else { Action::Fold };
        let letters = improvement.into_iter().chain(insures).chain(buys_game).chain([end]).collect();
        Advice::of(letters).expect("a bet or a fold ends it, and nothing comes twice")
    }
}

/// The cards of this rank that the dealer can have, with how many are alike: a suit of which the hand has one card or none is one in
/// which it becomes no flush.
fn ups(cards: &[Card], open: Rank) -> Vec<(Card, f64)> {
    let (to_flushes, others): (Vec<Card>, Vec<Card>) = Suit::ALL
        .map(|suit| Card::new(open, suit))
        .into_iter()
        .filter(|up| !cards.contains(up))
        .partition(|up| of_suit(cards, up.suit()) > 1);
    let count = others.len() as f64;
    to_flushes.into_iter().map(|up| (up, 1.0)).chain(others.first().map(|up| (*up, count))).collect()
}

impl Final {
    fn times(mut self, ways: f64) -> Self {
        [&mut self.bet, &mut self.fold, &mut self.insurance, &mut self.purchase].into_iter().for_each(|worth| *worth *= ways);
        self
    }

    fn add(&mut self, other: &Self) {
        self.bet += other.bet;
        self.fold += other.fold;
        self.insurance += other.insurance;
        self.purchase += other.purchase;
    }
}
