//! Packs of cards: which cards a pack holds, and of how many packs a shoe is made.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::Card;

/// A kind of pack, by the cards it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray)]
pub enum Pack {
    /// The 52 cards from the two to the ace. A machine or a card-reading shoe serves no other.
    #[default]
    #[serde(rename = "52-cards")]
    #[strum(serialize = "52-cards")]
    Plain,
    /// These and one joker (`house-poker-am` HPAM-2).
    #[serde(rename = "52-cards-and-joker")]
    #[strum(serialize = "52-cards-and-joker")]
    WithJoker,
}

impl Pack {
    /// How many cards it holds.
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Self::Plain => Card::COUNT as u8,
            Self::WithJoker => Card::COUNT as u8 + 1,
        }
    }

    /// Its cards, each once.
    pub fn cards(self) -> impl Iterator<Item = Card> + Clone {
        Card::every().take(self.count().into())
    }

    /// Whether it is the pack of 52 cards.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Self::Plain
    }

    /// Its name in rules files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The cards that a shoe is made of: so many packs of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deck {
    /// How many packs.
    pub packs: u8,
    /// Of which kind.
    pub pack: Pack,
}

impl Deck {
    /// So many packs of 52 cards.
    #[must_use]
    pub const fn plain(packs: u8) -> Self {
        Self { packs, pack: Pack::Plain }
    }

    /// How many cards there are in all.
    #[must_use]
    pub const fn count(self) -> u16 {
        self.packs as u16 * self.pack.count() as u16
    }

    /// Its cards, pack after pack.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        (0..self.packs).flat_map(move |_| self.pack.cards())
    }

    /// How many packs it is where these are packs of 52 cards, which is what a machine or a card-reading shoe serves.
    #[must_use]
    pub fn plain_packs(self) -> Option<u8> {
        self.pack.is_plain().then_some(self.packs)
    }
}

impl From<u8> for Deck {
    fn from(packs: u8) -> Self {
        Self::plain(packs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pack: Pack, count: u8, has_joker: bool) {
        let cards: alloc::vec::Vec<Card> = pack.cards().collect();
        assert_eq!((cards.len(), pack.count()), (count.into(), count), "{pack:?}");
        assert_eq!(cards.contains(&Card::JOKER), has_joker, "{pack:?}");
        assert_eq!(Deck { packs: 2, pack }.cards().count(), usize::from(Deck { packs: 2, pack }.count()));
        assert_eq!(toml::Value::try_from(pack).ok(), Some(pack.name().into()));
    }

    #[test]
    fn hpam_1_hpam_2_what_each_pack_holds() {
        check(Pack::Plain, 52, false);
        check(Pack::WithJoker, 53, true);
    }
}
