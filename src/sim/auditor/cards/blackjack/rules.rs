//! The keys of blackjack that differ from house to house.

use super::limits::Limits;
use crate::sim::auditor::cards::keys::{Keys, Ratio};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::sim::auditor::cards) struct Rules {
    pub(super) limits: Limits,
    pub(super) win_most: Option<i64>,
    /// The most of a box, where doubles and splits count for it (BA-13).
    pub(super) box_most_with_raises: Option<i64>,
    pub(super) stands_on_21: bool,
    pub(super) halves_up: bool,
    pub(super) win: Ratio,
    pub(super) blackjack: Ratio,
    pub(super) even_money: Ratio,
    pub(super) insurance: Ratio,
    pub(super) paid_at_once: bool,
    pub(super) payments_stand: bool,
    pub(super) forfeits_stand: bool,
    pub(super) offers_even_money: bool,
    pub(super) blackjack_after_split: bool,
    pub(super) dealer_between_rounds: bool,
    pub(super) stands_on_soft_17: bool,
    pub(super) one_card_for_blackjacks: bool,
    pub(super) draws_for_nobody: bool,
    pub(super) blackjack_takes_all: bool,
    pub(super) double_least: i64,
    pub(super) double_most: i64,
    pub(super) double_after_split: bool,
    pub(super) double_on_split_aces: bool,
    pub(super) blind_most: Option<i64>,
    pub(super) blind_counts_best: bool,
    pub(super) split_by_rank: bool,
    pub(super) splits: i64,
    pub(super) split_aces_one_card: bool,
    pub(super) split_aces_again: bool,
    pub(super) bust_ends_splitting: bool,
    pub(super) surrender: Option<Surrender>,
    pub(super) insures: Option<Insures>,
    pub(super) strays_stay: bool,
    pub(super) missed_sits_out: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Surrender {
    pub(super) against_ace: bool,
    pub(super) after_split: bool,
    pub(super) is_final: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Insures {
    pub(super) before_play: bool,
    pub(super) partial: bool,
    pub(super) against_ten: bool,
    pub(super) on_blackjack: bool,
}

impl Rules {
    pub(in crate::sim::auditor::cards) fn read(keys: &Keys<'_>) -> Result<Self, String> {
        // No prize has an amount in the rule books, so none is reckoned here: a key below `play.prizes` is one that is not known.
        let pays = |name: &str| keys.odds(&format!("play.pays.{name}"));
        let surrender = keys.has("play.surrender").then(|| Surrender::read(keys)).transpose()?;
        let insures = keys.has("play.insurance").then(|| Insures::read(keys)).transpose()?;
        Ok(Self {
            limits: Limits::read(keys)?,
            win_most: keys.number_if("limits.win_most_minor")?,
            box_most_with_raises: keys.flag("limits.raises_within_box_most")?.then(|| keys.number("limits.box_most_minor")).transpose()?,
            stands_on_21: keys.flag("play.twenty_one_stands")?,
            halves_up: keys.is("play.rounding", "half-up", "floor")?,
            win: pays("win")?,
            blackjack: pays("blackjack")?,
            even_money: pays("even_money")?,
            insurance: pays("insurance")?,
            paid_at_once: keys.flag("play.blackjack.paid_at_once")?,
            payments_stand: keys.is("play.blackjack.payments_in_void", "stand", "come-back")?,
            forfeits_stand: keys.is("play.forfeits_in_void", "stand", "come-back")?,
            offers_even_money: keys.flag("play.blackjack.even_money")?,
            blackjack_after_split: keys.flag("play.blackjack.after_split")?,
            dealer_between_rounds: keys.is("play.dealer.first_card", "between-rounds", "after-rounds")?,
            stands_on_soft_17: keys.is("play.dealer.soft_17", "stand", "hit")?,
            one_card_for_blackjacks: keys.is("play.dealer.against_blackjacks", "one-card", "whole-hand")?,
            draws_for_nobody: keys.flag("play.dealer.draws_for_nobody")?,
            blackjack_takes_all: keys.is("play.dealer.blackjack_takes", "all", "original-only")?,
            double_least: keys.number("play.double.least_points")?,
            double_most: keys.number("play.double.most_points")?,
            double_after_split: keys.flag("play.double.after_split")?,
            double_on_split_aces: keys.flag("play.double.on_split_aces")?,
            blind_most: keys.number_if("play.double.blind_most_points")?,
            blind_counts_best: keys.is("play.double.blind_counts", "best", "low")?,
            split_by_rank: keys.is("play.split.by", "rank", "value")?,
            splits: keys.number("play.split.most")?,
            split_aces_one_card: keys.flag("play.split.aces_one_card")?,
            split_aces_again: keys.flag("play.split.aces_again")?,
            bust_ends_splitting: keys.flag("play.split.ends_with_bust")?,
            surrender,
            insures,
            strays_stay: keys.is("play.mistakes.stray_card", "next-place", "void")?,
            missed_sits_out: keys.is("play.mistakes.missed_box", "sits-out", "void")?,
        })
    }
}

impl Surrender {
    fn read(keys: &Keys<'_>) -> Result<Self, String> {
        Ok(Self {
            against_ace: keys.flag("play.surrender.against_ace")?,
            after_split: keys.flag("play.surrender.after_split")?,
            is_final: keys.flag("play.surrender.is_final")?,
        })
    }
}

impl Insures {
    fn read(keys: &Keys<'_>) -> Result<Self, String> {
        Ok(Self {
            before_play: keys.is("play.insurance.asked", "before-play", "at-the-box")?,
            partial: keys.flag("play.insurance.partial")?,
            against_ten: keys.flag("play.insurance.against_ten")?,
            on_blackjack: keys.flag("play.insurance.on_blackjack")?,
        })
    }
}
