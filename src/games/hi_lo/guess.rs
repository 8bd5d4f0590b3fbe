//! What may be guessed of the next card, and what a right guess makes of the pot.

use core::cmp::Ordering;

use super::rules::Play;
use crate::model::{Card, Choice, ChoiceKind, Money, Offer, Rank};

/// How many ranks there are.
const RANKS: usize = Rank::ALL.len();

/// How many cards of each rank nobody has seen, from the ace up to the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unseen([u8; RANKS]);

impl Unseen {
    /// Those of a whole pack.
    pub(super) const PACK: Self = Self([4; RANKS]);

    /// This card is seen.
    pub(super) fn see(&mut self, card: Card) {
        self.0[height(card)] -= 1;
    }

    /// How many are of the rank of this card.
    pub(super) fn equal(&self, last: Card) -> u8 {
        self.0[height(last)]
    }

    /// How many make this guess right after this card.
    fn right(&self, way: Way, last: Card) -> u8 {
        let (lower, higher) = (&self.0[..height(last)], &self.0[height(last) + 1..]);
        match way {
            Way::Higher => higher.iter().sum(),
            Way::Lower => lower.iter().sum(),
        }
    }
}

/// The place of a card among the ranks, the ace lowest (BQAM-30).
fn height(card: Card) -> usize {
    (card.rank() as usize + 1) % RANKS
}

/// Which way the next card is guessed to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Higher,
    Lower,
}

impl Way {
    /// What the next card does to this guess: greater where it is right, equal where the ranks are.
    pub(super) fn comes(self, last: Card, next: Card) -> Ordering {
        match self {
            Self::Higher => height(next).cmp(&height(last)),
            Self::Lower => height(last).cmp(&height(next)),
        }
    }

    pub(super) const fn choice(self) -> Choice {
        match self {
            Self::Higher => Choice::Higher,
            Self::Lower => Choice::Lower,
        }
    }

    const fn kind(self) -> ChoiceKind {
        self.choice().kind()
    }
}

/// A guess that is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guess {
    pub(super) way: Way,
    /// How many unseen cards make it right.
    pub(super) right: u8,
    /// What it multiplies the pot by, in hundredths.
    pub(super) coefficient_hundredths: u32,
    /// What the pot comes to where it is right.
    pub(super) pot: Money,
}

impl Guess {
    /// This guess after the card that came last, where it can be right (BQAM-Q34) and keeps the pot of this ante within the limits.
    pub(super) fn of(way: Way, unseen: &Unseen, last: Card, pot: Money, ante: Money, play: &Play) -> Option<Self> {
        let right = unseen.right(way, last);
        let others = unseen.right(Way::Higher, last) + unseen.right(Way::Lower, last);
        let coefficient_hundredths = coefficient_hundredths(play.return_percent, others, right)?;
        let pot = multiplied(pot, coefficient_hundredths)?;
        (pot <= play.pot_most(ante)).then_some(Self { way, right, coefficient_hundredths, pot })
    }

    pub(super) const fn offer(&self) -> Offer {
        Offer::multiplying(self.way.kind(), self.coefficient_hundredths, self.pot)
    }
}

/// BQAM-Q30: this part of `others` / `right`, rounded down to hundredths, and 1.00 at least; `None` where nothing makes the guess right.
pub(super) fn coefficient_hundredths(return_percent: u8, others: u8, right: u8) -> Option<u32> {
    let hundredths = (u32::from(return_percent) * u32::from(others)).checked_div(right.into())?;
    Some(hundredths.max(100))
}

/// BQAM-Q36: the pot with this coefficient, rounded half up; `None` where it leaves 64 bits.
fn multiplied(pot: Money, coefficient_hundredths: u32) -> Option<Money> {
    let hundredths = i128::from(pot.minor()) * i128::from(coefficient_hundredths);
    i64::try_from((hundredths + 50).div_euclid(100)).ok().map(Money::from_minor)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether some guess at 95 percent is worth more than this pot on average.
    fn favours_the_player(pot: i64) -> bool {
        let mut guesses = (1..=48).flat_map(|others| (1..=others).map(move |right| (others, right)));
        guesses.any(|(others, right): (u8, u8)| {
            let coefficient = coefficient_hundredths(95, others, right).expect("something makes the guess right");
            let next = multiplied(Money::from_minor(pot), coefficient).expect("a small pot");
            i64::from(right) * next.minor() > i64::from(others) * pot
        })
    }

    #[test]
    fn bqam_q36_half_a_unit_favours_the_player_up_to_seven_units_alone() {
        assert!((1..=7).all(favours_the_player));
        assert!(!(8..5_000).any(favours_the_player));
    }
}
