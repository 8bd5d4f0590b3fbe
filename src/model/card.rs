//! Playing cards: ranks, suits, the joker, and their names of two characters such as `As`, `Td` or `Jk`.

use core::fmt;
use core::str::FromStr;

use minicbor::{Decode, Encode};

/// A card's suit. Suits have no order among each other (`house-poker-by` HPC-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// Spades, written `s`.
    Spades,
    /// Hearts, written `h`.
    Hearts,
    /// Diamonds, written `d`.
    Diamonds,
    /// Clubs, written `c`.
    Clubs,
}

impl Suit {
    /// The four suits.
    pub const ALL: [Self; 4] = [Self::Spades, Self::Hearts, Self::Diamonds, Self::Clubs];
    const LETTERS: [char; 4] = ['s', 'h', 'd', 'c'];
}

/// A card's rank, in the order of most games: the ace is the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each name is the rank")]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// The thirteen ranks, from the two to the ace.
    pub const ALL: [Self; 13] = [
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
    ];
    const LETTERS: [char; 13] = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];
}

/// One of the 52 cards, or the joker; which pack it comes from is not told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
#[cbor(transparent)]
pub struct Card(#[cbor(n(0), decode_with = "decode_index")] u8);

impl Card {
    /// How many cards have a rank and a suit.
    pub const COUNT: usize = 52;

    /// How many different cards there are, the joker among them.
    pub const KINDS: usize = Self::COUNT + 1;

    /// The joker. It has no rank and no suit, and comes only from a pack that holds it.
    pub const JOKER: Self = Self(Self::COUNT as u8);

    const JOKER_NAME: &str = "Jk";

    /// The card of this rank and suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(rank as u8 * 4 + suit as u8)
    }

    /// The 52 cards, by rank from the two, and within a rank by suit.
    pub fn all() -> impl Iterator<Item = Self> {
        (0u8..52).map(Self)
    }

    /// Every card there is: the 52 and behind them the joker.
    pub fn every() -> impl Iterator<Item = Self> + Clone {
        (0u8..53).map(Self)
    }

    /// Whether it is the joker.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 == Self::JOKER.0
    }

    /// The card's place in [`Card::every`], 0 to 52.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card at this place of [`Card::every`].
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|index| usize::from(*index) < Self::KINDS).map(Self)
    }

    /// The card's rank.
    ///
    /// # Panics
    /// For the joker: a game whose pack holds it asks [`Card::is_joker`] first, and no other game sees it.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.0 as usize / 4]
    }

    /// The card's suit.
    ///
    /// # Panics
    /// For the joker, as [`Card::rank`] does.
    #[must_use]
    pub const fn suit(self) -> Suit {
        assert!(!self.is_joker(), "the joker has no suit");
        Suit::ALL[self.0 as usize % 4]
    }
}

/// A card comes from a journal or a checkpoint: a number that no card has is not let in.
fn decode_index<Ctx>(decoder: &mut minicbor::Decoder<'_>, _: &mut Ctx) -> Result<u8, minicbor::decode::Error> {
    let index = decoder.u8()?;
    if usize::from(index) < Card::KINDS { Ok(index) } else { Err(minicbor::decode::Error::message("there are 52 cards and a joker")) }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_joker() {
            return f.write_str(Self::JOKER_NAME);
        }
        write!(f, "{}{}", Rank::LETTERS[self.rank() as usize], Suit::LETTERS[self.suit() as usize])
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a card's name such as `As`, `Td` or `9c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotACard;

impl fmt::Display for NotACard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card is a rank 2 to 9, T, J, Q, K or A and a suit s, h, d or c, such as As or Td; the joker is Jk")
    }
}

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        if text == Self::JOKER_NAME {
            return Ok(Self::JOKER);
        }
        let mut letters = text.chars();
        let (Some(rank), Some(suit), None) = (letters.next(), letters.next(), letters.next()) else { return Err(NotACard) };
        let rank = Rank::LETTERS.iter().position(|letter| *letter == rank).ok_or(NotACard)?;
        let suit = Suit::LETTERS.iter().position(|letter| *letter == suit).ok_or(NotACard)?;
        Ok(Self::new(Rank::ALL[rank], Suit::ALL[suit]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_read_back_from_its_name_its_index_and_its_bytes() {
        for card in Card::every() {
            assert_eq!(alloc::string::ToString::to_string(&card).parse(), Ok(card));
            assert_eq!(Card::from_index(card.index()), Some(card));
            let bytes = minicbor::to_vec(card).expect("encoding to memory cannot fail");
            assert_eq!(minicbor::decode::<Card>(&bytes).ok(), Some(card));
            assert!(card.is_joker() || Card::new(card.rank(), card.suit()) == card);
        }
        assert_eq!((Card::all().count(), Card::every().count(), Card::every().last()), (Card::COUNT, Card::KINDS, Some(Card::JOKER)));
    }

    #[test]
    fn what_is_no_card_is_not_read_as_one() {
        for text in ["", "A", "As ", "sA", "10s", "1s", "Ax", "as", "AS", "JK", "jk", "Jk "] {
            assert_eq!(text.parse::<Card>(), Err(NotACard), "{text:?}");
        }
        assert_eq!(Card::from_index(53), None);
        assert!(minicbor::decode::<Card>(&minicbor::to_vec(53u8).expect("encoding to memory cannot fail")).is_err());
    }
}
