//! What the cards come to, and what each stake returns.

use alloc::vec::Vec;

use super::{EqualEnd, Pair, Play, RidePays};
use crate::games::antes::AntePlay;
use crate::model::{BoxStake, Card, Combination, Money, Odds, PayRow, Rank, RuleNote, StakeKind, StakeReturn, Win};

/// What the first two cards ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// They are of one rank.
    Pair,
    /// No rank lies between them.
    Consecutive,
    /// So many ranks lie between them, 1 to 11.
    Spread(u8),
}

impl Ends {
    /// What these two cards are; which of them came first does not matter.
    pub(super) fn of(first: Card, second: Card) -> Self {
        match (first.rank() as u8).abs_diff(second.rank() as u8) {
            0 => Self::Pair,
            1 => Self::Consecutive,
            apart => Self::Spread(apart - 1),
        }
    }

    /// Whether a third card is dealt.
    pub(super) fn want_third(self, play: &Play) -> bool {
        match self {
            Self::Pair => play.pair == Pair::ThirdCard,
            Self::Consecutive => false,
            Self::Spread(_) => true,
        }
    }
}

impl Play {
    /// What a stake wins at these odds.
    const fn win_of(&self, stake: Money, odds: Odds) -> Money {
        odds.win_of(stake, self.rounding)
    }
}

impl AntePlay for Play {
    /// Every row, each with a ride where the rules ask for one.
    fn return_most(&self, antes: &[Money]) -> Money {
        let returned = |ante: Money, odds| ante + self.win_of(ante, odds);
        let by_spread = |spread| {
            let of = |ante: &Money| returned(*ante, self.pays.of_spread(spread)) + returned(*ante, ride_odds(self, spread));
            antes.iter().map(of).sum::<Money>()
        };
        let three = antes.iter().map(|ante| returned(*ante, self.pays.three_of_a_kind)).sum::<Money>();
        let with_pair = (self.pair == Pair::ThirdCard).then_some(three);
        (1..=4).map(by_spread).chain(with_pair).max().unwrap_or_default()
    }

    fn pays(&self) -> Vec<PayRow> {
        self.pay_rows()
    }

    fn notes(&self) -> Vec<RuleNote> {
        self.rule_notes()
    }
}

/// The odds of a ride that does not go by the spread.
pub(super) const RIDE_EVEN: Odds = Odds::to_one(1);

/// The odds of a ride at this spread.
const fn ride_odds(play: &Play, spread: u8) -> Odds {
    match play.ride_pays {
        RidePays::Spread => play.pays.of_spread(spread),
        RidePays::Even => RIDE_EVEN,
    }
}

/// What this stake returns when the last card lies.
pub(super) fn returned(play: &Play, stake: BoxStake, cards: &[Card]) -> StakeReturn {
    let (first, second, third) = (cards[0], cards[1], cards.get(2).copied());
    let win = |odds, combination| StakeReturn::won(stake, Win { combination, odds, amount: play.win_of(stake.amount, odds) });
    match (Ends::of(first, second), third) {
        (Ends::Pair, Some(third)) if third.rank() == first.rank() => win(play.pays.three_of_a_kind, Some(Combination::ThreeOfAKind)),
        (Ends::Pair | Ends::Consecutive, _) => StakeReturn::back(stake),
        (Ends::Spread(spread), Some(third)) if is_between(first.rank(), third.rank(), second.rank()) => {
            let is_ride = stake.kind == StakeKind::Ride;
            win(if is_ride { ride_odds(play, spread) } else { play.pays.of_spread(spread) }, None)
        }
        (Ends::Spread(_), Some(third)) if [first.rank(), second.rank()].contains(&third.rank()) && play.equal_end == EqualEnd::Returned => {
            StakeReturn::back(stake)
        }
        (Ends::Spread(_), Some(_)) => StakeReturn::lost(stake),
        (Ends::Spread(_), None) => panic!("the third card lies when a deal with a spread is settled"),
    }
}

fn is_between(first: Rank, third: Rank, second: Rank) -> bool {
    first.min(second) < third && third < first.max(second)
}
