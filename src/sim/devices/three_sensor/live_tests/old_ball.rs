//! The ball of the spin before, which lies where it lay while the rotor is turned round and while the program is not there.

use super::*;

/// The encoder's teeth.
const TEETH: u32 = 74;

/// Whether the result of the first spin is disputed.
fn is_disputed(bench: &Bench) -> bool {
    let of_result = |event: &WheelEvent| matches!(event.happening, WheelHappening::Fault { code: FaultCode::ResultDisputed, .. });
    bench.events.iter().any(|(_, event)| event.spin == Some(1) && of_result(event))
}

/// The mark is moved by so many teeth while the rotor is turned round after a spin, and the next ball is wanted so many seconds later: the
/// result before is disputed, or the mark's fault is named, before that ball is blown.
#[track_caller]
fn check_mark_moved(teeth: u32, level: Level, seconds: u64) {
    let mut bench = Bench::new(27, level, Mishaps::default());
    bench.open();
    assert!(matches!(bench.spin(1), WheelHappening::Result(_)), "{:?}", bench.events);
    bench.wish(WheelWish::Ready);
    bench.turn_for(2);
    bench.live.allow(Mishaps { mark_moved: Some(f64::from(teeth) / f64::from(TEETH)), ..Mishaps::default() });
    bench.until(seconds, |_| false);
    bench.wish(WheelWish::Launch(2));
    let is_named = |bench: &Bench| is_disputed(bench) || bench.has_fault(FaultCode::RotorIndexAgainstEncoder);
    let is_over = |bench: &Bench| is_named(bench) || bench.machine.drive().blower > Duty::OFF;
    assert!(bench.until(90, is_over) && is_named(&bench), "{teeth} teeth, {level:?}, {seconds} s: {:?}", bench.events);
    assert!(!bench.until(120, |bench| bench.machine.drive().blower > Duty::OFF), "{teeth} teeth, {level:?}: nobody has looked");
}

#[test]
fn a_ball_that_lies_elsewhere_waits_for_a_look_and_is_launched_after_it() {
    let mut bench = open(26, Mishaps::default());
    let WheelHappening::Result(told) = bench.spin(1) else { panic!("a good wheel is read: {:?}", bench.events) };
    bench.wish(WheelWish::Ready);
    bench.live.fix_ball(told.place() as f64 + 5.0);
    assert!(bench.until(60, is_disputed), "{:?}", bench.events);
    bench.wish(WheelWish::Launch(2));
    let is_blown = |bench: &Bench| bench.machine.drive().blower > Duty::OFF;
    assert!(!bench.until(120, is_blown), "nobody has looked");
    bench.look();
    bench.wish(WheelWish::Launch(3));
    assert!(bench.until(120, is_blown), "{:?}", bench.events);
}

/// The wheel is off for so long, and its ball stops anywhere: nothing is at fault, and it opens again.
#[test]
fn a_wheel_that_rests_is_not_at_fault_wherever_its_ball_stops() {
    for seed in 40..52 {
        let mut bench = open(seed, Mishaps::default());
        bench.wish(WheelWish::Off);
        bench.until(300, |_| false);
        bench.events.retain(|(_, event)| event.happening != WheelHappening::Opened);
        bench.open();
        let faults = bench.events.iter().filter(|(_, event)| matches!(event.happening, WheelHappening::Fault { .. }));
        assert_eq!(faults.collect::<Vec<_>>(), Vec::<&(u64, WheelEvent)>::new(), "seed {seed}");
    }
}

#[test]
fn an_attendant_may_look_at_a_wheel_that_rests_after_it() {
    let mut bench = open(23, Mishaps { second_mark: Some(0.4), ..Mishaps::default() });
    bench.wish(WheelWish::Ready);
    assert!(bench.until(90, |bench| bench.has_fault(FaultCode::RotorSecondIndex)), "{:?}", bench.events);
    bench.live.allow(Mishaps::default());
    for wish in [WheelWish::Void, WheelWish::Off, WheelWish::Ready] {
        bench.wish(wish);
        bench.until(20, |_| false);
    }
    assert!(bench.happened(&WheelHappening::FaultCleared(FaultCode::RotorSecondIndex)), "{:?}", bench.events);
}

#[test]
fn a_mark_that_moves_by_any_number_of_teeth_while_the_rotor_is_turned_round_is_told_before_the_next_ball() {
    let by_day = [1, 2, 17, 36, 73];
    let all = 1..TEETH;
    let teeth: Vec<u32> = if spins(0, 1) > 0 { all.collect() } else { by_day.to_vec() };
    for teeth in teeth {
        check_mark_moved(teeth, Level::Field, 60);
        check_mark_moved(teeth, Level::Field, 2);
    }
    check_mark_moved(17, Level::Harsh, 2);
}

/// The program ends after a spin and is started again, and the ball was moved by so many pockets meanwhile; whether the result is disputed.
#[track_caller]
fn check_start(moved_pockets: f64, disputed: bool) {
    let mut bench = open(26, Mishaps::default());
    let WheelHappening::Result(told) = bench.spin(1) else { panic!("a good wheel is read: {:?}", bench.events) };
    bench.live.fix_ball(told.place() as f64 + moved_pockets);
    bench.start_anew(Machine::new(parameters(), 2).held_to(1, told));
    bench.wish(WheelWish::Launch(2));
    let is_blown = |bench: &Bench| bench.machine.drive().blower > Duty::OFF;
    assert!(bench.until(90, |bench| is_disputed(bench) || is_blown(bench)), "{moved_pockets}: {:?}", bench.events);
    assert_eq!((is_disputed(&bench), is_blown(&bench)), (disputed, !disputed), "{moved_pockets}: {:?}", bench.events);
}

#[test]
fn a_ball_that_lies_elsewhere_when_the_program_starts_again_is_told_before_it_is_launched() {
    check_start(0.0, false);
    check_start(0.3, false);
    check_start(1.0, true);
    check_start(-7.5, true);
}

#[test]
fn a_ball_that_cannot_be_read_again_keeps_no_launch_for_ever() {
    let mut bench = open(26, Mishaps::default());
    let WheelHappening::Result(told) = bench.spin(1) else { panic!("a good wheel is read: {:?}", bench.events) };
    bench.live.take_ball();
    bench.start_anew(Machine::new(parameters(), 2).held_to(1, told));
    bench.wish(WheelWish::Launch(2));
    let is_blown = |bench: &Bench| bench.machine.drive().blower > Duty::OFF;
    assert!(!bench.until(40, is_blown) && bench.until(60, is_blown), "{:?}", bench.events);
}

#[test]
fn a_ball_that_lies_in_the_wheel_while_another_one_runs_keeps_the_table_until_somebody_has_looked() {
    let mut bench = open(28, Mishaps { other_ball: Some(11.0), ..Mishaps::default() });
    assert_eq!(bench.spin(1), WheelHappening::NoSpin(NoSpinReason::ForeignObject));
    assert!(bench.until(5, |bench| bench.has_fault(FaultCode::BallAlreadyLies)), "{:?}", bench.events);
    bench.wish(WheelWish::Ready);
    bench.wish(WheelWish::Launch(2));
    let is_blown = |bench: &Bench| bench.machine.drive().blower > Duty::OFF;
    assert!(!bench.until(120, is_blown), "nobody has looked");
    bench.live.allow(Mishaps::default());
    bench.look();
    bench.wish(WheelWish::Launch(3));
    assert!(bench.until(120, is_blown), "{:?}", bench.events);
}

/// The mark is moved while the rotor is turned round, and from then on the wheel has this fault as well: the next ball is not launched, or is
/// read where it lies or not at all.
#[track_caller]
fn check_pair(beside: Mishaps) {
    for (seed, teeth) in [(31, 1), (32, 17), (33, 36)] {
        let mut bench = open(seed, Mishaps::default());
        assert!(matches!(bench.spin(1), WheelHappening::Result(_)), "seed {seed}: {:?}", bench.events);
        bench.wish(WheelWish::Ready);
        bench.turn_for(2);
        bench.live.allow(Mishaps { mark_moved: Some(f64::from(teeth) / f64::from(TEETH)), ..beside });
        bench.wish(WheelWish::Launch(2));
        bench.until(120, |bench| bench.events.iter().any(|(_, event)| *event == launched(2)));
        bench.wish(WheelWish::Finish(2));
        bench.until(120, |bench| bench.end_of(2).is_some());
        if let Some(WheelHappening::Result(told)) = bench.end_of(2) {
            assert_eq!(Some(told), bench.live.rested().last(), "{beside:?}, seed {seed}: {:?}", bench.events);
        }
    }
}

#[test]
fn a_mark_that_moves_while_the_rotor_is_turned_round_gives_no_wrong_number_beside_another_fault() {
    let rotor_lines = [Input::RotorIndex, Input::RotorEncoder];
    for input in rotor_lines.into_iter().chain([Input::Ball(1)]) {
        check_pair(Mishaps { hums: Some(input), ..Mishaps::default() });
        check_pair(Mishaps { dead: Some(input), ..Mishaps::default() });
        check_pair(Mishaps { seldom: Some((input, 2)), ..Mishaps::default() });
    }
    check_pair(Mishaps { second_mark: Some(0.41), ..Mishaps::default() });
    check_pair(Mishaps { teeth: Some(72.0), ..Mishaps::default() });
    check_pair(Mishaps { moved: Some((1, 4.0 / 360.0)), ..Mishaps::default() });
    check_pair(Mishaps { other_ball: Some(9.0), ..Mishaps::default() });
    check_pair(Mishaps { rotor: RotorMishap::Surges, ..Mishaps::default() });
    check_pair(Mishaps { rotor: RotorMishap::Drags, ..Mishaps::default() });
}
