//! What a body says: requests written, answers read.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use super::order::{Deed, Order};
use super::status::{Newest, Place, Progress, State};
use crate::model::{Card, Deck, DeckCount, OrderFailure};
use crate::sensing::card_source::{Identity, OrderId, Words, face_of_word, face_word, place_of_word, place_word, whole};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Request {
    Identify,
    Status,
    Do(OrderId, Order),
    CallOff(OrderId),
}

impl Request {
    /// The body of this request.
    pub(super) fn body(&self, sequence: u16) -> String {
        let words = match self {
            Self::Identify => "ID".to_owned(),
            Self::Status => "ST".to_owned(),
            Self::CallOff(id) => format!("OFF {id}"),
            Self::Do(id, order) => match order.deed {
                Deed::Deal { shoe, to, face } => format!("DO {id} DEAL {shoe} {} {}", place_word(to), face_word(face)),
                Deed::Shuffle { deck } => format!("DO {id} SHUFFLE {}", deck.packs),
                Deed::Verify { deck } => format!("DO {id} VERIFY {}", deck.packs),
                Deed::Eject => format!("DO {id} EJECT"),
                Deed::SelfTest => format!("DO {id} TEST"),
            },
        };
        format!("Q{sequence:03} {words}")
    }

    /// Reads the words of a request, as [`Self::body`] writes them.
    pub(super) fn parse(words: &str) -> Option<Self> {
        let mut words = Words::of(words);
        let request = match words.next()? {
            "ID" => Self::Identify,
            "ST" => Self::Status,
            "OFF" => Self::CallOff(OrderId::parse(words.next()?)?),
            "DO" => {
                let id = OrderId::parse(words.next()?)?;
                Self::Do(id, Order { number: id.number, deed: deed(&mut words)? })
            }
            _ => return None,
        };
        words.next().is_none().then_some(request)
    }

    /// The order that is asked about.
    pub(super) const fn order(&self) -> Option<OrderId> {
        match self {
            Self::Do(id, _) | Self::CallOff(id) => Some(*id),
            Self::Identify | Self::Status => None,
        }
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Identity(Identity),
    Status { state: State, retries: u8, left: u16, shoe: Option<OrderId>, newest: Option<Newest>, place: Option<Place> },
    Job(OrderId, OrderState),
    No(OrderId, Objection),
}

/// How an order stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OrderState {
    /// `cards` were gone through, where the machine says it.
    Run {
        retries: u8,
        cards: Option<u16>,
    },
    /// `place` is where the trouble is, where the machine says it.
    Held {
        by: State,
        retries: u8,
        place: Option<Place>,
    },
    /// None where a capture has left out which.
    Card(Option<Card>),
    Shuffled(DeckCount),
    /// With the hash of what was counted, where the machine says it.
    Counted(DeckCount, Option<u32>),
    Ejected,
    Tested {
        code: u16,
    },
    Failed(OrderFailure),
}

/// Why a request is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Objection {
    Old,
    Other,
    Busy,
    Service,
}

/// The sequence number and the words of a body that begins with this letter.
pub(super) fn split_sequence(body: &str, letter: char) -> Option<(u16, &str)> {
    let (sequence, words) = body.strip_prefix(letter)?.split_once(' ')?;
    let sequence = (sequence.len() == 3).then(|| whole(sequence)).flatten()?;
    Some((sequence, words))
}

impl Answer {
    /// Reads the words of an answer; nothing is guessed, and nothing may stand behind the last word.
    pub(super) fn parse(words: &str) -> Option<Self> {
        let mut words = Words::of(words);
        let answer = match words.next()? {
            "ID" => Self::Identity(Identity::parse(&mut words)?),
            "ST" => Self::Status {
                state: State::of_word(words.next()?)?,
                retries: words.whole()?,
                left: words.whole()?,
                shoe: words.or_none(OrderId::parse)?,
                newest: words.or_none(newest)?,
                place: words.any(Place::of_word)?,
            },
            "JOB" => Self::Job(OrderId::parse(words.next()?)?, OrderState::parse(&mut words)?),
            "NO" => Self::No(OrderId::parse(words.next()?)?, objection(words.next()?)?),
            _ => return None,
        };
        words.next().is_none().then_some(answer)
    }

    /// Reads what a capture has kept of the words of an answer that named a card: all but that.
    pub(super) fn parse_without_card(words: &str) -> Option<Self> {
        let id = words.strip_prefix("JOB ")?.strip_suffix(" CARD")?;
        Some(Self::Job(OrderId::parse(id)?, OrderState::Card(None)))
    }
}

impl OrderState {
    fn parse(words: &mut Words<'_>) -> Option<Self> {
        Some(match words.next()? {
            "RUN" => Self::Run { retries: words.whole()?, cards: words.any(whole)? },
            "HELD" => Self::Held { by: State::of_word(words.next()?)?, retries: words.whole()?, place: words.any(Place::of_word)? },
            "CARD" => Self::Card(Some(words.next()?.parse().ok()?)),
            "SHUFFLED" => Self::Shuffled(count(words)?),
            "COUNTED" => Self::Counted(count(words)?, words.any(hash)?),
            "EJECTED" => Self::Ejected,
            "TESTED" => Self::Tested { code: words.whole()? },
            "FAIL" => Self::Failed(failure(words.next()?)?),
            _ => return None,
        })
    }
}

/// What an order orders.
fn deed(words: &mut Words<'_>) -> Option<Deed> {
    Some(match words.next()? {
        "DEAL" => Deed::Deal { shoe: words.whole()?, to: place_of_word(words.next()?)?, face: face_of_word(words.next()?)? },
        "SHUFFLE" => Deed::Shuffle { deck: Deck::plain(words.whole()?) },
        "VERIFY" => Deed::Verify { deck: Deck::plain(words.whole()?) },
        "EJECT" => Deed::Eject,
        "TEST" => Deed::SelfTest,
        _ => return None,
    })
}

fn newest(word: &str) -> Option<Newest> {
    let (order, progress) = word.split_once('/')?;
    let progress = match progress {
        "RUN" => Progress::Running,
        "HELD" => Progress::Held,
        "DONE" => Progress::Done,
        _ => return None,
    };
    Some(Newest { order: OrderId::parse(order)?, progress })
}

fn count(words: &mut Words<'_>) -> Option<DeckCount> {
    Some(DeckCount {
        cards: words.whole()?,
        duplicate: words.whole()?,
        missing: words.whole()?,
        foreign: words.whole()?,
        unreadable: words.whole()?,
    })
}

/// Eight upper-case hexadecimal digits.
fn hash(word: &str) -> Option<u32> {
    let is_hash = word.len() == 8 && word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'A'..=b'F'));
    u32::from_str_radix(word, 16).ok().filter(|_| is_hash)
}

fn failure(word: &str) -> Option<OrderFailure> {
    Some(match word {
        "OFF" => OrderFailure::CalledOff,
        "EMPTY" => OrderFailure::Empty,
        "UNREADABLE" => OrderFailure::Unreadable,
        "FOREIGN" => OrderFailure::Foreign,
        "DUPLICATE" => OrderFailure::Duplicate,
        "DOUBLE" => OrderFailure::DoubleFeed,
        "UNKNOWN" => OrderFailure::Unknown,
        "SHOE" => OrderFailure::ShoeGone,
        "IMPOSSIBLE" => OrderFailure::Impossible,
        _ => return None,
    })
}

fn objection(word: &str) -> Option<Objection> {
    Some(match word {
        "OLD" => Objection::Old,
        "OTHER" => Objection::Other,
        "BUSY" => Objection::Busy,
        "SERVICE" => Objection::Service,
        _ => return None,
    })
}
