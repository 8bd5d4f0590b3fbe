//! What a player may order at a table between players.

use super::{HostedTable, TableContext};
use crate::games::betting::{Action, BettingRefusal, Wager};
use crate::games::player_table::{Command, SeatOrder, TableRefusal};
use crate::model::{Money, PlayerTableOrder, Refusal, SEATS, Seat, TableOrder};

impl HostedTable {
    /// `rooms` is by how much more each seat's credit may come to grow: a player who sits here could win all that lies here.
    pub(in crate::cabinet) fn take_seat_order(
        &mut self,
        seat: Seat,
        order: &TableOrder,
        rooms: &[Money; SEATS],
        context: &mut TableContext<'_>,
    ) -> Result<(), Refusal> {
        let TableOrder::BetweenPlayers(order) = order else { return Err(Refusal::NotEntitled) };
        if self.lifecycle.holds.is_held() {
            return Err(Refusal::TableHeld);
        }
        let (order, comes) = match order {
            PlayerTableOrder::Join { put } => (SeatOrder::Join { put: *put }, Some(*put)),
            PlayerTableOrder::TopUp { amount } => (SeatOrder::TopUp(*amount), Some(*amount)),
            PlayerTableOrder::SitOut { is_out } => (SeatOrder::SitOut(*is_out), None),
            PlayerTableOrder::Leave => (SeatOrder::Leave, None),
            PlayerTableOrder::Act { turn, action } => (SeatOrder::Act { turn: *turn, action: *action }, None),
            PlayerTableOrder::Muck { is_automatic } => (SeatOrder::Muck(*is_automatic), None),
            PlayerTableOrder::Show => return self.show(seat, context),
            PlayerTableOrder::Open { .. } if self.is_retired => return Err(Refusal::TableUnknown),
            PlayerTableOrder::Open { conditions } => return self.open(seat, *conditions, context),
            PlayerTableOrder::Remove { .. }
            | PlayerTableOrder::Close
            | PlayerTableOrder::Exposed { .. }
            | PlayerTableOrder::Boxed { .. }
            | PlayerTableOrder::TakeFlopBack
            | PlayerTableOrder::StubShuffled => return Err(Refusal::NotEntitled),
        };
        if self.is_retired && comes.is_some() {
            return Err(Refusal::TableUnknown);
        }
        if self.is_closed() {
            return Err(Refusal::TableClosed);
        }
        let command = Command::Seat { seat, order, credit: context.ledger.credit(seat) };
        if let Some(amount) = comes {
            // What the table itself refuses comes first.
            self.recorded.clone().take(&command).map_err(|refusal| named(refusal, order))?;
            self.fits_conditions(seat, order)?;
            self.has_room_for(seat, amount, rooms)?;
        }
        self.take_command(&command, None, context).map_err(|refusal| named(refusal, order))?;
        self.advance(context);
        Ok(())
    }

    /// Whether everybody who sits here, and this seat with so much more, could take all that lies here then to his credit.
    fn has_room_for(&self, seat: Seat, amount: Money, rooms: &[Money; SEATS]) -> Result<(), Refusal> {
        let grows = |other: Seat| match (other == seat, self.table().stack(other).is_some()) {
            // It brings the amount out of its own credit; a player who sits down could also win what lies there.
            (true, true) => Money::ZERO,
            (true, false) => self.table().total(),
            (false, true) => amount,
            (false, false) => Money::ZERO,
        };
        let fits = Seat::all().all(|other| grows(other).is_zero() || grows(other) <= rooms[other.index()]);
        if fits { Ok(()) } else { Err(Refusal::AboveCreditMost) }
    }
}

/// The name under which a refusal of the table is told.
fn named(refusal: TableRefusal, order: SeatOrder) -> Refusal {
    match refusal {
        TableRefusal::AmountNotPositive => Refusal::AmountNotPositive,
        TableRefusal::AmountOffStep => Refusal::AmountOffStep,
        TableRefusal::BelowLeast => Refusal::BelowLeast,
        TableRefusal::AboveMost => Refusal::AboveMost,
        TableRefusal::CreditTooLow => Refusal::CreditTooSmall,
        TableRefusal::OtherTurn | TableRefusal::NoDeal | TableRefusal::Betting(BettingRefusal::NotYourTurn) => Refusal::NotYourTurn,
        TableRefusal::Betting(BettingRefusal::AmountNotOffered(wager)) => of_amount(wager, order),
        TableRefusal::Betting(_) => Refusal::ChoiceNotOffered,
        _ => Refusal::WrongPhase,
    }
}

fn of_amount(wager: Wager, order: SeatOrder) -> Refusal {
    match order {
        SeatOrder::Act { action: Action::Bet(amount) | Action::RaiseTo(amount), .. } if amount < wager.least => Refusal::BelowLeast,
        SeatOrder::Act { action: Action::Bet(amount) | Action::RaiseTo(amount), .. } if amount > wager.most => Refusal::AboveMost,
        _ => Refusal::AmountOffStep,
    }
}
