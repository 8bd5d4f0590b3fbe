//! Roulette bets as people write them and as simple stakes on positions of the layout.

use alloc::vec::Vec;

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};

use super::{Money, POCKETS, Pocket, Refusal};

/// A set of numbers 0 to 36, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
#[cbor(transparent)]
pub struct Numbers(#[n(0)] u64);

impl Numbers {
    /// No number.
    pub const NONE: Self = Self(0);

    /// This set and `number`, which must be 0 to 36.
    #[must_use]
    pub const fn with(self, number: u8) -> Self {
        assert!((number as usize) < POCKETS, "a number of the layout is 0 to 36");
        Self(self.0 | 1 << number)
    }

    /// The set of these numbers, or `None` where one is repeated or is not 0 to 36.
    #[must_use]
    pub fn of(numbers: &[u8]) -> Option<Self> {
        let mut set = Self::NONE;
        for &number in numbers {
            if usize::from(number) >= POCKETS || set.0 & (1 << number) != 0 {
                return None;
            }
            set = set.with(number);
        }
        Some(set)
    }

    /// Whether the pocket's number is in the set.
    #[must_use]
    pub const fn contains(self, pocket: Pocket) -> bool {
        self.0 & (1 << pocket.number()) != 0
    }

    /// How many numbers are in the set.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The numbers in rising order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..POCKETS as u8).filter(move |number| self.0 & (1 << number) != 0)
    }
}

/// The kinds of simple bets, in the order of a pay table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BetKind {
    /// One number.
    #[n(0)]
    Straight,
    /// Two neighbouring numbers.
    #[n(1)]
    Split,
    /// Three numbers of one row, or a trio with zero.
    #[n(2)]
    Street,
    /// Four numbers that meet at a crossing.
    #[n(3)]
    Corner,
    /// Six numbers of two neighbouring rows.
    #[n(4)]
    SixLine,
    /// 0, 1, 2, 3.
    #[n(5)]
    FirstFour,
    /// 1 to 12, 13 to 24 or 25 to 36.
    #[n(6)]
    Dozen,
    /// Every third number from 1, 2 or 3.
    #[n(7)]
    Column,
    /// The red numbers.
    #[n(8)]
    Red,
    /// The black numbers.
    #[n(9)]
    Black,
    /// 1, 3, … 35.
    #[n(10)]
    Odd,
    /// 2, 4, … 36, never zero.
    #[n(11)]
    Even,
    /// 1 to 18.
    #[n(12)]
    Low,
    /// 19 to 36.
    #[n(13)]
    High,
}

impl BetKind {
    /// Every kind, in the order of a pay table.
    pub const ALL: [Self; 14] = [
        Self::Straight,
        Self::Split,
        Self::Street,
        Self::Corner,
        Self::SixLine,
        Self::FirstFour,
        Self::Dozen,
        Self::Column,
        Self::Red,
        Self::Black,
        Self::Odd,
        Self::Even,
        Self::Low,
        Self::High,
    ];

    /// Whether a bet of this kind is named by the numbers it covers.
    #[must_use]
    pub const fn is_named_by_numbers(self) -> bool {
        matches!(self, Self::Straight | Self::Split | Self::Street | Self::Corner | Self::SixLine)
    }

    /// The kind's name in files and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Straight => "straight",
            Self::Split => "split",
            Self::Street => "street",
            Self::Corner => "corner",
            Self::SixLine => "six-line",
            Self::FirstFour => "first-four",
            Self::Dozen => "dozen",
            Self::Column => "column",
            Self::Red => "red",
            Self::Black => "black",
            Self::Odd => "odd",
            Self::Even => "even",
            Self::Low => "low",
            Self::High => "high",
        }
    }
}

/// A place on the layout where a chip can lie: its kind and the numbers it covers. Whether such a place exists is the
/// layout's knowledge (`games::roulette`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub struct Position {
    /// The kind of bet.
    #[n(0)]
    pub kind: BetKind,
    /// The numbers it covers.
    #[n(1)]
    pub numbers: Numbers,
}

impl Position {
    /// The position of a kind that is not named by its numbers: first four, a dozen or column (`which` 1 to 3), an even chance.
    /// `None` for the kinds that are, and where `which` is missing, out of range or superfluous.
    #[must_use]
    pub fn outside(kind: BetKind, which: Option<u8>) -> Option<Self> {
        let numbers = match (kind, which) {
            (BetKind::Dozen, Some(which @ 1..=3)) => (0..12).fold(Numbers::NONE, |set, i| set.with((which - 1) * 12 + 1 + i)),
            (BetKind::Column, Some(which @ 1..=3)) => (0..12).fold(Numbers::NONE, |set, i| set.with(which + i * 3)),
            (BetKind::FirstFour, None) => (0..=3).fold(Numbers::NONE, Numbers::with),
            (BetKind::Red | BetKind::Black | BetKind::Odd | BetKind::Even | BetKind::Low | BetKind::High, None) => even_chance(kind),
            _ => return None,
        };
        Some(Self { kind, numbers })
    }

    /// Which of the three dozens or columns this is, 1 to 3; `None` for every other kind.
    #[must_use]
    pub fn which(self) -> Option<u8> {
        let first = self.numbers.iter().next()?;
        match self.kind {
            BetKind::Dozen => Some((first - 1) / 12 + 1),
            BetKind::Column => Some(first),
            _ => None,
        }
    }
}

/// An amount on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Stake {
    /// Where it lies.
    #[n(0)]
    pub position: Position,
    /// How much lies there.
    #[n(1)]
    pub amount: Money,
}

/// The bets that are called aloud or touched on the race track (`roulette-by` section 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Call {
    /// Big series, 9 chips.
    #[n(0)]
    Voisins,
    /// Small series, 6 chips.
    #[n(1)]
    Tiers,
    /// Orphans, 5 chips.
    #[n(2)]
    Orphelins,
    /// Zero spiel, 4 chips.
    #[n(3)]
    ZeroGame,
    /// A number and two on each side, 5 chips.
    #[n(4)]
    Neighbours,
}

impl Call {
    /// Every called bet.
    pub const ALL: [Self; 5] = [Self::Voisins, Self::Tiers, Self::Orphelins, Self::ZeroGame, Self::Neighbours];

    /// The call's name in files and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Voisins => "voisins",
            Self::Tiers => "tiers",
            Self::Orphelins => "orphelins",
            Self::ZeroGame => "zero-game",
            Self::Neighbours => "neighbours",
        }
    }
}

/// A called bet as it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct CalledBet {
    /// Which call.
    #[n(0)]
    pub call: Call,
    /// The middle number, for neighbours only.
    #[n(1)]
    pub number: Option<Pocket>,
    /// The value of one chip.
    #[n(2)]
    pub chip: Money,
}

/// A bet as it was asked for, not yet checked against a layout or a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Bet {
    /// A stake on one position.
    #[n(0)]
    Simple(#[n(0)] Stake),
    /// A called bet, placed by the house as several stakes.
    #[n(1)]
    Called(#[n(0)] CalledBet),
}

/// A bet as it is written in JSON (`interfaces.md`): flat, with only the keys that its kind needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BetForm {
    /// The name of the bet.
    pub bet: alloc::string::String,
    /// The numbers covered: straight, split, street, corner, six-line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Vec<u8>>,
    /// Which dozen or column, 1 to 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub which: Option<u8>,
    /// The middle number of neighbours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// The stake of a simple bet in minor units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stake: Option<i64>,
    /// The value of one chip of a called bet in minor units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chip: Option<i64>,
}

impl BetForm {
    /// What the form asks for.
    ///
    /// # Errors
    /// [`Refusal::BetUnknown`] where no bet has this name, [`Refusal::BetMalformed`] where a key is missing, superfluous or out
    /// of its range. Whether the position exists and the amount is allowed is asked later.
    pub fn bet(&self) -> Result<Bet, Refusal> {
        if let Some(kind) = BetKind::ALL.into_iter().find(|kind| kind.name() == self.bet) {
            return self.simple(kind).map(Bet::Simple).ok_or(Refusal::BetMalformed);
        }
        let call = Call::ALL.into_iter().find(|call| call.name() == self.bet).ok_or(Refusal::BetUnknown)?;
        self.called(call).map(Bet::Called).ok_or(Refusal::BetMalformed)
    }

    fn simple(&self, kind: BetKind) -> Option<Stake> {
        let amount = Money::from_minor(self.stake?);
        let position = if kind.is_named_by_numbers() {
            let numbers = Numbers::of(self.numbers.as_ref()?)?;
            self.which.is_none().then_some(Position { kind, numbers })?
        } else {
            self.numbers.is_none().then(|| Position::outside(kind, self.which))??
        };
        (self.chip.is_none() && self.number.is_none()).then_some(Stake { position, amount })
    }

    fn called(&self, call: Call) -> Option<CalledBet> {
        let chip = Money::from_minor(self.chip?);
        let number = match call {
            Call::Neighbours => Some(Pocket::new(self.number?)?),
            _ => None,
        };
        let superfluous =
            self.stake.is_some() || self.numbers.is_some() || self.which.is_some() || (self.number.is_some() && call != Call::Neighbours);
        (!superfluous).then_some(CalledBet { call, number, chip })
    }
}

/// The eighteen numbers of an even chance.
fn even_chance(kind: BetKind) -> Numbers {
    use super::Colour;
    let holds = |pocket: Pocket| match kind {
        BetKind::Red => pocket.colour() == Colour::Red,
        BetKind::Black => pocket.colour() == Colour::Black,
        BetKind::Odd => pocket.number() % 2 == 1,
        BetKind::Even => pocket.number().is_multiple_of(2),
        BetKind::Low => pocket.number() <= 18,
        _ => pocket.number() >= 19,
    };
    Pocket::all().filter(|pocket| pocket.number() != 0 && holds(*pocket)).fold(Numbers::NONE, |set, pocket| set.with(pocket.number()))
}

impl From<Stake> for BetForm {
    fn from(stake: Stake) -> Self {
        let position = stake.position;
        Self {
            bet: position.kind.name().into(),
            numbers: position.kind.is_named_by_numbers().then(|| position.numbers.iter().collect()),
            which: position.which(),
            stake: Some(stake.amount.minor()),
            ..Self::default()
        }
    }
}
