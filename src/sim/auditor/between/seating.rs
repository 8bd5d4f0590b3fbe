//! Where the button and the blinds lie in the next deal, and who is dealt in.

use super::after;
use super::rules::PlayerRules;
use crate::model::Seat;

/// What of the deal before says where the next one's button is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Carry {
    pub(super) button: Option<Seat>,
    pub(super) blinds: Option<(Seat, Seat)>,
    /// Whether the button was drawn, and no deal was played since.
    pub(super) is_drawn: bool,
}

/// Who begins with what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Begun {
    pub(super) button: Seat,
    pub(super) blinds: Option<(Seat, Seat)>,
    /// In the order of the seats.
    pub(super) players: Vec<Seat>,
}

/// One who may be dealt in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) seat: Seat,
    /// Whether he is dealt in where the big blind comes to him, and not before.
    pub(super) waits: bool,
}

/// How the next deal begins: TPC-3, TPC-4, HOL-2, SPT-30 to SPT-33, SPB-8.
///
/// The digests know nobody who waits for the big blind. What the auditor holds of him is what the rules files say of who sits out. Where fewer
/// than two do not wait, nobody does.
pub(super) fn begin(rules: &PlayerRules, carry: Carry, candidates: &[Candidate]) -> Option<Begun> {
    let all: Vec<Seat> = candidates.iter().map(|of| of.seat).collect();
    let last = carry.button?;
    if carry.is_drawn || !rules.variant.has_blinds() {
        let button = if carry.is_drawn && all.contains(&last) { last } else { next_of(&all, last)? };
        let blinds = if rules.variant.has_blinds() { Some(blinds_after(rules, button, &all, &all)?) } else { None };
        return Some(Begun { button, blinds, players: all });
    }
    let mut steady: Vec<Seat> = candidates.iter().filter(|of| !of.waits).map(|of| of.seat).collect();
    let is_new = steady.len() < 2;
    if is_new {
        steady.clone_from(&all);
    }
    let (button, small, big) = if rules.is_button_dead {
        dead_button(rules, carry.blinds?, &steady, &all, is_new)?
    } else {
        let button = next_of(&steady, last)?;
        let (small, big) = blinds_after(rules, button, &steady, &all)?;
        (button, small, big)
    };
    Some(Begun { button, blinds: Some((small, big)), players: with(&steady, big, &all) })
}

/// HOL-2, SPB-1: the first after the button posts the small blind, the next one the big; TA-1, SPB-A10: of two the button may post the small.
fn blinds_after(rules: &PlayerRules, button: Seat, steady: &[Seat], all: &[Seat]) -> Option<(Seat, Seat)> {
    let small = next_of(steady, button)?;
    let big = next_of(all, small)?;
    let is_button_small = rules.button_is_small_blind && with(steady, big, all).len() == 2;
    Some(if is_button_small { (big, small) } else { (small, big) })
}

/// SPT-32: the big blind goes to the next player, small blind and button to where the big and the small one were.
///
/// SPT-33, SPB-A10: of two, one has the big blind and the other the small one; the setting says which of them is the button. Where that order
/// would not be clockwise, or the game begins anew, the digests say nothing, and the auditor follows the cabinet: the small blind is the player
/// before the big one, the button the one before that.
fn dead_button(rules: &PlayerRules, last: (Seat, Seat), steady: &[Seat], all: &[Seat], is_new: bool) -> Option<(Seat, Seat, Seat)> {
    let (last_small, last_big) = last;
    let big = next_of(all, last_big)?;
    let players = with(steady, big, all);
    let small = before(&players, big)?;
    if players.len() == 2 {
        return Some((if rules.button_is_small_blind { small } else { big }, small, big));
    }
    let is_clockwise = after(last_small).find(|seat| [last_small, last_big, big].contains(seat)) == Some(last_big) && big != last_small;
    Some(if is_clockwise && !is_new { (last_small, last_big, big) } else { (before(&players, small)?, small, big) })
}

/// Who of all is dealt in: who does not wait, and who has the big blind.
fn with(steady: &[Seat], big: Seat, all: &[Seat]) -> Vec<Seat> {
    all.iter().copied().filter(|seat| steady.contains(seat) || *seat == big).collect()
}

/// The first of these after a seat.
fn next_of(seats: &[Seat], last: Seat) -> Option<Seat> {
    after(last).find(|seat| seats.contains(seat))
}

/// The last of these before a seat.
fn before(seats: &[Seat], seat: Seat) -> Option<Seat> {
    after(seat).filter(|other| seats.contains(other) && *other != seat).last()
}
