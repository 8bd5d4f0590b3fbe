//! Cards that lean towards what is rare: every night would have to last for years until by mere chance a royal flush had paid its bonus.
//!
//! A card that leans is one of those that are left, so nothing here is known to the cabinet, or against its rules.

use std::collections::BTreeMap;

use crate::model::{Card, CardPlace, Composition, Rank};
use crate::sim::card_play;
use crate::sim::chance::{Chance, Rate};

/// Towards what the cards of one place lean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lean {
    /// Nothing.
    Fair,
    /// Cards of one rank.
    Rank,
    /// The same card again.
    Twin,
    /// Cards of one suit.
    Suit,
    /// From an ace down in one suit.
    RoyalRun,
    /// From any card down in one suit.
    SuitedRun,
    /// From an ace down.
    Run,
    /// An ace beside a ten.
    AceAndTen,
}

/// What the cards of a place may lean towards: what is rare there, so suits mean nothing at blackjack, and at baccarat runs do not. The
/// dealer of house poker has no game often enough only where his cards mostly lean towards nothing.
fn leans_of(game: &str, to: CardPlace) -> &'static [Lean] {
    match (game, to) {
        ("baccarat", _) => &[Lean::Rank, Lean::Twin, Lean::Twin, Lean::Twin, Lean::Suit, Lean::AceAndTen],
        ("blackjack", _) => &[Lean::Rank, Lean::Twin, Lean::Run, Lean::AceAndTen, Lean::AceAndTen, Lean::AceAndTen],
        (_, CardPlace::Dealer) => &[Lean::Fair, Lean::Fair, Lean::Fair, Lean::Rank, Lean::Run],
        _ => &[Lean::Rank, Lean::Rank, Lean::Suit, Lean::RoyalRun, Lean::SuitedRun, Lean::Run],
    }
}

/// After how many cards, about, a place leans towards something else.
const CARDS_ON_A_LEAN: u64 = 12;

/// How the cards of a source lean.
#[derive(Clone, Debug)]
pub(super) struct Leaning {
    /// How often a place leans at all.
    rate: Rate,
    /// The game that is played.
    game: &'static str,
    /// The last card at each place, and how it leans.
    places: BTreeMap<CardPlace, (Lean, Option<Card>)>,
}

impl Leaning {
    pub(super) fn new(rate: Rate, game: &'static str) -> Self {
        Self { rate, game, places: BTreeMap::new() }
    }

    /// A card for this place; none where the shoe is empty.
    pub(super) fn card(&mut self, to: CardPlace, remaining: &Composition, chance: &mut Chance) -> Option<Card> {
        let stays = chance.below(CARDS_ON_A_LEAN) != 0;
        let (lean, last) = self.places.get(&to).copied().filter(|_| stays).unwrap_or_else(|| (self.new_lean(to, chance), None));
        let fits = Card::all().map(|card| if lean.leads(last, card) { remaining.count(card) } else { 0 });
        let mut counts = [0; Card::COUNT];
        counts.iter_mut().zip(fits).for_each(|(count, fits)| *count = fits);
        let mut pick = |count| chance.below(count);
        let leaning = card_play::card(&Composition::of_each(counts), &mut pick);
        let card = leaning.or_else(|| card_play::card(remaining, &mut pick));
        self.places.insert(to, (lean, card));
        card
    }

    fn new_lean(&self, to: CardPlace, chance: &mut Chance) -> Lean {
        let leans = leans_of(self.game, to);
        if chance.happens(self.rate) { leans[chance.below(leans.len() as u64) as usize] } else { Lean::Fair }
    }
}

impl Lean {
    /// Whether this card is one that it leads to after the last one at the place.
    fn leads(self, last: Option<Card>, card: Card) -> bool {
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
            Self::AceAndTen => (card.rank() == Rank::Ace) != (last.rank() == Rank::Ace) && card.rank() >= Rank::Ten,
        }
    }
}

fn is_next_below(last: Card, card: Card) -> bool {
    Rank::ALL.windows(2).any(|pair| (pair[0], pair[1]) == (card.rank(), last.rank()))
}
