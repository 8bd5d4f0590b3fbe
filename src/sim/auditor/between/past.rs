//! What each seat may look back at of the deal that was paid last: its own cards and those that were opened, what everybody did, and the money.

use std::sync::Arc;

use super::deal::{Deal, Entry};
use super::progress::{Player, Progress};
use super::require;
use super::settlement::made;
use super::table::{Ended, PlayersTable};
use super::visibility::is_open_in_question;
use crate::model::{BettingAction, Card, DealEnd, PastCards, PastHand, PastPart, PastPlay, Seat};

impl PlayersTable {
    /// Compares the newest of the deals that a seat looks back at with the books; `progress` is that of the deal that was paid last.
    pub(super) fn compare_past(&self, progress: Option<&Progress<'_>>, seat: Seat, hands: &[Arc<PastHand>]) -> Result<(), String> {
        let (Some(ended), Some(progress)) = (&self.ended, progress) else { return Ok(()) };
        let newest = hands.first().filter(|past| past.deal == ended.deal.number);
        let past = match (newest, progress.player(seat)) {
            (Some(past), Some(_)) => past,
            (None, None) => return Ok(()),
            (newest, _) => return Err(format!("seat {seat} looks back at {:?} of the last deal", newest.map(|past| past.deal))),
        };
        require(
            past.board == progress.board,
            format_args!("{:?} are looked back at in the middle, and not {:?}", past.board, progress.board),
        )?;
        require(past.end == Some(DealEnd::Paid(ended.settlement.clone())), "another end of the deal is looked back at than it had")?;
        require(past.shown == in_order(&ended.shown), "other hands are looked back at as opened than were")?;
        compare_stacks(progress, ended, seat, past)?;
        let done: Vec<_> = past.course.iter().map(|wager| (wager.seat, wager.action, wager.paid.minor())).collect();
        require(done == done_in(ended), format_args!("{done:?} is looked back at, and not {:?}", done_in(ended)))?;
        let dealt_in = Seat::all().filter(|seat| progress.player(*seat).is_some());
        require(past.hands.iter().map(|hand| hand.seat).eq(dealt_in), "others are looked back at than were dealt in")?;
        past.hands.iter().try_for_each(|hand| {
            self.compare_past_cards(&ended.shown, progress, seat, hand)?;
            let is_seen = !hand.down.contains(&None);
            compare_made(progress, hand, is_seen)
        })?;
        self.compare_earlier_plays(&ended.deal, seat, &past.earlier)
    }

    /// TPAM-8: each play that was played again, as it stood when the owners of equal hands were asked for the last time.
    fn compare_earlier_plays(&self, deal: &Deal, eyes: Seat, plays: &[PastPlay]) -> Result<(), String> {
        let ends = (0..deal.history.len()).filter(|nth| matches!(deal.history[*nth], Entry::Again(_))).collect::<Vec<usize>>();
        require(
            plays.len() == ends.len(),
            format_args!("{} earlier plays are looked back at, and there were {}", plays.len(), ends.len()),
        )?;
        for (play, end) in plays.iter().zip(ends) {
            // The last thing before the replay is the refusal to divide.
            let asked = Deal { history: deal.history[..end - 1].to_vec(), ..deal.clone() };
            let progress = Progress::of(&self.rules, &asked)?;
            let shown: Vec<Seat> = Seat::all().filter(|seat| is_open_in_question(&progress, *seat)).collect();
            require(
                play.board == progress.board && play.shown == shown,
                "other cards of an earlier play are looked back at than lay open",
            )?;
            play.hands.iter().try_for_each(|hand| {
                self.compare_past_cards(&shown, &progress, eyes, hand)?;
                compare_made(&progress, hand, shown.contains(&hand.seat))
            })?;
        }
        Ok(())
    }

    /// HRB-17: a hand that was folded or not opened is its player's alone, as long as he sits there.
    fn compare_past_cards(&self, shown: &[Seat], progress: &Progress<'_>, eyes: Seat, hand: &PastCards) -> Result<(), String> {
        let player = progress.player(hand.seat).ok_or("a hand is looked back at that was not dealt")?;
        let is_own = hand.seat == eyes && self.place(eyes).is_some_and(|place| place.was_dealt_in);
        let Player { is_live, .. } = player;
        let (down, up) = player.lying_in_the_end();
        let (lies, is_seen) = (*is_live || is_own, is_own || shown.contains(&hand.seat));
        let expected: Vec<Option<Card>> = down.iter().filter(|_| lies).map(|card| Some(*card).filter(|_| is_seen)).collect();
        let expected_up: &[Card] = if lies { &up } else { &[] };
        let is_right = hand.is_live == *is_live && hand.down == expected && hand.up == expected_up;
        require(is_right, format_args!("seat {eyes} looks back at {hand:?}, and not at {expected:?} and {expected_up:?}"))
    }
}

/// What each put in and got back.
fn compare_stacks(progress: &Progress<'_>, ended: &Ended, eyes: Seat, past: &PastHand) -> Result<(), String> {
    let returns = &ended.settlement.returns;
    let returned_to = |seat: Seat| -> i64 { returns.iter().filter(|(whose, _)| *whose == seat).map(|(_, amount)| amount.minor()).sum() };
    for stack in &past.stacks {
        let PastPart { seat, put_in, returned } = stack.part;
        let player = progress.player(seat).ok_or("money of a seat is looked back at that was not dealt in")?;
        let is_right = put_in.minor() == player.total && returned.minor() == returned_to(seat);
        require(
            is_right,
            format_args!("seat {eyes} looks back at {put_in} put in by seat {seat} and {returned} returned, of {}", player.total),
        )?;
    }
    let dealt_in = Seat::all().filter(|seat| progress.player(*seat).is_some());
    require(past.stacks.iter().map(|stack| stack.part.seat).eq(dealt_in), "the money of others is looked back at than was dealt in")
}

/// What a hand made is told of those that are seen.
fn compare_made(progress: &Progress<'_>, hand: &PastCards, is_seen: bool) -> Result<(), String> {
    let expected = made(progress, hand.seat).filter(|_| is_seen);
    require(hand.combination == expected, format_args!("{:?} is looked back at, and {expected:?} was made", hand.combination))
}

fn in_order(seats: &[Seat]) -> Vec<Seat> {
    Seat::all().filter(|seat| seats.contains(seat)).collect()
}

/// What was put in and done; no action where the rules put it in.
fn done_in(ended: &Ended) -> Vec<(Seat, Option<BettingAction>, i64)> {
    let done = |entry: &Entry| match entry {
        Entry::Posted(seat, amount) => Some((*seat, None, *amount)),
        Entry::Acted(seat, action, amount) => Some((*seat, Some(*action), *amount)),
        Entry::Came(..)
        | Entry::Dealt(_)
        | Entry::Killed(_)
        | Entry::Again(_)
        | Entry::Exposed(..)
        | Entry::Extra(_)
        | Entry::Boxed
        | Entry::FlopTakenBack
        | Entry::StubShuffled
        | Entry::WrongCount(_) => None,
    };
    ended.deal.history.iter().filter_map(done).collect()
}
