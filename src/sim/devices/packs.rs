//! The cards in a simulated source. Their order is nobody's business: nothing here prints it or hands it out.

use std::fmt;

use crate::model::Card;
use crate::sim::chance::Chance;

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

/// What was counted, and what should have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    expected: usize,
    cards: usize,
    duplicate: usize,
    missing: usize,
    foreign: usize,
    unreadable: usize,
}

impl Count {
    /// The word for what is wrong with the cards: their number, else the first of what is wrong with some of them.
    pub(super) fn defect(&self) -> Option<&'static str> {
        let defects = [
            ("COUNT", self.cards.abs_diff(self.expected)),
            ("DUPLICATE", self.duplicate),
            ("FOREIGN", self.foreign),
            ("UNREADABLE", self.unreadable),
            ("MISSING", self.missing),
        ];
        defects.into_iter().find_map(|(word, cards)| (cards > 0).then_some(word))
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cards, duplicate, missing, foreign, unreadable, .. } = self;
        write!(f, "{cards} {duplicate} {missing} {foreign} {unreadable}")
    }
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

    /// Takes all cards back, shuffles and counts them. Defects are of this time only: before the next one
    /// somebody has put them right.
    pub(super) fn shuffle(&mut self, packs: u8, defects: &[Defect]) -> Count {
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
        count
    }

    /// The CRC-32 of how often each card is there.
    pub(super) fn hash(&self) -> u32 {
        let often = |card: Card| self.shoe.iter().filter(|found| **found == Some(card)).count() as u8;
        crc32fast::hash(&Card::all().map(often).collect::<Vec<_>>())
    }

    fn count(&self, packs: u8, unreadable: usize) -> Count {
        let (mut duplicate, mut missing) = (0, 0);
        for card in Card::all() {
            let found = self.shoe.iter().filter(|found| **found == Some(card)).count();
            duplicate += found.saturating_sub(packs.into());
            missing += usize::from(packs).saturating_sub(found);
        }
        let foreign = self.shoe.iter().filter(|card| card.is_none()).count();
        Count { expected: usize::from(packs) * Card::COUNT, cards: self.shoe.len(), duplicate, missing, foreign, unreadable }
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
