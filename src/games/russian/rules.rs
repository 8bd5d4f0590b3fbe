//! The options page: every key of `device-profiles/rules/russian/*.toml`, and what is taken before the deal.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::Decode;
use serde::{Deserialize, Serialize};

use crate::games::contract::CardRules;
use crate::games::house_poker::{
    BoxRules, InsuranceTaken, Limits, Most, PayoutMost, Pays, Staking, first_problems, of_house_poker, return_most,
};
use crate::games::house_settings::HouseSettings;
use crate::games::ranking::DoubleRules;
use crate::games::shoe::ShoeRules;
use crate::games::timing::Timing;
use crate::model::{BoxStake, Money};

/// The rules of one house for Russian poker. A rules file is complete: there is no inheritance and no default.
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
    /// What the bonus does with exactly two pair (HA-17).
    #[n(1)]
    pub bonus_two_pair: BonusTwoPair,
    /// Whether a dark box may improve its cards unseen (HA-12).
    #[n(2)]
    pub dark_improvement: bool,
    /// When A-K as a second combination is not paid (HA-21).
    #[n(3)]
    pub ace_king_withheld: AceKingWithheld,
    /// How much an insurance may be at most (HA-22).
    #[n(4)]
    pub insurance_most: InsuranceMost,
    /// The insurance of dark boxes; none where absent (HA-23).
    #[n(5)]
    pub dark_insurance: Option<DarkInsurance>,
    /// Whether the dealer's game may be bought again where he has none after a purchase (HA-26).
    #[n(6)]
    pub second_purchase: bool,
    /// When a second combination counts (HA-18).
    #[n(7)]
    pub doubles: DoubleRules,
    /// The most that is paid out.
    #[n(8)]
    pub payout: PayoutMost,
    /// What each stake wins.
    #[n(9)]
    pub pays: Pays,
}

/// What the bonus does with exactly two pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BonusTwoPair {
    /// It comes back.
    #[n(0)]
    Return,
    /// It is lost.
    #[n(1)]
    Lose,
}

/// When A-K as a second combination is not paid, where both sides have the same combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AceKingWithheld {
    /// The card that decided is an ace or a king.
    #[n(0)]
    DecidingCard,
    /// A card that was compared is one.
    #[n(1)]
    AnyComparedCard,
}

/// How much an insurance may be at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InsuranceMost {
    /// What the bet can win with the first combination.
    #[n(0)]
    FirstCombination,
    /// What it can win with both.
    #[n(1)]
    Both,
}

/// The insurance of dark boxes, placed before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DarkInsurance {
    /// How many antes at most; 1 to 200 (HA-25).
    #[n(0)]
    pub antes_most: u8,
    /// Whether it comes back in every case where the hand is below three of a kind; otherwise it plays with any hand (HA-24).
    #[n(1)]
    pub needs_three_of_a_kind: bool,
}

impl Rules {
    /// One pack suffices for so many boxes: 5 cards each and 5 exchanged, the dealer's 5 and 4 for a purchase (HA-33).
    const BOXES_MOST: u8 = 4;

    /// A box pays for better cards once and for the dealer's game once, or again and again until the pack ends: ten cards are dealt.
    const PRICES_MOST: u8 = 1 + 42;

    fn staking(&self) -> Staking {
        let (chip, odds) = (self.limits.chip_minor, self.play.pays.insurance);
        let taken = |insurance: DarkInsurance| InsuranceTaken { antes_most: insurance.antes_most, odds, chip };
        Staking { dark_insurance: self.play.dark_insurance.map(taken), ..Staking::of(&self.limits, &self.boxes) }
    }
}

impl Play {
    fn dark_insurance_problem(&self) -> Option<(&'static str, &'static str)> {
        let antes = self.dark_insurance?.antes_most;
        (!(1..=200).contains(&antes)).then_some(("play.dark_insurance.antes_most", "1 to 200 antes"))
    }
}

impl CardRules for Rules {
    of_house_poker!();

    fn return_most(&self, stakes: &[BoxStake]) -> Money {
        let pays = &self.play.pays;
        return_most(stakes, pays, &self.play.payout, |ante| {
            let one = pays.bet.win_most(ante + ante);
            let prices = if self.play.second_purchase { Self::PRICES_MOST } else { 2 };
            let price = (0..prices).map(|_| ante).sum();
            Most { bet_win: one + one, insurance: one + one, price }
        })
    }

    fn house_settings(&mut self) -> HouseSettings<'_> {
        self.limits.house_settings(&mut self.play.payout, &mut self.timing)
    }

    fn problems(&self) -> Vec<(String, String)> {
        let mut problems = first_problems(&self.shoe, &self.timing, &self.limits, (&self.boxes, Self::BOXES_MOST));
        let own = [self.play.dark_insurance_problem(), self.play.payout.problem(), self.play.pays.problem()];
        problems.extend(own.into_iter().flatten().map(|(key, expected)| (key.into(), expected.into())));
        problems
    }
}
