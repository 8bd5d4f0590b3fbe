//! The options page: every key of `device-profiles/rules/baccarat/*.toml`.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::Decode;
use serde::{Deserialize, Serialize};

use crate::games::range::{BetRange, step_problem};
use crate::games::shoe::ShoeRules;
use crate::games::timing::Timing;
use crate::model::{Money, Odds, Rounding, StakeKind};

/// The rules of one house for baccarat. A rules file is complete: there is no inheritance and no default.
#[derive(Clone, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Where the rules come from: digest and rule numbers.
    #[n(0)]
    pub source: String,
    /// The name of the pay table; it stands on the rules screen.
    #[n(1)]
    pub pay_table: String,
    /// Whether a side bet needs a stake on Player, Banker or tie of the same seat beside it (BQAM-Q14).
    #[n(2)]
    pub side_bets_need_main: bool,
    /// The cards.
    #[n(3)]
    pub shoe: ShoeRules,
    /// The course of a round in time.
    #[n(4)]
    #[serde(rename = "course")]
    pub timing: Timing,
    /// The amounts.
    #[n(5)]
    pub limits: Limits,
    /// What a deal goes by.
    #[n(6)]
    pub play: Play,
}

/// The limits of amounts, in minor units. All are at most [`Money::MOST`].
#[derive(Clone, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Stakes are multiples of this.
    #[n(0)]
    pub step_minor: Money,
    /// The least and most of one seat on each bet. A bet that is absent is not offered.
    #[n(1)]
    pub stake: ByKind<Option<BetRange>>,
}

/// A value for each bet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are the bets of `StakeKind`")]
pub struct ByKind<T> {
    #[n(0)]
    pub player: T,
    #[n(1)]
    pub banker: T,
    #[n(2)]
    pub tie: T,
    #[n(3)]
    pub player_pair: T,
    #[n(4)]
    pub banker_pair: T,
    #[n(5)]
    pub perfect_pair: T,
    #[n(6)]
    pub two_perfect_pairs: T,
    #[n(7)]
    pub either_pair: T,
    #[n(8)]
    pub player_bonus: T,
    #[n(9)]
    pub banker_bonus: T,
}

/// What a deal goes by: how cards are drawn, and what each bet wins. A deal carries it, so that it ends by the rules it began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Which naturals end the drawing (BQAM-Q3).
    #[n(0)]
    pub naturals_stop: NaturalsStop,
    /// When the Banker draws a third card (BQAM-Q2).
    #[n(1)]
    pub banker_third_card: BankerThirdCard,
    /// What makes a pair (BQAM-Q7).
    #[n(2)]
    pub pair_by: PairBy,
    /// What the bet on either pair wins with (BQAM-Q6).
    #[n(3)]
    pub either_pair: EitherPair,
    /// Whether two perfect pairs must be four equal cards (BQAM-Q8).
    #[n(4)]
    pub perfect_two_strict: bool,
    /// Whether two perfect pairs are a bet of their own, and the bet on a perfect pair pays the same for one and for two (BQAM-Q8).
    #[n(5)]
    pub perfect_split_bets: bool,
    /// What the bonus bets call a natural (BQAM-Q9).
    #[n(6)]
    pub natural: Natural,
    /// What the rows of the bonus bets count (BQAM-Q10).
    #[n(7)]
    pub bonus_rows: BonusRows,
    /// Whether a bonus wins only with 8 or 9, as the heading has it (BQAM-Q11).
    #[n(8)]
    pub bonus_needs_eight_or_nine: bool,
    /// What the bonus bets do at two equal naturals (BQAM-Q12).
    #[n(9)]
    pub natural_tie: NaturalTie,
    /// How wins are rounded that the smallest coin cannot pay (BQAM-Q17).
    #[n(10)]
    pub rounding: Rounding,
    /// What each bet wins; the stake comes back as well.
    #[n(11)]
    pub pays: Pays,
}

/// Which naturals end the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NaturalsStop {
    /// One in either hand is enough.
    #[n(0)]
    Either,
    /// Only when both hands have one.
    #[n(1)]
    Both,
}

/// When the Banker draws a third card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BankerThirdCard {
    /// By the usual table of the Banker's count and the Player's third card.
    #[n(0)]
    Tableau,
    /// By nothing but the lines of the text: with 3 to 5 after a Player that stood (BQAM-8).
    #[n(1)]
    GivenLines,
}

/// What makes a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairBy {
    /// Equal ranks; ten, jack, queen and king are four ranks.
    #[n(0)]
    Rank,
    /// Equal values; ten, jack, queen and king are one.
    #[n(1)]
    Value,
}

/// What the bet on either pair wins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EitherPair {
    /// A pair in either hand.
    #[n(0)]
    Pair,
    /// A pair or two cards of one suit in either hand.
    #[n(1)]
    PairOrSuit,
}

/// What the bonus bets call a natural.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Natural {
    /// Two cards worth 8 or 9.
    #[n(0)]
    EightOrNine,
    /// Any two cards to which none was added.
    #[n(1)]
    TwoCards,
}

/// What the rows of the bonus bets count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BonusRows {
    /// The difference between the hands.
    #[n(0)]
    Margin,
    /// The count of the winning hand.
    #[n(1)]
    Total,
}

/// What the bonus bets do at two equal naturals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NaturalTie {
    /// They win.
    #[n(0)]
    Pay,
    /// They come back.
    #[n(1)]
    Push,
}

/// What each bet wins (section A3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pays {
    /// The Player wins (BQAM-Q1).
    #[n(0)]
    pub player: Odds,
    /// The Banker wins otherwise than with 6 (BQAM-Q1).
    #[n(1)]
    pub banker: Odds,
    /// The Banker wins with 6.
    #[n(2)]
    pub banker_with_six: Odds,
    /// Equal counts.
    #[n(3)]
    pub tie: Odds,
    /// The Player has a pair.
    #[n(4)]
    pub player_pair: Odds,
    /// The Banker has a pair.
    #[n(5)]
    pub banker_pair: Odds,
    /// One hand has a perfect pair.
    #[n(6)]
    pub perfect_pair: Odds,
    /// Both hands have a perfect pair.
    #[n(7)]
    pub two_perfect_pairs: Odds,
    /// Either hand has a pair.
    #[n(8)]
    pub either_pair: Odds,
    /// The bonus bets.
    #[n(9)]
    pub bonus: BonusPays,
}

/// What the bonus bets win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BonusPays {
    /// The hand wins with a natural.
    #[n(0)]
    pub natural: Odds,
    /// Both hands are equal naturals.
    #[n(1)]
    pub natural_tie: Odds,
    /// The hand wins by 4 points.
    #[n(2)]
    pub by_4: Odds,
    /// The hand wins by 5 points.
    #[n(3)]
    pub by_5: Odds,
    /// The hand wins by 6 points.
    #[n(4)]
    pub by_6: Odds,
    /// The hand wins by 7 points.
    #[n(5)]
    pub by_7: Odds,
    /// The hand wins by 8 points.
    #[n(6)]
    pub by_8: Odds,
    /// The hand wins by 9 points.
    #[n(7)]
    pub by_9: Odds,
}

impl BonusPays {
    /// The row for so many points; none below 4 (BQAM-Q13).
    #[must_use]
    pub const fn by(&self, points: u8) -> Option<Odds> {
        Some(match points {
            4 => self.by_4,
            5 => self.by_5,
            6 => self.by_6,
            7 => self.by_7,
            8 => self.by_8,
            9 => self.by_9,
            _ => return None,
        })
    }
}

impl<T: Copy> ByKind<T> {
    /// The same value for every bet.
    #[must_use]
    pub const fn same(value: T) -> Self {
        Self {
            player: value,
            banker: value,
            tie: value,
            player_pair: value,
            banker_pair: value,
            perfect_pair: value,
            two_perfect_pairs: value,
            either_pair: value,
            player_bonus: value,
            banker_bonus: value,
        }
    }

    /// Every bet with its key in a rules file and its value, in the order of a console.
    pub fn each(&self) -> impl Iterator<Item = (StakeKind, &'static str, T)> {
        [
            (StakeKind::Player, "player", self.player),
            (StakeKind::Banker, "banker", self.banker),
            (StakeKind::Tie, "tie", self.tie),
            (StakeKind::PlayerPair, "player_pair", self.player_pair),
            (StakeKind::BankerPair, "banker_pair", self.banker_pair),
            (StakeKind::PerfectPair, "perfect_pair", self.perfect_pair),
            (StakeKind::TwoPerfectPairs, "two_perfect_pairs", self.two_perfect_pairs),
            (StakeKind::EitherPair, "either_pair", self.either_pair),
            (StakeKind::PlayerBonus, "player_bonus", self.player_bonus),
            (StakeKind::BankerBonus, "banker_bonus", self.banker_bonus),
        ]
        .into_iter()
    }

    /// Every bet with the place of its value, in the order of a console.
    pub fn each_mut(&mut self) -> impl Iterator<Item = (StakeKind, &mut T)> {
        [
            (StakeKind::Player, &mut self.player),
            (StakeKind::Banker, &mut self.banker),
            (StakeKind::Tie, &mut self.tie),
            (StakeKind::PlayerPair, &mut self.player_pair),
            (StakeKind::BankerPair, &mut self.banker_pair),
            (StakeKind::PerfectPair, &mut self.perfect_pair),
            (StakeKind::TwoPerfectPairs, &mut self.two_perfect_pairs),
            (StakeKind::EitherPair, &mut self.either_pair),
            (StakeKind::PlayerBonus, &mut self.player_bonus),
            (StakeKind::BankerBonus, &mut self.banker_bonus),
        ]
        .into_iter()
    }
}

impl Rules {
    /// Every key whose value parses but is out of its range or contradicts another, with what is expected there.
    pub(super) fn wrong_keys(&self) -> Vec<(String, String)> {
        let parts = [self.shoe.problem(), self.timing.problem(), step_problem(self.limits.step_minor)];
        let mut problems: Vec<_> = parts.into_iter().flatten().map(|(key, expected)| (key.into(), expected.into())).collect();
        for (_, key, range) in self.limits.stake.each() {
            let problem = range.and_then(|range| range.problem(self.limits.step_minor));
            problems.extend(problem.map(|expected| (alloc::format!("limits.stake.{key}"), expected.into())));
        }
        if self.limits.stake.two_perfect_pairs.is_some() != self.play.perfect_split_bets {
            problems.push(("limits.stake.two_perfect_pairs".into(), "it where play.perfect_split_bets holds, and only there".into()));
        }
        problems
    }
}
