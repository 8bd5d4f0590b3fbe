//! `croupierctl cards count`: how many hands make each combination, by looking at every one of them.

use std::collections::BTreeMap;

use clap::Args;
use serde::Serialize;

use crate::games::ranking::CardSet;
use crate::model::{Card, Combination};

/// What to count.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// How many cards a hand has; of six or seven the best five count.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(5..=7))]
    cards: u8,
}

/// How many hands there are.
#[derive(Serialize)]
struct Count {
    cards: u8,
    hands: u64,
    combinations: BTreeMap<Combination, u64>,
}

/// Counts.
pub(super) fn run(arguments: &Arguments) -> String {
    let deck: Vec<Card> = Card::all().collect();
    let mut counted = [0; Combination::RoyalFlush as usize + 1];
    count(CardSet::NONE, &deck, arguments.cards, &mut |hand| counted[hand.strength().combination() as usize] += 1);
    let combinations = Combination::POKER_HANDS.into_iter().zip(counted).collect();
    let count = Count { cards: arguments.cards, hands: counted.iter().sum(), combinations };
    let text = serde_json::to_string(&count).expect("numbers and names can always be written as JSON");
    format!("{text}\n")
}

/// Calls `each` with the hand and `more` of the cards, for every choice of them.
fn count(hand: CardSet, cards: &[Card], more: u8, each: &mut impl FnMut(CardSet)) {
    if more == 0 {
        return each(hand);
    }
    for (place, card) in cards.iter().enumerate() {
        count(hand.with(*card), &cards[place + 1..], more - 1, each);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_of_five_cards_by_its_combination() {
        let expected = r#"{"cards":5,"hands":2598960,"combinations":{"nothing":1135260,"ace-king":167280,"pair":1098240,"two-pair":123552,"three-of-a-kind":54912,"straight":10200,"flush":5108,"full-house":3744,"four-of-a-kind":624,"straight-flush":36,"royal-flush":4}}"#;
        assert_eq!(run(&Arguments { cards: 5 }).trim_end(), expected);
    }
}
