//! How a simulated shoe and the person who draws from it behave: their times, and which mistakes and faults come how often or when.

use crate::sim::devices::faults::{FaultKind, Faults};
use crate::sim::devices::line::LineFault;
use crate::sim::devices::packs::Defect;

/// Something that goes wrong with the dealer, the cards, the shoe or its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// A second card comes out 0.2 to 0.9 s after the first, whether one is wanted or not.
    OneTooMany,
    /// The card is laid on another box than the one whose turn it is; the shoe cannot see it.
    BoxSkipped,
    /// A card comes out that cannot be read.
    Unreadable,
    /// A card comes out that belongs to no pack of the game.
    Foreign,
    /// A card comes out that came before.
    CardTwice,
    /// The dealer takes 25 to 60 s.
    Slow,
    /// The cover is opened before the card is drawn, and closed after 2 to 8 s.
    CoverOpen,
    /// The power fails when the card is out, and comes back after 2 to 10 s.
    PowerLost,
    /// A card is missing in what is loaded.
    MissingCard,
    /// There is one card too many.
    ExtraCard,
    /// One card is there in place of another.
    SwappedCard,
    /// A foreign card is in place of another.
    ForeignInPack,
    /// The dealer sets one pack too few.
    WrongPacks,
    /// A byte of a line is another one.
    Garbled,
    /// The head of a line is missing.
    Cut,
    /// A line breaks off, and the next one follows in its place.
    Merged,
    /// A line does not come.
    LineMissing,
    /// A line comes 0.3 to 0.6 s late.
    LineLate,
    /// A line comes twice.
    Repeated,
    /// Bytes that mean nothing come before a line.
    Noise,
    /// The shoe is unplugged and plugged in again after 2 to 20 s; it goes on.
    Unplugged,
}

/// What a fault is counted by: its rate, and the moment of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Per {
    /// Each card that the dealer is asked for.
    Card,
    /// Each loading.
    Load,
    /// Each line of the shoe.
    Line,
}

impl Fault {
    /// Every fault there is.
    pub const ALL: [Self; 21] = [
        Self::OneTooMany,
        Self::BoxSkipped,
        Self::Unreadable,
        Self::Foreign,
        Self::CardTwice,
        Self::Slow,
        Self::CoverOpen,
        Self::PowerLost,
        Self::MissingCard,
        Self::ExtraCard,
        Self::SwappedCard,
        Self::ForeignInPack,
        Self::WrongPacks,
        Self::Garbled,
        Self::Cut,
        Self::Merged,
        Self::LineMissing,
        Self::LineLate,
        Self::Repeated,
        Self::Noise,
        Self::Unplugged,
    ];

    /// The fault's name on the command line and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneTooMany => "one-too-many",
            Self::BoxSkipped => "box-skipped",
            Self::Unreadable => "unreadable",
            Self::Foreign => "foreign",
            Self::CardTwice => "card-twice",
            Self::Slow => "slow",
            Self::CoverOpen => "cover-open",
            Self::PowerLost => "power-lost",
            Self::MissingCard => "missing-card",
            Self::ExtraCard => "extra-card",
            Self::SwappedCard => "swapped-card",
            Self::ForeignInPack => "foreign-in-pack",
            Self::WrongPacks => "wrong-packs",
            Self::Garbled => "garbled",
            Self::Cut => "cut",
            Self::Merged => "merged",
            Self::LineMissing => "line-missing",
            Self::LineLate => "line-late",
            Self::Repeated => "repeated",
            Self::Noise => "noise",
            Self::Unplugged => "unplugged",
        }
    }

    /// What it is counted by.
    #[must_use]
    pub const fn per(self) -> Per {
        match self {
            Self::OneTooMany
            | Self::BoxSkipped
            | Self::Unreadable
            | Self::Foreign
            | Self::CardTwice
            | Self::Slow
            | Self::CoverOpen
            | Self::PowerLost => Per::Card,
            Self::MissingCard | Self::ExtraCard | Self::SwappedCard | Self::ForeignInPack | Self::WrongPacks => Per::Load,
            Self::Garbled
            | Self::Cut
            | Self::Merged
            | Self::LineMissing
            | Self::LineLate
            | Self::Repeated
            | Self::Noise
            | Self::Unplugged => Per::Line,
        }
    }

    /// What it is to the packs.
    pub(super) const fn defect(self) -> Option<Defect> {
        Some(match self {
            Self::MissingCard => Defect::Missing,
            Self::ExtraCard => Defect::Extra,
            Self::SwappedCard => Defect::Swapped,
            Self::ForeignInPack => Defect::Foreign,
            _ => return None,
        })
    }

    /// What it is to the line.
    pub(super) const fn of_line(self) -> Option<LineFault> {
        Some(match self {
            Self::Garbled => LineFault::Garbled,
            Self::Cut => LineFault::Cut,
            Self::Merged => LineFault::Merged,
            Self::LineMissing => LineFault::Lost,
            Self::LineLate => LineFault::Late,
            Self::Repeated => LineFault::Repeated,
            Self::Noise => LineFault::Noise,
            _ => return None,
        })
    }
}

impl FaultKind for Fault {
    const KINDS: &'static [Self] = &Self::ALL;
    const EXAMPLE: &'static str = "one-too-many";

    fn kind_name(self) -> &'static str {
        self.name()
    }
}

/// How a simulated shoe and its dealer behave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behaviour {
    /// What the shoe calls itself.
    pub model: String,
    /// What goes wrong: with the first card, loading or line of a run the moment is 1.
    pub faults: Faults<Fault>,
    /// How long the dealer takes for a card at least, in milliseconds; at most it is twice as long.
    pub draw_milliseconds: u64,
    /// How long it takes to shuffle, cut and load one pack, in milliseconds.
    pub pack_milliseconds: u64,
    /// After how many cards the cutting card comes; `None` where there is none.
    pub cut_after: Option<u16>,
}

impl Default for Behaviour {
    /// A dealer without a mistake: a card in a second, a pack in ten.
    fn default() -> Self {
        Self { model: "SIM-SHOE".to_owned(), faults: Faults::none(), draw_milliseconds: 700, pack_milliseconds: 10_000, cut_after: None }
    }
}

impl Behaviour {
    /// Every fault `times` in a thousand cards, loadings or lines.
    #[must_use]
    pub fn harsh(times: u32) -> Self {
        Self { faults: Faults::harsh(times), ..Self::default() }
    }
}
