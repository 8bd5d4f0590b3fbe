//! Texas poker of the decree: who is asked to pay for an opening, what it costs, and which middle cards a hand may use (TPAM-30 to TPAM-38).

use super::after;
use super::progress::{Player, Progress};
use super::round::Wagers;
use super::rules::Limit;
use crate::model::{BettingAction, Card, Seat};

/// A trading: who has answered, and what each has paid in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Trade {
    answers: Vec<(Seat, i64)>,
}

impl Trade {
    fn paid(&self, seat: Seat) -> i64 {
        self.answers.iter().filter(|answer| answer.0 == seat).map(|answer| answer.1).sum()
    }

    /// The highest stake so far; by TPAM-32 it is the last one.
    fn highest(&self) -> i64 {
        self.answers.iter().map(|answer| self.paid(answer.0)).max().unwrap_or(0)
    }

    fn has_answered(&self, seat: Seat) -> bool {
        self.answers.iter().any(|answer| answer.0 == seat)
    }
}

/// What may be done in a trading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// What it costs to pay the least; nothing where nothing can be paid.
    pub(super) price: i64,
    pub(super) wagers: Option<Wagers>,
    pub(super) may_pass: bool,
}

impl Progress<'_> {
    pub(super) fn open_trade(&mut self) {
        self.begin_questions();
        self.trade = Some(Trade::default());
    }

    pub(super) fn close_trade(&mut self) {
        self.trade = None;
        self.end_questions(None);
    }

    /// In seat order each is asked once; where the house equalises, who has paid less than another one is asked again (TPAM-Q11). Who has
    /// nothing left has nothing to decide.
    pub(super) fn trader(&self) -> Option<Seat> {
        let trade = self.trade.as_ref()?;
        let can = |seat: &Seat| self.player(*seat).is_some_and(|player| player.is_live && player.stack > 0);
        let unasked = after(self.deal.button).filter(can).find(|seat| !trade.has_answered(*seat));
        let owes = |seat: &Seat| trade.paid(*seat) > 0 && trade.paid(*seat) < trade.highest();
        let equalises = self.rules.trading.is_some_and(|trading| trading.equalise);
        let last = trade.answers.last().map_or(self.deal.button, |answer| answer.0);
        unasked.or_else(|| after(last).filter(|_| equalises).filter(can).find(owes))
    }

    /// TPAM-32, TPAM-35, TPAM-36; TPAM-Q14: after the fifth card nothing is paid, unless the house has a last trading.
    pub(super) fn asked(&self, seat: Seat) -> Option<Asked> {
        let trade = self.trade.as_ref().filter(|_| self.trader() == Some(seat))?;
        let stack = self.player(seat).map_or(0, |player| player.stack);
        if trade.has_answered(seat) {
            let price = (trade.highest() - trade.paid(seat)).min(stack);
            return Some(Asked { price, wagers: None, may_pass: false });
        }
        let nothing = Asked { price: 0, wagers: None, may_pass: true };
        let has_last = self.rules.trading.is_some_and(|trading| trading.final_round);
        if self.board.len() == 5 && !has_last {
            return Some(nothing);
        }
        let amounts = self.rules.amounts;
        let (least, most) = match self.rules.limit {
            Limit::Fixed => (amounts.ante, amounts.ante),
            _ => (amounts.small_bet.max(trade.highest()), amounts.most_bet),
        };
        if least > stack {
            return Some(nothing);
        }
        let (above, most) = (least + amounts.unit, most.min(stack));
        let wagers = Wagers { is_bet: trade.highest() == 0, least: above, most, step: amounts.unit, all_in: stack };
        Some(Asked { price: least, wagers: (above <= most).then_some(wagers), may_pass: true })
    }

    /// A seat did this in a trading and paid so much.
    pub(super) fn take_answer(&mut self, seat: Seat, action: BettingAction, paid: i64) -> Result<(), String> {
        let asked = self.asked(seat).ok_or_else(|| format!("seat {seat} is not asked in a trading"))?;
        let expected = match action {
            BettingAction::Fold => Some(0),
            BettingAction::Pass if asked.may_pass => Some(0),
            BettingAction::Call if asked.price > 0 => Some(asked.price),
            BettingAction::Bet(stake) | BettingAction::RaiseTo(stake) => {
                let is_offered = |wagers: &Wagers| wagers.has(stake.minor()) && wagers.is_bet == matches!(action, BettingAction::Bet(_));
                asked.wagers.filter(is_offered).map(|_| stake.minor())
            }
            _ => None,
        };
        if expected != Some(paid) {
            return Err(format!("seat {seat} paid {paid} for {action:?} in a trading, and may {asked:?}"));
        }
        let nth = self.rounds - self.rounds_before - 1;
        self.trade.iter_mut().for_each(|trade| trade.answers.push((seat, paid)));
        if let Some(player) = self.player_mut(seat) {
            (player.bet, player.total, player.stack) = (player.bet + paid, player.total + paid, player.stack - paid);
            if paid > 0 {
                player.openings.push(nth);
            }
        }
        if action == BettingAction::Fold {
            self.fold(seat);
        }
        Ok(())
    }

    /// TPAM-37: the cards of the openings in whose trading the seat took part: the first one has three, the others one each.
    pub(super) fn usable(&self, seat: Seat) -> Vec<Card> {
        if !self.rules.variant.trades() {
            return self.board.clone();
        }
        let has_paid = |nth: usize| self.player(seat).is_some_and(|player: &Player| player.openings.contains(&nth));
        let cards = self.board.iter().enumerate();
        cards.filter(|(place, _)| has_paid(place.saturating_sub(2))).map(|(_, card)| *card).collect()
    }
}
