//! What a stake returns when the ball has come to rest.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::Rules;
use crate::model::{BetReturn, Money, Pocket, Position, Stake};

/// What `stake` returns when the ball lies in `pocket`: the stake times what its kind returns where the position holds the
/// number, else nothing (`roulette-am` RAM-16, RAM-18; `roulette-by` RBY-25, RBY-26). Where the rules cap the win of a
/// position, the win is cut and the stake still comes back whole (RA-14).
///
/// # Panics
/// Where the kind is not offered or the win leaves 64 bits; [`super::accept`] takes no such stake.
#[must_use]
pub fn returned(rules: &Rules, stake: Stake, pocket: Pocket) -> BetReturn {
    let returned = if stake.position.numbers.contains(pocket) { won(rules, stake) } else { Money::ZERO };
    BetReturn { position: stake.position, stake: stake.amount, returned }
}

/// What a winning stake returns in all.
pub(super) fn won(rules: &Rules, stake: Stake) -> Money {
    let returns = rules.returns.of(stake.position.kind).expect("only kinds that the rules offer are accepted");
    let full = stake.amount.checked_mul(returns).expect("stakes are bounded by Money::MOST, so their wins fit");
    match rules.limits.win_most_minor {
        Some(most) => full.min(stake.amount + most),
        None => full,
    }
}

/// What `stake` returns when the round is void: itself, at coefficient 1 (`roulette-am` RAM-23).
#[must_use]
pub fn void(stake: Stake) -> BetReturn {
    BetReturn { position: stake.position, stake: stake.amount, returned: stake.amount }
}

/// What each of one player's stakes returns when the ball lies in `pocket`, where several may lie on one position: a cap on
/// the win holds for the position (RA-14), so it is used up by the stakes on it in order.
///
/// # Panics
/// As [`returned`].
#[must_use]
pub fn returned_each(rules: &Rules, stakes: &[Stake], pocket: Pocket) -> Vec<BetReturn> {
    let mut won_on: BTreeMap<Position, Money> = BTreeMap::new();
    let settle = |stake: &Stake| {
        let mut settled = returned(rules, *stake, pocket);
        if let Some(most) = rules.limits.win_most_minor
            && stake.position.numbers.contains(pocket)
        {
            let won = won_on.entry(stake.position).or_default();
            let win = (settled.returned - stake.amount).min(most - *won);
            *won = *won + win;
            settled.returned = stake.amount + win;
        }
        settled
    };
    stakes.iter().map(settle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::roulette::example;
    use crate::model::{BetKind, Numbers};

    /// Stakes of these amounts on the straight 17 return these amounts on 17.
    fn check(win_most: Option<i64>, amounts: &[i64], expected: &[i64]) {
        let mut rules = example::rules();
        rules.limits.win_most_minor = win_most.map(Money::from_minor);
        let position = Position { kind: BetKind::Straight, numbers: Numbers::NONE.with(17) };
        let stakes: Vec<Stake> = amounts.iter().map(|&amount| Stake { position, amount: Money::from_minor(amount) }).collect();
        let pocket = Pocket::new(17).expect("17 is a pocket");
        let returned: Vec<i64> = returned_each(&rules, &stakes, pocket).iter().map(|bet| bet.returned.minor()).collect();
        assert_eq!(returned, expected, "{win_most:?} {amounts:?}");
    }

    #[test]
    fn ra_14_the_cap_on_a_win_holds_for_the_position_and_leaves_the_stakes_whole() {
        check(None, &[10, 20], &[360, 720]);
        check(Some(350), &[10, 20], &[360, 20]);
        check(Some(700), &[10, 20], &[360, 370]);
        check(Some(100), &[10, 20], &[110, 20]);
    }
}
