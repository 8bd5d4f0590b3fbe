//! The books of one table between players: who sits with what, and whether each fact can be.

mod cards;
mod hours;
mod locks;
mod mistakes;
mod opening;
mod presence;
mod seats;
mod showing;

use std::collections::VecDeque;

use super::deal::{Deal, Entry};
use super::draw::{Draw, Stand};
use super::progress::{Next, Progress};
use super::require;
use super::rules::PlayerRules;
use super::seating::{Begun, Candidate, Carry, begin};
use super::settlement::{self, Paid};
use crate::model::{
    BettingAction, Card, CardPlace, Command, DealVoid, Event, Face, Money, Order, OrderNumber, PlayedAs, PlayerTableFact, PlayerTableOrder,
    PotsSettlement, SEATS, Seat, TableConditions, TableFact, TableNumber, TableOrder, Timestamp, VoidReason, What, Who,
};

/// What a fact does to a seat's credit, to its meters, or to the books of the cabinet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sim::auditor) enum Change {
    /// From the credit to the stack.
    FromCredit(Seat, i64),
    /// From the stack to the credit.
    ToCredit(Seat, i64),
    /// A deal is over, into which a seat has put so much, and out of which it got so much.
    Played(Seat, i64, i64),
    /// The house took so much of the pots.
    Fee(i64),
    /// The house took so much of a seat's stack for an hour.
    Hour(Seat, i64),
}

/// The books of one table.
#[derive(Clone, Debug)]
pub(in crate::sim::auditor) struct PlayersTable {
    number: TableNumber,
    pub(super) rules: PlayerRules,
    pub(super) places: [Option<Place>; SEATS],
    /// Where button and blinds were in the deal before, and in the one before that.
    carry: Carry,
    carry_before: Carry,
    pub(super) number_of_deal: u64,
    pub(super) deal: Option<Deal>,
    /// The deal before, whose cards lie there until the next one begins, and how it ended; nothing where it was void.
    pub(super) ended: Option<Ended>,
    pub(super) draw: Option<Draw>,
    /// Who waited for the big blind before the deal under way; before the void ones, where the last deals were void.
    waited: Vec<Seat>,
    /// How the last deal began, where it was void: the next one is the same once more (SPG-101).
    voided: Option<Begun>,
    shoe: Shoe,
    pub(super) is_held: bool,
    /// Why the deal must be void, of this input alone.
    due_void: Option<DealVoid>,
    /// What must be told of a mistake, one after the other, by this input alone.
    due_mistakes: VecDeque<PlayerTableFact>,
    /// When the input came that is being entered.
    pub(super) now: Timestamp,
    /// Who has come or gone by the input that is being entered, as long as it was not told of him.
    due_presence: Option<(Seat, bool)>,
    pub(super) opened: Option<Opened>,
    /// When each seat paid for its last hour.
    pub(super) hour_paid_at: [Option<Timestamp>; SEATS],
    /// Whether the input that is entered are the terms of a start, which come before it and end nothing.
    is_starting: bool,
    /// Whether it is a wake.
    is_woken: bool,
    /// Which seats an attendant has locked.
    is_locked: [bool; SEATS],
}

/// How a seat has opened the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opened {
    pub(super) by: Seat,
    pub(super) conditions: TableConditions,
    /// When it has to close, while it is empty.
    pub(super) closes_at: Option<Timestamp>,
}

/// One who sits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::sim::auditor) struct Place {
    pub(super) stack: i64,
    pub(super) is_out: bool,
    pub(super) is_leaving: bool,
    /// Whether the last deal that began was not dealt to him, the draw of the button apart: he is dealt in where the big blind comes to him.
    pub(super) has_missed: bool,
    /// Whether the last deal that began was dealt to him, and to nobody who sat here before.
    pub(super) was_dealt_in: bool,
    /// How many decisions in a row time has taken from him.
    pub(super) taken_by_time: u16,
    /// Whether he wants his hand to be opened at every showdown.
    pub(super) opens_always: bool,
    /// Whether his console has no line.
    pub(super) is_absent: bool,
    /// How many deals in a row that were dealt to him ended while he was absent.
    pub(super) missed_deals: u16,
}

/// A deal that was paid.
#[derive(Clone, Debug)]
pub(super) struct Ended {
    pub(super) deal: Deal,
    pub(super) settlement: PotsSettlement,
    pub(super) shown: Vec<Seat>,
    pub(super) at: Timestamp,
}

/// What is known of the cards.
#[derive(Clone, Debug, Default)]
struct Shoe {
    /// Which have come since the last shuffle.
    out: Vec<Card>,
    is_fresh: bool,
    /// Whether a replay has to be dealt from fresh cards, and they have not been shuffled yet (TPAM-8).
    is_due: bool,
    newest: Option<OrderNumber>,
    order: Option<(OrderNumber, Ordered)>,
    /// The orders that were withdrawn since the last shuffle because a card is no card, or the flop went back.
    withdrawn: Vec<OrderNumber>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ordered {
    Card(CardPlace, Face),
    Shuffle,
    Other,
}

impl PlayersTable {
    /// Whether a deal is under way.
    pub(in crate::sim::auditor) const fn is_dealing(&self) -> bool {
        self.deal.is_some()
    }

    pub(in crate::sim::auditor) fn new(number: TableNumber, rules: PlayerRules) -> Self {
        Self {
            number,
            rules,
            places: Default::default(),
            carry: Carry::default(),
            carry_before: Carry::default(),
            number_of_deal: 0,
            deal: None,
            ended: None,
            draw: None,
            waited: Vec::new(),
            voided: None,
            shoe: Shoe::default(),
            is_held: true,
            due_void: None,
            due_mistakes: VecDeque::new(),
            now: Timestamp::default(),
            due_presence: None,
            opened: None,
            hour_paid_at: [None; SEATS],
            is_starting: false,
            is_woken: false,
            is_locked: [false; SEATS],
        }
    }

    pub(in crate::sim::auditor) const fn number(&self) -> TableNumber {
        self.number
    }

    pub(super) fn progress(&self) -> Result<Option<Progress<'_>>, String> {
        self.deal.as_ref().map(|deal| Progress::of(&self.rules, deal)).transpose()
    }

    /// How the deal that was paid last had come to its end.
    pub(super) fn ended_progress(&self) -> Result<Option<Progress<'_>>, String> {
        self.ended.as_ref().map(|ended| Progress::of(&self.rules, &ended.deal)).transpose()
    }

    pub(super) fn place(&self, seat: Seat) -> Option<&Place> {
        self.places[seat.index()].as_ref()
    }

    fn place_mut(&mut self, seat: Seat) -> Result<&mut Place, String> {
        self.places[seat.index()].as_mut().ok_or_else(|| format!("seat {seat} does not sit at the table"))
    }

    /// What a seat has put into the deal under way.
    pub(super) fn put_in(&self, seat: Seat) -> i64 {
        let paid = |entry: &Entry| match entry {
            Entry::Posted(of, amount) | Entry::Acted(of, _, amount) if *of == seat => *amount,
            _ => 0,
        };
        self.deal.iter().flat_map(|deal| &deal.history).map(paid).sum()
    }

    /// What a seat has at the table: its stack, and what it has put into the deal under way.
    pub(in crate::sim::auditor) fn lying(&self, seat: Seat) -> i64 {
        self.place(seat).map_or(0, |place| place.stack) + self.put_in(seat)
    }

    pub(super) fn is_in_deal(&self, seat: Seat) -> bool {
        self.deal.as_ref().is_some_and(|deal| deal.players.iter().any(|(player, _)| *player == seat))
    }

    /// Whether a seat waits for the big blind, where there is one.
    pub(super) fn waits(&self, seat: Seat) -> bool {
        self.rules.variant.has_blinds() && self.place(seat).is_some_and(|place| place.has_missed)
    }

    /// Whether time has taken so many decisions in a row from somebody that he is not there any more. SPT-A13 knows one absent who is not at
    /// his seat; that a seat is taken to be left so is the table's own key.
    pub(super) const fn is_taken_to_be_absent(&self, place: &Place) -> bool {
        let most = self.rules.absent_after;
        most > 0 && place.taken_by_time >= most && !place.is_out && !place.is_leaving
    }

    fn is_there(&self, seat: Seat) -> bool {
        self.place(seat).is_some_and(|place| place.stack >= self.rules.least_stack() && !place.is_out && !place.is_leaving)
    }

    /// Who may be dealt in, where these wait besides. A player who is not there posts and folds where the rules file says so (SPT-41).
    ///
    /// The digests say nothing of a waiting player who is not there, nor of a deal to such players alone: the auditor follows the
    /// cabinet, which deals to neither.
    fn candidates(&self, waited: &[Seat]) -> Vec<Candidate> {
        let waits = |seat: Seat| self.waits(seat) || (self.rules.variant.has_blinds() && waited.contains(&seat));
        let is_played = Seat::all().any(|seat| self.is_there(seat) && !waits(seat));
        let candidate = |seat: Seat| {
            let place = self.place(seat)?;
            let posts =
                self.rules.posts_and_folds && is_played && place.stack >= self.rules.least_stack() && !place.is_leaving && !waits(seat);
            (self.is_there(seat) || posts).then_some(Candidate { seat, waits: waits(seat) })
        };
        Seat::all().filter_map(candidate).collect()
    }

    /// How the next deal begins; after a void one just as that did (HRB-25, SPG-101).
    ///
    /// Where one of its players is gone, the digests say nothing. The auditor follows the cabinet: the next deal begins as if the void one had
    /// not begun, and who waited before it waits again.
    fn next_beginning(&self) -> Option<Begun> {
        let Some(voided) = &self.voided else { return begin(&self.rules, self.carry, &self.candidates(&[])) };
        let candidates = self.candidates(&[]);
        let has_stayed = |seat: &Seat| {
            self.place(*seat).is_some_and(|place| place.was_dealt_in) && candidates.iter().any(|candidate| candidate.seat == *seat)
        };
        if voided.players.iter().all(has_stayed) {
            return Some(voided.clone());
        }
        begin(&self.rules, self.carry, &self.candidates(&self.waited))
    }

    /// Enters what happened at the table.
    pub(in crate::sim::auditor) fn enter(&mut self, what: &What, fact: &TableFact) -> Result<Vec<Change>, String> {
        match fact {
            TableFact::BetweenPlayers(fact) => self.enter_fact(what, fact),
            TableFact::Held { .. } => {
                self.is_held = true;
                Ok(Vec::new())
            }
            TableFact::Resumed => {
                self.is_held = false;
                Ok(Vec::new())
            }
            TableFact::Shuffled => require(self.shoe.is_fresh, "fresh cards that nobody shuffled").map(|()| Vec::new()),
            TableFact::TermsInForce => Ok(Vec::new()),
            other => Err(format!("{other:?} does not happen at a table between players")),
        }
    }

    fn enter_fact(&mut self, what: &What, fact: &PlayerTableFact) -> Result<Vec<Change>, String> {
        match fact {
            PlayerTableFact::Joined { seat, put } => self.enter_join(what, *seat, put.minor()),
            PlayerTableFact::ToppedUp { seat, amount } => self.enter_top_up(what, *seat, amount.minor()),
            PlayerTableFact::SatOut { seat, is_out } => self.enter_sit_out(what, *seat, *is_out),
            PlayerTableFact::IsLeaving { seat } => self.enter_leaving(what, *seat),
            PlayerTableFact::Left { seat, back } => self.enter_left(what, *seat, back.minor()),
            PlayerTableFact::ButtonDrawn { button } => self.enter_button(*button),
            PlayerTableFact::Began { deal, button, blinds, players } => self.enter_beginning(*deal, *button, *blinds, players),
            PlayerTableFact::Posted { seat, amount } => {
                self.pay(*seat, amount.minor())?;
                self.add(Entry::Posted(*seat, amount.minor()))
            }
            PlayerTableFact::Killed { seat } => self.add(Entry::Killed(*seat)),
            PlayerTableFact::Exposed { seat, place, .. } => self.enter_due_mistake(fact, Entry::Exposed(*seat, (*place).into())),
            PlayerTableFact::ExtraCard => self.enter_due_mistake(fact, self.extra_card()?),
            PlayerTableFact::Boxed => self.enter_due_mistake(fact, Entry::Boxed),
            PlayerTableFact::FlopTakenBack => self.enter_due_mistake(fact, Entry::FlopTakenBack),
            PlayerTableFact::StubShuffled => self.enter_stub_shuffled(fact),
            PlayerTableFact::WrongCount { seat } => self.enter_due_mistake(fact, Entry::WrongCount(*seat)),
            PlayerTableFact::Acted { seat, action, .. } if self.due_mistakes.front() == Some(fact) => {
                self.enter_due_mistake(fact, Entry::Acted(*seat, *action, 0))
            }
            PlayerTableFact::Acted { seat, action, paid, by_default } => self.enter_action(what, *seat, *action, paid.minor(), *by_default),
            PlayerTableFact::PlaysAgain { seats } => self.enter_replay(seats),
            PlayerTableFact::Settled { deal, settlement, shown, played } => self.enter_settlement(*deal, settlement, shown, played),
            PlayerTableFact::Voided { deal, reason, back, played } => self.enter_void(what, *deal, reason, back, played),
            PlayerTableFact::Opened { seat, conditions } => self.enter_opening(what, *seat, *conditions),
            PlayerTableFact::Closed => self.enter_closing(what),
            PlayerTableFact::Presence { seat, is_here } => self.enter_presence(*seat, *is_here),
            PlayerTableFact::Showed { seat } => self.enter_showing(what, *seat),
            PlayerTableFact::HourPaid { seat, fee } => self.enter_hour(*seat, fee.minor()),
            PlayerTableFact::MucksSet { seat, is_automatic } => self.enter_mucking(what, *seat, *is_automatic),
        }
    }

    /// One more thing has happened in the deal; whether it can have, is seen by going through all of it.
    fn add(&mut self, entry: Entry) -> Result<Vec<Change>, String> {
        let deal = self.deal.as_mut().ok_or("something happened in a deal, and none was under way")?;
        deal.history.push(entry);
        self.progress().map(|_| Vec::new())
    }

    /// TPAM-8: with new cards.
    fn enter_replay(&mut self, seats: &[Seat]) -> Result<Vec<Change>, String> {
        let next = self.progress()?.map(|progress| progress.next());
        require(matches!(next, Some(Next::Again(_))), format_args!("{seats:?} play again, and {next:?} comes next"))?;
        (self.shoe.is_fresh, self.shoe.is_due) = (false, true);
        self.add(Entry::Again(seats.to_vec()))
    }

    fn has_fresh_cards(&self) -> bool {
        self.shoe.is_fresh && self.shoe.out.is_empty()
    }

    fn pay(&mut self, seat: Seat, amount: i64) -> Result<(), String> {
        let place = self.place_mut(seat)?;
        require(amount >= 0 && amount <= place.stack, format_args!("seat {seat} paid {amount} of {}", place.stack))?;
        place.stack -= amount;
        Ok(())
    }

    fn enter_beginning(
        &mut self,
        number: u64,
        button: Seat,
        blinds: Option<(Seat, Seat)>,
        players: &[(Seat, Money)],
    ) -> Result<Vec<Change>, String> {
        require(self.deal.is_none() && number == self.number_of_deal + 1, "a deal began out of order")?;
        require(!self.is_held, "a deal began while the table was held")?;
        require(self.has_fresh_cards(), "a deal began with cards that are not fresh")?;
        require(Seat::all().filter(|seat| self.is_there(*seat)).count() >= 2, "a deal began with fewer than two who are there")?;
        let owing = Seat::all().find(|seat| self.owes_hour(*seat));
        require(owing.is_none(), format_args!("{owing:?} was dealt in and has not paid for the hour"))?;
        let state = || format!("after {:?}, void {:?}, with {:?}", self.carry, self.voided, self.candidates(&self.waited));
        let expected = self.next_beginning().ok_or_else(|| format!("a deal began that cannot, {}", state()))?;
        let told = (button, blinds);
        let is_same = told == (expected.button, expected.blinds);
        require(is_same, format_args!("button and blinds are {told:?}, and not {expected:?}, {}", state()))?;
        let stacks: Vec<(Seat, i64)> = expected.players.iter().map(|seat| (*seat, self.place(*seat).map_or(0, |of| of.stack))).collect();
        let told: Vec<(Seat, i64)> = players.iter().map(|(seat, stack)| (*seat, stack.minor())).collect();
        require(told == stacks, format_args!("{told:?} were dealt in, and not {stacks:?}"))?;
        if self.voided.take().is_none() {
            self.waited.clear();
        }
        let has_missed = |seat: &Seat| self.place(*seat).is_some_and(|place| place.has_missed);
        let waited: Vec<Seat> = expected.players.iter().copied().filter(has_missed).collect();
        self.waited.extend(waited);
        for seat in Seat::all() {
            let is_dealt_in = expected.players.contains(&seat);
            if let Some(place) = &mut self.places[seat.index()] {
                (place.has_missed, place.was_dealt_in) = (!is_dealt_in, is_dealt_in);
            }
        }
        self.carry_before = self.carry;
        self.carry = Carry { button: Some(button), blinds, is_drawn: false };
        self.number_of_deal = number;
        (self.ended, self.draw) = (None, None);
        self.deal = Some(Deal { number, button, blinds, players: stacks, history: Vec::new() });
        Ok(Vec::new())
    }

    fn enter_action(&mut self, what: &What, seat: Seat, action: BettingAction, paid: i64, by_default: bool) -> Result<Vec<Change>, String> {
        let is_leaving = self.place(seat).is_some_and(|place| place.is_leaving);
        if by_default {
            let progress = self.progress()?.ok_or("somebody was decided for, and no deal was under way")?;
            // SPB-61, TA-17: a check where nothing is owed, unless the house has a fold there, else a fold; a leaving player folds.
            // TPAM-Q31: a trading player goes on without paying, and buying is skipped. TPAM-Q7: no answer is no agreement; the rule book says
            // nothing of a leaving player: as at the cabinet he divides, and in a replay he stays in as long as that is free.
            let expected = match progress.asked(seat) {
                _ if progress.left.question.is_some() && is_leaving => BettingAction::Divide,
                _ if progress.left.question.is_some() => BettingAction::PlayAgain,
                _ if is_leaving && !progress.is_replay() => BettingAction::Fold,
                Some(asked) if asked.may_pass => BettingAction::Pass,
                None if progress.sale.is_some() => BettingAction::Pass,
                None if progress.to_call(seat) == 0 && !self.rules.time_folds => BettingAction::Check,
                _ => BettingAction::Fold,
            };
            require(action == expected, format_args!("time decided {action:?}, and not {expected:?}"))?;
            require(is_leaving || matches!(what, What::Event(Event::Wake)), "time decided, and no time was over")?;
        } else {
            self.check_ordered(what, seat, action)?;
        }
        let place = self.place_mut(seat)?;
        place.taken_by_time = match (by_default, is_leaving) {
            (true, true) => place.taken_by_time,
            (true, false) => place.taken_by_time.saturating_add(1),
            (false, _) => 0,
        };
        self.pay(seat, paid)?;
        self.add(Entry::Acted(seat, action, paid))
    }

    /// Checks that the seat ordered this, for this deal and this turn.
    fn check_ordered(&self, what: &What, seat: Seat, action: BettingAction) -> Result<(), String> {
        let Some((Who::Seat(who), round, PlayerTableOrder::Act { turn, action: ordered })) = order_of(what) else {
            return Err(format!("seat {seat} acted, and nobody ordered it"));
        };
        require(*who == seat && *ordered == action, format_args!("seat {who} ordered {ordered:?}, and seat {seat} did {action:?}"))?;
        require(round == Some(self.number_of_deal), "an action for another deal was carried out")?;
        require(*turn == self.turn(), format_args!("an action for turn {turn} was carried out in turn {}", self.turn()))?;
        require(!self.is_held, "somebody acted while the table was held")
    }

    /// The number of the turn: how many have acted in the deal, were given another hand, or lost theirs by its cards, and how many cards were
    /// boxed and flops taken back.
    pub(super) fn turn(&self) -> u32 {
        let acted = |deal: &Deal| {
            let is_turn = |entry: &&Entry| match entry {
                Entry::Acted(..) | Entry::Exposed(..) | Entry::WrongCount(_) | Entry::Boxed | Entry::FlopTakenBack => true,
                Entry::Posted(..)
                | Entry::Came(..)
                | Entry::Dealt(_)
                | Entry::Killed(_)
                | Entry::Again(_)
                | Entry::Extra(_)
                | Entry::StubShuffled => false,
            };
            deal.history.iter().filter(is_turn).count()
        };
        self.deal.as_ref().map_or(0, |deal| u32::try_from(acted(deal)).expect("a deal has few turns"))
    }

    fn enter_settlement(&mut self, number: u64, told: &PotsSettlement, shown: &[Seat], played: &PlayedAs) -> Result<Vec<Change>, String> {
        require(number == self.number_of_deal, "another deal was settled")?;
        self.check_played(played)?;
        let progress = self.progress()?.ok_or("a deal was settled that was not under way")?;
        require(progress.next() == Next::Settlement, format_args!("a deal was settled, and {:?} comes next", progress.next()))?;
        let paid = settlement::check(&progress, told, shown, &self.who_opens_always())?;
        let deal = self.deal.take().ok_or("a deal was settled that was not under way")?;
        self.ended = Some(Ended { deal, settlement: told.clone(), shown: shown.to_vec(), at: self.now });
        self.note_missed_deal();
        self.pay_out(&paid)
    }

    fn check_played(&self, played: &PlayedAs) -> Result<(), String> {
        let is_so = played.game == self.rules.folder() && played.rules_name == self.rules.name;
        require(is_so, format_args!("it was played as {} by {}", played.game, played.rules_name))
    }

    fn pay_out(&mut self, paid: &Paid) -> Result<Vec<Change>, String> {
        for (seat, amount) in &paid.back {
            self.place_mut(*seat)?.stack += amount;
        }
        let back = |seat: &Seat| paid.back.get(seat).copied().unwrap_or(0);
        let played = paid.put_in.iter().map(|(seat, put_in)| Change::Played(*seat, *put_in, back(seat)));
        Ok(played.chain([Change::Fee(paid.fee)]).collect())
    }

    /// HX-4, TPAM-Q31: the program was started again.
    fn void_at_start(&mut self) {
        let is_void = self.rules.restart_voids && self.deal.is_some();
        self.due_void = is_void.then_some(DealVoid::Round(VoidReason::Restart));
    }

    /// HRB-26: each gets back what he has put in; SPG-101: the next deal begins like this one.
    fn enter_void(
        &mut self,
        what: &What,
        number: u64,
        reason: &DealVoid,
        told: &[(Seat, Money)],
        played: &PlayedAs,
    ) -> Result<Vec<Change>, String> {
        require(number == self.number_of_deal && self.deal.is_some(), "a deal was voided that was not under way")?;
        self.check_played(played)?;
        let may = match &self.due_void {
            Some(due) => due == reason,
            None => is_voided_by(what, reason),
        };
        require(may, format_args!("a deal was voided for {reason:?}, and not for {:?}", self.due_void))?;
        self.due_void = None;
        let put_in: Vec<(Seat, i64)> = Seat::all().map(|seat| (seat, self.put_in(seat))).filter(|(_, amount)| *amount > 0).collect();
        let mut back: Vec<(Seat, i64)> = told.iter().map(|(seat, amount)| (*seat, amount.minor())).collect();
        let mut expected = put_in.clone();
        back.sort_unstable();
        expected.sort_unstable();
        require(back == expected, format_args!("a void gave back {back:?}, and not {expected:?}"))?;
        let begun =
            |deal: Deal| Begun { button: deal.button, blinds: deal.blinds, players: deal.players.iter().map(|(seat, _)| *seat).collect() };
        self.voided = self.deal.take().map(begun);
        self.carry = self.carry_before;
        let put_in = put_in.into_iter().collect();
        self.pay_out(&Paid { back: back.into_iter().collect(), put_in, fee: 0 })
    }

    /// How the draw of the button stands between who is there. One alone waits for another.
    fn stand(&self, draw: &Draw) -> Stand {
        let seats: Vec<Seat> = Seat::all().filter(|seat| self.is_there(*seat)).collect();
        if seats.len() < 2 { Stand::Nobody } else { draw.stand(&seats, self.rules.button_by_suit) }
    }

    /// After the facts of an input: what the rules do by themselves is done.
    pub(in crate::sim::auditor) fn check_done(&mut self) -> Result<(), String> {
        // Of a draw that leaves one alone the digests say nothing: as at the cabinet it is over, and a later one has another pack.
        let is_alone = Seat::all().filter(|seat| self.is_there(*seat)).count() < 2;
        if is_alone && !self.is_held && self.shoe.order.is_none() {
            self.draw = None;
        }
        require(self.due_mistakes.is_empty(), format_args!("{:?} was not told", self.due_mistakes))?;
        require(self.due_void.is_none() || self.deal.is_none(), format_args!("a deal goes on that is void: {:?}", self.due_void))?;
        let left = Seat::all().find(|seat| self.place(*seat).is_some_and(|place| place.is_leaving && !self.is_in_deal(*seat)));
        require(left.is_none(), format_args!("{left:?} is going, and has not gone after the deal"))?;
        let is_gone = |seat: &Seat| self.place(*seat).is_some_and(|place| self.is_taken_to_be_absent(place));
        let gone = Seat::all().find(is_gone);
        require(gone.is_none(), format_args!("time has taken so many decisions from {gone:?}, and he does not sit out"))?;
        self.check_presence()?;
        self.check_locks()?;
        self.check_opening()?;
        let stand = self.draw.as_ref().map(|draw| self.stand(draw));
        // The digests know neither a hold nor a card on its way: as at the cabinet a draw that is over waits for the end of both. One is on its
        // way to a draw that is over where those leave who would have had to draw again.
        require(
            self.is_held || self.shoe.order.is_some() || !matches!(stand, Some(Stand::Winner(_))),
            format_args!("{stand:?} by the draw of the button, and nobody said so"),
        )?;
        let Some(progress) = self.progress()? else { return Ok(()) };
        match progress.next() {
            Next::Post(due) => Err(format!("{due:?} are due, and were not posted")),
            Next::Kill(due) => Err(format!("{due:?} are not there, and their hands live")),
            Next::Settlement => Err("a deal is over, and was not settled".into()),
            Next::Again(seats) => Err(format!("{seats:?} play again, and nobody said so")),
            Next::Act(seat) if self.place(seat).is_some_and(|place| place.is_leaving) && !self.is_held => {
                Err(format!("seat {seat} is going, and is asked"))
            }
            Next::Act(_) | Next::Card(..) | Next::Stub => Ok(()),
        }
    }
}

/// Who ordered what of a table between players, and for which deal.
fn order_of(what: &What) -> Option<(&Who, Option<u64>, &PlayerTableOrder)> {
    match what {
        What::Command(Command { who, round, order: Order::Table { order: TableOrder::BetweenPlayers(order), .. }, .. }) => {
            Some((who, *round, order))
        }
        _ => None,
    }
}

/// Whether an attendant voids the deal in these words.
fn is_voided_by(what: &What, reason: &DealVoid) -> bool {
    let What::Command(Command { who: Who::Attendant(who), order: Order::Table { order, .. }, .. }) = what else { return false };
    match (order, reason) {
        (TableOrder::Void { reason: said, .. }, DealVoid::Round(VoidReason::Attendant { name, reason })) => name == who && reason == said,
        (TableOrder::Redeal { reason: said }, DealVoid::Redeal { name, reason }) => name == who && reason == said,
        _ => false,
    }
}
