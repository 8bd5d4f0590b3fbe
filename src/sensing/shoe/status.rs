//! What is known of the shoe just now.

use alloc::format;
use alloc::string::String;

use crate::model::{Card, FaultCode};
use crate::sensing::card_source::{LineStatus, OrderId};

/// What is known of the shoe just now. No card stands in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Its line, and who it is.
    pub line: LineStatus,
    /// Its state as last told.
    pub state: Option<State>,
    /// What it is loaded with, as last told.
    pub load: Option<Load>,
}

impl AsMut<LineStatus> for Status {
    fn as_mut(&mut self) -> &mut LineStatus {
        &mut self.line
    }
}

/// What a shoe is loaded with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// The order for fresh cards that this loading fulfils; none while no cabinet has taken it.
    pub name: Option<OrderId>,
    /// How many packs it is, as the person who loaded it has set.
    pub packs: u8,
    /// How many cards of it have been drawn.
    pub drawn: u16,
    /// After how many of them the cutting card came.
    pub cut: Option<u16>,
}

impl Load {
    /// How many cards it should hold, all that were drawn included.
    #[must_use]
    pub const fn cards(&self) -> u16 {
        self.packs as u16 * Card::COUNT as u16
    }

    /// Whether no cabinet has taken it and no card of it has been drawn.
    #[must_use]
    pub const fn is_fresh(&self) -> bool {
        self.packs > 0 && self.name.is_none() && self.drawn == 0
    }

    /// How it contradicts what was last told of the same loading, if it does: packs and a cutting card that came stay as they are, and no card
    /// goes back.
    pub(super) fn contradicts(&self, former: &Self) -> Option<String> {
        let is_same = self.name.is_some() && self.name == former.name;
        match (self, former) {
            _ if !is_same => None,
            (Self { packs, .. }, Self { packs: before, .. }) if packs != before => {
                Some(format!("the shoe says that {packs} packs were loaded, after it said {before}"))
            }
            (Self { drawn, .. }, Self { drawn: before, .. }) if drawn < before => {
                Some(format!("the shoe says that {drawn} cards were drawn, after it said {before}"))
            }
            (Self { cut, .. }, Self { cut: Some(before), .. }) if *cut != Some(*before) => {
                Some(format!("the shoe says another place of the cutting card than {before}, which it said before"))
            }
            _ => None,
        }
    }
}

/// The state of a shoe in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Cards can be drawn.
    Ready,
    /// No card is left in it.
    Empty,
    /// Its cover is open.
    Cover,
    /// It has found a defect of its own.
    Defect,
    /// A technician has it.
    Service,
}

impl State {
    /// Every state there is.
    pub const ALL: [Self; 5] = [Self::Ready, Self::Empty, Self::Cover, Self::Defect, Self::Service];

    /// The state's word on the line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ready => "READY",
            Self::Empty => "EMPTY",
            Self::Cover => "COVER",
            Self::Defect => "DEFECT",
            Self::Service => "SERVICE",
        }
    }

    pub(super) fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }

    /// The fault that stands while the shoe is in this state.
    #[must_use]
    pub const fn fault(self) -> Option<FaultCode> {
        match self {
            Self::Cover => Some(FaultCode::CardDoorOpen),
            Self::Defect => Some(FaultCode::CardSourceDefect),
            Self::Ready | Self::Empty | Self::Service => None,
        }
    }
}
