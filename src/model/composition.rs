//! Which cards are left in a shoe, and the one that a random word points at; in what order they lie is never known.

use core::fmt;

use minicbor::{Decode, Encode};

use super::Card;

/// How often each card is there. A shoe of eight packs holds every card eight times.
#[derive(Clone, Copy, PartialEq, Eq, Encode, Decode)]
#[cbor(transparent)]
pub struct Composition(#[cbor(n(0), with = "minicbor::bytes")] [u8; Card::COUNT]);

impl Composition {
    /// So many whole packs of 52 cards.
    #[must_use]
    pub const fn of_packs(packs: u8) -> Self {
        Self([packs; Card::COUNT])
    }

    /// So many of each card, by [`Card::index`].
    #[must_use]
    pub const fn of_each(counts: [u8; Card::COUNT]) -> Self {
        Self(counts)
    }

    /// How often this card is there.
    #[must_use]
    pub const fn count(&self, card: Card) -> u8 {
        self.0[card.index()]
    }

    /// The same without one copy of this card; `None` where it is not there.
    #[must_use]
    pub fn without(&self, card: Card) -> Option<Self> {
        let mut left = *self;
        let count = &mut left.0[card.index()];
        *count = count.checked_sub(1)?;
        Some(left)
    }

    /// How many cards there are in all.
    #[must_use]
    pub fn total(&self) -> u16 {
        self.0.iter().map(|&count| u16::from(count)).sum()
    }

    /// The card that a random word points at, every card of the shoe equally likely; it stays where it is. `None` where the
    /// word lies above the last whole multiple of the number of cards, because a plain remainder would favour some cards:
    /// then another word is to be drawn. An empty shoe has no card for any word.
    #[must_use]
    pub fn pick(&self, word: u16) -> Option<Card> {
        let total = u32::from(self.total());
        let words: u32 = 1 << u16::BITS;
        let multiples_end = words - words.checked_rem(total)?;
        let mut place = u32::from(word);
        if place >= multiples_end {
            return None;
        }
        place %= total;
        Card::all().find(|card| {
            let count = u32::from(self.count(*card));
            let found = place < count;
            place = place.saturating_sub(count);
            found
        })
    }
}

/// How many cards, and not which: what is missing from a shoe may lie face down.
impl fmt::Debug for Composition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cards", self.total())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(name: &str) -> Card {
        name.parse().expect("the name of a card")
    }

    /// How often each card is picked by all the words there are; every one of its copies must be picked equally often.
    #[track_caller]
    fn check(shoe: &Composition) {
        let mut picked = [0_u32; Card::COUNT];
        for word in 0..=u16::MAX {
            if let Some(card) = shoe.pick(word) {
                picked[card.index()] += 1;
            }
        }
        let each = 65_536_u32.checked_div(u32::from(shoe.total())).unwrap_or(0);
        let expected = Card::all().map(|card| each * u32::from(shoe.count(card)));
        assert!(expected.eq(picked), "{shoe:?}: {picked:?}");
    }

    /// One pack without some cards, or only with some.
    fn without(gone: &[&str]) -> Composition {
        Composition::of_each(core::array::from_fn(|index| u8::from(gone.iter().all(|name| card(name).index() != index))))
    }

    #[test]
    fn of_all_the_words_there_are_every_card_of_a_shoe_has_the_same_number() {
        for packs in [0, 1, 2, 6, 8] {
            check(&Composition::of_packs(packs));
        }
        for gone in [&["As"][..], &["As", "2s"], &["As", "2s", "Th", "7d"]] {
            check(&without(gone));
        }
        let two_and_one = [("Kd", 2), ("3c", 1)].map(|(name, count)| (card(name).index(), count));
        check(&Composition::of_each(core::array::from_fn(|index| {
            two_and_one.iter().find(|(at, _)| *at == index).map_or(0, |(_, count)| *count)
        })));
    }

    #[test]
    fn an_empty_shoe_has_no_card_for_any_word() {
        assert!((0..=u16::MAX).all(|word| Composition::of_packs(0).pick(word).is_none()));
        assert_eq!((without(&["As"]).total(), without(&["As"]).count(card("As")), without(&["As"]).count(card("Ah"))), (51, 0, 1));
    }

    #[test]
    fn a_composition_is_read_back_from_its_bytes() {
        let shoe = without(&["9h"]);
        let bytes = minicbor::to_vec(shoe).expect("encoding to memory cannot fail");
        assert_eq!(minicbor::decode::<Composition>(&bytes).ok(), Some(shoe));
    }
}
