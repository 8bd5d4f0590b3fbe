//! What each stake returns.

use alloc::vec::Vec;

use super::{AceKingWithheld, BonusTwoPair, Deal};
use crate::games::house_poker::{Outcome, PokerBox, bonus_return, has_game, insurance_return, win_of, won};
use crate::games::ranking::{CardSet, Compared, HandCombinations, Strength};
use crate::model::{BoxStake, Card, Combination, Rank, StakeKind, StakeReturn, Win};

impl Deal {
    pub(super) fn returned(&self, at: usize, stake: BoxStake) -> StakeReturn {
        let of = &self.table.boxes()[at];
        let outcome = self.outcome(at, of);
        let pays = &self.play.pays;
        match (stake.kind, outcome) {
            (StakeKind::Ante, Outcome::NoGame) => won(stake, None, pays.ante),
            (StakeKind::Bet, Outcome::Higher) => self.bet_won(stake, of, self.dealer(at)),
            (StakeKind::Ante | StakeKind::Bet, Outcome::Folded | Outcome::Lower) => StakeReturn::lost(stake),
            (StakeKind::Ante | StakeKind::Bet, _) => StakeReturn::back(stake),
            (StakeKind::Insurance, _) if self.is_void_insurance(of) => StakeReturn::back(stake),
            (StakeKind::Insurance, _) => insurance_return(stake, strength(self.table.dealer()), outcome, pays.insurance),
            (StakeKind::Bonus, _) => self.bonus(stake, of),
            _ => StakeReturn::kept(stake),
        }
    }

    /// The dealer's hand on which this box is settled.
    fn dealer(&self, at: usize) -> Strength {
        strength(self.purchases.hand_after(&self.table, self.purchases.times(at)))
    }

    /// Sentences 8, 9 and 11.
    fn outcome(&self, at: usize, of: &PokerBox) -> Outcome {
        let dealer = self.dealer(at);
        match self.purchases.times(at) {
            _ if of.is_folded() => Outcome::Folded,
            _ if has_game(dealer) => Outcome::of(self.combinations(of).first, dealer),
            0 => Outcome::NoGame,
            _ => Outcome::BoughtNoGame,
        }
    }

    /// Sentences 9 and 10: a win for each of the two combinations, the higher first.
    fn bet_won(&self, stake: BoxStake, of: &PokerBox, dealer: Strength) -> StakeReturn {
        let HandCombinations { first, second } = self.combinations(of);
        let second = second.filter(|second| *second != Combination::AceKing || !self.withholds_ace_king(first, dealer));
        let paid = [Some(first.combination()), second].into_iter().flatten();
        let wins: Vec<Win> = paid.filter_map(|combination| self.win(stake, combination)).collect();
        if wins.is_empty() { StakeReturn::back(stake) } else { StakeReturn::won_all(stake, wins) }
    }

    fn win(&self, stake: BoxStake, combination: Combination) -> Option<Win> {
        let odds = self.play.pays.bet.of(combination)?;
        Some(Win { combination: Some(combination), odds, amount: win_of(odds, stake.amount) })
    }

    fn withholds_ace_king(&self, first: Strength, dealer: Strength) -> bool {
        let is_withheld = |compared: Compared| {
            [Rank::Ace, Rank::King].into_iter().any(|rank| match self.play.ace_king_withheld {
                AceKingWithheld::DecidingCard => compared.was_decided_by(rank),
                AceKingWithheld::AnyComparedCard => compared.has(rank),
            })
        };
        first.won_by(dealer).is_some_and(is_withheld)
    }

    /// Sentence 12: a light box is insured only with such a hand.
    fn is_void_insurance(&self, of: &PokerBox) -> bool {
        let needs = self.play.dark_insurance.is_some_and(|insurance| insurance.needs_three_of_a_kind);
        of.is_dark() && needs && self.combinations(of).first.combination() < Combination::ThreeOfAKind
    }

    /// Sentence 13.
    fn bonus(&self, stake: BoxStake, of: &PokerBox) -> StakeReturn {
        let first_five = strength(&of.first_cards).combination();
        let comes_back = first_five == Combination::TwoPair && self.play.bonus_two_pair == BonusTwoPair::Return;
        match () {
            () if of.is_folded() && !self.play.bonus_survives_pass => StakeReturn::lost(stake),
            () if comes_back => StakeReturn::back(stake),
            () => bonus_return(self.play.pays.bonus.of(first_five), stake, first_five),
        }
    }
}

fn strength(cards: &[Card]) -> Strength {
    CardSet::of(cards).strength()
}
