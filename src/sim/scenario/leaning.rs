//! Cards that lean towards what is rare: every scenario would have to last for years until by mere chance a royal flush had paid its bonus.
//!
//! A card that leans is one of those that are left, so nothing here is known to the cabinet, or against its rules.

use std::collections::BTreeMap;

use super::of_game::{GameScenarios, Lean};
use crate::model::{Card, CardPlace, Composition, Rank};
use crate::sim::card_play;
use crate::sim::chance::{Chance, Rate};

/// After how many cards, about, a place leans towards something else.
const CARDS_ON_A_LEAN: u64 = 12;

/// How the cards of a source lean.
#[derive(Clone, Debug)]
pub(super) struct Leaning {
    /// How often a place leans at all.
    rate: Rate,
    /// The game that is played; none where scenarios know nothing of it.
    game: Option<&'static GameScenarios>,
    /// The last card at each place, and how it leans.
    places: BTreeMap<CardPlace, (Lean, Option<Card>)>,
}

impl Leaning {
    pub(super) fn new(rate: Rate, game: &str) -> Self {
        Self { rate, game: GameScenarios::of(game), places: BTreeMap::new() }
    }

    /// A card for this place; none where the shoe is empty.
    pub(super) fn card(&mut self, to: CardPlace, remaining: &Composition, chance: &mut Chance) -> Option<Card> {
        let stays = chance.below(CARDS_ON_A_LEAN) != 0;
        let (lean, last) = self.places.get(&to).copied().filter(|_| stays).unwrap_or_else(|| (self.new_lean(to, chance), None));
        let fits = Card::every().map(|card| if lean.leads(last, card) { remaining.count(card) } else { 0 });
        let mut counts = [0; Card::KINDS];
        counts.iter_mut().zip(fits).for_each(|(count, fits)| *count = fits);
        let mut pick = |count| chance.below(count);
        let leaning = card_play::card(&Composition::of_each(counts), &mut pick);
        let card = leaning.or_else(|| card_play::card(remaining, &mut pick));
        self.places.insert(to, (lean, card));
        card
    }

    fn new_lean(&self, to: CardPlace, chance: &mut Chance) -> Lean {
        let Some(leans) = self.game.map(|game| game.leans(to)) else { return Lean::Fair };
        if chance.happens(self.rate) { leans[chance.below(leans.len() as u64) as usize] } else { Lean::Fair }
    }
}

impl Lean {
    /// Whether this card is one that it leads to after the last one at the place; a joker goes with everything.
    fn leads(self, last: Option<Card>, card: Card) -> bool {
        if card.is_joker() || last.is_some_and(Card::is_joker) {
            return true;
        }
        let is_first_of_run = card.rank() == Rank::Ace;
        let Some(last) = last else {
            return match self {
                Self::RoyalRun | Self::Run | Self::AceAndTen => is_first_of_run,
                _ => true,
            };
        };
        match self {
            Self::Fair => true,
            Self::Rank => card.rank() == last.rank(),
            Self::Twin => card == last,
            Self::Suit => card.suit() == last.suit(),
            Self::RoyalRun | Self::SuitedRun => card.suit() == last.suit() && is_next_below(last, card),
            Self::Run => is_next_below(last, card),
            Self::Between => is_next_below(card, last) || is_second_below(last, card),
            Self::AceAndTen => (card.rank() == Rank::Ace) != (last.rank() == Rank::Ace) && card.rank() >= Rank::Ten,
        }
    }
}

fn is_second_below(last: Card, card: Card) -> bool {
    Rank::ALL.windows(3).any(|ranks| (ranks[0], ranks[2]) == (card.rank(), last.rank()))
}

fn is_next_below(last: Card, card: Card) -> bool {
    Rank::ALL.windows(2).any(|pair| (pair[0], pair[1]) == (card.rank(), last.rank()))
}
