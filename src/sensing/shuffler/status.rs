//! What is known of the machine just now.

use crate::model::FaultCode;
use crate::sensing::card_source::{LineStatus, OrderId};

/// What is known of the machine just now. No card stands in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Its line, and who it is.
    pub line: LineStatus,
    /// Its state as last told.
    pub state: Option<State>,
    /// How often it has tried to free a jam.
    pub retries: u8,
    /// Where the card is that is stuck or came wrong, where the machine says it.
    pub place: Option<Place>,
    /// How many cards are left in its shoe.
    pub cards_left: u16,
    /// The shuffle that made the shoe it can deal from.
    pub shoe: Option<OrderId>,
    /// The newest order it knows.
    pub newest: Option<Newest>,
}

impl AsMut<LineStatus> for Status {
    fn as_mut(&mut self) -> &mut LineStatus {
        &mut self.line
    }
}

/// The newest order a machine knows, and how far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Newest {
    /// Which.
    pub order: OrderId,
    /// How far it is.
    pub progress: Progress,
}

/// How far an order is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The machine works on it.
    Running,
    /// It waits for somebody.
    Held,
    /// It has come to its end.
    Done,
}

/// A place in a machine where a card can be stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Where cards are put in and drawn off one by one.
    Feed,
    /// Where they are read, shuffled and kept.
    Inside,
    /// Where they come out.
    Exit,
}

impl Place {
    /// Every place there is.
    pub const ALL: [Self; 3] = [Self::Feed, Self::Inside, Self::Exit];

    /// The place's word on the line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Feed => "FEED",
            Self::Inside => "INSIDE",
            Self::Exit => "EXIT",
        }
    }

    pub(super) fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|place| place.word() == word)
    }
}

/// The state of a machine in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It has cards or not, and no shoe.
    Idle,
    /// Cards are being taken in.
    Loading,
    /// Cards are being shuffled and counted.
    Shuffling,
    /// The cards have been verified: they are exactly the packs that were asked about. There is no shoe yet.
    Verified,
    /// There is a shoe to deal from.
    Ready,
    /// A card is on its way.
    Dealing,
    /// The door or the cover is open.
    Door,
    /// A card is stuck.
    Jam,
    /// There are no cards.
    Empty,
    /// More than one card came out at once.
    DoubleFeed,
    /// A card could not be read.
    Unreadable,
    /// A card is there too often.
    Duplicate,
    /// A card is not there.
    Missing,
    /// A card belongs to no pack of the game.
    Foreign,
    /// There are too many or too few cards.
    WrongCount,
    /// A technician has it.
    Service,
}

impl State {
    /// Every state there is.
    pub const ALL: [Self; 16] = [
        Self::Idle,
        Self::Loading,
        Self::Shuffling,
        Self::Verified,
        Self::Ready,
        Self::Dealing,
        Self::Door,
        Self::Jam,
        Self::Empty,
        Self::DoubleFeed,
        Self::Unreadable,
        Self::Duplicate,
        Self::Missing,
        Self::Foreign,
        Self::WrongCount,
        Self::Service,
    ];

    /// The state's word on the line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Idle => "IDLE",
            Self::Loading => "LOADING",
            Self::Shuffling => "SHUFFLING",
            Self::Verified => "VERIFIED",
            Self::Ready => "READY",
            Self::Dealing => "DEALING",
            Self::Door => "DOOR",
            Self::Jam => "JAM",
            Self::Empty => "EMPTY",
            Self::DoubleFeed => "DOUBLE",
            Self::Unreadable => "UNREADABLE",
            Self::Duplicate => "DUPLICATE",
            Self::Missing => "MISSING",
            Self::Foreign => "FOREIGN",
            Self::WrongCount => "COUNT",
            Self::Service => "SERVICE",
        }
    }

    pub(super) fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }

    /// What keeps cards from coming in this state, for anybody who stands before the machine.
    #[must_use]
    pub const fn obstacle(self) -> Option<FaultCode> {
        match self {
            Self::Empty => Some(FaultCode::CardHopperEmpty),
            state => state.fault(),
        }
    }

    /// The fault that stands while the machine is in this state. A machine without cards is at fault only where an order waits for them:
    /// all of them may lie on the table.
    #[must_use]
    pub const fn fault(self) -> Option<FaultCode> {
        match self {
            Self::Door => Some(FaultCode::CardDoorOpen),
            Self::Jam => Some(FaultCode::CardJam),
            Self::DoubleFeed => Some(FaultCode::DoubleFeed),
            Self::Unreadable => Some(FaultCode::CardUnreadable),
            Self::Duplicate => Some(FaultCode::DuplicateCard),
            Self::Missing => Some(FaultCode::MissingCard),
            Self::Foreign => Some(FaultCode::ForeignCard),
            Self::WrongCount => Some(FaultCode::WrongCardCount),
            _ => None,
        }
    }
}
