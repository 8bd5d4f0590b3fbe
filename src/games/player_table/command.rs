//! What is asked of the table, and why it is refused.

use alloc::vec::Vec;

use super::event::VoidReason;
use crate::games::betting::{Action, BettingRefusal};
use crate::model::{Card, Money, Seat};

/// What is asked of the table.
#[derive(Clone, PartialEq, Eq)]
pub enum Command {
    /// What a seat wants.
    Seat {
        /// Who.
        seat: Seat,
        /// What.
        order: SeatOrder,
        /// The credit that the seat has outside this table.
        credit: Money,
    },
    /// The seat has to go; as if it left (an attendant's).
    Remove(Seat),
    /// Cards that were drawn for the button, one open card for each seat that can be dealt in (TPC-3, SPT-30).
    DrawButton(Vec<(Seat, Card)>),
    /// The seat pays out of its stack for another hour at the table, between deals (TPAM-10, TPAM-Q29).
    PayHour(Seat),
    /// The next deal begins; its pack is fresh.
    Begin,
    /// The card that came.
    Card(Card),
    /// The time of this turn is over (SPB-61).
    TimeOver {
        /// Which turn of the deal.
        turn: u32,
    },
    /// The dealer has shown this closed card of the seat (SPG-80, SPG-81, SPG-90). One that is none of the seat's voids the deal: nobody knows
    /// what was shown, and what is asked for tells nothing of a closed card.
    Exposed {
        /// Whose.
        seat: Seat,
        /// Which, as everybody saw it.
        card: Card,
    },
    /// A card came that nobody ordered, while a seat is asked (SPG-96).
    Extra(Card),
    /// The seat has a wrong number of cards (SPG-105 to SPG-108, TPAM-39).
    WrongCount(Seat),
    /// The card that came last lay face up in the pack (SPG-74). One that is not the last voids the deal, for the same reason.
    Boxed(Card),
    /// The flop was misdealt and goes back with its burn (SPG-91, SPG-92).
    TakeFlopBack,
    /// What goes back was shuffled into the stub.
    StubShuffled,
    /// The deal is void (HRB-25).
    Void(VoidReason),
}

/// Says no card that may be closed (HRB-17).
impl core::fmt::Debug for Command {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Seat { seat, order, credit } => write!(f, "Seat({seat}, {order:?}, {credit})"),
            Self::Remove(seat) => write!(f, "Remove({seat})"),
            Self::DrawButton(cards) => write!(f, "DrawButton({cards:?})"),
            Self::PayHour(seat) => write!(f, "PayHour({seat})"),
            Self::Begin => f.write_str("Begin"),
            Self::Card(_) => f.write_str("Card"),
            Self::TimeOver { turn } => write!(f, "TimeOver({turn})"),
            Self::Exposed { seat, .. } => write!(f, "Exposed({seat})"),
            Self::Extra(_) => f.write_str("Extra"),
            Self::WrongCount(seat) => write!(f, "WrongCount({seat})"),
            Self::Boxed(_) => f.write_str("Boxed"),
            Self::TakeFlopBack => f.write_str("TakeFlopBack"),
            Self::StubShuffled => f.write_str("StubShuffled"),
            Self::Void(reason) => write!(f, "Void({reason:?})"),
        }
    }
}

/// What a seat wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatOrder {
    /// To sit down with so much of its credit.
    Join {
        /// How much.
        put: Money,
    },
    /// To add so much of its credit to its stack, between deals (TPC-9).
    TopUp(Money),
    /// To be dealt in no more, or again.
    SitOut(bool),
    /// To go, its stack to its credit; from a deal under way when that is over (TA-17).
    Leave,
    /// To show its hand of the last deal, which need not be shown: a beaten one, or one that nobody called (SPB-56, SPB-57).
    Show,
    /// To have its hand mucked by itself where it need not be shown at a showdown, or else opened with the others (SPB-56).
    Muck(bool),
    /// To do this in its turn.
    Act {
        /// Which turn of the deal, as its view said: what was meant for another turn does nothing.
        turn: u32,
        /// What.
        action: Action,
    },
}

/// Why the table refuses; nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableRefusal {
    /// Nobody sits there.
    NotSeated,
    /// Somebody sits there.
    SeatTaken,
    /// The seat is going.
    IsLeaving,
    /// The amount is not above 0.
    AmountNotPositive,
    /// The amount is no multiple of the smallest chip.
    AmountOffStep,
    /// The stack would be below the least of the table.
    BelowLeast,
    /// The stack would be above the most of the table.
    AboveMost,
    /// The credit does not reach.
    CreditTooLow,
    /// It waits for the end of the deal (TPC-9).
    DealRunning,
    /// No deal is under way.
    NoDeal,
    /// It is as was asked for already.
    AlreadySo,
    /// The house takes nothing by the hour.
    NoHourlyFee,
    /// The stack would not suffice any more to be dealt in.
    StackTooLow,
    /// Fewer than two can be dealt in.
    TooFewPlayers,
    /// The button must be drawn first (TPC-3).
    ButtonNotDrawn,
    /// The button lies already.
    ButtonDrawn,
    /// The cards are not one different card of the pack for each seat that can be dealt in.
    DrawNotFit,
    /// The highest cards are equal: it is drawn again (TA-16).
    DrawTied,
    /// No card is awaited.
    NoCardAwaited,
    /// A card is awaited: the next one is that.
    CardAwaited,
    /// Somebody has acted, or another street has begun: a closed card that was shown stays where it is (SPG-A20).
    ActedAlready,
    /// The seat has no closed card, or no live hand.
    NoSuchCard,
    /// The card lies open, or was replaced, already.
    SeenAlready,
    /// The rules do not say what a card is that nobody ordered now.
    NoExtraCard,
    /// No flop lies that nobody has acted on, or the house has none go back.
    NoFlopToTakeBack,
    /// Nothing goes back into the stub now.
    NothingToShuffle,
    /// It has no hand that lies closed and could have won.
    NoHandToShow,
    /// Another turn is on.
    OtherTurn,
    /// The betting refuses it.
    Betting(BettingRefusal),
}

impl core::fmt::Display for TableRefusal {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let text = match self {
            Self::NotSeated => "nobody sits there",
            Self::SeatTaken => "somebody sits there",
            Self::IsLeaving => "the seat is going",
            Self::AmountNotPositive => "the amount is not above 0",
            Self::AmountOffStep => "the amount is no multiple of the smallest chip",
            Self::BelowLeast => "the stack would be below the least of the table",
            Self::AboveMost => "the stack would be above the most of the table",
            Self::CreditTooLow => "the credit does not reach",
            Self::DealRunning => "a deal is under way",
            Self::NoDeal => "no deal is under way",
            Self::AlreadySo => "it is so already",
            Self::NoHourlyFee => "the house takes nothing by the hour",
            Self::StackTooLow => "the stack would not suffice any more",
            Self::TooFewPlayers => "fewer than two can be dealt in",
            Self::ButtonNotDrawn => "the button must be drawn first",
            Self::ButtonDrawn => "the button lies already",
            Self::DrawNotFit => "the cards are not one for each seat that can be dealt in",
            Self::DrawTied => "the highest cards are equal: it is drawn again",
            Self::NoCardAwaited => "no card is awaited",
            Self::CardAwaited => "a card is awaited",
            Self::ActedAlready => "somebody has acted already",
            Self::NoSuchCard => "the seat has no closed card in a live hand",
            Self::SeenAlready => "the card is seen already",
            Self::NoExtraCard => "the rules do not say what such a card is",
            Self::NoFlopToTakeBack => "no flop can go back now",
            Self::NothingToShuffle => "nothing goes back into the stub now",
            Self::NoHandToShow => "the seat has no hand to show",
            Self::OtherTurn => "another turn is on",
            Self::Betting(refusal) => return refusal.fmt(f),
        };
        f.write_str(text)
    }
}

impl core::error::Error for TableRefusal {}
