//! Counting cards towards 21: what a card is worth, and what a hand counts.

use core::ops::Deref;

use minicbor::decode::{self, Decode, Decoder};

use super::cards::Cards;
use crate::model::{Card, Points, Rank};

/// The most that a hand may count.
pub const MOST: u8 = 21;

/// What a card counts, an ace as 1 (`blackjack-am` BJAM-11, `blackjack-by` BJB-7).
#[must_use]
pub const fn value(card: Card) -> u8 {
    VALUES[card.index()]
}

/// What each card counts: looked up, for simulations count millions of hands.
const VALUES: [u8; Card::COUNT] = {
    let mut values = [0; Card::COUNT];
    let mut index = 0;
    while index < Card::COUNT {
        values[index] = match Rank::ALL[index / 4] {
            Rank::Ace => 1,
            Rank::Ten | Rank::Jack | Rank::Queen | Rank::King => 10,
            rank => rank as u8 + 2,
        };
        index += 1;
    }
    values
};

/// The cards of a hand with what they count, which is asked for far more often than a card comes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CountedCards {
    cards: Cards,
    /// What they count with every ace as 1.
    low: u8,
    has_ace: bool,
}

impl CountedCards {
    /// No cards.
    pub const NONE: Self = Self { cards: Cards::NONE, low: 0, has_ace: false };

    /// Puts a card behind the others.
    ///
    /// # Panics
    /// Where there is no room: no game deals so many.
    pub fn push(&mut self, card: Card) {
        self.cards.push(card);
        let value = value(card);
        self.low += value;
        self.has_ace |= value == 1;
    }

    /// Two cards as two hands of one card each.
    #[must_use]
    pub fn split(&self) -> [Self; 2] {
        [0, 1].map(|place| core::iter::once(self[place]).collect())
    }

    /// What they count: an ace is 11 where that does not lead over 21, and the hand is soft then (BJB-8).
    #[must_use]
    pub const fn points(&self) -> Points {
        let is_soft = self.has_ace && self.low + 10 <= MOST;
        Points { points: if is_soft { self.low + 10 } else { self.low }, is_soft }
    }

    /// What they count with every ace as 1.
    #[must_use]
    pub const fn low_points(&self) -> u8 {
        self.low
    }

    /// Whether these are an ace and a ten, jack, queen or king, and nothing else (BJAM-12, BJB-9).
    #[must_use]
    pub fn is_ace_and_ten(&self) -> bool {
        self.len() == 2 && self.has_ace && self.low == 11
    }
}

impl Deref for CountedCards {
    type Target = [Card];

    fn deref(&self) -> &[Card] {
        &self.cards
    }
}

impl FromIterator<Card> for CountedCards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut counted = Self::NONE;
        cards.into_iter().for_each(|card| counted.push(card));
        counted
    }
}

impl<'b, C> Decode<'b, C> for CountedCards {
    fn decode(d: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
        Ok(Cards::decode(d, context)?.iter().copied().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(names: &str) -> CountedCards {
        names.split_whitespace().map(|name| name.parse().expect("the case names cards")).collect()
    }

    #[track_caller]
    fn check(names: &str, expected: u8, is_soft: bool, low: u8, is_ace_and_ten_expected: bool) {
        let cards = hand(names);
        assert_eq!(cards.points(), Points { points: expected, is_soft }, "{names}");
        assert_eq!(cards.low_points(), low, "{names}");
        assert_eq!(cards.is_ace_and_ten(), is_ace_and_ten_expected, "{names}");
    }

    #[test]
    fn bjam_11_numbers_count_themselves_and_pictures_ten() {
        check("2s 3d 4h", 9, false, 9, false);
        check("5s 6d 7h", 18, false, 18, false);
        check("8s 9d", 17, false, 17, false);
        check("Ts Jd", 20, false, 20, false);
        check("Qs Kd", 20, false, 20, false);
        check("", 0, false, 0, false);
    }

    #[test]
    fn bjb_8_a_hand_is_soft_while_an_ace_counts_eleven() {
        check("7s Ad", 18, true, 8, false);
        check("4s Ad Tc 5h", 20, false, 20, false);
        check("As Ad", 12, true, 2, false);
        check("As Ad Ac Ah", 14, true, 4, false);
        check("As 6d Tc", 17, false, 17, false);
    }

    #[test]
    fn bjam_12_an_ace_and_any_ten_in_two_cards() {
        check("As Td", 21, true, 11, true);
        check("Ks Ad", 21, true, 11, true);
        check("5s 6d", 11, false, 11, false);
        check("As 5d 5h", 21, true, 11, false);
        check("7s 7d 7h", 21, false, 21, false);
    }

    #[test]
    fn bjam_21_two_cards_become_two_hands_each_with_its_own_count() {
        let [first, second] = hand("As 7d").split();
        assert_eq!((first.points().points, first.points().is_soft, &*first), (11, true, &*hand("As")));
        assert_eq!((second.points().points, second.points().is_soft, &*second), (7, false, &*hand("7d")));
    }

    #[test]
    fn a_hand_is_read_back_with_its_count() {
        let bytes = minicbor::to_vec(&*hand("As 7d 3c")).expect("encoding to memory cannot fail");
        let read: CountedCards = minicbor::decode(&bytes).expect("what was written can be read");
        assert_eq!((read.points().points, read.points().is_soft, &*read), (21, true, &*hand("As 7d 3c")));
    }
}
