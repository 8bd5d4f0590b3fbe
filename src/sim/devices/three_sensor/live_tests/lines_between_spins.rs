//! Lines that pick something up, or fall silent, while no spin runs.

use super::*;

/// This line picks up hum while no spin runs: it is named, no ball is launched, and the fault ends when the hum does. Where the encoder's count
/// was lost for long, somebody has to look whether the mark has stayed where it was.
#[track_caller]
fn check_hum(line: Input) {
    let mut bench = open(23, Mishaps::default());
    bench.spin(1);
    bench.wish(WheelWish::Ready);
    bench.live.allow(Mishaps { hums: Some(line), ..Mishaps::default() });
    assert!(bench.until(40, |bench| bench.has_fault(FaultCode::LineNoise)), "{line:?}: {:?}", bench.events);
    let details = bench.events.iter().filter_map(|(_, event)| match &event.happening {
        WheelHappening::Fault { detail, .. } => Some(detail.as_str()),
        _ => None,
    });
    assert!(details.clone().all(|detail| detail.starts_with(line.name())), "{line:?}: {:?}", details.collect::<Vec<_>>());
    assert_eq!(bench.machine.reading().faults().collect::<Vec<_>>(), [FaultCode::LineNoise]);
    bench.drives.clear();
    bench.wish(WheelWish::Launch(2));
    assert!(!bench.until(30, |bench| bench.machine.drive().blower > Duty::OFF), "{line:?}: no ball is launched");
    bench.live.allow(Mishaps::default());
    let over = |bench: &Bench| bench.happened(&WheelHappening::FaultCleared(FaultCode::LineNoise));
    assert!(bench.until(90, |bench| over(bench) || bench.waits_for_a_look()), "{line:?}: {:?}", bench.events);
    assert_eq!(bench.waits_for_a_look(), line == Input::RotorEncoder, "{line:?}: {:?}", bench.events);
    if bench.waits_for_a_look() {
        bench.look();
        bench.wish(WheelWish::Launch(2));
    }
    assert!(bench.until(90, over), "{line:?}: {:?}", bench.events);
    assert!(bench.until(60, |bench| bench.events.iter().any(|(_, event)| *event == launched(2))), "{line:?}: {:?}", bench.events);
}

#[test]
fn a_line_that_picks_up_hum_between_spins_is_named_and_keeps_the_table() {
    check_hum(Input::RotorIndex);
    check_hum(Input::RotorEncoder);
    check_hum(Input::Ball(0));
    check_hum(Input::Ball(2));
}

/// This line of the rotor falls silent after a spin: this is the fault, no ball is launched, and it ends when the line is heard again; where
/// the encoder was silent for long, somebody has to look whether the mark has stayed where it was.
#[track_caller]
fn check_silent_line(line: Input, code: FaultCode) {
    let mut bench = open(21, Mishaps::default());
    bench.spin(1);
    bench.wish(WheelWish::Ready);
    bench.live.allow(Mishaps { dead: Some(line), ..Mishaps::default() });
    assert!(bench.until(30, |bench| bench.has_fault(code)), "{line:?}: {:?}", bench.events);
    assert_eq!(bench.machine.reading().faults().collect::<Vec<_>>(), [code]);
    bench.drives.clear();
    bench.wish(WheelWish::Launch(2));
    assert!(!bench.until(30, |bench| bench.machine.drive().blower > Duty::OFF), "{line:?}: no ball is launched");
    bench.live.allow(Mishaps::default());
    if line == Input::RotorEncoder {
        assert!(bench.until(30, Bench::waits_for_a_look), "{line:?}: {:?}", bench.events);
        bench.look();
        bench.wish(WheelWish::Launch(2));
    }
    assert!(bench.until(60, |bench| bench.happened(&WheelHappening::FaultCleared(code))), "{line:?}: {:?}", bench.events);
    assert!(bench.until(60, |bench| bench.events.iter().any(|(_, event)| *event == launched(2))), "{line:?}: {:?}", bench.events);
}

#[test]
fn an_encoder_or_an_index_that_falls_silent_is_a_fault_of_its_own() {
    check_silent_line(Input::RotorEncoder, FaultCode::RotorEncoder);
    check_silent_line(Input::RotorIndex, FaultCode::RotorIndex);
}
