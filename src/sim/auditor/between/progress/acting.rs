//! What a seat does in its turn: whether it may, what it costs, and what follows.

use super::super::deal::Item;
use super::super::require;
use super::super::rules::ExposedSeventh;
use super::{Next, Progress};
use crate::model::{BettingAction, Seat};

impl Progress<'_> {
    pub(super) fn take_action(&mut self, seat: Seat, action: BettingAction, paid: i64) -> Result<(), String> {
        let is_forced = action == BettingAction::PlayForPot && self.is_forced_to_play_for_pot(seat);
        require(is_forced || self.next() == Next::Act(seat), format_args!("seat {seat} acted, and {:?} comes next", self.next()))?;
        if self.left.question.is_some() {
            return self.take_division(seat, action, paid);
        }
        if action == BettingAction::Stop {
            return self.take_stop(seat, paid);
        }
        if self.trade.is_some() {
            return self.take_answer(seat, action, paid);
        }
        if self.sale.is_some() {
            return self.take_purchase(seat, action, paid);
        }
        let expected = self.price_of(seat, action)?;
        require(paid == expected, format_args!("seat {seat} paid {paid} for {action:?}, and not {expected}"))?;
        if action == BettingAction::PlayForPot {
            // It may be another's turn, who stays the next.
            self.player_mut(seat).into_iter().for_each(|player| (player.plays_for_pot, player.has_spoken) = (true, true));
            return Ok(());
        }
        let (rules, check_is_action) = (self.rules, self.rules.check_is_action);
        let (Some(player), Some(round)) = (&mut self.players[seat.index()], &mut self.round) else {
            return Err("nobody can act now".into());
        };
        (player.bet, player.total, player.stack) = (player.bet + paid, player.total + paid, player.stack - paid);
        if let Some(total) = action.amount() {
            round.wager(rules, seat, total.minor(), player.stack == 0);
        }
        player.has_spoken = true;
        player.has_acted |= action != BettingAction::Check || check_is_action;
        player.seen = round.made;
        round.last_actor = Some(seat);
        if action == BettingAction::Fold {
            self.fold(seat);
        }
        Ok(())
    }

    /// TPAM-45, TPAM-Q24: once, while a card is to come, and for nothing; the seat is asked all the same (TPAM-Q23).
    fn take_stop(&mut self, seat: Seat, paid: i64) -> Result<(), String> {
        require(self.may_stop(seat) && paid == 0, format_args!("seat {seat} may not stop taking cards for {paid}"))?;
        self.players[seat.index()].iter_mut().for_each(|player| player.has_stopped = true);
        Ok(())
    }

    /// Whether the seat may stop taking cards, where it is asked.
    pub(in super::super) fn may_stop(&self, seat: Seat) -> bool {
        let is_card_left = self.plan.iter().skip(self.at).any(|item| matches!(item, Item::Each(_)));
        self.rules.variant.is_of_decree() && is_card_left && self.player(seat).is_some_and(|player| !player.has_stopped)
    }

    /// What an action costs, where it is allowed: SPB-17 to SPB-32.
    fn price_of(&self, seat: Seat, action: BettingAction) -> Result<i64, String> {
        let player = self.player(seat).ok_or("one who was not dealt in acted")?;
        let to_call = self.to_call(seat);
        match action {
            BettingAction::Fold => Ok(0),
            BettingAction::Check if to_call == 0 => Ok(0),
            BettingAction::PlayForPot if self.may_play_for_pot(seat) => Ok(0),
            BettingAction::Call if to_call > 0 => Ok(to_call.min(player.stack)),
            BettingAction::Bet(total) | BettingAction::RaiseTo(total) => {
                let wagers = self.wagers(seat).ok_or_else(|| format!("seat {seat} may not bet or raise"))?;
                let is_called_so = wagers.is_bet == matches!(action, BettingAction::Bet(_));
                require(is_called_so && wagers.has(total.minor()), format_args!("seat {seat} may not {action:?}: {wagers:?}"))?;
                Ok(total.minor() - player.bet)
            }
            _ => Err(format!("seat {seat} may not {} where {to_call} is owed", action.name())),
        }
    }

    /// Whether the seat has had a turn in the round that is open.
    pub(in super::super) fn has_had_turn(&self, seat: Seat) -> bool {
        self.round.is_some() && self.player(seat).is_some_and(|player| player.has_spoken)
    }

    /// SPG-84, SPG-A22: its seventh card was shown, it has chips, and it has not had its turn since.
    pub(in super::super) fn may_play_for_pot(&self, seat: Seat) -> bool {
        let may = |player: &super::Player| player.is_live && player.shows_seventh && !player.has_spoken && player.stack > 0;
        self.round.is_some() && self.player(seat).is_some_and(may)
    }

    /// SPG-84, SPG-A22: everybody has seen the seventh card of the seat; where somebody has bet in the round before, the file may leave it no choice.
    pub(in super::super) fn show_seventh(&mut self, seat: Seat) {
        let forces = self.rules.mistakes.is_some_and(|keys| keys.exposed_seventh == Some(ExposedSeventh::ForcedIfBet));
        let has_bet = self.round.as_ref().is_some_and(|round| round.last_wager.is_some());
        let player = self.player_mut(seat).into_iter();
        player.for_each(|player| (player.shows_seventh, player.is_forced) = (true, forces && has_bet));
    }

    /// Whether it must play for the pot so far at once, though it be another's turn.
    pub(in super::super) fn is_forced_to_play_for_pot(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.is_forced) && self.may_play_for_pot(seat)
    }
}
