//! The words of a card table while a deal runs: boxes, stakes, places of cards, decisions.
//!
//! Every card game speaks with these words, so that consoles, records and attendants need to learn them once.

mod wording;

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use super::by_name::written_by_name;
use super::{Money, Odds, SEATS, Seat};

/// A card table of the cabinet, numbered from 1 in the order of the cabinet file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, Serialize, Deserialize)]
#[cbor(transparent)]
#[serde(transparent)]
pub struct TableNumber(#[n(0)] pub u8);

impl TableNumber {
    /// How many card tables a cabinet may have that all seats share. All numbers below the first table between players are theirs.
    pub const MOST: u8 = 16;

    /// How many machines a cabinet may have; each is a table for every seat.
    pub const MACHINES_MOST: u8 = 8;

    /// How many tables between players a cabinet may have.
    pub const BETWEEN_PLAYERS_MOST: u8 = 16;

    /// The first number of a table between players. It never moves: the numbers below it stay free for tables of the house.
    const FIRST_BETWEEN_PLAYERS: u8 = 17;

    /// The first number of a machine's table. It never moves: the numbers below it stay free for tables that seats share.
    const FIRST_MACHINE: u8 = 41;

    /// The table of this seat at the machine with this place in the cabinet file, counted from 0.
    ///
    /// # Panics
    /// Where the cabinet can have no such machine.
    #[must_use]
    pub fn of_machine(machine: usize, seat: Seat) -> Self {
        let machine = u8::try_from(machine).ok().filter(|machine| *machine < Self::MACHINES_MOST);
        Self(Self::FIRST_MACHINE + machine.expect("the terms name no more machines") * SEATS as u8 + seat.index() as u8)
    }

    /// The table between players with this place in the cabinet file, counted from 0.
    ///
    /// # Panics
    /// Where the cabinet can have no such table.
    #[must_use]
    pub fn of_players(place: usize) -> Self {
        let place = u8::try_from(place).ok().filter(|place| *place < Self::BETWEEN_PLAYERS_MOST);
        Self(Self::FIRST_BETWEEN_PLAYERS + place.expect("the terms name no more tables"))
    }

    /// The place of this table among those between players, counted from 0; `None` where it is none of them.
    #[must_use]
    pub fn between_players(self) -> Option<usize> {
        let place = self.0.checked_sub(Self::FIRST_BETWEEN_PLAYERS)?;
        (place < Self::BETWEEN_PLAYERS_MOST).then_some(usize::from(place))
    }

    /// The place of the machine whose table this is, counted from 0; `None` where the seats share the table.
    #[must_use]
    pub fn machine(self) -> Option<usize> {
        self.0.checked_sub(Self::FIRST_MACHINE).map(|number| usize::from(number) / SEATS)
    }

    /// The seat whose table this is; `None` where the seats share it.
    #[must_use]
    pub fn owner(self) -> Option<Seat> {
        let number = self.0.checked_sub(Self::FIRST_MACHINE)?;
        Seat::all().nth(usize::from(number) % SEATS)
    }
}

/// A betting place of a card table, numbered from 1 in dealing order, clockwise from the dealer's left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, Serialize, Deserialize)]
#[cbor(transparent)]
#[serde(transparent)]
pub struct BoxNumber(#[n(0)] pub u8);

/// What a stake at a card table is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, IntoStaticStr, EnumString, VariantArray)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum StakeKind {
    /// The stake on a box in games that know only one, such as blackjack.
    Main,
    /// The entry stake of house poker (`house-poker-by` HPC-4).
    Ante,
    /// The second stake of house poker, two antes. Before the deal it makes its box dark (HPC-6).
    Bet,
    /// A side stake on the player's own first cards (OAS-15, RUS-24).
    Bonus,
    /// Against a blackjack of the dealer, or against "no game".
    Insurance,
    /// The second half of a doubled hand.
    Double,
    /// The stake of a hand that came of a split.
    Split,
    /// The price of exchanged cards; never comes back but in a void deal (HA-10).
    Exchange,
    /// The price of a sixth card (RUS-5).
    SixthCard,
    /// The price of the dealer's game (RUS-19).
    Purchase,
    /// Baccarat: the Player wins.
    Player,
    /// Baccarat: the Banker wins.
    Banker,
    /// Baccarat: equal totals. Draw Hi-Lo: the card drawn next is of the same rank (`baccarat-and-quick-cards-am` BQAM-32).
    Tie,
    /// Baccarat: the Player's first two cards are of one rank.
    PlayerPair,
    /// Baccarat: the Banker's first two cards are of one rank.
    BankerPair,
    /// Baccarat: two equal cards in one hand, or in both.
    PerfectPair,
    /// Baccarat: a pair in either hand.
    EitherPair,
    /// Baccarat: the Player wins by many points or with a natural.
    PlayerBonus,
    /// Baccarat: the Banker wins by many points or with a natural.
    BankerBonus,
    /// Baccarat: two equal cards in both hands, where that is a bet of its own.
    TwoPerfectPairs,
    /// Red Dog: the ante once more, on a third card between the first two (`baccarat-and-quick-cards-am` BQAM-22).
    Ride,
    /// Top Card Trump: the ante once more, on another card for each side (BQAM-43).
    War,
}

written_by_name!(StakeKind, StakeKind::TwoPerfectPairs);

/// A stake at a card table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct BoxStake {
    /// Whose money it is.
    #[n(0)]
    pub seat: Seat,
    /// The box it lies on.
    #[n(1)]
    pub place: BoxNumber,
    /// The hand of the box it is for: 0, but for the further hands of a split box, which are numbered from 1 in the order in which
    /// they came to be. Of a stake on one drawn card of several it is the number of the draw, from 0 (BQAM-Q35).
    #[n(2)]
    pub hand: u8,
    /// What it is for.
    #[n(3)]
    pub kind: StakeKind,
    /// How much.
    #[n(4)]
    pub amount: Money,
}

/// What a table takes on a box before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StakeOffer {
    /// What for.
    pub kind: StakeKind,
    /// The least of one seat on one box.
    pub least: Money,
    /// The most of one seat on one box.
    pub most: Money,
    /// Amounts are multiples of this.
    pub step: Money,
    /// What a stake of this kind wins, where that does not depend on the cards.
    pub odds: Option<Odds>,
}

/// Which way a card is put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
pub enum Face {
    /// For everybody to see.
    #[n(0)]
    Up,
    /// For nobody to see but whom the game lets look.
    #[n(1)]
    Down,
}

/// Where a card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub enum CardPlace {
    /// To a hand of a box.
    #[n(0)]
    Hand {
        /// The box.
        #[n(0)]
        place: BoxNumber,
        /// The hand of the box, as in [`BoxStake::hand`].
        #[n(1)]
        hand: u8,
    },
    /// To the dealer's hand.
    #[n(1)]
    Dealer,
    /// To the cards that all share.
    #[n(2)]
    Board,
    /// To baccarat's Player.
    #[n(3)]
    Player,
    /// To baccarat's Banker.
    #[n(4)]
    Banker,
    /// To the discard holder: a burnt card.
    #[n(5)]
    Discard,
}

/// A decision of a player in the course of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// One more card.
    Hit,
    /// No more cards.
    Stand,
    /// The stake once more, and exactly one more card.
    Double,
    /// The same, the card face down until the dealer has drawn (`blackjack-by` BJB-22).
    DoubleBlind,
    /// Two equal cards become two hands.
    Split,
    /// The hand is given up for half of its stake.
    Surrender,
    /// A blackjack is paid 1 to 1 at once.
    EvenMoney,
    /// A side stake of this amount is placed as insurance.
    Insure(Money),
    /// What was offered is not taken.
    Decline,
    /// A partner on a box goes along with its owner (BA-10).
    Follow,
    /// The hand is given up, its ante with it; the rule books call it pass.
    Fold,
    /// The second stake is placed: the hand plays on.
    Bet,
    /// These cards of the hand are exchanged.
    Exchange(CardChoice),
    /// One more card is bought.
    SixthCard,
    /// The dealer's game is bought (RUS-19).
    BuyGame,
    /// The ante is laid once more (BQAM-22).
    Ride,
    /// After equal cards the ante is laid once more on two others (BQAM-43).
    War,
    /// What was won is taken, and the deal is over (BQAM-63).
    Collect,
    /// What was won is put into the risk game (BQAM-64).
    Risk,
    /// One of the closed cards is picked.
    Pick(CardChoice),
    /// Half of what was won is put into the risk game (BQAM-83).
    RiskHalf,
    /// What was won is put into the risk game, and as much of the credit with it (BQAM-83).
    RiskDouble,
    /// The card to come is red (BQAM-84).
    Red,
    /// The card to come is black (BQAM-84).
    Black,
    /// One card lies open, and a higher one is to be picked (BQAM-84).
    Beat,
    /// The next card is higher than the last one (BQAM-31).
    Higher,
    /// The next card is lower than the last one.
    Lower,
    /// So much is bet on the next card being of the same rank as the last one (BQAM-32).
    Tie(Money),
}

impl Choice {
    /// The choice of this kind; `amount` and `cards` go into the kind that names one, and are left out of every other.
    #[must_use]
    pub const fn of(kind: ChoiceKind, amount: Money, cards: CardChoice) -> Self {
        match kind {
            ChoiceKind::Hit => Self::Hit,
            ChoiceKind::Stand => Self::Stand,
            ChoiceKind::Double => Self::Double,
            ChoiceKind::DoubleBlind => Self::DoubleBlind,
            ChoiceKind::Split => Self::Split,
            ChoiceKind::Surrender => Self::Surrender,
            ChoiceKind::EvenMoney => Self::EvenMoney,
            ChoiceKind::Insure => Self::Insure(amount),
            ChoiceKind::Decline => Self::Decline,
            ChoiceKind::Follow => Self::Follow,
            ChoiceKind::Fold => Self::Fold,
            ChoiceKind::Bet => Self::Bet,
            ChoiceKind::Exchange => Self::Exchange(cards),
            ChoiceKind::SixthCard => Self::SixthCard,
            ChoiceKind::BuyGame => Self::BuyGame,
            ChoiceKind::Ride => Self::Ride,
            ChoiceKind::War => Self::War,
            ChoiceKind::Collect => Self::Collect,
            ChoiceKind::Risk => Self::Risk,
            ChoiceKind::Pick => Self::Pick(cards),
            ChoiceKind::RiskHalf => Self::RiskHalf,
            ChoiceKind::RiskDouble => Self::RiskDouble,
            ChoiceKind::Red => Self::Red,
            ChoiceKind::Black => Self::Black,
            ChoiceKind::Beat => Self::Beat,
            ChoiceKind::Higher => Self::Higher,
            ChoiceKind::Lower => Self::Lower,
            ChoiceKind::Tie => Self::Tie(amount),
        }
    }

    /// Its kind, without the amount or the cards.
    #[must_use]
    pub const fn kind(&self) -> ChoiceKind {
        match self {
            Self::Hit => ChoiceKind::Hit,
            Self::Stand => ChoiceKind::Stand,
            Self::Double => ChoiceKind::Double,
            Self::DoubleBlind => ChoiceKind::DoubleBlind,
            Self::Split => ChoiceKind::Split,
            Self::Surrender => ChoiceKind::Surrender,
            Self::EvenMoney => ChoiceKind::EvenMoney,
            Self::Insure(_) => ChoiceKind::Insure,
            Self::Decline => ChoiceKind::Decline,
            Self::Follow => ChoiceKind::Follow,
            Self::Fold => ChoiceKind::Fold,
            Self::Bet => ChoiceKind::Bet,
            Self::Exchange(_) => ChoiceKind::Exchange,
            Self::SixthCard => ChoiceKind::SixthCard,
            Self::BuyGame => ChoiceKind::BuyGame,
            Self::Ride => ChoiceKind::Ride,
            Self::War => ChoiceKind::War,
            Self::Collect => ChoiceKind::Collect,
            Self::Risk => ChoiceKind::Risk,
            Self::Pick(_) => ChoiceKind::Pick,
            Self::RiskHalf => ChoiceKind::RiskHalf,
            Self::RiskDouble => ChoiceKind::RiskDouble,
            Self::Red => ChoiceKind::Red,
            Self::Black => ChoiceKind::Black,
            Self::Beat => ChoiceKind::Beat,
            Self::Higher => ChoiceKind::Higher,
            Self::Lower => ChoiceKind::Lower,
            Self::Tie(_) => ChoiceKind::Tie,
        }
    }

    /// The amount that it names; `None` where it names none.
    #[must_use]
    pub const fn amount(&self) -> Option<Money> {
        match self {
            Self::Insure(amount) | Self::Tie(amount) => Some(*amount),
            _ => None,
        }
    }

    /// The cards that it names; none where it names none.
    #[must_use]
    pub const fn cards(&self) -> CardChoice {
        match self {
            Self::Exchange(cards) | Self::Pick(cards) => *cards,
            _ => CardChoice(0),
        }
    }
}

/// The kinds of decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, IntoStaticStr, EnumString, VariantArray)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[expect(missing_docs, reason = "they are those of `Choice`")]
pub enum ChoiceKind {
    Hit,
    Stand,
    Double,
    DoubleBlind,
    Split,
    Surrender,
    EvenMoney,
    Insure,
    Decline,
    Follow,
    Fold,
    Bet,
    Exchange,
    SixthCard,
    BuyGame,
    Ride,
    War,
    Collect,
    Risk,
    Pick,
    RiskHalf,
    RiskDouble,
    Red,
    Black,
    Beat,
    Higher,
    Lower,
    Tie,
}

written_by_name!(ChoiceKind, ChoiceKind::BuyGame);

impl ChoiceKind {
    /// Whether cards are named with it.
    #[must_use]
    pub const fn names_cards(self) -> bool {
        matches!(self, Self::Exchange | Self::Pick)
    }

    /// Whether an amount is named with it.
    #[must_use]
    pub const fn names_amount(self) -> bool {
        matches!(self, Self::Insure | Self::Tie)
    }

    /// Whether it is offered only where the credit bears it (BQAM-Q86); the others are, and are refused where it does not.
    #[must_use]
    pub const fn needs_credit_to_be_offered(self) -> bool {
        matches!(self, Self::RiskDouble)
    }
}

/// Some cards of a hand, by their place in it: bit 0 is the first card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Encode, Decode)]
#[cbor(transparent)]
pub struct CardChoice(#[n(0)] pub u8);

impl CardChoice {
    /// How many cards.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether all of them are among the first `cards` of a hand.
    #[must_use]
    pub const fn are_within(self, cards: u8) -> bool {
        cards >= 8 || self.0 >> cards == 0
    }

    /// Whether the card at this place of the hand, counted from 0, is among them.
    #[must_use]
    pub const fn has(self, place: usize) -> bool {
        place < 8 && self.0 & (1 << place) != 0
    }
}

#[cfg(test)]
mod tests;
