//! The course of a round: open, closed, launched, settled, voided, or not counted.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::Cabinet;
use super::ledger::Felt;
use super::table::Stage;
use crate::games::roulette::{self, Countdown, NoSpinStakes, RestartAfterClose};
use crate::model::{
    BetReturn, Fact, FaultCode, Money, NoSpinReason, Pocket, RoundRecall, Seat, SeatRecall, SeatSettlement, Span, Stake, VoidReason,
};

impl Cabinet {
    /// A moment the cabinet wanted to be woken at may have come.
    pub(super) fn take_wake(&mut self, facts: &mut Vec<Fact>) {
        let is_late = self.table.lifecycle.take_late(self.at);
        let is_over = self.table.lifecycle.is_over(self.at);
        match self.table.stage {
            Stage::Betting if is_over => self.end_countdown(facts),
            Stage::OnRim if is_over => self.close_betting(facts),
            Stage::Paid(_) if is_over => self.open_round(facts),
            _ => {}
        }
        if is_late && self.table.stage == Stage::Betting {
            self.rest_after_waiting();
        }
        if is_late && self.table.is_spinning() {
            self.break_spin(FaultCode::Stalled, "the spin took longer than the rules allow", true);
        }
    }

    /// Opens the next round, under the newest terms and limits.
    pub(super) fn open_round(&mut self, facts: &mut Vec<Fact>) {
        if let Some(terms) = self.next_terms.take() {
            self.put_in_force(terms, facts);
        }
        self.put_limits_in_force(facts);
        self.table.round += 1;
        self.table.opened_at = self.at;
        self.table.no_spins.clear();
        self.table.evidence.clear();
        facts.push(Fact::RoundOpened { round: self.table.round });
        self.open_betting();
        self.rest_after_empty_rounds();
    }

    /// Bets may be placed and changed, with a fresh countdown.
    pub(super) fn open_betting(&mut self) {
        self.table.stage = Stage::Betting;
        self.table.closed_at = None;
        self.table.lifecycle.stop();
        self.start_countdown();
    }

    /// Whether a bet lies on the layout.
    pub(super) fn has_bets(&self) -> bool {
        self.seats.iter().any(|seat| seat.has_bets())
    }

    /// Starts the countdown where it should run and does not. It never ends sooner than the number of spins an hour allows. A wheel that rests is
    /// called by a bet, and counts down for nobody else.
    pub(super) fn start_countdown(&mut self) {
        if self.table.stage != Stage::Betting {
            return;
        }
        let has_bets = self.has_bets();
        if has_bets {
            self.wake_wheel();
        }
        let round = &self.terms.roulette.round;
        let is_wanted = has_bets || round.countdown == Countdown::Always && !self.table.lifecycle.holds.device_rests();
        self.table.lifecycle.late_at = if is_wanted { None } else { self.table.lifecycle.late_at.or(self.waits_until()) };
        let interval = Span::from_microseconds(3_600_000_000 / u64::from(round.spins_per_hour_most.max(1)));
        let least = self.table.launched_at.map_or_else(Span::default, |launched_at| launched_at.after(interval).since(self.at));
        self.table.lifecycle.count_down(is_wanted, self.at, least.max(Span::from_seconds(round.betting_seconds.into())));
    }

    fn end_countdown(&mut self, facts: &mut Vec<Fact>) {
        if !self.terms.roulette.round.open_while_ball_runs {
            self.close_betting(facts);
        }
        self.launch();
    }

    /// Closes betting; once closed, nothing on the layout changes any more (`roulette-am` RAM-13, `roulette-by` RBY-19).
    pub(super) fn close_betting(&mut self, facts: &mut Vec<Fact>) {
        self.table.lifecycle.running = None;
        if self.table.closed_at.is_none() {
            self.table.closed_at = Some(self.at);
            facts.push(Fact::Closed { round: self.table.round });
        }
    }

    /// Wants the ball, under a new spin number.
    pub(super) fn launch(&mut self) {
        self.table.stage = Stage::Launching;
        self.table.spin += 1;
        self.table.launched_at = Some(self.at);
        self.table.lifecycle.running = None;
        self.restart_spin_limit();
    }

    /// Gives the spin its whole time from now on. A launch that has to wait because the table stands still has no end.
    pub(super) fn restart_spin_limit(&mut self) {
        let waits = self.table.stage == Stage::Launching && self.table.lifecycle.holds.is_held();
        let most = Span::from_seconds(self.terms.roulette.round.spin_most_seconds.into());
        self.table.lifecycle.late_at = (!waits).then(|| self.at.after(most));
    }

    /// The outcome is known: every bet is settled, losing stakes and winning ones in one step, so no restart can fall between.
    pub(super) fn settle(&mut self, pocket: Pocket, facts: &mut Vec<Fact>) {
        facts.push(Fact::Outcome { round: self.table.round, pocket });
        let rules = self.terms.roulette.clone();
        self.finish_round(Some(pocket), None, |stake| roulette::returned(&rules, stake, pocket), facts);
    }

    /// The round is void: every stake comes back at coefficient 1 (`roulette-am` RAM-23).
    pub(super) fn void(&mut self, reason: VoidReason, facts: &mut Vec<Fact>) {
        facts.push(Fact::Voided { round: self.table.round, reason: reason.clone() });
        self.finish_round(None, Some(reason), roulette::void, facts);
    }

    fn finish_round(
        &mut self,
        outcome: Option<Pocket>,
        voided: Option<VoidReason>,
        returns: impl Fn(Stake) -> BetReturn,
        facts: &mut Vec<Fact>,
    ) {
        let is_void = voided.is_some();
        let mut seats = Vec::new();
        for seat in Seat::all().filter(|seat| self.seats[seat.index()].has_bets()).collect::<Vec<_>>() {
            let bets: Vec<BetReturn> =
                self.seats[seat.index()].finish_round(self.limits.rules_of_wheel(&self.terms)).into_iter().map(&returns).collect();
            let settlement = SeatSettlement {
                seat,
                round: self.table.round,
                staked: bets.iter().map(|bet| bet.stake).sum(),
                returned: bets.iter().map(|bet| bet.returned).sum(),
                bets,
            };
            self.ledger.settle(Felt::Wheel, seat, Money::ZERO, settlement.returned, is_void);
            let recalled = Arc::new(SeatRecall::from(&settlement));
            self.seats[seat.index()].last = Some(recalled.clone());
            seats.push(recalled);
            facts.push(Fact::Settled(settlement));
        }
        self.ledger.count_round(is_void);
        self.table.empty_rounds = if seats.is_empty() { self.table.empty_rounds.saturating_add(1) } else { 0 };
        self.recall.remember(RoundRecall {
            settled_at: Some(self.clock_offset().shown(self.at)),
            outcome,
            voided,
            seats,
            ..self.unfinished_round()
        });
        self.table.settled_spin = outcome.map(|_| self.table.spin);
        self.table.stage = Stage::Paid(outcome);
        self.table.lifecycle.stop();
        self.start_pause();
    }

    /// Shows the result for a while, unless the table stands still.
    pub(super) fn start_pause(&mut self) {
        self.table.lifecycle.pause(self.at, Span::from_seconds(self.terms.roulette.round.pause_seconds.into()));
    }

    /// What can be recalled of the round so far.
    pub(super) fn unfinished_round(&self) -> RoundRecall {
        RoundRecall {
            round: self.table.round,
            opened_at: self.clock_offset().shown(self.table.opened_at),
            closed_at: self.table.closed_at.map(|at| self.clock_offset().shown(at)),
            settled_at: None,
            outcome: None,
            voided: None,
            no_spins: self.table.no_spins.clone(),
            seats: Vec::new(),
            evidence: self.table.evidence.clone(),
        }
    }

    /// The spin does not count: no stake wins, none loses, and the rules say what becomes of them (RAM-17, RA-1). After too many
    /// in a row the round is voided (RAM-Q10).
    pub(super) fn take_no_spin(&mut self, reason: NoSpinReason, facts: &mut Vec<Fact>) {
        self.table.no_spins.push(reason);
        facts.push(Fact::NoSpin { round: self.table.round, reason });
        if self.table.no_spins.len() >= self.terms.roulette.round.no_spins_most as usize {
            return self.void(VoidReason::TooManyNoSpins, facts);
        }
        match self.terms.roulette.round.no_spin_stakes {
            NoSpinStakes::Editable => self.open_betting(),
            NoSpinStakes::Refund => {
                self.give_all_back(facts);
                self.open_betting();
            }
            NoSpinStakes::Locked => {
                self.close_betting(facts);
                self.launch();
            }
        }
    }

    fn give_all_back(&mut self, facts: &mut Vec<Fact>) {
        for seat in Seat::all() {
            let stakes = self.seats[seat.index()].finish_round(self.limits.rules_of_wheel(&self.terms));
            self.give_back(seat, stakes, facts);
        }
    }

    /// The program has started: what ran outside is unknown, and the wheel has yet to show itself. Before the close betting
    /// goes on with the bets in place; after it the rules choose (RAM-W30, HC-23); a round with an outcome is settled already.
    pub(super) fn take_start(&mut self, facts: &mut Vec<Fact>) {
        self.table.lifecycle.take_start(self.at);
        self.table.empty_rounds = 0;
        let waits_for_attendant = self.table.stage == Stage::Broken && self.table.lifecycle.holds.needs_attendant();
        if !(self.table.is_spinning() || self.table.stage == Stage::Broken) || waits_for_attendant {
            return;
        }
        if self.table.closed_at.is_none() {
            return self.open_betting();
        }
        match self.terms.roulette.round.restart_after_close {
            RestartAfterClose::Refund => self.void(VoidReason::Restart, facts),
            RestartAfterClose::Respin => self.launch(),
        }
    }
}
