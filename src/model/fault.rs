//! The faults of devices: their codes, and who can end each. What they mean and what to check is in `fault_words`.
//!
//! Those before the card source are of wheels; those of card sources have codes of their own, so that the end of one is never taken for
//! the end of the other.

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
    /// The rotor does not turn as it is driven, as a wheel says that has a controller of its own and does not say more.
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
    /// The cabinet's door is open.
    #[n(7)]
    DoorOpen,
    /// The lid over the wheel is open.
    #[n(8)]
    LidOpen,
    /// The mains are lost; what still runs, runs on the battery.
    #[n(9)]
    MainsLost,
    /// Somebody has pressed the emergency stop.
    #[n(10)]
    EmergencyStop,
    /// The rotor is driven and does not turn.
    #[n(11)]
    RotorNotTurning,
    /// The rotor turns more slowly than it is driven, or than any spin allows.
    #[n(12)]
    RotorTooSlow,
    /// The rotor turns faster than it is driven, or than any spin allows.
    #[n(13)]
    RotorTooFast,
    /// The rotor's speed changes from turn to turn, or does not settle.
    #[n(14)]
    RotorSpeedVaries,
    /// The rotor turns the other way than it is driven.
    #[n(15)]
    RotorWrongWay,
    /// The rotor's encoder is silent while its index is heard.
    #[n(16)]
    RotorEncoder,
    /// The rotor's index is silent while its encoder is heard.
    #[n(17)]
    RotorIndex,
    /// The wheel says more than one that works can.
    #[n(50)]
    Babbling,
    /// The index sensor sees a second mark of the rotor.
    #[n(18)]
    RotorSecondIndex,
    /// The rotor's index and its encoder contradict each other.
    #[n(19)]
    RotorIndexAgainstEncoder,
    /// The card source does not answer or is gone.
    #[n(20)]
    CardSourceLost,
    /// The card source takes longer for an order than it ever should.
    #[n(21)]
    CardSourceStalled,
    /// What comes from the card source cannot be read.
    #[n(22)]
    CardSourceGarbled,
    /// The card source's own test found a defect.
    #[n(23)]
    CardSourceDefect,
    /// A card is stuck, and the source's own attempts did not free it.
    #[n(24)]
    CardJam,
    /// The card source's door or cover is open.
    #[n(25)]
    CardDoorOpen,
    /// The card source has no cards to shuffle.
    #[n(26)]
    CardHopperEmpty,
    /// A card was dealt or counted that could not be read.
    #[n(27)]
    CardUnreadable,
    /// More than one card came out for one order.
    #[n(28)]
    DoubleFeed,
    /// A card is in the deck too often.
    #[n(29)]
    DuplicateCard,
    /// A card that should be in the deck is not there.
    #[n(30)]
    MissingCard,
    /// A card is in the deck that belongs to no pack of the game.
    #[n(31)]
    ForeignCard,
    /// The deck has too many or too few cards.
    #[n(32)]
    WrongCardCount,
    /// The cards in the source are not the shoe that is dealt from.
    #[n(33)]
    ShoeChanged,
    /// The card source says more than one that works can.
    #[n(51)]
    CardSourceBabbling,
    /// The card source contradicts what it has said itself.
    #[n(53)]
    CardSourceContradiction,
    /// The wall clock was set, or has lost the time.
    #[n(40)]
    ClockStepped,
    /// A line of the wheel shows pulses of which nothing is the cause but hum or another line.
    #[n(34)]
    LineNoise,
    /// The times of the wheel's lines run backwards.
    #[n(35)]
    TimesOutOfOrder,
    /// Something lay on the rotor before the launched ball could.
    #[n(36)]
    BallAlreadyLies,
    /// Several spins in a row did not count.
    #[n(52)]
    NoSpinsInARow,
    /// What came for a draw of chance cannot have been drawn.
    #[n(54)]
    ChanceDefect,
    /// The encoder of a wheel's rotor paused for no whole number of its teeth: the rotor was held up, or the clock jumped.
    #[n(55)]
    RotorHeldUp,
    /// One of the journal's two copies was lost, and nothing else proves that the other holds what was recorded last.
    #[n(56)]
    JournalEndUnproved,
    /// What was read back of the journal is not what was recorded.
    #[n(57)]
    JournalDamaged,
    /// The disk does not take what is written, or gives back something else.
    #[n(58)]
    DiskDefect,
    /// The disk has hardly any room left.
    #[n(59)]
    DiskNearlyFull,
    /// The disk takes long to make a write durable.
    #[n(60)]
    DiskSlow,
    /// The board's clock shows a time that cannot be, or does not run evenly.
    #[n(61)]
    ClockWrong,
    /// No console can reach the cabinet.
    #[n(62)]
    NetworkUnreachable,
    /// A door of the cabinet is open that the house itself watches, and no wheel.
    #[n(63)]
    CabinetDoorOpen,
    /// The switch of such a door does not say how the door stands.
    #[n(64)]
    DoorSwitch,
    /// The cabinet's lamp cannot be switched.
    #[n(65)]
    LampDefect,
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
    pub const ALL: [Self; 54] = [
        Self::LaunchFailed,
        Self::BallMissing,
        Self::Sensor,
        Self::Motor,
        Self::DeviceLost,
        Self::ResultDisputed,
        Self::Stalled,
        Self::DoorOpen,
        Self::LidOpen,
        Self::MainsLost,
        Self::EmergencyStop,
        Self::RotorNotTurning,
        Self::RotorTooSlow,
        Self::RotorTooFast,
        Self::RotorSpeedVaries,
        Self::RotorWrongWay,
        Self::RotorEncoder,
        Self::RotorIndex,
        Self::Babbling,
        Self::ClockStepped,
        Self::JournalEndUnproved,
        Self::JournalDamaged,
        Self::DiskDefect,
        Self::DiskNearlyFull,
        Self::DiskSlow,
        Self::ClockWrong,
        Self::NetworkUnreachable,
        Self::CabinetDoorOpen,
        Self::DoorSwitch,
        Self::LampDefect,
        Self::RotorSecondIndex,
        Self::RotorIndexAgainstEncoder,
        Self::RotorHeldUp,
        Self::LineNoise,
        Self::TimesOutOfOrder,
        Self::BallAlreadyLies,
        Self::NoSpinsInARow,
        Self::CardSourceLost,
        Self::CardSourceStalled,
        Self::CardSourceGarbled,
        Self::CardSourceDefect,
        Self::CardJam,
        Self::CardDoorOpen,
        Self::CardHopperEmpty,
        Self::CardUnreadable,
        Self::DoubleFeed,
        Self::DuplicateCard,
        Self::MissingCard,
        Self::ForeignCard,
        Self::WrongCardCount,
        Self::ShoeChanged,
        Self::CardSourceBabbling,
        Self::CardSourceContradiction,
        Self::ChanceDefect,
    ];

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
            Self::DoorOpen => "door-open",
            Self::LidOpen => "lid-open",
            Self::MainsLost => "mains-lost",
            Self::EmergencyStop => "emergency-stop",
            Self::RotorNotTurning => "rotor-not-turning",
            Self::RotorTooSlow => "rotor-too-slow",
            Self::RotorTooFast => "rotor-too-fast",
            Self::RotorSpeedVaries => "rotor-speed-varies",
            Self::RotorWrongWay => "rotor-wrong-way",
            Self::RotorEncoder => "rotor-encoder",
            Self::RotorIndex => "rotor-index",
            Self::Babbling => "babbling",
            Self::RotorSecondIndex => "rotor-second-index",
            Self::RotorIndexAgainstEncoder => "rotor-index-against-encoder",
            Self::RotorHeldUp => "rotor-held-up",
            Self::LineNoise => "line-noise",
            Self::TimesOutOfOrder => "times-out-of-order",
            Self::BallAlreadyLies => "ball-already-lies",
            Self::NoSpinsInARow => "no-spins-in-a-row",
            Self::CardSourceLost => "card-source-lost",
            Self::CardSourceStalled => "card-source-stalled",
            Self::CardSourceGarbled => "card-source-garbled",
            Self::CardSourceDefect => "card-source-defect",
            Self::CardJam => "card-jam",
            Self::CardDoorOpen => "card-door-open",
            Self::CardHopperEmpty => "card-hopper-empty",
            Self::CardUnreadable => "card-unreadable",
            Self::DoubleFeed => "double-feed",
            Self::DuplicateCard => "duplicate-card",
            Self::MissingCard => "missing-card",
            Self::ForeignCard => "foreign-card",
            Self::WrongCardCount => "wrong-card-count",
            Self::ShoeChanged => "shoe-changed",
            Self::CardSourceBabbling => "card-source-babbling",
            Self::CardSourceContradiction => "card-source-contradiction",
            Self::ClockStepped => "clock-stepped",
            Self::ChanceDefect => "chance-defect",
            Self::JournalEndUnproved => "journal-end-unproved",
            Self::JournalDamaged => "journal-damaged",
            Self::DiskDefect => "disk-defect",
            Self::DiskNearlyFull => "disk-nearly-full",
            Self::DiskSlow => "disk-slow",
            Self::ClockWrong => "clock-wrong",
            Self::NetworkUnreachable => "network-unreachable",
            Self::CabinetDoorOpen => "cabinet-door-open",
            Self::DoorSwitch => "door-switch",
            Self::LampDefect => "lamp-defect",
        }
    }

    /// The fault that this one is a kind of, by which those who know fewer codes know it: every trouble of the rotor is one of its motor, and
    /// every other one of the lines that a wheel is read by is one of its sensors.
    #[must_use]
    pub const fn family(self) -> Self {
        match self {
            Self::RotorNotTurning
            | Self::RotorTooSlow
            | Self::RotorTooFast
            | Self::RotorSpeedVaries
            | Self::RotorWrongWay
            | Self::RotorEncoder
            | Self::RotorIndex
            | Self::RotorSecondIndex
            | Self::RotorIndexAgainstEncoder
            | Self::RotorHeldUp => Self::Motor,
            Self::LineNoise | Self::TimesOutOfOrder | Self::BallAlreadyLies | Self::NoSpinsInARow => Self::Sensor,
            code => code,
        }
    }

    /// Whether it says at what speed the rotor turns. It has one speed, so that the newest of these takes the place of the one before.
    #[must_use]
    pub const fn is_of_rotor_speed(self) -> bool {
        matches!(self, Self::RotorNotTurning | Self::RotorTooSlow | Self::RotorTooFast | Self::RotorSpeedVaries)
    }

    /// Whether another spin shows whether the fault is over, so that an attendant who has looked at the wheel may ask for one. The fault
    /// stands until the wheel says that it is over.
    #[must_use]
    pub const fn shows_in_a_spin(self) -> bool {
        matches!(
            self,
            Self::LaunchFailed
                | Self::BallMissing
                | Self::Sensor
                | Self::RotorWrongWay
                | Self::RotorSecondIndex
                | Self::RotorIndexAgainstEncoder
                | Self::BallAlreadyLies
                | Self::NoSpinsInARow
        )
    }

    /// Whether it lasts until somebody has looked at the wheel, so that no ball is launched before: not even after the program, or the mains,
    /// have gone and come back.
    #[must_use]
    pub const fn waits_for_a_look(self) -> bool {
        matches!(self, Self::RotorSecondIndex | Self::RotorIndexAgainstEncoder | Self::BallAlreadyLies | Self::NoSpinsInARow)
    }

    /// Whether play may go on by itself once the device says that the fault is over and no ball was running.
    #[must_use]
    pub const fn remedy(self) -> Remedy {
        match self {
            Self::ResultDisputed | Self::CardSourceContradiction | Self::ClockStepped | Self::ChanceDefect | Self::JournalEndUnproved => {
                Remedy::Attendant
            }
            _ => Remedy::Itself,
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// A code keeps the number under which it stands in journals, and is read from it again.
    #[track_caller]
    fn check(code: FaultCode, in_journal: &[u8]) {
        let mut written = Vec::new();
        minicbor::encode(code, &mut written).expect("a list of bytes takes everything");
        assert_eq!(written, in_journal, "{}", code.name());
        assert_eq!(minicbor::decode::<FaultCode>(in_journal).ok(), Some(code));
    }

    #[test]
    fn a_journal_of_before_the_rotor_had_codes_of_its_own_is_read() {
        check(FaultCode::Sensor, &[0x82, 2, 0x80]);
        check(FaultCode::Motor, &[0x82, 3, 0x80]);
        check(FaultCode::EmergencyStop, &[0x82, 10, 0x80]);
        check(FaultCode::CardSourceLost, &[0x82, 20, 0x80]);
        check(FaultCode::ShoeChanged, &[0x82, 0x18, 33, 0x80]);
        check(FaultCode::Babbling, &[0x82, 0x18, 50, 0x80]);
        check(FaultCode::CardSourceBabbling, &[0x82, 0x18, 51, 0x80]);
        check(FaultCode::ClockStepped, &[0x82, 0x18, 40, 0x80]);
        check(FaultCode::NoSpinsInARow, &[0x82, 0x18, 52, 0x80]);
        check(FaultCode::CardSourceContradiction, &[0x82, 0x18, 53, 0x80]);
        check(FaultCode::ChanceDefect, &[0x82, 0x18, 54, 0x80]);
        check(FaultCode::JournalEndUnproved, &[0x82, 0x18, 56, 0x80]);
        check(FaultCode::JournalDamaged, &[0x82, 0x18, 57, 0x80]);
        check(FaultCode::NetworkUnreachable, &[0x82, 0x18, 62, 0x80]);
        check(FaultCode::CabinetDoorOpen, &[0x82, 0x18, 63, 0x80]);
        check(FaultCode::DoorSwitch, &[0x82, 0x18, 64, 0x80]);
        check(FaultCode::LampDefect, &[0x82, 0x18, 65, 0x80]);
    }

    #[test]
    fn every_trouble_of_the_rotor_is_one_of_its_motor_and_has_a_number() {
        let of_rotor = || FaultCode::ALL.into_iter().filter(|code| code.name().starts_with("rotor-"));
        assert!(of_rotor().all(|code| code.family() == FaultCode::Motor));
        for (code, number) in of_rotor().filter(|code| *code != FaultCode::RotorHeldUp).zip(11..) {
            check(code, &[0x82, number, 0x80]);
        }
        check(FaultCode::RotorHeldUp, &[0x82, 0x18, 55, 0x80]);
    }

    #[test]
    fn every_code_is_listed_once_and_has_its_own_words() {
        let mut names: Vec<_> = FaultCode::ALL.map(FaultCode::name).into();
        let mut words: Vec<_> = FaultCode::ALL.into_iter().flat_map(|code| [code.meaning(), code.what_to_check()]).collect();
        [&mut names, &mut words].into_iter().for_each(|list| {
            list.sort_unstable();
            assert!(list.windows(2).all(|pair| pair[0] != pair[1] && !pair[0].is_empty()), "{list:?}");
        });
    }
}
