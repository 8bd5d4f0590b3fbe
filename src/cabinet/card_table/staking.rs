//! Before the deal: stakes are laid, taken back, repeated, until no more are taken.

use alloc::vec::Vec;

use super::{CardTable, Stage, TableContext};
use crate::model::{BoxNumber, BoxStake, Money, Refusal, Seat, Span, StakeForm, TableFact, TableOrder};

impl CardTable {
    pub(in crate::cabinet) fn take_seat_order(
        &mut self,
        seat: Seat,
        order: &TableOrder,
        room: Money,
        context: &mut TableContext<'_>,
    ) -> Result<(), Refusal> {
        if self.number.owner().is_some_and(|owner| owner != seat) {
            return Err(Refusal::TableUnknown);
        }
        if self.lifecycle.holds.is_held() {
            return Err(Refusal::TableHeld);
        }
        match order {
            TableOrder::Stake(asked) => self.stake(seat, asked, Refusal::BetMalformed, room, context),
            TableOrder::Repeat => self.stake(seat, &self.last_stakes[seat.index()].clone(), Refusal::NothingToRepeat, room, context),
            TableOrder::TakeBack(place) => self.take_back(seat, *place, context),
            TableOrder::Choose { turn, choice } => self.choose(seat, *turn, *choice, context),
            _ => Err(Refusal::NotEntitled),
        }
    }

    /// Lays stakes, all or none. `room` is how much the seat's credit may still grow by; no deal may be able to return more.
    fn stake(
        &mut self,
        seat: Seat,
        asked: &[StakeForm],
        if_empty: Refusal,
        room: Money,
        context: &mut TableContext<'_>,
    ) -> Result<(), Refusal> {
        let lie: &[BoxStake] = match &self.stage {
            Stage::Staking(lie) => lie,
            Stage::Paid(waiting) if self.begins_with_stake() => waiting,
            _ => return Err(Refusal::BettingClosed),
        };
        if self.is_retired {
            return Err(Refusal::TableUnknown);
        }
        if asked.is_empty() {
            return Err(if_empty);
        }
        if asked.iter().any(|form| !form.amount.is_positive() || form.amount > Money::MOST) {
            return Err(Refusal::AmountNotPositive);
        }
        let stakes: Vec<BoxStake> = asked.iter().map(|form| form.of(seat)).collect();
        let rules = self.terms.game.rules();
        rules.accept(lie, seat, &stakes)?;
        let price: Money = stakes.iter().map(|stake| stake.amount).sum();
        if price > context.ledger.credit(seat) {
            return Err(Refusal::CreditTooSmall);
        }
        let all = merged(lie.iter().chain(&stakes).copied());
        let own: Vec<BoxStake> = all.iter().filter(|stake| stake.seat == seat).copied().collect();
        if rules.return_most(&own) > room + price {
            return Err(Refusal::AboveCreditMost);
        }
        if matches!(self.stage, Stage::Paid(_)) {
            self.open(context);
        }
        context.place(&stakes);
        context.say(TableFact::Staked(stakes));
        self.stage = Stage::Staking(all);
        if self.terms.game.rules().is_machine() {
            self.close(context)
        } else {
            self.start_countdown(context)
        }
        Ok(())
    }

    /// Whether the next deal may begin while the result of the last one is shown. New terms come into force first, and stakes are taken
    /// by them then.
    fn begins_with_stake(&self) -> bool {
        self.terms.game.rules().is_machine() && self.next_terms.is_none()
    }

    fn take_back(&mut self, seat: Seat, place: Option<BoxNumber>, context: &mut TableContext<'_>) -> Result<(), Refusal> {
        let Stage::Staking(lie) = &mut self.stage else { return Err(Refusal::BettingClosed) };
        let is_meant = |stake: &BoxStake| stake.seat == seat && place.is_none_or(|place| place == stake.place);
        let back: Vec<BoxStake> = lie.iter().filter(|stake| is_meant(stake)).copied().collect();
        if back.is_empty() {
            return Err(Refusal::NothingPlaced);
        }
        lie.retain(|stake| !is_meant(stake));
        context.take_back(&back);
        context.say(TableFact::TakenBack(back));
        self.start_countdown(context);
        Ok(())
    }

    /// The countdown runs while stakes lie and the table does not stand still.
    pub(super) fn start_countdown(&mut self, context: &TableContext<'_>) {
        let Stage::Staking(lie) = &self.stage else { return };
        let length = Span::from_seconds(self.terms.game.rules().timing().betting_seconds.into());
        self.lifecycle.count_down(!lie.is_empty(), context.at, length);
    }
}

impl StakeForm {
    /// The stake that this seat asks for.
    pub(super) const fn of(&self, seat: Seat) -> BoxStake {
        BoxStake { seat, place: self.place, hand: 0, kind: self.kind, amount: self.amount }
    }
}

/// One stake for each seat, box and kind, in the order in which they were first laid.
fn merged(stakes: impl Iterator<Item = BoxStake>) -> Vec<BoxStake> {
    let mut lie: Vec<BoxStake> = Vec::new();
    for stake in stakes {
        let same = |other: &&mut BoxStake| (other.seat, other.place, other.kind) == (stake.seat, stake.place, stake.kind);
        match lie.iter_mut().find(same) {
            Some(other) => other.amount = other.amount + stake.amount,
            None => lie.push(stake),
        }
    }
    lie
}
