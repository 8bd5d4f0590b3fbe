//! Cards by their ranks alone: groups of up to six, numbered, and how many of each rank are left.

use crate::model::{Card, Rank, Suit};

/// How many ranks there are.
pub(super) const RANKS: usize = Rank::ALL.len();

/// The most cards of a hand.
pub(super) const CARDS_MOST: usize = 6;

/// Up to six ranks, from the lowest up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Group {
    ranks: [u8; CARDS_MOST],
    count: u8,
}

impl Group {
    /// The ranks of these cards.
    pub(super) fn of(cards: impl IntoIterator<Item = Card>) -> Self {
        cards.into_iter().fold(Self::default(), |group, card| group.with(card.rank() as u8))
    }

    /// The same and this rank, of at most five.
    pub(super) fn with(mut self, rank: u8) -> Self {
        let mut at = usize::from(self.count);
        while at > 0 && self.ranks[at - 1] > rank {
            self.ranks[at] = self.ranks[at - 1];
            at -= 1;
        }
        self.ranks[at] = rank;
        self.count += 1;
        self
    }

    /// The same and these, six at most together.
    pub(super) fn union(self, other: Self) -> Self {
        other.ranks().iter().fold(self, |group, rank| group.with(*rank))
    }

    /// The ranks from the lowest up.
    pub(super) fn ranks(&self) -> &[u8] {
        &self.ranks[..usize::from(self.count)]
    }

    /// The number of this group among those of its size, from 0.
    pub(super) fn number(&self) -> usize {
        self.ranks().iter().enumerate().map(|(place, rank)| CHOICES[usize::from(*rank) + place][place + 1]).sum()
    }

    /// How many groups of this size there are, those of five and more equal ranks among them.
    pub(super) const fn numbers(size: usize) -> usize {
        CHOICES[RANKS + size - 1][size]
    }

    /// Every group of this size that a pack of 52 cards has.
    pub(super) fn all(size: usize) -> Vec<Self> {
        let longer = |group: &Self| {
            let lowest = group.ranks().last().copied().unwrap_or(0);
            let group = *group;
            (lowest..RANKS as u8).map(move |rank| group.with(rank)).collect::<Vec<_>>()
        };
        let groups = (0..size).fold(vec![Self::default()], |groups, _| groups.iter().flat_map(longer).collect());
        groups.into_iter().filter(|group| group.ranks().windows(5).all(|five| five[0] < five[4])).collect()
    }

    /// Whether no two are equal.
    pub(super) fn is_of_different_ranks(&self) -> bool {
        self.ranks().windows(2).all(|pair| pair[0] < pair[1])
    }

    /// Cards of these ranks of which no three have one suit.
    pub(super) fn cards_of_many_suits(&self) -> Vec<Card> {
        self.ranks().iter().enumerate().map(|(place, rank)| Card::new(Rank::ALL[usize::from(*rank)], Suit::ALL[place % 4])).collect()
    }

    /// Cards of these ranks in one suit, where the ranks are different.
    pub(super) fn cards_of_one_suit(&self) -> Vec<Card> {
        self.ranks().iter().map(|rank| Card::new(Rank::ALL[usize::from(*rank)], Suit::Spades)).collect()
    }
}

/// How many cards of each rank are not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Left(pub(super) [u8; RANKS]);

impl Left {
    /// The pack without the dealer's open card and these. Five and more of a rank leave none.
    pub(super) fn without(up: u8, seen: &[Group]) -> Self {
        let mut left = [4_u8; RANKS];
        left[usize::from(up)] -= 1;
        for rank in seen.iter().flat_map(|group| group.ranks()) {
            left[usize::from(*rank)] = left[usize::from(*rank)].saturating_sub(1);
        }
        Self(left)
    }

    /// How many cards.
    pub(super) fn count(&self) -> u8 {
        self.0.iter().sum()
    }

    /// In how many ways so many of each rank can be chosen.
    pub(super) fn ways(&self) -> Ways {
        let mut ways = [1.0; RANKS * 5];
        for (rank, left) in self.0.iter().enumerate() {
            for count in 0..5 {
                ways[rank * 5 + count] = CHOICES[usize::from(*left)][count] as f64;
            }
        }
        Ways(ways)
    }
}

/// For each rank, in how many ways none to four of it can be chosen.
pub(super) struct Ways([f64; RANKS * 5]);

impl Ways {
    /// In how many ways this draw can be made.
    pub(super) fn of(&self, draw: &Draw) -> f64 {
        draw.0.iter().map(|place| self.0[usize::from(*place)]).product()
    }
}

/// A group of up to five cards as it is drawn: the places in [`Ways`] whose product says in how many ways.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw([u8; 5]);

impl Draw {
    pub(super) fn of(group: &Group) -> Self {
        let mut places = [0; 5];
        for (place, rank) in places.iter_mut().zip(distinct(group)) {
            let count = group.ranks().iter().filter(|of| **of == rank).count() as u8;
            *place = rank * 5 + count;
        }
        Self(places)
    }
}

fn distinct(group: &Group) -> impl Iterator<Item = u8> {
    (0..RANKS as u8).filter(|rank| group.ranks().contains(rank))
}

/// Binomial coefficients: of so many, so many.
pub(super) const CHOICES: [[usize; CARDS_MOST + 1]; 53] = choices();

const fn choices() -> [[usize; CARDS_MOST + 1]; 53] {
    let mut choices = [[0; CARDS_MOST + 1]; 53];
    let mut of = 0;
    while of < 53 {
        choices[of][0] = 1;
        let mut count = 1;
        while of > 0 && count <= CARDS_MOST {
            choices[of][count] = choices[of - 1][count - 1] + choices[of - 1][count];
            count += 1;
        }
        of += 1;
    }
    choices
}
