//! How often what happened in a night: a night in which nothing happens proves nothing.

use super::run::Night;
use crate::model::{Fact, TableFact, TableNumber};

impl Night {
    pub(super) fn count_fact(&mut self, fact: &Fact) {
        match fact {
            Fact::Placed { .. } => self.count("bets"),
            Fact::TakenBack { .. } => self.count("taken back"),
            Fact::NoSpin { .. } => self.count("no spins"),
            Fact::Outcome { .. } => self.count("spins"),
            Fact::Voided { .. } => self.count("voids"),
            Fact::Settled(_) => self.count("settlements"),
            Fact::Held { .. } => self.count("holds"),
            Fact::Table { table, fact } => self.count_at_table(*table, fact),
            _ => {}
        }
    }

    fn count_at_table(&mut self, table: TableNumber, fact: &TableFact) {
        let terms = self.options.terms.card_tables.get(usize::from(table.0) - 1);
        let game = terms.map_or("", |terms| terms.game.name());
        match fact {
            TableFact::Settled { .. } => self.count(&format!("{game} settled")),
            TableFact::Voided { reason, .. } => {
                self.count(&format!("{game} void"));
                self.count(&format!("deals void: {}", reason.name()));
            }
            TableFact::Staked(_) => self.count(&format!("{game} staked")),
            TableFact::Chosen { choice, by_default, .. } => {
                let whose = if *by_default { "not decided" } else { "decided" };
                self.count(&format!("{game} {whose} {:?}", choice.kind()));
            }
            TableFact::Held { .. } => self.count("card table holds"),
            TableFact::Opened { .. } | TableFact::TakenBack(_) | TableFact::Closed { .. } | TableFact::Shuffled => {}
            TableFact::Resumed | TableFact::TermsInForce => {}
        }
    }

    pub(super) fn count(&mut self, what: &str) {
        *self.counts.entry(what.into()).or_default() += 1;
    }

    pub(super) fn count_of(&self, what: &str) -> u64 {
        self.counts.get(what).copied().unwrap_or(0)
    }
}
