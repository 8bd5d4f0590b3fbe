//! The people at the card tables: seats that stake and decide, sane or not, and an attendant. What they order is drawn from the seed.

use strum::VariantArray;

use super::of_game::GameScenarios;
use super::options::Options;
use crate::model::{
    BoxNumber, CardChoice, CardPlace, Choice, ChoiceKind, Command, HandView, Money, Offer, Order, SEATS, Seat, Span, StakeForm,
    TableNumber, TableOrder, TablePhase, TableView, Timestamp, TurnView, Views, Who,
};
use crate::sim::card_play;
use crate::sim::chance::{Chance, Rate};

/// What a stake is a multiple of, so that half of it and one and a half of it are whole.
const UNIT: i64 = 2;

/// The people.
pub(super) struct CardPlayers {
    chance: Chance,
    wildness: Rate,
    meddling: Rate,
    patience: Span,
    absence: Rate,
    unit: i64,
    next_at: Timestamp,
    /// Who has gone away, and until when: the seat's connection is lost, and nobody decides for it.
    gone: Option<(Seat, Timestamp)>,
}

impl CardPlayers {
    pub(super) fn new(chance: Chance, options: &Options, now: Timestamp) -> Self {
        let (wildness, meddling, patience) = (options.wildness, options.meddling, options.patience);
        let (absence, unit) = (options.absence, options.house.step * UNIT);
        Self { chance, wildness, meddling, patience, absence, unit, next_at: now, gone: None }
    }

    pub(super) const fn next_at(&self) -> Timestamp {
        self.next_at
    }

    /// Whether the player of this seat is away.
    pub(super) fn is_gone(&self, seat: Seat, now: Timestamp) -> bool {
        self.gone.is_some_and(|(gone, until)| gone == seat && now <= until)
    }

    /// The order of this moment; mostly of the player whose turn it is.
    pub(super) fn order(&mut self, now: Timestamp, views: &Views) -> Option<Command> {
        let quick = self.patience.milliseconds() / 2;
        self.next_at = now.after(self.chance.milliseconds(1, quick.max(2)));
        let tables = &views.cabinet.tables;
        let table = tables.get(self.chance.below(tables.len() as u64) as usize)?;
        if self.chance.happens(self.absence) {
            // Mostly somebody for whom everybody waits: only of a player who is asked it shows that he is away.
            let asked = self.turn(table).filter(|_| self.chance.below(4) != 0).map(|turn| turn.seat);
            let seat = asked.unwrap_or_else(|| self.seat());
            self.gone = Some((seat, now.after(self.chance.milliseconds(10_000, 120_000))));
        }
        let is_wild = self.chance.happens(self.wildness) && self.chance.below(3) == 0;
        let is_held = table.hold.is_some();
        let (who, order) = if self.chance.happens(self.meddling) || (is_held && self.chance.below(3) == 0) {
            (Who::Attendant("attendant".into()), self.attendants_order(table))
        } else if let Some(turn) = self.turn(table).filter(|_| self.chance.below(6) != 0) {
            let (seat, order) = self.decision(views, table, turn, is_wild)?;
            (Who::Seat(seat), order)
        } else {
            let seat = self.player(table);
            (Who::Seat(seat), self.stake(seat, table, is_wild)?)
        };
        let number = if is_wild && self.chance.below(6) == 0 { TableNumber(9) } else { table.table };
        let round = match self.chance.below(10) {
            0 => None,
            1 if is_wild => Some(table.deal.saturating_sub(1)),
            _ => Some(table.deal),
        };
        if matches!(who, Who::Seat(seat) if self.is_gone(seat, now)) {
            return None;
        }
        Some(Command { who, key: None, round, order: Order::Table { table: number, order } })
    }

    /// One of those who decide now.
    fn turn(&mut self, table: &TableView) -> Option<TurnView> {
        let count = table.turns.len() as u64;
        if count == 0 { None } else { table.turns.get(if count == 1 { 0 } else { self.chance.below(count) as usize }).copied() }
    }

    /// Where cards are dealt, mostly a mistake of the dealer.
    fn attendants_order(&mut self, table: &TableView) -> TableOrder {
        let any_box = BoxNumber(self.chance.between(0, u64::from(table.boxes) + 1) as u8);
        let last_box = table.stakes.iter().map(|stake| stake.place).max().unwrap_or(any_box);
        if scenarios_of(table).is_some_and(|game| game.misses_last_box) && table.hands.iter().any(has_drawn) && self.chance.below(2) == 0 {
            return TableOrder::MissedBox(last_box);
        }
        if scenarios_of(table).is_some_and(|game| game.counts_hands) && self.chance.below(3) == 0 {
            let at = if self.chance.below(3) == 0 { CardPlace::Dealer } else { CardPlace::Hand { place: any_box, hand: 0 } };
            return TableOrder::WrongCount { at, cards: 3 + self.chance.below(4) as u8 };
        }
        match self.chance.below(17) {
            0 => TableOrder::Hold { reason: "a question".into() },
            1 => TableOrder::Void { reason: "a decision".into(), new_shoe: self.chance.below(2) == 0 },
            2 => TableOrder::Shuffle,
            3..=5 => TableOrder::MissedBox(last_box),
            6 => TableOrder::MissedBox(any_box),
            7 | 8 => TableOrder::ExposedCard,
            9 | 10 => TableOrder::CardTooMany(any_box),
            11 => TableOrder::Redeal { reason: "a misdeal".into() },
            12 => TableOrder::NewCroupier,

            _ => TableOrder::Resume,
        }
    }

    /// The player whose turn it is takes one of the choices offered; a wild one another, or it is another's turn.
    fn decision(&mut self, views: &Views, table: &TableView, turn: TurnView, is_wild: bool) -> Option<(Seat, TableOrder)> {
        let own = &views.seats.get(turn.seat.index())?.tables;
        let offers = &own.iter().find(|own| own.table == table.table)?.offers;
        let any = offers.get(self.chance.below(offers.len() as u64) as usize)?;
        let is_rare = |offer: &&Offer| scenarios_of(table).is_some_and(|game| game.rare_choices.contains(&offer.kind));
        let rare = offers.iter().find(is_rare).filter(|_| self.chance.below(3) == 0);
        let choice = self.choice(rare.unwrap_or(any), is_wild);
        let seat = if is_wild && self.chance.below(4) == 0 { self.seat() } else { turn.seat };
        let turn = if is_wild && self.chance.below(4) == 0 { turn.turn + 1 } else { turn.turn };
        Some((seat, TableOrder::Choose { turn, choice }))
    }

    fn choice(&mut self, offer: &Offer, is_wild: bool) -> Choice {
        if is_wild && self.chance.below(3) == 0 {
            let kind = ChoiceKind::VARIANTS[self.chance.below(ChoiceKind::VARIANTS.len() as u64) as usize];
            let amount = [Money::from_minor(-1), offer.least + Money::from_minor(1)][self.chance.below(2) as usize];
            return Choice::of(kind, amount, CardChoice(0xff));
        }
        card_play::choice(offer, &mut |count| self.chance.below(count))
    }

    fn stake(&mut self, seat: Seat, table: &TableView, is_wild: bool) -> Option<TableOrder> {
        let is_shown = table.phase == TablePhase::Paid && table.table.owner().is_some();
        if table.phase != TablePhase::Staking && !is_shown && !is_wild && self.chance.below(10) != 0 {
            return None;
        }
        Some(match self.chance.below(14) {
            0 => TableOrder::TakeBack(None),
            1 => TableOrder::TakeBack(Some(self.place(seat, table))),
            2 | 3 => TableOrder::Repeat,
            _ => TableOrder::Stake(self.stakes(seat, table, is_wild)),
        })
    }

    fn stakes(&mut self, seat: Seat, table: &TableView, is_wild: bool) -> Vec<StakeForm> {
        let place = self.place(seat, table);
        let first = Money::from_minor(self.unit * self.chance.between(1, 20) as i64);
        if table.table.owner().is_some() && table.boxes > 1 {
            return self.stakes_on_lines(table, first, is_wild);
        }
        let chance = &mut self.chance;
        let is_sought = |kind| scenarios_of(table).is_some_and(|game| game.sought_stakes.contains(&kind));
        let is_wanted = |nth, kind| nth == 0 || chance.below(if is_sought(kind) { 2 } else { 3 }) == 0;
        let mut forms = card_play::stakes(&table.offers, place, first, is_wanted);
        for form in &mut forms {
            if is_wild && self.chance.below(3) == 0 {
                form.amount = Money::from_minor(form.amount.minor() - self.chance.between(0, 100) as i64);
            }
        }
        // Some bets are made alone.
        if self.chance.below(5) == 0 && forms.len() > 1 {
            forms.remove(0);
        }
        forms
    }

    /// The same on the first lines of a machine; a wild player leaves one out, or lays less on it.
    fn stakes_on_lines(&mut self, table: &TableView, first: Money, is_wild: bool) -> Vec<StakeForm> {
        let lines = self.chance.between(1, u64::from(table.boxes)) as u8;
        let mut forms = card_play::lines(&table.offers, lines, first);
        if is_wild && self.chance.below(2) == 0 {
            let place = self.chance.below(forms.len() as u64) as usize;
            match self.chance.below(3) {
                0 => drop(forms.remove(place)),
                1 => forms[place].place = BoxNumber(table.boxes + 1),
                _ => forms[place].amount = Money::from_minor(forms[place].amount.minor() - self.chance.between(0, 100) as i64),
            }
        }
        forms
    }

    /// Mostly a seat's own box, so that games whose boxes belong to seats are played too.
    fn place(&mut self, seat: Seat, table: &TableView) -> BoxNumber {
        let any = self.chance.between(1, u64::from(table.boxes) + 1) as u8;
        let own = if table.table.owner().is_some() { 1 } else { seat.number() };
        if self.chance.below(3) == 0 { BoxNumber(any) } else { BoxNumber(own) }
    }

    /// Mostly the seat whose machine it is; somebody where all seats play.
    fn player(&mut self, table: &TableView) -> Seat {
        match table.table.owner() {
            Some(owner) if self.chance.below(8) != 0 => owner,
            _ => self.seat(),
        }
    }

    fn seat(&mut self) -> Seat {
        Seat::all().nth(self.chance.below(SEATS as u64) as usize).expect("a number below six is the place of a seat")
    }
}

/// What scenarios know of the game at this table.
fn scenarios_of(table: &TableView) -> Option<&'static GameScenarios> {
    GameScenarios::of(table.game)
}

/// Whether a box has got more than its first two cards.
fn has_drawn(hand: &HandView) -> bool {
    matches!(hand.at, CardPlace::Hand { .. }) && hand.cards.len() > 2
}
