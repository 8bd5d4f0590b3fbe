//! What a deal wants next, and what a player is offered where it wants a decision.
//!
//! The words in which the answers are given stand in [`super::play`].

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::{BoxNumber, CardPlace, Choice, ChoiceKind, Face, Money, Refusal, Seat, Urn};

/// One choice that a player has now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Which.
    pub kind: ChoiceKind,
    /// How many cards are to be named with it at least; 0 where none.
    pub cards_least: u8,
    /// How many cards are to be named with it at most; 0 where none.
    pub cards: u8,
    /// Of how many cards of the hand they are named; 0 where none.
    pub of: u8,
    /// The least it costs.
    pub least: Money,
    /// The most it may cost; as much as the least where the price is fixed.
    pub most: Money,
    /// What an amount that is named with it is a multiple of; 1 where none is named.
    pub step: Money,
    /// What comes back with it: at once where it ends the deal, and at the next stop where it puts a win at risk; nothing where that is
    /// not known beforehand.
    pub returns: Money,
    /// What side stakes have won already and this choice gives up; nothing where it gives up nothing, or the cards that they are about are
    /// not known yet. A console warns (`house-poker-am` HPAM-Q14).
    pub gives_up: Money,
    /// What a right guess multiplies the pot by, in hundredths (BQAM-33); 0 where there is nothing to multiply.
    pub coefficient_hundredths: u32,
}

impl Offer {
    /// A choice that costs nothing.
    #[must_use]
    pub const fn free(kind: ChoiceKind) -> Self {
        Self::at(kind, Money::ZERO)
    }

    /// A choice at a fixed price.
    #[must_use]
    pub const fn at(kind: ChoiceKind, price: Money) -> Self {
        let (step, nothing) = (Money::from_minor(1), Money::ZERO);
        let (returns, gives_up) = (nothing, nothing);
        Self { kind, cards_least: 0, cards: 0, of: 0, least: price, most: price, step, returns, gives_up, coefficient_hundredths: 0 }
    }

    /// The exchange of so many cards of a hand of `of` cards.
    #[must_use]
    pub const fn exchange(cards: u8, of: u8, price: Money) -> Self {
        Self { cards_least: cards, cards, of, ..Self::at(ChoiceKind::Exchange, price) }
    }

    /// The exchange of any number of cards of a hand of `of` cards, free of charge.
    #[must_use]
    pub const fn exchange_any(of: u8) -> Self {
        Self { cards: of, of, ..Self::free(ChoiceKind::Exchange) }
    }

    /// A choice that costs nothing and brings so much.
    #[must_use]
    pub const fn returning(kind: ChoiceKind, returns: Money) -> Self {
        Self { returns, ..Self::free(kind) }
    }

    /// The same choice, by which so much is given up that side stakes have won.
    #[must_use]
    pub const fn giving_up(self, gives_up: Money) -> Self {
        Self { gives_up, ..self }
    }

    /// The pick of one of so many closed cards.
    #[must_use]
    pub const fn pick(of: u8) -> Self {
        Self { cards_least: 1, cards: 1, of, ..Self::free(ChoiceKind::Pick) }
    }

    /// A guess that multiplies the pot where it is right, so that it comes to `returns`.
    #[must_use]
    pub const fn multiplying(kind: ChoiceKind, coefficient_hundredths: u32, returns: Money) -> Self {
        Self { coefficient_hundredths, ..Self::returning(kind, returns) }
    }

    /// A side stake as insurance, of an amount within these, in steps of what the smallest chip is worth.
    #[must_use]
    pub const fn insure(least: Money, most: Money, step: Money) -> Self {
        Self::amount(ChoiceKind::Insure, least, most, step)
    }

    /// A bet on a tie, of an amount within these, in steps.
    #[must_use]
    pub const fn tie(least: Money, most: Money, step: Money) -> Self {
        Self::amount(ChoiceKind::Tie, least, most, step)
    }

    const fn amount(kind: ChoiceKind, least: Money, most: Money, step: Money) -> Self {
        Self { least, most, step, ..Self::free(kind) }
    }

    /// What this choice costs where it is taken: the amount that it names, or the fixed price.
    #[must_use]
    pub fn price(&self, choice: &Choice) -> Money {
        choice.amount().unwrap_or(self.least)
    }

    /// Whether this is the choice that is offered here: the kind, one of the offered amounts, as many cards as asked for, each of
    /// them in the hand.
    #[must_use]
    pub fn covers(&self, choice: &Choice) -> bool {
        let fits = match choice {
            Choice::Insure(amount) | Choice::Tie(amount) => (self.least..=self.most).contains(amount) && amount.is_multiple_of(self.step),
            Choice::Exchange(cards) | Choice::Pick(cards) => {
                (self.cards_least..=self.cards).contains(&cards.count()) && cards.are_within(self.of)
            }
            _ => true,
        };
        self.kind == choice.kind() && fits
    }
}

/// The choices of one decision. The few that most decisions have are kept in place, for simulations ask for millions.
pub type Offers = SmallVec<[Offer; 5]>;

/// A decision that a deal waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Who decides.
    pub seat: Seat,
    /// On which box.
    pub place: BoxNumber,
    /// On which hand of it.
    pub hand: u8,
    /// Every choice the seat has now; never empty.
    pub offers: Offers,
    /// What is done when the seat does not decide in time; free of charge, and one of the offers.
    pub otherwise: Choice,
}

impl Decision {
    /// The offer that covers this choice.
    ///
    /// # Errors
    /// [`Refusal::ChoiceNotOffered`] where no offer is of its kind or of its number of cards; [`Refusal::AmountOffStep`],
    /// [`Refusal::BelowLeast`] and [`Refusal::AboveMost`] where its amount is none of the offered ones.
    pub fn offer_for(&self, choice: &Choice) -> Result<&Offer, Refusal> {
        if let Some(offer) = self.offers.iter().find(|offer| offer.covers(choice)) {
            return Ok(offer);
        }
        let of_kind = self.offers.iter().find(|offer| offer.kind == choice.kind()).ok_or(Refusal::ChoiceNotOffered)?;
        match choice.amount() {
            Some(amount) if !amount.is_multiple_of(of_kind.step) => Err(Refusal::AmountOffStep),
            Some(amount) if amount < of_kind.least => Err(Refusal::BelowLeast),
            Some(_) => Err(Refusal::AboveMost),
            None => Err(Refusal::ChoiceNotOffered),
        }
    }
}

/// Decisions that are asked for at once: each is taken for itself, in any order. No box has two of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// How many there were when it opened.
    pub count: u8,
    /// Those that were not taken yet, in dealing order, each with its number in the window from 0; never empty.
    pub open: Vec<(u8, Decision)>,
}

impl Window {
    /// How many of its decisions were taken.
    #[must_use]
    pub const fn taken(&self) -> u8 {
        self.count - self.open.len() as u8
    }
}

/// What a deal wants next.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a decision is kept in place, for simulations ask for millions")]
pub enum Want {
    /// A card to this place.
    Card {
        /// Where it goes.
        to: CardPlace,
        /// Which way up.
        face: Face,
    },
    /// A decision.
    Decision(Decision),
    /// Several decisions at once.
    Window(Window),
    /// A draw of chance that is no card.
    Chance(Urn),
    /// Freshly shuffled cards in the middle of the deal, for what is dealt next.
    Fresh,
    /// Nothing: the deal is over and can be settled.
    Settlement,
}
