//! The step: one input in, what it brought about out. The only place where a cabinet changes.

use alloc::borrow::ToOwned;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::attendant_call::AttendantCalls;
use super::card_table::CardTable;
use super::dispute::Disputes;
use super::hand_pay::HandPays;
use super::house_faults::HouseFaults;
use super::keys::{Keys, Known};
use super::ledger::Ledger;
use super::play_session::PlaySessions;
use super::player_tables::HostedTable;
use super::recall::Recall;
use super::seat_lock::SeatLocks;
use super::self_test::SelfTests;
use super::shift::Shifts;
use super::stake_limits::SetLimits;
use super::table::{Stage, WheelTable};
use super::{Cabinet, Terms};
use crate::model::{ClockOffset, Command, Event, Fact, FaultCode, Input, Order, Refusal, Timestamp, What, Who};

/// What became of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was carried out.
    Done(Step),
    /// The command had been carried out before under the same idempotency key, as input `number`; nothing has changed now.
    Repeated {
        /// The number of the input that carried it out.
        number: u64,
    },
    /// The command was refused; nothing has changed.
    Refused(Refusal),
    /// A moment that the cabinet waits for has come by the input's time and counts before it; nothing has changed. After an
    /// [`Event::Wake`] of the same time the input is to be stepped again.
    Overdue,
}

/// What a step brought about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The facts, in order.
    pub facts: Vec<Fact>,
}

/// The practice since which an unproved end of the journal holds every table, and of an attendant's orders under keys that may be forgotten only
/// a hold is carried out.
const ALL_TABLES_WAIT: u16 = 1;

/// The first input of a cabinet must bring the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermsMissing;

impl Cabinet {
    /// A new cabinet, from its first input, which brings the terms.
    ///
    /// # Errors
    /// [`TermsMissing`] where the input does not bring readable terms.
    pub fn begin(input: &Input) -> Result<(Self, Step), TermsMissing> {
        let What::Event(Event::Terms { terms }) = &input.what else { return Err(TermsMissing) };
        let terms = Arc::new(Terms::from_bytes(terms).ok_or(TermsMissing)?);
        let mut cabinet = Self {
            number: input.number,
            at: input.at,
            terms,
            next_terms: None,
            ledger: Ledger::default(),
            seats: Default::default(),
            table: WheelTable::new(input.at),
            keys: Keys::default(),
            recall: Recall::default(),
            card_tables: Vec::new(),
            clock_offset: ClockOffset::default(),
            clock_offset_before: None,
            player_tables: Vec::new(),
            practice: 0,
            shifts: Shifts::default(),
            disputes: Disputes::default(),
            hand_pays: HandPays::default(),
            attendant_calls: AttendantCalls::default(),
            self_tests: SelfTests::default(),
            seat_locks: SeatLocks::default(),
            play_sessions: PlaySessions::default(),
            limits: SetLimits::default(),
            house_faults: HouseFaults::default(),
        };
        let terms = cabinet.terms.clone();
        cabinet.furnish(&terms);
        cabinet.show_limits();
        Ok((cabinet, Step { facts: alloc::vec![Fact::TermsInForce] }))
    }

    /// Takes in the input. Its number must be the next one, and its time not earlier than that of the input before; a refused
    /// command uses up no number.
    ///
    /// # Panics
    /// Where the input is not the next one, or the books do not balance after the step: then nothing may go on.
    pub fn step(&mut self, input: &Input) -> Outcome {
        assert_eq!(input.number, self.number + 1, "inputs come in order, none left out");
        assert!(input.at >= self.at, "time does not run backwards");
        if self.is_overdue(input) {
            return Outcome::Overdue;
        }
        if let What::Command(command) = &input.what
            && let Some(answered) = self.answer_without_step(command)
        {
            return answered;
        }
        let at_before = core::mem::replace(&mut self.at, input.at);
        let end_was_unproved = self.unproved_end().is_some();
        let mut facts = Vec::new();
        match &input.what {
            What::Event(event) => self.take_event(event, &mut facts),
            What::Command(command) => {
                if let Err(refusal) = self.take_command(command, &mut facts) {
                    self.at = at_before;
                    return Outcome::Refused(refusal);
                }
                self.keys.remember(command, input.number, input.at);
            }
        }
        if end_was_unproved && self.unproved_end().is_none() && self.all_tables_wait() {
            self.at_card_tables(&mut facts, |_, _| true, |table, _| table.take_decision_on(FaultCode::JournalEndUnproved));
            self.at_player_tables(&mut facts, |_, _| true, |table, _| table.take_decision_on(FaultCode::JournalEndUnproved));
        }
        self.follow_play_sessions(&mut facts);
        self.sit_out_locked(&mut facts);
        self.at_card_tables(&mut facts, |table, _| table.has_to_follow_terms(), CardTable::follow_terms);
        self.at_player_tables(&mut facts, |table, _| table.has_to_follow_terms(), HostedTable::follow_terms);
        if self.table.lifecycle.has_to_follow_hold() {
            self.follow_hold(&mut facts);
        }
        self.at_card_tables(&mut facts, |table, _| table.lifecycle().has_to_follow_hold(), CardTable::follow_hold);
        self.at_player_tables(&mut facts, |table, _| table.lifecycle().has_to_follow_hold(), HostedTable::follow_hold);
        self.player_tables.iter().for_each(|table| table.agree(&self.ledger));
        // Once more: what follows from the input may have taken the last of somebody's money.
        self.follow_play_sessions(&mut facts);
        self.hold_back_wins(&mut facts);
        self.follow_limits(matches!(input.what, What::Event(Event::Terms { .. })), &facts);
        self.number = input.number;
        assert!(self.ledger.is_balanced(), "the books balance after every step");
        Outcome::Done(Step { facts })
    }

    /// Whether a moment comes before the input: a bet that reaches the cabinet at the end of the countdown or later is late, whether
    /// or not anybody has told the cabinet of the time (`roulette-am` RAM-Q8, RAM-W32). A start ends all waiting, for nobody could
    /// play while the program was not there; terms that a start brings come before it, and end nothing.
    fn is_overdue(&self, input: &Input) -> bool {
        let may_be_late = matches!(input.what, What::Event(Event::Wake | Event::Started { .. } | Event::Terms { .. }));
        !may_be_late && self.outstanding().wake_at.is_some_and(|moment| moment <= input.at)
    }

    /// What became of this command, where it came before and its key is remembered: it was carried out, or refused for good.
    #[must_use]
    pub fn answered_before(&self, command: &Command) -> Option<Outcome> {
        match self.known(command) {
            Known::Done(number) => Some(Outcome::Repeated { number }),
            Known::Refused(refusal) => Some(Outcome::Refused(refusal)),
            Known::New | Known::Other | Known::Forgotten => None,
        }
    }

    /// Whether the person has had an answer under this key that is remembered, to any request.
    #[must_use]
    pub fn remembers_key(&self, who: &Who, key: &str) -> bool {
        self.keys.has(who, key)
    }

    /// What a command is answered whose key is known, or may have been; `None` where it is new.
    #[must_use]
    pub fn answer_without_step(&self, command: &Command) -> Option<Outcome> {
        match self.known(command) {
            Known::New => None,
            Known::Forgotten => Some(Outcome::Refused(Refusal::KeyForgotten)),
            Known::Done(number) => Some(Outcome::Repeated { number }),
            Known::Refused(refusal) => Some(Outcome::Refused(refusal)),
            Known::Other => Some(Outcome::Refused(Refusal::KeyReused)),
        }
    }

    /// What is known of the command's key, by the practice in force.
    fn known(&self, command: &Command) -> Known {
        let may_come_again = if self.all_tables_wait() { command.order.may_come_again() } else { !command.order.is_removal() };
        self.keys.look_up(command, self.number, self.opened_at(command), may_come_again)
    }

    /// When the round or the deal was opened that a command names; `None` where it names none, or not the one that there is.
    fn opened_at(&self, command: &Command) -> Option<Timestamp> {
        let (current, opened_at) = match command.order {
            Order::Table { table, .. } if table.between_players().is_some() => self.player_table(table)?.opened(),
            Order::Table { table, .. } => self.card_table(table)?.opened(),
            _ => (self.table.round, self.table.opened_at),
        };
        (command.round? == current).then_some(opened_at)
    }

    fn take_command(&mut self, command: &Command, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        let Command { who, round, order, .. } = command;
        if order.is_a_players() != matches!(who, Who::Seat(_)) {
            return Err(Refusal::NotEntitled);
        }
        if let Who::Seat(seat) = who {
            self.check_unlocked(*seat, order)?;
        }
        if let Order::Table { table, order } = order
            && table.between_players().is_some()
        {
            return self.take_player_table_order(*table, who, *round, order, facts);
        }
        if let Order::Table { table, order } = order {
            return self.take_table_order(*table, who, *round, order, facts);
        }
        if round.is_some_and(|round| round != self.table.round) {
            return Err(Refusal::OtherRound);
        }
        match (who, order) {
            (Who::Seat(seat), Order::CallAttendant(reason)) => self.call_attendant(*seat, *reason, facts),
            (Who::Seat(seat), Order::WithdrawCall) => self.withdraw_call(*seat, facts),
            (Who::Seat(seat), Order::Confirm(confirmation)) => self.confirm(*seat, *confirmation, facts),
            (Who::Seat(seat), Order::LimitPlaySession { minutes }) => self.limit_play_session(*seat, *minutes, facts),
            (Who::Seat(seat), _) => self.take_seat_order(*seat, order, facts),
            (Who::Attendant(name), _) => self.take_attendant_order(name, order, facts),
        }
    }

    /// The start found one copy of the journal lost, and nothing that proves that the other holds what was recorded last: people must look at
    /// the money before play goes on.
    fn take_unproved_end(&mut self, record: u64) {
        let detail =
            alloc::format!("of the journal's two copies one was lost; what was recorded just after record {record} may be missing");
        self.table.lifecycle.holds.raise(FaultCode::JournalEndUnproved, &detail, true, self.at);
    }

    /// Holds every table while the end of the journal is unproved, until a decision at the wheel's table, or at each. A table that came with the
    /// terms of this start is held too.
    fn hold_all_tables(&mut self, facts: &mut Vec<Fact>) {
        let Some(detail) = self.unproved_end().map(ToOwned::to_owned) else { return };
        let at = self.at;
        self.at_card_tables(facts, |_, _| true, |table, _| table.need_decision_on(FaultCode::JournalEndUnproved, &detail, at));
        self.at_player_tables(facts, |_, _| true, |table, _| table.need_decision_on(FaultCode::JournalEndUnproved, &detail, at));
    }

    /// What is said of the unproved end that nobody has decided on yet.
    fn unproved_end(&self) -> Option<&str> {
        self.table.lifecycle.holds.needs_decision_on(FaultCode::JournalEndUnproved)
    }

    /// Whether the practice in force is that of [`ALL_TABLES_WAIT`].
    const fn all_tables_wait(&self) -> bool {
        self.practice >= ALL_TABLES_WAIT
    }

    fn take_event(&mut self, event: &Event, facts: &mut Vec<Fact>) {
        match event {
            Event::Started { wall, unproved_after, practice, .. } => {
                self.practice = *practice;
                self.interrupt_self_test(facts);
                self.house_faults.take_start();
                self.take_start(facts);
                if let Some(record) = unproved_after {
                    self.take_unproved_end(*record);
                }
                if self.all_tables_wait() {
                    self.hold_all_tables(facts);
                }
                self.at_card_tables(facts, |_, _| true, CardTable::take_start);
                self.at_player_tables(facts, |_, _| true, HostedTable::take_start);
                // Releases that recorded no wall clock carried out what came under a forgotten key.
                if let Some(wall) = wall {
                    self.take_wall_clock(*wall);
                    self.keys.refuse_forgotten(self.number + 1, self.at);
                }
            }
            Event::WallClock { wall } => self.take_wall_clock(*wall),
            Event::Terms { terms } => self.take_terms(terms, facts),
            Event::Wake => {
                self.give_up_late_test(facts);
                // Whose time is up is not dealt in by the same moment.
                self.follow_play_sessions(facts);
                self.sit_out_locked(facts);
                self.take_wake(facts);
                self.at_card_tables(facts, |table, at| table.lifecycle().is_due(at), CardTable::take_wake);
                self.at_player_tables(facts, HostedTable::is_due, HostedTable::take_wake);
            }
            // They are about the books that are kept, and about who is let in.
            Event::JournalDecided(_) | Event::Access(_) => {}
            Event::OrderRefused { command, refusal, stays } => {
                self.keys.remember_refused(command, (*refusal, *stays), self.number + 1, self.at);
            }
            Event::Wheel(event) => self.take_wheel(event, facts),
            // A source or a draw that belongs to no table concerns nobody.
            Event::Cards { table, event } if table.between_players().is_some() => {
                self.at_player_table(*table, facts, |table, context| table.take_source(event, context)).unwrap_or(());
                self.take_source_tested(*table, event, facts);
            }
            Event::Cards { table, event } => {
                self.at_card_table(*table, facts, |table, context| table.take_source(event, context)).unwrap_or(());
                self.take_source_tested(*table, event, facts);
            }
            Event::Presence { seat, is_here } => self.at_player_tables(
                facts,
                |table, _| table.is_news_of_presence(*seat, *is_here),
                |table, context| table.take_presence(*seat, *is_here, context),
            ),
            Event::SelfTested { number, findings, seen } => self.take_house_tested(*number, findings, seen.as_deref(), facts),
            Event::HouseFault { code, detail } => self.raise_house_fault(*code, detail),
            Event::HouseFaultCleared(code) => self.clear_house_fault(*code),
            Event::Drawn { table, number, drawn } => {
                self.at_card_table(*table, facts, |table, context| table.take_drawn(*number, drawn, context));
            }
        }
    }

    /// New terms wait until no bet lies on the layout. Terms that cannot be read change nothing: the old ones stay in force.
    fn take_terms(&mut self, terms: &[u8], facts: &mut Vec<Fact>) {
        let Some(terms) = Terms::from_bytes(terms).map(Arc::new) else { return };
        self.lapse_limits(&terms, facts);
        self.furnish(&terms);
        if self.takes_terms_at_once() {
            self.next_terms = None;
            self.put_in_force(terms, facts);
        } else {
            self.next_terms = Some(terms);
        }
    }

    /// Whether new terms come into force now: no round is under way at the wheel.
    pub(super) fn takes_terms_at_once(&self) -> bool {
        let between_rounds = matches!(self.table.stage, Stage::Paid(_));
        let nobody_plays = self.table.stage == Stage::Betting && !self.has_bets();
        between_rounds || nobody_plays
    }

    pub(super) fn put_in_force(&mut self, terms: Arc<Terms>, facts: &mut Vec<Fact>) {
        self.terms = terms;
        self.begin_limits_at_wheel();
        facts.push(Fact::TermsInForce);
        self.wake_wheel_for_terms();
    }
}
