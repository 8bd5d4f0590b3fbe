//! The self-test of a wheel on bare lines: its rotor is driven to its speed, and what is wrong then is told. No ball is launched.

use alloc::string::String;
use alloc::vec::Vec;

use super::Machine;
use crate::model::{FaultCode, Finding, WheelHappening};
use crate::sensing::three_sensor::pulses::seconds;

/// For how long the lines are watched at least, in seconds: some turns of the rotor.
const WATCH_LEAST_SECONDS: f64 = 10.0;

/// How long the rotor may take to come to its speed, in seconds.
const WATCH_MOST_SECONDS: f64 = 60.0;

/// A self-test that was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RunningTest {
    number: u32,
    /// When it began, in seconds.
    began_at: f64,
}

impl RunningTest {
    /// When to look at it next, in seconds.
    pub(super) fn next_wake(self, now: f64) -> f64 {
        let ends = [WATCH_LEAST_SECONDS, WATCH_MOST_SECONDS].map(|seconds| self.began_at + seconds);
        if now < ends[0] { ends[0] } else { ends[1] }
    }
}

impl Machine {
    /// The wheel tests itself from now on; no ball is wanted.
    pub(super) fn begin_self_test(&mut self, number: u32) {
        self.wants_nothing(false);
        self.test = Some(RunningTest { number, began_at: seconds(self.now) });
    }

    /// A test is over as soon as the rotor has its speed or a fault stands, and the lines were watched for a while; or when that takes too long.
    pub(super) fn look_at_self_test(&mut self, now: f64) {
        let Some(RunningTest { number, began_at }) = self.test else { return };
        let (passed, is_steady) = (now - began_at, self.rotor.is_steady(now));
        let is_decided = is_steady || self.wheel.faults.codes().next().is_some();
        if passed < WATCH_LEAST_SECONDS || (passed < WATCH_MOST_SECONDS && !is_decided) {
            return;
        }
        self.test = None;
        let mut findings: Vec<Finding> = self.wheel.faults.codes().map(|code| Finding { code, detail: String::new() }).collect();
        if !is_steady && findings.is_empty() {
            let detail = alloc::format!("the rotor did not come to its speed within {WATCH_MOST_SECONDS} s");
            findings.push(Finding { code: FaultCode::RotorSpeedVaries, detail });
        }
        self.wheel.tell(WheelHappening::SelfTested { number, findings });
    }
}
