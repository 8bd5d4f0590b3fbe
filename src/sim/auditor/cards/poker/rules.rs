//! The keys of house poker that differ from house to house.

use super::limits::Limits;
use super::rank::NAMES;
use crate::model::StakeKind;
use crate::sim::auditor::cards::keys::{Keys, Ratio};
use crate::sim::auditor::cards::payout::Payout;

/// The rules of Oasis, or of Russian poker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::sim::auditor::cards) struct Rules {
    pub(super) game: Game,
    pub(super) limits: Limits,
    pub(super) bonus_survives_pass: bool,
    pub(super) dark_improvement: bool,
    pub(super) payout: Payout,
    pub(super) ante: Ratio,
    pub(super) insurance: Ratio,
    /// By the rank of the combination; nothing where there is no row.
    pub(super) bet: [Option<Ratio>; 11],
    pub(super) bonus: [Option<Ratio>; 11],
}

/// Which of the two games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Game {
    Oasis { insures_ante_too: bool },
    Russian { two_pair_comes_back: bool, insures_both: bool, dark_insurance: Option<DarkInsurance>, ace_king_inside: bool },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DarkInsurance {
    pub(super) antes_most: i64,
    pub(super) needs_three: bool,
}

impl Rules {
    pub(in crate::sim::auditor::cards) fn oasis(keys: &Keys<'_>) -> Result<Self, String> {
        let insures_ante_too = keys.is("play.insurance_most", "bet-and-ante-win", "bet-win")?;
        Self::read(keys, Game::Oasis { insures_ante_too })
    }

    pub(in crate::sim::auditor::cards) fn russian(keys: &Keys<'_>) -> Result<Self, String> {
        // What these say otherwise the auditor does not reckon: HA-18 by the letter, HA-21 in its other reading, HA-26 more than once.
        keys.only("play.doubles.test", "new-core-card")?;
        keys.only("play.ace_king_withheld", "deciding-card")?;
        if keys.flag("play.second_purchase")? {
            return Err("the auditor does not know second purchases".into());
        }
        let dark_insurance = keys.has("play.dark_insurance").then(|| DarkInsurance::read(keys)).transpose()?;
        let two_pair_comes_back = keys.is("play.bonus_two_pair", "return", "lose")?;
        let insures_both = keys.is("play.insurance_most", "both", "first-combination")?;
        let ace_king_inside = keys.flag("play.doubles.ace_king_inside_first")?;
        Self::read(keys, Game::Russian { two_pair_comes_back, insures_both, dark_insurance, ace_king_inside })
    }

    fn read(keys: &Keys<'_>, game: Game) -> Result<Self, String> {
        let (payout, insurance_in_cap) = (Payout::read(keys)?, keys.flag("play.payout.insurance_in_cap")?);
        let mut rules = Self {
            game,
            limits: Limits::read(keys)?,
            bonus_survives_pass: keys.flag("play.bonus_survives_pass")?,
            dark_improvement: keys.flag("play.dark_improvement")?,
            payout: if insurance_in_cap { payout } else { payout.without(StakeKind::Insurance) },
            ante: keys.odds("play.pays.ante")?,
            insurance: keys.odds("play.pays.insurance")?,
            bet: [None; 11],
            bonus: [None; 11],
        };
        for (rank, (row, _)) in NAMES.into_iter().take(11).enumerate() {
            rules.bet[rank] = match rank {
                0 => None,
                1 => keys.odds_if(&format!("play.pays.bet.{row}"))?,
                _ => Some(keys.odds(&format!("play.pays.bet.{row}"))?),
            };
            rules.bonus[rank] = if rank < 4 { None } else { Some(keys.odds(&format!("play.pays.bonus.{row}"))?) };
        }
        Ok(rules)
    }
}

impl DarkInsurance {
    fn read(keys: &Keys<'_>) -> Result<Self, String> {
        Ok(Self {
            antes_most: keys.number("play.dark_insurance.antes_most")?,
            needs_three: keys.flag("play.dark_insurance.needs_three_of_a_kind")?,
        })
    }
}
