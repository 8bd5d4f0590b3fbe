//! The kinds of profile.

use std::fmt;

/// The kinds of profile, each a folder of `device-profiles/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A wheel, shuffler or other device: `devices`.
    Device,
    /// The rules of one variant of a game: `rules`.
    Rules,
    /// The rules of poker between players: `betting`.
    Betting,
    /// What a jurisdiction restricts: `jurisdictions`.
    Jurisdiction,
    /// One cabinet with its devices, seats and tables: `cabinets`.
    Cabinet,
}

impl Kind {
    /// Every kind there is.
    pub const ALL: [Self; 5] = [Self::Device, Self::Rules, Self::Betting, Self::Jurisdiction, Self::Cabinet];

    /// The folder of `device-profiles/` in which this kind lies.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Device => "devices",
            Self::Rules => "rules",
            Self::Betting => "betting",
            Self::Jurisdiction => "jurisdictions",
            Self::Cabinet => "cabinets",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Device => "device",
            Self::Rules => "rules",
            Self::Betting => "betting",
            Self::Jurisdiction => "jurisdiction",
            Self::Cabinet => "cabinet",
        })
    }
}
