//! The table as it is shown: to a seat with its own cards, to everybody without them (HRB-17).

use alloc::vec::Vec;

use super::table::{Dealing, PlayerTable, Wants};
use crate::games::betting::Offers;
use crate::games::seating::Markers;
use crate::model::{Card, Money, SEATS, Seat};

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
    pub seats: [Option<SeatView>; SEATS],
    /// The cards in the middle.
    pub board: Vec<Card>,
    /// All that was put in.
    pub pot: Money,
    /// Who is asked, and in which turn of the deal.
    pub turn: Option<(Seat, u32)>,
    /// What the seat of these eyes may do, where it is asked.
    pub offers: Option<Offers>,
}

/// One who sits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatView {
    /// What lies before him.
    pub stack: Money,
    /// What he has put into the deal.
    pub put_in: Money,
    /// What of it he has put into this round.
    pub bet: Money,
    /// Whether he sits out.
    pub is_out: bool,
    /// Whether he waits for the big blind.
    pub waits: bool,
    /// Whether he goes when the deal is over.
    pub is_leaving: bool,
    /// Whether he has a hand that can win.
    pub is_live: bool,
    /// His closed cards; a back where these eyes may not see it. None of a hand that was folded.
    pub down: Vec<Option<Card>>,
    /// His open cards.
    pub up: Vec<Card>,
}

impl PlayerTable {
    /// The table as these eyes see it. A hand that was folded is nobody's; after the deal a hand that was not opened stays closed, for its
    /// owner too, whose seat somebody else may have taken.
    #[must_use]
    pub fn view(&self, eyes: Eyes) -> TableView {
        let dealing = self.dealing.as_ref();
        let turn = match self.wants() {
            Wants::Decision(seat, turn) => Some((seat, turn)),
            _ => None,
        };
        let own = |(seat, _): (Seat, u32)| if eyes == Eyes::Seat(seat) { self.under_way()?.hand.offers(seat) } else { None };
        let mut seats = [const { None }; SEATS];
        Seat::all().for_each(|seat| seats[seat.index()] = self.seat_view(seat, eyes));
        TableView {
            deal: self.deals,
            is_under_way: self.under_way().is_some(),
            markers: dealing.map(|dealing| dealing.next.markers),
            seats,
            board: dealing.map_or(Vec::new(), |dealing| dealing.hand.board().to_vec()),
            pot: self.under_way().map_or(Money::ZERO, |dealing| dealing.hand.pot()),
            turn,
            offers: turn.and_then(own),
        }
    }

    fn seat_view(&self, seat: Seat, eyes: Eyes) -> Option<SeatView> {
        let place = self.place(seat)?;
        let mut view = SeatView {
            stack: self.stack(seat)?,
            put_in: self.put_in(seat),
            is_out: place.is_out,
            waits: place.waits,
            is_leaving: place.is_leaving,
            ..SeatView::default()
        };
        let dealing = self.dealing.as_ref().filter(|_| place.was_dealt_in);
        let Some((dealing, player)) = dealing.and_then(|dealing| Some((dealing, dealing.hand.seats()[seat.index()]?))) else {
            return Some(view);
        };
        view.bet = self.under_way().map_or(Money::ZERO, |dealing| dealing.hand.bet(seat));
        view.is_live = player.is_live;
        if player.is_live {
            let is_seen = dealing.is_open(seat) || dealing.shown.is_none() && eyes == Eyes::Seat(seat);
            view.down = player.down.iter().map(|card| is_seen.then_some(*card)).collect();
            view.up = player.up.to_vec();
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
