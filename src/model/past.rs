//! What is over: what of it is sought, as it is read off the journal a page at a time, and the newest deals between players as they are recalled.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{
    BettingAction, BoxNumber, Card, ChoiceKind, Combination, DealEnd, DealSettlement, DealVoid, Money, PlayedAs, Seat, TableNumber,
    Timestamp,
};

/// What is sought among the rounds or deals that are over. What is `None` may be anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sought {
    /// The number of the round, or of the deal at its table.
    pub number: Option<u64>,
    /// The first moment at which it may have begun, as people were shown it.
    pub from: Option<Timestamp>,
    /// The last moment at which it may have begun.
    pub until: Option<Timestamp>,
    /// A seat that had a part in it.
    pub seat: Option<Seat>,
    /// The least amount that one seat, which is that one where it is named, put into it or got out of it in all.
    pub least: Option<Money>,
    /// The most that it put in or got out, where this is the same amount.
    pub most: Option<Money>,
}

impl Sought {
    /// Whether a round or deal of this number that began then, with these parts in it, is sought.
    #[must_use]
    pub fn is(&self, number: u64, began_at: Timestamp, parts: &[PastPart]) -> bool {
        self.number.is_none_or(|sought| sought == number)
            && self.from.is_none_or(|from| from <= began_at)
            && self.until.is_none_or(|until| began_at <= until)
            && (self.takes_any_part() || parts.iter().any(|part| self.is_part(part)))
    }

    /// Whether nothing is sought that came before what began then and has this number.
    #[must_use]
    pub fn ends_with(&self, number: u64, began_at: Timestamp) -> bool {
        self.number.is_some_and(|sought| number <= sought) || self.is_behind(began_at)
    }

    /// Whether all that is sought began after this moment.
    #[must_use]
    pub fn is_behind(&self, moment: Timestamp) -> bool {
        self.from.is_some_and(|from| moment < from)
    }

    fn takes_any_part(&self) -> bool {
        self.seat.is_none() && self.least.is_none() && self.most.is_none()
    }

    fn is_part(&self, part: &PastPart) -> bool {
        let is_amount = |amount: Money| self.least.is_none_or(|least| least <= amount) && self.most.is_none_or(|most| amount <= most);
        self.seat.is_none_or(|seat| seat == part.seat) && (is_amount(part.put_in) || is_amount(part.returned))
    }
}

/// Which page of the past is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageRequest {
    /// What may stand on it.
    pub sought: Sought,
    /// The record before which that began; `None` for the newest.
    pub before: Option<u64>,
    /// How many at most.
    pub count: usize,
}

/// What a seat put into a round or deal that is over, and what it got back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastPart {
    /// Whose.
    pub seat: Seat,
    /// What it put in.
    pub put_in: Money,
    /// What it got back.
    pub returned: Money,
}

/// A page of the past.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page<T> {
    /// What is over, newest first; for a seat each with its own part alone.
    pub entries: Vec<T>,
    /// The record before which the next page begins; `None` where there is nothing earlier.
    pub next: Option<u64>,
    /// How far back was looked: the moment of the earliest record that was read for it, as people were shown it.
    pub back_to: Option<Timestamp>,
    /// The journal's head after the newest record that was read for it, as `NUMBER:HASH`; empty where nothing was read.
    pub head: String,
}

/// A deal of any age, or a seat's part of it. No card stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastDeal {
    /// The table.
    pub table: TableNumber,
    /// The deal.
    pub deal: u64,
    /// What it was played as; `None` where the release did not record it.
    pub played: Option<PlayedAs>,
    /// When stakes were first taken.
    pub opened_at: Timestamp,
    /// When it was settled or voided.
    pub settled_at: Timestamp,
    /// The decisions, in order.
    pub choices: Vec<PastChoice>,
    /// What each stake returned.
    pub settlement: DealSettlement,
    /// Why it is void, where it is.
    pub voided: Option<DealVoid>,
}

/// A decision of a deal that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastChoice {
    /// Whose.
    pub seat: Seat,
    /// On which box.
    pub place: BoxNumber,
    /// On which hand of it.
    pub hand: u8,
    /// What was chosen.
    pub choice: ChoiceKind,
    /// How many cards it named.
    pub cards: u8,
    /// Whether the rules decided, because the seat did not in time.
    pub by_default: bool,
}

/// A deal between players that is over. Cards stand in those that are recalled, and in none that was read off the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastHand {
    /// The table.
    pub table: TableNumber,
    /// The deal.
    pub deal: u64,
    /// What it was played as; `None` while it is not over.
    pub played: Option<PlayedAs>,
    /// When it began.
    pub began_at: Timestamp,
    /// When it was paid or void.
    pub ended_at: Timestamp,
    /// The money of all who were dealt in, in the order of the seats.
    pub stacks: Vec<PastStack>,
    /// What everybody was made to put in or did, in order.
    pub course: Vec<PastWager>,
    /// Whose hands lay open at the end.
    pub shown: Vec<Seat>,
    /// How it ended; `None` while it is not over.
    pub end: Option<DealEnd>,
    /// The cards in the middle.
    pub board: Vec<Card>,
    /// The hands of all who were dealt in, in the order of the seats, as the seat may see them.
    pub hands: Vec<PastCards>,
    /// The plays before the last one, in order, where it was played again for a bank of equal hands; the cards above are those of the last one.
    pub earlier: Vec<PastPlay>,
}

impl PastHand {
    /// The money of this seat, if it was dealt in.
    #[must_use]
    pub fn stack_of(&self, seat: Seat) -> Option<&PastStack> {
        self.stacks.iter().find(|stack| stack.part.seat == seat)
    }
}

/// The money of a seat in a deal between players that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastStack {
    /// The stack with which it began.
    pub brought: Money,
    /// What it put in and got back.
    pub part: PastPart,
}

/// A play of a deal between players that was played again, as a seat may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastPlay {
    /// The cards in the middle.
    pub board: Vec<Card>,
    /// Whose hands lay open while the owners of equal ones were asked.
    pub shown: Vec<Seat>,
    /// The hands of all who were dealt in, in the order of the seats.
    pub hands: Vec<PastCards>,
}

/// A hand of a deal between players that is over, as a seat may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastCards {
    /// Whose.
    pub seat: Seat,
    /// Whether it could win to the end; else it was folded or killed.
    pub is_live: bool,
    /// The closed cards; `None` is one from its back. A hand of another seat that did not live to the end has no cards any more.
    pub down: Vec<Option<Card>>,
    /// The open cards; likewise.
    pub up: Vec<Card>,
    /// What it made at the end, where the seat may see all of it.
    pub combination: Option<Combination>,
}

/// What a seat put in or did in a deal between players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct PastWager {
    /// Whose.
    #[n(0)]
    pub seat: Seat,
    /// What it did; `None` where the rules made it put something in: an ante, a blind, a bring-in.
    #[n(1)]
    pub action: Option<BettingAction>,
    /// How much it put in by that.
    #[n(2)]
    pub paid: Money,
    /// Whether it was done for the seat, which did not act in time or was going.
    #[n(3)]
    pub by_default: bool,
    /// On which street, from 0; `None` where it was read off the journal, whose facts tell no street.
    #[n(4)]
    pub street: Option<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second(number: u64) -> Timestamp {
        Timestamp::from_microseconds(number * 1_000_000)
    }

    /// Of game 7, which began at second 100 and in which seat 2 put in 5 and lost it, and seat 3 put in 20 and got 60 back.
    fn check(sought: Sought, is_sought: bool) {
        let part = |number, put_in, returned| PastPart {
            seat: Seat::new(number).expect("a seat"),
            put_in: Money::from_minor(put_in),
            returned: Money::from_minor(returned),
        };
        assert_eq!(sought.is(7, second(100), &[part(2, 5, 0), part(3, 20, 60)]), is_sought, "{sought:?}");
    }

    #[test]
    fn what_is_sought_by_nothing_is_anything() {
        check(Sought::default(), true);
        assert!(Sought::default().is(1, second(1), &[]), "also what nobody had a part in");
    }

    #[test]
    fn a_game_is_sought_by_its_number() {
        check(Sought { number: Some(7), ..Sought::default() }, true);
        check(Sought { number: Some(8), ..Sought::default() }, false);
    }

    #[test]
    fn a_game_is_sought_by_the_moment_at_which_it_began_both_ends_included() {
        let between = |from, until| Sought { from: Some(second(from)), until: Some(second(until)), ..Sought::default() };
        check(between(100, 100), true);
        check(between(101, 200), false);
        check(between(1, 99), false);
    }

    #[test]
    fn a_game_is_sought_by_what_one_seat_put_in_or_got_back() {
        let sought = |number: Option<u8>, least, most| Sought {
            seat: number.and_then(Seat::new),
            least: Some(Money::from_minor(least)),
            most: Some(Money::from_minor(most)),
            ..Sought::default()
        };
        check(Sought { seat: Seat::new(3), ..Sought::default() }, true);
        check(Sought { seat: Seat::new(1), ..Sought::default() }, false);
        check(sought(None, 60, 60), true);
        check(sought(None, 5, 5), true);
        check(sought(None, 21, 59), false);
        check(sought(Some(2), 60, 60), false);
        check(sought(Some(3), 15, 25), true);
    }

    #[test]
    fn nothing_is_sought_before_its_number_or_its_first_moment() {
        let by_number = Sought { number: Some(7), ..Sought::default() };
        assert_eq!([6, 7, 8].map(|number| by_number.ends_with(number, second(1))), [true, true, false]);
        let by_moment = Sought { from: Some(second(50)), until: Some(second(60)), ..Sought::default() };
        assert_eq!([49, 50].map(|number| by_moment.ends_with(1, second(number))), [true, false]);
        assert!(!Sought::default().ends_with(1, second(1)));
    }
}
