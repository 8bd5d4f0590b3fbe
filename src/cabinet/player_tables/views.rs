//! What may be seen of a table between players: by everybody, and by one seat with its own cards (HRB-17).

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use super::HostedTable;
use crate::cabinet::kept::Shown;
use crate::cabinet::wall::show_by_wall_clock;
use crate::games::player_table::Wants;
use crate::model::{
    ClockOffset, Eyes, PlaceView, PlayerTablePhase, PlayerTableView, SEATS, Seat, SeatPlayerTableView, TableAmounts, TableConditions,
    TableNumber,
};

impl Shown for HostedTable {
    type Public = PlayerTableView;
    type Own = SeatPlayerTableView;

    fn number(&self) -> TableNumber {
        self.number
    }

    fn view(&self, offset: ClockOffset) -> PlayerTableView {
        let seen = self.table().view(Eyes::Public);
        let TableConditions { buy_in_least, buy_in_most, seats_most } = self.conditions();
        let (mut hold, mut faults) = (self.hold_view(), self.lifecycle.holds.fault_views());
        let running = self.lifecycle.running;
        let (mut began_at, mut ends_at) = (running.map(|running| running.began_at), running.map(|running| running.ends_at));
        show_by_wall_clock(offset, [&mut began_at, &mut ends_at], &mut hold, &mut faults);
        PlayerTableView {
            table: self.number,
            name: self.terms.name.clone(),
            game: self.terms.game().to_owned(),
            rules_name: self.terms.rules_name.clone(),
            rules_sha256: self.terms.rules_sha256,
            limit: self.terms.limit(),
            amounts: TableAmounts { buy_in_least, buy_in_most, ..self.terms.amounts() },
            fee: self.terms.fee(),
            lets_stop: self.terms.rules.house.variant.lets_stop(),
            trades: self.terms.rules.house.variant.trades(),
            exchanges: self.terms.rules.house.variant.exchanges(),
            asks_to_divide: self.terms.rules.house.equal_hands.is_some(),
            has_wheel: self.terms.rules.house.has_wheel(),
            time_folds: self.terms.rules.house.betting.time_folds(),
            is_opened_by_seats: self.terms.opened_by_seat.is_some(),
            opened_by: self.opened_by(),
            is_dealt_by_hand: self.terms.is_dealt_by_hand,
            offers_free_fold: self.terms.offers_free_fold,
            seats_most,
            deal: seen.deal,
            replays: seen.replays,
            is_dividing: seen.is_dividing,
            phase: self.phase(),
            began_at,
            ends_at,
            button: seen.markers.map(|markers| markers.button),
            blinds: seen.markers.and_then(|markers| markers.blinds),
            places: self.with_actions(seen.seats),
            board: seen.board,
            pots: seen.pots,
            price: seen.price,
            turn: seen.turn,
            is_on_time_bank: self.time_banks.drawing().is_some(),
            drawn: self.drawn.clone(),
            card_to: self.next_card(),
            shown_by_mistake: seen.shown_by_mistake,
            ended: self.ended.clone(),
            hold,
            faults,
        }
    }

    fn seat_view(&self, seat: Seat, offset: ClockOffset) -> SeatPlayerTableView {
        let eyes = Eyes::Seat(seat);
        let offers = self.table().offers(eyes).filter(|_| !self.lifecycle.holds.is_held());
        let hands = self.finished.iter().rev().filter_map(|finished| finished.part_of(seat)).collect();
        SeatPlayerTableView {
            table: self.number,
            places: self.with_actions(self.table().places(eyes)),
            offers,
            may_show: self.may_show(seat) && !self.lifecycle.holds.is_held(),
            paid_until: self.hours.paid_until(seat).map(|until| offset.shown(until)),
            mucks: self.table().stack(seat).map(|_| self.table().mucks(seat)),
            hands,
        }
    }
}

impl HostedTable {
    fn phase(&self) -> PlayerTablePhase {
        if self.lifecycle.holds.is_held() {
            return PlayerTablePhase::Held;
        }
        match self.table().wants() {
            Wants::Players if self.is_closed() => PlayerTablePhase::Closed,
            Wants::Players => PlayerTablePhase::Waiting,
            Wants::Card(_) if self.pack.is_none() => PlayerTablePhase::Shuffling,
            Wants::Card(_) | Wants::Decision(..) => PlayerTablePhase::Dealing,
            Wants::Shuffle => PlayerTablePhase::ShufflingStub,
            Wants::Draw | Wants::Begin if !self.is_ready => PlayerTablePhase::Pause,
            Wants::Draw | Wants::Begin if self.pack.is_none() => PlayerTablePhase::Shuffling,
            Wants::Draw => PlayerTablePhase::Drawing,
            Wants::Begin => PlayerTablePhase::Dealing,
        }
    }

    /// Who sits, with what each did last in the deal under way, and who is absent.
    fn with_actions(&self, places: [Option<PlaceView>; SEATS]) -> Vec<PlaceView> {
        let acted = |seat: Seat| self.acted.iter().find(|(other, _)| *other == seat && self.is_dealing()).map(|(_, action)| *action);
        let seen = |place: PlaceView| PlaceView {
            acted: acted(place.seat),
            time_bank: self.time_banks.left(place.seat),
            is_absent: self.absence.is_absent(place.seat),
            ..place
        };
        places.into_iter().flatten().map(seen).collect()
    }
}
