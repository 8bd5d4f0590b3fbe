//! One round: a card each, the window in which all boxes decide at equal cards, and the war.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{Play, Rules, WarFirst};
use crate::games::antes::{Antes, Raise};
use crate::games::cards::Cards;
use crate::games::contract;
use crate::model::{BoxNumber, BoxStake, Card, CardPlace, Choice, DealSettlement, Eyes, Face, HandView, StakeKind, Standing, Want};

/// War or fold; silence folds (BQAM-Q44).
const WAR: Raise = Raise { choice: Choice::War, kind: StakeKind::War, otherwise: Choice::Fold };

/// So many cards are laid aside before the cards of the war (BQAM-43).
const CLOSED: u8 = 3;

/// A round of Top Card Trump. Every card lies open but those that are laid aside; which these are makes no difference, and nobody is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    pub(super) play: Play,
    antes: Antes,
    pub(super) player: Cards,
    pub(super) dealer: Cards,
    /// How many cards were laid aside.
    closed: u8,
}

impl Deal {
    /// A round before its first card.
    #[must_use]
    pub fn new(rules: &Rules, stakes: &[BoxStake]) -> Self {
        Self { play: rules.play, antes: Antes::new(stakes), player: Cards::NONE, dealer: Cards::NONE, closed: 0 }
    }

    /// Whether this box has laid its ante once more.
    pub(super) fn goes_to_war(&self, place: BoxNumber) -> bool {
        self.antes.raises().iter().any(|war| war.place == place)
    }

    /// What is wanted when the first cards are equal.
    fn wants_at_equal_cards(&self) -> Want {
        if let Some(window) = self.antes.window(&WAR) {
            return Want::Window(window);
        }
        if self.antes.raises().is_empty() {
            return Want::Settlement;
        }
        if self.closed < CLOSED {
            return Want::Card { to: CardPlace::Discard, face: Face::Down };
        }
        let order = match self.play.war_first {
            WarFirst::Dealer => [CardPlace::Dealer, CardPlace::Player],
            WarFirst::Player => [CardPlace::Player, CardPlace::Dealer],
        };
        self.open_card(order, 2).unwrap_or(Want::Settlement)
    }

    /// A card for the first of these places where there are not so many.
    fn open_card(&self, order: [CardPlace; 2], cards: usize) -> Option<Want> {
        let lacks = |to: &CardPlace| if *to == CardPlace::Player { self.player.len() < cards } else { self.dealer.len() < cards };
        order.into_iter().find(lacks).map(|to| Want::Card { to, face: Face::Up })
    }

    fn look_at(&self, at: CardPlace, cards: &Cards) -> HandView {
        HandView {
            at,
            cards: cards.iter().copied().map(Some).collect(),
            points: None,
            combinations: Vec::new(),
            standing: if contract::Deal::wants(self) == Want::Settlement { Standing::Decided } else { Standing::Playing },
        }
    }
}

impl contract::Deal for Deal {
    fn wants(&self) -> Want {
        match self.compared(0) {
            None => self.open_card([CardPlace::Player, CardPlace::Dealer], 1).unwrap_or(Want::Settlement),
            Some(Ordering::Equal) => self.wants_at_equal_cards(),
            Some(_) => Want::Settlement,
        }
    }

    fn take_card(&mut self, card: Card) {
        match self.wants() {
            Want::Card { to: CardPlace::Player, .. } => self.player.push(card),
            Want::Card { to: CardPlace::Dealer, .. } => self.dealer.push(card),
            Want::Card { .. } => self.closed += 1,
            _ => panic!("a card is handed in only where one is wanted"),
        }
    }

    fn take_choice(&mut self, choice: Choice) -> Vec<BoxStake> {
        panic!("all boxes decide at once at Top Card Trump: {choice:?}")
    }

    fn take_choice_of(&mut self, place: BoxNumber, choice: Choice) -> Vec<BoxStake> {
        self.antes.take_choice_of(place, choice, &WAR)
    }

    fn stakes(&self) -> &[BoxStake] {
        self.antes.stakes()
    }

    fn settle(&self) -> DealSettlement {
        assert!(self.wants() == Want::Settlement, "a round is settled when its last card has come");
        DealSettlement { returns: self.stakes().iter().map(|stake| self.returned(*stake)).collect(), cuts: Vec::new() }
    }

    fn look(&self, _: Eyes) -> Vec<HandView> {
        [(CardPlace::Player, &self.player), (CardPlace::Dealer, &self.dealer)].map(|(at, cards)| self.look_at(at, cards)).into()
    }
}
