//! The dealer's hand: what is drawn, and when it stands.

use super::deal::{Deal, Draw, Hand, HandState, Stage};
use super::{AgainstBlackjacks, Soft17};
use crate::model::{Card, Points, StakeKind};

/// The dealer draws while the count is below this.
const STANDS_ON: u8 = 17;

impl Deal {
    /// Every box has played.
    pub(super) fn begin_dealer(&mut self) {
        self.stage = self.draw().map_or(Stage::Over, |draw| Stage::Dealer { draw });
    }

    /// What the dealer must draw (BJAM-Q16, BJB-20, BA-18, BA-19).
    fn draw(&self) -> Option<Draw> {
        let rules = &self.play.dealer;
        let is_to_beat = |hand: &Hand| hand.state == HandState::Stands && !self.is_blackjack(hand);
        if rules.draws_for_nobody || self.hands.iter().any(is_to_beat) {
            return Some(Draw::WholeHand);
        }
        if self.hands.iter().any(|hand| self.waits_for_dealer(hand)) {
            return Some(match rules.against_blackjacks {
                AgainstBlackjacks::OneCard => Draw::OneCard,
                AgainstBlackjacks::WholeHand => Draw::WholeHand,
            });
        }
        let is_insured = self.stakes.iter().any(|stake| stake.kind == StakeKind::Insurance);
        let may_lose_half = self.play.surrender.is_some_and(|rules| !rules.is_final)
            && self.may_make_blackjack()
            && self.hands.iter().any(|hand| hand.state == HandState::Surrendered);
        (is_insured || may_lose_half).then_some(Draw::OneCard)
    }

    /// Whether the hand is a blackjack whose result the dealer's cards still decide.
    fn waits_for_dealer(&self, hand: &Hand) -> bool {
        let is_paid = self.pays_blackjack_at_once();
        hand.state == HandState::Stands && self.is_blackjack(hand) && !is_paid && !self.all_took_even_money(hand)
    }

    /// Whether a blackjack is paid before the dealer draws: the dealer's first card can make none (section 5 of `blackjack-by`).
    pub(super) fn pays_blackjack_at_once(&self) -> bool {
        self.play.blackjack.paid_at_once && !self.may_make_blackjack()
    }

    /// Whether everybody who has a stake on the hand was paid at once.
    pub(super) fn all_took_even_money(&self, hand: &Hand) -> bool {
        !hand.is_of_split && self.players_on(hand.place).all(|player| self.took_even_money(player))
    }

    /// Whether the player of this first stake was paid at once.
    pub(super) const fn took_even_money(&self, player: u8) -> bool {
        self.even_money & (1 << player) != 0
    }

    /// Whether the hand is paid as a blackjack (BJAM-Q4, BJB-26).
    pub(super) fn is_blackjack(&self, hand: &Hand) -> bool {
        hand.cards.is_ace_and_ten() && (!hand.is_of_split || self.play.blackjack.after_split)
    }

    /// Whether the dealer's first card can become a blackjack.
    pub(super) fn may_make_blackjack(&self) -> bool {
        matches!(self.dealer_value(), 1 | 10)
    }

    /// The dealer has got a card.
    pub(super) fn dealer_drawn(&mut self, draw: Draw, card: Card) {
        self.dealer.push(card);
        if draw == Draw::OneCard || self.dealer_stands() {
            self.stage = Stage::Over;
        }
    }

    /// 17 and more stands; a soft 17 of however many cards as the rules have it (BJAM-29, BJAM-Q2, BA-4).
    fn dealer_stands(&self) -> bool {
        match self.dealer.points() {
            Points { points: STANDS_ON, is_soft: true } => self.play.dealer.soft_17 == Soft17::Stand,
            Points { points, .. } => points >= STANDS_ON,
        }
    }
}
