//! What each stake returns.

use core::cmp::Ordering;

use super::Deal;
use super::mistakes::lost;
use crate::games::house_poker::{Outcome, PayoutMost, PokerBox, bonus_return, won};
use crate::model::{BoxStake, ChoiceKind, DealSettlement, Money, StakeKind, StakeReturn};

impl Deal {
    pub(super) fn settled(&self) -> DealSettlement {
        let returns = self.table.returns(|at, stake| self.returned(&self.table.boxes()[at], stake));
        let cuts = PayoutMost::from(self.play.payout).cuts(self.table.places(), &returns);
        DealSettlement { returns, cuts }
    }

    fn returned(&self, of: &PokerBox, stake: BoxStake) -> StakeReturn {
        if of.is_void {
            return self.void_return(of, stake);
        }
        match (stake.kind, self.outcome(of)) {
            (StakeKind::Bonus, _) => self.bonus(of, stake),
            (StakeKind::Ante, Outcome::NoGame | Outcome::Higher) => won(stake, None, self.play.pays.ante),
            (StakeKind::Bet, Outcome::Higher) => self.bet_won(of, stake),
            (StakeKind::Bet, Outcome::NoGame) | (StakeKind::Ante | StakeKind::Bet, Outcome::Equal) => StakeReturn::back(stake),
            _ => lost(stake),
        }
    }

    /// Sentences 5 and 6.
    fn outcome(&self, of: &PokerBox) -> Outcome {
        let dealer = self.table.dealer();
        match () {
            () if of.is_folded() => Outcome::Folded,
            () if !self.qualifies(dealer) => Outcome::NoGame,
            () => match self.strength(&of.cards).compare(&self.strength(dealer), self.play.ranking.joker_yields()) {
                Ordering::Greater => Outcome::Higher,
                Ordering::Less => Outcome::Lower,
                Ordering::Equal => Outcome::Equal,
            },
        }
    }

    fn bet_won(&self, of: &PokerBox, stake: BoxStake) -> StakeReturn {
        let combination = self.combination(&of.cards);
        let row = self.play.pays.bet.of(combination);
        row.map_or_else(|| StakeReturn::back(stake), |odds| won(stake, Some(combination), odds))
    }

    /// Sentence 8.
    fn bonus(&self, of: &PokerBox, stake: BoxStake) -> StakeReturn {
        let is_lost = self.loses_bonus(of.is_folded(), self.has_bought(of));
        self.bonus_unless(is_lost, of, stake)
    }

    fn bonus_unless(&self, is_lost: bool, of: &PokerBox, stake: BoxStake) -> StakeReturn {
        let first_five = self.combination(&of.first_cards);
        bonus_return(self.play.pays.bonus.of(first_five).filter(|_| !is_lost), stake, first_five)
    }

    fn loses_bonus(&self, is_folded: bool, has_bought: bool) -> bool {
        is_folded && !self.play.bonus_survives_pass || has_bought && self.play.purchase.is_some_and(|rules| !rules.bonus_survives)
    }

    fn has_bought(&self, of: &PokerBox) -> bool {
        let is_price = |kind| matches!(kind, StakeKind::Exchange | StakeKind::SixthCard);
        self.table.stakes().iter().any(|stake| stake.place == of.place && is_price(stake.kind))
    }

    /// What the bonus stakes of this box have won, where this choice loses them: what they would return (HPAM-Q14).
    pub(super) fn given_up(&self, of: &PokerBox, choice: ChoiceKind) -> Money {
        let had_bought = self.has_bought(of);
        let buys = matches!(choice, ChoiceKind::Exchange | ChoiceKind::SixthCard);
        let is_lost = self.loses_bonus(choice == ChoiceKind::Fold, had_bought || buys);
        if self.loses_bonus(false, had_bought) || !is_lost {
            return Money::ZERO;
        }
        let bonuses = self.table.stakes().iter().filter(|stake| stake.place == of.place && stake.kind == StakeKind::Bonus);
        bonuses.map(|stake| self.bonus_unless(false, of, *stake).returned).sum()
    }
}
