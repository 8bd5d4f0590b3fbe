//! What each stake returns.

use super::{Deal, Hand, State, best, is_blackjack};
use crate::model::{BoxStake, Combination, StakeKind};
use crate::sim::auditor::cards::keys::Ratio;
use crate::sim::auditor::cards::line::{Line, Won, require};
use crate::sim::auditor::cards::{Settled, cut_off};

impl Deal {
    pub(in crate::sim::auditor::cards) fn settle(&self) -> Result<Settled, String> {
        require(self.next_card().is_none(), format!("a deal was settled while a card was still to come to {:?}", self.next_card()))?;
        let stakes: Vec<BoxStake> = self.laid.iter().chain(&self.raised).copied().collect();
        let lines: Vec<Line> = stakes.iter().map(|stake| self.line(stake)).collect::<Result<_, _>>()?;
        // BA-16: what one stake wins above the most is cut off.
        let excess = |line: &Line| self.rules.win_most.map_or(0, |most| (line.won() - most).max(0));
        let cuts = cut_off(stakes.iter().zip(&lines).map(|(stake, line)| (stake.seat, stake.place, excess(line))));
        Ok(Settled { stakes, lines, cuts })
    }

    /// Whether the hand wins as a blackjack (BJAM-13, BJAM-Q4, BJB-9, BJB-26).
    pub(super) fn is_paid_as_blackjack(&self, hand: &Hand) -> bool {
        hand.is_natural() || (self.rules.blackjack_after_split && is_blackjack(&hand.cards))
    }

    fn line(&self, stake: &BoxStake) -> Result<Line, String> {
        let is_its = |hand: &&Hand| (hand.place, hand.number) == (stake.place, stake.hand);
        let hand = self.hands.iter().find(is_its).ok_or("a stake on no hand")?;
        let (rules, amount) = (&self.rules, stake.amount.minor());
        let named = |ratio: Ratio, combination| Line::wins(Won::of(amount, ratio, rules.halves_up, combination));
        let wins = |ratio: Ratio| named(ratio, None);
        let blackjack = Some(Combination::Blackjack);
        let dealer_has_blackjack = self.dealer_has_blackjack();
        if stake.kind == StakeKind::Insurance && hand.state != State::SitsOut {
            return Ok(if dealer_has_blackjack { wins(rules.insurance) } else { Line::GONE });
        }
        let half_is_lost = dealer_has_blackjack && rules.surrender.as_ref().is_some_and(|surrender| !surrender.is_final);
        let (own, dealer) = (best(&hand.cards), best(&self.dealer));
        let took_even_money = stake.kind == StakeKind::Main && self.even_money.contains(&(stake.seat, stake.place));
        Ok(match hand.state {
            State::SitsOut if stake.kind == StakeKind::Insurance => Line::BACK,
            State::SitsOut => Line::WAITS,
            State::GivenUp if half_is_lost => Line::GONE,
            State::GivenUp => Line::part(Ratio { win: 1, per: 2 }.of(amount, rules.halves_up)),
            _ if own > 21 => Line::GONE,
            _ if took_even_money => named(rules.even_money, blackjack),
            _ if self.is_paid_as_blackjack(hand) && dealer_has_blackjack => Line::BACK,
            _ if self.is_paid_as_blackjack(hand) => named(rules.blackjack, blackjack),
            _ if dealer_has_blackjack && (rules.blackjack_takes_all || stake.kind == StakeKind::Main) => Line::GONE,
            _ if dealer_has_blackjack => Line::BACK,
            _ if dealer > 21 || own > dealer => wins(rules.win),
            _ if own == dealer => Line::BACK,
            _ => Line::GONE,
        })
    }
}
