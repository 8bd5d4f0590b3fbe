//! The next deal: who is dealt in, and where the button and the blinds are.

use alloc::vec::Vec;

use super::rules::ButtonRule;
use crate::games::betting::{HeadsUp, after, blinds};
use crate::model::{SEATS, Seat};

/// How a seat stands before a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// Nobody who can be dealt in.
    Away,
    /// It is dealt in when the big blind comes to it.
    Waits,
    /// It is dealt in.
    Plays,
}

/// Where the button and the blinds are; their seats may be empty (SPT-32).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Markers {
    /// The button.
    pub button: Seat,
    /// The small and the big blind, where there are blinds.
    pub blinds: Option<(Seat, Seat)>,
}

/// The next deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    /// Where the button and the blinds are.
    pub markers: Markers,
    /// Who is dealt in, in the order of seats.
    pub players: Vec<Seat>,
}

/// What holds at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Round<'a> {
    heads_up: HeadsUp,
    stands: &'a [Stand; SEATS],
}

/// The first deal, once the button was drawn: everybody is dealt in. `None` where fewer than two can be.
#[must_use]
pub fn first_deal(heads_up: HeadsUp, has_blinds: bool, button: Seat, stands: &[Stand; SEATS]) -> Option<Next> {
    let round = Round { heads_up, stands };
    let button = if round.is_in(button) { button } else { after(button).find(|seat| round.is_in(*seat))? };
    round.with_button(button, has_blinds, |seat| round.is_in(seat))
}

/// The deal after one with these markers. Where fewer than two are dealt in without waiting, who waits is dealt in too. `None` where
/// there are fewer than two of both.
#[must_use]
pub fn next_deal(rule: ButtonRule, heads_up: HeadsUp, last: Markers, stands: &[Stand; SEATS]) -> Option<Next> {
    let round = Round { heads_up, stands };
    let Some((_, last_big)) = last.blinds else {
        let button = after(last.button).find(|seat| round.is_in(*seat))?;
        return round.with_button(button, false, |seat| round.is_in(seat));
    };
    if Seat::all().filter(|seat| round.plays(*seat)).count() < 2 {
        return round.afresh(rule, last.button, last_big);
    }
    match rule {
        ButtonRule::NextPlayer => round.next_player(last.button),
        ButtonRule::Dead => round.dead(last),
    }
}

impl Round<'_> {
    fn plays(&self, seat: Seat) -> bool {
        self.stands[seat.index()] == Stand::Plays
    }

    fn is_in(&self, seat: Seat) -> bool {
        self.stands[seat.index()] != Stand::Away
    }

    fn with_button(&self, button: Seat, has_blinds: bool, plays: impl Fn(Seat) -> bool) -> Option<Next> {
        let players: Vec<Seat> = Seat::all().filter(|seat| plays(*seat)).collect();
        let blinds = blinds(button, self.heads_up, |seat| players.contains(&seat)).filter(|_| has_blinds);
        (players.len() >= 2).then_some(Next { markers: Markers { button, blinds }, players })
    }

    /// Everybody is dealt in, who waited too; nobody is passed by the big blind, nor has it twice in a row.
    fn afresh(&self, rule: ButtonRule, last_button: Seat, last_big: Seat) -> Option<Next> {
        match rule {
            ButtonRule::NextPlayer => {
                let button = after(last_button).find(|seat| self.is_in(*seat))?;
                self.with_button(button, true, |seat| self.is_in(seat))
            }
            ButtonRule::Dead => {
                let big = after(last_big).find(|seat| self.is_in(*seat))?;
                self.before_big(big, Seat::all().filter(|seat| self.is_in(*seat)).collect())
            }
        }
    }

    /// The small blind is the player before the big one, the button the one before that.
    fn before_big(&self, big: Seat, players: Vec<Seat>) -> Option<Next> {
        let before = |seat: Seat| after(seat).filter(|other| players.contains(other) && *other != seat).last();
        let small = before(big)?;
        let button = match (players.len(), self.heads_up) {
            (2, HeadsUp::ButtonIsSmallBlind) => small,
            (2, HeadsUp::Literal) => big,
            _ => before(small)?,
        };
        Some(Next { markers: Markers { button, blinds: Some((small, big)) }, players })
    }

    fn next_player(&self, last_button: Seat) -> Option<Next> {
        let button = after(last_button).find(|seat| self.plays(*seat))?;
        let small = after(button).find(|seat| self.plays(*seat))?;
        let enters = after(small).find(|seat| self.is_in(*seat)).filter(|seat| !self.plays(*seat));
        match enters {
            None => self.with_button(button, true, |seat| self.plays(seat)),
            Some(big) => {
                let players = Seat::all().filter(|seat| self.plays(*seat) || *seat == big).collect();
                Some(Next { markers: Markers { button, blinds: Some((small, big)) }, players })
            }
        }
    }

    fn dead(&self, last: Markers) -> Option<Next> {
        let (last_small, last_big) = last.blinds?;
        let big = after(last_big).find(|seat| self.is_in(*seat))?;
        let players: Vec<Seat> = Seat::all().filter(|seat| self.plays(*seat) || *seat == big).collect();
        let (small, button) = (last_big, last_small);
        let is_in_order = after(button).position(|seat| seat == small) < after(button).position(|seat| seat == big);
        if players.len() == 2 || button == big || button == small || !is_in_order {
            return self.before_big(big, players);
        }
        Some(Next { markers: Markers { button, blinds: Some((small, big)) }, players })
    }
}
