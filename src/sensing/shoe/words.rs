//! What a body says: the cabinet's lines written, the shoe's read.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;

use super::status::{Load, State};
use crate::model::{Card, CardPlace, Face};
use crate::sensing::card_source::{self, Identity, Kept, OrderId, Words, face_of_word, face_word, place_of_word, place_word, whole};

/// More cards than any shoe holds: a higher number is none.
const CARDS_MOST: u16 = 500;

/// What is shown to the person who draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Nothing,
    /// So many packs are to be loaded.
    Load(u8),
    /// The card of this number is to be drawn for this place.
    Card {
        number: u16,
        to: CardPlace,
        face: Face,
    },
}

/// What the cabinet says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Who,
    Want(Shown),
    Name(OrderId),
    Tell(u16),
}

impl Question {
    /// Reads a line, as [`Self::body`] writes it.
    pub(super) fn parse(body: &str) -> Option<Self> {
        let mut words = Words::of(body);
        let question = match words.next()? {
            "WHO" => Self::Who,
            "NAME" => Self::Name(OrderId::parse(words.next()?)?),
            "TELL" => Self::Tell(words.whole()?),
            "WANT" => Self::Want(shown(&mut words)?),
            _ => return None,
        };
        words.next().is_none().then_some(question)
    }

    /// The body of this line.
    pub(super) fn body(&self) -> String {
        match self {
            Self::Who => "WHO".to_owned(),
            Self::Name(id) => format!("NAME {id}"),
            Self::Tell(number) => format!("TELL {number}"),
            Self::Want(Shown::Nothing) => "WANT NOTHING".to_owned(),
            Self::Want(Shown::Load(packs)) => format!("WANT LOAD {packs}"),
            Self::Want(Shown::Card { number, to, face }) => format!("WANT CARD {number} {} {}", place_word(*to), face_word(*face)),
        }
    }
}

/// What was read of a card that was drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Read {
    Card(Card),
    Unreadable,
    Foreign,
}

/// Not the card: it may lie face down.
impl fmt::Debug for Read {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if matches!(self, Self::Card(_)) { "read" } else { "not read" })
    }
}

/// What the shoe says.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Said {
    Identity(Identity),
    State(State, Load),
    /// `card` is none where a capture has left out what was read of it.
    Drawn {
        load: Option<OrderId>,
        number: u16,
        card: Option<Read>,
    },
}

impl Said {
    /// Reads a body; nothing is guessed, and nothing may stand behind the last word.
    pub(super) fn parse(body: &str) -> Option<Self> {
        let mut words = Words::of(body);
        let said = match words.next()? {
            "SHOE" => Self::Identity(Identity::parse(&mut words)?),
            "STATE" => Self::State(State::of_word(words.next()?)?, load(&mut words)?),
            "DRAWN" => {
                let (load, number) = drawn(&mut words)?;
                Self::Drawn { load, number, card: Some(read(words.next()?)?) }
            }
            _ => return None,
        };
        words.next().is_none().then_some(said)
    }

    /// Reads what a capture has kept of a body that named a card: all but that.
    pub(super) fn parse_without_card(body: &str) -> Option<Self> {
        let mut words = Words::of(body.strip_prefix("DRAWN ")?);
        let (load, number) = drawn(&mut words)?;
        words.next().is_none().then_some(Self::Drawn { load, number, card: None })
    }
}

/// What is to be shown to the person who draws.
fn shown(words: &mut Words<'_>) -> Option<Shown> {
    Some(match words.next()? {
        "NOTHING" => Shown::Nothing,
        "LOAD" => Shown::Load(words.whole()?),
        "CARD" => Shown::Card { number: words.whole()?, to: place_of_word(words.next()?)?, face: face_of_word(words.next()?)? },
        _ => return None,
    })
}

/// Of which loading a card was drawn, and which of its cards it was.
fn drawn(words: &mut Words<'_>) -> Option<(Option<OrderId>, u16)> {
    Some((words.or_none(OrderId::parse)?, words.whole().filter(|number| (1..=CARDS_MOST).contains(number))?))
}

fn load(words: &mut Words<'_>) -> Option<Load> {
    let load = Load { name: words.or_none(OrderId::parse)?, packs: words.whole()?, drawn: words.whole()?, cut: words.or_none(whole)? };
    (load.packs <= 8 && load.drawn <= CARDS_MOST && load.cut.is_none_or(|cut| cut <= load.drawn)).then_some(load)
}

fn read(word: &str) -> Option<Read> {
    match word {
        "??" => Some(Read::Unreadable),
        "XX" => Some(Read::Foreign),
        card => card.parse().ok().map(Read::Card),
    }
}

/// A line as it may be written into a record; a drawn card, read or not, is left out.
pub(super) fn recorded(line: &[u8]) -> String {
    let asked = |body: &str| ["WHO", "WANT", "NAME", "TELL"].contains(&Words::of(body).next().unwrap_or_default());
    card_source::recorded(line, |body| match Said::parse(body) {
        Some(Said::Drawn { .. }) => Kept::ButTheCard,
        Some(_) => Kept::Whole,
        None if asked(body) => Kept::Whole,
        None => Kept::Nothing,
    })
}
