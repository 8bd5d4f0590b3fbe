//! What a command makes happen, or why it is refused.

use alloc::vec::Vec;

use super::command::{Command, SeatOrder, TableRefusal};
use super::draw::ButtonDraw;
use super::event::{Event, HeldCard, VoidReason};
use super::table::{Button, Place, PlayerTable};
use crate::games::betting::{Action, BettingRefusal, after};
use crate::games::streets::{CardTo, HandWants};
use crate::model::{Card, Money, SEATS, Seat};

/// A table on which a command is tried out, and what has happened so far.
struct Step {
    table: PlayerTable,
    events: Vec<Event>,
}

impl PlayerTable {
    /// Does what the command asks: what happened, in order. All of it stands in these events.
    ///
    /// # Errors
    /// The first reason to refuse it; nothing has changed then.
    ///
    /// # Panics
    /// Where the table contradicts itself: a fault of this program.
    pub fn take(&mut self, command: &Command) -> Result<Vec<Event>, TableRefusal> {
        let mut step = Step { table: self.clone(), events: Vec::new() };
        match command {
            Command::Seat { seat, order, credit } => step.take_order(*seat, *order, *credit)?,
            Command::Remove(seat) => step.leave(*seat)?,
            Command::DrawButton(cards) => step.draw_button(cards)?,
            Command::PayHour(seat) => step.pay_hour(*seat)?,
            Command::Begin => step.begin()?,
            Command::Card(card) => step.take_card(*card)?,
            Command::TimeOver { turn } => step.time_over(*turn)?,
            Command::Exposed { seat, card } => step.expose(*seat, *card)?,
            Command::Extra(card) => step.take_extra(*card)?,
            Command::WrongCount(seat) => step.spoil(*seat)?,
            Command::Boxed(card) => step.take_boxed(*card)?,
            Command::TakeFlopBack => step.take_flop_back()?,
            Command::StubShuffled => step.shuffle_stub()?,
            Command::Void(reason) => step.void(*reason)?,
        }
        step.go_on();
        *self = step.table;
        Ok(step.events)
    }

    fn seated(&self, seat: Seat) -> Result<&Place, TableRefusal> {
        let place = self.place(seat).ok_or(TableRefusal::NotSeated)?;
        if place.is_leaving { Err(TableRefusal::IsLeaving) } else { Ok(place) }
    }

    /// Whether so much more may lie before a seat that has `stack`.
    fn may_put(&self, stack: Money, more: Money, credit: Money) -> Result<(), TableRefusal> {
        let (least, most) = self.rules.buy_in();
        let sum = stack.checked_add(more).ok_or(TableRefusal::AboveMost)?;
        match () {
            () if !more.is_positive() => Err(TableRefusal::AmountNotPositive),
            () if !more.is_multiple_of(self.rules.level.unit) => Err(TableRefusal::AmountOffStep),
            () if sum < least => Err(TableRefusal::BelowLeast),
            // With all of it before one seat a stack is still an amount.
            () if sum > most || more > Money::MOST - self.total() => Err(TableRefusal::AboveMost),
            () if more > credit => Err(TableRefusal::CreditTooLow),
            () => Ok(()),
        }
    }
}

impl Step {
    fn happens(&mut self, event: Event) {
        self.table.apply(&event).expect("what was decided can happen");
        self.events.push(event);
    }

    fn take_order(&mut self, seat: Seat, order: SeatOrder, credit: Money) -> Result<(), TableRefusal> {
        match order {
            SeatOrder::Join { put } => {
                if self.table.place(seat).is_some() {
                    return Err(TableRefusal::SeatTaken);
                }
                self.table.may_put(Money::ZERO, put, credit)?;
                self.happens(Event::Joined { seat, put });
            }
            SeatOrder::TopUp(amount) => {
                let stack = self.table.seated(seat)?.stack;
                if self.table.is_in_deal(seat) {
                    return Err(TableRefusal::DealRunning);
                }
                self.table.may_put(stack, amount, credit)?;
                self.happens(Event::ToppedUp { seat, amount });
            }
            SeatOrder::SitOut(is_out) => {
                if self.table.seated(seat)?.is_out == is_out {
                    return Err(TableRefusal::AlreadySo);
                }
                self.happens(Event::SatOut { seat, is_out });
            }
            SeatOrder::Leave => self.leave(seat)?,
            SeatOrder::Show => self.show(seat)?,
            SeatOrder::Muck(is_automatic) => {
                self.table.seated(seat)?;
                if self.table.mucks(seat) == is_automatic {
                    return Err(TableRefusal::AlreadySo);
                }
                self.happens(Event::MucksSet { seat, is_automatic });
            }
            SeatOrder::Act { turn, action } => {
                self.table.seated(seat)?;
                self.is_turn(turn)?;
                self.act(seat, action)?;
            }
        }
        Ok(())
    }

    fn leave(&mut self, seat: Seat) -> Result<(), TableRefusal> {
        let back = self.table.seated(seat)?.stack;
        let event = if self.table.is_in_deal(seat) { Event::IsLeaving { seat } } else { Event::Left { seat, back } };
        self.happens(event);
        Ok(())
    }

    fn show(&mut self, seat: Seat) -> Result<(), TableRefusal> {
        self.table.seated(seat)?;
        if !self.table.may_show(seat) {
            return Err(TableRefusal::NoHandToShow);
        }
        self.happens(Event::Showed { seat });
        Ok(())
    }

    fn draw_button(&mut self, cards: &[(Seat, Card)]) -> Result<(), TableRefusal> {
        if self.table.button != Button::NotDrawn {
            return Err(TableRefusal::ButtonDrawn);
        }
        if self.table.present() < 2 {
            return Err(TableRefusal::TooFewPlayers);
        }
        let mut pack = PlayerTable::pack();
        if cards.iter().any(|(seat, card)| pack.draw(*card).is_err() || !self.table.is_present(*seat)) {
            return Err(TableRefusal::DrawNotFit);
        }
        let button = match self.table.draw(cards) {
            ButtonDraw::Lies(button) => button,
            ButtonDraw::Next { is_again: true, .. } => return Err(TableRefusal::DrawTied),
            ButtonDraw::Next { is_again: false, .. } => return Err(TableRefusal::DrawNotFit),
        };
        self.happens(Event::ButtonDrawn { button });
        Ok(())
    }

    fn pay_hour(&mut self, seat: Seat) -> Result<(), TableRefusal> {
        if self.table.under_way().is_some() {
            return Err(TableRefusal::DealRunning);
        }
        let fee = self.table.rules.house.fee.hourly_minor.ok_or(TableRefusal::NoHourlyFee)?;
        if !self.table.rules.can_pay_hour(self.table.seated(seat)?.stack) {
            return Err(TableRefusal::StackTooLow);
        }
        self.happens(Event::HourPaid { seat, fee });
        Ok(())
    }

    fn begin(&mut self) -> Result<(), TableRefusal> {
        if self.table.under_way().is_some() {
            return Err(TableRefusal::DealRunning);
        }
        if self.table.present() < 2 {
            return Err(TableRefusal::TooFewPlayers);
        }
        let next = self.table.next().ok_or(TableRefusal::ButtonNotDrawn)?;
        let stack = |seat: &Seat| (*seat, self.table.place(*seat).map_or(Money::ZERO, |place| place.stack));
        let players = next.players.iter().map(stack).collect();
        self.happens(Event::Began { deal: self.table.deals + 1, markers: next.markers, players });
        self.posted(&[Money::ZERO; SEATS]);
        Ok(())
    }

    /// Says what the rules have put in since.
    fn posted(&mut self, before: &[Money; SEATS]) {
        for seat in Seat::all() {
            let amount = self.table.put_in(seat) - before[seat.index()];
            if amount.is_positive() {
                self.happens(Event::Posted { seat, amount });
            }
        }
    }

    fn take_card(&mut self, card: Card) -> Result<(), TableRefusal> {
        let dealing = self.table.under_way().ok_or(TableRefusal::NoCardAwaited)?;
        let HandWants::Card(to) = dealing.hand.wants() else { return Err(TableRefusal::NoCardAwaited) };
        if dealing.shoe.clone().draw(card).is_err() {
            return self.void(VoidReason::CardNotInPack);
        }
        let was_first = dealing.hand.deals_first_cards();
        let mut before = [Money::ZERO; SEATS];
        Seat::all().for_each(|seat| before[seat.index()] = self.table.put_in(seat));
        self.happens(Event::Dealt { to, card: HeldCard(Some(card)) });
        self.posted(&before);
        if was_first {
            self.kill_absent();
        }
        Ok(())
    }

    /// Once the first cards are dealt, the hand of who is not there is dead (SPT-40, SPT-A13).
    fn kill_absent(&mut self) {
        for seat in Seat::all() {
            let Some(dealing) = self.table.under_way() else { return };
            let is_dealt = dealing.hand.street() > 0 || !matches!(dealing.hand.wants(), HandWants::Card(_));
            let is_over = dealing.hand.wants() == HandWants::Settlement;
            let can_die = dealing.hand.seats()[seat.index()].is_some_and(|player| player.is_live && player.stack.is_positive());
            let is_absent = self.table.place(seat).is_some_and(|place| place.is_out) && self.table.rules.posts_for_absent();
            if is_dealt && !is_over && can_die && is_absent {
                self.happens(Event::Killed { seat });
            }
        }
    }

    /// As long as nobody has acted: in the deal, not yet in the game (SPG-A20). The last closed card of the studs is told of later (SPG-84).
    fn expose(&mut self, seat: Seat, card: Card) -> Result<(), TableRefusal> {
        let dealing = self.table.under_way().ok_or(TableRefusal::NoDeal)?;
        let hand = &dealing.hand;
        if hand.can_show_last(seat) {
            return self.show_last(seat, card);
        }
        if dealing.has_begun() {
            return Err(TableRefusal::ActedAlready);
        }
        if hand.is_seen(seat, card) {
            return Err(TableRefusal::SeenAlready);
        }
        if !hand.can_be_exposed(seat) {
            return Err(TableRefusal::NoSuchCard);
        }
        let Some(place) = hand.closed_place(seat, card).filter(|_| hand.goes_on_exposed(seat)) else {
            return self.void(VoidReason::Misdeal);
        };
        let (place, stays) = (u8::try_from(place).expect("a hand has few cards"), hand.opens_exposed(seat));
        self.happens(Event::Exposed { seat, place, stays });
        Ok(())
    }

    fn show_last(&mut self, seat: Seat, card: Card) -> Result<(), TableRefusal> {
        let hand = &self.table.under_way().ok_or(TableRefusal::NoDeal)?.hand;
        if hand.is_seen(seat, card) {
            return Err(TableRefusal::SeenAlready);
        }
        let last = hand.seats()[seat.index()].map_or(0, |player| player.down.len());
        let Some(place) = hand.closed_place(seat, card).filter(|place| place + 1 == last) else { return self.void(VoidReason::Misdeal) };
        let place = u8::try_from(place).expect("a hand has few cards");
        self.happens(Event::Exposed { seat, place, stays: true });
        if self.table.under_way().is_some_and(|dealing| dealing.hand.must_play_for_pot(seat)) {
            self.happens(Event::Acted { seat, action: Action::PlayForPot, paid: Money::ZERO });
        }
        Ok(())
    }

    /// As long as nobody has acted since it came, and it was not replaced already.
    fn take_boxed(&mut self, card: Card) -> Result<(), TableRefusal> {
        let hand = &self.table.under_way().ok_or(TableRefusal::NoDeal)?.hand;
        if hand.shown_by_mistake().contains(&card) {
            return Err(TableRefusal::SeenAlready);
        }
        if !hand.can_be_boxed() {
            return Err(TableRefusal::ActedAlready);
        }
        if !hand.goes_on_boxed(card) {
            return self.void(VoidReason::Misdeal);
        }
        self.happens(Event::Boxed { card });
        Ok(())
    }

    fn take_flop_back(&mut self) -> Result<(), TableRefusal> {
        let hand = &self.table.under_way().ok_or(TableRefusal::NoDeal)?.hand;
        if !hand.lets_take_flop_back() {
            return Err(TableRefusal::NoFlopToTakeBack);
        }
        self.happens(Event::FlopTakenBack);
        Ok(())
    }

    fn shuffle_stub(&mut self) -> Result<(), TableRefusal> {
        let hand = &self.table.under_way().ok_or(TableRefusal::NoDeal)?.hand;
        if hand.wants() != HandWants::Shuffle {
            return Err(TableRefusal::NothingToShuffle);
        }
        self.happens(Event::StubShuffled);
        Ok(())
    }

    fn take_extra(&mut self, card: Card) -> Result<(), TableRefusal> {
        let dealing = self.table.under_way().ok_or(TableRefusal::NoDeal)?;
        if !matches!(dealing.hand.wants(), HandWants::Decision(_)) {
            return Err(TableRefusal::CardAwaited);
        }
        if !dealing.hand.takes_extra() {
            return Err(TableRefusal::NoExtraCard);
        }
        if dealing.shoe.clone().draw(card).is_err() {
            return self.void(VoidReason::CardNotInPack);
        }
        let takes_flop_back = dealing.hand.extra_takes_flop_back();
        self.happens(Event::Extra { card: HeldCard(Some(card)) });
        if takes_flop_back {
            self.happens(Event::FlopTakenBack);
        }
        Ok(())
    }

    /// Before anybody has acted the deal is void, also where an empty seat got cards (SPG-105, SPG-106); after that the hand is dead (SPG-107,
    /// SPG-108). While cards come to seats, those of a hand are not counted: that waits until they lie.
    fn spoil(&mut self, seat: Seat) -> Result<(), TableRefusal> {
        let dealing = self.table.under_way().ok_or(TableRefusal::NoDeal)?;
        if !dealing.has_begun() || self.table.rules.house.mistakes.is_none() {
            return self.void(VoidReason::Misdeal);
        }
        if !dealing.hand.seats()[seat.index()].is_some_and(|player| player.is_live) {
            return Err(TableRefusal::NoSuchCard);
        }
        if matches!(dealing.hand.wants(), HandWants::Card(CardTo::Down(_) | CardTo::Up(_))) {
            return Err(TableRefusal::CardAwaited);
        }
        self.happens(Event::Spoilt { seat });
        Ok(())
    }

    fn is_turn(&self, turn: u32) -> Result<(), TableRefusal> {
        let dealing = self.table.under_way().ok_or(TableRefusal::NoDeal)?;
        if dealing.turn == turn { Ok(()) } else { Err(TableRefusal::OtherTurn) }
    }

    fn act(&mut self, seat: Seat, action: Action) -> Result<(), TableRefusal> {
        let mut hand = self.table.under_way().ok_or(TableRefusal::NoDeal)?.hand.clone();
        // A rule may have a seat play for the pot that is not asked; no order does.
        if hand.wants() != HandWants::Decision(seat) {
            return Err(TableRefusal::Betting(BettingRefusal::NotYourTurn));
        }
        let is_again = action == Action::PlayAgain;
        // The hands are gathered in by what follows.
        let lay_open = if is_again { hand.shown() } else { Vec::new() };
        let shown = lay_open.into_iter().map(|seat| (seat, hand.combination(seat))).collect();
        let paid = hand.take(seat, action).map_err(TableRefusal::Betting)?;
        self.happens(Event::Acted { seat, action, paid });
        if is_again {
            let seats = hand.plays_again().expect("where one does not divide, they play again");
            self.happens(Event::PlaysAgain { seats, shown });
        }
        Ok(())
    }

    fn time_over(&mut self, turn: u32) -> Result<(), TableRefusal> {
        self.is_turn(turn)?;
        let hand = &self.table.under_way().ok_or(TableRefusal::NoDeal)?.hand;
        let HandWants::Decision(seat) = hand.wants() else { return Err(TableRefusal::OtherTurn) };
        let action = hand.otherwise(seat);
        self.act(seat, action)
    }

    fn void(&mut self, reason: VoidReason) -> Result<(), TableRefusal> {
        if self.table.under_way().is_none() {
            return Err(TableRefusal::NoDeal);
        }
        let back = Seat::all().map(|seat| (seat, self.table.put_in(seat))).filter(|(_, amount)| amount.is_positive()).collect();
        self.happens(Event::Voided { reason, back });
        Ok(())
    }

    /// What follows without a command: a leaving player folds in turn (TA-17) or keeps his share of equal hands; a deal that is over is settled;
    /// then he is gone.
    fn go_on(&mut self) {
        while let Some(dealing) = self.table.under_way() {
            match dealing.hand.wants() {
                HandWants::Decision(seat) if self.table.place(seat).is_some_and(|place| place.is_leaving) => {
                    let action = dealing.hand.when_going(seat);
                    self.happens(Event::Acted { seat, action, paid: Money::ZERO });
                }
                HandWants::Settlement => {
                    let (settlement, shown) = (dealing.hand.settle(), self.table.opened_at_end(&dealing.hand));
                    self.happens(Event::Settled { settlement, shown });
                }
                _ => return,
            }
        }
        let first = Seat::all().last().into_iter().flat_map(after);
        for seat in first.collect::<Vec<Seat>>() {
            if let Some(place) = self.table.place(seat).copied().filter(|place| place.is_leaving) {
                self.happens(Event::Left { seat, back: place.stack });
            }
        }
    }
}
