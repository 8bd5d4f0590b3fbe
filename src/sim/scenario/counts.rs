//! How often what happened in a scenario: a scenario in which nothing happens proves nothing.

use super::awkward;
use super::run::Scenario;
use crate::model::{
    CardPlace, CardSourceEvent, Command, Event, Fact, HandPayment, Order, PastGame, Refusal, TableFact, TableNumber, TableOrder, Timestamp,
    Verdict, What, Who,
};
use crate::profiles::game_of;

impl Scenario {
    pub(super) fn count_fact(&mut self, at: Timestamp, fact: &Fact) {
        match fact {
            Fact::Placed { .. } => self.count("bets"),
            Fact::TakenBack { .. } => self.count("taken back"),
            Fact::NoSpin { .. } => self.count("no spins"),
            Fact::Outcome { .. } => self.count("spins"),
            Fact::Voided { .. } => self.count("voids"),
            Fact::Settled(_) => self.count("settlements"),
            Fact::Held { .. } => self.count("holds"),
            Fact::ShiftOpened { .. } => self.count("shifts opened"),
            Fact::ShiftClosed(report) => {
                self.count("shifts closed");
                if !report.cash_difference().is_zero() {
                    self.count("shifts with a difference");
                }
            }
            Fact::AttendantCalled { reason, .. } => self.count(&format!("called for {}", reason.name())),
            Fact::SelfTestBegun { part, .. } => self.count(&format!("self-tests of {}", part.name())),
            Fact::SelfTestEnded { end, .. } => self.count(&format!("self-tests {}", end.name())),
            Fact::CallEnded { .. } => self.count("calls ended"),
            Fact::SeatLocked { .. } => self.count("seats locked"),
            Fact::SeatUnlocked { .. } => self.count("seats unlocked"),
            Fact::PlaySessionBegan { .. } => self.count("sessions begun"),
            Fact::PlaySessionEnded { .. } => self.count("sessions ended"),
            Fact::AgeConfirmed { .. } => self.count("ages confirmed"),
            Fact::RealityCheckDue { .. } => self.count("reality checks due"),
            Fact::RealityCheckConfirmed { .. } => self.count("reality checks confirmed"),
            Fact::PlaySessionLimited { .. } => self.count("sessions limited by players"),
            Fact::PlaySessionLimitReached { .. } => self.count("sessions out of time"),
            Fact::LimitsSet { changes, .. } if changes.is_empty() => self.count("limits set as they were"),
            Fact::LimitsSet { table: None, .. } => self.count("limits set at the wheel"),
            Fact::LimitsSet { table: Some(_), .. } => self.count("limits set at a table"),
            Fact::TermsInForce => self.count("limits in force at the wheel"),
            Fact::HandPayDue { .. } => self.count("hand pays due"),
            Fact::HandPaid { how: HandPayment::Cash, .. } => self.count("paid by hand in cash"),
            Fact::HandPaid { how: HandPayment::Credit, .. } => self.count("paid by hand to the credit"),
            Fact::DisputeOpened { game: PastGame::Round(_), .. } => self.count("rounds disputed"),
            Fact::DisputeOpened { game: PastGame::Deal { .. }, .. } => self.count("deals disputed"),
            Fact::DisputeDecided { verdict: Verdict::Upheld { .. }, .. } => self.count("disputes upheld"),
            Fact::DisputeDecided { verdict: Verdict::Rejected, .. } => self.count("disputes rejected"),
            Fact::Table { table, fact } => self.count_at_table(at, *table, fact),
            _ => {}
        }
    }

    /// What was ordered and refused, where it is more than a refusal: a raise that the credit does not bear.
    pub(super) fn count_refusal(&mut self, what: &What, refusal: Refusal) {
        self.count(&format!("refused {}", refusal.name()));
        if let What::Command(Command { order: Order::Table { table, order: TableOrder::Choose { .. } }, .. }) = what
            && refusal == Refusal::CreditTooSmall
        {
            let game = self.game_at(*table);
            self.count(&format!("{game} raise not covered"));
        }
    }

    /// What happened at a card table before anything followed from it: a mistake of the dealer, a source that is gone.
    pub(super) fn count_input(&mut self, what: &What) {
        let (table, what) = match what {
            What::Command(Command { order: Order::OpenDispute { read: Some(_), .. }, .. }) => return self.count("old games disputed"),
            What::Command(Command { order: Order::Table { table, order }, .. }) => match order {
                TableOrder::ExposedCard => (*table, "exposed card"),
                TableOrder::CardTooMany(_) => (*table, "card too many"),
                TableOrder::MissedBox(_) => (*table, "missed box"),
                TableOrder::WrongCount { at: CardPlace::Dealer, .. } => (*table, "dealer with a wrong number of cards"),
                TableOrder::WrongCount { .. } => (*table, "box with a wrong number of cards"),
                _ => return,
            },
            What::Event(Event::Drawn { table, .. }) => (*table, "drawn"),
            What::Event(Event::Cards { table, event }) => match event {
                CardSourceEvent::Closed => (*table, "source gone"),
                CardSourceEvent::Unasked { .. } => (*table, "unasked card"),
                _ => return,
            },
            _ => return,
        };
        let game = self.game_at(table);
        self.count(&format!("{game} {what}"));
    }

    /// A deal was settled by an attendant or by a start, because its result stood when it could not go on.
    pub(super) fn count_cut_short(&mut self, what: &What, facts: &[Fact]) {
        let is_cut = matches!(what, What::Event(Event::Started { .. }) | What::Command(Command { who: Who::Attendant(_), .. }));
        for fact in facts {
            if let Fact::Table { table, fact: TableFact::Settled { .. } } = fact
                && is_cut
            {
                let game = self.game_at(*table);
                self.count(&format!("{game} result stood"));
            }
        }
    }

    /// The game of a table; of one between players its variant.
    fn game_at(&self, table: TableNumber) -> String {
        let terms = &self.options.terms;
        let between = || terms.tables_between_players().find(|(other, _)| *other == table).map(|(_, terms)| game_of(&terms.rules_name));
        terms.table(table).map(|terms| terms.game.name()).or_else(between).unwrap_or_default().to_owned()
    }

    fn count_at_table(&mut self, at: Timestamp, table: TableNumber, fact: &TableFact) {
        let game = self.game_at(table);
        awkward::in_fact(fact).iter().for_each(|what| self.count(&format!("{game} {what}")));
        match fact {
            TableFact::Settled { .. } => self.count(&format!("{game} settled")),
            TableFact::Voided { reason, .. } => {
                self.count(&format!("{game} void"));
                self.count(&format!("deals void: {}", reason.name()));
            }
            TableFact::Staked(_) => self.count(&format!("{game} staked")),
            TableFact::Chosen { seat, choice, by_default, .. } => {
                if *by_default && self.card_players.is_gone(*seat, at) {
                    self.count(&format!("{game} decided for a seat that is gone"));
                }
                let whose = if *by_default { "not decided" } else { "decided" };
                self.count(&format!("{game} {whose} {:?}", choice.kind()));
            }
            TableFact::Waited(_) => self.count(&format!("{game} waited")),
            TableFact::Paid { .. } => self.count(&format!("{game} paid at once")),
            TableFact::PaidBack { due, amount, .. } => {
                let how = if amount < due { "in part" } else { "whole" };
                self.count(&format!("{game} paid back {how}"));
            }
            TableFact::Held { .. } => self.count("card table holds"),
            TableFact::Opened { .. } | TableFact::TakenBack(_) | TableFact::Closed { .. } | TableFact::Shuffled => {}
            TableFact::CroupierChanged => self.count(&format!("{game} croupier changed")),
            TableFact::BetweenPlayers(fact) => awkward::between_players(fact).iter().for_each(|what| self.count(&format!("{game} {what}"))),
            TableFact::TermsInForce => self.count("limits in force at a table"),
            TableFact::Resumed => {}
        }
    }

    pub(super) fn count(&mut self, what: &str) {
        *self.counts.entry(what.into()).or_default() += 1;
    }

    pub(super) fn count_of(&self, what: &str) -> u64 {
        self.counts.get(what).copied().unwrap_or(0)
    }
}
