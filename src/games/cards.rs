//! A few cards in a row, kept in place: hands are copied and counted millions of times.

use core::ops::Deref;

use minicbor::decode::{self, Decode, Decoder};

use crate::model::{Card, Rank, Suit};

/// Up to [`Cards::MOST`] cards in the order in which they came.
#[derive(Clone, Copy)]
pub struct Cards {
    count: u8,
    cards: [Card; Cards::MOST],
}

impl Cards {
    /// More cards than any hand holds: at blackjack 21 aces stand at 21, and one more card ends the hand.
    pub const MOST: usize = 24;

    /// No cards.
    pub const NONE: Self = Self { count: 0, cards: [Card::new(Rank::Two, Suit::Spades); Self::MOST] };

    /// Puts a card behind the others.
    ///
    /// # Panics
    /// Where there is no room: no game deals so many.
    pub fn push(&mut self, card: Card) {
        self.cards[usize::from(self.count)] = card;
        self.count += 1;
    }

    /// Takes away the last card.
    pub fn pop(&mut self) -> Option<Card> {
        let last = self.last().copied()?;
        self.count -= 1;
        Some(last)
    }

    /// Takes away the card at this place, counted from 0; the others close up.
    ///
    /// # Panics
    /// Where there is no card at this place.
    pub fn remove(&mut self, place: usize) -> Card {
        let card = self[place];
        self.cards.copy_within(place + 1..usize::from(self.count), place);
        self.count -= 1;
        card
    }

    /// Puts another card in the place of this one.
    ///
    /// # Panics
    /// Where there is no card at this place.
    pub fn replace(&mut self, place: usize, card: Card) -> Card {
        let before = self[place];
        self.cards[place] = card;
        before
    }
}

impl Default for Cards {
    fn default() -> Self {
        Self::NONE
    }
}

impl Deref for Cards {
    type Target = [Card];

    fn deref(&self) -> &[Card] {
        &self.cards[..usize::from(self.count)]
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut row = Self::NONE;
        cards.into_iter().for_each(|card| row.push(card));
        row
    }
}

impl PartialEq for Cards {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Cards {}

impl core::fmt::Debug for Cards {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'b, C> Decode<'b, C> for Cards {
    fn decode(d: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
        let mut row = Self::NONE;
        for card in d.array_iter_with(context)? {
            if row.len() == Self::MOST {
                return Err(decode::Error::message("more cards than a hand holds"));
            }
            row.push(card?);
        }
        Ok(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(names: &str) -> Cards {
        names.split_whitespace().map(|name| name.parse().expect("the case names cards")).collect()
    }

    #[test]
    fn cards_come_and_go_in_order() {
        let mut cards = row("As Kd 7c");
        assert_eq!(cards.remove(1), row("Kd")[0]);
        assert_eq!(cards, row("As 7c"));
        assert_eq!(cards.replace(0, row("2h")[0]), row("As")[0]);
        assert_eq!(cards.pop(), Some(row("7c")[0]));
        assert_eq!(cards, row("2h"));
    }

    #[test]
    fn cards_are_read_back_and_too_many_are_not() {
        let cards = row("As Kd 7c");
        let bytes = minicbor::to_vec(&*cards).expect("encoding to memory cannot fail");
        assert_eq!(minicbor::decode::<Cards>(&bytes).ok(), Some(cards));
        let many = alloc::vec![cards[0]; Cards::MOST + 1];
        let bytes = minicbor::to_vec(many).expect("encoding to memory cannot fail");
        assert!(minicbor::decode::<Cards>(&bytes).is_err());
    }
}
