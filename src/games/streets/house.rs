//! What a house says about poker between players: the keys of its file. Amounts are the table's (`Level`).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::mistakes::MistakeRules;
use super::variant::{ForcedBets, Street, Variant};
use crate::games::betting::{BettingRules, EqualHandsRules, ExchangeRules, Fee, FeeRate, Limit, OddUnits, TradingRules};
use crate::games::ranking::Straights;
use crate::games::seating::{Absent, SeatingRules};
use crate::games::timing::RestartInDeal;

/// The rules of one house for one variant. A file is complete: there is no inheritance and no default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct House {
    /// Where the rules come from: digest and rule numbers.
    pub source: String,
    /// Which variant it is.
    pub variant: Variant,
    /// Who gets odd units (SPB-53).
    pub odd_units: OddUnits,
    /// Who opens where the highest open hands are equal (SPG-61, TA-3).
    pub open_ties: OpenTies,
    /// Whether an open pair on the second street of seven-card stud lets fixed limit double (SPG-62).
    pub open_pair_doubles: bool,
    /// The highest rank of a low hand: 8 or 7 (TA-6).
    pub low_rank_most: u8,
    /// The betting.
    pub betting: BettingRules,
    /// The trading, in the game that knows one (TPAM-32).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trading: Option<TradingRules>,
    /// How cards are bought, in the game that knows it (TPAM-23).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange: Option<ExchangeRules>,
    /// How the owners of equal hands are asked whether they divide the bank (TPAM-8); none: it is divided without being asked, as in releases
    /// that knew no asking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equal_hands: Option<EqualHandsRules>,
    /// Whether 5-4-3-2-A is a straight; `false` only where the rule book does not say so (TPAM-Q26); none: it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wheel: Option<bool>,
    /// What becomes of a deal in which a mistake was made; none: it is void (TA-18, TPAM-39).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistakes: Option<MistakeRules>,
    /// What becomes of a deal in whose middle the program was started again (HX-4, TPAM-Q31); none: it goes on, as in releases that knew no other
    /// way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restart_in_deal: Option<RestartInDeal>,
    /// The fee.
    pub fee: Fee,
    /// Who may sit at such a table, and where its button is.
    pub seating: SeatingRules,
    /// Which hands are opened at the end.
    pub opens: OpensHands,
}

/// Who opens of equal open hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpenTies {
    /// The higher suit of the most significant card: spades, hearts, diamonds, clubs (SPG-A05).
    Suit,
    /// The nearest clockwise after the button (TA-3).
    Place,
}

/// Which live hands are opened where more than one is left. One that is alone never is (SPB-57).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpensHands {
    /// All of them (TA-19).
    All,
    /// In the order of showing, those that are not beaten by one that lies open (SPB-56); all where an all-in ended the betting (SPB-59).
    Unbeaten,
}

impl House {
    /// The streets of a deal, in order.
    #[must_use]
    pub fn streets(&self) -> &'static [Street] {
        self.variant.streets(self.exchange.is_some_and(|exchange| exchange.pre_round))
    }

    /// Whether 5-4-3-2-A is a straight.
    #[must_use]
    pub fn has_wheel(&self) -> bool {
        self.wheel.unwrap_or(true)
    }

    /// Which straights there are.
    pub(super) fn straights(&self) -> Straights {
        if self.has_wheel() { Straights::FromTheAce } else { Straights::FromTheTwo }
    }

    /// Every key whose value parses but is out of its range or contradicts another, with what is expected there.
    #[must_use]
    pub fn problems(&self) -> Vec<(String, String)> {
        let (is_blind, is_first) = (self.variant.forced() == ForcedBets::Blinds, self.variant.forced() == ForcedBets::FirstBlind);
        let is_spread = self.betting.limit == Limit::Spread;
        let is_fixed = self.betting.limit == Limit::FixedLimit;
        let cases = [
            (matches!(self.low_rank_most, 7 | 8), "low_rank_most", "8 or 7 (TA-6)"),
            // SPB-A09: the texts know no least bet there.
            (is_blind || matches!(self.betting.limit, Limit::FixedLimit | Limit::Spread), "betting.limit", "`fixed-limit` or `spread`"),
            (!is_first && !self.variant.exchanges() || is_spread, "betting.limit", "`spread` (TPAM-Q3, TPAM-Q22)"),
            (
                self.exchange.is_some() == self.variant.exchanges(),
                "exchange",
                "what the game in which cards are bought says of it, and no other",
            ),
            (self.trading.is_some() == self.variant.trades(), "trading", "what the game that trades says of it, and no other"),
            (
                !is_fixed || self.variant.trades() || self.betting.raises_most.is_some(),
                "betting.raises_most",
                "a number, in fixed limit (SPB-34)",
            ),
            (
                self.equal_hands.is_none() || self.variant.is_of_decree(),
                "equal_hands",
                "nothing, where the rule book knows no asking (TPAM-8)",
            ),
            (
                self.wheel.is_none() || self.variant.is_of_decree(),
                "wheel",
                "nothing, where the rule book knows the lowest straight (SPG-3)",
            ),
            (
                self.betting.time_over.is_none() || !self.variant.is_of_decree(),
                "betting.time_over",
                "nothing, where the rule book knows no time of a decision (TPAM-Q7, TPAM-Q31)",
            ),
            (
                self.mistakes.is_none() || !self.variant.is_of_decree(),
                "mistakes",
                "nothing, where the rule book voids every faulty deal (TPAM-39)",
            ),
            (
                self.mistakes.and_then(|mistakes| mistakes.middle_cards).is_none() || !self.variant.has_open_cards(),
                "mistakes.middle_cards",
                "nothing, at a stud (SPG-51)",
            ),
            (
                self.mistakes.and_then(|mistakes| mistakes.exposed_seventh).is_none() || self.variant == Variant::Stud7,
                "mistakes.exposed_seventh",
                "nothing, but at the stud of seven cards (SPG-84)",
            ),
            (self.variant == Variant::Stud7 && is_fixed || !self.open_pair_doubles, "open_pair_doubles", "`false`"),
            // Who cannot pay for an hour is dealt nothing, and so must not post either.
            (
                self.fee.hourly_minor.is_none() || self.seating.absent == Absent::NotDealtIn,
                "fee.hourly_minor",
                "no such key, where the absent post and fold (SPT-41)",
            ),
        ];
        let wrong = cases.into_iter().filter(|(holds, ..)| !holds).map(|(_, key, expected)| (key, expected));
        wrong
            .chain(self.exchange.and_then(|exchange| exchange.problem()))
            .chain(self.equal_hands.and_then(|equal_hands| equal_hands.problem()))
            .chain(self.fee.problem())
            .chain(self.seating.problem())
            .map(|(key, expected)| (key.to_string(), expected.to_string()))
            .collect()
    }

    /// The same for a rules file. What an older release let a file say is still played where a journal holds it, and read from no file.
    #[must_use]
    pub fn problems_of_file(&self) -> Vec<(String, String)> {
        let has_free_raises = matches!(self.betting.limit, Limit::NoLimit | Limit::PotLimit);
        let capped = has_free_raises && self.betting.raises_most.is_some();
        let capped = capped.then(|| ("betting.raises_most".to_string(), "none, in no-limit and pot-limit (SPB-37)".to_string()));
        self.problems().into_iter().chain(capped).chain(self.fee_above_the_most()).collect()
    }

    /// TPC-11, TPAM-10: of each pot at most 5 %, which a sum for each deal could be more than; at the decree's games that, or by the hour.
    fn fee_above_the_most(&self) -> Option<(String, String)> {
        let is_of_decree = self.variant.is_of_decree();
        let expected = match self.fee.rate {
            FeeRate::FlatMinor(sum) if !sum.is_positive() => return None,
            FeeRate::FlatMinor(_) if is_of_decree => "`percent-hundredths`, at most 500 of each bank (TPAM-10)",
            // With a spread is only played where the fee has this most; the sport's rules know none.
            FeeRate::FlatMinor(_) if self.betting.limit == Limit::Spread => "`percent-hundredths`, at most 500 of each pot (TPC-11)",
            FeeRate::PercentHundredths(1..) if is_of_decree && self.fee.hourly_minor.is_some() => {
                "nothing of the banks, beside a fee by the hour (TPAM-10)"
            }
            _ => return None,
        };
        Some(("fee.rate".to_string(), expected.to_string()))
    }
}
