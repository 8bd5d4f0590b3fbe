//! One betting round: the price, who is asked, what he may do, and what his action makes of the round.
//!
//! The letters of SPB section 3: L is `price`, R `full`, S `size`, B `level`, N `next`, k `counted`, P [`Round::pot`].

use super::order::InTurn;
use super::refusal::BettingRefusal;
use super::rules::{BettingRules, CapEnds, Limit, Reopens, ShortBlind};
use super::seat_set::SeatSet;
use super::{Offers, Wager};
use crate::model::BettingAction as Action;
use crate::model::{Money, SEATS, Seat};

/// Who was dealt in, by the seat's place.
pub type Players = [Option<Player>; SEATS];

/// One who was dealt in, as he stands in the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// What he has put in in this round, blinds and bring-in among it, antes not.
    pub bet: Money,
    /// What he has behind.
    pub stack: Money,
    /// Whether he has not folded.
    pub is_live: bool,
    had_turn: bool,
    has_acted: bool,
    fulls_seen: u32,
    wholes_seen: u32,
}

impl Player {
    /// One who has not been asked yet.
    #[must_use]
    pub const fn new(bet: Money, stack: Money, is_live: bool) -> Self {
        Self { bet, stack, is_live, had_turn: false, has_acted: false, fulls_seen: 0, wholes_seen: 0 }
    }

    fn has_chips(&self) -> bool {
        self.is_live && self.stack.is_positive()
    }

    fn all_in(&self) -> Money {
        self.bet + self.stack
    }
}

/// What forced the first price of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced {
    /// Nothing.
    Nothing,
    /// The big blind, the whole of it though it was posted short (SPB-6).
    Blind(Money),
    /// The bring-in, the whole of it, and who posted it, where anybody did (SPG-65). He has had his turn (SPG-59).
    BringIn(Money, Option<Seat>),
}

/// What holds for one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The betting of the house.
    pub rules: BettingRules,
    /// The size of the round in fixed limit, else the least bet.
    pub size: Money,
    /// The most of a wager over the price, in spread limit alone.
    pub spread_most: Money,
    /// Whether twice the size may be wagered as well (SPG-62).
    pub may_double: bool,
    /// The smallest chip in play (SPB-32).
    pub unit: Money,
    /// What forced the first price.
    pub forced: Forced,
    /// What lay in the pot before the bets of this round, antes among it.
    pub pot_before: Money,
    /// What is missing of short blinds (SPB-29).
    pub missing: Money,
    /// Who is asked first, or the first after him who can be.
    pub first: Seat,
}

/// A betting round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    terms: Terms,
    price: Money,
    full: Money,
    size: Money,
    level: Money,
    next: Money,
    counted: u32,
    /// How many wagers were full ones, in fixed limit those that count; and how many of them nobody could call short.
    fulls: u32,
    wholes: u32,
    players: Players,
    /// Who has not folded, and who of them has chips: of the players, so that nobody counts them for each question.
    live: SeatSet,
    with_chips: SeatSet,
    turn: Option<Seat>,
    last_wager: Option<Seat>,
    began_with_two: bool,
}

impl Round {
    /// Opens a round; forced bets lie already in the players' bets.
    #[must_use]
    pub fn open(terms: Terms, mut players: Players) -> Self {
        let Terms { size, forced, .. } = terms;
        let (price, next, counted) = match forced {
            Forced::Nothing => (Money::ZERO, size, 0),
            Forced::Blind(blind) => (blind, blind + size, 1),
            Forced::BringIn(amount, _) => (amount, size.max(amount), 0),
        };
        if let Forced::BringIn(_, Some(poster)) = forced {
            players[poster.index()].iter_mut().for_each(|player| player.had_turn = true);
        }
        let dealt_in = players.iter().flatten().count();
        let those = |holds: fn(&Player) -> bool| Seat::all().filter(|seat| players[seat.index()].as_ref().is_some_and(holds)).collect();
        let (live, with_chips): (SeatSet, SeatSet) = (those(|player| player.is_live), those(Player::has_chips));
        let began_with_two = if forced == Forced::Nothing { with_chips.count() <= 2 } else { dealt_in <= 2 };
        let mut round = Self {
            terms,
            price,
            // A raise is at least the stake before it, the bring-in among them where it is no part of a bet (TA-4).
            full: if let Forced::BringIn(amount, _) = forced { size.max(amount) } else { size },
            size,
            level: price,
            next,
            counted,
            fulls: 0,
            wholes: 0,
            players,
            live,
            with_chips,
            turn: None,
            last_wager: None,
            began_with_two,
        };
        round.begin_with(terms.first);
        round
    }

    /// The players as they stand.
    #[must_use]
    pub const fn players(&self) -> &Players {
        &self.players
    }

    /// What who stays must have put in in this round: of a short blind or bring-in the whole (SPB-6, SPG-57).
    #[must_use]
    pub const fn price(&self) -> Money {
        self.price
    }

    /// Who made the last wager that raised the price, a short one too; he shows first (SPB-55).
    #[must_use]
    pub const fn last_wager(&self) -> Option<Seat> {
        self.last_wager
    }

    /// All that was put in so far, this round's bets among it.
    #[must_use]
    pub fn pot(&self) -> Money {
        self.terms.pot_before + self.players.iter().flatten().map(|player| player.bet).sum()
    }

    /// What the seat may do, if it is its turn.
    #[must_use]
    pub fn offers(&self, seat: Seat) -> Option<Offers> {
        let player = self.asked(seat)?;
        Some(Offers { call: self.call(seat, player), wager: self.wager(seat, player), ..Offers::NONE })
    }

    /// What is done for a seat whose time is over: it checks where that is free, unless the house folds then too, else it folds (SPB-61,
    /// SPB-A14).
    #[must_use]
    pub fn otherwise(&self, seat: Seat) -> Action {
        if self.owed(seat).is_zero() && !self.terms.rules.time_folds() { Action::Check } else { Action::Fold }
    }

    /// Does it; what the seat paid for it.
    ///
    /// # Errors
    /// [`BettingRefusal`], where the seat is not offered this; nothing has changed then.
    pub fn take(&mut self, seat: Seat, action: Action) -> Result<Money, BettingRefusal> {
        let player = *self.asked(seat).ok_or(BettingRefusal::NotYourTurn)?;
        let call = self.call(seat, &player);
        let paid = match action {
            Action::Fold => Money::ZERO,
            // It moves no money: the deal takes it before it comes here.
            Action::Stop => return Err(BettingRefusal::NoStop),
            Action::Pass | Action::Exchange(_) | Action::Divide | Action::PlayAgain | Action::PlayForPot => {
                return Err(BettingRefusal::OtherQuestion);
            }
            Action::Check if call.is_positive() => return Err(BettingRefusal::SomethingOwed),
            Action::Check => Money::ZERO,
            Action::Call if call.is_zero() => return Err(BettingRefusal::NothingOwed),
            Action::Call => call,
            Action::Bet(to) | Action::RaiseTo(to) => {
                let wager = self.wager(seat, &player).ok_or(BettingRefusal::NoWager)?;
                wager.accept(action)?;
                self.raise_price(seat, to);
                to - player.bet
            }
        };
        let is_action = action != Action::Check || self.terms.rules.check_is_action;
        let (fulls_seen, wholes_seen) = (self.fulls, self.wholes);
        let has_acted = player.has_acted || is_action;
        let (bet, stack, is_live) = (player.bet + paid, player.stack - paid, action != Action::Fold);
        self.stands(seat, Player { bet, stack, is_live, had_turn: true, has_acted, fulls_seen, wholes_seen });
        self.pass_on(seat);
        Ok(paid)
    }

    /// Whether the seat has had its turn in the round.
    #[must_use]
    pub fn has_spoken(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.had_turn)
    }

    /// The seat's hand stays live, and it is asked nothing more: it plays for what lies in the pots already, as if it were all-in (SPG-84).
    pub fn stand_aside(&mut self, seat: Seat) {
        if let Some(player) = self.players[seat.index()] {
            self.stands(seat, Player { stack: Money::ZERO, had_turn: true, ..player });
        }
        self.skip_unasked();
    }

    /// The seat stands so from now on.
    fn stands(&mut self, seat: Seat, player: Player) {
        self.players[seat.index()] = Some(player);
        self.live.keep(seat, player.is_live);
        self.with_chips.keep(seat, player.has_chips());
    }

    fn player(&self, seat: Seat) -> Option<&Player> {
        self.players[seat.index()].as_ref()
    }

    /// The seat, if it is its turn.
    fn asked(&self, seat: Seat) -> Option<&Player> {
        self.player(seat).filter(|_| self.turn == Some(seat))
    }

    /// What it costs the seat to call, which is no more than it has.
    fn call(&self, seat: Seat, player: &Player) -> Money {
        self.owed(seat).min(player.stack)
    }

    /// Those who have not folded, but for this seat.
    fn others(&self, seat: Seat) -> impl Iterator<Item = &Player> {
        self.live.without(seat).iter().filter_map(|other| self.player(other))
    }

    /// What the seat owes, whether it has as much or not. A seat that alone has chips owes no more than the others have put in, though
    /// the blind was posted short (SPB-6).
    fn owed(&self, seat: Seat) -> Money {
        let Some(player) = self.player(seat) else { return Money::ZERO };
        let price = if self.with_chips.without(seat).is_empty() {
            self.others(seat).map(|other| other.bet).max().unwrap_or(Money::ZERO).min(self.price)
        } else {
            self.price
        };
        (price - player.bet).max(Money::ZERO)
    }

    fn wager(&self, seat: Seat, player: &Player) -> Option<Wager> {
        let all_in = player.all_in();
        if all_in <= self.price || !self.may_raise(seat, player) {
            return None;
        }
        let (least, most, step) = self.amounts(player);
        let is_bet = self.price.is_zero();
        // Below the least only the whole stack (SPB-31).
        let least = least.min(all_in);
        Some(Wager { is_bet, least, most: most.max(least).min(all_in), step, all_in })
    }

    /// The least and most that may be wagered by a stack of any size, and the step.
    fn amounts(&self, player: &Player) -> (Money, Money, Money) {
        let Terms { unit, may_double, spread_most, .. } = self.terms;
        let least = rounded_up(self.price + self.full, unit);
        match self.terms.rules.limit {
            Limit::NoLimit => (least, player.all_in(), unit),
            Limit::PotLimit => (least, self.pot_most(player), unit),
            Limit::FixedLimit if may_double && self.size == self.terms.size => (self.next, self.next + self.size, self.size),
            Limit::FixedLimit => (self.next, self.next, self.size),
            Limit::Spread => (least, rounded_down(self.price + spread_most, unit), unit),
        }
    }

    /// The most in pot-limit: the pot after the call, on top of the price (SPB-26, SPB-29).
    fn pot_most(&self, player: &Player) -> Money {
        let missing = if self.terms.rules.short_blind == ShortBlind::Full { self.terms.missing } else { Money::ZERO };
        let call = (self.price - player.bet).max(Money::ZERO);
        let most = self.price + self.pot() + missing + call;
        if most >= player.all_in() { player.all_in() } else { rounded_down(most, self.terms.unit) }
    }

    /// Whether the seat may raise (SPB-22, SPB-39).
    fn may_raise(&self, seat: Seat, player: &Player) -> bool {
        let can_be_answered = self.others(seat).any(|other| other.all_in() > self.price);
        can_be_answered && !self.is_capped() && (!player.has_acted || self.is_reopened(player))
    }

    /// Whether as many raises were made as the house allows (SPB-34, SPB-35).
    fn is_capped(&self) -> bool {
        let Some(most) = self.terms.rules.raises_most else { return false };
        let is_between_two = match self.terms.rules.cap_ends {
            CapEnds::TwoAtRoundStart => self.began_with_two,
            CapEnds::TwoRemaining => self.with_chips.count() <= 2,
            CapEnds::Never => false,
        };
        !is_between_two && self.counted > u32::from(most)
    }

    /// Whether who has acted may raise again (SPB-42).
    fn is_reopened(&self, player: &Player) -> bool {
        let faced = self.price - player.bet;
        match (self.terms.rules.reopens, self.terms.rules.limit) {
            (Reopens::Individual, _) => self.fulls > player.fulls_seen,
            // A completion is no short all-in (SPB-39), though it may be less than half a bet above a large bring-in.
            (Reopens::Cumulative, Limit::FixedLimit) => faced + faced >= self.size || self.wholes > player.wholes_seen,
            (Reopens::Cumulative, _) => faced >= self.full,
        }
    }

    /// A wager to `to`: what it makes of the price, the levels and the count (SPB-40, SPB-41, SPB-43).
    fn raise_price(&mut self, seat: Seat, to: Money) {
        let is_full = match self.terms.rules.limit {
            Limit::FixedLimit => self.counts(to),
            _ => to - self.price >= self.full,
        };
        if to >= self.next {
            self.wholes = self.wholes.saturating_add(1);
        }
        if is_full {
            self.fulls = self.fulls.saturating_add(1);
            self.counted = self.counted.saturating_add(1);
            if self.terms.may_double && to - self.level >= self.terms.size + self.terms.size {
                self.size = self.terms.size + self.terms.size;
            }
            self.full = if self.terms.rules.limit == Limit::FixedLimit { self.full } else { to - self.price };
            self.level = to;
            self.next = to + self.size;
        }
        self.price = to;
        self.last_wager = Some(seat);
    }

    /// Whether a wager in fixed limit counts as a bet or raise: a whole one, or an all-in of at least half of one (SPB-41).
    fn counts(&self, to: Money) -> bool {
        let from = match self.terms.rules.reopens {
            Reopens::Cumulative => self.level,
            Reopens::Individual => self.price,
        };
        let excess = to - from;
        to >= self.next || excess + excess >= self.next - self.level
    }
}

impl InTurn for Round {
    /// None: the round is closed (SPB-12).
    fn turn(&self) -> Option<Seat> {
        self.turn
    }

    fn give_turn(&mut self, seat: Option<Seat>) {
        self.turn = seat;
    }

    /// SPB-12, SPB-13, SPB-14.
    fn is_asked(&self, seat: Seat) -> bool {
        let can_act = self.with_chips.has(seat) && !self.live.without(seat).is_empty();
        let has_word = || self.player(seat).is_some_and(|player| !player.had_turn) && !self.with_chips.without(seat).is_empty();
        can_act && (has_word() || self.owed(seat).is_positive())
    }

    fn fold_out(&mut self, seat: Seat) {
        if let Some(player) = self.players[seat.index()] {
            self.stands(seat, Player { is_live: false, ..player });
        }
    }
}

fn rounded_down(amount: Money, unit: Money) -> Money {
    let unit = unit.minor().max(1);
    Money::from_minor(amount.minor() / unit * unit)
}

fn rounded_up(amount: Money, unit: Money) -> Money {
    let down = rounded_down(amount, unit);
    if down == amount { amount } else { down + Money::from_minor(unit.minor().max(1)) }
}
