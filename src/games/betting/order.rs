//! Who is next: clockwise over the seats, and which of them post the blinds.

use super::rules::HeadsUp;
use crate::model::{SEATS, Seat};

/// The six seats clockwise, from the one after `seat` to `seat` itself (SPB-10, TPC-5).
pub fn after(seat: Seat) -> impl Iterator<Item = Seat> {
    let mut last = seat;
    (0..SEATS).map(move |_| {
        last = last.next();
        last
    })
}

/// A round of questions that goes clockwise over the seats, until nobody is asked any more.
pub trait InTurn {
    /// Whose turn it is; none: the round is over.
    fn turn(&self) -> Option<Seat>;

    /// It is the turn of this seat from now on.
    fn give_turn(&mut self, seat: Option<Seat>);

    /// Whether the seat must be asked before the round can end.
    fn is_asked(&self, seat: Seat) -> bool;

    /// The seat's hand can win no more; what it has put in stays.
    fn fold_out(&mut self, seat: Seat);

    /// The round begins with this seat, or the first after it that is asked.
    fn begin_with(&mut self, first: Seat) {
        self.give_turn(core::iter::once(first).chain(after(first)).find(|seat| self.is_asked(*seat)));
    }

    /// The seat has answered: the next one that is asked has its turn.
    fn pass_on(&mut self, from: Seat) {
        self.give_turn(after(from).find(|seat| self.is_asked(*seat)));
    }

    /// The seat's hand is dead, though it was not asked (SPT-40).
    fn kill(&mut self, seat: Seat) {
        self.fold_out(seat);
        self.skip_unasked();
    }

    /// Where nobody need be asked any more whose turn it was, the next one has it.
    fn skip_unasked(&mut self) {
        if let Some(asked) = self.turn().filter(|asked| !self.is_asked(*asked)) {
            self.pass_on(asked);
        }
    }
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
