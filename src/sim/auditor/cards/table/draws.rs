//! Draws of chance that is no card at a table: ordered, drawn, and what lies there because of them.

use std::collections::BTreeSet;

use super::super::line::require;
use super::{CardTable, Phase};
use crate::model::{ChanceOrder, Piece, TableFact};

impl CardTable {
    /// Which draw of chance the table waits for now.
    pub(in crate::sim::auditor) fn told_draw(&mut self, order: Option<&ChanceOrder>) -> Result<(), String> {
        if order.is_some() && matches!(self.phase, Phase::Closed) {
            self.dealing()?;
        }
        let wanted = match &self.phase {
            Phase::Dealing(deal) => deal.next_draw(),
            _ => None,
        };
        let Some(order) = order else {
            return require(wanted.is_none() || self.is_held, format_args!("a draw of {wanted:?} is to come, and none is ordered"));
        };
        let urn = order.urn.places();
        require(wanted.as_deref() == Some(urn), format_args!("a draw of {urn:?} is ordered, and {wanted:?} is to come"))?;
        self.shoe.told_draw(order.number)
    }

    /// Something was drawn for an order. Where none stands under its number it concerns nothing.
    pub(super) fn enter_drawn(&mut self, number: u64, drawn: &[u16], is_voided: bool, facts: &[&TableFact]) -> Result<(), String> {
        let wanted = match &self.phase {
            Phase::Dealing(deal) => deal.next_draw(),
            _ => None,
        };
        let Some(urn) = wanted.filter(|_| self.shoe.ends_draw(number)) else {
            return require(facts.is_empty(), format_args!("{facts:?} came of a draw that nobody waited for"));
        };
        let is_right = drawn.len() == urn.len() && drawn.iter().zip(&urn).all(|(drawn, values)| drawn < values);
        self.reasons.is_wrong_draw = !is_right;
        require(is_right || is_voided, format_args!("{drawn:?} was drawn from {urn:?}, and stayed in play"))?;
        if is_right {
            self.waits_since = self.now;
            self.dealing()?.take_drawn(drawn)?;
        }
        Ok(())
    }

    /// What the rows of the pay table are compared with where no settlement names them.
    pub(in crate::sim::auditor) fn totals(&self) -> Option<BTreeSet<i64>> {
        self.rules.clerk.totals()
    }

    /// What lies there besides cards, as everybody sees it.
    pub(in crate::sim::auditor) fn check_pieces(&self, shown: &[Piece]) -> Result<(), String> {
        match self.seen_deal().and_then(|deal| deal.pieces()) {
            Some(own) => require(own == shown, format_args!("everybody sees {shown:?}, and there is {own:?}")),
            None => Ok(()),
        }
    }
}
