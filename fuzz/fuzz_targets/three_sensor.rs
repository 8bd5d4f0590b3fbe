//! Any edges with any time stamps, also backwards, into the wheel on bare lines, read alone and driven: no panic, and never a number without
//! pulses of all three ball sensors since the ball was blown; and with a guard open nothing moves.
//!
//! Input: four bytes an edge. The first is the line with its level, or what else happens; the others are how far time moves.
#![no_main]

use std::sync::LazyLock;

use croupier::model::{FaultCode, WheelHappening, WheelWish};
use croupier::profiles::{Device, load_device};
use croupier::sensing::three_sensor::{Change, Draw, Drive, Edge, Input, Line, Machine, Parameters, Signal, Wheel, decode_evidence};
use libfuzzer_sys::fuzz_target;

static PARAMETERS: LazyLock<Parameters> = LazyLock::new(|| match load_device("three-sensor-gpio").expect("a shipped device").value {
    Device::ThreeSensor(parameters) => *parameters,
    _ => panic!("the shipped device is a three-sensor wheel"),
});

/// How long a guard may be open before the outputs must be safe, in nanoseconds.
const OPEN_NANOSECONDS: u64 = 25_000_000;

/// How often each ball sensor has fallen silent since the blower was last switched on.
#[derive(Default)]
struct Pulses([u32; 3]);

impl Pulses {
    fn edge(&mut self, line: Line, active: bool) {
        match (line, active) {
            (Line::Blower, true) => self.0 = [0; 3],
            (Line::Ball(sensor), false) => self.0[usize::from(sensor)] += 1,
            _ => {}
        }
    }

    fn check(&self, happening: &WheelHappening) {
        let agreed = self.0.iter().all(|pulses| *pulses >= PARAMETERS.reading.required_turns);
        assert!(agreed || !matches!(happening, WheelHappening::Result(_)), "{happening:?} after {:?}", self.0);
    }
}

/// Where time goes: mostly on, in steps of a wheel; sometimes far, and sometimes back.
fn moved(at: u64, [kind, fine, coarse]: [u8; 3]) -> u64 {
    let fine = u64::from(fine) * 250_000;
    match kind {
        0 => at.wrapping_sub(u64::from(coarse) * 50_000_000),
        1 => at.wrapping_add(u64::from(coarse) << 55),
        2..=15 => at.wrapping_add(u64::from(coarse) * 50_000_000),
        _ => at.wrapping_add(fine),
    }
}

fuzz_target!(|data: &[u8]| {
    read(data);
    drive(data);
});

fn read(data: &[u8]) {
    let (mut wheel, mut pulses, mut at) = (Wheel::new(PARAMETERS.clone()), Pulses::default(), 1_u64 << 33);
    for bytes in data.chunks_exact(4) {
        at = moved(at, [bytes[1], bytes[2], bytes[3]]);
        let (line, active) = (Line::ALL[usize::from(bytes[0] >> 1) % 7], bytes[0] & 1 == 1);
        match bytes[0] {
            0..=249 => {
                wheel.edge(Edge { at_nanoseconds: at, line, active });
                pulses.edge(line, active);
            }
            250 | 251 => wheel.asked(u64::from(bytes[1])),
            252 => wheel.call_off(at),
            _ => wheel.wake(at),
        }
        while let Some(event) = wheel.poll_event() {
            pulses.check(&event.happening);
            assert!(event.evidence.is_empty() || decode_evidence(&event.evidence).is_some(), "evidence that cannot be read");
        }
    }
}

fn drive(data: &[u8]) {
    let (mut machine, mut at) = (Machine::new(PARAMETERS.clone(), 1), 1_u64 << 33);
    let (mut pulses, mut newest, mut blows, mut opened) = (Pulses::default(), 0, false, None);
    for bytes in data.chunks_exact(4) {
        at = moved(at, [bytes[1], bytes[2], bytes[3]]);
        newest = newest.max(at);
        let (input, active) = (Input::ALL[usize::from(bytes[0] >> 1) % 9], bytes[0] & 1 == 1);
        match bytes[0] {
            0..=199 => {
                machine.signal(&Signal::Change(Change { at_nanoseconds: at, input, active }));
                input.line().into_iter().for_each(|line| pulses.edge(line, active));
                if input == Input::Door {
                    opened = if active { opened.or(Some(newest)) } else { None };
                }
            }
            200..=209 => machine.wish(WheelWish::Launch(u64::from(bytes[1] % 8)), Draw([bytes[2]; 32]), at),
            210..=214 => machine.wish(WheelWish::Finish(u64::from(bytes[1] % 8)), Draw::default(), at),
            215..=219 => machine.wish(WheelWish::Ready, Draw::default(), at),
            220 => machine.wish(WheelWish::Void, Draw::default(), at),
            221 => machine.wish(WheelWish::Off, Draw::default(), at),
            222 => {
                let code = if bytes[1] % 2 == 0 { FaultCode::DeviceLost } else { FaultCode::TimesOutOfOrder };
                machine.signal(&Signal::Lost { at_nanoseconds: at, code, detail: "lost".into() });
            }
            223 => machine.lines_gone(at, FaultCode::DeviceLost, "gone"),
            224 => machine.lines_there(at),
            225 => machine.turn_for(u64::from(bytes[1]), at),
            _ => machine.wake(at),
        }
        let drive = machine.drive();
        assert_eq!(drive, machine.drive(), "asking twice changes nothing");
        let now_blows = drive.blower.thousandths() > 0;
        if now_blows && !blows {
            pulses.edge(Line::Blower, true);
        }
        blows = now_blows;
        if opened.is_some_and(|opened| newest >= opened.saturating_add(OPEN_NANOSECONDS)) {
            assert_eq!(Drive { rotor_clockwise: false, ..drive }, Drive::SAFE, "the door is open");
        }
        while let Some(event) = machine.poll_event() {
            pulses.check(&event.happening);
        }
    }
}
