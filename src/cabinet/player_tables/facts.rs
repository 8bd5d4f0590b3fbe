//! What happened at the table, written down and booked: every movement of money stands in one of its events, and goes into the books here.

use alloc::vec::Vec;

use super::{HostedTable, TableContext};
use crate::games::betting::{Action, Part, PotPaid, Settlement, Share};
use crate::games::player_table::{Command, Event, SeatOrder, TableRefusal, VoidReason as Cause};
use crate::model::{DealEnd, DealVoid, Money, PlayerTableFact, PotPayment, PotShare, PotsSettlement, SEATS, Seat, TableFact};

impl HostedTable {
    /// Does what the command asks, and books and tells what happened. `void` says why the deal is void, where the command makes it so.
    pub(super) fn take_command(
        &mut self,
        command: &Command,
        void: Option<DealVoid>,
        context: &mut TableContext<'_>,
    ) -> Result<(), TableRefusal> {
        let events = self.recorded.take(command)?;
        let is_own = matches!(command, Command::Seat { order: SeatOrder::Act { .. }, .. });
        for (nth, event) in events.into_iter().enumerate() {
            self.book(&event, context);
            // After a seat's own action, each further action is made for a player who is leaving.
            if let Some(fact) = self.fact(event, !(is_own && nth == 0), void.as_ref(), context) {
                context.say(TableFact::BetweenPlayers(fact));
            }
        }
        self.agree(context.ledger);
        Ok(())
    }

    fn book(&self, event: &Event, context: &mut TableContext<'_>) {
        let (ledger, table) = (&mut *context.ledger, self.number);
        match event {
            Event::Joined { seat, put: amount } | Event::ToppedUp { seat, amount } => ledger.buy_in(table, *seat, *amount),
            Event::Left { seat, back } => ledger.take_stack(table, *seat, *back),
            Event::HourPaid { seat, fee } => ledger.pay_hour(table, *seat, *fee),
            Event::Posted { seat, amount } | Event::Acted { seat, paid: amount, .. } => ledger.contribute(table, *seat, *amount),
            Event::Settled { settlement, .. } => ledger.divide(table, &settlement.returns, settlement.fee, false),
            Event::Voided { back, .. } => {
                let mut returns = [Money::ZERO; SEATS];
                back.iter().for_each(|(seat, amount)| returns[seat.index()] = *amount);
                ledger.divide(table, &returns, Money::ZERO, true);
            }
            Event::SatOut { .. }
            | Event::IsLeaving { .. }
            | Event::ButtonDrawn { .. }
            | Event::Began { .. }
            | Event::Dealt { .. }
            | Event::Exposed { .. }
            | Event::Extra { .. }
            | Event::Boxed { .. }
            | Event::FlopTakenBack
            | Event::StubShuffled
            | Event::Spoilt { .. }
            | Event::Killed { .. }
            | Event::PlaysAgain { .. }
            | Event::Showed { .. }
            | Event::MucksSet { .. } => {}
        }
    }

    /// What is told of it; nothing of a card. A deal that has begun or ended changes what the table waits for.
    fn fact(&mut self, event: Event, by_default: bool, void: Option<&DealVoid>, context: &TableContext<'_>) -> Option<PlayerTableFact> {
        let (deal, played) = (self.table().deal_number(), self.terms.played_as());
        Some(match event {
            Event::Joined { seat, put } => {
                self.time_banks.fill(seat, self.terms.time_bank);
                self.missed[seat.index()] = 0;
                self.absence.forget(seat);
                self.wait_for_close_where_empty(context.at);
                PlayerTableFact::Joined { seat, put }
            }
            Event::ToppedUp { seat, amount } => PlayerTableFact::ToppedUp { seat, amount },
            Event::SatOut { seat, is_out } => {
                self.missed[seat.index()] = 0;
                self.absence.forget_missed(seat);
                PlayerTableFact::SatOut { seat, is_out }
            }
            Event::IsLeaving { seat } => PlayerTableFact::IsLeaving { seat },
            Event::Left { seat, back } => {
                self.absence.forget(seat);
                self.wait_for_close_where_empty(context.at);
                self.close_hands_of(seat);
                self.close_showing_where_done();
                PlayerTableFact::Left { seat, back }
            }
            Event::ButtonDrawn { button } => PlayerTableFact::ButtonDrawn { button },
            Event::HourPaid { seat, fee } => {
                self.hours.begin(seat, context.at);
                PlayerTableFact::HourPaid { seat, fee }
            }
            Event::Began { deal, markers, players } => {
                self.opened_at = context.at;
                self.ended = None;
                self.close_showing();
                self.acted.clear();
                players.iter().for_each(|(seat, _)| self.time_banks.gain(*seat, self.terms.time_bank));
                PlayerTableFact::Began { deal, button: markers.button, blinds: markers.blinds, players }
            }
            Event::Posted { seat, amount } => PlayerTableFact::Posted { seat, amount },
            Event::Dealt { .. } => {
                self.acted.retain(|(_, action)| *action == Action::Fold);
                return None;
            }
            Event::Killed { seat } => PlayerTableFact::Killed { seat },
            Event::Exposed { seat, place, stays } => {
                self.stop_clock(context.at);
                PlayerTableFact::Exposed { seat, place, stays }
            }
            Event::Extra { .. } => PlayerTableFact::ExtraCard,
            Event::Boxed { .. } => {
                self.stop_clock(context.at);
                self.withdraw_card();
                PlayerTableFact::Boxed
            }
            Event::FlopTakenBack => {
                self.stop_clock(context.at);
                self.withdraw_card();
                PlayerTableFact::FlopTakenBack
            }
            Event::StubShuffled => PlayerTableFact::StubShuffled,
            Event::Spoilt { seat } => {
                self.stop_clock(context.at);
                PlayerTableFact::WrongCount { seat }
            }
            Event::Acted { seat, action, paid } => {
                self.stop_clock(context.at);
                if !by_default {
                    self.missed[seat.index()] = 0;
                }
                self.acted.retain(|(other, _)| *other != seat);
                self.acted.push((seat, action));
                PlayerTableFact::Acted { seat, action, paid, by_default }
            }
            Event::PlaysAgain { seats, .. } => {
                self.drop_pack();
                PlayerTableFact::PlaysAgain { seats }
            }
            Event::Settled { settlement, shown } => {
                self.end_deal(context.at);
                self.open_showing(context.at);
                self.note_missed_deal();
                let settlement = told(settlement);
                self.finish(DealEnd::Paid(settlement.clone()), context);
                PlayerTableFact::Settled { deal, settlement, shown, played }
            }
            Event::Showed { seat } => {
                self.open_hand_of(seat);
                self.close_showing_where_done();
                PlayerTableFact::Showed { seat }
            }
            Event::MucksSet { seat, is_automatic } => PlayerTableFact::MucksSet { seat, is_automatic },
            Event::Voided { reason, back } => {
                self.end_deal(context.at);
                let by_itself = if reason == Cause::Misdeal { DealVoid::Misdeal } else { DealVoid::DefectiveDeck };
                let reason = void.cloned().unwrap_or(by_itself);
                self.finish(DealEnd::Void(reason.clone()), context);
                PlayerTableFact::Voided { deal, reason, back, played }
            }
        })
    }
}

fn told(settlement: Settlement) -> PotsSettlement {
    let Settlement { uncalled, pots, returns, fee } = settlement;
    let returns = Seat::all().zip(returns).filter(|(_, amount)| amount.is_positive()).collect();
    PotsSettlement { uncalled, pots: pots.into_iter().map(pot).collect(), returns, fee }
}

fn pot(pot: PotPaid) -> PotPayment {
    let share = |share: Share| PotShare { seat: share.seat, amount: share.amount, is_low: share.part == Part::Low };
    let shares: Vec<PotShare> = pot.shares.into_iter().map(share).collect();
    PotPayment { amount: pot.amount, fee: pot.fee, claimants: pot.claimants, shares }
}
