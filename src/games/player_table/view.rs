//! The table as it is shown: to a seat with its own cards, to everybody without them (HRB-17).

use alloc::vec::Vec;

use super::table::{Dealing, PlayerTable, Wants};
use crate::games::betting::{Offers, Pot};
use crate::games::seating::Markers;
use crate::model::{Card, Money, PlaceView, SEATS, Seat, Span};

pub use crate::model::Eyes;

/// The table as these eyes see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableView {
    /// The number of the deal, under way or the last one.
    pub deal: u64,
    /// Whether it is under way.
    pub is_under_way: bool,
    /// Where the button and the blinds are in it.
    pub markers: Option<Markers>,
    /// Who sits, by the seat's place.
    pub seats: [Option<PlaceView>; SEATS],
    /// The cards in the middle.
    pub board: Vec<Card>,
    /// All that was put in.
    pub pot: Money,
    /// What lies in the pots, the main pot first, without what was put in in this round.
    pub pots: Vec<Pot>,
    /// What who stays must have put in in the betting round that is open; zero where none is.
    pub price: Money,
    /// Who is asked, and in which turn of the deal.
    pub turn: Option<(Seat, u32)>,
    /// How often the deal has been played again (TPAM-8).
    pub replays: u16,
    /// Whether the owners of equal hands are asked whether they divide the bank.
    pub is_dividing: bool,
    /// The closed cards that the dealer has shown by mistake and that are out of the deal.
    pub shown_by_mistake: Vec<Card>,
    /// What the seat of these eyes may do, where it is asked.
    pub offers: Option<Offers>,
}

impl PlayerTable {
    /// The table as these eyes see it. Nobody sees a folded hand; after the deal a hand that was not opened stays closed, for its
    /// owner too, whose seat another player may have taken.
    #[must_use]
    pub fn view(&self, eyes: Eyes) -> TableView {
        let dealing = self.dealing.as_ref();
        let turn = match self.wants() {
            Wants::Decision(seat, turn) => Some((seat, turn)),
            _ => None,
        };
        TableView {
            deal: self.deals,
            is_under_way: self.under_way().is_some(),
            markers: dealing.map(|dealing| dealing.next.markers),
            seats: self.places(eyes),
            board: dealing.map_or(Vec::new(), |dealing| dealing.hand.board().to_vec()),
            pot: self.under_way().map_or(Money::ZERO, |dealing| dealing.hand.pot()),
            pots: self.under_way().map_or(Vec::new(), |dealing| dealing.hand.pots()),
            price: self.under_way().map_or(Money::ZERO, |dealing| dealing.hand.price()),
            turn,
            replays: dealing.map_or(0, |dealing| dealing.hand.replays()),
            is_dividing: self.under_way().is_some_and(|dealing| dealing.hand.is_dividing()),
            shown_by_mistake: dealing.map_or(Vec::new(), |dealing| dealing.hand.shown_by_mistake().to_vec()),
            offers: self.offers(eyes),
        }
    }

    /// Who sits, by the seat's place, as these eyes see him. What he did last, and whether he is absent, is not known here.
    #[must_use]
    pub fn places(&self, eyes: Eyes) -> [Option<PlaceView>; SEATS] {
        let mut places = [const { None }; SEATS];
        Seat::all().for_each(|seat| places[seat.index()] = self.place_view(seat, eyes));
        places
    }

    /// What the seat of these eyes may do, where it is asked.
    #[must_use]
    pub fn offers(&self, eyes: Eyes) -> Option<Offers> {
        match self.wants() {
            Wants::Decision(seat, _) if eyes == Eyes::Seat(seat) => self.under_way()?.hand.offers(seat),
            _ => None,
        }
    }

    fn place_view(&self, seat: Seat, eyes: Eyes) -> Option<PlaceView> {
        let place = self.place(seat)?;
        let mut view = PlaceView {
            seat,
            stack: self.stack(seat)?,
            put_in: self.put_in(seat),
            bet: Money::ZERO,
            is_out: place.is_out,
            is_absent: false,
            waits: self.is_waiting(place),
            is_leaving: place.is_leaving,
            is_live: false,
            down: Vec::new(),
            up: Vec::new(),
            has_stopped: false,
            usable: None,
            bought: 0,
            combination: None,
            acted: None,
            time_bank: Span::ZERO,
        };
        let dealing = self.dealing.as_ref().filter(|_| place.was_dealt_in);
        let Some((dealing, player)) = dealing.and_then(|dealing| Some((dealing, dealing.hand.seats()[seat.index()]?))) else {
            return Some(view);
        };
        view.bet = self.under_way().map_or(Money::ZERO, |dealing| dealing.hand.bet(seat));
        view.is_live = player.is_live;
        if player.is_live {
            let is_seen = dealing.is_open(seat) || dealing.shown.is_none() && eyes == Eyes::Seat(seat);
            let lies_open = dealing.hand.open_place(seat).filter(|_| dealing.shown.is_none());
            let seen = |(place, card): (usize, &Card)| (is_seen || lies_open == Some(place)).then_some(*card);
            view.down = player.down.iter().enumerate().map(seen).collect();
            view.up = player.up.to_vec();
            view.has_stopped = player.has_stopped;
            view.bought = player.bought;
            view.usable = self.rules.house.variant.trades().then(|| dealing.hand.usable(seat).to_vec());
            view.combination = dealing.hand.combination(seat).filter(|_| is_seen);
        }
        Some(view)
    }
}

impl Dealing {
    /// Whether the closed cards of the seat lie open.
    fn is_open(&self, seat: Seat) -> bool {
        match &self.shown {
            Some(shown) => shown.contains(&seat),
            None => self.hand.shown().contains(&seat),
        }
    }
}
