//! Any sequence of plays against any card game: stakes, decisions, cards, faults, attendants and restarts in any order. Nothing panics, the
//! auditor has nothing to object to, and no seat gets back more than the rules' own most.
//!
//! Input: the first byte chooses the rules file, every two bytes after it are one play and its argument.
#![no_main]

use std::sync::LazyLock;

use croupier::games::card_game::CardGame;
use croupier::model::{
    BoxNumber, Card, CardChoice, CardSourceEvent, Choice, Fact, FaultCode, Money, OrderFailure, SEATS, Seat, Span, StakeForm, StakeKind,
    TableFact, TableNumber, TableOrder, Who,
};
use croupier::profiles::{Kind, card_game_of, file_keys, game_of};
use croupier::sim::audited_table::{AuditedTable, attendant, card_rules};
use croupier::sim::card_play::{self, carried_out};
use libfuzzer_sys::fuzz_target;

/// A table on which nothing has been staked yet, and what the deal may return.
#[derive(Clone)]
struct Scenario {
    table: AuditedTable,
    game: CardGame,
    /// What each seat may get back from the deal at most.
    most: [Money; SEATS],
}

/// One for each rules file.
static BEGUN: LazyLock<Vec<Scenario>> = LazyLock::new(|| card_rules().iter().map(|name| Scenario::begin(name)).collect());

impl Scenario {
    fn begin(rules: &str) -> Self {
        let keys = file_keys(Kind::Rules, rules).expect("a shipped rules file");
        let game = card_game_of(game_of(rules), keys).expect("a shipped rules file");
        let mut table = AuditedTable::begin(rules);
        for seat in Seat::all() {
            table.buy_in(seat, Money::from_minor(10_000)).expect("a seat may hold so much");
        }
        for number in tables(&table) {
            table.table = number;
            table.source(CardSourceEvent::Opened);
        }
        table.take_record();
        Self { table, game, most: [Money::ZERO; SEATS] }
    }

    /// No seat gets back more than its stakes could have brought at most.
    fn check_returns(&mut self) {
        for (_, facts) in self.table.take_record() {
            for fact in &facts {
                let Fact::Table { fact, .. } = fact else { continue };
                match fact {
                    TableFact::Closed { .. } => self.note_most(),
                    TableFact::Settled { settlement, .. } => {
                        for seat in Seat::all() {
                            let (returned, most) = (settlement.returned_to(seat), self.most[seat.index()]);
                            assert!(returned <= most, "seat {seat} got {returned} back, and {most} is the most");
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn note_most(&mut self) {
        let lying = self.table.view().stakes;
        for seat in self.table.seats() {
            let own: Vec<_> = lying.iter().filter(|stake| stake.seat == seat).copied().collect();
            self.most[seat.index()] = self.game.rules().return_most(&own);
        }
    }

    /// What is refused changes nothing.
    fn at_table(&mut self, who: Who, order: TableOrder) {
        let _ = self.table.order(who, order);
    }

    fn source(&mut self, event: CardSourceEvent) {
        self.table.source(event);
    }

    fn play(&mut self, play: u8, argument: u8) {
        let number = self.table.wish().number().unwrap_or(u64::from(argument));
        let card = Card::from_index(usize::from(argument) % Card::COUNT).expect("one of 52");
        let seat = Seat::all().nth(usize::from(argument) % SEATS).expect("one of six");
        match play % 32 {
            0..=11 => self.bring(argument),
            12..=17 => self.decide(argument),
            18..=20 => self.stake(seat, argument),
            21 => self.at_table(Who::Seat(seat), TableOrder::Repeat),
            // At a machine a stake begins the deal, and there is none to take back.
            22 if self.table.table.owner().is_some() => self.table.table = TableNumber::of_machine(0, seat),
            22 => self.at_table(Who::Seat(seat), TableOrder::TakeBack((argument > 127).then_some(BoxNumber(argument % 8)))),
            23 | 24 => {
                self.table.wake();
            }
            25 => self.source(CardSourceEvent::Unasked { card: (argument < 240).then_some(card) }),
            26 => self.source(CardSourceEvent::Card { number, card }),
            27 => {
                let why = OrderFailure::ALL[usize::from(argument) % OrderFailure::ALL.len()];
                self.source(CardSourceEvent::Failed { number, why });
            }
            28 => self.fault(argument),
            29 => self.attend(argument),
            30 => {
                self.table.restart();
                let here = self.table.table;
                for number in tables(&self.table) {
                    self.table.table = number;
                    self.source(CardSourceEvent::Opened);
                }
                self.table.table = here;
            }
            _ => self.wild(seat, argument),
        }
    }

    /// The source does what is wanted of it; where nothing is, time passes.
    fn bring(&mut self, argument: u8) {
        if let Some(order) = self.table.draw() {
            let values = order.urn.places().iter().zip(1_u16..);
            let drawn = values.map(|(values, place)| (u16::from(argument) * place) % if argument == 255 { u16::MAX } else { *values });
            return self.table.drawn(order.number, drawn.collect());
        }
        match carried_out(&self.table.wish(), &mut |count| u64::from(argument) % count) {
            Some(said) => self.source(said),
            None => {
                self.table.wake();
            }
        }
    }

    fn decide(&mut self, argument: u8) {
        let turns = self.table.view().turns;
        let Some(turn) = turns.get(usize::from(argument) % turns.len().max(1)) else { return self.bring(argument) };
        let offers = self.table.offers(turn.seat);
        // Nobody has a choice while the table stands still.
        let Some(offer) = offers.get(usize::from(argument) % offers.len().max(1)) else { return self.attend(argument) };
        let choice = card_play::choice(offer, &mut |count| u64::from(argument) % count);
        self.at_table(Who::Seat(turn.seat), TableOrder::Choose { turn: turn.turn, choice });
    }

    fn stake(&mut self, seat: Seat, argument: u8) {
        let first = Money::from_minor(2 * (1 + i64::from(argument / 16)));
        let place = if argument > 200 { BoxNumber(argument % 8) } else { self.table.own_box(seat) };
        let is_wanted = |nth: usize, _| nth == 0 || (argument >> (nth % 6)) & 1 == 1;
        let forms = card_play::stakes(&self.table.view().offers, place, first, is_wanted);
        self.at_table(Who::Seat(seat), TableOrder::Stake(forms));
    }

    fn fault(&mut self, argument: u8) {
        let code = FaultCode::ALL[usize::from(argument) % FaultCode::ALL.len()];
        match argument / 64 {
            0 => self.source(CardSourceEvent::Fault { code, detail: String::new() }),
            1 => self.source(CardSourceEvent::FaultCleared(code)),
            2 => self.source(if argument % 2 == 0 { CardSourceEvent::Closed } else { CardSourceEvent::Opened }),
            _ => self.source(CardSourceEvent::CutCard),
        }
    }

    fn attend(&mut self, argument: u8) {
        let order = match argument / 32 {
            0 => TableOrder::Hold { reason: String::new() },
            1 | 2 => TableOrder::Resume,
            3 if argument % 2 == 0 => TableOrder::Redeal { reason: String::new() },
            3 => TableOrder::NewCroupier,
            4 => TableOrder::Void { reason: String::new(), new_shoe: argument % 2 == 0 },
            5 => TableOrder::Shuffle,
            6 => TableOrder::MissedBox(BoxNumber(argument % 8)),
            _ if argument % 2 == 0 => TableOrder::ExposedCard,
            _ => TableOrder::CardTooMany(BoxNumber(argument / 2 % 8)),
        };
        self.at_table(attendant(), order);
    }

    /// A choice out of turn, or one that was not offered, or an amount that nobody can stake.
    fn wild(&mut self, seat: Seat, argument: u8) {
        let amount = [0, -1, i64::MAX, i64::MIN, 1, 100_000_000_000_000][usize::from(argument) % 6];
        let cards = CardChoice(argument);
        let amount = Money::from_minor(amount);
        let choice = [Choice::Hit, Choice::Pick(cards), Choice::Exchange(cards), Choice::Insure(amount), Choice::Tie(amount)];
        let turn = self.table.view().turns.first().map_or(1, |turn| turn.turn);
        if argument % 2 == 0 {
            self.at_table(Who::Seat(seat), TableOrder::Choose { turn, choice: choice[usize::from(argument) / 2 % choice.len()] });
        } else {
            let kind = [StakeKind::Main, StakeKind::Ante, StakeKind::Player, StakeKind::Split][usize::from(argument) % 4];
            let form = StakeForm { place: BoxNumber(seat.number()), kind, amount };
            self.at_table(Who::Seat(seat), TableOrder::Stake(vec![form, form]));
        }
    }
}

/// Every table there is.
fn tables(table: &AuditedTable) -> Vec<TableNumber> {
    table.views().cabinet.tables.iter().map(|view| view.table).collect()
}

fuzz_target!(|bytes: &[u8]| {
    let Some((rules, plays)) = bytes.split_first() else { return };
    let mut scenario = BEGUN[usize::from(*rules) % BEGUN.len()].clone();
    for play in plays.chunks_exact(2) {
        scenario.table.now = scenario.table.now.after(Span::from_milliseconds(100));
        scenario.play(play[0], play[1]);
        scenario.check_returns();
    }
    let views = scenario.table.views();
    scenario.table.compare(&views).unwrap_or_else(|objection| panic!("{objection}"));
});
