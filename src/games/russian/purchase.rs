//! Buying the dealer's game (RUS-19 to RUS-23): who has bought, and the hands that came of it.

use alloc::vec::Vec;

use minicbor::Decode;

use crate::games::cards::Cards;
use crate::games::house_poker::{HouseTable, PokerBox, has_game};
use crate::games::ranking::CardSet;
use crate::model::Card;

/// What became of the dealer's game since he opened it. Everybody sees this.
#[derive(Clone, Debug, Default, PartialEq, Eq, Decode)]
pub(super) struct Purchases {
    /// The dealer's hand after the first purchase, the second one and so on.
    #[n(0)]
    hands: Vec<Cards>,
    /// For each box in dealing order.
    #[n(1)]
    boxes: Vec<Bought>,
}

/// What a box bought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Decode)]
struct Bought {
    /// How many times.
    #[n(0)]
    times: u8,
    /// Whether it has declined.
    #[n(1)]
    is_done: bool,
}

/// The most cards that a purchase takes: three others have the rank of the one that leaves.
const CARDS_MOST: u8 = 4;

impl Purchases {
    pub(super) fn none(boxes: usize) -> Self {
        Self { hands: Vec::new(), boxes: alloc::vec![Bought::default(); boxes] }
    }

    /// How many times the dealer's hand has changed.
    fn round(&self) -> u8 {
        self.hands.len() as u8
    }

    /// How many times this box has bought.
    pub(super) fn times(&self, at: usize) -> u8 {
        self.boxes[at].times
    }

    /// The dealer's hand as it is now.
    pub(super) fn hand<'a>(&'a self, table: &'a HouseTable) -> &'a [Card] {
        self.hand_after(table, self.round())
    }

    /// The dealer's hand after so many purchases; as he was dealt it after none.
    pub(super) fn hand_after<'a>(&'a self, table: &'a HouseTable, times: u8) -> &'a [Card] {
        match times.checked_sub(1).and_then(|before| self.hands.get(usize::from(before))) {
            Some(hand) => hand,
            None => table.dealer(),
        }
    }

    /// The box that is asked now: light ones first, then dark ones, each only on the hand that it has come to.
    pub(super) fn asked(&self, table: &HouseTable, again: bool) -> Option<usize> {
        let may_buy = self.hands.is_empty() || again;
        if !may_buy || table.cards_left() < CARDS_MOST || has_game(CardSet::of(self.hand(table)).strength()) {
            return None;
        }
        let is_asked = |(at, of): &(usize, &PokerBox)| of.is_in_play() && !self.boxes[*at].is_done && self.boxes[*at].times == self.round();
        let asked = || table.boxes().iter().enumerate().filter(is_asked);
        asked().find(|(_, of)| !of.is_dark()).or_else(|| asked().next()).map(|(at, _)| at)
    }

    /// Whether a card is wanted for the dealer.
    pub(super) fn wants_card(&self, table: &HouseTable, again: bool) -> bool {
        self.asked(table, again).is_none() && self.boxes.iter().any(|of| of.times > self.round())
    }

    /// A box buys.
    pub(super) fn buy(&mut self, at: usize) {
        self.boxes[at].times += 1;
    }

    /// A box declines; it is settled on the hand as it is.
    pub(super) fn decline(&mut self, at: usize) {
        self.boxes[at].is_done = true;
    }

    /// A card for the dealer: the highest one of his hand leaves for it, unless it has the same rank; then it is discarded as well.
    pub(super) fn take_card(&mut self, table: &HouseTable, card: Card) {
        let hand: Cards = self.hand(table).iter().copied().collect();
        let Some((highest, leaving)) = hand.iter().enumerate().max_by_key(|(_, card)| card.rank()) else { return };
        if card.rank() == leaving.rank() {
            return;
        }
        let mut next = hand;
        next.remove(highest);
        next.push(card);
        self.hands.push(next);
    }
}
