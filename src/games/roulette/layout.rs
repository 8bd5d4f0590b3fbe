//! The layout: the 157 positions of the single-zero table (`roulette-by` RBY-25).

use alloc::vec::Vec;

use crate::model::{BetKind, Numbers, Position};

/// Every position of the layout, the ones with zero included, in the order of a pay table.
#[must_use]
pub fn positions() -> Vec<Position> {
    let mut all = Vec::with_capacity(157);
    let mut add = |kind, numbers: &[u8]| all.push(Position { kind, numbers: set(numbers) });
    (0..=36).for_each(|n| add(BetKind::Straight, &[n]));
    (1..=3).for_each(|n| add(BetKind::Split, &[0, n]));
    (1..=33).for_each(|n| add(BetKind::Split, &[n, n + 3]));
    (1..=35).filter(|n| n % 3 != 0).for_each(|n| add(BetKind::Split, &[n, n + 1]));
    add(BetKind::Street, &[0, 1, 2]);
    add(BetKind::Street, &[0, 2, 3]);
    (1..=34).step_by(3).for_each(|n| add(BetKind::Street, &[n, n + 1, n + 2]));
    (1..=32).filter(|n| n % 3 != 0).for_each(|n| add(BetKind::Corner, &[n, n + 1, n + 3, n + 4]));
    (1..=31).step_by(3).for_each(|n| add(BetKind::SixLine, &[n, n + 1, n + 2, n + 3, n + 4, n + 5]));
    all.extend(outside());
    all
}

/// First four, dozens, columns and the even chances.
fn outside() -> impl Iterator<Item = Position> {
    let kinds = BetKind::ALL.into_iter().filter(|kind| !kind.is_named_by_numbers());
    kinds.flat_map(|kind| [None, Some(1), Some(2), Some(3)].into_iter().filter_map(move |which| Position::outside(kind, which)))
}

/// Whether there is such a position on the layout.
#[must_use]
pub fn exists(position: Position) -> bool {
    let numbers = position.numbers;
    let Some(first) = numbers.iter().next() else { return false };
    let is = |others: &[u8]| numbers == others.iter().fold(Numbers::NONE.with(first), |numbers, other| numbers.with(*other));
    let is_left = first % 3 == 1;
    let has_right = first % 3 != 0;
    match position.kind {
        BetKind::Straight => numbers.count() == 1,
        BetKind::Split if first == 0 => (1..=3).any(|n| is(&[n])),
        BetKind::Split => (first <= 33 && is(&[first + 3])) || (has_right && is(&[first + 1])),
        BetKind::Street if first == 0 => is(&[1, 2]) || is(&[2, 3]),
        BetKind::Street => is_left && is(&[first + 1, first + 2]),
        BetKind::Corner => first != 0 && has_right && first <= 32 && is(&[first + 1, first + 3, first + 4]),
        BetKind::SixLine => is_left && first <= 31 && is(&[first + 1, first + 2, first + 3, first + 4, first + 5]),
        _ => outside().any(|outside| outside == position),
    }
}

/// Whether the position is one of the two trios with zero, 0-1-2 or 0-2-3.
#[must_use]
pub(super) fn is_zero_trio(position: Position) -> bool {
    position.kind == BetKind::Street && position.numbers.iter().next() == Some(0)
}

fn set(numbers: &[u8]) -> Numbers {
    Numbers::of(numbers).expect("the layout's numbers are 0 to 36, none twice")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Pocket;

    #[test]
    fn rby_25_the_layout_has_157_positions_none_twice() {
        let all = positions();
        assert_eq!(all.len(), 157);
        let distinct: alloc::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), 157);
    }

    #[test]
    fn rby_25_each_kind_has_its_number_of_positions() {
        let count = |kind| positions().iter().filter(|position| position.kind == kind).count();
        let expected = [37, 60, 14, 22, 11, 1, 3, 3, 1, 1, 1, 1, 1, 1];
        assert_eq!(BetKind::ALL.map(count), expected);
    }

    #[test]
    fn a_position_exists_where_the_layout_lists_it_and_nowhere_else() {
        let listed: alloc::collections::BTreeSet<_> = positions().into_iter().collect();
        for kind in BetKind::ALL {
            // Every set of numbers within any six in a row or within 0 to 7 holds all shapes there are, and many that are none.
            for start in 0..=31_u8 {
                for bits in 0..256_u32 {
                    let chosen = (0..8_u8).filter(|bit| bits & (1 << bit) != 0 && start + bit <= 36);
                    let numbers = chosen.fold(Numbers::NONE, |numbers, bit| numbers.with(start + bit));
                    let position = Position { kind, numbers };
                    assert_eq!(exists(position), listed.contains(&position), "{position:?}");
                }
            }
            for other in &listed {
                let position = Position { kind, ..*other };
                assert_eq!(exists(position), listed.contains(&position), "{position:?}");
            }
        }
    }

    #[test]
    fn rby_26_zero_is_in_no_outside_position() {
        let zero = Pocket::new(0).expect("zero is a pocket");
        let outside = |position: &Position| position.numbers.count() >= 12;
        assert!(positions().iter().filter(|position| outside(position)).all(|position| !position.numbers.contains(zero)));
    }
}
