//! The player who takes what is worth most.

use super::dealer::against;
use super::improvement::Improvement;
use super::seen::Seen;
use super::terms::{BET, PASSED, Terms};
use super::worth::Worth;
use crate::games::card_game::CardGame;
use crate::games::ranking::CardSet;
use crate::model::{Card, CardChoice, Choice, ChoiceKind, Decision, HandView, Offer};
use crate::sim::strategies::hands::Strategy;

/// Takes of every decision what is worth most to one who sees his own cards and what lies open of the dealer's.
pub struct BestPlay {
    pub(super) worth: Worth,
    pub(super) improvement: Improvement,
}

impl BestPlay {
    /// By the rules of this game; `None` where it is not one of house poker.
    #[must_use]
    pub fn of(game: &CardGame) -> Option<Self> {
        let terms = match game {
            CardGame::Oasis(rules) => Terms::oasis(rules),
            CardGame::Russian(rules) => Terms::russian(rules),
            _ => return None,
        };
        Some(Self { worth: Worth::new(terms), improvement: Improvement::new() })
    }

    /// What each choice of a decision before the showdown is worth, in antes.
    fn worths(&self, offer: &Offer, seen: &Seen, ante_minor: f64) -> Vec<(Choice, f64)> {
        let Some(up) = seen.open() else { return Vec::new() };
        let price = offer.least.minor() as f64 / ante_minor;
        match offer.kind {
            ChoiceKind::Fold => vec![(Choice::Fold, PASSED)],
            ChoiceKind::Bet => vec![(Choice::Bet, self.worth.of_bet(&seen.own, up.rank() as u8))],
            ChoiceKind::SixthCard => vec![(Choice::SixthCard, self.improvement.of_sixth_card(&self.worth, &seen.own, up) - price)],
            ChoiceKind::Exchange => {
                let choices = (0..1_u8 << offer.of).map(CardChoice).filter(|cards| cards.count() == offer.cards);
                let worth = |cards| self.improvement.of_exchange(&self.worth, &seen.own, up, cards) - price;
                choices.map(|cards| (Choice::Exchange(cards), worth(cards))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn before_showdown(&self, decision: &Decision, bet: &Offer, seen: &Seen) -> Choice {
        let ante_minor = bet.least.minor() as f64 / BET;
        let worths = decision.offers.iter().flat_map(|offer| self.worths(offer, seen, ante_minor));
        // Of equals the first is taken: to pass comes before everything that costs.
        let better = |best: (Choice, f64), other: (Choice, f64)| if other.1 > best.1 { other } else { best };
        match worths.reduce(better) {
            Some((Choice::Bet, _)) => self.insurance(decision, seen).unwrap_or(Choice::Bet),
            Some((choice, _)) => choice,
            None => decision.otherwise,
        }
    }

    /// The most that can be insured, where it is worth it.
    fn insurance(&self, decision: &Decision, seen: &Seen) -> Option<Choice> {
        let offer = decision.offers.iter().find(|offer| offer.kind == ChoiceKind::Insure)?;
        let up = seen.open()?;
        (self.worth.of_insurance(&seen.own, up.rank() as u8) > 0.0).then_some(Choice::Insure(offer.most))
    }

    /// What the purchase of the dealer's game is worth, its price among it: every card that can come in place of his highest one is gone
    /// through. `None` where it is not for sale.
    pub(super) fn purchase(&self, own: &[Card], dealer: &[Card]) -> Option<f64> {
        let top = dealer.iter().max_by_key(|card| card.rank()).filter(|_| self.worth.terms().sells_game)?;
        let kept = dealer.iter().filter(|card| *card != top).fold(CardSet::NONE, |kept, card| kept.with(*card));
        let hand = self.worth.terms().hand(own);
        let comes = |card: &Card| card.rank() != top.rank() && !dealer.contains(card) && !own.contains(card);
        let worths = Card::all().filter(comes).map(|card| against(&hand, kept.with(card).strength()));
        let (cards, sum) = worths.fold((0.0, 0.0), |(cards, sum), worth| (cards + 1.0, sum + worth));
        Some(sum / cards - 1.0)
    }

    fn at_purchase(&self, seen: &Seen) -> Choice {
        let is_worth_it = self.purchase(&seen.own, &seen.dealer).is_some_and(|worth| worth > self.worth.terms().on_no_game);
        if is_worth_it { Choice::BuyGame } else { Choice::Decline }
    }
}

impl Strategy for BestPlay {
    fn choose(&self, decision: &Decision, hands: &[HandView]) -> Choice {
        let seen = Seen::of(decision, hands);
        let offer = |kind| decision.offers.iter().find(|offer| offer.kind == kind);
        match (offer(ChoiceKind::Bet), offer(ChoiceKind::BuyGame)) {
            (Some(bet), _) => self.before_showdown(decision, bet, &seen),
            (None, Some(_)) => self.at_purchase(&seen),
            _ => decision.otherwise,
        }
    }
}
