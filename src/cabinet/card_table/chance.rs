//! Draws of chance that is no card: ordered like a card, and held against what could come.

use super::shoe::{Order, Ordered};
use super::{CardTable, Stage, TableContext};
use crate::games::contract::Deal as _;
use crate::model::{ChanceOrder, DealVoid, Drawn, FaultCode, OrderNumber, Urn, Want};

impl CardTable {
    /// The draw that the table waits for. While an attendant holds the table none is made.
    pub(in crate::cabinet) fn chance_order(&self) -> Option<ChanceOrder> {
        let is_draw = |order: &Order| order.what == Ordered::Chance && !self.lifecycle.holds.is_held_by_attendant();
        let order = self.order.filter(is_draw)?;
        Some(ChanceOrder { table: self.number, number: order.number, urn: self.wanted_urn()? })
    }

    fn wanted_urn(&self) -> Option<Urn> {
        let Stage::Dealing(deal) = &self.stage else { return None };
        if let Want::Chance(urn) = deal.wants() { Some(urn) } else { None }
    }

    /// Whether this is the draw that the table waits for.
    pub(in crate::cabinet) fn waits_for_draw(&self, number: OrderNumber) -> bool {
        self.order == Some(Order { number, what: Ordered::Chance })
    }

    /// What was drawn for an order of the table. Where another order stands, or none, it concerns nothing any more.
    pub(in crate::cabinet) fn take_drawn(&mut self, number: OrderNumber, drawn: &Drawn, context: &mut TableContext<'_>) {
        if !self.waits_for_draw(number) {
            return;
        }
        self.order = None;
        match self.wanted_urn() {
            Some(urn) if urn.holds(drawn) => self.current().take_drawn(drawn),
            _ => self.take_defective_draw(context),
        }
        self.advance(context);
    }

    /// Something was brought that cannot have been drawn: by it nobody wins or loses, and somebody looks before the table goes on.
    fn take_defective_draw(&mut self, context: &mut TableContext<'_>) {
        self.void(DealVoid::DefectiveDraw, context);
        self.lifecycle.holds.raise(FaultCode::ChanceDefect, "a draw came that cannot have been drawn", true, context.at);
    }

    /// No deal waits for a draw any more; one that still comes concerns nothing.
    pub(super) fn want_no_draw(&mut self) {
        self.order.take_if(|order| order.what == Ordered::Chance);
    }
}
