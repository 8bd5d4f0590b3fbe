//! The player of five-card poker, who sees one card of the dealer's and may buy one: of what is offered he takes what is worth most.
//!
//! What the dealer may hold is drawn for each decision until it is clear what is worth most, or [`DRAWN_MOST`] times, and every card that may be bought is held against the same hands. So
//! a bought card is not missed from the dealer's hands, and a card that was given away is forgotten: both cost next to nothing. The draws
//! depend on nothing but the cards that are seen, so that the same hand is always played the same.

use super::super::terms::{BET, LOST, PASSED, times};
use crate::games::five_card::{Play, Rules};
use crate::games::ranking::{CardSet, JokerHand};
use crate::model::{Card, CardChoice, CardPlace, Choice, ChoiceKind, Decision, HandView, Pack};
use crate::sim::chance::{Chance, QuickChance};
use crate::sim::strategies::hands::Strategy;

/// So many hands of the dealer are drawn before it is looked at what they make of the choices.
const DRAWN_AT_ONCE: usize = 512;

/// So many at most.
const DRAWN_MOST: usize = 4_096;

/// One choice is taken for better than another where it is worth more by so many antes after one hand drawn, and after more of them by that
/// over the root of their number: four standard errors of what a raised hand wins or loses.
const SURE: f64 = 8.0;

/// The price of a bought card, in antes.
const PRICE: f64 = 1.0;

/// How many cards of the dealer's are not seen.
const HIDDEN: usize = 4;

/// Takes what is worth most.
pub struct OpenCardPlay {
    play: Play,
    pack: Pack,
}

/// The hands that the dealer may hold.
struct Dealers<'a> {
    play: &'a Play,
    up: Card,
    /// The cards that are not seen.
    unseen: Vec<Card>,
    chance: QuickChance,
    /// How many of his hands were drawn.
    drawn: usize,
    /// Those that qualify, from the lowest up, as numbers that compare as the hands do.
    qualified: Vec<u64>,
}

impl OpenCardPlay {
    /// By these rules.
    #[must_use]
    pub const fn of(rules: &Rules) -> Self {
        Self { play: rules.play, pack: rules.shoe.pack }
    }

    /// The choice of these kinds that is worth most with these cards against this open one of the dealer's.
    fn best(&self, offered: &[ChoiceKind], own: &[Card], up: Card) -> Choice {
        let unseen: Vec<Card> = self.pack.cards().filter(|card| *card != up && !own.contains(card)).collect();
        let mut dealers = Dealers::of(&self.play, own, up, unseen.clone());
        loop {
            dealers.draw();
            let mut worths: Vec<(Choice, f64)> = offered.iter().flat_map(|kind| worths(*kind, &dealers, own, &unseen)).collect();
            worths.sort_by(|(_, one), (_, other)| other.total_cmp(one));
            let is_clear = worths.len() < 2 || worths[0].1 - worths[1].1 > SURE / (dealers.drawn as f64).sqrt();
            if is_clear || dealers.drawn >= DRAWN_MOST {
                return worths[0].0;
            }
        }
    }
}

/// What the choices of this kind are worth, in antes.
fn worths(kind: ChoiceKind, dealers: &Dealers<'_>, own: &[Card], unseen: &[Card]) -> Vec<(Choice, f64)> {
    let bought = |kept: CardSet| {
        let sum: f64 = unseen.iter().map(|card| dealers.worth(kept.with(*card)).max(PASSED)).sum();
        sum / unseen.len() as f64 - PRICE
    };
    let all = CardSet::of(own);
    let without = |place: usize| own.iter().enumerate().filter(move |(at, _)| *at != place).map(|(_, card)| *card);
    let exchange = |place| (Choice::Exchange(CardChoice(1_u8 << place)), bought(without(place).fold(CardSet::NONE, CardSet::with)));
    match kind {
        ChoiceKind::Fold => vec![(Choice::Fold, PASSED)],
        ChoiceKind::Bet => vec![(Choice::Bet, dealers.worth(all))],
        ChoiceKind::SixthCard => vec![(Choice::SixthCard, bought(all))],
        _ => (0..own.len()).map(exchange).collect(),
    }
}

impl<'a> Dealers<'a> {
    fn of(play: &'a Play, own: &[Card], up: Card, unseen: Vec<Card>) -> Self {
        let seed = own.iter().chain([&up]).fold(0, |seed, card| seed * Card::KINDS as u64 + card.index() as u64);
        Self { play, up, unseen, chance: Chance::new(seed, 0).quick(), drawn: 0, qualified: Vec::new() }
    }

    /// Draws some more of his hands.
    fn draw(&mut self) {
        let ranking = self.play.ranking;
        for _ in 0..DRAWN_AT_ONCE {
            for place in 0..HIDDEN {
                let other = self.chance.place((self.unseen.len() - place) as u32) as usize;
                self.unseen.swap(place, place + other);
            }
            let hand = JokerHand::of(CardSet::of(&self.unseen[..HIDDEN]).with(self.up), ranking.straights());
            if hand.strength.combination() >= self.play.dealer_from.combination() {
                self.qualified.push(hand.number(ranking.joker_yields()));
            }
        }
        self.drawn += DRAWN_AT_ONCE;
        self.qualified.sort_unstable();
    }

    /// What ante and bet win or lose with these cards, on the average of the dealer's hands.
    fn worth(&self, own: CardSet) -> f64 {
        let ranking = self.play.ranking;
        let hand = JokerHand::of(own, ranking.straights());
        let number = hand.number(ranking.joker_yields());
        let lower = self.qualified.partition_point(|dealer| *dealer < number);
        let higher = self.qualified.len() - self.qualified.partition_point(|dealer| *dealer <= number);
        let no_game = self.drawn - self.qualified.len();
        let pays = &self.play.pays;
        let (ante, bet) = (times(pays.ante), pays.bet.of(hand.strength.combination()).map_or(0.0, |odds| BET * times(odds)));
        (no_game as f64 * ante + lower as f64 * (ante + bet) + higher as f64 * LOST) / self.drawn as f64
    }
}

impl Strategy for OpenCardPlay {
    fn choose(&self, decision: &Decision, hands: &[HandView]) -> Choice {
        let at = |place| hands.iter().filter(move |hand| hand.at == place).flat_map(|hand| hand.cards.iter().flatten().copied());
        let own: Vec<Card> = at(CardPlace::Hand { place: decision.place, hand: decision.hand }).collect();
        let up = at(CardPlace::Dealer).next().expect("one card of the dealer's lies open when a box decides");
        self.best(&decision.offers.iter().map(|offer| offer.kind).collect::<Vec<_>>(), &own, up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profiles::load_rules;

    /// What is done with these cards against this one.
    #[track_caller]
    fn check(name: &str, own: &str, up: &str, expected: Choice) {
        let rules: Rules = load_rules(name).expect("a shipped rules file").value;
        let own: Vec<Card> = own.split(' ').map(|name| name.parse().expect("a card")).collect();
        let bought = rules.play.purchase.map(|_| if name.ends_with("six") { ChoiceKind::SixthCard } else { ChoiceKind::Exchange });
        let offered: Vec<ChoiceKind> = [ChoiceKind::Fold, ChoiceKind::Bet].into_iter().chain(bought).collect();
        assert_eq!(OpenCardPlay::of(&rules).best(&offered, &own, up.parse().expect("a card")), expected, "{own:?} against {up}");
    }

    #[test]
    fn a_pair_is_bet_and_nothing_is_folded() {
        check("five-card/am", "9s 9d Kc 7h 2d", "As", Choice::Bet);
        check("five-card/am", "Qs 9d 6c 4h 2s", "As", Choice::Fold);
        check("five-card/am", "As Kd 9c 7h 2s", "9d", Choice::Bet);
    }

    #[test]
    fn four_of_a_straight_flush_buy_the_fifth() {
        check("five-card/am-exchange", "Th 9h 8h 7h 2c", "Ks", Choice::Exchange(CardChoice(1 << 4)));
        check("five-card/am-six", "Th 9h 8h 7h 2c", "Ks", Choice::SixthCard);
        // The joker beside four of a kind pays ten times as much, and one card in 47 is it.
        check("five-card/am-joker", "7s 7d 7h 7c 2c", "Ks", Choice::Exchange(CardChoice(1 << 4)));
        check("five-card/am-joker", "As Kd 9c 7h Jk", "8s", Choice::Bet);
    }
}
