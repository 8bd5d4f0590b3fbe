//! Every card game there is. A table knows these two types and no game.
//!
//! A new game is one line in the list at the end: the name of its rules files' folder, its room, its variant. Here never lives a rule.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::contract::{CardRules, Deal, UnexpectedCard};
use super::range::BetRange;
use super::{baccarat, blackjack, casino_holdem, five_card, hi_lo, oasis, red_dog, russian, slot, top_card, video_poker};
use crate::model::toml_keys::{KeyPath, Keys};
use crate::model::{
    BoxNumber, BoxStake, Card, CardPlace, Choice, DealSettlement, Drawn, Eyes, GameSheet, HandView, LimitKind, Piece, StakeKind,
    TableLimit, Want,
};

/// The two types, with an arm for each game in all that differs from game to game.
macro_rules! card_games {
    ($($name:literal $room:ident $variant:ident),+ $(,)?) => {
        /// The rules of one card game at one house.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        pub enum CardGame {
            $(#[doc = concat!("Those of `", $name, "`.")] $variant($room::Rules)),+
        }

        /// A deal of some card game under way. Deals differ much in size, so each has a place of its own.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum CardDeal {
            $(#[doc = concat!("One of `", $name, "`.")] $variant(Box<$room::Deal>)),+
        }

        impl CardGame {
            /// The names of all card games.
            pub const NAMES: &[&str] = &[$($name),+];

            /// The one description of each card game, by its name.
            pub const SHEETS: &[(&str, GameSheet)] = &[$(($name, $room::SHEET)),+];

            /// The game's name; its rules files lie in the folder of this name.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $name),+
                }
            }

            /// Every word of the game.
            #[must_use]
            pub const fn sheet(&self) -> &'static GameSheet {
                match self {
                    $(Self::$variant(_) => &$room::SHEET),+
                }
            }

            /// What may be staked, and how the cards and the round go.
            #[must_use]
            pub const fn rules(&self) -> &dyn CardRules {
                match self {
                    $(Self::$variant(rules) => rules),+
                }
            }

            /// The rules, to be narrowed by a house.
            #[must_use]
            pub const fn rules_mut(&mut self) -> &mut dyn CardRules {
                match self {
                    $(Self::$variant(rules) => rules),+
                }
            }

            /// The rules of the game of this name, from their keys; `None` where no game is called so.
            pub fn read(name: &str, keys: Keys<'_>) -> Option<Result<Self, toml::de::Error>> {
                match name {
                    $($name => Some($room::Rules::deserialize(keys).map(Self::$variant)),)+
                    _ => None,
                }
            }

            /// A deal of it with these stakes, before its first card. The deal carries the rules it goes by.
            #[must_use]
            pub fn deal(&self, stakes: &[BoxStake]) -> CardDeal {
                match self {
                    $(Self::$variant(rules) => CardDeal::$variant(Box::new($room::Deal::new(rules, stakes)))),+
                }
            }
        }

        impl CardDeal {
            fn deal(&self) -> &dyn Deal {
                match self {
                    $(Self::$variant(deal) => &**deal),+
                }
            }

            fn deal_mut(&mut self) -> &mut dyn Deal {
                match self {
                    $(Self::$variant(deal) => &mut **deal),+
                }
            }
        }
    };
}

impl CardGame {
    /// The rules of the game of this name, from keys that stand in no file; `None` where no game is called so.
    #[must_use]
    pub fn of_keys(name: &str, keys: toml::Table) -> Option<Result<Self, toml::de::Error>> {
        let is_known = Self::NAMES.contains(&name);
        is_known.then(|| Self::read(name, Keys::new(keys, &KeyPath::default())).expect("it is one of the names"))
    }

    /// Every key whose value parses but is out of its range or contradicts another, with what is expected there.
    #[must_use]
    pub fn problems(&self) -> Vec<(String, String)> {
        self.rules().problems()
    }

    /// The least and the most of each stake for which the rules file has an amount.
    #[must_use]
    pub fn stake_ranges(&self) -> Vec<(StakeKind, BetRange)> {
        let mut own = self.clone();
        let stakes = own.rules_mut().house_settings().stakes;
        stakes.into_iter().map(|stake| (stake.kind, BetRange { least: *stake.least, most: *stake.most })).collect()
    }

    /// Gives each of these stakes the least and the most that `range` says, and leaves the others as they are.
    pub fn set_stake_ranges(&mut self, range: impl Fn(StakeKind) -> Option<BetRange>) {
        for stake in self.rules_mut().house_settings().stakes {
            if let Some(range) = range(stake.kind) {
                (*stake.least, *stake.most) = (range.least, range.most);
            }
        }
    }

    /// The limits beyond the least and the most of the stakes, in the order in which a console shows them: what all players together lay on
    /// a box, then every most payout that is set of those that a house may narrow.
    #[must_use]
    pub fn limits(&self) -> Vec<TableLimit> {
        let of_box = self.rules().box_stake_most().map(|most| TableLimit { kind: LimitKind::BoxStake, most });
        let mut own = self.clone();
        let payouts = own.rules_mut().house_settings().payouts.into_iter();
        of_box.into_iter().chain(payouts.filter_map(|(kind, most)| Some(TableLimit { kind, most: (*most)? }))).collect()
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

    fn take_choice_of(&mut self, place: BoxNumber, choice: Choice) -> Vec<BoxStake> {
        self.deal_mut().take_choice_of(place, choice)
    }

    fn take_fresh(&mut self) {
        self.deal_mut().take_fresh();
    }

    fn take_drawn(&mut self, drawn: &Drawn) {
        self.deal_mut().take_drawn(drawn);
    }

    fn stands(&self) -> Option<DealSettlement> {
        self.deal().stands()
    }

    fn take_stray(&mut self, card: Card) -> UnexpectedCard {
        self.deal_mut().take_stray(card)
    }

    fn miss_box(&mut self, place: BoxNumber) -> UnexpectedCard {
        self.deal_mut().miss_box(place)
    }

    fn expose_card(&mut self) -> UnexpectedCard {
        self.deal_mut().expose_card()
    }

    fn lay_too_many(&mut self, place: BoxNumber) -> UnexpectedCard {
        self.deal_mut().lay_too_many(place)
    }

    fn can_be_wrong(&self, at: CardPlace) -> bool {
        self.deal().can_be_wrong(at)
    }

    fn wrong_count(&mut self, at: CardPlace, cards: u8) -> UnexpectedCard {
        self.deal_mut().wrong_count(at, cards)
    }

    fn left_over(&self) -> &[Card] {
        self.deal().left_over()
    }

    fn stakes(&self) -> &[BoxStake] {
        self.deal().stakes()
    }

    fn paid(&self) -> DealSettlement {
        self.deal().paid()
    }

    fn settle(&self) -> DealSettlement {
        self.deal().settle()
    }

    fn look(&self, eyes: Eyes) -> Vec<HandView> {
        self.deal().look(eyes)
    }

    fn pieces(&self) -> Vec<Piece> {
        self.deal().pieces()
    }
}

card_games! {
    "baccarat" baccarat Baccarat,
    "blackjack" blackjack Blackjack,
    "casino-holdem" casino_holdem CasinoHoldem,
    "five-card" five_card FiveCard,
    "hi-lo" hi_lo HiLo,
    "oasis" oasis Oasis,
    "red-dog" red_dog RedDog,
    "russian" russian Russian,
    "slot" slot Slot,
    "top-card" top_card TopCard,
    "video-poker" video_poker VideoPoker,
}
