//! The JSON of one state of the views, made once and shared by everybody who watches.
//!
//! What has not changed since the edition before is not written again, and not told again. Here never lives a choice of who may see
//! what: a reader's eyes are checked before they reach an edition.

use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::dto::{
    Cabinet, ClosedShift, Dispute, LiveChange, Official, PlayedHand, PlayerTable, Round, Rules, SeatPlayerTable, SeatState, SeatTable,
    Table, TableDeal,
};
use super::sheet::{Sent, Sheet, Text};
use super::shelf::Shelf;
use crate::access::hexadecimal;
use crate::desk::Views;
use crate::model::{
    DealRecall, DisputeView, PastHand, PlayerTableView, RoundRecall, SEATS, Seat, SeatPlayerTableView, SeatTableView, SeatView,
    ShiftReport, TableNumber, Timestamp,
};

/// Whose eyes look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Eyes {
    /// Everybody's.
    Public,
    /// Those of a seat.
    Seat(Seat),
    /// Those of an attendant who looks at a seat: everything of it but the cards that only its player may see.
    OverSeat(Seat),
    /// Those of officials.
    Officials,
}

/// One state of the views with its JSON.
pub(super) struct Edition {
    /// The views.
    pub(super) views: Arc<Views>,
    /// The number of this edition: the next is one more.
    number: u64,
    /// When the edition was made.
    made_at: Timestamp,
    /// Card tables that were written.
    tables: Shelf<Arc<Sheet>>,
    /// Rules, rounds, deals, shifts and disputes that were written.
    texts: Shelf<Text>,
    /// What everybody sees, without the moment of sending.
    cabinet: Arc<Sheet>,
    /// What these eyes see beyond that.
    own: [OnceLock<Arc<Sheet>>; LOOKS],
    /// The messages for those who were told of the edition before, by eyes.
    messages: [OnceLock<Utf8Bytes>; LOOKS],
    /// What names exactly this state, by eyes.
    tags: [OnceLock<String>; LOOKS],
}

/// What somebody was told last.
pub(super) struct LastSent {
    edition: u64,
    cabinet: Arc<Sheet>,
    own: Option<Arc<Sheet>>,
}

/// How many kinds of eyes see something of their own.
const LOOKS: usize = SEATS * 2 + 2;

impl Eyes {
    const fn place(self) -> usize {
        match self {
            Self::Seat(seat) => seat.index(),
            Self::OverSeat(seat) => SEATS + seat.index(),
            Self::Public => SEATS * 2,
            Self::Officials => SEATS * 2 + 1,
        }
    }

    /// What of two things behind the keys `seat` and `official` these eyes are told.
    fn split<T>(self, own: Option<T>) -> (Option<T>, Option<T>) {
        if self == Self::Officials { (None, own) } else { (own, None) }
    }
}

impl Edition {
    /// The edition of these views of a cabinet that is a `demo` or not, made at `now`, after the `former` one.
    pub(super) fn new(views: Arc<Views>, demo: bool, now: Timestamp, former: Option<&Self>) -> Self {
        let number = former.map_or(1, |former| former.number + 1);
        let tables = Shelf::after(former.map(|former| &former.tables), number);
        let texts = Shelf::after(former.map(|former| &former.texts), number);
        let cabinet = Arc::new(cabinet(&views, demo, &tables, &texts));
        let (own, messages, tags) = Default::default();
        Self { views, number, made_at: now, tables, texts, cabinet, own, messages, tags }
    }

    /// The cabinet as JSON, sent at `now`.
    pub(super) fn cabinet(&self, now: Timestamp) -> String {
        json(&self.sent(now))
    }

    /// What these eyes see beyond what everybody sees.
    pub(super) fn own(&self, eyes: Eyes) -> Option<Arc<Sheet>> {
        let write = || match eyes {
            Eyes::Public => None,
            Eyes::Seat(seat) => Some(self.seat(seat, true)),
            Eyes::OverSeat(seat) => Some(self.seat(seat, false)),
            Eyes::Officials => Some(self.official()),
        };
        let own = &self.own[eyes.place()];
        own.get().cloned().or_else(|| write().map(|sheet| own.get_or_init(|| Arc::new(sheet)).clone()))
    }

    /// What these eyes may see as JSON, sent at `now`: `{"cabinet":…}`, with `"seat"` or `"official"` where they see more.
    pub(super) fn frame(&self, eyes: Eyes, now: Timestamp) -> String {
        self.page(eyes, now, None)
    }

    /// The first message of a WebSocket: the whole frame, with the edition's number.
    pub(super) fn whole(&self, eyes: Eyes, now: Timestamp) -> String {
        self.page(eyes, now, Some(self.number))
    }

    /// What somebody with these eyes knows who was told of this edition.
    pub(super) fn told(&self, eyes: Eyes) -> LastSent {
        LastSent { edition: self.number, cabinet: self.cabinet.clone(), own: self.own(eyes) }
    }

    /// The message that tells these eyes what has changed since they were `told` something; `None` where that was this edition. All who
    /// were told of the edition before get the same bytes; who is behind gets what has changed in all.
    pub(super) fn news(&self, eyes: Eyes, told: &LastSent) -> Option<Utf8Bytes> {
        let message = || Utf8Bytes::from(self.change(eyes, told));
        if told.edition == self.number {
            return None;
        }
        let is_next = told.edition + 1 == self.number;
        Some(if is_next { self.messages[eyes.place()].get_or_init(message).clone() } else { message() })
    }

    /// The entity tag of what these eyes see. It is made of everything that is shown but the time: what is shown may change where no
    /// input has come, as it does when the journal has no room.
    pub(super) fn tag(&self, eyes: Eyes) -> &str {
        self.tags[eyes.place()].get_or_init(|| {
            let digest = Sha256::digest(self.frame(eyes, Timestamp::default()));
            format!("\"{}-{}\"", self.views.cabinet.number, hexadecimal(&digest[..8]))
        })
    }

    fn sent(&self, now: Timestamp) -> Sent<'_> {
        Sent { now: now.microseconds(), sheet: &self.cabinet }
    }

    fn page(&self, eyes: Eyes, now: Timestamp, edition: Option<u64>) -> String {
        let (seat, official) = eyes.split(self.own(eyes));
        json(&Page { edition, cabinet: self.sent(now), seat: seat.as_deref(), official: official.as_deref() })
    }

    fn change(&self, eyes: Eyes, told: &LastSent) -> String {
        let mut cabinet = self.cabinet.since(&told.cabinet);
        cabinet.set.insert(0, ("now".into(), Text::of(&self.made_at.microseconds())));
        let own = self.own(eyes);
        let own = own.as_ref().zip(told.own.as_ref()).map(|(own, told)| own.since(told));
        let (seat, official) = eyes.split(own);
        json(&LiveChange { edition: self.number, after: told.edition, cabinet, seat, official })
    }

    fn seat(&self, seat: Seat, is_open: bool) -> Sheet {
        let view = &self.views.seats[seat.index()];
        let mut tables = if is_open { self.open_tables(view) } else { self.closed_tables(view) };
        tables.retain(|(table, _)| TableNumber(*table).owner().is_none_or(|owner| owner == seat));
        let machines = self.machines(|owner| owner == seat);
        let sheet = Sheet::of(&SeatState::new(view, |round| self.round(round), machines));
        sheet.with_tables("tables", tables).with_tables("player_tables", self.between_players(view, is_open))
    }

    /// What everybody who may look at these seats' machines sees of them.
    fn machines(&self, is_meant: impl Fn(Seat) -> bool) -> Vec<Text> {
        let machines = self.views.cabinet.tables.iter().filter(|table| table.table.owner().is_some_and(&is_meant));
        machines.map(|table| self.texts.written(table, |table| Text::of(&Table::from(table)))).collect()
    }

    /// The card tables for the eyes of the seat's own player. Whether a choice is affordable depends on the credit: only a table without
    /// choices is the same as long as its view is.
    fn open_tables(&self, view: &SeatView) -> Vec<(u8, Arc<Sheet>)> {
        let write = |table: &SeatTableView| Arc::new(Sheet::of(&SeatTable::open(table, view.credit, |deal| self.deal(deal))));
        let one = |table: &Arc<SeatTableView>| if table.offers.is_empty() { self.tables.written(table, write) } else { write(table) };
        view.tables.iter().map(|table| (table.table.0, one(table))).collect()
    }

    fn closed_tables(&self, view: &SeatView) -> Vec<(u8, Arc<Sheet>)> {
        let tables = view.tables.iter().zip(&self.views.cabinet.tables);
        tables.map(|(table, public)| (table.table.0, Arc::new(Sheet::of(&SeatTable::closed(table, public))))).collect()
    }

    /// The tables between players for the eyes of the seat's own player, or of an attendant who looks at the seat.
    fn between_players(&self, view: &SeatView, is_open: bool) -> Vec<(u8, Arc<Sheet>)> {
        let write = |table: &SeatPlayerTableView| Arc::new(Sheet::of(&SeatPlayerTable::open(table, |hand| self.hand(hand))));
        let open = |table: &Arc<_>| self.tables.written(table, write);
        let closed = |public: &PlayerTableView| Arc::new(Sheet::of(&SeatPlayerTable::closed(public)));
        let tables = view.player_tables.iter().zip(&self.views.cabinet.player_tables);
        tables.map(|(own, public)| (own.table.0, if is_open { open(own) } else { closed(public) })).collect()
    }

    fn official(&self) -> Sheet {
        let machines = self.machines(|_| true);
        Sheet::of(&Official::new(
            &self.views.official,
            |round| self.round(round),
            |deal| self.deal(deal),
            |shift| self.shift(shift),
            |dispute| self.dispute(dispute),
            machines,
        ))
    }

    fn round(&self, round: &Arc<RoundRecall>) -> Text {
        self.texts.written(round, |round| Text::of(&Round::from(round)))
    }

    fn deal(&self, deal: &Arc<DealRecall>) -> Text {
        self.texts.written(deal, |deal| Text::of(&TableDeal::from(deal)))
    }

    fn hand(&self, hand: &Arc<PastHand>) -> Text {
        self.texts.written(hand, |hand| Text::of(&PlayedHand::from(hand)))
    }

    fn shift(&self, shift: &Arc<ShiftReport>) -> Text {
        self.texts.written(shift, |shift| Text::of(&ClosedShift::from(shift)))
    }

    fn dispute(&self, dispute: &Arc<DisputeView>) -> Text {
        self.texts.written(dispute, |dispute| Text::of(&Dispute::from(dispute)))
    }
}

fn cabinet(views: &Views, demo: bool, tables: &Shelf<Arc<Sheet>>, texts: &Shelf<Text>) -> Sheet {
    let view = &views.cabinet;
    let rules = texts.written(&view.rules, |rules| Text::of(&Rules::from(rules)));
    let shared = view.tables.iter().filter(|table| table.table.owner().is_none());
    let table = |table: &Arc<_>| tables.written(table, |table| Arc::new(Sheet::of(&Table::from(table))));
    let of_cards = shared.map(|view| (view.table.0, table(view))).collect();
    let table = |table: &Arc<_>| tables.written(table, |table| Arc::new(Sheet::of(&PlayerTable::from(table))));
    let between_players = view.player_tables.iter().map(|view| (view.table.0, table(view))).collect();
    Sheet::of(&Cabinet::new(view, demo, rules)).with_tables("tables", of_cards).with_tables("player_tables", between_players)
}

/// What these eyes see, as it is sent.
#[derive(Serialize)]
struct Page<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    edition: Option<u64>,
    cabinet: Sent<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<&'a Sheet>,
    #[serde(skip_serializing_if = "Option::is_none")]
    official: Option<&'a Sheet>,
}

/// The JSON of a value that is made of strings, numbers and lists only.
pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is made of strings, numbers and lists can always be written as JSON")
}
