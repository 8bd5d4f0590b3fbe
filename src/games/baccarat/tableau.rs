//! What cards count and who draws: the whole of the third-card rules.

use super::{BankerThirdCard, NaturalsStop, Play};
use crate::model::{Card, CardPlace, Rank};

/// One of the two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The Player's.
    Player,
    /// The Banker's.
    Banker,
}

impl Side {
    /// Where its cards go.
    pub(super) const fn place(self) -> CardPlace {
        match self {
            Self::Player => CardPlace::Player,
            Self::Banker => CardPlace::Banker,
        }
    }
}

/// What a card counts, 0 to 9 (BQAM-2).
#[must_use]
pub const fn value(card: Card) -> u8 {
    match card.rank() {
        Rank::Ace => 1,
        Rank::Ten | Rank::Jack | Rank::Queen | Rank::King => 0,
        rank => rank as u8 + 2,
    }
}

/// What a hand counts: the last digit of its sum (BQAM-5, BQAM-Q4).
#[must_use]
pub fn total(hand: &[Card]) -> u8 {
    hand.iter().fold(0, |sum, card| (sum + value(*card)) % 10)
}

/// Whether these are two cards worth 8 or 9.
pub(super) fn is_eight_or_nine(hand: &[Card]) -> bool {
    hand.len() == 2 && total(hand) >= 8
}

/// Which hand gets the next card; `None` where the round is over.
pub(super) fn next(play: &Play, player: &[Card], banker: &[Card]) -> Option<Side> {
    if banker.len() < 2 {
        return Some(if player.len() > banker.len() { Side::Banker } else { Side::Player });
    }
    if banker.len() == 3 || naturals_stop(play, &player[..2], banker) {
        return None;
    }
    match player.get(2) {
        None if total(player) <= 5 => Some(Side::Player),
        third => banker_draws(play, total(banker), third.copied().map(value)).then_some(Side::Banker),
    }
}

/// Whether the first two cards end the round (BQAM-6, BQAM-Q3).
fn naturals_stop(play: &Play, player: &[Card], banker: &[Card]) -> bool {
    match play.naturals_stop {
        NaturalsStop::Either => is_eight_or_nine(player) || is_eight_or_nine(banker),
        NaturalsStop::Both => is_eight_or_nine(player) && is_eight_or_nine(banker),
    }
}

/// Whether a Banker that counts `banker` draws, by the value of the Player's third card or its absence (section A2).
const fn banker_draws(play: &Play, banker: u8, third: Option<u8>) -> bool {
    match (play.banker_third_card, third) {
        (BankerThirdCard::Tableau, None) => banker <= 5,
        (BankerThirdCard::Tableau, Some(third)) => match banker {
            0..=2 => true,
            3 => third != 8,
            4 => 2 <= third && third <= 7,
            5 => 4 <= third && third <= 7,
            6 => 6 <= third && third <= 7,
            _ => false,
        },
        (BankerThirdCard::GivenLines, None) => 3 <= banker && banker <= 5,
        (BankerThirdCard::GivenLines, Some(_)) => false,
    }
}
