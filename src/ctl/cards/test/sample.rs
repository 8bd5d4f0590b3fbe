//! The cards that are tested, and what could have come in the place of each.

use crate::model::{Card, Composition};

/// Cards in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample {
    pub(super) shoes: Vec<Shoe>,
}

/// What was seen of the cards of one shuffle.
#[derive(Clone, Debug)]
pub(super) struct Shoe {
    /// Of how many packs it was.
    pub(super) packs: u8,
    /// The cards that were seen, deal by deal; a deck that is drawn as a whole is one deal.
    pub(super) plays: Vec<Vec<Card>>,
}

/// A card that came, and the chances of every card just before.
pub(super) struct Drawn {
    pub(super) card: Card,
    /// Its place in its deal, from 0.
    pub(super) position: usize,
    /// How likely each card was, by [`Card::index`].
    pub(super) chances: [f64; Card::COUNT],
}

impl Sample {
    /// How many deals were seen.
    pub(super) fn plays(&self) -> usize {
        self.shoes.iter().map(|shoe| shoe.plays.len()).sum()
    }

    /// How many cards were seen.
    pub(super) fn cards(&self) -> usize {
        self.shoes.iter().flat_map(|shoe| &shoe.plays).map(Vec::len).sum()
    }

    /// How many cards came that could not be in their shoe any more. They are left out of every test: one of them is proof enough.
    pub(super) fn impossible_cards(&self) -> usize {
        self.cards() - self.drawn().flatten().flatten().count()
    }

    /// Every card with its chances, shoe by shoe and deal by deal.
    pub(super) fn drawn(&self) -> impl Iterator<Item = Vec<Vec<Drawn>>> {
        self.shoes.iter().map(Shoe::drawn)
    }
}

impl Shoe {
    /// Cards that were not seen may lie anywhere in the rest of the shoe, burnt ones too: each card that has not been seen is as likely as any
    /// other.
    fn drawn(&self) -> Vec<Vec<Drawn>> {
        let mut unseen = Composition::of_packs(self.packs);
        let mut draw = |(position, card): (usize, &Card)| {
            let chances = chances(&unseen);
            unseen = unseen.without(*card)?;
            Some(Drawn { card: *card, position, chances })
        };
        self.plays.iter().map(|play| play.iter().enumerate().filter_map(&mut draw).collect()).collect()
    }
}

fn chances(unseen: &Composition) -> [f64; Card::COUNT] {
    let total = f64::from(unseen.total()).max(1.0);
    let mut chances = [0.0; Card::COUNT];
    for card in Card::all() {
        chances[card.index()] = f64::from(unseen.count(card)) / total;
    }
    chances
}
