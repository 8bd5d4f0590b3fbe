//! What an attendant may order at a table between players.

use super::{HostedTable, TableContext};
use crate::games::player_table::{Command, TableRefusal, VoidReason as TableVoid, Wants};
use crate::games::streets::CardTo;
use crate::model::{CardPlace, DealVoid, Eyes, PlayerTableOrder, Refusal, Seat, TableOrder, VoidReason};

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
            // An order never changes its face: what was shown is told before the seat's open card is ordered, or once it lies.
            TableOrder::BetweenPlayers(PlayerTableOrder::Exposed { seat, .. })
                if self.table().wants() == Wants::Card(CardTo::Up(*seat)) =>
            {
                Err(Refusal::WrongPhase)
            }
            TableOrder::BetweenPlayers(PlayerTableOrder::Exposed { seat, card }) => {
                self.see_mistake(&Command::Exposed { seat: *seat, card: *card }, context)
            }
            TableOrder::BetweenPlayers(PlayerTableOrder::Boxed { card }) => self.see_mistake(&Command::Boxed(*card), context),
            TableOrder::BetweenPlayers(PlayerTableOrder::TakeFlopBack) => self.see_mistake(&Command::TakeFlopBack, context),
            TableOrder::BetweenPlayers(PlayerTableOrder::StubShuffled) => self.see_mistake(&Command::StubShuffled, context),
            TableOrder::WrongCount { at, cards } => self.see_wrong_count(*at, *cards, context),
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

    /// The dealer has made a mistake: the rules of the house say what becomes of the deal.
    fn see_mistake(&mut self, mistake: &Command, context: &mut TableContext<'_>) -> Result<(), Refusal> {
        if !self.terms.is_dealt_by_hand {
            return Err(Refusal::NotEntitled);
        }
        self.take_command(mistake, None, context).map_err(|refusal| match refusal {
            TableRefusal::NoSuchCard => Refusal::BoxUnknown,
            _ => Refusal::WrongPhase,
        })?;
        self.advance(context);
        Ok(())
    }

    /// A hand has another number of cards than the record.
    fn see_wrong_count(&mut self, at: CardPlace, cards: u8, context: &mut TableContext<'_>) -> Result<(), Refusal> {
        let seat = if let CardPlace::Hand { place, hand: 0 } = at { Seat::new(place.0) } else { None };
        let seat = seat.ok_or(Refusal::BoxUnknown)?;
        let places = self.table().places(Eyes::Public);
        let recorded = places[seat.index()].as_ref().map_or(0, |place| place.down.len() + place.up.len());
        if recorded == usize::from(cards) {
            return Err(Refusal::WrongPhase);
        }
        self.see_mistake(&Command::WrongCount(seat), context)
    }

    /// Every contribution of the deal under way comes back; where none is, nothing does. The next deal has fresh cards.
    pub(super) fn void(&mut self, why: TableVoid, reason: DealVoid, context: &mut TableContext<'_>) {
        if self.is_dealing() {
            self.take_command(&Command::Void(why), Some(reason), context).expect("a deal under way can be void");
        }
    }
}
