//! Who is next: clockwise over the seats, and which of them post the blinds.

use super::rules::HeadsUp;
use crate::model::Seat;

/// The six seats clockwise, from the one after `seat` to `seat` itself (SPB-10, TPC-5).
pub fn after(seat: Seat) -> impl Iterator<Item = Seat> {
    let (until, beyond) = (Seat::all().take(seat.index() + 1), Seat::all().skip(seat.index() + 1));
    beyond.chain(until)
}

/// The seats of the small and the big blind: the first two after the button (SPB-1, HOL-2). Of two players the button posts the small
/// one where the house plays so (SPB-A10, TA-1). `None` where fewer than two play.
pub fn blinds(button: Seat, heads_up: HeadsUp, plays: impl Fn(Seat) -> bool) -> Option<(Seat, Seat)> {
    let mut players = after(button).filter(|seat| plays(*seat));
    let (first, second) = (players.next()?, players.next()?);
    let are_two = players.next().is_none();
    let button_is_small = heads_up == HeadsUp::ButtonIsSmallBlind && are_two && second == button;
    Some(if button_is_small { (second, first) } else { (first, second) })
}
