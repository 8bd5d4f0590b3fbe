//! What came in evenings at a table between players: a check of what never came proves nothing.

use crate::model::{BettingAction, Fact, PlayerTableFact, PotPayment, PotsSettlement, TableFact, Views, What};
use crate::sim::evening::Step;

/// How often each came.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    pub(super) deals: usize,
    pub(super) voids: usize,
    pub(super) side_pots: usize,
    pub(super) third_pots: usize,
    pub(super) split_pots: usize,
    pub(super) odd_units: usize,
    pub(super) uncalled: usize,
    pub(super) short_raises: usize,
    pub(super) lows: usize,
    pub(super) scoops: usize,
    pub(super) fees: usize,
    pub(super) dead_hands: usize,
    pub(super) dead_small_blinds: usize,
    pub(super) by_default: usize,
    pub(super) leaving: usize,
    pub(super) mucked: usize,
    pub(super) showed: usize,
    pub(super) opened: usize,
    pub(super) closed: usize,
    pub(super) lost_lines: usize,
    pub(super) opened_freely: usize,
    /// Players who stopped taking cards.
    pub(super) stopped: usize,
    /// Players who paid for an opening, and who went on without.
    pub(super) paid_openings: usize,
    pub(super) passed: usize,
    /// Cards that were bought.
    pub(super) bought: usize,
    /// Players who divided a bank, and banks that were played for again.
    pub(super) divided: usize,
    pub(super) replays: usize,
    /// Hours that were paid for, and players who sat out instead.
    pub(super) hours: usize,
    pub(super) put_out_by_hour: usize,
    pub(super) refused: usize,
}

impl Seen {
    pub(super) fn take(&mut self, step: &Step, before: &Views) {
        let is_ordered = matches!(step.input.what, What::Command(_));
        let takes_by_the_hour = step.views.cabinet.player_tables[0].fee.hourly.is_some();
        for fact in &step.facts {
            if let Fact::Table { fact: TableFact::BetweenPlayers(fact), .. } = fact {
                let is_out = matches!(fact, PlayerTableFact::SatOut { is_out: true, .. });
                self.put_out_by_hour += usize::from(is_out && !is_ordered && takes_by_the_hour);
                self.take_fact(fact, before);
            }
        }
    }

    fn take_fact(&mut self, fact: &PlayerTableFact, before: &Views) {
        match fact {
            PlayerTableFact::Settled { settlement, shown, .. } => {
                self.take_settlement(settlement);
                let live = before.cabinet.player_tables[0].places.iter().filter(|place| place.is_live).count();
                self.mucked += usize::from(!shown.is_empty() && shown.len() < live);
            }
            PlayerTableFact::Voided { .. } => self.voids += 1,
            PlayerTableFact::HourPaid { .. } => self.hours += 1,
            PlayerTableFact::PlaysAgain { .. } => self.replays += 1,
            PlayerTableFact::Presence { is_here: false, .. } => self.lost_lines += 1,
            PlayerTableFact::Opened { .. } => self.opened += 1,
            PlayerTableFact::Closed => self.closed += 1,
            PlayerTableFact::Showed { .. } => self.showed += 1,
            PlayerTableFact::MucksSet { is_automatic: false, .. } => self.opened_freely += 1,
            PlayerTableFact::Killed { .. } => self.dead_hands += 1,
            PlayerTableFact::IsLeaving { .. } => self.leaving += 1,
            PlayerTableFact::Began { blinds: Some((small, _)), players, .. } => {
                self.dead_small_blinds += usize::from(players.iter().all(|(seat, _)| seat != small));
            }
            PlayerTableFact::Acted { seat, action, paid, by_default } => {
                self.by_default += usize::from(*by_default);
                self.stopped += usize::from(*action == BettingAction::Stop);
                self.passed += usize::from(*action == BettingAction::Pass);
                self.divided += usize::from(*action == BettingAction::Divide);
                self.bought += action.cards().map_or(0, |cards| usize::from(cards.count()));
                let is_trading = before.cabinet.player_tables[0].trades;
                self.paid_openings += usize::from(is_trading && paid.is_positive());
                let wager = before.seats[seat.index()].player_tables[0].offers.and_then(|offers| offers.wager);
                // The whole stack is the least and below what a step would be.
                let is_short = wager.is_some_and(|wager| wager.least == wager.all_in && action.amount() == Some(wager.all_in));
                self.short_raises += usize::from(is_short && matches!(action, BettingAction::RaiseTo(_)));
            }
            _ => {}
        }
    }

    fn take_settlement(&mut self, settlement: &PotsSettlement) {
        self.deals += 1;
        self.side_pots += usize::from(settlement.pots.len() > 1);
        self.third_pots += usize::from(settlement.pots.len() > 2);
        self.uncalled += usize::from(settlement.uncalled.is_some());
        self.fees += usize::from(settlement.fee.is_positive());
        for pot in &settlement.pots {
            self.take_pot(pot);
        }
    }

    fn take_pot(&mut self, pot: &PotPayment) {
        let has_low = pot.shares.iter().any(|share| share.is_low);
        self.lows += usize::from(has_low);
        self.scoops += usize::from(has_low && pot.shares.iter().all(|share| share.seat == pot.shares[0].seat));
        for is_low in [false, true] {
            let amounts: Vec<i64> = pot.shares.iter().filter(|share| share.is_low == is_low).map(|share| share.amount.minor()).collect();
            self.split_pots += usize::from(amounts.len() > 1);
            self.odd_units += usize::from(amounts.iter().min() != amounts.iter().max());
        }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.deals += other.deals;
        self.voids += other.voids;
        self.side_pots += other.side_pots;
        self.third_pots += other.third_pots;
        self.split_pots += other.split_pots;
        self.odd_units += other.odd_units;
        self.uncalled += other.uncalled;
        self.short_raises += other.short_raises;
        self.lows += other.lows;
        self.scoops += other.scoops;
        self.fees += other.fees;
        self.dead_hands += other.dead_hands;
        self.dead_small_blinds += other.dead_small_blinds;
        self.by_default += other.by_default;
        self.leaving += other.leaving;
        self.mucked += other.mucked;
        self.showed += other.showed;
        self.opened += other.opened;
        self.closed += other.closed;
        self.lost_lines += other.lost_lines;
        self.opened_freely += other.opened_freely;
        self.stopped += other.stopped;
        self.paid_openings += other.paid_openings;
        self.passed += other.passed;
        self.bought += other.bought;
        self.divided += other.divided;
        self.replays += other.replays;
        self.hours += other.hours;
        self.put_out_by_hour += other.put_out_by_hour;
        self.refused += other.refused;
    }

    /// How often what has to have come at least once did.
    pub(super) const fn awkward(&self) -> [(&'static str, usize); 19] {
        [
            ("voids", self.voids),
            ("side pots", self.side_pots),
            ("third pots", self.third_pots),
            ("split pots", self.split_pots),
            ("odd units", self.odd_units),
            ("uncalled parts", self.uncalled),
            ("incomplete raises", self.short_raises),
            ("lows", self.lows),
            ("both halves to one", self.scoops),
            ("fees", self.fees),
            ("dead hands of who is not there", self.dead_hands),
            ("dead small blinds", self.dead_small_blinds),
            ("decisions by time", self.by_default),
            ("seats that go in a deal", self.leaving),
            ("hands that stay closed", self.mucked),
            ("hands shown after the deal", self.showed),
            ("seats that lose their line", self.lost_lines),
            ("seats that open their hands always", self.opened_freely),
            ("orders that are refused", self.refused),
        ]
    }
}
