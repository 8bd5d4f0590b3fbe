//! What a shoe may still hold: which cards can come, and when a new shuffle is due.
//!
//! Nothing here knows in which order the cards will come.

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::model::{Card, Composition, Deck, Pack};

/// How a table's cards are shuffled and put into use.
#[derive(Clone, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShoeRules {
    /// How many packs; 1 to 8.
    #[n(0)]
    pub packs: u8,
    /// Which cards a pack holds; the 52 where it is not said.
    #[serde(default, skip_serializing_if = "Pack::is_plain")]
    #[cbor(skip)]
    pub pack: Pack,
    /// How many cards are burnt after a shuffle, before the first deal; 0 to 10.
    #[n(1)]
    pub burn: u8,
    /// How many cards are burnt when another croupier takes over; 0 to 10 (`blackjack-by` BJB-13, BA-15).
    #[n(3)]
    pub burn_at_change: u8,
    /// How many cards must lie before and behind the cutting card at least (`blackjack-by` BJB-11, BX-20); where there is none, nothing.
    #[n(4)]
    pub cut_least: u16,
    /// How many cards lie behind the cutting card: when no more are left, the deal is finished and the cards are shuffled. Cards are
    /// shuffled after every deal where it is as many as the packs hold.
    #[n(2)]
    pub behind_cut: u16,
}

impl ShoeRules {
    /// What is wrong: the key and what was expected.
    pub fn problem(&self) -> Option<(&'static str, &'static str)> {
        if !(1..=8).contains(&self.packs) {
            return Some(("shoe.packs", "1 to 8 packs"));
        }
        if self.burn > 10 {
            return Some(("shoe.burn", "0 to 10 cards"));
        }
        if self.burn_at_change > 10 {
            return Some(("shoe.burn_at_change", "0 to 10 cards"));
        }
        if self.behind_cut > self.cards() {
            return Some(("shoe.behind_cut", "at most as many cards as the packs hold"));
        }
        let is_cut = self.behind_cut < self.cards();
        if is_cut && self.behind_cut.min(self.cards() - self.behind_cut) < self.cut_least {
            return Some(("shoe.behind_cut", "at least shoe.cut_least cards on either side of the cutting card"));
        }
        None
    }

    /// How many cards the packs hold.
    #[must_use]
    pub const fn cards(&self) -> u16 {
        self.deck().count()
    }

    /// The packs.
    #[must_use]
    pub const fn deck(&self) -> Deck {
        Deck { packs: self.packs, pack: self.pack }
    }

    /// Whether the cutting card has come out when so many cards are left: after this deal the cards are shuffled (`blackjack-by`
    /// BJB-14, BA-14). Of a full shoe no card has come: where cards are shuffled after every deal, that would be shuffling for ever.
    #[must_use]
    pub const fn is_at_cut(&self, left: u16) -> bool {
        left < self.cards() && left <= self.behind_cut
    }
}

/// The cards that have not come yet.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Shoe {
    #[n(0)]
    left: Composition,
}

/// A card has come more often than the packs hold it (`house-rules-by` HRB-23, HC-14, HC-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneTooMany;

impl Shoe {
    /// A full shoe.
    #[must_use]
    pub const fn full(rules: &ShoeRules) -> Self {
        Self { left: Composition::of_deck(rules.deck()) }
    }

    /// A card has come out.
    ///
    /// # Errors
    /// [`OneTooMany`] where it cannot be in the shoe any more; the shoe is as it was.
    pub fn draw(&mut self, card: Card) -> Result<(), OneTooMany> {
        self.left = self.left.without(card).ok_or(OneTooMany)?;
        Ok(())
    }

    /// A card that had come out went back, and the cards were shuffled.
    pub fn put_back(&mut self, card: Card) {
        self.left = self.left.with(card).unwrap_or(self.left);
    }

    /// How many cards are left.
    #[must_use]
    pub fn left(&self) -> u16 {
        self.left.total()
    }

    /// How many of each card are left.
    #[must_use]
    pub const fn composition(&self) -> &Composition {
        &self.left
    }

    /// Whether the cutting card has come out.
    #[must_use]
    pub fn is_at_cut(&self, rules: &ShoeRules) -> bool {
        rules.is_at_cut(self.left())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seven_of_hearts() -> Card {
        "7h".parse().expect("a card's name")
    }

    #[track_caller]
    fn check(packs: u8, drawn: usize, expected: Result<(), OneTooMany>) {
        let mut shoe = Shoe::full(&ShoeRules { packs, pack: Pack::Plain, burn: 0, burn_at_change: 0, cut_least: 0, behind_cut: 0 });
        let last = (0..drawn).map(|_| shoe.draw(seven_of_hearts())).last();
        assert_eq!(last, Some(expected));
    }

    #[test]
    fn hc_12_two_equal_cards_in_one_pack_are_a_defect() {
        check(1, 2, Err(OneTooMany));
    }

    #[test]
    fn hc_14_eight_equal_cards_in_eight_packs_are_none() {
        check(8, 8, Ok(()));
    }

    #[test]
    fn hc_15_nine_equal_cards_in_eight_packs_are_a_defect() {
        check(8, 9, Err(OneTooMany));
    }

    #[test]
    fn hpam_1_hpam_2_a_joker_comes_only_from_a_pack_that_holds_it() {
        let drawn = |pack| {
            let mut shoe = Shoe::full(&ShoeRules { packs: 1, pack, burn: 0, burn_at_change: 0, cut_least: 0, behind_cut: 52 });
            (shoe.left(), [shoe.draw(Card::JOKER), shoe.draw(Card::JOKER)])
        };
        assert_eq!(drawn(Pack::Plain), (52, [Err(OneTooMany); 2]));
        assert_eq!(drawn(Pack::WithJoker), (53, [Ok(()), Err(OneTooMany)]));
    }

    #[test]
    fn the_cutting_card_comes_when_no_more_cards_lie_before_it() {
        let rules = ShoeRules { packs: 1, pack: Pack::Plain, burn: 0, burn_at_change: 0, cut_least: 0, behind_cut: 51 };
        let mut shoe = Shoe::full(&rules);
        assert!(!shoe.is_at_cut(&rules));
        assert_eq!(shoe.draw(seven_of_hearts()), Ok(()));
        assert!(shoe.is_at_cut(&rules));
    }

    #[test]
    fn cards_that_are_shuffled_after_every_deal_are_dealt_before() {
        let rules = ShoeRules { packs: 1, pack: Pack::Plain, burn: 0, burn_at_change: 0, cut_least: 0, behind_cut: 52 };
        let mut shoe = Shoe::full(&rules);
        assert!(!shoe.is_at_cut(&rules));
        assert_eq!(shoe.draw(seven_of_hearts()), Ok(()));
        assert!(shoe.is_at_cut(&rules));
    }
}
