//! Self-tests: a part of the cabinet is told to test itself while no round is under way, and says what it found.
//!
//! Here never lives how a part is tested: its driver, or the daemon, knows that.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{FaultCode, Span, TableNumber, Timestamp};

/// A part of the cabinet that can be told to test itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub enum TestedPart {
    /// The wheel: its sensors, its rotor, its launcher, as far as it can test them.
    #[n(0)]
    Wheel,
    /// The card source of a table.
    #[n(1)]
    CardSource(#[n(0)] TableNumber),
    /// The journal: what is recorded is read back.
    #[n(2)]
    Journal,
    /// The disk under the journal: its room and its speed.
    #[n(3)]
    Disk,
    /// The clock of the board.
    #[n(4)]
    Clock,
    /// The way from a console to the cabinet.
    #[n(5)]
    Network,
    /// A door of the cabinet, by its number from 1 in the order of the cabinet file: a person opens it and closes it.
    #[n(6)]
    Door(#[n(0)] u8),
    /// The cabinet's lamp: a person looks at it.
    #[n(7)]
    Lamp,
}

impl TestedPart {
    /// The parts that every cabinet has, with any devices.
    pub const OF_EVERY_CABINET: [Self; 4] = [Self::Journal, Self::Disk, Self::Clock, Self::Network];

    /// The most doors of a cabinet.
    pub const DOORS_MOST: u8 = 16;

    /// The part's name in requests, messages and logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wheel => "wheel",
            Self::CardSource(_) => "card-source",
            Self::Journal => "journal",
            Self::Disk => "disk",
            Self::Clock => "clock",
            Self::Network => "network",
            Self::Door(_) => "door",
            Self::Lamp => "lamp",
        }
    }

    /// The table whose card source it is; `None` of any other part.
    #[must_use]
    pub const fn table(self) -> Option<TableNumber> {
        if let Self::CardSource(table) = self { Some(table) } else { None }
    }

    /// The number of the door that it is; `None` of any other part.
    #[must_use]
    pub const fn door(self) -> Option<u8> {
        if let Self::Door(number) = self { Some(number) } else { None }
    }

    /// Whether the house itself tests it, and no driver of a game's device.
    #[must_use]
    pub const fn is_of_house(self) -> bool {
        !matches!(self, Self::Wheel | Self::CardSource(_))
    }

    /// How long its test may take. A wheel turns and throws its ball for up to five minutes, and a shuffle machine moves its cards; for a
    /// door a person has a minute, and what reads it ends the test then.
    #[must_use]
    pub const fn test_most(self) -> Span {
        match self {
            Self::Wheel | Self::CardSource(_) => Span::from_seconds(420),
            Self::Door(_) => Span::from_seconds(90),
            Self::Journal | Self::Disk | Self::Clock | Self::Network | Self::Lamp => Span::from_seconds(60),
        }
    }
}

/// What a self-test found to be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Finding {
    /// Which fault it is.
    #[n(0)]
    pub code: FaultCode,
    /// What exactly was seen, for the technician.
    #[n(1)]
    pub detail: String,
}

/// How a self-test ended.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum TestEnd {
    /// The part has tested itself and found this; it has passed where that is nothing.
    #[n(0)]
    Done(#[n(0)] Vec<Finding>),
    /// Nothing came within [`TestedPart::test_most`].
    #[n(1)]
    TimedOut,
    /// The program has ended in the middle of it.
    #[n(2)]
    Interrupted,
    /// The device has no self-test.
    #[n(3)]
    Impossible,
    /// An attendant held the table of the device that was tested.
    #[n(4)]
    CalledOff,
}

impl TestEnd {
    /// Its name in messages and logs.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Done(findings) if findings.is_empty() => "passed",
            Self::Done(_) => "failed",
            Self::TimedOut => "timed-out",
            Self::Interrupted => "interrupted",
            Self::Impossible => "impossible",
            Self::CalledOff => "called-off",
        }
    }

    /// What was found.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        if let Self::Done(findings) = self { findings } else { &[] }
    }
}

/// A self-test of a part.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct SelfTest {
    /// Its number, from 1.
    #[n(0)]
    pub number: u32,
    /// What is tested.
    #[n(1)]
    pub part: TestedPart,
    /// The name of the one who ordered it.
    #[n(2)]
    pub by: String,
    /// When it began, as the wall clock showed it.
    #[n(3)]
    pub began_at: Timestamp,
    /// How and when it ended, as the wall clock showed it; `None` while it runs.
    #[n(4)]
    pub ended: Option<(TestEnd, Timestamp)>,
    /// What was seen in it, where more is to be said than what is wrong. Tests of older releases have none.
    #[n(5)]
    pub seen: Option<String>,
}

/// A part of this cabinet that can be tested, as people of the house see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartView {
    /// Which.
    pub part: TestedPart,
    /// What the cabinet file calls a door; `None` of any other part.
    pub name: Option<String>,
    /// Whether a test of it would be begun now: no round is under way at its tables, and no other test runs.
    pub can_be_tested: bool,
    /// Its newest test; `None` where it was never tested.
    pub newest: Option<SelfTest>,
}
