//! Mistakes in dealing from a shoe, as the sport's rules go on after them: reckoned from the history of the deal alone.

use super::deal::Entry;
use super::progress::Progress;
use super::require;
use crate::model::{Card, Face, Seat};

/// The mistakes of a deal so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mistakes {
    /// Whose closed cards were shown.
    shown: Vec<Seat>,
    /// Who is owed a closed card once the first cards are dealt (SPG-81, SPG-90).
    pub(super) owed: Option<Seat>,
    /// Who has a card that was shown as his door card, and gets his third card closed (SPG-80).
    doors: Vec<Seat>,
    /// Whether the next burn lies there already.
    pub(super) is_burnt: bool,
    /// The cards that were shown and replaced.
    pub(super) out: Vec<Card>,
}

impl Progress<'_> {
    /// Whether the first round has begun with an action of somebody, or is over where nobody could act (SPG-A20).
    pub(super) fn has_begun(&self) -> bool {
        self.deal.history.iter().any(|entry| matches!(entry, Entry::Acted(..))) || self.is_first_round_over()
    }

    /// What must become of the deal where one more closed card is shown, of this seat: nothing where it goes on (SPG-81, SPG-90), or it is void
    /// (SPG-106a, SPG-A12).
    pub(super) fn is_void_by_exposure(&self, seat: Seat) -> bool {
        let Some(mistakes) = self.rules.mistakes else { return true };
        match self.mistakes.shown[..] {
            [] => false,
            // SPG-81 is about one whose first card lies open before him.
            [first] => first != seat || !self.mistakes.out.is_empty() || !mistakes.two_exposed_continue,
            _ => true,
        }
    }

    /// The face of a card of the plan that comes to the seat.
    pub(super) fn face_for(&self, seat: Seat, face: Face) -> Face {
        let has_door = self.rounds == 0 && self.mistakes.doors.contains(&seat);
        if has_door { Face::Down } else { face }
    }

    pub(super) fn take_exposure(&mut self, seat: Seat, place: usize) -> Result<(), String> {
        require(!self.has_acted_before_now() && !self.is_void_by_exposure(seat), "a deal went on after a card that was shown")?;
        let is_door = self.is_door(seat);
        let player = self.player_mut(seat).filter(|player| player.is_live && place < player.down.len());
        let player = player.ok_or_else(|| format!("seat {seat} has no such closed card"))?;
        let card = player.down.remove(place);
        if is_door {
            player.up.push(card);
            self.mistakes.doors.push(seat);
        } else {
            self.mistakes.out.push(card);
            (self.mistakes.owed, self.mistakes.is_burnt) = (Some(seat), true);
        }
        self.mistakes.shown.push(seat);
        Ok(())
    }

    /// SPG-80: at the studs, as long as its open card has not come and none lies open before it already.
    pub(super) fn is_door(&self, seat: Seat) -> bool {
        !self.rules.variant.has_board() && self.awaits_open_card(seat)
    }

    /// While the history is gone through: whether a round has seen an action.
    fn has_acted_before_now(&self) -> bool {
        self.rounds > 1 || self.round.as_ref().is_some_and(|round| round.last_actor.is_some())
    }

    /// SPG-96: one that was turned with flop, turn or river.
    pub(super) fn takes_extra(&self) -> bool {
        self.rules.mistakes.is_some() && !self.board.is_empty()
    }

    /// SPG-96, SPG-75.
    pub(super) fn take_extra(&mut self) -> Result<(), String> {
        require(self.takes_extra(), "a deal went on after a card that nobody ordered")?;
        self.mistakes.is_burnt |= self.is_burn_to_come();
        Ok(())
    }

    /// SPG-107, SPG-108.
    pub(super) fn take_wrong_count(&mut self, seat: Seat) -> Result<(), String> {
        let is_live = self.player(seat).is_some_and(|player| player.is_live);
        require(self.rules.mistakes.is_some() && is_live, format!("the hand of seat {seat} is not dead by its cards"))?;
        self.fold(seat);
        Ok(())
    }
}
