//! The people of a scenario: six players and an attendant, sane or not. What they order is drawn from the seed.

use super::options::Options;
use crate::model::{
    Bet, BetKind, Call, CalledBet, Command, Money, Numbers, Order, Pocket, Position, Resumption, SEATS, Seat, Span, Stake, Timestamp, Who,
};
use crate::sim::chance::{Chance, Rate};

/// Amounts that no sane person names.
pub(super) const WILD_AMOUNTS: [i64; 10] =
    [0, -1, i64::MIN, i64::MAX, 1, i64::MAX / 36, 100_000_000_000_000, 100_000_000_000_001, -100, 2_562_047_788_015_215];

/// What the people see of the table.
pub(super) struct Sight {
    pub(super) round: u64,
    pub(super) held: bool,
}

/// The people.
pub(super) struct Crowd {
    chance: Chance,
    wildness: Rate,
    meddling: Rate,
    patience: Span,
    unit: i64,
    credit_most: i64,
    next_at: Timestamp,
    /// Commands given under a key, to be given again.
    remembered: Vec<Command>,
}

impl Crowd {
    pub(super) fn new(chance: Chance, options: &Options, now: Timestamp) -> Self {
        Self {
            chance,
            wildness: options.wildness,
            meddling: options.meddling,
            patience: options.patience,
            unit: options.house.step,
            credit_most: options.terms.credit_most.minor(),
            next_at: now,
            remembered: Vec::new(),
        }
    }

    pub(super) fn next_at(&self) -> Timestamp {
        self.next_at
    }

    /// The orders of this moment: mostly one, sometimes a handful at once.
    pub(super) fn orders(&mut self, now: Timestamp, sight: &Sight) -> Vec<Command> {
        self.next_at = now.after(self.chance.milliseconds(1, self.patience.milliseconds()));
        let count = if self.chance.below(8) == 0 { self.chance.between(2, 9) } else { 1 };
        (0..count).map(|_| self.order(sight)).collect()
    }

    fn order(&mut self, sight: &Sight) -> Command {
        if let Some(again) = self.again() {
            return again;
        }
        let wild = self.chance.happens(self.wildness);
        let seat = self.seat();
        let needs_attendant = sight.held && self.chance.below(2) == 0;
        let (who, order) = if needs_attendant || self.chance.happens(self.meddling) {
            (Who::Attendant("attendant".into()), self.decision())
        } else if self.chance.below(12) == 0 {
            (Who::Attendant("attendant".into()), self.cash(seat, wild))
        } else {
            (Who::Seat(seat), self.play(wild))
        };
        let who = if wild && self.chance.below(5) == 0 { Who::Seat(self.seat()) } else { who };
        let key = (self.chance.below(3) == 0).then(|| format!("key {}", self.chance.below(60)));
        let command = Command { who, key, round: self.round(sight, wild), order };
        if command.key.is_some() {
            self.remembered.push(command.clone());
        }
        command
    }

    /// A command given before, given again under its key.
    fn again(&mut self) -> Option<Command> {
        if self.remembered.is_empty() || self.chance.below(10) != 0 {
            return None;
        }
        let place = self.remembered.len().saturating_sub(1 + self.chance.below(20) as usize);
        Some(self.remembered[place].clone())
    }

    fn decision(&mut self) -> Order {
        match self.chance.below(8) {
            0 => Order::Hold { reason: "a question".into() },
            1 | 2 => Order::Resume(Resumption::Continue),
            3 | 4 => Order::Resume(Resumption::Respin),
            5 => Order::Void { reason: "a decision".into() },
            6 => Order::CallNoSpin,
            _ => Order::ReturnStakes { seat: self.seat() },
        }
    }

    fn cash(&mut self, seat: Seat, wild: bool) -> Order {
        let amount = if wild { self.wild_amount() } else { Money::from_minor(self.unit * self.chance.between(1, 5_000) as i64) };
        match self.chance.below(6) {
            0 => Order::CreditOut { seat, amount: None },
            1 => Order::CreditOut { seat, amount: Some(amount) },
            2 => Order::CreditIn { seat, amount: Money::from_minor(self.credit_most / 7) },
            _ => Order::CreditIn { seat, amount },
        }
    }

    fn play(&mut self, wild: bool) -> Order {
        match self.chance.below(12) {
            0 => Order::Undo,
            1 => Order::Clear,
            2 => Order::TakeBack(self.position(wild)),
            3 => Order::Repeat,
            4 => Order::Double,
            _ => {
                let count = if wild { self.chance.below(12) } else { self.chance.between(1, 4) };
                Order::Place { bets: (0..count).map(|_| self.bet(wild)).collect() }
            }
        }
    }

    /// The round that a command names: mostly the one in view, sometimes the one before, as if it had been held up.
    fn round(&mut self, sight: &Sight, wild: bool) -> Option<u64> {
        match self.chance.below(12) {
            0 | 1 => None,
            2 => Some(sight.round.saturating_sub(1)),
            3 if wild => Some(self.chance.below(u64::MAX)),
            _ => Some(sight.round),
        }
    }

    fn bet(&mut self, wild: bool) -> Bet {
        let wild_amount = wild && self.chance.below(3) == 0;
        let sane = Money::from_minor(self.unit * self.chance.between(1, 60) as i64);
        let amount = if wild_amount { self.wild_amount() } else { sane };
        if self.chance.below(5) == 0 {
            let call = Call::ALL[self.chance.below(5) as usize];
            let wants_number = call == Call::Neighbours;
            let number = (wants_number != (wild && self.chance.below(6) == 0)).then(|| self.chance.pocket());
            return Bet::Called(CalledBet { call, number, chip: amount });
        }
        Bet::Simple(Stake { position: self.position(wild), amount })
    }

    /// A place that may exist; a wild one mostly does not.
    fn position(&mut self, wild: bool) -> Position {
        let kind = BetKind::ALL[self.chance.below(14) as usize];
        let first = self.chance.below(37) as u8;
        let run = |count: u8| (first..first.saturating_add(count)).filter(|number| *number <= 36).fold(Numbers::NONE, Numbers::with);
        if wild {
            let count = self.chance.below(8) as u8;
            return Position { kind, numbers: run(count) };
        }
        let which = matches!(kind, BetKind::Dozen | BetKind::Column).then(|| self.chance.between(1, 3) as u8);
        if let Some(position) = Position::outside(kind, which) {
            return position;
        }
        let row = first.min(31) / 3 * 3 + 1;
        let numbers = match kind {
            BetKind::Straight => run(1),
            BetKind::Split => Numbers::of(&[row, row + 3]).unwrap_or_default(),
            BetKind::Street if first == 0 => Numbers::of(&[0, 2, 3]).unwrap_or_default(),
            BetKind::Street => Numbers::of(&[row, row + 1, row + 2]).unwrap_or_default(),
            BetKind::Corner => Numbers::of(&[row, row + 1, row + 3, row + 4]).unwrap_or_default(),
            _ => Numbers::of(&[row, row + 1, row + 2, row + 3, row + 4, row + 5]).unwrap_or_default(),
        };
        Position { kind, numbers }
    }

    fn wild_amount(&mut self) -> Money {
        Money::from_minor(WILD_AMOUNTS[self.chance.below(WILD_AMOUNTS.len() as u64) as usize])
    }

    fn seat(&mut self) -> Seat {
        Seat::all().nth(self.chance.below(SEATS as u64) as usize).expect("a number below six is the place of a seat")
    }
}

/// What an attendant does in the calm at the end: nothing but what lets the table go on.
pub(super) fn attendant_in_calm(step: u64) -> Command {
    let order = if step.is_multiple_of(2) { Order::Resume(Resumption::Continue) } else { Order::Resume(Resumption::Respin) };
    Command { who: Who::Attendant("attendant".into()), key: None, round: None, order }
}

/// The bet of the calm at the end, so that a wheel that waits for a bet turns.
pub(super) fn bet_in_calm(round: u64, amount: Money) -> Command {
    let position =
        Position { kind: BetKind::Straight, numbers: Numbers::NONE.with(Pocket::all().next().expect("there are pockets").number()) };
    let bets = vec![Bet::Simple(Stake { position, amount })];
    Command { who: Who::Seat(Seat::all().next().expect("there are seats")), key: None, round: Some(round), order: Order::Place { bets } }
}
