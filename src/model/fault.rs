//! The faults of devices: code, what it means, and what to check.

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};

/// A fault of a device. Codes are stable: they stand in journals and on technicians' notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultCode {
    /// The launcher did not get the ball running.
    #[n(0)]
    LaunchFailed,
    /// The ball is not seen where it must be.
    #[n(1)]
    BallMissing,
    /// A ball sensor is stuck, silent or contradicts the others.
    #[n(2)]
    Sensor,
    /// The rotor does not turn as it is driven.
    #[n(3)]
    Motor,
    /// The device does not answer or is gone.
    #[n(4)]
    DeviceLost,
    /// What the device says about a result does not agree with itself.
    #[n(5)]
    ResultDisputed,
    /// The device stays in one state longer than it can.
    #[n(6)]
    Stalled,
}

/// Who can end a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// The fault may pass by itself, and play goes on when the device says that it has.
    Itself,
    /// An attendant decides what becomes of the round.
    Attendant,
}

impl FaultCode {
    /// Every code there is.
    pub const ALL: [Self; 7] =
        [Self::LaunchFailed, Self::BallMissing, Self::Sensor, Self::Motor, Self::DeviceLost, Self::ResultDisputed, Self::Stalled];

    /// The code's name in captures, journals and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LaunchFailed => "launch-failed",
            Self::BallMissing => "ball-missing",
            Self::Sensor => "sensor",
            Self::Motor => "motor",
            Self::DeviceLost => "device-lost",
            Self::ResultDisputed => "result-disputed",
            Self::Stalled => "stalled",
        }
    }

    /// What the fault means, for a technician.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::LaunchFailed => "The launcher did not get the ball running on the rim.",
            Self::BallMissing => "The ball was not seen for longer than one turn of the rotor and more.",
            Self::Sensor => "A ball sensor is stuck on or off, or the wheel reports a sensor or encoder fault.",
            Self::Motor => "The rotor does not turn at a speed it can be driven at.",
            Self::DeviceLost => "The device does not answer: it is unplugged, switched off, or silent for too long.",
            Self::ResultDisputed => "The device contradicted itself about the winning number, so no number was accepted.",
            Self::Stalled => "The device stayed in one state for longer than it ever should.",
        }
    }

    /// What to look at first.
    #[must_use]
    pub const fn what_to_check(self) -> &'static str {
        match self {
            Self::LaunchFailed => "Compressor and air pressure, a ball stuck in the tube, dust at the jet; then run the self-test.",
            Self::BallMissing => "Is the ball in the wheel? Clean or replace it; clean the rim sensors.",
            Self::Sensor => "Clean the three rim sensors and the ball, check their cables, calibrate with the ball fixed in zero.",
            Self::Motor => "Is the rotor free to turn? Check the motor, its controller, the encoder and its cable.",
            Self::DeviceLost => "Power of the device, the serial cable and adapter, the port named in the cabinet file.",
            Self::ResultDisputed => "Look at the number in the wheel, then at the lines kept with the spin; respin or void the round.",
            Self::Stalled => "Look at the wheel: is the ball running or stuck? Run the self-test; switch the wheel off and on.",
        }
    }

    /// Whether play may go on by itself once the device says that the fault is over and no ball was running.
    #[must_use]
    pub const fn remedy(self) -> Remedy {
        match self {
            Self::ResultDisputed => Remedy::Attendant,
            _ => Remedy::Itself,
        }
    }
}
