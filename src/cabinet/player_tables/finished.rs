//! A deal between players that is over, as those who were dealt in may look back at it.
//!
//! Here lives who may see which of its cards: each his own, and those that were opened at the end or shown after it. A hand that was folded or not opened is
//! never another seat's to see (HRB-17).

use alloc::vec::Vec;
use core::fmt;

use minicbor::{Decode, Encode};

use super::{HostedTable, TableContext};
use crate::cabinet::recall::{DEALS, Past, Recalled, keep_last};
use crate::games::player_table::{Event, Retold};
use crate::games::streets::CardTo;
use crate::model::{
    BettingAction, Card, Combination, DealEnd, Money, PastCards, PastHand, PastPart, PastPlay, PastStack, PastWager, PlayedAs, Seat,
    TableNumber, Timestamp,
};

/// A deal that is over.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub(in crate::cabinet) struct FinishedHand {
    #[n(0)]
    table: TableNumber,
    #[n(1)]
    deal: u64,
    #[n(2)]
    played: PlayedAs,
    #[n(3)]
    began_at: Timestamp,
    #[n(4)]
    ended_at: Timestamp,
    /// Who was dealt in, in the order of the seats.
    #[n(5)]
    players: Vec<Player>,
    #[n(6)]
    board: Vec<Card>,
    /// What everybody was made to put in or did, in order.
    #[n(7)]
    course: Vec<PastWager>,
    #[n(8)]
    end: DealEnd,
    /// The plays before the last one, where it was played again (TPAM-8). A deal that an older release kept has none.
    #[cbor(default)]
    #[n(9)]
    earlier: Vec<Play>,
}

/// The cards of a play that was played again.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
struct Play {
    #[n(0)]
    board: Vec<Card>,
    #[n(1)]
    players: Vec<Player>,
}

impl Play {
    fn seen_by(&self, eyes: Option<Seat>) -> PastPlay {
        PastPlay { board: self.board.clone(), shown: opened(&self.players), hands: seen_by(&self.players, eyes) }
    }
}

/// Whose closed cards lay open at the end.
fn opened(players: &[Player]) -> Vec<Seat> {
    players.iter().filter(|player| player.is_open).map(|player| player.seat).collect()
}

/// The hands for the eyes of this seat, or of everybody.
fn seen_by(players: &[Player], eyes: Option<Seat>) -> Vec<PastCards> {
    players.iter().map(|player| player.seen_by(eyes)).collect()
}

/// Says no card.
impl fmt::Debug for FinishedHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FinishedHand").field("table", &self.table).field("deal", &self.deal).finish_non_exhaustive()
    }
}

/// One who was dealt in.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
struct Player {
    #[n(0)]
    seat: Seat,
    /// What lay before him when the deal began.
    #[n(1)]
    brought: Money,
    #[n(2)]
    put_in: Money,
    #[n(3)]
    returned: Money,
    #[n(4)]
    down: Vec<Card>,
    #[n(5)]
    up: Vec<Card>,
    /// Whether his hand could win to the end.
    #[n(6)]
    is_live: bool,
    /// Whether his closed cards lay open at the end.
    #[n(7)]
    is_open: bool,
    #[n(8)]
    combination: Option<Combination>,
    /// Whether he has left the table since: who looks from his seat now may be another one.
    #[n(9)]
    has_left: bool,
    /// How many closed cards he had that are not kept, because not everybody has seen them. An older release kept all.
    #[cbor(default)]
    #[n(10)]
    backs: u8,
}

impl Player {
    const fn new(seat: Seat, brought: Money) -> Self {
        Self {
            seat,
            brought,
            put_in: Money::ZERO,
            returned: Money::ZERO,
            down: Vec::new(),
            up: Vec::new(),
            is_live: true,
            is_open: false,
            combination: None,
            has_left: false,
            backs: 0,
        }
    }

    const fn stack(&self) -> PastStack {
        PastStack { brought: self.brought, part: PastPart { seat: self.seat, put_in: self.put_in, returned: self.returned } }
    }

    /// Takes out the cards that not everybody has seen, and what told who else may see them.
    fn close(&mut self) {
        self.has_left = false;
        if !self.is_live {
            self.up.clear();
        }
        if !self.is_live || !self.is_open {
            self.backs = self.backs.saturating_add(u8::try_from(self.down.len()).unwrap_or(u8::MAX));
            self.down.clear();
        }
        self.combination = self.combination.filter(|_| self.is_open);
    }

    /// His hand for the eyes of this seat, or of everybody.
    fn seen_by(&self, eyes: Option<Seat>) -> PastCards {
        let is_own = Some(self.seat) == eyes && !self.has_left;
        let (lies, is_seen) = (self.is_live || is_own, self.is_open || is_own);
        let cards = self.down.iter().map(|card| is_seen.then_some(*card));
        let down = cards.chain((0..self.backs).map(|_| None)).filter(|_| lies).collect();
        PastCards {
            seat: self.seat,
            is_live: self.is_live,
            down,
            up: self.up.iter().filter(|_| lies).copied().collect(),
            combination: self.combination.filter(|_| is_seen),
        }
    }
}

impl FinishedHand {
    pub(in crate::cabinet) const fn table(&self) -> TableNumber {
        self.table
    }

    pub(in crate::cabinet) const fn deal(&self) -> u64 {
        self.deal
    }

    /// Takes in what happened.
    fn take(&mut self, told: Retold) {
        let street = u8::try_from(told.street).ok();
        match told.event {
            Event::Began { deal, players, .. } => {
                self.deal = deal;
                self.players = players.into_iter().map(|(seat, brought)| Player::new(seat, brought)).collect();
                self.players.sort_by_key(|player| player.seat.index());
            }
            Event::Posted { seat, amount } => self.put_in(PastWager { seat, action: None, paid: amount, by_default: false, street }),
            Event::Acted { seat, action, paid } => {
                self.put_in(PastWager { seat, action: Some(action), paid, by_default: told.by_default, street });
                if action == BettingAction::Fold {
                    self.player(seat).is_live = false;
                }
                // What was given back is nobody's.
                if let Some(cards) = action.cards() {
                    let mut place = 0..;
                    self.player(seat).down.retain(|_| place.next().is_some_and(|place| !cards.has(place)));
                }
            }
            Event::Killed { seat } | Event::Spoilt { seat } => self.player(seat).is_live = false,
            Event::Exposed { seat, place, stays } => {
                let player = self.player(seat);
                let card = player.down.remove(place.into());
                player.up.extend(stays.then_some(card));
            }
            Event::Boxed { card } => self.take_out(card),
            Event::FlopTakenBack => self.board.clear(),
            Event::PlaysAgain { seats, shown } => self.play_again(&seats, &shown),
            Event::Dealt { to, card } => self.deal_to(to, card.card()),
            Event::Settled { settlement, shown } => {
                self.players.iter_mut().for_each(|player| player.returned = settlement.returns[player.seat.index()]);
                shown.into_iter().for_each(|seat| self.player(seat).is_open = true);
            }
            Event::Voided { back, .. } => back.into_iter().for_each(|(seat, amount)| self.player(seat).returned = amount),
            Event::Joined { .. }
            | Event::ToppedUp { .. }
            | Event::SatOut { .. }
            | Event::IsLeaving { .. }
            | Event::Left { .. }
            | Event::ButtonDrawn { .. }
            | Event::HourPaid { .. }
            | Event::Extra { .. }
            | Event::StubShuffled
            | Event::Showed { .. }
            | Event::MucksSet { .. } => {}
        }
    }

    /// The cards of the play are gathered in.
    fn play_again(&mut self, seats: &[Seat], shown: &[(Seat, Option<Combination>)]) {
        let mut play = Play { board: core::mem::take(&mut self.board), players: self.players.clone() };
        for player in &mut play.players {
            let made = shown.iter().find(|(seat, _)| *seat == player.seat).map(|(_, made)| *made);
            (player.is_open, player.combination) = (made.is_some(), made.flatten());
        }
        self.earlier.push(play);
        for player in &mut self.players {
            player.down.clear();
            player.up.clear();
            player.is_live = seats.contains(&player.seat);
        }
    }

    /// A card that lay face up in the pack is no card of the deal.
    fn take_out(&mut self, card: Card) {
        let hands = self.players.iter_mut().flat_map(|player| [&mut player.down, &mut player.up]);
        hands.chain([&mut self.board]).for_each(|cards| cards.retain(|other| *other != card));
    }

    fn put_in(&mut self, wager: PastWager) {
        let player = self.player(wager.seat);
        player.put_in = player.put_in + wager.paid;
        self.course.push(wager);
    }

    fn deal_to(&mut self, to: CardTo, card: Option<Card>) {
        match to {
            CardTo::Burn => {}
            CardTo::Board => self.board.extend(card),
            CardTo::Down(seat) => self.player(seat).down.extend(card),
            CardTo::Up(seat) => self.player(seat).up.extend(card),
        }
    }

    fn player(&mut self, seat: Seat) -> &mut Player {
        self.players.iter_mut().find(|player| player.seat == seat).expect("who is told of was dealt in")
    }

    /// Whether a hand of the seat is still its player's to look at.
    fn is_open_to(&self, seat: Seat) -> bool {
        self.players.iter().any(|player| player.seat == seat && !player.has_left)
    }
}

impl Past for FinishedHand {
    type View = PastHand;
    /// A deal between players is theirs: officials have the books.
    type Whole = ();

    fn whole(&self) {}

    fn part_of(&self, seat: Seat) -> Option<PastHand> {
        self.has_dealt_to(seat).then(|| self.seen_by(Some(seat)))
    }
}

impl FinishedHand {
    /// The deal with the cards that everybody has seen, where this seat was dealt in: of a dispute the house sees no more, or it could look into
    /// any hand by opening one.
    pub(in crate::cabinet) fn disputed_by(&self, seat: Seat) -> Option<PastHand> {
        self.has_dealt_to(seat).then(|| self.seen_by(None))
    }

    /// The same deal, which holds the cards alone that everybody has seen.
    pub(in crate::cabinet) fn closed(mut self) -> Self {
        self.earlier.iter_mut().flat_map(|play| &mut play.players).chain(&mut self.players).for_each(Player::close);
        self
    }

    fn has_dealt_to(&self, seat: Seat) -> bool {
        self.players.iter().any(|player| player.seat == seat)
    }

    /// The deal for the eyes of this seat, or of everybody.
    pub(in crate::cabinet) fn seen_by(&self, eyes: Option<Seat>) -> PastHand {
        PastHand {
            table: self.table,
            deal: self.deal,
            played: Some(self.played.clone()),
            began_at: self.began_at,
            ended_at: self.ended_at,
            stacks: self.players.iter().map(Player::stack).collect(),
            course: self.course.clone(),
            shown: opened(&self.players),
            end: Some(self.end.clone()),
            board: self.board.clone(),
            hands: seen_by(&self.players, eyes),
            earlier: self.earlier.iter().map(|play| play.seen_by(eyes)).collect(),
        }
    }
}

impl HostedTable {
    /// This deal, where it is one of the last.
    pub(in crate::cabinet) fn finished_hand(&self, deal: u64) -> Option<&FinishedHand> {
        self.finished.iter().map(Recalled::past).find(|hand| hand.deal == deal)
    }

    /// The deal has ended so.
    pub(super) fn finish(&mut self, end: DealEnd, context: &TableContext<'_>) {
        let shown = |at| context.clock_offset.shown(at);
        let mut hand = FinishedHand {
            table: self.number,
            deal: self.table().deal_number(),
            played: self.terms.played_as(),
            began_at: shown(self.opened_at),
            ended_at: shown(context.at),
            players: Vec::new(),
            board: Vec::new(),
            course: Vec::new(),
            end: end.clone(),
            earlier: Vec::new(),
        };
        self.recorded.retold().into_iter().for_each(|told| hand.take(told));
        hand.players.iter_mut().for_each(|player| player.combination = self.table().combination(player.seat));
        keep_last(&mut self.finished, Recalled::new(hand), DEALS);
        self.ended = Some(end);
    }

    /// The seat has shown its hand of the last deal: from now on everybody who was dealt in sees it.
    pub(super) fn open_hand_of(&mut self, seat: Seat) {
        if let Some(finished) = self.finished.last_mut() {
            let mut hand = finished.past().clone();
            hand.player(seat).is_open = true;
            *finished = Recalled::new(hand);
        }
    }

    /// The seat is free: the closed cards that its player had are not for who comes after him.
    pub(super) fn close_hands_of(&mut self, seat: Seat) {
        for finished in self.finished.iter_mut().filter(|finished| finished.past().is_open_to(seat)) {
            let mut hand = finished.past().clone();
            let players = hand.earlier.iter_mut().flat_map(|play| &mut play.players).chain(&mut hand.players);
            players.filter(|player| player.seat == seat).for_each(|player| player.has_left = true);
            *finished = Recalled::new(hand);
        }
    }
}
