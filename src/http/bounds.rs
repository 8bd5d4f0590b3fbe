//! What a table between players would have taken instead of an amount that it refused.

use crate::model::{Command, Money, Order, PlayerTableOrder, Refusal, Seat, TableNumber, TableOrder, Views, Who};

/// An order that names an amount at a table between players.
pub(super) struct AmountOrder {
    seat: Seat,
    table: TableNumber,
    /// Whether the amount is wagered in a deal; else the seat sits down with it.
    is_wager: bool,
}

impl AmountOrder {
    /// Of a command, where it is one.
    pub(super) const fn of(command: &Command) -> Option<Self> {
        let (Who::Seat(seat), Order::Table { table, order: TableOrder::BetweenPlayers(order) }) = (&command.who, &command.order) else {
            return None;
        };
        let is_wager = match order {
            PlayerTableOrder::Act { .. } => true,
            PlayerTableOrder::Join { .. } => false,
            _ => return None,
        };
        Some(Self { seat: *seat, table: *table, is_wager })
    }

    /// The least and the most that is taken now, where the amount was why nothing was taken: it is never put right instead (SPB-74).
    pub(super) fn bounds(&self, refusal: Refusal, views: &Views) -> Option<(Money, Money)> {
        if !matches!(refusal, Refusal::BelowLeast | Refusal::AboveMost | Refusal::AmountOffStep) {
            return None;
        }
        if self.is_wager {
            let tables = &views.seats[self.seat.index()].player_tables;
            let wager = tables.iter().find(|own| own.table == self.table)?.offers?.wager?;
            return Some((wager.least, wager.most));
        }
        let amounts = &views.cabinet.player_tables.iter().find(|table| table.table == self.table)?.amounts;
        Some((amounts.buy_in_least, amounts.buy_in_most))
    }
}
