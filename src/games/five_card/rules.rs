//! The options page: every key of `device-profiles/rules/five-card/*.toml`.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::games::house_poker::{
    AnteLimits, BonusPays, BonusShare, ByCombination, PayoutMost, PlainPayout, odds_problem, one_pack_problems,
};
use crate::games::ranking::{JokerYields, Straights};
use crate::games::shoe::ShoeRules;
use crate::games::timing::Timing;
use crate::model::{Combination, Odds, Pack, Rounding};

/// The rules of one house for five-card poker. A rules file is complete: there is no inheritance and no default.
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

/// The boxes of a table. A player may look at all of his, one after another (HPAM-29).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxRules {
    /// How many are in play; 1 to 7 (HPAM-4).
    pub boxes: u8,
    /// Whether the antes of all boxes of a player must be equal (HPAM-Q24).
    pub equal_antes: bool,
}

/// What a deal goes by. A deal carries it, so that it ends by the rules it began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The lowest hand with which the dealer qualifies.
    pub dealer_from: DealerFrom,
    /// Whether the bonus of a box that surrendered still plays (HPAM-Q14).
    pub bonus_survives_pass: bool,
    /// The card that a box may buy; none where absent.
    pub purchase: Option<Purchase>,
    /// How hands rank where houses differ.
    pub ranking: Ranking,
    /// What a wrong number of cards leads to.
    pub mistakes: Mistakes,
    /// The most that is paid out.
    pub payout: PlainPayout,
    /// What each stake wins.
    pub pays: Pays,
}

/// The lowest hand with which the dealer qualifies (HPAM-20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DealerFrom {
    /// An ace and a king.
    AceKing,
    /// A pair.
    Pair,
}

/// The card that a box may buy for an ante, once and before its raise (HPAM-13, HPAM-Q21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Purchase {
    /// Which.
    pub card: BoughtCard,
    /// Whether the bonus of a box that bought still plays (HPAM-26, HPAM-Q7).
    pub bonus_survives: bool,
}

/// What a box buys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoughtCard {
    /// Another card for one that it gives back (F0:239, F0:394).
    Exchange,
    /// One card more (F0:315).
    SixthCard,
}

/// How hands rank where houses differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ranking {
    /// Whether A-2-3-4-5 is a straight (HPAM-Q9).
    pub wheel: bool,
    /// Between which hands the one without the joker is the higher; exactly where the pack holds one (HPAM-17, HPAM-Q12).
    pub joker_yields_at: Option<JokerYields>,
}

/// What a wrong number of cards leads to (HPAM-30 to HPAM-32).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mistakes {
    /// How the half of an odd ante is rounded that the house pays (HPAM-Q29).
    pub rounding: Rounding,
    /// Whether the price of a bought card comes back as well (HPAM-Q16).
    pub price_comes_back: bool,
    /// Whether a wrong hand of the dealer is one to boxes that have surrendered, too (case M8).
    pub surrendered_too: bool,
    /// What a second open card of the dealer leads to (HPAM-Q19).
    pub exposed_card: ExposedCard,
}

/// What a second open card of the dealer leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExposedCard {
    /// The same as any other wrong deal to him.
    Void,
    /// Nothing.
    PlaysOn,
}

/// What each stake wins; the stake comes back as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pays {
    /// The ante, over a lower hand and over a dealer who does not qualify (HPAM-20, HPAM-23).
    pub ante: Odds,
    /// The raise, by the combination of the box (HPAM-23).
    pub bet: ByCombination,
    /// The bonus, by the five cards dealt (HPAM-24).
    pub bonus: BonusPays,
}

impl DealerFrom {
    /// The combination from which on he qualifies.
    #[must_use]
    pub const fn combination(self) -> Combination {
        match self {
            Self::AceKing => Combination::AceKing,
            Self::Pair => Combination::Pair,
        }
    }
}

impl Ranking {
    /// Between which hands the one without the joker is the higher; where the pack holds none, it does not matter.
    #[must_use]
    pub fn joker_yields(self) -> JokerYields {
        self.joker_yields_at.unwrap_or(JokerYields::SameRank)
    }

    /// Which straights there are.
    #[must_use]
    pub const fn straights(self) -> Straights {
        if self.wheel { Straights::FromTheAce } else { Straights::FromTheTwo }
    }
}

/// A key and what was expected of it.
type Wrong = (&'static str, &'static str);

impl Rules {
    /// Every key whose value parses but is out of its range or contradicts another, with what is expected there.
    pub(super) fn wrong_keys(&self) -> Vec<(String, String)> {
        let payout = PayoutMost::from(self.play.payout).problem();
        let own = [self.boxes.problem(), self.limits.problem(BonusShare::Half), self.joker_problem(), payout, self.play.pays.problem()];
        let all = one_pack_problems(&self.shoe, &self.timing).chain(own.into_iter().flatten());
        all.map(|(key, expected)| (key.into(), expected.into())).collect()
    }

    /// What only a joker makes has a row exactly where there is one.
    fn joker_problem(&self) -> Option<Wrong> {
        let has_joker = self.shoe.pack == Pack::WithJoker;
        let Pays { bet, bonus, .. } = &self.play.pays;
        let keys = [
            ("play.ranking.joker_yields_at", self.play.ranking.joker_yields_at.is_some()),
            ("play.pays.bet.five_of_a_kind", bet.five_of_a_kind.is_some()),
            ("play.pays.bonus.five_of_a_kind", bonus.five_of_a_kind.is_some()),
        ];
        let (key, _) = keys.into_iter().find(|(_, is_there)| *is_there != has_joker)?;
        Some((key, "this key where `shoe.pack` holds a joker, and only there (HPAM-2)"))
    }
}

impl BoxRules {
    /// One pack suffices for so many boxes: 5 cards each and a bought one, the dealer's 5 and one more for him (HPAM-31).
    const BOXES_MOST: u8 = 7;

    fn problem(&self) -> Option<Wrong> {
        (!(1..=Self::BOXES_MOST).contains(&self.boxes)).then_some(("boxes.boxes", "1 to 7 boxes (HPAM-4)"))
    }
}

impl Pays {
    fn problem(&self) -> Option<Wrong> {
        let bet = self.bet.rows().map(|odds| ("play.pays.bet", odds));
        let bonus = self.bonus.rows().map(|odds| ("play.pays.bonus", odds));
        odds_problem([("play.pays.ante", self.ante)].into_iter().chain(bet).chain(bonus))
    }
}
