//! What an attendant may order at a table between players.

use super::{HostedTable, TableContext};
use crate::games::player_table::{Command, VoidReason as TableVoid};
use crate::model::{DealVoid, PlayerTableOrder, Refusal, TableOrder, VoidReason};

impl HostedTable {
    pub(in crate::cabinet) fn take_attendant_order(
        &mut self,
        name: &str,
        order: &TableOrder,
        context: &mut TableContext<'_>,
    ) -> Result<(), Refusal> {
        match order {
            TableOrder::Hold { reason } => self.lifecycle.holds.hold(reason, context.at),
            TableOrder::Resume => self.lifecycle.holds.resume(),
            TableOrder::Void { reason, .. } => self.void_by_attendant(name, reason, context),
            TableOrder::BetweenPlayers(PlayerTableOrder::Remove { seat }) => {
                self.take_command(&Command::Remove(*seat), None, context).map_err(|_| Refusal::WrongPhase)?;
                self.advance(context);
                Ok(())
            }
            TableOrder::BetweenPlayers(PlayerTableOrder::Close) => self.close_by_attendant(context),
            _ => Err(Refusal::NotEntitled),
        }
    }

    /// The manager declares the deal void (`house-rules-by` HRB-25, HRB-31); one that is settled stands.
    fn void_by_attendant(&mut self, name: &str, reason: &str, context: &mut TableContext<'_>) -> Result<(), Refusal> {
        if !self.is_dealing() {
            return Err(Refusal::WrongPhase);
        }
        self.void(TableVoid::Attendant, DealVoid::Round(VoidReason::Attendant { name: name.into(), reason: reason.into() }), context);
        self.advance(context);
        Ok(())
    }

    /// Every contribution of the deal under way comes back; where none is, nothing does. The next deal has fresh cards.
    pub(super) fn void(&mut self, why: TableVoid, reason: DealVoid, context: &mut TableContext<'_>) {
        if self.is_dealing() {
            self.take_command(&Command::Void(why), Some(reason), context).expect("a deal under way can be void");
        }
    }
}
