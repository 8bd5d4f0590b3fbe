//! What a table between players would have taken instead of an amount that it refused.

use crate::model::{Command, Money, Order, PlayerTableOrder, Refusal, Seat, TableNumber, TableOrder, Views, Who};

/// An order that names an amount at a table between players.
pub(super) struct AmountOrder {
    seat: Seat,
    table: TableNumber,
    kind: Kind,
}

/// What the amount is for.
enum Kind {
    /// It is wagered in a deal.
    Wager,
    /// The seat sits down with it, or adds it to its stack.
    Chips,
}

impl AmountOrder {
    /// Of a command, where it is one.
    pub(super) const fn of(command: &Command) -> Option<Self> {
        let (Who::Seat(seat), Order::Table { table, order: TableOrder::BetweenPlayers(order) }) = (&command.who, &command.order) else {
            return None;
        };
        let kind = match order {
            PlayerTableOrder::Act { .. } => Kind::Wager,
            PlayerTableOrder::Join { .. } | PlayerTableOrder::TopUp { .. } => Kind::Chips,
            _ => return None,
        };
        Some(Self { seat: *seat, table: *table, kind })
    }

    /// The least and the most that is taken now, where the amount was why nothing was taken: it is never put right instead (SPB-74).
    pub(super) fn bounds(&self, refusal: Refusal, views: &Views) -> Option<(Money, Money)> {
        if !matches!(refusal, Refusal::BelowLeast | Refusal::AboveMost | Refusal::AmountOffStep) {
            return None;
        }
        match self.kind {
            Kind::Wager => self.of_wager(views),
            Kind::Chips => self.of_chips(views),
        }
    }

    fn of_wager(&self, views: &Views) -> Option<(Money, Money)> {
        let tables = &views.seats[self.seat.index()].player_tables;
        let wager = tables.iter().find(|own| own.table == self.table)?.offers?.wager?;
        Some((wager.least, wager.most))
    }

    /// A stack is between the least and the most of the table with what is added.
    fn of_chips(&self, views: &Views) -> Option<(Money, Money)> {
        let table = views.cabinet.player_tables.iter().find(|table| table.table == self.table)?;
        let stack = table.places.iter().find(|place| place.seat == self.seat).map_or(Money::ZERO, |place| place.stack);
        let amounts = &table.amounts;
        let (least, most) = ((amounts.buy_in_least - stack).max(amounts.unit), amounts.buy_in_most - stack);
        (least <= most).then_some((least, most))
    }
}
