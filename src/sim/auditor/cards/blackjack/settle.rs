//! What each stake returns.

use super::{Deal, Hand, State, best, is_blackjack, worth};
use crate::model::{BoxStake, Combination, StakeKind};
use crate::sim::auditor::cards::keys::Ratio;
use crate::sim::auditor::cards::line::{Line, Won, require};
use crate::sim::auditor::cards::{Settled, cut_off};

impl Deal {
    pub(in crate::sim::auditor::cards) fn settle(&self) -> Result<Settled, String> {
        require(self.next_card().is_none(), format_args!("a deal was settled while a card was still to come to {:?}", self.next_card()))?;
        self.settled(self.laid.iter().chain(&self.raised).copied().collect())
    }

    /// What these stakes return, and what is cut of it.
    fn settled(&self, stakes: Vec<BoxStake>) -> Result<Settled, String> {
        let lines: Vec<Line> = stakes.iter().map(|stake| self.line(stake)).collect::<Result<_, _>>()?;
        // BA-16: what one stake wins above the most is cut off.
        let excess = |line: &Line| self.rules.win_most.map_or(0, |most| (line.won() - most).max(0));
        let cuts = cut_off(stakes.iter().zip(&lines).map(|(stake, line)| (stake.seat, stake.place, excess(line))));
        Ok(Settled { stakes, lines, cuts })
    }

    /// What must be paid or taken by now, beyond the stakes that were before: even money (BJAM-27, BJB-30), and a blackjack to whose box the
    /// croupier has come, where the dealer shows 2 to 9 (table in section 5 of `blackjack-by`); what is forfeited, where that stands.
    pub(in crate::sim::auditor::cards) fn due_beyond(&self, paid: &[BoxStake]) -> Result<Settled, String> {
        let shows_2_to_9 = self.dealer.first().is_some_and(|card| (2..=9).contains(&worth(*card)));
        let is_at_once = |hand: &Hand| self.rules.paid_at_once && shows_2_to_9 && self.is_paid_as_blackjack(hand);
        let is_played = |at: usize| matches!(self.hands[at].state, State::Plays | State::Stands) && self.has_played(at);
        let is_due = |stake: &BoxStake| {
            let at = self.hands.iter().position(|hand| (hand.place, hand.number) == (stake.place, stake.hand));
            let took_even_money = stake.kind == StakeKind::Main && self.even_money.contains(&(stake.seat, stake.place));
            let is_blackjack = stake.kind != StakeKind::Insurance && at.is_some_and(|at| is_at_once(&self.hands[at]) && is_played(at));
            took_even_money || is_blackjack || self.is_forfeited(stake)
        };
        self.settled(self.laid.iter().chain(&self.raised).filter(|stake| is_due(stake) && !paid.contains(stake)).copied().collect())
    }

    /// Over 21 with every card seen (BJB-17), or given up for good (BA-12, BJAM-Q10), and the house lets a void change nothing about it.
    fn is_forfeited(&self, stake: &BoxStake) -> bool {
        let gives_up_for_good = self.rules.surrender.as_ref().is_some_and(|surrender| surrender.is_final);
        let is_gone = |hand: &Hand| hand.state == State::Bust || (hand.state == State::GivenUp && gives_up_for_good);
        let mut its = self.hands.iter().filter(|hand| (hand.place, hand.number) == (stake.place, stake.hand));
        self.rules.forfeits_stand && stake.kind != StakeKind::Insurance && its.any(is_gone)
    }

    /// Whether a payment stands where the deal is void later (HX-3, HRAM-31), or comes back (HRB-24).
    pub(in crate::sim::auditor::cards) const fn payments_stand(&self) -> bool {
        self.rules.payments_stand
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
