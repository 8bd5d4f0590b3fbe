//! Which cards are left in a shoe, and the one that a random word points at; in what order they lie is never known.

use core::fmt;

use minicbor::decode::{self, Decoder};
use minicbor::encode::{self, Encoder, Write};
use minicbor::{Decode, Encode};

use super::{Card, Deck, Pack};

/// How often each card is there. A shoe of eight packs holds every card eight times.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Composition([u8; Card::KINDS]);

impl Composition {
    /// So many whole packs of 52 cards.
    #[must_use]
    pub const fn of_packs(packs: u8) -> Self {
        Self::of_deck(Deck::plain(packs))
    }

    /// These whole packs.
    #[must_use]
    pub const fn of_deck(deck: Deck) -> Self {
        let mut counts = [deck.packs; Card::KINDS];
        if matches!(deck.pack, Pack::Plain) {
            counts[Card::JOKER.index()] = 0;
        }
        Self(counts)
    }

    /// So many of each card, by [`Card::index`].
    #[must_use]
    pub const fn of_each(counts: [u8; Card::KINDS]) -> Self {
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

    /// The same with one copy of this card more; `None` where there would be more than 255 of it.
    #[must_use]
    pub fn with(&self, card: Card) -> Option<Self> {
        let mut all = *self;
        let count = &mut all.0[card.index()];
        *count = count.checked_add(1)?;
        Some(all)
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
        Card::every().find(|card| {
            let count = u32::from(self.count(*card));
            let found = place < count;
            place = place.saturating_sub(count);
            found
        })
    }
}

/// The counts in the order of [`Card::every`]. Where no joker is there they are 52, as in every journal from before there was one.
impl<C> Encode<C> for Composition {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        let kinds = if self.count(Card::JOKER) == 0 { Card::COUNT } else { Card::KINDS };
        e.bytes(&self.0[..kinds])?.ok()
    }
}

impl<'b, C> Decode<'b, C> for Composition {
    fn decode(d: &mut Decoder<'b>, _: &mut C) -> Result<Self, decode::Error> {
        let bytes = d.bytes()?;
        if bytes.len() != Card::COUNT && bytes.len() != Card::KINDS {
            return Err(decode::Error::message("a count of each card is expected"));
        }
        let mut counts = [0; Card::KINDS];
        counts[..bytes.len()].copy_from_slice(bytes);
        Ok(Self(counts))
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
        let mut picked = [0_u32; Card::KINDS];
        for word in 0..=u16::MAX {
            if let Some(card) = shoe.pick(word) {
                picked[card.index()] += 1;
            }
        }
        let each = 65_536_u32.checked_div(u32::from(shoe.total())).unwrap_or(0);
        let expected = Card::every().map(|card| each * u32::from(shoe.count(card)));
        assert!(expected.eq(picked), "{shoe:?}: {picked:?}");
    }

    /// One pack with a joker, without some cards.
    fn without(gone: &[&str]) -> Composition {
        let whole = Composition::of_deck(Deck { packs: 1, pack: Pack::WithJoker });
        gone.iter().fold(whole, |left, name| left.without(card(name)).expect("it is there"))
    }

    #[test]
    fn of_all_the_words_there_are_every_card_of_a_shoe_has_the_same_number() {
        for packs in [0, 1, 2, 6, 8] {
            check(&Composition::of_packs(packs));
        }
        for gone in [&[][..], &["As"], &["Jk"], &["As", "2s", "Jk"], &["As", "2s", "Th", "7d"]] {
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
        assert_eq!((without(&["As"]).total(), without(&["As"]).count(card("As")), without(&["As"]).count(card("Ah"))), (52, 0, 1));
    }

    #[test]
    fn a_plain_pack_holds_no_joker() {
        assert_eq!(Composition::of_packs(8).without(Card::JOKER), None);
        assert_eq!((Composition::of_packs(8).total(), without(&[]).total()), (416, 53));
    }

    /// So many bytes stand in the journal for it.
    #[track_caller]
    fn check_read_back(shoe: Composition, length: usize) {
        let bytes = minicbor::to_vec(shoe).expect("encoding to memory cannot fail");
        assert_eq!(minicbor::decode::<&minicbor::bytes::ByteSlice>(&bytes).map(|bytes| bytes.len()).ok(), Some(length));
        assert_eq!(minicbor::decode::<Composition>(&bytes).ok(), Some(shoe));
    }

    #[test]
    fn a_composition_is_read_back_from_its_bytes_which_are_those_of_older_releases_where_there_is_no_joker() {
        check_read_back(without(&["9h"]), 53);
        check_read_back(without(&["9h", "Jk"]), 52);
        check_read_back(Composition::of_packs(6), 52);
        let too_long = minicbor::to_vec(minicbor::bytes::ByteVec::from(alloc::vec![1; 54])).expect("encoding to memory cannot fail");
        assert!(minicbor::decode::<Composition>(&too_long).is_err());
    }
}
