//! The options page: every key of `device-profiles/rules/oasis/*.toml`, and what is taken before the deal.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::Decode;
use serde::{Deserialize, Serialize};

use super::deal::price_of;
use crate::games::contract::CardRules;
use crate::games::house_poker::{BoxRules, Limits, Most, PayoutMost, Pays, Staking, first_problems, of_house_poker, return_most, win_of};
use crate::games::house_settings::HouseSettings;
use crate::games::shoe::ShoeRules;
use crate::games::timing::Timing;
use crate::model::{BoxStake, Money};

/// The rules of one house for Oasis poker. A rules file is complete: there is no inheritance and no default.
#[derive(Clone, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Where the rules come from: digest and rule numbers.
    #[n(0)]
    pub source: String,
    /// The name of the pay table; it stands on the rules screen.
    #[n(1)]
    pub pay_table: String,
    /// The cards: one pack, shuffled before every deal.
    #[n(2)]
    pub shoe: ShoeRules,
    /// The course of a round in time.
    #[n(3)]
    #[serde(rename = "course")]
    pub timing: Timing,
    /// The boxes.
    #[n(4)]
    pub boxes: BoxRules,
    /// The amounts.
    #[n(5)]
    pub limits: Limits,
    /// What a deal goes by.
    #[n(6)]
    pub play: Play,
}

/// What a deal goes by. A deal carries it, so that it ends by the rules it began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Whether the bonus of a box that passed still plays (HA-5).
    #[n(0)]
    pub bonus_survives_pass: bool,
    /// Whether cards of a dark box may be exchanged unseen (HA-12).
    #[n(1)]
    pub dark_improvement: bool,
    /// How much an insurance may be at most (HA-14).
    #[n(2)]
    pub insurance_most: InsuranceMost,
    /// The most that is paid out.
    #[n(3)]
    pub payout: PayoutMost,
    /// What each stake wins.
    #[n(4)]
    pub pays: Pays,
}

/// How much an insurance may be at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InsuranceMost {
    /// What the bet can win with the combination.
    #[n(0)]
    BetWin,
    /// What bet and ante can win with it.
    #[n(1)]
    BetAndAnteWin,
}

impl InsuranceMost {
    /// How much that is where the bet can win so much.
    pub(super) fn of(self, bet_win: Money, ante: Money, pays: &Pays) -> Money {
        match self {
            Self::BetWin => bet_win,
            Self::BetAndAnteWin => bet_win + win_of(pays.ante, ante),
        }
    }
}

impl Rules {
    /// One pack suffices for so many boxes: 5 cards each and 2 exchanged, and the dealer's 5 (HA-33).
    const BOXES_MOST: u8 = 6;

    fn staking(&self) -> Staking {
        Staking::of(&self.limits, &self.boxes)
    }
}

impl CardRules for Rules {
    of_house_poker!();

    fn return_most(&self, stakes: &[BoxStake]) -> Money {
        let pays = &self.play.pays;
        return_most(stakes, pays, &self.play.payout, |ante| {
            let bet_win = pays.bet.win_most(ante + ante);
            Most { bet_win, insurance: self.play.insurance_most.of(bet_win, ante, pays), price: price_of(2, ante) }
        })
    }

    fn house_settings(&mut self) -> HouseSettings<'_> {
        self.limits.house_settings(&mut self.play.payout, &mut self.timing)
    }

    fn problems(&self) -> Vec<(String, String)> {
        let mut problems = first_problems(&self.shoe, &self.timing, &self.limits, (&self.boxes, Self::BOXES_MOST));
        let own = [self.play.payout.problem(), self.play.pays.problem()];
        problems.extend(own.into_iter().flatten().map(|(key, expected)| (key.into(), expected.into())));
        problems
    }
}
