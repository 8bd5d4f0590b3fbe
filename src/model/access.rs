//! Who is let in: the roles of the house's people, and every change of it, as the journal records it.

use alloc::string::String;

use minicbor::{Decode, Encode};

use super::{Seat, Timestamp};

/// What a person of the house is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub enum StaffRole {
    /// Takes money in and out, holds and voids, pairs consoles.
    #[n(0)]
    Attendant,
    /// Looks at the devices and at what they have done.
    #[n(1)]
    Technician,
    /// Looks at everything that is kept, and changes nothing.
    #[n(2)]
    Auditor,
    /// Does what an attendant does, and sees who is let in.
    #[n(3)]
    Owner,
}

impl StaffRole {
    /// Every role of a person.
    pub const ALL: [Self; 4] = [Self::Attendant, Self::Technician, Self::Auditor, Self::Owner];

    /// The name in files, messages and addresses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attendant => "attendant",
            Self::Technician => "technician",
            Self::Auditor => "auditor",
            Self::Owner => "owner",
        }
    }

    /// The role of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// A change of who is let in.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct AccessChange {
    /// When it was made, by the board's clock: one that was made while the program did not run is recorded later.
    #[n(0)]
    pub at: Timestamp,
    /// Who made it.
    #[n(1)]
    pub by: Changer,
    /// What.
    #[n(2)]
    pub what: AccessStep,
}

/// Who makes a change of who is let in.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Changer {
    /// A person who has signed in, or the holder of an attendant's link, by name.
    #[n(0)]
    Person(#[n(0)] String),
    /// Somebody at a terminal of the board, by the name of the account there.
    #[n(1)]
    Account(#[n(0)] String),
    /// The cabinet by itself.
    #[n(2)]
    Cabinet,
    /// A console that has shown the code of its pairing.
    #[n(3)]
    Console,
    /// Two people together, by name, each of whom has shown the PIN.
    #[n(4)]
    Two(#[n(0)] String, #[n(1)] String),
}

/// What changes of who is let in. No PIN, code or token ever stands in it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum AccessStep {
    /// A person is let in from now on.
    #[n(0)]
    PersonAdded {
        /// The name.
        #[n(0)]
        name: String,
        /// The role.
        #[n(1)]
        role: StaffRole,
    },
    /// A person has another PIN.
    #[n(1)]
    PinSet {
        /// The name.
        #[n(0)]
        name: String,
    },
    /// A person is let in no more.
    #[n(2)]
    PersonRevoked {
        /// The name.
        #[n(0)]
        name: String,
    },
    /// A link or a paired console is let in no more.
    #[n(3)]
    ConsoleRevoked {
        /// The console's name, or that of the link's holder.
        #[n(0)]
        console: String,
    },
    /// A code was made by which a console can be paired with a seat.
    #[n(4)]
    PairingOffered {
        /// The seat.
        #[n(0)]
        seat: Seat,
    },
    /// Too many wrong codes were tried, so the code of this seat is void.
    #[n(5)]
    PairingVoided {
        /// The seat.
        #[n(0)]
        seat: Seat,
    },
    /// A console was paired with a seat.
    #[n(6)]
    ConsolePaired {
        /// The seat.
        #[n(0)]
        seat: Seat,
        /// The console's name.
        #[n(1)]
        console: String,
    },
    /// A person has signed in.
    #[n(7)]
    SignedIn {
        /// The name.
        #[n(0)]
        name: String,
        /// The role.
        #[n(1)]
        role: StaffRole,
    },
    /// A person's session has ended.
    #[n(8)]
    SignedOut {
        /// The name.
        #[n(0)]
        name: String,
        /// Why.
        #[n(1)]
        why: SessionEnd,
    },
    /// A person has to wait before the next try, after too many wrong PINs from one address, or from many together.
    #[n(9)]
    LockedOut {
        /// The name.
        #[n(0)]
        name: String,
        /// How many wrong PINs there were: in a row from the address, or of late from all.
        #[n(1)]
        wrong_pins: u32,
        /// For how long, in seconds.
        #[n(2)]
        seconds: u32,
    },
    /// The two-person rule was set on or off.
    #[n(10)]
    TwoPersonsSet {
        /// Whether it is on from now on.
        #[n(0)]
        is_on: bool,
    },
    /// Terms were approved that the cabinet may play by.
    #[n(11)]
    TermsApproved {
        /// The SHA-256 of the terms as the journal holds them, without the names of files.
        #[cbor(n(0), with = "minicbor::bytes")]
        sha256: [u8; 32],
    },
    /// A paired console is let in no more: its time is over.
    #[n(12)]
    ConsoleExpired {
        /// The console's name.
        #[n(0)]
        console: String,
    },
}

impl AccessStep {
    /// The name in the tools' output.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::PersonAdded { .. } => "person-added",
            Self::PinSet { .. } => "pin-set",
            Self::PersonRevoked { .. } => "person-revoked",
            Self::ConsoleRevoked { .. } => "console-revoked",
            Self::PairingOffered { .. } => "pairing-offered",
            Self::PairingVoided { .. } => "pairing-voided",
            Self::ConsolePaired { .. } => "console-paired",
            Self::SignedIn { .. } => "signed-in",
            Self::SignedOut { .. } => "signed-out",
            Self::LockedOut { .. } => "locked-out",
            Self::TwoPersonsSet { .. } => "two-persons-set",
            Self::TermsApproved { .. } => "terms-approved",
            Self::ConsoleExpired { .. } => "console-expired",
        }
    }
}

/// Why a person's session has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum SessionEnd {
    /// The person has signed out.
    #[n(0)]
    Asked,
    /// Nothing was done for too long.
    #[n(1)]
    Idle,
    /// It has lasted as long as a session may.
    #[n(2)]
    Lasted,
    /// The person is let in no more, has another PIN or role, or has signed in on too many tablets.
    #[n(3)]
    Revoked,
}

impl SessionEnd {
    /// The name in the tools' output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Idle => "idle",
            Self::Lasted => "lasted",
            Self::Revoked => "revoked",
        }
    }
}
