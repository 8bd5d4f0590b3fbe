//! The keys of the five-card pokers, and what may lie before a deal.

use std::sync::Arc;

use super::Deal;
use crate::model::{BoxStake, Choice, ChoiceKind, StakeKind};
use crate::sim::auditor::cards::clerk::{Clerk, DealClerk};
use crate::sim::auditor::cards::keys::{Keys, Ratio};
use crate::sim::auditor::cards::limits::{OnBox, Range};
use crate::sim::auditor::cards::line::require;
use crate::sim::auditor::cards::payout::Payout;
use crate::sim::auditor::cards::poker::rank::{ACE_KING, NAMES, PAIR, THREE_OF_A_KIND};

/// The rules that differ from game to game and from house to house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    boxes: i64,
    /// HPAM-Q24.
    equal_antes: bool,
    step: i64,
    ante: Range,
    /// The step, the least and the house's most of the bonus, where there is one (HPAM-8).
    bonus: Option<(i64, i64, i64)>,
    /// HPAM-13, where a card can be bought.
    pub(super) purchase: Option<Purchase>,
    /// HPAM-20: the rank from which on the dealer qualifies.
    pub(super) dealer_from: usize,
    /// HPAM-Q14.
    pub(super) bonus_survives_pass: bool,
    pub(super) ranking: Ranking,
    /// HPAM-Q29: half of an odd ante.
    pub(super) penalty_up: bool,
    /// HPAM-Q16.
    pub(super) price_comes_back: bool,
    /// M8.
    pub(super) surrendered_too: bool,
    /// HPAM-Q19.
    pub(super) exposed_voids: bool,
    /// HPAM-Q28.
    pub(super) payout: Payout,
    pub(super) ante_pays: Ratio,
    /// By the rank of the hand; nothing where there is no row.
    pub(super) bet_pays: [Option<Ratio>; NAMES.len()],
    pub(super) bonus_pays: [Option<Ratio>; NAMES.len()],
}

/// HPAM-13.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Purchase {
    pub(super) card: ChoiceKind,
    /// HPAM-26, HPAM-Q7: the bonus plays on.
    pub(super) bonus_survives: bool,
}

/// How hands are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ranking {
    /// HPAM-Q9.
    pub(super) wheel: bool,
    /// HPAM-Q12: of two hands of one category the natural one is higher at once, and not only where their combinations are equal.
    pub(super) joker_yields_to_category: bool,
}

/// Reads the rules of one house.
pub(in crate::sim::auditor::cards) fn read(keys: &Keys<'_>) -> Result<Arc<dyn Clerk>, String> {
    Ok(Arc::new(Rules::read(keys)?))
}

impl Rules {
    pub(super) fn read(keys: &Keys<'_>) -> Result<Self, String> {
        // A row is there for every hand from a pair on, but where only a joker makes it; a bonus has those that the house pays.
        let row = |rank: usize| -> Result<(Option<Ratio>, Option<Ratio>), String> {
            let (bet, bonus) = (format!("play.pays.bet.{}", NAMES[rank].0), format!("play.pays.bonus.{}", NAMES[rank].0));
            let is_sure = (PAIR..NAMES.len() - 1).contains(&rank);
            let bet = if is_sure { Some(keys.odds(&bet)?) } else { keys.odds_if(&bet)? };
            let bonus = if rank < THREE_OF_A_KIND { None } else { keys.odds_if(&bonus)? };
            Ok((bet.filter(|_| rank >= ACE_KING), bonus))
        };
        let mut rules = Self {
            boxes: keys.number("boxes.boxes")?,
            equal_antes: keys.flag("boxes.equal_antes")?,
            step: keys.number("limits.step_minor")?,
            ante: Range::read(keys, "limits.ante")?,
            bonus: keys.has("limits.bonus").then(|| bonus_limits(keys)).transpose()?,
            purchase: keys.has("play.purchase").then(|| Purchase::read(keys)).transpose()?,
            dealer_from: if keys.is("play.dealer_from", "ace-king", "pair")? { ACE_KING } else { PAIR },
            bonus_survives_pass: keys.flag("play.bonus_survives_pass")?,
            ranking: Ranking::read(keys)?,
            penalty_up: keys.is("play.mistakes.rounding", "half-up", "floor")?,
            price_comes_back: keys.flag("play.mistakes.price_comes_back")?,
            surrendered_too: keys.flag("play.mistakes.surrendered_too")?,
            exposed_voids: keys.is("play.mistakes.exposed_card", "void", "plays-on")?,
            payout: Payout::read(keys)?,
            ante_pays: keys.odds("play.pays.ante")?,
            bet_pays: [None; NAMES.len()],
            bonus_pays: [None; NAMES.len()],
        };
        for rank in ACE_KING..NAMES.len() {
            (rules.bet_pays[rank], rules.bonus_pays[rank]) = row(rank)?;
        }
        Ok(rules)
    }

    /// HPAM-7, HPAM-8, HPAM-Q29: the bonus is at most half of the ante, rounded down.
    fn check_box(&self, on_box: &OnBox) -> Result<(), String> {
        self.ante.check(on_box.ante, self.step, "ante")?;
        let Some(bonus) = on_box.lies(StakeKind::Bonus) else { return Ok(()) };
        let (step, least, most) = self.bonus.ok_or("the table takes no bonus")?;
        Range { least, most: most.min(on_box.ante / 2) }.check(bonus, step, "bonus")
    }
}

fn bonus_limits(keys: &Keys<'_>) -> Result<(i64, i64, i64), String> {
    let most = keys.number_if("limits.bonus.most")?.unwrap_or(i64::MAX);
    Ok((keys.number("limits.bonus.step_minor")?, keys.number("limits.bonus.least")?, most))
}

impl Purchase {
    pub(super) const EXCHANGE: ChoiceKind = ChoiceKind::Exchange;

    fn read(keys: &Keys<'_>) -> Result<Self, String> {
        let card = if keys.is("play.purchase.card", "exchange", "sixth-card")? { Self::EXCHANGE } else { ChoiceKind::SixthCard };
        Ok(Self { card, bonus_survives: keys.flag("play.purchase.bonus_survives")? })
    }
}

impl Ranking {
    fn read(keys: &Keys<'_>) -> Result<Self, String> {
        // A pack without a joker has no use for this key.
        let has_joker = keys.has("shoe.pack") && keys.is("shoe.pack", "52-cards-and-joker", "52-cards")?;
        let to_category = has_joker && keys.is("play.ranking.joker_yields_at", "same-category", "same-rank")?;
        Ok(Self { wheel: keys.flag("play.ranking.wheel")?, joker_yields_to_category: to_category })
    }
}

impl Clerk for Rules {
    /// HPAM-8, HPAM-Q29: half of the ante, rounded down.
    fn bonus_most(&self) -> Option<i64> {
        self.bonus.map(|(.., most)| most.min(self.ante.most / 2))
    }

    fn check_laid(&self, lying: &[BoxStake]) -> Result<(), String> {
        let boxes = OnBox::all(lying, self.boxes, &[StakeKind::Ante, StakeKind::Bonus])?;
        boxes.iter().try_for_each(|on_box| self.check_box(on_box))?;
        let differ = |one: &OnBox| boxes.iter().any(|other| other.seat == one.seat && other.ante != one.ante);
        require(!self.equal_antes || !boxes.iter().any(differ), "the antes of one player differ")
    }

    fn begin(&self, laid: &[BoxStake]) -> Result<Box<dyn DealClerk>, String> {
        Ok(Box::new(Deal::new(self.clone(), laid)))
    }

    /// HPAM-Q32: a box whose player is silent is surrendered.
    fn is_default(&self, choice: Choice) -> bool {
        choice == Choice::Fold
    }
}
