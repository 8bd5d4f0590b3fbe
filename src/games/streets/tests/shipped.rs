//! What the cases of deals and of tables between players are told with: the shipped houses, amounts, seats and cards.

use alloc::vec::Vec;

use crate::games::streets::{House, Level};
use crate::model::toml_keys::read_text;
use crate::model::{Card, Money, Seat};

pub(in crate::games) const fn money(minor: i64) -> Money {
    Money::from_minor(minor)
}

pub(in crate::games) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("the case names a seat")
}

/// The rules that come with the program.
macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../../device-profiles/betting/", $name, ".toml")))),*]
    };
}

pub(in crate::games) const SHIPPED: [(&str, &str); 16] = shipped![
    "club/am",
    "holdem/by",
    "holdem/sport-fixed-limit",
    "holdem/sport-no-limit",
    "holdem/sport-pot-limit",
    "omaha/by",
    "omaha/sport-fixed-limit",
    "omaha/sport-no-limit",
    "omaha/sport-pot-limit",
    "omaha-hi-lo/by",
    "open-stud5/am",
    "open-stud7/am",
    "stud5/by",
    "stud7/by",
    "stud7/sport-fixed-limit",
    "texas/am",
];

pub(in crate::games) fn house(name: &str) -> House {
    let (_, text) = SHIPPED.iter().find(|(shipped, _)| *shipped == name).expect("a shipped file");
    read_text(text).expect("a shipped file can be read")
}

pub(in crate::games) fn blinds(small: i64, big: i64, unit: i64) -> Level {
    Level {
        small_blind: money(small),
        big_blind: money(big),
        small_bet: money(big),
        big_bet: money(2 * big),
        most_bet: money(1_000_000),
        unit: money(unit),
        ..Level::default()
    }
}

pub(in crate::games) fn stud(ante: i64, bring_in: i64, bet: i64) -> Level {
    Level {
        ante: money(ante),
        bring_in: money(bring_in),
        small_bet: money(bet),
        big_bet: money(2 * bet),
        most_bet: money(1_000_000),
        unit: money(1),
        ..Level::default()
    }
}

pub(in crate::games) fn cards(names: &str) -> Vec<Card> {
    names.split_whitespace().map(|name| name.parse().expect("the case names cards")).collect()
}
