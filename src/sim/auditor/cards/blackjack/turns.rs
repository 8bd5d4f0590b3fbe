//! Whose turn it is.

use super::{Deal, Hand, Raise, State, best};
use crate::model::{BoxNumber, BoxStake, Seat, StakeKind};

/// A decision that is waited for, on the hand at this place among the hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The owner of the box plays the hand (BJB-3).
    Owner { at: usize },
    /// A player is asked about insurance and even money, which are each player's own (BA-10).
    Side { seat: Seat, at: usize },
    /// A partner is asked whether he goes along with a double or a split (BA-10).
    Follow { seat: Seat, at: usize },
}

impl Turn {
    /// The place of the hand that it is about.
    pub(super) const fn at(self) -> usize {
        match self {
            Self::Owner { at } | Self::Side { at, .. } | Self::Follow { at, .. } => at,
        }
    }
}

impl Deal {
    pub(super) fn turn(&self) -> Option<Turn> {
        if !self.first_cards.is_empty() {
            return None;
        }
        let before_play = self.rules.insures.as_ref().is_some_and(|insures| insures.before_play);
        let side_before_play = || (0..self.hands.len()).filter(|_| before_play).find_map(|at| self.side(at));
        self.follow().or_else(side_before_play).or_else(|| self.turn_at_the_boxes(before_play))
    }

    /// Box by box, and of a split box hand by hand (BJB-16, BJAM-21). Where insurance and even money are not asked for before play
    /// (BJAM-Q18), they are when a box has played, before the next one does (BJB-28, BA-21).
    fn turn_at_the_boxes(&self, before_play: bool) -> Option<Turn> {
        for (at, hand) in self.hands.iter().enumerate() {
            if self.is_open(hand) {
                let is_waited_for = hand.cards.len() >= 2 && !hand.is_owed;
                return is_waited_for.then_some(Turn::Owner { at });
            }
            let is_last_of_box = self.hands.get(at + 1).is_none_or(|next| next.place != hand.place);
            if let Some(side) = self.side(at).filter(|_| is_last_of_box && !before_play) {
                return Some(side);
            }
        }
        None
    }

    /// The first of the players on the box of this hand who has not answered and has something to choose.
    fn side(&self, at: usize) -> Option<Turn> {
        let place = self.hands[at].place;
        let players = self.laid.iter().filter(|stake| stake.place == place).map(|stake| stake.seat);
        let mut asked = players.filter(|seat| !self.answered.contains(&(*seat, place)) && !self.side_choices(*seat, at).is_empty());
        asked.next().map(|seat| Turn::Side { seat, at })
    }

    /// The next partner who has a stake on the hand that was doubled or split, and room for another one (BA-13).
    fn follow(&self) -> Option<Turn> {
        let Raise { place, of, passed, .. } = self.raise?;
        let at = self.hands.iter().position(|hand| (hand.place, hand.number) == (place, of))?;
        let may_follow = |stake: &&BoxStake| {
            stake.place == place && self.has_stake_on(stake.seat, place, of) && self.has_room(place, stake.amount.minor())
        };
        let partner = self.laid.iter().skip(passed).find(may_follow)?;
        Some(Turn::Follow { seat: partner.seat, at })
    }

    /// Whether a player has a stake on this hand of a box.
    fn has_stake_on(&self, seat: Seat, place: BoxNumber, number: u8) -> bool {
        let is_it = |stake: &&BoxStake| (stake.seat, stake.place, stake.hand) == (seat, place, number);
        let of_split = self.raised.iter().filter(is_it).any(|stake| stake.kind == StakeKind::Split);
        of_split || self.laid.iter().any(|stake| is_it(&stake))
    }

    /// Whether the hand has something to decide or a card to get.
    pub(super) fn is_open(&self, hand: &Hand) -> bool {
        if hand.state != State::Plays || hand.is_natural() {
            return false;
        }
        let waits_for_card = hand.is_owed || hand.cards.len() < 2;
        let stands_by_itself = (self.rules.stands_on_21 && best(&hand.cards) == 21) || self.can_only_stand(hand);
        waits_for_card || !stands_by_itself
    }
}
