//! Called bets and how the house places them (`roulette-by` RBY-27 to RBY-29).

use alloc::vec::Vec;

use crate::model::{BetKind, Call, CalledBet, Numbers, Pocket, Position, Stake};

/// A line of a placement list: so many chips on the position of these numbers.
type Placement = (i64, BetKind, &'static [u8]);

const VOISINS: &[Placement] = &[
    (2, BetKind::Street, &[0, 2, 3]),
    (1, BetKind::Split, &[4, 7]),
    (1, BetKind::Split, &[12, 15]),
    (1, BetKind::Split, &[18, 21]),
    (1, BetKind::Split, &[19, 22]),
    (1, BetKind::Split, &[32, 35]),
    (2, BetKind::Corner, &[25, 26, 28, 29]),
];

const TIERS: &[Placement] = &[
    (1, BetKind::Split, &[5, 8]),
    (1, BetKind::Split, &[10, 11]),
    (1, BetKind::Split, &[13, 16]),
    (1, BetKind::Split, &[23, 24]),
    (1, BetKind::Split, &[27, 30]),
    (1, BetKind::Split, &[33, 36]),
];

const ORPHELINS: &[Placement] = &[
    (1, BetKind::Straight, &[1]),
    (1, BetKind::Split, &[6, 9]),
    (1, BetKind::Split, &[14, 17]),
    (1, BetKind::Split, &[17, 20]),
    (1, BetKind::Split, &[31, 34]),
];

const ZERO_GAME: &[Placement] =
    &[(1, BetKind::Split, &[0, 3]), (1, BetKind::Split, &[12, 15]), (1, BetKind::Split, &[32, 35]), (1, BetKind::Straight, &[26])];

/// The simple stakes that a called bet is placed as; `None` where an amount leaves 64 bits or neighbours lack their number.
#[must_use]
pub fn stakes_of_call(called: CalledBet) -> Option<Vec<Stake>> {
    let listed = |placements: &[Placement]| placements.iter().map(|&line| stake(called, line)).collect();
    match called.call {
        Call::Voisins => listed(VOISINS),
        Call::Tiers => listed(TIERS),
        Call::Orphelins => listed(ORPHELINS),
        Call::ZeroGame => listed(ZERO_GAME),
        Call::Neighbours => Some(neighbours(called, called.number?)),
    }
}

fn stake(called: CalledBet, (chips, kind, numbers): Placement) -> Option<Stake> {
    let numbers = Numbers::of(numbers).expect("the placement lists hold numbers 0 to 36, none twice");
    Some(Stake { position: Position { kind, numbers }, amount: called.chip.checked_mul(chips)? })
}

/// One chip straight up on the number and on the two pockets on each side of it.
fn neighbours(called: CalledBet, middle: Pocket) -> Vec<Stake> {
    let straight = |pocket: Pocket| Position { kind: BetKind::Straight, numbers: Numbers::NONE.with(pocket.number()) };
    (-2..=2).map(|steps| Stake { position: straight(middle.neighbour(steps)), amount: called.chip }).collect()
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::games::roulette::{exists, positions};
    use crate::model::Money;

    fn place(call: Call, number: Option<u8>) -> Vec<Stake> {
        let number = number.map(|number| Pocket::new(number).expect("a pocket"));
        stakes_of_call(CalledBet { call, number, chip: Money::from_minor(1) }).expect("a placement")
    }

    #[test]
    fn rby_27_each_series_takes_its_number_of_chips() {
        let chips = |call, number| place(call, number).iter().map(|stake| stake.amount.minor()).sum::<i64>();
        assert_eq!(chips(Call::Voisins, None), 9);
        assert_eq!(chips(Call::Tiers, None), 6);
        assert_eq!(chips(Call::Orphelins, None), 5);
        assert_eq!(chips(Call::ZeroGame, None), 4);
        assert_eq!(chips(Call::Neighbours, Some(17)), 5);
    }

    #[test]
    fn every_chip_of_a_call_lies_on_a_position_of_the_layout() {
        let calls = Call::ALL.into_iter().flat_map(|call| place(call, (call == Call::Neighbours).then_some(0)));
        assert!(calls.into_iter().all(|stake| exists(stake.position)));
        assert_eq!(positions().len(), 157);
    }

    #[test]
    fn rby_29_the_three_series_cover_each_number_once() {
        let mut covered = vec![0; 37];
        for call in [Call::Voisins, Call::Tiers, Call::Orphelins] {
            let mut numbers: Vec<u8> = place(call, None).iter().flat_map(|stake| stake.position.numbers.iter()).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers.iter().for_each(|&number| covered[usize::from(number)] += 1);
        }
        assert_eq!(covered, vec![1; 37]);
    }

    #[test]
    fn ry_24_neighbours_of_26_are_35_3_26_0_32() {
        let numbers: Vec<u8> = place(Call::Neighbours, Some(26)).iter().flat_map(|stake| stake.position.numbers.iter()).collect();
        assert_eq!(numbers, [35, 3, 26, 0, 32]);
    }

    #[test]
    fn ry_25_neighbours_of_5_are_23_10_5_24_16() {
        let numbers: Vec<u8> = place(Call::Neighbours, Some(5)).iter().flat_map(|stake| stake.position.numbers.iter()).collect();
        assert_eq!(numbers, [23, 10, 5, 24, 16]);
    }
}
