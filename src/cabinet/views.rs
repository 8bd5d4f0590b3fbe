//! What may be seen of the cabinet, by everybody, by a seat, by officials.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::Cabinet;
use super::card_table::CardTable;
use super::kept::TableViews;
use super::ledger::Felt;
use super::lifecycle::Lifecycle;
use super::player_tables::HostedTable;
use super::recall::Recalled;
use super::table::Stage;
use crate::model::{
    BetLimit, CabinetView, FaultView, HoldView, JournalView, Money, Offer, OfficialView, PhaseView, RoundBet, RoundRecall, RulesView, Seat,
    SeatLine, SeatRecall, SeatTableView, SeatView, TableNumber, Views, VoidReason,
};

/// What may be seen of every table.
struct TablesViews {
    of_cards: Vec<TableViews<CardTable>>,
    between_players: Vec<TableViews<HostedTable>>,
}

impl Cabinet {
    /// All views of the present state. `rules` is [`Cabinet::rules_view`], made anew only when the terms change.
    #[must_use]
    pub fn views(&self, rules: Arc<RulesView>) -> Views {
        let unfinished = self.has_unfinished_round().then(|| Recalled::new(self.unfinished_with_bets()));
        let rounds: Vec<_> = unfinished.iter().chain(self.recall.rounds()).collect();
        let tables = TablesViews {
            of_cards: self.card_tables.iter().map(|table| table.views(self.clock_offset())).collect(),
            between_players: self.player_tables.iter().map(|table| table.views(self.clock_offset())).collect(),
        };
        Views {
            cabinet: self.by_wall_clock(self.cabinet_view(rules, &tables)),
            seats: Seat::all().map(|seat| self.seat_view(seat, &rounds, &tables)).collect(),
            official: self.official_view(&rounds),
        }
    }

    /// Makes the views of every table that was touched since they were made, so that [`Cabinet::views`] need not.
    pub fn keep_views(&mut self) {
        let clock_offset = self.clock_offset();
        self.card_tables.iter_mut().for_each(|table| table.keep_views(clock_offset));
        self.player_tables.iter_mut().for_each(|table| table.keep_views(clock_offset));
    }

    /// The rules in force, as the rules screen shows them.
    #[must_use]
    pub fn rules_view(&self) -> RulesView {
        let rules = self.rules_of_wheel();
        let bet = |kind| {
            let range = rules.limits.of(kind);
            BetLimit { kind, returns: rules.returns.of(kind).unwrap_or(0), least: range.least, most: range.most }
        };
        RulesView {
            name: self.terms.rules_name.clone(),
            pay_table: rules.pay_table.clone(),
            sha256: self.terms.rules_sha256,
            currency: self.terms.currency.clone(),
            decimals: self.terms.decimals,
            bets: rules.offered().map(bet).collect(),
            zero_trios: rules.zero_trios,
            calls: rules.calls.clone(),
            step: rules.limits.step_minor,
            seat_most: rules.limits.seat_most_minor,
            win_most: rules.limits.win_most_minor,
            chips: self.terms.chips.clone(),
            open_while_ball_runs: rules.round.open_while_ball_runs,
        }
    }

    /// The faults that stand, of the wheel and of the house (`None`) and of the card sources, by the house's own time.
    #[must_use]
    pub fn standing_faults(&self) -> Vec<(Option<TableNumber>, FaultView)> {
        let faults = |(table, lifecycle): (_, &Lifecycle)| lifecycle.holds.fault_views().into_iter().map(move |fault| (table, fault));
        self.lifecycles().flat_map(faults).chain(self.house_faults.views().map(|fault| (None, fault))).collect()
    }

    fn cabinet_view(&self, rules: Arc<RulesView>, tables: &TablesViews) -> CabinetView {
        let table = &self.table;
        let outcome = if let Stage::Paid(outcome) = table.stage { outcome } else { None };
        let running = table.lifecycle.running.filter(|_| matches!(table.stage, Stage::Betting | Stage::Paid(_)));
        CabinetView {
            at: self.at,
            number: self.number,
            round: table.round,
            phase: self.phase(),
            betting_open: self.is_betting_open(),
            ball_on_rim: table.stage == Stage::OnRim,
            wheel_rests: table.lifecycle.holds.device_rests(),
            began_at: running.map(|running| running.began_at),
            ends_at: running.map(|running| running.ends_at),
            outcome,
            voided: self.shown_void().cloned(),
            no_spins: u32::try_from(table.no_spins.len()).unwrap_or(u32::MAX),
            last_no_spin: table.no_spins.last().copied(),
            hold: self.hold_view(),
            faults: table.lifecycle.holds.fault_views(),
            last: self.recall.outcomes(),
            seats_playing: u32::try_from(self.seats.iter().filter(|seat| seat.has_bets()).count()).unwrap_or(u32::MAX),
            rules,
            tables: tables.of_cards.iter().map(|table| table.public.clone()).collect(),
            player_tables: tables.between_players.iter().map(|table| table.public.clone()).collect(),
        }
    }

    /// Why the round is void that ended last, as long as no other is open.
    fn shown_void(&self) -> Option<&VoidReason> {
        let is_shown = |round: &&RoundRecall| self.table.stage == Stage::Paid(None) && round.round == self.table.round;
        self.recall.rounds().next().map(Recalled::past).filter(is_shown)?.voided.as_ref()
    }

    fn phase(&self) -> PhaseView {
        if self.table.lifecycle.holds.is_held() || self.table.stage == Stage::Broken {
            return PhaseView::Held;
        }
        match self.table.stage {
            Stage::Betting => PhaseView::Open,
            Stage::Launching | Stage::OnRim => PhaseView::BallRunning,
            Stage::Falling | Stage::Broken => PhaseView::Closed,
            Stage::Paid(_) => PhaseView::Paid,
        }
    }

    /// Why the table stands still.
    pub(super) fn hold_view(&self) -> Option<HoldView> {
        let can_continue = self.table.closed_at.is_none() || self.table.stage != Stage::Broken;
        self.table.lifecycle.holds.view(can_continue, "The wheel is not running.")
    }

    fn seat_view(&self, seat: Seat, rounds: &[&Recalled<RoundRecall>], tables: &TablesViews) -> SeatView {
        let state = &self.seats[seat.index()];
        SeatView {
            seat,
            credit: self.ledger.credit(seat),
            staked: self.ledger.staked(Felt::Wheel, seat),
            bets: state.bets(),
            can_undo: state.has_bets(),
            repeat: state.would_repeat().to_vec(),
            last: state.last.clone(),
            rounds: rounds.iter().filter_map(|round| round.part_of(seat)).collect(),
            hand_pay: self.ledger.held(seat),
            attendant_call: self.attendant_calls.of(seat),
            is_locked: self.seat_locks.has(seat),
            play_session: self.play_session_view(seat),
            disputes: self.disputes.of(seat),
            tables: tables.of_cards.iter().map(|table| offered_within(&table.seats[seat.index()], self.ledger.credit(seat))).collect(),
            player_tables: tables.between_players.iter().map(|table| table.seats[seat.index()].clone()).collect(),
        }
    }

    fn official_view(&self, rounds: &[&Recalled<RoundRecall>]) -> OfficialView {
        let line = |seat| SeatLine {
            seat,
            credit: self.ledger.credit(seat),
            staked: self.ledger.staked_everywhere(seat),
            stacks: self.ledger.stacks_everywhere(seat),
            play_session: self.play_session_view(seat),
            meters: self.ledger.meters(seat),
        };
        OfficialView {
            seats: Seat::all().map(line).collect(),
            meters: self.ledger.cabinet_meters(),
            fees: self.ledger.fees(),
            exposure: self.exposure(),
            rounds: rounds.iter().map(|round| round.whole()).collect(),
            deals: self.card_tables.iter().flat_map(|table| table.recalled_for_officials()).collect(),
            shift: self.shift_view(),
            shifts: self.closed_shifts(),
            hand_pays: self.hand_pays.waiting().to_vec(),
            attendant_calls: self.attendant_calls.waiting().to_vec(),
            seat_locks: self.seat_locks.standing().to_vec(),
            limits: self.limits_shown(),
            house_faults: self.house_fault_views(),
            self_tests: self.part_views(),
            disputes: self.disputes.all(),
            journal: JournalView::default(),
        }
    }

    fn has_unfinished_round(&self) -> bool {
        !matches!(self.table.stage, Stage::Paid(_))
    }

    fn unfinished_with_bets(&self) -> RoundRecall {
        let part = |seat: Seat| {
            let bets = self.seats[seat.index()].bets();
            let bet = |stake: &crate::model::Stake| RoundBet { stake: *stake, returned: crate::model::Money::ZERO };
            let part = SeatRecall {
                round: self.table.round,
                seat,
                staked: self.ledger.staked(Felt::Wheel, seat),
                returned: crate::model::Money::ZERO,
                bets: bets.iter().map(bet).collect(),
            };
            (!bets.is_empty()).then(|| Arc::new(part))
        };
        RoundRecall { seats: Seat::all().filter_map(part).collect(), ..self.unfinished_round() }
    }
}

/// What a seat sees of a table, without the choices that are not offered to a credit that does not bear them.
fn offered_within(table: &Arc<SeatTableView>, credit: Money) -> Arc<SeatTableView> {
    let is_out_of_reach = |offer: &Offer| offer.kind.needs_credit_to_be_offered() && offer.least > credit;
    if !table.offers.iter().any(is_out_of_reach) {
        return table.clone();
    }
    let offers = table.offers.iter().filter(|offer| !is_out_of_reach(offer)).copied().collect();
    Arc::new(SeatTableView { offers, ..SeatTableView::clone(table) })
}
