//! What is asked of a table between players, and what a step brings about at one.
//!
//! Here never lives a closed card: no order names one but the one that everybody has seen by mistake, and no fact holds one; the inputs do.

use alloc::vec::Vec;

use minicbor::decode::{self, Decode, Decoder};
use minicbor::encode::{self, Encode, Encoder, Write};
use minicbor::{Decode as DecodeFields, Encode as EncodeFields};
use serde::Deserialize;

use super::{Card, CardChoice, DealVoid, Money, PlayedAs, Seat};

/// What a seat does in its turn. Amounts are totals of the round (SPB-A18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BettingAction {
    /// It gives its hand up.
    Fold,
    /// It stays without paying, where nothing is owed.
    Check,
    /// It pays what it owes, or what it has.
    Call,
    /// The first wager of a round.
    Bet(Money),
    /// It raises the price to this.
    RaiseTo(Money),
    /// It takes no more cards, and it is still its turn (TPAM-45).
    Stop,
    /// It goes on without paying for the opening of cards (TPAM-36), or without buying any (TPAM-22).
    Pass,
    /// It gives these of its cards back, pays for new ones and gets as many (TPAM-23).
    Exchange(CardChoice),
    /// It divides the bank with those whose hands are equal to its own (TPAM-8).
    Divide,
    /// It does not divide the bank: those whose hands are equal play for it again (TPAM-8).
    PlayAgain,
    /// Its last closed card was shown by mistake: it plays on for the pot so far alone, as if it were all-in (SPG-84).
    PlayForPot,
}

impl BettingAction {
    /// Its name in messages and in the journal.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Fold => "fold",
            Self::Check => "check",
            Self::Call => "call",
            Self::Bet(_) => "bet",
            Self::RaiseTo(_) => "raise-to",
            Self::Stop => "stop",
            Self::Pass => "pass",
            Self::Exchange(_) => "exchange",
            Self::Divide => "divide",
            Self::PlayAgain => "play-again",
            Self::PlayForPot => "play-for-pot",
        }
    }

    /// The amount that it names; `None` where it names none.
    #[must_use]
    pub const fn amount(&self) -> Option<Money> {
        match self {
            Self::Bet(amount) | Self::RaiseTo(amount) => Some(*amount),
            _ => None,
        }
    }

    /// The cards that it names; `None` where it names none.
    #[must_use]
    pub const fn cards(&self) -> Option<CardChoice> {
        match self {
            Self::Exchange(cards) => Some(*cards),
            _ => None,
        }
    }

    /// The action of this name; `None` where none is called so, or it does not name an amount or cards just where they are given.
    #[must_use]
    pub fn of(name: &str, amount: Option<Money>, cards: Option<CardChoice>) -> Option<Self> {
        if let Some(cards) = cards {
            return (name == "exchange" && amount.is_none()).then_some(Self::Exchange(cards));
        }
        match (name, amount) {
            ("fold", None) => Some(Self::Fold),
            ("check", None) => Some(Self::Check),
            ("call", None) => Some(Self::Call),
            ("stop", None) => Some(Self::Stop),
            ("pass", None) => Some(Self::Pass),
            ("divide", None) => Some(Self::Divide),
            ("play-again", None) => Some(Self::PlayAgain),
            ("play-for-pot", None) => Some(Self::PlayForPot),
            ("bet", Some(amount)) => Some(Self::Bet(amount)),
            ("raise-to", Some(amount)) => Some(Self::RaiseTo(amount)),
            _ => None,
        }
    }
}

/// By its name, its amount where it has one, and its cards after that where it has some.
impl<C> Encode<C> for BettingAction {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, context: &mut C) -> Result<(), encode::Error<W::Error>> {
        let cards = self.cards();
        e.array(if cards.is_some() { 3 } else { 2 })?.str(self.name())?;
        self.amount().encode(e, context)?;
        cards.map_or(Ok(()), |cards| cards.encode(e, context))
    }
}

impl<'b, C> Decode<'b, C> for BettingAction {
    fn decode(d: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
        let names_cards = d.array()? == Some(3);
        let (name, amount) = (d.str()?, Option::<Money>::decode(d, context)?);
        let cards = if names_cards { Some(CardChoice::decode(d, context)?) } else { None };
        Self::of(name, amount, cards).ok_or_else(|| decode::Error::message("an action that this release does not know"))
    }
}

/// What can be asked for at a table between players, beside what can be asked at every table.
#[derive(Clone, Debug, PartialEq, Eq, EncodeFields, DecodeFields)]
pub enum PlayerTableOrder {
    /// A seat sits down with so much of its credit.
    #[n(0)]
    Join {
        /// How much.
        #[n(0)]
        put: Money,
    },
    /// A seat adds so much of its credit to its stack, between deals (TPC-9).
    #[n(1)]
    TopUp {
        /// How much.
        #[n(0)]
        amount: Money,
    },
    /// A seat wants to be dealt in no more, or again.
    #[n(2)]
    SitOut {
        /// Whether it sits out from now on.
        #[n(0)]
        is_out: bool,
    },
    /// A seat goes, its stack to its credit; from a deal under way when that is over (TA-17).
    #[n(3)]
    Leave,
    /// A seat acts in its turn.
    #[n(4)]
    Act {
        /// Which turn of the deal, as the table's view said: what was meant for another turn does nothing.
        #[n(0)]
        turn: u32,
        /// What.
        #[n(1)]
        action: BettingAction,
    },
    /// An attendant has a seat go, as if it left.
    #[n(5)]
    Remove {
        /// The seat.
        #[n(0)]
        seat: Seat,
    },
    /// A seat shows its hand of the deal that is over, which it need not show (SPB-56, SPB-57).
    #[n(6)]
    Show,
    /// A seat wants its hand to be mucked by itself where it need not be shown at a showdown, or else opened with the others (SPB-56).
    #[n(7)]
    Muck {
        /// Whether it is mucked by itself from now on.
        #[n(0)]
        is_automatic: bool,
    },
    /// A seat opens a table that stands closed, with these conditions.
    #[n(8)]
    Open {
        /// Who may sit down with what.
        #[n(0)]
        conditions: TableConditions,
    },
    /// An attendant closes a table that a seat has opened, while no deal is under way: every stack goes back to its seat's credit.
    #[n(9)]
    Close,
    /// An attendant says that the dealer has shown this closed card of a seat (SPG-80, SPG-81, SPG-90). One that is none of the seat's voids the
    /// deal.
    #[n(10)]
    Exposed {
        /// The seat.
        #[n(0)]
        seat: Seat,
        /// Which, as everybody saw it.
        #[n(1)]
        card: Card,
    },
    /// An attendant says that the card that came last lay face up in the pack: it is no card, and the next one replaces it (SPG-74). One that is
    /// not the last voids the deal.
    #[n(11)]
    Boxed {
        /// Which, as everybody saw it.
        #[n(0)]
        card: Card,
    },
    /// An attendant says that the flop was misdealt: it goes back with its burn, and is dealt anew from the shuffled stub (SPG-91, SPG-92).
    #[n(12)]
    TakeFlopBack,
    /// An attendant says that the cards that go back were shuffled into the stub, and that it was cut (SPG-91 to SPG-95).
    #[n(13)]
    StubShuffled,
}

impl PlayerTableOrder {
    /// Whether it is the player at a seat who orders this, and nobody else.
    #[must_use]
    pub const fn is_a_players(&self) -> bool {
        match self {
            Self::Join { .. }
            | Self::TopUp { .. }
            | Self::SitOut { .. }
            | Self::Leave
            | Self::Act { .. }
            | Self::Show
            | Self::Muck { .. }
            | Self::Open { .. } => true,
            Self::Remove { .. } | Self::Close | Self::Exposed { .. } | Self::Boxed { .. } | Self::TakeFlopBack | Self::StubShuffled => {
                false
            }
        }
    }
}

/// What a time bank holds at a table between players, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EncodeFields, DecodeFields, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeBank {
    /// What a seat sits down with, and the most that it can have; 0: the table has no time bank.
    #[n(0)]
    pub full_seconds: u16,
    /// What comes back to each seat that is dealt in.
    #[n(1)]
    pub gain_seconds: u16,
}

/// What the house says of a table that stands closed until a seat opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EncodeFields, DecodeFields, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenedBySeat {
    /// How many may sit there at most; 2 to 6.
    #[n(0)]
    pub seats_most: u8,
    /// How long it may stand empty before it closes by itself; 10 to 3,600 seconds.
    #[n(1)]
    pub closes_after_seconds: u16,
}

/// The conditions of a table that a seat has opened, within those of the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EncodeFields, DecodeFields)]
pub struct TableConditions {
    /// The least to sit down with.
    #[n(0)]
    pub buy_in_least: Money,
    /// The most to sit down with or to fill up to.
    #[n(1)]
    pub buy_in_most: Money,
    /// How many may sit there.
    #[n(2)]
    pub seats_most: u8,
}

/// One thing that a step brought about at a table between players.
#[derive(Clone, Debug, PartialEq, Eq, EncodeFields, DecodeFields)]
pub enum PlayerTableFact {
    /// So much went from the seat's credit to its stack, and it sits.
    #[n(0)]
    Joined {
        /// Whose.
        #[n(0)]
        seat: Seat,
        /// How much.
        #[n(1)]
        put: Money,
    },
    /// So much went from the seat's credit to its stack.
    #[n(1)]
    ToppedUp {
        /// Whose.
        #[n(0)]
        seat: Seat,
        /// How much.
        #[n(1)]
        amount: Money,
    },
    /// The seat sits out, or is back.
    #[n(2)]
    SatOut {
        /// Whose.
        #[n(0)]
        seat: Seat,
        /// Whether it sits out.
        #[n(1)]
        is_out: bool,
    },
    /// The seat goes when the deal is over.
    #[n(3)]
    IsLeaving {
        /// Whose.
        #[n(0)]
        seat: Seat,
    },
    /// The seat is free, and its stack went back to its credit.
    #[n(4)]
    Left {
        /// Whose.
        #[n(0)]
        seat: Seat,
        /// How much.
        #[n(1)]
        back: Money,
    },
    /// The button was drawn.
    #[n(5)]
    ButtonDrawn {
        /// Where it lies.
        #[n(0)]
        button: Seat,
    },
    /// A deal began.
    #[n(6)]
    Began {
        /// Its number, from 1 on.
        #[n(0)]
        deal: u64,
        /// Where the button is.
        #[n(1)]
        button: Seat,
        /// Where the small and the big blind are, where there are blinds.
        #[n(2)]
        blinds: Option<(Seat, Seat)>,
        /// Who is dealt in, with which stack.
        #[n(3)]
        players: Vec<(Seat, Money)>,
    },
    /// The rules put so much of the seat's stack into the pot: ante and blind, or the bring-in.
    #[n(7)]
    Posted {
        /// Whose.
        #[n(0)]
        seat: Seat,
        /// How much.
        #[n(1)]
        amount: Money,
    },
    /// The hand of a seat that is not there is dead (SPT-40).
    #[n(8)]
    Killed {
        /// Whose.
        #[n(0)]
        seat: Seat,
    },
    /// The seat did this, and so much of its stack went into the pot.
    #[n(9)]
    Acted {
        /// Whose.
        #[n(0)]
        seat: Seat,
        /// What.
        #[n(1)]
        action: BettingAction,
        /// How much it paid.
        #[n(2)]
        paid: Money,
        /// Whether it did so because its time was over or it is going.
        #[n(3)]
        by_default: bool,
    },
    /// The deal is over: the pots went to stacks and, as a fee, to the house.
    #[n(10)]
    Settled {
        /// The deal.
        #[n(0)]
        deal: u64,
        /// The money.
        #[n(1)]
        settlement: PotsSettlement,
        /// Whose hands lie open.
        #[n(2)]
        shown: Vec<Seat>,
        /// What it was played as.
        #[n(3)]
        played: PlayedAs,
    },
    /// The deal is void: each gets back what he has put in (HRB-26).
    #[n(11)]
    Voided {
        /// The deal.
        #[n(0)]
        deal: u64,
        /// Why.
        #[n(1)]
        reason: DealVoid,
        /// Who gets how much.
        #[n(2)]
        back: Vec<(Seat, Money)>,
        /// What it was played as.
        #[n(3)]
        played: PlayedAs,
    },
    /// The seat showed its hand of the deal that is over, which it need not have shown (SPB-56, SPB-57).
    #[n(12)]
    Showed {
        /// Whose.
        #[n(0)]
        seat: Seat,
    },
    /// From now on the seat's hand is mucked by itself where it need not be shown at a showdown, or opened with the others.
    #[n(13)]
    MucksSet {
        /// Whose.
        #[n(0)]
        seat: Seat,
        /// Whether it is mucked.
        #[n(1)]
        is_automatic: bool,
    },
    /// The console of a seat that sits at the table has lost its line, or has one again.
    #[n(14)]
    Presence {
        /// Whose.
        #[n(0)]
        seat: Seat,
        /// Whether it has a line.
        #[n(1)]
        is_here: bool,
    },
    /// A seat has opened the table, which stood closed.
    #[n(15)]
    Opened {
        /// Who.
        #[n(0)]
        seat: Seat,
        /// With which conditions.
        #[n(1)]
        conditions: TableConditions,
    },
    /// The table that a seat had opened is closed.
    #[n(16)]
    Closed,
    /// One of those whose hands are equal does not divide the bank: these play for it again, with fresh cards (TPAM-8).
    #[n(17)]
    PlaysAgain {
        /// Who.
        #[n(0)]
        seats: Vec<Seat>,
    },
    /// So much of the seat's stack went to the house for another hour at the table (TPAM-10).
    #[n(18)]
    HourPaid {
        /// Whose.
        #[n(0)]
        seat: Seat,
        /// How much.
        #[n(1)]
        fee: Money,
    },
    /// The dealer has shown this closed card of the seat, and the deal goes on (SPG-80, SPG-81, SPG-90).
    #[n(19)]
    Exposed {
        /// Whose.
        #[n(0)]
        seat: Seat,
        /// Which of its closed cards, from 0.
        #[n(1)]
        place: u8,
        /// Whether it lies open before the seat from now on, instead of being replaced.
        #[n(2)]
        stays: bool,
    },
    /// A card came that nobody ordered, and is out of the deal (SPG-96), or is set aside until the stub is shuffled (SPG-93 to SPG-95).
    #[n(20)]
    ExtraCard,
    /// The hand of the seat has a wrong number of cards and is dead (SPG-107, SPG-108).
    #[n(21)]
    WrongCount {
        /// Whose.
        #[n(0)]
        seat: Seat,
    },
    /// The card that came last lay face up in the pack and is out of the deal; the next one replaces it (SPG-74).
    #[n(22)]
    Boxed,
    /// The flop goes back with its burn, into the stub (SPG-91, SPG-92).
    #[n(23)]
    FlopTakenBack,
    /// The cards that go back were shuffled into the stub (SPG-91 to SPG-95).
    #[n(24)]
    StubShuffled,
}

/// How the money of a deal between players came out.
#[derive(Clone, Debug, PartialEq, Eq, EncodeFields, DecodeFields)]
pub struct PotsSettlement {
    /// What went back because nobody matched it (SPB-47).
    #[n(0)]
    pub uncalled: Option<(Seat, Money)>,
    /// The pots, the main pot first.
    #[n(1)]
    pub pots: Vec<PotPayment>,
    /// What each seat that gets something gets in all, the uncalled part among it.
    #[n(2)]
    pub returns: Vec<(Seat, Money)>,
    /// What the house took in all.
    #[n(3)]
    pub fee: Money,
}

/// A pot that was paid.
#[derive(Clone, Debug, PartialEq, Eq, EncodeFields, DecodeFields)]
pub struct PotPayment {
    /// What lay in it, before the fee.
    #[n(0)]
    pub amount: Money,
    /// What the house took.
    #[n(1)]
    pub fee: Money,
    /// Who could win it.
    #[n(2)]
    pub claimants: Vec<Seat>,
    /// Who won what.
    #[n(3)]
    pub shares: Vec<PotShare>,
}

/// What one seat wins of a pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EncodeFields, DecodeFields)]
pub struct PotShare {
    /// Who.
    #[n(0)]
    pub seat: Seat,
    /// How much.
    #[n(1)]
    pub amount: Money,
    /// Whether it is of the half of the lowest hands.
    #[n(2)]
    pub is_low: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written today is read for ever, and what older releases wrote is written as it was.
    #[test]
    fn an_action_is_written_by_its_name_and_with_cards_only_where_it_names_some() {
        for (action, bytes) in [
            (BettingAction::Fold, &b"\x82\x64fold\xf6"[..]),
            (BettingAction::Bet(Money::from_minor(5)), b"\x82\x63bet\x05"),
            (BettingAction::Pass, b"\x82\x64pass\xf6"),
            (BettingAction::Divide, b"\x82\x66divide\xf6"),
            (BettingAction::PlayAgain, b"\x82\x6aplay-again\xf6"),
            (BettingAction::PlayForPot, b"\x82\x6cplay-for-pot\xf6"),
            (BettingAction::Exchange(CardChoice(0b101)), b"\x83\x68exchange\xf6\x05"),
        ] {
            assert_eq!(minicbor::to_vec(action).expect("encoded"), bytes, "{action:?}");
            assert_eq!(minicbor::decode::<BettingAction>(bytes).ok(), Some(action), "{bytes:x?}");
        }
    }

    #[test]
    fn an_action_names_cards_just_where_it_exchanges_some() {
        let cards = Some(CardChoice(1));
        assert_eq!(BettingAction::of("exchange", None, cards), Some(BettingAction::Exchange(CardChoice(1))));
        let wrong =
            [("exchange", None, None), ("exchange", Some(Money::from_minor(5)), cards), ("call", None, cards), ("pass", None, cards)];
        wrong.into_iter().for_each(|(name, amount, cards)| assert_eq!(BettingAction::of(name, amount, cards), None, "{name}"));
    }
}
