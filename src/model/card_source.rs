//! What a source of cards says has happened, and what a table wants of it.
//!
//! A shuffle machine, a card-reading shoe and the virtual deck speak these same words. No word of theirs tells the order of cards that
//! are still to come: a count says how many, never which comes next.

use alloc::string::String;
use core::fmt;

use minicbor::{Decode, Encode};

use super::{Card, CardPlace, Composition, Deck, Face, FaultCode};

/// The number of an order to a card source. The numbers of one source grow and never repeat, so that one order can never bring two
/// cards, however often it is sent.
pub type OrderNumber = u64;

/// What a table wants of its card source now. It is read off the state: asking twice changes nothing, and a source acts once on each
/// order number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardWish {
    /// Be ready; nothing is wanted, and an order that runs is called off if it still can be.
    Ready,
    /// One card.
    Card {
        /// The order's number.
        number: OrderNumber,
        /// The shoe it is to come from: the number of the order that shuffled it. From another shoe no card is dealt.
        shoe: OrderNumber,
        /// Where it goes.
        to: CardPlace,
        /// Which way up.
        face: Face,
        /// What is left in the shoe, from which the virtual deck draws; no machine is told.
        remaining: Composition,
        /// How many cards have come out of the shoe so far; more than are missing from it where some went back into it.
        taken: u16,
    },
    /// Take all cards back, shuffle and count them: a new shoe, named by this order's number.
    Shuffle {
        /// The order's number.
        number: OrderNumber,
        /// Of which packs the shoe is to be.
        deck: Deck,
    },
    /// Take all cards back and count them, without a shoe to deal from afterwards.
    Verify {
        /// The order's number.
        number: OrderNumber,
        /// Which packs there should be.
        deck: Deck,
    },
    /// Hand all cards out, to be replaced.
    Eject {
        /// The order's number.
        number: OrderNumber,
    },
    /// Test the mechanism; ends the shoe.
    SelfTest {
        /// The order's number.
        number: OrderNumber,
    },
}

impl CardWish {
    /// The order's number; `None` where nothing is ordered.
    #[must_use]
    pub const fn number(&self) -> Option<OrderNumber> {
        match *self {
            Self::Ready => None,
            Self::Card { number, .. }
            | Self::Shuffle { number, .. }
            | Self::Verify { number, .. }
            | Self::Eject { number }
            | Self::SelfTest { number } => Some(number),
        }
    }
}

/// Something that a card source says has happened. Every order comes to exactly one end: [`Self::Card`], [`Self::Shuffled`],
/// [`Self::Counted`], [`Self::Ejected`], [`Self::SelfTested`] or [`Self::Failed`] with its number; only an order
/// that was withdrawn before the source took it up has none. After a restart of the daemon the end of the newest order may be told once more.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub enum CardSourceEvent {
    /// The source takes orders.
    #[n(0)]
    Opened,
    /// The source is in service or not to be used; it takes no orders.
    #[n(1)]
    Closed,
    /// The ordered card lies at its place.
    #[n(2)]
    Card {
        /// The order.
        #[n(0)]
        number: OrderNumber,
        /// Which card it is, as the source read it. Whether it can be there at all is the table's to check.
        #[n(1)]
        card: Card,
    },
    /// The order has come to an end without what was ordered; it will never be fulfilled any more.
    #[n(3)]
    Failed {
        /// The order.
        #[n(0)]
        number: OrderNumber,
        /// Why.
        #[n(1)]
        why: OrderFailure,
    },
    /// There is a new shoe, named by this order. It may be dealt from only where its count is complete.
    #[n(4)]
    Shuffled {
        /// The order.
        #[n(0)]
        number: OrderNumber,
        /// What was counted on the way.
        #[n(1)]
        count: DeckCount,
    },
    /// The cards have been counted.
    #[n(5)]
    Counted {
        /// The order.
        #[n(0)]
        number: OrderNumber,
        /// What was counted.
        #[n(1)]
        count: DeckCount,
    },
    /// The cards have been handed out.
    #[n(6)]
    Ejected {
        /// The order.
        #[n(0)]
        number: OrderNumber,
    },
    /// The self-test is over; where it was not passed, a fault says what was found.
    #[n(7)]
    SelfTested {
        /// The order.
        #[n(0)]
        number: OrderNumber,
        /// Whether everything is well.
        #[n(1)]
        passed: bool,
    },
    /// A card came out that no order asked for: a person drew it from a card-reading shoe out of turn.
    #[n(8)]
    Unasked {
        /// Which; `None` where it could not be read.
        #[n(0)]
        card: Option<Card>,
    },
    /// The cutting card came: the shoe ends with this deal (`house-rules-by` HRB-29).
    #[n(9)]
    CutCard,
    /// Something is wrong. It is told once, and stands until it is cleared.
    #[n(10)]
    Fault {
        /// What is wrong.
        #[n(0)]
        code: FaultCode,
        /// What exactly was seen, for the technician; never a card.
        #[n(1)]
        detail: String,
    },
    /// A fault is over.
    #[n(11)]
    FaultCleared(#[n(0)] FaultCode),
    /// An ordered shuffle goes on. It is told at its beginning and once for each pack; a source that cannot count on the way never tells it.
    #[n(12)]
    Shuffling {
        /// The order.
        #[n(0)]
        number: OrderNumber,
        /// How many cards were gone through so far.
        #[n(1)]
        cards: u16,
    },
}

/// Everything but the card: it may lie face down, and what is written for people to read must not tell it.
impl fmt::Debug for CardSourceEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Opened | Self::Closed | Self::CutCard => Ok(()),
            Self::Card { number, .. } | Self::Ejected { number } => write!(f, " of order {number}"),
            Self::Unasked { card } => f.write_str(if card.is_some() { ", read" } else { ", not read" }),
            Self::Failed { number, why } => write!(f, " of order {number}: {}", why.name()),
            Self::Shuffled { number, count } | Self::Counted { number, count } => write!(f, " by order {number}: {count:?}"),
            Self::SelfTested { number, passed } => write!(f, " by order {number}: {}", if *passed { "passed" } else { "not passed" }),
            Self::Fault { code, detail } => write!(f, " {}: {detail}", code.name()),
            Self::FaultCleared(code) => write!(f, " {}", code.name()),
            Self::Shuffling { number, cards } => write!(f, " of order {number}: {cards} cards so far"),
        }
    }
}

impl CardSourceEvent {
    /// Whether it is of no game: that the source is there or gone, a fault or its end.
    #[must_use]
    pub const fn is_of_no_game(&self) -> bool {
        matches!(self, Self::Opened | Self::Closed | Self::Fault { .. } | Self::FaultCleared(_))
    }

    /// The event's name in logs and exports.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Opened => "card-source-opened",
            Self::Closed => "card-source-closed",
            Self::Card { .. } => "card",
            Self::Failed { .. } => "order-failed",
            Self::Shuffled { .. } => "shuffled",
            Self::Counted { .. } => "counted",
            Self::Ejected { .. } => "ejected",
            Self::SelfTested { .. } => "self-tested",
            Self::Unasked { .. } => "unasked-card",
            Self::CutCard => "cut-card",
            Self::Fault { .. } => "fault",
            Self::FaultCleared(_) => "fault-cleared",
            Self::Shuffling { .. } => "shuffling",
        }
    }

    /// The card that came; `None` where none did, or nobody knows which.
    #[must_use]
    pub const fn card(&self) -> Option<Card> {
        match *self {
            Self::Card { card, .. } => Some(card),
            Self::Unasked { card } => card,
            _ => None,
        }
    }

    /// The order whose end this is.
    #[must_use]
    pub const fn ends(&self) -> Option<OrderNumber> {
        match *self {
            Self::Card { number, .. }
            | Self::Failed { number, .. }
            | Self::Shuffled { number, .. }
            | Self::Counted { number, .. }
            | Self::Ejected { number }
            | Self::SelfTested { number, .. } => Some(number),
            _ => None,
        }
    }
}

/// Why an order was not fulfilled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum OrderFailure {
    /// It was called off before anything moved.
    #[n(0)]
    CalledOff,
    /// The shoe has no card left.
    #[n(1)]
    Empty,
    /// A card came out and could not be read.
    #[n(2)]
    Unreadable,
    /// A card came out that belongs to no pack of this game, such as a joker or one with another back.
    #[n(3)]
    Foreign,
    /// A card came out that the source itself has dealt from this shoe too often.
    #[n(4)]
    Duplicate,
    /// More than one card came out.
    #[n(5)]
    DoubleFeed,
    /// Whether a card came out, and which, is not known: power was lost in the middle.
    #[n(6)]
    Unknown,
    /// The shoe the card was wanted from is not there any more: somebody else gave the source orders, or it is another source.
    #[n(7)]
    ShoeGone,
    /// The source cannot do it: it is defective, or does not know the order.
    #[n(8)]
    Impossible,
}

impl OrderFailure {
    /// Every reason there is.
    pub const ALL: [Self; 9] = [
        Self::CalledOff,
        Self::Empty,
        Self::Unreadable,
        Self::Foreign,
        Self::Duplicate,
        Self::DoubleFeed,
        Self::Unknown,
        Self::ShoeGone,
        Self::Impossible,
    ];

    /// The reason's name in journals and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CalledOff => "called-off",
            Self::Empty => "empty",
            Self::Unreadable => "unreadable",
            Self::Foreign => "foreign",
            Self::Duplicate => "duplicate",
            Self::DoubleFeed => "double-feed",
            Self::Unknown => "unknown",
            Self::ShoeGone => "shoe-gone",
            Self::Impossible => "impossible",
        }
    }

    /// Whether a card may lie on the table for this order all the same, one that nobody could name.
    #[must_use]
    pub const fn may_have_brought_a_card(self) -> bool {
        !matches!(self, Self::CalledOff | Self::Empty | Self::Impossible)
    }
}

/// What a source counted in its cards. It tells numbers, never an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct DeckCount {
    /// How many cards there were in all.
    #[n(0)]
    pub cards: u16,
    /// How many of them are there too often.
    #[n(1)]
    pub duplicate: u16,
    /// How many that should be there are not.
    #[n(2)]
    pub missing: u16,
    /// How many belong to no pack of the game.
    #[n(3)]
    pub foreign: u16,
    /// How many could not be read.
    #[n(4)]
    pub unreadable: u16,
}

impl DeckCount {
    /// What these packs count when they are complete; a number is one of packs of 52 cards.
    #[must_use]
    pub fn complete(deck: impl Into<Deck>) -> Self {
        Self { cards: deck.into().count(), ..Self::default() }
    }

    /// Whether these are exactly the packs (`house-rules-by` HRB-23).
    #[must_use]
    pub fn is_complete(&self, deck: impl Into<Deck>) -> bool {
        self.defect(deck).is_none()
    }

    /// What makes these cards a defective deck where they should be these packs (`house-rules-by` HRB-23): too many or too few cards, and
    /// where the count alone does not tell it, which cards are wrong.
    #[must_use]
    pub fn defect(&self, deck: impl Into<Deck>) -> Option<FaultCode> {
        let defects = [
            (self.cards != Self::complete(deck).cards, FaultCode::WrongCardCount),
            (self.duplicate > 0, FaultCode::DuplicateCard),
            (self.foreign > 0, FaultCode::ForeignCard),
            (self.unreadable > 0, FaultCode::CardUnreadable),
            (self.missing > 0, FaultCode::MissingCard),
        ];
        defects.into_iter().find_map(|(is_so, code)| is_so.then_some(code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_with_too_many_too_few_or_equal_cards_is_defective_as_hrb_23_says() {
        let whole = DeckCount::complete(6);
        assert_eq!(whole.cards, 312);
        assert!(whole.is_complete(6) && !whole.is_complete(8));
        assert!(!DeckCount { cards: 311, missing: 1, ..whole }.is_complete(6));
        assert!(!DeckCount { duplicate: 1, missing: 1, ..whole }.is_complete(6), "the count alone does not tell it");
        assert!(!DeckCount { unreadable: 1, ..whole }.is_complete(6));
    }

    #[test]
    fn every_order_has_one_end_and_a_wish_for_nothing_is_no_order() {
        assert_eq!(CardWish::Ready.number(), None);
        assert_eq!(CardWish::Eject { number: 7 }.number(), Some(7));
        let failed = CardSourceEvent::Failed { number: 7, why: OrderFailure::Empty };
        assert_eq!((failed.ends(), CardSourceEvent::CutCard.ends()), (Some(7), None));
    }

    #[test]
    fn an_event_is_read_back_from_its_bytes() {
        let card = "As".parse().expect("the name of a card");
        for event in [
            CardSourceEvent::Card { number: u64::MAX, card },
            CardSourceEvent::Shuffled { number: 3, count: DeckCount::complete(8) },
            CardSourceEvent::Fault { code: FaultCode::CardJam, detail: "at the feed".into() },
            CardSourceEvent::Unasked { card: None },
            CardSourceEvent::Shuffling { number: 3, cards: 104 },
        ] {
            let bytes = minicbor::to_vec(&event).expect("encoding to memory cannot fail");
            assert_eq!(minicbor::decode::<CardSourceEvent>(&bytes).ok(), Some(event));
        }
    }
}
