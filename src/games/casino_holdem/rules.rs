//! The options page: every key of `device-profiles/rules/casino-holdem/*.toml`.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::games::early_payments::{EarlyPayments, Forfeits};
use crate::games::house_poker::{AnteLimits, BonusShare, ByCombination, PayoutMost, PlainPayout, odds_problem, one_pack_problems};
use crate::games::shoe::ShoeRules;
use crate::games::timing::Timing;
use crate::model::Odds;

/// The rules of one house for casino hold'em. A rules file is complete: there is no inheritance and no default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Where the rules come from: digest and rule numbers.
    pub source: String,
    /// The name of the pay table; it stands on the rules screen.
    pub pay_table: String,
    /// The cards: one pack, shuffled before every deal.
    pub shoe: ShoeRules,
    /// The course of a round in time.
    #[serde(rename = "course")]
    pub timing: Timing,
    /// The boxes.
    pub boxes: BoxRules,
    /// The amounts.
    pub limits: AnteLimits,
    /// What a deal goes by.
    pub play: Play,
}

/// The boxes of a table. A player may look at all of his (HPC-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxRules {
    /// How many are in play; 1 to 6.
    pub boxes: u8,
    /// Whether the bet may be laid before the deal (HA-7).
    pub dark: bool,
}

/// What a deal goes by. A deal carries it, so that it ends by the rules it began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Whether the bonus of a box that passed still plays (HA-5).
    pub bonus_survives_pass: bool,
    /// What a void of the deal does with a bonus that was paid before (`house-rules-by` HX-3).
    pub payments_in_void: EarlyPayments,
    /// What it does with a passed ante and a lost bonus (`house-rules-by` HRB-24, HRB-26).
    pub forfeits_in_void: Forfeits,
    /// The most that is paid out.
    pub payout: PlainPayout,
    /// What each stake wins.
    pub pays: Pays,
}

/// What each stake wins; the stake comes back as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pays {
    /// The bet, over a dealer with game (THB-8).
    pub bet: Odds,
    /// The bonus, from a pair of aces on (THB-14).
    pub bonus: Odds,
    /// The ante of a hand below a pair of fours, where the dealer has no game (HA-4).
    pub no_game_low: Odds,
    /// The ante, by the combination of the player from a pair of fours on (THB-12).
    pub ante: ByCombination,
}

/// A key and what was expected of it.
type Wrong = (&'static str, &'static str);

impl Rules {
    /// Every key whose value parses but is out of its range or contradicts another, with what is expected there.
    pub(super) fn wrong_keys(&self) -> Vec<(String, String)> {
        let payout = PayoutMost::from(self.play.payout).problem();
        let own = [self.boxes.problem(), self.limits.problem(BonusShare::Whole), self.play.problem(), payout, self.play.pays.problem()];
        let all = one_pack_problems(&self.shoe, &self.timing).chain(own.into_iter().flatten());
        all.map(|(key, expected)| (key.into(), expected.into())).collect()
    }
}

impl BoxRules {
    /// One pack suffices for so many boxes and seats: 2 cards each, the dealer's 2 and the 5 of the board (HA-33).
    const BOXES_MOST: u8 = 6;

    fn problem(&self) -> Option<Wrong> {
        (!(1..=Self::BOXES_MOST).contains(&self.boxes)).then_some(("boxes.boxes", "1 to 6 boxes (HPC-15)"))
    }
}

impl Play {
    fn problem(&self) -> Option<Wrong> {
        let is_late = self.payments_in_void == EarlyPayments::None;
        is_late.then_some(("play.payments_in_void", "`stand` or `come-back`: the bonus is paid before the deal is over (THB-14)"))
    }
}

impl Pays {
    fn problem(&self) -> Option<Wrong> {
        if self.ante.ace_king.is_some() {
            return Some(("play.pays.ante.ace_king", "no such key: an ace and a king are no combination of this game (HPC-2)"));
        }
        let alone = [("play.pays.bet", self.bet), ("play.pays.bonus", self.bonus), ("play.pays.no_game_low", self.no_game_low)];
        odds_problem(alone.into_iter().chain(self.ante.rows().map(|odds| ("play.pays.ante", odds))))
    }
}
