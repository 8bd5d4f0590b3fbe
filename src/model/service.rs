//! What a technician is shown of the devices: what each reports now, and what the last rounds have shown of them.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::{FaultCode, Figure, FigureLimits, Money, NoSpinReason, Pocket, SpinFigures, TableNumber, Timestamp};

/// In how many parts of 5 degrees the places at which the ball left the rim are drawn.
pub const RIM_PARTS: usize = 72;

/// A device, and what it reports about itself now. No card stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceView {
    /// The card table that it is the source of; `None` for the wheel.
    pub table: Option<TableNumber>,
    /// How it is driven, by the name in cabinet files.
    pub driver: &'static str,
    /// The name of its device file; `None` where there is no device.
    pub device: Option<String>,
    /// The port that it is on; `None` where it is on none, or is simulated.
    pub port: Option<String>,
    /// What it reports about itself; empty where it says nothing.
    pub readings: Vec<Reading>,
}

/// One thing that is known of a device now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// What it is, such as `rotor_rpm`.
    pub name: &'static str,
    /// What it reads, a number or a word of the device.
    pub value: String,
    /// Whether it says how often something came since the program started, and so only grows.
    #[serde(skip)]
    pub is_count: bool,
}

impl Reading {
    /// The name of the reading that says how long the newest answer took.
    const ANSWER: &'static str = "answer_milliseconds";

    /// A device took so many milliseconds for its newest answer.
    #[must_use]
    pub fn of_answer(milliseconds: u64) -> Self {
        Self { name: Self::ANSWER, value: milliseconds.to_string(), is_count: false }
    }

    /// How many milliseconds the device took for its newest answer, where the reading says that.
    #[must_use]
    pub fn answer_milliseconds(&self) -> Option<u64> {
        if self.name == Self::ANSWER { self.value.parse().ok() } else { None }
    }
}

/// What the last rounds have shown of the devices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastView {
    /// The rounds, newest first.
    pub rounds: Vec<RoundTrace>,
    /// Where the ball left the rim.
    pub drop_zone: DropZone,
    /// The figures of the last spins, newest first.
    pub spins: Vec<SpinTrace>,
    /// Between which values each figure is in order; those that nothing judges are missing.
    pub limits: BTreeMap<Figure, FigureLimits>,
}

/// What became of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoundTrace {
    /// The round.
    pub round: u64,
    /// First and last record that belong to it.
    pub records: (u64, u64),
    /// The journal's head after the last of them, as `NUMBER:HASH`: somebody who keeps it can prove later what stood before it.
    pub head: String,
    /// When betting opened, as all moments here by the clock that people are shown.
    pub opened_at: Option<Timestamp>,
    /// When betting closed.
    pub closed_at: Option<Timestamp>,
    /// When it was settled or voided.
    pub settled_at: Option<Timestamp>,
    /// Where the ball lay.
    pub pocket: Option<Pocket>,
    /// Why it was voided, if it was.
    pub voided: Option<&'static str>,
    /// The spins that did not count.
    pub no_spins: Vec<NoSpinReason>,
    /// Where the ball lay in those of them of which the wheel said it all the same; hardly any, for most end without a number.
    pub no_spin_pockets: Vec<Pocket>,
    /// Where the ball left the rim, each time.
    pub left_rim: Vec<LeftRim>,
    /// What all seats had staked.
    pub staked: Money,
    /// What came back to them.
    pub returned: Money,
}

/// Where the ball left the rim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LeftRim {
    /// Clockwise from the index sensor, 0 to 359.
    pub degrees: u16,
    /// How far from there it may have been, either way, in degrees, in nine of ten cases; `None` where that was not said.
    pub within_degrees: Option<u16>,
    /// The pocket of the rotor that was there.
    pub rotor_pocket: Option<u8>,
}

/// A fault that came, and perhaps went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastFault {
    /// The card table of whose source it was; `None` for the wheel's.
    pub table: Option<TableNumber>,
    /// Which.
    pub code: FaultCode,
    /// What was seen.
    pub detail: String,
    /// When it came.
    pub since: Timestamp,
    /// When it was over; `None` where nothing has said so.
    pub until: Option<Timestamp>,
    /// What ended it, where something did.
    pub ended_by: Option<FaultEnd>,
}

/// What ended a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultEnd {
    /// The device said that it is over.
    Device,
    /// An attendant saw to it and decided.
    Attendant,
    /// The program started anew, and nothing is known of the device any more until it says so again.
    Start,
}

impl FaultEnd {
    /// The end's name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Device => "device",
            Self::Attendant => "attendant",
            Self::Start => "start",
        }
    }
}

/// The faults of the whole journal, as far as it was read: from its oldest record on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultHistoryView {
    /// The faults that came, newest first.
    pub faults: Vec<PastFault>,
    /// How often each fault came, those alone that did.
    pub tallies: Vec<FaultTally>,
    /// The moment of the first record that was read; `None` where there is none.
    pub since: Option<Timestamp>,
    /// The moment of the last one.
    pub until: Option<Timestamp>,
    /// Of how many rounds these records are.
    pub rounds: u64,
    /// How much of the journal that is.
    pub reach: JournalReach,
}

/// How far a journal was read for what is counted of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalReach {
    /// As far as is wanted, or as it goes.
    Whole,
    /// A part; the next look reads more.
    GoesOn,
    /// Up to something that is damaged; what lies before it is left out.
    Damaged,
}

impl JournalReach {
    /// The reach's name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::GoesOn => "goes-on",
            Self::Damaged => "damaged",
        }
    }
}

/// How often a fault came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultTally {
    /// How often. What is told again while it stands has not come again.
    pub times: u64,
    /// The last time.
    pub last: PastFault,
}

/// Where the ball left the rim in many spins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DropZone {
    /// In how many spins.
    pub spins: usize,
    /// How many thousandths of a ball left in each of [`RIM_PARTS`], clockwise from the index sensor: every ball is spread as far as its place
    /// is uncertain. Empty where there are no spins.
    pub milliballs: Vec<u32>,
    /// How exactly one place is known, in degrees either way, in nine of ten cases; the middle one of all spins.
    pub within_degrees: Option<u16>,
    /// The speed at which balls leave the rim and its scatter from ball to ball, in thousandths of a turn a second.
    pub leaving_milliturns: Option<(u32, u32)>,
    /// How the wheel stands, by the course of the balls on the rim; `None` where too few ran.
    pub tilt: Option<TiltView>,
    /// Whether a level wheel would hardly ever show as much; `None` where there are too few.
    pub tilted: Option<bool>,
}

/// How a wheel stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TiltView {
    /// How far it is tilted, in hundredths of a degree, on a rim of the usual size.
    pub centidegrees: u32,
    /// How exactly that is known, as a standard deviation.
    pub error_centidegrees: u32,
    /// Where its rim is highest, in degrees clockwise from the index sensor.
    pub highest_at_degrees: u16,
    /// Whether that is told surely enough, and is enough to matter.
    pub is_told: bool,
}

/// The figures of one spin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpinTrace {
    /// The round that it was of.
    pub round: u64,
    /// The record with its evidence.
    pub record: u64,
    /// What its evidence shows.
    pub figures: SpinFigures,
}
