//! What a wheel says has happened, and what the cabinet wants of it.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};

use super::{FaultCode, Finding, Pocket};

/// The number of a launch the cabinet has asked for. It grows by one with each launch and never repeats, so an event of an
/// earlier launch can be told from one of this launch.
pub type SpinNumber = u64;

/// Something that a wheel says has happened.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct WheelEvent {
    /// The launch it belongs to; `None` where nobody asked for this spin, or where it belongs to none.
    #[n(0)]
    pub spin: Option<SpinNumber>,
    /// What happened.
    #[n(1)]
    pub happening: WheelHappening,
    /// What the wheel's lines showed, as captured, so that it can be decoded again; empty where nothing is to be proved.
    #[cbor(n(2), with = "minicbor::bytes")]
    pub evidence: Vec<u8>,
}

/// What a wheel can say. The names of `interfaces.md` are [`WheelHappening::name`].
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum WheelHappening {
    /// The wheel is running and waits to be asked for a spin.
    #[n(0)]
    Opened,
    /// The wheel is off or closed and will not spin.
    #[n(1)]
    Closed,
    /// The ball runs on the rim.
    #[n(2)]
    BallLaunched,
    /// The ball will soon leave the rim: the last moment at which betting may still be open.
    #[n(3)]
    NoMoreBets,
    /// The ball lies in a pocket, and the evidence suffices.
    #[n(4)]
    Result(#[n(0)] Pocket),
    /// The spin does not count.
    #[n(5)]
    NoSpin(#[n(0)] NoSpinReason),
    /// The wheel cannot go on; ends the spin that was running.
    #[n(6)]
    Fault {
        /// What is wrong.
        #[n(0)]
        code: FaultCode,
        /// What exactly was seen, for the technician.
        #[n(1)]
        detail: String,
    },
    /// A fault is over.
    #[n(7)]
    FaultCleared(#[n(0)] FaultCode),
    /// The wheel has been silent for longer than it should, while nothing depends on it.
    #[n(8)]
    Silence,
    /// The ball has left the rim: where, as far as it can be told. Many of these show a wheel that does not stand level.
    #[n(9)]
    LeftRim {
        /// In degrees clockwise seen from above, from the rotor's index sensor; 0 to 359.
        #[n(0)]
        degrees: u16,
        /// The pocket of the rotor that was there, where that is known.
        #[n(1)]
        pocket: Option<Pocket>,
        /// How far from there it may have been, either way, in degrees, in nine of ten cases; `None` where that was not said.
        #[n(2)]
        within_degrees: Option<u16>,
    },
    /// The wheel has tested itself.
    #[n(10)]
    SelfTested {
        /// The number of the self-test that was asked for.
        #[n(0)]
        number: u32,
        /// What it found.
        #[n(1)]
        findings: Vec<Finding>,
    },
}

impl WheelEvent {
    /// Whether it is of no game: that the wheel is there or gone, that it has tested itself, or a fault or its end while no spin of the cabinet runs.
    #[must_use]
    pub const fn is_of_no_game(&self) -> bool {
        let is_of_wheel = matches!(
            self.happening,
            WheelHappening::Opened
                | WheelHappening::Closed
                | WheelHappening::Silence
                | WheelHappening::SelfTested { .. }
                | WheelHappening::Fault { .. }
                | WheelHappening::FaultCleared(_)
        );
        self.spin.is_none() && is_of_wheel
    }
}

impl WheelHappening {
    /// The name of the happening in captures, logs and exports.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Opened => "wheel-opened",
            Self::Closed => "wheel-closed",
            Self::BallLaunched => "ball-launched",
            Self::NoMoreBets => "no-more-bets",
            Self::Result(_) => "result",
            Self::NoSpin(_) => "no-spin",
            Self::Fault { .. } => "fault",
            Self::FaultCleared(_) => "fault-cleared",
            Self::Silence => "silence",
            Self::LeftRim { .. } => "left-rim",
            Self::SelfTested { .. } => "self-tested",
        }
    }
}

/// Why a spin does not count (`roulette-by` NS-1 to NS-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoSpinReason {
    /// The ball flew out of the wheel (NS-1).
    #[n(0)]
    BallLeftWheel,
    /// The ball ran fewer laps than the rules ask for (NS-3).
    #[n(1)]
    TooFewLaps,
    /// Ball and rotor turned the same way (NS-6).
    #[n(2)]
    SameDirection,
    /// The ball hung on the turning rim (NS-2).
    #[n(3)]
    BallHung,
    /// Something that is not the ball is in the wheel (NS-4).
    #[n(4)]
    ForeignObject,
    /// Somebody entitled to it called the spin off, or the wheel was told to stop (NS-5).
    #[n(5)]
    CalledOff,
    /// The evidence does not suffice for a pocket (NS-8).
    #[n(6)]
    Unreadable,
}

impl NoSpinReason {
    /// Every reason there is.
    pub const ALL: [Self; 7] = [
        Self::BallLeftWheel,
        Self::TooFewLaps,
        Self::SameDirection,
        Self::BallHung,
        Self::ForeignObject,
        Self::CalledOff,
        Self::Unreadable,
    ];

    /// The reason's name in captures, journals and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BallLeftWheel => "ball-left-wheel",
            Self::TooFewLaps => "too-few-laps",
            Self::SameDirection => "same-direction",
            Self::BallHung => "ball-hung",
            Self::ForeignObject => "foreign-object",
            Self::CalledOff => "called-off",
            Self::Unreadable => "unreadable",
        }
    }
}

/// What the cabinet wants of its wheel now. It is read off the state: asking twice changes nothing, and a driver acts once
/// on each spin number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WheelWish {
    /// Be ready; no ball is wanted.
    Ready,
    /// Launch the ball, as spin number `.0`.
    Launch(SpinNumber),
    /// Let the running spin number `.0` come to its end.
    Finish(SpinNumber),
    /// What runs does not count: void it and be ready.
    Void,
    /// Be off.
    Off,
    /// Test yourself, as self-test number `.0`; no ball is wanted.
    SelfTest(u32),
}
