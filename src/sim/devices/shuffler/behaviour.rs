//! How a simulated shuffle machine behaves: its times, and which faults come how often or when.

use crate::sim::devices::faults::{FaultKind, Faults};

/// Something that goes wrong with the machine, its cards or its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// A card is stuck; the machine's own attempts free it.
    JamFreed,
    /// A card is stuck and the machine's own attempts do not free it; somebody does after 3 to 15 s.
    Jam,
    /// The door is open when an order comes; somebody closes it after 2 to 8 s.
    DoorOpen,
    /// A card comes out that cannot be read.
    Unreadable,
    /// A card comes out that belongs to no pack of the game.
    Foreign,
    /// A card comes out that came before, and the machine does not notice.
    DuplicateDealt,
    /// A card comes out that came before, and the machine notices.
    DuplicateSeen,
    /// Two cards come out at once.
    DoubleFeed,
    /// A card takes 25 to 60 s.
    Slow,
    /// The power fails while a card comes out, and comes back after 2 to 10 s.
    PowerLost,
    /// There are no cards to shuffle; somebody puts them in after 5 to 20 s.
    HopperEmpty,
    /// A card is missing when the cards are counted.
    MissingCard,
    /// There is one card too many, of a kind that is complete.
    ExtraCard,
    /// One card is there in place of another.
    SwappedCard,
    /// A foreign card is in place of another.
    ForeignInPack,
    /// A card cannot be read when the cards are counted.
    UnreadableInPack,
    /// The self-test finds something.
    Defect,
    /// A byte of an answer is another one.
    Garbled,
    /// The head of an answer is missing.
    Cut,
    /// An answer breaks off, and the next one follows in its place.
    Merged,
    /// An answer does not come.
    AnswerLost,
    /// An answer comes 0.3 to 0.6 s late.
    AnswerLate,
    /// An answer comes twice.
    Repeated,
    /// Bytes that mean nothing come before an answer.
    Noise,
    /// The line is pulled out and comes back after 2 to 20 s; the machine goes on.
    LineLost,
}

/// What a fault is counted by: its rate, and the moment of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Per {
    /// Each card that is ordered.
    Card,
    /// Each shuffle, verification, ejection or test.
    Shuffle,
    /// Each answer.
    Answer,
}

impl Fault {
    /// Every fault there is.
    pub const ALL: [Self; 25] = [
        Self::JamFreed,
        Self::Jam,
        Self::DoorOpen,
        Self::Unreadable,
        Self::Foreign,
        Self::DuplicateDealt,
        Self::DuplicateSeen,
        Self::DoubleFeed,
        Self::Slow,
        Self::PowerLost,
        Self::HopperEmpty,
        Self::MissingCard,
        Self::ExtraCard,
        Self::SwappedCard,
        Self::ForeignInPack,
        Self::UnreadableInPack,
        Self::Defect,
        Self::Garbled,
        Self::Cut,
        Self::Merged,
        Self::AnswerLost,
        Self::AnswerLate,
        Self::Repeated,
        Self::Noise,
        Self::LineLost,
    ];

    /// The fault's name on the command line and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::JamFreed => "jam-freed",
            Self::Jam => "jam",
            Self::DoorOpen => "door-open",
            Self::Unreadable => "unreadable",
            Self::Foreign => "foreign",
            Self::DuplicateDealt => "duplicate-dealt",
            Self::DuplicateSeen => "duplicate-seen",
            Self::DoubleFeed => "double-feed",
            Self::Slow => "slow",
            Self::PowerLost => "power-lost",
            Self::HopperEmpty => "hopper-empty",
            Self::MissingCard => "missing-card",
            Self::ExtraCard => "extra-card",
            Self::SwappedCard => "swapped-card",
            Self::ForeignInPack => "foreign-in-pack",
            Self::UnreadableInPack => "unreadable-in-pack",
            Self::Defect => "defect",
            Self::Garbled => "garbled",
            Self::Cut => "cut",
            Self::Merged => "merged",
            Self::AnswerLost => "answer-lost",
            Self::AnswerLate => "answer-late",
            Self::Repeated => "repeated",
            Self::Noise => "noise",
            Self::LineLost => "line-lost",
        }
    }

    /// What it is counted by.
    #[must_use]
    pub const fn per(self) -> Per {
        match self {
            Self::JamFreed
            | Self::Jam
            | Self::DoorOpen
            | Self::Unreadable
            | Self::Foreign
            | Self::DuplicateDealt
            | Self::DuplicateSeen
            | Self::DoubleFeed
            | Self::Slow
            | Self::PowerLost => Per::Card,
            Self::HopperEmpty
            | Self::MissingCard
            | Self::ExtraCard
            | Self::SwappedCard
            | Self::ForeignInPack
            | Self::UnreadableInPack
            | Self::Defect => Per::Shuffle,
            Self::Garbled
            | Self::Cut
            | Self::Merged
            | Self::AnswerLost
            | Self::AnswerLate
            | Self::Repeated
            | Self::Noise
            | Self::LineLost => Per::Answer,
        }
    }
}

impl FaultKind for Fault {
    const KINDS: &'static [Self] = &Self::ALL;
    const EXAMPLE: &'static str = "jam";

    fn kind_name(self) -> &'static str {
        self.name()
    }
}

/// How a simulated shuffle machine behaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behaviour {
    /// What it calls itself.
    pub model: String,
    /// How many packs are in it.
    pub packs: u8,
    /// What goes wrong: with the first card, shuffle or answer of a run the moment is 1.
    pub faults: Faults<Fault>,
    /// How long a card takes, in milliseconds.
    pub deal_milliseconds: u64,
    /// How long the shuffling, counting or ejecting of one pack takes, in milliseconds.
    pub pack_milliseconds: u64,
}

impl Default for Behaviour {
    /// A machine without a fault: a card in under a second, a pack in twenty.
    fn default() -> Self {
        Self { model: "SIM-6".to_owned(), packs: 6, faults: Faults::none(), deal_milliseconds: 800, pack_milliseconds: 20_000 }
    }
}

impl Behaviour {
    /// A machine with every fault `times` in a thousand cards, shuffles or answers.
    #[must_use]
    pub fn harsh(times: u32) -> Self {
        Self { faults: Faults::harsh(times), ..Self::default() }
    }
}
