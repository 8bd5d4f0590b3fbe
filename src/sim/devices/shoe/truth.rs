//! What really happened at a simulated shoe.

use super::behaviour::Fault;
use crate::model::{Card, Timestamp};

/// Something that the dealer did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShoeTruth {
    /// When.
    pub at: Timestamp,
    /// What.
    pub deed: Deed,
    /// What went wrong since the deed before.
    pub faults: Vec<Fault>,
}

/// A deed of the dealer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// The shoe was loaded with so many packs.
    Loaded {
        /// How many.
        packs: u8,
    },
    /// A card was drawn.
    Drawn {
        /// Its number of this loading, from 1.
        number: u16,
        /// Which it is; none where it belongs to no pack of the game.
        card: Option<Card>,
        /// Whether the shoe could read it.
        is_read: bool,
        /// Whether it was wanted, and which way up; none where nothing was wanted.
        face_up: Option<bool>,
    },
}

/// Without the card, which may lie face down.
impl std::fmt::Debug for Deed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Loaded { packs } => write!(f, "{packs} packs loaded"),
            Self::Drawn { number, face_up, .. } => write!(f, "card {number} drawn, {}wanted", if face_up.is_some() { "" } else { "not " }),
        }
    }
}
