//! What an event makes of the table. An event that cannot have happened here is told from one that can, so that a wrong journal makes no
//! money.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::event::{Event, Mismatch};
use super::table::{Button, Dealing, Place, PlayerTable};
use crate::games::betting::{Action, Settlement};
use crate::games::seating::{Markers, Next};
use crate::games::streets::{CardTo, Hand, HandWants};
use crate::model::{Card, Money, Seat};

fn sure(holds: bool) -> Result<(), Mismatch> {
    if holds { Ok(()) } else { Err(Mismatch) }
}

impl PlayerTable {
    /// Takes what happened.
    ///
    /// # Errors
    /// [`Mismatch`], where it cannot have happened here; the table is of no use then.
    pub fn apply(&mut self, event: &Event) -> Result<(), Mismatch> {
        match event {
            Event::Joined { seat, put } => self.join(*seat, *put),
            Event::ToppedUp { seat, amount } => {
                sure(amount.is_positive() && *amount <= Money::MOST - self.total() && !self.is_in_deal(*seat))?;
                let place = self.place_mut(*seat)?;
                place.stack = place.stack + *amount;
                Ok(())
            }
            Event::SatOut { seat, is_out } => {
                self.place_mut(*seat)?.is_out = *is_out;
                Ok(())
            }
            Event::IsLeaving { seat } => {
                self.place_mut(*seat)?.is_leaving = true;
                Ok(())
            }
            Event::Left { seat, back } => self.leave(*seat, *back),
            Event::ButtonDrawn { button } => {
                sure(self.button == Button::NotDrawn)?;
                self.button = Button::Drawn(*button);
                Ok(())
            }
            Event::HourPaid { seat, fee } => {
                sure(fee.is_positive() && self.under_way().is_none())?;
                let place = self.place_mut(*seat)?;
                sure(*fee <= place.stack)?;
                place.stack = place.stack - *fee;
                Ok(())
            }
            Event::Began { deal, markers, players } => self.begin(*deal, *markers, players),
            // The deal itself posts; that it was so much is looked at here.
            Event::Posted { seat, amount } => {
                let player = self.dealing()?.hand.seats()[seat.index()].ok_or(Mismatch)?;
                sure(amount.is_positive() && player.put_in >= *amount)
            }
            Event::Dealt { to, card } => self.deal(*to, card.card().ok_or(Mismatch)?),
            Event::Exposed { seat, place, stays } => self.expose(*seat, (*place).into(), *stays),
            Event::Extra { card } => self.take_extra(card.card().ok_or(Mismatch)?),
            Event::Boxed { card } => {
                let dealing = self.dealing_mut()?;
                sure(dealing.hand.goes_on_boxed(*card))?;
                dealing.hand.take_boxed();
                dealing.begin_turn();
                Ok(())
            }
            Event::FlopTakenBack => {
                let dealing = self.dealing_mut()?;
                sure(dealing.hand.lets_take_flop_back())?;
                dealing.hand.take_flop_back();
                dealing.begin_turn();
                Ok(())
            }
            Event::StubShuffled => self.shuffle_stub(),
            Event::Spoilt { seat } => {
                let dealing = self.dealing_mut()?;
                // Who is asked then may owe less than before.
                dealing.begin_turn();
                sure(dealing.hand.spoil(*seat))
            }
            Event::Killed { seat } => sure(self.dealing_mut()?.hand.kill(*seat)),
            Event::Acted { seat, action, paid } => self.act(*seat, *action, *paid),
            Event::PlaysAgain { seats, .. } => self.play_again(seats),
            Event::Settled { settlement, shown } => self.settle(settlement, shown),
            Event::Showed { seat } => self.show(*seat),
            Event::MucksSet { seat, is_automatic } => {
                self.place_mut(*seat)?.opens_always = !is_automatic;
                Ok(())
            }
            Event::Voided { back, .. } => self.void(back),
        }
    }

    fn place_mut(&mut self, seat: Seat) -> Result<&mut Place, Mismatch> {
        self.places[seat.index()].as_mut().ok_or(Mismatch)
    }

    fn dealing(&self) -> Result<&Dealing, Mismatch> {
        self.under_way().ok_or(Mismatch)
    }

    fn dealing_mut(&mut self) -> Result<&mut Dealing, Mismatch> {
        self.dealing.as_mut().filter(|dealing| dealing.shown.is_none()).ok_or(Mismatch)
    }

    fn join(&mut self, seat: Seat, put: Money) -> Result<(), Mismatch> {
        sure(self.place(seat).is_none() && put.is_positive() && put <= Money::MOST - self.total())?;
        // At the first deal everybody is dealt in.
        let waits = !matches!(self.button, Button::NotDrawn | Button::Drawn(_));
        self.places[seat.index()] = Some(Place { stack: put, waits, ..Place::default() });
        Ok(())
    }

    fn leave(&mut self, seat: Seat, back: Money) -> Result<(), Mismatch> {
        sure(!self.is_in_deal(seat) && self.place_mut(seat)?.stack == back)?;
        self.places[seat.index()] = None;
        if self.places.iter().all(Option::is_none) {
            self.button = Button::NotDrawn;
        }
        Ok(())
    }

    fn begin(&mut self, deal: u64, markers: Markers, players: &[(Seat, Money)]) -> Result<(), Mismatch> {
        let next = Next { markers, players: players.iter().map(|(seat, _)| *seat).collect() };
        sure(self.under_way().is_none() && deal == self.deals + 1 && self.next().as_ref() == Some(&next))?;
        sure(players.iter().all(|(seat, stack)| self.place(*seat).is_some_and(|place| place.stack == *stack)))?;
        let (house, level) = (self.rules.house.clone(), self.rules.level);
        let hand = Hand::begin_at(house, level, players, markers).ok_or(Mismatch)?;
        let (before, mut waited) = match core::mem::replace(&mut self.button, Button::Lay(markers)) {
            Button::Again { before, waited, .. } => (*before, waited),
            button => (button, Vec::new()),
        };
        let waits = |seat: &Seat| self.place(*seat).is_some_and(|place| place.waits) && !waited.contains(seat);
        let came: Vec<Seat> = next.players.iter().copied().filter(waits).collect();
        waited.extend(came);
        for seat in Seat::all() {
            let is_dealt_in = next.players.contains(&seat);
            self.places[seat.index()].iter_mut().for_each(|place| (place.waits, place.was_dealt_in) = (!is_dealt_in, is_dealt_in));
        }
        self.deals = deal;
        self.dealing =
            Some(Dealing { hand, shoe: Self::pack(), put_back: 0, turn: 0, has_acted: false, next, before, waited, shown: None });
        Ok(())
    }

    fn deal(&mut self, to: CardTo, card: Card) -> Result<(), Mismatch> {
        let dealing = self.dealing_mut()?;
        sure(dealing.hand.wants() == HandWants::Card(to))?;
        dealing.shoe.draw(card).map_err(|_| Mismatch)?;
        dealing.hand.take_card(card);
        Ok(())
    }

    fn expose(&mut self, seat: Seat, place: usize, stays: bool) -> Result<(), Mismatch> {
        let dealing = self.dealing_mut()?;
        if dealing.hand.can_show_last(seat) {
            let last = dealing.hand.seats()[seat.index()].map_or(0, |player| player.down.len());
            sure(stays && place + 1 == last)?;
            dealing.hand.show_last(seat);
            dealing.begin_turn();
            return Ok(());
        }
        let lies = dealing.hand.seats()[seat.index()].is_some_and(|player| place < player.down.len());
        sure(lies && !dealing.has_acted && dealing.hand.can_be_exposed(seat))?;
        sure(dealing.hand.goes_on_exposed(seat) && dealing.hand.opens_exposed(seat) == stays)?;
        dealing.hand.expose(seat, place);
        // Who is asked then has another hand than before.
        dealing.begin_turn();
        Ok(())
    }

    fn take_extra(&mut self, card: Card) -> Result<(), Mismatch> {
        let dealing = self.dealing_mut()?;
        sure(dealing.hand.takes_extra())?;
        dealing.shoe.draw(card).map_err(|_| Mismatch)?;
        dealing.hand.take_extra(card);
        Ok(())
    }

    fn shuffle_stub(&mut self) -> Result<(), Mismatch> {
        let dealing = self.dealing_mut()?;
        sure(dealing.hand.wants() == HandWants::Shuffle)?;
        let cards = dealing.hand.shuffle_stub();
        cards.iter().for_each(|card| dealing.shoe.put_back(*card));
        dealing.put_back += u16::try_from(cards.len()).expect("a deal has few cards");
        Ok(())
    }

    fn act(&mut self, seat: Seat, action: Action, paid: Money) -> Result<(), Mismatch> {
        let dealing = self.dealing_mut()?;
        let really = dealing.hand.take(seat, action).map_err(|_| Mismatch)?;
        dealing.has_acted = true;
        dealing.begin_turn();
        sure(really == paid)
    }

    /// The deal itself begins again; its pack is a fresh one.
    fn play_again(&mut self, seats: &[Seat]) -> Result<(), Mismatch> {
        let dealing = self.dealing_mut()?;
        sure(dealing.hand.plays_again().as_deref() == Some(seats))?;
        (dealing.shoe, dealing.put_back) = (Self::pack(), 0);
        Ok(())
    }

    fn settle(&mut self, settlement: &Settlement, shown: &[Seat]) -> Result<(), Mismatch> {
        let hand = &self.dealing()?.hand;
        sure(hand.wants() == HandWants::Settlement && hand.settle() == *settlement && self.opened_at_end(hand) == shown)?;
        let dealing = self.dealing_mut()?;
        dealing.shown = Some(shown.to_vec());
        let left: Vec<(Seat, Money)> = Seat::all().filter_map(|seat| Some((seat, dealing.hand.seats()[seat.index()]?.stack))).collect();
        for (seat, stack) in left {
            self.place_mut(seat)?.stack = stack + settlement.returns[seat.index()];
        }
        Ok(())
    }

    fn show(&mut self, seat: Seat) -> Result<(), Mismatch> {
        sure(self.may_show(seat))?;
        let dealing = self.dealing.as_mut().ok_or(Mismatch)?;
        dealing.shown.as_mut().ok_or(Mismatch)?.push(seat);
        Ok(())
    }

    /// Each has what he began with again; the button lies as before (HRB-25, SPG-101).
    fn void(&mut self, back: &[(Seat, Money)]) -> Result<(), Mismatch> {
        sure(self.dealing()?.hand.wants() != HandWants::Settlement)?;
        let put_in = |table: &Self| -> Vec<(Seat, Money)> {
            Seat::all().map(|seat| (seat, table.put_in(seat))).filter(|(_, amount)| amount.is_positive()).collect()
        };
        sure(put_in(self) == back)?;
        let Dealing { next, before, waited, .. } = self.dealing.take().ok_or(Mismatch)?;
        self.button = Button::Again { next, before: Box::new(before), waited };
        Ok(())
    }
}
