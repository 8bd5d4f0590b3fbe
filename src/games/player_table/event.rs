//! What happened at the table. The events in their order make the table, and every movement of money stands in one of them.

use alloc::vec::Vec;

use super::view::Eyes;
use crate::games::betting::{Action, Settlement};
use crate::games::seating::Markers;
use crate::games::streets::CardTo;
use crate::model::{Card, Combination, Money, Seat};

/// A card that not everybody may see: it never says which when it is printed (HRB-17).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct HeldCard(pub(super) Option<Card>);

impl HeldCard {
    /// Which card; none for eyes that may not see it.
    #[must_use]
    pub const fn card(self) -> Option<Card> {
        self.0
    }
}

impl core::fmt::Debug for HeldCard {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a card")
    }
}

/// Why a deal is void.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoidReason {
    /// A card came that the pack cannot hold any more (HRB-24).
    CardNotInPack,
    /// An attendant says so (HRB-25).
    Attendant,
    /// A mistake was made in dealing with which it cannot go on (SPG-106, SPG-106a, TA-18, TPAM-39).
    Misdeal,
    /// No card can be had for it any more.
    NoCard,
    /// The program was started again in its middle (HX-4, TPAM-Q31).
    Restart,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// So much went from the seat's credit to its stack, and it sits.
    Joined {
        /// Whose.
        seat: Seat,
        /// How much.
        put: Money,
    },
    /// So much went from the seat's credit to its stack.
    ToppedUp {
        /// Whose.
        seat: Seat,
        /// How much.
        amount: Money,
    },
    /// The seat sits out, or is back.
    SatOut {
        /// Whose.
        seat: Seat,
        /// Whether it sits out.
        is_out: bool,
    },
    /// The seat goes when the deal is over.
    IsLeaving {
        /// Whose.
        seat: Seat,
    },
    /// The seat is free, and its stack went back to its credit.
    Left {
        /// Whose.
        seat: Seat,
        /// How much.
        back: Money,
    },
    /// The button was drawn.
    ButtonDrawn {
        /// Where it lies.
        button: Seat,
    },
    /// So much of the seat's stack went to the house for another hour at the table (TPAM-10).
    HourPaid {
        /// Whose.
        seat: Seat,
        /// How much.
        fee: Money,
    },
    /// A deal began: where the button and the blinds are, and who is dealt in with which stack.
    Began {
        /// Its number, from 1 on.
        deal: u64,
        /// Where the button and the blinds are.
        markers: Markers,
        /// Who, with what.
        players: Vec<(Seat, Money)>,
    },
    /// The rules put so much of the seat's stack into the pot: ante and blind, or the bring-in.
    Posted {
        /// Whose.
        seat: Seat,
        /// How much.
        amount: Money,
    },
    /// A card was dealt.
    Dealt {
        /// Where.
        to: CardTo,
        /// Which.
        card: HeldCard,
    },
    /// The dealer has shown this closed card of the seat, and the deal goes on (SPG-80, SPG-81, SPG-90).
    Exposed {
        /// Whose.
        seat: Seat,
        /// Which of its closed cards, from 0.
        place: u8,
        /// Whether it lies open before the seat from now on, instead of being replaced.
        stays: bool,
    },
    /// A card came that nobody ordered, and is out of the deal or lies aside (SPG-93 to SPG-96).
    Extra {
        /// Which.
        card: HeldCard,
    },
    /// The card that came last lay face up in the pack, and the next one replaces it (SPG-74).
    Boxed {
        /// Which, as everybody saw it.
        card: Card,
    },
    /// The flop goes back with its burn (SPG-91, SPG-92).
    FlopTakenBack,
    /// What goes back was shuffled into the stub.
    StubShuffled,
    /// The hand of the seat has a wrong number of cards and is dead (SPG-107, SPG-108).
    Spoilt {
        /// Whose.
        seat: Seat,
    },
    /// The hand of a seat that is not there is dead (SPT-40).
    Killed {
        /// Whose.
        seat: Seat,
    },
    /// The seat did this, and so much of its stack went into the pot. Of its own will or because its time was over or it is going.
    Acted {
        /// Whose.
        seat: Seat,
        /// What.
        action: Action,
        /// How much.
        paid: Money,
    },
    /// One of those whose hands are equal does not divide the bank: these play for it again, with a fresh pack (TPAM-8).
    PlaysAgain {
        /// Who.
        seats: Vec<Seat>,
        /// Whose hands lay open while they were asked, and what each made.
        shown: Vec<(Seat, Option<Combination>)>,
    },
    /// The deal is over: the pots went to stacks and, as a fee, to the house. These hands lie open.
    Settled {
        /// The money.
        settlement: Settlement,
        /// Whose hands lie open.
        shown: Vec<Seat>,
    },
    /// The seat showed its hand of the last deal, which it need not have shown (SPB-56, SPB-57).
    Showed {
        /// Whose.
        seat: Seat,
    },
    /// From now on the seat's hand is mucked by itself where it need not be shown at a showdown, or opened with the others.
    MucksSet {
        /// Whose.
        seat: Seat,
        /// Whether it is mucked.
        is_automatic: bool,
    },
    /// The deal is void: each gets back what he has put in (HRB-26).
    Voided {
        /// Why.
        reason: VoidReason,
        /// How much each.
        back: Vec<(Seat, Money)>,
    },
}

impl Event {
    /// The event as these eyes may hear of it: only its owner hears a closed card, and nobody hears a burn card or a card that nobody ordered.
    #[must_use]
    pub fn told(&self, eyes: Eyes) -> Self {
        match self {
            Self::Dealt { to: to @ CardTo::Burn, .. } => Self::Dealt { to: *to, card: HeldCard(None) },
            Self::Extra { .. } => Self::Extra { card: HeldCard(None) },
            Self::Dealt { to: to @ CardTo::Down(seat), .. } if eyes != Eyes::Seat(*seat) => Self::Dealt { to: *to, card: HeldCard(None) },
            other => other.clone(),
        }
    }
}

/// An event that cannot have happened here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch;
