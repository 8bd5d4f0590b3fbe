//! The words of a card table for what came of a deal: combinations, what each stake returns, and hands as some eyes see them.

use alloc::vec::Vec;

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use super::by_name::written_by_name;
use super::{BoxNumber, BoxStake, Card, CardPlace, Money, Odds, Seat};

/// The combinations that are named in results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, IntoStaticStr, EnumString, VariantArray)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[expect(missing_docs, reason = "each name is the combination")]
pub enum Combination {
    Nothing,
    AceKing,
    Pair,
    TwoPair,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
    RoyalFlush,
    /// An ace and a ten as the first two cards.
    Blackjack,
    /// Baccarat: two cards worth 8 or 9.
    Natural,
    /// Baccarat: two equal cards.
    PerfectPair,
    /// Baccarat: two equal cards in both hands.
    TwoPerfectPairs,
    /// Three sevens.
    ThreeSevens,
    /// Six cards or more that are not over 21.
    SixCards,
    /// A six, a seven and an eight of one suit.
    SixSevenEight,
    /// An ace and a ten of one suit as the first two cards.
    SuitedBlackjack,
    /// Four cards of a rank and the joker: above every other poker hand (`house-poker-am` section 4).
    FiveOfAKind,
}

written_by_name!(Combination, Combination::SuitedBlackjack);

impl Combination {
    /// Those of five cards, from the lowest to the highest: the order of `house-poker-by` HPC-2, and the one that only a joker makes.
    pub const POKER_HANDS: [Self; 12] = [
        Self::Nothing,
        Self::AceKing,
        Self::Pair,
        Self::TwoPair,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
        Self::RoyalFlush,
        Self::FiveOfAKind,
    ];

    /// Those that five cards of a pack without a joker make.
    pub const PLAIN_POKER_HANDS: &[Self] = Self::POKER_HANDS.split_at(11).0;
}

/// What became of a stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It came back with a win.
    #[n(0)]
    Won,
    /// It came back without one.
    #[n(1)]
    Returned,
    /// It is lost.
    #[n(2)]
    Lost,
    /// It was given up for a part of it.
    #[n(3)]
    Surrendered,
    /// It was the price of something.
    #[n(4)]
    Kept,
    /// The deal is void: it came back at coefficient 1.
    #[n(5)]
    Void,
    /// Its box sat the deal out, or the deal is dealt again: it stays where it lies and is a stake of the next deal (`blackjack-by` BJB-33,
    /// BA-23; `house-rules-by` HRB-25).
    #[n(6)]
    Waiting,
    /// Its hand had a wrong number of cards: it came back, and the house paid a penalty with it (`house-poker-am` HPAM-30, HPAM-32).
    #[n(7)]
    Compensated,
}

/// One win on a stake; a stake may have two (`house-poker-by` RUS-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Win {
    /// For what, where it has a name.
    #[n(0)]
    pub combination: Option<Combination>,
    /// At which odds; those of a guess that multiplied a pot are of the pot before it, in hundredths.
    #[n(1)]
    pub odds: Odds,
    /// How much, the stake not included.
    #[n(2)]
    pub amount: Money,
}

/// What one stake returned, and why.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct StakeReturn {
    /// The stake.
    #[n(0)]
    pub stake: BoxStake,
    /// What became of it.
    #[n(1)]
    pub fate: Fate,
    /// Its wins, the higher first; those of guesses that follow each other in the order in which they came.
    #[n(2)]
    pub wins: Vec<Win>,
    /// What comes back in all, the stake included.
    #[n(3)]
    pub returned: Money,
}

impl StakeReturn {
    /// A stake that won once.
    #[must_use]
    pub fn won(stake: BoxStake, win: Win) -> Self {
        Self::won_all(stake, alloc::vec![win])
    }

    /// A stake with these wins.
    #[must_use]
    pub fn won_all(stake: BoxStake, wins: Vec<Win>) -> Self {
        let returned = wins.iter().fold(stake.amount, |sum, win| sum + win.amount);
        Self { stake, fate: Fate::Won, wins, returned }
    }

    /// A stake that comes back as it was.
    #[must_use]
    pub const fn back(stake: BoxStake) -> Self {
        Self { returned: stake.amount, stake, fate: Fate::Returned, wins: Vec::new() }
    }

    /// A stake that is lost.
    #[must_use]
    pub const fn lost(stake: BoxStake) -> Self {
        Self { stake, fate: Fate::Lost, wins: Vec::new(), returned: Money::ZERO }
    }

    /// A price that was paid.
    #[must_use]
    pub const fn kept(stake: BoxStake) -> Self {
        Self { stake, fate: Fate::Kept, wins: Vec::new(), returned: Money::ZERO }
    }

    /// A stake that was given up for `part` of it.
    #[must_use]
    pub const fn surrendered(stake: BoxStake, part: Money) -> Self {
        Self { stake, fate: Fate::Surrendered, wins: Vec::new(), returned: part }
    }

    /// A stake that came back with this penalty of the house.
    #[must_use]
    pub fn compensated(stake: BoxStake, penalty: Money) -> Self {
        Self { returned: stake.amount + penalty, stake, fate: Fate::Compensated, wins: Vec::new() }
    }

    /// A stake that stays on the table for the next deal.
    #[must_use]
    pub const fn waiting(stake: BoxStake) -> Self {
        Self { stake, fate: Fate::Waiting, wins: Vec::new(), returned: Money::ZERO }
    }

    /// A stake of a void deal.
    #[must_use]
    pub const fn void(stake: BoxStake) -> Self {
        Self { returned: stake.amount, stake, fate: Fate::Void, wins: Vec::new() }
    }
}

/// What was taken off the wins of one seat on one box, because they were above the table's maximum payout (HA-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Cut {
    /// Whose.
    #[n(0)]
    pub seat: Seat,
    /// On which box.
    #[n(1)]
    pub place: BoxNumber,
    /// How much.
    #[n(2)]
    pub amount: Money,
}

/// The settlement of a deal: every stake that was placed in it, each once. One that [waits](Fate::Waiting) is settled by a later deal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct DealSettlement {
    /// What each stake returned, uncut, in the order in which the stakes were placed.
    #[n(0)]
    pub returns: Vec<StakeReturn>,
    /// What was cut.
    #[n(1)]
    pub cuts: Vec<Cut>,
}

impl DealSettlement {
    /// What comes back to a seat in all.
    #[must_use]
    pub fn returned_to(&self, seat: Seat) -> Money {
        let back: Money = self.returns.iter().filter(|line| line.stake.seat == seat).map(|line| line.returned).sum();
        let cut: Money = self.cuts.iter().filter(|cut| cut.seat == seat).map(|cut| cut.amount).sum();
        back - cut
    }

    /// What became of this stake; `None` where it is not among those that are settled here.
    #[must_use]
    pub fn line_of(&self, stake: &BoxStake) -> Option<&StakeReturn> {
        self.returns.iter().find(|line| line.stake == *stake)
    }

    /// What a seat had staked in all.
    #[must_use]
    pub fn staked_by(&self, seat: Seat) -> Money {
        self.returns.iter().filter(|line| line.stake.seat == seat).map(|line| line.stake.amount).sum()
    }

    /// What is settled of a seat's own stakes.
    #[must_use]
    pub fn part_of(&self, seat: Seat) -> Self {
        let returns = self.returns.iter().filter(|line| line.stake.seat == seat).cloned().collect();
        let cuts = self.cuts.iter().filter(|cut| cut.seat == seat).copied().collect();
        Self { returns, cuts }
    }

    /// What this settles that `earlier`, a part of it, did not.
    #[must_use]
    pub fn beyond(&self, earlier: &Self) -> Self {
        let returns = self.returns.iter().filter(|line| !earlier.returns.contains(line)).cloned().collect();
        let is_same = |cut: &&Cut, other: &Cut| (cut.seat, cut.place) == (other.seat, other.place);
        let rest = |cut: &Cut| {
            let before: Money = earlier.cuts.iter().filter(|other| is_same(other, cut)).map(|other| other.amount).sum();
            Cut { amount: cut.amount - before, ..*cut }
        };
        Self { returns, cuts: self.cuts.iter().map(rest).filter(|cut| cut.amount.is_positive()).collect() }
    }

    /// The stakes that stay on the table for the next deal.
    pub fn waiting(&self) -> impl Iterator<Item = &BoxStake> {
        self.returns.iter().filter(|line| line.fate == Fate::Waiting).map(|line| &line.stake)
    }
}

/// Whose eyes look at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Eyes {
    /// Everybody's: the board, the attendant, the logs.
    Public,
    /// Those of the player at a seat.
    Seat(Seat),
}

/// How a hand stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, EnumString, VariantArray)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Standing {
    /// Cards or a decision may still come.
    Playing,
    /// It waits for the dealer.
    Stands,
    /// Over 21.
    Bust,
    /// Given up.
    Folded,
    /// Given up for a part of the stake.
    Surrendered,
    /// Its result is fixed, no matter what the dealer gets.
    Decided,
    /// The dealer's open hand is below the game's minimum (`house-poker-by` HPC-12).
    NoGame,
}

written_by_name!(Standing, Standing::NoGame);

/// A hand as some eyes see it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct HandView {
    /// Where it lies.
    #[n(0)]
    pub at: CardPlace,
    /// Its cards in the order in which they came; `None` is a card that these eyes may not see.
    #[n(1)]
    pub cards: Vec<Option<Card>>,
    /// What it counts, in games that count; `None` also while a card of it is hidden.
    #[n(2)]
    pub points: Option<Points>,
    /// The combinations it makes, in games that name them; empty also while a card of it is hidden.
    #[n(3)]
    pub combinations: Vec<Combination>,
    /// How it stands.
    #[n(4)]
    pub standing: Standing,
}

/// What a hand counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
pub struct Points {
    /// The best count.
    #[n(0)]
    pub points: u8,
    /// Whether an ace counts 11 in it.
    #[n(1)]
    pub is_soft: bool,
}
