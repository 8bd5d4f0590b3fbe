//! Every card game there is. Whoever runs a table knows these two types and no game.
//!
//! A new game is one variant in each of the two, and its arms, which the compiler names. Here never lives a rule.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::contract::{CardRules, Deal, Stray};
use super::{baccarat, blackjack, oasis, russian};
use crate::model::{BoxNumber, BoxStake, Card, Choice, DealSettlement, Eyes, HandLook, Want};

/// The rules of one card game at one house.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum CardGame {
    /// Baccarat.
    #[n(0)]
    Baccarat(#[n(0)] baccarat::Rules),
    /// Blackjack.
    #[n(1)]
    Blackjack(#[n(0)] blackjack::Rules),
    /// Oasis poker.
    #[n(2)]
    Oasis(#[n(0)] oasis::Rules),
    /// Russian poker.
    #[n(3)]
    Russian(#[n(0)] russian::Rules),
}

impl CardGame {
    /// The names of all card games. A game's own name is one of them, so that none is forgotten here: the simulation, the rules files
    /// and the golden rounds are asked for each.
    pub const NAMES: [&str; 4] = ["baccarat", "blackjack", "oasis", "russian"];

    /// The game's name; its rules files lie in the folder of this name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Baccarat(_) => Self::NAMES[0],
            Self::Blackjack(_) => Self::NAMES[1],
            Self::Oasis(_) => Self::NAMES[2],
            Self::Russian(_) => Self::NAMES[3],
        }
    }

    /// What may be staked, and how the cards and the round go.
    #[must_use]
    pub const fn rules(&self) -> &dyn CardRules {
        match self {
            Self::Baccarat(rules) => rules,
            Self::Blackjack(rules) => rules,
            Self::Oasis(rules) => rules,
            Self::Russian(rules) => rules,
        }
    }

    /// The rules, to be narrowed by a house.
    #[must_use]
    pub const fn rules_mut(&mut self) -> &mut dyn CardRules {
        match self {
            Self::Baccarat(rules) => rules,
            Self::Blackjack(rules) => rules,
            Self::Oasis(rules) => rules,
            Self::Russian(rules) => rules,
        }
    }

    /// A deal of it with these stakes, before its first card. The deal carries the rules it goes by.
    #[must_use]
    pub fn deal(&self, stakes: Vec<BoxStake>) -> CardDeal {
        match self {
            Self::Baccarat(rules) => CardDeal::Baccarat(Box::new(baccarat::Deal::new(rules.play, stakes))),
            Self::Blackjack(rules) => CardDeal::Blackjack(Box::new(blackjack::Deal::new(rules, &stakes))),
            Self::Oasis(rules) => CardDeal::Oasis(Box::new(oasis::Deal::new(rules, stakes))),
            Self::Russian(rules) => CardDeal::Russian(Box::new(russian::Deal::new(rules, stakes))),
        }
    }

    /// Every key whose value parses but is out of its range or contradicts another, with what is expected there.
    #[must_use]
    pub fn problems(&self) -> Vec<(String, String)> {
        match self {
            Self::Baccarat(rules) => rules.problems(),
            Self::Blackjack(rules) => rules.problems(),
            Self::Oasis(rules) => rules.problems(),
            Self::Russian(rules) => rules.problems(),
        }
    }
}

/// A deal of some card game under way. It can be written down after any card and any decision. Deals differ much in size, so each has
/// a place of its own.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum CardDeal {
    /// Baccarat.
    #[n(0)]
    Baccarat(#[n(0)] Box<baccarat::Deal>),
    /// Blackjack.
    #[n(1)]
    Blackjack(#[n(0)] Box<blackjack::Deal>),
    /// Oasis poker.
    #[n(2)]
    Oasis(#[n(0)] Box<oasis::Deal>),
    /// Russian poker.
    #[n(3)]
    Russian(#[n(0)] Box<russian::Deal>),
}

impl CardDeal {
    fn deal(&self) -> &dyn Deal {
        match self {
            Self::Baccarat(deal) => &**deal,
            Self::Blackjack(deal) => &**deal,
            Self::Oasis(deal) => &**deal,
            Self::Russian(deal) => &**deal,
        }
    }

    fn deal_mut(&mut self) -> &mut dyn Deal {
        match self {
            Self::Baccarat(deal) => &mut **deal,
            Self::Blackjack(deal) => &mut **deal,
            Self::Oasis(deal) => &mut **deal,
            Self::Russian(deal) => &mut **deal,
        }
    }
}

impl Deal for CardDeal {
    fn wants(&self) -> Want {
        self.deal().wants()
    }

    fn take_card(&mut self, card: Card) {
        self.deal_mut().take_card(card);
    }

    fn take_choice(&mut self, choice: Choice) -> Vec<BoxStake> {
        self.deal_mut().take_choice(choice)
    }

    fn take_stray(&mut self, card: Card) -> Stray {
        self.deal_mut().take_stray(card)
    }

    fn miss_box(&mut self, place: BoxNumber) -> Stray {
        self.deal_mut().miss_box(place)
    }

    fn expose_card(&mut self) -> Stray {
        self.deal_mut().expose_card()
    }

    fn lay_too_many(&mut self, place: BoxNumber) -> Stray {
        self.deal_mut().lay_too_many(place)
    }

    fn left_over(&self) -> &[Card] {
        self.deal().left_over()
    }

    fn stakes(&self) -> &[BoxStake] {
        self.deal().stakes()
    }

    fn settle(&self) -> DealSettlement {
        self.deal().settle()
    }

    fn look(&self, eyes: Eyes) -> Vec<HandLook> {
        self.deal().look(eyes)
    }
}
