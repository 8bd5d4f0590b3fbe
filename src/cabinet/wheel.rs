//! What the wheel's events do to the round, and what holding and going on mean.

use alloc::vec::Vec;

use super::Cabinet;
use super::table::Stage;
use crate::model::{Fact, FaultCode, NoSpinReason, Pocket, Remedy, Span, SpinNumber, TestedPart, WheelEvent, WheelHappening};

impl Cabinet {
    /// Takes in what the wheel says. An event of another spin than the one asked for concerns no bet of this round.
    pub(super) fn take_wheel(&mut self, event: &WheelEvent, facts: &mut Vec<Fact>) {
        let is_of_this_spin = event.spin == Some(self.table.spin) && self.table.is_spinning();
        if is_of_this_spin && !event.evidence.is_empty() {
            self.table.evidence.push(self.number + 1);
        }
        match &event.happening {
            WheelHappening::Opened => self.table.lifecycle.holds.open_device(),
            WheelHappening::Closed => self.take_wheel_closed(),
            WheelHappening::Fault { code: FaultCode::ResultDisputed, detail } if event.spin.is_some_and(|spin| self.has_settled(spin)) => {
                self.take_dispute_of_settled(detail, !event.evidence.is_empty());
            }
            // A dispute about a spin that no bet depends on concerns nobody.
            WheelHappening::Fault { code: FaultCode::ResultDisputed, .. } if !is_of_this_spin => {}
            WheelHappening::Fault { code, detail } => self.break_spin(*code, detail, code.remedy() == Remedy::Attendant),
            WheelHappening::SelfTested { number, findings } => self.take_self_tested(TestedPart::Wheel, *number, findings, facts),
            WheelHappening::FaultCleared(code) => self.table.lifecycle.holds.clear(*code),
            WheelHappening::BallLaunched if is_of_this_spin => self.take_ball_launched(),
            WheelHappening::NoMoreBets if is_of_this_spin => self.take_no_more_bets(facts),
            WheelHappening::Result(pocket) if is_of_this_spin => self.take_result(*pocket, facts),
            WheelHappening::NoSpin(reason) if is_of_this_spin => self.take_no_spin(*reason, facts),
            _ => {}
        }
    }

    fn take_ball_launched(&mut self) {
        if self.table.stage == Stage::Launching {
            self.table.stage = Stage::OnRim;
            if self.table.lifecycle.late_at.is_none() {
                self.restart_spin_limit();
            }
            if self.table.closed_at.is_none() {
                let most = Span::from_seconds(self.terms.roulette.round.open_after_launch_most_seconds.into());
                self.table.lifecycle.run(self.at, most);
            }
        }
    }

    fn take_no_more_bets(&mut self, facts: &mut Vec<Fact>) {
        self.close_betting(facts);
        self.table.stage = Stage::Falling;
    }

    /// A result counts only after the ball was seen running and betting was closed: a number that comes sooner is not accepted.
    fn take_result(&mut self, pocket: Pocket, facts: &mut Vec<Fact>) {
        let has_run = matches!(self.table.stage, Stage::OnRim | Stage::Falling);
        if has_run && self.table.closed_at.is_some() {
            self.settle(pocket, facts);
        } else {
            self.break_spin(FaultCode::ResultDisputed, "a number came before the ball ran or while betting was open", true);
        }
    }

    /// Whether the result of this spin settled the newest round that is recalled.
    fn has_settled(&self, spin: SpinNumber) -> bool {
        self.table.settled_spin == Some(spin)
    }

    /// The spin whose result settled the newest round that is recalled, and the record of the newest raw lines of that round; none where no
    /// number was settled, or where a ball has run since.
    #[must_use]
    pub fn settled_spin(&self) -> Option<(SpinNumber, u64)> {
        let is_shown = match self.table.stage {
            Stage::Paid(outcome) => outcome.is_some(),
            Stage::Betting | Stage::Launching => self.table.no_spins.is_empty(),
            Stage::OnRim | Stage::Falling | Stage::Broken => false,
        };
        let round = self.recall.rounds().next().filter(|_| is_shown)?;
        Some((self.table.settled_spin?, *round.past().evidence.last()?))
    }

    /// Whether a ball is wanted, which may have been launched already.
    #[must_use]
    pub fn wants_ball(&self) -> bool {
        self.table.stage == Stage::Launching
    }

    /// The faults for which somebody has to look at the wheel before another ball is launched, and what the wheel said of each. A wheel whose
    /// driver starts anew has to be told of them: it knows nothing of the time before.
    pub fn faults_to_look_at(&self) -> impl Iterator<Item = (FaultCode, &str)> {
        self.table.lifecycle.holds.waiting_for_a_look()
    }

    /// The wheel contradicts a result that is settled. The result stays; no ball is launched before an attendant has looked, and one that
    /// runs already runs to its end.
    fn take_dispute_of_settled(&mut self, detail: &str, has_evidence: bool) {
        let record = self.number + 1;
        if has_evidence && let Some(round) = self.recall.add_evidence(record) {
            self.disputes.add_evidence(round, record);
        }
        if self.table.stage == Stage::Launching {
            self.break_off();
        }
        self.table.lifecycle.holds.raise(FaultCode::ResultDisputed, detail, true, self.at);
    }

    fn take_wheel_closed(&mut self) {
        self.table.lifecycle.holds.close_device(self.at);
        if matches!(self.table.stage, Stage::OnRim | Stage::Falling) {
            self.break_off();
        }
    }

    /// The spin is lost; nothing is awaited of it any more.
    fn break_off(&mut self) {
        self.table.stage = Stage::Broken;
        self.table.lifecycle.stop();
    }

    /// A fault: a spin that had begun is lost; a launch that has not succeeded yet may still succeed.
    pub(super) fn break_spin(&mut self, code: FaultCode, detail: &str, needs_attendant: bool) {
        let has_begun = matches!(self.table.stage, Stage::OnRim | Stage::Falling);
        if has_begun || (self.table.is_spinning() && needs_attendant) {
            self.break_off();
        }
        self.table.lifecycle.holds.raise(code, detail, needs_attendant, self.at);
    }

    /// The table has come to stand still, or may go on.
    pub(super) fn follow_hold(&mut self, facts: &mut Vec<Fact>) {
        if self.table.lifecycle.follow_hold() { self.stand_still(facts) } else { self.go_on(facts) }
    }

    fn stand_still(&mut self, facts: &mut Vec<Fact>) {
        // A ball that runs does so all the same.
        if !matches!(self.table.stage, Stage::OnRim | Stage::Falling) {
            self.table.lifecycle.stop();
        }
        let hold = self.hold_view().expect("a table that is held says why");
        facts.push(Fact::Held { fault: hold.fault, reason: hold.reason });
    }

    fn go_on(&mut self, facts: &mut Vec<Fact>) {
        facts.push(Fact::Resumed);
        match self.table.stage {
            Stage::Betting => self.start_countdown(),
            Stage::Paid(_) if self.table.round == 0 => self.open_round(facts),
            Stage::Paid(_) => self.start_pause(),
            Stage::Launching => self.restart_spin_limit(),
            Stage::Broken => self.take_no_spin(NoSpinReason::Unreadable, facts),
            Stage::OnRim | Stage::Falling => {}
        }
    }
}
