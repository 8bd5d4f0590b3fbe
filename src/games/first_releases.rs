//! What journals of the first releases hold of card games: rules and deals, field by field. They are read for ever and never written: a
//! game that came later has no number here, and no field of it is numbered.

use alloc::boxed::Box;

use minicbor::{Decode, Decoder};

use super::card_game::{CardDeal, CardGame};
use super::{baccarat, blackjack, oasis, russian};

/// The rules of a game.
#[derive(Decode)]
pub(crate) enum NumberedRules {
    #[n(0)]
    Baccarat(#[n(0)] baccarat::Rules),
    #[n(1)]
    Blackjack(#[n(0)] blackjack::Rules),
    #[n(2)]
    Oasis(#[n(0)] oasis::Rules),
    #[n(3)]
    Russian(#[n(0)] russian::Rules),
}

/// A deal, as it stood.
#[derive(Decode)]
pub(crate) enum NumberedDeal {
    #[n(0)]
    Baccarat(#[n(0)] Box<baccarat::Deal>),
    #[n(1)]
    Blackjack(#[n(0)] Box<blackjack::Deal>),
    #[n(2)]
    Oasis(#[n(0)] Box<oasis::Deal>),
    #[n(3)]
    Russian(#[n(0)] Box<russian::Deal>),
}

/// Whether rules or a deal of these stand here: the game's number is before them, and nothing that later releases write begins so.
pub(crate) fn are_next(d: &mut Decoder<'_>) -> bool {
    let mut ahead = d.probe();
    ahead.array().is_ok_and(|length| length == Some(2)) && ahead.u32().is_ok()
}

impl From<NumberedRules> for CardGame {
    fn from(rules: NumberedRules) -> Self {
        match rules {
            NumberedRules::Baccarat(rules) => Self::Baccarat(rules),
            NumberedRules::Blackjack(rules) => Self::Blackjack(rules),
            NumberedRules::Oasis(rules) => Self::Oasis(rules),
            NumberedRules::Russian(rules) => Self::Russian(rules),
        }
    }
}

impl From<NumberedDeal> for CardDeal {
    fn from(deal: NumberedDeal) -> Self {
        match deal {
            NumberedDeal::Baccarat(deal) => Self::Baccarat(deal),
            NumberedDeal::Blackjack(deal) => Self::Blackjack(deal),
            NumberedDeal::Oasis(deal) => Self::Oasis(deal),
            NumberedDeal::Russian(deal) => Self::Russian(deal),
        }
    }
}
