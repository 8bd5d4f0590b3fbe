//! The auditor's own books: credit, layout, and where the round stands.

use std::collections::BTreeMap;

use super::attendant_call::AttendantCalls;
use super::between::PlayersTable;
use super::cards::CardTable;
use super::dispute::Disputes;
use super::hand_pay::HandPays;
use super::lists::{is_offered, placement, returns};
use super::play_session::PlaySessions;
use super::seat_lock::SeatLocks;
use super::self_test::SelfTests;
use super::shift::OpenShift;
use super::stake_limits::Limits;
use super::{House, Objection};
use crate::model::{
    Bet, BetKind, CalledBet, CardWish, ChanceOrder, Fact, Input, LimitedAmount, MetersView, Money, OfficialView, Position, SEATS, Seat,
    Stake, TableNumber,
};

/// A place on the layout: the kind of bet and its numbers in rising order.
pub(super) type Place = (BetKind, Vec<u8>);

/// The number of the first seat's table at the first machine; then come those of the other seats, and then the next machine's.
const FIRST_OF_MACHINES: u8 = 41;

/// What lies where.
pub(super) type Layout = BTreeMap<Place, i64>;

/// The books.
#[derive(Clone, Debug)]
pub struct Book {
    pub(super) house: House,
    pub(super) seats: [SeatBook; SEATS],
    pub(super) round: u64,
    /// Whether a bet may be placed, as far as what was told says.
    pub(super) open: bool,
    /// Whether the round has its outcome or is void.
    pub(super) over: bool,
    pub(super) no_spins: usize,
    pub(super) games: u64,
    pub(super) voids: u64,
    /// The card tables that the seats share, and each seat's own at every machine.
    pub(super) tables: BTreeMap<TableNumber, CardTable>,
    /// The tables between players.
    pub(super) player_tables: BTreeMap<TableNumber, PlayersTable>,
    /// What the house took of the pots.
    pub(super) fees: i64,
    /// The shift that is open, and how many were opened.
    pub(super) shift: Option<OpenShift>,
    pub(super) shifts: u32,
    pub(super) disputes: Disputes,
    pub(super) hand_pays: HandPays,
    pub(super) calls: AttendantCalls,
    pub(super) tests: SelfTests,
    pub(super) locks: SeatLocks,
    pub(super) sessions: PlaySessions,
    pub(super) limits: Limits,
}

/// One seat's page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SeatBook {
    pub(super) credit: i64,
    /// What each command placed and has not been taken back.
    pub(super) placed: Vec<Vec<(Place, i64)>>,
    /// What lay there when the seat last had bets at the end of a round or of a spin that gave them back.
    pub(super) last: Layout,
    pub(super) credit_in: i64,
    pub(super) credit_out: i64,
    pub(super) staked: i64,
    pub(super) returned: i64,
    /// What the house put right after disputes.
    pub(super) corrections: i64,
    /// What it has won and waits to be paid by hand.
    pub(super) held: i64,
    /// What was paid in cash by hand.
    pub(super) hand_paid: i64,
    /// What it paid for hours at tables between players.
    pub(super) hourly_fees: i64,
}

/// Credit in, credit out, stakes, returns, corrections, what was paid by hand and what hours cost.
pub(super) type Amounts = [i64; 7];

/// The same, as meters tell it.
pub(super) fn amounts(meters: &MetersView) -> Amounts {
    let MetersView { credit_in, credit_out, staked, returned, corrections, hand_paid, hourly_fees, .. } = *meters;
    [credit_in, credit_out, staked, returned, corrections, hand_paid, hourly_fees].map(Money::minor)
}

impl SeatBook {
    pub(super) fn layout(&self) -> Layout {
        let mut layout = Layout::new();
        for (place, amount) in self.placed.iter().flatten() {
            *layout.entry(place.clone()).or_default() += amount;
        }
        layout
    }

    /// What its meters have to say, as [`amounts`] has it of them.
    pub(super) const fn amounts(&self) -> Amounts {
        [self.credit_in, self.credit_out, self.staked, self.returned, self.corrections, self.hand_paid, self.hourly_fees]
    }

    pub(super) fn on_layout(&self) -> i64 {
        self.placed.iter().flatten().map(|(_, amount)| amount).sum()
    }
}

impl Book {
    /// Empty books.
    #[must_use]
    pub fn new(house: House) -> Self {
        let tables = tables_of(&house).map(|table| (table.number(), table)).collect();
        let player_tables = player_tables_of(&house).map(|table| (table.number(), table)).collect();
        Self {
            house,
            seats: Default::default(),
            round: 0,
            open: false,
            over: true,
            no_spins: 0,
            games: 0,
            voids: 0,
            tables,
            player_tables,
            fees: 0,
            shift: None,
            shifts: 0,
            disputes: Disputes::default(),
            hand_pays: HandPays::default(),
            calls: AttendantCalls::default(),
            tests: SelfTests::default(),
            locks: SeatLocks::default(),
            sessions: PlaySessions::default(),
            limits: Limits::default(),
        }
    }

    /// What the card tables want of their card sources after an input: where the next card goes, and which way up.
    ///
    /// # Errors
    /// A card that cannot be wanted there now.
    pub fn enter_wishes(&mut self, input: u64, wishes: &[(TableNumber, CardWish)]) -> Result<(), Objection> {
        for (number, wish) in wishes {
            self.note_test_wish(*number, wish).map_err(|objection| Objection { input, objection })?;
            let told = match (self.tables.get_mut(number), self.player_tables.get_mut(number)) {
                (Some(table), _) => table.told(wish),
                (None, Some(table)) => table.told(wish),
                (None, None) => Err("a card is wanted at a table that is not there".to_owned()),
            };
            told.map_err(|objection| Objection { input, objection: format!("table {}: {objection}", number.0) })?;
        }
        Ok(())
    }

    /// Which draws of chance the tables wait for after an input.
    ///
    /// # Errors
    /// A draw that cannot be wanted there now, or one that is and was not ordered.
    pub fn enter_draws(&mut self, input: u64, orders: &[ChanceOrder]) -> Result<(), Objection> {
        let object = |objection| Objection { input, objection };
        let stray = orders.iter().find(|order| !self.tables.contains_key(&order.table));
        if let Some(stray) = stray {
            return Err(object(format!("a draw is wanted at table {}, which is not there", stray.table.0)));
        }
        for (number, table) in &mut self.tables {
            let order = orders.iter().find(|order| order.table == *number);
            table.told_draw(order).map_err(|objection| object(format!("table {}: {objection}", number.0)))?;
        }
        Ok(())
    }

    /// Enters what an input brought about.
    ///
    /// # Errors
    /// What cannot be so.
    pub fn enter(&mut self, input: &Input, facts: &[Fact]) -> Result<(), Objection> {
        let object = |objection| Objection { input: input.number, objection };
        self.note_time_of_tests(input.at);
        self.note_time_of_sessions(input.at);
        self.tables.values_mut().for_each(|table| table.note_time(input.at));
        for table in self.player_tables.values_mut() {
            table.note_time(input.at);
            table.note_presence(&input.what);
            table.note_start(&input.what);
        }
        self.enter_facts(&input.what, facts).map_err(object)
    }

    /// Compares the books with what the cabinet shows its officials.
    ///
    /// # Errors
    /// What differs.
    pub fn compare(&self, input: u64, view: &OfficialView) -> Result<(), Objection> {
        let object = |objection| Err(Objection { input, objection });
        for line in &view.seats {
            let own = &self.seats[line.seat.index()];
            let shown = ([line.credit, line.staked + line.stacks].map(|m| m.minor()), amounts(&line.meters));
            let lying = self.lying(line.seat);
            let expected = ([own.credit, lying], own.amounts());
            if shown != expected {
                return object(format!("seat {}: the cabinet shows {shown:?}, the books {expected:?}", line.seat));
            }
            let (came, went) =
                (own.credit_in + own.returned + own.corrections, own.credit_out + own.hand_paid + own.hourly_fees + own.staked);
            let from_meters = came - went - lying - own.held;
            if own.credit != from_meters || own.credit < 0 {
                return object(format!("seat {}: credit {} against {from_meters}", line.seat, own.credit));
            }
        }
        if (view.meters.games, view.meters.voids) != (self.games, self.voids) {
            return object(format!(
                "games and voids {:?}, the books {:?}",
                (view.meters.games, view.meters.voids),
                (self.games, self.voids)
            ));
        }
        if view.fees.minor() != self.fees {
            return object(format!("the house took {} in fees, the books {}", view.fees, self.fees));
        }
        if view.exposure.minor() != self.exposure().max(0) {
            return object(format!("exposure {}, the books {}", view.exposure, self.exposure()));
        }
        let of_money = self.compare_shift(view).and_then(|()| self.compare_hand_pays(view));
        let own = of_money.and_then(|()| self.compare_disputes(view)).and_then(|()| self.compare_calls(view));
        let own = own.and_then(|()| self.compare_self_tests(view)).and_then(|()| self.compare_locks(view));
        let own = own.and_then(|()| self.compare_sessions(view));
        let own = own.and_then(|()| self.compare_limits(view));
        own.or_else(object)
    }

    /// What lies for the seat on the layout, at the card tables, and before it and in the pots at the tables between players.
    pub(super) fn lying(&self, seat: Seat) -> i64 {
        let at_tables = self.tables.values().map(|table| table.staked(seat)).sum::<i64>();
        let between_players = self.player_tables.values().map(|table| table.lying(seat)).sum::<i64>();
        self.seats[seat.index()].on_layout() + at_tables + between_players
    }

    pub(super) fn seat(&mut self, seat: Seat) -> &mut SeatBook {
        &mut self.seats[seat.index()]
    }

    /// What a stake on a place brings back when the ball lies in `pocket`.
    pub(super) fn brings_back(&self, place: &Place, amount: i64, pocket: u8) -> i64 {
        if !place.1.contains(&pocket) {
            return 0;
        }
        let full = amount * returns(self.house.table, place.0);
        self.house.win_most.map_or(full, |most| full.min(amount + most))
    }

    /// What the table would have to pay at most above the stakes on it.
    pub(super) fn exposure(&self) -> i64 {
        let layouts: Vec<Layout> = self.seats.iter().map(SeatBook::layout).collect();
        let to_pay = |pocket| layouts.iter().flatten().map(|(place, amount)| self.brings_back(place, *amount, pocket)).sum::<i64>();
        (0..=36).map(to_pay).max().unwrap_or(0) - self.seats.iter().map(SeatBook::on_layout).sum::<i64>()
    }

    /// Whether a seat's layout is one that the house allows.
    pub(super) fn check_layout(&self, seat: Seat) -> Result<(), String> {
        let layout = self.seats[seat.index()].layout();
        for ((kind, numbers), amount) in &layout {
            if !is_offered(self.house.table, *kind, numbers) {
                return Err(format!("{kind:?} {numbers:?} is not offered"));
            }
            let (_, most) = self.bounds_at_wheel(LimitedAmount::Position(*kind));
            if *amount <= 0 || *amount > most || amount % self.house.step != 0 {
                return Err(format!("{amount} may not lie on {kind:?} {numbers:?}"));
            }
        }
        if layout.values().sum::<i64>() > self.bounds_at_wheel(LimitedAmount::SeatTotal).1 {
            return Err("the seat has staked more than it may".into());
        }
        Ok(())
    }
}

/// The tables of a house, each with empty books.
fn tables_of(house: &House) -> impl Iterator<Item = CardTable> {
    let shared = (1..).map(TableNumber).zip(&house.card_tables).map(|(number, rules)| CardTable::new(number, rules.clone()));
    let seats = house.machines.iter().flat_map(|rules| Seat::all().map(move |seat| (seat, rules)));
    let own = (FIRST_OF_MACHINES..).map(TableNumber).zip(seats);
    shared.chain(own.map(|(number, (seat, rules))| CardTable::of_seat(number, rules.clone(), seat)))
}

/// The tables between players of a house, each with empty books.
fn player_tables_of(house: &House) -> impl Iterator<Item = PlayersTable> {
    let numbered = house.player_tables.iter().enumerate();
    numbered.map(|(place, rules)| PlayersTable::new(TableNumber::of_players(place), rules.clone()))
}

pub(super) fn place_of(position: Position) -> Place {
    (position.kind, position.numbers.iter().collect())
}

pub(super) fn entry(stake: &Stake) -> (Place, i64) {
    (place_of(stake.position), stake.amount.minor())
}

/// The simple stakes that a bet asks for; nothing where an amount is beyond all counting.
pub(super) fn asked(bet: &Bet) -> Option<Vec<(Place, i64)>> {
    match bet {
        Bet::Simple(stake) => Some(vec![entry(stake)]),
        Bet::Called(CalledBet { call, number, chip }) => placement(*call, number.map(|number| number.number()))
            .into_iter()
            .map(|(chips, kind, numbers)| Some(((kind, numbers), chip.minor().checked_mul(chips)?)))
            .collect(),
    }
}
