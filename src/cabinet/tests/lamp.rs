//! What the lamp shows.

use super::*;
use crate::cabinet::{LampWish, lamp_wish};
use crate::model::{CallReason, TestedPart};

impl Table {
    #[track_caller]
    fn check_lamp(&self, expected: LampWish) {
        assert_eq!(lamp_wish(&self.views()), expected);
    }
}

#[test]
fn it_is_dark_while_everything_goes_by_itself() {
    let mut table = Table::open();
    table.check_lamp(LampWish::Dark);
    table.done(player(), place(&[straight(17, 10)]));
    table.check_lamp(LampWish::Dark);
}

#[test]
fn it_blinks_while_a_player_waits() {
    let mut table = Table::open();
    table.done(attendant(), Order::Hold { reason: "noise".into() });
    table.done(player(), Order::CallAttendant(CallReason::Help));
    table.check_lamp(LampWish::Blinking);
    table.done(player(), Order::WithdrawCall);
    table.check_lamp(LampWish::Lit);
}

#[test]
fn it_is_lit_while_a_table_stands_still_for_a_fault_or_until_an_attendant_lets_it_go_on() {
    let mut table = Table::open();
    table.done(attendant(), Order::Hold { reason: "noise".into() });
    table.check_lamp(LampWish::Lit);
    table.done(attendant(), Order::Resume(Resumption::Continue));
    table.check_lamp(LampWish::Dark);
    table.wheel(None, WheelHappening::Fault { code: FaultCode::LidOpen, detail: String::new() });
    table.check_lamp(LampWish::Lit);
    table.wheel(None, WheelHappening::FaultCleared(FaultCode::LidOpen));
    table.check_lamp(LampWish::Dark);
}

#[test]
fn a_self_test_and_a_fault_of_the_house_light_no_lamp() {
    let mut table = Table::open();
    table.done(attendant(), Order::SelfTest(TestedPart::Wheel));
    table.check_lamp(LampWish::Dark);
    table.event(Event::HouseFault { code: FaultCode::DiskNearlyFull, detail: String::new() });
    table.check_lamp(LampWish::Dark);
}
