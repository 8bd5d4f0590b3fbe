//! The fee by the hour: evenings in which hours pass, and tables at which another sum or another moment is played than the rules say (TPAM-Q29).

use super::random::{evening, objects};
use super::seen::Seen;
use crate::sim::evening::Setting;

#[test]
fn q29_hours_are_paid_for_and_the_auditor_has_nothing_to_object_to() {
    let mut seen = Seen::default();
    for (seed, rules) in (1..).zip(["holdem/by", "omaha/by", "club/am", "open-stud5/am", "stud7/by", "texas/am"]) {
        seen.add(evening(&Setting { absent_after_deals: 0, ..Setting::new(rules, 1, 1).by_the_hour(30) }, seed, 3_000));
    }
    println!("{seen:?}");
    assert!(seen.hours > 100 && seen.put_out_by_hour > 5 && seen.deals > 200, "{seen:?}");
}

#[test]
fn who_pays_otherwise_for_an_hour_than_the_house_says_is_seen() {
    let of = |fee| Setting::new("holdem/by", 0, 1).by_the_hour(fee);
    assert!(objects(&of(7), &of(8), 1) && objects(&of(8), &of(7), 1), "another sum");
    let mut free = of(7);
    free.forget_hours();
    assert!(objects(&free, &of(7), 1), "nobody pays");
    assert!(objects(&of(7), &free, 1), "somebody pays for what is free");
}
