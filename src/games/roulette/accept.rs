//! Which bets are taken: offered, on a place that exists, in an amount within the limits (`roulette-by` RBY-13 to RBY-15,
//! `roulette-am` RAM-6, RAM-Q16).

use alloc::vec::Vec;

use super::{OverMost, Rules, layout, stakes_of_call};
use crate::games::stake_request::in_steps;
use crate::model::{Bet, BetKind, CalledBet, Money, Position, Refusal, Stake};

/// What of the asked bets is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// The simple stakes to place, in the order asked for.
    pub stakes: Vec<Stake>,
    /// The part above a maximum that is not taken, where the rules refuse only the excess (`roulette-by` RA-6).
    pub refused: Money,
}

/// Checks `asked` against the rules for one player whose stakes `placed` already lie on the layout.
///
/// # Errors
/// The first [`Refusal`] that holds, bet by bet in the order asked for; then nothing is taken.
pub fn accept(rules: &Rules, placed: &[Stake], asked: &[Bet]) -> Result<Accepted, Refusal> {
    let mut accepted = Accepted::default();
    for bet in asked {
        match *bet {
            Bet::Simple(stake) => accept_simple(rules, placed, stake, &mut accepted)?,
            Bet::Called(called) => accept_called(rules, placed, called, &mut accepted)?,
        }
    }
    let total = total(placed)? + total(&accepted.stakes)?;
    if total > rules.limits.seat_most_minor { Err(Refusal::AboveSeatMost) } else { Ok(accepted) }
}

fn accept_simple(rules: &Rules, placed: &[Stake], stake: Stake, accepted: &mut Accepted) -> Result<(), Refusal> {
    check_position(rules, stake.position)?;
    check_amount(rules, stake.amount)?;
    let range = rules.limits.of(stake.position.kind);
    let lies = lying(placed, stake.position) + lying(&accepted.stakes, stake.position);
    if lies + stake.amount < range.least {
        return Err(Refusal::BelowLeast);
    }
    let room = room(rules, lies, range.most);
    if stake.amount <= room {
        accepted.stakes.push(stake);
        return Ok(());
    }
    if rules.limits.over_most == OverMost::Refuse || !room.is_positive() || lies + room < range.least {
        return Err(Refusal::AboveMost);
    }
    accepted.stakes.push(Stake { amount: room, ..stake });
    accepted.refused = accepted.refused + (stake.amount - room);
    Ok(())
}

/// A called bet is one bet in a multiple of its chips: its least is asked of the whole (`roulette-by` RA-5), its most of each
/// position, and it is taken whole or not at all.
fn accept_called(rules: &Rules, placed: &[Stake], called: CalledBet, accepted: &mut Accepted) -> Result<(), Refusal> {
    if !rules.calls.contains(&called.call) {
        return Err(Refusal::BetNotOffered);
    }
    check_amount(rules, called.chip)?;
    let stakes = stakes_of_call(called).ok_or(Refusal::BetMalformed)?;
    let whole = total(&stakes)?;
    for stake in stakes {
        check_position(rules, stake.position)?;
        let range = rules.limits.of(stake.position.kind);
        let lies = lying(placed, stake.position) + lying(&accepted.stakes, stake.position);
        let measured = if rules.limits.called_least_is_of_whole_bet { whole } else { lies + stake.amount };
        if measured < range.least {
            return Err(Refusal::BelowLeast);
        }
        if lies + stake.amount > range.most {
            return Err(Refusal::AboveMost);
        }
        accepted.stakes.push(stake);
    }
    Ok(())
}

fn check_position(rules: &Rules, position: Position) -> Result<(), Refusal> {
    if rules.returns.of(position.kind).is_none() {
        return Err(Refusal::BetNotOffered);
    }
    let hidden_trio = layout::is_zero_trio(position) && !rules.zero_trios;
    if hidden_trio || !layout::exists(position) { Err(Refusal::PositionUnknown) } else { Ok(()) }
}

fn check_amount(rules: &Rules, amount: Money) -> Result<(), Refusal> {
    in_steps(amount, rules.limits.step_minor)?;
    if amount > Money::MOST { Err(Refusal::AboveMost) } else { Ok(()) }
}

/// How much more may lie on a position, as a multiple of the bet step.
fn room(rules: &Rules, lies: Money, most: Money) -> Money {
    let room = (most - lies).minor().max(0);
    Money::from_minor(room - room % rules.limits.step_minor.minor())
}

/// What lies on `position`.
fn lying(stakes: &[Stake], position: Position) -> Money {
    stakes.iter().filter(|stake| stake.position == position).map(|stake| stake.amount).sum()
}

fn total(stakes: &[Stake]) -> Result<Money, Refusal> {
    let add = |sum: Money, stake: &Stake| sum.checked_add(stake.amount);
    stakes.iter().try_fold(Money::ZERO, add).filter(|sum| *sum <= Money::MOST).ok_or(Refusal::AboveSeatMost)
}

/// The kinds whose positions a rules file offers, for the rules screen.
impl Rules {
    /// The kinds of simple bets that these rules offer, in the order of a pay table.
    pub fn offered(&self) -> impl Iterator<Item = BetKind> + '_ {
        BetKind::ALL.into_iter().filter(|kind| self.returns.of(*kind).is_some())
    }
}
