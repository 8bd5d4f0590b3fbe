//! Whose turn it is at a card table, and what he may choose.

use super::line::require;
use super::{Chosen, Of};
use crate::model::{BoxNumber, Choice, ChoiceKind, Offer, Seat};

/// A decision that is waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExpectedTurn {
    pub(super) seat: Seat,
    pub(super) place: BoxNumber,
    pub(super) hand: u8,
    pub(super) choices: Vec<Offered>,
}

/// One choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Offered {
    kind: ChoiceKind,
    /// How many cards are named with it, at least and at most.
    cards: (u8, u8),
    /// Of how many they are named.
    of: u8,
    least: i64,
    most: i64,
    /// What an amount that is named with it is a multiple of.
    step: i64,
    /// What comes back with it, where that is known beforehand; nothing elsewhere.
    returns: i64,
    /// What it multiplies a pot by.
    hundredths: i64,
}

impl Offered {
    pub(super) const fn free(kind: ChoiceKind) -> Self {
        Self::at(kind, 0)
    }

    pub(super) const fn at(kind: ChoiceKind, price: i64) -> Self {
        Self { kind, cards: (0, 0), of: 0, least: price, most: price, step: 1, returns: 0, hundredths: 0 }
    }

    pub(super) const fn exchange(cards: u8, of: u8, price: i64) -> Self {
        Self { cards: (cards, cards), of, ..Self::at(ChoiceKind::Exchange, price) }
    }

    /// Any number of so many cards, free of charge.
    pub(super) const fn exchange_any(of: u8) -> Self {
        Self { cards: (0, of), of, ..Self::free(ChoiceKind::Exchange) }
    }

    /// One of so many closed cards.
    pub(super) const fn pick(of: u8) -> Self {
        Self { cards: (1, 1), of, ..Self::free(ChoiceKind::Pick) }
    }

    /// It costs nothing and brings so much.
    pub(super) const fn returning(kind: ChoiceKind, returns: i64) -> Self {
        Self::at_bringing(kind, 0, returns)
    }

    /// It costs so much and brings so much.
    pub(super) const fn at_bringing(kind: ChoiceKind, price: i64, returns: i64) -> Self {
        Self { returns, ..Self::at(kind, price) }
    }

    /// A guess that multiplies the pot, so that it comes to so much.
    pub(super) const fn multiplying(kind: ChoiceKind, hundredths: i64, returns: i64) -> Self {
        Self { hundredths, ..Self::returning(kind, returns) }
    }

    /// A bet on the next card being of the same rank.
    pub(super) const fn tie(least: i64, most: i64, step: i64) -> Self {
        Self { least, most, step, ..Self::free(ChoiceKind::Tie) }
    }

    pub(super) const fn insure(least: i64, most: i64, step: i64) -> Self {
        Self { least, most, step, ..Self::free(ChoiceKind::Insure) }
    }

    fn told(offer: &Offer) -> Self {
        let Offer { kind, cards_least, cards, of, least, most, step, returns, gives_up: _, coefficient_hundredths } = *offer;
        let (least, most, step, returns) = (least.minor(), most.minor(), step.minor(), returns.minor());
        Self { kind, cards: (cards_least, cards), of, least, most, step, returns, hundredths: coefficient_hundredths.into() }
    }

    /// What this choice costs, where it is the one that is meant here.
    fn price(&self, choice: &Choice) -> Option<i64> {
        let is_meant = match choice {
            Choice::Insure(amount) | Choice::Tie(amount) => {
                (self.least..=self.most).contains(&amount.minor()) && amount.minor() % self.step == 0
            }
            Choice::Exchange(named) | Choice::Pick(named) => {
                (self.cards.0..=self.cards.1).contains(&named.count()) && named.are_within(self.of)
            }
            _ => true,
        };
        let price = if let Choice::Insure(amount) | Choice::Tie(amount) = choice { amount.minor() } else { self.least };
        (is_meant && self.kind == choice.kind()).then_some(price)
    }
}

impl ExpectedTurn {
    /// The decision of whom it is.
    pub(super) const fn of(&self) -> Of {
        (self.seat, self.place, self.hand)
    }

    /// What a decision costs; an error where it is not this turn's decision, or this turn does not offer the choice.
    pub(super) fn price(&self, chosen: &Chosen<'_>) -> Result<i64, String> {
        let is_asked = chosen.of() == self.of();
        let whose = format!("seat {} decided on hand {} of box {}", chosen.seat, chosen.hand, chosen.place.0);
        let turn = format!("it was the turn of seat {} on hand {} of box {}", self.seat, self.hand, self.place.0);
        require(is_asked, format_args!("{whose}, and {turn}"))?;
        let price = self.choices.iter().find_map(|offered| offered.price(&chosen.choice));
        price.ok_or_else(|| format!("{:?} was not offered, but {:?}", chosen.choice, self.choices))
    }

    /// Checks that the choices shown are those that there are.
    pub(super) fn compare(&self, shown: &[Offer], credit: i64) -> Result<(), String> {
        // BQAM-Q86: double the win is not offered where the credit does not bear it.
        let is_offered = |choice: &&Offered| choice.kind != ChoiceKind::RiskDouble || choice.least <= credit;
        let own: Vec<Offered> = self.choices.iter().filter(is_offered).copied().collect();
        let sorted = |mut offers: Vec<Offered>| {
            offers.sort_unstable();
            offers
        };
        let (shown, own) = (sorted(shown.iter().map(Offered::told).collect()), sorted(own));
        require(shown == own, format_args!("seat {} is offered {shown:?}, and there is {own:?}", self.seat))
    }
}
