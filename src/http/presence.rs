//! Presence: whose console has a line, and who has to be told to be absent from the tables between players.
//!
//! A seat is here while a console of it has a line, and for a time of grace after its last line ended or its last order came: a page that is
//! loaded anew is never missed. Here never lives what becomes of a seat that is absent: the cabinet decides that.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::house::Shared;
use crate::model::{SEATS, Seat, Views};

/// The lines of the seats' consoles.
pub(super) struct Presence {
    grace: Duration,
    seats: Mutex<[SeatLines; SEATS]>,
    /// Rings where a line was opened or has ended, or an order came.
    bell: watch::Sender<()>,
}

/// The lines of one seat's consoles.
#[derive(Clone, Copy)]
struct SeatLines {
    open: usize,
    /// When its last line ended, or its last order came; at first when this program started.
    last_seen: Instant,
    /// Whether a line was opened or an order came since this program started.
    was_seen: bool,
}

impl SeatLines {
    /// Until when the seat is here.
    fn here_until(&self, grace: Duration) -> Instant {
        self.last_seen + grace
    }
}

/// An open line of a seat's console; it has ended when this is dropped.
pub(super) struct Line {
    presence: Arc<Presence>,
    seat: Seat,
}

impl Drop for Line {
    fn drop(&mut self) {
        self.presence.touch(self.seat, |lines| lines.open -= 1);
    }
}

/// What is to be told now, and when to look again.
#[derive(Debug, PartialEq, Eq)]
struct Wanted {
    /// A seat, and whether it is here.
    tell: Option<(Seat, bool)>,
    look_at: Option<Instant>,
}

impl Presence {
    pub(super) fn new(grace: Duration) -> Self {
        let lines = SeatLines { open: 0, last_seen: Instant::now(), was_seen: false };
        Self { grace, seats: Mutex::new([lines; SEATS]), bell: watch::Sender::new(()) }
    }

    /// A console of this seat has a line from now on.
    pub(super) fn open_line(self: &Arc<Self>, seat: Seat) -> Line {
        self.touch(seat, |lines| lines.open += 1);
        Line { presence: self.clone(), seat }
    }

    /// The player at this seat has ordered something.
    pub(super) fn note_order(&self, seat: Seat) {
        self.touch(seat, |_| ());
    }

    fn touch(&self, seat: Seat, change: impl FnOnce(&mut SeatLines)) {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        let lines = &mut seats[seat.index()];
        (lines.last_seen, lines.was_seen) = (Instant::now(), true);
        change(lines);
        drop(seats);
        self.bell.send_replace(());
    }

    /// What is to be told where the views show this. Somebody who is shown to be absent is here again once he has a line or orders something.
    fn wanted(&self, views: &Views, now: Instant) -> Wanted {
        let seats = *self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        let mut wanted = Wanted { tell: None, look_at: None };
        for (seat, lines) in Seat::all().zip(seats) {
            let places = views.cabinet.player_tables.iter().flat_map(|table| &table.places).filter(|place| place.seat == seat);
            let (mut is_shown_here, mut is_shown_absent) = (false, false);
            places.for_each(|place| *(if place.is_absent { &mut is_shown_absent } else { &mut is_shown_here }) = true);
            let until = lines.here_until(self.grace);
            let is_here = lines.open > 0 || now < until;
            if is_here && lines.was_seen && is_shown_absent {
                wanted.tell = Some((seat, true));
            } else if !is_here && is_shown_here {
                wanted.tell = Some((seat, false));
            } else if lines.open == 0 && is_shown_here {
                wanted.look_at = wanted.look_at.into_iter().chain([until]).min();
            }
        }
        wanted
    }
}

/// Tells the desk who is absent and who is here again, until the house stops.
pub(super) async fn follow(shared: Arc<Shared>) {
    let _ = shared.stop.run_until_cancelled(tell_changes(&shared)).await;
}

async fn tell_changes(shared: &Shared) {
    let (desk, presence) = (&shared.house.desk, &shared.presence);
    let (mut changes, mut lines) = (desk.watch(), presence.bell.subscribe());
    loop {
        changes.mark_unchanged();
        lines.mark_unchanged();
        let Wanted { tell, look_at } = presence.wanted(&desk.views(), Instant::now());
        if let Some((seat, is_here)) = tell {
            if desk.tell_presence(seat, is_here).await.is_err() {
                return;
            }
            continue;
        }
        let look_again = async {
            match look_at {
                Some(at) => sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        let is_over = tokio::select! {
            changed = changes.changed() => changed.is_err(),
            changed = lines.changed() => changed.is_err(),
            () = look_again => false,
        };
        if is_over {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::harness::views;
    use super::*;

    const GRACE: Duration = Duration::from_secs(20);

    fn seat(number: u8) -> Seat {
        Seat::new(number).expect("a seat's number")
    }

    /// Seat 1 alone sits at the table, and is shown to be absent or not.
    fn shown(is_absent: bool) -> Views {
        let mut views = views();
        let table = Arc::make_mut(&mut views.cabinet.player_tables[0]);
        table.places.retain(|place| place.seat == seat(1));
        table.places[0].is_absent = is_absent;
        views
    }

    /// So many seconds after the start, what is told of seat 1 where it is shown so; and in how many seconds it is looked again.
    #[track_caller]
    fn check(presence: &Presence, is_absent: bool, expected: (Option<bool>, Option<u64>)) {
        let now = Instant::now();
        let Wanted { tell, look_at } = presence.wanted(&shown(is_absent), now);
        assert_eq!((tell.map(|(_, is_here)| is_here), look_at.map(|at| (at - now).as_secs())), expected);
    }

    async fn pass(seconds: u64) {
        tokio::time::advance(Duration::from_secs(seconds)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn after_a_start_nobody_is_absent_before_the_grace_is_over() {
        let presence = Presence::new(GRACE);
        check(&presence, false, (None, Some(20)));
        pass(19).await;
        check(&presence, false, (None, Some(1)));
        // Who was shown to be absent is not taken to be here for a start.
        check(&presence, true, (None, None));
        pass(1).await;
        check(&presence, false, (Some(false), None));
        check(&presence, true, (None, None));
    }

    #[tokio::test(start_paused = true)]
    async fn a_console_that_reloads_is_never_absent_and_one_that_goes_is() {
        let presence = Arc::new(Presence::new(GRACE));
        let line = presence.open_line(seat(1));
        pass(1_000).await;
        check(&presence, false, (None, None));
        drop(line);
        pass(19).await;
        check(&presence, false, (None, Some(1)));
        let line = presence.open_line(seat(1));
        pass(100).await;
        check(&presence, false, (None, None));
        drop(line);
        pass(20).await;
        check(&presence, false, (Some(false), None));
        let _line = presence.open_line(seat(1));
        check(&presence, true, (Some(true), None));
    }

    #[tokio::test(start_paused = true)]
    async fn as_long_as_one_of_two_lines_is_open_the_seat_is_here() {
        let presence = Arc::new(Presence::new(GRACE));
        let lines = [seat(1), seat(1)].map(|seat| presence.open_line(seat));
        let [first, _second] = lines;
        drop(first);
        pass(100).await;
        check(&presence, false, (None, None));
    }

    #[tokio::test(start_paused = true)]
    async fn who_orders_without_a_line_is_here() {
        let presence = Presence::new(GRACE);
        pass(100).await;
        presence.note_order(seat(1));
        check(&presence, true, (Some(true), None));
        pass(20).await;
        check(&presence, false, (Some(false), None));
    }
}
