//! Mistakes in dealing from a shoe, as the sport's rules go on after them: reckoned from the history of the deal alone.

use super::deal::Entry;
use super::progress::{Player, Progress};
use super::require;
use super::rules::Variant;
use crate::model::{Card, Face, Seat};

/// How many cards a hand has at the seven-card stud.
const STUD_CARDS: usize = 7;

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
    /// The cards that were shown and replaced, and the boxed ones (SPG-74).
    pub(super) out: Vec<Card>,
    /// How many of the first cards were boxed (SPG-A25).
    pub(super) boxed: usize,
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
            [first] => first != seat || !self.mistakes.doors.contains(&seat) || !mistakes.two_exposed_continue,
            _ => true,
        }
    }

    /// The face of a card of the plan that comes to the seat.
    pub(super) fn face_for(&self, seat: Seat, face: Face) -> Face {
        let has_door = self.rounds == 0 && self.mistakes.doors.contains(&seat);
        if has_door { Face::Down } else { face }
    }

    /// SPG-84: whether the seventh card of the seat may be told to have been shown: it has it, has not had its turn with it, and nobody was told.
    pub(super) fn may_show_seventh(&self, seat: Seat) -> bool {
        let knows = self.rules.mistakes.is_some_and(|keys| keys.exposed_seventh.is_some());
        let is_seventh = |player: &Player| player.is_live && player.down.len() + player.up.len() == STUD_CARDS;
        let may = |player: &Player| is_seventh(player) && !player.shows_seventh && !self.has_had_turn(seat);
        knows && self.rules.variant == Variant::Stud7 && self.player(seat).is_some_and(may)
    }

    pub(super) fn take_exposure(&mut self, seat: Seat, place: usize) -> Result<(), String> {
        if self.may_show_seventh(seat) {
            let is_last = self.player(seat).is_some_and(|player| place + 1 == player.down.len());
            require(is_last, format_args!("the seventh card of seat {seat} does not lie there"))?;
            self.show_seventh(seat);
            return Ok(());
        }
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

    /// SPG-107, SPG-108.
    pub(super) fn take_wrong_count(&mut self, seat: Seat) -> Result<(), String> {
        let is_live = self.player(seat).is_some_and(|player| player.is_live);
        require(self.rules.mistakes.is_some() && is_live, format_args!("the hand of seat {seat} is not dead by its cards"))?;
        self.fold(seat);
        // SPB-59: between two rounds too, nobody can bet any more where one alone is left with chips.
        if self.round.is_none() && self.is_first_round_over() {
            self.end_questions(self.last_wager);
        }
        Ok(())
    }
}
