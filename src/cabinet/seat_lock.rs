//! Locked seats: one that an attendant has locked, until he unlocks it, one that waits for a hand pay, until it is paid, and one whose player has to
//! confirm something or to stop for his own protection (see `play_session`).
//!
//! A locked seat brings no more money into play, and what lies already is played to its end. But for one that waits for a hand pay it takes part in no
//! more deals between players: it sits out from the end of the deal under way until its player comes back after the lock.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::Cabinet;
use super::dispute::check_note;
use crate::model::{Fact, Order, PlayerTableOrder, Refusal, Seat, SeatLock, TableOrder};

/// The locks of attendants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct SeatLocks {
    /// Longest first, one of each seat at most.
    #[n(0)]
    standing: Vec<SeatLock>,
}

impl SeatLocks {
    /// Those that stand, longest first.
    pub(super) fn standing(&self) -> &[SeatLock] {
        &self.standing
    }

    /// Whether an attendant has locked this seat.
    pub(super) fn has(&self, seat: Seat) -> bool {
        self.standing.iter().any(|lock| lock.seat == seat)
    }
}

impl Cabinet {
    /// A locked seat brings no more money into play, and takes part in nothing new but where it only waits for a hand pay.
    pub(super) fn check_unlocked(&self, seat: Seat, order: &Order) -> Result<(), Refusal> {
        if let Some(refusal) = self.locked_by(seat)
            && (brings_money(order) || takes_part_anew(order))
        {
            return Err(refusal);
        }
        if brings_money(order) && self.hand_pays.locks(seat) { Err(Refusal::HandPayWaits) } else { Ok(()) }
    }

    /// Why the seat takes part in nothing new: an attendant has locked it, or its player has to confirm something or to stop.
    fn locked_by(&self, seat: Seat) -> Option<Refusal> {
        if self.seat_locks.has(seat) { Some(Refusal::SeatLocked) } else { self.protected(seat) }
    }

    pub(super) fn lock_seat(&mut self, name: &str, seat: Seat, reason: &str, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        if self.seat_locks.has(seat) {
            return Err(Refusal::SeatLocked);
        }
        check_note(reason)?;
        let since = self.clock_offset().shown(self.at);
        self.seat_locks.standing.push(SeatLock { seat, by: name.to_owned(), reason: reason.to_owned(), since });
        facts.push(Fact::SeatLocked { seat });
        Ok(())
    }

    pub(super) fn unlock_seat(&mut self, seat: Seat, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        let place = self.seat_locks.standing.iter().position(|lock| lock.seat == seat).ok_or(Refusal::SeatNotLocked)?;
        self.seat_locks.standing.remove(place);
        facts.push(Fact::SeatUnlocked { seat });
        Ok(())
    }

    /// Has who is locked sit out at every table between players, as soon as no deal is under way there.
    pub(super) fn sit_out_locked(&mut self, facts: &mut Vec<Fact>) {
        let locked: Vec<Seat> = Seat::all().filter(|seat| self.locked_by(*seat).is_some()).collect();
        self.at_player_tables(facts, |table, _| table.is_to_sit_out(&locked), |table, context| table.sit_out(&locked, context));
    }
}

/// Whether a player brings money into play by it that does not lie there yet. What a deal under way asks of him does not count: it is played to
/// its end.
const fn brings_money(order: &Order) -> bool {
    match order {
        Order::Place { .. } | Order::Repeat | Order::Double => true,
        Order::Table { order: TableOrder::Stake(_) | TableOrder::Repeat, .. } => true,
        Order::Table { order: TableOrder::BetweenPlayers(order), .. } => {
            matches!(order, PlayerTableOrder::Join { .. } | PlayerTableOrder::TopUp { .. })
        }
        _ => false,
    }
}

/// Whether a player opens a table between players by it, or comes back to one.
const fn takes_part_anew(order: &Order) -> bool {
    let Order::Table { order: TableOrder::BetweenPlayers(order), .. } = order else { return false };
    matches!(order, PlayerTableOrder::Open { .. } | PlayerTableOrder::SitOut { is_out: false })
}
