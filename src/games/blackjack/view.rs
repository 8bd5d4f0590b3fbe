//! What anybody may see of a deal.

use alloc::vec::Vec;

use super::deal::{Deal, Hand, HandState, Stage};
use crate::games::counting::MOST;
use crate::model::{Card, CardPlace, Combination, Face, HandView, Standing};

impl Deal {
    /// Every hand, the dealer's last.
    pub(super) fn looks(&self) -> Vec<HandView> {
        self.hands.iter().map(|hand| self.look_at(hand)).chain([self.look_at_dealer()]).collect()
    }

    /// The card of a blind double is opened when the dealer has drawn (BJB-22).
    fn is_hidden(&self, hand: &Hand) -> bool {
        hand.doubled == Some(Face::Down) && hand.cards.len() == 3 && self.stage != Stage::Over
    }

    fn look_at(&self, hand: &Hand) -> HandView {
        let is_hidden = self.is_hidden(hand);
        let is_seen = |place: usize| !is_hidden || place < 2;
        let cards: Vec<Option<Card>> = hand.cards.iter().enumerate().map(|(place, card)| is_seen(place).then_some(*card)).collect();
        let points = (!hand.cards.is_empty() && !is_hidden).then(|| hand.points());
        let combinations = self.is_blackjack(hand).then_some(Combination::Blackjack).into_iter().collect();
        HandView { at: hand.at(), cards, points, combinations, standing: self.standing(hand) }
    }

    fn standing(&self, hand: &Hand) -> Standing {
        match hand.state {
            HandState::Playing => Standing::Playing,
            HandState::Bust => Standing::Bust,
            HandState::Surrendered => Standing::Surrendered,
            HandState::SitsOut => Standing::Decided,
            HandState::Stands if self.stage == Stage::Over && hand.points().points > MOST => Standing::Bust,
            HandState::Stands if self.is_blackjack(hand) && (self.pays_blackjack_at_once() || self.all_took_even_money(hand)) => {
                Standing::Decided
            }
            HandState::Stands => Standing::Stands,
        }
    }

    fn look_at_dealer(&self) -> HandView {
        let count = (!self.dealer.is_empty()).then(|| self.dealer.points());
        let standing = match count {
            Some(count) if count.points > MOST => Standing::Bust,
            _ if self.stage == Stage::Over => Standing::Stands,
            _ => Standing::Playing,
        };
        HandView {
            at: CardPlace::Dealer,
            cards: self.dealer.iter().copied().map(Some).collect(),
            points: count,
            combinations: self.dealer.is_ace_and_ten().then_some(Combination::Blackjack).into_iter().collect(),
            standing,
        }
    }
}
