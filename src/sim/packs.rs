//! The cards in a simulated source. Their order is nobody's business: nothing here prints it or hands it out.

use std::fmt;

use super::chance::Chance;
use crate::model::Card;

/// What is wrong with the packs after a shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Defect {
    /// A card is missing.
    Missing,
    /// There is one card too many, of a kind that is complete.
    Extra,
    /// One card is there in place of another.
    Swapped,
    /// A foreign card is in place of another.
    Foreign,
    /// A card cannot be read when the cards are counted.
    Unreadable,
}

/// The cards of a source: the shoe in its order, and what came out of it.
#[derive(Clone)]
pub(super) struct Packs {
    luck: Chance,
    /// The next card is the last; none is a card of no pack of the game.
    shoe: Vec<Option<Card>>,
    out: Vec<Option<Card>>,
}

impl fmt::Debug for Packs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cards in the shoe, {} out", self.shoe.len(), self.out.len())
    }
}

impl Packs {
    /// So many packs, not shuffled: there is nothing to deal yet.
    pub(super) fn new(seed: u64, packs: u8) -> Self {
        Self { luck: Chance::new(seed, 1), shoe: Vec::new(), out: whole(packs) }
    }

    /// How many cards are left in the shoe.
    pub(super) fn left(&self) -> usize {
        self.shoe.len()
    }

    /// Takes all cards back and shuffles them; says the count in words. Defects are of this time only: before the next one
    /// somebody has put them right.
    pub(super) fn shuffle(&mut self, packs: u8, defects: &[Defect]) -> String {
        let held = self.shoe.len() + self.out.len();
        self.out.clear();
        let complete = whole(packs.min(u8::try_from(held.div_ceil(Card::COUNT)).unwrap_or(u8::MAX)));
        self.shoe = complete.clone();
        let mut unreadable = 0;
        for defect in defects {
            match defect {
                Defect::Missing => drop(self.shoe.pop()),
                Defect::Extra => self.shoe.push(complete[0]),
                Defect::Swapped => self.shoe[0] = complete[1],
                Defect::Foreign => self.shoe[0] = None,
                Defect::Unreadable => unreadable += 1,
            }
        }
        let count = self.count(packs, unreadable);
        // Each order equally likely: the cards change places from the last to the first.
        for place in (1..self.shoe.len()).rev() {
            let other = self.luck.below(place as u64 + 1) as usize;
            self.shoe.swap(place, other);
        }
        // Somebody has put them right before the next count.
        count
    }

    fn count(&self, packs: u8, unreadable: usize) -> String {
        let (mut duplicate, mut missing) = (0, 0);
        for card in Card::all() {
            let found = self.shoe.iter().filter(|found| **found == Some(card)).count();
            duplicate += found.saturating_sub(packs.into());
            missing += usize::from(packs).saturating_sub(found);
        }
        let foreign = self.shoe.iter().filter(|card| card.is_none()).count();
        format!("{} {duplicate} {missing} {foreign} {unreadable}", self.shoe.len())
    }

    /// So many cards come out at once.
    pub(super) fn deal(&mut self, cards: usize) -> Vec<Option<Card>> {
        let rest = self.shoe.len().saturating_sub(cards);
        let dealt = self.shoe.split_off(rest);
        self.out.extend(&dealt);
        dealt
    }

    /// A card comes out that has come before; the first card of a shoe comes as any does.
    pub(super) fn deal_again(&mut self) -> Vec<Option<Card>> {
        let again = self.out.last().copied();
        let dealt = self.deal(1);
        again.map_or(dealt, |again| vec![again])
    }
}

fn whole(packs: u8) -> Vec<Option<Card>> {
    (0..packs).flat_map(|_| Card::all().map(Some)).collect()
}
