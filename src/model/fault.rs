//! The faults of devices: code, what it means, and what to check.
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
    pub const ALL: [Self; 25] = [
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
            Self::DoorOpen => "The cabinet's door is not fully closed and locked; the wheel's motor, blower and ball release are off.",
            Self::LidOpen => "The lid over the wheel is open; the wheel's motor, blower and ball release are off.",
            Self::MainsLost => {
                "The mains are lost and the battery carries the cabinet; the wheel's motor, blower and ball release are off."
            }
            Self::EmergencyStop => "The emergency stop is pressed; the wheel's motor, blower and ball release are off.",
            Self::CardSourceLost => "The card machine does not answer: it is unplugged, switched off, or silent for too long.",
            Self::CardSourceStalled => "The card machine takes longer for an order than it ever should.",
            Self::CardSourceGarbled => {
                "What comes from the card machine cannot be read: its lines are damaged, or it speaks another language."
            }
            Self::CardSourceDefect => "The card machine reports a defect of its motors, sensors or camera.",
            Self::CardJam => "A card is stuck in the machine, and its own attempts did not free it.",
            Self::CardDoorOpen => "The door or the cover of the card machine is open; nothing moves until it is closed.",
            Self::CardHopperEmpty => "The card machine is to shuffle and there are no cards in it.",
            Self::CardUnreadable => "A card came out or was counted that the machine could not read.",
            Self::DoubleFeed => "More than one card came out of the machine at once.",
            Self::DuplicateCard => "A card is in the deck more often than it may be.",
            Self::MissingCard => "A card that should be in the deck is not there.",
            Self::ForeignCard => "A card is in the deck that belongs to no pack of this game.",
            Self::WrongCardCount => "The deck has too many or too few cards.",
            Self::ShoeChanged => {
                "The cards in the machine are not the shoe that is dealt from: somebody else gave it orders, or it is another machine."
            }
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
            Self::DoorOpen => "Close and lock the door. If it is closed: the door's switch, its magnet and its cable.",
            Self::LidOpen => {
                "Look for things that fell into the wheel, then close the lid. If it is closed: the lid's switch and its cable."
            }
            Self::MainsLost => "The plug, the fuse, the supply of the house; then the mains sensor of the battery and its cable.",
            Self::EmergencyStop => "Find out why it was pressed, make sure that nobody has a hand in the wheel, then release the button.",
            Self::CardSourceLost => "Power of the machine, the serial cable and adapter, the port named in the cabinet file.",
            Self::CardSourceStalled => {
                "Look at the machine: does something turn? Open and close it; switch it off and on. No card is dealt twice."
            }
            Self::CardSourceGarbled => {
                "The serial cable and its screen, the speed of the line in the device file, whether this is the right machine on this port."
            }
            Self::CardSourceDefect => "Run its self-test and look up what it says; clean rollers, sensors and camera; then call service.",
            Self::CardJam => {
                "Open the machine, take the card out without looking at it, put it back where the machine's guide says, and close it."
            }
            Self::CardDoorOpen => "Close the machine until it clicks; if it is closed, check the switch of its door.",
            Self::CardHopperEmpty => "Put all packs of this table into the machine.",
            Self::CardUnreadable => "Is the card marked, bent or dirty? Replace it or the pack; clean the camera's window.",
            Self::DoubleFeed => {
                "Take all cards of this deal back by the rule for misdeals; look for sticky or bent cards; clean the rollers."
            }
            Self::DuplicateCard => "Replace the pack at once; the deal in which it came is void.",
            Self::MissingCard => "Look for it on the table, in the discards and in the machine; else replace the pack.",
            Self::ForeignCard => "Take out jokers and cards with another back; replace the pack and count the new one.",
            Self::WrongCardCount => "Are all packs of this table in the machine, and only those? Count again or replace them.",
            Self::ShoeChanged => "Who used the machine? Void the deal, shuffle anew and count.",
        }
    }

    /// Whether another spin shows whether the fault is over, so that an attendant who has looked at the wheel may ask for one. The fault
    /// stands until the wheel says that it is over.
    #[must_use]
    pub const fn shows_in_a_spin(self) -> bool {
        matches!(self, Self::LaunchFailed | Self::BallMissing | Self::Sensor)
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
