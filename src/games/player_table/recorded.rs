//! A table with how it stood before its last deal, and everything it was given since: rules, stacks, button, then orders, cards, actions by
//! their names. That is what a checkpoint holds of it, and a restart plays it again from that: how a deal keeps its cards is nobody's
//! business but the deal's, and may change with every release.

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use minicbor::decode::{self, Decode, Decoder};
use minicbor::encode::{self, Encode, Encoder, Write};
use minicbor::{Decode as DecodeFields, Encode as EncodeFields};

use super::command::{Command, SeatOrder, TableRefusal};
use super::event::{Event, VoidReason};
use super::table::{Button, Place, PlayerTable, TableRules, Wants};
use crate::games::betting::Action;
use crate::games::seating::{Markers, Next};
use crate::games::streets::House;
use crate::games::written;
use crate::model::{Card, Money, SEATS, Seat};

/// How much a table may be given, with all of a deal, before the deal is forgotten once it is over, so that a checkpoint stays small.
const GIVEN_MOST: usize = 256;

/// A table, and how it came to stand as it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedTable {
    /// Without a deal.
    before: PlayerTable,
    given: Vec<Given>,
    table: PlayerTable,
}

/// One thing that happened, as it is told again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retold {
    /// What.
    pub event: Event,
    /// On which street of a deal, from 0.
    pub street: usize,
    /// Whether it was done for a seat, which did not act in time or was going.
    pub by_default: bool,
}

/// One thing that a table was given.
#[derive(Clone, PartialEq, Eq, EncodeFields, DecodeFields)]
enum Given {
    #[n(0)]
    Join(#[n(0)] Seat, #[n(1)] Money),
    #[n(1)]
    TopUp(#[n(0)] Seat, #[n(1)] Money),
    #[n(2)]
    SitOut(#[n(0)] Seat, #[n(1)] bool),
    #[n(3)]
    Leave(#[n(0)] Seat),
    /// Of its own will, or because its time was over: then it is so marked, by releases that told them apart.
    #[n(4)]
    Act(
        #[n(0)] Seat,
        #[n(1)] Action,
        #[cbor(default)]
        #[n(2)]
        bool,
    ),
    #[n(5)]
    DrawButton(#[n(0)] Vec<(Seat, Card)>),
    #[n(6)]
    Begin,
    #[n(7)]
    Card(#[n(0)] Card),
    #[n(8)]
    Void,
    #[n(9)]
    Show(#[n(0)] Seat),
    #[n(10)]
    Muck(#[n(0)] Seat, #[n(1)] bool),
    #[n(11)]
    PayHour(#[n(0)] Seat),
    /// The deal went on after it; where it did not, it is void.
    #[n(12)]
    Exposed(#[n(0)] Seat, #[n(1)] Card),
    #[n(13)]
    Extra(#[n(0)] Card),
    #[n(14)]
    WrongCount(#[n(0)] Seat),
    #[n(15)]
    Boxed(#[n(0)] Card),
    #[n(16)]
    FlopTakenBack,
    #[n(17)]
    StubShuffled,
}

impl fmt::Debug for Given {
    /// Cards that somebody may not see are not told.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Join(seat, put) => write!(f, "Join({seat}, {put})"),
            Self::TopUp(seat, amount) => write!(f, "TopUp({seat}, {amount})"),
            Self::SitOut(seat, is_out) => write!(f, "SitOut({seat}, {is_out})"),
            Self::Leave(seat) => write!(f, "Leave({seat})"),
            Self::Act(seat, action, _) => write!(f, "Act({seat}, {action:?})"),
            Self::DrawButton(_) => f.write_str("DrawButton"),
            Self::Begin => f.write_str("Begin"),
            Self::Card(_) => f.write_str("Card"),
            Self::Void => f.write_str("Void"),
            Self::Show(seat) => write!(f, "Show({seat})"),
            Self::Muck(seat, is_automatic) => write!(f, "Muck({seat}, {is_automatic})"),
            Self::PayHour(seat) => write!(f, "PayHour({seat})"),
            Self::Exposed(seat, _) => write!(f, "Exposed({seat})"),
            Self::Extra(_) => f.write_str("Extra"),
            Self::WrongCount(seat) => write!(f, "WrongCount({seat})"),
            Self::Boxed(_) => f.write_str("Boxed"),
            Self::FlopTakenBack => f.write_str("FlopTakenBack"),
            Self::StubShuffled => f.write_str("StubShuffled"),
        }
    }
}

impl Given {
    /// What the command gave that made these events happen.
    fn of(command: &Command, events: &[Event]) -> Self {
        match command {
            Command::Seat { seat, order, .. } => match *order {
                SeatOrder::Join { put } => Self::Join(*seat, put),
                SeatOrder::TopUp(amount) => Self::TopUp(*seat, amount),
                SeatOrder::SitOut(is_out) => Self::SitOut(*seat, is_out),
                SeatOrder::Leave => Self::Leave(*seat),
                SeatOrder::Show => Self::Show(*seat),
                SeatOrder::Muck(is_automatic) => Self::Muck(*seat, is_automatic),
                SeatOrder::Act { action, .. } => Self::Act(*seat, action, false),
            },
            Command::Remove(seat) => Self::Leave(*seat),
            Command::DrawButton(cards) => Self::DrawButton(cards.clone()),
            Command::PayHour(seat) => Self::PayHour(*seat),
            Command::Begin => Self::Begin,
            Command::Card(card) => Self::Card(*card),
            // What was done for the seat stays done, though a later release may do something else.
            Command::TimeOver { .. } => match events.first() {
                Some(Event::Acted { seat, action, .. }) => Self::Act(*seat, *action, true),
                _ => unreachable!("where time is over a seat acts"),
            },
            // As for the time: what a mistake led to stands.
            Command::Exposed { .. } | Command::Extra(_) | Command::WrongCount(_) | Command::Boxed(_)
                if matches!(events, [Event::Voided { .. }, ..]) =>
            {
                Self::Void
            }
            Command::Exposed { seat, card } => Self::Exposed(*seat, *card),
            Command::Extra(card) => Self::Extra(*card),
            Command::WrongCount(seat) => Self::WrongCount(*seat),
            Command::Boxed(card) => Self::Boxed(*card),
            Command::TakeFlopBack => Self::FlopTakenBack,
            Command::StubShuffled => Self::StubShuffled,
            Command::Void(_) => Self::Void,
        }
    }

    fn again_to(&self, table: &mut PlayerTable) -> Result<Vec<Event>, TableRefusal> {
        let of_seat = |seat: Seat, order| Command::Seat { seat, order, credit: Money::MOST };
        let turn = if let Wants::Decision(_, turn) = table.wants() { turn } else { 0 };
        let command = match self {
            Self::Join(seat, put) => of_seat(*seat, SeatOrder::Join { put: *put }),
            Self::TopUp(seat, amount) => of_seat(*seat, SeatOrder::TopUp(*amount)),
            Self::SitOut(seat, is_out) => of_seat(*seat, SeatOrder::SitOut(*is_out)),
            Self::Leave(seat) => Command::Remove(*seat),
            Self::Act(seat, action, _) => of_seat(*seat, SeatOrder::Act { turn, action: *action }),
            Self::DrawButton(cards) => Command::DrawButton(cards.clone()),
            Self::Begin => Command::Begin,
            Self::Card(card) => Command::Card(*card),
            Self::Void => Command::Void(VoidReason::Attendant),
            Self::Show(seat) => of_seat(*seat, SeatOrder::Show),
            Self::Muck(seat, is_automatic) => of_seat(*seat, SeatOrder::Muck(*is_automatic)),
            Self::PayHour(seat) => Command::PayHour(*seat),
            Self::Exposed(seat, card) => Command::Exposed { seat: *seat, card: *card },
            Self::Extra(card) => Command::Extra(*card),
            Self::WrongCount(seat) => Command::WrongCount(*seat),
            Self::Boxed(card) => Command::Boxed(*card),
            Self::FlopTakenBack => Command::TakeFlopBack,
            Self::StubShuffled => Command::StubShuffled,
        };
        table.take(&command)
    }
}

impl Given {
    /// Whether it moves the deal on, or money to the house.
    const fn is_of_deal(&self) -> bool {
        self.seat().is_none()
    }

    /// The seat that comes, goes, adds chips, sits out, shows its hand or says how it is mucked.
    const fn seat(&self) -> Option<Seat> {
        match self {
            Self::Join(seat, _)
            | Self::TopUp(seat, _)
            | Self::SitOut(seat, _)
            | Self::Leave(seat)
            | Self::Show(seat)
            | Self::Muck(seat, _) => Some(*seat),
            Self::Act(..)
            | Self::DrawButton(_)
            | Self::PayHour(..)
            | Self::Begin
            | Self::Card(_)
            | Self::Exposed(..)
            | Self::Extra(_)
            | Self::WrongCount(_)
            | Self::Boxed(_)
            | Self::FlopTakenBack
            | Self::StubShuffled
            | Self::Void => None,
        }
    }
}

impl RecordedTable {
    /// A table where nobody sits. `None` where the amounts do not fit the rules of the house.
    #[must_use]
    pub fn new(rules: TableRules) -> Option<Self> {
        PlayerTable::new(rules).map(Self::of)
    }

    fn of(table: PlayerTable) -> Self {
        Self { before: table.clone(), given: Vec::new(), table }
    }

    /// The table as it stands.
    #[must_use]
    pub const fn table(&self) -> &PlayerTable {
        &self.table
    }

    /// Does what the command asks, as [`PlayerTable::take`] does.
    ///
    /// # Errors
    /// The first reason to refuse it; nothing has changed then.
    pub fn take(&mut self, command: &Command) -> Result<Vec<Event>, TableRefusal> {
        let before = (*command == Command::Begin).then(|| self.table.clone());
        let is_full = self.given.len() > GIVEN_MOST && self.table.under_way().is_none();
        let events = self.table.take(command)?;
        if let Some(before) = before {
            self.before = before.without_deal();
            self.given.clear();
        } else if is_full {
            self.forget_deal();
            return Ok(events);
        }
        self.remember(Given::of(command, &events));
        Ok(events)
    }

    /// What has happened since the last deal began, told again in order.
    ///
    /// # Panics
    /// Where what was given once is refused: a fault of this program.
    #[must_use]
    pub fn retold(&self) -> Vec<Retold> {
        let (mut table, mut told) = (self.before.clone(), Vec::new());
        for given in &self.given {
            let street = table.street();
            let events = given.again_to(&mut table).expect("what was given once can be given again");
            let is_own = matches!(given, Given::Act(.., false));
            // After a seat's own action, each further action is made for a player who is leaving.
            let retold = |(nth, event)| {
                let by_default = matches!(event, Event::Acted { .. }) && !(is_own && nth == 0);
                Retold { event, street, by_default }
            };
            told.extend(events.into_iter().enumerate().map(retold));
        }
        told
    }

    /// Keeps what was given. What a seat undoes in the middle of a deal, before that goes on, leaves no trace: a checkpoint would grow with
    /// every visit of a guest and every touch of a button otherwise.
    fn remember(&mut self, given: Given) {
        if self.table.under_way().is_none() || !self.absorb(&given) {
            self.given.push(given);
        }
    }

    /// Whether what is given takes back what the same seat gave since the deal went on last, or adds to it; that is done to it then.
    fn absorb(&mut self, given: &Given) -> bool {
        let lately = self.given.iter().rposition(Given::is_of_deal).map_or(0, |place| place + 1);
        let Some(seat) = given.seat() else { return false };
        let visit = self.given[lately..].iter().rposition(|of| matches!(of, Given::Join(of, _) | Given::Leave(of) if *of == seat));
        let since = lately + visit.unwrap_or(0);
        let last_of = |is_meant: fn(&Given) -> bool, all: &[Given]| {
            let place = all[since..].iter().rposition(|of| of.seat() == Some(seat) && is_meant(of))?;
            Some(since + place)
        };
        match *given {
            Given::Leave(_) if matches!(self.given.get(since), Some(Given::Join(of, _)) if *of == seat) => {
                let of_visit = self.given.split_off(since);
                self.given.extend(of_visit.into_iter().filter(|of| of.seat() != Some(seat)));
                true
            }
            Given::Muck(..) => last_of(|of| matches!(of, Given::Muck(..)), &self.given).map(|place| self.given.remove(place)).is_some(),
            Given::SitOut(..) => last_of(|of| matches!(of, Given::SitOut(..)), &self.given).map(|place| self.given.remove(place)).is_some(),
            Given::TopUp(_, more) => last_of(|of| matches!(of, Given::TopUp(..)), &self.given).is_some_and(|place| {
                let Given::TopUp(_, amount) = &mut self.given[place] else { return false };
                *amount = *amount + more;
                true
            }),
            _ => false,
        }
    }

    /// Plays by other rules from the next deal on; the last one is forgotten. Where they are another house's the button is drawn anew. Whether
    /// it could be done: not in the middle of a deal, and not by rules that do not fit.
    pub fn change_rules(&mut self, rules: TableRules) -> bool {
        if self.table.under_way().is_some() || PlayerTable::new(rules.clone()).is_none() {
            return false;
        }
        // Other rules for mistakes make no other house, nor does a key that only writes out its default.
        let compared = |house: &House| House { mistakes: None, wheel: Some(house.has_wheel()), ..house.clone() };
        if compared(&rules.house) != compared(&self.table.rules.house) {
            self.table.button = Button::NotDrawn;
            self.table.places.iter_mut().flatten().for_each(|place| place.waits = false);
        }
        self.table.rules = rules;
        self.forget_deal();
        true
    }

    fn forget_deal(&mut self) {
        *self = Self::of(self.table.clone().without_deal());
    }
}

impl PlayerTable {
    fn without_deal(mut self) -> Self {
        self.dealing = None;
        self
    }

    /// The table that these made; `None` where they do not fit together.
    fn standing(rules: TableRules, places: Vec<Option<WrittenPlace>>, button: WrittenButton, deals: u64) -> Option<Self> {
        let mut table = Self::new(rules)?;
        let count = places.len();
        for (place, written) in table.places.iter_mut().zip(places) {
            *place = written.map(Place::from);
        }
        (table.button, table.deals) = (button.into(), deals);
        let stacks_fit = table.places.iter().flatten().all(|place| place.stack >= Money::ZERO) && table.total() <= Money::MOST;
        (count == SEATS && stacks_fit).then_some(table)
    }
}

/// A place as it is written.
#[derive(EncodeFields, DecodeFields)]
struct WrittenPlace {
    #[n(0)]
    stack: Money,
    #[n(1)]
    is_out: bool,
    #[n(2)]
    waits: bool,
    #[n(3)]
    is_leaving: bool,
    #[n(4)]
    was_dealt_in: bool,
    #[cbor(default)]
    #[n(5)]
    opens_always: bool,
}

impl From<WrittenPlace> for Place {
    fn from(WrittenPlace { stack, is_out, waits, is_leaving, was_dealt_in, opens_always }: WrittenPlace) -> Self {
        Self { stack, is_out, waits, is_leaving, was_dealt_in, opens_always }
    }
}

impl From<&Place> for WrittenPlace {
    fn from(place: &Place) -> Self {
        let Place { stack, is_out, waits, is_leaving, was_dealt_in, opens_always } = *place;
        Self { stack, is_out, waits, is_leaving, was_dealt_in, opens_always }
    }
}

/// Where the button lies, as it is written.
#[derive(EncodeFields, DecodeFields)]
enum WrittenButton {
    #[n(0)]
    NotDrawn,
    #[n(1)]
    Drawn(#[n(0)] Seat),
    #[n(2)]
    Lay(#[n(0)] Seat, #[n(1)] Option<(Seat, Seat)>),
    #[n(3)]
    Again {
        #[n(0)]
        button: Seat,
        #[n(1)]
        blinds: Option<(Seat, Seat)>,
        #[n(2)]
        players: Vec<Seat>,
        #[n(3)]
        before: Box<WrittenButton>,
        #[n(4)]
        waited: Vec<Seat>,
    },
}

impl From<WrittenButton> for Button {
    fn from(written: WrittenButton) -> Self {
        match written {
            WrittenButton::NotDrawn => Self::NotDrawn,
            WrittenButton::Drawn(button) => Self::Drawn(button),
            WrittenButton::Lay(button, blinds) => Self::Lay(Markers { button, blinds }),
            WrittenButton::Again { button, blinds, players, before, waited } => {
                let next = Next { markers: Markers { button, blinds }, players };
                Self::Again { next, before: Box::new((*before).into()), waited }
            }
        }
    }
}

impl From<&Button> for WrittenButton {
    fn from(button: &Button) -> Self {
        match button {
            Button::NotDrawn => Self::NotDrawn,
            Button::Drawn(button) => Self::Drawn(*button),
            Button::Lay(markers) => Self::Lay(markers.button, markers.blinds),
            Button::Again { next, before, waited } => Self::Again {
                button: next.markers.button,
                blinds: next.markers.blinds,
                players: next.players.clone(),
                before: Box::new((&**before).into()),
                waited: waited.clone(),
            },
        }
    }
}

impl<C> Encode<C> for RecordedTable {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, context: &mut C) -> Result<(), encode::Error<W::Error>> {
        let places: Vec<Option<WrittenPlace>> = self.before.places.iter().map(|place| place.as_ref().map(WrittenPlace::from)).collect();
        e.array(5)?;
        written::text::encode(&self.before.rules, e, context)?;
        places.encode(e, context)?;
        WrittenButton::from(&self.before.button).encode(e, context)?;
        self.before.deals.encode(e, context)?;
        self.given.encode(e, context)
    }
}

impl<'b, C> Decode<'b, C> for RecordedTable {
    fn decode(d: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
        d.array()?;
        let rules: TableRules = written::text::decode(d, context)?;
        let (places, button, deals) = (d.decode_with(context)?, d.decode_with(context)?, d.decode_with(context)?);
        let given: Vec<Given> = d.decode_with(context)?;
        let before = PlayerTable::standing(rules, places, button, deals);
        let before = before.ok_or_else(|| decode::Error::message("no table stands so"))?;
        let mut table = before.clone();
        let again = given.iter().try_for_each(|given| given.again_to(&mut table).map(|_| ()));
        again.map_err(|refusal| decode::Error::message(refusal.to_string()))?;
        Ok(Self { before, given, table })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_of_a_release_that_did_not_mark_what_the_time_decided_can_be_read() {
        let (seat, mut written) = (Seat::all().next().expect("a seat"), Vec::new());
        let mut old = Encoder::new(&mut written);
        old.array(2)
            .and_then(|e| e.u32(4))
            .and_then(|e| e.array(2))
            .and_then(|e| e.encode(seat))
            .and_then(|e| e.encode(Action::Fold))
            .expect("memory");
        assert!(minicbor::decode::<Given>(&written).is_ok_and(|given| given == Given::Act(seat, Action::Fold, false)));
    }
}
