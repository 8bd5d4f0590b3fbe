//! The books: a double-entry ledger in minor units, and the meters.

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use crate::model::{MetersView, Money, SEATS, Seat, TableNumber};

/// The accounts. Money only moves between them, so their sum is nothing, always.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct Ledger {
    /// What each player may stake or be paid out.
    #[n(0)]
    credit: [Money; SEATS],
    /// What lies for each player on each felt, by [`Felt::index`]; one on which nothing has lain yet may be missing.
    #[n(1)]
    felts: Vec<[Money; SEATS]>,
    /// What the house has won; negative where it has lost.
    #[n(2)]
    house: Money,
    /// What has come in from outside, as a debt to outside: never above nothing while credit is in the cabinet.
    #[n(3)]
    cage: Money,
    #[n(4)]
    meters: [MetersView; SEATS],
    /// Rounds of the table, no matter who took part.
    #[n(5)]
    games: u64,
    #[n(6)]
    voids: u64,
    /// What lies before each player at each table between players, by its place among those; one at which nobody has sat yet may be missing.
    #[cbor(default)]
    #[n(7)]
    stacks: Vec<[Money; SEATS]>,
    /// What the house has taken at tables between players as its fee, of pots and by the hour.
    #[cbor(default)]
    #[n(8)]
    fees: Money,
    /// What each player has won that waits to be paid by hand. A checkpoint of an older release has none.
    #[cbor(default)]
    #[n(9)]
    held: [Money; SEATS],
}

/// Where stakes lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Felt {
    /// On the wheel's layout.
    Wheel,
    /// At a card table, or as a contribution to the pots of a table between players.
    Cards(TableNumber),
}

impl Felt {
    const fn index(self) -> usize {
        match self {
            Self::Wheel => 0,
            Self::Cards(table) => table.0 as usize,
        }
    }
}

impl Ledger {
    pub(super) fn credit(&self, seat: Seat) -> Money {
        self.credit[seat.index()]
    }

    /// What is the seat's beside its stakes: the credit, and what waits to be paid by hand.
    pub(super) fn credit_and_held(&self, seat: Seat) -> Money {
        self.credit(seat) + self.held(seat)
    }

    /// What waits to be paid to the seat by hand.
    pub(super) const fn held(&self, seat: Seat) -> Money {
        self.held[seat.index()]
    }

    /// What the seat has on this felt.
    pub(super) fn staked(&self, felt: Felt, seat: Seat) -> Money {
        self.felts.get(felt.index()).map_or(Money::ZERO, |felt| felt[seat.index()])
    }

    /// What the seat has on all felts together.
    pub(super) fn staked_everywhere(&self, seat: Seat) -> Money {
        self.felts.iter().map(|felt| felt[seat.index()]).sum()
    }

    fn lie(&mut self, felt: Felt, seat: Seat, amount: Money) {
        if self.felts.len() <= felt.index() {
            self.felts.resize(felt.index() + 1, [Money::ZERO; SEATS]);
        }
        self.felts[felt.index()][seat.index()] = amount;
    }

    /// What lies before the seat at this table between players.
    pub(super) fn stack(&self, table: TableNumber, seat: Seat) -> Money {
        let place = table.between_players().expect("stacks lie at tables between players alone");
        self.stacks.get(place).map_or(Money::ZERO, |stacks| stacks[seat.index()])
    }

    /// What lies before the seat at all tables between players together.
    pub(super) fn stacks_everywhere(&self, seat: Seat) -> Money {
        self.stacks.iter().map(|stacks| stacks[seat.index()]).sum()
    }

    fn lie_before(&mut self, table: TableNumber, seat: Seat, amount: Money) {
        let place = table.between_players().expect("stacks lie at tables between players alone");
        if self.stacks.len() <= place {
            self.stacks.resize(place + 1, [Money::ZERO; SEATS]);
        }
        self.stacks[place][seat.index()] = amount;
    }

    /// What the house has taken at tables between players in all.
    pub(super) const fn fees(&self) -> Money {
        self.fees
    }

    pub(super) fn meters(&self, seat: Seat) -> MetersView {
        self.meters[seat.index()]
    }

    /// Those of all seats, in order.
    pub(super) const fn meters_of_seats(&self) -> [MetersView; SEATS] {
        self.meters
    }

    /// The cabinet's meters: the seats' together, but its own count of rounds.
    pub(super) fn cabinet_meters(&self) -> MetersView {
        let total = |amount: fn(&MetersView) -> Money| self.meters.iter().map(amount).sum();
        MetersView {
            credit_in: total(|meters| meters.credit_in),
            credit_out: total(|meters| meters.credit_out),
            staked: total(|meters| meters.staked),
            returned: total(|meters| meters.returned),
            games: self.games,
            voids: self.voids,
            attendant_payments: self.meters.iter().map(|meters| meters.attendant_payments).sum(),
            corrections: total(|meters| meters.corrections),
            hand_paid: total(|meters| meters.hand_paid),
            hourly_fees: total(|meters| meters.hourly_fees),
        }
    }

    /// Money comes in from the cage.
    pub(super) fn credit_in(&mut self, seat: Seat, amount: Money) {
        self.cage = self.cage - amount;
        self.credit[seat.index()] = self.credit(seat) + amount;
        let meters = &mut self.meters[seat.index()];
        meters.credit_in = meters.credit_in + amount;
    }

    /// An attendant pays out.
    pub(super) fn credit_out(&mut self, seat: Seat, amount: Money) {
        self.credit[seat.index()] = self.credit(seat) - amount;
        self.cage = self.cage + amount;
        let meters = &mut self.meters[seat.index()];
        meters.credit_out = meters.credit_out + amount;
        meters.attendant_payments += 1;
    }

    /// So much of the credit waits to be paid by hand.
    pub(super) fn hold_back(&mut self, seat: Seat, amount: Money) {
        self.credit[seat.index()] = self.credit(seat) - amount;
        self.held[seat.index()] = self.held(seat) + amount;
    }

    /// What waited to be paid by hand comes onto the credit after all.
    pub(super) fn release(&mut self, seat: Seat, amount: Money) {
        self.held[seat.index()] = self.held(seat) - amount;
        self.credit[seat.index()] = self.credit(seat) + amount;
    }

    /// What waited is paid in cash by an attendant's hand.
    pub(super) fn pay_by_hand(&mut self, seat: Seat, amount: Money) {
        self.held[seat.index()] = self.held(seat) - amount;
        self.cage = self.cage + amount;
        let meters = &mut self.meters[seat.index()];
        meters.hand_paid = meters.hand_paid + amount;
        meters.attendant_payments += 1;
    }

    /// The house puts right what a seat was paid too little.
    pub(super) fn correct(&mut self, seat: Seat, amount: Money) {
        self.house = self.house - amount;
        self.credit[seat.index()] = self.credit(seat) + amount;
        let meters = &mut self.meters[seat.index()];
        meters.corrections = meters.corrections + amount;
    }

    /// A stake goes onto a felt.
    pub(super) fn place(&mut self, felt: Felt, seat: Seat, amount: Money) {
        self.credit[seat.index()] = self.credit(seat) - amount;
        self.lie(felt, seat, self.staked(felt, seat) + amount);
    }

    /// A stake comes back from a felt before the close.
    pub(super) fn take_back(&mut self, felt: Felt, seat: Seat, amount: Money) {
        self.lie(felt, seat, self.staked(felt, seat) - amount);
        self.credit[seat.index()] = self.credit(seat) + amount;
    }

    /// Everything the seat has on a felt but what stays there is settled and `returned` comes back. Stakes go to the house and the return
    /// comes from it, so that both stand in its books.
    pub(super) fn settle(&mut self, felt: Felt, seat: Seat, stays: Money, returned: Money, is_void: bool) {
        self.pay(felt, seat, self.staked(felt, seat) - stays, returned);
        let meters = &mut self.meters[seat.index()];
        if is_void { meters.voids += 1 } else { meters.games += 1 }
    }

    /// So much of what the seat has on a felt is settled, and `returned` comes back; the round goes on. Where it is void and takes back more
    /// than it returns, `returned` is below nothing and never more than the credit.
    pub(super) fn pay(&mut self, felt: Felt, seat: Seat, staked: Money, returned: Money) {
        self.lie(felt, seat, self.staked(felt, seat) - staked);
        self.house = self.house + staked - returned;
        self.credit[seat.index()] = self.credit(seat) + returned;
        let meters = &mut self.meters[seat.index()];
        meters.staked = meters.staked + staked;
        meters.returned = meters.returned + returned;
    }

    /// So much of the seat's credit goes to its stack at this table.
    pub(super) fn buy_in(&mut self, table: TableNumber, seat: Seat, amount: Money) {
        self.credit[seat.index()] = self.credit(seat) - amount;
        self.lie_before(table, seat, self.stack(table, seat) + amount);
    }

    /// So much of the seat's stack at this table goes back to its credit.
    pub(super) fn take_stack(&mut self, table: TableNumber, seat: Seat, amount: Money) {
        self.lie_before(table, seat, self.stack(table, seat) - amount);
        self.credit[seat.index()] = self.credit(seat) + amount;
    }

    /// So much of the seat's stack goes to the house for an hour at this table.
    pub(super) fn pay_hour(&mut self, table: TableNumber, seat: Seat, fee: Money) {
        self.lie_before(table, seat, self.stack(table, seat) - fee);
        self.fees = self.fees + fee;
        let meters = &mut self.meters[seat.index()];
        meters.hourly_fees = meters.hourly_fees + fee;
    }

    /// So much of the seat's stack goes into the pots of its table.
    pub(super) fn contribute(&mut self, table: TableNumber, seat: Seat, amount: Money) {
        self.lie_before(table, seat, self.stack(table, seat) - amount);
        self.lie(Felt::Cards(table), seat, self.staked(Felt::Cards(table), seat) + amount);
    }

    /// The pots of a table are divided: each seat gets what it won on its stack, and the house its fee. That is all that lay there, or nothing
    /// may go on. A void gives each what it has put in.
    pub(super) fn divide(&mut self, table: TableNumber, returns: &[Money; SEATS], fee: Money, is_void: bool) {
        let felt = Felt::Cards(table);
        let all: Money = Seat::all().map(|seat| self.staked(felt, seat)).sum();
        assert_eq!(returns.iter().copied().sum::<Money>() + fee, all, "the pots are divided without a rest");
        for (seat, returned) in Seat::all().zip(returns) {
            let staked = self.staked(felt, seat);
            self.lie(felt, seat, Money::ZERO);
            self.lie_before(table, seat, self.stack(table, seat) + *returned);
            let meters = &mut self.meters[seat.index()];
            meters.staked = meters.staked + staked;
            meters.returned = meters.returned + *returned;
            match (staked.is_positive() || returned.is_positive(), is_void) {
                (true, true) => meters.voids += 1,
                (true, false) => meters.games += 1,
                (false, _) => {}
            }
        }
        self.fees = self.fees + fee;
        self.count_round(is_void);
    }

    /// A round of the table has ended.
    pub(super) fn count_round(&mut self, is_void: bool) {
        if is_void { self.voids += 1 } else { self.games += 1 }
    }

    /// Whether the sum of all accounts is nothing, no account of a player is negative, and each seat's
    /// credit = in - out - paid by hand - hourly fees - staked + returned + corrections - what lies on the felts, before it and waits for a hand pay (meters count a stake when it is settled).
    pub(super) fn is_balanced(&self) -> bool {
        let at_tables = self.felts.iter().chain(&self.stacks).flatten();
        let players: Money = self.credit.iter().chain(&self.held).chain(at_tables).copied().sum();
        let total = players + self.house + self.fees + self.cage;
        total.is_zero() && self.fees >= Money::ZERO && Seat::all().all(|seat| self.is_seat_balanced(seat))
    }

    fn is_seat_balanced(&self, seat: Seat) -> bool {
        let meters = self.meters(seat);
        let at_tables = self.staked_everywhere(seat) + self.stacks_everywhere(seat);
        let came = meters.credit_in + meters.returned + meters.corrections;
        let went = meters.credit_out + meters.hand_paid + meters.hourly_fees + meters.staked;
        let expected = came - went - at_tables - self.held(seat);
        let lie_well = self.felts.iter().chain(&self.stacks).all(|amounts| amounts[seat.index()] >= Money::ZERO);
        let is_above = self.credit(seat) >= Money::ZERO && self.held(seat) >= Money::ZERO;
        self.credit(seat) == expected && is_above && lie_well
    }
}
