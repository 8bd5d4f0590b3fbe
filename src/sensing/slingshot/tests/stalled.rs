//! A wheel that stays in one state for too long, and what takes it up again.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::super::Wheel;
use super::live::{Live, WAITING};
use super::mercury_360;
use crate::model::WheelWish;
use crate::sensing::SerialMachine;

#[test]
fn a_launch_that_stalls_is_voided_and_commanded_anew() {
    let mut live = Live::ready();
    live.wish(WheelWish::Launch(5));
    live.hear("*u OK");
    live.pass_hearing(61_000, WAITING);
    assert_eq!(live.told(), ["fault stalled of 5"]);
    assert_eq!(live.orders(), ["*u 1", "*R"]);
    live.hear("*R OK");
    live.hear("*X;1;007;24;0;160;0");
    live.hear(WAITING);
    assert_eq!(live.orders().last().map(String::as_str), Some("*u 1"));
    live.hear("*X;3;007;24;0;160;0");
    assert_eq!(live.told(), ["fault-cleared stalled", "ball-launched of 5"]);
}

#[test]
fn a_wheel_that_waits_and_has_nothing_to_void_is_commanded_to_launch_anew() {
    let mut live = Live::ready();
    live.wish(WheelWish::Launch(5));
    live.hear("*u OK");
    live.pass_hearing(61_000, WAITING);
    assert_eq!(
        (live.told(), live.orders()),
        (alloc::vec!["fault stalled of 5".to_owned()], alloc::vec!["*u 1".to_owned(), "*R".to_owned()])
    );
    live.hear("*R NO");
    live.pass_hearing(1_000, WAITING);
    assert_eq!(live.orders(), ["*u 1"]);
    live.hear("*u OK");
    live.hear("*X;3;007;24;0;160;0");
    assert_eq!(live.told(), ["fault-cleared stalled", "ball-launched of 5"]);
}

#[test]
fn a_launch_that_is_refused_and_stalls_again_is_voided_again() {
    let mut live = Live::ready();
    live.wish(WheelWish::Launch(5));
    for round in 0..3 {
        live.pass_hearing(1_000, WAITING);
        assert_eq!(live.orders().first().map(String::as_str), Some("*u 1"), "round {round}");
        live.hear("*u OK");
        live.pass_hearing(61_000, WAITING);
        let orders = live.orders();
        assert!(!orders.is_empty() && orders.iter().all(|order| order == "*R"), "round {round}: {orders:?}");
        assert_eq!(live.told(), ["fault stalled of 5"], "round {round}");
        live.hear("*R NO");
    }
}

/// A wheel that has agreed to launch spin 5, waited on for a minute, and is told to void that.
#[track_caller]
fn stalled() -> Live {
    let mut live = Live::ready();
    live.wish(WheelWish::Launch(5));
    live.hear("*u OK");
    live.pass_hearing(60_000, WAITING);
    assert_eq!((live.told(), live.orders()), (vec!["fault stalled of 5".to_owned()], vec!["*u 1".to_owned(), "*R".to_owned()]));
    live
}

/// It waits for a minute and a half, in which it is commanded to launch, and then the ball runs.
#[track_caller]
fn check_launches_anew(live: &mut Live, after: &str) {
    live.told();
    live.orders();
    live.pass_hearing(90_000, WAITING);
    let launches = live.orders().into_iter().filter(|order| order == "*u 1").count();
    assert!(launches > 0, "{after}: the launch is commanded anew");
    live.hear("*u OK");
    live.hear("*X;3;007;24;0;160;0");
    assert_eq!(live.told().iter().map(String::as_str).collect::<Vec<_>>(), ["fault-cleared stalled", "ball-launched of 5"], "{after}");
}

#[test]
fn a_wheel_that_stays_waiting_is_commanded_to_launch_anew_whether_it_agreed_to_the_void_or_gave_no_answer() {
    check_launches_anew(&mut stalled(), "not answered");
    let mut live = stalled();
    live.hear("*R OK");
    check_launches_anew(&mut live, "agreed to");
}

#[test]
fn a_wheel_that_is_busy_with_a_void_for_ever_is_commanded_to_launch_anew() {
    let mut live = stalled();
    let mut orders = Vec::new();
    for _ in 0..70 {
        live.hear("*R BUSY");
        live.pass_hearing(1_000, WAITING);
        orders.extend(live.orders());
    }
    assert!(orders.len() > 10 && orders[..10].iter().all(|order| order == "*R"), "{orders:?}");
    assert_eq!(orders.last().map(String::as_str), Some("*u 1"));
}

#[test]
fn a_launch_is_not_commanded_anew_before_the_wheel_had_its_time_for_the_void() {
    let mut live = stalled();
    live.pass_hearing(59_000, WAITING);
    assert_eq!(live.orders(), ["*R", "*R"]);
}

#[test]
fn a_stalled_launch_is_commanded_anew_after_a_silence_in_which_nothing_ran() {
    let mut live = stalled();
    live.pass(10_000);
    live.hear(WAITING);
    assert_eq!(live.told(), ["fault device-lost", "fault-cleared device-lost"]);
    check_launches_anew(&mut live, "silence");
}

#[test]
fn a_stalled_launch_waits_for_the_end_of_another_fault_and_is_commanded_anew_then() {
    let mut live = stalled();
    live.pass_hearing(120_000, "*X;2;007;24;4;160;0");
    assert_eq!((live.told(), live.orders()), (vec!["fault sensor".to_owned()], vec!["*R".to_owned(), "*R".to_owned()]));
    live.hear(WAITING);
    assert_eq!(live.told(), ["fault-cleared sensor"]);
    check_launches_anew(&mut live, "another fault");
}

#[test]
fn a_wheel_that_waits_is_not_stalled_any_more_when_no_ball_is_wanted() {
    for wish in [WheelWish::Ready, WheelWish::Void] {
        let mut live = stalled();
        live.wish(wish);
        live.hear(WAITING);
        assert_eq!(live.told(), ["fault-cleared stalled"], "{wish:?}");
        live.pass_hearing(300_000, WAITING);
        assert_eq!((live.told(), live.orders().contains(&"*u 1".to_owned())), (vec![], false), "{wish:?}");
        live.wish(WheelWish::Launch(6));
        live.hear("*u OK");
        live.hear("*X;3;007;24;0;160;0");
        assert_eq!(live.told(), ["ball-launched of 6"], "{wish:?}");
    }
}

#[test]
fn a_wheel_whose_ball_ran_unheard_after_its_launch_had_stalled_is_stalled_no_more() {
    let mut live = stalled();
    live.pass(10_000);
    live.told();
    live.hear("*X;2;008; 9;0;160;0");
    assert_eq!(live.told(), ["no-spin unreadable of 5", "fault-cleared device-lost", "fault-cleared stalled"]);
}

#[test]
fn a_void_that_brought_nothing_is_ordered_again_when_no_ball_is_wanted() {
    let mut live = stalled();
    live.hear("*R OK");
    live.pass_hearing(10_000, WAITING);
    assert_eq!(live.orders(), [""; 0]);
    live.wish(WheelWish::Ready);
    assert_eq!(live.orders(), ["*R"]);
    live.hear("*R OK");
    live.pass_hearing(10_000, WAITING);
    assert_eq!(live.orders(), [""; 0]);
}

/// The wheel stays in the state of this line for so long that it has stalled, and stays there when no ball is wanted.
#[track_caller]
fn check_stands(line: &str) {
    let mut live = Live::ready();
    live.wish(WheelWish::Launch(5));
    live.hear("*u OK");
    live.pass_hearing(80_000, line);
    assert_eq!(live.told().last().map(String::as_str), Some("fault stalled of 5"), "{line}");
    live.wish(WheelWish::Void);
    live.wish(WheelWish::Ready);
    live.pass_hearing(300_000, line);
    assert_eq!(live.told(), Vec::<String>::new(), "{line}");
    live.hear(WAITING);
    assert_eq!(live.told(), ["fault-cleared stalled"], "{line}");
}

#[test]
fn a_wheel_that_does_not_come_to_wait_is_stalled_until_it_does_though_no_ball_is_wanted() {
    check_stands("*X;1;007;24;0;160;0");
    check_stands("*X;3;007;24;0;160;0");
    check_stands("*X;4;007;24;0;160;0");
}

#[test]
fn a_dealer_who_takes_his_time_is_told_once() {
    let mut live = Live::new(Wheel::new(mercury_360()));
    live.wheel.device_found(live.now);
    live.wish(WheelWish::Launch(5));
    live.pass_hearing(2_400_000, WAITING);
    assert_eq!((live.told(), live.orders()), (vec!["wheel-opened".to_owned(), "fault stalled of 5".to_owned()], vec![]));
    live.hear("*X;3;007;24;0;160;0");
    assert_eq!(live.told(), ["fault-cleared stalled", "ball-launched of 5"]);
}
