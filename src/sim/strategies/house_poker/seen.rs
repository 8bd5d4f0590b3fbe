//! What a player sees when he decides.

use crate::model::{Card, CardPlace, Decision, HandView};

/// The cards that lie open to a player.
pub(super) struct Seen {
    pub(super) own: Vec<Card>,
    /// One card until the dealer opens, then all.
    pub(super) dealer: Vec<Card>,
}

impl Seen {
    /// In this decision.
    pub(super) fn of(decision: &Decision, hands: &[HandView]) -> Self {
        let at = |place| hands.iter().filter(move |hand| hand.at == place).flat_map(|hand| hand.cards.iter().flatten().copied()).collect();
        Self { own: at(CardPlace::Hand { place: decision.place, hand: decision.hand }), dealer: at(CardPlace::Dealer) }
    }

    /// The dealer's last card, which lies open from the deal on (OAS-2, RUS-2).
    pub(super) fn open(&self) -> Option<Card> {
        self.dealer.last().copied()
    }
}
