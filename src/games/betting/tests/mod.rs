//! The worked cases of the digests about money and rounds, and seeded commands that must keep every chip.

mod money;
mod random;
mod rounds;

use alloc::vec::Vec;

use super::*;
use crate::model::{Money, Seat};

const fn money(minor: i64) -> Money {
    Money::from_minor(minor)
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("the case names a seat")
}

fn seats(numbers: &[u8]) -> Vec<Seat> {
    numbers.iter().map(|number| seat(*number)).collect()
}

/// The betting of the sport digest by its defaults.
fn sport(limit: Limit) -> BettingRules {
    BettingRules {
        limit,
        raises_most: (limit == Limit::FixedLimit).then_some(3),
        cap_ends: CapEnds::TwoAtRoundStart,
        reopens: Reopens::Cumulative,
        check_is_action: true,
        short_blind: ShortBlind::Full,
        heads_up: HeadsUp::ButtonIsSmallBlind,
        time_over: None,
    }
}
