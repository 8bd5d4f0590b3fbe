//! What is kept of a spin decodes to what was said of it.

use alloc::string::String;
use alloc::vec::Vec;

use super::{replay, slingshot, told};
use crate::model::{Timestamp, WheelHappening};

const SPIN: &str = "0.0 < *X;2;007;24;0;160;0\n1.0 > *u 1\n1.5 < \u{1}garbage\n4.0 < *X;3;007;24;0;160;0\n7.0 < *X;4;007;24;0;160;0\n";

#[track_caller]
fn check(capture: &str, end: &str) {
    let events = replay(slingshot(), capture);
    let (_, event) = events.last().expect("the capture has events");
    let text = String::from_utf8(event.evidence.clone()).expect("evidence is text");
    let again = replay(slingshot(), &text);
    let names = |events: &[(Timestamp, crate::model::WheelEvent)]| -> Vec<String> {
        let told = events.iter().map(|(_, event)| told(Timestamp::default(), event));
        told.filter(|line| !line.contains("opened")).collect()
    };
    assert_eq!(names(&again), names(&events), "{text}");
    assert!(names(&again).last().is_some_and(|last| last.ends_with(end)), "{text}");
}

#[test]
fn the_evidence_of_a_spin_decodes_to_its_events() {
    check(&(String::from(SPIN) + "10.0 <  9\n10.1 < *X;5;007; 9;0;160;0\n10.2 < *X;5;007; 9;0;160;0\n"), "result 9");
    check(&(String::from(SPIN) + "10.0 < *X;4;007;24;2;160;0\n10.5 < *X;4;007;24;2;160;0\n"), "same-direction");
    check(&(String::from(SPIN) + "10.0 < *X;5;007; 9;0;160;0\n10.1 < *X;5;007; 8;0;160;0\n"), "result-disputed");
}

#[test]
fn noise_does_not_drive_out_what_can_be_read() {
    let mut capture = String::from(SPIN);
    for index in 0..20_000 {
        capture += &alloc::format!("{} < a line that no wheel has ever sent\n", 7.0 + f64::from(index) / 10_000.0);
    }
    capture += "10.1 < *X;5;007; 9;0;160;0\n10.2 < *X;5;007; 9;0;160;0\n";
    let events = replay(slingshot(), &capture);
    let (_, event) = events.last().expect("the capture has events");
    assert!(matches!(event.happening, WheelHappening::Result(_)));
    assert!(event.evidence.len() <= slingshot().line.evidence_bytes, "{}", event.evidence.len());
    let text = String::from_utf8(event.evidence.clone()).expect("evidence is text");
    let again = replay(slingshot(), &text);
    assert!(again.iter().any(|(_, again)| again.happening == event.happening));
    assert!(text.contains("lines more were not kept"));
}
