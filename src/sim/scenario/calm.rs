//! The calm at the end of a scenario: nothing fails any more, and everything that is owed must come to its end.

use super::crowd::{attendant_in_calm, bet_in_calm};
use super::run::{Scenario, Trouble};
use crate::model::{
    Command, Confirmation, HandPay, HandPayment, Order, PhaseView, PlayerTableOrder, PlayerTablePhase, Seat, SeatLock, SeatView,
    TableNumber, TableOrder, TableView, What, Who,
};

/// How many turns it may take until the wheel has settled a round with nothing failing, and no stake lies anywhere.
const CALM_TURNS: u64 = 2_000;

impl Scenario {
    /// Nothing fails any more and nobody meddles: the table must come to a result, and nothing may be left on the layout.
    pub(super) fn calm_down(&mut self) -> Result<(), Trouble> {
        self.calm = true;
        self.wheel.calm(self.now);
        self.sources.values_mut().for_each(|source| source.calm(self.now));
        self.draws.calm();
        let spins = self.count_of("spins");
        for step in 0..CALM_TURNS {
            self.turn()?;
            let official = &self.shown.official;
            let lies = official.seats.iter().any(|line| !line.staked.is_zero() || !line.stacks.is_zero());
            let nothing_lies = !lies && official.hand_pays.is_empty();
            let view = self.shown.cabinet.clone();
            let cards = view.tables.iter().map(|table| (table.table, table.hold.is_some()));
            let between = view.player_tables.iter().map(|table| (table.table, table.hold.is_some()));
            let held: Vec<TableNumber> = cards.chain(between).filter(|(_, is_held)| *is_held).map(|(table, _)| table).collect();
            if self.count_of("spins") > spins && view.phase == PhaseView::Paid && nothing_lies {
                return Ok(());
            }
            let resume = |table| What::Command(attendant(Order::Table { table, order: TableOrder::Resume }));
            self.commit(held.into_iter().map(resume).collect())?;
            self.commit(self.stubs_shuffled())?;
            self.commit(self.everybody_goes())?;
            self.commit(self.wins_paid_by_hand())?;
            self.commit(self.seats_unlocked())?;
            self.commit(self.limits_lifted())?;
            if view.hold.is_some() {
                self.commit(vec![What::Command(attendant_in_calm(step))])?;
            } else if view.betting_open && view.seats_playing == 0 {
                let least = self.options.terms.roulette.limits.position.straight.least;
                self.commit(self.money_for_the_last_bet())?;
                self.commit(self.sessions_served())?;
                self.commit(vec![What::Command(bet_in_calm(view.round, least))])?;
            }
        }
        let view = &self.shown.cabinet;
        let table = |table: &TableView| format!("{:?}, held by {:?}, with {:?}", table.phase, table.hold, table.stakes);
        let tables: Vec<String> = view.tables.iter().map(|view| table(view)).collect();
        let wishes = (self.cabinet.outstanding(), self.cabinet.card_wishes());
        let stands = format!("{:?}, held by {:?}, {tables:?}, wants {wishes:?}; {:?}", view.phase, view.hold, self.counts);
        Err(self.wrong(self.cabinet.number(), format!("with nothing failing any more the table does not come to a result: {stands}")))
    }

    /// From the tables between players, with their stacks.
    fn everybody_goes(&self) -> Vec<What> {
        let tables = self.shown.cabinet.player_tables.iter();
        let staying = tables.flat_map(|table| table.places.iter().filter(|place| !place.is_leaving).map(|place| (table.table, place.seat)));
        let remove = |seat| TableOrder::BetweenPlayers(PlayerTableOrder::Remove { seat });
        staying.map(|(table, seat)| What::Command(attendant(Order::Table { table, order: remove(seat) }))).collect()
    }

    /// Every deal that waits for its stub to be shuffled: no clock ends that wait.
    fn stubs_shuffled(&self) -> Vec<What> {
        let waiting = self.shown.cabinet.player_tables.iter().filter(|table| table.phase == PlayerTablePhase::ShufflingStub);
        let order = TableOrder::BetweenPlayers(PlayerTableOrder::StubShuffled);
        waiting.map(|table| What::Command(attendant(Order::Table { table: table.table, order: order.clone() }))).collect()
    }

    /// Every win that waits for an attendant, in cash: a seat that waits bets nothing.
    fn wins_paid_by_hand(&self) -> Vec<What> {
        let pay = |pay: &HandPay| What::Command(attendant(Order::PayByHand { number: pay.number, how: HandPayment::Cash }));
        self.shown.official.hand_pays.iter().map(pay).collect()
    }

    /// Every seat that is locked: it bets nothing.
    fn seats_unlocked(&self) -> Vec<What> {
        let unlock = |lock: &SeatLock| What::Command(attendant(Order::UnlockSeat { seat: lock.seat }));
        self.shown.official.seat_locks.iter().map(unlock).collect()
    }

    /// Who is asked to confirm something does so. A session whose time is up ends where its seat is paid out for the last bet.
    fn sessions_served(&self) -> Vec<What> {
        let asked = |view: &SeatView| {
            let session = view.play_session?;
            let age = session.age_to_confirm.map(|_| Confirmation::Age);
            let confirmed = age.into_iter().chain(session.check.map(|_| Confirmation::RealityCheck));
            let order = |what| Command { who: Who::Seat(view.seat), key: None, round: None, order: Order::Confirm(what) };
            Some(confirmed.map(order).map(What::Command).collect::<Vec<_>>())
        };
        self.shown.seats.iter().filter_map(asked).flatten().collect()
    }

    /// The limits of every table are those of the files: the last bet is their least.
    fn limits_lifted(&self) -> Vec<What> {
        let narrowed = self.shown.official.limits.iter().filter(|limits| limits.standing.is_some());
        narrowed.map(|limits| What::Command(attendant(Order::SetLimits { table: limits.table, limits: Vec::new() }))).collect()
    }

    /// Lets seat 1 have what the last bet costs and no more: not too little, no matter what it has lost, and not so much that a win would be
    /// more than a seat may hold.
    fn money_for_the_last_bet(&self) -> Vec<What> {
        let amount = self.options.terms.roulette.limits.position.straight.least;
        let seat = Seat::all().next().expect("there are seats");
        let orders = [Order::CreditOut { seat, amount: None }, Order::CreditIn { seat, amount }];
        orders.map(|order| What::Command(attendant(order))).into()
    }
}

fn attendant(order: Order) -> Command {
    Command { who: Who::Attendant("attendant".into()), key: None, round: None, order }
}
