//! What each stake returns, and what of it before the deal is over.

use alloc::vec::Vec;

use super::{Deal, Rules};
use crate::games::early_payments::Forfeits;
use crate::games::house_poker::{Outcome, PayoutMost, PokerBox, bonus_return, won};
use crate::games::ranking::{CardSet, Strength};
use crate::model::{BoxStake, Card, DealSettlement, Fate, Rank, StakeKind, StakeReturn};

/// The least that is game: the dealer's, and what an ante wins with by the table (THB-6, THB-12).
const GAME: Strength = Strength::of_pair(Rank::Four);

/// The least with which a bonus wins (THB-14).
const BONUS: Strength = Strength::of_pair(Rank::Ace);

impl Rules {
    /// Whether a hand is a pair of fours or higher: the dealer has game with it, and an ante wins by the table.
    #[must_use]
    pub fn has_game(hand: Strength) -> bool {
        hand >= GAME
    }
}

impl Deal {
    /// What of these stakes' lines is to be told, and what is cut of their wins.
    pub(super) fn settled(&self, returns: Vec<StakeReturn>) -> DealSettlement {
        let cuts = PayoutMost::from(self.play.payout).cuts(self.table.places(), &returns);
        DealSettlement { returns, cuts }
    }

    /// What is paid or lost before the deal is over: the bonuses when all have decided, and antes that were passed. What is lost is so at
    /// once only where that is final.
    pub(super) fn over_already(&self) -> DealSettlement {
        let takes = self.play.forfeits_in_void == Forfeits::Stand;
        let line = |stake: &BoxStake| {
            let at = self.table.box_of(stake)?;
            let of = &self.table.boxes()[at];
            let is_over = match stake.kind {
                StakeKind::Ante => of.is_folded(),
                StakeKind::Bonus => self.is_decided() && !of.is_dark(),
                _ => false,
            };
            is_over.then(|| self.returned(at, *stake)).filter(|line| line.fate == Fate::Won || takes)
        };
        self.settled(self.table.stakes().iter().filter_map(line).collect())
    }

    /// What this stake returns; of a bonus, once three cards lie on the board.
    pub(super) fn returned(&self, at: usize, stake: BoxStake) -> StakeReturn {
        let of = &self.table.boxes()[at];
        match (stake.kind, self.outcome(of)) {
            (StakeKind::Bonus, _) => self.bonus(of, stake),
            (StakeKind::Ante, Outcome::NoGame | Outcome::Higher) => self.ante_won(of, stake),
            (StakeKind::Bet, Outcome::Higher) => won(stake, None, self.play.pays.bet),
            (StakeKind::Bet, Outcome::NoGame) | (_, Outcome::Equal) => StakeReturn::back(stake),
            _ => StakeReturn::lost(stake),
        }
    }

    /// Sentences 5, 9 and 10.
    fn outcome(&self, of: &PokerBox) -> Outcome {
        let dealer = self.strength(self.table.dealer());
        match () {
            () if of.is_folded() => Outcome::Folded,
            () if !Rules::has_game(dealer) => Outcome::NoGame,
            () => Outcome::of(self.strength(&of.cards), dealer),
        }
    }

    fn ante_won(&self, of: &PokerBox, stake: BoxStake) -> StakeReturn {
        let (strength, pays) = (self.strength(&of.cards), &self.play.pays);
        let combination = Some(strength.combination()).filter(|_| Rules::has_game(strength));
        let row = combination.and_then(|combination| pays.ante.of(combination));
        won(stake, combination, row.unwrap_or(pays.no_game_low))
    }

    /// Sentence 6.
    fn bonus(&self, of: &PokerBox, stake: BoxStake) -> StakeReturn {
        let flop = &self.board[..FLOP];
        let first_five = CardSet::of(&of.cards).union(CardSet::of(flop)).strength();
        let plays = of.is_in_play() || self.play.bonus_survives_pass;
        bonus_return((plays && first_five >= BONUS).then_some(self.play.pays.bonus), stake, first_five.combination())
    }

    /// How strong two cards are with those on the board.
    pub(super) fn strength(&self, cards: &[Card]) -> Strength {
        CardSet::of(cards).union(CardSet::of(&self.board)).strength()
    }
}

/// So many cards lie on the board when the boxes decide.
pub(super) const FLOP: usize = 3;
