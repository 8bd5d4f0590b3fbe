//! Counting cards towards 21: what a card is worth, and what a hand counts.

use crate::model::{Card, Points, Rank};

/// The most that a hand may count.
pub const MOST: u8 = 21;

/// What a card counts, an ace as 1 (`blackjack-am` BJAM-11, `blackjack-by` BJB-7).
#[must_use]
pub const fn value(card: Card) -> u8 {
    match card.rank() {
        Rank::Ace => 1,
        Rank::Ten | Rank::Jack | Rank::Queen | Rank::King => 10,
        rank => rank as u8 + 2,
    }
}

/// What these cards count: an ace is 11 where that does not lead over 21, and the hand is soft then (BJB-8).
#[must_use]
pub fn points(cards: &[Card]) -> Points {
    let (sum, has_ace) = sum(cards);
    let is_soft = has_ace && sum + 10 <= u16::from(MOST);
    let best = if is_soft { sum + 10 } else { sum };
    Points { points: u8::try_from(best).unwrap_or(u8::MAX), is_soft }
}

/// What these cards count with every ace as 1.
#[must_use]
pub fn low_points(cards: &[Card]) -> u8 {
    u8::try_from(sum(cards).0).unwrap_or(u8::MAX)
}

/// Whether these are an ace and a ten, jack, queen or king, and nothing else (BJAM-12, BJB-9).
#[must_use]
pub const fn is_ace_and_ten(cards: &[Card]) -> bool {
    matches!(cards, [one, other] if value(*one) * value(*other) == 10 && value(*one) + value(*other) == 11)
}

fn sum(cards: &[Card]) -> (u16, bool) {
    cards.iter().fold((0, false), |(sum, has_ace), card| {
        let value = value(*card);
        (sum + u16::from(value), has_ace || value == 1)
    })
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[track_caller]
    fn check(names: &str, expected: u8, is_soft: bool, low: u8, is_ace_and_ten_expected: bool) {
        let cards: Vec<Card> = names.split_whitespace().map(|name| name.parse().expect("the case names cards")).collect();
        assert_eq!(points(&cards), Points { points: expected, is_soft }, "{names}");
        assert_eq!(low_points(&cards), low, "{names}");
        assert_eq!(is_ace_and_ten(&cards), is_ace_and_ten_expected, "{names}");
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
}
