//! What each stake returns.

use super::dealing_order::Next;
use super::rank::{self, ACE_KING, Five, NAMES, THREE_OF_A_KIND, TWO_PAIR};
use super::rules::Game;
use super::{Deal, PokerBox};
use crate::model::{BoxStake, Card, Combination, StakeKind};
use crate::sim::auditor::cards::Settled;
use crate::sim::auditor::cards::keys::Ratio;
use crate::sim::auditor::cards::line::{End, Line, Won, require};

/// A win of house poker, where nothing has to be rounded (HA-3).
fn won(amount: i64, odds: Ratio, combination: Option<Combination>) -> Won {
    Won::of(amount, odds, false, combination)
}

/// How the main stakes of a box end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Comparison {
    NoGame,
    Higher,
    Equal,
    Lower,
}

impl Deal {
    pub(in crate::sim::auditor::cards) fn settle(&self) -> Result<Settled, String> {
        let next = self.next();
        require(next == Next::Settlement, format_args!("a deal was settled while {next:?} was to come"))?;
        let lines: Vec<Line> = self.stakes.iter().map(|stake| self.line(stake)).collect::<Result<_, _>>()?;
        Ok(self.rules.payout.settled(self.stakes.clone(), lines, self.boxes.iter().map(|of| (of.seat, of.place))))
    }

    fn line(&self, stake: &BoxStake) -> Result<Line, String> {
        let of = self.boxes.iter().find(|of| of.place == stake.place).ok_or("a stake on no box")?;
        let amount = stake.amount.minor();
        Ok(match stake.kind {
            StakeKind::Exchange | StakeKind::SixthCard | StakeKind::Purchase => Line::PRICE,
            StakeKind::Bonus => self.bonus(of, amount),
            StakeKind::Insurance => self.insurance(of, amount),
            // OAS-5, RUS-4.
            StakeKind::Ante if of.has_folded => Line::GONE,
            StakeKind::Ante => self.ante(of, amount),
            StakeKind::Bet => self.bet(of, amount),
            other => return Err(format!("{other:?} is no stake of this game")),
        })
    }

    /// The dealer's hand against which this box is compared (HA-27).
    fn dealer_against(&self, of: &PokerBox) -> Five {
        if !of.has_bought_game() {
            return rank::best(&self.dealer.cards);
        }
        let bought = self.bought();
        rank::best(&bought.kept.into_iter().chain(bought.came).collect::<Vec<Card>>())
    }

    fn compared(&self, of: &PokerBox, dealer: &Five) -> Comparison {
        let own = rank::best(&of.cards);
        match own.strength().cmp(&dealer.strength()) {
            // OAS-7, RUS-6.
            _ if dealer.rank < ACE_KING => Comparison::NoGame,
            core::cmp::Ordering::Greater => Comparison::Higher,
            core::cmp::Ordering::Equal => Comparison::Equal,
            core::cmp::Ordering::Less => Comparison::Lower,
        }
    }

    fn ante(&self, of: &PokerBox, amount: i64) -> Line {
        let wins = Line::wins(won(amount, self.rules.ante, None));
        let is_oasis = matches!(self.rules.game, Game::Oasis { .. });
        match self.compared(of, &self.dealer_against(of)) {
            // RUS-20, HA-26: after a purchase the ante is not paid in any case.
            Comparison::NoGame if of.has_bought_game() => Line::BACK,
            Comparison::NoGame => wins,
            Comparison::Higher if is_oasis => wins,
            Comparison::Higher | Comparison::Equal => Line::BACK,
            Comparison::Lower => Line::GONE,
        }
    }

    fn bet(&self, of: &PokerBox, amount: i64) -> Line {
        let dealer = self.dealer_against(of);
        match self.compared(of, &dealer) {
            Comparison::NoGame | Comparison::Equal => Line::BACK,
            Comparison::Lower => Line::GONE,
            Comparison::Higher => self.bet_wins(of, &dealer, amount),
        }
    }

    /// OAS-11, RUS-10 to RUS-14.
    fn bet_wins(&self, of: &PokerBox, dealer: &Five, amount: i64) -> Line {
        let first = rank::best(&of.cards);
        let mut ranks = vec![first.rank];
        if let Game::Russian { ace_king_inside, .. } = self.rules.game {
            let second = rank::second(&of.cards, &first, ace_king_inside);
            ranks.extend(second.filter(|rank| *rank != ACE_KING || !is_ace_king_withheld(&first, dealer)));
        }
        let paid = |rank: &usize| self.rules.bet[*rank].map(|odds| won(amount, odds, Some(NAMES[*rank].1)));
        let wins: Vec<Won> = ranks.iter().filter_map(paid).collect();
        // HA-9: where there is no row, the bet comes back without a win.
        if wins.is_empty() { Line::BACK } else { Line { end: End::Wins, wins } }
    }

    /// OAS-13, RUS-18, RUS-23: on the dealer's own hand, no matter what was bought.
    fn insurance(&self, of: &PokerBox, amount: i64) -> Line {
        let needs_three = matches!(&self.rules.game, Game::Russian { dark_insurance: Some(dark), .. } if of.is_dark && dark.needs_three);
        let is_valid = !needs_three || rank::best(&of.cards).rank >= THREE_OF_A_KIND;
        if of.has_folded || !is_valid {
            return Line::BACK;
        }
        match self.compared(of, &rank::best(&self.dealer.cards)) {
            Comparison::NoGame => Line::wins(won(amount, self.rules.insurance, None)),
            Comparison::Higher => Line::GONE,
            Comparison::Equal | Comparison::Lower => Line::BACK,
        }
    }

    /// OAS-16, RUS-24, HA-5, HA-17.
    fn bonus(&self, of: &PokerBox, amount: i64) -> Line {
        if of.has_folded && !self.rules.bonus_survives_pass {
            return Line::GONE;
        }
        let rank = rank::best(&of.first_five).rank;
        let two_pair_comes_back = matches!(self.rules.game, Game::Russian { two_pair_comes_back: true, .. });
        match self.rules.bonus[rank] {
            Some(odds) => Line::wins(won(amount, odds, Some(NAMES[rank].1))),
            None if rank == TWO_PAIR && two_pair_comes_back => Line::BACK,
            None => Line::GONE,
        }
    }
}

/// RUS-14, HA-21: the two hands hold the same combination, and an ace or king of the player decides between them.
fn is_ace_king_withheld(own: &Five, dealer: &Five) -> bool {
    let is_same = own.rank == dealer.rank && (own.rank == rank::FLUSH || own.parts().0 == dealer.parts().0);
    is_same && matches!(rank::deciding_number(own, dealer), Some(13 | 14))
}
