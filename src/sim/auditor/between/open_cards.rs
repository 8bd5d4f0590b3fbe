//! What the open cards of the studs decide: who brings in, and who acts first.

use super::rank::{groups, strength};
use super::rules::PlayerRules;
use super::{after, pips, suit_order};
use crate::model::{Card, Seat};

/// SPG-54 to SPG-56, ST-3, ST-4: the lowest open card, of equal ranks by suit.
pub(super) fn lowest(open: &[(Seat, Card)]) -> Option<Seat> {
    open.iter().min_by_key(|(_, card)| (pips(*card), suit_order(*card))).map(|(seat, _)| *seat)
}

/// SPG-61, ST-5: the highest open hand; of equal ones by suit from the most significant card on, or the nearest after the button (TA-3).
pub(super) fn highest(rules: &PlayerRules, button: Seat, open: &[(Seat, Vec<Card>)]) -> Option<Seat> {
    if rules.variant.is_of_decree() {
        return highest_of_decree(rules, button, open);
    }
    let best = open.iter().map(|(_, cards)| value(cards, rules.open_ties_by_suit)).max()?;
    let has_best = |seat: &Seat| open.iter().any(|(other, cards)| other == seat && value(cards, rules.open_ties_by_suit) == best);
    after(button).find(has_best)
}

/// TPAM-44, TPAM-Q21: the best combination of open cards, of which there may be five; of equal ones the nearest after the button, or by suit
/// where a house has it so.
fn highest_of_decree(rules: &PlayerRules, button: Seat, open: &[(Seat, Vec<Card>)]) -> Option<Seat> {
    let made = |cards: &[Card]| (strength(cards, rules.has_wheel), value(cards, rules.open_ties_by_suit).2);
    let best = open.iter().map(|(_, cards)| made(cards)).max()?;
    after(button).find(|seat| open.iter().any(|(other, cards)| other == seat && made(cards) == best))
}

/// Straights and flushes do not count (SPG-61): how often each rank is there, then the suits.
fn value(cards: &[Card], by_suit: bool) -> (Vec<usize>, Vec<u8>, Vec<u8>) {
    let groups = groups(cards);
    let (counts, ranks): (Vec<usize>, Vec<u8>) = groups.iter().copied().unzip();
    let suits_of = |rank: u8| {
        let mut suits: Vec<u8> = cards.iter().filter(|card| pips(**card) == rank).map(|card| suit_order(*card)).collect();
        suits.sort_unstable_by(|one, other| other.cmp(one));
        suits
    };
    let suits = if by_suit { ranks.iter().flat_map(|rank| suits_of(*rank)).collect() } else { Vec::new() };
    (counts, ranks, suits)
}

/// Whether two of these have one rank.
pub(super) fn has_pair(cards: &[Card]) -> bool {
    groups(cards).first().is_some_and(|(count, _)| *count > 1)
}
