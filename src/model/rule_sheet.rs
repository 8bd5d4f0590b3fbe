//! What a player reads of a card table's rules: what wins how much, and how the house plays the game.

use alloc::vec::Vec;

use super::{ChoiceKind, Combination, Odds, Pack, StakeKind};

/// The one description of a card game, the same for all its rules files: every word that it may stake, choose and name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSheet {
    /// Every stake, each with when it is laid, in the order in which returns are told.
    pub stakes: &'static [(StakeKind, Laid)],
    /// Every choice of a player in the course of a deal.
    pub choices: &'static [ChoiceKind],
    /// Every combination that a hand or a win is called by.
    pub combinations: &'static [Combination],
}

/// When a stake is laid, and whether it is a bet of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Laid {
    /// Before the deal, as a bet of its own.
    First,
    /// In the course of the deal, as a bet of its own.
    Later,
    /// On top of a bet of this kind: what comes back of it counts as that bet's return.
    On(StakeKind),
}

impl GameSheet {
    /// The stakes that are laid on top of this bet.
    pub fn on(&self, bet: StakeKind) -> impl Iterator<Item = StakeKind> {
        self.stakes.iter().filter(move |(_, laid)| *laid == Laid::On(bet)).map(|(kind, _)| *kind)
    }
}

/// The rules of a card table as its rules screen tells them. The screen has its own words for each name in here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSheet {
    /// How many packs are in the shoe.
    pub packs: u8,
    /// Which cards a pack holds.
    pub pack: Pack,
    /// Whether the cards are shuffled before every deal.
    pub is_shuffled_each_deal: bool,
    /// Whether it is a game of one seat at a machine; its pay table tells what comes back in all, the stake included.
    pub is_machine: bool,
    /// How long a decision may take; `None` where nobody decides anything in the course of a deal.
    pub decision_seconds: Option<u32>,
    /// What wins how much, in the order of the pay table.
    pub pays: Vec<PayRow>,
    /// How the game goes and in what houses differ, in the order of reading.
    pub notes: Vec<RuleNote>,
}

/// A row of a pay table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayRow {
    /// Which stake wins.
    pub stake: StakeKind,
    /// With what.
    pub with: PaysWith,
    /// How much.
    pub pays: Pay,
}

/// How much a row of a pay table pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pay {
    /// A win at these odds; the stake comes back as well.
    Odds(Odds),
    /// So many times the stake in all, as machines tell it: with 1 the stake comes back.
    Total(u32),
    /// The coefficient that is shown with a guess when it is made (`baccarat-and-quick-cards-am` BQAM-33).
    AsShown,
}

impl Pay {
    /// Whether a win at these odds is one of this row.
    #[must_use]
    pub fn is_at(self, odds: Odds) -> bool {
        match self {
            Self::Odds(own) => own == odds,
            Self::Total(times) => odds.times() == times.checked_sub(1),
            Self::AsShown => true,
        }
    }
}

/// What a stake wins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaysWith {
    /// It wins the same with everything that it wins with.
    Anything,
    /// A combination.
    Combination(Combination),
    /// A case that the game has a name for, such as `spread-1`.
    Case(&'static str),
}

/// A sentence of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleNote {
    /// The name of the sentence among those of its game.
    pub name: &'static str,
    /// The number that stands in it, where one does.
    pub count: Option<u32>,
}

impl PayRow {
    /// What this stake wins with a combination.
    #[must_use]
    pub const fn combination(stake: StakeKind, combination: Combination, odds: Odds) -> Self {
        Self { stake, with: PaysWith::Combination(combination), pays: Pay::Odds(odds) }
    }

    /// What this stake wins in a case that the game has a name for.
    #[must_use]
    pub const fn case(stake: StakeKind, name: &'static str, odds: Odds) -> Self {
        Self { stake, with: PaysWith::Case(name), pays: Pay::Odds(odds) }
    }

    /// What this stake wins with everything that it wins with.
    #[must_use]
    pub const fn anything(stake: StakeKind, odds: Odds) -> Self {
        Self { stake, with: PaysWith::Anything, pays: Pay::Odds(odds) }
    }
}

impl RuleNote {
    /// A sentence without a number.
    #[must_use]
    pub const fn plain(name: &'static str) -> Self {
        Self { name, count: None }
    }

    /// A sentence with a number.
    #[must_use]
    pub fn counted(name: &'static str, count: impl Into<u32>) -> Self {
        Self { name, count: Some(count.into()) }
    }
}
