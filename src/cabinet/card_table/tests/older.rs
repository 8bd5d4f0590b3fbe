//! Checkpoints of older releases, which kept the lifecycle of a table among the fields of the table itself.

use alloc::vec;
use alloc::vec::Vec;

use minicbor::{Decoder, Encoder};

use super::{House, attendant, on};
use crate::cabinet::Cabinet;
use crate::model::{Event, Order, StakeKind, TableOrder, WheelEvent, WheelHappening};

const NOTHING: [u8; 1] = [0xf6];

/// The items of an encoded list, each as its bytes.
fn items(list: &[u8]) -> Vec<Vec<u8>> {
    let mut d = Decoder::new(list);
    let count = d.array().expect("a list").expect("a list says its length");
    let mut next = || {
        let start = d.position();
        d.skip().expect("an item");
        list[start..d.position()].to_vec()
    };
    (0..count).map(|_| next()).collect()
}

fn list(items: &[Vec<u8>]) -> Vec<u8> {
    let mut e = Encoder::new(Vec::new());
    e.array(items.len() as u64).expect("encoding to memory cannot fail");
    [e.into_writer(), items.concat()].concat()
}

/// The table as older releases wrote it, without its lifecycle and what was added later: when the stage began, when it ends, when the
/// device is late, and the holds stood at these places.
fn older_table(table: &[u8], lifecycle: usize, places: [usize; 4]) -> Vec<u8> {
    let mut fields = items(table);
    let [running, late_at, holds, _]: [Vec<u8>; 4] = items(&fields[lifecycle]).try_into().expect("a lifecycle has four fields");
    fields.truncate(lifecycle);
    let running = if running == NOTHING { vec![NOTHING.to_vec(); 2] } else { items(&running) };
    for (place, field) in places.into_iter().zip(running.into_iter().chain([late_at, holds])) {
        assert_eq!(fields[place], NOTHING, "no other field has the number");
        fields[place] = field;
    }
    list(&fields)
}

#[track_caller]
fn check(house: &House) {
    let mut fields = items(&house.cabinet.to_bytes());
    fields[6] = older_table(&fields[6], 13, [11, 4, 5, 9]);
    let tables: Vec<Vec<u8>> = items(&fields[9]).iter().map(|table| older_table(table, 22, [19, 6, 11, 13])).collect();
    fields[9] = list(&tables);
    assert_eq!(Cabinet::from_bytes(&list(&fields)).as_ref(), Some(&house.cabinet));
}

#[test]
fn a_checkpoint_of_an_older_release_holds_the_same_moments_and_holds() {
    let mut house = House::ready();
    check(&house);
    house.orders(1, TableOrder::Stake(vec![on(1, StakeKind::Player, 100)]));
    check(&house);
    house.wake();
    check(&house);
    house.attends(TableOrder::Hold { reason: "a look at the shoe".into() });
    check(&house);
    for happening in [WheelHappening::Opened, WheelHappening::BallLaunched, WheelHappening::NoMoreBets] {
        house.event(Event::Wheel(WheelEvent { spin: Some(1), happening, evidence: Vec::new() }));
        check(&house);
        if house.cabinet.outstanding().wheel == crate::model::WheelWish::Ready {
            house.wake();
            check(&house);
        }
    }
    house.done(attendant(), Order::Hold { reason: "a look at the wheel".into() });
    check(&house);
}
