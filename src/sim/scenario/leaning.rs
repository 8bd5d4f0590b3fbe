//! Cards that lean towards what is rare: every scenario would have to last for years until by mere chance a royal flush had paid its bonus.
//!
//! A card that leans is one of those that are left, so nothing here is known to the cabinet, or against its rules.

use std::collections::BTreeMap;

use super::of_game::{GameScenarios, Lean};
use crate::model::{Card, CardPlace, Composition, Rank};
use crate::sim::card_play;
use crate::sim::chance::{Chance, Rate};

/// The games between players in which equal hands are asked something; one in so many of their packs leans where any does.
const GAMES_OF_EQUAL_HANDS: [&str; 4] = ["club", "texas", "open-stud5", "open-stud7"];
const PACKS_ON_EQUAL_HANDS: u64 = 3;

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
    /// Where equal hands are asked something.
    equal: Option<EqualHands>,
}

/// A pack in which the next card of a hand leans towards the rank that another hand has in its place.
#[derive(Clone, Debug, Default)]
struct EqualHands {
    leans: bool,
    hands: BTreeMap<CardPlace, Vec<Card>>,
}

impl Leaning {
    pub(super) fn new(rate: Rate, game: &str) -> Self {
        let equal = GAMES_OF_EQUAL_HANDS.contains(&game).then(EqualHands::default);
        Self { rate, game: GameScenarios::of(game), places: BTreeMap::new(), equal }
    }

    /// A card for this place; none where the shoe is empty.
    pub(super) fn card(&mut self, to: CardPlace, remaining: &Composition, chance: &mut Chance) -> Option<Card> {
        if let Some(equal) = &mut self.equal {
            return equal.card(self.rate, to, remaining, chance);
        }
        let stays = chance.below(CARDS_ON_A_LEAN) != 0;
        let (lean, last) = self.places.get(&to).copied().filter(|_| stays).unwrap_or_else(|| (self.new_lean(to, chance), None));
        let card = one_of(|card| lean.leads(last, card), remaining, chance);
        self.places.insert(to, (lean, card));
        card
    }

    fn new_lean(&self, to: CardPlace, chance: &mut Chance) -> Lean {
        let Some(leans) = self.game.map(|game| game.leans(to)) else { return Lean::Fair };
        if chance.happens(self.rate) { leans[chance.below(leans.len() as u64) as usize] } else { Lean::Fair }
    }
}

impl EqualHands {
    fn card(&mut self, rate: Rate, to: CardPlace, remaining: &Composition, chance: &mut Chance) -> Option<Card> {
        if remaining == &Composition::of_packs(1) {
            (self.leans, self.hands) = (chance.below(PACKS_ON_EQUAL_HANDS) == 0 && chance.happens(rate), BTreeMap::new());
        }
        let nth = self.hands.get(&to).map_or(0, Vec::len);
        let others = self.hands.iter().filter(|(place, _)| self.leans && **place != to && matches!(to, CardPlace::Hand { .. }));
        let like = others.filter_map(|(_, cards)| cards.get(nth)).next().map(|card| card.rank());
        let card = one_of(|card| like.is_none_or(|rank| !card.is_joker() && card.rank() == rank), remaining, chance);
        self.hands.entry(to).or_default().extend(card);
        card
    }
}

/// One of these cards; where none of them is left, any.
fn one_of(fits: impl Fn(Card) -> bool, remaining: &Composition, chance: &mut Chance) -> Option<Card> {
    let left = Card::every().map(|card| if fits(card) { remaining.count(card) } else { 0 });
    let mut counts = [0; Card::KINDS];
    counts.iter_mut().zip(left).for_each(|(count, left)| *count = left);
    let mut pick = |count| chance.below(count);
    card_play::card(&Composition::of_each(counts), &mut pick).or_else(|| card_play::card(remaining, &mut pick))
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
