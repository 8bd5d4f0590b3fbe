//! The codes of the wheel's self-test, in words.

use alloc::string::ToString;
use core::fmt;

use crate::model::{FaultCode, Finding};

/// A code of the self-test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfTestCode(pub u16);

impl SelfTestCode {
    /// What the code means.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self.0 {
            0 => "no fault found",
            1 => "hardware fault of the controller",
            2 => "no ball found",
            3 => "the ball's position was not found",
            4 => "the ball runs in the wrong direction",
            5 => "the motor does not drive the rotor",
            6 => "the encoder failed or is not calibrated",
            7 => "the wheel cannot play clockwise",
            8 => "the wheel cannot play anticlockwise",
            11 => "ball sensor 0 is stuck on",
            12 => "ball sensor 1 is stuck on",
            13 => "ball sensor 2 is stuck on",
            21 => "ball sensor 0 cannot see the ball",
            22 => "ball sensor 1 cannot see the ball",
            23 => "ball sensor 2 cannot see the ball",
            100 => "the self-test timed out",
            _ => "a code this program does not know",
        }
    }

    /// The fault it is, where it is one.
    #[must_use]
    pub const fn fault(self) -> Option<FaultCode> {
        match self.0 {
            0 => None,
            2 | 3 => Some(FaultCode::BallMissing),
            5 => Some(FaultCode::Motor),
            4 | 7 | 8 => Some(FaultCode::LaunchFailed),
            100 => Some(FaultCode::Stalled),
            _ => Some(FaultCode::Sensor),
        }
    }

    /// What the self-test found, where it is a fault.
    pub(super) fn finding(self) -> Option<Finding> {
        self.fault().map(|code| Finding { code, detail: self.to_string() })
    }
}

impl fmt::Display for SelfTestCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.0, self.meaning())
    }
}
