//! The shoe of a simulated table: cards come by chance from a seed, and all of them are back when the cutting card has come out.
//!
//! Every card that is left is as likely as any other, so nothing is shuffled: a card that has come is put behind those that are left.

use crate::games::shoe::ShoeRules;
use crate::model::{Card, Drawn, Urn};
use crate::sim::chance::{Chance, QuickChance};

/// The packs of one table.
#[derive(Clone, Debug)]
pub struct SeededShoe {
    rules: ShoeRules,
    chance: QuickChance,
    /// Every card of the packs; those that have not come yet stand first.
    cards: Vec<Card>,
    left: usize,
}

impl SeededShoe {
    /// A new shuffle, its first cards burnt as the rules say.
    #[must_use]
    pub fn new(rules: &ShoeRules, mut chance: Chance) -> Self {
        let cards = rules.deck().cards().collect();
        let mut shoe = Self { rules: rules.clone(), chance: chance.quick(), cards, left: 0 };
        shoe.shuffle();
        shoe
    }

    /// A card, each of those that are left equally likely. Where none is left all are back.
    pub fn draw(&mut self) -> Card {
        if self.left == 0 {
            self.left = self.cards.len();
        }
        let drawn = self.chance.place(self.left as u32) as usize;
        self.left -= 1;
        self.cards.swap(drawn, self.left);
        self.cards[self.left]
    }

    /// A draw of chance that is no card, each value equally likely.
    pub fn draw_from(&mut self, urn: &Urn) -> Drawn {
        let places = urn.places().iter();
        Drawn(places.map(|values| self.chance.place(u32::from(*values)) as u16).collect())
    }

    /// A deal is over: where the cutting card has come out, the cards are shuffled.
    pub fn end_deal(&mut self) {
        if self.rules.is_at_cut(self.left as u16) {
            self.shuffle();
        }
    }

    /// All cards are back, and the first ones burnt as the rules say.
    pub fn shuffle(&mut self) {
        self.left = self.cards.len();
        (0..self.rules.burn).for_each(|_| _ = self.draw());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Pack;

    fn shoe(packs: u8, burn: u8, behind_cut: u16) -> SeededShoe {
        SeededShoe::new(&ShoeRules { packs, pack: Pack::Plain, burn, burn_at_change: 0, cut_least: 0, behind_cut }, Chance::new(1, 0))
    }

    #[test]
    fn between_two_shuffles_every_card_comes_as_often_as_there_are_packs() {
        let mut shoe = shoe(2, 0, 0);
        let mut seen = [0; Card::COUNT];
        (0..2 * Card::COUNT).for_each(|_| seen[shoe.draw().index()] += 1);
        assert_eq!(seen, [2; Card::COUNT]);
    }

    #[test]
    fn cards_are_burnt_and_shuffled_when_the_cutting_card_has_come() {
        let mut shoe = shoe(1, 3, 40);
        assert_eq!(shoe.left, 49);
        (0..8).for_each(|_| _ = shoe.draw());
        shoe.end_deal();
        assert_eq!(shoe.left, 41, "the cutting card has not come");
        shoe.draw();
        shoe.end_deal();
        assert_eq!(shoe.left, 49);
    }
}
